//! How well a seat stands.

use boxwood_engine::Seat;

use super::board::{HOME, OFF, OUTSIDE, Side};
use super::{Phase, State};

/// The games won and the chances in this one, of all that both have.
pub(super) fn estimate(state: &State, seat: Seat) -> f32 {
    let wins = state.series.wins();
    if state.phase == Phase::Over {
        return state.series.outcome().utility(seat);
    }
    let (own, other) = (i32::from(wins[seat]), i32::from(wins[seat.other()]));
    let chances = chances(state.sides[seat.index()], state.sides[seat.other().index()]);
    (100 * own + chances) as f32 / (100 * (own + other + 1)) as f32
}

/// In per cent: the lead in a race in which danger is an expected loss and a wall holds up the other
/// player. The nearer the end, the more a lead is worth.
fn chances(own: Side, enemy: Side) -> i32 {
    let (to_go, enemy_to_go) = (i32::from(own.distance()), i32::from(enemy.distance()));
    let lead =
        10 * (enemy_to_go - to_go) - danger(own, enemy) + danger(enemy, own) + 10 * (wall(own) - wall(enemy));
    let all = to_go + enemy_to_go + 20;
    (50 + 10 * lead / all).clamp(1, 99)
}

/// What hits will probably cost, in tenths of a space: a third of the way of a lone piece that one
/// die can hit, a tenth where it takes both.
fn danger(own: Side, enemy: Side) -> i32 {
    let mut cost = 0;
    for space in (1..OFF).filter(|&space| own.count(space) == 1) {
        let ahead = OFF - space; // the same space by the enemy's numbers
        let nearest = (OUTSIDE..ahead).rev().find(|&from| enemy.count(from) > 0);
        cost += match nearest.map(|from| ahead - from) {
            Some(1..=6) => 10 * i32::from(space) / 3,
            Some(7..=11) => i32::from(space),
            _ => 0,
        };
    }
    cost
}

/// What closed spaces are worth: twice as much at home, where they keep out what was hit.
fn wall(side: Side) -> i32 {
    (7..OFF).filter(|&space| side.count(space) > 1).map(|space| 1 + i32::from(space >= HOME)).sum()
}

//! Why a move is a good one.

use boxwood_engine::Seat;

use super::board::{OFF, PIECES, Side};
use super::weigh::weigh;
use super::{Action, MatchPoints, State};

pub(super) fn reason(state: &State, seat: Seat, action: Action) -> Option<String> {
    let Action::Move { from, die } = action;
    let (to, other) = (from + die.value(), seat.other().index());
    let [own, enemy] = [seat, seat.other()].map(|seat| state.sides[seat.index()]);
    if to >= OFF {
        let left = PIECES - own.count(OFF);
        return Some(match left {
            1 => "It takes off your last piece.".into(),
            _ if is_race(own, enemy) => race(own, enemy, other),
            _ => "A piece that is off cannot be hit any more.".into(),
        });
    }
    if enemy.count(OFF - to) == 1 {
        return Some(format!("It hits a piece of {{{other}}}, which has to begin outside again."));
    }
    if is_race(own, enemy) {
        return Some(race(own, enemy, other));
    }
    match (own.count(from), own.count(to)) {
        (1, 1..) => Some("It brings a single piece to safety: two together cannot be hit.".into()),
        (_, 1) => Some("It makes two of a single piece, and two together cannot be hit.".into()),
        _ => chance(state, action),
    }
}

/// Whether all pieces have passed each other.
fn is_race(own: Side, enemy: Side) -> bool {
    own.rearmost() + enemy.rearmost() > u32::from(OFF)
}

fn race(own: Side, enemy: Side, other: usize) -> String {
    let [own, enemy] = [own, enemy].map(Side::distance);
    format!("Nobody can be hit any more: you have {own} spaces to go, {{{other}}} has {enemy}.")
}

/// What the networks think of it, in a game that is the whole match.
fn chance(state: &State, action: Action) -> Option<String> {
    let mut values = vec![];
    weigh(state, &[action], 1, &mut values);
    let percent = (100.0 * values.first()?).round();
    let is_whole = state.options.match_points == MatchPoints::One;
    is_whole.then(|| format!("From there, about {percent} of 100 games are won."))
}

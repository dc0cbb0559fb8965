//! How well a seat stands.

use boxwood_engine::Seat;

use super::board::{Spaces, capturing};
use super::{Phase, State, occupied, sides};

/// Each corner with the space diagonally before it.
const CORNERS: [(Spaces, Spaces); 4] = [
    (Spaces::of(&[(0, 0)]), Spaces::of(&[(1, 1)])),
    (Spaces::of(&[(0, 5)]), Spaces::of(&[(1, 4)])),
    (Spaces::of(&[(5, 0)]), Spaces::of(&[(4, 1)])),
    (Spaces::of(&[(5, 5)]), Spaces::of(&[(4, 4)])),
];
/// A lead that is as good as won.
const WON: i32 = 80;

/// Corners and freedom to choose at first, cubes towards the end; at the end nothing else.
pub(super) fn estimate(state: &State, seat: Seat) -> f32 {
    let (own, enemy) = sides(state, seat);
    let lead = match state.phase {
        Phase::Over => WON * (own.len() as i32 - enemy.len() as i32).signum(),
        Phase::Place { .. } => {
            let filled = occupied(state).len();
            (weight(own, enemy, filled) - weight(enemy, own, filled)).clamp(1 - WON, WON - 1)
        }
    };
    (WON + lead) as f32 / (2 * WON) as f32
}

fn weight(own: Spaces, enemy: Spaces, filled: usize) -> i32 {
    let corner = |(corner, before): &(Spaces, Spaces)| {
        if corner.is_subset(own) {
            12
        } else if before.is_subset(own) && !corner.is_subset(enemy) {
            -5 // an invitation
        } else {
            0
        }
    };
    let corners: i32 = CORNERS.iter().map(corner).sum();
    let freedom = capturing(own, enemy).len() as i32;
    corners + 2 * freedom + (own.len() * filled / 36) as i32
}

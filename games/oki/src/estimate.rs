//! How well a seat stands.

use boxwood_engine::Seat;

use super::{Goal, LAST_BONUS, Phase, State, open, points, vacant};

/// Of a hundred positions with so many vacant tiles, before a turn, so many are lost for whoever is to place
/// (counted in some thousands of scattered boards that were played perfectly). Whoever has a choice mostly
/// finds a way.
const LOST: [u8; 13] = [100, 0, 56, 5, 12, 25, 8, 6, 12, 10, 5, 7, 8];
const MOSTLY_LOST: u8 = 7;

pub(super) fn estimate(state: &State, seat: Seat) -> Option<f32> {
    let seats = state.cubes.seats();
    match (state.options.goal, state.phase) {
        (_, Phase::Over { last }) => Some(super::outcome(state, last).utility(seat)),
        (Goal::Last, Phase::Place { seat: mover, .. }) if seats == 2 => {
            let chances = chances_of_last(state);
            Some(if seat == mover { chances } else { 1.0 - chances })
        }
        // Among three or four nobody can tell who will be last.
        (Goal::Last, Phase::Place { .. }) => None,
        (Goal::Points, Phase::Place { seat: mover, .. }) => {
            let others = Seat::all(seats).filter(|other| *other != seat).map(|other| points(state, other));
            let lead = (points(state, seat) - others.max().unwrap_or(0)) as f32;
            let last = if seats == 2 { chances_of_last(state) } else { 0.5 };
            let last = if seat == mover { last } else { 1.0 - last };
            let left = vacant(state).len() as f32;
            let worth = lead + (2.0 * last - 1.0) * (LAST_BONUS as f32 + left / 8.0);
            Some(0.5 + worth / (2.0 * (worth.abs() + 2.0 + left / 3.0)))
        }
    }
}

/// How likely it is that whoever is to place fills the last tile, if two play.
fn chances_of_last(state: &State) -> f32 {
    let Phase::Place { placed, .. } = state.phase else { return 0.5 };
    let lost = |vacant: usize| f32::from(LOST.get(vacant).copied().unwrap_or(MOSTLY_LOST)) / 100.0;
    let left = vacant(state).len();
    if placed.is_empty() {
        return 1.0 - lost(left);
    }
    // A turn that has begun may leave the other player with these tiles, or with fewer if it goes on.
    let more = open(state, placed).len().min(left);
    (left - more..=left).map(lost).fold(0.0, f32::max)
}

//! How well a seat stands.

use boxwood_engine::Seat;

use super::board::{Spaces, moves};
use super::{Phase, State, rows_to_go};

/// What a move, a cube that can move and a row that is still to go are worth. Whoever has to stop first
/// loses, so freedom counts, now and later; being ahead does not.
const MOVE: i32 = 2;
const CUBE: i32 = 3;
const ROW: i32 = 4;
/// A lead with which three of four games are won.
const GOOD: i32 = 12;

pub(super) fn estimate(state: &State, seat: Seat) -> f32 {
    match state.phase {
        Phase::Over(winner) => f32::from(u8::from(winner == seat)),
        Phase::Move(_) => {
            let lead = weight(state, seat) - weight(state, seat.other());
            0.5 + (lead as f32) / (2 * (lead.abs() + GOOD)) as f32
        }
    }
}

fn weight(state: &State, seat: Seat) -> i32 {
    let (mut freedom, mut movable) = (0, Spaces::EMPTY);
    for (from, _) in moves(state.cubes, seat, state.options.jump_over) {
        freedom += 1;
        movable.insert(from);
    }
    MOVE * freedom + CUBE * movable.len() as i32 + ROW * rows_to_go(state, seat) as i32
}

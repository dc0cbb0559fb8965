//! How well a seat stands.

use boxwood_engine::Seat;
use boxwood_kit::Square;

use super::board::{SIDE, Space, Spaces};
use super::{Diagonals, Phase, State};

/// What a line is worth by how many tiles it lacks.
const LACKING: [i32; 4] = [0, 27, 9, 2];
/// What it is worth to be the next to push, for each line that lacks one tile.
const TO_PUSH: i32 = 20;
/// A lead with which three of four games are won.
const GOOD: i32 = 40;

pub(super) fn estimate(state: &State, seat: Seat) -> f32 {
    match state.phase {
        Phase::Won(winner) => f32::from(u8::from(winner == seat)),
        Phase::Drawn => 0.5,
        Phase::Push(mover) => {
            let lead = weight(state, seat, mover) - weight(state, seat.other(), mover);
            0.5 + (lead as f32) / (2 * (lead.abs() + GOOD)) as f32
        }
    }
}

/// Lines that are nearly complete count most, above all before one's own turn.
fn weight(state: &State, seat: Seat, mover: Seat) -> i32 {
    let (side, tiles) = (state.board().side(), state.tiles(seat));
    let (mut rows, mut columns) = ([0; SIDE], [0; SIDE]);
    for Square { row, col } in tiles.iter().map(Space::square) {
        rows[row as usize] += 1;
        columns[col as usize] += 1;
    }
    let worth = |tiles: usize| {
        let lacking = side - tiles;
        let soon = if lacking == 1 && seat == mover { TO_PUSH } else { 0 };
        LACKING.get(lacking).map_or(0, |worth| worth + soon)
    };
    let diagonals: i32 = match state.options.diagonals {
        Diagonals::No => 0,
        Diagonals::Yes => {
            state.board().diagonals().iter().map(|line: &Spaces| worth((*line & tiles).len())).sum()
        }
    };
    rows[..side].iter().chain(&columns[..side]).map(|&tiles| worth(tiles)).sum::<i32>() + diagonals
}

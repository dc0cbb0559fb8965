//! How well a seat stands.

use boxwood_engine::Seat;

use super::{Phase, State};

/// The games won so far, the chances in this one, and half of what is still to come; of all games.
pub(super) fn estimate(state: &State, seat: Seat) -> f32 {
    let games = u32::from(state.options.length.games().most());
    let played = state.series.played();
    let won = u32::from(state.series.wins()[seat]);
    let (this_game, to_come) = match state.phase {
        Phase::Over => (0, 0),
        Phase::Build | Phase::Take(_) => (chances(state, seat), games - played - 1),
    };
    (20 * won + this_game + 10 * to_come) as f32 / (20 * games) as f32
}

/// Of twenty games from here, those that the seat wins: nearly all if it is not to move and the
/// heaps are even in every binary digit, since then there is an answer to whatever is taken.
fn chances(state: &State, seat: Seat) -> u32 {
    let mover = match state.phase {
        Phase::Take(mover) => mover,
        Phase::Build | Phase::Over => state.opener.other(),
    };
    let is_even = state.heaps.iter().fold(0, |sum, cubes| sum ^ cubes) == 0;
    if state.heaps.is_empty() {
        10
    } else if is_even == (seat != mover) {
        19
    } else {
        1
    }
}

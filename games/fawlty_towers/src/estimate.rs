//! How well a seat stands.

use boxwood_engine::Seat;
use boxwood_kit::{Card, Colour};

use super::reach::{cards_in_reach, just_placed};
use super::state::score;
use super::tower::{self, Cube};
use super::{Phase, State};

/// So many points are still open to everybody.
const TO_COME: i32 = 10;

/// The own points against those of the best other player.
pub(super) fn estimate(state: &State, seat: Seat) -> f32 {
    let worth = |seat: Seat| 100 * (score(state.taken[seat]) + TO_COME) + hope(state, seat);
    let others = Seat::all(state.seats()).filter(|&other| other != seat);
    let (own, best) = (worth(seat), others.map(worth).max().unwrap_or(0));
    own as f32 / (own + best) as f32
}

/// What a seat may expect of the rest of its turn, in hundredths of a point.
fn hope(state: &State, seat: Seat) -> i32 {
    if state.seat != seat {
        return 0;
    }
    match state.phase {
        Phase::Aim { colour, tower } => {
            let cubes = state.tower(tower);
            let stands = 100 - tower::risk(cubes, (0, 0), state.options.tremor).percent() as i32;
            stands * best_card(state, colour, cubes) + (100 - stands) * best_below(state)
        }
        Phase::Take { tower } => {
            let (colour, below) = just_placed(state, tower);
            100 * best_card(state, colour, below)
        }
        Phase::Rebuild { .. } => 100 * best_below(state),
        Phase::Choose | Phase::Over => 0,
    }
}

/// The most that a card in reach adds to the score of whoever is on turn.
fn best_card(state: &State, colour: Colour, tower: &[Cube]) -> i32 {
    cards_in_reach(state, colour, tower).map(|(_, _, card)| gain(state, card)).max().unwrap_or(0)
}

/// Rule 8: the same for level 1, where any base will do.
fn best_below(state: &State) -> i32 {
    state.columns.iter().filter_map(|column| column.first()).map(|&card| gain(state, card)).max().unwrap_or(0)
}

/// What a card adds to the score of whoever is on turn.
pub(super) fn gain(state: &State, card: Card) -> i32 {
    let taken = state.taken[state.seat];
    let mut with = taken;
    with.insert(card);
    score(with) - score(taken)
}

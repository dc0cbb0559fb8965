//! A player who looks one action ahead and follows the game's own estimate.
//!
//! Random play of races, buildings and co-operative games runs into the turn limit. This player goes
//! home, builds and rescues, so that the real ends of a game come under law. It is no bot: it acts in the
//! true state, and its chance is not that of the match.

use boxwood_engine::{Ctx, Game, Seat, Turn, Viewer};
use boxwood_kit::Rng;

/// So many actions are looked at; of more, a sample.
const LOOKED_AT: usize = 24;
/// Once in so many times the player does anything at all, so that matches differ.
const WHIM: u32 = 12;

/// Whether the game has an opinion that could be followed here.
pub(crate) fn has_estimate<G: Game>(state: &G::State, seat: Seat) -> bool {
    G::estimate(&G::view(state, Viewer::Seat(seat)), seat).is_some()
}

/// Which of these legal actions the player chooses; any, in a game without an estimate.
pub(crate) fn choose<G: Game>(state: &G::State, seat: Seat, actions: &[G::Action], rng: &mut Rng) -> usize {
    if !has_estimate::<G>(state, seat) || rng.below(WHIM) == 0 {
        return rng.index(actions.len());
    }
    let mut numbers: Vec<usize> = (0..actions.len()).collect();
    rng.shuffle(&mut numbers); // among equals the first is chosen
    numbers.truncate(LOOKED_AT);
    let mut best = (f32::NEG_INFINITY, numbers[0]);
    for number in numbers {
        let worth = worth_of::<G>(state.clone(), seat, &actions[number], rng);
        if worth > best.0 {
            best = (worth, number);
        }
    }
    best.1
}

/// How well the seat stands after the action.
fn worth_of<G: Game>(mut state: G::State, seat: Seat, action: &G::Action, rng: &mut Rng) -> f32 {
    G::apply(&mut state, seat, action, &mut Ctx::silent(rng));
    match G::turn(&state) {
        Turn::Over(outcome) => outcome.utility(seat),
        Turn::Active(_) => G::estimate(&G::view(&state, Viewer::Seat(seat)), seat).unwrap_or(0.0),
    }
}

//! Random play to the end, as fast as a game allows.

use boxwood_kit::Rng;

use crate::{Ctx, Game, Outcome, SeatSet, Turn};

/// How a random match went.
#[derive(Clone, Copy, Debug)]
pub struct Playout {
    /// How it ended.
    pub outcome: Outcome,
    /// How many actions it took.
    pub actions: u32,
}

/// Plays at random from the state to the end.
///
/// `buffer` is only working space; handing the same one in again saves its allocation.
#[inline]
pub fn playout<G: Game>(state: &mut G::State, rng: &mut Rng, buffer: &mut Vec<G::Action>) -> Playout {
    let mut actions = 0;
    loop {
        let active = match G::turn(state) {
            Turn::Active(active) => active,
            Turn::Over(outcome) => return Playout { outcome, actions },
        };
        let seat = any_seat(active, rng);
        buffer.clear();
        G::legal_actions(state, seat, buffer);
        let action = rng.choose(buffer).clone();
        G::apply(state, seat, &action, &mut Ctx::silent(rng));
        actions += 1;
    }
}

#[inline]
fn any_seat(active: SeatSet, rng: &mut Rng) -> crate::Seat {
    let skip = if active.len() == 1 { 0 } else { rng.index(active.len()) };
    active.iter().nth(skip).expect("somebody is active while the match runs")
}

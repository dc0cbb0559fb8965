//! Counting action paths.

use boxwood_engine::{Ctx, Game, Turn};
use boxwood_kit::Rng;

/// The number of ways to act `depth` times from the state, where every chance comes from `rng`.
pub fn perft<G: Game>(state: &G::State, depth: u32, rng: &Rng) -> u64 {
    let Turn::Active(active) = G::turn(state) else { return 0 };
    let mut total = 0;
    for seat in active.iter() {
        let mut actions = vec![];
        G::legal_actions(state, seat, &mut actions);
        if depth == 1 {
            total += actions.len() as u64;
            continue;
        }
        for action in actions {
            let (mut next, mut chance) = (state.clone(), rng.clone());
            G::apply(&mut next, seat, &action, &mut Ctx::silent(&mut chance));
            total += perft::<G>(&next, depth - 1, &chance);
        }
    }
    total
}

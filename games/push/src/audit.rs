//! What a state from outside must be: what its pushes lead to, one after the other.

use boxwood_engine::{Ctx, Game};
use boxwood_kit::Rng;

use super::{Action, Phase, Push, State, can_push, lay_out};

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    if state.first.index() > 1 {
        return Err("push has two seats");
    }
    let mut replayed = lay_out(&state.options, state.first);
    for &action in &state.pushes {
        let Phase::Push(seat) = replayed.phase else { return Err("there are pushes after the end") };
        let Action::Push { at, from } = action;
        can_push(&replayed, seat, at, from).map_err(|_| "a push is not allowed")?;
        Push::apply(&mut replayed, seat, &action, &mut Ctx::silent(&mut Rng::from_number(0)));
    }
    match () {
        () if replayed.green != state.green => Err("the tiles are not where the pushes lead"),
        () if replayed.phase != state.phase => Err("it is somebody else's turn, or over, or not"),
        () => Ok(()),
    }
}

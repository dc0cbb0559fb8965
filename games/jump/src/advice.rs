//! Why a move is a good one.

use boxwood_engine::{Ctx, Game, Seat};
use boxwood_kit::Rng;
use boxwood_scene::count;

use super::board::moves;
use super::{Action, Jump, Phase, Space, State, home};

/// With so few moves to choose from, somebody is in trouble.
const FEW: usize = 4;

pub(super) fn reason(state: &State, seat: Seat, from: Space, to: Space) -> Option<String> {
    let mut next = state.clone();
    Jump::apply(&mut next, seat, &Action::Move { from, to }, &mut Ctx::silent(&mut Rng::from_number(0)));
    let (other, over) = (seat.other(), state.options.jump_over);
    let freedom = |state: &State, seat: Seat| moves(state.cubes, seat, over).count();
    let (theirs, ours) = (freedom(&next, other), freedom(&next, seat));
    match next.phase {
        Phase::Over(_) if home(&next, seat).len() == next.cubes[seat.index()].len() => {
            Some("It brings your last cube home.".into())
        }
        Phase::Over(_) => Some(format!("It leaves {other} no move.")),
        Phase::Move(_) if theirs <= FEW && theirs < ours => {
            Some(format!("It leaves {other} only {}, and you have {ours}.", count(theirs as i64, "move")))
        }
        Phase::Move(_) if theirs + 2 <= freedom(state, other) => {
            let fewer = freedom(state, other) - theirs;
            Some(format!("It takes {} away from {other}.", count(fewer as i64, "move")))
        }
        Phase::Move(_) => None,
    }
}

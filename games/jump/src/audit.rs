//! What a state from outside must be so that the rules can go on from it.

use boxwood_engine::Seat;

use super::board::{can_move, start};
use super::{Action, CUBES, Phase, State, home, occupied, way};

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    let [south, north] = state.cubes;
    if !(south & north).is_empty() {
        return Err("two cubes stand on one space");
    }
    if state.cubes.iter().any(|cubes| cubes.len() != usize::from(CUBES)) {
        return Err("each player has eight cubes");
    }
    let (Phase::Move(seat) | Phase::Over(seat)) = state.phase;
    if seat.index() > 1 {
        return Err("jump has two seats");
    }
    audit_last(state)?;
    let over = state.options.jump_over;
    let is_home = |seat: Seat| home(state, seat).len() == usize::from(CUBES);
    match state.phase {
        Phase::Move(_) if Seat::all(2).any(is_home) => {
            Err("it is not over, but all cubes of a player are home")
        }
        Phase::Move(seat) if !can_move(state.cubes, seat, over) => Err("somebody must move, but cannot"),
        Phase::Over(winner) if is_home(winner.other()) => Err("somebody else has won"),
        Phase::Over(winner) if !is_home(winner) && can_move(state.cubes, winner.other(), over) => {
            Err("it is over, but the other player can move")
        }
        Phase::Move(_) | Phase::Over(_) => Ok(()),
    }
}

/// Rule 3: the last move was the other player's, or the winner's.
fn audit_last(state: &State) -> Result<(), &'static str> {
    let mover = match state.phase {
        Phase::Move(seat) => seat.other(),
        Phase::Over(winner) => winner,
    };
    let has_begun = state.cubes != [Seat::FIRST, Seat::SECOND].map(start);
    match state.last {
        None if has_begun => Err("cubes have moved, but nobody moved them"),
        Some(_) if !has_begun => Err("somebody has moved, but no cube has"),
        Some(Action::Move { from, to })
            if occupied(state).contains(from)
                || !state.cubes[mover.index()].contains(to)
                || way(mover, from, to).is_none() =>
        {
            Err("the last move was another one")
        }
        None | Some(_) => Ok(()),
    }
}

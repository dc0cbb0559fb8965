//! What a state from outside must be so that the rules can go on from it.

use boxwood_engine::Seat;

use super::board::CENTRE;
use super::{Phase, StartShape, State, is_centre_full, occupied, sides, spaces_of};

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    if state.first.index() > 1 {
        return Err("othellino has two seats");
    }
    if !(state.cubes[0] & state.cubes[1]).is_empty() {
        return Err("two cubes stand on one space");
    }
    if state.options.colour_a == state.options.colour_b {
        return Err("the players need two different colours of the base box");
    }
    if state.last.is_some_and(|last| !occupied(state).contains(last)) {
        return Err("the last cube is not on the board");
    }
    match state.phase {
        Phase::Place { seat, .. } if seat.index() > 1 => Err("othellino has two seats"),
        Phase::Place { seat, spaces } if spaces != spaces_of(state, seat) => {
            Err("these are not the spaces where a cube may be placed")
        }
        Phase::Place { spaces, .. } if spaces.is_empty() => Err("somebody must place a cube, but cannot"),
        Phase::Place { seat, .. } if !is_centre_full(state) => audit_centre(state, seat),
        Phase::Over if Seat::all(2).any(|seat| !spaces_of(state, seat).is_empty()) => {
            Err("it is over, but somebody could place a cube")
        }
        Phase::Place { .. } | Phase::Over => Ok(()),
    }
}

/// Rule 7: only the centre has cubes, and they were placed by turns.
fn audit_centre(state: &State, seat: Seat) -> Result<(), &'static str> {
    let (own, enemy) = sides(state, seat);
    if state.options.start_shape == StartShape::Diagonal {
        return Err("the centre is full from the start");
    }
    if !occupied(state).is_subset(CENTRE) {
        return Err("the centre is filled before anything else");
    }
    let is_first = seat == state.first;
    if enemy.len() != own.len() + usize::from(!is_first) {
        return Err("the centre is filled by turns");
    }
    Ok(())
}

//! What a state from outside must be so that the rules can go on from it.

use boxwood_engine::Seat;

use super::flow::ending;
use super::{
    Board, CUBES, Move, Phase, Spaces, State, begun_in, can_move, free, growing, in_the_corners, occupied,
    score,
};

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    let seats = state.cubes.seats();
    if !(2..=6).contains(&seats) {
        return Err("two to six play");
    }
    if state.options.board == Board::Square36 && seats != 2 && seats != 4 {
        return Err("two or four play on the square");
    }
    let cubes: i32 = score(state).as_slice().iter().sum();
    if cubes != occupied(state).len() as i32 {
        return Err("two cubes stand on one space");
    }
    if !occupied(state).is_subset(state.options.board.spaces()) {
        return Err("a cube stands beside the board");
    }
    if state.cubes.iter().any(|(_, cubes)| cubes.len() > CUBES) {
        return Err("nobody has more than 20 cubes");
    }
    match state.phase {
        Phase::Choose(seat) | Phase::Move(seat) if seat.index() >= seats => Err("that seat is not taken"),
        Phase::Choose(seat) => audit_choice(state, seat),
        Phase::Move(_) | Phase::Over if cubes < at_the_start(state) => Err("the board never gets emptier"),
        Phase::Move(seat) => audit_last(state).and_then(|()| audit_move(state, seat)),
        Phase::Over => audit_last(state).and_then(|()| audit_end(state)),
    }
}

fn at_the_start(state: &State) -> i32 {
    let seats = state.cubes.seats();
    match state.options.board {
        Board::Hex37 => 3 * seats as i32,
        Board::Square36 => {
            in_the_corners(seats, Seat::FIRST).iter().map(|(_, cubes)| cubes.len() as i32).sum()
        }
    }
}

/// Rules 2 and 3: whoever has chosen sits before this seat, without a gap.
fn audit_choice(state: &State, seat: Seat) -> Result<(), &'static str> {
    let seats = state.cubes.seats();
    if state.options.board == Board::Square36 {
        return Err("nobody chooses a corner of the square");
    }
    if state.quiet > 0 || state.last.is_some() {
        return Err("nobody has moved yet");
    }
    let has_begun = |seat: Seat| !state.cubes[seat].is_empty();
    if has_begun(seat) || !seat.round(seats).map(has_begun).is_sorted() {
        return Err("the corners are chosen in turn");
    }
    let is_choice = |cubes: &Spaces| (0..6).any(|corner| begun_in(seats, corner) == *cubes);
    if state.cubes.iter().all(|(seat, cubes)| !has_begun(seat) || is_choice(cubes)) {
        Ok(())
    } else {
        Err("somebody has begun outside a corner")
    }
}

/// Rules 4 to 6, with R6: what was moved last can have been.
fn audit_last(state: &State) -> Result<(), &'static str> {
    let board = state.options.board;
    match state.last {
        None | Some(Move { from: None, .. }) if state.quiet > 0 => Err("nothing has spread"),
        Some(Move { from: Some(_), .. }) if state.quiet == 0 => Err("something has spread"),
        Some(last) if !occupied(state).contains(last.to) => Err("what was moved last is not there"),
        Some(Move { from: Some(from), .. }) if occupied(state).contains(from) => {
            Err("what spread last is still there")
        }
        Some(Move { from: Some(from), to }) if !board.two_away(from).contains(to) => {
            Err("cubes spread two steps")
        }
        _ => Ok(()),
    }
}

/// Rules 7 to 9: it goes on.
fn audit_move(state: &State, seat: Seat) -> Result<(), &'static str> {
    if Seat::all(state.cubes.seats()).any(|seat| ending(state, seat).is_some()) {
        Err("it is over by now")
    } else if !can_move(state, seat, free(state)) {
        Err("somebody is to move who cannot")
    } else {
        Ok(())
    }
}

/// Rules 8 and 9: it is over.
fn audit_end(state: &State) -> Result<(), &'static str> {
    if growing(state) == 0 {
        return Err("nobody is left");
    }
    let is_over = Seat::all(state.cubes.seats()).any(|seat| ending(state, seat).is_some());
    if is_over { Ok(()) } else { Err("it is over, but somebody can move") }
}

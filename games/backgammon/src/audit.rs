//! What a state from outside must be so that the rules can go on from it.

use super::board::{OFF, Side};
use super::{Phase, State, has_move};

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    let [zero, one] = state.sides.map(Side::held);
    let shared = |space: u8| zero >> space & one >> (OFF - space) & 1 == 1;
    state.series.audit(2, state.games(), state.phase == Phase::Over)?;
    let won: u32 = state.series.wins().iter().map(|(_, &wins)| u32::from(wins)).sum();
    if state.series.played() != won {
        return Err("no game is a draw");
    }
    let is_done = state.sides.map(Side::is_done);
    match state.phase {
        _ if (1..OFF).any(shared) => Err("pieces of both players stand on one space"),
        _ if state.opener.index() > 1 => Err("backgammon has two seats"),
        Phase::Over if is_done == [true; 2] => Err("only one player takes off all pieces"),
        Phase::Over if is_done == [false; 2] && state.turns != state.move_cap() => {
            Err("it is over, but nobody has taken off all pieces")
        }
        Phase::Over => Ok(()),
        Phase::Move { seat, .. } if seat.index() > 1 => Err("backgammon has two seats"),
        Phase::Move { .. } if state.turns >= state.move_cap() => Err("the game has had all its turns"),
        Phase::Move { .. } if is_done != [false; 2] => Err("all pieces of a player are off already"),
        Phase::Move { dice, .. } if !dice.are_possible() => Err("no roll leaves such dice"),
        Phase::Move { seat, dice } if !has_move(state, seat, dice) => {
            Err("somebody must move, but no die can be played")
        }
        Phase::Move { .. } => Ok(()),
    }
}

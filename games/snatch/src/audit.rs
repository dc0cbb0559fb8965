//! What a state from outside must be so that the rules can go on from it.

use super::{Asked, MOST_TURNS, Phase, Seat, State, Timing};

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    if state.opener.index() > 1 {
        return Err("there are two seats");
    }
    if !state.sides.iter().all(|side| side.is_sorted()) {
        return Err("the Snatchers are not told in order");
    }
    state.series.audit(2, state.options.length.games(), state.phase == Phase::Over)?;
    let cubes = state.sides.map(|side| side.cubes());
    if cubes == [0; 2] {
        return Err("both have lost their last cube");
    }
    if let Some((from, to)) = state.last
        && (from == to || !state.side(state.last_mover()).protects(to) || state.turns == 0)
    {
        return Err("no Snatcher stands where the last one went");
    }
    match state.phase {
        Phase::Over => audit_end(state, cubes),
        Phase::Played(_) => Err("nobody is to decide anything"),
        _ if cubes.contains(&0) => Err("somebody has lost the last cube already"),
        _ if state.turns >= MOST_TURNS => Err("the game has had all its turns"),
        _ if state.options.timing == Timing::AnyTime && has_prey(state) => {
            Err("a pair has not snatched what it could")
        }
        Phase::Move(roll) if state.side(state.mover()).asked(roll) != Asked::Move => {
            Err("somebody is to choose a move, but there is no choice")
        }
        Phase::Surrender if state.side(state.mover()).pair().is_none() => {
            Err("a cube is to be given up, but the Snatchers do not stand together")
        }
        Phase::Surrender if cubes[state.mover().index()] < 2 => {
            Err("somebody is to choose a cube, but has only one")
        }
        Phase::Move(_) | Phase::Surrender => Ok(()),
    }
}

fn has_prey(state: &State) -> bool {
    let [zero, one] = &state.sides;
    zero.prey(one).is_some() || one.prey(zero).is_some()
}

/// Rules 7 and 8, with R6.
fn audit_end(state: &State, cubes: [u8; 2]) -> Result<(), &'static str> {
    let wins = state.series.wins();
    let draws = state.series.played() - wins.iter().map(|(_, &wins)| u32::from(wins)).sum::<u32>();
    if !cubes.contains(&0) && state.turns != MOST_TURNS {
        return Err("it is over, but everybody has a cube left");
    }
    if state.turns > MOST_TURNS {
        return Err("the game has had too many turns");
    }
    let last = match cubes[0].cmp(&cubes[1]) {
        std::cmp::Ordering::Less => u32::from(wins[Seat::SECOND]),
        std::cmp::Ordering::Equal => draws,
        std::cmp::Ordering::Greater => u32::from(wins[Seat::FIRST]),
    };
    if last == 0 { Err("somebody else has won the last game") } else { Ok(()) }
}

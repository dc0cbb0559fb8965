//! Which states from outside could have arisen by the rules.

use boxwood_engine::SeatSet;

use super::{Heaps, Phase, State, cubes_in_play, fixed_heaps, most_heaps};

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    let on_turn = if let Phase::Take(seat) = state.phase { seat } else { state.opener };
    if state.opener.index() > 1 || on_turn.index() > 1 {
        return Err("there are two seats");
    }
    if sum(&state.heaps) + u32::from(state.supply) != u32::from(cubes_in_play(&state.options)) {
        return Err("there are not as many cubes as are played with");
    }
    audit_heaps(state)?;
    state.series.audit(2, state.options.length.games(), state.phase == Phase::Over)?;
    if state.series.played() != sum(state.series.wins().as_slice()) {
        return Err("no game is a draw");
    }
    match state.phase {
        Phase::Build => Ok(()),
        Phase::Take(_) if sum(&state.heaps) == 0 => Err("somebody is to take, but no cube is left"),
        Phase::Take(seat) if !could_move(state).contains(seat) => Err("it is the other player's turn"),
        Phase::Over if sum(&state.heaps) > 0 => Err("it is over, but a cube is left"),
        // Whoever would move next has not taken the last cube: the other one has.
        Phase::Over if could_move(state).iter().all(|next| state.series.wins()[next.other()] == 0) => {
            Err("somebody else has taken the last cube")
        }
        Phase::Take(_) | Phase::Over => Ok(()),
    }
}

/// Rules 1 and 5: these heaps can have been built or laid out.
fn audit_heaps(state: &State) -> Result<(), &'static str> {
    let (heaps, first) = (&state.heaps, &state.first);
    let is_setter = state.options.heaps == Heaps::Setter;
    if state.phase == Phase::Build && !is_setter {
        return Err("nobody builds heaps");
    }
    if state.options.heaps == Heaps::Random {
        if !(3..=5).contains(&first.len()) || !first.iter().all(|cubes| (1..=9).contains(cubes)) {
            return Err("random heaps are three to five of one to nine cubes");
        }
    } else if first[..] != *fixed_heaps(state.options.heaps) {
        return Err("the game did not begin with the heaps that were chosen");
    }
    if !is_setter {
        let shrunk = heaps.iter().zip(first.iter()).all(|(now, first)| now <= first);
        return if heaps.len() == first.len() && shrunk { Ok(()) } else { Err("a heap has grown") };
    }
    if heaps.len() > most_heaps(state) {
        return Err("there are more heaps than may be built");
    }
    match state.phase {
        Phase::Build if heaps.contains(&0) => Err("a heap was built without cubes"),
        Phase::Build => Ok(()),
        Phase::Take(_) | Phase::Over if heaps.is_empty() => Err("no heap was built"),
        Phase::Take(_) | Phase::Over => Ok(()),
    }
}

/// Rule 2: who can be to move, as far as the cubes tell. A heap that has shrunk took at least one
/// move, and each move took at least one cube.
fn could_move(state: &State) -> SeatSet {
    let (least, most) = if state.options.heaps == Heaps::Setter {
        // How large the heaps were is forgotten; one that is gone had a cube.
        (state.heaps.iter().filter(|cubes| **cubes == 0).count() as u32, u32::from(state.supply))
    } else {
        let shrunk = state.heaps.iter().zip(state.first.iter()).filter(|(now, first)| now < first);
        (shrunk.count() as u32, sum(&state.first) - sum(&state.heaps))
    };
    let beginner = if state.options.heaps == Heaps::Setter { state.opener.other() } else { state.opener };
    let after = |moves: u32| if moves.is_multiple_of(2) { beginner } else { beginner.other() };
    (least..=most).take(2).map(after).collect()
}

fn sum(numbers: &[u8]) -> u32 {
    numbers.iter().map(|&number| u32::from(number)).sum()
}

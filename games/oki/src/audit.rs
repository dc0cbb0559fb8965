//! What a state from outside must be so that the rules can go on from it.

use super::board::lay_out;
use super::{Layout, Phase, Rng, Spaces, State, filled, in_line, vacant};

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    audit_tiles(state)?;
    let (Phase::Place { seat, .. } | Phase::Over { last: seat }) = state.phase;
    if !(2..=4).contains(&state.cubes.seats()) || seat.index() >= state.cubes.seats() {
        return Err("oki has two to four seats");
    }
    let cubes = state.cubes.as_slice();
    if !filled(state).is_subset(state.tiles) {
        return Err("a cube lies beside the tiles");
    }
    if cubes.iter().map(|cubes| cubes.len()).sum::<usize>() != filled(state).len() {
        return Err("two cubes lie on one tile");
    }
    if let Some(first) = filled(state).first()
        && reached(filled(state), Spaces::only(first)) != filled(state)
    {
        return Err("the cubes do not hang together");
    }
    audit_last(state)?;
    match state.phase {
        Phase::Place { .. } if vacant(state).is_empty() => Err("all tiles are filled, but it is not over"),
        Phase::Over { .. } if !vacant(state).is_empty() => Err("it is over, but a tile is vacant"),
        Phase::Over { last } if state.cubes[last].is_empty() => Err("somebody else has filled the last tile"),
        Phase::Place { seat, placed } => audit_turn(state, state.cubes[seat], placed),
        Phase::Over { .. } => Ok(()),
    }
}

/// Rules 1 and 9: as many tiles as were chosen, in one piece, where the layout has them.
fn audit_tiles(state: &State) -> Result<(), &'static str> {
    let (tiles, options) = (state.tiles, &state.options);
    if tiles.len() != options.tiles.number() {
        return Err("there are not as many tiles as were chosen");
    }
    let Some(first) = tiles.first() else { return Err("there is no tile") };
    if reached(tiles, Spaces::only(first)) != tiles {
        return Err("the tiles do not hang together");
    }
    let is_fixed = options.layout != Layout::Scatter;
    if is_fixed && tiles != lay_out(options.layout, tiles.len(), &mut Rng::from_number(0)) {
        return Err("the tiles do not lie as was chosen");
    }
    Ok(())
}

/// The cubes of the turn before are somebody's, and there are some as soon as there are cubes.
fn audit_last(state: &State) -> Result<(), &'static str> {
    let now = if let Phase::Place { placed, .. } = state.phase { placed } else { Spaces::EMPTY };
    let is_somebodys = state.cubes.as_slice().iter().any(|cubes| state.last.is_subset(*cubes - now));
    if state.last.is_empty() == filled(state).is_empty() && is_somebodys {
        Ok(())
    } else {
        Err("the turn before was another one")
    }
}

/// Rules 2 to 4 and 8: the cubes of this turn are the player's own, on one line, and others lay there before.
fn audit_turn(state: &State, own: Spaces, placed: Spaces) -> Result<(), &'static str> {
    let before = filled(state) - placed;
    if !placed.is_subset(own) {
        return Err("this turn's cubes are somebody else's");
    }
    if placed.is_empty() {
        return Ok(());
    }
    if before.is_empty() {
        return Err("the first turn places one cube only");
    }
    let is_in_line = |space| {
        let mut others = placed;
        others.remove(space);
        in_line(others, super::Line::Loose).contains(space)
    };
    if !placed.iter().all(is_in_line) {
        return Err("this turn's cubes are not on one line");
    }
    if state.options.line == super::Line::Contiguous
        && placed.first().is_some_and(|first| reached(placed, Spaces::only(first)) != placed)
    {
        return Err("there is a gap between this turn's cubes");
    }
    if reached(placed | before, before) != placed | before {
        return Err("a cube of this turn touched nothing");
    }
    Ok(())
}

/// What of these can be reached from the start, from one to another that touches it.
fn reached(spaces: Spaces, start: Spaces) -> Spaces {
    let mut reached = start & spaces;
    loop {
        let more = (reached | reached.neighbours()) & spaces;
        if more == reached {
            return reached;
        }
        reached = more;
    }
}

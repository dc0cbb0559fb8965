//! What is allowed, and why not.

use boxwood_engine::{Illegal, Side};
use boxwood_scene::count;

use super::land::{Spot, Spots};
use super::score::{holds, strengths, strongest_other};
use super::{MOST_AT_ONCE, State};

/// The tiles on which another colour's lord stands.
#[inline]
fn closed_to(state: &State, side: Side) -> Spots {
    let mut closed = Spots::EMPTY;
    for (other, lord) in state.lords.iter() {
        if let Some(spot) = lord.filter(|_| other != side) {
            closed.insert(spot);
        }
    }
    closed
}

/// Rule 2: where a colour may place knights.
#[inline]
pub(super) fn open_to(state: &State, side: Side) -> Spots {
    let free = state.land.spots() - closed_to(state, side);
    free.iter().filter(|&spot| !holds(state, side, spot)).collect()
}

/// Rule 2.
pub(super) fn can_place(state: &State, side: Side, tile: Spot, n: u8) -> Result<(), Illegal> {
    is_on_land(state, tile)?;
    if let Some(lord) = state.lord_on(tile).filter(|lord| *lord != side) {
        return Err(Illegal::new(
            "rule 2",
            format!("The {} lord keeps {tile} closed", state.sides.colour(lord)),
        ));
    }
    if holds(state, side, tile) {
        return Err(Illegal::new("rule 2", format!("{} holds {tile} already", capital(state, side))));
    }
    if !(1..=MOST_AT_ONCE).contains(&n) {
        return Err(Illegal::new("rule 2", "Place one to three knights"));
    }
    let left = state.supply(side);
    if n > left {
        return Err(Illegal::new("rule 2", format!("Only {} left in the supply", is_left(left))));
    }
    Ok(())
}

/// Rule 3, with R3 and R5: every tile that a lord may move to, with the fewest and the most knights he may take.
#[inline]
pub(super) fn for_each_march(state: &State, side: Side, mut found: impl FnMut(Spot, u8, u8)) {
    let Some(from) = state.lords[side] else { return };
    let most = state.land.knights(from, side).min(MOST_AT_ONCE);
    let free = state.land.spots() - closed_to(state, side) - Spots::only(from);
    for tile in free.iter() {
        let fewest = fewest_to_hold(state, side, tile);
        if fewest <= most {
            found(tile, fewest, most);
        }
    }
}

/// How many knights a lord has to take along so that his colour holds the tile.
#[inline]
fn fewest_to_hold(state: &State, side: Side, tile: Spot) -> u8 {
    let strengths = strengths(state, tile);
    let own_with_lord = strengths[side.index()] + 1;
    (strongest_other(&strengths, side) + 1).saturating_sub(own_with_lord).max(1)
}

/// Whether the lord can move at all.
#[inline]
pub(super) fn can_march(state: &State, side: Side) -> bool {
    let mut can = false;
    for_each_march(state, side, |_, _, _| can = true);
    can
}

/// Rule 3.
pub(super) fn can_lead(state: &State, side: Side, tile: Spot, k: u8) -> Result<(), Illegal> {
    is_on_land(state, tile)?;
    let Some(from) = state.lords[side] else {
        return Err(Illegal::new("rule 3", "The lord is not on the land yet"));
    };
    if tile == from {
        return Err(Illegal::new("rule 3", "The lord moves to a different tile"));
    }
    if let Some(lord) = state.lord_on(tile) {
        return Err(Illegal::new(
            "ruling R3",
            format!("The {} lord keeps {tile} closed", state.sides.colour(lord)),
        ));
    }
    if !(1..=MOST_AT_ONCE).contains(&k) {
        return Err(Illegal::new("rule 3", "The lord takes one to three knights along"));
    }
    let with_him = state.land.knights(from, side);
    if k > with_him {
        return Err(Illegal::new("rule 3", format!("Only {} with the lord", stands(with_him))));
    }
    if k < fewest_to_hold(state, side, tile) {
        let strengths = strengths(state, tile);
        let (own, other) = (strengths[side.index()] + k + 1, strongest_other(&strengths, side));
        let why = format!("You would not hold {tile}: {own} against {other}, the lord counted");
        return Err(Illegal::new("rule 3", why));
    }
    Ok(())
}

fn is_on_land(state: &State, tile: Spot) -> Result<(), Illegal> {
    if state.land.spots().contains(tile) {
        Ok(())
    } else {
        Err(Illegal::new("rule 1", format!("There is no tile {tile}")))
    }
}

/// "1 knight is", "2 knights are".
fn is_left(n: u8) -> String {
    format!("{} {}", count(n, "knight"), if n == 1 { "is" } else { "are" })
}

/// "1 knight stands", "2 knights stand".
fn stands(n: u8) -> String {
    format!("{} {}", count(n, "knight"), if n == 1 { "stands" } else { "stand" })
}

/// "Red".
fn capital(state: &State, side: Side) -> String {
    let name = state.sides.colour(side).name();
    name[..1].to_uppercase() + &name[1..]
}

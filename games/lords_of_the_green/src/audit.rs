//! What a state from outside must be so that the rules can go on from it.

use boxwood_engine::{Game, Side};

use super::judge::{can_march, open_to};
use super::land::{MOST_SIDES, Spot};
use super::score::holds;
use super::{KNIGHTS, LordsOfTheGreen, Phase, SET, State, sides_of};

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    audit_land(state)?;
    audit_lords(state)?;
    audit_turn(state)
}

/// Rule 1: as many tiles of each value as there are colours, and no more knights than there are.
fn audit_land(state: &State) -> Result<(), &'static str> {
    let (low, high) = LordsOfTheGreen::INFO.seats;
    let seats = state.sides.seats();
    if !(low..=high).contains(&seats) || state.sides != sides_of(seats) {
        return Err("the land is for 2 to 5 players");
    }
    let count = state.sides.count();
    let sets =
        SET.iter().all(|&symbol| state.land.tiles().filter(|tile| tile.symbol == symbol).count() == count);
    if !sets || state.land.tiles().count() != count * SET.len() {
        return Err("there are not as many tiles of each value as there are colours");
    }
    let mut knights = [0u32; MOST_SIDES];
    for tile in state.land.tiles() {
        for (sum, &here) in knights.iter_mut().zip(&tile.knights) {
            *sum += u32::from(here);
        }
    }
    if knights[..count].iter().any(|&sum| sum > KNIGHTS.into()) || knights[count..].iter().any(|&sum| sum > 0)
    {
        return Err("there are more knights on the land than there are");
    }
    Ok(())
}

/// Rule 3 and R5: a lord stands with his knights on a tile that he holds, and no two of them on the same.
fn audit_lords(state: &State) -> Result<(), &'static str> {
    if state.lords.seats() != state.sides.count() {
        return Err("there is not one lord for each colour");
    }
    let on_land = |spot: &Spot| state.land.spots().contains(*spot);
    let went = state.went.iter().flat_map(|went| [went.from, went.to]);
    if !state.placed.into_iter().chain(went).all(|spot| on_land(&spot)) {
        return Err("something happened beyond the land");
    }
    for (side, lord) in state.lords.iter() {
        match lord {
            Some(spot) if !on_land(spot) => return Err("a lord stands beyond the land"),
            Some(spot) if state.lord_on(*spot) != Some(side) => {
                return Err("two lords stand on the same tile");
            }
            Some(spot) if state.land.knights(*spot, side) == 0 => {
                return Err("a lord stands without his knights");
            }
            Some(spot) if !holds(state, side, *spot) => {
                return Err("a lord stands on a tile that he does not hold");
            }
            None if state.land.placed(side) > 0 => return Err("knights are on the land before their lord"),
            Some(_) | None => {}
        }
    }
    // R2: in the first round nobody leaves a lord.
    let is_left =
        |spot: Spot| state.land.tile(spot).knights != [0; MOST_SIDES] && state.lord_on(spot).is_none();
    if is_first_round(state) && state.land.spots().iter().any(is_left) {
        return Err("somebody has had no first turn");
    }
    Ok(())
}

/// Whether a colour has still to have its first turn.
fn is_first_round(state: &State) -> bool {
    state.lords.iter().any(|(_, lord)| lord.is_none())
}

/// Rules 2 to 4: whoever is on turn can do something, and somebody is as long as knights are left.
fn audit_turn(state: &State) -> Result<(), &'static str> {
    let with_knights = state.sides.all().filter(|&side| state.supply(side) > 0).count();
    let is_side = |side: Side| side.index() < state.sides.count();
    if usize::from(state.idle) > with_knights {
        return Err("nobody could place for longer than a round");
    }
    match state.phase {
        Phase::Place(side) | Phase::Lead(side) if !is_side(side) => {
            Err("nobody has the colour that is on turn")
        }
        Phase::Place(side) if state.supply(side) == 0 => Err("somebody is to place without knights"),
        Phase::Place(side) if open_to(state, side).is_empty() => {
            Err("somebody is to place, but no tile is open")
        }
        Phase::Lead(_) | Phase::Over if is_first_round(state) => Err("somebody has had no first turn"),
        Phase::Lead(side) if !can_march(state, side) => Err("a lord is to move who cannot"),
        Phase::Over if with_knights > 0 && usize::from(state.idle) < with_knights => {
            Err("it is over, but knights can be placed")
        }
        Phase::Place(_) | Phase::Lead(_) | Phase::Over => Ok(()),
    }
}

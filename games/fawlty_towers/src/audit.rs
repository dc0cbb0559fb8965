//! What a state from outside must be so that the rules can go on from it.

use boxwood_engine::Game;
use boxwood_kit::{CardSet, Centre, Pile};

use super::flow::most_idle;
use super::judge::is_in_supply;
use super::reach::{cards_in_reach, just_placed};
use super::{COLOURS, FawltyTowers, Phase, State, TOWERS, tower};

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    audit_seats(state)?;
    audit_cards(state)?;
    audit_towers(state)?;
    audit_phase(state)
}

fn audit_seats(state: &State) -> Result<(), &'static str> {
    let (low, high) = FawltyTowers::INFO.seats;
    if !(low..=high).contains(&state.seats()) {
        return Err("the game is for 2 to 8 players");
    }
    if state.seat.index() >= state.seats() {
        return Err("it is the turn of somebody without a seat");
    }
    Ok(())
}

/// Rules 1 and 9.
fn audit_cards(state: &State) -> Result<(), &'static str> {
    let mut all = CardSet::EMPTY;
    let taken = state.taken.iter().flat_map(|(_, cards)| *cards);
    if !state.cards_on_table().chain(taken).all(|card| all.insert(card)) {
        return Err("a card is in two places");
    }
    if all != state.options.cards() {
        return Err("all cards are in play, or all but the black ones");
    }
    if !state.deck.is_empty() && !state.columns.iter().all(Pile::is_full) {
        return Err("a column is short, but the deck is not empty");
    }
    Ok(())
}

/// Rules 2, 6 and 8.
fn audit_towers(state: &State) -> Result<(), &'static str> {
    for (number, tower) in (1..).zip(&state.towers) {
        if tower.is_empty() != (state.phase == Phase::Rebuild { tower: number }) {
            return Err("exactly a tower that has just fallen is empty");
        }
        if tower.first().is_some_and(|base| base.at != Centre::default()) {
            return Err("the base of a tower stands at 0, 0");
        }
        if !tower::stands(tower) {
            return Err("a tower cannot stand like this");
        }
    }
    let cubes = state.towers.iter().flatten();
    if COLOURS.iter().any(|&colour| cubes.clone().filter(|cube| cube.colour == colour).count() > 20) {
        return Err("there are 20 cubes of a colour");
    }
    if cubes.clone().any(|cube| !cube.colour.is_base()) {
        return Err("white and black cubes are not used");
    }
    Ok(())
}

fn audit_phase(state: &State) -> Result<(), &'static str> {
    let is_tower = |number: u8| (1..=TOWERS as u8).contains(&number);
    let is_stalled = state.idle >= most_idle(state.seats());
    if state.idle > most_idle(state.seats()) {
        return Err("it has long been over");
    }
    if state.phase != Phase::Over && (state.empty_columns() >= 2 || is_stalled) {
        return Err("it is over, but somebody is to decide");
    }
    match state.phase {
        Phase::Choose if state.is_supply_empty() => Err("somebody is to place, but no cube is left"),
        Phase::Aim { tower, .. } | Phase::Take { tower } | Phase::Rebuild { tower } if !is_tower(tower) => {
            Err("there is no such tower")
        }
        Phase::Aim { colour, .. } if is_in_supply(state, colour).is_err() => {
            Err("the chosen cube is not there")
        }
        Phase::Take { tower } => {
            let (colour, below) = just_placed(state, tower);
            let reached = cards_in_reach(state, colour, below).next();
            reached.map(|_| ()).ok_or("somebody is to take a card, but none is in reach")
        }
        Phase::Over if state.empty_columns() < 2 && !is_stalled && !state.is_supply_empty() => {
            Err("it is over for no reason")
        }
        Phase::Choose | Phase::Aim { .. } | Phase::Rebuild { .. } | Phase::Over => Ok(()),
    }
}

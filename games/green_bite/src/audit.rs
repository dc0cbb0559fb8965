//! What a state from outside must be so that the rules can go on from it.

use boxwood_engine::{Choices, Game, SeatSet, Side};
use boxwood_kit::CardSet;

use super::state::{State, Table, deck, explorers_each};
use super::{GreenBite, LOW_HAND};

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    let (table, chosen) = (&state.table, &state.chosen);
    audit_explorers(table)?;
    audit_hands(table)?;
    audit_rounds(table)?;
    let count = table.sides.count();
    if table.is_over() {
        let nobody = Choices::ask(count, SeatSet::EMPTY);
        return if *chosen == nobody { Ok(()) } else { Err("it is over, but cards are asked for") };
    }
    if chosen.asked() != table.running() {
        return Err("a card is asked for exactly those who run");
    }
    chosen.audit(count)?;
    if chosen.iter().any(|(side, card)| !table.hand(side).contains(card)) {
        return Err("a card is down that its explorer does not have");
    }
    Ok(())
}

/// Everybody who has a cube runs, and nobody else does.
fn audit_explorers(table: &Table) -> Result<(), &'static str> {
    let (low, high) = GreenBite::INFO.seats;
    let seats = table.sides.seats();
    if !(low..=high).contains(&seats) {
        return Err("the run is for 2 to 6 players");
    }
    table.sides.audit(explorers_each(&table.options, seats))?;
    let count = table.sides.count();
    let is_stranger = |side: &Side| side.index() >= count;
    if table.line.iter().any(is_stranger) || table.bitten.iter().any(is_stranger) {
        return Err("an explorer belongs to nobody");
    }
    if table.running().len() != table.line.len() {
        return Err("an explorer is in the line twice");
    }
    if table.line.is_empty() || table.is_over() && table.line.len() + 1 < table.sides.count().min(3) {
        return Err("too few explorers are left");
    }
    let most = table.options.health.get() as u8;
    if table.health.seats() != count || table.health.iter().any(|(_, &cubes)| cubes > most) {
        return Err("an explorer has more cubes than there are");
    }
    if table.health.seats_where(|&cubes| cubes > 0) != table.running() {
        return Err("whoever has a cube runs, and nobody else");
    }
    let out = table.sides.all().filter(|side| !table.line.contains(side)).collect();
    table.out.audit(count, out)
}

/// Rule 5: everybody who runs has at least three cards of the own ones, and nobody else has any.
fn audit_hands(table: &Table) -> Result<(), &'static str> {
    let running: CardSet = table.line.iter().map(|&side| deck(&table.options, table.sides, side)).collect();
    if !table.hands.is_subset(running) {
        return Err("there are cards in hand that nobody runs with");
    }
    if table.line.iter().any(|&side| table.hand(side).len() <= LOW_HAND) {
        return Err("somebody should have taken the discards back");
    }
    Ok(())
}

/// Rule 4: as many cubes are lost as the monster has bitten.
fn audit_rounds(table: &Table) -> Result<(), &'static str> {
    let most = table.options.health.get() as u32 * table.sides.count() as u32;
    let left: u32 = table.health.iter().map(|(_, &cubes)| u32::from(cubes)).sum();
    let over = u32::from(table.round) - u32::from(!table.is_over() && table.round > 0);
    if table.round > 0 && most - left == over.saturating_sub(1) {
        Ok(())
    } else {
        Err("the monster has bitten more often or less often than it should")
    }
}

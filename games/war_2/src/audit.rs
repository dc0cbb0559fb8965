//! What a state from outside must be so that the rules can go on from it.

use boxwood_engine::{Choices, Seat, SeatSet};
use boxwood_kit::CardSet;

use super::battle::{Battle, most_advance, refuges};
use super::board::{Map, Tile, Tiles};
use super::judge::can_act;
use super::march::{departures, has_step, may_reinforce_more};
use super::{Acting, Ending, MapKind, Phase, State, Step, TO_PLACE, Table, UNITS, colour, symbols};

/// No turn is longer: the highest count card.
const MOST_ACTIONS: u8 = 6;
/// More turns than anybody can have, and few enough to be counted on.
const MANY_TURNS: u8 = 100;

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    let table = &state.table;
    audit_sizes(table)?;
    audit_units(table)?;
    audit_cards(table)?;
    match table.phase {
        Phase::Place(seat) => audit_placement(table, seat)?,
        Phase::Count(seat) => {
            audit_turn(table, seat)?;
            if table.hands[seat].is_empty() {
                return Err("a count card is needed, but the hand is empty");
            }
        }
        Phase::Acting(acting) => {
            audit_turn(table, acting.seat)?;
            audit_acting(state, acting)?;
        }
        Phase::Over if table.on_map().len() > 1 && table.ending != Ending::FinalTurns(SeatSet::EMPTY) => {
            return Err("it is over, but somebody has a turn");
        }
        Phase::Over => {}
    }
    if !is_battle(table) && state.committed != Choices::ask(table.seats(), SeatSet::EMPTY) {
        return Err("a battle card is chosen without a battle");
    }
    table.last.map_or(Ok(()), |battle| audit_battle(table, battle))
}

fn is_battle(table: &Table) -> bool {
    matches!(table.phase, Phase::Acting(Acting { step: Step::Battle { .. }, .. }))
}

fn audit_sizes(table: &Table) -> Result<(), &'static str> {
    let seats = table.seats();
    if !(2..=4).contains(&seats) {
        return Err("there are 2 to 4 seats");
    }
    if table.hands.seats() != seats || table.played.seats() != seats || table.turns.seats() != seats {
        return Err("everybody has cards and turns");
    }
    if table.map.suits(symbols(seats)).is_err() || table.units.len() != table.map.len() {
        return Err("the map has other tiles than this game");
    }
    if table.turns.as_slice().iter().any(|&turns| turns > MANY_TURNS) {
        return Err("nobody has so many turns");
    }
    let text = table.options.map_text.as_str().trim();
    let is_own = table.options.map == MapKind::Custom && !text.is_empty();
    if is_own && Map::read(text).as_ref() != Ok(&table.map) {
        return Err("the map is not the one of the options");
    }
    Ok(())
}

fn audit_units(table: &Table) -> Result<(), &'static str> {
    let held: usize = table.held.as_slice().iter().map(|held| held.len()).sum();
    if held + table.unoccupied().len() != table.map.len() {
        return Err("units of one player only are on a tile, and all are on the map");
    }
    if table.map.all().iter().any(|tile| (table.units(tile) > 0) == table.unoccupied().contains(tile)) {
        return Err("exactly the tiles with units are held");
    }
    if table.units.iter().any(|&units| units > UNITS)
        || table.held.as_slice().iter().any(|held| {
            let units = held.iter().map(|tile| u32::from(table.units(tile))).sum::<u32>();
            units > u32::from(UNITS)
        })
    {
        return Err("nobody has more than 20 units");
    }
    Ok(())
}

fn audit_cards(table: &Table) -> Result<(), &'static str> {
    for seat in Seat::all(table.seats()) {
        let own = CardSet::of_colour(colour(table.seats(), seat));
        let (hand, played) = (table.hands[seat], table.played[seat]);
        if !(hand | played).is_subset(own) || !(hand & played).is_empty() {
            return Err("everybody has each card of the own colour once");
        }
        // Cards come from the reserve in the order of their numbers, which is that of their values.
        let reserve = table.reserve(seat);
        let last_taken = (own - reserve).iter().last();
        if !reserve.is_subset(CardSet::BROWN) || reserve.first() < last_taken && !reserve.is_empty() {
            return Err("the reserve is the highest of 4, 5 and 6");
        }
    }
    Ok(())
}

/// Rule 4: everybody has placed as many units, or one more, as the turn order says.
fn audit_placement(table: &Table, seat: Seat) -> Result<(), &'static str> {
    let seats = table.seats();
    if seat.index() >= seats {
        return Err("somebody without a seat places");
    }
    let counter_clockwise =
        || (0..seats).scan(seat, |next, _| Some(std::mem::replace(next, next.previous(seats))));
    let placed = table.on_tiles(seat);
    let rounds = || counter_clockwise().map(|other| table.on_tiles(other));
    if placed >= TO_PLACE
        || rounds().any(|units| units != placed && units != placed + 1)
        || !rounds().is_sorted()
    {
        return Err("the units are placed one by one, counter-clockwise");
    }
    let has_begun = |seat: &Seat| !table.played[*seat].is_empty() || table.reserve(*seat).len() != 3;
    if table.ending != Ending::Open || Seat::all(seats).any(|seat| has_begun(&seat) || table.turns[seat] > 0)
    {
        return Err("no turn is played before all units are placed");
    }
    Ok(())
}

/// Rules 14 and 15: this seat is on turn.
fn audit_turn(table: &Table, seat: Seat) -> Result<(), &'static str> {
    let on_map = table.on_map();
    if on_map.len() < 2 {
        return Err("one player alone cannot go on");
    }
    if !on_map.contains(seat) {
        return Err("somebody who is out has the turn");
    }
    match table.ending {
        Ending::Open if table.without_six().is_empty() => Err("everybody has the 6, but nobody has noticed"),
        Ending::Triggered if !table.without_six().is_empty() => Err("somebody lacks the 6"),
        Ending::FinalTurns(seats) if !seats.contains(seat) => Err("somebody plays after the final turn"),
        Ending::FinalTurns(seats) if seats.iter().any(|seat| !on_map.contains(seat)) => {
            Err("somebody who is out has a final turn")
        }
        Ending::Open | Ending::Triggered | Ending::FinalTurns(_) => Ok(()),
    }
}

fn audit_acting(state: &State, acting: Acting) -> Result<(), &'static str> {
    let table = &state.table;
    let Acting { seat, left, step, .. } = acting;
    if left > MOST_ACTIONS {
        return Err("nobody has so many actions");
    }
    match step {
        Step::Choose if left == 0 || !can_act(table, acting) => Err("the turn has ended"),
        Step::Choose => Ok(()),
        Step::Reinforce { value, named } => {
            let is_own = named.without(table.held[seat]).is_empty();
            let goes_on = value <= MOST_ACTIONS && may_reinforce_more(table, seat, value, named);
            if is_own && goes_on { Ok(()) } else { Err("the reinforcement has ended") }
        }
        Step::Move { value, sources, last } => {
            let is_last = last.map_or(sources.is_empty(), |last| sources.contains(last));
            let is_own = sources.without(table.held[seat]).is_empty();
            let goes_on = value <= MOST_ACTIONS
                && sources.len() <= usize::from(value)
                && has_step(table, seat, departures(table, seat, value, sources, last));
            if is_last && is_own && goes_on { Ok(()) } else { Err("the move has ended") }
        }
        Step::Battle { from, to } => {
            let defender = audit_attack(table, seat, from, to)?.ok_or("nobody is attacked")?;
            audit_committed(state, SeatSet::only(seat).with(defender))
        }
        Step::Flee { from, to } => {
            audit_attack(table, seat, from, to)?.ok_or("nobody is there to flee")?;
            if refuges(table, to).len() > 1 { Ok(()) } else { Err("there is no choice where to flee") }
        }
        Step::Advance { from, to } => {
            if audit_attack(table, seat, from, to)?.is_some() {
                return Err("the attacker advances only into an empty tile");
            }
            if most_advance(table, from) > 0 { Ok(()) } else { Err("nobody can advance") }
        }
    }
}

/// An attack goes from an own tile to a neighbour that is not one's own; whose that is.
fn audit_attack(table: &Table, seat: Seat, from: Tile, to: Tile) -> Result<Option<Seat>, &'static str> {
    if !table.held[seat].contains(from) || !table.map.near(from).contains(to) || table.held[seat].contains(to)
    {
        return Err("an attack goes from an own tile to a neighbour of somebody else");
    }
    Ok(table.owner(to))
}

fn audit_committed(state: &State, sides: SeatSet) -> Result<(), &'static str> {
    let State { table, committed } = state;
    committed.audit(table.seats())?;
    if committed.asked() != sides {
        return Err("attacker and defender choose a battle card");
    }
    if sides.iter().any(|seat| table.hands[seat].is_empty()) {
        return Err("a battle card is needed, but the hand is empty");
    }
    if committed.iter().any(|(seat, card)| !table.hands[seat].contains(card)) {
        return Err("a battle card comes from the hand");
    }
    Ok(())
}

/// The last battle can be shown.
fn audit_battle(table: &Table, battle: Battle) -> Result<(), &'static str> {
    let Battle { from, to, attacker, defender } = battle;
    let both: Tiles = [from, to].into_iter().collect();
    if !both.without(table.map.all()).is_empty() || !table.map.near(from).contains(to) {
        return Err("the last battle was between neighbouring tiles");
    }
    if attacker.seat == defender.seat {
        return Err("the last battle was between two players");
    }
    for side in [attacker, defender] {
        if side.seat.index() >= table.seats() || side.card.colour() != colour(table.seats(), side.seat) {
            return Err("both sides fought with their own cards");
        }
        if !(1..=UNITS).contains(&side.units) {
            return Err("both sides fought with 1 to 20 units");
        }
    }
    Ok(())
}

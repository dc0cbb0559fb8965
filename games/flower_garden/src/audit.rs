//! What a state from outside must be so that the rules can go on from it.

use boxwood_engine::{Game, Seat};
use boxwood_kit::{Card, CardSet, Colour};

use super::state::{Phase, Row, Table, colours, limit};
use super::{COLOURS, EMPTY_PILES, FLOWERS, FlowerGarden, HAND, MOST_EXCHANGED, State};

/// No match starts more rows: each needs a card that was dealt or drawn.
const MOST_ROWS: u16 = 500;

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    let seats = state.table.seats();
    if !(2..=5).contains(&seats) {
        return Err("there are 2 to 5 seats, each with a hand and a garden");
    }
    state.hands.audit(seats, state.table.open_cards() | state.pile)?;
    if FlowerGarden::inventory(state).cards[..Card::COUNT].iter().any(|&copies| copies != 1) {
        return Err("every card is somewhere, once");
    }
    audit_rows(&state.table)?;
    audit_gardens(&state.table)?;
    audit_pile(state)?;
    audit_phase(state)
}

fn audit_rows(table: &Table) -> Result<(), &'static str> {
    let ids = || table.rows.iter().map(|row| row.id);
    if table.started > MOST_ROWS || ids().any(|id| id == 0 || id > table.started) {
        return Err("rows are numbered from 1 as they are started");
    }
    if !ids().zip(ids().skip(1)).all(|(one, next)| one < next) {
        return Err("rows lie in the order in which they were started");
    }
    let falls = |row: &Row| {
        let steps = || row.cards.windows(2);
        !row.cards.is_empty()
            && steps().all(|step| step[0].symbol() == step[1].symbol() && step[0].value() >= step[1].value())
    };
    if !table.rows.iter().all(falls) {
        return Err("a row has cards of one symbol with falling values");
    }
    // Rule 5; while somebody lays cards, and when the game is over, one row may still have equal ones.
    let may_stay = match table.phase {
        Phase::Shop { row, .. } => Some(row),
        Phase::Over => table.rows.iter().find(|row| row.has_equals()).map(|row| row.id),
        Phase::Choose(_) | Phase::Exchange { .. } => None,
    };
    if table.rows.iter().any(|row| row.has_equals() && may_stay != Some(row.id)) {
        return Err("a row with equal values is gone");
    }
    Ok(())
}

fn audit_gardens(table: &Table) -> Result<(), &'static str> {
    for garden in table.gardens.as_slice() {
        let suits =
            |colour: Colour| garden.beds[colour.id()].iter().all(|bed| colours(bed).contains(&colour));
        if !COLOURS.into_iter().all(suits) {
            return Err("a bed holds flowers of its own colour");
        }
    }
    let no_others = |colour| table.gardens.as_slice().iter().all(|garden| garden.loose.count(colour) == 0);
    if [Colour::White, Colour::Black]
        .into_iter()
        .any(|colour| table.supply.count(colour) > 0 || !no_others(colour))
        || COLOURS.into_iter().any(|colour| table.flowers(colour) != u16::from(FLOWERS))
    {
        return Err("there are 20 flowers each of red, yellow, green and blue");
    }
    Ok(())
}

fn audit_pile(state: &State) -> Result<(), &'static str> {
    let table = &state.table;
    let (shuffles, limit) = (table.shuffled.len(), limit(table.seats()));
    if shuffles >= limit || table.shuffled.iter().any(|cards| cards.is_empty()) {
        return Err("the draw pile is not shuffled so often, and never without cards");
    }
    if table.by_batch(state.pile)[..shuffles].iter().any(|older| !older.is_empty()) {
        return Err("the draw pile has only cards of the last shuffle");
    }
    let fresh = table.by_batch(CardSet::FULL)[shuffles];
    if shuffles > 0 && state.pile == fresh {
        return Err("it is shuffled only when a card is drawn");
    }
    Ok(())
}

fn audit_phase(state: &State) -> Result<(), &'static str> {
    let table = &state.table;
    let emptied = state.emptied();
    let nobody_has_cards = state.hands.iter().all(|(_, hand)| hand.is_empty());
    let is_decided = table.empty_piles() >= EMPTY_PILES || emptied >= limit(table.seats());
    let in_turn = match table.phase {
        Phase::Choose(_) | Phase::Over => 0,
        Phase::Shop { laid, .. } => laid,
        Phase::Exchange { discarded, .. } => discarded,
    };
    let is_at_table = |seat: Seat| seat.index() < table.seats();
    if table.to_act().is_some_and(|seat| !is_at_table(seat)) {
        return Err("somebody without a seat is to act");
    }
    for (seat, hand) in state.hands.iter() {
        let used = if table.to_act() == Some(seat) { usize::from(in_turn) } else { 0 };
        if hand.len() + used > HAND {
            return Err("nobody has more than 6 cards");
        }
    }
    match table.phase {
        Phase::Over if !is_decided && !nobody_has_cards => Err("nothing has ended the game"),
        Phase::Over => Ok(()),
        _ if is_decided => Err("the game is over, but somebody is to act"),
        Phase::Choose(seat) if state.hands[seat].is_empty() => Err("somebody without cards is to act"),
        Phase::Choose(_) => Ok(()),
        Phase::Shop { row, laid, .. } => match table.row(row) {
            Some(row) if (1..=row.cards.len()).contains(&usize::from(laid)) => {
                let before = &row.cards[..row.cards.len() - usize::from(laid)];
                let had_twins = before.windows(2).any(|pair| pair[0].value() == pair[1].value());
                if had_twins { Err("a row with equal values is gone") } else { Ok(()) }
            }
            _ => Err("the cards of this turn lie in a row"),
        },
        Phase::Exchange { discarded, .. } => {
            let is_possible = (1..=MOST_EXCHANGED).contains(&discarded);
            let are_there = usize::from(discarded) <= table.discard.len();
            if is_possible && are_there { Ok(()) } else { Err("1 to 4 cards are discarded in a turn") }
        }
    }
}

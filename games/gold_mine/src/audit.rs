//! What a state from outside must be so that the rules can go on from it.

use boxwood_engine::{Choices, Game, Seat, SeatSet};
use boxwood_kit::{Card, CardSet, Symbol};

use super::{Deck, Ending, GoldMine, LONGEST_ROW, RICHEST_ROUND, ROUNDS, State, TOO_MANY, Table, shown};

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    let (table, choices) = (&state.table, &state.choices);
    audit_cards(table)?;
    audit_gold(table, choices.asked())?;
    if table.is_over() {
        let nobody = Choices::ask(table.seats(), SeatSet::EMPTY);
        return if *choices == nobody { Ok(()) } else { Err("it is over, but somebody is inside") };
    }
    if table.row.is_empty() {
        return Err("somebody must choose, but no card is turned up");
    }
    if Symbol::ALL.into_iter().any(|symbol| shown(&table.row, symbol) >= TOO_MANY) {
        return Err("the mine has collapsed, but the round goes on");
    }
    choices.audit(table.seats())
}

/// Each card is in one place, and the deck cannot run out.
fn audit_cards(table: &Table) -> Result<(), &'static str> {
    let Table { deck, set_aside, row, .. } = table;
    let row_set: CardSet = row.iter().copied().collect();
    if deck.len() + set_aside.len() + row.len() != Card::COUNT
        || *deck | *set_aside | row_set != CardSet::FULL
    {
        return Err("each of the 54 cards is in one place");
    }
    // After the last round its cards stay where they are.
    let earlier_rounds = table.endings.len().min(ROUNDS - 1);
    match table.options.deck {
        Deck::Continue if set_aside.len() > earlier_rounds * LONGEST_ROW => {
            Err("more cards are set aside than earlier rounds can have shown")
        }
        Deck::Reshuffle if !set_aside.is_empty() => Err("cards are set aside, but all are shuffled again"),
        Deck::Continue | Deck::Reshuffle => Ok(()),
    }
}

/// There is no more gold than the cards can have brought, and only those inside carry bags.
fn audit_gold(table: &Table, inside: SeatSet) -> Result<(), &'static str> {
    let (low, high) = GoldMine::INFO.seats;
    if !(low..=high).contains(&table.seats()) || table.bags.seats() != table.seats() {
        return Err("the mine is for 2 to 8 players");
    }
    if table.bags.iter().any(|(seat, &bag)| bag > 0 && !inside.contains(seat)) {
        return Err("somebody outside carries a bag");
    }
    let in_mine: u32 =
        table.bags.iter().map(|(_, &bag)| u32::from(bag)).sum::<u32>() + u32::from(table.loose);
    if in_mine > table.row.iter().map(|card| u32::from(card.value())).sum() {
        return Err("there is more gold in the mine than the row has brought");
    }
    if table.is_over() && in_mine > 0 {
        return Err("it is over, but there is gold in the mine");
    }
    let banked: u32 = table.banks.iter().map(|(_, &bank)| u32::from(bank)).sum();
    let rounds = ROUNDS.min(table.endings.len() + 1) as u32;
    if banked > rounds * RICHEST_ROUND {
        return Err("there is more gold in the banks than these rounds can bring");
    }
    let mut later = &table.banks;
    for earlier in table.banked.iter().rev() {
        let grew = |(seat, bank): (Seat, &u16)| later.get(seat).is_some_and(|then| bank <= then);
        if earlier.seats() != table.seats() || !earlier.iter().all(grew) {
            return Err("the banks of a round do not fit those of a later one");
        }
        later = earlier;
    }
    if table.banked.len() > table.endings.len() {
        return Err("there are banks of rounds that are not over");
    }
    let buries_strangers = |ending: &Ending| match ending {
        Ending::Empty => false,
        Ending::Collapse { buried, .. } => buried.iter().any(|seat| seat.index() >= table.seats()),
    };
    if table.endings.iter().any(buries_strangers) {
        return Err("somebody without a seat was buried");
    }
    Ok(())
}

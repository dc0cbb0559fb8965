//! What a state from outside must be so that the rules can go on from it.

use boxwood_engine::{MAX_SEATS, Seat, SeatMap};
use boxwood_kit::{CardSet, Symbol};

use super::{Bid, CUBES, MaxCards, Phase, State, Table, Wild, all_cards, max_cards};

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    audit_table(&state.table)?;
    audit_phase(&state.table)?;
    if state.hands.seats() != state.table.seats() {
        return Err("there is a hand for each seat");
    }
    if state.hands.iter().any(|(seat, hand)| hand.len() != usize::from(state.table.hand_size(seat))) {
        return Err("everybody holds as many cards as cubes, up to the limit");
    }
    if !are_disjoint(&state.hands) {
        return Err("a card is in two hands");
    }
    audit_last(&state.table)
}

fn are_disjoint(hands: &SeatMap<CardSet>) -> bool {
    let cards: usize = hands.as_slice().iter().map(|hand| hand.len()).sum();
    cards == all_cards(hands).len()
}

fn audit_table(table: &Table) -> Result<(), &'static str> {
    let seats = table.seats();
    if !(2..=MAX_SEATS).contains(&seats) {
        return Err("there are 2 to 12 seats");
    }
    if !(3..=max_cards(MaxCards::Auto, seats)).contains(&table.max_cards) {
        return Err("a table of this size deals another number of cards");
    }
    if table.cubes_each != CUBES && table.cubes_each != table.max_cards {
        return Err("everybody begins with 5 cubes, or as many as cards");
    }
    if table.lives.iter().any(|(_, &lives)| lives > table.cubes_each) {
        return Err("somebody has too many cubes");
    }
    let is_out = |seat| table.out.iter().filter(|&&out| out == seat).count();
    if table.lives.iter().any(|(seat, &lives)| is_out(seat) != usize::from(lives == 0))
        || table.out.iter().any(|seat| seat.index() >= seats)
    {
        return Err("exactly the players without cubes are out, each once");
    }
    if Symbol::ALL.iter().any(|symbol| !table.track.contains(symbol)) {
        return Err("the track has each symbol once");
    }
    if table.wild == Wild::Drop && table.track != Symbol::ALL {
        return Err("the track is only shuffled where the wild symbol is chosen");
    }
    Ok(())
}

fn audit_phase(table: &Table) -> Result<(), &'static str> {
    let players = table.seats() - table.out.len();
    let is_player = |seat: Seat| table.lives.get(seat).is_some_and(|&lives| lives > 0);
    let wild = table.track[0];
    match table.phase {
        Phase::Over if players != 1 || table.last.is_none() => {
            Err("it is over when a call leaves one player")
        }
        Phase::Over => Ok(()),
        _ if players < 2 => Err("one player alone cannot go on"),
        Phase::ChooseWild(seat) | Phase::Open(seat) | Phase::Answer { bidder: seat, .. }
            if !is_player(seat) =>
        {
            Err("somebody who is out takes part")
        }
        Phase::ChooseWild(_) if table.wild == Wild::Drop || table.is_value_round() => {
            Err("there is no wild symbol to choose")
        }
        Phase::Answer { bid, .. } if !bid.is_possible(table.dealt()) => Err("nobody can bid that"),
        Phase::Answer { bid: Bid::Cards { wild: Some(other), .. }, .. } if other != wild => {
            Err("the first tile of the track is wild, or nothing is")
        }
        Phase::ChooseWild(_) | Phase::Open(_) | Phase::Answer { .. } => Ok(()),
    }
}

fn audit_last(table: &Table) -> Result<(), &'static str> {
    let Some(last) = &table.last else {
        let is_first_round = table.lives.iter().all(|(_, &lives)| lives == table.cubes_each);
        return if is_first_round { Ok(()) } else { Err("nobody loses a cube without a call") };
    };
    let had_cards = |seat: Seat| last.hands.get(seat).is_some_and(|hand| !hand.is_empty());
    if last.hands.seats() != table.seats() || !are_disjoint(&last.hands) {
        return Err("the last call shows a hand for each seat, no card twice");
    }
    if last.bidder == last.caller || !had_cards(last.bidder) || !had_cards(last.caller) {
        return Err("the last call was between two players with cards");
    }
    if !last.bid.is_possible(last.cards().len() as u8) {
        return Err("nobody could bid what was called last");
    }
    let lives_then = |seat| table.lives[seat] + u8::from(seat == last.loser());
    if table.lives[last.loser()] >= table.cubes_each
        || (last.hands.iter())
            .any(|(seat, hand)| hand.len() != usize::from(lives_then(seat).min(table.max_cards)))
    {
        return Err("the cubes do not follow from the last call");
    }
    Ok(())
}

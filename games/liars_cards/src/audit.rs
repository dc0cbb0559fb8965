//! What a state from outside must be so that the rules can go on from it.

use boxwood_engine::{Game, Seat};
use boxwood_kit::{CardSet, Symbol};

use super::{Bid, LiarsCards, Phase, State, Table, Wild};

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    audit_table(&state.table)?;
    audit_phase(&state.table)?;
    state.hands.audit(state.table.seats(), CardSet::EMPTY)?;
    if state.hands.iter().any(|(seat, hand)| hand.len() != usize::from(state.table.hand_size(seat))) {
        return Err("everybody holds as many cards as cubes, up to the limit");
    }
    audit_last(&state.table)
}

fn audit_table(table: &Table) -> Result<(), &'static str> {
    let seats = table.seats();
    let (low, high) = LiarsCards::INFO.seats;
    if !(low..=high).contains(&seats) {
        return Err("there are 2 to 12 seats");
    }
    if table.lives.iter().any(|(_, &lives)| lives > table.cubes_each()) {
        return Err("somebody has too many cubes");
    }
    let out = table.lives.seats_where(|&lives| lives == 0);
    table.out.audit(seats, out)?;
    let outlasted = table.out.outcome(seats).scores;
    if out.iter().any(|one| out.iter().any(|other| one != other && outlasted[one] == outlasted[other])) {
        return Err("a call takes one player out at most");
    }
    if Symbol::ALL.iter().any(|symbol| !table.track.contains(symbol)) {
        return Err("the track has each symbol once");
    }
    if table.options.wild == Wild::Drop && table.track != Symbol::ALL {
        return Err("the track is only shuffled where the wild symbol is chosen");
    }
    Ok(())
}

fn audit_phase(table: &Table) -> Result<(), &'static str> {
    let players = table.seats() - table.out.all().len();
    let is_player = |seat: Seat| table.lives.get(seat).is_some_and(|&lives| lives > 0);
    let wild = table.track[0];
    match table.phase {
        Phase::Over if players != 1 || table.last.is_none() => {
            Err("it is over when a call leaves one player")
        }
        Phase::Over => Ok(()),
        Phase::Showdown { .. } => Err("a call is settled at once"),
        _ if players < 2 => Err("one player alone cannot go on"),
        Phase::ChooseWild(seat) | Phase::Open(seat) | Phase::Answer { bidder: seat, .. }
            if !is_player(seat) =>
        {
            Err("somebody who is out takes part")
        }
        Phase::ChooseWild(_) if table.options.wild == Wild::Drop || table.is_value_round() => {
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
        let is_first_round = table.lives.iter().all(|(_, &lives)| lives == table.cubes_each());
        return if is_first_round { Ok(()) } else { Err("nobody loses a cube without a call") };
    };
    let had_cards = |seat: Seat| seat.index() < table.seats() && !last.hands[seat].is_empty();
    if last.hands.audit(table.seats(), CardSet::EMPTY).is_err() {
        return Err("the last call shows a hand for each seat, no card twice");
    }
    if last.bidder == last.caller || !had_cards(last.bidder) || !had_cards(last.caller) {
        return Err("the last call was between two players with cards");
    }
    if !last.bid.is_possible(last.cards().len() as u8) {
        return Err("nobody could bid what was called last");
    }
    let lives_then = |seat| table.lives[seat] + u8::from(seat == last.loser());
    if table.lives[last.loser()] >= table.cubes_each()
        || (last.hands.iter()).any(|(seat, hand)| {
            hand.len() != usize::from(lives_then(seat).min(table.options.max_cards(table.seats())))
        })
    {
        return Err("the cubes do not follow from the last call");
    }
    Ok(())
}

//! What a state from outside must be so that the rules can go on from it.

use boxwood_engine::SeatSet;
use boxwood_kit::CardSet;

use super::judge::is_stalemate;
use super::state::{Phase, Race};
use super::{DECK, HAND, MOST_BLOCKS, MOVES, MissPenalty, Pace, SEATS, State};

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    let table = &state.table;
    if table.decks.seats() != SEATS || !are_seated(table.stuck) {
        return Err("there are two seats");
    }
    let tops: CardSet = table.tops.into_iter().flatten().collect();
    if table.tops.is_some() && tops.len() != 2 || !(tops & table.covered).is_empty() {
        return Err("a card is in two places");
    }
    state.hands.audit(SEATS, table.open_cards())?;
    if state.hands.iter().any(|(_, hand)| hand.len() > HAND)
        || table.decks.iter().any(|(_, &deck)| deck > DECK)
    {
        return Err("nobody has more than 3 cards in hand and 23 in the deck");
    }
    let start_cards = if table.tops.is_none() { 2 } else { 0 };
    let in_decks_or_down =
        table.decks.iter().map(|(_, &deck)| usize::from(deck)).sum::<usize>() + start_cards;
    if state.in_decks().len() != in_decks_or_down {
        return Err("the decks have the cards that are nowhere else");
    }
    audit_phase(state)
}

fn are_seated(seats: SeatSet) -> bool {
    seats.iter().all(|seat| seat.index() < SEATS)
}

fn audit_phase(state: &State) -> Result<(), &'static str> {
    let table = &state.table;
    let is_rid = |seat| state.hands[seat].is_empty() && table.decks[seat] == 0;
    let rid = state.hands.iter().filter(|(seat, _)| is_rid(*seat)).count();
    match (table.phase, table.options.pace) {
        (Phase::Countdown { .. } | Phase::Race(_), Pace::Turns) => return Err("without clocks nobody races"),
        (Phase::Turn(_), Pace::Live) => return Err("in a race nobody waits for a turn"),
        (Phase::Countdown { .. } | Phase::Race(_), Pace::Live)
        | (Phase::Turn(_), Pace::Turns)
        | (Phase::Over, _) => {}
    }
    match table.phase {
        Phase::Countdown { ready } => {
            let is_fresh = table.covered.is_empty()
                && table.stuck.is_empty()
                && table.decks.iter().all(|(_, &deck)| deck == DECK)
                && state.hands.iter().all(|(_, hand)| hand.len() == HAND);
            return if table.tops.is_none() && is_fresh && are_seated(ready) && ready.len() < SEATS {
                Ok(())
            } else {
                Err("something has happened before the start")
            };
        }
        _ if table.tops.is_none() => return Err("there are cards on both piles"),
        Phase::Over if rid > 1 || !table.stuck.is_empty() => return Err("nobody wins twice"),
        Phase::Over if rid == 0 && table.decks.iter().any(|(_, &deck)| deck > 0) => {
            return Err("nothing has ended the game");
        }
        Phase::Over => return Ok(()),
        Phase::Race(_) | Phase::Turn(_) if rid > 0 => {
            return Err("somebody has no cards left, but it goes on");
        }
        Phase::Turn(seat) if seat.index() >= SEATS => return Err("there are two seats"),
        Phase::Turn(_) if is_stalemate(state) => return Err("a stalemate does not last"),
        Phase::Race(race) => audit_race(state, &race)?,
        Phase::Turn(_) => {}
    }
    let is_stuck = |seat| {
        (state.hands[seat] & table.impossible(seat)) == CardSet::EMPTY
            && !table.can_draw(seat, state.hands[seat].len())
    };
    if table.all_have_passed() || !table.stuck.iter().all(is_stuck) {
        return Err("who is stuck can neither play nor draw, and not both are");
    }
    Ok(())
}

fn audit_race(state: &State, race: &Race) -> Result<(), &'static str> {
    let table = &state.table;
    if race.last.seats() != SEATS
        || race.blocks.seats() != SEATS
        || !are_seated(race.blocked)
        || !are_seated(race.waiting)
    {
        return Err("there are two seats");
    }
    if race.moves > MOVES || race.last.iter().any(|(_, &last)| last > race.moves) {
        return Err("there have not been so many moves");
    }
    let most = if table.options.miss_penalty == MissPenalty::Off { 0 } else { MOST_BLOCKS };
    if race.blocks.iter().any(|(_, &blocks)| blocks > most) {
        return Err("there have not been so many misses");
    }
    if race.blocked.iter().any(|seat| race.blocks[seat] == 0 || table.stuck.contains(seat)) {
        return Err("somebody is blocked without a miss");
    }
    let waits = |seat| race.blocked.contains(seat) && !table.can_draw(seat, state.hands[seat].len());
    if !race.waiting.iter().all(waits) {
        return Err("only who is blocked and cannot draw waits");
    }
    Ok(())
}

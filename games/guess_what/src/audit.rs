//! What a state from outside must be so that the rules can go on from it.

use boxwood_engine::{Game, Seat, Viewer};
use boxwood_kit::CardSet;

use super::idea::Idea;
use super::memory::{Earlier, Memory};
use super::state::{Phase, Table};
use super::{GuessWhat, HAND, State};

/// More than anybody can win in six rounds.
const MOST_CUBES: u16 = 600;

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    let table = &state.table;
    audit_table(table)?;
    audit_phase(table)?;
    audit_ideas(state)?;
    audit_cards(state)?;
    audit_earlier(state)
}

fn audit_table(table: &Table) -> Result<(), &'static str> {
    let seats = table.seats();
    let (fewest, most) = GuessWhat::INFO.seats;
    if !(fewest..=most).contains(&seats) || table.right.seats() != seats {
        return Err("there are 1 to 6 seats");
    }
    if table.leader.index() >= seats {
        return Err("the Professor has a seat");
    }
    if table.is_automatic() && table.is_human() {
        return Err("a human judge is a player");
    }
    if table.round >= table.rounds() || (table.phase == Phase::Over && table.round + 1 != table.rounds()) {
        return Err("it is over after the last round");
    }
    if table.last.is_none() != (table.round == 0 && table.phase != Phase::Over) {
        return Err("every round but the first has one before it");
    }
    if table.last.is_some_and(|last| last.found_by.is_some_and(|seat| seat.index() >= seats)) {
        return Err("whoever found the last rule has a seat");
    }
    if table.cubes.iter().any(|(_, &cubes)| cubes > MOST_CUBES)
        || table.right.iter().any(|(_, &right)| right > table.rounds())
    {
        return Err("nobody can have won so much");
    }
    Ok(())
}

fn audit_phase(table: &Table) -> Result<(), &'static str> {
    let (played, most) = (table.row.len(), usize::from(table.cards_per_round()));
    let is_student = |seat: Seat| seat.index() < table.seats() && table.is_student(seat);
    let is_human = table.is_human();
    let guesses = table.wrong.len();
    let is_possible = match table.phase {
        Phase::SetRule => !table.is_automatic() && played == 0 && guesses == 0,
        Phase::Play(student) => is_student(student) && played < most && guesses <= played,
        Phase::Verdict { student, .. } => {
            is_human && is_student(student) && played < most && guesses <= played
        }
        Phase::Guess(student) => is_student(student) && (1..=most).contains(&played) && guesses < played,
        Phase::Judge(guess) => {
            is_human
                && is_student(guess.by)
                && table.cubes[guess.by] > 0
                && (1..=most).contains(&played)
                && guesses < played
        }
        Phase::Over => played <= most && guesses <= played,
    };
    if is_possible { Ok(()) } else { Err("nobody can be asked this now") }
}

fn audit_ideas(state: &State) -> Result<(), &'static str> {
    let table = &state.table;
    if state.rule.is_some() != table.has_secret() {
        return Err("there is a secret rule from when it is set until it is revealed");
    }
    let is_of_its_kind = |idea: &Idea| matches!(idea, Idea::Text(_)) == table.is_human();
    let judged = match &table.phase {
        Phase::Judge(guess) => Some(&guess.idea),
        _ => None,
    };
    let last = table.last.as_ref().map(|last| &last.rule);
    let wrong = table.wrong.iter().map(|guess| &guess.idea);
    if !state.rule.iter().chain(judged).chain(last).chain(wrong).all(is_of_its_kind) {
        return Err("rules are all free words, or none of them");
    }
    if table.wrong.iter().any(|guess| guess.by.index() >= table.seats()) {
        return Err("whoever guesses has a seat");
    }
    Ok(())
}

fn audit_cards(state: &State) -> Result<(), &'static str> {
    let State { table, hands, .. } = state;
    let open = table.open_cards();
    hands.audit(table.seats(), open)?;
    if open.len() != 1 + table.row.len() + usize::from(table.judged().is_some()) {
        return Err("a card is in two places");
    }
    let has_played = match table.phase {
        Phase::Verdict { student, .. } | Phase::Guess(student) => Some(student),
        Phase::Judge(guess) => Some(guess.by),
        Phase::SetRule | Phase::Play(_) | Phase::Over => None,
    };
    let right_size = |seat: Seat, size: usize| match table.phase {
        Phase::Over => size <= HAND,
        _ if !table.is_student(seat) => size == 0,
        _ => size == HAND - usize::from(has_played == Some(seat)),
    };
    if hands.iter().any(|(seat, hand)| !right_size(seat, hand.len())) {
        return Err("each Student has 5 cards in hand, or 4 after playing one");
    }
    Ok(())
}

/// Rule 8: kept hands, and what is remembered of the rounds before.
fn audit_earlier(state: &State) -> Result<(), &'static str> {
    let State { table, hands, returned, .. } = state;
    let is_round = |earlier: &Earlier| {
        (1..=usize::from(table.cards_per_round())).contains(&earlier.row.len())
            && earlier.cards().len() == earlier.row.len() + 1
    };
    let rounds = if table.keeps_hands() { usize::from(table.round) } else { 0 };
    if table.earlier.len() != rounds || !table.earlier.iter().all(is_round) {
        return Err("the rounds before are remembered while hands are kept");
    }
    let could_return = |seat: Seat, cards: CardSet| {
        let before = table.was_professor(seat).and_then(|ago| table.earlier(ago + 1));
        match before {
            Some(before) => (HAND - 1..=HAND).contains(&cards.len()) && (cards & before.cards()).is_empty(),
            None => cards.is_empty(),
        }
    };
    if returned.seats() != table.seats() || !returned.iter().all(|(seat, cards)| could_return(seat, cards)) {
        return Err("whoever becomes Professor gives a hand back");
    }
    let memory = Memory::new(table, Viewer::Spectator, CardSet::EMPTY);
    if hands.iter().all(|(seat, hand)| memory.allows(seat, hand)) {
        Ok(())
    } else {
        Err("a kept card lay in a row")
    }
}

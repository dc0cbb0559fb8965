//! What is legal, what is offered, and why not.

use boxwood_engine::{Illegal, Seat};

use super::idea::{Idea, Text};
use super::library::library;
use super::state::{Phase, Table};
use super::worlds::{means_one_of, not_refuted};
use super::{Action, GUESSES, Judgement, Judging, State, THOUGHT_OF, Verdict};

pub(super) fn list(state: &State, seat: Seat, out: &mut Vec<Action>) {
    let table = &state.table;
    match table.phase {
        Phase::SetRule if table.is_human() => out.extend(canned().map(Idea::Text).map(Action::SetRule)),
        // Everybody is new to it in the first round.
        Phase::SetRule if table.round == 0 => {
            let rules = library().easy(table.limits(), table.start);
            out.extend(rules.map(Idea::Rule).map(Action::SetRule));
        }
        Phase::SetRule => {
            let rules = library().favourites(table.limits(), table.start);
            out.extend(rules.map(Idea::Rule).map(Action::SetRule));
        }
        Phase::Play(student) => out.extend(state.hands[student].iter().map(Action::Play)),
        Phase::Guess(_) => {
            out.push(Action::NoGuess);
            if table.cubes[seat] > 0 {
                thinkable(table, |idea| out.push(Action::Guess(idea)));
            }
        }
        Phase::Verdict { .. } => out.extend([Verdict::Correct, Verdict::Incorrect].map(Action::Verdict)),
        Phase::Judge(_) => out.extend([Judgement::Right, Judgement::Wrong].map(Action::Judge)),
        Phase::Over => {}
    }
}

/// Nobody can list all rules.
pub(super) fn is_sampled(table: &Table, seat: Seat) -> bool {
    match table.phase {
        Phase::SetRule => true,
        Phase::Guess(_) => table.cubes[seat] > 0,
        Phase::Play(_) | Phase::Verdict { .. } | Phase::Judge(_) | Phase::Over => false,
    }
}

pub(super) fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
    let table = &state.table;
    match (table.phase, action) {
        (Phase::SetRule, Action::SetRule(idea)) => can_set(table, idea),
        (Phase::Play(student), Action::Play(card)) if state.hands[student].contains(*card) => Ok(()),
        (Phase::Play(_), Action::Play(card)) => {
            Err(Illegal::new("rule 4", format!("The {card} is not in your hand")))
        }
        (Phase::Guess(_), Action::NoGuess) => Ok(()),
        (Phase::Guess(_), Action::Guess(idea)) => can_guess(table, seat, idea),
        (Phase::Verdict { .. }, Action::Verdict(_)) | (Phase::Judge(_), Action::Judge(_)) => Ok(()),
        (Phase::SetRule, _) => Err(Illegal::new("rule 3", "Set the secret rule first")),
        (Phase::Play(_), _) => Err(Illegal::new("rule 4", "Play a card first")),
        (Phase::Guess(_), Action::Play(_)) => {
            Err(Illegal::new("rule 5", "You have played your card: guess the rule, or do not"))
        }
        (Phase::Guess(_), _) => Err(Illegal::new("rule 5", "Guess the rule, or do not")),
        (Phase::Verdict { .. }, _) => Err(Illegal::new("rule 10", "Say whether the card is correct")),
        (Phase::Judge(_), _) => Err(Illegal::new("rule 10", "Say whether the guess is right")),
        (Phase::Over, _) => Err(Illegal::new("rule 7", "The last round has been played")),
    }
}

/// Rule 3, with L1 to L3.
fn can_set(table: &Table, idea: &Idea) -> Result<(), Illegal> {
    match (table.options.judge, idea) {
        (Judging::Formal, Idea::Rule(rule)) => table.limits().check(rule, table.start),
        (Judging::Human, Idea::Text(_)) => Ok(()),
        (judging, _) => Err(wrong_kind(judging)),
    }
}

/// Rule 5, with R4 and R5.
fn can_guess(table: &Table, seat: Seat, idea: &Idea) -> Result<(), Illegal> {
    if table.cubes[seat] == 0 {
        return Err(Illegal::new("ruling R4", "A wrong guess costs a cube, and you have none"));
    }
    match (table.options.judge, idea) {
        (Judging::Formal, Idea::Rule(_)) | (Judging::Human, Idea::Text(_)) => Ok(()),
        (judging, _) => Err(wrong_kind(judging)),
    }
}

fn wrong_kind(judging: Judging) -> Illegal {
    match judging {
        Judging::Formal => {
            Illegal::new("ruling R2", "Free words cannot be judged: put a rule together from phrases")
        }
        Judging::Human => Illegal::new("rule 10", "Say it in free words: the Professor judges here"),
    }
}

/// Ideas for a table where people judge; they may have any others.
pub(super) fn canned() -> impl Iterator<Item = Text> {
    let texts = [
        "No two neighbours have the same colour",
        "Each number is higher than the one before",
        "Odd and even numbers alternate",
        "The symbol has been seen before",
        "Only even numbers",
    ];
    texts.into_iter().filter_map(Text::new)
}

/// Guesses that agree with everything heard in this round, wrong guesses included; the simplest first.
fn thinkable(table: &Table, think: impl FnMut(Idea)) {
    if table.is_human() {
        let is_new = |idea: &Idea| table.wrong.iter().all(|guess| guess.idea != *idea);
        return canned().map(Idea::Text).filter(is_new).for_each(think);
    }
    let (moments, _) = table.moments();
    let verdicts = moments.iter().zip(&table.row).map(|(moment, played)| (moment, played.correct));
    let (most, wrong) = (table.limits().max_atoms, not_refuted(table, &moments));
    (library().agreeing(THOUGHT_OF, verdicts))
        .filter(|rule| rule.size() <= most && !means_one_of(table, &wrong, rule))
        .take(GUESSES)
        .map(|rule| Idea::Rule(*rule))
        .for_each(think);
}

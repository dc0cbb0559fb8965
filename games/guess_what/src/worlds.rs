//! What a viewer cannot see, and worlds that look the same.

use boxwood_engine::{Secret, Viewer};
use boxwood_kit::{CardSet, Pile, Rng};

use super::equality::are_equal;
use super::idea::{Idea, Text};
use super::judge::canned;
use super::library::library;
use super::memory::{Earlier, Memory};
use super::rule::{Moment, Rule};
use super::state::{Guess, Table};
use super::{MOST_CARDS, State, View};

pub(super) fn redeal(view: &View, rng: &mut Rng) -> State {
    let table = &view.table;
    let unseen = CardSet::FULL - table.open_cards() - view.hands.shown();
    let memory = Memory::new(table, view.viewer, view.returned.shown());
    let hands = memory.redeal(&view.hands, unseen, rng);
    // What others gave back is in their memory only: anything that did not lie in the row then.
    let returned = view.returned.redeal_with(|seat, [size]| {
        let before = table.was_professor(seat).and_then(|ago| table.earlier(ago + 1));
        let lay = before.map_or(CardSet::EMPTY, Earlier::cards);
        (CardSet::FULL - lay).draw_many(size.into(), rng)
    });
    let rule = match view.rule {
        None if table.has_secret() => Some(imagine_rule(table, rng)),
        known => known,
    };
    State { table: table.clone(), hands, returned, rule }
}

pub(super) fn secrets(state: &State, viewer: Viewer) -> Vec<Secret> {
    let own = viewer.seat().map_or(CardSet::EMPTY, |seat| state.returned[seat]);
    let kinds = Memory::new(&state.table, viewer, own).kinds();
    let mut secrets = state.hands.secrets_in_pools(viewer, state.pile(), kinds);
    let mut pools = kinds.len() as u32..;
    let knows = state.table.the_professor().is_some_and(|seat| viewer.is(seat));
    // There are thousands of rules. Each bit of a rule's fingerprint is a secret of its own, so that
    // a few redeals show whether the rule is really unknown.
    if let Some(sum) = state.rule.filter(|_| !knows).map(|idea| idea.fingerprint()) {
        let bits = (0..64).map(|bit| (sum >> bit & 1) as u32);
        secrets.extend(bits.zip(&mut pools).map(|(holds, pool)| Secret { pool, place: 0, holds }));
    }
    for ((_, returned), pool) in state.returned.iter().filter(|(seat, _)| !viewer.is(*seat)).zip(pools) {
        let cards = returned.iter().map(|card| card.number().into());
        secrets.extend(cards.map(|holds| Secret { pool, place: 0, holds }));
    }
    secrets
}

/// Whether the rule would have said the same about every card.
#[inline]
pub(super) fn agrees(table: &Table, moments: &[Moment], rule: &Rule) -> bool {
    moments.iter().zip(&table.row).all(|(moment, played)| rule.allows(moment) == played.correct)
}

/// The wrong guesses of this round that agree with the row all the same, by their places. Only these can
/// mean the same as a rule that agrees with it, and comparing rules takes long.
pub(super) fn not_refuted(table: &Table, moments: &[Moment]) -> Pile<u8, MOST_CARDS> {
    let agrees = |guess: &Guess| match &guess.idea {
        Idea::Rule(rule) => agrees(table, moments, rule),
        Idea::Text(_) => false,
    };
    (0..).zip(&table.wrong).filter(|(_, guess)| agrees(guess)).map(|(place, _)| place).collect()
}

/// Whether the rule means the same as one of these wrong guesses.
pub(super) fn means_one_of(table: &Table, guesses: &[u8], rule: &Rule) -> bool {
    guesses.iter().any(|&place| match &table.wrong[usize::from(place)].idea {
        Idea::Rule(idea) => are_equal(idea, rule, table.start, table.cards_per_round()),
        Idea::Text(_) => false,
    })
}

/// A rule that could be the secret, by the weights of the library: it agrees with all verdicts and with
/// none of the wrong guesses. If the library has none, the nearest one: verdicts are facts of
/// the table and stay as they are.
fn imagine_rule(table: &Table, rng: &mut Rng) -> Idea {
    if table.is_human() {
        let texts: Vec<Text> = canned().collect();
        return Idea::Text(*rng.choose(&texts));
    }
    let (moments, _) = table.moments();
    let wrong = not_refuted(table, &moments);
    let could_be = |rule: &Rule| agrees(table, &moments, rule) && !means_one_of(table, &wrong, rule);
    let (library, limits, start) = (library(), table.limits(), table.start);
    let found = match table.is_easy() {
        true => library.draw_easy(limits, start, rng, could_be),
        false => library.draw_where(limits, start, rng, could_be),
    };
    Idea::Rule(found.unwrap_or_else(|| {
        let agreement = |rule: &&Rule| {
            moments
                .iter()
                .zip(&table.row)
                .filter(|(moment, played)| rule.allows(moment) == played.correct)
                .count()
        };
        *library.rules().iter().max_by_key(agreement).expect("the library is not empty")
    }))
}

//! What is legal, and why not.

use boxwood_engine::{Illegal, Seat};
use boxwood_kit::{Card, CardSet};

use super::state::{Phase, Table};
use super::{Action, HAND, MOST_BLOCKS, MissPenalty, Pace, State};

pub(super) fn check(state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
    let (table, hand) = (&state.table, state.hands[seat]);
    let can_draw = table.can_draw(seat, hand.len());
    let Some(tops) = table.tops else {
        return match action {
            Action::Ready => Ok(()),
            Action::Play { .. } | Action::Draw | Action::Pass => {
                Err(Illegal::new("rule 1", "Wait until the start cards are turned up"))
            }
        };
    };
    match action {
        _ if table.phase == Phase::Over => Err(Illegal::new("rule 6", "The game is over")),
        Action::Ready => Err(Illegal::new("rule 1", "The start cards are turned up already")),
        Action::Play { card, .. } if !hand.contains(card) => {
            Err(Illegal::new("rule 2", format!("You do not hold {card}")))
        }
        Action::Play { .. } if table.is_blocked(seat) => {
            Err(Illegal::new("rule 7", "Your last card did not fit: wait a moment"))
        }
        Action::Play { card, pile } if !fits(card, tops[pile as usize]) && !can_miss(state, seat) => {
            let top = tops[pile as usize];
            let why = format!("Number, symbol and border of {card} all differ from {top}");
            Err(Illegal::new("rule 2", why))
        }
        Action::Play { .. } => Ok(()),
        Action::Draw if can_draw => Ok(()),
        Action::Draw if table.decks[seat] == 0 => Err(Illegal::new("rule 3", "Your deck is empty")),
        Action::Draw => Err(Illegal::new("rule 3", format!("Your hand is full with {HAND} cards"))),
        Action::Pass if can_draw => Err(Illegal::new(passing(table), "You can draw")),
        Action::Pass if table.is_blocked(seat) => Ok(()), // R8, whatever is in the hand
        Action::Pass if !(hand & fitting(tops)).is_empty() => {
            Err(Illegal::new(passing(table), "One of your cards fits"))
        }
        Action::Pass => Ok(()),
    }
}

/// Which rule keeps a player from acting.
pub(super) fn why_not_active(table: &Table, seat: Seat) -> Option<Illegal> {
    match table.phase {
        Phase::Countdown { .. } => Some(Illegal::new("rule 1", "Wait until the start cards are turned up")),
        Phase::Race(_) if table.stuck.contains(seat) => {
            Some(Illegal::new(passing(table), "You have passed: wait until new cards are turned up"))
        }
        Phase::Race(_) if table.is_blocked(seat) => {
            Some(Illegal::new("rule 7", "Your last card did not fit: wait a moment"))
        }
        Phase::Race(_) | Phase::Turn(_) | Phase::Over => None,
    }
}

/// What says when somebody may pass.
fn passing(table: &Table) -> &'static str {
    match table.options.pace {
        Pace::Live => "ruling R8",
        Pace::Turns => "rule 8",
    }
}

/// Rule 2.
#[inline]
pub(super) fn fits(card: Card, top: Card) -> bool {
    card.value() == top.value() || card.symbol() == top.symbol() || card.colour() == top.colour()
}

/// The cards that fit on either top.
#[inline]
pub(super) fn fitting(tops: [Card; 2]) -> CardSet {
    tops.into_iter().fold(CardSet::EMPTY, |all, top| {
        all | CardSet::of_value(top.value())
            | CardSet::of_symbol(top.symbol())
            | CardSet::of_colour(top.colour())
    })
}

/// Rule 7: whether a card that does not fit can be tried, and has its price.
pub(super) fn can_miss(state: &State, seat: Seat) -> bool {
    let Phase::Race(race) = state.table.phase else { return false };
    state.table.options.miss_penalty != MissPenalty::Off
        && !race.blocked.contains(seat)
        && race.blocks[seat] < MOST_BLOCKS
        && !state.hands[seat].is_empty()
}

/// Rule 4.
#[inline]
pub(super) fn is_stalemate(state: &State) -> bool {
    let fitting = state.table.tops.map_or(CardSet::FULL, fitting);
    state
        .hands
        .iter()
        .all(|(seat, hand)| !state.table.can_draw(seat, hand.len()) && (hand & fitting).is_empty())
}

//! What everybody sees of the people at the table.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Figure, Seat};

/// What everybody sees of one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Player {
    /// Which seat.
    pub seat: Seat,
    /// Whether it may decide something now.
    pub active: bool,
    /// Whether it has left the game for good.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub out: bool,
    /// The score, where the game counts one while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub score: Option<i32>,
    /// The piece the seat is known by, usually a cube in its colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub badge: Option<Figure>,
    /// Whatever else is worth knowing, in the game's own words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
    /// What the score is made of, where that is worth telling; the points add up to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// What each round that is over brought, in games of several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<i32>,
}

/// A part of a score: `planted: 9`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Part {
    /// What brought it.
    pub label: String,
    /// How much.
    pub points: i32,
}

impl Player {
    /// A seat of which only this is known.
    pub fn new(seat: Seat, active: bool) -> Player {
        Player {
            seat,
            active,
            out: false,
            score: None,
            badge: None,
            facts: vec![],
            parts: vec![],
            rounds: vec![],
        }
    }

    /// The player with this score.
    #[must_use]
    pub fn scoring(self, score: impl Into<i32>) -> Player {
        Player { score: Some(score.into()), ..self }
    }

    /// The player with this badge.
    #[must_use]
    pub fn wearing(self, badge: Figure) -> Player {
        Player { badge: Some(badge), ..self }
    }

    /// The player with one more fact.
    #[must_use]
    pub fn with(mut self, label: &str, value: impl ToString) -> Player {
        self.facts.push(Fact { label: label.into(), value: value.to_string(), is_hand: false, thing: None });
        self
    }

    /// The player with so many of a thing, which is drawn.
    #[must_use]
    pub fn having(mut self, thing: Figure, label: &str, count: impl ToString) -> Player {
        self.facts.push(Fact {
            label: label.into(),
            value: count.to_string(),
            is_hand: false,
            thing: Some(thing),
        });
        self
    }

    /// The player with a score that has one more part.
    #[must_use]
    pub fn scored(mut self, label: impl Into<String>, points: impl Into<i32>) -> Player {
        self.parts.push(Part { label: label.into(), points: points.into() });
        self
    }

    /// The player with what each round brought.
    #[must_use]
    pub fn with_rounds(self, points: impl IntoIterator<Item = i32>) -> Player {
        Player { rounds: points.into_iter().collect(), ..self }
    }

    /// The player with so many cards in the hand, as a fact.
    #[must_use]
    pub fn holding(mut self, cards: impl ToString) -> Player {
        self.facts.push(Fact { label: "cards".into(), value: cards.to_string(), is_hand: true, thing: None });
        self
    }
}

/// Something worth knowing: `lives: 4`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Fact {
    /// What it is.
    pub label: String,
    /// How much, or which.
    pub value: String,
    /// Whether it is the number of cards in the hand, which need not be said where the hand is seen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_hand: bool,
    /// What is counted, where it is drawn so many times instead of said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub thing: Option<Figure>,
}

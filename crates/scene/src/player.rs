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
}

impl Player {
    /// A seat of which only this is known.
    pub fn new(seat: Seat, active: bool) -> Player {
        Player { seat, active, out: false, score: None, badge: None, facts: vec![] }
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
        self.facts.push(Fact { label: label.into(), value: value.to_string(), is_hand: false });
        self
    }

    /// The player with so many cards in the hand, as a fact.
    #[must_use]
    pub fn holding(mut self, cards: impl ToString) -> Player {
        self.facts.push(Fact { label: "cards".into(), value: cards.to_string(), is_hand: true });
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
}

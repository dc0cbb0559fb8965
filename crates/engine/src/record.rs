//! What is stored of a match.

use boxwood_kit::Seed;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::{Refusal, Seat};

/// Something that happened to a match from outside.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(
    from = "Stored<A>",
    into = "Stored<A>",
    bound(serialize = "A: Clone + Serialize", deserialize = "A: Deserialize<'de>")
)]
pub enum Input<A> {
    /// A seat acted.
    Act(Seat, A),
    /// A seat's action arrived after it had been overtaken, and the game took it as late.
    Late(Seat, A),
    /// The window of this id closed. Records from when a game had only one window do not name it.
    Expire(Option<u32>),
}

/// An input as it is written.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Stored<A> {
    Named(Named),
    Plain(Plain<A>),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Named {
    Expire(u32),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Plain<A> {
    Act(Seat, A),
    Late(Seat, A),
    Expire,
}

impl<A> From<Stored<A>> for Input<A> {
    fn from(stored: Stored<A>) -> Input<A> {
        match stored {
            Stored::Named(Named::Expire(id)) => Input::Expire(Some(id)),
            Stored::Plain(Plain::Act(seat, action)) => Input::Act(seat, action),
            Stored::Plain(Plain::Late(seat, action)) => Input::Late(seat, action),
            Stored::Plain(Plain::Expire) => Input::Expire(None),
        }
    }
}

impl<A> From<Input<A>> for Stored<A> {
    fn from(input: Input<A>) -> Stored<A> {
        match input {
            Input::Act(seat, action) => Stored::Plain(Plain::Act(seat, action)),
            Input::Late(seat, action) => Stored::Plain(Plain::Late(seat, action)),
            Input::Expire(Some(id)) => Stored::Named(Named::Expire(id)),
            Input::Expire(None) => Stored::Plain(Plain::Expire),
        }
    }
}

impl<A> Input<A> {
    /// Whose input it is; nobody's if a window closed.
    pub fn by(&self) -> Option<Seat> {
        match self {
            Input::Act(seat, _) | Input::Late(seat, _) => Some(*seat),
            Input::Expire(_) => None,
        }
    }

    /// The input with its action in another form, if the action has one.
    pub fn try_map<B, E>(&self, form: impl FnOnce(&A) -> Result<B, E>) -> Result<Input<B>, E> {
        Ok(match self {
            Input::Act(seat, action) => Input::Act(*seat, form(action)?),
            Input::Late(seat, action) => Input::Late(*seat, form(action)?),
            Input::Expire(id) => Input::Expire(*id),
        })
    }
}

/// A whole match: everything else is computed from this again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(serialize = "A: Clone + Serialize", deserialize = "A: Deserialize<'de>"))]
pub struct Record<A = Value> {
    /// The game's id.
    pub game: String,
    /// The version of its rules.
    pub rules: u16,
    /// The options that differ from the default.
    #[serde(default)]
    pub options: Value,
    /// How many seats.
    pub seats: usize,
    /// What its chance grows from.
    pub seed: Seed,
    /// What happened, in order.
    pub inputs: Vec<Input<A>>,
}

/// Why a record cannot be replayed.
#[derive(Debug, Error)]
pub enum NotAReplay {
    /// It is of rules that this program no longer, or not yet, plays; see [`GameInfo::replays_since`](crate::GameInfo::replays_since).
    #[error("the record is of version {found} of the rules, but this program plays version {known}")]
    OtherRules {
        /// The record's version.
        found: u16,
        /// The version known here.
        known: u16,
    },
    /// The match cannot even begin.
    #[error("the match of the record cannot begin: {0}")]
    Setup(Refusal),
    /// One of its inputs is not allowed.
    #[error("input {number} of the record is not allowed: {why}")]
    Input {
        /// Which, from 1.
        number: usize,
        /// Why not.
        why: Refusal,
    },
}

//! A position in a file: a match as it was played, or a state alone.

use boxwood_kit::Seed;
use boxwood_scene::count;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::{AnyGame, AnyMatch, NotAReplay, Record, Refusal};

/// A position to go on from, as it is written into a file.
///
/// `{"names": […], "record": {…}}` is a match with everything that happened in it;
/// `{"names": […], "game": "lantern-row", "seed": "7", "state": {…}}` is a state of which no past is known.
/// In both, the names may be missing; a record alone is read, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Position {
    /// What the seats are called, in their order; empty if nobody said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// What is on the table.
    #[serde(flatten)]
    pub table: Laid,
}

/// What a position says about its table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Laid {
    /// The match so far.
    Played {
        /// Its record.
        record: Record,
    },
    /// A state from elsewhere.
    State(StateOf),
}

/// A state with the game it is of, and what its chance grows from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateOf {
    /// The game's id.
    pub game: String,
    /// What chance grows from, from here on.
    #[serde(default = "zero")]
    pub seed: Seed,
    /// Everything that is true at the table.
    pub state: Value,
}

fn zero() -> Seed {
    Seed::from_number(0)
}

/// Why a file has no position that could be opened.
#[derive(Debug, Error)]
pub enum NotAPosition {
    /// It is no JSON, or an object without a record and a state.
    #[error("it has neither the record of a match nor a state: {0}")]
    Unreadable(String),
    /// The names do not fit the seats.
    #[error("{0}")]
    Names(String),
    /// The record does not replay.
    #[error(transparent)]
    Record(#[from] NotAReplay),
    /// The game does not take the state.
    #[error(transparent)]
    State(#[from] Refusal),
}

impl Position {
    /// Where the match stands: with its past, or as a state where it began with one.
    ///
    /// The seed is what the chance of such a state grows from.
    pub fn of(played: &dyn AnyMatch, names: &[String], seed: Seed) -> Position {
        let table = match played.record() {
            Some(record) => Laid::Played { record },
            None => Laid::State(StateOf { game: played.info().id.into(), seed, state: played.state() }),
        };
        Position { names: names.to_vec(), table }
    }

    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Position, NotAPosition> {
        let mut fields: Map<String, Value> =
            serde_json::from_str(text).map_err(|error| NotAPosition::Unreadable(error.to_string()))?;
        if fields.contains_key("inputs") {
            return Ok(Position { names: vec![], table: Laid::Played { record: read(fields.into())? } });
        }
        let names: Vec<String> = fields.remove("names").map(read).transpose()?.unwrap_or_default();
        if names.iter().any(|name| name.trim().is_empty() || name.chars().any(char::is_control)) {
            return Err(NotAPosition::Names("one of its names cannot be written".into()));
        }
        let table = match fields.remove("record") {
            // A table of the server says more about itself than its match.
            Some(record) => Laid::Played { record: read(record)? },
            None => Laid::State(read(fields.into())?),
        };
        Ok(Position { names, table })
    }

    /// The id of the game.
    pub fn game(&self) -> &str {
        match &self.table {
            Laid::Played { record } => &record.game,
            Laid::State(of) => &of.game,
        }
    }

    /// What chance grows from.
    pub fn seed(&self) -> Seed {
        match &self.table {
            Laid::Played { record } => record.seed,
            Laid::State(of) => of.seed,
        }
    }

    /// The match at this position, of the game whose id it names.
    pub fn open(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyMatch>, NotAPosition> {
        let opened = match &self.table {
            Laid::Played { record } => game.replay(record)?,
            Laid::State(of) => game.load(&of.state, of.seed)?,
        };
        if !self.names.is_empty() && self.names.len() != opened.seats() {
            let (names, seats) = (self.names.len() as i64, opened.seats() as i64);
            return Err(NotAPosition::Names(format!(
                "it has {} for {}",
                count(names, "name"),
                count(seats, "seat")
            )));
        }
        Ok(opened)
    }
}

fn read<T: DeserializeOwned>(json: Value) -> Result<T, NotAPosition> {
    serde_json::from_value(json).map_err(|error| NotAPosition::Unreadable(error.to_string()))
}

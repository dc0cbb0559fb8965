//! The names by which tables and people are kept.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The longest id that is taken.
const LONGEST: usize = 32;

/// Why a text is not an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("an id has 1 to {LONGEST} letters, digits, hyphens or underscores of ASCII")]
pub struct NotAnId;

/// The id of a table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TableId(#[serde(deserialize_with = "checked")] String);

/// The id of a person.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(#[serde(deserialize_with = "checked")] String);

impl TableId {
    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl PersonId {
    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for TableId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<TableId, NotAnId> {
        if is_id(text) { Ok(TableId(text.to_owned())) } else { Err(NotAnId) }
    }
}

impl FromStr for PersonId {
    type Err = NotAnId;

    fn from_str(text: &str) -> Result<PersonId, NotAnId> {
        if is_id(text) { Ok(PersonId(text.to_owned())) } else { Err(NotAnId) }
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn is_id(text: &str) -> bool {
    (1..=LONGEST).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

/// Ids also come in through JSON, where the same rule holds.
fn checked<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    if is_id(&text) { Ok(text) } else { Err(serde::de::Error::custom(NotAnId)) }
}

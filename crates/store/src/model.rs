//! What is kept. Times are milliseconds since the beginning of 1970.

use crate::{PersonId, TableId};

/// Somebody who plays here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The id, which never changes.
    pub id: PersonId,
    /// The name others see.
    pub name: String,
    /// When the person first came.
    pub made_at: i64,
}

/// Something by which a person is known again. The secret itself is not kept, only its hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The hash of the secret.
    pub hash: [u8; 32],
    /// Whose key it is.
    pub person: PersonId,
    /// What it is for.
    pub kind: KeyKind,
    /// What its owner calls it.
    pub label: String,
    /// When it was made.
    pub made_at: i64,
    /// From when on it no longer works, if ever.
    pub expires_at: Option<i64>,
}

/// What a key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyKind {
    /// A browser or another device of the person.
    Device,
    /// A program that acts for the person.
    Program,
    /// A link that lets another device in, once.
    Link,
}

/// How far a table has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// People are still sitting down.
    Waiting,
    /// The match is on.
    Running,
    /// The match has ended, or will never begin.
    Over,
}

/// An event in the log of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its number, from 1, without gaps.
    pub number: u64,
    /// When it happened.
    pub at: i64,
    /// The event, which is JSON to the caller and plain text to the store.
    pub event: String,
}

/// What is known of a table without reading its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The table.
    pub id: TableId,
    /// The id of its game.
    pub game: String,
    /// How far it has come.
    pub stage: Stage,
    /// Whether the lobby shows it.
    pub listed: bool,
    /// Whether the server owes it something, such as a bot's move or the end of a window.
    pub due: bool,
    /// Who has to do with it, in the caller's order.
    pub people: Vec<PersonId>,
    /// What else the caller wants to know without reading the log.
    pub body: String,
    /// When the summary last changed.
    pub updated_at: i64,
}

/// What is to be written for one table. It is written as a whole or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    /// The table.
    pub table: TableId,
    /// The next events of its log, one after the other; there may be none.
    pub events: Vec<Stored>,
    /// The summary that replaces the present one, if it changed.
    pub summary: Option<Summary>,
}

/// How much room a store takes, and how much it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// The size of its files, in bytes.
    pub taken: u64,
    /// What is left for it on its disk, in bytes, where the system can say.
    pub free: Option<u64>,
}

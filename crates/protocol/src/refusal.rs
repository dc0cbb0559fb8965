//! Why something was not done.

use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Why something was not done: a code for programs, a sentence for people. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Refusal {
    /// For programs.
    pub code: Code,
    /// For people: one sentence that says what would be right.
    pub message: String,
}

impl Refusal {
    /// For this reason.
    pub fn new(code: Code, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

/// The kinds of refusals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The message could not be read.
    Malformed,
    /// Too much at once.
    TooLarge,
    /// Too often.
    TooFast,
    /// The request comes from a page of somebody else.
    ForeignOrigin,
    /// Nobody is known under this cookie or token; a name comes first.
    Unknown,
    /// There is no such page, game, table, link or step.
    NotFound,
    /// Only the host of the table may do this.
    NotTheHost,
    /// The seat belongs to somebody else.
    NotYourSeat,
    /// Somebody sits there already.
    SeatTaken,
    /// There is no such seat.
    NoSuchSeat,
    /// The table is not at that point: not begun, already begun, or over.
    WrongStage,
    /// The options or the number of seats make no sense for the game.
    BadOptions,
    /// A setting of the table or a name makes no sense.
    BadSetting,
    /// The table has changed since the sender looked at it.
    Stale,
    /// It is not the seat's turn.
    NotYourTurn,
    /// The rules do not allow it; the sentence names the rule.
    Illegal,
    /// The sent thing is no action of the game.
    NotAnAction,
    /// Touching these does not mean anything now.
    NoMeaning,
    /// The game is over.
    GameOver,
    /// There is nothing that could be taken back.
    NoUndo,
    /// There is no such open question, or it is not for this seat.
    NoQuestion,
    /// The storage would not have it; nothing was done.
    Storage,
    /// The server is about to stop.
    Stopping,
    /// A fault in the program; it is in the log.
    Fault,
}

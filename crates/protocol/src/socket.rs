//! What goes over the WebSocket of a table.

use boxwood_engine::{Chosen, Level, Outcome};
use boxwood_scene::{Beat, Offer, Scene, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::{Code, Table, Wish};

/// What a client says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Does something at the sender's seat: one of the offered actions; or, for what is not on offer, what was
    /// touched, which is done if it is allowed and otherwise refused with the reason.
    Act {
        /// Comes back in the answer; without it only refusals are answered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        id: Option<u32>,
        /// The number of the last `state` the sender has seen.
        #[ts(type = "number")]
        seen: u64,
        /// One of the offered actions, as it was offered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "unknown")]
        action: Option<Value>,
        /// The keys of what was touched, in order. If they mean nothing, or something illegal, the refusal says
        /// why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, as = "Option<Vec<boxwood_scene::Key>>")]
        path: Option<Vec<String>>,
    },
    /// Says that nothing more will come from this seat in the open window (by mail, where no clock
    /// closes it).
    Enough {
        /// Comes back in the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        id: Option<u32>,
        /// The window: the `id` of one of the `clocks`.
        clock: u32,
    },
    /// Asks the others for something; done at once where nobody has to be asked.
    Ask {
        /// Comes back in the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        id: Option<u32>,
        /// For what.
        wish: Wish,
    },
    /// Answers the open question; the person who asked it withdraws it by not agreeing.
    Answer {
        /// Comes back in the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        id: Option<u32>,
        /// Which question.
        #[ts(type = "number")]
        question: u64,
        /// Whether the sender agrees.
        agree: bool,
    },
    /// Says something to everybody.
    Chat {
        /// One to 280 characters.
        text: String,
    },
    /// Asks a bot what it would do.
    Hint {
        /// Comes back in the answer.
        id: u32,
        /// How hard it is to think; `strong` if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        level: Option<Level>,
    },
    /// Says that something lies over the sender's table, such as the guide, or no longer does. While the only
    /// person at a table is busy, its windows stay open and its bots join no race.
    Busy {
        /// Whether something does.
        busy: bool,
    },
    /// Says that the sender wants no pauses from bots, or wants them again. They answer at once where all
    /// people who play and are there have said so; in a race they keep to human times.
    Brisk {
        /// Whether the sender wants none.
        brisk: bool,
    },
    /// Asks for the whole state again.
    Refresh,
}

impl ClientMessage {
    /// The number under which it is answered, if it has one.
    pub fn id(&self) -> Option<u32> {
        match self {
            ClientMessage::Act { id, .. }
            | ClientMessage::Enough { id, .. }
            | ClientMessage::Ask { id, .. }
            | ClientMessage::Answer { id, .. } => *id,
            ClientMessage::Hint { id, .. } => Some(*id),
            ClientMessage::Chat { .. }
            | ClientMessage::Busy { .. }
            | ClientMessage::Brisk { .. }
            | ClientMessage::Refresh => None,
        }
    }
}

/// What the server says.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// Who sits where and what the table is asked; first of all, and whenever it changes.
    Table(Box<Table>),
    /// The game as this viewer sees it; after `table`, and whenever it changes.
    State(Box<State>),
    /// What was asked for is done, and stored.
    Done {
        /// Of the message that asked.
        id: u32,
        /// The number of the last thing that happened.
        #[ts(type = "number")]
        number: u64,
    },
    /// What was asked for is not done. Nothing has changed.
    Refused {
        /// Of the message that asked, if it had one.
        id: Option<u32>,
        /// For programs.
        code: Code,
        /// For people.
        message: String,
    },
    /// Somebody says something.
    Chat(Chat),
    /// What a bot would do.
    Hint {
        /// Of the message that asked.
        id: u32,
        /// The action.
        #[ts(type = "unknown")]
        action: Value,
        /// What to touch and what to call it.
        offer: Offer,
        /// Why, where the game can say.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        why: Option<String>,
    },
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Chat {
    /// The speaker's name at the table; empty if the table itself speaks.
    pub from: String,
    /// The seat, if the speaker has one.
    pub seat: Option<usize>,
    /// The same number for all lines of the same person at this table; absent where nobody is known to speak.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub speaker: Option<usize>,
    /// What.
    pub text: String,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
}

/// A running or finished game, as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct State {
    /// The number of the last thing that happened at the table: what to send as `seen`.
    #[ts(type = "number")]
    pub number: u64,
    /// How many inputs have been taken.
    pub version: usize,
    /// The viewer's seat; a spectator has none.
    pub seat: Option<usize>,
    /// The table.
    pub scene: Scene,
    /// What should be seen before it, first to last, if only one thing has happened since the state
    /// before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moments: Vec<Moment>,
    /// What the viewer may do.
    pub offers: Vec<Chosen>,
    /// Whether the viewer may do more than is listed: aim at any point, compose any sentence.
    pub more: bool,
    /// Whether the only thing on offer does nothing but let the game go on, and can be taken back: a client
    /// may do it for the viewer.
    pub forced: bool,
    /// What was said since the state before.
    pub said: Vec<String>,
    /// Whether `said` is everything from the beginning: at first, after something was taken back, and
    /// after somebody took or left a seat.
    pub anew: bool,
    /// The seats that may decide now.
    #[ts(type = "Array<number>")]
    pub active: SeatSet,
    /// The windows that the rules will close.
    pub clocks: Vec<ClockNow>,
    /// How long the seats that may decide can still think, in milliseconds.
    pub think_ms: Option<u64>,
    /// Whether time stands still, because the only person at the table is busy.
    pub held: bool,
    /// Whether and how the viewer's last action can be taken back.
    pub undo: Undo,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

/// A moment between two states.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Moment {
    /// What kind of moment it is, and what happens.
    pub beat: Beat,
    /// The table as it is then.
    pub scene: Scene,
}

/// An open window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ClockNow {
    /// Which window.
    pub id: u32,
    /// The seat that it concerns, where it concerns only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<usize>")]
    pub seat: Option<Seat>,
    /// How long it is open altogether, in milliseconds.
    pub ms: u32,
    /// How long it is still open; absent where no clock runs and everybody says `enough`.
    pub left_ms: Option<u32>,
    /// The seats that have said `enough`.
    #[ts(type = "Array<number>")]
    pub enough: SeatSet,
}

/// Whether and how an action can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Undo {
    /// Not at all.
    No,
    /// At once.
    Free,
    /// If the others agree.
    Ask,
}

/// Why the server closes a socket, beside the ordinary codes: 1000 done, 1001 stopping, 1002 not how
/// WebSockets speak, 1003 not text, 1007 not UTF-8, 1009 too large.
pub mod close {
    /// The client reads too slowly; it may come again.
    pub const TOO_SLOW: u16 = 4001;
    /// The client sends too fast and does not stop when told.
    pub const TOO_FAST: u16 = 4002;
    /// The key with which the client came in was taken away.
    pub const REVOKED: u16 = 4003;
    /// There is no such table.
    pub const NO_TABLE: u16 = 4004;
    /// The table could not be stored or loaded; the client may come again.
    pub const STORAGE: u16 = 4005;
}

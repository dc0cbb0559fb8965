//! What a table is told, and by whom.

use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use boxwood_bots::Thought;
use boxwood_engine::{AnyMatch, Viewer};
use boxwood_protocol::{
    ClientMessage, Code, MyTable, Refusal, SeatChange, ServerMessage, Settings, TableRecord, close,
};
use boxwood_store::{Person, PersonId};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use super::message;
use crate::limits::Network;
use crate::table::Table;

/// What a table is told. Whatever has a `reply` is answered.
pub enum Command {
    /// Somebody looks at the table.
    Join(Member),
    /// A connection is gone.
    Leave { connection: usize },
    /// A connection says something.
    Say { connection: usize, message: ClientMessage, arrived: Instant },
    /// Somebody wants to know about the table.
    Info { person: Option<PersonId>, reply: Reply<boxwood_protocol::Table> },
    /// A person who sits there wants it in a list.
    Mine { person: PersonId, reply: Reply<MyTable> },
    /// The host changes what it is to play.
    Set { person: PersonId, settings: Settings, seats: usize, reply: Reply<boxwood_protocol::Table> },
    /// Somebody changes a seat.
    Seat { person: Person, seat: usize, change: SeatChange, reply: Reply<boxwood_protocol::Table> },
    /// The host wants somebody who has said something to be silent.
    Ban { person: PersonId, speaker: usize, reply: Reply<boxwood_protocol::Table> },
    /// The host begins.
    Start { person: PersonId, reply: Reply<boxwood_protocol::Table> },
    /// Somebody wants to look at what was played.
    Review { person: Option<PersonId>, reply: Reply<Reviewed> },
    /// Somebody wants all of it.
    Record { reply: Reply<TableRecord> },
    /// A bot has thought about what to do at its seat.
    Thought { seat: usize, seen: u64, action: Option<Value> },
    /// A bot has thought about what it would do for somebody.
    Hinted { connection: usize, id: u32, thought: Option<Thought> },
    /// The server is about to stop.
    Stop,
}

/// Where an answer goes.
pub type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

/// Somebody who looks at the table: a connection.
pub struct Member {
    pub connection: usize,
    pub person: Option<Person>,
    /// Where it comes from.
    pub from: Network,
    /// From where it wants to look.
    pub place: Place,
    /// What it is to be sent. If this is dropped, it was too slow.
    pub outbox: mpsc::Sender<Out>,
    /// How long a message takes to it, in microseconds.
    pub latency: Arc<AtomicU32>,
    /// Whether something lies over the table on its screen.
    pub is_busy: bool,
    /// Whether they want no pauses from bots.
    pub is_brisk: bool,
    /// The number of the last state that it was shown as a whole.
    pub whole: u64,
}

/// From where a connection wants to look at the table.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// From the person's first seat, whenever there is one.
    Own,
    /// From this seat, while it is the person's.
    Seat(usize),
    /// Like anybody else.
    Spectator,
}

/// What is sent over a connection.
#[derive(Clone, Debug)]
pub enum Out {
    /// A message.
    Text(Utf8Bytes),
    /// The last word, with its code.
    Close(u16, &'static str),
}

/// What a reviewer needs.
pub struct Reviewed {
    pub play: Box<dyn AnyMatch>,
    pub names: Vec<String>,
    pub is_over: bool,
    /// The reviewer's seats.
    pub own: Vec<usize>,
}

impl Member {
    /// Whose connection it is.
    pub fn person_id(&self) -> Option<&PersonId> {
        self.person.as_ref().map(|person| &person.id)
    }

    /// The seat from which it wants to look and act.
    pub fn seat(&self, table: &Table) -> Option<usize> {
        match self.place {
            Place::Own => table.seats_of(self.person_id()?).next(),
            Place::Seat(seat) => Some(seat),
            Place::Spectator => None,
        }
    }

    /// From where it may look.
    pub fn viewer(&self, table: &Table) -> Viewer {
        table.viewer(self.person_id(), self.seat(table))
    }
}

impl Command {
    /// Answers that it cannot be done.
    pub fn refuse(self, refusal: &Refusal) {
        // A caller who no longer waits for the answer does not miss it.
        match self {
            Command::Join(member) => {
                let code = if refusal.code == Code::NotFound { close::NO_TABLE } else { close::STORAGE };
                let text = message(&ServerMessage::Refused {
                    id: None,
                    code: refusal.code,
                    message: refusal.message.clone(),
                });
                let _ = member.outbox.try_send(Out::Text(text));
                let _ = member.outbox.try_send(Out::Close(code, "the table cannot be opened"));
            }
            Command::Info { reply, .. }
            | Command::Set { reply, .. }
            | Command::Seat { reply, .. }
            | Command::Ban { reply, .. }
            | Command::Start { reply, .. } => {
                let _ = reply.send(Err(refusal.clone()));
            }
            Command::Mine { reply, .. } => {
                let _ = reply.send(Err(refusal.clone()));
            }
            Command::Review { reply, .. } => {
                let _ = reply.send(Err(refusal.clone()));
            }
            Command::Record { reply } => {
                let _ = reply.send(Err(refusal.clone()));
            }
            Command::Leave { .. }
            | Command::Say { .. }
            | Command::Thought { .. }
            | Command::Hinted { .. }
            | Command::Stop => {}
        }
    }
}

//! The task that owns a table: inputs in, one projection per viewer out.
//!
//! Check, store, tell: a change is made in memory, stored, and only then told to anybody. If it
//! cannot be stored, the table is thrown away and loaded again, and nobody has heard of the change.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use boxwood_bots::Level;
use boxwood_engine::{AnyMatch, Chosen, Seat, SeatSet, Viewer};
use boxwood_kit::{Rng, Seed};
use boxwood_protocol::{
    ClientMessage, Code, FAIRNESS_MS, MyTable, Pace, Refusal, SeatChange, ServerMessage, Settings, Stage,
    TableRecord, close,
};
use boxwood_store::{Person, PersonId, TableId, Write};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use crate::event::Event;
use crate::hub::{Hub, stopping, stored};
use crate::refuse::{no, storage};
use crate::table::{Decision, Deed, Line, Table};
use crate::{bot, now_ms, secrets, tag};

mod bots;
mod hear;
mod tell;
#[cfg(test)]
mod tests;
mod time;

/// How long the strongest bot thinks.
const THOUGHT: Duration = Duration::from_millis(700);

/// How long most states are at most, in bytes.
const ROOM: usize = 8 * 1024;

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
    /// Its owner wants it in a list.
    Mine { person: PersonId, reply: Reply<MyTable> },
    /// The host changes what it is to play.
    Set { person: PersonId, settings: Settings, seats: usize, reply: Reply<boxwood_protocol::Table> },
    /// Somebody changes a seat.
    Seat { person: Person, seat: usize, change: SeatChange, reply: Reply<boxwood_protocol::Table> },
    /// The host begins.
    Start { person: PersonId, reply: Reply<boxwood_protocol::Table> },
    /// Somebody wants to look at what was played.
    Review { person: Option<PersonId>, reply: Reply<Reviewed> },
    /// Somebody wants all of it.
    Record { reply: Reply<TableRecord> },
    /// A bot has thought.
    Thought { seat: usize, seen: u64, action: Option<Value> },
    /// A bot has thought about what it would do for somebody.
    Hinted { connection: usize, id: u32, chosen: Option<Chosen> },
    /// The server is about to stop.
    Stop,
}

/// Where an answer goes.
pub type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

/// Somebody who looks at the table: a connection.
pub struct Member {
    pub connection: usize,
    pub person: Option<Person>,
    /// From where it wants to look.
    pub place: Place,
    /// What it is to be sent. If this is dropped, it was too slow.
    pub outbox: mpsc::Sender<Out>,
    /// How long a message takes to it, in microseconds.
    pub latency: Arc<AtomicU32>,
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

impl Command {
    /// Answers that it cannot be done.
    fn refuse(self, refusal: &Refusal) {
        // Whoever no longer waits for the answer does not miss it.
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

/// Owns the table until nobody needs it, or it cannot be stored, or the server stops.
pub async fn run(
    hub: Arc<Hub>,
    id: TableId,
    inbox: mpsc::Sender<Command>,
    mut commands: mpsc::Receiver<Command>,
) {
    let _forgotten = Forget { hub: Arc::clone(&hub), id: id.clone() };
    let ending = match load(&hub, &id).await {
        Ok(table) => Task::new(hub, table, inbox).work(&mut commands).await,
        Err(refusal) => refusal,
    };
    commands.close();
    while let Some(command) = commands.recv().await {
        command.refuse(&ending);
    }
}

/// However the task ends, even by a fault of its own, the next one may begin.
struct Forget {
    hub: Arc<Hub>,
    id: TableId,
}

impl Drop for Forget {
    fn drop(&mut self) {
        self.hub.forget(&self.id);
    }
}

async fn load(hub: &Hub, id: &TableId) -> Result<Table, Refusal> {
    let log = hub.store.events(id).await.map_err(|error| storage(&error))?;
    let events: Result<Vec<(i64, Event)>, _> =
        log.iter().map(|stored| Ok((stored.at, serde_json::from_str(&stored.event)?))).collect();
    let events = events.map_err(|error: serde_json::Error| {
        tracing::error!(table = tag(id), %error, "an event of the table cannot be read");
        no(Code::Fault, "The table's record cannot be read by this version of Boxwood.")
    })?;
    Table::from_events(id.clone(), &events)
}

struct Task {
    hub: Arc<Hub>,
    table: Table,
    inbox: mpsc::Sender<Command>,
    members: Vec<Member>,
    /// When the last member left.
    alone_since: Instant,
    /// Since when somebody is there.
    awake_at: i64,
    /// The version that everybody has been told; what is said after it is news.
    told: Option<usize>,
    /// How many lines of chat everybody has been told.
    lines: u64,
    /// The question that everybody has been told.
    asked: Option<u64>,
    /// The open window, and since when its clock runs.
    clock: Option<(u32, Instant)>,
    /// Actions that wait for slower connections, by when they count.
    held: Vec<Held>,
    /// When the bots of these seats begin to think.
    bots: Vec<(usize, Instant)>,
    /// The seats whose bots are thinking.
    thinking: SeatSet,
    /// The connections for which a bot is thinking.
    hints: Vec<usize>,
    rng: Rng,
    /// Why the table cannot go on.
    broken: Option<Refusal>,
}

struct Held {
    due: Instant,
    connection: usize,
    id: Option<u32>,
    seen: u64,
    deed: Deed,
    arrived: Instant,
}

/// What has changed, and so has to be told.
#[derive(Clone, Copy, Default)]
struct News {
    /// Who sits where, what is asked.
    table: bool,
    /// The match.
    state: bool,
    /// What was said before is not the same any more.
    anew: bool,
}

impl Task {
    fn new(hub: Arc<Hub>, table: Table, inbox: mpsc::Sender<Command>) -> Task {
        let mut task = Task {
            told: table.play.as_ref().map(|play| play.status().version),
            lines: table.lines,
            asked: None,
            hub,
            table,
            inbox,
            members: vec![],
            alone_since: Instant::now(),
            awake_at: now_ms(),
            clock: None,
            held: vec![],
            bots: vec![],
            thinking: SeatSet::EMPTY,
            hints: vec![],
            rng: Rng::new(Seed::from_bytes(secrets::bytes())),
            broken: None,
        };
        task.settle();
        task
    }

    /// Works until the end, and says why it came.
    async fn work(mut self, commands: &mut mpsc::Receiver<Command>) -> Refusal {
        loop {
            let wake = self.next_wake().map(tokio::time::Instant::from_std);
            let asleep = async {
                match wake {
                    Some(wake) => tokio::time::sleep_until(wake).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                command = commands.recv() => match command {
                    Some(Command::Stop) | None => {
                        self.dismiss(Out::Close(1001, "the server stops; come again soon"));
                        return stopping();
                    }
                    Some(command) => self.handle(command).await,
                },
                () = asleep => {}
            }
            self.tick().await;
            if let Some(why) = self.broken.take() {
                self.dismiss(Out::Close(close::STORAGE, "the table has to be loaded again"));
                return why;
            }
            if self.is_idle() && commands.is_empty() {
                // Whatever came at the last moment is still done; whoever comes now waits for the next task.
                commands.close();
                while let Some(command) = commands.recv().await {
                    self.handle(command).await;
                }
                self.dismiss(Out::Close(close::STORAGE, "the table has to be loaded again"));
                return stopping();
            }
        }
    }

    fn dismiss(&mut self, word: Out) {
        for member in self.members.drain(..) {
            let _ = member.outbox.try_send(word.clone()); // whoever is too slow for it sees the end
        }
    }

    fn is_idle(&self) -> bool {
        self.members.is_empty()
            && self.alone_since.elapsed() >= self.hub.config.idle
            && self.bots.is_empty()
            && self.thinking.is_empty()
            && self.think_deadline().is_none()
    }

    fn next_wake(&self) -> Option<Instant> {
        let think = self.think_deadline().map(|at| {
            let left = u64::try_from(at - now_ms()).unwrap_or(0);
            Instant::now() + Duration::from_millis(left)
        });
        let idle = self.members.is_empty().then(|| self.alone_since + self.hub.config.idle);
        let idle = idle.filter(|idle| *idle > Instant::now() && think.is_none());
        let held = self.held.iter().map(|held| held.due);
        let bots = self.bots.iter().map(|(_, at)| *at);
        held.chain(bots).chain(self.clock_deadline()).chain(think).chain(idle).min()
    }

    async fn handle(&mut self, command: Command) {
        match command {
            Command::Join(member) => self.join(member),
            Command::Leave { connection } => self.leave(connection),
            Command::Say { connection, message, arrived } => self.hear(connection, message, arrived).await,
            Command::Info { person, reply } => {
                let _ = reply.send(Ok(self.info(person.as_ref())));
            }
            Command::Mine { person, reply } => {
                let table = self.table.card(self.table.moved_at);
                let _ = reply.send(Ok(MyTable {
                    table,
                    your_turn: self.table.waits_for(&person),
                    deciding: self.table.deciding(),
                    trouble: None,
                }));
            }
            Command::Set { person, settings, seats, reply } => {
                let decision = self.table.set(&person, settings, seats);
                let done = self.carry_out(decision).await;
                let _ = reply.send(done.map(|()| self.info(Some(&person))));
            }
            Command::Seat { person, seat, change, reply } => {
                let decision = self.table.change_seat(&person.id, &person.name, seat, &change);
                let done = self.carry_out(decision).await;
                let _ = reply.send(done.map(|()| self.info(Some(&person.id))));
            }
            Command::Start { person, reply } => {
                let decision = self.table.start(&person);
                let done = self.carry_out(decision).await;
                let _ = reply.send(done.map(|()| self.info(Some(&person))));
            }
            Command::Review { person, reply } => {
                let _ = reply.send(self.reviewed(person.as_ref()));
            }
            Command::Record { reply } => {
                let _ = reply.send(self.table.record());
            }
            Command::Thought { seat, seen, action } => self.thought(seat, seen, action).await,
            Command::Hinted { connection, id, chosen } => self.hinted(connection, id, chosen),
            Command::Stop => {}
        }
    }

    /// Does whatever the time has come for.
    async fn tick(&mut self) {
        let now = Instant::now();
        while let Some(next) =
            self.held.iter().enumerate().filter(|(_, held)| held.due <= now).min_by_key(|(_, held)| held.due)
        {
            let held = self.held.remove(next.0);
            self.act(held.connection, held.id, held.seen, &held.deed, held.arrived).await;
        }
        if self.clock_deadline().is_some_and(|deadline| deadline <= now) {
            self.clock = None;
            self.expire(now).await;
        }
        // Not only when somebody says so: whoever was waited for may have left instead.
        if self.broken.is_none() && self.table.everybody_has_enough() {
            self.expire(now).await;
        }
        if self.think_deadline().is_some_and(|deadline| deadline <= now_ms()) {
            self.stand_in(now).await;
        }
        let due: Vec<usize> = self.bots.iter().filter(|(_, at)| *at <= now).map(|(seat, _)| *seat).collect();
        for seat in due {
            self.bots.retain(|(other, _)| *other != seat);
            self.think(seat);
        }
    }
}

fn message(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("a message is plain data").into()
}

/// The same, with room for most states from the beginning: growing step by step copies them several times.
fn long_message(message: &ServerMessage) -> Utf8Bytes {
    let mut text = Vec::with_capacity(ROOM);
    serde_json::to_writer(&mut text, message).expect("a message is plain data");
    text.try_into().expect("JSON is UTF-8")
}

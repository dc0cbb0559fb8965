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
use crate::table::{Decision, Deed, Table};
use crate::{bot, now_ms, secrets, tag};

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

/// People who come and go.
impl Task {
    fn join(&mut self, member: Member) {
        if self.members.is_empty() {
            self.awake_at = now_ms();
        }
        let connection = member.connection;
        self.members.push(member);
        self.settle(); // somebody is there, so clocks run
        self.tell_table();
        // Whoever is gone again already is no member any more.
        if let Some(member) = self.member(connection) {
            for line in &self.table.chat {
                let _ = member.outbox.try_send(Out::Text(message(&ServerMessage::Chat(line.clone()))));
            }
            if let Some(text) = self.state_for(self.viewer(member), None) {
                let _ = member.outbox.try_send(Out::Text(text));
            }
        }
    }

    fn leave(&mut self, connection: usize) {
        self.members.retain(|member| member.connection != connection);
        if self.members.is_empty() {
            self.alone_since = Instant::now();
        }
        self.settle();
        self.tell_table();
    }

    fn member(&self, connection: usize) -> Option<&Member> {
        self.members.iter().find(|member| member.connection == connection)
    }

    fn viewer(&self, member: &Member) -> Viewer {
        self.table.viewer(member.person.as_ref().map(|person| &person.id), self.seat(member))
    }

    /// The seat from which somebody wants to look and act.
    fn seat(&self, member: &Member) -> Option<usize> {
        match member.place {
            Place::Own => self.table.seats_of(&member.person.as_ref()?.id).next(),
            Place::Seat(seat) => Some(seat),
            Place::Spectator => None,
        }
    }

    fn info(&self, person: Option<&PersonId>) -> boxwood_protocol::Table {
        let is_here = |seat: usize| {
            let owner = &self.table.chairs[seat].person;
            self.members.iter().any(|member| {
                member.person.as_ref().map(|person| &person.id) == owner.as_ref() && owner.is_some()
            })
        };
        let watchers = self.members.iter().filter(|member| self.viewer(member) == Viewer::Spectator).count();
        self.table.info(person, is_here, u32::try_from(watchers).unwrap_or(u32::MAX))
    }

    fn reviewed(&self, person: Option<&PersonId>) -> Result<Reviewed, Refusal> {
        let play = self.table.play.as_ref();
        let play = play.ok_or_else(|| no(Code::WrongStage, "The game has not begun yet."))?;
        Ok(Reviewed {
            play: play.copy(),
            names: self.table.names(),
            is_over: self.table.stage() == Stage::Over,
            own: person.map_or(vec![], |person| self.table.seats_of(person).collect()),
        })
    }
}

/// What people say.
impl Task {
    async fn hear(&mut self, connection: usize, said: ClientMessage, arrived: Instant) {
        let Some(member) = self.member(connection) else { return };
        let person = member.person.clone();
        let (person_id, seat) = (person.as_ref().map(|person| &person.id), self.seat(member));
        match said {
            ClientMessage::Act { id, seen, action, path } => {
                let deed = match (action, path) {
                    (Some(action), None) => Deed::Action(action),
                    (None, Some(path)) => Deed::Path(path),
                    _ => {
                        let wanted = "An act has either an action or a path.";
                        return self.refuse(connection, id, &no(Code::Malformed, wanted));
                    }
                };
                let wait = self.fairness(connection);
                if wait.is_zero() && self.held.is_empty() {
                    return self.act(connection, id, seen, &deed, arrived).await;
                }
                self.held.push(Held { due: arrived + wait, connection, id, seen, deed, arrived });
            }
            ClientMessage::Enough { id, clock } => {
                let decided = self.table.own_hand(person_id, seat);
                let done = self.carry_out(decided.and_then(|seat| self.table.enough(seat, clock))).await;
                self.answer(connection, id, done);
            }
            ClientMessage::Ask { id, wish } => {
                let decision = self.table.own(person_id, seat).and_then(|seat| self.table.ask(seat, wish));
                let done = self.carry_out(decision).await;
                self.answer(connection, id, done);
            }
            ClientMessage::Answer { id, question, agree } => {
                // A person with several seats answers for all of them.
                let own: Vec<usize> =
                    person_id.map_or(vec![], |person| self.table.seats_of(person).collect());
                let asked = |seat: &usize| {
                    let open = self.table.question.as_ref();
                    open.is_some_and(|open| Seat::new(*seat).is_some_and(|seat| open.waiting.contains(seat)))
                };
                let for_all: Vec<usize> = own.iter().copied().filter(asked).collect();
                let seats = if for_all.is_empty() { own.into_iter().take(1).collect() } else { for_all };
                let mut done = Err(no(Code::NoQuestion, "Only those who sit at the table are asked."));
                for seat in seats {
                    let decision = self.table.answer(seat, question, agree);
                    done = self.carry_out(decision).await;
                    if !agree || done.is_err() {
                        break;
                    }
                }
                self.answer(connection, id, done);
            }
            ClientMessage::Chat { text } => {
                let decision = match &person {
                    Some(person) => self.table.say(&person.id, &person.name, seat, &text),
                    None => Err(no(Code::Unknown, "Whoever wants to say something has a name.")),
                };
                if let Err(refusal) = self.carry_out(decision).await {
                    self.refuse(connection, None, &refusal);
                }
            }
            ClientMessage::Hint { id, level } => self.hint(connection, id, level.unwrap_or(Level::Medium)),
            ClientMessage::Refresh => {
                if let Some(member) = self.member(connection) {
                    let info = self.info(member.person.as_ref().map(|person| &person.id));
                    let _ = member.outbox.try_send(Out::Text(message(&ServerMessage::Table(Box::new(info)))));
                    if let Some(text) = self.state_for(self.viewer(member), None) {
                        let _ = member.outbox.try_send(Out::Text(text));
                    }
                }
            }
        }
    }

    async fn act(&mut self, connection: usize, id: Option<u32>, seen: u64, deed: &Deed, arrived: Instant) {
        let Some(member) = self.member(connection) else { return };
        let person = member.person.as_ref().map(|person| person.id.clone());
        let seat = self.table.own_hand(person.as_ref(), self.seat(member));
        let event = seat.and_then(|seat| self.table.act(seat, seen, deed, now_ms()));
        let done = self.played(event, arrived).await;
        self.answer(connection, id, done);
    }

    fn answer(&mut self, connection: usize, id: Option<u32>, done: Result<(), Refusal>) {
        match (done, id) {
            (Ok(()), Some(id)) => {
                let done = message(&ServerMessage::Done { id, number: self.table.number });
                self.send(connection, done);
            }
            (Ok(()), None) => {}
            (Err(refusal), id) => self.refuse(connection, id, &refusal),
        }
    }

    fn refuse(&mut self, connection: usize, id: Option<u32>, refusal: &Refusal) {
        self.hub.metrics.refused(refusal);
        let Refusal { code, message: sentence } = refusal.clone();
        self.send(connection, message(&ServerMessage::Refused { id, code, message: sentence }));
    }

    fn send(&mut self, connection: usize, text: Utf8Bytes) {
        if let Some(member) = self.member(connection) {
            let _ = member.outbox.try_send(Out::Text(text)); // a full outbox is seen at the next news
        }
    }

    /// How long an action of this connection waits, so that a slower one has the same chance.
    fn fairness(&self, connection: usize) -> Duration {
        if !self.table.is_race() {
            return Duration::ZERO;
        }
        let active = self.table.active();
        let racing = self
            .members
            .iter()
            .filter(|member| matches!(self.viewer(member), Viewer::Seat(seat) if active.contains(seat)));
        let latency = |member: &Member| member.latency.load(Ordering::Relaxed);
        let slowest = racing.map(latency).max().unwrap_or(0);
        let own = self.member(connection).map_or(slowest, latency);
        Duration::from_micros(slowest.saturating_sub(own).into())
            .min(Duration::from_millis(FAIRNESS_MS.into()))
    }
}

/// From a change to everybody's screen.
impl Task {
    /// Makes, stores and tells what was decided.
    async fn carry_out(&mut self, decision: Result<Decision, Refusal>) -> Result<(), Refusal> {
        let decision = decision?;
        let at = now_ms();
        for (index, event) in decision.events.iter().enumerate() {
            if let Err(refusal) = self.table.take(event, at) {
                if index > 0 {
                    self.broken = Some(refusal.clone()); // half of it is in memory and none is stored
                }
                return Err(refusal);
            }
        }
        self.store(&decision.events, at).await?;
        self.tell(decision.events.iter().fold(News::default(), News::and));
        if decision.rematch {
            self.rematch().await?;
        }
        Ok(())
    }

    /// Stores and tells an input that the table has taken already.
    async fn played(&mut self, event: Result<Event, Refusal>, arrived: Instant) -> Result<(), Refusal> {
        let event = event?;
        let is_over = self.table.stage() == Stage::Over;
        self.store(std::slice::from_ref(&event), self.table.moved_at).await?;
        self.hub.metrics.inputs.inc();
        if is_over {
            tracing::info!(table = tag(&self.table.id), game = self.table.settings.game, "a game is over");
        }
        self.tell(News { table: is_over, state: true, anew: false });
        self.hub.metrics.told.observe(arrived.elapsed().as_secs_f64());
        Ok(())
    }

    async fn store(&mut self, events: &[Event], at: i64) -> Result<(), Refusal> {
        if events.is_empty() {
            return Ok(());
        }
        let start = Instant::now();
        let first = self.table.number + 1 - events.len() as u64;
        let stage = self.table.stage();
        let only_play = events.iter().all(|event| event.leaves_summary()) && stage != Stage::Over;
        let write = Write {
            table: self.table.id.clone(),
            events: (first..).zip(events).map(|(number, event)| stored(number, at, event)).collect(),
            summary: (!only_play).then(|| self.table.summary(at)),
        };
        let written = self.hub.store.write(write).await;
        self.hub.metrics.stored.observe(start.elapsed().as_secs_f64());
        written.map_err(|error| {
            let refusal = storage(&error);
            self.broken = Some(refusal.clone());
            refusal
        })
    }

    fn tell(&mut self, news: News) {
        self.settle();
        let asked = self.table.question.as_ref().map(|question| question.id);
        let was_asked = std::mem::replace(&mut self.asked, asked);
        if news.table || asked != was_asked {
            self.tell_table();
        }
        self.tell_chat();
        if !news.state {
            return;
        }
        let since = self.told.filter(|_| !news.anew);
        self.told = self.table.play.as_ref().map(|play| play.status().version);
        let mut projections: Vec<(Viewer, Option<Utf8Bytes>)> = vec![];
        for index in 0..self.members.len() {
            let viewer = self.viewer(&self.members[index]);
            let known = projections.iter().position(|(other, _)| *other == viewer);
            let known = known.unwrap_or_else(|| {
                projections.push((viewer, self.state_for(viewer, since)));
                projections.len() - 1
            });
            if let Some(text) = &projections[known].1 {
                self.push(index, text.clone());
            }
        }
        self.drop_slow();
    }

    fn tell_table(&mut self) {
        for index in 0..self.members.len() {
            let info = self.info(self.members[index].person.as_ref().map(|person| &person.id));
            self.push(index, message(&ServerMessage::Table(Box::new(info))));
        }
        self.drop_slow();
    }

    fn tell_chat(&mut self) {
        let new = usize::try_from(self.table.lines - self.lines).unwrap_or(0).min(self.table.chat.len());
        self.lines = self.table.lines;
        let lines: Vec<Utf8Bytes> = self
            .table
            .chat
            .iter()
            .skip(self.table.chat.len() - new)
            .map(|line| message(&ServerMessage::Chat(line.clone())))
            .collect();
        for line in lines {
            for index in 0..self.members.len() {
                self.push(index, line.clone());
            }
        }
        self.drop_slow();
    }

    fn push(&mut self, index: usize, text: Utf8Bytes) {
        let member = &mut self.members[index];
        if let Err(mpsc::error::TrySendError::Full(_)) = member.outbox.try_send(Out::Text(text)) {
            // A closed channel with nothing said in it is how a connection learns that it was too slow.
            member.outbox = mpsc::channel(1).0;
        }
    }

    fn drop_slow(&mut self) {
        self.members.retain(|member| !member.outbox.is_closed());
        if self.members.is_empty() {
            self.alone_since = Instant::now();
        }
    }

    /// The state for a viewer as it travels; what was said since this version, or everything.
    fn state_for(&self, viewer: Viewer, since: Option<usize>) -> Option<Utf8Bytes> {
        let left = self.clock_deadline().map(|deadline| {
            u32::try_from(deadline.saturating_duration_since(Instant::now()).as_millis()).unwrap_or(u32::MAX)
        });
        let think = self.think_deadline().map(|at| u64::try_from(at - now_ms()).unwrap_or(0));
        let state = catch_unwind(AssertUnwindSafe(|| self.table.state(viewer, since, left, think)));
        match state {
            Ok(state) => state.map(|state| long_message(&ServerMessage::State(Box::new(state)))),
            Err(_) => {
                tracing::error!(table = tag(&self.table.id), "a game failed to show itself");
                let fault = no(Code::Fault, "Something in the game's program failed to show the table.");
                let Refusal { code, message: sentence } = fault;
                Some(message(&ServerMessage::Refused { id: None, code, message: sentence }))
            }
        }
    }

    async fn rematch(&mut self) -> Result<(), Refusal> {
        let table = self.hub.create(self.table.rematch(), None).await?;
        let at = now_ms();
        let event = Event::Rematch { table };
        self.table.take(&event, at)?;
        self.store(&[event], at).await?;
        self.tell(News { table: true, ..News::default() });
        Ok(())
    }
}

impl News {
    /// The news, with what this event changes.
    fn and(self, event: &Event) -> News {
        let (table, state) = match event {
            Event::Chat { .. } => (false, false),
            Event::Asked { .. } | Event::Answered { .. } | Event::Rematch { .. } | Event::Hosted { .. } => {
                (true, false)
            }
            Event::Input(_) | Event::Enough { .. } => (false, true),
            _ => (true, true), // names, or who may take something back
        };
        News {
            table: self.table || table,
            state: self.state || state,
            // Whoever has changed seats hears what that seat has heard, and new names are in old sentences.
            anew: self.anew
                || matches!(
                    event,
                    Event::Undone { .. } | Event::Started { .. } | Event::Sat { .. } | Event::Stood { .. }
                ),
        }
    }
}

/// Time.
impl Task {
    /// Notes what the present state of the table waits for: clocks and bots.
    fn settle(&mut self) {
        let now = Instant::now();
        let status = self.table.play.as_ref().map(|play| play.status());
        let open = status.and_then(|status| status.clock);
        let runs = self.table.settings.pace == Pace::Live && !self.members.is_empty();
        self.clock = match (open, self.clock) {
            (Some(open), Some((id, since))) if open.id == id && runs => Some((id, since)),
            (Some(open), _) if runs => Some((open.id, now)),
            _ => None,
        };
        let active = status.map_or(SeatSet::EMPTY, |status| status.active);
        let anybody =
            !self.members.is_empty() || self.table.chairs.iter().any(|chair| chair.player().is_some());
        let plays = |seat: usize| {
            anybody
                && Seat::new(seat).is_some_and(|seat| active.contains(seat))
                && self.table.chairs[seat].bot.is_some()
        };
        self.bots.retain(|(seat, _)| plays(*seat));
        let fresh: Vec<usize> = (0..self.table.chairs.len())
            .filter(|seat| plays(*seat))
            .filter(|seat| Seat::new(*seat).is_some_and(|seat| !self.thinking.contains(seat)))
            .filter(|seat| self.bots.iter().all(|(other, _)| other != seat))
            .collect();
        for seat in fresh {
            let pause = self.pause(seat);
            self.bots.push((seat, now + pause));
        }
    }

    /// How long a bot waits before it thinks: people want to see what it does, and to have a chance in a race.
    fn pause(&mut self, seat: usize) -> Duration {
        let racing = self.table.active().len() > 1
            && self.table.play.as_ref().is_some_and(|play| play.status().clock.is_some());
        let base = self.hub.config.bot_pause.as_millis() as u64;
        let base = match self.table.chairs[seat].bot {
            Some(Level::Strong) | None => base,
            Some(Level::Medium) => base * if racing { 2 } else { 1 },
            Some(Level::Easy | Level::Random) => base * if racing { 3 } else { 1 },
        };
        let spread = u32::try_from(base / 2 + 1).unwrap_or(1);
        Duration::from_millis(base + u64::from(self.rng.below(spread)))
    }

    fn clock_deadline(&self) -> Option<Instant> {
        let (_, since) = self.clock?;
        let open = self.table.play.as_ref()?.status().clock?;
        // What was sent in time counts, even if it has a long way.
        let slowest = self.members.iter().map(|member| member.latency.load(Ordering::Relaxed)).max();
        let grace = Duration::from_micros(slowest.unwrap_or(0).into());
        let grace = grace.min(Duration::from_millis(FAIRNESS_MS.into()));
        Some(since + Duration::from_millis(open.ms.into()) + grace)
    }

    /// When the thinking time of whoever may decide is over, if they are people and have a limit.
    fn think_deadline(&self) -> Option<i64> {
        let limit = i64::from(self.table.settings.limit_s?) * 1000;
        let active = self.table.active();
        let person = active.iter().any(|seat| self.table.chairs[seat.index()].player().is_some());
        let since = match self.table.settings.pace {
            // While nobody was there, or the server was away, nobody could play.
            Pace::Live if self.members.is_empty() => return None,
            Pace::Live => self.table.moved_at.max(self.awake_at),
            Pace::Mail => self.table.moved_at,
        };
        (person && self.clock.is_none()).then_some(since + limit)
    }

    /// Closes the open window.
    async fn expire(&mut self, now: Instant) {
        let expired = self.table.expire(now_ms());
        if let Err(refusal) = self.played(expired, now).await {
            tracing::error!(table = tag(&self.table.id), %refusal, "a window could not be closed");
        }
    }

    /// Does the plainest thing for everybody who has run out of time.
    async fn stand_in(&mut self, now: Instant) {
        for seat in self.table.active().iter() {
            let is_late =
                self.table.active().contains(seat) && self.table.chairs[seat.index()].player().is_some();
            if !is_late {
                continue;
            }
            match self.table.stand_in(seat.index(), now_ms()) {
                Ok(Some(event)) => {
                    if self.played(Ok(event), now).await.is_err() {
                        return;
                    }
                }
                Ok(None) => self.table.moved_at = now_ms(), // not again at once
                Err(refusal) => {
                    tracing::error!(table = tag(&self.table.id), %refusal, "nobody could stand in");
                    self.table.moved_at = now_ms();
                }
            }
        }
    }
}

/// Bots.
impl Task {
    fn think(&mut self, seat: usize) {
        let (Some(play), Some(level), Some(which)) =
            (self.table.play.as_ref(), self.table.chairs[seat].bot, Seat::new(seat))
        else {
            return;
        };
        self.thinking.insert(which);
        let (play, seen, inbox, hub) =
            (play.copy(), self.table.number, self.inbox.clone(), Arc::clone(&self.hub));
        tokio::spawn(async move {
            let chosen = ponder(&hub, play, which, level).await;
            let action = chosen.map(|chosen| chosen.action);
            let _ = inbox.send(Command::Thought { seat, seen, action }).await; // the table may have ended
        });
    }

    async fn thought(&mut self, seat: usize, seen: u64, action: Option<Value>) {
        let Some(which) = Seat::new(seat) else { return };
        self.thinking.remove(which);
        let is_asked = self.table.active().contains(which) && self.table.chairs[seat].bot.is_some();
        if !is_asked {
            return self.settle();
        }
        let at = now_ms();
        let event = match action {
            Some(action) => self.table.act(seat, seen, &Deed::Action(action), at),
            None => Err(no(Code::Fault, "The bot has no idea.")),
        };
        match event {
            // The table has moved on while the bot was thinking: it thinks again.
            Err(refusal) if self.table.number != seen && refusal.code != Code::Fault => self.settle(),
            Err(refusal) => {
                tracing::error!(table = tag(&self.table.id), %refusal, "a bot's action was refused");
                if let Ok(Some(event)) = self.table.stand_in(seat, at) {
                    let _ = self.played(Ok(event), Instant::now()).await; // a failure is in `broken`
                }
            }
            Ok(event) => {
                let _ = self.played(Ok(event), Instant::now()).await; // a failure is in `broken`
            }
        }
    }

    fn hint(&mut self, connection: usize, id: u32, level: Level) {
        let Some(member) = self.member(connection) else { return };
        let person = member.person.as_ref().map(|person| &person.id);
        let seat = self.table.own(person, self.seat(member)).and_then(|seat| match Seat::new(seat) {
            Some(which) if self.table.active().contains(which) => Ok(which),
            _ => Err(no(Code::NotYourTurn, "It is not your turn.")),
        });
        let busy = self.hints.contains(&connection);
        match (seat, self.table.play.as_ref()) {
            (Err(refusal), _) => self.refuse(connection, Some(id), &refusal),
            (Ok(_), _) if busy => {
                self.refuse(connection, Some(id), &no(Code::TooFast, "A bot is still thinking about it."));
            }
            (Ok(seat), Some(play)) => {
                let (play, inbox, hub) = (play.copy(), self.inbox.clone(), Arc::clone(&self.hub));
                self.hints.push(connection);
                tokio::spawn(async move {
                    let chosen = ponder(&hub, play, seat, level).await;
                    let _ = inbox.send(Command::Hinted { connection, id, chosen }).await;
                });
            }
            (Ok(_), None) => {}
        }
    }

    fn hinted(&mut self, connection: usize, id: u32, chosen: Option<Chosen>) {
        self.hints.retain(|other| *other != connection);
        match chosen {
            Some(Chosen { action, mut offer }) => {
                let names = self.table.names();
                let reader = self.member(connection).and_then(|member| self.viewer(member).seat());
                offer.label =
                    boxwood_scene::render(&offer.label, &boxwood_scene::Names { names: &names, reader });
                self.send(connection, message(&ServerMessage::Hint { id, action, offer }));
            }
            None => self.refuse(connection, Some(id), &no(Code::Fault, "The bot has no idea.")),
        }
    }
}

/// Lets a bot think beside the server's own work.
async fn ponder(hub: &Hub, play: Box<dyn AnyMatch>, seat: Seat, level: Level) -> Option<Chosen> {
    let _thought = hub.brains.acquire().await.ok()?;
    let start = Instant::now();
    let thinking = tokio::task::spawn_blocking(move || {
        let mut rng = Rng::new(Seed::from_bytes(secrets::bytes()));
        bot::choose(play.as_ref(), seat, level, THOUGHT, &mut rng)
    });
    let chosen = thinking.await.ok().flatten(); // a bot that fails has no idea
    hub.metrics.thought.observe(start.elapsed().as_secs_f64());
    chosen
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

#[cfg(test)]
mod tests {
    use boxwood_store::Store;
    use serde_json::json;

    use super::*;
    use crate::Config;
    use crate::metrics::Metrics;

    /// A connection without a network.
    struct Line {
        connection: usize,
        inbox: mpsc::Sender<Command>,
        out: mpsc::Receiver<Out>,
    }

    impl Line {
        async fn join(
            inbox: &mpsc::Sender<Command>,
            person: &Person,
            connection: usize,
            latency_us: u32,
        ) -> Line {
            let (outbox, out) = mpsc::channel(100);
            let latency = Arc::new(AtomicU32::new(latency_us));
            let person = Some(person.clone());
            let member = Member { connection, person, place: Place::Own, outbox, latency };
            inbox.send(Command::Join(member)).await.expect("the table listens");
            Line { connection, inbox: inbox.clone(), out }
        }

        /// Waits for a message of this type.
        async fn until(&mut self, kind: &str) -> Value {
            loop {
                let next = tokio::time::timeout(Duration::from_secs(30), self.out.recv()).await;
                let Ok(Some(Out::Text(text))) = next else { panic!("waited in vain for {kind}") };
                let message: Value = serde_json::from_str(&text).expect("a message is JSON");
                if message["type"] == kind {
                    return message;
                }
            }
        }

        async fn say(&self, message: Value) {
            let message = serde_json::from_value(message).expect("a message");
            let said = Command::Say { connection: self.connection, message, arrived: Instant::now() };
            self.inbox.send(said).await.expect("the table listens");
        }
    }

    /// Who is first if a fast connection's action arrives just before a slow one's.
    async fn winner(pace: Pace) -> &'static str {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("tables.db");
        let store = Store::open(&file).await.expect("a store");
        let hub = Hub::new(store, Config::on_loopback(file), Metrics::default());
        let person =
            |name: &str| Person { id: secrets::id().parse().expect("an id"), name: name.into(), made_at: 0 };
        let people = [person("Slow"), person("Fast")];
        let is_open_to_both = |game: &&&dyn boxwood_engine::AnyGame| {
            let play = game.begin(&json!({}), 2, Seed::from_number(0));
            play.is_ok_and(|play| play.status().active.len() == 2 && play.status().clock.is_none())
        };
        let game = boxwood_games::GAMES.iter().find(is_open_to_both).expect("a game of choices made at once");
        let settings = Settings {
            game: game.info().id.into(),
            options: serde_json::Map::new(),
            listed: false,
            pace,
            limit_s: None,
        };
        let mut events =
            vec![Event::Opened { host: people[0].id.clone(), settings, seats: 2, secret: secrets::key() }];
        events.extend(people.iter().enumerate().map(|(seat, person)| Event::Sat {
            seat,
            person: person.id.clone(),
            name: person.name.clone(),
            luck: String::new(),
        }));
        let id = hub.create(events, Some(&people[0])).await.expect("a table");
        let inbox = hub.table(&id).await.expect("its task");
        let mut slow = Line::join(&inbox, &people[0], 1, 140_000).await;
        let mut fast = Line::join(&inbox, &people[1], 2, 0).await;
        let (one, other) = (slow.until("state").await, fast.until("state").await);
        let act = |state: &Value| json!({"type": "act", "id": 1, "seen": state["number"], "action": state["offers"][0]["action"]});
        fast.say(act(&other)).await;
        slow.say(act(&one)).await;
        let (slow, fast) = (slow.until("done").await, fast.until("done").await);
        hub.stop().await;
        hub.store.clone().close().await;
        if slow["number"].as_u64() < fast["number"].as_u64() { "Slow" } else { "Fast" }
    }

    #[tokio::test]
    async fn live_a_faster_connection_waits_for_a_slower_one() {
        assert_eq!(winner(Pace::Live).await, "Slow");
    }

    #[tokio::test]
    async fn by_mail_nobody_waits() {
        assert_eq!(winner(Pace::Mail).await, "Fast");
    }
}

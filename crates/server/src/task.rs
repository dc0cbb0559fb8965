//! The task that owns a table: inputs in, one projection per viewer out.
//!
//! Decide, take, store, tell: the table says which events something makes, takes them in memory, and they
//! are stored; only then is anybody told. If they cannot be stored, the table is thrown away and loaded
//! again, and nobody has heard of them.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use boxwood_engine::{Seat, Viewer};
use boxwood_protocol::{Code, MyTable, Pace, Refusal, ServerMessage, Stage, close};
use boxwood_store::{PersonId, TableId, Write};
use serde_json::Value;
use tokio::sync::mpsc;

use crate::event::Event;
use crate::hub::{Hub, stopping, stored};
use crate::refuse::{no, storage};
use crate::table::{Decision, Deed, Table};
use crate::{now_ms, tag};

mod audience;
mod bots;
mod command;
mod hear;
#[cfg(test)]
mod tests;
mod timers;

use audience::{Audience, News};
use bots::Bots;
pub use command::{Command, Member, Out, Place, Reviewed};
use timers::Timers;

/// A table whose next deadline is later than this need not wait for it in memory.
const SOON: Duration = Duration::from_secs(60);
/// How long most states are at most, in bytes.
const ROOM: usize = 8 * 1024;

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

/// What waits to be done: those who play come first, in their order, and then those who look on.
#[derive(Default)]
struct Queue {
    urgent: VecDeque<Command>,
    others: VecDeque<Command>,
}

/// How much of what onlookers want is taken from the inbox at a time; the rest waits there.
const OTHERS: usize = 1024;

impl Queue {
    /// Takes in what has arrived.
    fn fill(&mut self, commands: &mut mpsc::Receiver<Command>, is_urgent: impl Fn(&Command) -> bool) {
        while self.others.len() < OTHERS
            && let Ok(command) = commands.try_recv()
        {
            match is_urgent(&command) {
                true => self.urgent.push_back(command),
                false => self.others.push_back(command),
            }
        }
    }

    fn next(&mut self) -> Option<Command> {
        self.urgent.pop_front().or_else(|| self.others.pop_front())
    }

    fn is_empty(&self) -> bool {
        self.urgent.is_empty() && self.others.is_empty()
    }
}

struct Task {
    hub: Arc<Hub>,
    table: Table,
    audience: Audience,
    timers: Timers,
    bots: Bots,
    /// Whether what is kept beside the log says who decides now.
    is_noted: bool,
    /// Why the table cannot go on in memory and has to be loaded again.
    broken: Option<Refusal>,
}

impl Task {
    fn new(hub: Arc<Hub>, table: Table, inbox: mpsc::Sender<Command>) -> Task {
        let mut task = Task {
            audience: Audience::of(&table),
            timers: Timers::default(),
            bots: Bots::new(Arc::clone(&hub), inbox),
            hub,
            table,
            is_noted: false,
            broken: None,
        };
        task.settle();
        task
    }

    /// Works until the end, and says why it came.
    async fn work(mut self, commands: &mut mpsc::Receiver<Command>) -> Refusal {
        let mut queue = Queue::default();
        let ending = loop {
            queue.fill(commands, |command| self.audience.is_urgent(&self.table, command));
            let command = match queue.next() {
                Some(command) => Some(command),
                None => wait(self.next_wake(), commands).await,
            };
            match command {
                Some(Command::Stop) => {
                    self.audience.dismiss(Out::Close(1001, "the server stops; come again soon"));
                    break stopping();
                }
                Some(command) => self.handle(command).await,
                None => {}
            }
            self.tick().await;
            if let Some(why) = self.broken.take() {
                self.audience.dismiss(Out::Close(close::STORAGE, "the table has to be loaded again"));
                break why;
            }
            if self.is_idle() && queue.is_empty() && commands.is_empty() {
                // What came at the last moment is still done; what comes now waits for the next task.
                commands.close();
                while let Some(command) = commands.recv().await {
                    self.handle(command).await;
                }
                self.audience.dismiss(Out::Close(close::STORAGE, "the table has to be loaded again"));
                self.note().await;
                if let Some(ends) = self.timers.thinking_ends(&self.table, &self.audience) {
                    self.hub.wake_at(&self.table.id, ends);
                }
                break stopping();
            }
        };
        while let Some(command) = queue.next() {
            command.refuse(&ending);
        }
        ending
    }

    /// Whether nobody is there any more and nothing is to be done.
    fn is_idle(&self) -> bool {
        self.audience.alone_since().is_some_and(|since| since.elapsed() >= self.hub.config.idle)
            && self.bots.are_idle()
            && self.thinking_ends_late()
    }

    /// Keeps beside the log who decides, so that lists need not wake the table.
    async fn note(&mut self) {
        if self.is_noted || self.table.stage() != Stage::Running {
            return;
        }
        let summary = Some(self.table.summary(self.table.moved_at));
        let write = Write { table: self.table.id.clone(), events: vec![], summary };
        if let Err(error) = self.hub.store.write(write).await {
            tracing::warn!(table = tag(&self.table.id), %error, "who decides could not be noted");
        }
    }

    /// Whether nobody's thinking time ends soon: the server wakes the table when it does.
    fn thinking_ends_late(&self) -> bool {
        let ends = self.timers.thinking_ends(&self.table, &self.audience);
        let soon = now_ms().saturating_add(i64::try_from(SOON.as_millis()).unwrap_or(i64::MAX));
        ends.is_none_or(|ends| ends > soon)
    }

    fn next_wake(&self) -> Option<Instant> {
        let timers = self.timers.next(&self.table, &self.audience);
        let bots = self.bots.next().filter(|_| !self.waits());
        let idle = self.audience.alone_since().map(|since| since + self.hub.config.idle);
        let idle = idle.filter(|idle| *idle > Instant::now());
        timers.into_iter().chain(bots).chain(idle).chain(self.audience.next()).min()
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
                    trouble: self.table.trouble(),
                }));
            }
            Command::Set { person, settings, seats, reply } => {
                let decision = self.table.set(&person, settings, seats);
                let done = self.carry_out(decision, Instant::now()).await;
                let _ = reply.send(done.map(|()| self.info(Some(&person))));
            }
            Command::Seat { person, seat, change, reply } => {
                let decision = self.table.change_seat(&person.id, &person.name, seat, &change);
                let done = self.carry_out(decision, Instant::now()).await;
                let _ = reply.send(done.map(|()| self.info(Some(&person.id))));
            }
            Command::Ban { person, speaker, reply } => {
                let decision = self.table.silence(&person, speaker);
                let done = self.carry_out(decision, Instant::now()).await;
                let _ = reply.send(done.map(|()| self.info(Some(&person))));
            }
            Command::Start { person, reply } => {
                let decision = self.table.start(&person);
                let done = self.carry_out(decision, Instant::now()).await;
                let _ = reply.send(done.map(|()| self.info(Some(&person))));
            }
            Command::Review { person, reply } => {
                let _ = reply.send(self.reviewed(person.as_ref()));
            }
            Command::Record { reply } => {
                let _ = reply.send(self.table.record());
            }
            Command::Thought { seat, seen, action } => self.thought(seat, seen, action).await,
            Command::Hinted { connection, id, thought } => self.hinted(connection, id, thought),
            Command::Stop => {}
        }
    }

    fn join(&mut self, member: Member) {
        let connection = member.connection;
        let looks_on = member.viewer(&self.table) == Viewer::Spectator;
        if looks_on && self.audience.watchers(&self.table) >= self.hub.config.limits.sockets.table {
            let why = "This table has as many onlookers as it can take; please come again later.";
            return Command::Join(member).refuse(&no(Code::TooFast, why));
        }
        self.audience.join(member);
        self.bots.hurry(&self.table, self.audience.is_brisk(&self.table));
        self.settle(); // somebody is there, so clocks run
        let left = self.timers.left(&self.table, &self.audience);
        self.audience.welcome(&self.table, connection, &left);
        self.audience.tell_presence(&self.table, Instant::now());
    }

    fn leave(&mut self, connection: usize) {
        self.bots.hinted(connection);
        if self.audience.member(connection).is_none() {
            return; // one that was too slow, or was not let in
        }
        self.audience.leave(connection);
        self.bots.hurry(&self.table, self.audience.is_brisk(&self.table));
        self.settle();
        self.audience.tell_presence(&self.table, Instant::now());
    }

    fn info(&self, person: Option<&PersonId>) -> boxwood_protocol::Table {
        self.audience.info(&self.table, person)
    }

    fn reviewed(&self, person: Option<&PersonId>) -> Result<Reviewed, Refusal> {
        Ok(Reviewed {
            play: self.table.begun()?.copy(),
            names: self.table.names(),
            is_over: self.table.stage() == Stage::Over,
            own: person.map_or(vec![], |person| self.table.seats_of(person).collect()),
        })
    }

    /// Notes what the table waits for, as it now is.
    fn settle(&mut self) {
        // By mail, or while nobody is there, no clock runs.
        let runs = self.table.settings.pace == Pace::Live && !self.audience.is_empty();
        let open = if runs { self.table.clocks() } else { vec![] };
        let now = Instant::now();
        if runs && self.audience.is_busy(&self.table) {
            self.timers.stop(now);
        } else {
            let rest = self.timers.go_on(&self.table, &self.audience, now);
            self.bots.rest(rest);
        }
        self.timers.settle(&open, now);
        self.bots.settle(&self.table, !self.audience.is_empty());
    }
}

/// From a decision to everybody's screen.
impl Task {
    /// Takes, stores and tells what was decided about something that arrived then.
    async fn carry_out(
        &mut self,
        decision: Result<Decision, Refusal>,
        arrived: Instant,
    ) -> Result<(), Refusal> {
        let decision = decision?;
        self.happen(&decision.events, arrived).await?;
        if let Some(asker) = decision.rematch {
            let table = self.hub.create(self.table.rematch(asker), None).await?;
            self.happen(&[Event::Rematch { table }], arrived).await?;
        }
        Ok(())
    }

    async fn happen(&mut self, events: &[Event], arrived: Instant) -> Result<(), Refusal> {
        if events.is_empty() {
            return Ok(());
        }
        let at = now_ms();
        self.take(events, at)?;
        self.store(events, at).await?;
        self.tell(events, arrived);
        Ok(())
    }

    fn take(&mut self, events: &[Event], at: i64) -> Result<(), Refusal> {
        for (index, event) in events.iter().enumerate() {
            if let Err(refusal) = self.table.take(event, at) {
                if index > 0 {
                    self.broken = Some(refusal.clone()); // half of it is in memory and none is stored
                }
                return Err(refusal);
            }
        }
        Ok(())
    }

    async fn store(&mut self, events: &[Event], at: i64) -> Result<(), Refusal> {
        let start = Instant::now();
        let first = self.table.number + 1 - events.len() as u64;
        // By mail, where moves are rare, lists always say whose turn it is; live, when the table leaves memory.
        let only_play = events.iter().all(Event::leaves_summary)
            && self.table.stage() != Stage::Over
            && self.table.settings.pace == Pace::Live;
        self.is_noted = !only_play;
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

    fn tell(&mut self, events: &[Event], arrived: Instant) {
        let inputs = events.iter().filter(|event| matches!(event, Event::Input(_))).count();
        let has_ended = inputs > 0 && self.table.stage() == Stage::Over;
        if has_ended {
            tracing::info!(table = tag(&self.table.id), game = self.table.settings.game, "a game is over");
        }
        self.settle();
        let mut news = News::of(events);
        news.table |= has_ended;
        self.audience.tell(&self.table, news, &self.timers.left(&self.table, &self.audience));
        if inputs > 0 {
            self.hub.metrics.inputs.inc_by(inputs as u64);
            self.hub.metrics.told.observe(arrived.elapsed().as_secs_f64());
        }
    }
}

/// What happens by itself.
impl Task {
    /// Does whatever the time has come for.
    async fn tick(&mut self) {
        let now = Instant::now();
        let (table, timers) = (&self.table, &self.timers);
        self.audience.tell_waiting(table, |audience| timers.left(table, audience), now);
        while self.broken.is_none()
            && let Some(held) = self.timers.released(now)
        {
            self.act(held.connection, held.id, held.seen, &held.deed, held.arrived).await;
        }
        while self.broken.is_none()
            && let Some(clock) = self.timers.expired(self.audience.grace(&self.table), now)
        {
            self.expire(clock, now).await;
        }
        // Asked at every turn, since those who were waited for may have left instead of saying `enough`.
        for clock in self.table.exhausted() {
            if self.broken.is_none() {
                self.expire(clock, now).await;
            }
        }
        let thinking_ends = self.timers.thinking_ends(&self.table, &self.audience);
        if self.broken.is_none() && thinking_ends.is_some_and(|end| end <= now_ms()) {
            self.stand_in(now).await;
        }
        if !self.waits() {
            self.bots.think(&self.table, self.audience.asker(&self.table), now);
        }
    }

    /// Whether the bots wait: in a race, while time stands still. In their own turns nobody loses anything.
    fn waits(&self) -> bool {
        self.timers.are_stopped() && (self.table.active().len() > 1 || !self.table.clocks().is_empty())
    }

    /// Closes the window of this id, unless closing another one has already done so.
    async fn expire(&mut self, clock: u32, now: Instant) {
        if !self.table.clocks().iter().any(|open| open.id == clock) {
            return;
        }
        let decision = self.table.expire(clock);
        if let Err(refusal) = self.carry_out(decision, now).await {
            tracing::error!(table = tag(&self.table.id), %refusal, "a window could not be closed");
        }
    }

    /// Does the plainest thing for every person who has run out of time.
    async fn stand_in(&mut self, now: Instant) {
        for seat in self.table.active().iter() {
            let is_late =
                self.table.active().contains(seat) && self.table.chairs[seat.index()].player().is_some();
            if !is_late {
                continue;
            }
            let decision = match self.table.stand_in(seat.index()) {
                Ok(Some(decision)) => Ok(decision),
                Ok(None) => {
                    self.timers.excuse();
                    continue;
                }
                Err(refusal) => Err(refusal),
            };
            if let Err(refusal) = self.carry_out(decision, now).await {
                tracing::error!(table = tag(&self.table.id), %refusal, "nobody could stand in");
                self.timers.excuse();
                if self.broken.is_some() {
                    return;
                }
            }
        }
    }

    /// Does what a bot has thought of.
    async fn thought(&mut self, seat: usize, seen: u64, action: Option<Value>) {
        let Some(which) = Seat::new(seat) else { return };
        if !self.bots.thought(which, seen) {
            return;
        }
        let is_asked = self.table.active().contains(which) && self.table.chairs[seat].bot.is_some();
        if !is_asked {
            return self.settle();
        }
        let decision = match action {
            Some(action) => self.table.act(seat, seen, &Deed::Action(action)),
            None => Err(no(Code::Fault, "The bot has no idea.")),
        };
        match self.carry_out(decision, Instant::now()).await {
            Ok(()) => {}
            Err(_) if self.broken.is_some() => {}
            // The table has moved on while the bot was thinking: it thinks again.
            Err(refusal) if self.table.number != seen && refusal.code != Code::Fault => self.settle(),
            Err(refusal) => {
                tracing::error!(table = tag(&self.table.id), %refusal, "a bot's action was refused");
                if let Ok(Some(decision)) = self.table.stand_in(seat) {
                    let _ = self.carry_out(Ok(decision), Instant::now()).await; // a failure is in `broken`
                }
            }
        }
    }
}

/// Waits for a command, or until something is to be done by itself.
async fn wait(wake: Option<Instant>, commands: &mut mpsc::Receiver<Command>) -> Option<Command> {
    let asleep = async {
        match wake {
            Some(wake) => tokio::time::sleep_until(wake.into()).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        biased;
        // Nobody is left who could say anything: that is the end too.
        command = commands.recv() => Some(command.unwrap_or(Command::Stop)),
        () = asleep => None,
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

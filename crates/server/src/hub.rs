//! All tables that are in memory, each owned by one task.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use boxwood_protocol::{Code, NewTable, Refusal, SeatPlan};
use boxwood_store::{Person, Store, StoreError, Stored, Summary, TableId, Write};
use tokio::sync::{broadcast, mpsc, oneshot};

use crate::brains::Brains;
use crate::event::Event;
use crate::limits::{Gates, Network};
use crate::metrics::Metrics;
use crate::refuse::{no, storage};
use crate::table::{Table, check_settings};
use crate::task::{self, Command};
use crate::{Config, names, now_ms, secrets, tag};

/// How many messages may wait for a table.
const INBOX: usize = 256;

/// All tables that are in memory.
pub struct Hub {
    pub store: Store,
    pub metrics: Metrics,
    pub config: Config,
    pub brains: Brains,
    /// How often callers may come, and what they may do.
    pub gates: Gates,
    /// The keys that were taken away; whoever came in with one has to go.
    pub revoked: broadcast::Sender<[u8; 32]>,
    tables: Mutex<HashMap<TableId, mpsc::Sender<Command>>>,
    is_stopping: AtomicBool,
    connections: AtomicUsize,
    /// Whether so little room is left on the disk that it is kept for actions.
    is_short: AtomicBool,
    /// From where tables were opened, the last of them; so that nobody fills the lobby.
    origins: Mutex<HashMap<TableId, Network>>,
    /// When tables that have left memory are to be woken, in milliseconds since 1970.
    alarms: Mutex<BTreeSet<(i64, TableId)>>,
}

/// How many origins are kept.
const ORIGINS: usize = 20_000;

/// How many keys may be taken away at once before connections look for themselves whether theirs still holds.
const REVOKED: usize = 64;

impl Hub {
    pub fn new(store: Store, config: Config, metrics: Metrics) -> Arc<Hub> {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Arc::new(Hub {
            store,
            gates: Gates::new(&config.limits),
            revoked: broadcast::channel(REVOKED).0,
            is_short: AtomicBool::new(false),
            origins: Mutex::default(),
            alarms: Mutex::default(),
            config,
            brains: Brains::new(cores, metrics.clone()),
            metrics,
            tables: Mutex::default(),
            is_stopping: AtomicBool::new(false),
            connections: AtomicUsize::new(0),
        })
    }

    /// A number for a new connection, never used before.
    pub fn connection(&self) -> usize {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// How many tables are in memory.
    pub fn tables(&self) -> usize {
        self.locked().len()
    }

    /// Whether a table is in memory.
    pub fn is_awake(&self, id: &TableId) -> bool {
        self.locked().contains_key(id)
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, HashMap<TableId, mpsc::Sender<Command>>> {
        // A map of senders is never half changed, so a panic elsewhere has not harmed it.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The inbox of a table; its task is started if it is not in memory, and loads it first.
    pub async fn table(self: &Arc<Hub>, id: &TableId) -> Result<mpsc::Sender<Command>, Refusal> {
        loop {
            if self.is_stopping.load(Ordering::Acquire) {
                return Err(stopping());
            }
            {
                let mut tables = self.locked();
                match tables.get(id) {
                    Some(inbox) if !inbox.is_closed() => return Ok(inbox.clone()),
                    Some(_) => {}
                    None => {
                        let (inbox, commands) = mpsc::channel(INBOX);
                        tables.insert(id.clone(), inbox.clone());
                        self.metrics.tables.set(tables.len() as i64);
                        tokio::spawn(task::run(Arc::clone(self), id.clone(), inbox.clone(), commands));
                        return Ok(inbox);
                    }
                }
            }
            // Its task is just ending; there may be only one for a table at a time.
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// The task of a table has ended.
    pub fn forget(&self, id: &TableId) {
        let mut tables = self.locked();
        tables.remove(id);
        self.metrics.tables.set(tables.len() as i64);
    }

    /// Asks a table something.
    pub async fn ask<T>(
        self: &Arc<Hub>,
        id: &TableId,
        command: impl FnOnce(oneshot::Sender<Result<T, Refusal>>) -> Command,
    ) -> Result<T, Refusal> {
        let (reply, answer) = oneshot::channel();
        let mut command = command(reply);
        loop {
            match self.table(id).await?.send(command).await {
                Ok(()) => break,
                Err(unsent) => command = unsent.0, // it has just ended; the next one will do
            }
        }
        answer.await.unwrap_or_else(|_| Err(stopping()))
    }

    /// Notes from where a table was opened.
    pub fn note_origin(&self, id: &TableId, from: Network) {
        let mut origins = self.origins.lock().unwrap_or_else(PoisonError::into_inner);
        if origins.len() >= ORIGINS {
            origins.clear(); // the lobby goes by people again until there are new ones
        }
        origins.insert(id.clone(), from);
    }

    /// So many of these tables, the newest first: of everybody the newest one, then of everybody the second, until
    /// there are enough. Tables that were opened from the same address are the same somebody's.
    pub fn fair_choice(&self, listed: Vec<Summary>, count: usize) -> Vec<Summary> {
        if listed.len() <= count {
            return listed;
        }
        let origins = self.origins.lock().unwrap_or_else(PoisonError::into_inner);
        let opener = |summary: &Summary| match (origins.get(&summary.id), summary.people.first()) {
            (Some(from), _) => from.to_string(),
            (None, Some(person)) => person.to_string(),
            (None, None) => String::new(),
        };
        let mut met: HashMap<String, usize> = HashMap::new();
        let mut ranked: Vec<(usize, usize, Summary)> = listed
            .into_iter()
            .enumerate()
            .map(|(place, summary)| {
                let before = met.entry(opener(&summary)).or_default();
                *before += 1;
                (*before, place, summary)
            })
            .collect();
        ranked.sort_by_key(|(before, place, _)| (*before, *place));
        ranked.truncate(count);
        ranked.sort_by_key(|(_, place, _)| *place);
        ranked.into_iter().map(|(_, _, summary)| summary).collect()
    }

    /// Whether the server is about to end.
    pub fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Acquire)
    }

    /// Notes how much room there is.
    pub async fn look_at_room(&self) {
        let store = self.store.clone();
        let Ok(room) = tokio::task::spawn_blocking(move || store.room()).await else { return };
        let limits = &self.config.limits;
        let left = room.free.unwrap_or(u64::MAX).min(limits.disk.saturating_sub(room.taken));
        let is_short = left < limits.reserve;
        if is_short != self.is_short.swap(is_short, Ordering::Relaxed) {
            let megabytes = left >> 20;
            if is_short {
                tracing::error!(megabytes, "the disk is nearly full: what is left is kept for actions");
            } else {
                tracing::warn!(megabytes, "the disk has room again");
            }
        }
    }

    /// Whether so little room is left that it is kept for actions.
    pub fn is_short(&self) -> bool {
        self.is_short.load(Ordering::Relaxed)
    }

    /// Refuses what is not needed to finish the games that run, while the disk is nearly full.
    pub fn only_with_room(&self) -> Result<(), Refusal> {
        if self.is_short() {
            let why = "The server's disk is nearly full, and what is left is kept for games that run; please \
                       tell the host, and try again later.";
            return Err(no(Code::Storage, why));
        }
        Ok(())
    }

    /// Opens a table.
    pub async fn open(self: &Arc<Hub>, person: &Person, wanted: &NewTable) -> Result<TableId, Refusal> {
        let settings = wanted.settings();
        check_settings(&settings, wanted.seats.len())?;
        let mut events = vec![Event::Opened {
            host: person.id.clone(),
            settings,
            seats: wanted.seats.len(),
            secret: secrets::key(),
        }];
        let mut taken: Vec<String> = vec![];
        for (seat, plan) in wanted.seats.iter().enumerate() {
            let name = match plan {
                SeatPlan::Me => person.name.clone(),
                SeatPlan::Guest(name) => names::name(name)?,
                SeatPlan::Bot(level) => {
                    taken.push(names::unlike(names::bot(seat), taken.iter().map(String::as_str)));
                    events.push(Event::Bot { seat, level: *level });
                    continue;
                }
                SeatPlan::Free => continue,
            };
            let name = names::unlike(name, taken.iter().map(String::as_str));
            taken.push(name.clone());
            let luck = names::luck(wanted.luck.as_deref())?;
            events.push(Event::Sat { seat, person: person.id.clone(), name, luck });
        }
        self.create(events, wanted.start.then_some(person)).await
    }

    /// Stores a new table, and begins the game if somebody wants it to.
    pub async fn create(
        self: &Arc<Hub>,
        mut events: Vec<Event>,
        starter: Option<&Person>,
    ) -> Result<TableId, Refusal> {
        self.only_with_room()?;
        let id: TableId = secrets::id().parse().map_err(|_| no(Code::Fault, "An id could not be made."))?;
        let at = now_ms();
        let stamped: Vec<(i64, Event)> = events.iter().map(|event| (at, event.clone())).collect();
        let mut table = Table::from_events(id.clone(), &stamped)?;
        if let Some(person) = starter {
            let start = table.start(&person.id)?;
            for event in start.events {
                table.take(&event, at)?;
                events.push(event);
            }
        }
        let events = (1..).zip(&events).map(|(number, event)| stored(number, at, event)).collect();
        let write = Write { table: id.clone(), events, summary: Some(table.summary(at)) };
        self.store.write(write).await.map_err(|error| storage(&error))?;
        tracing::info!(
            table = tag(&id),
            game = table.settings.game,
            seats = table.chairs.len(),
            "a table is opened"
        );
        Ok(id)
    }

    /// Wakes the tables where the server owes something, one after the other.
    pub async fn wake(self: Arc<Hub>) -> Result<(), StoreError> {
        let due = self.store.due().await?;
        tracing::info!(tables = due.len(), "waking tables that wait for the server");
        for id in due {
            if self.table(&id).await.is_err() {
                break;
            }
            tokio::task::yield_now().await;
        }
        Ok(())
    }

    /// Has a table woken at this time, in milliseconds since 1970.
    pub fn wake_at(&self, id: &TableId, at: i64) {
        self.alarms.lock().unwrap_or_else(PoisonError::into_inner).insert((at, id.clone()));
    }

    /// The tables whose time has come; each is told once.
    pub fn alarmed(&self, now: i64) -> Vec<TableId> {
        let mut alarms = self.alarms.lock().unwrap_or_else(PoisonError::into_inner);
        let mut due = vec![];
        while alarms.first().is_some_and(|(at, _)| *at <= now) {
            due.extend(alarms.pop_first().map(|(_, id)| id));
        }
        due
    }

    /// Lets every table finish what it is doing and close its connections; no table starts any more.
    pub async fn stop(&self) {
        self.is_stopping.store(true, Ordering::Release);
        let inboxes: Vec<_> = self.locked().values().cloned().collect();
        for inbox in inboxes {
            let _ = inbox.send(Command::Stop).await; // one that has ended needs no telling
        }
        // Every connection hears the last word before the end.
        while self.tables() > 0 || self.metrics.sockets.get() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// An event as it is stored.
pub fn stored(number: u64, at: i64, event: &Event) -> Stored {
    Stored { number, at, event: serde_json::to_string(event).expect("an event is plain data") }
}

pub fn stopping() -> Refusal {
    no(Code::Stopping, "The server is about to stop; nothing was done.")
}

//! The logs of the tables: how events are taken in fast, put in order later, and read all the while.
//!
//! A batch of events, of whatever tables, is one row at the end of the journal; that is all it takes for them to be
//! durable. In memory each table keeps what the journal holds of it, its tail. Once the journal has grown by a
//! generation, the tails are moved into pieces, each table's events together, a few tables with every batch; then
//! that part of the journal is forgotten. So a page of the file is written for a dozen events and not for each.
//!
//! When a store is opened, what is found in the journal is moved into pieces first.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::de::DeserializeOwned;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

use crate::sql::{self, Shape};
use crate::{StoreError, Stored, TableId, Write};

/// How many events the journal grows by before they are moved. More of them share a page then, but they take
/// memory until then, and time when a store is opened after a crash.
const GENERATION: usize = 65_536;
/// The same in bytes of text, for long events.
const GENERATION_BYTES: usize = 16 << 20;
/// How many rows of the journal are forgotten with every batch, which adds one.
const FORGET: i64 = 4;
/// How many tables are remembered without need, to save looking up their last number.
const REMEMBERED: usize = 100_000;

/// What the journal holds of one table.
#[derive(Default)]
struct Tail {
    /// The number of the last event of the table, wherever it is.
    last: u64,
    /// The events that are in no piece yet.
    events: Vec<Stored>,
}

/// The tails, for the writer and all readers.
#[derive(Clone, Default)]
pub(crate) struct Tails(Arc<Mutex<HashMap<TableId, Tail>>>);

impl Tails {
    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, Tail>> {
        // Nothing that panics is done under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The whole log of a table.
    pub(crate) async fn read(
        &self,
        readers: &SqlitePool,
        table: &TableId,
    ) -> Result<Vec<Stored>, sqlx::Error> {
        // The tail comes first: what the writer moves from it meanwhile is then found in the pieces.
        let tail = self.lock().get(table).map(|tail| tail.events.clone()).unwrap_or_default();
        let mut log = vec![];
        for row in sqlx::query(sql::PIECES).bind(table.as_str()).fetch_all(readers).await? {
            let first = sql::number(&row, 0)?;
            let events: Vec<(i64, String)> = from_json(row.try_get(1)?)?;
            log.extend((first..).zip(events).map(|(number, (at, event))| Stored { number, at, event }));
        }
        let last = log.last().map_or(0, |stored| stored.number);
        log.extend(tail.into_iter().filter(|stored| stored.number > last));
        Ok(log)
    }
}

/// What belongs to the writer of the logs.
pub(crate) struct Logs {
    tails: Tails,
    /// The place of the next row of the journal.
    next: i64,
    /// The place of the oldest row that is there.
    oldest: i64,
    /// Rows before this place are in pieces and can be forgotten.
    moved: i64,
    /// Events and bytes since the present generation began.
    grown: (usize, usize),
    /// The tables of the last generation that are still to be moved, and how many there were.
    queue: Vec<TableId>,
    queued: usize,
    /// Where the journal ended when they were queued.
    boundary: i64,
}

/// What a transaction does to the logs. It becomes true when the transaction is through.
pub(crate) struct Step {
    /// The tables whose tails were moved, with the number of events.
    moved: Vec<(TableId, usize)>,
    /// Whether the journal got a row.
    journal: bool,
    /// The new place of the oldest row of the journal.
    oldest: i64,
    /// The length of the journal's new row.
    bytes: usize,
}

impl Step {
    /// Whether events were written.
    pub(crate) fn is_journaled(&self) -> bool {
        self.journal
    }
}

impl Logs {
    /// Brings everything from the journal into pieces, as after a crash, and begins with an empty journal.
    pub(crate) async fn open(connection: &mut SqliteConnection) -> Result<Logs, sqlx::Error> {
        let tails = Tails::default();
        let mut found: BTreeMap<TableId, BTreeMap<u64, (i64, String)>> = BTreeMap::new();
        for row in sqlx::query(sql::JOURNAL).fetch_all(&mut *connection).await? {
            let events: Vec<(TableId, u64, i64, String)> = from_json(row.try_get(0)?)?;
            for (table, number, at, event) in events {
                found.entry(table).or_default().insert(number, (at, event));
            }
        }
        let mut logs = Logs {
            tails,
            next: 1,
            oldest: 1,
            moved: 1,
            grown: (0, 0),
            queue: vec![],
            queued: 0,
            boundary: 1,
        };
        if found.is_empty() {
            return Ok(logs);
        }
        logs.learn(connection, found.keys()).await?;
        for (table, events) in found {
            if let Some(tail) = logs.tails.lock().get_mut(&table) {
                // The rest was already moved when the process ended.
                let rest = events.into_iter().filter(|(number, _)| *number > tail.last);
                tail.events = rest.map(|(number, (at, event))| Stored { number, at, event }).collect();
                tail.last = tail.events.last().map_or(tail.last, |stored| stored.number);
            }
        }
        logs.finish(connection).await?;
        Ok(logs)
    }

    /// The tails, for readers.
    pub(crate) fn tails(&self) -> Tails {
        self.tails.clone()
    }

    /// Looks up the last numbers of tables that are not remembered.
    pub(crate) async fn learn(
        &mut self,
        connection: &mut SqliteConnection,
        tables: impl Iterator<Item = &TableId>,
    ) -> Result<(), sqlx::Error> {
        let mut unknown: Vec<TableId> = {
            let tails = self.tails.lock();
            tables.filter(|table| !tails.contains_key(*table)).cloned().collect()
        };
        unknown.sort();
        unknown.dedup();
        for (statement, tables) in Shape::cut(&sql::LAST_OF, &unknown) {
            let mut query = sqlx::query(statement);
            for table in tables {
                query = query.bind(table.as_str());
            }
            let rows = query.fetch_all(&mut *connection).await?;
            let mut tails = self.tails.lock();
            for row in rows {
                let tail = Tail { last: sql::number(&row, 1)?, events: vec![] };
                tails.insert(sql::table_id(&row)?, tail);
            }
        }
        let mut tails = self.tails.lock();
        for table in unknown {
            tails.entry(table).or_default();
        }
        Ok(())
    }

    /// Judges writes in the order in which they came: the events of each must be the next ones of their table.
    /// The tables must have been learnt.
    pub(crate) fn judge<'w>(&self, writes: impl Iterator<Item = &'w Write>) -> Vec<Result<(), StoreError>> {
        let tails = self.tails.lock();
        // What the earlier writes of the same batch add.
        let mut added: HashMap<&TableId, u64> = HashMap::new();
        let mut judge = |write: &'w Write| {
            let Some(number) = write.events.first().map(|first| first.number) else { return Ok(()) };
            let known = || tails.get(&write.table).map_or(0, |tail| tail.last);
            let last = added.entry(&write.table).or_insert_with(known);
            let table = || write.table.clone();
            if number <= *last {
                return Err(StoreError::NumberTaken { table: table(), number });
            }
            if number > *last + 1 {
                return Err(StoreError::Missing { table: table(), number: *last + 1 });
            }
            *last += write.events.len() as u64;
            Ok(())
        };
        writes.map(&mut judge).collect()
    }

    /// Does in a transaction what these writes, which were found good, need, and a share of the moving.
    pub(crate) async fn step<'w>(
        &self,
        connection: &mut SqliteConnection,
        writes: &[&'w Write],
    ) -> Result<Step, sqlx::Error> {
        let rows: Vec<(&TableId, u64, i64, &str)> = writes
            .iter()
            .flat_map(|write| {
                let row =
                    |stored: &'w Stored| (&write.table, stored.number, stored.at, stored.event.as_str());
                write.events.iter().map(row)
            })
            .collect();
        let mut step = Step { moved: vec![], journal: false, oldest: self.oldest, bytes: 0 };
        if rows.is_empty() {
            return Ok(step);
        }
        let text = to_json(&rows)?;
        step.bytes = text.len();
        step.journal = true;
        sqlx::query(sql::ADD_TO_JOURNAL).bind(self.next).bind(text).execute(&mut *connection).await?;

        // The moving is through when half of the next generation is there, however many tables there are.
        let share = (rows.len() * self.queued).div_ceil(GENERATION / 2);
        let from = self.queue.len().saturating_sub(share);
        step.moved = self.put_pieces(connection, &self.queue[from..]).await?;

        let oldest = self.moved.min(self.oldest + FORGET);
        if oldest > self.oldest {
            sqlx::query(sql::FORGET_JOURNAL).bind(oldest).execute(connection).await?;
            step.oldest = oldest;
        }
        Ok(step)
    }

    /// Takes note that the transaction of a step is through, with the writes that were in it.
    pub(crate) fn commit(&mut self, step: Step, writes: impl Iterator<Item = Write>) {
        let mut tails = self.tails.lock();
        for (table, count) in &step.moved {
            if let Some(tail) = tails.get_mut(table) {
                tail.events.drain(..count);
                tail.events.shrink_to_fit();
            }
        }
        for write in writes {
            self.grown.0 += write.events.len();
            let tail = tails.entry(write.table).or_default();
            tail.last = write.events.last().map_or(tail.last, |stored| stored.number);
            tail.events.extend(write.events);
        }
        self.oldest = step.oldest;
        self.grown.1 += step.bytes;
        self.next += i64::from(step.journal);
        self.queue.truncate(self.queue.len() - step.moved.len());
        if !self.queue.is_empty() {
            return;
        }
        self.moved = self.boundary;
        if self.grown.0 >= GENERATION || self.grown.1 >= GENERATION_BYTES {
            if tails.len() > REMEMBERED {
                tails.retain(|_, tail| !tail.events.is_empty());
            }
            let waiting = tails.iter().filter(|(_, tail)| !tail.events.is_empty());
            self.queue = waiting.map(|(table, _)| table.clone()).collect();
            // Neighbours share pages.
            self.queue.sort();
            self.queued = self.queue.len();
            self.boundary = self.next;
            self.grown = (0, 0);
        }
    }

    /// Moves everything, and leaves the journal empty.
    pub(crate) async fn finish(&mut self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let tables: Vec<TableId> = {
            let tails = self.tails.lock();
            let waiting = tails.iter().filter(|(_, tail)| !tail.events.is_empty());
            waiting.map(|(table, _)| table.clone()).collect()
        };
        sql::begin(connection).await?;
        let moved = async {
            self.put_pieces(connection, &tables).await?;
            sqlx::query(sql::FORGET_JOURNAL).bind(i64::MAX).execute(&mut *connection).await
        };
        let moved = moved.await;
        sql::end(connection, moved).await?;
        self.tails.lock().clear();
        Ok(())
    }

    /// Writes the tails of these tables into pieces.
    async fn put_pieces(
        &self,
        connection: &mut SqliteConnection,
        tables: &[TableId],
    ) -> Result<Vec<(TableId, usize)>, sqlx::Error> {
        let mut moved = vec![];
        let mut pieces = vec![];
        for table in tables {
            let tails = self.tails.lock();
            let events = tails.get(table).map(|tail| tail.events.as_slice()).unwrap_or_default();
            if let (Some(first), Some(last)) = (events.first(), events.last()) {
                let text: Vec<(i64, &str)> =
                    events.iter().map(|stored| (stored.at, stored.event.as_str())).collect();
                pieces.push((table, first.number, last.number, to_json(&text)?));
            }
            moved.push((table.clone(), events.len()));
        }
        for (statement, pieces) in Shape::cut(&sql::ADD_PIECES, &pieces) {
            let mut query = sqlx::query(statement);
            for (table, first, last, text) in pieces {
                query = query
                    .bind(table.as_str())
                    .bind(sql::number_to_database(*first)?)
                    .bind(sql::number_to_database(*last)?)
                    .bind(text);
            }
            query.execute(&mut *connection).await?;
        }
        Ok(moved)
    }
}

fn to_json<T: serde::Serialize>(value: &T) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(Box::new(error)))
}

fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, sqlx::Error> {
    serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

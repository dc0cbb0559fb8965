//! Everything the table server keeps, in one file. All SQL of the project lives here.
//!
//! A table is an append-only log of events, numbered from 1 without gaps. The store does not look into them.
//! Beside the log there is one [`Summary`] per table, replaced in the same transaction as the event that
//! changed it; the lobby and the list of somebody's tables read nothing else.
//! Beside the tables there are people, and the keys by which they are known again.
//!
//! What a function of [`Store`] has written is durable when it returns, even if the power fails then.
//! The interface says nothing of the database underneath, which is SQLite.
//!
//! ```
//! use boxwood_store::{Store, Stored, TableId, Write};
//!
//! # tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
//! # let folder = tempfile::tempdir()?;
//! let store = Store::open(&folder.path().join("tables.db")).await?;
//! let table: TableId = "Qm94d29vZA".parse()?;
//! let first = Stored { number: 1, at: 1_700_000_000_000, event: r#"{"open":{}}"#.to_owned() };
//! store.write(Write { table: table.clone(), events: vec![first.clone()], summary: None }).await?;
//! assert_eq!(store.events(&table).await?, [first]);
//! store.close().await;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod file;
mod ids;
mod logs;
mod model;
mod sql;
mod writer;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use sqlx::sqlite::SqlitePool;

pub use error::StoreError;
pub use ids::{NotAnId, PersonId, TableId};
use logs::{Logs, Tails};
pub use model::{Key, KeyKind, Person, Room, Stage, Stored, Summary, Write};
use writer::{Done, Job, Writer};

/// The store. It is cheap to clone, and all clones are the same store.
#[derive(Clone)]
pub struct Store {
    writer: Writer,
    readers: SqlitePool,
    tails: Tails,
    file: Arc<Path>,
}

/// Opening, closing, health.
impl Store {
    /// Opens a store, and makes it first if there is none, together with its folder.
    /// It needs a Tokio runtime with time and IO, and lives as long as that.
    pub async fn open(file: &Path) -> Result<Store, StoreError> {
        let mut lock = file::lock(file)?;
        let (mut writer, readers) = file::open(file, &mut lock).await?;
        let logs = Logs::open(&mut writer).await.map_err(StoreError::while_doing("empty its journal"))?;
        let tails = logs.tails();
        Ok(Store { writer: Writer::start(writer, logs, lock), readers, tails, file: file.into() })
    }

    /// Writes everything that is queued, then closes the store for all its clones.
    /// The file then stands alone, with nothing left in files beside it. A store that is only dropped loses nothing
    /// either, but the next one to open it has more to do, and can do so only when the runtime has let go of it.
    pub async fn close(self) {
        // If the writer has already ended, another clone has closed the store.
        let Some((writer, lock)) = self.writer.close().await else { return };
        if let Err(error) = file::close(writer, self.readers).await {
            // Nothing is lost: the next one to open the file finds the rest beside it.
            tracing::warn!(%error, "the store was not closed properly");
        }
        // Only now may another process have the file.
        drop(lock);
    }

    /// How much room the store takes and has. It asks the file system, which may take a moment.
    pub fn room(&self) -> Room {
        file::room(&self.file)
    }

    /// From now on the file takes about so many bytes at most; what would need more is refused as on a full disk.
    pub async fn bound(&self, bytes: u64) -> Result<(), StoreError> {
        let pages = i64::try_from(bytes / file::PAGE).unwrap_or(i64::MAX).clamp(1, file::MOST_PAGES);
        self.changed(Job::Bound { pages }).await?;
        Ok(())
    }

    /// Whether the store can read and its writer lives; after a write that failed, whether it can write again.
    /// It waits its turn behind what is queued.
    pub async fn is_well(&self) -> Result<(), StoreError> {
        sqlx::query(sql::IS_WELL).fetch_one(&self.readers).await.map_err(reading)?;
        self.writer.job(Job::Ping).await?;
        Ok(())
    }
}

/// People and their keys.
impl Store {
    /// Adds a person. The id must be new.
    pub async fn add_person(&self, person: &Person) -> Result<(), StoreError> {
        self.changed(Job::AddPerson(person.clone())).await?;
        Ok(())
    }

    /// Gives a person another name; false if there is no such person.
    pub async fn rename(&self, id: &PersonId, name: &str) -> Result<bool, StoreError> {
        Ok(self.changed(Job::Rename(id.clone(), name.to_owned())).await? > 0)
    }

    /// The person with this id.
    pub async fn person(&self, id: &PersonId) -> Result<Option<Person>, StoreError> {
        let row = sqlx::query(sql::PERSON).bind(id.as_str()).fetch_optional(&self.readers).await;
        row.and_then(|row| row.as_ref().map(sql::person).transpose()).map_err(reading)
    }

    /// Adds a key of a person who is already there. The hash must be new.
    pub async fn add_key(&self, key: &Key) -> Result<(), StoreError> {
        self.changed(Job::AddKey(key.clone())).await?;
        Ok(())
    }

    /// Whose key this is, unless it has expired or is a link, which is only good for [`Store::take_link`].
    pub async fn person_by_key(
        &self,
        hash: &[u8; 32],
        now: i64,
    ) -> Result<Option<(Person, KeyKind)>, StoreError> {
        let row =
            sqlx::query(sql::PERSON_BY_KEY).bind(&hash[..]).bind(now).fetch_optional(&self.readers).await;
        row.and_then(|row| row.map(|row| Ok((sql::person(&row)?, sql::key_kind(&row, 3)?))).transpose())
            .map_err(reading)
    }

    /// Whose link this is, without using it up.
    pub async fn person_by_link(&self, hash: &[u8; 32], now: i64) -> Result<Option<Person>, StoreError> {
        let row =
            sqlx::query(sql::PERSON_BY_LINK).bind(&hash[..]).bind(now).fetch_optional(&self.readers).await;
        row.and_then(|row| row.as_ref().map(sql::person).transpose()).map_err(reading)
    }

    /// Whose link this is. A link works once: it is found and removed in one step.
    pub async fn take_link(&self, hash: &[u8; 32], now: i64) -> Result<Option<Person>, StoreError> {
        match self.writer.job(Job::TakeLink { hash: *hash, now }).await? {
            Done::Person(person) => Ok(person),
            Done::Rows(_) => Ok(None),
        }
    }

    /// All keys of a person, also the expired ones, the oldest first.
    pub async fn keys_of(&self, person: &PersonId) -> Result<Vec<Key>, StoreError> {
        let rows = sqlx::query(sql::KEYS_OF).bind(person.as_str()).fetch_all(&self.readers).await;
        rows.and_then(|rows| rows.iter().map(sql::key).collect()).map_err(reading)
    }

    /// Removes a key of a person; false if the person has no such key.
    pub async fn remove_key(&self, person: &PersonId, hash: &[u8; 32]) -> Result<bool, StoreError> {
        Ok(self.changed(Job::RemoveKey(person.clone(), *hash)).await? > 0)
    }

    /// Removes links that have expired, and other keys that have expired three years ago; says how many there were.
    /// Whoever believed the clock at once could lose everybody's keys to a clock that is wrong for a day.
    pub async fn forget_expired(&self, now: i64) -> Result<u64, StoreError> {
        self.changed(Job::ForgetExpired { now }).await
    }
}

/// Tables.
impl Store {
    /// Appends events to a table's log and replaces its summary, all of it or nothing. It is durable when this
    /// returns. The events must be the next ones of the log; of a write that is refused, nothing is kept.
    /// If the caller stops waiting, it may be written all the same.
    pub async fn write(&self, write: Write) -> Result<(), StoreError> {
        consistent(&write)?;
        self.changed(Job::Write(write)).await?;
        Ok(())
    }

    /// The log of a table, in order; empty if there is no such table.
    pub async fn events(&self, table: &TableId) -> Result<Vec<Stored>, StoreError> {
        let log = self.tails.read(&self.readers, table).await.map_err(reading)?;
        match (1..).zip(&log).find(|(expected, stored)| stored.number != *expected) {
            Some((number, _)) => Err(StoreError::Missing { table: table.clone(), number }),
            None => Ok(log),
        }
    }

    /// The summary of a table.
    pub async fn summary(&self, table: &TableId) -> Result<Option<Summary>, StoreError> {
        let row = sqlx::query(sql::SUMMARY).bind(table.as_str()).fetch_optional(&self.readers).await;
        row.and_then(|row| row.as_ref().map(sql::summary).transpose()).map_err(reading)
    }

    /// The tables the lobby shows: listed and not over, the newest first.
    pub async fn listed(&self, limit: u32) -> Result<Vec<Summary>, StoreError> {
        let rows = sqlx::query(sql::LISTED).bind(limit).fetch_all(&self.readers).await;
        rows.and_then(|rows| rows.iter().map(sql::summary).collect()).map_err(reading)
    }

    /// The tables of a person: those that are not over, then those that are; the newest first among either.
    pub async fn tables_of(&self, person: &PersonId, limit: u32) -> Result<Vec<Summary>, StoreError> {
        let rows =
            sqlx::query(sql::TABLES_OF).bind(person.as_str()).bind(limit).fetch_all(&self.readers).await;
        rows.and_then(|rows| rows.iter().map(sql::summary).collect()).map_err(reading)
    }

    /// The tables where the server owes something, in the order of their ids.
    pub async fn due(&self) -> Result<Vec<TableId>, StoreError> {
        let rows = sqlx::query(sql::DUE).fetch_all(&self.readers).await;
        rows.and_then(|rows| rows.iter().map(sql::table_id).collect()).map_err(reading)
    }

    async fn changed(&self, job: Job) -> Result<u64, StoreError> {
        match self.writer.job(job).await? {
            Done::Rows(number) => Ok(number),
            Done::Person(_) => Ok(0),
        }
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").finish_non_exhaustive()
    }
}

/// What can be seen of a write without the database.
fn consistent(write: &Write) -> Result<(), StoreError> {
    let contradiction = |why| Err(StoreError::Contradiction { table: write.table.clone(), why });
    if write.events.first().is_some_and(|first| first.number == 0) {
        return contradiction("events are numbered from 1");
    }
    if write.events.iter().any(|stored| i64::try_from(stored.number).is_err()) {
        return contradiction("no log is that long");
    }
    if write.events.windows(2).any(|pair| pair[0].number + 1 != pair[1].number) {
        return contradiction("its events are not numbered one after the other");
    }
    if write.summary.as_ref().is_some_and(|summary| summary.id != write.table) {
        return contradiction("its summary is of another table");
    }
    Ok(())
}

fn reading(error: sqlx::Error) -> StoreError {
    match error {
        sqlx::Error::PoolClosed => StoreError::Closed,
        other => StoreError::while_doing("read")(other),
    }
}

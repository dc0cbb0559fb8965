//! What can go wrong with a store.

use std::error::Error as StdError;
use std::path::PathBuf;
use std::sync::Arc;

use thiserror::Error;

use crate::TableId;

/// Why the store could not do what was asked. Nothing of it was done then.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// The database or the file under it failed. Everything of one batch may share one such failure.
    #[error("the store could not {doing}: {source}")]
    Database {
        /// What the store was about.
        doing: &'static str,
        /// What the database said.
        source: Arc<dyn StdError + Send + Sync>,
    },
    /// An event of this number is already there: the caller miscounted, or two servers have the same table.
    #[error("event {number} of table {table} is already in the store")]
    NumberTaken {
        /// Which table.
        table: TableId,
        /// The first number that was taken.
        number: u64,
    },
    /// There would be a gap in the log, or there is one: the event of this number is not there, a later one is.
    #[error("event {number} of table {table} is not in the store, but a later one comes")]
    Missing {
        /// Which table.
        table: TableId,
        /// The first number that is missing.
        number: u64,
    },
    /// The write contradicts itself, which only a bug of the caller can cause.
    #[error("the write for table {table} contradicts itself: {why}")]
    Contradiction {
        /// Which table.
        table: TableId,
        /// In which way.
        why: &'static str,
    },
    /// The store was written by a newer version of Boxwood.
    #[error("the store was written by a newer version of Boxwood, which this one cannot read")]
    Newer,
    /// There is something else in the place of the store, and it is left as it is.
    #[error("the file is not a store of Boxwood")]
    Foreign,
    /// The file was taken from an open store without the log beside it, which has the newest events.
    #[error(
        "the file was copied from a running server without {} beside it, which has what was stored last; copy \
         that too, or, if it is lost, make an empty file of that name to go on with what is there", log.display()
    )]
    Incomplete {
        /// The log that should be there.
        log: PathBuf,
    },
    /// There is a log, but not the file it belongs to.
    #[error(
        "{} holds events, but the file it belongs to is missing or empty; put that file back, or move this one \
         away to begin anew", log.display()
    )]
    Orphaned {
        /// The log that is alone.
        log: PathBuf,
    },
    /// Another process has the store open, and two would not know of each other's events.
    #[error("the store is in use by another process")]
    InUse,
    /// The store was closed, or its writer has come to an end.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// For `map_err`: the database failed while the store did this.
    pub(crate) fn while_doing<E>(doing: &'static str) -> impl FnOnce(E) -> StoreError
    where
        E: StdError + Send + Sync + 'static,
    {
        move |error| StoreError::Database { doing, source: Arc::new(error) }
    }
}

//! The SQLite file: how it is found, made, checked and brought up to date.

use std::fs::{self, File, TryLockError};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, SqlSafeStr};

use crate::{Room, StoreError, sql};

/// Written into the head of the file, so that a file of another program is never taken for a store: "BoxW".
const APPLICATION: i64 = 0x426f_7857;
/// How many callers can read at the same time.
const READERS: u32 = 4;
/// The size of a page, as SQLite makes them.
pub(crate) const PAGE: u64 = 4096;
/// The most pages that SQLite allows.
pub(crate) const MOST_PAGES: i64 = 0xffff_fffe;
/// How long to wait for another process that has the file, such as a backup.
const PATIENCE: Duration = Duration::from_secs(5);

/// The versions of the file, in order. They are never changed, only added to.
fn migrations() -> Vec<Migration> {
    [(1, "first", include_str!("../migrations/0001_first.sql"))]
        .map(|(version, name, text)| {
            Migration::new(version, name.into(), MigrationType::Simple, text.into_sql_str(), false)
        })
        .into()
}

/// The session of a store: a number that is in its file while it is open, and also in its lock file.
///
/// Without it, a file that was copied away from a running server, without the write-ahead log that has the newest
/// events, would look like a smaller store that is perfectly well.
type Session = i32;

/// What keeps other processes away from the store, as long as it is held; the end of the process ends it.
pub(crate) struct Lock {
    file: File,
    /// The folder itself, where the system can lock it: a lock file can be deleted by somebody who tidies up.
    _folder: Option<File>,
}

/// Makes sure that no other process has the store.
/// The lock is on a file beside the store, because SQLite has locks of its own on that one.
pub(crate) fn lock(file: &Path) -> Result<Lock, StoreError> {
    // A name without a folder is in the present one.
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    private::make_folder(folder).map_err(StoreError::while_doing("make its folder"))?;
    let lock = private::open(&beside(file, "-lock")).map_err(StoreError::while_doing("make its lock"))?;
    take(&lock)?;
    let folder = if cfg!(unix) {
        let folder = File::open(folder).map_err(StoreError::while_doing("open its folder"))?;
        take(&folder)?;
        Some(folder)
    } else {
        None
    };
    Ok(Lock { file: lock, _folder: folder })
}

impl Lock {
    /// Whether this session was one of those that the lock file knows.
    fn knows(&mut self, session: Session) -> std::io::Result<bool> {
        let mut text = String::new();
        self.file.rewind()?;
        self.file.read_to_string(&mut text)?;
        Ok(text.split_whitespace().any(|word| word.parse() == Ok(session)))
    }

    /// Notes the last session and the next one: the file may have either when the process ends early.
    fn note(&mut self, last: Session, next: Session) -> std::io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        write!(self.file, "{last} {next}")?;
        self.file.sync_all()
    }
}

fn take(lock: &File) -> Result<(), StoreError> {
    match lock.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
        Err(TryLockError::Error(error)) => Err(StoreError::while_doing("take its lock")(error)),
    }
}

/// Files that only their owner reads: what people say and hold in their hands is nobody else's business.
mod private {
    use std::fs::{DirBuilder, File, OpenOptions};
    use std::io;
    use std::path::Path;

    /// Makes a folder, unless it is there; one that is there is somebody's, and stays as it is.
    pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
        let mut maker = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut maker, 0o700);
        maker.recursive(true).create(folder)
    }

    /// Opens a file to read and write, makes it if it is not there, and keeps others out of it.
    pub(super) fn open(file: &Path) -> io::Result<File> {
        let mut options = OpenOptions::new();
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let opened = options.read(true).write(true).create(true).truncate(false).open(file)?;
        close_to_others(file)?;
        Ok(opened)
    }

    /// Keeps others out of a file of an earlier program.
    #[cfg(unix)]
    pub(super) fn close_to_others(file: &Path) -> io::Result<()> {
        use std::os::unix::fs::PermissionsExt as _;
        let permissions = match std::fs::metadata(file) {
            Ok(metadata) => metadata.permissions(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        if permissions.mode() & 0o077 == 0 {
            return Ok(());
        }
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o600))
    }

    #[cfg(not(unix))]
    pub(super) fn close_to_others(_: &Path) -> io::Result<()> {
        Ok(())
    }
}

/// Opens the file for the writer and the readers, makes it if it is not there and brings it up to date.
pub(crate) async fn open(file: &Path, lock: &mut Lock) -> Result<(SqliteConnection, SqlitePool), StoreError> {
    let plain = SqliteConnectOptions::new().filename(file).busy_timeout(PATIENCE).disable_statement_logging();
    let log = beside(file, "-wal");
    let is_empty = fs::metadata(file).map_or(true, |metadata| metadata.len() == 0);
    if is_empty && fs::metadata(&log).is_ok_and(|metadata| metadata.len() > 0) {
        // SQLite would take the log for a leftover, and delete it.
        return Err(StoreError::Orphaned { log });
    }
    // Looking into the file may empty the log and remove it.
    let has_log = log.exists();
    let mut last = 0;
    if file.exists() {
        last = check(&plain).await?;
        let is_whole =
            last == 0 || has_log || lock.knows(last).map_err(StoreError::while_doing("read its lock"))?;
        if !is_whole {
            return Err(StoreError::Incomplete { log });
        }
    }
    // The files that SQLite makes beside this one are as open as it is.
    drop(private::open(file).map_err(StoreError::while_doing("make its file"))?);
    for suffix in ["-wal", "-shm"] {
        private::close_to_others(&beside(file, suffix))
            .map_err(StoreError::while_doing("close its files"))?;
    }
    let write = plain
        .clone()
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // What was acknowledged survives even the loss of power.
        .synchronous(SqliteSynchronous::Full);
    let mut writer = write.connect().await.map_err(StoreError::while_doing("open its file"))?;
    migrate(&mut writer).await?;
    let next = fresh_session(last);
    lock.note(last, next).map_err(StoreError::while_doing("write its lock"))?;
    mark(&mut writer, next).await.map_err(StoreError::while_doing("mark its file"))?;

    let readers = SqlitePoolOptions::new()
        .max_connections(READERS)
        // A connection to a file does not go away by itself.
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(plain.read_only(true))
        .await
        .map_err(StoreError::while_doing("open its file for reading"))?;
    Ok((writer, readers))
}

/// The name of a file that belongs to the store and lies beside it.
fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// How much room the store takes and has.
pub(crate) fn room(file: &Path) -> Room {
    let size = |file: &Path| fs::metadata(file).map_or(0, |metadata| metadata.len());
    Room { taken: size(file) + size(&beside(file, "-wal")), free: free(file) }
}

#[cfg(unix)]
fn free(file: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(file).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
fn free(_: &Path) -> Option<u64> {
    None
}

/// Another number than the last one.
fn fresh_session(last: Session) -> Session {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let number = (since.as_nanos() & 0x7fff_ffff) as Session;
    if number == last || number == 0 { last.wrapping_add(1).max(1) } else { number }
}

/// Writes the session into the file itself, not only into its log; 0 if it is closed.
async fn mark(writer: &mut SqliteConnection, session: Session) -> Result<(), sqlx::Error> {
    let statement = sqlx::AssertSqlSafe(format!("PRAGMA user_version = {session}"));
    sqlx::query(statement).persistent(false).execute(&mut *writer).await?;
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(writer).await?;
    Ok(())
}

/// Makes sure that an existing file is ours before anything is changed in it; its session, if it was not closed.
async fn check(plain: &SqliteConnectOptions) -> Result<Session, StoreError> {
    let looked: Result<(i64, i64, Session), sqlx::Error> = async {
        let mut connection = plain.connect().await?;
        let application = sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut connection).await?;
        let things =
            sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_master").fetch_one(&mut connection).await?;
        let session = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut connection).await?;
        connection.close().await?;
        Ok((application, things, session))
    }
    .await;
    match looked {
        Ok((APPLICATION, _, session)) => Ok(session),
        // An empty file is as good as none.
        Ok((0, 0, _)) => Ok(0),
        Ok(_) => Err(StoreError::Foreign),
        Err(error) if is_no_database(&error) => Err(StoreError::Foreign),
        Err(error) => Err(StoreError::while_doing("read its file")(error)),
    }
}

/// SQLITE_NOTADB: the file does not begin as databases do.
fn is_no_database(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(|error| error.code()).is_some_and(|code| code == "26")
}

async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let migrations = migrations();
    let newest = migrations.last().map_or(0, |migration| migration.version);
    sqlx::query(sql::MARK)
        .execute(&mut *connection)
        .await
        .map_err(StoreError::while_doing("mark its file"))?;
    match Migrator::with_migrations(migrations).run(connection).await {
        Ok(()) => Ok(()),
        Err(MigrateError::VersionMissing(found)) if found > newest => Err(StoreError::Newer),
        Err(error) => Err(StoreError::while_doing("bring its file up to date")(error)),
    }
}

/// Closes both ends, and leaves one file behind with everything in it.
pub(crate) async fn close(mut writer: SqliteConnection, readers: SqlitePool) -> Result<(), sqlx::Error> {
    // A reader could keep the write-ahead log from being emptied.
    readers.close().await;
    mark(&mut writer, 0).await?;
    writer.close().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_the_same_in_both_notations() {
        assert_eq!(sql::MARK, format!("PRAGMA application_id = {APPLICATION}"));
    }
}

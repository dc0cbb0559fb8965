//! The one writer of a store.
//!
//! Making a transaction durable costs the same for one write as for a thousand. So callers queue up,
//! the writer takes all that wait, writes all of it in one transaction and answers when it is
//! on the disk; meanwhile the next ones gather.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use sqlx::Row;
use sqlx::sqlite::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

use crate::file::Lock;
use crate::logs::{Logs, Step};
use crate::sql::{self, Shape};
use crate::{Key, Person, PersonId, StoreError, Summary, TableId, Write};

/// How many callers may be queued up before further ones wait for a place in the queue.
const QUEUE: usize = 4096;
/// The most that goes into one transaction.
const BATCH: usize = 1024;
/// A batch of so many jobs is followed by a short wait, so that the next one is larger and costs less for each.
/// Somebody who writes alone, one thing after the other, does not wait.
const BUSY: usize = 2;
/// How long that is. It is far below what a player notices, and halves the work at ten thousand writes a second.
const GATHER: Duration = Duration::from_millis(2);

/// How long the key of a device or a program is kept after it has expired: three years. It opens nothing any more;
/// but a server that was started once with a wrong clock would otherwise lock everybody out for good.
const EXPIRED_MS: i64 = 3 * 365 * 24 * 3600 * 1000;

/// Something to be written.
pub(crate) enum Job {
    Write(Write),
    AddPerson(Person),
    Rename(PersonId, String),
    AddKey(Key),
    TakeLink {
        hash: [u8; 32],
        now: i64,
    },
    RemoveKey(PersonId, [u8; 32]),
    ForgetExpired {
        now: i64,
    },
    /// From now on the file may have so many pages.
    Bound {
        pages: i64,
    },
    /// Nothing; the answer shows that the writer lives, and can write again if it could not before.
    Ping,
}

/// What came of it.
pub(crate) enum Done {
    /// It is done, and so many rows changed, where that matters.
    Rows(u64),
    /// This person was found, or nobody.
    Person(Option<Person>),
}

type Answer = oneshot::Sender<Result<Done, StoreError>>;

enum Message {
    Job(Job, Answer),
    /// Everything before this is to be written; nothing after it is taken.
    Close(oneshot::Sender<(SqliteConnection, Lock)>),
}

/// The callers' end of the queue.
#[derive(Clone)]
pub(crate) struct Writer {
    queue: mpsc::Sender<Message>,
}

impl Writer {
    /// Starts the writer on a connection that is its own from now on, under a lock that it holds to its end.
    pub(crate) fn start(connection: SqliteConnection, logs: Logs, lock: Lock) -> Writer {
        let (queue, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(run(connection, logs, lock, waiting));
        Writer { queue }
    }

    /// Has a job done, durably.
    pub(crate) async fn job(&self, job: Job) -> Result<Done, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.queue.send(Message::Job(job, answer)).await.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    /// Lets everything that is queued be written, then gives the connection and the lock back.
    /// There are none if the writer has already come to an end.
    pub(crate) async fn close(self) -> Option<(SqliteConnection, Lock)> {
        let (give, given) = oneshot::channel();
        self.queue.send(Message::Close(give)).await.ok()?;
        given.await.ok()
    }
}

async fn run(
    mut connection: SqliteConnection,
    mut logs: Logs,
    lock: Lock,
    mut waiting: mpsc::Receiver<Message>,
) {
    let mut messages = Vec::with_capacity(BATCH);
    let mut close = None;
    let mut has_failed = false;
    while waiting.recv_many(&mut messages, BATCH).await > 0 {
        let mut jobs = Vec::with_capacity(messages.len());
        for message in messages.drain(..) {
            match message {
                Message::Job(job, answer) => jobs.push((job, answer)),
                Message::Close(give) => {
                    // What is still in the queue is written too; nobody can join it any more.
                    waiting.close();
                    close = Some(give);
                }
            }
        }
        let busy = jobs.len() >= BUSY;
        write_all(&mut connection, &mut logs, jobs, &mut has_failed).await;
        if busy && waiting.len() < BATCH && close.is_none() {
            tokio::time::sleep(GATHER).await;
        }
    }
    if let Some(give) = close {
        if let Err(error) = logs.finish(&mut connection).await {
            // Nothing is lost: the next one to open the store does it.
            tracing::warn!(%error, "the journal of the store was not emptied");
        }
        // If the caller does not wait for them, they end here.
        let _ = give.send((connection, lock));
    }
}

/// Writes everything and answers everybody. What the database refuses must not sink the rest, so a refused
/// batch is halved until the refused jobs stand alone. Notes whether the file could not be written to.
async fn write_all(
    connection: &mut SqliteConnection,
    logs: &mut Logs,
    jobs: Vec<(Job, Answer)>,
    has_failed: &mut bool,
) {
    let mut batches = vec![jobs];
    while let Some(mut batch) = batches.pop() {
        match transaction(connection, logs, &batch, *has_failed).await {
            Ok((all_done, step)) => {
                let is_written = |(job, _): &(Job, Answer)| !matches!(job, Job::Write(_) | Job::Bound { .. });
                if step.is_journaled() || batch.iter().any(is_written) {
                    *has_failed = false;
                }
                let mut answers = Vec::with_capacity(batch.len());
                let mut written = Vec::with_capacity(batch.len());
                for ((job, answer), done) in batch.into_iter().zip(all_done) {
                    if let (Job::Write(write), Ok(_)) = (job, &done) {
                        written.push(write);
                    }
                    answers.push((answer, done));
                }
                // A caller who is answered finds the events when reading.
                logs.commit(step, written.into_iter());
                for (answer, done) in answers {
                    // A caller that stopped waiting needs no answer.
                    let _ = answer.send(done);
                }
            }
            Err(error) if batch.len() > 1 && is_refusal(&error) => {
                let second = batch.split_off(batch.len() / 2);
                batches.push(second);
                batches.push(batch);
            }
            Err(error) => {
                *has_failed |= !is_refusal(&error);
                let failed = StoreError::while_doing("write")(error);
                tracing::warn!(jobs = batch.len(), error = %failed, "a batch was not written");
                for (_, answer) in batch {
                    let _ = answer.send(Err(failed.clone()));
                }
            }
        }
    }
}

/// Whether the database is well and only refused what it was given.
fn is_refusal(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| {
        error.is_unique_violation() || error.is_foreign_key_violation() || error.is_check_violation()
    })
}

/// All jobs in one transaction, or none of them; except that writes which do not fit their logs are left out.
async fn transaction(
    connection: &mut SqliteConnection,
    logs: &mut Logs,
    jobs: &[(Job, Answer)],
    has_failed: bool,
) -> Result<(Vec<Result<Done, StoreError>>, Step), sqlx::Error> {
    let writes = || {
        jobs.iter().filter_map(|(job, _)| match job {
            Job::Write(write) => Some(write),
            _ => None,
        })
    };
    logs.learn(connection, writes().map(|write| &write.table)).await?;
    let judged = logs.judge(writes());
    sql::begin(connection).await?;
    let done = within(connection, logs, jobs, judged, has_failed).await;
    sql::end(connection, done).await
}

/// What a transaction does, between its beginning and its end.
async fn within(
    connection: &mut SqliteConnection,
    logs: &Logs,
    jobs: &[(Job, Answer)],
    judged: Vec<Result<(), StoreError>>,
    has_failed: bool,
) -> Result<(Vec<Result<Done, StoreError>>, Step), sqlx::Error> {
    let mut judged = judged.into_iter();
    let mut good = Vec::with_capacity(jobs.len());
    let mut all_done = Vec::with_capacity(jobs.len());
    for (job, _) in jobs {
        let done = match job {
            Job::Write(write) => {
                let verdict = judged.next().unwrap_or(Ok(()));
                if verdict.is_ok() {
                    good.push(write);
                }
                verdict.map(|()| Done::Rows(0))
            }
            // After a failure only something that was written shows that writing works again.
            Job::Ping if has_failed => {
                for trial in sql::TRIAL {
                    sqlx::query(trial).execute(&mut *connection).await?;
                }
                Ok(Done::Rows(0))
            }
            other => Ok(small(connection, other).await?),
        };
        all_done.push(done);
    }
    let step = logs.step(connection, &good).await?;
    summaries(connection, &good).await?;
    Ok((all_done, step))
}

/// The jobs that are rare enough to be done one by one.
async fn small(connection: &mut SqliteConnection, job: &Job) -> Result<Done, sqlx::Error> {
    let changed = match job {
        Job::Write(_) | Job::Ping => 0,
        Job::Bound { pages } => {
            let bound = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
            sqlx::query(bound).persistent(false).execute(connection).await?.rows_affected()
        }
        Job::AddPerson(person) => sqlx::query(sql::ADD_PERSON)
            .bind(person.id.as_str())
            .bind(&person.name)
            .bind(person.made_at)
            .execute(connection)
            .await?
            .rows_affected(),
        Job::Rename(id, name) => {
            sqlx::query(sql::RENAME).bind(name).bind(id.as_str()).execute(connection).await?.rows_affected()
        }
        Job::AddKey(key) => sqlx::query(sql::ADD_KEY)
            .bind(&key.hash[..])
            .bind(key.person.as_str())
            .bind(sql::key_kind_to_number(key.kind))
            .bind(&key.label)
            .bind(key.made_at)
            .bind(key.expires_at)
            .execute(connection)
            .await?
            .rows_affected(),
        Job::TakeLink { hash, now } => {
            let taken = sqlx::query(sql::TAKE_LINK)
                .bind(&hash[..])
                .bind(*now)
                .fetch_optional(&mut *connection)
                .await?;
            let Some(row) = taken else { return Ok(Done::Person(None)) };
            let id: String = row.try_get(0)?;
            let person = sqlx::query(sql::PERSON).bind(id).fetch_one(connection).await?;
            return Ok(Done::Person(Some(sql::person(&person)?)));
        }
        Job::RemoveKey(person, hash) => sqlx::query(sql::REMOVE_KEY)
            .bind(&hash[..])
            .bind(person.as_str())
            .execute(connection)
            .await?
            .rows_affected(),
        Job::ForgetExpired { now } => {
            let forget = sqlx::query(sql::FORGET_EXPIRED).bind(*now).bind(EXPIRED_MS);
            forget.execute(connection).await?.rows_affected()
        }
    };
    Ok(Done::Rows(changed))
}

/// Replaces the summaries of all writes that bring one.
async fn summaries(connection: &mut SqliteConnection, writes: &[&Write]) -> Result<(), sqlx::Error> {
    // Two writes for one table may meet in a batch; the later summary is the one that stays.
    let mut last: HashMap<&TableId, &Summary> = HashMap::new();
    for write in writes {
        if let Some(summary) = &write.summary {
            last.insert(&write.table, summary);
        }
    }
    if last.is_empty() {
        return Ok(());
    }
    let mut rows: Vec<(&Summary, String)> =
        last.into_values().map(|summary| (summary, sql::join(&summary.people))).collect();
    rows.sort_by_key(|(summary, _)| &summary.id);

    let mut known: HashMap<String, String> = HashMap::new();
    for (statement, rows) in Shape::cut(&sql::PEOPLE_OF, &rows) {
        let mut query = sqlx::query(statement);
        for (summary, _) in rows {
            query = query.bind(summary.id.as_str());
        }
        for row in query.fetch_all(&mut *connection).await? {
            known.insert(row.try_get(0)?, row.try_get(1)?);
        }
    }
    for (statement, rows) in Shape::cut(&sql::PUT_SUMMARIES, &rows) {
        let mut query = sqlx::query(statement);
        for (summary, people) in rows {
            query = query
                .bind(summary.id.as_str())
                .bind(&summary.game)
                .bind(sql::stage_to_number(summary.stage))
                .bind(i64::from(summary.listed))
                .bind(i64::from(summary.due))
                .bind(people)
                .bind(&summary.body)
                .bind(summary.updated_at);
        }
        query.execute(&mut *connection).await?;
    }
    // People rarely change, so the rows that find tables by person are touched only if they do.
    for (summary, people) in &rows {
        let before = known.get(summary.id.as_str()).map(String::as_str);
        if before != Some(people.as_str()) {
            sittings(connection, summary, before.unwrap_or_default()).await?;
        }
    }
    Ok(())
}

async fn sittings(
    connection: &mut SqliteConnection,
    summary: &Summary,
    before: &str,
) -> Result<(), sqlx::Error> {
    let before: HashSet<&str> = before.split(' ').filter(|id| !id.is_empty()).collect();
    let now: HashSet<&str> = summary.people.iter().map(PersonId::as_str).collect();
    for (statement, people) in
        [(sql::STAND_UP, before.difference(&now)), (sql::SIT_DOWN, now.difference(&before))]
    {
        for person in people {
            sqlx::query(statement).bind(*person).bind(summary.id.as_str()).execute(&mut *connection).await?;
        }
    }
    Ok(())
}

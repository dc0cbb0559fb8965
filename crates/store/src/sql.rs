//! Every statement, and the ways between rows and values.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Row};

use crate::{Key, KeyKind, Person, PersonId, Stage, Summary, TableId};

/// A writer that began by reading could find that another process wrote meanwhile; so it begins by writing.
const BEGIN: &str = "BEGIN IMMEDIATE";

/// Begins a transaction.
///
/// SQLite takes a transaction back by itself when the disk is full. The library's own transactions then count one
/// that is not there, and no other can begin; so these are begun and ended in plain words.
pub(crate) async fn begin(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    if let Err(error) = sqlx::query(BEGIN).execute(&mut *connection).await {
        // Whatever is still open from before must not be in the way of the next one.
        roll_back(connection).await;
        return Err(error);
    }
    Ok(())
}

/// Ends a transaction: what was done in it stays if all of it could be done, and none of it otherwise.
pub(crate) async fn end<T>(
    connection: &mut SqliteConnection,
    done: Result<T, sqlx::Error>,
) -> Result<T, sqlx::Error> {
    let ended = match done {
        Ok(done) => sqlx::query("COMMIT").execute(&mut *connection).await.map(|_| done),
        Err(error) => Err(error),
    };
    if ended.is_err() {
        roll_back(connection).await;
    }
    ended
}

async fn roll_back(connection: &mut SqliteConnection) {
    // It fails where the database has done so already, which is as good.
    let _ = sqlx::query("ROLLBACK").execute(connection).await;
}

/// Writes about as much as a few moves, and takes it away again.
pub(crate) const TRIAL: [&str; 2] = [
    "INSERT INTO journal (place, events) VALUES (-1, zeroblob(65536))",
    "DELETE FROM journal WHERE place = -1",
];

/// Marks the file as a store: "BoxW".
pub(crate) const MARK: &str = "PRAGMA application_id = 1114601559";

pub(crate) const ADD_PERSON: &str = "INSERT INTO person (id, name, made_at) VALUES (?, ?, ?)";
pub(crate) const RENAME: &str = "UPDATE person SET name = ? WHERE id = ?";
pub(crate) const PERSON: &str = "SELECT id, name, made_at FROM person WHERE id = ?";

pub(crate) const ADD_KEY: &str = "INSERT INTO access_key (hash, person, kind, label, made_at, expires_at) \
     VALUES (?, ?, ?, ?, ?, ?)";
pub(crate) const PERSON_BY_KEY: &str = "SELECT person.id, person.name, person.made_at, access_key.kind \
     FROM access_key JOIN person ON person.id = access_key.person \
     WHERE access_key.hash = ? AND access_key.kind <> 2 \
     AND (access_key.expires_at IS NULL OR access_key.expires_at > ?)";
pub(crate) const PERSON_BY_LINK: &str = "SELECT person.id, person.name, person.made_at \
     FROM access_key JOIN person ON person.id = access_key.person \
     WHERE access_key.hash = ? AND access_key.kind = 2 \
     AND (access_key.expires_at IS NULL OR access_key.expires_at > ?)";
pub(crate) const TAKE_LINK: &str = "DELETE FROM access_key \
     WHERE hash = ? AND kind = 2 AND (expires_at IS NULL OR expires_at > ?) RETURNING person";
pub(crate) const KEYS_OF: &str = "SELECT hash, person, kind, label, made_at, expires_at FROM access_key \
     WHERE person = ? ORDER BY made_at, hash";
pub(crate) const REMOVE_KEY: &str = "DELETE FROM access_key WHERE hash = ? AND person = ?";
pub(crate) const FORGET_EXPIRED: &str = "DELETE FROM access_key \
     WHERE expires_at <= ?1 AND (kind = 2 OR expires_at <= ?1 - ?2)";

pub(crate) const ADD_TO_JOURNAL: &str = "INSERT INTO journal (place, events) VALUES (?, ?)";
pub(crate) const JOURNAL: &str = "SELECT events FROM journal ORDER BY place";
pub(crate) const FORGET_JOURNAL: &str = "DELETE FROM journal WHERE place < ?";
pub(crate) const PIECES: &str =
    "SELECT first_number, events FROM piece WHERE table_id = ? ORDER BY last_number";

pub(crate) const SUMMARY: &str = "SELECT table_id, game, stage, listed, due, people, body, updated_at \
     FROM summary WHERE table_id = ?";
pub(crate) const LISTED: &str = "SELECT table_id, game, stage, listed, due, people, body, updated_at \
     FROM summary WHERE listed = 1 AND stage < 2 ORDER BY updated_at DESC, table_id LIMIT ?";
pub(crate) const TABLES_OF: &str = "SELECT summary.table_id, game, stage, listed, due, people, body, updated_at \
     FROM sitting JOIN summary ON summary.table_id = sitting.table_id WHERE sitting.person = ? \
     ORDER BY stage = 2, updated_at DESC, summary.table_id LIMIT ?";
pub(crate) const DUE: &str = "SELECT table_id FROM summary WHERE due = 1 ORDER BY table_id";
pub(crate) const SIT_DOWN: &str =
    "INSERT INTO sitting (person, table_id) VALUES (?, ?) ON CONFLICT (person, table_id) DO NOTHING";
pub(crate) const STAND_UP: &str = "DELETE FROM sitting WHERE person = ? AND table_id = ?";

/// A tiny read that touches the file.
pub(crate) const IS_WELL: &str = "SELECT COUNT(*) FROM (SELECT id FROM person LIMIT 1)";

pub(crate) static ADD_PIECES: LazyLock<Shape> = LazyLock::new(|| {
    Shape::new("INSERT INTO piece (table_id, first_number, last_number, events) VALUES ", "(?, ?, ?, ?)", "")
});
pub(crate) static LAST_OF: LazyLock<Shape> = LazyLock::new(|| {
    Shape::new("SELECT table_id, MAX(last_number) FROM piece WHERE table_id IN (", "?", ") GROUP BY table_id")
});
pub(crate) static PEOPLE_OF: LazyLock<Shape> =
    LazyLock::new(|| Shape::new("SELECT table_id, people FROM summary WHERE table_id IN (", "?", ")"));
pub(crate) static PUT_SUMMARIES: LazyLock<Shape> = LazyLock::new(|| {
    Shape::new(
        "INSERT INTO summary (table_id, game, stage, listed, due, people, body, updated_at) VALUES ",
        "(?, ?, ?, ?, ?, ?, ?, ?)",
        " ON CONFLICT (table_id) DO UPDATE SET game = excluded.game, stage = excluded.stage, \
         listed = excluded.listed, due = excluded.due, people = excluded.people, body = excluded.body, \
         updated_at = excluded.updated_at",
    )
});

/// A statement for many rows, in a few sizes only, so that each size is prepared once and kept.
pub(crate) struct Shape {
    sizes: [(usize, Arc<str>); 5],
}

impl Shape {
    fn new(before: &str, row: &str, after: &str) -> Shape {
        let sizes = [256, 64, 16, 4, 1].map(|size| {
            let mut text = before.to_owned();
            for number in 0..size {
                let comma = if number == 0 { "" } else { ", " };
                // Writing into a String cannot fail.
                let _ = write!(text, "{comma}{row}");
            }
            text.push_str(after);
            (size, text.into())
        });
        Shape { sizes }
    }

    /// Cuts rows into pieces for which there is a statement, the largest first.
    pub(crate) fn cut<'r, T>(
        &self,
        mut rows: &'r [T],
    ) -> impl Iterator<Item = (AssertSqlSafe<Arc<str>>, &'r [T])> {
        std::iter::from_fn(move || {
            let (size, text) = self.sizes.iter().find(|(size, _)| *size <= rows.len())?;
            let (piece, rest) = rows.split_at(*size);
            rows = rest;
            Some((AssertSqlSafe(text.clone()), piece))
        })
    }
}

pub(crate) fn key_kind_to_number(kind: KeyKind) -> i64 {
    match kind {
        KeyKind::Device => 0,
        KeyKind::Program => 1,
        KeyKind::Link => 2,
    }
}

pub(crate) fn stage_to_number(stage: Stage) -> i64 {
    match stage {
        Stage::Waiting => 0,
        Stage::Running => 1,
        Stage::Over => 2,
    }
}

/// A number of an event as the database takes it.
pub(crate) fn number_to_database(number: u64) -> Result<i64, sqlx::Error> {
    i64::try_from(number).map_err(|error| sqlx::Error::Encode(error.into()))
}

/// A number of an event as the database gives it.
pub(crate) fn number(row: &SqliteRow, column: usize) -> Result<u64, sqlx::Error> {
    let number: i64 = row.try_get(column)?;
    u64::try_from(number).map_err(|_| nonsense(format!("no event has the number {number}")))
}

/// People as one text. Ids contain no spaces.
pub(crate) fn join(people: &[PersonId]) -> String {
    people.iter().map(PersonId::as_str).collect::<Vec<_>>().join(" ")
}

pub(crate) fn person(row: &SqliteRow) -> Result<Person, sqlx::Error> {
    Ok(Person { id: person_id(row, 0)?, name: row.try_get(1)?, made_at: row.try_get(2)? })
}

pub(crate) fn key_kind(row: &SqliteRow, column: usize) -> Result<KeyKind, sqlx::Error> {
    match row.try_get(column)? {
        0_i64 => Ok(KeyKind::Device),
        1 => Ok(KeyKind::Program),
        2 => Ok(KeyKind::Link),
        other => Err(nonsense(format!("there is no kind {other} of keys"))),
    }
}

pub(crate) fn key(row: &SqliteRow) -> Result<Key, sqlx::Error> {
    let hash: &[u8] = row.try_get(0)?;
    Ok(Key {
        hash: hash.try_into().map_err(|_| nonsense("a hash has 32 bytes".to_owned()))?,
        person: person_id(row, 1)?,
        kind: key_kind(row, 2)?,
        label: row.try_get(3)?,
        made_at: row.try_get(4)?,
        expires_at: row.try_get(5)?,
    })
}

pub(crate) fn summary(row: &SqliteRow) -> Result<Summary, sqlx::Error> {
    let stage = match row.try_get(2)? {
        0_i64 => Stage::Waiting,
        1 => Stage::Running,
        2 => Stage::Over,
        other => return Err(nonsense(format!("there is no stage {other} of tables"))),
    };
    let people: &str = row.try_get(5)?;
    let people = people.split(' ').filter(|id| !id.is_empty()).map(str::parse);
    Ok(Summary {
        id: table_id(row)?,
        game: row.try_get(1)?,
        stage,
        listed: row.try_get::<i64, _>(3)? == 1,
        due: row.try_get::<i64, _>(4)? == 1,
        people: people.collect::<Result<_, _>>().map_err(|error| sqlx::Error::Decode(Box::new(error)))?,
        body: row.try_get(6)?,
        updated_at: row.try_get(7)?,
    })
}

pub(crate) fn table_id(row: &SqliteRow) -> Result<TableId, sqlx::Error> {
    let id: &str = row.try_get(0)?;
    id.parse().map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

fn person_id(row: &SqliteRow, column: usize) -> Result<PersonId, sqlx::Error> {
    let id: &str = row.try_get(column)?;
    id.parse().map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

pub(crate) fn nonsense(sentence: String) -> sqlx::Error {
    sqlx::Error::Decode(sentence.into())
}

//! What the store promises its callers, and what becomes of its file when things go wrong.

use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use boxwood_store::{
    Key, KeyKind, NotAnId, Person, PersonId, Stage, Store, StoreError, Stored, Summary, TableId, Write,
};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use tempfile::TempDir;
use tokio::task::JoinSet;

const NOW: i64 = 1_800_000_000_000;

/// A store in a folder of its own, which goes away with the test.
async fn fresh() -> (Store, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    (store, folder)
}

async fn open(folder: &Path) -> Store {
    Store::open(&folder.join("store.db")).await.unwrap()
}

fn table(id: &str) -> TableId {
    id.parse().unwrap()
}

fn person_id(id: &str) -> PersonId {
    id.parse().unwrap()
}

fn person(id: &str) -> Person {
    Person { id: person_id(id), name: format!("{id} of Example Street"), made_at: NOW }
}

fn key(number: u8, owner: &str, kind: KeyKind, expires_at: Option<i64>) -> Key {
    let label = format!("key {number}");
    Key {
        hash: [number; 32],
        person: person_id(owner),
        kind,
        label,
        made_at: NOW + i64::from(number),
        expires_at,
    }
}

fn stored(number: u64) -> Stored {
    Stored {
        number,
        at: NOW + number as i64,
        event: format!(r#"{{"number":{number},"text":"ä'\"\\\" 🎲"}}"#),
    }
}

fn write(id: &str, numbers: impl IntoIterator<Item = u64>) -> Write {
    Write { table: table(id), events: numbers.into_iter().map(stored).collect(), summary: None }
}

fn summary(id: &str, stage: Stage, updated_at: i64, people: &[&str]) -> Summary {
    Summary {
        id: table(id),
        game: "lantern-row".to_owned(),
        stage,
        listed: true,
        due: false,
        people: people.iter().map(|id| person_id(id)).collect(),
        body: format!(r#"{{"table":"{id}"}}"#),
        updated_at,
    }
}

async fn put(store: &Store, summary: Summary) {
    store.write(Write { table: summary.id.clone(), events: vec![], summary: Some(summary) }).await.unwrap();
}

fn ids(summaries: &[Summary]) -> Vec<&str> {
    summaries.iter().map(|summary| summary.id.as_str()).collect()
}

#[test]
fn ids_are_short_and_plain() {
    for (text, good) in [
        ("a", true),
        ("aZ09-_", true),
        ("0123456789abcdef0123456789abcdef", true),
        ("0123456789abcdef0123456789abcdef0", false),
        ("", false),
        ("a b", false),
        ("ä", false),
        ("a'", false),
        ("a\0", false),
    ] {
        assert_eq!(text.parse::<TableId>().is_ok(), good, "{text:?}");
        assert_eq!(text.parse::<PersonId>().is_ok(), good, "{text:?}");
        let json = serde_json::to_string(text).unwrap();
        assert_eq!(serde_json::from_str::<TableId>(&json).is_ok(), good, "{json}");
        assert_eq!(serde_json::from_str::<PersonId>(&json).is_ok(), good, "{json}");
    }
    assert_eq!("".parse::<TableId>(), Err(NotAnId));
    assert_eq!(serde_json::to_string(&table("abc")).unwrap(), r#""abc""#);
    assert_eq!(table("abc").to_string(), "abc");
    assert_eq!(person_id("abc").to_string(), "abc");
}

#[tokio::test]
async fn people_are_kept_and_renamed() {
    let (store, folder) = fresh().await;
    let anna = person("anna");
    assert_eq!(store.person(&anna.id).await.unwrap(), None);
    store.add_person(&anna).await.unwrap();
    assert_eq!(store.person(&anna.id).await.unwrap(), Some(anna.clone()));

    assert!(matches!(store.add_person(&anna).await, Err(StoreError::Database { .. })));
    assert!(store.rename(&anna.id, "Anna the \"Great\"; --").await.unwrap());
    assert!(!store.rename(&person_id("nobody"), "Nobody").await.unwrap());
    store.close().await;

    let store = open(folder.path()).await;
    assert_eq!(store.person(&anna.id).await.unwrap().unwrap().name, "Anna the \"Great\"; --");
}

#[tokio::test]
async fn keys_open_until_they_expire() {
    let (store, _folder) = fresh().await;
    store.add_person(&person("anna")).await.unwrap();
    store.add_person(&person("ben")).await.unwrap();
    let keys = [
        key(1, "anna", KeyKind::Device, None),
        key(2, "anna", KeyKind::Program, Some(NOW + 10)),
        key(3, "anna", KeyKind::Link, Some(NOW + 10)),
        key(4, "ben", KeyKind::Device, Some(NOW + 20)),
    ];
    for key in &keys {
        store.add_key(key).await.unwrap();
    }
    assert!(matches!(store.add_key(&keys[0]).await, Err(StoreError::Database { .. })), "a hash is new");
    let stray = key(9, "nobody", KeyKind::Device, None);
    assert!(matches!(store.add_key(&stray).await, Err(StoreError::Database { .. })), "an owner is known");

    for (number, now, expected) in [
        (1, NOW, Some(("anna", KeyKind::Device))),
        (1, i64::MAX, Some(("anna", KeyKind::Device))),
        (2, NOW + 9, Some(("anna", KeyKind::Program))),
        (2, NOW + 10, None),
        (3, NOW, None), // links are for `take_link`
        (4, NOW + 19, Some(("ben", KeyKind::Device))),
        (5, NOW, None),
    ] {
        let found = store.person_by_key(&[number; 32], now).await.unwrap();
        let expected = expected.map(|(id, kind)| (person(id), kind));
        assert_eq!(found, expected, "key {number} at {now}");
    }

    assert_eq!(store.keys_of(&person_id("anna")).await.unwrap(), keys[..3]);
    assert!(!store.remove_key(&person_id("ben"), &[1; 32]).await.unwrap(), "it is not Ben's");
    assert!(store.remove_key(&person_id("anna"), &[1; 32]).await.unwrap());
    assert!(!store.remove_key(&person_id("anna"), &[1; 32]).await.unwrap());
    assert_eq!(store.person_by_key(&[1; 32], NOW).await.unwrap(), None);

    assert_eq!(store.forget_expired(NOW + 9).await.unwrap(), 0);
    assert_eq!(store.forget_expired(NOW + 10).await.unwrap(), 1, "the link");
    assert_eq!(store.keys_of(&person_id("anna")).await.unwrap(), keys[1..2]);
    assert_eq!(store.keys_of(&person_id("ben")).await.unwrap(), keys[3..]);
}

#[tokio::test]
async fn a_clock_that_is_wrong_once_locks_nobody_out() {
    const DAY: i64 = 24 * 3600 * 1000;
    let (store, _folder) = fresh().await;
    store.add_person(&person("anna")).await.unwrap();
    store.add_key(&key(1, "anna", KeyKind::Device, Some(NOW + 400 * DAY))).await.unwrap();
    assert_eq!(store.forget_expired(NOW + 500 * DAY).await.unwrap(), 0);
    assert!(store.person_by_key(&[1; 32], NOW + 500 * DAY).await.unwrap().is_none(), "it has expired then");
    assert!(
        store.person_by_key(&[1; 32], NOW + DAY).await.unwrap().is_some(),
        "and has not, by the right clock"
    );
    assert_eq!(store.forget_expired(NOW + 2000 * DAY).await.unwrap(), 1);
}

#[tokio::test]
async fn a_link_works_once_and_in_time() {
    let (store, _folder) = fresh().await;
    store.add_person(&person("anna")).await.unwrap();
    store.add_key(&key(1, "anna", KeyKind::Link, Some(NOW + 10))).await.unwrap();
    store.add_key(&key(2, "anna", KeyKind::Link, Some(NOW + 10))).await.unwrap();
    store.add_key(&key(3, "anna", KeyKind::Device, None)).await.unwrap();
    for (number, now, expected) in [
        (1, NOW, Some(person("anna"))),
        (1, NOW, Some(person("anna"))), // looking does not use it up
        (2, NOW + 10, None),
        (3, NOW, None),
        (4, NOW, None),
    ] {
        let found = store.person_by_link(&[number; 32], now).await.unwrap();
        assert_eq!(found, expected, "link {number} at {now}");
    }
    assert_eq!(store.take_link(&[1; 32], NOW).await.unwrap(), Some(person("anna")));
    assert_eq!(store.take_link(&[1; 32], NOW).await.unwrap(), None);
    assert_eq!(store.take_link(&[2; 32], NOW + 10).await.unwrap(), None, "too late");
    assert_eq!(store.take_link(&[3; 32], NOW).await.unwrap(), None, "not a link");
    assert_eq!(store.take_link(&[4; 32], NOW).await.unwrap(), None, "not a key");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_twenty_who_race_for_a_link_one_gets_it() {
    let (store, _folder) = fresh().await;
    store.add_person(&person("anna")).await.unwrap();
    store.add_key(&key(1, "anna", KeyKind::Link, None)).await.unwrap();
    let racers: Vec<_> = (0..20)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.take_link(&[1; 32], NOW).await.unwrap() })
        })
        .collect();
    let mut winners = 0;
    for racer in racers {
        winners += usize::from(racer.await.unwrap().is_some());
    }
    assert_eq!(winners, 1);
}

#[tokio::test]
async fn events_come_back_in_order() {
    let (store, folder) = fresh().await;
    assert_eq!(store.events(&table("one")).await.unwrap(), []);
    store.write(write("one", 1..=1)).await.unwrap();
    store.write(write("two", 1..=300)).await.unwrap();
    store.write(write("one", 2..=12)).await.unwrap();
    store.write(write("one", [])).await.unwrap();
    let one: Vec<_> = (1..=12).map(stored).collect();
    let two: Vec<_> = (1..=300).map(stored).collect();
    assert_eq!(store.events(&table("one")).await.unwrap(), one);
    assert_eq!(store.events(&table("two")).await.unwrap(), two);
    store.close().await;

    let store = open(folder.path()).await;
    assert_eq!(store.events(&table("one")).await.unwrap(), one);
    assert_eq!(store.events(&table("two")).await.unwrap(), two);
    store.write(write("one", 13..=13)).await.unwrap();
    assert_eq!(store.events(&table("one")).await.unwrap().len(), 13);
}

#[tokio::test]
async fn a_gap_is_refused() {
    let (store, folder) = fresh().await;
    store.write(write("one", 1..=2)).await.unwrap();
    store.close().await;
    let store = open(folder.path()).await;
    for (id, first, missing) in [("one", 4, 3), ("two", 2, 1)] {
        let Err(StoreError::Missing { table, number }) = store.write(write(id, [first])).await else {
            panic!("the gap was not noticed");
        };
        assert_eq!((table.as_str(), number), (id, missing));
    }
    store.write(write("one", [3])).await.unwrap();
    assert_eq!(store.events(&table("one")).await.unwrap().len(), 3);
    assert_eq!(store.events(&table("two")).await.unwrap(), []);
}

#[tokio::test]
async fn a_write_that_contradicts_itself_is_refused() {
    let (store, _folder) = fresh().await;
    for numbers in [vec![0], vec![1, 3], vec![2, 1], vec![1, 1], vec![u64::MAX], vec![1 << 63, (1 << 63) + 1]]
    {
        let refused = store.write(write("one", numbers.clone())).await;
        assert!(matches!(refused, Err(StoreError::Contradiction { .. })), "{numbers:?}: {refused:?}");
    }
    let mut crossed = write("one", [1]);
    crossed.summary = Some(summary("two", Stage::Running, NOW, &[]));
    assert!(matches!(store.write(crossed).await, Err(StoreError::Contradiction { .. })));
    assert_eq!(store.events(&table("one")).await.unwrap(), []);
}

#[tokio::test]
async fn a_taken_number_refuses_the_whole_write_and_no_other() {
    let (store, _folder) = fresh().await;
    store.write(write("bad", 1..=3)).await.unwrap();
    // All of these are queued before the writer runs, so they share a batch.
    let mut writes: Vec<_> = (0..100).map(|number| write(&format!("good{number}"), 1..=2)).collect();
    let mut refused = write("bad", 3..=5);
    refused.summary = Some(summary("bad", Stage::Over, NOW, &["anna"]));
    writes.insert(40, refused);
    writes.insert(70, write("bad", 2..=2));
    let tasks: Vec<_> = writes
        .into_iter()
        .map(|write| {
            let store = store.clone();
            tokio::spawn(
                async move { (write.table.clone(), write.events[0].number, store.write(write).await) },
            )
        })
        .collect();
    for task in tasks {
        let (table, first, answer) = task.await.unwrap();
        match answer {
            Ok(()) => assert_ne!(table.as_str(), "bad"),
            Err(StoreError::NumberTaken { table, number }) => {
                assert_eq!((table.as_str(), number), ("bad", first));
            }
            Err(other) => panic!("{other}"),
        }
    }
    for number in 0..100 {
        assert_eq!(store.events(&table(&format!("good{number}"))).await.unwrap().len(), 2);
    }
    assert_eq!(store.events(&table("bad")).await.unwrap().len(), 3);
    assert_eq!(store.summary(&table("bad")).await.unwrap(), None, "nothing of a refused write is kept");
}

#[tokio::test]
async fn a_store_is_open_once() {
    let (store, folder) = fresh().await;
    let refused = Store::open(&folder.path().join("store.db")).await.unwrap_err();
    assert!(matches!(refused, StoreError::InUse), "{refused:?}");
    store.write(write("one", [1])).await.unwrap();
    store.close().await;
    let store = open(folder.path()).await;
    assert_eq!(store.events(&table("one")).await.unwrap().len(), 1);
}

#[cfg(unix)]
#[tokio::test]
async fn a_store_is_open_once_even_if_somebody_has_tidied_up() {
    let (store, folder) = fresh().await;
    std::fs::remove_file(folder.path().join("store.db-lock")).unwrap();
    let refused = Store::open(&folder.path().join("store.db")).await.unwrap_err();
    assert!(matches!(refused, StoreError::InUse), "{refused:?}");
    store.write(write("t", [1])).await.unwrap();
    store.close().await;
    assert_eq!(open(folder.path()).await.events(&table("t")).await.unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_writers_at_once() {
    let (store, folder) = fresh().await;
    let writers: Vec<_> = (0..1000)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move {
                for event in 1..=5 {
                    store.write(write(&format!("t{number}"), [event])).await.unwrap();
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    store.close().await;
    let store = open(folder.path()).await;
    let whole: Vec<_> = (1..=5).map(stored).collect();
    for number in 0..1000 {
        assert_eq!(store.events(&table(&format!("t{number}"))).await.unwrap(), whole);
    }
}

#[tokio::test]
async fn a_summary_is_replaced_whole() {
    let (store, folder) = fresh().await;
    assert_eq!(store.summary(&table("one")).await.unwrap(), None);
    let first = summary("one", Stage::Waiting, NOW, &["ben", "anna", "ben"]);
    put(&store, first.clone()).await;
    assert_eq!(store.summary(&table("one")).await.unwrap(), Some(first));

    let second = Summary {
        id: table("one"),
        game: "other-game".to_owned(),
        stage: Stage::Over,
        listed: false,
        due: true,
        people: vec![],
        body: String::new(),
        updated_at: NOW - 1,
    };
    let mut both = write("one", 1..=1);
    both.summary = Some(second.clone());
    store.write(both).await.unwrap();
    store.close().await;
    let store = open(folder.path()).await;
    assert_eq!(store.summary(&table("one")).await.unwrap(), Some(second));
    assert_eq!(store.tables_of(&person_id("anna"), 9).await.unwrap(), []);
}

#[tokio::test]
async fn of_two_summaries_in_one_batch_the_later_stays() {
    let (store, _folder) = fresh().await;
    let tasks: Vec<_> = (0..50)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move { put(&store, summary("one", Stage::Running, number, &["anna"])).await })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    // Tasks on one thread run in the order in which they were spawned.
    assert_eq!(store.summary(&table("one")).await.unwrap().unwrap().updated_at, 49);
}

#[tokio::test]
async fn the_lobby_shows_what_is_listed_and_not_over() {
    let (store, _folder) = fresh().await;
    put(&store, summary("old", Stage::Waiting, NOW, &[])).await;
    put(&store, summary("new", Stage::Running, NOW + 2, &[])).await;
    put(&store, summary("over", Stage::Over, NOW + 3, &[])).await;
    put(&store, Summary { listed: false, ..summary("private", Stage::Waiting, NOW + 4, &[]) }).await;
    put(&store, summary("middle", Stage::Waiting, NOW + 1, &[])).await;
    assert_eq!(ids(&store.listed(10).await.unwrap()), ["new", "middle", "old"]);
    assert_eq!(ids(&store.listed(2).await.unwrap()), ["new", "middle"]);
    assert_eq!(ids(&store.listed(0).await.unwrap()), [""; 0]);

    put(&store, summary("new", Stage::Over, NOW + 9, &[])).await;
    assert_eq!(ids(&store.listed(10).await.unwrap()), ["middle", "old"]);
}

#[tokio::test]
async fn tables_of_a_person_follow_who_sits_there() {
    let (store, _folder) = fresh().await;
    put(&store, summary("over", Stage::Over, NOW + 9, &["anna", "ben"])).await;
    put(&store, summary("older", Stage::Over, NOW + 1, &["anna"])).await;
    put(&store, summary("waiting", Stage::Waiting, NOW + 2, &["ben", "anna", "anna"])).await;
    put(&store, summary("running", Stage::Running, NOW + 3, &["anna"])).await;
    put(&store, summary("strange", Stage::Running, NOW + 4, &["ben"])).await;
    let anna = person_id("anna");
    assert_eq!(ids(&store.tables_of(&anna, 10).await.unwrap()), ["running", "waiting", "over", "older"]);
    assert_eq!(ids(&store.tables_of(&anna, 3).await.unwrap()), ["running", "waiting", "over"]);
    assert_eq!(ids(&store.tables_of(&person_id("cleo"), 3).await.unwrap()), [""; 0]);

    put(&store, summary("running", Stage::Running, NOW + 5, &["cleo"])).await;
    put(&store, summary("strange", Stage::Running, NOW + 6, &["ben", "anna"])).await;
    assert_eq!(ids(&store.tables_of(&anna, 2).await.unwrap()), ["strange", "waiting"]);
    assert_eq!(ids(&store.tables_of(&person_id("cleo"), 3).await.unwrap()), ["running"]);
}

#[tokio::test]
async fn what_is_due_is_found_again() {
    let (store, folder) = fresh().await;
    for id in ["b", "a", "c"] {
        put(&store, Summary { due: true, ..summary(id, Stage::Running, NOW, &[]) }).await;
    }
    put(&store, summary("d", Stage::Running, NOW, &[])).await;
    put(&store, summary("c", Stage::Running, NOW, &[])).await;
    store.close().await;
    let store = open(folder.path()).await;
    assert_eq!(store.due().await.unwrap(), [table("a"), table("b")]);
}

#[tokio::test]
async fn a_store_is_well_until_it_is_closed() {
    let (store, folder) = fresh().await;
    store.is_well().await.unwrap();
    let clone = store.clone();
    store.close().await;
    assert!(matches!(clone.is_well().await, Err(StoreError::Closed)));
    assert!(matches!(clone.write(write("one", [1])).await, Err(StoreError::Closed)));
    assert!(matches!(clone.events(&table("one")).await, Err(StoreError::Closed)));
    clone.close().await;
    let mut names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["store.db", "store.db-lock"], "a closed store is one file, and the lock");
}

#[tokio::test]
async fn closing_writes_what_is_queued() {
    let (store, folder) = fresh().await;
    let tasks: Vec<_> = (0..500)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move { store.write(write(&format!("t{number}"), [1])).await })
        })
        .collect();
    tokio::task::yield_now().await;
    store.close().await;
    let mut written = 0;
    for task in tasks {
        match task.await.unwrap() {
            Ok(()) => written += 1,
            Err(StoreError::Closed) => {}
            Err(other) => panic!("{other}"),
        }
    }
    let store = open(folder.path()).await;
    let mut found = 0;
    for number in 0..500 {
        found += store.events(&table(&format!("t{number}"))).await.unwrap().len();
    }
    assert_eq!(found, written);
    assert!(written > 0);
}

/// A write with one event of so many bytes.
fn long_write(id: &str, number: u64, bytes: usize) -> Write {
    let event = Stored { event: "x".repeat(bytes), ..stored(number) };
    Write { table: table(id), events: vec![event], summary: None }
}

#[tokio::test]
async fn when_there_is_room_again_the_next_write_works() {
    let (store, folder) = fresh().await;
    let mut number = 1;
    for round in 1..=3 {
        store.bound(round * 300_000).await.unwrap();
        let refused = loop {
            match store.write(long_write("t", number, 10_000)).await {
                Ok(()) => number += 1,
                Err(error) => break error,
            }
            assert!(number < 1000, "the bound holds");
        };
        assert!(matches!(refused, StoreError::Database { .. }), "{refused}");
        // It stays like that while there is no room, and says so; what was stored can be read.
        assert!(store.write(long_write("t", number, 10_000)).await.is_err());
        assert!(store.is_well().await.is_err());
        assert_eq!(store.events(&table("t")).await.unwrap().len() as u64, number - 1);
        store.bound(u64::MAX).await.unwrap();
        store.is_well().await.unwrap();
        store.write(long_write("t", number, 10_000)).await.unwrap();
        number += 1;
    }
    store.close().await;
    let events = open(folder.path()).await.events(&table("t")).await.unwrap();
    assert_eq!(events.len() as u64, number - 1);
}

#[tokio::test]
async fn a_store_knows_its_room() {
    let (store, _folder) = fresh().await;
    let before = store.room();
    store.write(long_write("t", 1, 1_000_000)).await.unwrap();
    let after = store.room();
    assert!(after.taken >= before.taken + 1_000_000, "{before:?} {after:?}");
    assert_eq!(after.free.is_some(), cfg!(unix));
}

#[tokio::test]
async fn folders_are_made() {
    let folder = tempfile::tempdir().unwrap();
    let deep = folder.path().join("a").join("b c").join("store?#%.db");
    let store = Store::open(&deep).await.unwrap();
    store.write(write("one", [1])).await.unwrap();
    store.close().await;
    assert!(deep.is_file());
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_reads_it() {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let all = |folder: &Path| -> Vec<u32> {
        let files = std::fs::read_dir(folder).unwrap().map(|file| mode(&file.unwrap().path()));
        files.collect()
    };
    let around = tempfile::tempdir().unwrap();
    let folder = around.path().join("a").join("b");
    let store = open(&folder).await;
    store.add_person(&person("anna")).await.unwrap();
    assert_eq!((mode(&around.path().join("a")), mode(&folder)), (0o700, 0o700));
    let modes = all(&folder);
    assert!(modes.len() >= 3 && modes.iter().all(|mode| *mode == 0o600), "{modes:?}");
    store.close().await;

    // A file of an earlier program is closed to others; a folder that was there already is not ours to change.
    for file in std::fs::read_dir(&folder).unwrap() {
        std::fs::set_permissions(file.unwrap().path(), std::fs::Permissions::from_mode(0o644)).unwrap();
    }
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
    let store = open(&folder).await;
    store.add_person(&person("ben")).await.unwrap();
    assert!(all(&folder).iter().all(|mode| *mode == 0o600), "{:?}", all(&folder));
    assert_eq!(mode(&folder), 0o755);
}

#[tokio::test]
async fn what_is_not_a_store_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes.txt");
    for text in ["Bread, milk, a box of cubes.\n".repeat(200), "short".to_owned()] {
        std::fs::write(&file, &text).unwrap();
        let refused = Store::open(&file).await.unwrap_err();
        assert!(matches!(refused, StoreError::Foreign), "{refused:?}");
        assert_eq!(refused.to_string(), "the file is not a store of Boxwood");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    }
    std::fs::write(&file, "").unwrap();
    Store::open(&file).await.unwrap().close().await;

    let refused = Store::open(folder.path()).await.unwrap_err();
    assert!(matches!(refused, StoreError::Database { .. }), "a folder: {refused:?}");
}

#[tokio::test]
async fn a_file_without_its_log_is_no_whole_store() {
    let (store, folder) = fresh().await;
    store.write(write("t", 1..=3)).await.unwrap();
    let copy = tempfile::tempdir().unwrap();
    let [file, log] = ["store.db", "store.db-wal"].map(|name| copy.path().join(name));
    std::fs::copy(folder.path().join("store.db"), &file).unwrap();
    let refused = Store::open(&file).await.unwrap_err();
    assert!(matches!(refused, StoreError::Incomplete { .. }), "{refused:?}");
    assert!(refused.to_string().contains("store.db-wal"), "{refused}");

    // With the log it is whole, even if the store it comes from goes on.
    std::fs::copy(folder.path().join("store.db-wal"), &log).unwrap();
    let whole = open(copy.path()).await;
    assert_eq!(whole.events(&table("t")).await.unwrap().len(), 3);
    whole.close().await;

    // A file that was closed stands alone; and whoever has lost the log can say so.
    for name in ["store.db-lock", "store.db-wal"] {
        let _ = std::fs::remove_file(copy.path().join(name));
    }
    open(copy.path()).await.close().await;
    std::fs::copy(folder.path().join("store.db"), &file).unwrap();
    std::fs::write(&log, "").unwrap();
    open(copy.path()).await.close().await;
    store.close().await;
}

#[tokio::test]
async fn a_log_without_its_file_is_left_alone() {
    let (store, folder) = fresh().await;
    store.write(write("t", 1..=3)).await.unwrap();
    let copy = tempfile::tempdir().unwrap();
    let [file, log] = ["store.db", "store.db-wal"].map(|name| copy.path().join(name));
    std::fs::copy(folder.path().join("store.db-wal"), &log).unwrap();
    let before = std::fs::read(&log).unwrap();
    for is_there in [false, true] {
        if is_there {
            std::fs::write(&file, "").unwrap();
        }
        let refused = Store::open(&file).await.unwrap_err();
        assert!(matches!(refused, StoreError::Orphaned { .. }), "{refused:?}");
        assert_eq!(std::fs::read(&log).unwrap(), before);
    }
    store.close().await;
}

#[tokio::test]
async fn a_store_that_was_only_dropped_opens_again() {
    let folder = tempfile::tempdir().unwrap();
    let patience = std::time::Duration::from_secs(30);
    for number in 1..=3 {
        // The last one lets go of the file when its writer has noticed.
        let opened = async {
            loop {
                match Store::open(&folder.path().join("store.db")).await {
                    Err(StoreError::InUse) => tokio::task::yield_now().await,
                    opened => return opened.unwrap(),
                }
            }
        };
        let store = tokio::time::timeout(patience, opened).await.expect("it lets go");
        store.write(write("t", [number])).await.unwrap();
        assert_eq!(store.events(&table("t")).await.unwrap().len() as u64, number);
    }
}

#[tokio::test]
async fn a_store_of_a_newer_version_is_left_alone() {
    let (store, folder) = fresh().await;
    store.write(write("one", [1])).await.unwrap();
    store.close().await;
    let file = folder.path().join("store.db");
    change(
        &file,
        "INSERT INTO _sqlx_migrations SELECT 9999, 'later', installed_on, success, checksum, 1 \
        FROM _sqlx_migrations LIMIT 1",
    )
    .await;
    let refused = Store::open(&file).await.unwrap_err();
    assert!(matches!(refused, StoreError::Newer), "{refused:?}");
}

#[tokio::test]
async fn a_database_of_another_program_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("other.db");
    std::fs::write(&file, "").unwrap();
    change(&file, "CREATE TABLE recipe (name TEXT)").await;
    let before = std::fs::read(&file).unwrap();
    let refused = Store::open(&file).await.unwrap_err();
    assert!(matches!(refused, StoreError::Foreign), "{refused:?}");
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

/// Changes a file behind the store's back.
async fn change(file: &Path, statement: &'static str) {
    let mut connection = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    sqlx::query(statement).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn damage_is_an_error_and_no_panic() {
    let (store, folder) = fresh().await;
    for number in 0..200 {
        store.write(write(&format!("t{number}"), 1..=20)).await.unwrap();
    }
    store.close().await;
    let file = folder.path().join("store.db");
    let good = std::fs::read(&file).unwrap();
    let mut failures = 0;
    for damage in 0..20 {
        let mut bad = good.clone();
        // Whole pages become nonsense; the first stays, so that the file still looks like a store.
        for place in (4096 * (1 + damage)..bad.len()).step_by(4096 * 20) {
            bad[place..place + 4096].fill(0x5a);
        }
        std::fs::write(&file, &bad).unwrap();
        match Store::open(&file).await {
            Err(error) => {
                assert!(error.to_string().starts_with("the store could not "), "{error}");
                failures += 1;
            }
            Ok(store) => {
                for number in 0..200 {
                    if let Err(error) = store.events(&table(&format!("t{number}"))).await {
                        assert!(error.to_string().contains("store"), "{error}");
                        failures += 1;
                    }
                    // It may be refused or not; it must come back.
                    let _ = store.write(write(&format!("t{number}"), [21])).await;
                }
                store.close().await;
            }
        }
        for rest in ["store.db-wal", "store.db-shm"] {
            let _ = std::fs::remove_file(folder.path().join(rest));
        }
    }
    assert!(failures > 0, "damage was never noticed");

    std::fs::write(&file, &good[..good.len() / 2]).unwrap();
    if let Ok(store) = Store::open(&file).await {
        let _ = store.events(&table("t1")).await;
        store.close().await;
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_folder_that_cannot_be_written_to() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let closed = folder.path().join("closed");
    std::fs::create_dir(&closed).unwrap();
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o555)).unwrap();
    // The administrator may write everywhere, so there is nothing to see then.
    if std::fs::write(closed.join("probe"), "").is_ok() {
        return;
    }
    for file in [closed.join("store.db"), closed.join("deeper").join("store.db")] {
        let refused = Store::open(&file).await.unwrap_err();
        assert!(refused.to_string().starts_with("the store could not make its "), "{refused}");
    }
}

#[tokio::test]
async fn a_folder_that_cannot_be_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    let refused = Store::open(&folder.path().join("file").join("store.db")).await.unwrap_err();
    assert!(refused.to_string().starts_with("the store could not make its folder: "), "{refused}");
}

/// Enough events for the store to put several times in order what it took in, with somebody reading all the while.
#[tokio::test(flavor = "multi_thread")]
async fn many_events_stay_in_order_while_they_are_read() {
    const TABLES: u64 = 150;
    const ROUNDS: u64 = 60;
    const EACH: u64 = 25;
    let (store, folder) = fresh().await;
    let writers: Vec<_> = (0..TABLES)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move {
                let id = format!("t{number}");
                for round in 0..ROUNDS {
                    let first = round * EACH + 1;
                    store.write(write(&id, first..first + EACH)).await.unwrap();
                    if (round + number) % 10 == 0 {
                        let log = store.events(&table(&id)).await.unwrap();
                        assert_eq!(log.len() as u64, (round + 1) * EACH);
                        assert_eq!(log.last(), Some(&stored((round + 1) * EACH)));
                    }
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    let whole: Vec<_> = (1..=ROUNDS * EACH).map(stored).collect();
    assert_eq!(store.events(&table("t7")).await.unwrap(), whole);
    store.close().await;
    let store = open(folder.path()).await;
    for number in 0..TABLES {
        assert_eq!(store.events(&table(&format!("t{number}"))).await.unwrap(), whole);
    }
    let taken = store.write(write("t7", [ROUNDS * EACH])).await;
    assert!(matches!(taken, Err(StoreError::NumberTaken { .. })), "{taken:?}");
}

const VICTIM: &str = "BOXWOOD_STORE_VICTIM";
const VICTIM_TABLES: usize = 40;

/// Not a test of its own: the process that the next test kills. It says what has been acknowledged, line by line.
#[tokio::test(flavor = "multi_thread")]
async fn victim() {
    let Some(folder) = std::env::var_os(VICTIM) else { return };
    let store = open(Path::new(&folder)).await;
    let mut writers = JoinSet::new();
    for number in 0..VICTIM_TABLES {
        let store = store.clone();
        writers.spawn(async move {
            let id = format!("t{number}");
            let mut next = store.events(&table(&id)).await.unwrap().len() as u64 + 1;
            loop {
                let mut write = write(&id, next..next + 30);
                next += 30;
                write.summary = Some(summary(&id, Stage::Running, next as i64 - 1, &["anna"]));
                store.write(write).await.unwrap();
                // One call, so that lines of several tasks do not mix.
                std::io::stdout().write_all(format!("ack {number} {}\n", next - 1).as_bytes()).unwrap();
            }
        });
    }
    writers.join_all().await;
}

#[tokio::test]
async fn a_killed_process_loses_nothing_it_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let mut acknowledged = [0_u64; VICTIM_TABLES];
    for round in 0..10 {
        let mut victim = Command::new(std::env::current_exe().unwrap())
            .args(["victim", "--exact", "--nocapture", "--test-threads=1"])
            .env(VICTIM, folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(victim.stdout.take().unwrap());
        let mut heard = 0;
        for line in lines.lines() {
            let line = line.unwrap();
            let Some((_, said)) = line.split_once("ack ") else { continue };
            let (number, last) = said.split_once(' ').unwrap();
            acknowledged[number.parse::<usize>().unwrap()] = last.parse().unwrap();
            heard += 1;
            if heard == 50 + 400 * round {
                // What it still said before it died is read on and counts.
                victim.kill().unwrap();
            }
        }
        victim.wait().unwrap();
        assert!(heard >= 50 + 400 * round, "the process died by itself");

        let store = open(folder.path()).await;
        for (number, last) in acknowledged.iter().enumerate() {
            let id = table(&format!("t{number}"));
            let log = store.events(&id).await.unwrap();
            assert!(log.len() as u64 >= *last, "round {round}: {id} has {} of {last}", log.len());
            assert_eq!(log.len() % 30, 0, "a write is there as a whole");
            assert_eq!(log, (1..=log.len() as u64).map(stored).collect::<Vec<_>>());
            let summary = store.summary(&id).await.unwrap().map_or(0, |summary| summary.updated_at);
            assert_eq!(summary, log.len() as i64, "a summary belongs to its event");
        }
        store.close().await;
    }
}

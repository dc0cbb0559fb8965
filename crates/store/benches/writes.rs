//! How many writes a second the store takes, how long each waits and what it costs.
//!
//! 5,000 tables with a past of a hundred events each; single events of about 60 bytes, for tables in random
//! order, at a few steady rates and then as fast as they go. `cargo bench -p boxwood-store`; the seconds for
//! each rate may follow after `--`.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use boxwood_store::{Key, KeyKind, Person, Stage, Store, Stored, Summary, TableId, Write};
use tokio::task::JoinSet;
use tokio::time::MissedTickBehavior;

const TABLES: usize = 5_000;
const PAST: u64 = 100;
const NOW: i64 = 1_800_000_000_000;
/// How much of a second the kernel counts as one tick of a thread's time.
const TICK: Duration = Duration::from_millis(10);

#[derive(Clone, Copy)]
enum Load {
    Rate(u32),
    Flood,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seconds = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(5);
    let length = Duration::from_secs(seconds);
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        // The target folder is on a disk, where a folder for temporary files may be in memory.
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
        let store = Store::open(&folder.path().join("store.db")).await?;
        let mut tables = Tables::new();
        let before = Instant::now();
        tables.fill(&store).await;
        println!("{TABLES} tables with {PAST} events each, written in {:.1?}", before.elapsed());
        println!(
            "{:>24}{:>10}{:>10}{:>10}{:>10}{:>12}{:>12}",
            "", "writes/s", "p50", "p99", "worst", "µs sqlite", "µs whole"
        );
        for (with_summary, load) in [
            (false, Load::Rate(1_000)),
            (false, Load::Rate(10_000)),
            (false, Load::Rate(20_000)),
            (false, Load::Flood),
            (true, Load::Rate(10_000)),
            (true, Load::Flood),
        ] {
            let measured = match load {
                Load::Rate(rate) => tables.steadily(&store, rate, length, with_summary).await,
                Load::Flood => tables.flood(&store, length, with_summary).await,
            };
            let name = match load {
                Load::Rate(rate) => format!("{rate} a second"),
                Load::Flood => "as fast as it goes".to_owned(),
            };
            measured.print(&(name + if with_summary { " +summary" } else { "" }));
        }
        println!("{:.0?} for the key of a request", keys(&store).await?);
        println!("{:.0?} for reading a whole log", logs(&store, &tables).await?);
        println!("{} on the disk", sizes(folder.path())?);
        let before = Instant::now();
        store.close().await;
        println!("closed in {:.1?}, {} on the disk", before.elapsed(), sizes(folder.path())?);
        Ok(())
    })
}

struct Tables {
    ids: Vec<TableId>,
    /// The number of the last event of each.
    last: Vec<u64>,
    chance: u64,
}

impl Tables {
    fn new() -> Tables {
        let mut tables = Tables { ids: vec![], last: vec![0; TABLES], chance: 0x9e37_79b9_7f4a_7c15 };
        for _ in 0..TABLES {
            let id = format!("{:011x}{:011x}", tables.draw() >> 20, tables.draw() >> 20);
            tables.ids.push(id.parse().expect("22 digits are an id"));
        }
        tables
    }

    /// Xorshift: good enough to scatter writes over tables, the same ones each time.
    fn draw(&mut self) -> u64 {
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        self.chance
    }

    /// Ten events at a time and all tables in turn, so that logs lie in the file as if they had grown together.
    async fn fill(&mut self, store: &Store) {
        for _ in 0..PAST / 10 {
            let mut writes = JoinSet::new();
            for table in 0..TABLES {
                let events = (0..10).map(|_| self.event(table)).collect();
                let write = Write { table: self.ids[table].clone(), events, summary: None };
                let store = store.clone();
                writes.spawn(async move { store.write(write).await.expect("the past is written") });
            }
            writes.join_all().await;
        }
    }

    fn event(&mut self, table: usize) -> Stored {
        self.last[table] += 1;
        let number = self.last[table];
        let event =
            format!(r#"{{"act":{{"seat":1,"action":{{"place":[{},{}]}},"v":{number}}}}}"#, number % 8, table);
        Stored { number, at: NOW + number as i64, event }
    }

    fn write(&mut self, table: usize, with_summary: bool) -> Write {
        let event = self.event(table);
        let summary = with_summary.then(|| Summary {
            id: self.ids[table].clone(),
            game: "lantern-row".to_owned(),
            stage: Stage::Running,
            listed: table.is_multiple_of(4),
            due: table.is_multiple_of(3),
            people: ["anna", "ben"].iter().map(|id| id.parse().expect("a name is an id")).collect(),
            body: format!(r#"{{"seats":["anna","ben"],"moves":{},"options":{{}}}}"#, event.number),
            updated_at: event.at,
        });
        Write { table: self.ids[table].clone(), events: vec![event], summary }
    }

    /// So many writes a second, whether or not the earlier ones are through. Time is counted from when a write
    /// was meant to begin.
    async fn steadily(&mut self, store: &Store, rate: u32, length: Duration, with_summary: bool) -> Measured {
        let mut clock = tokio::time::interval(Duration::from_millis(1));
        clock.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let (began, work) = (Instant::now(), Work::now());
        let busy: Arc<[AtomicBool]> = (0..TABLES).map(|_| AtomicBool::new(false)).collect();
        let mut tasks = JoinSet::new();
        let mut sent = 0;
        while began.elapsed() < length {
            clock.tick().await;
            let wanted = (began.elapsed().as_secs_f64() * f64::from(rate)) as u32;
            while sent < wanted {
                let mut table = (self.draw() % TABLES as u64) as usize;
                // A table waits for its last write, or two of them could overtake each other.
                while busy[table].swap(true, Ordering::AcqRel) {
                    table = (self.draw() % TABLES as u64) as usize;
                }
                let busy = Arc::clone(&busy);
                let write = self.write(table, with_summary);
                let store = store.clone();
                let meant = began + Duration::from_secs(1) * sent / rate;
                tasks.spawn(async move {
                    store.write(write).await.expect("the number is free");
                    busy[table].store(false, Ordering::Release);
                    meant.elapsed()
                });
                sent += 1;
            }
        }
        let waits = tasks.join_all().await;
        Measured::new(waits, began.elapsed(), work)
    }

    /// All tables at once, each with its next event as soon as the last one is through.
    async fn flood(&mut self, store: &Store, length: Duration, with_summary: bool) -> Measured {
        let (began, work) = (Instant::now(), Work::now());
        let mut tasks = JoinSet::new();
        let mut waits = vec![];
        let send = |tables: &mut Tables, tasks: &mut JoinSet<(usize, Duration)>, table: usize| {
            let write = tables.write(table, with_summary);
            let store = store.clone();
            tasks.spawn(async move {
                let before = Instant::now();
                store.write(write).await.expect("the number is free");
                (table, before.elapsed())
            });
        };
        for table in 0..TABLES {
            send(self, &mut tasks, table);
        }
        while let Some(done) = tasks.join_next().await {
            let (table, wait) = done.expect("no write panics");
            waits.push(wait);
            if began.elapsed() < length {
                send(self, &mut tasks, table);
            }
        }
        Measured::new(waits, began.elapsed(), work)
    }
}

struct Measured {
    waits: Vec<Duration>,
    length: Duration,
    work: Work,
}

impl Measured {
    fn new(mut waits: Vec<Duration>, length: Duration, before: Work) -> Measured {
        waits.sort();
        let after = Work::now();
        let work = Work { sqlite: after.sqlite - before.sqlite, whole: after.whole - before.whole };
        Measured { waits, length, work }
    }

    fn print(&self, name: &str) {
        let count = self.waits.len();
        let wait = |part: f64| self.waits[((count - 1) as f64 * part) as usize].as_secs_f64() * 1e3;
        let each = |work: u32| f64::from(work) * TICK.as_secs_f64() * 1e6 / count as f64;
        println!(
            "{name:>24}{:>10.0}{:>7.2} ms{:>7.2} ms{:>7.2} ms{:>12.1}{:>12.1}",
            count as f64 / self.length.as_secs_f64(),
            wait(0.5),
            wait(0.99),
            wait(1.0),
            each(self.work.sqlite),
            each(self.work.whole),
        );
    }
}

/// Processor time in ticks: of the threads that run SQLite, and of the whole process with this benchmark in it.
/// It is known on Linux; elsewhere it stays zero.
struct Work {
    sqlite: u32,
    whole: u32,
}

impl Work {
    fn now() -> Work {
        let mut work = Work { sqlite: 0, whole: 0 };
        for task in fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
            let text = fs::read_to_string(task.path().join("stat")).unwrap_or_default();
            // The name is in brackets; the times are the twelfth and thirteenth word after it.
            let Some((name, rest)) = text.rsplit_once(')') else { continue };
            let ticks: u32 =
                rest.split(' ').skip(12).take(2).filter_map(|word| word.parse::<u32>().ok()).sum();
            work.whole += ticks;
            if name.contains("(sqlx") {
                work.sqlite += ticks;
            }
        }
        work
    }
}

/// How long one look at a key takes, eight at a time.
async fn keys(store: &Store) -> Result<Duration, Box<dyn std::error::Error>> {
    let person = Person { id: "anna".parse()?, name: "Anna".to_owned(), made_at: NOW };
    store.add_person(&person).await?;
    let key = Key {
        hash: [7; 32],
        person: person.id,
        kind: KeyKind::Device,
        label: String::new(),
        made_at: NOW,
        expires_at: None,
    };
    store.add_key(&key).await?;
    let before = Instant::now();
    let mut tasks = JoinSet::new();
    for _ in 0..8 {
        let store = store.clone();
        tasks.spawn(async move {
            for _ in 0..5_000 {
                let found = store.person_by_key(&[7; 32], NOW).await.expect("the store can be read");
                assert!(found.is_some());
            }
        });
    }
    tasks.join_all().await;
    Ok(before.elapsed() / 40_000)
}

async fn logs(store: &Store, tables: &Tables) -> Result<Duration, Box<dyn std::error::Error>> {
    let before = Instant::now();
    for (id, last) in tables.ids.iter().zip(&tables.last).take(500) {
        assert_eq!(store.events(id).await?.len() as u64, *last);
    }
    Ok(before.elapsed() / 500)
}

fn sizes(folder: &Path) -> Result<String, std::io::Error> {
    let mut sizes = vec![];
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        sizes.push(format!("{} {} MB", entry.file_name().display(), entry.metadata()?.len() / 1_000_000));
    }
    sizes.sort();
    Ok(sizes.join(", "))
}

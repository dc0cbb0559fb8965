//! How long the server takes to be ready: with nothing in its folder, and with very much.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use boxwood_store::{Store, Stored, Summary, TableId, Write};
use serde::Serialize;
use serde_json::json;

use crate::Trouble;
use crate::http::Http;
use crate::server::Server;
use crate::table::{Shared, Table};

/// How many finished and running tables a full folder has.
const FINISHED: usize = 20_000;
const RUNNING: usize = 1_000;
/// How often the server is started with either folder.
const STARTS: usize = 7;
/// More moves than that no measured game has.
const LONGEST: usize = 2_000;
/// How many tables are written at once.
const BATCH: usize = 500;

/// From the start of the process until the server says that it is well, in milliseconds.
#[derive(Debug, Serialize)]
pub struct Readiness {
    finished: usize,
    running: usize,
    empty_ms: Vec<f64>,
    full_ms: Vec<f64>,
}

impl fmt::Display for Readiness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |all: &[f64]| {
            let mut sorted = all.to_vec();
            sorted.sort_by(f64::total_cmp);
            let at = |index: usize| sorted.get(index).copied().unwrap_or_default();
            format!(
                "median {:.0} ms, longest {:.0} ms",
                at(sorted.len() / 2),
                at(sorted.len().saturating_sub(1))
            )
        };
        writeln!(f, "ready, empty folder   {}", ms(&self.empty_ms))?;
        let Readiness { finished, running, full_ms, .. } = self;
        write!(f, "ready, full folder    {} ({finished} finished and {running} running tables)", ms(full_ms))
    }
}

/// Measures both.
pub async fn measure(program: &Path, game: &str, seats: usize) -> Result<Readiness, Trouble> {
    let mut empty_ms = vec![];
    for _ in 0..STARTS {
        let folder = tempfile::tempdir()?;
        empty_ms.push(start(program, folder.path()).await?);
    }
    let folder = tempfile::tempdir()?;
    fill(program, folder.path(), game, seats).await?;
    let mut full_ms = vec![];
    for _ in 0..STARTS {
        full_ms.push(start(program, folder.path()).await?);
    }
    Ok(Readiness { finished: FINISHED, running: RUNNING, empty_ms, full_ms })
}

async fn start(program: &Path, folder: &Path) -> Result<f64, Trouble> {
    let server = Server::start(program, folder).await?;
    let ready = server.ready;
    server.kill().await?;
    Ok(ready.as_secs_f64() * 1000.0)
}

/// Fills a folder: one finished and one running table are really played, and then copied under other ids.
/// At the running ones the server owes a bot's move, or will; so it looks at each of them when it starts.
async fn fill(program: &Path, folder: &Path, game: &str, seats: usize) -> Result<(), Trouble> {
    let server = Server::start(program, folder).await?;
    let mut http = Http::connect(server.address).await?;
    let mut people = vec![];
    for seat in 0..seats {
        people.push(http.person(&format!("Player {seat}")).await?);
    }
    let finished = http.table(game, &people).await?;
    let none = || AtomicU64::new(0);
    let shared = Shared { server: server.address, moves: none(), warm: none(), bot_moves: none() };
    let mut table = Table::join(&Arc::new(shared), 0, &finished, people.clone()).await?;
    table.finish(LONGEST).await?;
    let mut plan = vec![json!({ "bot": "random" }); seats];
    plan[0] = json!("me");
    let running = http.open(&people[0], &json!({ "game": game, "seats": plan, "start": true })).await?;
    drop(table);
    server.kill().await?;

    let store = Store::open(&folder.join("boxwood.db")).await?;
    for (original, copies) in [(finished, FINISHED), (running, RUNNING)] {
        let id: TableId = original.parse()?;
        let events = store.events(&id).await?;
        let summary = store.summary(&id).await?.ok_or("A table that was played has no summary.")?;
        for batch in (0..copies).collect::<Vec<_>>().chunks(BATCH) {
            let writes = batch.iter().map(|number| write(&store, &summary, &events, *number));
            futures_util::future::try_join_all(writes).await?;
        }
    }
    let due = store.due().await?.len();
    store.close().await;
    if due < RUNNING {
        return Err(format!("Of {RUNNING} running tables only {due} wait for the server.").into());
    }
    Ok(())
}

/// Writes a copy of a table.
async fn write(store: &Store, summary: &Summary, events: &[Stored], number: usize) -> Result<(), Trouble> {
    let original = summary.id.as_str();
    // As random as other ids, so that copies lie scattered in the file like these.
    let scattered = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let id = format!("{scattered:016x}{}", &original[..6.min(original.len())]);
    let table: TableId = id.parse()?;
    let summary = Summary { id: table.clone(), body: summary.body.replace(original, &id), ..summary.clone() };
    let write = Write { table, events: events.to_vec(), summary: Some(summary) };
    Ok(store.write(write).await?)
}

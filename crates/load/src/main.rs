//! `cargo xtask load`: thousands of tables of scripted players against the real server, and what that costs.
//!
//! The server runs in a process of its own, so that the time and the memory of either side can be told
//! apart, and because a process may have only so many connections. Everything is on loopback, bounded in
//! number and time, and gone when it is over.

mod client;
mod http;
mod ready;
mod report;
mod server;
mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use tokio::task::JoinSet;

use http::{Http, Person};
use report::Report;
use server::{Process, Server};
use table::{Shared, Table, Tally, Tempo};

/// Why it did not work out.
type Trouble = Box<dyn std::error::Error + Send + Sync>;

/// How many requests are under way at once while tables are set up.
const HANDS: usize = 64;
/// How long playing may go on after its time.
const GRACE: Duration = Duration::from_secs(60);

/// Plays at many tables at once against the real server, and says what that costs
#[derive(Parser)]
#[command(name = "cargo xtask load")]
struct Args {
    /// How many tables play at once
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..=9000))]
    tables: u32,
    /// How many moves each table makes a second
    #[arg(long, default_value_t = 1.0, value_parser = rate)]
    rate: f64,
    /// Every table moves as soon as everybody has seen its last move
    #[arg(long)]
    flat_out: bool,
    /// How long it is measured
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=3600))]
    seconds: u32,
    /// The game's id
    #[arg(long, default_value = "othellino")]
    game: String,
    /// How many people sit at each table
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=8))]
    seats: u8,
    /// Up to so many moves a table makes before it is measured, so that not all games end at the same time
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(0..=1000))]
    warm_up: u32,
    /// Measures instead how long the server takes to be ready, with few and with many tables
    #[arg(long)]
    ready: bool,
    /// Gives the figures as JSON
    #[arg(long)]
    json: bool,
    /// The server's program [default: `boxwood` beside this one]
    #[arg(long, value_name = "FILE")]
    server: Option<PathBuf>,
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(rate) if (0.01..=1000.0).contains(&rate) => Ok(rate),
        _ => Err("from 0.01 to 1000 moves a second".into()),
    }
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(trouble) => {
            eprintln!("{trouble}");
            ExitCode::FAILURE
        }
    }
}

/// Measures, and says whether nothing went wrong.
fn run(args: &Args) -> Result<bool, Trouble> {
    // Every connection is a file to the system; what it does not allow is noticed when it is needed.
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let program = match &args.server {
        Some(program) => program.clone(),
        None => std::env::current_exe()?.with_file_name("boxwood"),
    };
    // One thread: the other core is for the server, and nobody has to be woken up across threads.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        if args.ready {
            let report = ready::measure(&program, &args.game, args.seats.into()).await?;
            print(&report, &report, args.json)?;
            return Ok(true);
        }
        let report = load(&program, args).await?;
        print(&report, &report, args.json)?;
        Ok(report.is_clean())
    })
}

fn print(text: &impl std::fmt::Display, data: &impl serde::Serialize, json: bool) -> Result<(), Trouble> {
    match json {
        true => println!("{}", serde_json::to_string_pretty(data)?),
        false => println!("{text}"),
    }
    Ok(())
}

/// Sets everything up, plays, and counts.
async fn load(program: &Path, args: &Args) -> Result<Report, Trouble> {
    let folder = tempfile::tempdir()?;
    let server = Server::start(program, folder.path()).await?;
    let empty = server.used()?;
    let shared =
        Arc::new(Shared { server: server.address, moves: AtomicU64::new(0), stop: AtomicBool::new(false) });

    let set_up = Instant::now();
    let mut tables = set_up_tables(&shared, args).await?;
    let set_up = set_up.elapsed();
    let joined = server.used()?;
    warm_up(&mut tables, args).await?;

    let count = tables.len();
    let length = Duration::from_secs(args.seconds.into());
    let start = Instant::now() + Duration::from_millis(100);
    let end = start + length;
    let mut playing = JoinSet::new();
    for (index, table) in tables.into_iter().enumerate() {
        let tempo = if args.flat_out {
            Tempo::FlatOut
        } else {
            let pause = Duration::from_secs_f64(1.0 / args.rate);
            Tempo::Steady(start + pause.mul_f64(index as f64 / count as f64), pause)
        };
        playing.spawn(table.play(tempo, end));
    }
    let own = Process::own();
    let before = (server.used()?, own.used()?, shared.moves.load(Ordering::Relaxed), Instant::now());
    let bar = bar("playing", args.seconds.into());
    while Instant::now() < end {
        tokio::time::sleep_until((Instant::now() + Duration::from_secs(1)).min(end).into()).await;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let after = (server.used()?, own.used()?, shared.moves.load(Ordering::Relaxed), Instant::now());

    let mut tally = Tally::default();
    let mut errors = vec![];
    let gathered = async {
        while let Some(played) = playing.join_next().await {
            match played? {
                Ok(one) => tally.add(one),
                Err(trouble) => errors.push(trouble.to_string()),
            }
        }
        Ok::<(), Trouble>(())
    };
    tokio::time::timeout(GRACE, gathered).await.map_err(|_| "Some tables did not stop.")??;
    let report = Report::new(
        report::Setting {
            game: args.game.clone(),
            tables: count,
            seats: args.seats.into(),
            rate: (!args.flat_out).then_some(args.rate),
            seconds: args.seconds,
        },
        report::Seen {
            ready: server.ready,
            set_up,
            empty: empty.memory,
            joined: joined.memory,
            end: after.0.memory,
            elapsed: after.3 - before.3,
            moves: after.2 - before.2,
            server_cpu: after.0.cpu - before.0.cpu,
            client_cpu: after.1.cpu - before.1.cpu,
        },
        tally,
        errors,
    );
    server.kill().await?;
    Ok(report)
}

/// People, tables, seats, sockets: several at once, over connections that are kept.
async fn set_up_tables(shared: &Arc<Shared>, args: &Args) -> Result<Vec<Table>, Trouble> {
    let bar = bar("setting up", args.tables.into());
    let next = Arc::new(AtomicU64::new(0));
    let mut hands = JoinSet::new();
    for _ in 0..HANDS.min(args.tables as usize) {
        let (shared, next, bar) = (Arc::clone(shared), Arc::clone(&next), bar.clone());
        let (game, count, seats) = (args.game.clone(), u64::from(args.tables), args.seats);
        hands.spawn(async move {
            let mut http = Http::connect(shared.server).await?;
            let mut tables = vec![];
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return Ok::<_, Trouble>(tables);
                }
                let mut people: Vec<Person> = vec![];
                for seat in 0..seats {
                    people.push(http.person(&format!("Player {number}.{seat}")).await?);
                }
                let id = http.table(&game, &people).await?;
                tables.push(Table::join(&shared, number as usize, &id, people).await?);
                bar.inc(1);
            }
        });
    }
    let mut tables = vec![];
    while let Some(made) = hands.join_next().await {
        tables.extend(made??);
    }
    bar.finish_and_clear();
    Ok(tables)
}

/// Lets each table make another number of moves.
async fn warm_up(tables: &mut Vec<Table>, args: &Args) -> Result<(), Trouble> {
    let bar = bar("warming up", tables.len() as u64);
    let mut warming = JoinSet::new();
    for (index, mut table) in tables.drain(..).enumerate() {
        let moves = index % (args.warm_up as usize + 1);
        warming.spawn(async move { table.warm_up(moves).await.map(|()| table) });
    }
    while let Some(warm) = warming.join_next().await {
        tables.push(warm??);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

fn bar(name: &'static str, length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:12} {wide_bar} {pos}/{len} {elapsed}");
    let bar = ProgressBar::new(length).with_message(name);
    // The template is right; if it were not, the usual one would do.
    if let Ok(style) = style { bar.with_style(style) } else { bar }
}

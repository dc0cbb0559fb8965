//! `cargo xtask load`: thousands of tables of scripted players against the real server, and what that costs.
//!
//! The server runs in a process of its own, so that the time and the memory of either side can be told
//! apart, and because a process may have only so many connections. Everything is on loopback, bounded in
//! number and time, and gone when it is over.

mod bots;
mod client;
mod http;
mod ready;
mod report;
mod server;
mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

use http::{Http, Person};
use report::Report;
use server::{Process, Server};
use table::{Shared, Stage, Table, Tally};

/// Why it did not work out.
type Trouble = Box<dyn std::error::Error + Send + Sync>;

/// How many requests are under way at once while tables are set up.
const HANDS: usize = 64;
/// How long the moves before measuring may take.
const WARMTH: Duration = Duration::from_secs(300);
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
    /// Lets so many strong bots think meanwhile, each at a table of its own
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=2000))]
    bots: u32,
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
    let none = || AtomicU64::new(0);
    let shared = Arc::new(Shared { server: server.address, moves: none(), warm: none(), bot_moves: none() });
    let (stage, stages) = watch::channel(Stage::Gather);

    let set_up = Instant::now();
    let mut playing = set_up_tables(&shared, &stages, args).await?;
    let set_up = set_up.elapsed();
    let joined = server.used()?;
    stage.send(Stage::WarmUp)?;
    warmed_up(&shared, args.tables.into()).await?;
    let mut thinking = bots::think(&shared, &args.game, args.seats.into(), args.bots).await?;

    let start = Instant::now() + Duration::from_millis(100);
    let end = start + Duration::from_secs(args.seconds.into());
    let pause = (!args.flat_out).then(|| Duration::from_secs_f64(1.0 / args.rate));
    stage.send(Stage::Play { start, end, pause })?;
    tokio::time::sleep_until(start.into()).await;
    let own = Process::own();
    let now = || {
        let moves = [&shared.moves, &shared.bot_moves].map(|moves| moves.load(Ordering::Relaxed));
        Ok::<_, Trouble>((server.used()?, own.used()?, server::machine()?, moves))
    };
    let (server_before, client_before, machine_before, [moves_before, thought_before]) = now()?;
    let from = Instant::now();
    let bar = bar("playing", args.seconds.into());
    for second in 1..=args.seconds {
        tokio::time::sleep_until((start + Duration::from_secs(second.into())).into()).await;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let (server_after, client_after, machine_after, [moves_after, thought_after]) = now()?;
    let elapsed = from.elapsed();

    let mut tally = Tally::default();
    let mut errors = vec![];
    while let Some(ended) = thinking.try_join_next() {
        errors.push(ended?.to_string());
    }
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
            tables: args.tables,
            seats: args.seats,
            rate: (!args.flat_out).then_some(args.rate),
            seconds: args.seconds,
            bots: args.bots,
        },
        report::Seen {
            ready: server.ready,
            set_up,
            empty: empty.memory,
            joined: joined.memory,
            end: server_after.memory,
            elapsed,
            moves: moves_after - moves_before,
            bot_moves: thought_after - thought_before,
            server_cpu: server_after.cpu - server_before.cpu,
            client_cpu: client_after.cpu - client_before.cpu,
            machine_cpu: machine_after.saturating_sub(machine_before),
        },
        tally,
        errors,
    );
    server.kill().await?;
    Ok(report)
}

/// Tables with everybody connected, each a task of its own that waits for the stages.
type Playing = JoinSet<Result<Tally, Trouble>>;

/// People, tables, seats, sockets: several at once, over connections that are kept.
async fn set_up_tables(
    shared: &Arc<Shared>,
    stages: &watch::Receiver<Stage>,
    args: &Args,
) -> Result<Playing, Trouble> {
    let bar = bar("setting up", args.tables.into());
    let next = Arc::new(AtomicU32::new(0));
    let (made, mut tables) = mpsc::channel(HANDS);
    let mut hands = JoinSet::new();
    for _ in 0..HANDS.min(args.tables as usize) {
        let (shared, next, made) = (Arc::clone(shared), Arc::clone(&next), made.clone());
        let (game, count, seats) = (args.game.clone(), args.tables, args.seats);
        hands.spawn(async move {
            let mut http = Http::connect(shared.server).await?;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return Ok::<(), Trouble>(());
                }
                let mut people: Vec<Person> = vec![];
                for seat in 0..seats {
                    people.push(http.person(&format!("Player {number}.{seat}")).await?);
                }
                let id = http.table(&game, &people).await?;
                let table = Table::join(&shared, number, &id, people).await?;
                made.send((number, table)).await?;
            }
        });
    }
    drop(made);
    let mut playing = JoinSet::new();
    while let Some((number, table)) = tables.recv().await {
        let share = f64::from(number) / f64::from(args.tables);
        playing.spawn(table.run(stages.clone(), number % (args.warm_up + 1), share));
        bar.inc(1);
    }
    bar.finish_and_clear();
    while let Some(done) = hands.join_next().await {
        done??;
    }
    Ok(playing)
}

/// Waits until all tables have made the moves that come before measuring.
async fn warmed_up(shared: &Shared, tables: u64) -> Result<(), Trouble> {
    let bar = bar("warming up", tables);
    let start = Instant::now();
    while bar.position() < tables {
        if start.elapsed() > WARMTH {
            return Err(
                format!("Only {} of {tables} tables could make their first moves.", bar.position()).into()
            );
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
        bar.set_position(shared.warm.load(Ordering::Relaxed));
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

//! The `boxwood` program: play, look up, measure, replay.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use boxwood_cli::{Trouble, bench, list, protocol, replay};
use clap::{Parser, Subcommand};

/// A digital tabletop for the Green Box of Games and The Deck.
#[derive(Parser)]
#[command(name = "boxwood", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Shows the games
    List {
        /// As JSON, with all options
        #[arg(long)]
        json: bool,
    },
    /// Answers requests, one JSON object a line (see docs/protocol.md)
    Protocol,
    /// Measures random play, on one thread and on all
    Bench {
        /// The game's id
        #[arg(required_unless_present = "all")]
        game: Option<String>,
        /// Every game, one after the other
        #[arg(long, conflicts_with = "game")]
        all: bool,
        /// How long each measurement takes
        #[arg(long, default_value_t = 2.0, value_parser = seconds)]
        seconds: f64,
        /// How many seats; the fewest, if not said
        #[arg(long)]
        seats: Option<usize>,
        /// An option of the game, as key=value
        #[arg(long = "option", value_name = "KEY=VALUE", value_parser = key_value)]
        options: Vec<(String, String)>,
        /// One line of JSON for each figure
        #[arg(long)]
        json: bool,
    },
    /// Tells a stored match again
    Replay {
        /// The file of the record; - for the input
        record: PathBuf,
    },
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds is wanted".to_string())?;
    if (0.01..=3600.0).contains(&seconds) { Ok(seconds) } else { Err("from 0.01 to 3600 seconds".into()) }
}

fn key_value(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("an option is written key=value")?;
    Ok((key.into(), value.into()))
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) if trouble.is_closed_pipe() => ExitCode::SUCCESS,
        Err(trouble) => {
            eprintln!("{trouble}");
            ExitCode::from(2)
        }
    }
}

fn run(cli: Cli) -> Result<(), Trouble> {
    let mut out = BufWriter::new(io::stdout().lock());
    match cli.command {
        None => {
            list::list(&mut out, false)?;
        }
        Some(Command::List { json }) => list::list(&mut out, json)?,
        Some(Command::Protocol) => protocol::serve(&mut io::stdin().lock(), &mut out)?,
        Some(Command::Bench { game, all, seconds, seats, options, json }) => {
            let plan = bench::Plan { seats, options, time: Duration::from_secs_f64(seconds), as_json: json };
            let ids: Vec<&str> = match &game {
                Some(id) => vec![id],
                None if all => boxwood_games::GAMES.iter().map(|game| game.info().id).collect(),
                None => vec![],
            };
            for id in ids {
                bench::bench(&mut out, id, &plan)?;
                out.flush()?;
            }
        }
        Some(Command::Replay { record }) => replay::replay(&mut out, &record)?,
    }
    out.flush()?;
    Ok(())
}

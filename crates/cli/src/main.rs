//! The `boxwood` program: play, look up, measure, replay.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use boxwood_cli::play::{self, Plan, Seating};
use boxwood_cli::serve::{self, Serve};
use boxwood_cli::terminal::Terminal;
use boxwood_cli::theme::{self, Theme};
use boxwood_cli::{Trouble, bench, guide, list, lobby, protocol, replay, trouble, verify};
use boxwood_kit::Seed;
use clap::{Parser, Subcommand};
use mimalloc::MiMalloc;

/// Scenes and messages are thousands of small texts, made and dropped again on several threads.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// A digital tabletop for the Green Box of Games and The Deck.
#[derive(Parser)]
#[command(name = "boxwood", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serves tables for the browser; what happens without any command
    Serve(Serve),
    /// Shows the games
    List {
        /// As JSON, with all options
        #[arg(long)]
        json: bool,
    },
    /// Shows the gallery of games in the terminal, to choose one and play it
    Lobby,
    /// Plays a game, against bots or with others at this terminal
    Play(Play),
    /// Explains how a game is played, and its options
    Rules {
        /// The game's id
        game: String,
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
    /// Checks that a table's shuffle was not touched and its moves were legal
    Verify {
        /// The file of the table's record; - for the input
        record: PathBuf,
        /// The commitment that the table showed while it was played
        #[arg(long, value_name = "HEX")]
        commitment: Option<String>,
    },
}

#[derive(clap::Args)]
struct Play {
    /// The game's id
    game: String,
    /// Who sits where: a name, "you", "bot", or "bot:" and random, easy, medium or strong
    #[arg(long, value_name = "Anna,Ben,bot:strong")]
    seats: Option<String>,
    /// How many players; the fewest, if neither this nor --seats says more
    #[arg(long)]
    players: Option<usize>,
    /// An option of the game, as key=value
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = key_value)]
    options: Vec<(String, String)>,
    /// What chance grows from; fresh, if not said
    #[arg(long)]
    seed: Option<Seed>,
    /// Line by line, without a full screen
    #[arg(long)]
    plain: bool,
    /// Writes the record into this file at the end
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Writes a picture of the table as SVG instead of playing
    #[arg(long, value_name = "FILE", hide = true)]
    picture: Option<PathBuf>,
    /// How many moves bots make before the picture
    #[arg(long, default_value_t = 6, hide = true)]
    moves: usize,
    /// The columns and rows of the picture
    #[arg(long, default_value = "100x32", value_parser = size, hide = true)]
    size: (u16, u16),
}

fn size(text: &str) -> Result<(u16, u16), String> {
    let wanted = || "a size is written like 100x32, from 60x18 to 300x100".to_string();
    let (columns, rows) = text.split_once('x').ok_or_else(wanted)?;
    match (columns.parse(), rows.parse()) {
        (Ok(columns @ 60..=300), Ok(rows @ 18..=100)) => Ok((columns, rows)),
        _ => Err(wanted()),
    }
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
            drop(out);
            return serve::serve(&Serve::usual());
        }
        Some(Command::Serve(args)) => {
            drop(out);
            return serve::serve(&args);
        }
        Some(Command::Lobby) => {
            drop(out);
            return run_lobby();
        }
        Some(Command::List { json }) => list::list(&mut out, json)?,
        Some(Command::Play(play)) => {
            drop(out);
            return run_play(&play);
        }
        Some(Command::Rules { game }) => {
            let game = trouble::find_game(&game)?;
            let is_terminal = io::stdout().is_terminal();
            let width = crossterm::terminal::size().map_or(guide::WIDEST, |(columns, _)| columns.into());
            let width = if is_terminal { width } else { 80 };
            guide::rules(&mut out, game, width, is_terminal && !theme::no_colour())?;
        }
        Some(Command::Protocol) => protocol::serve(io::stdin().lock(), &mut out)?,
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
        Some(Command::Verify { record, commitment }) => {
            verify::verify(&mut out, &record, commitment.as_deref())?;
        }
    }
    out.flush()?;
    Ok(())
}

fn run_lobby() -> Result<(), Trouble> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Trouble::asked(
            "The lobby needs a terminal; `boxwood list` shows the games, `boxwood play` plays one.",
        ));
    }
    let mut terminal = Terminal::take()?;
    lobby::run(&mut terminal, Theme::from_env())
}

fn run_play(args: &Play) -> Result<(), Trouble> {
    let game = trouble::find_game(&args.game)?;
    let options: serde_json::Map<String, serde_json::Value> =
        args.options.iter().map(|(key, value)| (key.clone(), value.as_str().into())).collect();
    let seating = Seating::parse(game.info(), args.seats.as_deref(), args.players)?;
    let plan = Plan { game, seating, options: options.into(), seed: args.seed };
    if let Some(file) = &args.picture {
        let plan = Plan { seed: Some(args.seed.unwrap_or(Seed::from_number(1))), ..plan };
        let picture = play::picture::picture(&plan, args.moves, args.size)?;
        return std::fs::write(file, picture).map_err(|error| {
            Trouble::asked(format_args!("The picture cannot be written to {}: {error}.", file.display()))
        });
    }
    plan.begin()?; // whatever is wrong is said before the screen is taken
    let save = args.save.as_deref();
    if args.plain || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let mut out = BufWriter::new(io::stdout().lock());
        return play::plain::play(&mut io::stdin().lock(), &mut out, &plan, save);
    }
    let mut terminal = Terminal::take()?;
    let told = play::full::play(&mut terminal, &plan, save, Theme::from_env());
    drop(terminal);
    told?.iter().for_each(|line| println!("{line}"));
    Ok(())
}

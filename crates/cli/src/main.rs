//! The `boxwood` program: play, look up, measure, replay.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use boxwood_cli::play::{self, Plan, Seating, Start};
use boxwood_cli::serve::{self, Serve};
use boxwood_cli::terminal::Terminal;
use boxwood_cli::theme::{self, Theme};
use boxwood_cli::{
    Trouble, ascii, bench, duel, file, guide, list, lobby, protocol, replay, solve, train, trouble, verify,
};
use boxwood_kit::Seed;
use clap::{Parser, Subcommand};
use mimalloc::MiMalloc;

/// Scenes and messages are thousands of small texts, made and dropped again on several threads.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// What the program ends with.
const CODES: &str = "Exit codes:
  0  done; what was to be verified is right
  1  what a file says cannot have happened, or is not what was committed to
  2  an argument is wrong
  3  a file or the terminal cannot be read or written";

/// A digital tabletop for the Green Box of Games and The Deck.
#[derive(Parser)]
#[command(name = "boxwood", version, about, after_help = CODES)]
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
        /// Only this rule or ruling: 4, or R2
        rule: Vec<String>,
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
        /// Simulations of the bots' tree search, one random playout each, instead of random play
        #[arg(long)]
        mcts: bool,
        /// One line of JSON for each figure
        #[arg(long)]
        json: bool,
    },
    /// Measures two players against each other, on the same seeds from every place
    Duel {
        /// The game's id
        game: String,
        /// Who is measured: random, easy, medium, strong, or the command of a program
        #[arg(long, default_value = "strong")]
        a: duel::Who,
        /// Against whom: the same, or another
        #[arg(long, default_value = "medium")]
        b: duel::Who,
        /// How many seeds are played, each from every place
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
        pairs: u64,
        /// How many seats; the fewest, if not said
        #[arg(long)]
        seats: Option<usize>,
        /// Steps of thinking for each decision, which makes it repeatable; usual times, if not said
        #[arg(long, value_name = "STEPS", value_parser = clap::value_parser!(u32).range(1..))]
        budget: Option<u32>,
        /// The number of the first seed
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=1 << 60))]
        seed: u64,
        /// Begins no new seed after so long
        #[arg(long, value_name = "SECONDS", value_parser = seconds)]
        seconds: Option<f64>,
        /// An option of the game, as key=value
        #[arg(long = "option", value_name = "KEY=VALUE", value_parser = key_value)]
        options: Vec<(String, String)>,
        /// One line of JSON
        #[arg(long)]
        json: bool,
    },
    /// Finds out how an open game ends if both play their best
    Solve {
        /// The game's id
        #[arg(required_unless_present = "from")]
        game: Option<String>,
        /// From where this file leaves off: a saved match, a table's record or a state; - for the input
        #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "options", "seed"])]
        from: Option<PathBuf>,
        /// An option of the game, as key=value
        #[arg(long = "option", value_name = "KEY=VALUE", value_parser = key_value)]
        options: Vec<(String, String)>,
        /// The number of the seed that the setup draws from
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many threads; as many as there are cores, if not said
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
        threads: Option<u16>,
        /// One line of JSON
        #[arg(long)]
        json: bool,
    },
    /// Lets a game that can learn play against itself
    Train {
        /// The game's id
        game: String,
        /// How long it plays
        #[arg(long, default_value_t = 1.0, value_parser = hours)]
        hours: f64,
        /// How many games it plays instead, which makes it repeatable
        #[arg(long, conflicts_with = "hours", value_parser = clap::value_parser!(u64).range(1..))]
        games: Option<u64>,
        /// What chance grows from, unless there is a checkpoint
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Goes on from this file if it is there, and leaves off in it; the game's id and .checkpoint, if not said
        #[arg(long, value_name = "FILE")]
        checkpoint: Option<PathBuf>,
        /// Where the weights go; the game's id and .weights, if not said
        #[arg(long, value_name = "FILE")]
        weights: Option<PathBuf>,
    },
    /// Tells a stored match again
    Replay {
        /// A match saved with --save, or a table's record; - for the input
        record: PathBuf,
    },
    /// Checks that the moves of a match were legal and, if a server dealt it, its shuffle not touched
    Verify {
        /// A match saved with --save, or a table's record; - for the input
        record: PathBuf,
        /// The commitment that the table showed while it was played
        #[arg(long, value_name = "HEX")]
        commitment: Option<String>,
    },
}

#[derive(clap::Args)]
struct Play {
    /// The game's id
    #[arg(required_unless_present = "from")]
    game: Option<String>,
    /// Goes on where this file leaves off: a saved match, a table's record or a state; - for the input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "players", "options", "seed"])]
    from: Option<PathBuf>,
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
    /// Writes the match into this file at the end; replay, verify and --from read it
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

fn hours(text: &str) -> Result<f64, String> {
    let hours: f64 = text.parse().map_err(|_| "a number of hours is wanted".to_string())?;
    if (0.001..=1000.0).contains(&hours) { Ok(hours) } else { Err("from 0.001 to 1000 hours".into()) }
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
            let mut out = ascii::Out::new(io::stderr(), ascii::is_wanted(io::stderr().is_terminal()));
            let _ = writeln!(out, "{trouble}"); // there is nobody else to tell
            ExitCode::from(trouble.code())
        }
    }
}

/// Where text goes; programs read their JSON as it is.
fn text_out(is_data: bool) -> impl Write {
    let is_plain = !is_data && ascii::is_wanted(io::stdout().is_terminal());
    ascii::Out::new(BufWriter::new(io::stdout().lock()), is_plain)
}

fn run(cli: Cli) -> Result<(), Trouble> {
    let is_data = matches!(
        cli.command,
        Some(
            Command::Protocol
                | Command::List { json: true }
                | Command::Bench { json: true, .. }
                | Command::Duel { json: true, .. }
                | Command::Solve { json: true, .. }
        )
    );
    let mut out = text_out(is_data);
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
        Some(Command::Rules { game, rule }) => {
            let game = trouble::find_game(&game)?;
            let is_terminal = io::stdout().is_terminal();
            let width = crossterm::terminal::size().map_or(guide::WIDEST, |(columns, _)| columns.into());
            let width = if is_terminal { width } else { 80 };
            let fancy = is_terminal && !theme::no_colour() && !ascii::is_dumb_terminal();
            match rule.as_slice() {
                [] => guide::rules(&mut out, game, width, fancy)?,
                name => guide::one_rule(&mut out, game, &name.join(" "), width, fancy)?,
            }
        }
        Some(Command::Protocol) => protocol::serve(io::stdin().lock(), &mut out)?,
        Some(Command::Duel { game, a, b, pairs, seats, budget, seed, seconds, options, json }) => {
            let time = seconds.map(Duration::from_secs_f64);
            let plan = duel::Plan { a, b, pairs, seats, options, budget, seed, time, as_json: json };
            duel::duel(&mut out, &game, &plan)?;
        }
        Some(Command::Bench { game, all, seconds, seats, options, mcts, json }) => {
            let time = Duration::from_secs_f64(seconds);
            let plan = bench::Plan { seats, options, time, as_json: json, mcts };
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
        Some(Command::Solve { game, from, options, seed, threads, json }) => {
            let threads = threads.map(usize::from);
            solve::solve(&mut out, &solve::Plan { game, from, options, seed, threads, as_json: json })?;
        }
        Some(Command::Train { game, hours, games, seed, checkpoint, weights }) => {
            let until = games
                .map_or(train::Until::Time(Duration::from_secs_f64(3600.0 * hours)), train::Until::Games);
            let named = |kind: &str| PathBuf::from(format!("{game}.{kind}"));
            let plan = train::Plan {
                until,
                seed,
                checkpoint: checkpoint.unwrap_or_else(|| named("checkpoint")),
                weights: weights.unwrap_or_else(|| named("weights")),
            };
            train::train(&mut out, &game, &plan)?;
        }
        Some(Command::Replay { record }) => replay::replay(&mut out, &record)?,
        Some(Command::Verify { record, commitment }) => {
            verify::verify(&mut out, &record, commitment.as_deref())?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Whether there is a screen to draw on and somebody at it.
fn can_draw() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal() && !ascii::is_dumb_terminal()
}

fn run_lobby() -> Result<(), Trouble> {
    if !can_draw() {
        return Err(Trouble::asked(
            "The lobby needs a terminal; `boxwood list` shows the games, `boxwood play` plays one.",
        ));
    }
    let mut terminal = Terminal::take()?;
    lobby::run(&mut terminal, Theme::from_env())
}

/// What the arguments say is to be played; whatever is wrong is said before the screen is taken.
fn plan(args: &Play) -> Result<Plan, Trouble> {
    let plan = match (&args.from, &args.game) {
        (Some(path), _) => {
            let opened = file::open(&file::read(path)?, path)?;
            let (info, seats) = (opened.game.info(), opened.played.seats());
            let seating = match &args.seats {
                Some(words) => Seating::parse(info, Some(words), Some(seats))?,
                None => Seating::resumed(&opened.names),
            };
            Plan { game: opened.game, seating, start: Start::From(Box::new(opened.position)) }
        }
        (None, id) => {
            let game = trouble::find_game(id.as_deref().unwrap_or_default())?;
            let options: serde_json::Map<String, serde_json::Value> =
                args.options.iter().map(|(key, value)| (key.clone(), value.as_str().into())).collect();
            let seating = Seating::parse(game.info(), args.seats.as_deref(), args.players)?;
            // A picture is always the same.
            let seed = args.seed.or(args.picture.is_some().then_some(Seed::from_number(1)));
            Plan::new(game, seating, options.into(), seed)
        }
    };
    plan.begin()?;
    Ok(plan)
}

fn run_play(args: &Play) -> Result<(), Trouble> {
    let plan = plan(args)?;
    if let Some(file) = &args.picture {
        let picture = play::picture::picture(&plan, args.moves, args.size)?;
        return std::fs::write(file, picture).map_err(|error| {
            Trouble::asked(format_args!("The picture cannot be written to {}: {error}.", file.display()))
        });
    }
    let save = args.save.as_deref();
    if args.plain || !can_draw() {
        return play::plain::play(&mut io::stdin().lock(), &mut text_out(false), &plan, save);
    }
    let mut terminal = Terminal::take()?;
    let told = play::full::play(&mut terminal, &plan, save, Theme::from_env());
    drop(terminal);
    let mut out = text_out(false);
    for line in told? {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

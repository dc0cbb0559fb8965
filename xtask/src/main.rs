//! What is done to this project: test it, add a game, refresh what is generated.

#[cfg(all(test, unix))]
mod add_a_game;
mod chromium;
mod ladder;
mod new_game;
mod run;
mod test;
mod tidy;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// What is done to this project
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Checks everything: formatting, lints, all tests, tidiness, games in a real browser
    Test(test::Which),
    /// Adds a game as a copy of another one, already playable
    NewGame {
        /// The module's name, like lantern_row
        module: String,
        /// The module of the game to copy; docs/add-a-game.md says which for what
        #[arg(long, default_value = "nim")]
        like: String,
    },
    /// Writes the playthroughs anew, and the records of games that have none yet; read what changed
    Playthroughs {
        /// Only these games, by the names of their folders
        games: Vec<String>,
    },
    /// Writes the pictures of the terminal anew
    Pictures,
    /// Photographs the tables of the browser anew: every game, at its start, middle and end
    Screens {
        /// Only these games, by the names in their links
        games: Vec<String>,
    },
    /// Photographs the covers of the games anew, for the previews of links
    Covers {
        /// Only these games, by the names in their links
        games: Vec<String>,
    },
    /// Writes the list of games in docs/games.md anew, and their number in the README
    Games,
    /// Writes the TypeScript types of all messages anew
    Types,
    /// Plays at thousands of tables against the real server, and says what that costs; --help says how
    #[command(disable_help_flag = true)]
    Load {
        /// For the load tool
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Plays all levels of bots against each other in every game, which takes hours, and writes the table
    Ladder(ladder::Which),
    /// Kills the server again and again while it is played on, and checks that nothing is lost
    Soak {
        /// How often
        #[arg(long, default_value_t = 200)]
        kills: usize,
    },
    /// Checks what the compiler cannot: who may use what, which files a game has
    Tidy,
}

fn main() -> ExitCode {
    let root = root();
    let done = match Cli::parse().command {
        Command::Test(which) => test::test(&root, &which),
        Command::NewGame { module, like } => {
            new_game::new_game(&root, &module, &like).map(|next| println!("{next}"))
        }
        Command::Playthroughs { games } => run::playthroughs(&root, &games),
        Command::Pictures => run::pictures(&root),
        Command::Screens { games } => run::screens(&root, &games),
        Command::Covers { games } => run::covers(&root, &games),
        Command::Games => run::games(&root),
        Command::Types => run::types(&root),
        Command::Load { arguments } => run::load(&root, &arguments),
        Command::Ladder(which) => ladder::ladder(&root, &which),
        Command::Soak { kills } => run::soak(&root, kills),
        Command::Tidy => tidy::tidy(&root).map(|()| println!("Everything is in its place.")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// The project's root, wherever the command is called from.
fn root() -> PathBuf {
    // As cargo says now, since the folder may have moved after this program was built.
    let here = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let here = PathBuf::from(here);
    here.parent().map_or(here.clone(), PathBuf::from)
}

//! Commands that run other commands.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Where cargo puts the program.
pub fn binary(root: &Path, profile: &str) -> String {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), |told| root.join(told));
    let binary = target.join(profile).join(format!("boxwood{}", std::env::consts::EXE_SUFFIX));
    binary.to_string_lossy().into_owned()
}

/// Writes the playthroughs of these games anew, or of all, and records where there are none.
pub fn playthroughs(root: &Path, games: &[String]) -> Result<(), String> {
    let all = crate::tidy::game_modules(root);
    if let Some(unknown) = games.iter().find(|game| !all.contains(game)) {
        return Err(format!("There is no game {unknown}; there are: {}.", all.join(", ")));
    }
    let games = if games.is_empty() { &all } else { games };
    let packages = games.iter().flat_map(|game| ["-p".into(), package(game)]);
    let packages: Vec<String> = packages.collect();
    let arguments = ["test", "--quiet", "--lib"].into_iter().chain(packages.iter().map(String::as_str));
    let tests = ["--", "the_playthrough_is_as_kept", "records_of_earlier_days_replay"];
    let arguments: Vec<&str> = arguments.chain(tests).collect();
    let write = [("BOXWOOD_WRITE_PLAYTHROUGHS", "1"), ("BOXWOOD_WRITE_RECORDS", "1")];
    cargo(root, "playthroughs", &arguments, &write)?;
    println!("Now read what changed: git diff games/*/playthrough.txt");
    Ok(())
}

/// The crate of a game, by the name of its folder.
pub fn package(game: &str) -> String {
    format!("boxwood-{}", game.replace('_', "-"))
}

/// Writes the list of games anew.
pub fn games(root: &Path) -> Result<(), String> {
    let write = [("BOXWOOD_WRITE_GAMES", "1")];
    cargo(root, "games", &["test", "--quiet", "-p", "boxwood-cli", "--test", "all", "games_doc"], &write)?;
    println!("The games are listed in docs/games.md, and counted in README.md.");
    Ok(())
}

/// Writes the TypeScript types of all messages anew.
pub fn types(root: &Path) -> Result<(), String> {
    let write = [("BOXWOOD_WRITE_TYPES", "1")];
    cargo(root, "types", &["test", "--quiet", "-p", "boxwood-protocol", "--test", "typescript"], &write)?;
    println!("The browser's types are in web/src/generated/messages.ts.");
    Ok(())
}

/// Draws the pictures of the documents.
pub fn pictures(root: &Path) -> Result<(), String> {
    for (game, seats, moves, file) in [
        ("backgammon", "2", "30", "docs/pictures/backgammon.svg"),
        ("gold-mine", "4", "17", "docs/pictures/gold-mine.svg"),
        ("liars-cards", "4", "5", "docs/pictures/liars-cards.svg"),
    ] {
        let picture = ["run", "--release", "--quiet", "--", "play", game, "--players", seats, "--seed", "7"];
        let picture = [&picture[..], &["--moves", moves, "--size", "110x32", "--picture", file]].concat();
        cargo(root, file, &picture, &[])?;
    }
    Ok(())
}

/// Photographs the tables of the browser, of all games or of these, and lays them on contact sheets.
pub fn screens(root: &Path, games: &[String]) -> Result<(), String> {
    let chromium = crate::chromium::chromium()?;
    // The bots that play for the pictures take their time, and much more of it unoptimised.
    cargo(root, "server", &["build", "--release", "--quiet", "-p", "boxwood-cli"], &[])?;
    let (binary, chromium, games) = (binary(root, "release"), chromium.to_string_lossy(), games.join(" "));
    let environment = [
        ("BOXWOOD_BINARY", binary.as_str()),
        ("BOXWOOD_CHROMIUM", chromium.as_ref()),
        ("BOXWOOD_SCREENS", games.as_str()),
    ];
    npm(root, "screens", &["run", "screens", "--silent"], &environment)?;
    println!("The sheets are in docs/pictures, the single pictures in target/screens. Look at what changed.");
    Ok(())
}

/// Photographs the covers of all games, or of these.
pub fn covers(root: &Path, games: &[String]) -> Result<(), String> {
    let chromium = crate::chromium::chromium()?;
    cargo(root, "server", &["build", "--quiet", "-p", "boxwood-cli"], &[])?;
    let (binary, chromium, games) = (binary(root, "debug"), chromium.to_string_lossy(), games.join(" "));
    let environment = [
        ("BOXWOOD_BINARY", binary.as_str()),
        ("BOXWOOD_CHROMIUM", chromium.as_ref()),
        ("BOXWOOD_COVERS", games.as_str()),
    ];
    npm(root, "covers", &["run", "covers", "--silent"], &environment)?;
    println!("The bitmaps are in games/*/art. Look at what changed.");
    Ok(())
}

/// Builds the server and what plays against it, and lets it.
pub fn load(root: &Path, arguments: &[String]) -> Result<(), String> {
    // One after the other: built together, each would get the features that only the other needs.
    cargo(root, "server", &["build", "--release", "--quiet", "-p", "boxwood-cli"], &[])?;
    let run = ["run", "--release", "--quiet", "-p", "boxwood-load", "--"];
    let run: Vec<&str> = run.into_iter().chain(arguments.iter().map(String::as_str)).collect();
    cargo(root, "load", &run, &[])
}

/// Kills the server this often.
pub fn soak(root: &Path, kills: usize) -> Result<(), String> {
    let kills = kills.to_string();
    let arguments = [
        "test",
        "--quiet",
        "-p",
        "boxwood-cli",
        "--test",
        "all",
        "kill::killed_at_any_moment",
        "--",
        "--nocapture",
    ];
    cargo(root, "soak", &arguments, &[("BOXWOOD_SOAK", &kills)])
}

fn cargo(root: &Path, name: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Result<(), String> {
    run(name, cargo_command(root, arguments).envs(environment.iter().copied()))
}

/// Runs a script of the browser client, whose packages the build of the server has fetched.
fn npm(root: &Path, name: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Result<(), String> {
    run(name, npm_command(root, arguments).envs(environment.iter().copied()))
}

/// Cargo, at the project's root.
pub fn cargo_command(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(root).args(arguments);
    command
}

/// npm, in the folder of the browser client.
pub fn npm_command(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(root.join("web")).args(arguments);
    command
}

/// A command as one would type it.
pub fn line(command: &Command) -> String {
    let words: Vec<_> = std::iter::once(command.get_program()).chain(command.get_args()).collect();
    words.join(" ".as_ref()).to_string_lossy().into_owned()
}

pub fn run(name: &str, command: &mut Command) -> Result<(), String> {
    let line = line(command);
    // Not among what the command itself says, which a program may want to read.
    eprintln!("== {name}: {line}");
    let start = Instant::now();
    let status = command.status().map_err(|error| format!("`{line}` cannot be run: {error}."))?;
    if !status.success() {
        return Err(format!("{name} failed; `{line}` repeats it alone."));
    }
    eprintln!("== {name}: fine, {} s", start.elapsed().as_secs());
    Ok(())
}

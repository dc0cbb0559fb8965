//! The tests: all of them, the quick ones, or those of one game.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::run::{binary, cargo_command, npm_command, package};

/// Which tests.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Which {
    /// Only this game: its rules, laws, playthrough, protocol, and a few moves in the browser
    #[arg(long, value_name = "ID")]
    game: Option<String>,
    /// Only what needs no server process and no browser
    #[arg(long, conflicts_with = "game")]
    quick: bool,
    /// Every seat count with every value of every option, which takes hours
    #[arg(long)]
    nightly: bool,
}

/// The name of the variable that restricts tests of all games to one.
const GAME: &str = "BOXWOOD_GAME";
/// So many of the slowest parts are named at the end.
const SLOWEST: usize = 8;

/// Runs them in the order in which mistakes are cheapest to find.
pub fn test(root: &Path, which: &Which) -> Result<(), String> {
    let mut steps = match &which.game {
        Some(id) => of_a_game(root, id)?,
        None => {
            needs(root, "fmt", "rustfmt")?;
            needs(root, "clippy", "clippy")?;
            of_everything(root, which.quick)?
        }
    };
    if which.nightly {
        for step in &mut steps {
            step.command.env("BOXWOOD_NIGHTLY", "1");
        }
    }
    let start = Instant::now();
    let mut times = vec![];
    let many = steps.len();
    for (number, step) in steps.into_iter().enumerate() {
        step.run(number + 1, many, &mut times)?;
    }
    times.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
    println!("\nEverything passed in {} s. What took longest:", start.elapsed().as_secs());
    for (time, what) in times.iter().take(SLOWEST) {
        println!("{:>7.1} s  {what}", time.as_secs_f32());
    }
    Ok(())
}

fn of_everything(root: &Path, quick: bool) -> Result<Vec<Step>, String> {
    let clippy = ["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"];
    let mut steps = vec![
        Step::new("formatting", cargo_command(root, &["fmt", "--all", "--check"])),
        Step::new("lints", cargo_command(root, &clippy)),
    ];
    if quick {
        let units = ["test", "--workspace", "--lib", "--bins"];
        steps.push(Step::new(
            "building the tests",
            cargo_command(root, &[&units[..], &["--no-run"]].concat()),
        ));
        steps.push(Step::new("tests", cargo_command(root, &units)));
        return Ok(steps);
    }
    let chromium = crate::chromium::chromium()?;
    steps.extend([
        Step::new("the browser client's types", npm_command(root, &["run", "check", "--silent"])),
        Step::new("the browser client's tests", npm_command(root, &["test", "--silent"])),
        Step::new("building the tests", cargo_command(root, &["test", "--workspace", "--no-run"])),
        Step::new("tests", cargo_command(root, &["test", "--workspace"])),
        browser(root, &chromium, &[]),
    ]);
    Ok(steps)
}

fn of_a_game(root: &Path, id: &str) -> Result<Vec<Step>, String> {
    let module = id.replace('-', "_");
    let all = crate::tidy::game_modules(root);
    if !all.contains(&module) {
        let ids: Vec<String> = all.iter().map(|module| module.replace('_', "-")).collect();
        return Err(format!("There is no game {id}; there are: {}.", ids.join(", ")));
    }
    let id = module.replace('_', "-");
    let chromium = crate::chromium::chromium()?;
    let mut steps = vec![
        Step::new("rules and laws", cargo_command(root, &["test", "-p", &package(&module)])),
        Step::new(
            "protocol",
            cargo_command(root, &["test", "-p", "boxwood-cli", "--test", "all", "protocol::every_game"]),
        ),
        browser(root, &chromium, &["one-game"]),
    ];
    for step in &mut steps {
        step.command.env(GAME, &id);
    }
    Ok(steps)
}

/// Plays in a real browser, against the program that the tests of `boxwood-cli` have built: building it
/// by itself would build half of everything anew, with other features.
fn browser(root: &Path, chromium: &Path, only: &[&str]) -> Step {
    let mut command = npm_command(root, &[&["run", "browser", "--silent", "--"], only].concat());
    command.env("BOXWOOD_BINARY", binary(root, "debug")).env("BOXWOOD_CHROMIUM", chromium);
    Step::new("games in the browser", command)
}

/// A command and what it is for.
struct Step {
    name: &'static str,
    command: Command,
}

impl Step {
    fn new(name: &'static str, command: Command) -> Step {
        Step { name, command }
    }

    /// Runs it, passes on what it says, and notes how long it and its parts took.
    fn run(mut self, number: usize, many: usize, times: &mut Vec<(Duration, String)>) -> Result<(), String> {
        let line = crate::run::line(&self.command);
        eprintln!("== {number} of {many}, {}: {line}", self.name);
        let cannot = |error: std::io::Error| format!("`{line}` cannot be run: {error}.");
        // Both streams come through one pipe, so that the lines keep their order.
        let (reader, writer) = std::io::pipe().map_err(cannot)?;
        self.command.stdout(writer.try_clone().map_err(cannot)?).stderr(writer);
        let start = Instant::now();
        let mut child = self.command.spawn().map_err(cannot)?;
        drop(self.command); // and with it our end of the pipe
        let mut parts = Parts::default();
        for said in BufReader::new(reader).split(b'\n') {
            let said = said.map_err(cannot)?;
            let mut out = std::io::stdout().lock();
            let _ = out.write_all(&said).and_then(|()| out.write_all(b"\n"));
            parts.hear(&String::from_utf8_lossy(&said));
        }
        let status = child.wait().map_err(cannot)?;
        if !status.success() {
            return Err(format!("{} failed; `{line}` repeats it alone.", self.name));
        }
        eprintln!("== {number} of {many}, {}: fine, {} s", self.name, start.elapsed().as_secs());
        if parts.times.is_empty() {
            times.push((start.elapsed(), self.name.into()));
        }
        times.append(&mut parts.times);
        Ok(())
    }
}

/// The parts of a run of `cargo test`, as it tells of them.
#[derive(Default)]
struct Parts {
    running: String,
    times: Vec<(Duration, String)>,
}

impl Parts {
    fn hear(&mut self, line: &str) {
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("Running ").or_else(|| line.strip_prefix("Doc-tests ")) {
            self.running = part(rest);
        } else if let Some((_, time)) = line.split_once("finished in ")
            && line.starts_with("test result:")
            && let Some(seconds) = time.strip_suffix('s').and_then(|seconds| seconds.parse().ok())
        {
            self.times.push((Duration::from_secs_f64(seconds), self.running.clone()));
        }
    }
}

/// What runs: `tests/all/main.rs (target/debug/deps/all-0123)` is `all`, a crate's own tests its name.
fn part(running: &str) -> String {
    let Some((source, program)) = running.split_once(" (") else { return running.into() };
    let program = program.trim_end_matches(')').rsplit(['/', '\\']).next().unwrap_or(program);
    let name = program.rsplit_once('-').map_or(program, |(name, _)| name);
    let source = source.trim_start_matches("unittests ");
    if source.starts_with("src") { name.replace('_', "-") } else { format!("{name} ({source})") }
}

/// Says how to get a part of the toolchain that is missing.
fn needs(root: &Path, subcommand: &str, component: &str) -> Result<(), String> {
    match cargo_command(root, &[subcommand, "--version"]).output() {
        Ok(output) if output.status.success() => Ok(()),
        _ => Err(format!(
            "`cargo {subcommand}` is missing; install it with `rustup component add {component}`."
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_of_a_run_are_heard() {
        let mut parts = Parts::default();
        for line in [
            "     Running unittests src/lib.rs (target/debug/deps/boxwood_nim-0a1b)",
            "test tests::rule_1 ... ok",
            "test result: ok. 17 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.39s",
            "     Running tests/all/main.rs (target/debug/deps/all-77)",
            "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 12.50s",
            "   Doc-tests boxwood_engine",
            "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s",
        ] {
            parts.hear(line);
        }
        let times: Vec<(u128, &str)> =
            parts.times.iter().map(|(time, what)| (time.as_millis(), what.as_str())).collect();
        assert_eq!(
            times,
            [(390, "boxwood-nim"), (12500, "all (tests/all/main.rs)"), (100, "boxwood_engine")]
        );
    }

    #[test]
    fn a_game_that_is_not_there_is_named_with_those_that_are() {
        let which = Which { game: Some("chess".into()), ..Which::default() };
        let error = test(&crate::root(), &which).unwrap_err();
        assert!(error.starts_with("There is no game chess; there are: "), "{error}");
        assert!(error.contains(", backgammon, "), "{error}");
    }
}

//! How much better each level of bots is than the others, in every game.
//!
//! Every pairing is one `boxwood duel`. What came of it is a line of a file in `target/ladder`, so that a
//! ladder that was interrupted goes on where it was, and only new pairings are played; delete the file
//! after a change to the bots. The table in `docs/bots.md` is written from these lines, and keeps what they
//! do not tell.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;

use crate::run::{binary, cargo_command, run};

/// Which ladder.
#[derive(Clone, Debug, clap::Args)]
pub struct Which {
    /// Only these games, by the names in their links
    games: Vec<String>,
    /// Only whether the order is right, with budgets in steps: the same on every machine, in some minutes
    #[arg(long, conflicts_with_all = ["pairs", "seconds", "steps"])]
    quick: bool,
    /// Plays nothing, and writes the table from what has been played
    #[arg(long, conflicts_with = "quick")]
    table: bool,
    /// The most seeds of a pairing, each played from every place
    #[arg(long, default_value_t = 100)]
    pairs: u64,
    /// No seed of a pairing is begun after so long
    #[arg(long, default_value_t = 180.0)]
    seconds: f64,
    /// Lets bots think for so many steps instead of their usual times; the table says so
    #[arg(long)]
    steps: Option<u32>,
}

/// Who plays against whom: the one who should be better first.
const PAIRINGS: [[&str; 2]; 6] = [
    ["easy", "random"],
    ["medium", "random"],
    ["strong", "random"],
    ["medium", "easy"],
    ["strong", "easy"],
    ["strong", "medium"],
];
/// Those that `--quick` looks at.
const NEIGHBOURS: [[&str; 2]; 3] = [["easy", "random"], ["medium", "easy"], ["strong", "medium"]];
/// The steps of a decision and the seeds of a pairing that are enough for the order.
const QUICK_STEPS: &str = "600";
const QUICK_PAIRS: &str = "6";
/// In so few matches, whoever is better gets more of the points than this; half would be equal.
const SLACK: f64 = 0.3;

const DOCUMENT: &str = "docs/bots.md";
const BEGIN: &str = "<!-- ladder: written by `cargo xtask ladder` -->";
const END: &str = "<!-- ladder: end -->";
/// What a pairing that was never played looks like in the table.
const UNKNOWN: &str = "–";

/// Plays the ladder, or what is missing of it.
pub fn ladder(root: &Path, which: &Which) -> Result<(), String> {
    let folder = root.join("target/ladder");
    let file = folder.join("results.jsonl");
    if which.table {
        return write_table(root, &file, None);
    }
    run("building", &mut cargo_command(root, &["build", "--release", "--quiet", "-p", "boxwood-cli"]))?;
    let program = binary(root, "release");
    let all = games(&program)?;
    if let Some(unknown) = which.games.iter().find(|game| !all.contains(game)) {
        return Err(format!("There is no game {unknown}; there are: {}.", all.join(", ")));
    }
    let games = if which.games.is_empty() { all.clone() } else { which.games.clone() };
    if which.quick {
        return quick(&program, &games);
    }
    fs::create_dir_all(&folder).map_err(|why| format!("{}: {why}.", folder.display()))?;
    let results = read(&fs::read_to_string(&file).unwrap_or_default());
    let (pairs, seconds) = (which.pairs.to_string(), which.seconds.to_string());
    let steps = which.steps.map(|steps| steps.to_string());
    let mut more = vec!["--pairs", &pairs, "--seconds", &seconds];
    more.extend(steps.iter().flat_map(|steps| ["--budget", steps]));
    let missing: Vec<(&String, [&str; 2])> = pairings(&games, &PAIRINGS)
        .filter(|(game, [a, b])| !results.contains_key(&key(game, a, b)))
        .collect();
    let bar = progress(missing.len());
    for (game, [a, b]) in missing {
        bar.set_message(format!("{game}: {a} against {b}"));
        let told = duel(&program, game, a, b, &more)?;
        let mut kept = OpenOptions::new().create(true).append(true).open(&file);
        let written = kept.as_mut().map_err(|why| why.to_string());
        let written = written.and_then(|file| writeln!(file, "{told}").map_err(|why| why.to_string()));
        written.map_err(|why| format!("{}: {why}.", file.display()))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    write_table(root, &file, Some(&all))
}

/// Writes what the file has kept into the document: a row for each of these games, or for each that has one.
fn write_table(root: &Path, file: &Path, games: Option<&[String]>) -> Result<(), String> {
    let results = read(&fs::read_to_string(file).unwrap_or_default());
    let document = root.join(DOCUMENT);
    let text = fs::read_to_string(&document).map_err(|why| format!("{DOCUMENT}: {why}."))?;
    let text = with_table(&text, games.unwrap_or(&rows(&text)), &results)?;
    fs::write(&document, text).map_err(|why| format!("{DOCUMENT}: {why}."))?;
    println!("The table is in {DOCUMENT}, all figures are in {}.", file.display());
    Ok(())
}

/// The games that the document's table has.
fn rows(document: &str) -> Vec<String> {
    let table = document.split(BEGIN).nth(1).and_then(|rest| rest.split(END).next()).unwrap_or_default();
    let names = table.lines().skip(3).filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    names.map(String::from).collect()
}

/// Plays few matches of neighbouring levels, and says where the order is wrong.
fn quick(program: &str, games: &[String]) -> Result<(), String> {
    let all: Vec<(&String, [&str; 2])> = pairings(games, &NEIGHBOURS).collect();
    let bar = progress(all.len());
    let mut wrong = vec![];
    for (game, [a, b]) in all {
        bar.set_message(format!("{game}: {a} against {b}"));
        let told = duel(program, game, a, b, &["--pairs", QUICK_PAIRS, "--budget", QUICK_STEPS])?;
        let share = told["share"].as_f64().unwrap_or_default();
        bar.println(format!("{game}: {a} gets {:.0} % of the points against {b}", 100.0 * share));
        if share < SLACK {
            wrong.push(format!("In {game}, {a} gets only {:.0} % against {b}.", 100.0 * share));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if wrong.is_empty() {
        println!("The levels are in their order in {} games.", games.len());
        Ok(())
    } else {
        Err(wrong.join("\n"))
    }
}

fn pairings<'a>(
    games: &'a [String],
    pairings: &'a [[&'static str; 2]],
) -> impl Iterator<Item = (&'a String, [&'static str; 2])> {
    games.iter().flat_map(move |game| pairings.iter().map(move |pairing| (game, *pairing)))
}

/// The ids of all games.
fn games(program: &str) -> Result<Vec<String>, String> {
    let listed = said(Command::new(program).args(["list", "--json"]))?;
    let ids = listed.as_array().into_iter().flatten().filter_map(|game| game["id"].as_str());
    Ok(ids.map(String::from).collect())
}

/// What a duel of the better against the other told.
fn duel(program: &str, game: &str, a: &str, b: &str, more: &[&str]) -> Result<Value, String> {
    said(Command::new(program).args(["duel", game, "--a", a, "--b", b, "--json"]).args(more))
}

/// The JSON that a command writes.
fn said(command: &mut Command) -> Result<Value, String> {
    let line = crate::run::line(command);
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.map_err(|why| format!("`{line}` cannot be run: {why}."))?;
    if !output.status.success() {
        return Err(format!("`{line}` has failed."));
    }
    serde_json::from_slice(&output.stdout).map_err(|why| format!("`{line}` told no JSON: {why}."))
}

fn progress(pairings: usize) -> ProgressBar {
    let bar = ProgressBar::new(pairings as u64);
    let style = "{bar:30} {pos} of {len} pairings, {elapsed} gone, about {eta} left; {msg}";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(std::time::Duration::from_secs(1));
    bar
}

/// A game, who plays, and against whom.
type Pairing = (String, String, String);

fn key(game: &str, a: &str, b: &str) -> Pairing {
    (game.into(), a.into(), b.into())
}

/// What the file has kept: the cell of the table for each pairing. A line that was cut off counts for nothing.
fn read(lines: &str) -> BTreeMap<Pairing, String> {
    let values = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let pairing = |value: Value| {
        let word = |name: &str| value[name].as_str().map(String::from);
        Some(((word("game")?, word("a")?, word("b")?), cell(&value)))
    };
    values.filter_map(pairing).collect()
}

/// "93 % (88–97), 40", and the budget if it was in steps.
fn cell(told: &Value) -> String {
    let percent = |name: &str| (100.0 * told[name].as_f64().unwrap_or_default()).round();
    let (share, low, high) = (percent("share"), percent("low"), percent("high"));
    let steps = told["budget"].as_u64().map_or(String::new(), |steps| format!(" at {steps} steps"));
    format!("{share} % ({low}–{high}), {}{steps}", told["matches"].as_u64().unwrap_or_default())
}

/// The document with a row for each game. What was not played now stays as it was.
fn with_table(
    document: &str,
    games: &[String],
    results: &BTreeMap<Pairing, String>,
) -> Result<String, String> {
    let missing = || format!("{DOCUMENT} has no place for the table: {BEGIN} and {END}.");
    let (before, rest) = document.split_once(BEGIN).ok_or_else(missing)?;
    let (old, after) = rest.split_once(END).ok_or_else(missing)?;
    let kept = |game: &str, column: usize| {
        let row = old.lines().find(|line| line.starts_with(&format!("| {game} |")))?;
        row.split('|').nth(column + 2).map(|cell| cell.trim().to_string())
    };
    let mut table = String::from("| game |");
    PAIRINGS.iter().for_each(|[a, b]| table += &format!(" {a} against {b} |"));
    table += &format!("\n|---|{}", "---|".repeat(PAIRINGS.len()));
    for game in games {
        table += &format!("\n| {game} |");
        for (column, [a, b]) in PAIRINGS.iter().enumerate() {
            let cell = results.get(&key(game, a, b)).cloned().or_else(|| kept(game, column));
            table += &format!(" {} |", cell.unwrap_or_else(|| UNKNOWN.into()));
        }
    }
    Ok(format!("{before}{BEGIN}\n{table}\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn result(game: &str, a: &str, share: f64) -> String {
        json!({"game": game, "a": a, "b": "random", "share": share, "low": share - 0.1, "high": 1.0, "matches": 20})
            .to_string()
    }

    #[test]
    fn the_table_has_a_row_for_each_game_and_keeps_what_was_not_played() {
        let games = ["nim", "othellino"].map(String::from);
        let document = format!("Bots.\n\n{BEGIN}\n{END}\n\nThe rest.\n");
        let first = read(&format!("{}\n{{\"game\": \"ni", result("nim", "easy", 0.9)));
        let once = with_table(&document, &games, &first).unwrap();
        assert!(once.starts_with("Bots.\n") && once.ends_with("\n\nThe rest.\n"));
        assert!(once.contains("\n| nim | 90 % (80–100), 20 | – | – | – | – | – |\n"), "{once}");
        assert!(once.contains("\n| othellino | – |"), "{once}");
        let later = read(&result("nim", "medium", 0.96));
        let twice = with_table(&once, &games, &later).unwrap();
        assert!(twice.contains("\n| nim | 90 % (80–100), 20 | 96 % (86–100), 20 | – |"), "{twice}");
        assert_eq!(with_table(&twice, &games, &BTreeMap::new()).unwrap(), twice);
        assert_eq!(rows(&twice), games);
        let steps = json!({"share": 0.8, "low": 0.7, "high": 0.9, "matches": 40, "budget": 2000});
        assert_eq!(cell(&steps), "80 % (70–90), 40 at 2000 steps");
        assert!(with_table("Nothing.", &games, &first).is_err());
    }

    #[test]
    fn the_document_has_a_place_for_the_table() {
        let document = fs::read_to_string(crate::root().join(DOCUMENT)).unwrap();
        assert!(with_table(&document, &[], &BTreeMap::new()).is_ok());
    }
}

//! What docs/bots.md shows is so: its programs play, its commands are there, its table is of our games.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const DOC: &str = include_str!("../../../../docs/bots.md");

/// The document's fenced blocks of this kind.
fn blocks(kind: &str) -> Vec<&'static str> {
    let fence = format!("\n```{kind}\n");
    let starts = DOC.split(fence.as_str()).skip(1);
    starts.map(|rest| &rest[..rest.find("```").expect("a block ends")]).collect()
}

/// The program of twenty lines over the line protocol, in a folder.
pub fn save_program(folder: &Path) {
    std::fs::write(folder.join("mine.py"), blocks("python")[0]).unwrap();
}

/// The same over the WebSocket.
#[cfg(unix)]
pub fn socket_program() -> &'static str {
    blocks("python")[1]
}

fn boxwood(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_boxwood")).current_dir(folder).args(arguments).output().unwrap()
}

#[test]
fn the_program_never_loses_what_can_be_won() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3 on this machine");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    save_program(folder.path());
    assert!(blocks("python")[0].lines().count() <= 22, "about twenty lines");
    // 3-4-5 is won by whoever begins, so against an equal each gets half.
    for (against, least, most) in [("random", 0.9, 1.0), ("strong", 0.5, 0.5)] {
        let output = boxwood(
            folder.path(),
            &["duel", "nim", "--a", "python3 mine.py", "--b", against, "--option", "heaps=3-4-5"]
                .into_iter()
                .chain(["--pairs", "8", "--budget", "50", "--json"])
                .collect::<Vec<_>>(),
        );
        let told: Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|why| panic!("{why}: {output:?}"));
        let share = told["share"].as_f64().unwrap();
        assert!((least..=most).contains(&share), "{told}");
    }
}

#[test]
fn every_command_of_the_document_is_understood() {
    let shown = blocks("console").concat();
    let commands: Vec<&str> = shown.lines().filter_map(|line| line.strip_prefix("$ boxwood ")).collect();
    assert!(commands.len() >= 5, "{commands:?}");
    let known: BTreeSet<String> = ["duel", "solve"]
        .iter()
        .flat_map(|command| {
            let help = boxwood(Path::new("."), &[command, "--help"]);
            let help = String::from_utf8_lossy(&help.stdout).into_owned();
            help.split_whitespace()
                .filter(|word| word.starts_with("--"))
                .map(String::from)
                .collect::<Vec<_>>()
        })
        .collect();
    for command in commands {
        let mut words = command.split_whitespace();
        assert!(matches!(words.next(), Some("duel" | "solve")), "{command}");
        assert!(words.next().is_some_and(|game| boxwood_games::find(game).is_some()), "{command}");
        assert!(words.filter(|word| word.starts_with("--")).all(|word| known.contains(word)), "{command}");
    }
}

#[test]
fn the_table_is_of_our_games() {
    let table = DOC.split("<!-- ladder").nth(1).unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| ")).skip(1);
    let unknown: Vec<&str> = rows
        .filter_map(|row| row.split(" |").next())
        .filter(|game| boxwood_games::find(game).is_none())
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

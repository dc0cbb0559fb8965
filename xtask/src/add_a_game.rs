//! docs/add-a-game.md, followed step by step in a copy of this project: the new game is made, the
//! code of the document written into it, its tests run, and what they say compared.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the document says, in order.
#[derive(Debug, PartialEq, Eq)]
enum Step<'a> {
    /// A command to type.
    Run(&'a str),
    /// What the last command says.
    Expect(Vec<&'a str>),
    /// Code to write.
    Write(&'a str),
}

/// Where code goes, seen from the line that is found.
#[derive(Clone, Copy)]
enum Place {
    Before,
    After,
    Instead,
}

/// The code of the document by how it begins, with its place: the line of the model that has this in it.
const EDITS: [(&str, Place, &str); 6] = [
    ("const MOST_AT_ONCE", Place::After, "const BASE_CUBES"),
    ("Some(_) if n > MOST_AT_ONCE", Place::Before, "Some(_) => Ok(())"),
    ("out.extend(", Place::Instead, "out.extend((1..=cubes)"),
    ("end_game(", Place::Instead, "end_game(state, seat, ctx)"),
    ("ctx.say(", Place::Instead, "That was the last cube"),
    ("Phase::Over if could_move", Place::Instead, "Phase::Over if could_move"),
];

fn steps(document: &str) -> Vec<Step<'_>> {
    let mut steps = vec![];
    for (number, part) in document.split("```rust\n").enumerate() {
        let (code, text) =
            if number == 0 { ("", part) } else { part.split_once("```").unwrap_or((part, "")) };
        if number > 0 {
            steps.push(Step::Write(code));
        }
        let mut goes_on = false;
        for line in text.lines() {
            let shown = line.strip_prefix("    ");
            match (shown, steps.last_mut()) {
                (None, _) => {}
                (Some(command), _) if command.starts_with("cargo ") => steps.push(Step::Run(command)),
                (Some(said), Some(Step::Expect(lines))) if goes_on => lines.push(said),
                (Some(said), _) => steps.push(Step::Expect(vec![said])),
            }
            goes_on = shown.is_some();
        }
    }
    steps
}

/// Whether the line has all of what is expected, in order; "…" is anything.
fn fits(expected: &str, line: &str) -> bool {
    let mut rest = line;
    expected.split('…').map(str::trim).all(|part| match rest.find(part) {
        Some(at) => {
            rest = &rest[at + part.len()..];
            true
        }
        None => false,
    })
}

/// A project in which games can be added: the same crates, by links, and a list of games of its own.
fn copy(real: &Path, root: &Path) {
    let link = |from: &Path| symlink(from, root.join(from.strip_prefix(real).unwrap())).unwrap();
    for folder in ["crates", "games"] {
        fs::create_dir_all(root.join(folder)).unwrap();
        for entry in fs::read_dir(real.join(folder)).unwrap().flatten() {
            if entry.path() != real.join("crates/games") {
                link(&entry.path());
            }
        }
    }
    link(&real.join("xtask"));
    let list = crate::tidy::all_files(&real.join("crates/games"));
    for file in list.into_iter().chain([real.join("Cargo.toml"), real.join("Cargo.lock")]) {
        let copy = root.join(file.strip_prefix(real).unwrap());
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(file, copy).unwrap();
    }
}

/// Runs a command of the document; all that it says.
fn run(root: &Path, target: &Path, command: &str) -> String {
    let mut words = command.split_whitespace().skip(1);
    let arguments: Vec<&str> = words.by_ref().collect();
    if let ["xtask", "new-game", module, "--like", model] = arguments.as_slice() {
        return crate::new_game::new_game(root, module, model).unwrap();
    }
    let output = Command::new(env!("CARGO"))
        .current_dir(root)
        .args(&arguments)
        .arg("--offline")
        .env("CARGO_TARGET_DIR", target)
        .env_remove("RUST_BACKTRACE")
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Writes code into the file of this folder that has its place.
fn write(folder: &Path, code: &str) {
    let (_, place, anchor) = EDITS.iter().find(|(start, ..)| code.starts_with(start)).unwrap();
    let files = crate::tidy::all_files(folder).into_iter();
    let mut files = files.map(|file| (fs::read_to_string(&file).unwrap(), file));
    let found = files.find(|(text, _)| text.contains(anchor));
    let (text, file) = found.unwrap_or_else(|| panic!("the model has no line with {anchor:?}"));
    let line = text.lines().find(|line| line.contains(anchor)).unwrap();
    let changed = match place {
        Place::Before => format!("{code}{line}"),
        Place::After => format!("{line}\n{code}"),
        Place::Instead => code.trim_end().to_string(),
    };
    fs::write(file, text.replacen(line, &changed, 1)).unwrap();
}

#[test]
fn the_document_says_what_happens() {
    let real = crate::root();
    let document = fs::read_to_string(real.join("docs/add-a-game.md")).unwrap();
    let folder = std::env::temp_dir().join(format!("boxwood-add-a-game-{}", std::process::id()));
    copy(&real, &folder);
    // What was built of the other crates is used again.
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(real.join("target"), PathBuf::from);
    let mut said = String::new();
    let mut compared = 0;
    for step in steps(&document) {
        match step {
            Step::Run(command)
                if command.contains("new-game") || command.starts_with("cargo test -p boxwood-last") =>
            {
                said = run(&folder, &target, command);
            }
            Step::Run(_) => said.clear(), // builds or plays too much for a test
            Step::Expect(_) if said.is_empty() => {}
            Step::Expect(lines) => {
                for expected in lines {
                    assert!(said.lines().any(|line| fits(expected, line)), "{expected:?} is not in:\n{said}");
                    compared += 1;
                }
            }
            // The first block is the comment that the reader writes anew.
            Step::Write(code) if code.starts_with("//!") => {}
            Step::Write(code) => write(&folder.join("games/last_lantern/src"), code),
        }
    }
    assert!(compared >= 8, "only {compared} lines were compared");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn steps_are_read_in_order() {
    let text =
        "Do:\n\n    cargo a\n    cargo b\n\n    said\n    … and so\n\n```rust\ncode\n```\n\n    cargo c\n";
    let expected = [
        Step::Run("cargo a"),
        Step::Run("cargo b"),
        Step::Expect(vec!["said", "… and so"]),
        Step::Write("code\n"),
        Step::Run("cargo c"),
    ];
    assert_eq!(steps(text), expected);
    assert!(fits("… 1 passed; …", "test result: ok. 1 passed; 0 failed") && !fits("a … b", "b a"));
}

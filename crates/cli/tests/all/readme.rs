//! The commands that the README shows are there.

use std::process::Command;

const README: &str = include_str!("../../../../README.md");

#[test]
fn every_command_is_there() {
    let commands = README.lines().filter_map(|line| line.strip_prefix("| `boxwood ")).filter_map(|rest| {
        let (command, _) = rest.split_once('`')?;
        command.split_whitespace().next()
    });
    let help = Command::new(env!("CARGO_BIN_EXE_boxwood")).arg("--help").output().unwrap();
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    let known: Vec<&str> = help.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let shown: Vec<&str> = commands.collect();
    assert!(shown.len() >= 8, "{shown:?}");
    for command in shown {
        assert!(known.contains(&command), "boxwood {command} in:\n{help}");
    }
}

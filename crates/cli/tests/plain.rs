//! Play line by line, for every game, and the program as a process.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use boxwood_cli::play::{Plan, Seating, plain};
use boxwood_engine::AnyGame;
use boxwood_kit::Seed;

fn plan(game: &'static dyn AnyGame, seats: &str) -> Plan {
    let seating = Seating::parse(game.info(), Some(seats), None).unwrap();
    Plan { game, seating, options: serde_json::json!({}), seed: Some(Seed::from_number(7)) }
}

fn play(plan: &Plan, input: &str) -> String {
    let mut out = vec![];
    plain::play(&mut input.as_bytes(), &mut out, plan, None).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn every_game_is_played_to_its_end_by_people_and_by_bots() {
    for game in boxwood_games::GAMES {
        let seats = game.info().seats.0;
        // Numbers beyond the list are refused with a sentence, so the script may be careless.
        let script = "1\n3\n2\n1\n\n5\n1\n".repeat(20_000);
        let people = play(&plan(*game, &vec!["you"; seats].join(",")), &script);
        let end = &people[people.len().saturating_sub(600)..];
        assert!(
            end.contains("(seed 7)") && !end.contains("The input has ended"),
            "{}: {end}",
            game.info().id
        );
        let bots = play(&plan(*game, &vec!["bot:random"; seats].join(",")), "");
        assert!(bots.contains("\n1. ") || bots.contains(" together, with a score of "), "{}", game.info().id);
    }
}

#[test]
fn only_the_person_asked_sees_their_hand() {
    for game in boxwood_games::GAMES {
        let seats = game.info().seats.0;
        if seats < 2 {
            continue;
        }
        let people = plan(*game, &vec!["you"; seats].join(","));
        let table = people.begin().unwrap();
        let has_secrets = boxwood_engine::Seat::all(seats)
            .any(|seat| table.keep_apart(boxwood_engine::Seat::default(), seat));
        let told = play(&people, "\n1\n\n1\n\n1\n");
        assert!(!has_secrets || told.contains("Pass to Player"), "{}", game.info().id);
    }
}

#[test]
fn bad_input_gets_one_sentence_and_is_asked_again() {
    let nim = plan(boxwood_games::find("nim").unwrap(), "Anna,Ben");
    let long = "x".repeat(100_000);
    for (line, expected) in [
        ("", "Choose by number"),
        ("nonsense", "That is none of the 80 choices"),
        ("99", "That is none of the 80 choices"),
        ("-1", "That is none of the 80 choices"),
        (long.as_str(), "That is none of the 80 choices"),
        ("heap of 1", "That could be \"Build a heap of 1 cube\" or"),
        ("cell:zz", "There is nothing to do with that now."),
        ("number:81", "(ruling R1)."),
        ("undo", "nothing that could be taken back"),
        ("wait", "No clock is running."),
        ("?", "Whoever took the last one wins."),
        ("log", "builds the heaps"),
        ("quit", "You leave the table. (seed 7)"),
    ] {
        let told = play(&nim, &format!("{line}\n"));
        assert!(told.contains(expected), "{line:.40}: {told}");
        assert!(told.matches("That is none of").count() <= 1, "{line:.40}: {told}");
    }
    assert!(play(&nim, "").ends_with("The input has ended, so the match stops here. (seed 7)\n"));
}

#[test]
fn labels_and_paths_choose_too() {
    let nim = plan(boxwood_games::find("nim").unwrap(), "Anna,Ben");
    let told = play(&nim, "HEAP OF 3 cubes\nnumber:2\nready\ncube:1.1\nundo\nTake 2 from heap 1\n");
    for expected in ["a heap of 3 cubes", "a heap of 2 cubes", "takes 3 cubes", "takes 2 cubes from heap 1"] {
        assert!(told.contains(expected), "{expected}: {told}");
    }
}

#[test]
fn a_bot_in_a_race_acts_once_for_each_answer() {
    let speed = plan(boxwood_games::find("speed").unwrap(), "you,bot:random");
    let told = play(&speed, "ready\nwait\nwait\n");
    // It is ready, and acts for each time of waiting.
    assert_eq!(told.matches("- Birch ").count(), 3, "{told}");
}

#[test]
fn a_sentence_is_put_together_phrase_by_phrase() {
    let with_phrases = plan(boxwood_games::find("guess-what").unwrap(), "Anna,Ben");
    let told = play(&with_phrases, "\nsay\nx\nback\nsay\n1\n4\nback\n3\n1\n2\n\n");
    for expected in [
        " say  Put it together phrase by phrase",
        "Give a number from 1 to 5, or back.",
        "\na card is correct if …\n",
        "\na card is correct if the card's background …\n",
        "\na card is correct if the card's number is …\n",
        "- Anna sets a secret rule. Ben plays first.",
    ] {
        assert!(told.contains(expected), "{expected} in {told}");
    }
}

fn boxwood(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_boxwood"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

#[test]
fn what_cannot_be_played_is_one_sentence_and_code_2() {
    for (args, expected) in [
        (&["play", "nimm"][..], "Did you mean \"nim\"?"),
        (&["play", "nim", "--seats", "bot:clever"], "write bot:random"),
        (&["play", "nim", "--players", "3"], "Nim is for 2 players, not for 3."),
        (&["play", "nim", "--option", "heaps=9"], "it is one of: setter"),
        (&["play", "nim", "--option", "heap=random"], "There is no option \"heap\""),
        (&["play", "nim", "--seed", "x"], "a seed is a whole number"),
        (&["play", "nim", "--save", "/no/such/folder/x"], "cannot be written"),
        (&["rules", "chess"], "There is no game \"chess\"."),
        (&["lobby"], "The lobby needs a terminal"),
    ] {
        let output = boxwood(args, "quit\n");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {told}");
        assert!(told.contains(expected), "{args:?}: {told}");
    }
}

#[test]
fn a_saved_match_is_told_again_and_a_picture_is_always_the_same() {
    let folder = std::env::temp_dir().join(format!("boxwood-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let record = file("nim.json");
    let output =
        boxwood(&["play", "nim", "--seed", "4", "--seats", "you,bot:random", "--save", &record], "1\n1\n1\n");
    assert_eq!(output.status.code(), Some(0));
    let told = boxwood(&["replay", &record], "");
    assert!(String::from_utf8_lossy(&told.stdout).contains("Nim · 2 seats · seed 4"));
    for name in ["one.svg", "two.svg"] {
        let path = file(name);
        let output = boxwood(&["play", "nim", "--picture", &path, "--seed", "4", "--moves", "5"], "");
        assert_eq!(output.status.code(), Some(0));
    }
    assert_eq!(std::fs::read(file("one.svg")).unwrap(), std::fs::read(file("two.svg")).unwrap());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn help_and_rules_are_there_without_a_terminal() {
    let output = boxwood(&["--help"], "");
    assert_eq!(output.status.code(), Some(0));
    let help = String::from_utf8_lossy(&output.stdout);
    assert!(help.contains("serve") && help.contains("play"), "{help}");
    let rules = boxwood(&["rules", "nim"], "");
    assert!(String::from_utf8_lossy(&rules.stdout).starts_with("Nim\n2 players"));
}

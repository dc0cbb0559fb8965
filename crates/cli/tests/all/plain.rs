//! Play line by line, for every game, and the program as a process.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use boxwood_cli::play::{Plan, Seating, plain};
use boxwood_engine::AnyGame;
use boxwood_kit::Seed;

fn plan(game: &'static dyn AnyGame, seats: &str) -> Plan {
    let seating = Seating::parse(game.info(), Some(seats), None).unwrap();
    Plan::new(game, seating, serde_json::json!({}), Some(Seed::from_number(7)))
}

fn play(plan: &Plan, input: &str) -> String {
    let mut out = vec![];
    plain::play(&mut input.as_bytes(), &mut out, plan, None).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn every_game_is_played_to_its_end_by_people_and_by_bots() {
    for game in crate::games() {
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
        assert!(bots.contains("\n1. ") || bots.contains(" with a score of "), "{}", game.info().id);
    }
}

#[test]
fn only_the_person_asked_sees_their_hand() {
    for game in crate::games() {
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
        ("?", "Whoever takes the last cube wins."),
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
    boxwood_in("C.UTF-8", args, input)
}

fn boxwood_in(locale: &str, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_boxwood"))
        .args(args)
        .env("LC_ALL", locale)
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
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
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
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// A game of nim between Anna and Ben, saved in this file.
fn save_nim(file: &str) {
    let play = ["play", "nim", "--seed", "4", "--seats", "Anna,Ben", "--option", "heaps=3-5-7"];
    let output = boxwood(&[&play[..], &["--save", file]].concat(), "3 from heap 1\n5 from heap 2\n");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
}

#[test]
fn a_saved_match_is_read_by_replay_verify_and_play() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (saved, later) = (file("nim.json"), file("later.json"));
    save_nim(&saved);
    for (args, expected) in [
        (&["replay", &saved][..], &["takes 3 cubes from heap 1", "Anna takes", "Ben takes"][..]),
        (
            &["verify", &saved],
            &["Nim: 2 inputs, all of them legal.", "The match is not over", "cannot prove"],
        ),
    ] {
        let output = boxwood(args, "");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", said(&output));
        for expected in expected {
            assert!(said(&output).contains(expected), "{args:?}: {}", said(&output));
        }
    }
    // It goes on where it was left, with the same people, and is saved whole.
    let output = boxwood(&["play", "--from", &saved, "--save", &later], "7 from heap 3\n");
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    for expected in ["takes 3 cubes from heap 1", "takes 7 cubes from heap 3", " wins. (seed 4)"] {
        assert!(said(&output).contains(expected), "{}", said(&output));
    }
    let verified = said(&boxwood(&["verify", &later], ""));
    assert!(verified.contains("Nim: 3 inputs") && verified.contains("1. "), "{verified}");
    let with_a_bot = boxwood(&["play", "--from", &saved, "--seats", "bot:strong,bot:strong"], "");
    assert!(said(&with_a_bot).contains("Birch"), "{}", said(&with_a_bot));
}

#[test]
fn a_match_against_bots_is_told_to_whoever_played_it() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("nim.json").to_string_lossy().into_owned();
    let play = ["play", "nim", "--seed", "4", "--option", "heaps=3-5-7", "--save", &saved];
    boxwood(&play, &"1\n".repeat(20));
    let told = said(&boxwood(&["replay", &saved], ""));
    assert!(told.contains("You take ") && told.contains("Birch takes "), "{told}");
}

#[test]
fn a_state_in_a_file_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state.json").to_string_lossy().into_owned();
    for game in crate::games() {
        let begun = game.begin(&serde_json::json!({}), game.info().seats.0, Seed::from_number(3)).unwrap();
        let position = serde_json::json!({"game": game.info().id, "seed": "3", "state": begun.state()});
        std::fs::write(&file, position.to_string()).unwrap();
        let output = boxwood(&["play", "--from", &file], "quit\nquit\n");
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        assert!(said(&output).starts_with(game.info().title), "{}", said(&output));
    }
    assert!(said(&boxwood(&["replay", &file], "")).contains("what came before is not known"));
}

#[test]
fn exit_codes_tell_what_was_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    };
    let saved = file("nim.json", "");
    save_nim(&saved);
    let text = std::fs::read_to_string(&saved).unwrap();
    let bare = serde_json::from_str::<serde_json::Value>(&text).unwrap()["record"].to_string();
    let bare = file("bare.json", &bare);
    let illegal = file("illegal.json", &text.replace("\"n\": 3", "\"n\": 4"));
    let empty = file("empty.json", "{}");
    let state = file("state.json", r#"{"game":"nim","state":{}}"#);
    let unknown = file("unknown.json", &text.replace("\"nim\"", "\"chess\""));
    let older = file("older.json", &text.replace("\"rules\": ", "\"rules\": 9"));
    for (args, code, expected) in [
        (&["verify", &bare][..], 0, "2 inputs, all of them legal"),
        (&["verify", &illegal], 1, "input 1 of the record is not allowed"),
        (&["replay", &illegal], 1, "input 1 of the record is not allowed"),
        (&["play", "--from", &state], 1, "That is no state of Nim"),
        (&["verify", &saved, "--commitment", "00"], 1, "this file has none"),
        (&["verify"], 2, "required"),
        (&["play"], 2, "required"),
        (&["play", "nim", "--from", &saved], 2, "cannot be used with"),
        (&["play", "--from", &saved, "--seats", "a,b,c"], 2, "3 seats are named, but only 2 play"),
        (&["verify", "/no/such/file"], 3, "cannot be read"),
        (&["replay", &empty], 3, "neither the record of a match nor a state"),
        (&["play", "--from", &unknown], 3, "There is no game \"chess\""),
        (&["verify", &older], 3, "this program plays version"),
    ] {
        let output = boxwood(args, "");
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", said(&output));
        assert!(said(&output).contains(expected), "{args:?}: {}", said(&output));
    }
}

#[test]
fn a_locale_without_signs_gets_none() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("nim.json").to_string_lossy().into_owned();
    save_nim(&saved);
    for args in [
        &["list"][..],
        &["rules", "cambio"],
        &["replay", &saved],
        &["play", "gold-mine", "--seed", "1", "--players", "4"],
        &["play", "nim", "--players", "9"],
        &["--help"],
    ] {
        let output = boxwood_in("C", args, "1\n?\nlog\nquit\n");
        let signs: String = said(&output).chars().filter(|c| !c.is_ascii()).collect();
        assert_eq!(signs, "", "{args:?}");
    }
    let listed = said(&boxwood_in("C", &["list"], ""));
    assert!(listed.contains("Gold Mine") && listed.contains("*...."), "{listed}");
}

#[test]
fn one_rule_is_told_by_its_number() {
    let output = boxwood(&["rules", "war-2", "4"], "");
    let rule = said(&output);
    assert!(rule.starts_with("4. ") && !rule.contains("5. "), "{rule}");
    for (args, code, expected) in [
        (&["rules", "nim", "99"][..], 2, "The guide of Nim has no rule \"99\"; it has rules 1 to "),
        (&["rules", "war-2", "rule", "4"], 0, "4. "),
    ] {
        let output = boxwood(args, "");
        assert_eq!(output.status.code(), Some(code), "{}", said(&output));
        assert!(said(&output).contains(expected), "{}", said(&output));
    }
    let nim = plan(boxwood_games::find("nim").unwrap(), "Anna,Ben");
    assert!(play(&nim, "? 2\n? 99\n").contains("no rule \"99\""));
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

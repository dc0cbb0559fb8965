//! The line protocol: the shapes it promises, and nothing that comes in can harm it.

use boxwood_cli::protocol::{CODES, Session, serve};
use boxwood_engine::GameInfo;
use boxwood_kit::Rng;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use serde_json::{Value, json};

fn ask(session: &mut Session, request: &Value) -> Value {
    answer(session, request.to_string().as_bytes())
}

/// The answer, which is always one line: either `ok`, or an error with a code and a sentence.
fn answer(session: &mut Session, line: &[u8]) -> Value {
    let answer = session.answer(line);
    assert!(!answer.contains('\n'));
    let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
    let object = answer.as_object().expect("an answer is an object");
    assert_eq!(object.len(), 1, "{answer}");
    if let Some(error) = object.get("error") {
        let code = error["code"].as_str().expect("a code");
        let message = error["message"].as_str().expect("a sentence");
        assert!(CODES.contains(&code), "{answer}");
        assert!(message.ends_with('.') && message.len() < 1000, "{answer}");
        assert_ne!(code, "internal", "a bug: {}", String::from_utf8_lossy(line));
    } else {
        assert!(object.contains_key("ok"), "{answer}");
    }
    answer
}

fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or("ok")
}

fn begin(session: &mut Session, game: &str, seats: usize) -> Value {
    ask(session, &json!({"op": "new", "game": game, "seats": seats, "options": {}, "seed": "42"}))
}

/// Plays at random until the end or so many actions; how many it were.
fn play(session: &mut Session, status: &Value, rng: &mut Rng, most: usize) -> usize {
    let mut status = status["ok"].clone();
    for number in 0..most {
        let active = status["active"].as_array().expect("a list").clone();
        if status["over"] == true {
            assert!(active.is_empty());
            return number;
        }
        assert!(!active.is_empty(), "nobody is to act: {status}");
        let seat = rng.choose(&active).clone();
        let actions = ask(session, &json!({"op": "actions", "seat": seat}));
        let actions = actions["ok"].as_array().expect("a list of actions");
        let chosen = rng.choose(actions);
        assert!(chosen["label"].is_string() && chosen["path"].is_array(), "{chosen}");
        let answer = ask(session, &json!({"op": "act", "seat": seat, "action": chosen["action"]}));
        assert!(answer["ok"]["log"].is_array(), "{answer}");
        status = answer["ok"].clone();
    }
    most
}

#[test]
fn every_game_can_be_played_to_its_end() {
    let mut session = Session::default();
    for game in crate::games() {
        let (low, high) = game.info().seats;
        for seats in [low, high] {
            let status = begin(&mut session, game.info().id, seats);
            assert_eq!(status["ok"]["over"], false, "{status}");
            assert!(status["ok"].get("clock_ms").is_some());
            assert_eq!(ask(&mut session, &json!({"op": "outcome"})), json!({"ok": null}));
            play(&mut session, &status, &mut Rng::from_number(1), usize::MAX);
            let outcome = ask(&mut session, &json!({"op": "outcome"}));
            assert_eq!(outcome["ok"]["scores"].as_array().map(Vec::len), Some(seats), "{outcome}");
            assert_eq!(outcome["ok"]["ranks"].as_array().map(Vec::len), Some(seats), "{outcome}");
            assert!(outcome["ok"].get("team").is_some());
            let act = json!({"op": "act", "seat": 0, "action": "anything"});
            assert!(["game_over", "not_an_action"].contains(&code(&ask(&mut session, &act))));
        }
    }
}

#[test]
fn games_have_the_promised_shape() {
    let games = ask(&mut Session::default(), &json!({"op": "games"}));
    let games = games["ok"].as_array().expect("a list");
    assert_eq!(games.len(), boxwood_games::GAMES.len());
    let row = DOC.lines().find(|line| line.contains(r#"{"op":"games"}"#)).expect("a row of the document");
    let mut promised: Vec<&str> = row.split('"').skip(5).step_by(2).collect();
    promised.sort_unstable();
    for game in games {
        let mut fields: Vec<&str> = game.as_object().expect("an object").keys().map(String::as_str).collect();
        fields.sort_unstable();
        assert_eq!(fields, promised);
        assert!(game["id"].is_string() && game["title"].is_string(), "{game}");
        assert_eq!(game["seats"].as_array().map(Vec::len), Some(2), "{game}");
    }
}

#[test]
fn every_viewer_gets_scene_view_and_redeal() {
    for game in crate::games() {
        let mut session = Session::default();
        let seats = game.info().seats.0;
        begin(&mut session, game.info().id, seats);
        for viewer in (0..seats).map(|seat| json!(seat)).chain([json!("spectator")]) {
            let scene = ask(&mut session, &json!({"op": "scene", "viewer": viewer}));
            assert!(scene["ok"]["zones"].is_array(), "{scene}");
            assert!(!scene.to_string().contains("{0"), "placeholders are filled in: {scene}");
            ask(&mut session, &json!({"op": "view", "viewer": viewer}))["ok"].as_object().expect("a view");
            let redealt = ask(&mut session, &json!({"op": "redeal", "viewer": viewer, "seed": "7"}));
            let again = ask(&mut session, &json!({"op": "redeal", "viewer": viewer, "seed": "7"}));
            assert_eq!(redealt, again, "the same seed redeals the same");
        }
        let inventory = ask(&mut session, &json!({"op": "inventory"}));
        assert!(inventory["ok"].as_object().is_some_and(|pieces| !pieces.is_empty()), "{inventory}");
    }
}

#[test]
fn a_state_goes_on_elsewhere_and_a_record_replays() {
    for game in crate::games() {
        let id = game.info().id;
        let (mut here, mut there) = (Session::default(), Session::default());
        let status = begin(&mut here, id, game.info().seats.0);
        play(&mut here, &status, &mut Rng::from_number(2), 7);
        let state = ask(&mut here, &json!({"op": "state"}))["ok"].clone();
        let loaded = ask(&mut there, &json!({"op": "load", "game": id, "state": state}));
        assert_eq!(code(&loaded), "ok", "{loaded}");
        assert_eq!(ask(&mut there, &json!({"op": "state"}))["ok"], state);
        assert_eq!(code(&ask(&mut there, &json!({"op": "record"}))), "no_record");
        let record = ask(&mut here, &json!({"op": "record"}))["ok"].clone();
        let record = serde_json::from_value(record).expect("a record");
        assert_eq!(game.replay(&record).expect("it was played").state(), state);
    }
}

#[test]
fn bots_answer_for_every_game_and_level() {
    for game in crate::games() {
        let mut session = Session::default();
        let status = begin(&mut session, game.info().id, game.info().seats.0);
        let seat = &status["ok"]["active"][0];
        for level in ["random", "easy", "medium", "strong"] {
            let answer =
                ask(&mut session, &json!({"op": "bot", "seat": seat, "level": level, "budget_ms": 5}));
            assert!(answer["ok"]["label"].is_string(), "{answer}");
            let mut copy = Session::default();
            begin(&mut copy, game.info().id, game.info().seats.0);
            let act = json!({"op": "act", "seat": seat, "action": answer["ok"]["action"]});
            assert_eq!(code(&ask(&mut copy, &act)), "ok");
        }
    }
}

#[test]
fn wrong_requests_are_told_what_would_be_right() {
    let mut session = Session::default();
    for (line, expected) in [
        ("", "bad_json"),
        ("{", "bad_json"),
        ("[]", "bad_json"),
        ("null", "bad_json"),
        ("{\"op\":1}", "bad_field"),
        ("{}", "bad_field"),
        ("{\"op\":\"dance\"}", "unknown_op"),
        ("{\"op\":\"state\"}", "no_match"),
        ("{\"op\":\"new\",\"game\":\"chess\"}", "no_such_game"),
        ("{\"op\":\"new\",\"game\":\"nim\",\"seats\":3}", "bad_setup"),
        ("{\"op\":\"new\",\"game\":\"nim\",\"seats\":-1}", "bad_field"),
        ("{\"op\":\"new\",\"game\":\"nim\",\"seats\":99999999999999999999}", "bad_field"),
        ("{\"op\":\"new\",\"game\":\"nim\",\"options\":{\"heaps\":\"9\"}}", "bad_options"),
        ("{\"op\":\"new\",\"game\":\"nim\",\"options\":{\"piles\":1}}", "bad_options"),
        ("{\"op\":\"new\",\"game\":\"nim\",\"options\":[1]}", "bad_options"),
        ("{\"op\":\"new\",\"game\":\"nim\",\"seed\":\"x\"}", "bad_field"),
        ("{\"op\":\"new\",\"game\":\"nim\",\"seed\":-1}", "bad_field"),
        ("{\"op\":\"new\",\"game\":\"nim\",\"sead\":\"1\"}", "bad_field"),
        ("{\"op\":\"new\",\"game\":\"nim\"}", "ok"),
        ("{\"op\":\"actions\"}", "bad_field"),
        ("{\"op\":\"actions\",\"seat\":2}", "no_such_seat"),
        ("{\"op\":\"actions\",\"seat\":\"0\"}", "bad_field"),
        ("{\"op\":\"act\",\"seat\":0,\"action\":{\"place\":\"c4\"}}", "not_an_action"),
        ("{\"op\":\"scene\",\"viewer\":7}", "no_such_seat"),
        ("{\"op\":\"scene\",\"viewer\":\"me\"}", "bad_field"),
        ("{\"op\":\"expire\"}", "no_clock"),
        ("{\"op\":\"bot\",\"seat\":0,\"level\":\"godlike\"}", "bad_level"),
        ("{\"op\":\"bot\",\"seat\":0,\"budget_ms\":99999999}", "bad_field"),
        ("{\"op\":\"load\",\"game\":\"nim\",\"state\":{}}", "not_a_state"),
        ("{\"op\":\"load\",\"game\":\"nim\"}", "bad_field"),
        ("{\"op\":\"new\",\"game\":\"nim\",\"options\":{\"heaps\":\"3-5-7\"},\"seed\":42}", "ok"),
        ("{\"op\":\"act\",\"seat\":0,\"action\":{\"take\":{\"heap\":0,\"n\":9}}}", "illegal_action"),
        ("{\"op\":\"act\",\"seat\":1,\"action\":{\"take\":{\"heap\":0,\"n\":1}}}", "not_your_turn"),
    ] {
        assert_eq!(code(&answer(&mut session, line.as_bytes())), expected, "{line}");
    }
}

#[test]
fn enormous_requests_are_refused_and_the_session_goes_on() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let mut input = Vec::new();
    input.extend(vec![b'x'; 3 << 20]);
    input.extend(format!("\n{{\"op\":\"act\",\"seat\":0,\"action\":{deep}}}\n").bytes());
    input.extend(b"\n\n  \n{\"op\":\"games\"}");
    let mut output = vec![];
    serve(input.as_slice(), &mut output).expect("memory does not fail");
    let text = String::from_utf8(output).expect("answers are text");
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.iter().map(code).collect::<Vec<_>>(), ["too_long", "bad_json", "ok"]);
}

#[test]
fn whoever_waits_for_an_answer_gets_it() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let program = env!("CARGO_BIN_EXE_boxwood");
    let mut process = Command::new(program)
        .arg("protocol")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = process.stdin.take().expect("a pipe");
    let mut output = BufReader::new(process.stdout.take().expect("a pipe"));
    for request in [r#"{"op":"new","game":"nim"}"#, r#"{"op":"outcome"}"#, "nonsense"] {
        writeln!(input, "{request}").expect("it listens");
        let mut answer = String::new();
        output.read_line(&mut answer).expect("it answers");
        assert!(answer.starts_with("{\"ok\"") || answer.starts_with("{\"error\""), "{answer}");
    }
    drop(input);
    assert!(process.wait().expect("it ends").success());
}

/// Values that are sometimes right and mostly not.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3i64..20).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-z0-9:.]{0,6}".prop_map(Value::from),
        prop_oneof![Just("spectator"), Just("random"), Just("nim"), Just("ready"), Just("c4"), Just("liar")]
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::hash_map("[a-z_]{1,8}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn any_request() -> impl Strategy<Value = Value> {
    let op = prop::sample::select(vec![
        "actions",
        "act",
        "expire",
        "outcome",
        "scene",
        "view",
        "redeal",
        "inventory",
        "record",
        "bot",
        "new",
        "load",
    ]);
    let fields = prop::sample::select(vec![
        "seat", "action", "viewer", "seed", "game", "state", "options", "seats", "level", "budget",
    ]);
    (op, prop::collection::hash_map(fields, any_value(), 0..5)).prop_map(|(op, fields)| {
        let mut request: serde_json::Map<String, Value> =
            fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
        request.insert("op".into(), op.into());
        Value::Object(request)
    })
}

/// Changes one leaf of the value at random.
fn damage(value: &mut Value, rng: &mut Rng) {
    match value {
        Value::Array(items) if !items.is_empty() && rng.below(8) > 0 => {
            let index = rng.index(items.len());
            damage(&mut items[index], rng);
        }
        Value::Array(items) => match rng.below(3) {
            0 => items.clear(),
            1 => items.push(json!(rng.below(60))),
            _ => items.extend(items.clone()),
        },
        Value::Object(fields) if !fields.is_empty() => {
            let key = fields.keys().nth(rng.index(fields.len())).expect("there is one").clone();
            if rng.below(20) == 0 {
                fields.remove(&key);
            } else {
                damage(&mut fields[&key], rng);
            }
        }
        Value::Number(_) => {
            *value = match rng.below(5) {
                0 => json!(0),
                1 => json!(255),
                2 => json!(u64::from(rng.bits()) << 8),
                3 => json!(-1),
                _ => json!(rng.below(64)),
            }
        }
        Value::Bool(on) => *on = !*on,
        _ => *value = if rng.below(2) == 0 { json!(rng.below(7)) } else { Value::Null },
    }
}

/// Tries so many cases for each game, so that a new game takes nothing from the others.
fn for_every_game<S: Strategy>(
    cases: u32,
    strategy: S,
    test: impl Fn(&GameInfo, S::Value) -> Result<(), TestCaseError>,
) {
    for game in crate::games() {
        let config = Config { cases, failure_persistence: None, ..Config::default() };
        let tried = TestRunner::new(config).run(&strategy, |value| test(game.info(), value));
        tried.unwrap_or_else(|error| panic!("{}: {error}", game.info().id));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_answered(line in prop::collection::vec(any::<u8>(), 0..200)) {
        answer(&mut Session::default(), &line);
    }
}

#[test]
fn a_refused_request_changes_nothing() {
    for_every_game(40, prop::collection::vec(any_request(), 1..12), |info, requests| {
        let mut session = Session::default();
        begin(&mut session, info.id, info.seats.0);
        for request in requests {
            let before = ask(&mut session, &json!({"op": "state"}));
            let answer = ask(&mut session, &request);
            if code(&answer) != "ok" {
                prop_assert_eq!(ask(&mut session, &json!({"op": "state"})), before, "{}", request);
            }
        }
        Ok(())
    });
}

#[test]
fn actions_of_other_games_are_refused() {
    let games = boxwood_games::GAMES;
    for_every_game(40, (1..games.len().max(2), 0u64..50), |info, (step, seed)| {
        let here = games.iter().position(|game| game.info().id == info.id).expect("it is in the list");
        let other = games[(here + step) % games.len()].info();
        let (mut here, mut there) = (Session::default(), Session::default());
        begin(&mut here, info.id, info.seats.0);
        let status = begin(&mut there, other.id, other.seats.0);
        play(&mut there, &status, &mut Rng::from_number(seed), seed as usize % 20);
        for seat in 0..other.seats.0 {
            let actions = ask(&mut there, &json!({"op": "actions", "seat": seat}));
            for chosen in actions["ok"].as_array().expect("a list").iter().take(5) {
                let before = ask(&mut here, &json!({"op": "state"}));
                let answer = ask(&mut here, &json!({"op": "act", "seat": 0, "action": chosen["action"]}));
                if code(&answer) != "ok" {
                    prop_assert_eq!(ask(&mut here, &json!({"op": "state"})), before);
                }
            }
        }
        Ok(())
    });
}

#[test]
fn damaged_states_are_refused_or_playable() {
    for_every_game(40, (any::<u32>(), 0usize..60), |info, (seed, moves)| {
        let mut session = Session::default();
        let mut rng = Rng::from_number(seed.into());
        let seats = info.seats.0 + rng.index(info.seats.1 - info.seats.0 + 1);
        let status = begin(&mut session, info.id, seats);
        play(&mut session, &status, &mut rng, moves);
        let mut state = ask(&mut session, &json!({"op": "state"}))["ok"].clone();
        for _ in 0..1 + rng.below(3) {
            damage(&mut state, &mut rng);
        }
        let loaded = ask(&mut session, &json!({"op": "load", "game": info.id, "state": state}));
        if code(&loaded) == "ok" {
            play(&mut session, &loaded, &mut rng, 200);
        }
        Ok(())
    });
}

const DOC: &str = include_str!("../../../../docs/protocol.md");

/// The first column of the table under a heading of the document, row by row.
fn column(heading: &str) -> Vec<&'static str> {
    let (_, section) = DOC.split_once(heading).expect("the heading is there");
    let rows = section.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let rows = rows.take_while(|line| line.starts_with("| "));
    rows.map(|row| row.trim_start_matches("| ").split(" | ").next().unwrap_or_default()).collect()
}

#[test]
fn the_document_has_every_code_and_no_other() {
    let mut listed: Vec<&str> =
        column("## Refusals").into_iter().flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    let mut known = CODES.to_vec();
    listed.sort_unstable();
    known.sort_unstable();
    assert_eq!(listed, known);
}

#[test]
fn the_document_has_every_request_with_all_its_fields() {
    let fields = |request: &str| {
        let request: serde_json::Map<String, Value> =
            serde_json::from_str(&request.replace('…', "{}")).expect(request);
        let mut names: Vec<String> = request.keys().cloned().collect();
        names.sort();
        (request["op"].as_str().unwrap_or_default().to_string(), names)
    };
    let shown: Vec<&str> = column("## Requests").iter().map(|cell| cell.trim_matches('`')).collect();
    let help = ask(&mut Session::default(), &json!({"op": "help"}));
    let examples = help["ok"].as_array().expect("a list");
    let examples: Vec<_> = examples.iter().map(|line| fields(line.as_str().expect("text"))).collect();
    assert_eq!(shown.iter().map(|request| fields(request)).collect::<Vec<_>>(), examples);
    let mut session = Session::default();
    begin(&mut session, "nim", 2);
    for request in shown {
        let answer = answer(&mut session, request.replace('…', "{}").as_bytes());
        assert!(!["bad_json", "unknown_op", "bad_field"].contains(&code(&answer)), "{request}: {answer}");
    }
}

#[test]
fn the_conversation_of_the_document_is_what_happens() {
    let (_, shown) = DOC.split_once("$ boxwood protocol\n").expect("there is a conversation");
    let (shown, _) = shown.split_once("\n```").expect("it ends");
    let lines: Vec<&str> = shown.lines().collect();
    let mut session = Session::default();
    for pair in lines.chunks(2) {
        let expected: Value = serde_json::from_str(pair[1]).expect(pair[1]);
        assert_eq!(answer(&mut session, pair[0].as_bytes()), expected, "{}", pair[0]);
    }
    assert!(lines.len() >= 6);
}

#[test]
fn what_is_no_action_is_answered_with_examples_that_are() {
    for game in crate::games() {
        let info = game.info();
        let mut session = Session::default();
        let mut status = begin(&mut session, info.id, info.seats.0);
        let mut rng = Rng::from_number(5);
        for _ in 0..20 {
            if status["ok"]["over"] == true {
                break;
            }
            for seat in 0..info.seats.0 {
                let act = json!({"op": "act", "seat": seat, "action": {"no": ["such", "thing"]}});
                let refused = ask(&mut session, &act);
                assert_eq!(code(&refused), "not_an_action", "{refused}");
                let message = refused["error"]["message"].as_str().unwrap_or_default();
                let (_, examples) = message.split_once("Its actions look like ").expect(message);
                let examples = format!("[{}]", examples.trim_end_matches('.'));
                let examples: Vec<Value> = serde_json::from_str(&examples).expect(message);
                assert!((1..=5).contains(&examples.len()), "{message}");
                let listed = ask(&mut session, &json!({"op": "actions", "seat": seat}));
                let listed: Vec<&Value> =
                    listed["ok"].as_array().expect("a list").iter().map(|chosen| &chosen["action"]).collect();
                for example in &examples {
                    assert!(listed.is_empty() || listed.contains(&example), "{}: {message}", info.id);
                    let act = json!({"op": "act", "seat": seat, "action": example});
                    // Somebody who may not act now is told that, so it was read as an action.
                    assert!(!listed.is_empty() || code(&ask(&mut session, &act)) == "not_your_turn");
                }
            }
            let seat = rng.choose(status["ok"]["active"].as_array().expect("a list")).clone();
            let actions = ask(&mut session, &json!({"op": "actions", "seat": seat}));
            let chosen = rng.choose(actions["ok"].as_array().expect("a list"))["action"].clone();
            status = ask(&mut session, &json!({"op": "act", "seat": seat, "action": chosen}));
        }
    }
}

//! What a table decides, without a network.

use boxwood_engine::{Input, Seat, Viewer};
use boxwood_kit::Seed;
use boxwood_protocol::{SeatChange, Stage, Wish};
use serde_json::{Map, json};

use super::history::LENGTH;
use super::*;
use crate::projection::Left;

/// The first game that begins like this at a table for two.
fn game(begins: impl Fn(&dyn AnyGame, &dyn AnyMatch) -> bool) -> &'static dyn AnyGame {
    let fits = |game: &&&dyn AnyGame| {
        let play = game.begin(&json!({}), 2, Seed::from_number(0));
        play.is_ok_and(|play| begins(**game, play.as_ref()))
    };
    boxwood_games::GAMES.iter().find(fits).copied().expect("there is such a game")
}

/// One in which somebody has the turn and no clock runs.
fn plain() -> &'static dyn AnyGame {
    game(|_, play| play.status().active.len() == 1 && play.status().clocks.is_empty())
}

/// One that can be played with clocks and without, and begins with a window.
fn timed() -> &'static dyn AnyGame {
    game(|game, play| !play.status().clocks.is_empty() && game.by_turns().is_some())
}

fn person(number: usize) -> PersonId {
    format!("person{number}").parse().expect("an id")
}

/// What happens before the first input.
fn beginning(game: &dyn AnyGame, pace: Pace) -> Vec<(i64, Event)> {
    let settings =
        Settings { game: game.info().id.into(), options: Map::new(), listed: false, pace, limit_s: None };
    let sat = |seat: usize| Event::Sat {
        seat,
        person: person(seat),
        name: format!("Person {seat}"),
        luck: "luck".into(),
    };
    let opened = Event::Opened { host: person(0), settings, seats: 2, secret: "secret".into() };
    let started = Event::Started { rules: game.info().rules, options: Map::new() };
    [opened, sat(0), sat(1), started].map(|event| (1, event)).into()
}

fn begun(game: &dyn AnyGame, pace: Pace) -> Table {
    let id = "table".parse().expect("an id");
    Table::from_events(id, &beginning(game, pace)).expect("it begins")
}

/// Does the first thing that is offered to anybody; who did it.
fn step(table: &mut Table) -> usize {
    let seat = table.active().first().expect("it is not over").index();
    let play = table.play.as_ref().expect("it has begun");
    let action = play.actions(seat).expect("a seat")[0].action.clone();
    let decision = table.act(seat, table.number, &Deed::Action(action)).expect("what is offered is allowed");
    table.take(&decision.events[0], 2).expect("what was decided can be taken");
    seat
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    let mut table = begun(plain(), Pace::Live);
    let seat = table.active().first().expect("somebody's turn");
    for event in [
        Event::Opened { host: person(1), settings: table.settings.clone(), seats: 2, secret: "s".into() },
        Event::Input(Input::Act(seat, json!("nonsense"))),
        Event::Input(Input::Expire(None)),
        Event::Undone { seat: 0, to: 1 },
        Event::Sat { seat: 2, person: person(2), name: "C".into(), luck: String::new() },
        Event::Enough { seat: 9, clock: 0 },
    ] {
        let before = (table.number, table.chairs.clone(), table.talk.count(), table.moved_at);
        assert!(table.take(&event, 9).is_err(), "{event:?}");
        assert_eq!(
            (table.number, table.chairs.clone(), table.talk.count(), table.moved_at),
            before,
            "{event:?}"
        );
    }
}

#[test]
fn a_log_that_makes_no_sense_is_refused_in_a_sentence() {
    let id = || "table".parse().expect("an id");
    let whole = beginning(plain(), Pace::Live);
    assert_eq!(Table::from_events(id(), &[]).err().map(|why| why.code), Some(Code::NotFound));
    assert_eq!(Table::from_events(id(), &whole[1..]).err().map(|why| why.code), Some(Code::Fault));
    let mut unknown = whole;
    let Event::Opened { settings, .. } = &mut unknown[0].1 else { unreachable!("it is the first") };
    settings.game = "never-heard-of".into();
    assert_eq!(Table::from_events(id(), &unknown).err().map(|why| why.code), Some(Code::NotFound));
}

#[test]
fn a_table_under_other_rules_is_told_clearly_and_nothing_is_lost() {
    let (known, mut log) = (plain().info().rules, beginning(plain(), Pace::Live));
    let mut played = begun(plain(), Pace::Live);
    for _ in 0..3 {
        let seat = played.active().first().expect("it is not over").index();
        let action = played.play.as_ref().expect("it runs").actions(seat).expect("a seat")[0].action.clone();
        let decision = played.act(seat, played.number, &Deed::Action(action)).expect("it is offered");
        played.take(&decision.events[0], 2).expect("it was decided");
        log.extend(decision.events.into_iter().map(|event| (2, event)));
    }
    log.push((3, Event::Undone { seat: 0, to: 2 }));
    log.push((4, Event::Chat { from: "A".into(), seat: Some(0), text: "What now?".into(), person: None }));
    log[3].1 = Event::Started { rules: known + 1, options: Map::new() };
    let mut table = Table::from_events("table".parse().expect("an id"), &log).expect("it opens");

    let said = table.trouble().expect("it cannot go on");
    assert!(
        said.contains(&format!("version {} of the rules of {}", known + 1, plain().info().title)),
        "{said}"
    );
    assert!(said.contains(&format!("plays version {known}")), "{said}");
    let info = table.info(Some(&person(0)), |_| false, 0);
    assert_eq!((info.stage, info.trouble.as_deref()), (Stage::Over, Some(said.as_str())));
    assert_eq!(table.names(), ["Person 0", "Person 1"]);
    assert_eq!((table.talk.lines().count(), table.number), (4, log.len() as u64));
    assert!(table.state(Viewer::Spectator, None, &Left::default()).is_none());
    assert!(!table.summary(5).due, "the server owes it nothing");
    let refused = [
        table.act(0, table.number, &Deed::Action(json!(1))).err(),
        table.stand_in(0).err(),
        table.begun().err(),
        table.record().err(),
        table.ask(0, Wish::Undo, SeatSet::EMPTY).err(),
        table.change_seat(&person(0), "A", 0, &SeatChange::Lend { level: Level::Easy }).err(),
    ];
    for refusal in refused {
        assert_eq!(refusal.map(|refusal| refusal.message), Some(said.clone()));
    }
    assert_eq!(
        table.info(None, |_| false, 0).fairness.secret,
        None,
        "whoever began it may still go on with it"
    );

    // Both give it up for a rematch, under the rules that are played here; then nothing is hidden any more.
    let asked = table.ask(0, Wish::Rematch, SeatSet::EMPTY).expect("the other is asked");
    table.take(&asked.events[0], 6).expect("it was decided");
    let agreed = table.answer(Some(&person(1)), table.number, true).expect("an answer");
    assert_eq!(agreed.rematch, Some(0));
    let again: Vec<(i64, Event)> = table.rematch(0).into_iter().map(|event| (7, event)).collect();
    let again = Table::from_events("again".parse().expect("an id"), &again).expect("it begins");
    assert_eq!((again.stage(), again.names()), (Stage::Running, vec!["Person 1".into(), "Person 0".into()]));
    table.take(&Event::Rematch { table: again.id }, 7).expect("it is open");
    let record = table.record().expect("it was given up");
    assert_eq!((record.record.rules, record.record.inputs.len(), record.outcome), (known + 1, 2, None));
    assert!(boxwood_fair::verify_shuffle(&record.fairness, record.record.seed).is_ok());
}

#[test]
fn a_sender_who_was_overtaken_too_often_is_asked_to_look_again() {
    let games = boxwood_games::GAMES.iter().filter(|game| game.info().seats.0 <= 2);
    let mut long = games.filter_map(|game| {
        let mut table = begun(*game, Pace::Live);
        let mut seen = vec![table.number];
        while table.stage() == Stage::Running && seen.len() < LENGTH + 10 {
            table
                .take(&Event::Chat { from: "A".into(), seat: None, text: "b".into(), person: None }, 2)
                .expect("talk");
            step(&mut table);
            seen.push(table.number);
        }
        (seen.len() == LENGTH + 10).then_some((table, seen))
    });
    let (table, seen) = long.next().expect("one of them is long enough");
    let versions: Vec<Option<usize>> = seen.iter().map(|number| table.version_at(*number)).collect();
    let kept = |version: usize| (version >= 10).then_some(version);
    assert_eq!(versions, (0..seen.len()).map(kept).collect::<Vec<_>>());
    assert_eq!(table.version_at(table.number + 1), None, "nobody has seen what is still to come");
}

#[test]
fn what_was_taken_back_does_not_count_as_enough() {
    let mut table = begun(timed(), Pace::Mail);
    let clock =
        table.play.as_ref().and_then(|play| play.status().clocks.first().copied()).expect("a window").id;
    let seat = step(&mut table);
    let decision = table.enough(1 - seat, clock).expect("the window is still open");
    table.take(&decision.events[0], 3).expect("it was decided");
    assert!(!table.enough_in(clock).is_empty());
    table.take(&Event::Undone { seat, to: 0 }, 4).expect("an agreed undo");
    assert!(table.enough_in(clock).is_empty());
}

#[test]
fn a_window_by_mail_needs_those_who_play_and_nobody_else() {
    let mut table = begun(timed(), Pace::Mail);
    let clock =
        table.play.as_ref().and_then(|play| play.status().clocks.first().copied()).expect("a window").id;
    assert!(table.exhausted().is_empty(), "nobody has said anything");
    table.take(&Event::Enough { seat: 0, clock }, 2).expect("enough");
    assert!(table.exhausted().is_empty());
    table.take(&Event::Lent { seat: 1, level: Level::Random }, 2).expect("lent");
    assert_eq!(table.exhausted(), [clock]);
    table.take(&Event::TakenBack { seat: 1 }, 2).expect("taken back");
    assert!(table.exhausted().is_empty());
    table.take(&Event::Enough { seat: 1, clock }, 2).expect("enough");
    assert_eq!(table.exhausted(), [clock]);
    table.take(&Event::Paced { pace: Pace::Live, limit_s: None }, 2).expect("paced");
    assert!(table.exhausted().is_empty(), "live the clock closes it");
}

#[test]
fn the_rematch_of_a_table_that_went_over_to_mail_does_without_clocks() {
    let mut table = begun(timed(), Pace::Live);
    let (option, by_turns) = timed().by_turns().expect("it can do without clocks");
    let pace = |events: &[Event]| match events.last() {
        Some(Event::Started { options, .. }) => options.get(option).cloned(),
        _ => panic!("a rematch has begun"),
    };
    assert_eq!(pace(&table.rematch(0)), None);
    table.take(&Event::Paced { pace: Pace::Mail, limit_s: None }, 2).expect("paced");
    assert_eq!(pace(&table.rematch(0)), Some(Value::from(by_turns)));
}

#[test]
fn only_its_owner_looks_from_a_seat() {
    let table = begun(plain(), Pace::Live);
    let seat = |seat| Seat::new(seat).map(Viewer::Seat).expect("a seat");
    for (who, from, expected) in [
        (Some(0), Some(0), seat(0)),
        (Some(1), Some(1), seat(1)),
        (Some(0), Some(1), Viewer::Spectator),
        (Some(2), Some(0), Viewer::Spectator),
        (Some(0), Some(2), Viewer::Spectator),
        (Some(0), None, Viewer::Spectator),
        (None, Some(0), Viewer::Spectator),
    ] {
        assert_eq!(table.viewer(who.map(person).as_ref(), from), expected, "{who:?} from {from:?}");
    }
}

#[test]
fn nobody_looks_from_a_seat_that_is_a_bot_s() {
    let mut table = begun(plain(), Pace::Live);
    table.take(&Event::Stood { seat: 0, bot: Some(Level::Random) }, 2).expect("stood");
    assert_eq!(table.viewer(None, Some(0)), Viewer::Spectator);
    assert_eq!(table.viewer(Some(&person(0)), Some(0)), Viewer::Spectator);
}

/// A table of an earlier program, and what that program said of it.
///
/// The files were written by a server that people and bots had used over the network; their first line is
/// what it showed to everybody, the others are its log.
#[test]
fn tables_of_earlier_programs_are_still_what_they_were() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tables");
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).expect("the folder").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    assert!(files.len() >= 10, "{files:?}");
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a file of text");
        let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let shown = lines.next().expect("what was shown");
        let events: Vec<(i64, Event)> = lines
            .map(|line| {
                let event = serde_json::from_value(line["event"].clone()).expect("an event is still read");
                (line["at"].as_i64().expect("a time"), event)
            })
            .collect();
        let id = shown["table"].as_str().expect("an id").parse().expect("an id");
        let table = Table::from_events(id, &events).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        let info = serde_json::to_value(table.info(None, |_| false, 0)).expect("plain data");
        let state = table.state(Viewer::Spectator, None, &Left::default());
        let state = serde_json::to_value(state).expect("plain data");
        let chair = |seat: &Value| json!({"bot": seat["bot"], "person": seat["person"], "left": seat["left"] == true});
        let seats = info["seats"].as_array().expect("seats");
        let names: Vec<&Value> = seats.iter().map(|seat| &seat["name"]).collect();
        let now = json!({
            "table": info["id"], "game": info["settings"]["game"], "stage": info["stage"], "number": info["number"],
            "names": names, "question": info["question"], "next": info["next"], "pace": info["settings"]["pace"],
            "version": state["version"], "active": state["active"], "outcome": state["outcome"],
            "seats": seats.iter().map(chair).collect::<Vec<_>>(), "commitment": info["fairness"]["commitment"],
        });
        assert_eq!(now, shown, "{}", file.display());
    }
}

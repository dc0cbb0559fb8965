//! The full-screen table of every game: drawn at several sizes and moments, played by keys alone.

use std::time::{Duration, Instant};

use boxwood_cli::play::choose::{Narrowing, Stop, Touch};
use boxwood_cli::play::draw::{draw, owned_label};
use boxwood_cli::play::keys::Flow;
use boxwood_cli::play::screen::{Mode, Screen};
use boxwood_cli::play::{Plan, Seating, Table};
use boxwood_cli::theme::{Depth, Theme};
use boxwood_engine::{AnyGame, Viewer};
use boxwood_kit::{Rng, Seed};
use boxwood_scene::Touch as Touched;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

fn plan(game: &'static dyn AnyGame, sitter: &str, seats: usize, seed: u64) -> Plan {
    let entries = vec![sitter; seats].join(",");
    let seating = Seating::parse(game.info(), Some(&entries), Some(seats)).unwrap();
    Plan::new(game, seating, serde_json::json!({}), Some(Seed::from_number(seed)))
}

/// Lets random moves be made.
fn advance(table: &mut Table, moves: usize, rng: &mut Rng) {
    for _ in 0..moves {
        let Some(seat) = table.game().status().active.first() else { return };
        let offers = table.offers(seat);
        table.act(seat, &offers[rng.index(offers.len())].action).unwrap();
    }
}

fn press(screen: &mut Screen, code: KeyCode) -> Flow {
    screen.key(KeyEvent::new(code, KeyModifiers::NONE))
}

fn show(screen: &mut Screen, size: (u16, u16), depth: Depth) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
    draw(&mut buffer, screen, Theme { depth });
    let row = |y: u16| (0..size.0).map(|x| buffer[(x, y)].symbol()).collect::<String>() + "\n";
    (0..size.1).map(row).collect()
}

#[test]
fn every_game_is_drawn_and_everything_touchable_is_within_reach() {
    for game in crate::games() {
        let (low, high) = game.info().seats;
        for (seats, moves, seed) in [(low, 0, 1), (low, 5, 2), (low, 40, 3), (high, 7, 4), (high, 90, 5)] {
            let plan = plan(*game, "you", seats, seed);
            let mut table = plan.begin().unwrap();
            advance(&mut table, moves, &mut Rng::from_number(seed));
            let mut screen = Screen::at(&plan, table);
            if matches!(screen.mode(), Mode::Curtain(_)) {
                press(&mut screen, KeyCode::Enter);
            }
            for (size, depth) in [
                ((80, 24), Depth::True),
                ((120, 40), Depth::Many),
                ((60, 18), Depth::Mono),
                ((100, 30), Depth::Sixteen),
            ] {
                let place = format!("{} at {size:?}, {seats} seats, {moves} moves", game.info().id);
                look_at(&mut screen, size, depth, &place);
            }
        }
    }
}

/// The prompt is on the screen, and Tab leads the cursor to everything that can be touched.
fn look_at(screen: &mut Screen, size: (u16, u16), depth: Depth, place: &str) {
    let viewer = if screen.table().game().status().over {
        screen.table().onlooker()
    } else {
        screen.table().next_person(None).map_or(Viewer::Spectator, Viewer::Seat)
    };
    let prompt = screen.table().scene(viewer).prompt.text;
    let shown = show(screen, size, depth);
    let first: Vec<&str> = prompt.split_whitespace().take(3).collect();
    assert!(shown.contains(&first.join(" ")), "{place}: no prompt {prompt:?} in\n{shown}");
    let stops = screen.stops().len();
    let mut seen = vec![];
    for _ in 0..stops {
        let stop = screen.stop().cloned().expect("there are stops");
        let shown = show(screen, size, depth);
        assert!(shown.contains(['›', '╔']), "{place}: no cursor on {stop:?} in\n{shown}");
        if !seen.contains(&stop) {
            seen.push(stop);
        }
        press(screen, KeyCode::Tab);
    }
    assert_eq!(seen.len(), stops, "{place}");
}

#[test]
fn every_offer_can_be_touched_step_by_step() {
    for game in crate::games() {
        for moves in [0, 3, 11, 30] {
            let mut table = plan(*game, "you", game.info().seats.0, 6).begin().unwrap();
            advance(&mut table, moves, &mut Rng::from_number(9));
            let Some(seat) = table.game().status().active.first() else { continue };
            let scene = table.scene(Viewer::Seat(seat));
            let offers = table.offers(seat);
            for wanted in &offers {
                let mut narrowing = Narrowing::new(offers.clone());
                let mut reached = None;
                for key in &wanted.offer.path {
                    let named = narrowing.stops(&scene).iter().any(|stop| match stop {
                        Stop::Key(stop) => stop == key,
                        Stop::Number(values) => {
                            matches!(key.touch(), Touched::Number(n) if values.contains(&n))
                        }
                        Stop::Aim(..) => matches!(key.touch(), Touched::Point(..)),
                        Stop::Text(_) => matches!(key.touch(), Touched::Text(_)),
                    });
                    assert!(named, "{}: {key} of {wanted:?} is no stop", game.info().id);
                    match narrowing.touch(key, &scene) {
                        Touch::Done(chosen) => {
                            reached = Some(chosen);
                            break;
                        }
                        Touch::Further => {}
                        Touch::Ask(path) => panic!("{}: {path:?} is offered", game.info().id),
                    }
                }
                let left: Vec<_> = narrowing.remaining().collect();
                assert!(
                    reached.as_ref() == Some(wanted) || (reached.is_none() && left.contains(&wanted)),
                    "{}: {wanted:?}",
                    game.info().id
                );
            }
        }
    }
}

#[test]
fn a_match_is_played_with_keys_alone() {
    for game in crate::games() {
        let seats = game.info().seats.0;
        let entries: Vec<&str> =
            std::iter::once("you").chain(std::iter::repeat_n("bot:random", seats - 1)).collect();
        let seating = Seating::parse(game.info(), Some(&entries.join(",")), None).unwrap();
        let seed = Some(Seed::from_number(3));
        let plan = Plan::new(*game, seating, serde_json::json!({}), seed);
        let mut screen = Screen::new(&plan).unwrap();
        let mut rng = Rng::from_number(1);
        let began = Instant::now();
        while !screen.table().game().status().over {
            assert!(began.elapsed() < Duration::from_secs(120), "{} does not end", game.info().id);
            if screen.stops().is_empty() && *screen.mode() == Mode::Table {
                press(&mut screen, KeyCode::F(9)); // any key: go on at once
                screen.tick();
                continue;
            }
            show(&mut screen, (80, 24), Depth::True);
            let keys = [KeyCode::Right, KeyCode::Down, KeyCode::Tab, KeyCode::Left, KeyCode::Up];
            for _ in 0..rng.below(3) {
                press(&mut screen, *rng.choose(&keys));
            }
            press(&mut screen, KeyCode::Enter);
            // A sentence put together at random may make no sense; begin it anew now and then.
            if rng.below(25) == 0 {
                for _ in 0..40 {
                    press(&mut screen, KeyCode::Esc);
                }
            }
        }
        let shown = show(&mut screen, (80, 24), Depth::True);
        assert!(shown.contains("play again"), "{}:\n{shown}", game.info().id);
        for (_, name, score) in screen.table().result().unwrap_or_default() {
            assert!(seats > 4 || shown.contains(&format!("{name} ({score})")), "{shown}");
        }
        assert_eq!(press(&mut screen, KeyCode::Char('r')), Flow::Again);
    }
}

fn nim(seats: &str) -> Screen {
    let game = boxwood_games::find("nim").unwrap();
    let seating = Seating::parse(game.info(), Some(seats), None).unwrap();
    let options = serde_json::json!({"heaps": "3-5-7"});
    Screen::new(&Plan::new(game, seating, options, Some(Seed::from_number(1)))).unwrap()
}

#[test]
fn keys_open_pages_search_lists_and_explain_refusals() {
    let mut screen = nim("Anna,Ben");
    let mut keys = |codes: &[KeyCode]| {
        for code in codes {
            assert_eq!(press(&mut screen, *code), Flow::Stay);
        }
        show(&mut screen, (100, 30), Depth::True)
    };
    assert!(keys(&[KeyCode::Char('?'), KeyCode::End]).contains("Keys at the table"));
    assert!(keys(&[KeyCode::Esc, KeyCode::F(1)]).contains("leave the table"));
    assert!(keys(&[KeyCode::Esc, KeyCode::Char('l')]).contains("What happened"));
    assert!(keys(&[KeyCode::Esc, KeyCode::Char('u')]).contains("nothing that could be taken back"));
    let typed: Vec<KeyCode> = "o3 from heap 2".chars().map(KeyCode::Char).collect();
    assert!(keys(&typed).contains("1 fit"));
    assert!(keys(&[KeyCode::Enter]).contains("takes 3 cubes from heap 2"));
    assert!(keys(&[KeyCode::Char('q')]).contains("Leave the table?"));
    let looked =
        keys(&[KeyCode::Esc, KeyCode::Char('w'), KeyCode::Home, KeyCode::Up, KeyCode::Up, KeyCode::Up]);
    assert!(looked.contains("look around"));
    let typed: Vec<KeyCode> = "ozone:supply".chars().map(KeyCode::Char).collect();
    keys(&[KeyCode::Esc]);
    assert!(keys(&typed).contains("Nothing fits"));
    assert!(keys(&[KeyCode::Enter]).contains("There is nothing to do with that now."));
    assert!(keys(&[KeyCode::Esc, KeyCode::Char('u')]).contains("Taken back."));
    assert_eq!(press(&mut screen, KeyCode::Char('q')), Flow::Stay);
    assert_eq!(press(&mut screen, KeyCode::Char('y')), Flow::Leave);
}

#[test]
fn a_small_terminal_is_told_kindly_and_control_c_leaves() {
    let mut screen = nim("you,bot");
    for size in [(1, 1), (20, 5), (59, 30), (80, 17)] {
        let shown = show(&mut screen, size, Depth::True);
        assert!(size.0 < 20 || shown.contains("The table needs"), "{shown}");
    }
    let event = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(screen.key(event), Flow::Leave);
}

#[test]
fn zones_say_whose_they_are() {
    let zone = |label: &str| boxwood_scene::Zone::new(boxwood_scene::ZoneKind::Row, "x", label);
    for (label, owner, is_viewer, expected) in [
        ("Dice", "Ben", false, "Ben: Dice"),
        ("Dice", "Ben", true, "Dice"),
        ("Ben's hand", "Ben", false, "Ben's hand"),
        ("Your hand", "Ben", true, "Your hand"),
    ] {
        assert_eq!(owned_label(&zone(label), owner, is_viewer), expected);
    }
}

//! Kinds of zones, pieces and controls that no game may use yet.

use std::collections::BTreeMap;
use std::time::Instant;

use boxwood_engine::{Chosen, Clock, Seat};
use boxwood_kit::{Colour, MeepleColour, Seed, Symbol};
use boxwood_scene::{
    Cell, Control, Figure, Ground, Grow, Key, Mark, Offer, Phrase, Piece, Prompt, Scene, Tone, Zone, ZoneKind,
};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use serde_json::Value;

use super::draw;
use crate::play::choose::Narrowing;
use crate::play::screen::{Notice, Screen};
use crate::play::{Plan, Seating};
use crate::theme::{Depth, Theme};

fn key(text: &str) -> Key {
    text.parse().unwrap()
}

fn everything() -> Scene {
    let hexes = (0..4).flat_map(|x| (0..3).map(move |y| (x, y))).map(|(x, y)| {
        let ground = if x == 0 { Ground::Tile(Symbol::Wheel) } else { Ground::TileBack { shaded: y == 1 } };
        Cell::new(format!("h{x}{y}"), x * 2, y * 2 + x % 2, ground).sized(2, 2)
    });
    let board = Zone::new(ZoneKind::Board, "hexes", "Hexes").with_unit(2).with_cells(hexes).with_pieces([
        Piece::new(key("meeple:1"), Figure::Meeple(MeepleColour::Grey)).in_cell("h00").marked(Mark::Last),
        Piece::new(key("cube:1"), Figure::Cube(Colour::Red)).in_cell("h00").marked(Mark::Danger),
        Piece::new(key("cube:2"), Figure::Cube(Colour::Black))
            .in_cell("h11")
            .marked(Mark::Note("home".into())),
    ]);
    let at = |text: &str, figure, x, y| Piece { at: Some((x, y)), ..Piece::new(key(text), figure) };
    let plane = Zone::new(ZoneKind::Plane, "floor", "Floor").with_unit(100).with_pieces([
        at("tile:1", Figure::Tile(Symbol::Drop), -200, 0),
        at("tile:2", Figure::TileBack, 300, 150),
        at("bag:1", Figure::Bag, 0, 400),
    ]);
    let rune = |text: &str, role: &str| Piece::new(key(text), Figure::Rune { card: 3, role: role.into() });
    let row = Zone::new(ZoneKind::Row, "row", "Runes").with_pieces([
        rune("rune:1", "Salmon").marked(Mark::Good),
        rune("rune:2", "Energy").marked(Mark::Dim),
        Piece::new(key("rune:3"), Figure::RuneBack),
        Piece::new(key("card:54"), Figure::Card(54)),
        Piece::new(key("token:1"), Figure::Token("a secret choice".into()))
            .marked(Mark::Note("open soon".into())),
    ]);
    let pile = Zone::new(ZoneKind::Pile, "pile", "Cubes")
        .with_pieces((10..40).map(|n| Piece::new(Key::piece("cube", n), Figure::Cube(Colour::ALL[n % 3]))));
    let tall = Zone::new(ZoneKind::Track, "track", "Track")
        .with_cells([Cell::new("t1", 0, 0, Ground::Point { shaded: true }).sized(1, 3).growing(Grow::Down)])
        .with_pieces(
            (50..70).map(|n| Piece::new(Key::piece("cube", n), Figure::Cube(Colour::White)).in_cell("t1")),
        );
    let lists =
        BTreeMap::from([("rule".to_string(), vec![Phrase::new(Key::phrase("any"), "any card", &[])])]);
    let prompt = Prompt::new("Do anything.")
        .with(Control::button("stay", "Stay", Tone::Main))
        .with(Control::Colours(vec![Colour::Red, Colour::Blue]))
        .with(Control::Symbols(Symbol::ALL.to_vec()))
        .with(Control::aim("Aim", (-40, 40), (-40, 40)))
        .with(Control::Phrases { label: "Rule".into(), start: "rule".into(), lists, asks: BTreeMap::new() });
    let stack = Zone::new(ZoneKind::Stack, "deck", "Deck")
        .with_pieces([
            Piece::new(key("card:x"), Figure::CardBack),
            Piece::new(key("card:1"), Figure::Card(1)),
        ])
        .counting(40u32);
    Scene {
        zones: vec![board, plane, row, pile, tall, stack],
        players: vec![],
        prompt,
        banner: Some("Look at all this".into()),
        ..Scene::default()
    }
}

fn screen() -> Screen {
    screen_of(everything())
}

/// Everything in the scene can be touched.
fn screen_of(scene: Scene) -> Screen {
    let game = boxwood_games::find("nim").unwrap();
    let seating = Seating::parse(game.info(), Some("you,you"), None).unwrap();
    let plan = Plan::new(game, seating, Value::Null, Some(Seed::from_number(1)));
    let mut screen = Screen::new(&plan).unwrap();
    screen.scene = scene;
    let keys = screen.scene.zones.iter().flat_map(|zone| {
        let cells = zone.cells.iter().map(|cell| cell.key.clone());
        let pieces = zone.pieces.iter().map(|piece| piece.key.clone());
        cells.chain(pieces).chain([zone.key.clone()])
    });
    let controls = ["button:stay", "colour:red", "colour:blue", "symbol:wheel", "aim:3,4", "phrase:any"];
    let offers = keys
        .chain(controls.map(key))
        .map(|key| Chosen { action: Value::Null, offer: Offer::new(format!("Touch {key}"), [key]) })
        .collect();
    screen.narrowing = Narrowing::new(offers);
    screen.find_stops();
    screen
}

fn show(screen: &mut Screen, size: (u16, u16), depth: Depth) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
    draw(&mut buffer, screen, Theme { depth });
    let row = |y: u16| (0..size.0).map(|x| buffer[(x, y)].symbol()).collect::<String>() + "\n";
    (0..size.1).map(row).collect()
}

#[test]
fn everything_a_scene_can_hold_is_drawn_and_reached() {
    for (size, depth) in [((80, 24), Depth::True), ((140, 50), Depth::Mono), ((60, 18), Depth::Sixteen)] {
        let mut screen = screen();
        for _ in 0..screen.stops().len() {
            let shown = show(&mut screen, size, depth);
            assert!(shown.contains('›'), "no cursor on {:?} in\n{shown}", screen.stop());
            screen.key(KeyEvent::new(KeyCode::Tab, KeyModifiers::NONE));
        }
        let drawn: Vec<&str> = screen.hits.iter().map(|hit| hit.key.as_str()).collect();
        for zone in &screen.scene.zones {
            for key in
                zone.pieces.iter().map(|piece| &piece.key).chain(zone.cells.iter().map(|cell| &cell.key))
            {
                assert!(drawn.contains(&key.as_str()), "{key} was not drawn");
            }
        }
    }
}

#[test]
fn an_aim_is_nudged_or_typed_and_the_game_is_asked() {
    let mut screen = screen();
    let press = |screen: &mut Screen, code| screen.key(KeyEvent::new(code, KeyModifiers::NONE));
    press(&mut screen, KeyCode::End);
    for code in [KeyCode::Right, KeyCode::Right, KeyCode::Up] {
        press(&mut screen, code);
    }
    assert_eq!(screen.stop_key(), Some(Key::point(2, -1)));
    for c in "12,-7".chars() {
        press(&mut screen, KeyCode::Char(c));
    }
    assert_eq!(screen.stop_key(), Some(Key::point(12, -7)));
    press(&mut screen, KeyCode::Enter);
    assert_eq!(screen.notice, Some(Notice::Refused("There is nothing to do with that now.".into())));
}

#[test]
fn names_of_places_are_whole_on_a_large_board_and_a_small_screen() {
    let names: Vec<String> =
        ('a'..='j').flat_map(|column| (1..=10).map(move |row| format!("{column}{row}"))).collect();
    for unit in [1, 2] {
        let cells = names.iter().enumerate().map(|(number, name)| {
            let (x, y) = (number as i16 / 10, number as i16 % 10);
            Cell::new(name.clone(), x * unit, y * unit, Ground::Bare).sized(unit, unit)
        });
        let board = Zone::new(ZoneKind::Board, "board", "Board").with_unit(unit as u16).with_cells(cells);
        let mut screen =
            screen_of(Scene { zones: vec![board], prompt: Prompt::new("Go."), ..Scene::default() });
        for _ in 0..screen.stops().len() {
            let shown = show(&mut screen, (80, 24), Depth::True);
            let words: Vec<&str> = shown.split(|c: char| !c.is_ascii_alphanumeric()).collect();
            // A half-shifted board of ten rows is taller than the screen and follows the cursor.
            let seen = names.iter().filter(|name| words.contains(&name.as_str())).count();
            assert!(seen >= if unit == 1 { 100 } else { 60 }, "{:?}: {seen} in\n{shown}", screen.stop());
            assert!(!shown.contains('…'), "{shown}");
            screen.key(KeyEvent::new(KeyCode::Tab, KeyModifiers::NONE));
        }
    }
}

#[test]
fn every_open_window_is_shown_with_whose_it_is() {
    let mut screen = screen();
    let clock = |id, ms, seat| (Clock { id, ms, seat }, Instant::now());
    screen.clocks = vec![clock(1, 600_000, Seat::new(1)), clock(2, 400_000, Seat::new(0))];
    let shown = show(&mut screen, (80, 24), Depth::True);
    let header = shown.lines().next().unwrap_or_default();
    // The one that closes next comes first; however long the drawing took, seconds are left.
    let (first, second) = (header.find("Player 1 3").or(header.find("Player 1 4")), header.find("Player 2 "));
    assert!(first.is_some() && first < second, "{header}");
    screen.clocks = vec![clock(1, 600_000, None)];
    assert!(show(&mut screen, (80, 24), Depth::True).contains(" s left "));
}

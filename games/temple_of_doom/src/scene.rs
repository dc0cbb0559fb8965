//! Temple of Doom on the table: the forecourt, the temple and the way out, then the cards.

use boxwood_engine::{Seat, SeatSet, Viewer};
use boxwood_kit::{Card, CardSet, Colour, Hex};
use boxwood_scene::{
    Cell, Control, Figure, Ground, Key, Mark, Offer, Piece, Player, Prompt, Scene, Tone, Touch, Zone,
    ZoneKind, count, list,
};

use super::doom::{Blow, next_strike, verdict};
use super::state::colour_of;
use super::{
    Action, CUBES, MOVEMENT_CARDS, Order, Phase, Place, RELIC_CARDS, RELICS, TEMPLE_CARDS, Table, View, moves,
};

/// Tiles are two steps wide, so that rows can be shifted by half a tile.
const UNIT: u16 = 2;

pub(super) fn scene(view: &View, viewer: Viewer) -> Scene {
    let table = &view.table;
    let seats = || Seat::all(view.hands.seats());
    let mut zones = vec![
        cubes(table, Place::Forecourt, ZoneKind::Row, "forecourt", "Forecourt, before row 1"),
        temple(table),
        cubes(table, Place::Exit, ZoneKind::Row, "exit", "Out of the temple"),
        cubes(table, Place::Dead, ZoneKind::Pile, "dead", "Lost cubes"),
    ];
    zones.extend(card_in_play(table));
    zones.extend(relics(table));
    zones.extend(temple_cards(table));
    zones.extend(movement(view));
    zones.extend(seats().map(|seat| hand(view, seat)));
    Scene {
        zones,
        players: seats().map(|seat| player(view, seat)).collect(),
        prompt: prompt(view, viewer),
        banner: outlook(table),
        ..Scene::default()
    }
}

fn player(view: &View, seat: Seat) -> Player {
    let table = &view.table;
    let player = Player::new(seat, table.active().contains(seat))
        .scoring(table.score())
        .holding(view.hands.size(seat) as u32);
    let is_start = table.start == seat && table.phase != Phase::Over && view.hands.seats() > 1;
    if is_start { player.with("starts", "this round") } else { player }
}

fn cube_key(number: usize) -> Key {
    Key::piece("cube", format_args!("{}.{}", colour_of(number), number % 2 + 1))
}

fn cube(number: usize) -> Piece {
    Piece::new(cube_key(number), Figure::Cube(colour_of(number)))
}

/// A place beside the temple, with the cubes that are there.
fn cubes(table: &Table, place: Place, kind: ZoneKind, key: &str, label: &str) -> Zone {
    let here = (0..CUBES).filter(|&number| table.cubes[number] == place);
    Zone::new(kind, key, label).counting(table.cubes_in(place)).with_pieces(here.map(cube))
}

fn temple(table: &Table) -> Zone {
    let temple = &table.temple;
    let cell = |tile: Hex| {
        let ground = match temple.symbol_at(tile) {
            Some(symbol) if temple.up.contains(tile) => Ground::Tile(symbol),
            _ => Ground::TileBack { shaded: false },
        };
        let cell =
            Cell::new(table.options.layout.name(tile), i16::from(tile.x), 2 * i16::from(tile.row), ground)
                .sized(2, 2);
        // It falls at the end of the round.
        if temple.down.contains(tile) { cell.marked(Mark::Danger) } else { cell }
    };
    let standing = table.cubes.iter().enumerate().filter_map(|(number, &place)| match place {
        Place::Tile(tile) => Some(cube(number).in_cell(table.options.layout.name(tile))),
        Place::Forecourt | Place::Exit | Place::Dead => None,
    });
    let last = table.options.layout.last_row();
    let label = format!("Temple, round {}; row {last} leads out", table.round);
    Zone::new(ZoneKind::Board, "temple", label)
        .with_unit(UNIT)
        .with_cells(temple.present().iter().map(cell))
        .with_pieces(standing)
}

fn card_in_play(table: &Table) -> Option<Zone> {
    let Phase::Points { seat, card, left } = table.phase else { return None };
    let note = Mark::Note(format!("{} left", count(left, "point")));
    let piece = Piece::card(card).marked(note).coming_from(Key::hand(seat));
    Some(Zone::new(ZoneKind::Row, "played", "Card in play").owned_by(seat).with_pieces([piece]))
}

/// Cards by symbol, those that match a cube now with a tick, those that never will with a note.
fn in_the_open(table: &Table, cards: CardSet, deck: &str) -> Vec<Piece> {
    let matched = table.matched(cards);
    let mut sorted: Vec<Card> = cards.iter().collect();
    sorted.sort_by_key(|card| (card.symbol(), card.number()));
    let piece = |card: Card| {
        let piece = Piece::card(card).coming_from(Key::zone(deck));
        match card.colour() {
            _ if matched.contains(card) => piece.marked(Mark::Good),
            Colour::Black => piece.marked(Mark::Note("every round".into())),
            _ => piece,
        }
    };
    sorted.into_iter().map(piece).collect()
}

fn relics(table: &Table) -> [Zone; 3] {
    let saved = table.relics.gone(RELIC_CARDS);
    [
        Zone::new(ZoneKind::Row, "relics", "Relics to save").with_pieces(in_the_open(
            table,
            table.relics.shown,
            "relic_deck",
        )),
        Zone::new(ZoneKind::Stack, "relic_deck", "Relic deck").counting(table.relics.deck.len()),
        Zone::new(ZoneKind::Pile, "saved", format!("Saved relics, of {RELICS}"))
            .counting(saved.len())
            .with_pieces(saved.iter().map(Piece::card)),
    ]
}

fn temple_cards(table: &Table) -> [Zone; 3] {
    let discards = table.temple_cards.gone(TEMPLE_CARDS);
    let shown = in_the_open(table, table.temple_cards.shown, "temple_deck");
    [
        Zone::new(ZoneKind::Row, "temple_cards", "Temple cards").counting(shown.len()).with_pieces(shown),
        Zone::new(ZoneKind::Stack, "temple_deck", "Temple deck").counting(table.temple_cards.deck.len()),
        Zone::new(ZoneKind::Pile, "discards", "Matched temple cards")
            .counting(discards.len())
            .with_pieces(discards.iter().map(Piece::card)),
    ]
}

fn movement(view: &View) -> [Zone; 2] {
    let mut used = view.table.used;
    let held: usize = Seat::all(view.hands.seats()).map(|seat| view.hands.size(seat)).sum();
    let deck = (MOVEMENT_CARDS - used).len() - held;
    if let Phase::Points { card, .. } = view.table.phase {
        used.remove(card);
    }
    [
        Zone::new(ZoneKind::Stack, "movement_deck", "Movement deck").counting(deck),
        Zone::new(ZoneKind::Pile, "used", "Used movement cards")
            .counting(used.len())
            .with_pieces(used.iter().map(Piece::card)),
    ]
}

/// The cards of a hand that the viewer sees, or their backs.
fn hand(view: &View, seat: Seat) -> Zone {
    let zone = match view.hands.of(seat) {
        Some(cards) => Zone::hand(seat, cards.iter().map(Piece::card)),
        None => Zone::hidden_hand(seat, view.hands.size(seat), Figure::CardBack),
    };
    zone.dealt_from(&Key::zone("movement_deck"))
}

/// What would happen if the round ended as things stand.
fn outlook(table: &Table) -> Option<String> {
    if !matches!(table.phase, Phase::Play(_) | Phase::Points { .. }) {
        return None;
    }
    let (relics, cards) = (table.relics.shown, table.temple_cards.shown);
    let saved = count(table.matched(relics).len() as i64, "relic");
    let damage = count((cards - table.matched(cards)).len() as i64, "temple card");
    let doomed = |place: &&Place| matches!(place, Place::Tile(tile) if table.temple.down.contains(*tile));
    let falling = match table.cubes.iter().filter(doomed).count() as i64 {
        0 => String::new(),
        n => format!(", lose {}", count(n, "cube")),
    };
    Some(format!(
        "As things stand, the end of this round would save {saved}{falling} and let {damage} do damage."
    ))
}

fn prompt(view: &View, viewer: Viewer) -> Prompt {
    let table = &view.table;
    let is_mine = viewer.seat().is_some_and(|seat| table.active().contains(seat));
    match table.phase {
        Phase::Play(seats) => Prompt::new(play_prompt(table.options.order, seats, is_mine)),
        Phase::Points { card, left, .. } if is_mine => Prompt::new(point_prompt(table, card, left))
            .with(Control::button("waste", "Waste the point", Tone::Plain)),
        Phase::Points { seat, card, left } => {
            Prompt::new(format!("{} {} of {card} to use.", seat.does("have"), count(left, "point")))
        }
        Phase::Damage(left) => Prompt::new(damage_prompt(table, left, is_mine)),
        Phase::Over => Prompt::new(verdict(table, view.hands.seats())),
    }
}

fn play_prompt(order: Order, seats: SeatSet, is_mine: bool) -> String {
    match (is_mine, order) {
        (true, _) => {
            let others = if seats.len() > 1 { ", or let somebody else go first" } else { "" };
            format!(
                "Play a movement card: touch it{others}. Its border moves cubes of that colour to any tile \
                 beside them (white: any cube, black: none), its symbol any cube to a tile that shows it."
            )
        }
        (false, Order::Clockwise) => {
            let player = seats.first().map_or_else(String::new, |seat| seat.does("be"));
            format!("{player} to play a card.")
        }
        (false, Order::Free) => format!("The next card is up to {}.", seats.names()),
    }
}

fn point_prompt(table: &Table, card: Card, left: u8) -> String {
    let (mut can_move, mut leaves) = (false, false);
    moves::each(table, card, |way| {
        can_move = true;
        leaves |= matches!(way, Action::Point { to: Place::Exit, .. });
    });
    let point = if card.value() == 1 {
        format!("Use the point of {card}")
    } else {
        format!("Use point {} of {} of {card}", card.value() - left + 1, card.value())
    };
    if !can_move {
        return format!("{point}: no cube can move, so waste it.");
    }
    let symbol = card.symbol();
    let by_symbol = format!("any cube to a face-up {symbol} tile beside it");
    let way = match card.colour() {
        Colour::White => "any cube to any tile beside it".to_string(),
        Colour::Black => by_symbol,
        colour => format!("a {colour} cube to any tile beside it, or {by_symbol}"),
    };
    let out = match leaves {
        true => format!(" A cube in row {} may leave the temple.", table.options.layout.last_row()),
        false => String::new(),
    };
    format!("{point}: move {way}. Touch the cube, then where it goes, or waste the point.{out}")
}

fn damage_prompt(table: &Table, left: [u8; 6], is_mine: bool) -> String {
    let Some(strike) = next_strike(&table.temple, left) else { return "The temple shakes.".into() };
    let row = strike.tiles.iter().next().map_or(0, |tile| tile.row);
    let (what, falls) = match strike.kind {
        Blow::Own(symbol) => (format!("which {symbol} tile of row {row}"), "turns face down"),
        Blow::Any => (format!("which face-up tile of row {row}"), "turns face down"),
        Blow::Remove => (format!("which tile of row {row}"), "falls at once, with the cubes on it"),
    };
    if !is_mine {
        return format!("{} {what} {falls}.", table.start.does("choose"));
    }
    let tiles: Vec<String> = strike.tiles.iter().map(|tile| table.options.layout.name(tile)).collect();
    let cards = match strike.cards {
        1 => String::new(),
        n => format!(" {n} cards hit this row, one tile after the other."),
    };
    format!("Damage: choose {what} {falls}, {}.{cards}", list(&tiles).replace(" and ", " or "))
}

pub(super) fn offer(table: &Table, action: Action) -> Offer {
    match action {
        Action::Play(card) => Offer::new(format!("Play {card}"), [Piece::card(card).key]),
        Action::Point { cube, from, to } => {
            let here = (0..CUBES).find(|&n| colour_of(n) == cube && table.cubes[n] == from);
            let key = cube_key(here.expect("offered cubes are there"));
            let start = table.name(from);
            match to {
                Place::Tile(tile) => {
                    let target = table.options.layout.name(tile);
                    let ground = match table.temple.symbol_at(tile) {
                        Some(symbol) if table.temple.up.contains(tile) => symbol.name(),
                        _ => "face down",
                    };
                    let label = format!("Move {cube} from {start} to {target} ({ground})");
                    Offer::new(label, [key, Key::cell(target)])
                }
                _ => Offer::new(format!("Lead {cube} out from {start}"), [key, Key::zone("exit")]),
            }
        }
        Action::Waste => Offer::new("Waste the point", [Key::button("waste")]),
        Action::ChooseTile(tile) => {
            let name = table.options.layout.name(tile);
            let verb = if table.temple.up.contains(tile) { "Turn" } else { "Remove" };
            let down = if table.temple.up.contains(tile) { " face down" } else { "" };
            Offer::new(format!("{verb} {name}{down}"), [Key::cell(name)])
        }
    }
}

/// A card; or a cube and then a tile, a cube on it or the way out; or a tile.
pub(super) fn intent(table: &Table, path: &[Touch]) -> Option<Action> {
    match *path {
        [Touch::Card(number)] => Some(Action::Play(Card::new(number)?)),
        [Touch::Button("waste")] => Some(Action::Waste),
        [Touch::Cell(name)] => Some(Action::ChooseTile(table.options.layout.named(name)?)),
        [cube @ Touch::Piece("cube", _), target] => {
            let mover = touched_cube(cube)?;
            let to = match target {
                Touch::Cell(name) => Place::Tile(table.options.layout.named(name)?),
                Touch::Zone("exit") => Place::Exit,
                Touch::Zone("forecourt") => Place::Forecourt,
                cube @ Touch::Piece("cube", _) => table.cubes[touched_cube(cube)?],
                _ => return None,
            };
            Some(Action::Point { cube: colour_of(mover), from: table.cubes[mover], to })
        }
        _ => None,
    }
}

fn touched_cube(touch: Touch) -> Option<usize> {
    (0..CUBES).find(|&number| cube_key(number).touch() == touch)
}

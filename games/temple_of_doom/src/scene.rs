//! Temple of Doom on the table: the forecourt, the temple and the way out, then the cards.

use boxwood_engine::{Seat, SeatSet, Viewer};
use boxwood_kit::{Card, CardSet, Colour, Hex};
use boxwood_scene::{
    Becomes, Cell, Control, Emblem, Figure, Ground, Key, Mark, Offer, Piece, Player, Prompt, Role, Scene,
    Tint, Tone, Touch, Zone, ZoneKind, count, list,
};

use super::doom::{Blow, endangered, hand_size, names, next_strike, verdict};
use super::state::colour_of;
use super::{
    Action, CUBES, MOVEMENT_CARDS, Order, Phase, Place, RELIC_CARDS, RELICS, RELICS_SHOWN, TEMPLE_CARDS,
    Table, View, moves,
};

/// Tiles are two steps wide, so that rows can be shifted by half a tile.
const UNIT: u16 = 2;
/// So many temple cards lie open in most rounds.
const USUAL_TEMPLE_CARDS: u16 = 9;

pub(super) fn scene(view: &View, viewer: Viewer) -> Scene {
    let table = &view.table;
    let seats = || Seat::all(view.hands.seats());
    let mut zones = vec![
        cubes(table, Place::Forecourt, ZoneKind::Row, "forecourt", "Forecourt, before row 1")
            .titled("Forecourt")
            .as_role(Role::Board)
            .with_room(CUBES as u16),
        temple(table),
        cubes(table, Place::Exit, ZoneKind::Row, "exit", "Out of the temple")
            .as_role(Role::Board)
            .with_room(CUBES as u16),
        cubes(table, Place::Dead, ZoneKind::Pile, "dead", "Lost cubes").as_role(Role::Discard),
        card_in_play(table),
    ];
    zones.extend(relics(table));
    zones.extend(temple_cards(table));
    zones.extend(movement(view));
    zones.extend(seats().map(|seat| hand(view, seat)));
    Scene {
        zones,
        players: seats().map(|seat| player(view, seat)).collect(),
        prompt: prompt(view, viewer),
        tags: vec![format!("Round {}", table.round)],
        ..Scene::default()
    }
}

fn player(view: &View, seat: Seat) -> Player {
    let table = &view.table;
    let player = Player::new(seat, table.active().contains(seat))
        .scoring(table.score())
        .scored("out of the temple", table.cubes_in(Place::Exit))
        .scored("relics not saved", i32::from(table.relics_saved()) - i32::from(RELICS))
        .holding(view.hands.size(seat) as u32);
    let player = match table.phase {
        Phase::Points { seat: mover, left, .. } if mover == seat => {
            player.having(Figure::Emblem(Emblem::Step), "points", left)
        }
        _ => player,
    };
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
    Zone::new(kind, key, label)
        .counting(table.cubes_in(place))
        .shown_as(Figure::Cube(colour_of(0)))
        .with_pieces(here.map(cube))
}

fn temple(table: &Table) -> Zone {
    let (temple, layout, struck) = (&table.temple, table.options.layout, endangered(table));
    let last = layout.last_row();
    let cell = |tile: Hex| {
        let ground = match temple.symbol_at(tile) {
            Some(symbol) if temple.up.contains(tile) => Ground::Tile(symbol),
            _ if temple.down.contains(tile) => Ground::TileBack { shaded: false },
            _ => Ground::Bare,
        };
        let cell =
            Cell::new(layout.name(tile), i16::from(tile.x), 2 * i16::from(tile.row), ground).sized(2, 2);
        if !temple.present().contains(tile) {
            cell.tinted(Tint::Lost)
        } else if temple.down.contains(tile) {
            cell.tinted(Tint::Danger).marked(Mark::Danger) // it falls at the end of the round
        } else if struck.contains(tile) {
            cell.tinted(Tint::Danger)
        } else if tile.row == last {
            cell.tinted(Tint::Goal)
        } else {
            cell
        }
    };
    let standing = table.cubes.iter().enumerate().filter_map(|(number, &place)| match place {
        Place::Tile(tile) => Some(cube(number).in_cell(table.options.layout.name(tile))),
        Place::Forecourt | Place::Exit | Place::Dead => None,
    });
    Zone::new(ZoneKind::Board, "temple", format!("Temple; row {last} leads out"))
        .with_unit(UNIT)
        .with_coordinates()
        .with_cells(layout.places().map(cell))
        .with_pieces(standing)
}

fn card_in_play(table: &Table) -> Zone {
    let piece = match table.phase {
        Phase::Points { seat, card, left } => {
            let note = Mark::Note(format!("{} left", count(left, "point")));
            Some(movement_card(card).marked(note).coming_from(Key::hand(seat)))
        }
        Phase::Play(_) | Phase::Damage(_) | Phase::Over => None,
    };
    Zone::new(ZoneKind::Row, "played", "Card in play").with_room(1).with_pieces(piece)
}

/// A movement card with what it does.
fn movement_card(card: Card) -> Piece {
    let points = if card.value() == 1 {
        "Its point moves".into()
    } else {
        format!("Each of its {} points moves", card.value())
    };
    Piece::card(card).explained(format!("{points} {}.", ways_of(card)))
}

/// "a red cube to any tile beside it, or any cube to a face-up Wheel tile beside it".
fn ways_of(card: Card) -> String {
    let by_symbol = format!("any cube to a face-up {} tile beside it", card.symbol());
    match card.colour() {
        Colour::White => "any cube to any tile beside it".to_string(),
        Colour::Black => by_symbol,
        colour => format!("a {colour} cube to any tile beside it, or {by_symbol}"),
    }
}

/// A relic with what saves it.
fn relic(card: Card) -> Piece {
    let cube =
        if card.colour() == Colour::White { "any cube".into() } else { format!("a {} cube", card.colour()) };
    let symbol = card.symbol();
    Piece::card(card)
        .explained(format!("It is saved if {cube} stands on a face-up {symbol} tile when the round ends."))
}

/// A temple card with what it does.
fn temple_card(card: Card) -> Piece {
    let unless = match card.colour() {
        Colour::Black => "; nothing stops it".into(),
        colour => format!(", unless a {colour} cube stands on a face-up one"),
    };
    Piece::card(card).explained(format!("Each round it turns a {} tile face down{unless}.", card.symbol()))
}

/// Cards by symbol, those that match a cube now with a tick.
fn in_the_open(table: &Table, cards: CardSet, deck: &str, look: fn(Card) -> Piece) -> Vec<Piece> {
    let matched = table.matched(cards);
    let mut sorted: Vec<Card> = cards.iter().collect();
    sorted.sort_by_key(|card| (card.symbol(), card.number()));
    let piece = |card: Card| {
        let piece = look(card).coming_from(Key::zone(deck));
        if matched.contains(card) { piece.marked(Mark::Good) } else { piece }
    };
    sorted.into_iter().map(piece).collect()
}

fn relics(table: &Table) -> [Zone; 3] {
    let saved = table.relics.gone(RELIC_CARDS);
    [
        Zone::new(ZoneKind::Row, "relics", "Relics to save")
            .titled("Relics")
            .noted(format!("{} ready", table.matched(table.relics.shown).len()))
            .with_room(RELICS_SHOWN as u16)
            .with_pieces(in_the_open(table, table.relics.shown, "relic_deck", relic)),
        Zone::new(ZoneKind::Stack, "relic_deck", "Relic deck").counting(table.relics.deck.len()),
        Zone::new(ZoneKind::Pile, "saved", format!("Saved relics, of {RELICS}"))
            .titled("Saved relics")
            .as_role(Role::Discard)
            .counting(saved.len())
            .with_pieces(saved.iter().map(relic)),
    ]
}

fn temple_cards(table: &Table) -> [Zone; 3] {
    let discards = table.temple_cards.gone(TEMPLE_CARDS);
    let open = table.temple_cards.shown;
    let shown = in_the_open(table, open, "temple_deck", temple_card);
    [
        Zone::new(ZoneKind::Row, "temple_cards", "Temple cards; black ones strike every round")
            .titled("Temple cards")
            .noted(format!("{} would strike", (open - table.matched(open)).len()))
            .with_room(USUAL_TEMPLE_CARDS)
            .with_pieces(shown),
        Zone::new(ZoneKind::Stack, "temple_deck", "Temple deck").counting(table.temple_cards.deck.len()),
        Zone::new(ZoneKind::Pile, "discards", "Matched temple cards")
            .titled("Matched")
            .as_role(Role::Discard)
            .counting(discards.len())
            .with_pieces(discards.iter().map(temple_card)),
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
            .titled("Used cards")
            .as_role(Role::Discard)
            .counting(used.len())
            .with_pieces(used.iter().map(movement_card)),
    ]
}

/// The cards of a hand that the viewer sees, or their backs.
fn hand(view: &View, seat: Seat) -> Zone {
    let zone = match view.hands.of(seat) {
        Some(cards) => Zone::hand(seat, cards.iter().map(movement_card)),
        None => Zone::hidden_hand(seat, view.hands.size(seat), Figure::CardBack),
    };
    let most = hand_size(view.hands.seats(), seat, view.table.start, view.table.round);
    zone.with_room(most as u16).dealt_from(&Key::zone("movement_deck"))
}

fn prompt(view: &View, viewer: Viewer) -> Prompt {
    let table = &view.table;
    let is_mine = viewer.seat().is_some_and(|seat| table.active().contains(seat));
    match table.phase {
        Phase::Play(seats) => Prompt::new(play_prompt(table.options.order, seats, is_mine)),
        Phase::Points { card, left, .. } if is_mine => {
            let (text, can_move) = point_prompt(table, card, left);
            let tone = if can_move { Tone::Plain } else { Tone::Main };
            Prompt::new(text).with(Control::button("waste", "Waste the point", tone))
        }
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

/// What a point is for, and whether a cube can move with it.
fn point_prompt(table: &Table, card: Card, left: u8) -> (String, bool) {
    let (mut can_move, mut leaves) = (false, false);
    moves::each(table, card, |way| {
        can_move = true;
        leaves |= matches!(way, Action::Point { to: Place::Exit, .. });
    });
    if !can_move {
        return (format!("No cube can move with {card}. Waste the point."), false);
    }
    let point = match card.value() {
        1 => "one point".into(),
        points => format!("point {} of {points}", points - left + 1),
    };
    let out = match leaves {
        true => format!(" From row {} a cube may leave the temple.", table.options.layout.last_row()),
        false => String::new(),
    };
    let way = ways_of(card);
    (format!("Move a cube, {point}. With {card}: {way}. Touch the cube, then its place.{out}"), true)
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
        Action::Play(card) => Offer::new(format!("Play {card}"), [Key::card(card)])
            .changing(Key::card(card), Becomes::At(Key::zone("played"))),
        Action::Point { cube, from, to } => offer_point(table, cube, from, to),
        Action::Waste => Offer::new("Waste the point", [Key::button("waste")]).idle(),
        Action::ChooseTile(tile) => {
            let (name, key) = (table.options.layout.name(tile), Key::cell(table.options.layout.name(tile)));
            if table.temple.up.contains(tile) {
                return Offer::new(format!("Turn {name} face down"), [key.clone()])
                    .changing(key, Becomes::Figure(Figure::TileBack))
                    .because("It falls at the end of the next round.");
            }
            let lost = (0..CUBES).filter(|&cube| table.cubes[cube] == Place::Tile(tile));
            let offer = Offer::new(format!("Remove {name}"), [key.clone()]).changing(key, Becomes::Gone);
            lost.fold(offer, |offer, cube| offer.changing(cube_key(cube), Becomes::Gone))
        }
    }
}

/// A cube's way, and what it is good for when the round ends.
fn offer_point(table: &Table, cube: Colour, from: Place, to: Place) -> Offer {
    let here = (0..CUBES).find(|&n| colour_of(n) == cube && table.cubes[n] == from);
    let key = cube_key(here.expect("offered cubes are there"));
    let start = table.name(from);
    let (label, place) = match to {
        Place::Tile(tile) => {
            let target = table.options.layout.name(tile);
            let ground = match table.temple.symbol_at(tile) {
                Some(symbol) if table.temple.up.contains(tile) => symbol.name(),
                _ => "face down",
            };
            (format!("Move {cube} from {start} to {target} ({ground})"), Key::cell(target))
        }
        _ => (format!("Lead {cube} out from {start}"), Key::zone("exit")),
    };
    let offer = Offer::new(label, [key.clone(), place.clone()]).changing(key, Becomes::At(place.clone()));
    if to == Place::Exit {
        return offer.changing(place, Becomes::Worth(1)).because("It has escaped, which is a point for all.");
    }
    match what_a_step_changes(table, cube, from, to) {
        none if none.is_empty() => offer,
        reasons => offer.because(reasons),
    }
}

/// What the end of the round would do otherwise if this cube stood there.
fn what_a_step_changes(table: &Table, cube: Colour, from: Place, to: Place) -> String {
    let mut then = table.clone();
    then.carry(cube, from, to);
    let changed = |cards: CardSet| {
        let (before, after) = (table.matched(cards), then.matched(cards));
        (after - before, before - after)
    };
    let (saved, forgone) = changed(table.relics.shown);
    let (stopped, freed) = changed(table.temple_cards.shown);
    let told = |cards: CardSet, what: &str| (!cards.is_empty()).then(|| format!("{what} {}.", names(cards)));
    let falls = matches!(to, Place::Tile(tile) if table.temple.down.contains(tile));
    let reasons = [
        told(saved, "Saves"),
        told(stopped, "Stops"),
        told(forgone, "Gives up"),
        told(freed, "No longer stops"),
        falls.then(|| "The tile falls when the round ends.".into()),
    ];
    reasons.into_iter().flatten().collect::<Vec<_>>().join(" ")
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

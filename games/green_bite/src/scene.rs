//! Green Bite on the table: a path with the explorers in line and the monster behind them, and their cards beside it.

use boxwood_engine::{Seat, Side, Sides, Viewer};
use boxwood_kit::Card;
use boxwood_scene::{
    Cell, Figure, Ground, Key, Mark, Offer, Piece, Player, Prompt, Role, Scene, Zone, ZoneKind, list,
};

use super::advice::company;
use super::state::{Table, View, deck};
use super::words::{explorer, result};
use super::{LOW_HAND, MONSTER};

/// Two steps of the path's coordinates make a tile.
const TILE: i16 = 2;
const CARD: i16 = 3;

pub(super) fn scene(view: &View, viewer: Viewer) -> Scene {
    let table = &view.table;
    let seats = || Seat::all(table.sides.seats());
    let mut zones = vec![path(view)];
    zones.extend(seats().map(|seat| discards(table, seat)));
    zones.extend(seats().map(|seat| hand(view, viewer, seat)));
    Scene {
        zones,
        players: seats().map(|seat| player(view, seat)).collect(),
        prompt: prompt(view, viewer),
        tags: vec![format!("Round {}", table.round)],
        ..Scene::default()
    }
}

/// Whether all cards are down and the round is being played out: a moment that is only shown.
fn is_shown(view: &View) -> bool {
    view.chosen.pending().is_empty() && !view.table.is_over()
}

pub(super) fn meeple_key(sides: Sides, side: Side) -> Key {
    Key::piece("meeple", sides.colour(side))
}

pub(super) fn played_key(side: Side) -> Key {
    Key::piece("played", side.index())
}

pub(super) fn monster_key() -> Key {
    Key::piece("tile", "monster")
}

/// The cell of a card, beside the place of its explorer.
fn card_cell(place: usize) -> String {
    format!("card{place}")
}

fn place_cell(place: usize) -> String {
    format!("place{place}")
}

/// Places are counted from the monster, from 1, so that the last in line always stands before its teeth.
fn place_of(table: &Table, side: Side) -> Option<usize> {
    table.line.iter().rev().position(|&other| other == side).map(|behind| behind + 1)
}

fn path(view: &View) -> Zone {
    let table = &view.table;
    let places = 1..=table.sides.count();
    let monster = Cell::new("monster", 0, 0, Ground::Bare).labelled("Monster").sized(TILE, TILE);
    let place = |place: usize| {
        Cell::new(place_cell(place), TILE * place as i16, 0, Ground::Bare)
            .labelled(place_name(table, place))
            .sized(TILE, TILE)
    };
    let card = |place: usize| {
        Cell::new(card_cell(place), TILE * place as i16, TILE, Ground::Bare)
            .labelled(format!("Card: {}", place_name(table, place)))
            .sized(TILE, CARD)
    };
    let teeth = Piece::new(monster_key(), Figure::Tile(MONSTER))
        .in_cell("monster")
        .labelled("monster")
        .explained("It bites the last in line at the end of every round but the first.");
    let pieces = table.line.iter().enumerate().flat_map(|(ahead, &side)| {
        let place = table.line.len() - ahead;
        [Some(meeple(table, side, place)), played(view, side, place)].into_iter().flatten()
    });
    Zone::new(ZoneKind::Board, "path", "The path")
        .with_unit(TILE as u16)
        .with_cells([monster].into_iter().chain(places.clone().map(place)).chain(places.map(card)))
        .with_pieces([teeth].into_iter().chain(pieces))
}

/// "in front", "2nd", "last".
fn place_name(table: &Table, place: usize) -> String {
    match (table.line.len() + 1).checked_sub(place) {
        None | Some(0) => "path ahead".into(),
        Some(_) if place == 1 => "last".into(),
        Some(1) => "in front".into(),
        Some(2) => "2nd".into(),
        Some(3) => "3rd".into(),
        Some(ahead) => format!("{ahead}th"),
    }
}

fn meeple(table: &Table, side: Side, place: usize) -> Piece {
    let colour = table.sides.colour(side);
    let piece = Piece::new(meeple_key(table.sides, side), Figure::Meeple(colour.into()))
        .in_cell(place_cell(place))
        .owned_by(table.sides.owner(side))
        .labelled(explorer(table, side));
    if table.bitten == Some(side) { piece.marked(Mark::Note("bitten".into())) } else { piece }
}

/// The card that is down before an explorer: open to its owner, and to all once the last one is down.
fn played(view: &View, side: Side, place: usize) -> Option<Piece> {
    if !view.chosen.made().contains(side) {
        return None;
    }
    let figure = view.chosen.of(side).map_or(Figure::CardBack, |card| Figure::Card(card.number()));
    let owner = view.table.sides.owner(side);
    let name = figure.name();
    let piece = Piece::new(played_key(side), figure)
        .in_cell(card_cell(place))
        .owned_by(owner)
        .labelled(format!("{name} before {}", explorer(&view.table, side)))
        .coming_from(Key::hand(owner));
    Some(piece)
}

/// The open cards of a player's explorers; those of the last round are marked.
fn discards(table: &Table, seat: Seat) -> Zone {
    let own = table.sides.of(seat);
    let sides = own.iter().filter(|side| table.line.contains(side));
    let piece = |card: Card| {
        let piece = Piece::card(card);
        if table.shown.contains(card) { piece.marked(Mark::Last) } else { piece }
    };
    let pieces = sides.flat_map(|side| {
        let from = place_of(table, side).map(|place| Key::cell(card_cell(place)));
        sorted(table.discards(side).iter())
            .into_iter()
            .map(move |card| Piece { from: from.clone(), ..piece(card) })
    });
    let each = own.first().map_or(0, |side| deck(&table.options, table.sides, side).len() - LOW_HAND - 1);
    Zone::of(ZoneKind::Row, "discards", "discards", seat)
        .as_role(Role::Discard)
        .with_room((own.len() * each) as u16)
        .with_pieces(pieces)
}

/// By number, as in a hand.
fn sorted(cards: impl Iterator<Item = Card>) -> Vec<Card> {
    let mut cards: Vec<Card> = cards.collect();
    cards.sort_by_key(|card| card.value());
    cards
}

/// The own cards that are not down, explorer by explorer, or the backs of somebody else's.
fn hand(view: &View, viewer: Viewer, seat: Seat) -> Zone {
    let table = &view.table;
    let own = table.sides.of(seat);
    let room: usize = own.iter().map(|side| deck(&table.options, table.sides, side).len()).sum();
    let held = |side: Side| table.hand(side).len() - usize::from(view.chosen.made().contains(side));
    let zone = if viewer.is(seat) {
        let cards = own.iter().flat_map(|side| {
            let down = view.chosen.of(side);
            sorted(table.hand(side).iter().filter(move |card| Some(*card) != down))
        });
        Zone::hand(seat, cards.map(Piece::card))
    } else {
        let running = own.iter().filter(|side| table.line.contains(side));
        Zone::hidden_hand(seat, running.map(held).sum(), Figure::CardBack)
    };
    zone.dealt_from(&Key::zone_of("discards", seat)).with_room(room as u16)
}

fn player(view: &View, seat: Seat) -> Player {
    let table = &view.table;
    let own = table.sides.of(seat);
    let active = own.iter().any(|side| view.chosen.pending().contains(side));
    let first = own.first().unwrap_or(seat);
    let player = Player::new(seat, active).wearing(Figure::Meeple(table.sides.colour(first).into()));
    let mut player = own.iter().fold(player, |player, side| {
        let colour = table.sides.colour(side);
        let label = if own.len() > 1 { format!("{colour} health") } else { "health".into() };
        player.having(Figure::Cube(colour), &label, table.health[side])
    });
    player.out = own.iter().all(|side| !table.line.contains(&side));
    if table.is_over() {
        let outcome = table.outcome();
        player = player.scoring(outcome.scores[seat]);
        if !table.sides.are_several() {
            player = player.scored("explorers left behind", outcome.scores[seat]);
        }
    }
    player
}

fn prompt(view: &View, viewer: Viewer) -> Prompt {
    let table = &view.table;
    if table.is_over() {
        return Prompt::new(result(table));
    }
    if is_shown(view) {
        return Prompt::new("All cards are shown. The lowest number runs first.");
    }
    let pending = view.chosen.pending();
    let awaited = format!("Still to choose: {}.", table.sides.owners(pending).names());
    let Some(seat) = viewer.seat() else { return Prompt::new(awaited) };
    let own: Vec<Side> = table.sides.of(seat).iter().filter(|side| table.line.contains(side)).collect();
    let asked: Vec<Side> = own.iter().copied().filter(|&side| pending.contains(side)).collect();
    match (&own[..], &asked[..]) {
        ([], _) => Prompt::new(format!("Your explorer is out: watch who gets away. {awaited}")),
        (_, []) => Prompt::new(format!("{} {awaited}", down(view, &own))),
        (_, asked) => Prompt::new(question(table, asked)),
    }
}

/// "Your 4 is down."
fn down(view: &View, own: &[Side]) -> String {
    let cards: Vec<String> = own
        .iter()
        .filter_map(|&side| view.chosen.of(side))
        .map(|card| {
            let value = card.value().to_string();
            if view.table.sides.are_several() { format!("{} {value}", card.colour()) } else { value }
        })
        .collect();
    let verb = if cards.len() > 1 { "are" } else { "is" };
    format!("Your {} {verb} down.", list(&cards))
}

/// What whoever has still to choose is asked.
fn question(table: &Table, asked: &[Side]) -> String {
    let colours: Vec<&str> = asked.iter().map(|&side| table.sides.colour(side).name()).collect();
    let card = match colours[..] {
        [_, _, ..] => "Put down a card for each of your explorers.".to_string(),
        [colour] if table.sides.are_several() => format!("Put down a card for your {colour} explorer."),
        _ => "Put down a card.".into(),
    };
    let last = asked.iter().find(|&&side| table.line.top() == Some(side));
    let place = match last {
        _ if table.round == 1 => {
            "Whoever is alone with a number runs to the front, the lowest first. The first round is without a bite."
        }
        Some(_) if asked.len() == 1 => {
            "You are last in line: whoever shares your number keeps you there, and the monster bites."
        }
        _ => {
            "Whoever is alone with a number runs to the front, the lowest first. Then the last in line is bitten."
        }
    };
    format!("{card} {place}")
}

pub(super) fn offer(table: &Table, card: Card) -> Offer {
    let which = if table.sides.are_several() { format!(" for {}", card.colour()) } else { String::new() };
    Offer::new(format!("Play the {}{which}", card.value()), [Key::card(card)]).because(company(table, card))
}

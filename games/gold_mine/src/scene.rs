//! Gold Mine on the table: the row by symbols, the gold, who is inside, and two buttons.

use boxwood_engine::{Seat, SeatSet, Viewer};
use boxwood_kit::{Card, CardSet, Symbol};
use boxwood_scene::{
    Cell, Control, Emblem, Figure, Ground, Key, Mark, Offer, Piece, Player, Prompt, Role, Scene, Tint, Tone,
    Touch, Zone, ZoneKind,
};

use super::{Action, Deck, Ending, ROUNDS, Signal, TOO_MANY, Table, View, nuggets, result, shown};

/// The heap of loose nuggets has room for so many before it grows.
const NUGGETS: u16 = 8;

pub(super) fn scene(view: &View, viewer: Viewer) -> Scene {
    let table = &view.table;
    let seats = || Seat::all(table.seats());
    let mut zones =
        vec![row(table), loose(table), Zone::new(ZoneKind::Stack, "deck", "Deck").counting(table.deck.len())];
    if table.options.deck == Deck::Continue {
        zones.push(set_aside(table));
    }
    zones.extend(seats().map(|seat| signal(view, seat)));
    Scene {
        zones,
        players: seats().map(|seat| player(view, seat)).collect(),
        prompt: prompt(view, viewer),
        banner: banner(view),
        tags: vec![format!("Round {} of {ROUNDS}", round(table))],
        ..Scene::default()
    }
}

/// Whether the choices are in and not carried out yet: a moment that is only shown.
fn is_shown(view: &View) -> bool {
    view.choices.pending().is_empty() && !view.table.is_over()
}

/// One cell for each symbol, so that everybody sees at a glance which of them are dangerous.
fn row(table: &Table) -> Zone {
    let cell = |symbol: Symbol| {
        let (x, y) = (symbol.id() as i16 % 3, symbol.id() as i16 / 3);
        let cell = Cell::new(symbol.name(), 3 * x, 2 * y, Ground::Bare).sized(3, 2);
        let lying = shown(&table.row, symbol);
        match lying {
            0 => cell,
            _ if is_shaky(table, symbol) => {
                let end = if table.is_over() { "down" } else { "cracked" };
                cell.tinted(Tint::Danger).marked(Mark::Note(format!("{lying}: {end}")))
            }
            _ => cell.marked(Mark::Note(lying.to_string())),
        }
    };
    let piece = |(place, &card): (usize, &Card)| {
        let piece = Piece::card(card)
            .in_cell(card.symbol())
            .coming_from(Key::zone("deck"))
            .explained(danger(table, card.symbol()));
        if place + 1 == table.row.len() { piece.marked(Mark::Last) } else { piece }
    };
    Zone::new(ZoneKind::Board, "row", "The mine")
        .with_cells(Symbol::ALL.map(cell))
        .with_pieces(table.row.iter().enumerate().map(piece))
}

/// Whether one more card of the symbol brings the mine down; at the end, whether the last one did.
fn is_shaky(table: &Table, symbol: Symbol) -> bool {
    let enough = if table.is_over() { TOO_MANY } else { TOO_MANY - 1 };
    shown(&table.row, symbol) >= enough
}

/// What a card of this symbol means for those inside.
fn danger(table: &Table, symbol: Symbol) -> String {
    match TOO_MANY - shown(&table.row, symbol).min(TOO_MANY) {
        0 => format!("The third card with {symbol}: it has brought the mine down."),
        1 => format!("One more card with {symbol} brings the mine down."),
        more => format!("{more} more cards with {symbol} bring the mine down."),
    }
}

fn round(table: &Table) -> usize {
    ROUNDS.min(table.endings.len() + 1)
}

fn loose(table: &Table) -> Zone {
    let nugget = |n| Piece::new(Key::piece("nugget", n), Figure::Emblem(Emblem::Nugget));
    Zone::new(ZoneKind::Pile, "loose", "Loose nuggets")
        .as_role(Role::Market)
        .with_room(NUGGETS)
        .counting(table.loose)
        .with_pieces((1..=table.loose).map(nugget))
}

/// The thumb or tile of somebody who has chosen; that of a runner stays down for the round. Others see
/// that it is there, but not what it says until all are shown.
fn signal(view: &View, seat: Seat) -> Zone {
    let (table, choices) = (&view.table, &view.choices);
    let (look, _) = sign(table.options.signal, Action::Stay);
    let zone = Zone::of(ZoneKind::Row, "signal", "choice", seat).with_room(1).shown_as(look);
    let is_outside = !table.is_over() && !choices.asked().contains(seat);
    let known = if is_outside { Some(Action::Run) } else { choices.of(seat) };
    let (figure, name) = match known {
        Some(action) => sign(table.options.signal, action),
        None if choices.made().contains(seat) => (Figure::Emblem(Emblem::Fist), "closed hand"),
        None => return zone,
    };
    let piece = Piece::new(signal_key(seat), figure).labelled(format!("{} {name}", seat.owns()));
    zone.with_pieces([if is_outside { piece.marked(Mark::Dim) } else { piece }])
}

/// What shows somebody's choice.
pub(super) fn signal_key(seat: Seat) -> Key {
    Key::piece("signal", seat.index())
}

fn sign(signal: Signal, action: Action) -> (Figure, &'static str) {
    match (signal, action) {
        (Signal::Thumb, Action::Stay) => (Figure::Emblem(Emblem::ThumbUp), "thumb up"),
        (Signal::Thumb, Action::Run) => (Figure::Emblem(Emblem::ThumbDown), "thumb down"),
        (Signal::Tile, Action::Stay) => (Figure::Tile(Symbol::Arrow), "green tile"),
        (Signal::Tile, Action::Run) => (Figure::TileBack, "brown tile"),
    }
}

/// By symbol, because that is what matters for the risk.
fn set_aside(table: &Table) -> Zone {
    let of_symbol = |symbol| (table.set_aside & CardSet::of_symbol(symbol)).iter();
    let piece = |card: Card| Piece::card(card).labelled(card.symbol().name());
    Zone::new(ZoneKind::Pile, "set_aside", "Cards of earlier rounds")
        .titled("Earlier rounds")
        .as_role(Role::Discard)
        .counting(table.set_aside.len())
        .with_pieces(Symbol::ALL.into_iter().flat_map(of_symbol).map(piece))
}

fn player(view: &View, seat: Seat) -> Player {
    let (table, choices) = (&view.table, &view.choices);
    let player = Player::new(seat, choices.pending().contains(seat))
        .scoring(table.banks[seat])
        .with_rounds(by_round(table, seat));
    if table.is_over() {
        return player;
    }
    let runs = is_shown(view) && choices.of(seat) == Some(Action::Run);
    let is_inside = choices.asked().contains(seat) && !runs;
    player
        .having(Figure::Emblem(Emblem::Sack), "bag", table.bags[seat])
        .with("place", if is_inside { "inside" } else { "outside" })
}

/// What somebody brought to the bank in each round that is over, where that is known.
fn by_round(table: &Table, seat: Seat) -> Vec<i32> {
    let banks = || table.banked.iter().map(|banks| banks.get(seat).copied().map_or(0, i32::from));
    banks().zip([0].into_iter().chain(banks())).map(|(after, before)| after - before).collect()
}

fn prompt(view: &View, viewer: Viewer) -> Prompt {
    let (table, choices) = (&view.table, &view.choices);
    if table.is_over() {
        return Prompt::new(result(table));
    }
    if is_shown(view) {
        return Prompt::new("All have chosen.");
    }
    let pending = choices.pending();
    let Some(seat) = viewer.seat().filter(|seat| choices.asked().contains(*seat)) else {
        let outside = if viewer.seat().is_some() { "You are outside until the next round. " } else { "" };
        return Prompt::new(format!("{outside}{}", still_to_choose(pending)));
    };
    match choices.of(seat) {
        None => {
            let button = |key, action| Control::button(key, label(table, action), Tone::Plain);
            Prompt::new(question(table, seat))
                .with(button("stay", Action::Stay))
                .with(button("run", Action::Run))
        }
        Some(Action::Stay) => Prompt::new(format!("You stay inside. {}", still_to_choose(pending))),
        Some(Action::Run) => Prompt::new(format!("You run. {}", still_to_choose(pending))),
    }
}

fn still_to_choose(pending: SeatSet) -> String {
    format!("Still to choose: {}.", pending.names())
}

fn question(table: &Table, seat: Seat) -> String {
    let loot = match (table.bags[seat], table.loose) {
        (bag, 0) => nuggets(bag),
        (0, _) => "your part of the loose nuggets".into(),
        (bag, _) => format!("{} and your part of the loose ones", nuggets(bag)),
    };
    let shaky = Symbol::ALL.into_iter().filter(|&symbol| is_shaky(table, symbol)).map(Symbol::name);
    let warning = match shaky.collect::<Vec<_>>().join(" or ") {
        none if none.is_empty() => "The third card of a symbol brings the mine down.".into(),
        shaky => {
            format!("A third card with {shaky} brings the mine down, and whoever is inside loses the bag.")
        }
    };
    format!("Stay, or run to the bank with {loot}? {warning}")
}

/// What happened to the mine, while the first card of the next round lies there and at the end.
fn banner(view: &View) -> Option<String> {
    let table = &view.table;
    if is_shown(view) || table.row.len() > 1 && !table.is_over() {
        return None;
    }
    let ending = match table.endings.top()? {
        Ending::Empty => "Everybody is out of the mine.".to_string(),
        Ending::Collapse { symbol, buried } => {
            format!("The third card with {symbol} brings the mine down on {}.", buried.names())
        }
    };
    let then = if table.is_over() { "The game is over." } else { "A new round begins." };
    Some(format!("{ending} {then}"))
}

fn label(table: &Table, action: Action) -> String {
    let verb = match action {
        Action::Stay => "Stay",
        Action::Run => "Run",
    };
    format!("{verb} ({})", sign(table.options.signal, action).1)
}

pub(super) fn offer(view: &View, action: Action) -> Offer {
    let key = match action {
        Action::Stay => Key::button("stay"),
        Action::Run => Key::button("run"),
    };
    Offer::new(label(&view.table, action), [key])
}

pub(super) fn intent(path: &[Touch]) -> Option<Action> {
    match path {
        [Touch::Button("stay")] => Some(Action::Stay),
        [Touch::Button("run")] => Some(Action::Run),
        _ => None,
    }
}

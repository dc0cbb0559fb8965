//! Gold Mine on the table: the row by symbols, the gold, who is inside, and two buttons.

use boxwood_engine::{Seat, SeatSet, Viewer};
use boxwood_kit::{Card, CardSet, Colour, Symbol};
use boxwood_scene::{
    Cell, Control, Figure, Ground, Key, Mark, Offer, Piece, Player, Prompt, Scene, Tone, Touch, Zone,
    ZoneKind,
};

use super::{Action, Deck, Ending, ROUNDS, Signal, TOO_MANY, Table, View, nuggets, result, shown};

pub(super) fn scene(view: &View, viewer: Viewer) -> Scene {
    let table = &view.table;
    let mut zones = vec![
        row(table),
        loose(table),
        signals(view),
        Zone::new(ZoneKind::Stack, "deck", "Deck").counting(table.deck.len()),
    ];
    if table.options.deck == Deck::Continue {
        zones.push(set_aside(table));
    }
    Scene {
        zones,
        players: Seat::all(table.seats()).map(|seat| player(view, seat)).collect(),
        prompt: prompt(view, viewer),
        banner: banner(table),
        ..Scene::default()
    }
}

/// One cell for each symbol, so that everybody sees at a glance which of them are dangerous.
fn row(table: &Table) -> Zone {
    let cell = |symbol: Symbol| {
        let (x, y) = (symbol.id() as i16 % 3, symbol.id() as i16 / 3);
        let cell = Cell::new(symbol.name(), 3 * x, 2 * y, Ground::Bare).sized(3, 2);
        if is_shaky(table, symbol) { cell.marked(Mark::Danger) } else { cell }
    };
    let piece = |(place, &card): (usize, &Card)| {
        let piece = Piece::card(card).in_cell(card.symbol()).coming_from(Key::zone("deck"));
        if place + 1 == table.row.len() { piece.marked(Mark::Last) } else { piece }
    };
    let label = format!("The mine in round {} of {ROUNDS}", round(table));
    Zone::new(ZoneKind::Board, "row", label)
        .with_cells(Symbol::ALL.map(cell))
        .with_pieces(table.row.iter().enumerate().map(piece))
}

/// Whether one more card of the symbol brings the mine down; at the end, whether the last one did.
fn is_shaky(table: &Table, symbol: Symbol) -> bool {
    let enough = if table.is_over() { TOO_MANY } else { TOO_MANY - 1 };
    shown(&table.row, symbol) >= enough
}

fn round(table: &Table) -> usize {
    ROUNDS.min(table.endings.len() + 1)
}

/// Nuggets are all alike; yellow looks most like gold.
fn loose(table: &Table) -> Zone {
    let nugget = |n| Piece::new(Key::piece("nugget", n), Figure::Cube(Colour::Yellow)).labelled("nugget");
    Zone::new(ZoneKind::Pile, "loose", "Loose nuggets")
        .counting(table.loose)
        .with_pieces((1..=table.loose).map(nugget))
}

/// A thumb or tile of each who has chosen. Others see that it is there, not what it says.
fn signals(view: &View) -> Zone {
    let signal = |seat: Seat| {
        let own = view.choices.of(seat);
        let (figure, name) = match (view.table.options.signal, own) {
            (signal, Some(action)) => (Figure::Token(sign(signal, action).into()), sign(signal, action)),
            (Signal::Thumb, None) => (Figure::Token("hidden thumb".into()), "hidden thumb"),
            (Signal::Tile, None) => (Figure::TileBack, "covered tile"),
        };
        let label = format!("{} {name}", seat.owns());
        Piece::new(Key::piece("signal", seat.index()), figure).owned_by(seat).labelled(label)
    };
    Zone::new(ZoneKind::Row, "signals", "Chosen already").with_pieces(view.choices.made().iter().map(signal))
}

fn sign(signal: Signal, action: Action) -> &'static str {
    match (signal, action) {
        (Signal::Thumb, Action::Stay) => "thumb up",
        (Signal::Thumb, Action::Run) => "thumb down",
        (Signal::Tile, Action::Stay) => "green tile",
        (Signal::Tile, Action::Run) => "brown tile",
    }
}

/// By symbol, because that is what matters for the risk.
fn set_aside(table: &Table) -> Zone {
    let of_symbol = |symbol| (table.set_aside & CardSet::of_symbol(symbol)).iter();
    let piece = |card: Card| Piece::card(card).labelled(card.symbol().name());
    Zone::new(ZoneKind::Pile, "set_aside", "Cards of earlier rounds")
        .counting(table.set_aside.len())
        .with_pieces(Symbol::ALL.into_iter().flat_map(of_symbol).map(piece))
}

fn player(view: &View, seat: Seat) -> Player {
    let choices = &view.choices;
    let player = Player::new(seat, choices.pending().contains(seat)).scoring(view.table.banks[seat]);
    if view.table.is_over() {
        return player;
    }
    if !choices.asked().contains(seat) {
        return player.with("place", "outside");
    }
    let place = if choices.made().contains(seat) { "inside, has chosen" } else { "inside" };
    player.with("bag", view.table.bags[seat]).with("place", place)
}

fn prompt(view: &View, viewer: Viewer) -> Prompt {
    let (table, choices) = (&view.table, &view.choices);
    if table.is_over() {
        return Prompt::new(result(table));
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

/// Which round it is; and what just happened to the mine, while the first card of a round lies there and at the end.
fn banner(table: &Table) -> Option<String> {
    if table.row.len() > 1 && !table.is_over() {
        return Some(format!("Round {} of {ROUNDS}", round(table)));
    }
    let ending = match table.endings.top() {
        None => String::new(),
        Some(Ending::Empty) => "Everybody is out of the mine. ".into(),
        Some(Ending::Collapse { symbol, buried }) => {
            format!("The third card with {symbol} brings the mine down on {}. ", buried.names())
        }
    };
    Some(if table.is_over() {
        format!("{ending}The game is over.")
    } else {
        format!("{ending}Round {} of {ROUNDS} begins.", round(table))
    })
}

fn label(table: &Table, action: Action) -> String {
    let verb = match action {
        Action::Stay => "Stay",
        Action::Run => "Run",
    };
    format!("{verb} ({})", sign(table.options.signal, action))
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

//! Liar's Cards on the table: the track with its marker, the last showdown, and everybody's hand.

use boxwood_engine::{Seat, Viewer};
use boxwood_kit::{Card, CardSet, Symbol};
use boxwood_scene::{
    Cell, Control, Figure, Ground, Key, Mark, Offer, Piece, Player, Prompt, Scene, Tone, Touch, Zone,
    ZoneKind, count,
};

use super::{Action, Bid, HIGHEST_VALUE, MARKER, Phase, Showdown, Table, View};

pub(super) fn scene(view: &View, viewer: Viewer) -> Scene {
    let table = &view.table;
    let in_seat_order = || Seat::all(table.seats());
    let mut zones = vec![track(table)];
    zones.extend(table.last.as_ref().map(|last| showdown(table, last)));
    zones.push(
        Zone::new(ZoneKind::Stack, "deck", "Undealt cards").counting(Card::COUNT as u8 - table.dealt()),
    );
    zones.extend(in_seat_order().filter(|&seat| table.hand_size(seat) > 0).map(|seat| hand(view, seat)));
    Scene {
        zones,
        players: in_seat_order().map(|seat| player(table, seat)).collect(),
        prompt: prompt(table, viewer),
        banner: banner(table),
        ..Scene::default()
    }
}

fn player(table: &Table, seat: Seat) -> Player {
    let mut player = Player::new(seat, table.to_act() == Some(seat));
    player.out = !table.is_in(seat);
    if player.out || table.phase == Phase::Over {
        player = player.with("place", table.out.outcome(table.seats()).ranks[seat]);
    }
    if !player.out {
        player = player.with("lives", format_args!("{} of {}", table.lives[seat], table.cubes_each()));
    }
    match table.phase {
        Phase::Answer { bidder, bid } if bidder == seat => player.with("bid", bid),
        _ => player,
    }
}

/// What counts for every symbol just now.
fn wild_now(table: &Table) -> Option<Symbol> {
    match table.phase {
        Phase::Open(_) if !table.is_value_round() => Some(table.track[0]),
        Phase::Answer { bid: Bid::Cards { wild, .. }, .. } => wild,
        Phase::ChooseWild(_) | Phase::Open(_) | Phase::Answer { .. } | Phase::Over => None,
    }
}

/// The six tiles in order, the wild one askew, and the marker on what was bid last.
fn track(table: &Table) -> Zone {
    let wild = wild_now(table);
    let bid = match table.phase {
        Phase::Answer { bid: Bid::Cards { n, symbol, .. }, .. } => Some((n, symbol)),
        _ => None,
    };
    let cell = |(x, &symbol): (usize, &Symbol)| {
        let mut cell = Cell::new(symbol.name(), x as i16, 0, Ground::Bare);
        if wild == Some(symbol) {
            cell = cell.marked(Mark::Note("wild".into()));
        }
        match bid {
            Some((n, on)) if on == symbol => cell.marked(Mark::Note(format!("bid {n}"))),
            _ => cell,
        }
    };
    let tile = |&symbol: &Symbol| {
        let mut tile = Piece::new(tile_key(symbol), Figure::Tile(symbol)).in_cell(symbol);
        if wild == Some(symbol) {
            tile.askew = true;
            tile.label += ", wild";
        }
        tile
    };
    let marked = bid.map_or(table.track[0], |(_, symbol)| symbol);
    let marker =
        Piece::new(Key::piece("cube", "marker"), Figure::Cube(MARKER)).in_cell(marked).labelled("marker");
    let label = match table.dealt() {
        0 => "Track".into(),
        dealt => format!("Track, {} in all hands", count(dealt, "card")),
    };
    Zone::new(ZoneKind::Track, "track", label)
        .with_cells(table.track.iter().enumerate().map(cell))
        .with_pieces(table.track.iter().map(tile).chain([marker]))
}

fn tile_key(symbol: Symbol) -> Key {
    Key::piece("tile", symbol.name().to_lowercase())
}

/// All hands of the round before, a line for each symbol; in a value round, one line.
fn showdown(table: &Table, last: &Showdown) -> Zone {
    let (bidder, loser, bid, all) = (last.bidder, last.loser(), last.bid, last.cards());
    let lines: Vec<(String, CardSet, Option<Mark>)> = match bid {
        Bid::Cards { symbol: on, wild, .. } => Symbol::ALL
            .into_iter()
            .map(|symbol| (symbol, all & CardSet::of_symbol(symbol)))
            .filter(|(symbol, cards)| !cards.is_empty() || *symbol == on)
            .map(|(symbol, cards)| {
                let mark = match symbol {
                    _ if symbol == on => Some(Mark::Note("bid".into())),
                    _ if Some(symbol) == wild => Some(Mark::Note("wild".into())),
                    _ => None,
                };
                (format!("{} {symbol}", cards.len()), cards, mark)
            })
            .collect(),
        Bid::Sum(_) => vec![(format!("Sum {}", last.count()), all, None)],
    };
    let widest = lines.iter().map(|(_, cards, _)| cards.len()).max().unwrap_or(0).max(1) as i16;
    let cell = |(y, (label, _, mark)): (usize, &(String, CardSet, Option<Mark>))| {
        let cell = Cell::new(format!("shown{y}"), 0, y as i16, Ground::Bare).labelled(label).sized(widest, 1);
        match mark {
            Some(mark) => cell.marked(mark.clone()),
            None => cell,
        }
    };
    let counted = counted(last);
    let shown = |(y, card): (usize, Card)| {
        let owner = last.hands.iter().find(|(_, hand)| hand.contains(card)).map(|(seat, _)| seat);
        let mut piece = Piece::new(Key::piece("shown", card.number()), Figure::Card(card.number()))
            .in_cell(format_args!("shown{y}"));
        if let Some(owner) = owner {
            piece = piece.owned_by(owner).labelled(format!("{} {card}", owner.owns()));
            if table.hand_size(owner) > 0 {
                piece = piece.coming_from(Key::hand(owner));
            }
        }
        if counted.contains(card) { piece.marked(Mark::Good) } else { piece }
    };
    let pieces =
        lines.iter().enumerate().flat_map(|(y, (_, cards, _))| cards.iter().map(move |card| (y, card)));
    let made = last.count();
    let label = format!("Last call: {bidder} bid {bid}, the cards made {made}, {loser} lost a cube");
    Zone::new(ZoneKind::Board, "showdown", label)
        .with_cells(lines.iter().enumerate().map(cell))
        .with_pieces(pieces.map(shown))
}

/// The cards that made up the count.
fn counted(last: &Showdown) -> CardSet {
    match last.bid {
        Bid::Sum(_) => last.cards(),
        Bid::Cards { .. } if last.count() == 0 => CardSet::EMPTY,
        Bid::Cards { symbol, wild, .. } => {
            last.cards() & (CardSet::of_symbol(symbol) | wild.map_or(CardSet::EMPTY, CardSet::of_symbol))
        }
    }
}

/// The own cards sorted by symbol as on the track, or the backs of somebody else's.
fn hand(view: &View, seat: Seat) -> Zone {
    let zone = match view.hands.of(seat) {
        Some(hand) => {
            let mut cards: Vec<Card> = hand.iter().collect();
            cards.sort_by_key(|card| (view.table.position(card.symbol()), card.value(), card.number()));
            Zone::hand(seat, cards.into_iter().map(Piece::card))
        }
        None => Zone::hidden_hand(seat, view.hands.size(seat), Figure::CardBack),
    };
    zone.dealt_from(&Key::zone("deck"))
}

/// How the last call ended while the next round has not begun, and what is special about this one.
fn banner(table: &Table) -> Option<String> {
    let is_fresh = !matches!(table.phase, Phase::Answer { .. });
    let verdict = table.last.as_ref().filter(|_| is_fresh).map(Showdown::verdict);
    let special = match table.phase {
        Phase::Over => None,
        _ if table.is_value_round() => {
            let cards = count(table.dealt(), "card");
            Some(format!("Value round: only {cards} dealt, so bid what all values add up to."))
        }
        Phase::Answer { bid: Bid::Cards { wild: None, .. }, .. } => {
            Some(format!("{} is not wild in this round.", table.track[0]))
        }
        Phase::ChooseWild(_) | Phase::Open(_) | Phase::Answer { .. } => None,
    };
    let parts: Vec<String> = verdict.into_iter().chain(special).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

fn prompt(table: &Table, viewer: Viewer) -> Prompt {
    let Some(seat) = table.to_act() else {
        let winner = Seat::all(table.seats()).find(|&seat| table.is_in(seat));
        return Prompt::new(winner.map_or_else(String::new, |winner| format!("{}.", winner.does("win"))));
    };
    if viewer.is(seat) {
        return asked(table);
    }
    let mut text = match table.phase {
        Phase::ChooseWild(_) => format!("{} the wild symbol.", seat.does("choose")),
        Phase::Answer { bidder, bid } => {
            format!("{bidder} bid {bid}. {} to raise or to call.", seat.does("be"))
        }
        Phase::Open(_) | Phase::Over => format!("{} the bidding.", seat.does("open")),
    };
    if viewer.seat().is_some_and(|own| !table.is_in(own)) {
        text += " You are out.";
    }
    Prompt::new(text)
}

/// What whoever is to decide is asked.
fn asked(table: &Table) -> Prompt {
    let dealt = table.dealt();
    let cards = count(dealt, "card");
    let prompt = match table.phase {
        Phase::ChooseWild(_) => Prompt::new(
            "Look at your cards and choose the wild symbol: touch its tile. It moves to the start of the track.",
        ),
        Phase::Open(_) if table.is_value_round() => {
            Prompt::new(format!("You open: bid what the values of all {cards} add up to at least."))
        }
        Phase::Open(_) => Prompt::new(format!(
            "You open: bid how many of all {cards} show one symbol. Touch a tile, then choose the number. \
             {wild} is wild and counts as any symbol, unless you open with {wild} itself.",
            wild = table.track[0]
        )),
        Phase::Answer { bidder, bid } => {
            Prompt::new(format!("{bidder} bid {bid}, with {cards} dealt. {}", higher(table, bid)))
        }
        Phase::Over => Prompt::new("The game is over."),
    };
    let prompt = match bid_range(table) {
        Some((label, min, max)) if min <= max => {
            prompt.with(Control::Number { label: label.into(), min: min.into(), max: max.into() })
        }
        _ => prompt,
    };
    match table.phase {
        Phase::Answer { .. } => prompt.with(Control::button("liar", "Liar!", Tone::Bold)),
        Phase::ChooseWild(_) | Phase::Open(_) | Phase::Over => prompt,
    }
}

/// The lowest and the highest number that can be bid, on whatever symbol.
fn bid_range(table: &Table) -> Option<(&'static str, u8, u8)> {
    let dealt = table.dealt();
    match table.phase {
        Phase::Open(_) if table.is_value_round() => Some(("Sum", dealt, HIGHEST_VALUE * dealt)),
        Phase::Open(_) => Some(("Cards", 1, dealt)),
        Phase::Answer { bid: Bid::Sum(sum), .. } => Some(("Sum", sum + 1, HIGHEST_VALUE * dealt)),
        Phase::Answer { bid: Bid::Cards { n, symbol, .. }, .. } => {
            Some(("Cards", n + u8::from(table.beyond(symbol).is_empty()), dealt))
        }
        Phase::ChooseWild(_) | Phase::Over => None,
    }
}

/// What would be higher than the standing bid.
fn higher(table: &Table, bid: Bid) -> String {
    let dealt = table.dealt();
    let nothing = "Nothing is higher, so call.".to_string();
    match bid {
        Bid::Sum(sum) if sum >= HIGHEST_VALUE * dealt => nothing,
        Bid::Sum(_) => format!("Call, or bid a higher sum, {} at most.", HIGHEST_VALUE * dealt),
        Bid::Cards { n, symbol, .. } => {
            let beyond: Vec<&str> = table.beyond(symbol).iter().map(|symbol| symbol.name()).collect();
            let mut raises = vec![];
            if !beyond.is_empty() {
                raises.push(format!("{n} {}", either(&beyond)));
            }
            if n < dealt {
                let at_least = if n + 1 < dealt { "at least " } else { "" };
                raises.push(format!("{at_least}{} of any symbol", n + 1));
            }
            if raises.is_empty() {
                return nothing;
            }
            format!("Call, or bid higher: {}. Touch a tile, then choose the number.", raises.join(", or "))
        }
    }
}

/// "a", "a or b", "a, b or c".
fn either(items: &[&str]) -> String {
    match items {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => items.concat(),
    }
}

pub(super) fn offer(action: Action) -> Offer {
    match action {
        Action::ChooseWild(symbol) => Offer::new(format!("Make {symbol} wild"), [tile_key(symbol)]),
        Action::Bid { n, symbol } => {
            Offer::new(format!("Bid {n} {symbol}"), [tile_key(symbol), Key::number(n)])
        }
        Action::BidValue(sum) => Offer::new(format!("Bid a sum of {sum}"), [Key::number(sum)]),
        Action::Liar => Offer::new("Liar!", [Key::button("liar")]),
    }
}

pub(super) fn intent(view: &View, path: &[Touch]) -> Option<Action> {
    let chooses = matches!(view.table.phase, Phase::ChooseWild(_));
    match *path {
        [Touch::Button("liar")] => Some(Action::Liar),
        [Touch::Piece("tile", symbol)] if chooses => Some(Action::ChooseWild(symbol.parse().ok()?)),
        [Touch::Number(sum)] if view.table.is_value_round() => Some(Action::BidValue(sum.try_into().ok()?)),
        [Touch::Piece("tile", symbol), Touch::Number(n)]
        | [Touch::Number(n), Touch::Piece("tile", symbol)] => {
            Some(Action::Bid { n: n.try_into().ok()?, symbol: symbol.parse().ok()? })
        }
        _ => None,
    }
}

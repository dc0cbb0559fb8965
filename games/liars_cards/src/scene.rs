//! Liar's Cards on the table: the standing bid, the track with its marker, the last call, and everybody's hand.

use boxwood_engine::{Seat, Viewer};
use boxwood_kit::{Card, Symbol};
use boxwood_scene::{
    Cell, Control, Figure, Ground, Key, Mark, Offer, Piece, Player, Prompt, Role, Scene, Tone, Touch, Zone,
    ZoneKind, count,
};

use super::{Action, Bid, HIGHEST_VALUE, Phase, Showdown, Table, View, cube_colour};

pub(super) fn scene(view: &View, viewer: Viewer) -> Scene {
    let table = &view.table;
    let in_seat_order = || Seat::all(table.seats());
    let mut zones = vec![standing_bid(table), track(table), showdown(view)];
    zones.push(Zone::new(ZoneKind::Stack, "deck", "Undealt cards").counting(Card::COUNT - dealt(view)));
    zones.extend(
        in_seat_order().filter(|&seat| view.hands.size(seat) > 0).map(|seat| hand(view, viewer, seat)),
    );
    Scene {
        zones,
        players: in_seat_order().map(|seat| player(table, seat)).collect(),
        prompt: prompt(table, viewer),
        banner: banner(table),
        tags: tags(view),
        ..Scene::default()
    }
}

/// How many cards are in all hands.
fn dealt(view: &View) -> usize {
    Seat::all(view.table.seats()).map(|seat| view.hands.size(seat)).sum()
}

/// "Round 7", "24 cards dealt", "Drop is wild".
fn tags(view: &View) -> Vec<String> {
    let table = &view.table;
    let mut tags = vec![format!("Round {}", table.round())];
    if table.phase == Phase::Over {
        return tags;
    }
    tags.push(format!("{} dealt", count(dealt(view) as i64, "card")));
    match (wild_now(table), table.standing()) {
        (Some(wild), _) => tags.push(format!("{wild} is wild")),
        (None, Some((_, Bid::Cards { .. }))) => tags.push("Nothing is wild".into()),
        (None, Some((_, Bid::Sum(_)))) => tags.push("Value round".into()),
        (None, None) if table.is_value_round() => tags.push("Value round".into()),
        (None, None) => {}
    }
    tags
}

fn player(table: &Table, seat: Seat) -> Player {
    let mut player = Player::new(seat, table.to_act() == Some(seat)).having(
        Figure::Cube(cube_colour(seat)),
        "lives",
        table.lives[seat],
    );
    player.out = !table.is_in(seat);
    let outcome = table.out.outcome(table.seats());
    if player.out || table.phase == Phase::Over {
        player = player.with("place", outcome.ranks[seat]);
    }
    if table.phase == Phase::Over {
        let outlasted = outcome.scores[seat];
        player = player.scoring(outlasted).scored("players outlasted", outlasted);
    }
    match table.standing() {
        Some((bidder, bid)) if bidder == seat => player.with("bid", bid),
        _ => player,
    }
}

/// The bid that everybody looks at: its number, its symbol and whose it is; once counted, whether it is true.
fn standing_bid(table: &Table) -> Zone {
    let Some((bidder, bid)) = table.standing() else {
        return Zone::new(ZoneKind::Row, "bid", "No bid yet").as_role(Role::Board).with_room(3);
    };
    let verdict = match (table.phase, &table.last) {
        (Phase::Showdown { is_counted: true, .. }, Some(last)) if last.is_true() => Mark::Right,
        (Phase::Showdown { is_counted: true, .. }, Some(_)) => Mark::Wrong,
        _ => Mark::Last,
    };
    let number = |n: u8| Piece::new(Key::piece("bid", "number"), Figure::Token(n.to_string()));
    let pieces = match bid {
        Bid::Cards { n, symbol, .. } => {
            vec![number(n), Piece::new(Key::piece("bid", "symbol"), Figure::Tile(symbol))]
        }
        Bid::Sum(sum) => vec![number(sum).labelled(bid.to_string())],
    };
    let by = Piece::new(Key::piece("bid", "by"), Figure::Cube(cube_colour(bidder)))
        .owned_by(bidder)
        .labelled(bidder.to_string());
    Zone::new(ZoneKind::Row, "bid", format!("{}: at least {bid}", bidder.does("say")))
        .titled(format!("{} at least", bidder.does("say")))
        .as_role(Role::Board)
        .with_room(3)
        .with_pieces(pieces.into_iter().map(|piece| piece.marked(verdict.clone())).chain([by]))
}

/// Where the standing bid lies.
pub(super) fn bid_key() -> Key {
    Key::zone("bid")
}

/// What counts for every symbol just now.
fn wild_now(table: &Table) -> Option<Symbol> {
    match (table.phase, table.standing()) {
        (Phase::Open(_), _) if !table.is_value_round() => Some(table.track[0]),
        (_, Some((_, Bid::Cards { wild, .. }))) => wild,
        _ => None,
    }
}

/// The six tiles in order, the wild one askew, and the marker on what was bid last.
fn track(table: &Table) -> Zone {
    let wild = wild_now(table);
    let bid = match table.standing() {
        Some((_, Bid::Cards { n, symbol, .. })) => Some((n, symbol)),
        _ => None,
    };
    let cell = |(x, &symbol): (usize, &Symbol)| {
        let cell = Cell::new(symbol.name(), x as i16, 0, Ground::Bare);
        match bid {
            Some((n, on)) if on == symbol => cell.marked(Mark::Note(format!("bid {n}"))),
            _ => cell,
        }
    };
    let tile = |&symbol: &Symbol| {
        let mut tile = Piece::new(tile_key(symbol), Figure::Tile(symbol)).in_cell(symbol);
        if wild == Some(symbol) {
            tile.askew = true;
            tile = tile.marked(Mark::Wild);
        }
        tile
    };
    let marked = bid.map_or(table.track[0], |(_, symbol)| symbol);
    // It speaks for whoever has bid or is to bid, so it is shown in that colour.
    let speaker = table.standing().map(|(bidder, _)| bidder).or(table.to_act()).unwrap_or_default();
    let marker = Piece::new(Key::piece("cube", "marker"), Figure::Cube(cube_colour(speaker)))
        .in_cell(marked)
        .labelled("marker");
    Zone::new(ZoneKind::Track, "track", "Track")
        .with_cells(table.track.iter().enumerate().map(cell))
        .with_pieces(table.track.iter().map(tile).chain([marker]))
}

fn tile_key(symbol: Symbol) -> Key {
    Key::piece("tile", symbol.name().to_lowercase())
}

/// All hands of the last call, sorted by symbol, with those marked that counted.
fn showdown(view: &View) -> Zone {
    let zone = |label: String| Zone::new(ZoneKind::Pile, "showdown", label).as_role(Role::Discard);
    let is_being_settled = matches!(view.table.phase, Phase::Showdown { .. });
    let Some(last) = view.table.last.as_ref().filter(|_| !is_being_settled) else {
        return zone("Last call".into()).counting(0u8);
    };
    let (bidder, loser, bid, made) = (last.bidder, last.loser(), last.bid, last.count());
    let counted = last.counted();
    let shown = |(owner, card): (Seat, Card)| {
        let mut piece = Piece::new(Key::piece("shown", card.number()), Figure::Card(card.number()))
            .owned_by(owner)
            .labelled(format!("{} {card}", owner.owns()));
        if view.hands.size(owner) > 0 {
            piece = piece.coming_from(Key::hand(owner));
        }
        if counted.contains(card) { piece.marked(Mark::Good) } else { piece }
    };
    let mut cards: Vec<(Seat, Card)> =
        last.hands.iter().flat_map(|(seat, hand)| hand.iter().map(move |card| (seat, card))).collect();
    cards.sort_by_key(|(seat, card)| (view.table.position(card.symbol()), *seat, card.number()));
    zone(format!("Last call: {bidder} bid {bid}, the cards made {made}, {loser} lost a cube"))
        .counting(cards.len())
        .with_pieces(cards.into_iter().map(shown))
}

/// The own cards sorted by symbol as on the track, or the backs of somebody else's; after a call they
/// are turned up where they lie.
fn hand(view: &View, viewer: Viewer, seat: Seat) -> Zone {
    let table = &view.table;
    let zone = match view.hands.of(seat) {
        Some(hand) => {
            let mut cards: Vec<Card> = hand.iter().collect();
            cards.sort_by_key(|card| (table.position(card.symbol()), card.value(), card.number()));
            let name = format!("hand.{}", seat.index());
            let key = |place, card| {
                if viewer.is(seat) { Key::card(card) } else { Key::hidden(&name, place) }
            };
            let piece = |(place, card)| open_card(table, key(place, card), card);
            Zone::hand(seat, cards.into_iter().enumerate().map(piece))
        }
        None => Zone::hidden_hand(seat, view.hands.size(seat), Figure::CardBack),
    };
    zone.dealt_from(&Key::zone("deck")).with_room(table.options.max_cards(table.seats()).into())
}

/// A card that the viewer sees: whether it is wild, and once they are counted, whether it counts.
fn open_card(table: &Table, key: Key, card: Card) -> Piece {
    let is_wild = wild_now(table) == Some(card.symbol());
    let mut piece = Piece::new(key, Figure::Card(card.number()));
    if is_wild {
        piece = piece
            .explained("Wild: it counts for the symbol that is bid, if any card shows that symbol itself.");
    }
    match (table.phase, &table.last) {
        (Phase::Showdown { is_counted: true, .. }, Some(last)) => {
            piece.marked(if last.counted().contains(card) { Mark::Good } else { Mark::Dim })
        }
        _ if is_wild => piece.marked(Mark::Wild),
        _ => piece,
    }
}

/// How the last call ended while the next round has not begun, and what is special about this one.
fn banner(table: &Table) -> Option<String> {
    let is_fresh = !matches!(table.phase, Phase::Answer { .. } | Phase::Showdown { .. });
    let verdict = table.last.as_ref().filter(|_| is_fresh).map(Showdown::verdict);
    let special = match table.phase {
        Phase::Showdown { .. } | Phase::Over => None,
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
    if let Phase::Showdown { bidder, bid, .. } = table.phase {
        return Prompt::new(format!("{bidder} bid {bid}. All hands are shown."));
    }
    let Some(seat) = table.to_act() else {
        let winner = Seat::all(table.seats()).find(|&seat| table.is_in(seat));
        let said = winner.map(|winner| format!("Nobody else has a cube left. {}.", winner.does("win")));
        return Prompt::new(said.unwrap_or_default());
    };
    if viewer.is(seat) {
        return asked(table);
    }
    let mut text = match table.phase {
        Phase::ChooseWild(_) => format!("{} the wild symbol.", seat.does("choose")),
        Phase::Answer { bidder, bid } => {
            format!("{bidder} bid {bid}. {} to raise or to call.", seat.does("be"))
        }
        Phase::Open(_) | Phase::Showdown { .. } | Phase::Over => {
            format!("{} the bidding.", seat.does("open"))
        }
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
            "You open: how many of all {cards} show one symbol? {wild} is wild and counts as any symbol, unless you \
             open with {wild} itself.",
            wild = table.track[0]
        )),
        Phase::Answer { bidder, bid } => {
            Prompt::new(format!("{bidder} bid {bid} among {cards}. {}", higher(table, bid)))
        }
        Phase::Showdown { .. } | Phase::Over => Prompt::new("The game is over."),
    };
    let prompt = match bid_range(table) {
        Some((label, min, max)) if min <= max => {
            let of = if table.is_value_round() {
                vec![]
            } else {
                table.track.iter().copied().map(tile_key).collect()
            };
            prompt.with(Control::Number { label: label.into(), min: min.into(), max: max.into(), of })
        }
        _ => prompt,
    };
    match table.phase {
        Phase::Answer { .. } => prompt.with(Control::button("liar", "Liar!", Tone::Bold)),
        Phase::ChooseWild(_) | Phase::Open(_) | Phase::Showdown { .. } | Phase::Over => prompt,
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
        Phase::ChooseWild(_) | Phase::Showdown { .. } | Phase::Over => None,
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
            format!("Call, or bid higher: {}.", raises.join(", or "))
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

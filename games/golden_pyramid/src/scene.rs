//! The Golden Pyramid on the table: the pyramid level by level with its columns on quarters, stacks, market,
//! bag and cards, and everybody's cubes and hand.

use boxwood_engine::{Seat, SeatSet, Viewer};
use boxwood_kit::{Card, CardSet, Colour, Cubes, Symbol};
use boxwood_scene::{
    Becomes, Cell, Control, Figure, Ground, Key, Mark, Offer, Piece, Player, Prompt, Role, Scene, Tint, Tone,
    Touch, Zone, ZoneKind, count, list,
};

use super::board::{LEVELS, Place, QUARTERS};
use super::building::{Plan, Points, QUARTER_NAMES, is_far};
use super::drawing::half;
use super::flow::result;
use super::judge::refuges;
use super::trading::others_cubes;
use super::words::{a_tile, colours};
use super::{
    Action, DECK, Draw, HAND_LIMIT, KEEP_CARDS, Phase, Switch, Table, View, builder_colour, market_size,
};

/// A tile is two steps wide, so that its quarters have places of their own.
const UNIT: i16 = 2;
/// The tile card and its four columns; five drawn cards.
const IN_PLAY: u16 = 5;
/// Few players have more cubes.
const USUAL_CUBES: u16 = 8;
/// What the quarters are called, by where on the lower tile they are: columns stand on inner quarters.
const ARROWS: [&str; QUARTERS] = ["↘", "↙", "↗", "↖"];

pub(super) fn scene(view: &View, viewer: Viewer) -> Scene {
    let table = &view.table;
    let seats = || Seat::all(table.seats());
    let market = cubes_zone("market", "Market", &table.market)
        .as_role(Role::Supply)
        .with_room(market_size(table.seats()) as u16);
    let mut zones = vec![
        pyramid(table),
        stacks(table),
        market.dealt_from(&Key::zone("bag")),
        Zone::new(ZoneKind::Pile, "bag", "Bag").counting(table.bag.total()).shown_as(Figure::Bag),
        Zone::new(ZoneKind::Stack, "deck", "Deck").counting(deck_size(view)),
        Zone::new(ZoneKind::Pile, "discards", "Discards")
            .as_role(Role::Discard)
            .counting(table.discards.len())
            .with_pieces(table.discards.iter().map(explained)),
    ];
    zones.extend(played(table));
    zones.extend(drawn(view));
    zones.extend(seats().flat_map(|seat| [supply(table, seat), hand(view, seat)]));
    Scene {
        zones,
        players: seats().map(|seat| player(view, seat)).collect(),
        prompt: prompt(view, viewer),
        banner: banner(table),
        tags: vec![format!("Turn {}", table.turns + u16::from(table.phase != Phase::Over))],
        ..Scene::default()
    }
}

/// The seats that have to decide something.
fn active(view: &View) -> SeatSet {
    match view.table.phase {
        Phase::Answer { .. } => view.answers.pending(),
        Phase::Relocate { seat } => SeatSet::only(seat),
        Phase::Over => SeatSet::EMPTY,
        _ => SeatSet::only(view.table.on_turn),
    }
}

fn deck_size(view: &View) -> usize {
    let held: usize = Seat::all(view.table.seats()).map(|seat| view.hands.size(seat)).sum();
    DECK.len().saturating_sub(held + drawn_size(view) + view.table.shown().len())
}

fn drawn_size(view: &View) -> usize {
    view.drawn_held.into_iter().map(usize::from).sum()
}

/// Each level with the columns of the next one and the builders. Above level 1 there are only places that
/// have a tile, or could have one now.
fn pyramid(table: &Table) -> Zone {
    let built = table.pyramid.built();
    let open = built.sites();
    let endangered = built.nearly_full();
    let coming = match table.phase {
        Phase::Columns { plan, .. } => Some(plan),
        _ => None,
    };
    let is_manned = |place: Place| table.builders.iter().any(|(_, builder)| *builder == Some(place));
    let tile = |place: Place| {
        let (x, y) = place.xy();
        let (level, shift) = (place.level() - 1, i16::from(place.level() - 1));
        let planned = coming.filter(|plan| plan.site == place);
        let symbol = table.pyramid.symbol(place).or(planned.map(|plan| plan.symbol));
        let cell = Cell::new(
            place.to_string(),
            UNIT * i16::from(x) + shift,
            UNIT * i16::from(y) + shift,
            symbol.map_or(Ground::Bare, Ground::Tile),
        )
        .sized(UNIT, UNIT)
        .on_level(level);
        let cell = match place {
            Place::TOP => cell.tinted(Tint::Goal),
            _ if endangered.contains(place) && is_manned(place) => cell.tinted(Tint::Danger),
            _ => cell,
        };
        if planned.is_some() { cell.marked(Mark::Note("in work".into())) } else { cell }
    };
    let quarter = |(place, quarter, colour): (Place, usize, Option<Colour>)| {
        let (x, y) = place.fine(quarter);
        // It is a quarter of the tile below.
        let (below, shift) = (place.level() - 2, i16::from(place.level() - 2));
        let cell =
            Cell::new(quarter_name(place, quarter), i16::from(x) + shift, i16::from(y) + shift, Ground::Bare);
        let cell = cell.on_level(below).labelled(ARROWS[quarter]);
        if colour.is_none() { cell.marked(Mark::Note("next".into())) } else { cell }
    };
    let column = |(place, quarter, colour): (Place, usize, Option<Colour>)| {
        let name = quarter_name(place, quarter);
        let cube = Piece::new(Key::piece("column", &name), Figure::Cube(colour?)).in_cell(name);
        let from = Key::zone_of("cubes", table.on_turn);
        Some(cube.labelled(format!("{} column", colour?)).coming_from(from))
    };
    let builder = |(seat, &at): (Seat, &Option<Place>)| Some(meeple(seat).in_cell(at?));
    let levels = || 1..=LEVELS as u8;
    let places = |level: u8| {
        let is_there = move |place: &Place| built.contains(*place) || open.contains(*place);
        Place::all().filter(move |place| place.level() == level).filter(is_there)
    };
    let cells = levels().flat_map(|level| {
        places(level).map(tile).chain(columns_on(table, level).map(quarter)).collect::<Vec<_>>()
    });
    let columns = levels().flat_map(|level| columns_on(table, level).filter_map(column).collect::<Vec<_>>());
    Zone::new(ZoneKind::Board, "pyramid", "Pyramid")
        .with_unit(UNIT as u16)
        .with_coordinates()
        .rising()
        .with_room(LEVELS as u16)
        .with_cells(cells)
        .with_pieces(columns.chain(table.builders.iter().filter_map(builder)))
}

/// Every column that stands on a level, and the empty quarter that is next while one is being built.
fn columns_on(table: &Table, level: u8) -> impl Iterator<Item = (Place, usize, Option<Colour>)> {
    let above = Place::all().filter(move |place| place.level() == level + 1);
    let standing = above.clone().filter_map(|place| Some((place, table.pyramid.columns(place)?)));
    let standing = standing.flat_map(|(place, columns)| {
        columns.into_iter().enumerate().map(move |(quarter, colour)| (place, quarter, Some(colour)))
    });
    let mut coming = vec![];
    if let Phase::Columns { plan, cards } = table.phase {
        let chosen = cards.iter().map(|card| Some(card.colour()));
        let quarters = chosen.chain([None]).enumerate();
        coming.extend(quarters.map(|(quarter, colour)| (plan.site, quarter, colour)));
    }
    standing.chain(coming.into_iter().filter(move |(place, ..)| place.level() == level + 1))
}

/// The quarter below a tile that its column of this number stands on.
fn quarter_name(place: Place, quarter: usize) -> String {
    format!("{place}.{}", quarter + 1)
}

fn meeple(seat: Seat) -> Piece {
    Piece::new(Key::piece("meeple", seat.index()), Figure::Meeple(builder_colour(seat)))
        .owned_by(seat)
        .labelled(format!("{} builder", seat.owns()))
}

fn stacks(table: &Table) -> Zone {
    let stack = |symbol: Symbol| {
        let left = table.stacks[symbol.id()];
        let piece = Piece::new(tile_key(symbol), Figure::Tile(symbol)).labelled(symbol.name());
        let piece = piece.marked(Mark::Note(format!("{left} left")));
        if left == 0 { piece.marked(Mark::Dim) } else { piece }
    };
    Zone::new(ZoneKind::Row, "stacks", "Stacks of tiles")
        .as_role(Role::Supply)
        .with_room(Symbol::ALL.len() as u16)
        .with_pieces(Symbol::ALL.map(stack))
}

fn tile_key(symbol: Symbol) -> Key {
    Key::piece("tile", symbol.name().to_lowercase())
}

fn cube_key(place: impl std::fmt::Display, colour: Colour, n: u8) -> Key {
    Key::piece("cube", format_args!("{place}.{colour}.{n}"))
}

fn cubes_in(place: &str, cubes: &Cubes) -> Vec<Piece> {
    let piece = |(colour, n)| (1..=n).map(move |n| (colour, n));
    let cube = |(colour, n)| Piece::new(cube_key(place, colour, n), Figure::Cube(colour));
    cubes.iter().flat_map(piece).map(cube).collect()
}

fn cubes_zone(name: &str, label: &str, cubes: &Cubes) -> Zone {
    Zone::new(ZoneKind::Row, name, label).with_pieces(cubes_in(name, cubes))
}

/// A card with what it is good for.
fn explained(card: Card) -> Piece {
    let (value, colour) = (card.value(), card.colour());
    let levels = if value == 1 { "on level 1".into() } else { format!("up to level {value}") };
    Piece::card(card).explained(format!(
        "It builds {} {levels}, or gives a {colour} column. Or it is played for {}, a {colour} cube, or {}.",
        a_tile(card.symbol()),
        count(value, "random cube"),
        count(value + 1, "card")
    ))
}

/// The cards that are being played, for as long as they are.
fn played(table: &Table) -> Option<Zone> {
    let cards = table.shown() - table.discards;
    let zone = Zone::new(ZoneKind::Row, "played", "In play")
        .as_role(Role::Discard)
        .with_room(IN_PLAY)
        .for_a_while()
        .with_pieces(cards.iter().map(explained));
    (!cards.is_empty()).then_some(zone)
}

/// What was drawn and is to be chosen from; it lies there for that long.
fn drawn(view: &View) -> Option<Zone> {
    let table = &view.table;
    let zone = match table.phase {
        Phase::KeepCubes { drawn, .. } => cubes_zone("drawn", "Drawn", &drawn).dealt_from(&Key::zone("bag")),
        Phase::KeepCards { .. } => {
            let size = drawn_size(view);
            let zone = Zone::new(ZoneKind::Row, "drawn", "Drawn").counting(size);
            let back = |n| Piece::new(Key::hidden("drawn", n), Figure::CardBack);
            match view.drawn {
                Some(drawn) => zone.with_pieces(drawn.iter().map(explained)),
                None => zone.with_pieces((0..size).map(back)),
            }
            .dealt_from(&Key::zone("deck"))
        }
        _ => return None,
    };
    Some(zone.with_room(IN_PLAY).for_a_while())
}

/// A player's cubes, and the builder while it is off the board.
fn supply(table: &Table, seat: Seat) -> Zone {
    let mut pieces = cubes_in(&seat.index().to_string(), &table.cubes[seat]);
    pieces.extend(table.builders[seat].is_none().then(|| meeple(seat)));
    Zone::of(ZoneKind::Pile, "cubes", "cubes", seat)
        .with_room(USUAL_CUBES)
        .with_pieces(pieces)
        .dealt_from(&Key::zone("bag"))
}

/// The own cards, or the backs of somebody else's.
fn hand(view: &View, seat: Seat) -> Zone {
    let hand = match view.hands.of(seat) {
        Some(cards) => Zone::hand(seat, cards.iter().map(explained)),
        None => Zone::hidden_hand(seat, view.hands.size(seat), Figure::CardBack),
    };
    hand.with_room(HAND_LIMIT as u16).dealt_from(&Key::zone("deck"))
}

fn player(view: &View, seat: Seat) -> Player {
    let table = &view.table;
    let bonus = if table.phase == Phase::Over { table.bonus(seat) } else { 0 };
    let player = Player::new(seat, active(view).contains(seat))
        .scoring(table.scores[seat] + bonus)
        .scored("tiles, columns and costs", table.scores[seat])
        .scored("highest level", bonus)
        .wearing(Figure::Meeple(builder_colour(seat)))
        .with("highest level", table.highest(seat));
    // It is told from the beginning, so that nothing makes room for it later.
    match table.builders[seat] {
        Some(place) => player.with("builder on", place),
        None => player.with("builder on", "–"),
    }
}

fn banner(table: &Table) -> Option<String> {
    match table.phase {
        Phase::Answer { give, want, .. } => {
            Some(format!("{} a {give} cube for a {want} one.", table.on_turn.does("offer")))
        }
        Phase::Over if table.pyramid.built().contains(Place::TOP) => Some("The pyramid is finished.".into()),
        Phase::Over => Some("All turns are over.".into()),
        Phase::Act { .. } => {
            let is_fresh = |turn| table.turns == turn || table.turns == turn + 1;
            let last = table.last_offer.filter(|last| is_fresh(last.turn));
            last.map(|last| last.report(table.seats()))
        }
        _ => None,
    }
}

fn prompt(view: &View, viewer: Viewer) -> Prompt {
    let table = &view.table;
    if table.phase == Phase::Over {
        return Prompt::new(result(table, |seat| view.hands.size(seat)));
    }
    match viewer.seat().filter(|&seat| active(view).contains(seat)) {
        Some(seat) => asked(view, seat),
        None => Prompt::new(awaited(view, viewer)),
    }
}

/// What everybody else waits for.
fn awaited(view: &View, viewer: Viewer) -> String {
    let does = |verb: &str| view.table.on_turn.does(verb);
    match view.table.phase {
        Phase::Act { .. } | Phase::Refreshed => format!("{} an action.", does("choose")),
        Phase::Answer { .. } => {
            let own = viewer.seat().and_then(|seat| view.answers.of(seat));
            let given = match own {
                Some(true) => "You accept. ",
                Some(false) => "You decline. ",
                None => "",
            };
            format!("{given}Still to answer: {}.", view.answers.pending().names())
        }
        Phase::ToBag { .. } => format!("{} a cube for the bag.", does("choose")),
        Phase::KeepCubes { .. } => format!("{} which cubes to keep.", does("choose")),
        Phase::KeepCards { .. } => format!("{} which cards to keep.", does("choose")),
        Phase::TakeTile { site, .. } => format!("{} a substitute tile for {site}.", does("choose")),
        Phase::Columns { plan, .. } => format!("{} the columns below {}.", does("choose"), plan.site),
        Phase::Climb { site } => format!("{} whether to climb onto {site}.", does("choose")),
        Phase::Relocate { seat } => format!("{} off the full tile.", seat.does("move")),
        Phase::Discard => format!("{} down to 7 cards.", does("discard")),
        Phase::Over => String::new(),
    }
}

/// What a seat that has to decide is asked.
fn asked(view: &View, seat: Seat) -> Prompt {
    let table = &view.table;
    match table.phase {
        Phase::Act { offers } => choose_action(view, seat, offers),
        Phase::Answer { give, want, .. } => {
            let text = format!("{} you a {give} cube for a {want} one.", table.on_turn.does("offer"));
            Prompt::new(text)
                .with(Control::button("accept", label(view, seat, Action::Accept), Tone::Main))
                .with(Control::button("decline", "Decline", Tone::Plain))
        }
        Phase::Refreshed => Prompt::new(
            "Trade in the market, which costs a point: touch a cube there, then one of yours. Or end your turn.",
        )
        .with(Control::button("end", "End the turn", Tone::Plain)),
        Phase::ToBag { take, add, .. } => Prompt::new(format!(
            "You take {take} from the market and put {add} there. Touch the cube of yours that goes into the bag."
        )),
        Phase::KeepCubes { drawn, .. } => {
            let (all, kept) = (drawn.total(), count(half(drawn), "cube"));
            Prompt::new(format!("You drew {all}. Touch {kept} to keep; the rest goes back into the bag."))
        }
        Phase::KeepCards { .. } => Prompt::new(
            "Touch up to 3 of the drawn cards and keep them; the others go face up to the discards.",
        )
        .with(Control::button("keep", "Keep these", Tone::Main)),
        Phase::TakeTile { card, .. } => Prompt::new(format!(
            "No {} tile is left. Touch the stack to take a substitute from; it scores nothing itself.",
            card.symbol()
        )),
        Phase::Columns { plan, cards } => {
            let columns: Vec<Colour> = cards.iter().map(|card| card.colour()).collect();
            let points = Points::of(table, seat, plan, &columns);
            let quarter = QUARTER_NAMES[cards.len() % QUARTERS];
            Prompt::new(format!(
                "Touch the card for the {quarter} column below {}; a cube of its colour goes there. So far: {}.",
                plan.site,
                points.items()
            ))
        }
        Phase::Climb { site } => {
            Prompt::new(format!("Touch {site} to let your builder climb onto the new tile."))
                .with(Control::button("stay", label(view, seat, Action::KeepBuilder), Tone::Plain))
        }
        Phase::Relocate { .. } => Prompt::new(
            "Your builder stands on a tile with four columns and must leave it, which costs a point. \
             Touch another tile.",
        ),
        Phase::Discard => {
            let over = view.hands.size(seat).saturating_sub(super::HAND_LIMIT) as u32;
            Prompt::new(format!("Seven cards are the limit. Touch {} to discard.", count(over, "card")))
        }
        Phase::Over => Prompt::new("The game is over."),
    }
}

/// The actions of a turn, as far as there are any of a kind.
fn choose_action(view: &View, seat: Seat, offers: u8) -> Prompt {
    let (table, own) = (&view.table, view.table.cubes[seat]);
    let mut touches = vec![];
    let mut controls = vec![];
    let has_cards = view.hands.size(seat) > 0;
    if has_cards {
        touches.push("a card, then where to build, the bag or the deck".to_string());
        controls.push(Control::button("colour", "One cube of its colour", Tone::Plain));
    } else {
        for n in [1, 2] {
            let label = label(view, seat, Action::DrawCardsUnpaid(n));
            controls.push(Control::button(&format!("unpaid{n}"), label, Tone::Plain));
        }
    }
    if own.total() >= 2 {
        touches.push("a market cube, then yours".into());
    }
    let wanted: Vec<Colour> =
        Colour::ALL.into_iter().filter(|colour| others_cubes(table, seat)[colour.id()]).collect();
    let left = table.offers_per_turn().saturating_sub(offers);
    if left > 0 && !own.is_empty() && !wanted.is_empty() {
        touches.push(format!("your cube, then a colour to ask for ({left} left)"));
        controls.push(Control::Colours(wanted));
    }
    if !refuges(table, seat).is_empty() {
        touches.push("your builder, then a tile".into());
    }
    if table.options.market_refresh == Switch::On {
        controls.push(Control::button("refresh", "Renew the market", Tone::Plain));
    }
    let text = match (has_cards, &touches[..]) {
        (true, touches) => format!("Build, draw or trade. Touch {}.", touches.join("; ")),
        (false, []) => "One action. Draw cards, which cost a point each.".into(),
        (false, touches) => {
            format!("One action. Draw cards, which cost a point each, or touch {}.", touches.join("; "))
        }
    };
    Prompt { text, controls }
}

pub(super) fn offer(view: &View, seat: Seat, action: Action) -> Offer {
    let own = |colour, n| cube_key(seat.index(), colour, n);
    let card = |card: Card| Key::card(card);
    let cell = |place: Place| Key::cell(place);
    let button = |name: &str| vec![Key::button(name)];
    let path = match action {
        Action::DrawCubes { card: played, how: Draw::Random } => vec![card(played), Key::zone("bag")],
        Action::DrawCubes { card: played, how: Draw::Colour } => vec![card(played), Key::button("colour")],
        Action::KeepCubes(kept) => cubes_in("drawn", &kept).into_iter().map(|cube| cube.key).collect(),
        Action::DrawCards(played) => vec![card(played), Key::zone("deck")],
        Action::KeepCards(kept) => kept.iter().map(card).chain(button("keep")).collect(),
        Action::DrawCardsUnpaid(n) => button(&format!("unpaid{n}")),
        Action::Offer { give, want } => vec![own(give, 1), Key::colour(want)],
        Action::Accept => button("accept"),
        Action::Decline => button("decline"),
        Action::MarketTrade { take, add } => vec![cube_key("market", take, 1), own(add, 1)],
        Action::ToBag(colour) => vec![own(colour, 1)],
        Action::RefreshMarket => button("refresh"),
        Action::EndTurn => button("end"),
        Action::MoveBuilder(place) => vec![Key::piece("meeple", seat.index()), cell(place)],
        Action::Build { card: played, cell: place } => vec![card(played), cell(place)],
        Action::TakeTile(symbol) => vec![tile_key(symbol)],
        Action::Column(played) | Action::Discard(played) => vec![card(played)],
        Action::PlaceBuilder => match view.table.phase {
            Phase::Climb { site } => vec![cell(site)],
            _ => button("climb"),
        },
        Action::KeepBuilder => button("stay"),
        Action::RelocateBuilder(place) => vec![cell(place)],
    };
    with_consequences(view, seat, action, Offer::new(label(view, seat, action), path))
}

/// What an action would move, stand up or bring.
fn with_consequences(view: &View, seat: Seat, action: Action, offer: Offer) -> Offer {
    let table = &view.table;
    let own = |colour| cube_key(seat.index(), colour, 1);
    let builder = Key::piece("meeple", seat.index());
    let goes = |offer: Offer, piece: Key, place: Key| offer.changing(piece, Becomes::At(place));
    match action {
        Action::Build { card, cell } => {
            // Where the tile stands on columns, their points are still to come.
            let plan = Plan { card, site: cell, symbol: tile_for(table, card) };
            let points = Points::of(table, seat, plan, &[]);
            let more = match cell.level() {
                1 => "",
                _ => ", and more for its four columns: a card and a cube of its colour each",
            };
            offer
                .changing(Key::cell(cell), Becomes::Figure(Figure::Tile(plan.symbol)))
                .changing(Key::cell(cell), Becomes::Worth(points.total().into()))
                .because(format!("It brings {}{more}.", points.items()))
        }
        Action::Column(card) => {
            let Phase::Columns { plan, cards } = table.phase else { return offer };
            let place = Key::cell(quarter_name(plan.site, cards.len()));
            let gain = gain(table, seat, plan, &cards, card);
            let offer = offer
                .changing(place.clone(), Becomes::Figure(Figure::Cube(card.colour())))
                .changing(place, Becomes::Worth(gain.into()));
            let columns: Vec<Colour> = cards.iter().chain([&card]).map(|card| card.colour()).collect();
            offer.because(format!("Then it is {} so far.", Points::of(table, seat, plan, &columns).items()))
        }
        Action::MoveBuilder(place) => goes(offer, builder, Key::cell(place)),
        Action::RelocateBuilder(place) => {
            goes(offer, builder.clone(), Key::cell(place)).changing(builder, Becomes::Worth(-1))
        }
        Action::PlaceBuilder => match table.phase {
            Phase::Climb { site } => goes(offer, builder, Key::cell(site)),
            _ => offer,
        },
        Action::MarketTrade { take, add } => {
            let taken = goes(offer, cube_key("market", take, 1), Key::zone_of("cubes", seat));
            goes(taken, own(add), Key::zone("market"))
        }
        Action::ToBag(colour) => goes(offer, own(colour), Key::zone("bag")),
        Action::Discard(card) => goes(offer, Key::card(card), Key::zone("discards")),
        Action::DrawCardsUnpaid(n) => offer.changing(Key::zone("deck"), Becomes::Worth(-i32::from(n))),
        Action::Accept => match table.phase {
            Phase::Answer { want, .. } => goes(offer, own(want), Key::zone_of("cubes", table.on_turn)),
            _ => offer,
        },
        Action::Decline | Action::EndTurn => offer.idle(),
        Action::DrawCubes { .. }
        | Action::KeepCubes(_)
        | Action::DrawCards(_)
        | Action::KeepCards(_)
        | Action::Offer { .. }
        | Action::RefreshMarket
        | Action::TakeTile(_)
        | Action::KeepBuilder => offer,
    }
}

/// The tile that a card builds with, or some substitute for it (rule 11).
fn tile_for(table: &Table, card: Card) -> Symbol {
    let symbol = card.symbol();
    if table.stacks[symbol.id()] > 0 { symbol } else { table.symbols_left().next().unwrap_or(symbol) }
}

fn label(view: &View, seat: Seat, action: Action) -> String {
    let table = &view.table;
    match action {
        Action::DrawCubes { card, how: Draw::Random } => {
            let drawn = u32::from(card.value()).min(table.bag.total());
            format!("Play the {card} for {} (keep {})", count(drawn, "random cube"), drawn.div_ceil(2))
        }
        Action::DrawCubes { card, how: Draw::Colour } => {
            format!("Play the {card} for a {} cube", card.colour())
        }
        Action::KeepCubes(kept) => format!("Keep {}", colours(&kept)),
        Action::DrawCards(card) => {
            let kept = KEEP_CARDS.min(usize::from(card.value()) + 1);
            format!("Play the {card} for {} (keep up to {kept})", count(card.value() + 1, "card"))
        }
        Action::KeepCards(kept) if kept.is_empty() => "Keep none".into(),
        Action::KeepCards(kept) => {
            let kept: Vec<String> = kept.iter().map(|card| format!("the {card}")).collect();
            format!("Keep {}", list(&kept))
        }
        Action::DrawCardsUnpaid(n) => format!("Draw {} (−{n})", count(n, "card")),
        Action::Offer { give, want } => format!("Offer {give} for {want}"),
        Action::Accept => match table.phase {
            Phase::Answer { give, want, .. } => format!("Accept: give {want} for {give}"),
            _ => "Accept".into(),
        },
        Action::Decline => "Decline".into(),
        Action::MarketTrade { take, add } => format!("Take {take} from the market for {add}"),
        Action::ToBag(colour) => format!("Put {colour} into the bag"),
        Action::RefreshMarket => "Renew the market".into(),
        Action::EndTurn => "End the turn".into(),
        Action::MoveBuilder(place) => format!("Move the builder to {place}"),
        Action::Build { card, cell } => {
            let mut notes = vec![];
            if table.stacks[card.symbol().id()] == 0 {
                notes.push("substitute");
            }
            if is_far(table, seat, cell) {
                notes.push("−1, far away");
            }
            let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) };
            format!("Build on {cell} with the {card}{notes}")
        }
        Action::TakeTile(symbol) => format!("Take {}", a_tile(symbol)),
        Action::Column(card) => {
            let gain = match table.phase {
                Phase::Columns { plan, cards } => gain(table, seat, plan, &cards, card),
                _ => 0,
            };
            let gain = if gain == 0 { String::new() } else { format!(" ({gain:+})") };
            format!("{} column with the {card}{gain}", capital(card.colour().name()))
        }
        Action::PlaceBuilder => "Climb onto the new tile".into(),
        Action::KeepBuilder => match table.builders[seat] {
            Some(place) => format!("Stay on {place}"),
            None => "Stay".into(),
        },
        Action::RelocateBuilder(place) => format!("Go to {place}"),
        Action::Discard(card) => format!("Discard the {card}"),
    }
}

/// What one more column adds to the points of a tile.
fn gain(table: &Table, seat: Seat, plan: Plan, cards: &[Card], next: Card) -> i16 {
    let mut columns: Vec<Colour> = cards.iter().map(|card| card.colour()).collect();
    let before = Points::of(table, seat, plan, &columns).total();
    columns.push(next.colour());
    Points::of(table, seat, plan, &columns).total() - before
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Something that can be touched.
#[derive(Clone, Copy, PartialEq)]
enum Meant<'a> {
    Card(Card),
    Own(Colour),
    /// A colour that others own: one of their cubes, or its chip.
    Others(Colour),
    Market(Colour),
    Drawn(Colour),
    Place(Place),
    Tile(Symbol),
    OwnBuilder,
    Bag,
    Deck,
    Button(&'a str),
}

fn meant<'a>(seat: Seat, touch: Touch<'a>) -> Option<Meant<'a>> {
    let is_own = |number: &str| number.parse().ok().and_then(Seat::new) == Some(seat);
    match touch {
        Touch::Card(number) => Some(Meant::Card(Card::new(number)?)),
        Touch::Cell(name) => Some(Meant::Place(name.parse().ok()?)),
        Touch::Colour(colour) => Some(Meant::Others(colour)),
        Touch::Piece("tile", name) => Some(Meant::Tile(name.parse().ok()?)),
        Touch::Button(name) => Some(Meant::Button(name)),
        Touch::Zone("bag") => Some(Meant::Bag),
        Touch::Zone("deck") => Some(Meant::Deck),
        Touch::Piece("meeple", name) if is_own(name) => Some(Meant::OwnBuilder),
        Touch::Piece("cube", name) => {
            let (place, rest) = name.split_once('.')?;
            let colour = rest.split_once('.')?.0.parse().ok()?;
            Some(match place {
                "market" => Meant::Market(colour),
                "drawn" => Meant::Drawn(colour),
                own if is_own(own) => Meant::Own(colour),
                _ => Meant::Others(colour),
            })
        }
        _ => None,
    }
}

pub(super) fn intent(view: &View, seat: Seat, path: &[Touch]) -> Option<Action> {
    let touched: Vec<Meant> = path.iter().map(|touch| meant(seat, *touch)).collect::<Option<_>>()?;
    let repeats = path.iter().enumerate().any(|(place, touch)| path[..place].contains(touch));
    if repeats {
        return None;
    }
    if let [Meant::Button(name)] = touched[..] {
        return pressed(view, name);
    }
    match (view.table.phase, &touched[..]) {
        (Phase::KeepCubes { drawn, .. }, cubes) => {
            let kept: Option<Cubes> =
                cubes.iter().map(as_drawn).collect::<Option<Vec<_>>>().map(Cubes::from_iter);
            Some(Action::KeepCubes(kept.filter(|kept| !kept.is_empty() && kept.total() >= half(drawn))?))
        }
        (Phase::KeepCards { .. }, [cards @ .., Meant::Button("keep")]) => {
            Some(Action::KeepCards(cards.iter().map(as_card).collect::<Option<CardSet>>()?))
        }
        (Phase::ToBag { .. }, [Meant::Own(colour)]) => Some(Action::ToBag(*colour)),
        (Phase::TakeTile { .. }, [Meant::Tile(symbol)]) => Some(Action::TakeTile(*symbol)),
        (Phase::Columns { .. }, [Meant::Card(card)]) => Some(Action::Column(*card)),
        (Phase::Discard, [Meant::Card(card)]) => Some(Action::Discard(*card)),
        (Phase::Climb { site }, [Meant::Place(place)] | [Meant::OwnBuilder, Meant::Place(place)]) => {
            (*place == site).then_some(Action::PlaceBuilder)
        }
        (Phase::Relocate { .. }, [Meant::Place(place)] | [Meant::OwnBuilder, Meant::Place(place)]) => {
            Some(Action::RelocateBuilder(*place))
        }
        (_, [one, other]) => pair(*one, *other).or_else(|| pair(*other, *one)),
        _ => None,
    }
}

fn as_drawn(meant: &Meant) -> Option<Colour> {
    if let Meant::Drawn(colour) = meant { Some(*colour) } else { None }
}

fn as_card(meant: &Meant) -> Option<Card> {
    if let Meant::Card(card) = meant { Some(*card) } else { None }
}

/// What a button means by itself.
fn pressed(view: &View, name: &str) -> Option<Action> {
    match name {
        "unpaid1" => Some(Action::DrawCardsUnpaid(1)),
        "unpaid2" => Some(Action::DrawCardsUnpaid(2)),
        "accept" => Some(Action::Accept),
        "decline" => Some(Action::Decline),
        "refresh" => Some(Action::RefreshMarket),
        "end" => Some(Action::EndTurn),
        "stay" => Some(Action::KeepBuilder),
        "keep" if matches!(view.table.phase, Phase::KeepCards { .. }) => {
            Some(Action::KeepCards(CardSet::EMPTY))
        }
        _ => None,
    }
}

/// What two touches mean in this order; the other one means the same.
fn pair(one: Meant, other: Meant) -> Option<Action> {
    match (one, other) {
        (Meant::Card(card), Meant::Bag) => Some(Action::DrawCubes { card, how: Draw::Random }),
        (Meant::Card(card), Meant::Button("colour")) => Some(Action::DrawCubes { card, how: Draw::Colour }),
        (Meant::Card(card), Meant::Deck) => Some(Action::DrawCards(card)),
        (Meant::Card(card), Meant::Place(cell)) => Some(Action::Build { card, cell }),
        (Meant::Own(give), Meant::Others(want)) => Some(Action::Offer { give, want }),
        (Meant::Market(take), Meant::Own(add)) => Some(Action::MarketTrade { take, add }),
        (Meant::OwnBuilder, Meant::Place(place)) => Some(Action::MoveBuilder(place)),
        _ => None,
    }
}

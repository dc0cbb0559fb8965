//! Flower Garden on the table: flowers and piles, the rows of the shop, and everybody's garden.

use boxwood_engine::Seat;
use boxwood_kit::{Card, CardSet, Colour, Symbol};
use boxwood_scene::{
    Becomes, Cell, Control, Figure, Ground, Key, Mark, Offer, Piece, Player, Prompt, Role, Scene, Tone,
    Touch, Zone, ZoneKind, count, list,
};

use super::state::{Garden, Phase, Row, Table, colours, is_wild, limit};
use super::words::flowers;
use super::{Action, COLOURS, EMPTY_PILES, HAND, MOST_EXCHANGED, View};

/// A flower pile this low is about to run out.
const LOW: u8 = 3;
/// So many beds lie side by side.
const BEDS_ABREAST: usize = 6;
/// So many cards of a row lie side by side; those of a longer one lie closer.
const USUAL_ROW: u16 = 3;
/// So many places there are at least for second rows of a symbol; one is always free.
const FURTHER_PLACES: usize = 3;
/// Few players have more loose flowers.
const USUAL_LOOSE: u16 = 8;

pub(super) fn scene(view: &View) -> Scene {
    let table = &view.table;
    let mut zones: Vec<Zone> = COLOURS.into_iter().map(|colour| flower_pile(table, colour)).collect();
    zones.extend([draw_pile(view), discard(table)]);
    zones.extend(shop_zones(table));
    for seat in Seat::all(table.seats()) {
        zones.extend([garden(view, seat), loose(table, seat), hand(view, seat)]);
    }
    Scene {
        zones,
        players: Seat::all(table.seats()).map(|seat| player(view, seat)).collect(),
        prompt: prompt(view),
        banner: banner(view),
        tags: vec![which_pile(view)],
        ..Scene::default()
    }
}

fn flower_pile(table: &Table, colour: Colour) -> Zone {
    let (left, label) = (table.supply.count(colour), format!("{} flowers left", capital(colour.name())));
    let top =
        Piece::new(Key::piece("flower", colour), Figure::Cube(colour)).labelled(format!("{colour} flower"));
    let top = if left <= LOW { top.marked(Mark::Danger) } else { top };
    let shown = (left > 0).then_some(top);
    Zone::new(ZoneKind::Pile, &format!("flowers.{colour}"), label)
        .titled(capital(colour.name()))
        .counting(left)
        .with_pieces(shown)
}

fn draw_pile(view: &View) -> Zone {
    Zone::new(ZoneKind::Stack, "pile", "Draw pile").counting(view.pile)
}

/// Rule 9: how far the game is.
fn which_pile(view: &View) -> String {
    let (emptied, limit) = (view.table.emptied(view.pile.into()), limit(view.table.seats()));
    format!("Draw pile {} of {limit}", limit.min(emptied + 1))
}

fn discard(table: &Table) -> Zone {
    let from_hand = match table.phase {
        Phase::Exchange { seat, .. } => Some(Key::hand(seat)),
        Phase::Choose(_) | Phase::Shop { .. } | Phase::Over => None,
    };
    let piece = |card| Piece { from: from_hand.clone(), ..explained(card) };
    Zone::new(ZoneKind::Pile, "discard", "Discard pile")
        .as_role(Role::Discard)
        .counting(table.discard.len())
        .with_pieces(by_symbol(table.discard).into_iter().map(piece))
}

/// As they lie in rows: by symbol, the highest first.
fn by_symbol(cards: CardSet) -> Vec<Card> {
    let mut cards: Vec<Card> = cards.iter().collect();
    cards.sort_by_key(|card| (card.symbol(), std::cmp::Reverse(card.value()), card.number()));
    cards
}

/// A stall for each symbol, whether there is a row or not, so that rows keep their places; then those for
/// second rows.
fn shop_zones(table: &Table) -> Vec<Zone> {
    let lay = |key: String, label: &str, row: Option<&Row>| match row {
        Some(row) => shop_row(table, row, &key),
        None => Zone::new(ZoneKind::Row, &key, label).with_room(USUAL_ROW),
    };
    let stall = |symbol: Symbol| lay(stall_of(symbol), symbol.name(), first_row(table, symbol));
    let mut zones: Vec<Zone> = Symbol::ALL.into_iter().map(stall).collect();
    let further: Vec<&Row> = further_rows(table).collect();
    let place = |place: usize| lay(further_place(place), "New row", further.get(place).copied());
    zones.extend((0..FURTHER_PLACES.max(further.len() + 1)).map(place));
    zones
}

/// The row that was started first, of those of this symbol.
fn first_row(table: &Table, symbol: Symbol) -> Option<&Row> {
    table.rows.iter().find(|row| row.last().symbol() == symbol)
}

/// The rows beside which there is an older one of their symbol (R1).
fn further_rows(table: &Table) -> impl Iterator<Item = &Row> {
    table.rows.iter().filter(|row| first_row(table, row.last().symbol()) != Some(row))
}

fn stall_of(symbol: Symbol) -> String {
    format!("row.{}", symbol.name().to_lowercase())
}

fn further_place(place: usize) -> String {
    format!("further.{}", place + 1)
}

/// Where a row lies in the shop.
fn place_of(table: &Table, row: &Row) -> Key {
    match further_rows(table).position(|further| further == row) {
        Some(place) => Key::zone(further_place(place)),
        None => Key::zone(stall_of(row.last().symbol())),
    }
}

/// Where a row of this symbol is started: in its stall, unless there is one.
fn starting_place(table: &Table, symbol: Symbol) -> Key {
    match first_row(table, symbol) {
        Some(_) => Key::zone(further_place(further_rows(table).count())),
        None => Key::zone(stall_of(symbol)),
    }
}

/// The row with what it says to a shopper; the cards of this turn are marked.
fn shop_row(table: &Table, row: &Row, key: &str) -> Zone {
    let (id, last, length) = (row.id, row.last(), row.cards.len());
    let (fresh, from) = match table.phase {
        Phase::Shop { seat, row, laid } if row == id => (usize::from(laid), Some(Key::hand(seat))),
        _ => (0, None),
    };
    let piece = |(place, &card): (usize, &Card)| match place + fresh >= length {
        true => Piece { from: from.clone(), ..explained(card) }.marked(Mark::Last),
        false => explained(card),
    };
    let label = format!("Row {id}: {} ×{length}, last {}", last.symbol(), last.value());
    Zone::new(ZoneKind::Row, key, label)
        .with_room(USUAL_ROW)
        .with_pieces(row.cards.iter().enumerate().map(piece))
}

/// A card with what it is good for.
fn explained(card: Card) -> Piece {
    let (symbol, value) = (card.symbol(), card.value());
    let (shop, plant) = match is_wild(card) {
        true => ("flowers of any one colour".into(), format!("{} of one colour", count(value, "flower"))),
        false => (format!("{} flowers", card.colour()), flowers(value, card.colour())),
    };
    let points = count(value, "point");
    Piece::card(card).explained(format!(
        "Last in a row of {symbol} it brings {shop}. Planted with {plant} it is worth {points}."
    ))
}

/// The beds with their flowers, and in the own garden the place for a new one.
fn garden(view: &View, seat: Seat) -> Zone {
    let garden = &view.table.gardens[seat];
    let beds: Vec<(Colour, Card)> = COLOURS
        .into_iter()
        .flat_map(|colour| by_symbol(garden.beds[colour.id()]).into_iter().map(move |card| (colour, card)))
        .collect();
    let at = |name: &str, place: usize| {
        let (x, y) = (place % BEDS_ABREAST, place / BEDS_ABREAST);
        Cell::new(name, 2 * x as i16, 3 * y as i16, Ground::Bare).sized(2, 3)
    };
    let cell =
        |(place, &(_, card)): (usize, &(Colour, Card))| at(&bed_name(card), place).labelled(card.to_string());
    let own = view.viewer.is(seat) && view.table.phase != Phase::Over;
    let new_bed = own.then(|| at("new_bed", beds.len()).labelled("new bed"));
    let bed = |&(colour, card): &(Colour, Card)| {
        let planted = move |n| {
            Piece::new(Key::piece("planted", format_args!("{}.{n}", card.number())), Figure::Bloom(colour))
                .labelled(format!("planted {colour} flower"))
                .coming_from(Key::zone_of("loose", seat))
        };
        let pieces = [explained(card).coming_from(Key::hand(seat))].into_iter();
        pieces.chain((1..=card.value()).map(planted)).map(move |piece| piece.in_cell(bed_name(card)))
    };
    let label = format!("garden, {} planted", garden.planted());
    Zone::of(ZoneKind::Board, "garden", &label, seat)
        .with_unit(2)
        .with_room(BEDS_ABREAST as u16)
        .with_cells(beds.iter().enumerate().map(cell).chain(new_bed))
        .with_pieces(beds.iter().flat_map(bed))
}

fn bed_name(card: Card) -> String {
    format!("bed{}", card.number())
}

fn loose(table: &Table, seat: Seat) -> Zone {
    let own = table.gardens[seat].loose;
    let flower = |colour: Colour, n| {
        Piece::new(loose_key(seat, colour, n), Figure::Cube(colour))
            .labelled(format!("{colour} flower"))
            .coming_from(Key::zone(format_args!("flowers.{colour}")))
    };
    let all = own.iter().flat_map(|(colour, n)| (1..=n).map(move |n| flower(colour, n)));
    Zone::of(ZoneKind::Pile, "loose", "loose flowers, −1 each", seat)
        .with_room(USUAL_LOOSE)
        .counting(own.total())
        .with_pieces(all)
}

fn loose_key(seat: Seat, colour: Colour, n: u8) -> Key {
    Key::piece("flower", format_args!("{}.{colour}.{n}", seat.index()))
}

fn hand(view: &View, seat: Seat) -> Zone {
    let hand = match view.hands.of(seat) {
        Some(cards) => Zone::hand(seat, by_symbol(cards).into_iter().map(explained)),
        None => Zone::hidden_hand(seat, view.hands.size(seat), Figure::CardBack),
    };
    hand.with_room(HAND as u16).dealt_from(&Key::zone("pile"))
}

fn player(view: &View, seat: Seat) -> Player {
    let garden = &view.table.gardens[seat];
    Player::new(seat, view.table.to_act() == Some(seat))
        .scoring(garden.score())
        .scored("planted", garden.planted())
        .scored("loose", -(garden.loose.total() as i32))
        .with("planted", garden.planted())
        .with("loose", garden.loose.total())
        .holding(view.hands.size(seat))
}

/// What is about to end the game, because the end is sudden.
fn banner(view: &View) -> Option<String> {
    let table = &view.table;
    let mut warnings = vec![];
    if table.empty_piles() + 1 == EMPTY_PILES {
        let gone = COLOURS.into_iter().find(|&colour| table.supply.count(colour) == 0);
        let gone = gone.map_or_else(String::new, |colour| format!("No {colour} flowers are left: "));
        warnings.push(format!("{gone}one more empty flower pile ends the game."));
    }
    if table.emptied(view.pile.into()) + 1 == limit(table.seats()) {
        warnings.push("The game ends when the draw pile is emptied once more.".into());
    }
    (table.phase != Phase::Over && !warnings.is_empty()).then(|| warnings.join(" "))
}

fn prompt(view: &View) -> Prompt {
    let table = &view.table;
    match table.phase {
        Phase::Over => Prompt::new(format!("{}. {}", table.why_over(view.pile.into()), table.result())),
        Phase::Choose(seat) if view.viewer.is(seat) => choose(view, seat),
        Phase::Choose(seat) => Prompt::new(format!("{} to shop, plant or exchange.", seat.does("be"))),
        Phase::Shop { seat, row, .. } => match table.row(row) {
            Some(row) if view.viewer.is(seat) => shop(view, row),
            _ => Prompt::new(format!("{} in row {row}.", seat.does("shop"))),
        },
        Phase::Exchange { seat, discarded } if view.viewer.is(seat) => exchange(discarded),
        Phase::Exchange { seat, discarded } => {
            let cards = count(discarded, "card");
            Prompt::new(format!("{} cards, {cards} so far.", seat.does("exchange")))
        }
    }
}

/// The viewer's own cards.
fn own_hand(view: &View) -> CardSet {
    view.viewer.seat().and_then(|seat| view.hands.of(seat)).unwrap_or_default()
}

fn choose(view: &View, seat: Seat) -> Prompt {
    let garden: &Garden = &view.table.gardens[seat];
    let has = |card: Card, colour: Colour| garden.loose.count(colour) >= card.value();
    let beds: Vec<Card> = by_symbol(own_hand(view))
        .into_iter()
        .filter(|&card| colours(card).iter().any(|&colour| has(card, colour)))
        .collect();
    let mut text =
        String::from("Shop, plant or exchange. Touch a card, then a row, the new bed or the discard pile.");
    if !beds.is_empty() {
        let names: Vec<String> = beds.iter().map(|card| card.to_string()).collect();
        text += &format!(" You can plant {}.", list(&names));
    }
    let wild = |colour: Colour| beds.iter().any(|&card| is_wild(card) && has(card, colour));
    let open: Vec<Colour> = COLOURS.into_iter().filter(|&colour| wild(colour)).collect();
    if open.is_empty() {
        return Prompt::new(text);
    }
    Prompt::new(text).with(Control::Colours(open))
}

fn shop(view: &View, row: &Row) -> Prompt {
    let (id, last) = (row.id, row.last());
    let more = match own_hand(view).iter().any(|card| row.fits(card)) {
        true if last.value() > 1 => format!(", or add another {} of {} or less", last.symbol(), last.value()),
        true => format!(", or add another {} 1", last.symbol()),
        false => String::new(),
    };
    let length = row.cards.len() as i64;
    let clears = if row.has_equals() { " Its equal cards clear the row." } else { "" };
    let has = format!("Row {id} has {}", count(length, "card"));
    if is_wild(last) {
        let text = format!(
            "{has}, the last one wild: name the colour of your {}{more}.{clears}",
            count(length, "flower")
        );
        return Prompt::new(text).with(Control::Colours(COLOURS.to_vec()));
    }
    let left = view.table.supply.count(last.colour());
    let short = match i64::from(left) < length {
        true if left == 0 => format!(" There are no {} flowers any more.", last.colour()),
        true => format!(" Only {} left.", flowers(left, last.colour())),
        false => String::new(),
    };
    let label = take_label(view, row, last.colour());
    Prompt::new(format!("{has}: take {}{more}.{clears}{short}", flowers(length, last.colour())))
        .with(Control::button("take", label, Tone::Main))
}

fn take_label(view: &View, row: &Row, colour: Colour) -> String {
    match view.table.supply.count(colour).min(row.cards.len() as u8) {
        0 => format!("Take no {colour} flowers"),
        n => format!("Take {}", flowers(n, colour)),
    }
}

fn exchange(discarded: u8) -> Prompt {
    let cards = count(discarded, "card");
    let text = match discarded < MOST_EXCHANGED {
        true => format!("{cards} discarded. Discard more, up to {MOST_EXCHANGED}, or draw as many."),
        false => format!("{cards} discarded, which is the most. Now draw as many."),
    };
    Prompt::new(text).with(Control::button("draw", format!("Draw {cards}"), Tone::Main))
}

pub(super) fn offer(view: &View, seat: Seat, action: Action) -> Offer {
    match action {
        Action::Shop { card, row } => offer_row(view, card, row),
        Action::Take(colour) => offer_flowers(view, seat, colour),
        Action::Plant { card, colour } => offer_bed(seat, card, colour),
        Action::Exchange(card) => {
            let discard = Key::zone("discard");
            Offer::new(format!("Exchange {card} for another card"), [Key::card(card), discard.clone()])
                .changing(Key::card(card), Becomes::At(discard))
        }
        Action::Draw => {
            let cards = match view.table.phase {
                Phase::Exchange { discarded, .. } => count(discarded, "card"),
                Phase::Choose(_) | Phase::Shop { .. } | Phase::Over => "cards".into(),
            };
            Offer::new(format!("Draw {cards}"), [Key::button("draw")])
        }
    }
}

/// A card for a row: how many flowers it then brings.
fn offer_row(view: &View, card: Card, row: Option<u16>) -> Offer {
    let row = row.and_then(|id| view.table.row(id));
    let length = 1 + row.map_or(0, |row| row.cards.len());
    let n = match is_wild(card) {
        true => length,
        false => length.min(view.table.supply.count(card.colour()).into()),
    };
    let brings = match is_wild(card) {
        true => count(n as i64, "flower"),
        false => flowers(n as i64, card.colour()),
    };
    let (label, place) = match row {
        Some(row) => (format!("Add {card} to row {} ({brings})", row.id), place_of(&view.table, row)),
        None => {
            let place = starting_place(&view.table, card.symbol());
            (format!("Start a row with {card} ({brings})"), place)
        }
    };
    let clears = row.is_some_and(|row| row.has_equals() || row.last().value() == card.value());
    let then = if clears { " Its equal cards then clear it." } else { "" };
    let colour = if is_wild(card) { ", in a colour you name" } else { "" };
    Offer::new(label, [Key::card(card), place.clone()])
        .changing(Key::card(card), Becomes::At(place.clone()))
        .changing(place, Becomes::Worth(n as i32))
        .because(format!(
            "The row has {} then, so it brings {brings}{colour}.{then}",
            count(length as i64, "card")
        ))
}

/// The flowers of a row, and what becomes of it (R3).
fn offer_flowers(view: &View, seat: Seat, colour: Option<Colour>) -> Offer {
    let key = colour.map_or_else(|| Key::button("take"), Key::colour);
    let Some(row) = shopped(view) else { return Offer::new("Take flowers", [key]) };
    let colour = colour.unwrap_or(row.last().colour());
    let mut offer = Offer::new(take_label(view, row, colour), [key]);
    for _ in 0..view.table.supply.count(colour).min(row.cards.len() as u8) {
        offer = offer.changing(Key::zone_of("loose", seat), Becomes::Figure(Figure::Cube(colour)));
    }
    if row.has_equals() {
        let discard =
            |offer: Offer, &card: &Card| offer.changing(Key::card(card), Becomes::At(Key::zone("discard")));
        offer = row
            .cards
            .iter()
            .fold(offer, discard)
            .because("The row has equal cards, so all of it is discarded.");
    }
    offer
}

/// A bed: what was loose and cost points is planted and brings them.
fn offer_bed(seat: Seat, card: Card, colour: Option<Colour>) -> Offer {
    let bed = Key::cell("new_bed");
    let (n, of) = (card.value(), colour.unwrap_or(card.colour()));
    let path = [Key::card(card), bed.clone()].into_iter().chain(colour.map(Key::colour));
    let offer = Offer::new(format!("Plant {card} with {}", flowers(n, of)), path)
        .changing(Key::card(card), Becomes::At(bed.clone()))
        .changing(bed.clone(), Becomes::Worth(2 * i32::from(n)));
    let planted =
        |offer: Offer, flower| offer.changing(loose_key(seat, of, flower), Becomes::At(bed.clone()));
    (1..=n).fold(offer, planted).because(match n {
        1 => "Loose, the flower costs a point; planted, it brings one.".into(),
        _ => format!("Loose, the {n} flowers cost {n} points; planted, they bring {n}."),
    })
}

/// The row that cards are being laid in.
fn shopped(view: &View) -> Option<&Row> {
    match view.table.phase {
        Phase::Shop { row, .. } => view.table.row(row),
        Phase::Choose(_) | Phase::Exchange { .. } | Phase::Over => None,
    }
}

pub(super) fn intent(view: &View, path: &[Touch]) -> Option<Action> {
    match *path {
        [Touch::Button("take")] => Some(Action::Take(None)),
        [Touch::Button("draw")] => Some(Action::Draw),
        [Touch::Colour(colour)] => Some(Action::Take(Some(colour))),
        [Touch::Zone(pile)] => take_from(view, pile.strip_prefix("flowers.")?.parse().ok()?),
        [Touch::Piece("flower", pile)] => take_from(view, pile.parse().ok()?),
        [Touch::Card(card), ref place @ ..] => put(view, Card::new(card)?, place),
        _ => None,
    }
}

/// Touching a flower pile, while the last card of a row decides which one it is.
fn take_from(view: &View, colour: Colour) -> Option<Action> {
    let last = shopped(view)?.last();
    Some(Action::Take((last.colour() != colour).then_some(colour)))
}

/// A card, and where it goes; in the middle of a turn there is only one place left.
fn put(view: &View, card: Card, place: &[Touch]) -> Option<Action> {
    match *place {
        [] => match view.table.phase {
            Phase::Shop { row, .. } => Some(Action::Shop { card, row: Some(row) }),
            Phase::Exchange { .. } => Some(Action::Exchange(card)),
            Phase::Choose(_) | Phase::Over => None,
        },
        [Touch::Zone("discard")] => Some(Action::Exchange(card)),
        [Touch::Zone(zone)] if zone.starts_with("garden.") => bed(view, card),
        [Touch::Zone(zone)] => Some(Action::Shop { card, row: row_in(&view.table, zone)?.map(|row| row.id) }),
        [Touch::Cell("new_bed")] => bed(view, card),
        [Touch::Cell("new_bed"), Touch::Colour(colour)] => Some(Action::Plant { card, colour: Some(colour) }),
        _ => None,
    }
}

/// What lies in this place of the shop: a row, or none yet.
fn row_in<'a>(table: &'a Table, zone: &str) -> Option<Option<&'a Row>> {
    if let Some(symbol) = zone.strip_prefix("row.") {
        return Some(first_row(table, symbol.parse().ok()?));
    }
    let place: usize = zone.strip_prefix("further.")?.parse().ok()?;
    Some(further_rows(table).nth(place.checked_sub(1)?))
}

/// Planting without naming a colour. It means nothing yet if a colour has still to be named.
fn bed(view: &View, card: Card) -> Option<Action> {
    let loose = view.viewer.seat().map(|seat| view.table.gardens[seat].loose)?;
    let is_unnamed = is_wild(card) && COLOURS.iter().any(|&colour| loose.count(colour) >= card.value());
    (!is_unnamed).then_some(Action::Plant { card, colour: None })
}

fn capital(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}

//! Rules 10 to 14, step by step: tile card and place, a substitute, the columns, points, the builders.

use boxwood_engine::{Ctx, Illegal, Seat};
use boxwood_kit::{Card, CardSet, Colour, Cubes, Pile, Rng, Symbol};
use boxwood_scene::{Beat, BeatKind, Key, list};
use serde::{Deserialize, Serialize};

use super::board::{Place, Places, QUARTERS};
use super::drawing::deal;
use super::flow::{end_game, end_turn, play};
use super::judge::{holds, refuges};
use super::words::{a_tile, gained, signed, signed_up};
use super::{Action, Phase, State, Table};

/// A tile on its way: what is built where, until all its columns stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plan {
    /// The tile card.
    pub card: Card,
    pub site: Place,
    /// The tile taken; another symbol than the card's makes it a substitute.
    pub symbol: Symbol,
}

/// The cards of at least this value.
pub(super) static HIGH_ENOUGH: [CardSet; 5] = {
    let mut sets = [CardSet::EMPTY; 5];
    let mut level = 5;
    let mut above = CardSet::EMPTY;
    while level > 1 {
        level -= 1;
        above = above.union(CardSet::of_value(level as u8));
        sets[level] = above;
    }
    sets
};

#[inline]
pub(super) fn list_builds(state: &State, seat: Seat, built: Places, out: &mut Vec<Action>) {
    let cards = state.hands[seat].len();
    if cards == 0 {
        return;
    }
    let sites = built.sites();
    let highest = if cards > QUARTERS { 4 } else { 1 };
    for level in 1..=highest {
        let here = sites.on_level(level);
        if !here.is_empty() {
            for card in tile_cards(&state.table, state.hands[seat], &state.table.cubes[seat], level) {
                out.extend(here.iter().map(|cell| Action::Build { card, cell }));
            }
        }
    }
}

/// Rules 10 and 11: the cards of a hand that can be tile cards on this level.
#[inline]
pub(super) fn tile_cards(table: &Table, hand: CardSet, cubes: &Cubes, level: u8) -> CardSet {
    let possible = hand & HIGH_ENOUGH[usize::from(level)] & leaving_columns(hand, cubes, level);
    let in_stock = possible & in_stock(table);
    if in_stock.is_empty() { possible } else { in_stock } // R6
}

/// The cards whose tiles are there.
#[inline]
pub(super) fn in_stock(table: &Table) -> CardSet {
    table.symbols_left().fold(CardSet::EMPTY, |cards, symbol| cards | CardSet::of_symbol(symbol))
}

/// Rule 10, with R14: the cards without which a hand still has four columns; on level 1, any.
#[inline]
fn leaving_columns(hand: CardSet, cubes: &Cubes, level: u8) -> CardSet {
    if level == 1 {
        return hand;
    }
    match columns_possible(hand, cubes) {
        // One more than needed: whatever goes, four are left.
        5.. => hand,
        // Just enough: only a card of a colour with more cards than cubes is not missed.
        4 => Colour::ALL.into_iter().fold(CardSet::EMPTY, |spare, colour| {
            let cards = hand & CardSet::of_colour(colour);
            if cards.len() > cubes[colour].into() { spare | cards } else { spare }
        }),
        _ => CardSet::EMPTY,
    }
}

/// How many columns these cards and cubes make, each card with a cube of its colour.
#[inline]
pub(super) fn columns_possible(cards: CardSet, cubes: &Cubes) -> usize {
    let of = |colour: Colour| (cards & CardSet::of_colour(colour)).len().min(cubes[colour].into());
    Colour::ALL.into_iter().map(of).sum()
}

pub(super) fn can_build(state: &State, seat: Seat, card: Card, site: Place) -> Result<(), Illegal> {
    holds(state, seat, card)?;
    let (table, level) = (&state.table, site.level());
    let (hand, cubes) = (state.hands[seat], &table.cubes[seat]);
    let built = table.pyramid.built();
    if built.contains(site) {
        return Err(Illegal::new("rule 10", format!("There is a tile on {site} already")));
    }
    if let Some(missing) = site.supports().difference(built).iter().next() {
        return Err(Illegal::new("rule 10", format!("{site} needs four tiles below; {missing} is empty")));
    }
    if card.value() < level {
        let why = format!("The {card} is too low for level {level}");
        return Err(Illegal::new("rule 10", why));
    }
    if !leaving_columns(hand, cubes, level).contains(card) {
        let why = "You need four more cards and four of your cubes in their colours";
        return Err(Illegal::new("rule 10", why));
    }
    if !tile_cards(table, hand, cubes, level).contains(card) {
        let why = format!("No {} tile is left, and you hold a card for a tile that is", card.symbol());
        return Err(Illegal::new("rule 11", why));
    }
    Ok(())
}

/// Rule 10: shows the tile card.
pub(super) fn build(state: &mut State, seat: Seat, card: Card, site: Place, ctx: &mut Ctx) {
    play(state, seat, card, ctx);
    ctx.say(|| format!("{} the {card} to build on {site}.", seat.does("play")));
    let symbol = card.symbol();
    if state.table.stacks[symbol.id()] > 0 {
        return begin(state, seat, Plan { card, site, symbol }, ctx);
    }
    state.table.phase = Phase::TakeTile { card, site };
    let mut left = state.table.symbols_left();
    if let (Some(only), None) = (left.next(), left.next()) {
        take_tile(state, seat, only, ctx);
    }
}

/// Rule 11.
pub(super) fn take_tile(state: &mut State, seat: Seat, symbol: Symbol, ctx: &mut Ctx) {
    let Phase::TakeTile { card, site } = state.table.phase else { return };
    ctx.say(|| {
        format!(
            "No {} tile is left: {} {} as a substitute.",
            card.symbol(),
            seat.does("take"),
            a_tile(symbol)
        )
    });
    begin(state, seat, Plan { card, site, symbol }, ctx);
}

fn begin(state: &mut State, seat: Seat, plan: Plan, ctx: &mut Ctx) {
    if plan.site.level() == 1 {
        return finish(state, seat, plan, CardSet::only(plan.card), None, ctx);
    }
    state.table.phase = Phase::Columns { plan, cards: Pile::new() };
    stand_the_rest(state, seat, ctx);
}

/// Rule 10: the cards that could give the next column. Whichever is taken, the others still do for
/// the rest, because it takes a cube of its own colour with it.
#[inline]
pub(super) fn column_cards(state: &State) -> CardSet {
    let seat = state.table.on_turn;
    state.hands[seat] & in_colours(&state.table.cubes[seat])
}

/// The cards in the colours of these cubes.
#[inline]
fn in_colours(cubes: &Cubes) -> CardSet {
    cubes.iter().fold(CardSet::EMPTY, |all, (colour, _)| all | CardSet::of_colour(colour))
}

pub(super) fn can_place_column(state: &State, seat: Seat, card: Card) -> Result<(), Illegal> {
    holds(state, seat, card)?;
    if state.table.cubes[seat][card.colour()] == 0 {
        let why = format!("You have no {} cube for a column", card.colour());
        return Err(Illegal::new("rule 10", why));
    }
    Ok(())
}

/// Rule 10: one column, and the others with it if they leave no choice.
pub(super) fn place_column(state: &mut State, seat: Seat, card: Card, ctx: &mut Ctx) {
    stand_column(state, seat, card, ctx);
    stand_the_rest(state, seat, ctx);
}

fn stand_the_rest(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    let Phase::Columns { cards, .. } = state.table.phase else { return };
    if is_settled(state.hands[seat], &state.table.cubes[seat], QUARTERS - cards.len()) {
        column_cards(state).iter().for_each(|card| stand_column(state, seat, card, ctx));
    }
}

/// There is no choice when just as many cards are left as columns are missing, all of one colour:
/// whichever card goes where, the same columns stand and the same cards are used.
fn is_settled(hand: CardSet, cubes: &Cubes, missing: usize) -> bool {
    let left = hand & in_colours(cubes);
    let is_one_colour = left.first().is_some_and(|card| left.is_subset(CardSet::of_colour(card.colour())));
    is_one_colour && (left.len(), columns_possible(left, cubes)) == (missing, missing)
}

fn stand_column(state: &mut State, seat: Seat, card: Card, ctx: &mut Ctx) {
    play(state, seat, card, ctx);
    state.table.cubes[seat].take(card.colour(), 1);
    let Phase::Columns { plan, cards } = &mut state.table.phase else { return };
    ctx.say(|| {
        let quarter = QUARTER_NAMES[cards.len() % QUARTERS];
        format!("{} the {card}: a {} column {quarter}.", seat.does("play"), card.colour())
    });
    cards.push(card);
    if cards.is_full() {
        let (plan, cards) = (*plan, *cards);
        let columns = std::array::from_fn(|quarter| cards[quarter].colour());
        let used = cards.iter().copied().chain([plan.card]).collect();
        finish(state, seat, plan, used, Some(columns), ctx);
    }
}

/// Where a column stands, as seen on the plan.
pub(super) const QUARTER_NAMES: [&str; QUARTERS] = ["upper left", "upper right", "lower left", "lower right"];

/// Rule 12: what a tile brings, item by item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Points {
    pub level: i16,
    pub set: i16,
    pub neighbours: i16,
    pub penalty: i16,
}

impl Points {
    /// For this tile on the columns of these colours, of which there may still be fewer than four.
    pub(super) fn of(table: &Table, seat: Seat, plan: Plan, columns: &[Colour]) -> Points {
        let is_substitute = plan.symbol != plan.card.symbol();
        let neighbours = columns.iter().enumerate();
        Points {
            level: if is_substitute { 0 } else { plan.site.level().into() },
            set: set_points(columns),
            neighbours: neighbours.map(|(quarter, &c)| table.pyramid.neighbours(plan.site, quarter, c)).sum(),
            penalty: i16::from(is_far(table, seat, plan.site)),
        }
    }

    pub(super) fn total(self) -> i16 {
        self.level + self.set + self.neighbours - self.penalty
    }

    /// "2 for the level, 1 for the colours, 3 for neighbours, −1 for the distance".
    pub(super) fn items(self) -> String {
        let items = [
            (self.level, "for the level"),
            (self.set, "for equal columns"),
            (self.neighbours, "for neighbours"),
            (-self.penalty, "because the builder is far away"),
        ];
        let items: Vec<String> = (items.iter().filter(|(n, _)| *n != 0))
            .map(|&(n, why)| format!("{} {why}", signed(n.into())))
            .collect();
        if items.is_empty() { "nothing".into() } else { list(&items) }
    }
}

/// Rule 12: one pair 1, three alike 2, two pairs 3, four alike 4.
pub(super) fn set_points(columns: &[Colour]) -> i16 {
    let pairs = columns.iter().enumerate().map(|(place, a)| {
        let later = &columns[place + 1..];
        later.iter().filter(|&b| b == a).count()
    });
    match pairs.sum::<usize>() {
        0 => 0,
        1 => 1,
        2 => 3, // two different pairs
        3 => 2, // each two of three
        _ => 4,
    }
}

/// Rule 12, with R3: whether the builder is on the board, but neither beside nor below the place.
pub(super) fn is_far(table: &Table, seat: Seat, site: Place) -> bool {
    table.builders[seat]
        .is_some_and(|builder| !site.adjacent().contains(builder) && !site.supports().contains(builder))
}

/// Rules 12 and 13: the tile lies. Its cards are discarded at once, since nothing is drawn before the
/// builders have moved.
fn finish(
    state: &mut State,
    seat: Seat,
    plan: Plan,
    used: CardSet,
    columns: Option<[Colour; QUARTERS]>,
    ctx: &mut Ctx,
) {
    let table = &mut state.table;
    let Plan { site, symbol, .. } = plan;
    let level = site.level();
    let points = Points::of(table, seat, plan, columns.as_ref().map_or(&[], |columns| &columns[..]));
    table.stacks[symbol.id()] -= 1;
    match columns {
        None => table.pyramid.lay(site, symbol),
        Some(columns) => table.pyramid.raise(site, symbol, columns),
    }
    table.discards.extend(used);
    table.scores[seat] += points.total();
    ctx.say(|| {
        let why = if points == Points::default() { String::new() } else { format!(": {}", points.items()) };
        format!("{} {} on {site}{}{why}.", seat.does("build"), a_tile(symbol), gained(points.total()))
    });
    let contributors = &mut table.contributors[usize::from(level) - 1];
    let is_first = !contributors.contains(seat);
    contributors.insert(seat); // R16
    table.phase = Phase::Climb { site };
    ctx.beat(state, || {
        let sum = signed_up(points.total());
        Beat::new(BeatKind::Step, format!("{sum}: {}.", points.items())).at(Key::cell(site))
    });
    let table = &state.table;
    match table.builders[seat] {
        Some(builder) if builder.level() > level => evict(state, ctx),
        _ if is_first => climb(state, seat, true, ctx),
        _ => {}
    }
}

/// Rule 13.
pub(super) fn climb(state: &mut State, seat: Seat, climbs: bool, ctx: &mut Ctx) {
    let Phase::Climb { site } = state.table.phase else { return };
    if climbs {
        state.table.builders[seat] = Some(site);
        ctx.say(|| format!("{} builder climbs onto {site}.", seat.owns()));
    }
    evict(state, ctx);
}

/// Rule 14, with R11 and R15: the next builder that has to leave a full tile; after the last one, the
/// next turn or the end.
fn evict(state: &mut State, ctx: &mut Ctx) {
    while let Some(seat) = next_evicted(&state.table) {
        let refuges = refuges(&state.table, seat);
        match refuges.iter().next() {
            Some(place) if refuges.len() == 1 => move_off(&mut state.table, seat, place, ctx),
            _ => {
                state.table.phase = Phase::Relocate { seat };
                return;
            }
        }
    }
    if state.table.pyramid.built().contains(Place::TOP) {
        ctx.say(|| "The pyramid is finished.");
        return end_game(state, ctx);
    }
    end_turn(state, ctx);
}

fn next_evicted(table: &Table) -> Option<Seat> {
    let full = table.pyramid.built().full();
    let has_to_leave = |seat: &Seat| {
        table.builders[*seat].is_some_and(|builder| full.contains(builder))
            && !refuges(table, *seat).is_empty()
    };
    table.on_turn.round(table.seats()).find(has_to_leave)
}

fn move_off(table: &mut Table, seat: Seat, place: Place, ctx: &mut Ctx) {
    table.builders[seat] = Some(place);
    table.scores[seat] -= 1; // R7
    ctx.say(|| format!("{} builder leaves the full tile for {place}, which costs a point.", seat.owns()));
}

/// Rule 14.
pub(super) fn relocate(state: &mut State, seat: Seat, place: Place, ctx: &mut Ctx) {
    move_off(&mut state.table, seat, place, ctx);
    evict(state, ctx);
}

/// Whether somebody with these cards left can be building what is being built: there was no better tile
/// card (rule 11), the columns can all stand, and there is something to choose.
pub(super) fn can_be_building(table: &Table, hand: CardSet) -> bool {
    let mut cubes = table.cubes[table.on_turn];
    let (plan, columns) = match table.phase {
        Phase::TakeTile { card, site } => ((card, site), CardSet::EMPTY),
        Phase::Columns { plan, cards } => {
            let missing = QUARTERS - cards.len();
            if is_settled(hand, &cubes, missing) {
                return false;
            }
            cubes += cards.iter().map(|card| card.colour()).collect::<Cubes>();
            ((plan.card, plan.site), cards.iter().copied().collect())
        }
        _ => return false,
    };
    let (card, site) = plan;
    tile_cards(table, hand | columns | CardSet::only(card), &cubes, site.level()).contains(card)
}

/// So many hands are tried, each equally likely, before one is put together.
const FAIR_TRIES: usize = 64;

/// A hand of so many cards of each pool with which somebody can be building, out of the unseen cards.
///
/// Few hands may do, so after some tries the columns are dealt first, and every other time only cards
/// that do not stand against a substitute. Every hand that is possible can come, so this ends.
pub(super) fn imagine_hand(table: &Table, held: [u8; 2], unseen: [CardSet; 2], rng: &mut Rng) -> CardSet {
    for _ in 0..FAIR_TRIES {
        let hand = deal(&mut unseen.clone(), held, rng);
        if can_be_building(table, hand) {
            return hand;
        }
    }
    let level = match table.phase {
        Phase::TakeTile { site, .. } => site.level(),
        Phase::Columns { plan, .. } => plan.site.level(),
        _ => 1,
    };
    let better = in_stock(table) & HIGH_ENOUGH[usize::from(level)];
    loop {
        let shunned = if rng.below(2) == 0 { better } else { CardSet::EMPTY };
        let hand = deal_columns_first(table, held, unseen.map(|pool| pool - shunned), rng);
        if hand.len() == held.into_iter().map(usize::from).sum::<usize>() && can_be_building(table, hand) {
            return hand;
        }
    }
}

fn deal_columns_first(table: &Table, held: [u8; 2], unseen: [CardSet; 2], rng: &mut Rng) -> CardSet {
    let (mut cubes, mut held, mut unseen) = (table.cubes[table.on_turn], held, unseen);
    let missing = match table.phase {
        Phase::Columns { cards, .. } => QUARTERS - cards.len(),
        Phase::TakeTile { site, .. } if site.level() > 1 => QUARTERS,
        _ => 0,
    };
    let mut hand = CardSet::EMPTY;
    for _ in 0..missing {
        let open = unseen.iter().zip(held).filter(|(_, held)| *held > 0).map(|(pool, _)| *pool);
        let Some(card) = (open.collect::<CardSet>() & in_colours(&cubes)).random(rng) else { break };
        let pool = usize::from(unseen[1].contains(card));
        unseen[pool].remove(card);
        held[pool] -= 1;
        cubes.take(card.colour(), 1);
        hand.insert(card);
    }
    hand | deal(&mut unseen, held, rng)
}

//! The end of a round: relics, the fall, damage, and the next deal.

use boxwood_engine::{Ctx, Hands, Illegal, Seat};
use boxwood_kit::{CardSet, Hex, Symbol};
use boxwood_scene::{Beat, BeatKind, Key, count, list};

use super::board::{Temple, Tiles};
use super::flow::who_plays;
use super::state::colour_of;
use super::{
    Deck, Layout, Phase, Place, RELICS, RELICS_SHOWN, State, TEMPLE_CARDS, TEMPLE_CARDS_A_ROUND, Table,
};

/// Rules 8 to 11.
pub(super) fn end_round(state: &mut State, ctx: &mut Ctx) {
    let round = state.table.round;
    state.table.phase = Phase::Damage([0; 6]); // nobody plays any more, and nothing strikes yet
    ctx.say(|| format!("All cards are played: round {round} ends."));
    save_relics(state, ctx);
    collapse(state, ctx);
    if !state.table.goes_on() {
        return finish(state, ctx);
    }
    let left = check_temple(state, ctx);
    do_damage(state, left, ctx);
}

/// Rule 8.
fn save_relics(state: &mut State, ctx: &mut Ctx) {
    let saved = state.table.matched(state.table.relics.shown);
    if !saved.is_empty() {
        ctx.say(|| format!("Saved: {}.", names(saved)));
        ctx.beat(state, || cards_in(BeatKind::Catch, format!("Saved: {}.", names(saved)), saved));
    }
    state.table.relics.shown = state.table.relics.shown - saved;
}

/// Rule 9.
fn collapse(state: &mut State, ctx: &mut Ctx) {
    let falling = state.table.temple.down;
    if !falling.is_empty() {
        let layout = state.table.options.layout;
        ctx.say(|| format!("The face-down tiles fall: {}.", places(layout, falling)));
        ctx.beat(state, || tiles_in(BeatKind::Blow, "The face-down tiles fall.", layout, falling));
        fall(&mut state.table, falling, ctx);
    }
}

/// A moment of these cards.
fn cards_in(kind: BeatKind, text: String, cards: CardSet) -> Beat {
    cards.iter().fold(Beat::new(kind, text), |beat, card| beat.at(Key::card(card)))
}

/// A moment of these tiles.
fn tiles_in(kind: BeatKind, text: impl Into<String>, layout: Layout, tiles: Tiles) -> Beat {
    tiles.iter().fold(Beat::new(kind, text), |beat, tile| beat.at(Key::cell(layout.name(tile))))
}

/// Rules 9 and 10: these tiles are gone, and so are the cubes on them.
fn fall(table: &mut Table, tiles: Tiles, ctx: &mut Ctx) {
    table.temple.remove(tiles);
    for (number, place) in table.cubes.iter_mut().enumerate() {
        if matches!(place, Place::Tile(tile) if tiles.contains(*tile)) {
            *place = Place::Dead;
            ctx.say(|| format!("A {} cube is lost.", colour_of(number)));
        }
    }
}

/// Rule 10: discards what is matched, and counts by symbol what is not.
fn check_temple(state: &mut State, ctx: &mut Ctx) -> [u8; 6] {
    let cards = &state.table.temple_cards;
    let matched = state.table.matched(cards.shown);
    let unmatched = cards.shown - matched;
    ctx.say(|| match (matched.is_empty(), unmatched.is_empty()) {
        (false, false) => format!("Matched: {}. Damage: {}.", names(matched), names(unmatched)),
        (false, true) => format!("Matched: {}.", names(matched)),
        (true, _) => format!("Damage: {}.", names(unmatched)),
    });
    if !matched.is_empty() {
        ctx.beat(state, || cards_in(BeatKind::Catch, format!("Matched: {}.", names(matched)), matched));
    }
    state.table.temple_cards.shown = unmatched;
    by_symbol(unmatched)
}

/// How many of the cards show each symbol.
fn by_symbol(cards: CardSet) -> [u8; 6] {
    Symbol::ALL.map(|symbol| (cards & CardSet::of_symbol(symbol)).len() as u8)
}

/// What the next cards do: one of these tiles for each of so many cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Strike {
    pub(super) tiles: Tiles,
    pub(super) cards: u8,
    pub(super) kind: Blow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blow {
    /// Turns down a tile of this symbol.
    Own(Symbol),
    /// Turns down any tile.
    Any,
    /// Removes a tile.
    Remove,
}

/// Rule 10, with R6 and R7. Nothing when no card is left, or no tile.
///
/// A symbol that is no longer face up does not come back in the later passes, so what is left by
/// symbol says which pass it is.
#[inline]
pub(super) fn next_strike(temple: &Temple, left: [u8; 6]) -> Option<Strike> {
    let own =
        Symbol::ALL.into_iter().find(|&symbol| left[symbol.id()] > 0 && !temple.showing(symbol).is_empty());
    if let Some(symbol) = own {
        let (tiles, cards) = (temple.showing(symbol).lowest(), left[symbol.id()]);
        return Some(Strike { tiles, cards, kind: Blow::Own(symbol) });
    }
    let cards = left.iter().sum();
    let (tiles, kind) = match temple.up.is_empty() {
        false => (temple.up.lowest(), Blow::Any),
        true => (temple.down.lowest(), Blow::Remove),
    };
    (cards > 0 && !tiles.is_empty()).then_some(Strike { tiles, cards, kind })
}

/// Rule 10: does whatever needs no choice, then asks or deals.
fn do_damage(state: &mut State, mut left: [u8; 6], ctx: &mut Ctx) {
    while let Some(strike) = next_strike(&state.table.temple, left) {
        if strike.tiles.len() > strike.cards {
            state.table.phase = Phase::Damage(left);
            return;
        }
        hit(state, &mut left, strike, strike.tiles, ctx);
        if !state.table.goes_on() {
            return finish(state, ctx);
        }
    }
    let table = &mut state.table;
    table.round += 1;
    table.start = table.start.next(state.hands.seats());
    deal(state, ctx);
}

/// Carries out a strike on some of its tiles, a card for each.
fn hit(state: &mut State, left: &mut [u8; 6], strike: Strike, tiles: Tiles, ctx: &mut Ctx) {
    spend(left, strike.kind, tiles.len());
    let (layout, cards) = (state.table.options.layout, state.table.temple_cards.shown);
    let verb = |one, many| if tiles.len() == 1 { one } else { many };
    let told = || match strike.kind {
        Blow::Own(symbol) => {
            format!("{} ({symbol}) {} face down.", places(layout, tiles), verb("turns", "turn"))
        }
        Blow::Any => format!("{} {} face down.", places(layout, tiles), verb("turns", "turn")),
        Blow::Remove => format!("{} {}.", places(layout, tiles), verb("falls", "fall")),
    };
    ctx.say(told);
    match strike.kind {
        Blow::Own(symbol) => {
            state.table.temple.flip(tiles);
            let strikers = || (cards & CardSet::of_symbol(symbol)).iter().map(Key::card);
            ctx.beat(state, || {
                strikers().fold(tiles_in(BeatKind::Step, told(), layout, tiles), |beat, card| beat.at(card))
            });
        }
        Blow::Any => {
            state.table.temple.flip(tiles);
            ctx.beat(state, || tiles_in(BeatKind::Step, told(), layout, tiles));
        }
        Blow::Remove => {
            ctx.beat(state, || tiles_in(BeatKind::Blow, told(), layout, tiles));
            fall(&mut state.table, tiles, ctx);
        }
    }
}

/// So many cards have done what they do.
fn spend(left: &mut [u8; 6], kind: Blow, cards: u8) {
    for _ in 0..cards {
        let symbol = match kind {
            Blow::Own(symbol) => symbol.id(),
            // Which of the cards left over it is makes no difference.
            Blow::Any | Blow::Remove => left.iter().position(|&n| n > 0).expect("no more tiles than cards"),
        };
        left[symbol] -= 1;
    }
}

/// Rule 10: the tiles that the end of this round would strike as things stand; where the start player
/// chooses, all among which.
pub(super) fn endangered(table: &Table) -> Tiles {
    let mut temple = table.temple.clone();
    let mut left = match table.phase {
        Phase::Play(_) | Phase::Points { .. } => {
            temple.remove(temple.down); // rule 9
            by_symbol(table.temple_cards.shown - table.matched(table.temple_cards.shown))
        }
        Phase::Damage(left) => left,
        Phase::Over => return Tiles::NONE,
    };
    let mut struck = Tiles::NONE;
    while let Some(strike) = next_strike(&temple, left) {
        struck = struck | strike.tiles;
        let tiles: Tiles = strike.tiles.iter().take(strike.cards.into()).collect();
        spend(&mut left, strike.kind, tiles.len());
        match strike.kind {
            Blow::Own(_) | Blow::Any => temple.flip(tiles),
            Blow::Remove => temple.remove(tiles),
        }
    }
    struck
}

/// Rule 10, with R7.
pub(super) fn can_choose(temple: &Temple, left: [u8; 6], place: Hex) -> Result<(), Illegal> {
    let strike = next_strike(temple, left).expect("there is a choice to make");
    if strike.tiles.contains(place) {
        return Ok(());
    }
    let row = strike.tiles.iter().next().map_or(0, |tile| tile.row);
    let what = match strike.kind {
        Blow::Own(symbol) => format!("a face-up {symbol} tile"),
        Blow::Any => "a face-up tile".to_string(),
        Blow::Remove => "a tile".to_string(),
    };
    Err(Illegal::new("ruling R7", format!("Choose {what} of row {row}, the lowest that has one")))
}

/// Rule 10: the start player has chosen this tile.
pub(super) fn choose(state: &mut State, place: Hex, ctx: &mut Ctx) {
    let Phase::Damage(mut left) = state.table.phase else {
        unreachable!("check allows choosing a tile only while there is damage")
    };
    let strike = next_strike(&state.table.temple, left).expect("there is a choice to make");
    hit(state, &mut left, strike, [place].into_iter().collect(), ctx);
    if state.table.goes_on() {
        do_damage(state, left, ctx);
    } else {
        finish(state, ctx);
    }
}

/// Rules 4 and 11: begins a round.
pub(super) fn deal(state: &mut State, ctx: &mut Ctx) {
    let table = &mut state.table;
    let (round, start) = (table.round, table.start);
    ctx.say(|| format!("Round {round}. {} the start player.", start.does("be")));
    let doom = turn_up_temple_cards(&mut table.temple_cards, ctx);
    ctx.say(|| match doom.is_empty() {
        true => "No temple card is left to come up.".to_string(),
        false => format!("New temple cards: {}.", names(doom)),
    });
    let missing = RELICS_SHOWN.saturating_sub(table.relics.shown.len());
    let relics = table.relics.deck.draw_many(missing, ctx.rng());
    table.relics.shown = table.relics.shown | relics;
    if !relics.is_empty() {
        ctx.say(|| format!("New relics: {}.", names(relics)));
    }
    deal_movement(state, ctx);
    state.table.phase = Phase::Play(who_plays(state.table.options.order, &state.hands, start));
}

/// Rule 11, with R8; the cards that come up.
fn turn_up_temple_cards(cards: &mut Deck, ctx: &mut Ctx) -> CardSet {
    let before = cards.shown;
    for _ in 0..TEMPLE_CARDS_A_ROUND {
        if cards.deck.is_empty() {
            cards.deck = cards.gone(TEMPLE_CARDS);
            if cards.deck.is_empty() {
                break;
            }
            ctx.say(|| format!("{} shuffled as a new deck.", are(cards.deck.len(), "discarded temple card")));
        }
        cards.shown.extend(cards.deck.draw_random(ctx.rng()));
    }
    cards.shown - before
}

/// Rule 4, with R13. All hands are empty, so everything that is not used is in the deck.
fn deal_movement(state: &mut State, ctx: &mut Ctx) {
    debug_assert!(state.hands.all().is_empty(), "a round ends when all cards are played");
    let mut deck = state.movement_deck();
    let State { table, hands } = state;
    let seats = hands.seats();
    let size = |seat| hand_size(seats, seat, table.start, table.round);
    let needed = Seat::all(seats).map(size).sum();
    table.surely_dealt = CardSet::EMPTY;
    let mut dealt = if deck.len() >= needed {
        deck.draw_many(needed, ctx.rng())
    } else {
        let used = table.used.len();
        ctx.say(|| format!("{} shuffled as a new deck.", are(used, "used movement card")));
        table.surely_dealt = deck;
        deck | std::mem::take(&mut table.used).draw_many(needed - deck.len(), ctx.rng())
    };
    *hands = Hands::from_fn(seats, |seat| dealt.draw_many(size(seat), ctx.rng()));
}

/// Rule 4: how many movement cards a seat is dealt.
pub(super) fn hand_size(seats: usize, seat: Seat, start: Seat, round: u8) -> usize {
    match seats {
        1 => 9,
        5 => {
            // In round k, seats 2k − 1 and 2k counted from the first start player get a third card.
            let round = usize::from(round) - 1;
            let first = (start.index() + 4 * round) % 5;
            let extra = [2 * round, 2 * round + 1].map(|steps| (first + steps) % 5);
            2 + usize::from(extra.contains(&seat.index()))
        }
        _ => 12 / seats,
    }
}

/// Rule 12.
pub(super) fn finish(state: &mut State, ctx: &mut Ctx) {
    state.table.phase = Phase::Over;
    ctx.say(|| {
        let why = match state.table.temple.present().is_empty() {
            true => "The last tile is gone.",
            false => "No cube is left in the temple.",
        };
        format!("{why} {}", verdict(&state.table, state.hands.seats()))
    });
}

/// "5 cubes escaped and 2 relics were not saved: 3 points, everybody wins." At a table of one, nobody is
/// everybody.
pub(super) fn verdict(table: &Table, seats: usize) -> String {
    let score = table.score();
    let relics = match RELICS - table.relics_saved() {
        1 => "1 relic was".to_string(),
        left => format!("{left} relics were"),
    };
    let result = match (score > 0, seats > 1) {
        (true, true) => "everybody wins",
        (false, true) => "everybody loses",
        (true, false) => "the game is won",
        (false, false) => "the game is lost",
    };
    let escaped = count(table.cubes_in(Place::Exit), "cube");
    format!("{escaped} escaped and {relics} not saved: {}, {result}.", count(score, "point"))
}

pub(super) fn names(cards: CardSet) -> String {
    list(&cards.iter().map(|card| card.to_string()).collect::<Vec<_>>())
}

fn places(layout: Layout, tiles: Tiles) -> String {
    list(&tiles.iter().map(|tile| layout.name(tile)).collect::<Vec<_>>())
}

/// "1 card is", "12 cards are".
fn are(n: usize, noun: &str) -> String {
    format!("{} {}", count(n as i64, noun), if n == 1 { "is" } else { "are" })
}

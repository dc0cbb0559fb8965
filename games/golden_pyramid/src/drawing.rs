//! Rules 5 and 6: cubes and cards for cards, and what is too many.

use boxwood_engine::{Ctx, Illegal, Seat};
use boxwood_kit::{Bag, Card, CardSet, Colour, Cubes, Rng};
use boxwood_scene::{count, list};

use super::flow::{end_turn, play};
use super::judge::holds;
use super::words::{colours, price};
use super::{DECK, Draw, HAND_LIMIT, KEEP_CARDS, Phase, State};

/// Rule 5.
pub(super) fn can_draw_cubes(state: &State, seat: Seat, card: Card, how: Draw) -> Result<(), Illegal> {
    holds(state, seat, card)?;
    let bag = state.table.bag;
    match how {
        Draw::Random if bag.is_empty() => Err(Illegal::new("rule 5", "The bag is empty")),
        Draw::Colour if bag[card.colour()] == 0 => {
            Err(Illegal::new("rule 5", format!("The bag holds no {} cube", card.colour())))
        }
        Draw::Random | Draw::Colour => Ok(()),
    }
}

/// Rule 6.
pub(super) fn can_draw_unpaid(state: &State, seat: Seat, n: u8) -> Result<(), Illegal> {
    if !state.hands[seat].is_empty() {
        return Err(Illegal::new("rule 6", "Only a player without cards may pay for cards with points"));
    }
    if (1..=2).contains(&n) { Ok(()) } else { Err(Illegal::new("rule 6", "Draw 1 or 2 cards")) }
}

/// Rule 5, with R13: how many of the drawn cubes are kept.
pub(super) fn half(drawn: Cubes) -> u32 {
    drawn.total().div_ceil(2)
}

pub(super) fn can_keep_cubes(drawn: Cubes, kept: Cubes) -> Result<(), Illegal> {
    if !drawn.contains(&kept) {
        return Err(Illegal::new("rule 5", "Keep only cubes that were drawn"));
    }
    if kept.total() != half(drawn) {
        return Err(Illegal::new("rule 5", format!("Keep exactly {}", count(half(drawn), "cube"))));
    }
    Ok(())
}

/// Every way to keep half of the cubes, by colours.
pub(super) fn each_half(drawn: Cubes, mut then: impl FnMut(Cubes)) {
    each_part(drawn, Cubes::EMPTY, 0, half(drawn) as u8, &mut then);
}

/// Every way to add `n` cubes of the colours from this one on.
fn each_part(drawn: Cubes, kept: Cubes, from: usize, n: u8, then: &mut impl FnMut(Cubes)) {
    let Some(colour) = Colour::from_id(from) else {
        if n == 0 {
            then(kept);
        }
        return;
    };
    for here in (0..=drawn[colour].min(n)).rev() {
        let mut kept = kept;
        kept.put(colour, here);
        each_part(drawn, kept, from + 1, n - here, then);
    }
}

/// Rule 6.
pub(super) fn can_keep_cards(drawn: CardSet, kept: CardSet) -> Result<(), Illegal> {
    if !kept.is_subset(drawn) {
        return Err(Illegal::new("rule 6", "Keep only cards that you have just drawn"));
    }
    if kept.len() > KEEP_CARDS {
        return Err(Illegal::new("rule 6", "Keep at most 3 of the cards"));
    }
    Ok(())
}

/// Every selection of at most so many cards, small ones first.
pub(super) fn each_selection(drawn: CardSet, most: usize, mut then: impl FnMut(CardSet)) {
    let mut cards = [Card::default(); 5];
    let number = drawn.len().min(cards.len());
    cards.iter_mut().zip(drawn).for_each(|(place, card)| *place = card);
    for size in 0..=most.min(number) {
        for choice in 0u8..1 << number {
            if choice.count_ones() as usize == size {
                let chosen = (0..number).filter(|place| choice >> place & 1 == 1);
                then(chosen.map(|place| cards[place]).collect());
            }
        }
    }
}

/// Takes so many cubes blindly, fewer if the bag is short.
pub(super) fn draw_cubes(bag: &mut Bag, n: usize, ctx: &mut Ctx) -> Cubes {
    (0..n).map_while(|_| bag.draw(ctx.rng())).collect()
}

/// Draws so many cards, fewer if even the discards run out. They are nowhere until they are put somewhere.
pub(super) fn draw_cards(state: &mut State, n: usize, ctx: &mut Ctx) -> CardSet {
    let mut deck = state.deck();
    let mut drawn = CardSet::EMPTY;
    for _ in 0..n {
        if deck.is_empty() && !state.table.discards.is_empty() {
            deck = std::mem::take(&mut state.table.discards);
            state.table.old = DECK - deck;
            ctx.say(|| "The discards are shuffled and make a new deck.");
        }
        drawn.extend(deck.draw_random(ctx.rng()));
    }
    drawn
}

/// Takes so many cards of each pool.
pub(super) fn deal(pools: &mut [CardSet; 2], held: [u8; 2], rng: &mut Rng) -> CardSet {
    let cards = pools.iter_mut().zip(held).map(|(pool, held)| pool.draw_many(held.into(), rng));
    cards.collect()
}

/// Rule 5, the first way.
pub(super) fn draw_blindly(state: &mut State, seat: Seat, card: Card, ctx: &mut Ctx) {
    play(state, seat, card, ctx);
    let drawn = draw_cubes(&mut state.table.bag, card.value().into(), ctx);
    ctx.say(|| format!("{} the {card} for cubes: {}.", seat.does("play"), colours(&drawn)));
    state.table.phase = Phase::KeepCubes { card, drawn };
    let (mut ways, mut last) = (0, Cubes::EMPTY);
    each_half(drawn, |kept| (ways, last) = (ways + 1, kept));
    if ways == 1 {
        keep_cubes(state, seat, last, ctx);
    }
}

/// Rule 5, the second way.
pub(super) fn take_one(state: &mut State, seat: Seat, card: Card, ctx: &mut Ctx) {
    play(state, seat, card, ctx);
    let colour = card.colour();
    state.table.bag.take(colour, 1);
    state.table.cubes[seat].put(colour, 1);
    state.table.discards.insert(card);
    ctx.say(|| format!("{} the {card} for a {colour} cube.", seat.does("play")));
    end_turn(state, ctx);
}

pub(super) fn keep_cubes(state: &mut State, seat: Seat, kept: Cubes, ctx: &mut Ctx) {
    let table = &mut state.table;
    let Phase::KeepCubes { card, drawn: mut rest } = table.phase else { return };
    rest.take_all(&kept);
    table.cubes[seat] += kept;
    table.bag += rest;
    table.discards.insert(card);
    ctx.say(|| {
        let back =
            if rest.is_empty() { String::new() } else { format!(" Back into the bag: {}.", colours(&rest)) };
        format!("{} {}.{back}", seat.does("keep"), colours(&kept))
    });
    end_turn(state, ctx);
}

/// Rule 6.
pub(super) fn draw_for_card(state: &mut State, seat: Seat, card: Card, ctx: &mut Ctx) {
    play(state, seat, card, ctx);
    state.table.phase = Phase::KeepCards { card }; // R4: not among the discards yet
    state.drawn = draw_cards(state, usize::from(card.value()) + 1, ctx);
    let drawn = state.drawn.len() as u32;
    ctx.say(|| format!("{} the {card} for {}.", seat.does("play"), count(drawn, "card")));
    if drawn == 0 {
        keep_cards(state, seat, CardSet::EMPTY, ctx);
    }
}

pub(super) fn keep_cards(state: &mut State, seat: Seat, kept: CardSet, ctx: &mut Ctx) {
    let Phase::KeepCards { card } = state.table.phase else { return };
    ctx.reveal(); // the others
    let rest = std::mem::take(&mut state.drawn) - kept;
    state.hands[seat].extend(kept);
    state.table.discards.extend(rest.iter().chain([card]));
    ctx.say(|| {
        let kept = if kept.is_empty() { "none".into() } else { (kept.len() as u32).to_string() };
        let rest: Vec<String> = rest.iter().map(|card| format!("the {card}")).collect();
        let thrown = if rest.is_empty() { String::new() } else { format!(" Discarded: {}.", list(&rest)) };
        format!("{} {kept} of them.{thrown}", seat.does("keep"))
    });
    if state.hands[seat].len() > HAND_LIMIT {
        state.table.phase = Phase::Discard;
    } else {
        end_turn(state, ctx);
    }
}

/// Rule 6, without cards.
pub(super) fn draw_unpaid(state: &mut State, seat: Seat, n: u8, ctx: &mut Ctx) {
    state.hands[seat] = draw_cards(state, n.into(), ctx);
    state.table.scores[seat] -= i16::from(n); // R7
    ctx.say(|| format!("{} {}, which costs {}.", seat.does("draw"), count(n, "card"), price(n)));
    end_turn(state, ctx);
}

/// Rule 4.
pub(super) fn discard(state: &mut State, seat: Seat, card: Card, ctx: &mut Ctx) {
    play(state, seat, card, ctx);
    state.table.discards.insert(card);
    ctx.say(|| format!("{} the {card}.", seat.does("discard")));
    if state.hands[seat].len() <= HAND_LIMIT {
        end_turn(state, ctx);
    }
}

//! What happens: the deal, sets, passes, draws, the end.

use boxwood_engine::{Ctx, Hands, Seat, SeatSet};
use boxwood_kit::{CardSet, Pile};
use boxwood_scene::{Beat, BeatKind, Key};

use super::{HAND, Options, Phase, State, Table, in_words};

/// Rule 1.
pub(super) fn set_up(options: &Options, seats: usize, ctx: &mut Ctx) -> State {
    let mut pile = CardSet::FULL;
    let hands = Hands::deal(seats, &mut pile, HAND, ctx.rng());
    let starter = with_most_ones(&hands).random(ctx.rng()).unwrap_or_default();
    let why = if seats == 1 { starter.does("play alone") } else { starter.does("have the most ones") };
    ctx.say(|| format!("{why}. {} with 1.", starter.does("begin")));
    let table = Table {
        options: options.clone(),
        laid: Pile::new(),
        set: CardSet::EMPTY,
        used: CardSet::EMPTY,
        held: CardSet::EMPTY,
        passes: 0,
        phase: Phase::Turn(starter),
    };
    State { table, hands }
}

/// Whoever has the most ones; several, if they have equally many.
pub(super) fn with_most_ones(hands: &Hands<CardSet>) -> SeatSet {
    let ones = |hand: CardSet| (hand & CardSet::of_value(1)).len();
    let most = hands.iter().map(|(_, hand)| ones(hand)).max();
    hands.iter().filter(|&(_, hand)| Some(ones(hand)) == most).map(|(seat, _)| seat).collect()
}

/// Rule 2.
#[inline]
pub(super) fn lay(state: &mut State, seat: Seat, cards: CardSet, ctx: &mut Ctx) {
    let table = &mut state.table;
    ctx.say(|| {
        let number = table.target();
        match cards.len() {
            1 => format!("{} {number}.", seat.does("lay")),
            _ => format!("{} {number}: {}.", seat.does("lay"), in_words(cards)),
        }
    });
    table.laid.push(seat);
    table.passes = 0;
    table.set = cards;
    give_up(state, seat, cards);
    draw(state, seat, cards.len(), ctx);
    next(state, seat);
}

/// Rules 3 and 6.
#[inline]
pub(super) fn pass(state: &mut State, seat: Seat, cards: CardSet, ctx: &mut Ctx) {
    ctx.say(|| match cards.len() {
        0 => format!("{}.", seat.does("pass")),
        _ => format!("{}, with {} exchanged.", seat.does("pass"), in_words(cards)),
    });
    ctx.reveal(); // this hand does not make the number
    give_up(state, seat, cards);
    draw(state, seat, cards.len(), ctx);
    state.table.passes += 1;
    if state.table.passes < state.table.options.most_passes(state.hands.seats()) {
        return next(state, seat);
    }
    state.table.phase = Phase::Over(seat);
    let number = state.table.target();
    let text = || format!("Nobody makes {number}, so the game is over.");
    ctx.say(text);
    ctx.beat(state, || Beat::new(BeatKind::Round, text()).at(Key::zone("numbers")));
}

#[inline]
fn next(state: &mut State, seat: Seat) {
    state.table.phase = Phase::Turn(seat.next(state.hands.seats()));
}

/// Cards leave a hand, for all to see.
#[inline]
fn give_up(state: &mut State, seat: Seat, cards: CardSet) {
    let State { table, hands } = state;
    hands[seat] = hands[seat] - cards;
    table.used = table.used | cards;
    table.held = table.held - cards;
}

/// Rule 5, with R8.
#[inline]
fn draw(state: &mut State, seat: Seat, cards: usize, ctx: &mut Ctx) {
    if cards == 0 {
        return;
    }
    let mut pile = state.draw_pile();
    for _ in 0..cards {
        if pile.is_empty() {
            pile = shuffle(state, ctx);
        }
        if let Some(card) = pile.draw_random(ctx.rng()) {
            state.hands[seat].insert(card);
        }
    }
}

/// Rule 5: the new draw pile. What is in hands now is known to be nowhere else.
#[cold]
fn shuffle(state: &mut State, ctx: &mut Ctx) -> CardSet {
    let State { table, hands } = state;
    let pile = table.used;
    table.used = CardSet::EMPTY;
    table.set = CardSet::EMPTY;
    table.held = hands.all();
    ctx.say(|| "The draw pile is empty, and all used cards are shuffled.");
    pile
}

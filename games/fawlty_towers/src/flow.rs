//! The start, whose turn it is, and the end.

use boxwood_engine::{Ctx, Seat, SeatMap};
use boxwood_kit::{Card, CardSet, Pile, Rng};

use super::{Balanced, COLOURS, COLUMNS, HIGH, LEVELS, LOW_LEVELS, Options, Phase, State, tower};

/// Rules 1 to 4.
pub(super) fn set_up(options: &Options, seats: usize, ctx: &mut Ctx) -> State {
    let rng = ctx.rng();
    let mut deck = options.cards();
    let mut columns = deal(&mut deck, rng);
    if options.balanced == Balanced::On {
        balance(&mut columns, &mut deck, rng);
    }
    let seat = Seat::random(seats, rng);
    ctx.say(|| format!("{}.", seat.does("begin")));
    State {
        options: options.clone(),
        towers: COLOURS.map(tower::base),
        columns,
        deck,
        taken: SeatMap::filled(seats, CardSet::EMPTY),
        seat,
        phase: Phase::Choose,
        idle: 0,
    }
}

/// Rule 1.
pub(super) fn deal(deck: &mut CardSet, rng: &mut Rng) -> [Pile<Card, LEVELS>; COLUMNS] {
    let mut draw = || deck.draw_random(rng).expect("24 cards of 45 or 54");
    std::array::from_fn(|_| Pile::from_iter([(); LEVELS].map(|()| draw())))
}

/// Rule 3. There are 30 low cards at least, so the deck holds enough of them.
pub(super) fn balance(columns: &mut [Pile<Card, LEVELS>; COLUMNS], deck: &mut CardSet, rng: &mut Rng) {
    let mut set_aside = CardSet::EMPTY;
    for card in columns.iter_mut().flat_map(|column| &mut column[..LOW_LEVELS]) {
        while card.value() >= HIGH {
            set_aside.insert(*card);
            *card = deck.draw_random(rng).expect("low cards are left");
        }
    }
    deck.extend(set_aside);
}

/// R7: after so many turns without a card it is over.
pub(super) fn most_idle(seats: usize) -> u8 {
    (2 * seats).max(12) as u8
}

#[inline]
pub(super) fn end_turn_without_card(state: &mut State, ctx: &mut Ctx) {
    state.idle += 1;
    if state.idle >= most_idle(state.seats()) {
        return end_game(state, ctx);
    }
    next_turn(state, ctx);
}

/// Rule 4, with R7.
#[inline]
pub(super) fn next_turn(state: &mut State, ctx: &mut Ctx) {
    if state.is_supply_empty() {
        return end_game(state, ctx);
    }
    state.seat = state.seat.next(state.seats());
    state.phase = Phase::Choose;
}

pub(super) fn end_game(state: &mut State, ctx: &mut Ctx) {
    state.phase = Phase::Over;
    ctx.say(|| format!("{} {}", ending(state), state.result()));
}

/// Why it is over: rule 10 and R7.
pub(super) fn ending(state: &State) -> String {
    if state.empty_columns() >= 2 {
        "Two columns are empty: the game is over.".into()
    } else if state.idle >= most_idle(state.seats()) {
        format!("Nobody has taken a card in {} turns: the game is over.", state.idle)
    } else {
        "No cube is left to place: the game is over.".into()
    }
}

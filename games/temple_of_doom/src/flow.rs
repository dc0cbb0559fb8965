//! A round up to its last card: who plays, and what a played card does.

use boxwood_engine::{Ctx, Hands, Illegal, Seat, SeatSet};
use boxwood_kit::{Card, CardSet};

use super::{Order, Phase, RELIC_CARDS, ShowHands, State, TEMPLE_CARDS, doom};

/// Rule 5.
pub(super) fn can_play(hand: CardSet, card: Card) -> Result<(), Illegal> {
    if hand.contains(card) {
        return Ok(());
    }
    let kind = if RELIC_CARDS.contains(card) {
        "is a relic, not a movement card"
    } else if TEMPLE_CARDS.contains(card) {
        "is a temple card, not a movement card"
    } else {
        "is not in your hand"
    };
    Err(Illegal::new("rule 5", format!("The {card} {kind}")))
}

/// Rule 5.
#[inline]
pub(super) fn play(state: &mut State, seat: Seat, card: Card, ctx: &mut Ctx) {
    state.hands[seat].remove(card);
    state.table.used.insert(card);
    state.table.phase = Phase::Points { seat, card, left: card.value() };
    if state.table.options.show_hands == ShowHands::Off && state.hands.seats() > 1 {
        ctx.reveal(); // somebody else sees the card now
    }
    ctx.say(|| format!("{} {card}.", seat.does("play")));
}

/// Rules 6 and 12: a point is gone; perhaps the card, the round, the game.
#[inline]
pub(super) fn spend_point(state: &mut State, ctx: &mut Ctx) {
    if !state.table.goes_on() {
        return doom::finish(state, ctx);
    }
    let Phase::Points { seat, left, .. } = &mut state.table.phase else {
        unreachable!("check allows using points only while there are some")
    };
    *left -= 1;
    if *left > 0 {
        return;
    }
    let next = who_plays(state.table.options.order, &state.hands, seat.next(state.hands.seats()));
    if next.is_empty() {
        doom::end_round(state, ctx);
    } else {
        state.table.phase = Phase::Play(next);
    }
}

/// Rule 5: who may play the next card, if it would be this seat's turn; nobody when all are played.
#[inline]
pub(super) fn who_plays(order: Order, hands: &Hands<CardSet>, turn: Seat) -> SeatSet {
    match order {
        Order::Free => Seat::all(hands.seats()).filter(|&seat| !hands[seat].is_empty()).collect(),
        Order::Clockwise => {
            let next = turn.round(hands.seats()).find(|&seat| !hands[seat].is_empty());
            next.map_or(SeatSet::EMPTY, SeatSet::only)
        }
    }
}

//! What actions do.

use boxwood_engine::{Ctx, Seat, SeatSet};
use boxwood_kit::Card;

use super::flow::{PASSED, STUCK, end, moved, start_race, turn_up};
use super::judge::fits;
use super::state::{Phase, Table};
use super::{SEATS, Side, State};

/// R9.
pub(super) fn ready(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    let Phase::Countdown { ready } = &mut state.table.phase else { return };
    ready.insert(seat);
    let both = ready.len() == SEATS;
    ctx.say(|| format!("{} ready.", seat.does("be")));
    if both {
        start_race(state, ctx);
    }
}

/// Rule 2, with R4, R5 and R7.
#[inline]
pub(super) fn play(state: &mut State, seat: Seat, card: Card, pile: Side, ctx: &mut Ctx) {
    let table = &mut state.table;
    let top = table.tops.map_or(card, |tops| tops[pile as usize]);
    if !fits(card, top) {
        return miss(table, seat, card, top, ctx);
    }
    state.hands[seat].remove(card);
    cover(table, pile, card);
    ctx.say(|| format!("{} {card} on {top}, on the {} pile.", seat.does("play"), pile.name()));
    if state.hands[seat].is_empty() && table.decks[seat] == 0 {
        end(state, ctx);
    } else {
        moved(state, Some(seat), ctx);
    }
}

/// Rule 7: the other player does not see the card.
fn miss(table: &mut Table, seat: Seat, card: Card, top: Card, ctx: &mut Ctx) {
    if let Phase::Race(race) = &mut table.phase {
        race.blocked.insert(seat);
        race.blocks[seat] += 1;
    }
    ctx.tell(seat, || format!("{} a moment: {card} does not fit on {top}.", seat.does("wait")));
    ctx.tell_others(seat, || format!("{} a card that does not fit.", seat.does("try")));
}

/// Puts a card on a pile; what fitted before may not fit any more, and the other way round.
#[inline]
pub(super) fn cover(table: &mut Table, pile: Side, card: Card) {
    if let Some(tops) = &mut table.tops {
        let top = std::mem::replace(&mut tops[pile as usize], card);
        table.covered.insert(top);
    }
    table.stuck = SeatSet::EMPTY;
}

/// Rule 3, by choice or by itself.
#[inline]
pub(super) fn draw_one(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    draw(state, seat, ctx);
    moved(state, Some(seat), ctx);
}

/// Rule 3. The caller says that something has moved.
#[inline]
pub(super) fn draw(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    let card = any_card(state, ctx);
    state.hands[seat].insert(card);
    state.table.decks[seat] -= 1;
    ctx.tell(seat, || format!("{} {card}.", seat.does("draw")));
    ctx.tell_others(seat, || format!("{} a card.", seat.does("draw")));
}

/// Any card of the decks: as good as the top one, since nobody knows their order.
#[inline]
pub(super) fn any_card(state: &State, ctx: &mut Ctx) -> Card {
    state.in_decks().random(ctx.rng()).expect("a deck that has cards")
}

/// Rule 8 and R8.
pub(super) fn pass(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    let table = &mut state.table;
    match &mut table.phase {
        Phase::Race(race) if race.blocked.contains(seat) => {
            race.waiting.insert(seat);
            ctx.say(|| format!("{} while blocked.", seat.does("pass")));
        }
        phase => {
            if let Phase::Turn(turn) = phase {
                *turn = seat.other();
            }
            table.stuck.insert(seat);
            ctx.say(|| format!("{seat} can neither play nor draw."));
        }
    }
    if table.all_have_passed() {
        // A block says nothing about the hand, so neither does the reason.
        let why = if table.stuck.len() == SEATS { STUCK } else { PASSED };
        turn_up(state, why, ctx);
    }
}

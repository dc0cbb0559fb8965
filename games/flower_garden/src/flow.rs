//! Drawing, turns and the end.

use boxwood_engine::{Ctx, Seat};
use boxwood_kit::CardSet;
use boxwood_scene::{Beat, BeatKind, Key, count, list};

use super::state::{Phase, limit};
use super::{BATCHES, State};

/// How often the draw pile was emptied, in words.
const NTH: [&str; BATCHES] = ["first", "second", "third"];

/// Rules 8 and 9, with R5: draws so many cards, and passes the turn on.
pub(super) fn draw(state: &mut State, seat: Seat, n: u8, ctx: &mut Ctx) {
    let limit = limit(state.table.seats());
    let wanted = usize::from(n);
    let mut missing = wanted;
    while missing > 0 && state.emptied() < limit && (!state.pile.is_empty() || shuffle(state, ctx)) {
        missing -= draw_from_pile(state, seat, missing, ctx);
        if state.pile.is_empty() {
            let emptied = state.emptied();
            ctx.say(|| format!("That empties the draw pile for the {} of {limit} times.", NTH[emptied - 1]));
        }
    }
    if state.emptied() >= limit {
        return end(state, ctx);
    }
    match missing {
        0 => {}
        _ if missing == wanted => {
            ctx.say(|| format!("{} nothing: there are no cards to draw.", seat.does("draw")));
        }
        _ => ctx.say(|| "There are no more cards to draw."),
    }
    end_turn(state, seat, ctx);
}

/// Draws at most so many cards from the draw pile as it is, one at a time; how many it had.
fn draw_from_pile(state: &mut State, seat: Seat, most: usize, ctx: &mut Ctx) -> usize {
    let mut drawn = CardSet::EMPTY;
    while drawn.len() < most && !state.pile.is_empty() {
        drawn.extend(state.pile.draw_random(ctx.rng()));
    }
    state.hands[seat] = state.hands[seat] | drawn;
    say_drawn(seat, drawn, ctx);
    drawn.len()
}

/// Rule 8: the discard pile becomes the draw pile; false if it has no cards.
fn shuffle(state: &mut State, ctx: &mut Ctx) -> bool {
    let table = &mut state.table;
    if table.discard.is_empty() {
        return false;
    }
    state.pile = std::mem::take(&mut table.discard);
    table.shuffled.push(state.pile);
    let cards = state.pile.len() as i64;
    ctx.say(|| format!("The discard pile is shuffled into a new draw pile of {}.", count(cards, "card")));
    ctx.beat(state, || {
        Beat::new(BeatKind::Round, "The discards are the new draw pile.").at(Key::zone("pile"))
    });
    true
}

/// Who draws sees the cards, the others see how many.
#[inline]
fn say_drawn(seat: Seat, drawn: CardSet, ctx: &mut Ctx) {
    ctx.tell(seat, || {
        let cards: Vec<String> = drawn.iter().map(|card| card.to_string()).collect();
        format!("{} {}.", seat.does("draw"), list(&cards))
    });
    ctx.tell_others(seat, || format!("{} {}.", seat.does("draw"), count(drawn.len() as i64, "card")));
}

/// The next player who has cards, with R6.
#[inline]
fn end_turn(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    let seats = state.table.seats();
    let next = seat.next(seats).round(seats).find(|&next| !state.hands[next].is_empty());
    match next {
        Some(next) => state.table.phase = Phase::Choose(next),
        None => end(state, ctx),
    }
}

/// Rule 9.
pub(super) fn end(state: &mut State, ctx: &mut Ctx) {
    state.table.phase = Phase::Over;
    let (table, pile) = (&state.table, state.pile.len());
    ctx.say(|| format!("{}: the game is over.", table.why_over(pile)));
    for (seat, garden) in table.gardens.iter() {
        ctx.say(|| {
            let (planted, loose) = (garden.planted(), garden.loose.total());
            format!("{} {planted} planted and {loose} loose: {}.", seat.does("have"), garden.score())
        });
    }
    ctx.say(|| table.result());
}

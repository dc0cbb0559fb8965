//! How well a player stands: whoever has less left to do is nearer to winning.

use boxwood_engine::Seat;

use super::flow::outcome;
use super::judge::fitting;
use super::state::Phase;
use super::{DECK, HAND, View};

/// What a play or a draw counts; all else together counts less.
const STEP: i32 = 16;
/// How many steps a player has before the first: each card of the hand is played, each of the deck drawn first.
const STEPS: i32 = HAND as i32 + 2 * DECK as i32;
/// A card that fits now: whoever holds one need not pass.
const FITS: i32 = 4;

pub(super) fn estimate(view: &View, seat: Seat) -> f32 {
    let (table, sizes) = (&view.table, view.sizes());
    if table.phase == Phase::Over {
        return outcome(table, sizes).utility(seat);
    }
    let steps = |seat: Seat| i32::from(sizes[seat]) + 2 * i32::from(table.decks[seat]);
    let fits = |seat: Seat| {
        let cards = view.hands.of(seat).zip(table.tops).map(|(hand, tops)| hand & fitting(tops));
        cards.map_or(0, |cards| cards.len() as i32)
    };
    let standing = |seat: Seat| FITS * fits(seat) - STEP * steps(seat);
    let lead = standing(seat) - standing(seat.other());
    (0.5 + lead as f32 / (2 * STEP * STEPS) as f32).clamp(0.01, 0.99)
}

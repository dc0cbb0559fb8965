//! How well a player stands: whoever has fewer cards left is nearer to winning.

use boxwood_engine::Seat;

use super::flow::outcome;
use super::judge::fitting;
use super::state::Phase;
use super::{DECK, HAND, View};

/// What a card counts that is got rid of. To draw one counts nothing: whoever still can draw need never
/// pass, so cards are best played while they fit.
const CARD: i32 = 16;
/// The most that all cards of a player count.
const MOST: i32 = CARD * (HAND as i32 + DECK as i32);
/// A card that fits now.
const FITS: i32 = 2;

pub(super) fn estimate(view: &View, seat: Seat) -> f32 {
    let (table, sizes) = (&view.table, view.sizes());
    if table.phase == Phase::Over {
        return outcome(table, sizes).utility(seat);
    }
    let cards = |seat: Seat| i32::from(sizes[seat]) + i32::from(table.decks[seat]);
    let fits = |seat: Seat| {
        let cards = view.hands.of(seat).zip(table.tops).map(|(hand, tops)| hand & fitting(tops));
        cards.map_or(0, |cards| cards.len() as i32)
    };
    let standing = |seat: Seat| FITS * fits(seat) - CARD * cards(seat);
    let lead = standing(seat) - standing(seat.other());
    (0.5 + lead as f32 / (2 * MOST) as f32).clamp(0.01, 0.99)
}

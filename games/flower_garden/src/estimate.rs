//! How well a player stands: the score, and what loose flowers promise while there is time to plant them.

use boxwood_engine::Seat;
use boxwood_kit::{Card, CardSet, Colour};

use super::state::{Phase, Table, colours, limit};
use super::{COLOURS, HAND, View};

/// Everything is counted in parts of a point.
const POINT: i32 = 16;
/// A flower with a bed in the hand: almost the two points that planting brings.
const BEDDED: i32 = 28;
/// Any other loose flower, while beds may still be drawn: a little more than it costs.
const PROMISING: i32 = 18;
/// Nobody soon finds a bed for more flowers of one colour.
const MOST_PROMISING: u8 = 5;
/// A card of the hand, for what it may bring.
const CARD: i32 = 1;
/// A lead of so many points is as good as a victory.
const DECISIVE: i32 = 40 * POINT;

pub(super) fn estimate(view: &View, seat: Seat) -> f32 {
    let table = &view.table;
    if table.phase == Phase::Over {
        return table.outcome().utility(seat);
    }
    let others = Seat::all(table.seats()).filter(|&other| other != seat);
    let best = others.map(|other| standing(view, other)).max().unwrap_or(0);
    let lead = standing(view, seat) - best;
    (0.5 + lead as f32 / (2 * DECISIVE) as f32).clamp(0.01, 0.99)
}

/// What a player has; the flowers that a row of this turn brings are counted as taken.
fn standing(view: &View, seat: Seat) -> i32 {
    let table = &view.table;
    let garden = &table.gardens[seat];
    let loose = COLOURS.map(|colour| garden.loose.count(colour));
    let hand = view.hands.of(seat).unwrap_or(CardSet::EMPTY);
    let time = turns_left(view);
    let planted = POINT * i32::from(garden.planted()) + CARD * hand.len() as i32;
    let row = match table.phase {
        Phase::Shop { seat: shopper, row, .. } if shopper == seat => table.row(row),
        _ => None,
    };
    let Some(row) = row else { return planted + worth(loose, hand, time) };
    let with = |colour: Colour| {
        let mut loose = loose;
        loose[colour.id()] += table.supply.count(colour).min(row.cards.len() as u8);
        worth(loose, hand, time)
    };
    planted + colours(row.last()).iter().map(|&colour| with(colour)).max().unwrap_or(0)
}

/// What loose flowers are worth to whoever holds this hand and has so many turns left.
fn worth(loose: [u8; COLOURS.len()], hand: CardSet, mut turns: usize) -> i32 {
    let mut worth = -POINT * loose.iter().map(|&n| i32::from(n)).sum::<i32>();
    let mut left = loose;
    // Each turn plants one bed, the largest first.
    let mut beds = hand;
    while turns > 0
        && let Some((bed, colour)) = largest_bed(beds, left)
    {
        beds.remove(bed);
        left[colour.id()] -= bed.value();
        worth += BEDDED * i32::from(bed.value());
        turns -= 1;
    }
    if turns > 1 {
        worth += left.iter().map(|&n| PROMISING * i32::from(n.min(MOST_PROMISING))).sum::<i32>();
    }
    worth
}

/// The card that takes most of these flowers, and their colour.
fn largest_bed(hand: CardSet, loose: [u8; COLOURS.len()]) -> Option<(Card, Colour)> {
    let enough = |card: Card| {
        colours(card)
            .iter()
            .copied()
            .filter(move |colour| loose[colour.id()] >= card.value())
            .map(move |c| (card, c))
    };
    hand.iter().flat_map(enough).max_by_key(|(card, _)| card.value())
}

/// About how many turns everybody has until the draw pile is emptied for the last time.
fn turns_left(view: &View) -> usize {
    let table: &Table = &view.table;
    // A new draw pile is made of the discards, of which some will have come by then.
    let piles = limit(table.seats()) - table.emptied(view.pile.into());
    let later = piles.saturating_sub(1) * (table.discard.len() + HAND);
    let drawn_in_a_turn = 2;
    (usize::from(view.pile) + later) / (drawn_in_a_turn * table.seats())
}

//! What a player who thinks would do: keep playing until the own cards are worth little.

use boxwood_engine::{Seat, Viewer};

use super::Action;
use super::state::Table;
use boxwood_kit::RuneCard;

/// With more points than this nobody calls who wants to win the round: everybody else still has a turn,
/// and some of them have thrown away as much.
const LOW: i32 = 10;
/// What a card is worth that its owner has not seen: the mean of the box.
const UNSEEN: i32 = 7;

/// A call is no idea before the own cards are low; everything else is as good as any.
pub(super) fn prefer(table: &Table<RuneCard>, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
    if !actions.contains(&Action::Call) {
        return;
    }
    let worth = |seen: bool, card: RuneCard| if seen { i32::from(card.corner()) } else { UNSEEN };
    let cards = table.cards_of(seat);
    let sum: i32 = cards.map(|laid| worth(laid.seen_by.includes(Viewer::Seat(seat)), laid.face)).sum();
    let call = if sum <= LOW { 1.0 } else { 0.0 };
    weights.extend(actions.iter().map(|&action| if action == Action::Call { call } else { 1.0 }));
}

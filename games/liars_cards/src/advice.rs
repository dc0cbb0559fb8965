//! What a player who counts would never bid.

use boxwood_engine::Seat;
use boxwood_kit::CardSet;

use super::flow::wild_under;
use super::{Action, State};

/// A bid may be bold, but not beyond the cards that luck would bring once in so many times: in standard
/// deviations.
const BOLD: f32 = 1.3;
/// What a card counts on average, and how far it is from that.
const MEAN_VALUE: f32 = 2.8;
const DEVIATION: f32 = 1.5;

/// Absurd bids are none; everything else is as good as any.
pub(super) fn prefer(state: &State, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
    let own = state.hands[seat];
    let unseen = f32::from(state.table.dealt()) - own.len() as f32;
    let is_absurd = |action: Action| match action {
        Action::Bid { n, symbol } => {
            let wild = wild_under(&state.table, symbol).filter(|&wild| wild != symbol);
            let counts = CardSet::of_symbol(symbol) | wild.map_or(CardSet::EMPTY, CardSet::of_symbol);
            let part = if wild.is_some() { 2.0 / 6.0 } else { 1.0 / 6.0 };
            let luck = (unseen * part * (1.0 - part)).sqrt();
            f32::from(n) > (own & counts).len() as f32 + unseen * part + BOLD * luck
        }
        Action::BidValue(sum) => {
            let held: f32 = own.iter().map(|card| f32::from(card.value())).sum();
            f32::from(sum) > held + unseen * MEAN_VALUE + BOLD * DEVIATION * unseen.sqrt()
        }
        Action::ChooseWild(_) | Action::Liar => false,
    };
    weights.extend(actions.iter().map(|&action| if is_absurd(action) { 0.0 } else { 1.0 }));
}

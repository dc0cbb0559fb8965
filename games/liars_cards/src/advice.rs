//! What a player who counts would never bid, and how likely a bid is true.

use boxwood_engine::Seat;
use boxwood_kit::{CardSet, Symbol};

use super::flow::wild_under;
use super::{Action, Bid, Phase, State, View};

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

/// Calls and bids are explained by their odds.
pub(super) fn reason(view: &View, action: Action) -> Option<String> {
    match (action, view.table.phase) {
        (Action::Liar, Phase::Answer { bid: Bid::Cards { n, symbol, wild }, .. }) => {
            Some(format!("With your cards, that bid would be true {}.", often(view, n, symbol, wild)))
        }
        (Action::Bid { n, symbol }, _) => {
            let odds = often(view, n, symbol, wild_under(&view.table, symbol));
            Some(format!("With your cards, it is true {odds}."))
        }
        _ => None,
    }
}

/// In how many of a hundred deals that look the same to the viewer at least `n` cards count for the symbol.
fn often(view: &View, n: u8, symbol: Symbol, wild: Option<Symbol>) -> String {
    let counts = CardSet::of_symbol(symbol) | wild.map_or(CardSet::EMPTY, CardSet::of_symbol);
    let own = view.hands.shown();
    let dealt = usize::from(view.table.dealt()) - own.len();
    let (kinds, others) = ((counts - own).len(), (CardSet::FULL - counts - own).len());
    let needed = usize::from(n).saturating_sub((own & counts).len());
    // Of all hands of so many unseen cards, those with exactly so many that count.
    let ways = |count: usize| ways(kinds, count) * ways(others, dealt.saturating_sub(count));
    let all: f64 = (0..=dealt).map(ways).sum();
    let true_ones: f64 = (needed..=dealt).map(ways).sum();
    match 100.0 * true_ones / all {
        share if share < 0.5 => "hardly ever".into(),
        share if share > 99.5 => "practically always".into(),
        share => format!("in about {share:.0} of 100 deals"),
    }
}

/// In how many ways some of so many cards are chosen.
pub(super) fn ways(cards: usize, chosen: usize) -> f64 {
    if chosen > cards {
        return 0.0;
    }
    (0..chosen).map(|n| (cards - n) as f64 / (n + 1) as f64).product()
}

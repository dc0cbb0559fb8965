//! How well a seat stands.

use boxwood_engine::Seat;
use boxwood_kit::{CardSet, Symbol};

use super::{Action, ROUNDS, TOO_MANY, Table, View, shown};

/// What a player may hope for in a round that is still to come, in nuggets.
const PER_ROUND: u32 = 6;
/// What a card brings on average, in hundredths of a nugget.
const PER_CARD: u32 = 280;

/// The own gold against that of the richest other player.
pub(super) fn estimate(view: &View, seat: Seat) -> f32 {
    let own = worth(view, seat) + 1;
    let others = Seat::all(view.table.seats()).filter(|&other| other != seat);
    let richest = others.map(|other| worth(view, other) + 1).max().unwrap_or(1);
    own as f32 / (own + richest) as f32
}

/// The gold of a player as it will probably be, in hundredths of a nugget.
fn worth(view: &View, seat: Seat) -> u32 {
    let (table, inside) = (&view.table, view.choices.asked());
    let rounds_to_come = ROUNDS.saturating_sub(table.endings.len() + 1) as u32;
    let sure = 100 * (u32::from(table.banks[seat]) + PER_ROUND * rounds_to_come);
    if !inside.contains(seat) {
        return sure;
    }
    let people = inside.len() as u32;
    // Perhaps half of the others run at the same moment.
    let run = 100 * u32::from(table.bags[seat]) + 200 * u32::from(table.loose) / (people + 1);
    let stay = (run + PER_CARD / people) * safe_cards(table) / table.deck.len().max(1) as u32;
    sure + match view.choices.of(seat) {
        Some(Action::Run) => run,
        Some(Action::Stay) => stay,
        None => run.max(stay),
    }
}

/// How many cards of the deck do not bring the mine down.
pub(super) fn safe_cards(table: &Table) -> u32 {
    let is_safe = |symbol: &Symbol| shown(&table.row, *symbol) + 1 < TOO_MANY;
    let of_symbol = |symbol| (table.deck & CardSet::of_symbol(symbol)).len() as u32;
    Symbol::ALL.into_iter().filter(is_safe).map(of_symbol).sum()
}

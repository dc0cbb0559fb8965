//! What an archaeologist thinks of first: forwards, or onto a tile that a card asks for.

use boxwood_kit::{Card, Colour};

use super::state::named_by;
use super::{Action, Place, Table};

/// Weights for the ways to use a point; cards to play and tiles to give up are as good as any.
pub(super) fn prefer(table: &Table, actions: &[Action], weights: &mut Vec<f32>) {
    if actions.contains(&Action::Waste) {
        weights.extend(actions.iter().map(|&action| weight(table, action)));
    }
}

fn weight(table: &Table, action: Action) -> f32 {
    let Action::Point { cube, from, to } = action else { return 0.1 };
    let Place::Tile(tile) = to else { return 3.0 };
    let row = if let Place::Tile(from) = from { from.row } else { 0 };
    let forwards = if tile.row > row { 1.0 } else { 0.3 };
    let is_down = table.temple.down.contains(tile);
    let safe = if is_down { 0.4 } else { 1.0 };
    let asks = |card: &Card| names(card.colour(), cube) && table.temple.showing(card.symbol()).contains(tile);
    let relics = table.relics.shown.iter().filter(asks).count();
    let cards = table.temple_cards.shown.iter().filter(asks).count();
    safe * forwards + 1.5 * relics as f32 + 0.7 * cards as f32
}

/// Whether a border names cubes of this colour.
fn names(border: Colour, cube: Colour) -> bool {
    named_by(border).contains(&named_by(cube).start)
}

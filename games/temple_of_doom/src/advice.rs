//! What an archaeologist thinks of first, forwards or onto a tile that a card asks for, and why a step is good.

use boxwood_kit::{Card, CardSet, Colour};
use boxwood_scene::count;

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

/// A step is explained by what it saves.
pub(super) fn reason(table: &Table, action: Action) -> Option<String> {
    match action {
        Action::Point { to: Place::Exit, .. } => {
            Some("A cube that is out is a point, whatever happens.".into())
        }
        Action::Point { cube, from, to } => {
            let mut then = table.clone();
            then.carry(cube, from, to);
            let more = |cards: CardSet| then.matched(cards) - table.matched(cards);
            let falls = |place: Place| matches!(place, Place::Tile(tile) if table.temple.down.contains(tile));
            let (relics, cards) = (more(table.relics.shown), more(table.temple_cards.shown));
            if let Some(relic) = relics.first() {
                Some(format!("A {cube} cube that ends the round there saves the {relic}."))
            } else if falls(from) && !falls(to) {
                Some("The tile that it leaves falls at the end of this round.".into())
            } else if let Some(card) = cards.first() {
                Some(format!("Left there, it matches the {card}, which then turns no tile down."))
            } else {
                nearer(table, from, to)
            }
        }
        Action::ChooseTile(tile) if !table.cubes.contains(&Place::Tile(tile)) => {
            Some("No cube stands on that tile.".into())
        }
        Action::Play(_) | Action::Waste | Action::ChooseTile(_) => None,
    }
}

/// The way out, where a step shortens it.
fn nearer(table: &Table, from: Place, to: Place) -> Option<String> {
    let Place::Tile(tile) = to else { return None };
    let row = if let Place::Tile(from) = from { from.row } else { 0 };
    let left = table.options.layout.last_row() - tile.row;
    (tile.row > row).then(|| match left {
        0 => "From there, a card of its colour leads it out.".into(),
        left => format!("From there, {} lie before the last one.", count(left, "row")),
    })
}

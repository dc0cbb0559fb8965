//! Why an action is a good one.

use boxwood_engine::Seat;
use boxwood_scene::count;

use super::battle::shows_symbol;
use super::board::Tile;
use super::state::score;
use super::{Action, Phase, Step, Table, View};

pub(super) fn reason(view: &View, seat: Seat, action: Action) -> Option<String> {
    let table = &view.table;
    match action {
        Action::Place(tile) => {
            let free = table.map.near(tile).and(table.unoccupied()).without(table.map.brown()).len();
            let free = count(free as i64, "symbol tile");
            (table.owner(tile).is_none()).then(|| format!("It touches {free} that nobody holds."))
        }
        Action::ReinforceTile(tile) => threat(table, seat, tile).map(|(enemy, units)| {
            let units = count(units, "unit");
            format!("{{{}}} has {units} beside it, more than you have there.", enemy.index())
        }),
        Action::MoveUnits { from, to, n } => gained(table, seat, from, to, n),
        Action::Advance(n) => match table.phase {
            Phase::Acting(acting) => match acting.step {
                Step::Advance { from, to } => gained(table, seat, from, to, n),
                _ => None,
            },
            _ => None,
        },
        Action::Attack { from, to } => {
            let (own, enemy) = (table.units(from), table.units(to));
            let defender = table.owner(to)?.index();
            Some(match own.cmp(&enemy) {
                std::cmp::Ordering::Greater => {
                    format!("With {own} against {enemy}, a card as good as that of {{{defender}}} is enough.")
                }
                _ => format!(
                    "With {own} against {enemy}, your card has to be better by {}; {{{defender}}} may not expect it.",
                    enemy - own + 1
                ),
            })
        }
        Action::Commit(card) => {
            let Phase::Acting(acting) = table.phase else { return None };
            let Step::Battle { to, .. } = acting.step else { return None };
            shows_symbol(&table.map, card, to)
                .then(|| "It shows the symbol of the attacked tile, which counts one more.".into())
        }
        _ => None,
    }
}

/// The points that units bring which enter a tile.
fn gained(table: &Table, seat: Seat, from: Tile, to: Tile, n: u8) -> Option<String> {
    let mut then = table.clone();
    then.take(seat, from, n);
    then.put(seat, to, n);
    let (before, after) = (score(table, seat), score(&then, seat));
    let points = count(after.sum() - before.sum(), "point");
    if after.triples > before.triples {
        Some(format!("It brings {points}: you hold all tiles of a symbol then."))
    } else if after.symbols > before.symbols {
        Some(format!("It brings {points}: one more symbol among your tiles."))
    } else if after.sum() > before.sum() {
        Some(format!("It brings {points}: one more tile."))
    } else {
        threat(table, seat, to).map(|(enemy, units)| {
            format!("{{{}}} has {} beside it, more than you have there.", enemy.index(), count(units, "unit"))
        })
    }
}

/// Who has more units beside a tile of this seat's than are on it, and how many.
fn threat(table: &Table, seat: Seat, tile: Tile) -> Option<(Seat, u8)> {
    let near = table.map.near(tile).and(table.enemies(seat));
    let strongest = near.iter().max_by_key(|&enemy| table.units(enemy))?;
    let units = table.units(strongest);
    (table.owner(tile) == Some(seat) && units > table.units(tile)).then_some((table.owner(strongest)?, units))
}

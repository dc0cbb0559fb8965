//! How well somebody stands, in hundredths of a point.

use boxwood_engine::Seat;

use super::battle::most_advance;
use super::board::{Tile, Tiles};
use super::march::departures;
use super::state::score;
use super::{Acting, Phase, Step, Table, View};

/// A point of rule 16.
const POINT: i32 = 100;
/// A unit on the map.
const UNIT: i32 = 12;
/// An empty symbol tile that one's units touch.
const IN_REACH: i32 = 4;
/// A tile beside more units of somebody else's than it has itself.
const EXPOSED: i32 = 15;
/// An action still to be taken.
const ACTION: i32 = 6;
/// A tile that a move may still spread to.
const SPREAD: i32 = 70;
/// What a won attack brings, a tile and a unit of somebody else's.
const VICTORY: i32 = 150;
/// What somebody who leads by so much may be sure of.
const LEAD: i32 = 40 * POINT;

pub(super) fn estimate(view: &View, seat: Seat) -> f32 {
    let own = worth(view, seat);
    let others = Seat::all(view.table.seats()).filter(|&other| other != seat);
    let best = others.map(|other| worth(view, other)).max().unwrap_or(0);
    (0.5 + (own - best) as f32 / (2 * LEAD) as f32).clamp(0.01, 0.99)
}

fn worth(view: &View, seat: Seat) -> i32 {
    let table = &view.table;
    let held = table.held[seat];
    let near = held.iter().fold(Tiles::EMPTY, |near, tile| near.or(table.map.near(tile)));
    let in_reach = near.and(table.unoccupied()).without(table.map.brown());
    let units = i32::from(table.on_tiles(seat));
    let enemies = table.enemies(seat);
    let is_exposed = |tile: &Tile| {
        table.map.near(*tile).and(enemies).iter().any(|enemy| table.units(enemy) > table.units(*tile))
    };
    let exposed = held.iter().filter(is_exposed).count() as i32;
    score(table, seat).sum() * POINT + units * UNIT + in_reach.len() as i32 * IN_REACH - exposed * EXPOSED
        + prospects(view, seat)
}

/// What the turn or the battle of the moment may still bring.
fn prospects(view: &View, seat: Seat) -> i32 {
    let table = &view.table;
    let Phase::Acting(acting) = table.phase else { return 0 };
    if let Step::Battle { from, to } = acting.step {
        let sides = [(acting.seat, from), (table.owner(to).unwrap_or(acting.seat), to)];
        // A card that is not known counts 2; each point of difference is worth a fifth of the battle.
        let [attack, defence] = sides.map(|(side, tile)| {
            let card = view.committed.of(side);
            let symbol = card.is_some_and(|card| table.map.face(to) == Some(card.symbol()));
            i32::from(table.units(tile)) + card.map_or(2, |card| card.value().into()) + i32::from(symbol)
        });
        let chance = (2 + attack - defence).clamp(0, 5); // a draw is the defender's
        if seat != acting.seat {
            return 0;
        }
        // One unit stays behind, so a lone one can kill but not conquer (R7).
        let spoils = if most_advance(table, from) > 0 { VICTORY } else { UNIT };
        return acting_value(table, acting) + chance * spoils / 5 - (5 - chance) * UNIT / 5;
    }
    if seat == acting.seat { acting_value(table, acting) } else { 0 }
}

fn acting_value(table: &Table, acting: Acting) -> i32 {
    let now = match acting.step {
        Step::Reinforce { value, named } => {
            let tiles = table.held[acting.seat].without(named).len() as i32;
            tiles.min(i32::from(value) - named.len() as i32).min(table.supply(acting.seat).into()) * UNIT
        }
        Step::Move { value, sources, last } => {
            let free = table.unoccupied();
            let spreads = departures(table, acting.seat, value, sources, last)
                .iter()
                .filter(|&tile| table.units(tile) > 1 && !table.map.near(tile).and(free).is_empty());
            (spreads.count() as i32).min(value.into()) * SPREAD
        }
        Step::Choose | Step::Battle { .. } | Step::Flee { .. } | Step::Advance { .. } => 0,
    };
    now + i32::from(acting.left) * ACTION
}

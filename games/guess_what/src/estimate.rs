//! How well somebody stands, in quarters of a cube.
//!
//! Whether a card is correct or a guess right is not foretold here: whoever tries it in a few worlds sees it.
//! But as long as a round lasts, the cubes beside its row can be won, and more may come: so a Student does
//! not guess too early, and never without a good chance.

use boxwood_engine::Seat;

use super::View;
use super::state::{Phase, Table};

const CUBE: i32 = 4;
/// A cube beside the row: half of it is somebody's, every second time.
const BESIDE: i32 = 1;
/// So many cards that are still to be played bring a cube beside the row.
const CARDS_A_CUBE: i32 = 2;
/// A right guess breaks a tie.
const RIGHT: i32 = 1;
/// R14: a rule that a single player has found.
const FOUND: i32 = 4 * CUBE;
/// What somebody who leads by so much may be sure of.
const LEAD: i32 = 40 * CUBE;

pub(super) fn estimate(view: &View, seat: Seat) -> f32 {
    let table = &view.table;
    let own = won(table, seat) + to_come(table);
    if table.seats() == 1 {
        let found = i32::from(table.right[seat]) * FOUND;
        return ((own + found) as f32 / LEAD as f32).clamp(0.01, 0.99);
    }
    // What the others will find nobody knows.
    let others = Seat::all(table.seats()).filter(|&other| other != seat);
    let best = others.map(|other| won(table, other)).max().unwrap_or(0);
    (0.5 + (own - best) as f32 / (2 * LEAD) as f32).clamp(0.01, 0.99)
}

fn won(table: &Table, seat: Seat) -> i32 {
    i32::from(table.cubes[seat]) * CUBE + i32::from(table.right[seat]) * RIGHT
}

/// What this round and the next ones may still bring.
fn to_come(table: &Table) -> i32 {
    if table.phase == Phase::Over {
        return 0;
    }
    let cards = i32::from(table.cards_per_round());
    let rounds = i32::from(table.rounds() - table.round);
    let cards_left = rounds * cards - table.row.len() as i32;
    i32::from(table.cubes_beside()) * BESIDE + cards_left * BESIDE / CARDS_A_CUBE
}

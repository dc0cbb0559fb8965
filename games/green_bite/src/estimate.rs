//! How well a seat stands.

use boxwood_engine::{Seat, Side};

use super::state::Table;

/// What it is worth to be in front rather than last, in cubes.
const IN_FRONT: f32 = 0.5;
/// The same when the next bite may be the last one of the game, which the front explorer wins.
const AT_THE_END: f32 = 2.0;
/// What a card in hand is worth, in cubes: whoever has few is easily seen through.
const PER_CARD: f32 = 0.08;
/// How surely a lead of one cube wins.
const SURE: f32 = 1.0;

/// How probably an explorer of this seat wins, or how many of the others it will probably leave behind.
pub(super) fn estimate(table: &Table, seat: Seat) -> f32 {
    if table.sides.are_several() {
        let weight = |&side: &Side| (SURE * strength(table, side)).exp();
        let all: f32 = table.line.iter().map(weight).sum();
        let own: f32 = table.line.iter().filter(|&&side| table.sides.owner(side) == seat).map(weight).sum();
        return own / all;
    }
    let others = table.sides.count() as f32 - 1.0;
    if !table.line.contains(&seat) {
        return table.outlasted(seat) as f32 / others;
    }
    let own = strength(table, seat);
    let beaten = |&other: &Side| 1.0 / (1.0 + (SURE * (strength(table, other) - own)).exp());
    let running: f32 = table.line.iter().filter(|&&other| other != seat).map(beaten).sum();
    (running + (table.sides.count() - table.line.len()) as f32) / others
}

/// How long an explorer will probably last, in cubes.
fn strength(table: &Table, side: Side) -> f32 {
    let cubes = f32::from(table.health[side]);
    let ahead = table.line.iter().position(|&other| other == side).unwrap_or(table.line.len());
    let place = 1.0 - ahead as f32 / (table.line.len() - 1).max(1) as f32;
    let front = if is_near_the_end(table) { AT_THE_END } else { IN_FRONT };
    cubes + front * place + PER_CARD * table.hand(side).len() as f32
}

/// Whether the next explorer to go out is the last one, and has one cube left.
fn is_near_the_end(table: &Table) -> bool {
    table.line.len() == 3 && table.line.iter().any(|&side| table.health[side] == 1)
}

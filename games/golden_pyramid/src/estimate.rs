//! How well somebody stands, in hundredths of a point.

use boxwood_engine::Seat;
use boxwood_kit::{Card, CardSet, Colour, Cubes};

use super::building::{HIGH_ENOUGH, Plan, Points, columns_possible, in_stock, tile_cards};
use super::drawing::half;
use super::{HAND_LIMIT, KEEP_CARDS, Phase, Table, View};

/// A point of rule 15.
const POINT: i32 = 100;
/// A tile that lies, whoever laid it: the end is nearer.
const TILE: i32 = 30;
/// What so many cards are good for; without any, the next ones cost points.
const CARDS: [i32; HAND_LIMIT + 1] = [-220, 0, 30, 50, 66, 80, 92, 100];
/// A cube, for so many of them.
const CUBE: i32 = 6;
const USEFUL_CUBES: u32 = 9;
/// A card with a cube of its colour, for so many columns.
const COLUMN: i32 = 16;
const USEFUL_COLUMNS: usize = 5;
/// A card that is high enough for the highest place that is open.
const HIGH_CARD: i32 = 25;
/// Everything that a tile above level 1 takes.
const READY: i32 = 40;
/// What somebody who leads by so much may be sure of.
const LEAD: i32 = 60 * POINT;

pub(super) fn estimate(view: &View, seat: Seat) -> f32 {
    let others = Seat::all(view.table.seats()).filter(|&other| other != seat);
    let best = others.map(|other| worth(view, other)).max().unwrap_or(0);
    let tiles = view.table.pyramid.built().len() as i32;
    (0.4 + (worth(view, seat) - best + tiles * TILE) as f32 / (2 * LEAD) as f32).clamp(0.01, 0.99)
}

/// Points, and what cards and cubes promise, as far as the viewer sees them.
fn worth(view: &View, seat: Seat) -> i32 {
    let table = &view.table;
    let points = i32::from(table.scores[seat] + table.bonus(seat));
    let (mut hand, mut cards) = (view.hands.of(seat).unwrap_or(CardSet::EMPTY), view.hands.size(seat));
    let (mut cubes, mut owned) = (table.cubes[seat], table.cubes[seat].total());
    let mut coming = 0;
    if seat == table.on_turn {
        match table.phase {
            Phase::KeepCards { .. } => {
                hand = hand | view.drawn.unwrap_or(CardSet::EMPTY);
                cards += view.drawn_held.iter().map(|&n| usize::from(n)).sum::<usize>().min(KEEP_CARDS);
            }
            Phase::KeepCubes { drawn, .. } => {
                cubes += drawn;
                owned += half(drawn);
            }
            Phase::Columns { plan, cards } => coming = pending(table, seat, plan, &cards),
            Phase::TakeTile { card, site } => {
                let symbol = table.symbols_left().next().unwrap_or(card.symbol());
                coming = pending(table, seat, Plan { card, site, symbol }, &[]);
            }
            Phase::Answer { .. } => coming = -1, // nothing is won by asking
            _ => {}
        }
    }
    points * POINT
        + coming
        + CARDS[cards.min(HAND_LIMIT)]
        + owned.min(USEFUL_CUBES) as i32 * CUBE
        + readiness(table, hand, &cubes)
}

/// What the tile on its way brings.
fn pending(table: &Table, seat: Seat, plan: Plan, cards: &[Card]) -> i32 {
    let mut columns = [Colour::Red; 4];
    columns.iter_mut().zip(cards).for_each(|(column, card)| *column = card.colour());
    let points = Points::of(table, seat, plan, &columns[..cards.len()]).total();
    i32::from(points) * POINT + TILE
}

/// How near a hand and cubes are to a tile above level 1.
fn readiness(table: &Table, hand: CardSet, cubes: &Cubes) -> i32 {
    let sites = table.pyramid.built().sites();
    let is_open = |level: &u8| !sites.on_level(*level).is_empty();
    let columns = columns_possible(hand, cubes).min(USEFUL_COLUMNS) as i32 * COLUMN;
    let high = (2..=4).rev().find(is_open).map_or(CardSet::EMPTY, |level| HIGH_ENOUGH[usize::from(level)]);
    let is_ready = |level: u8| !tile_cards(table, hand, cubes, level).is_empty();
    columns
        + i32::from(!(hand & high & in_stock(table)).is_empty()) * HIGH_CARD
        + i32::from((2..=4).filter(is_open).any(is_ready)) * READY
}

//! How well all stand: the score they may hope for, in thousandths of a point.

use boxwood_kit::{Card, CardSet};

use super::board::Tiles;
use super::state::named_by;
use super::{Action, CUBES, Phase, Place, RELICS, Table, moves};

/// A cube that is out, or a relic that is saved.
const SURE: i32 = 1000;
/// A cube in the row that leads out, and how much less it is for each step before that.
const AT_THE_EXIT: i32 = 700;
const STEP: i32 = 60;
/// How much less for each step that a cube will hardly find the time for.
const LATE: i32 = 80;
/// So many points, in tenths, the cubes have in a round, all together and roughly.
const POINTS_A_ROUND: i32 = 150;
/// A relic that would be saved if the round ended now.
const RELIC: i32 = 850;
/// A temple card that would be matched: a tile more for everybody.
const TEMPLE_CARD: i32 = 120;
/// Only this part of it, while a cube is still one step away.
const NEARLY: i32 = 5;
/// Only this part of a cube, while the tile below it is about to fall.
const FALLING: i32 = 4;
/// The longest way out that still counts.
const FAR: usize = 12;

pub(super) fn estimate(table: &Table) -> f32 {
    let ways = ways_out(table);
    let mut hope = hopes(table, &ways);
    if let Phase::Points { card, .. } = table.phase {
        // A card in play is worth what its next point can do.
        moves::each(table, card, |action| {
            let Action::Point { cube, from, to } = action else { return };
            let mut then = table.clone();
            then.carry(cube, from, to);
            hope = hope.max(hopes(&then, &ways));
        });
    }
    let (least, most) = (-i32::from(RELICS) * SURE, CUBES as i32 * SURE);
    ((hope - least) as f32 / (most - least) as f32).clamp(0.01, 0.99)
}

/// The tiles from which it is so many steps out of the temple, the last row first.
fn ways_out(table: &Table) -> [Tiles; FAR] {
    let mut unseen = table.temple.present();
    let mut next = unseen & Tiles::row(table.options.layout.last_row());
    [(); FAR].map(|()| {
        let ring = next;
        unseen = unseen - ring;
        next = ring.iter().fold(Tiles::NONE, |next, tile| next | Tiles::around(tile)) & unseen;
        ring
    })
}

fn hopes(table: &Table, ways: &[Tiles; FAR]) -> i32 {
    let time = time(table);
    let cubes: i32 = table.cubes.iter().map(|&place| cube(table, place, ways, time)).sum();
    let saved = i32::from(table.relics_saved()) - i32::from(RELICS);
    let relics = cards(table, table.relics.shown) * RELIC;
    let temple = cards(table, table.temple_cards.shown) * TEMPLE_CARD;
    cubes + saved * SURE + (relics + temple) / NEARLY
}

/// For how many steps of each cube the temple will last, in tenths: every temple card that nobody matches
/// takes a tile in each round, and six of them nobody can match.
fn time(table: &Table) -> i32 {
    let cards = table.temple_cards.shown;
    let damage = (cards - table.matched(cards)).len() as i32;
    let inside = table.cubes.iter().filter(|place| matches!(place, Place::Forecourt | Place::Tile(_)));
    let tiles = i32::from(table.temple.present().len());
    tiles * POINTS_A_ROUND / (damage + 2).max(6) / (inside.count() as i32).max(1)
}

/// What a cube may hope for that is here.
fn cube(table: &Table, place: Place, ways: &[Tiles; FAR], time: i32) -> i32 {
    let ring = |tiles: Tiles| ways.iter().position(|&ring| !(ring & tiles).is_empty());
    let (steps, part) = match place {
        Place::Exit => return SURE,
        Place::Dead => return 0,
        Place::Forecourt => (ring(Tiles::row(1)).map(|steps| steps + 1), 1),
        Place::Tile(tile) => {
            let is_falling = table.temple.down.contains(tile);
            (ring([tile].into_iter().collect()), if is_falling { FALLING } else { 1 })
        }
    };
    let Some(steps) = steps else { return 0 };
    let late = (10 * steps as i32 - time).max(0) * LATE / 10;
    (AT_THE_EXIT - STEP * steps as i32 - late).max(0) / part
}

/// How many of these cards a cube matches, in parts: a whole one counts [`NEARLY`], and one that a
/// single step would match counts 1.
fn cards(table: &Table, cards: CardSet) -> i32 {
    let near = |card: Card| -> Tiles {
        let cubes = table.cubes[named_by(card.colour())].iter();
        cubes.fold(Tiles::NONE, |near, &place| match place {
            Place::Tile(tile) => near | Tiles::around(tile),
            Place::Forecourt => near | Tiles::row(1),
            Place::Exit | Place::Dead => near,
        })
    };
    let matched = table.matched(cards);
    let nearly = (cards - matched)
        .iter()
        .filter(|card| !(near(*card) & table.temple.showing(card.symbol())).is_empty());
    matched.len() as i32 * NEARLY + nearly.count() as i32
}

//! How well all stand: the score they may hope for, in thousandths of a point.
//!
//! Three things bring points: the relics of this round, those of the rounds to come, and cubes that get out.
//! The latter two depend on how long the temple lasts, which is what temple cards are about.

use boxwood_engine::Seat;
use boxwood_kit::{Card, CardSet, Colour};

use super::board::Tiles;
use super::state::named_by;
use super::{Action, CUBES, Phase, Place, RELICS, TEMPLE_CARDS, TEMPLE_CARDS_A_ROUND, Table, View, moves};

/// A cube that is out, or a relic that is saved.
const SURE: i32 = 1000;
/// A relic that would be saved if the round ended now, and one for which a cube has so many steps to go, while
/// there are points for them.
const RELIC: [i32; 5] = [950, 560, 370, 230, 120];
/// A temple card that would be matched, or is so many steps from it, in hundredths of a card.
const TEMPLE_CARD: [i32; 3] = [100, 45, 20];
/// The relics that are usually saved in a round to come.
const RELICS_A_ROUND: i32 = 1700;
/// Of the temple cards that can be matched, so many in a hundred usually are in a round to come.
const USUALLY_MATCHED: i32 = 35;
/// The points in a round, all together, in tenths, and the part of them that leads towards the exit.
const POINTS_A_ROUND: i32 = 120;
const FORWARD: i32 = 90;
/// The step out takes a card of the own colour, which is more than a point, in tenths.
const LAST_STEP: i32 = 17;
/// By so many steps, in tenths, the plan may fail or succeed.
const DOUBT: i32 = 90;
/// This part of a cube in a hundred, while the tile below it is about to fall and there are points to save it.
const FALLING: i32 = 70;
/// The last round is worth so much less than a whole one, in tenths.
const LAST_ROUND: i32 = 2;
/// As many steps, in tenths, as nobody ever has the time for.
const NEVER: i32 = 10_000;
/// The longest way out that still counts.
const FAR: usize = 14;

pub(super) fn estimate(view: &View) -> f32 {
    let (table, points) = (&view.table, points(view));
    let mut hope = hope(table, points);
    if let Phase::Points { card, .. } = table.phase {
        // A card in play is worth what its next point can do.
        moves::each(table, card, |action| {
            let Action::Point { cube, from, to } = action else { return };
            let mut then = table.clone();
            then.carry(cube, from, to);
            hope = hope.max(self::hope(&then, points - 10));
        });
    }
    let (least, most) = (-i32::from(RELICS) * SURE, CUBES as i32 * SURE);
    ((hope - least) as f32 / (most - least) as f32).clamp(0.01, 0.99)
}

/// The points that are left in this round, in tenths; of hidden cards, as many as usual.
fn points(view: &View) -> i32 {
    let open = if let Phase::Points { left, .. } = view.table.phase { i32::from(left) } else { 0 };
    let seats = Seat::all(view.hands.seats());
    let held = seats.map(|seat| match view.hands.of(seat) {
        Some(cards) => cards.iter().map(|card| 10 * i32::from(card.value())).sum(),
        None => 13 * view.hands.size(seat) as i32,
    });
    10 * open + held.sum::<i32>()
}

fn hope(table: &Table, points: i32) -> i32 {
    let saved = (i32::from(table.relics_saved()) - i32::from(RELICS)) * SURE;
    if table.phase == Phase::Over {
        return saved + i32::from(table.cubes_in(Place::Exit)) * SURE;
    }
    let rounds = rounds_to_come(table, points);
    let now = now(table, points);
    let later = (RELICS_A_ROUND * rounds / 10).min(-saved - now).max(0);
    saved + now + later * inside(table).min(4) / 4 + cubes(table, points, rounds)
}

fn inside(table: &Table) -> i32 {
    table.cubes.iter().filter(|place| matches!(place, Place::Forecourt | Place::Tile(_))).count() as i32
}

/// The relics of this round.
fn now(table: &Table, points: i32) -> i32 {
    let worth = |card: Card| {
        let steps = steps_to(table, card, RELIC.len());
        steps.filter(|&steps| 10 * steps as i32 <= points).map_or(0, |steps| RELIC[steps])
    };
    match table.phase {
        Phase::Damage(_) => 0, // what could be saved is saved
        _ => table.relics.shown.iter().map(worth).sum(),
    }
}

/// How many steps it is until a cube matches this card, if fewer than so many.
fn steps_to(table: &Table, card: Card, most: usize) -> Option<usize> {
    let goal = table.temple.showing(card.symbol());
    let present = table.temple.present();
    let mut reached = table.standing(card.colour());
    let mut waits = table.cubes[named_by(card.colour())].contains(&Place::Forecourt);
    for steps in 0..most {
        if !(reached & goal).is_empty() {
            return Some(steps);
        }
        let around = reached.iter().fold(Tiles::NONE, |around, tile| around | Tiles::around(tile));
        reached = reached | (around & present);
        if waits {
            reached = reached | (Tiles::row(1) & present);
            waits = false;
        }
    }
    None
}

/// How many rounds the temple lasts after this one, in tenths: every temple card that nobody matches turns a
/// tile in each round; six of them nobody can match; and six more come up each time.
fn rounds_to_come(table: &Table, points: i32) -> i32 {
    let black = |cards: CardSet| 100 * (cards & CardSet::of_colour(Colour::Black)).len() as i32;
    let all = |cards: CardSet| 100 * cards.len() as i32;
    let cards = &table.temple_cards;
    let matched: i32 = match table.phase {
        Phase::Damage(_) => 0, // what was matched is gone
        _ => {
            let coloured = cards.shown - CardSet::of_colour(Colour::Black);
            let part = |card: Card| {
                let steps = steps_to(table, card, TEMPLE_CARD.len());
                steps.filter(|&steps| 10 * steps as i32 <= points).map_or(0, |steps| TEMPLE_CARD[steps])
            };
            coloured.iter().map(part).sum()
        }
    };
    let mut damage = match table.phase {
        Phase::Damage(left) => 100 * left.iter().map(|&n| i32::from(n)).sum::<i32>(),
        _ => all(cards.shown) - matched,
    };
    // Those that will lie there, of the kind that can be matched and of the other.
    let (mut never, mut ever) = (black(cards.shown), all(cards.shown) - black(cards.shown) - matched);
    let (mut black_to_come, most) = (black(cards.deck), all(TEMPLE_CARDS));
    let mut up = all_tiles(table.temple.up);
    let mut rounds = 0;
    while up > damage && rounds < 80 {
        up -= damage;
        rounds += 10;
        let new = (100 * i32::from(TEMPLE_CARDS_A_ROUND)).min(most - never - ever);
        let new_black = (new / 3).min(black_to_come);
        (black_to_come, never) = (black_to_come - new_black, never + new_black);
        ever = (ever + new - new_black) * (100 - USUALLY_MATCHED) / 100;
        damage = (never + ever).max(1);
    }
    // Whatever is turned down last stands for one more round, in which symbols lead nobody anywhere.
    (rounds + 10 * up / damage.max(1) - LAST_ROUND).max(0)
}

fn all_tiles(tiles: Tiles) -> i32 {
    100 * i32::from(tiles.len())
}

/// What the cubes may hope for: those nearest to the exit go first, as long as points last.
fn cubes(table: &Table, points: i32, rounds: i32) -> i32 {
    let mut steps = steps_out(table, points);
    steps.sort_unstable_by_key(|&(steps, _)| steps);
    let mut left = points * 9 / 10 + POINTS_A_ROUND * rounds / 10 * FORWARD / 100;
    let mut hope = 0;
    for (steps, part) in steps {
        left -= steps;
        let chance = if steps == 0 { 100 } else { (50 + 50 * left / DOUBT).clamp(2, 96) };
        hope += SURE / 100 * chance * part / 100;
    }
    hope
}

/// The steps out of the temple for each cube, in tenths, and which part of it can be hoped for.
fn steps_out(table: &Table, points: i32) -> [(i32, i32); CUBES] {
    let ways = ways_out(table);
    let ring = |tiles: Tiles| ways.iter().position(|&ring| !(ring & tiles).is_empty());
    table.cubes.map(|place| {
        let (steps, part) = match place {
            Place::Exit => return (0, 100),
            Place::Dead => return (NEVER, 0),
            Place::Forecourt => (ring(Tiles::row(1)).map(|steps| steps + 1), 100),
            Place::Tile(tile) => {
                let falls = table.temple.down.contains(tile) && !matches!(table.phase, Phase::Damage(_));
                let part = if !falls {
                    100
                } else if points > 0 {
                    FALLING
                } else {
                    0
                };
                (ring([tile].into_iter().collect()), part)
            }
        };
        match steps {
            Some(steps) => (10 * steps as i32 + LAST_STEP, part),
            None => (NEVER, 0),
        }
    })
}

/// The tiles from which it is so many steps to the last row.
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

//! How well somebody stands, in hundredths of a point.
//!
//! A tile above level 1 takes about six turns of gathering and brings five points. What is gathered counts
//! for what it has saved of these turns, a little less than the tile will bring, so that it is built.

use boxwood_engine::Seat;
use boxwood_kit::{CardSet, Colour, Cubes};

use super::board::Place;
use super::building::{HIGH_ENOUGH, Plan, Points, columns_possible, in_stock, is_far, tile_cards};
use super::drawing::half;
use super::{HAND_LIMIT, KEEP_CARDS, Phase, Table, View};

/// A point of rule 15.
const POINT: i32 = 100;
/// A tile that lies, whoever laid it: more than the card it takes, or nobody would lay those of level 1 that
/// are far away, and all wait.
const TILE: i32 = 60;
/// What so many cards are good for; without any, the next two cost two points.
const CARDS: [i32; HAND_LIMIT + 1] = [-200, 0, 40, 75, 105, 130, 155, 170];
/// A cube, for so many of them, and the next ones.
const CUBE: i32 = 22;
const USEFUL_CUBES: i32 = 5;
const SPARE_CUBE: i32 = 8;
const SPARE_CUBES: i32 = 4;
/// A card with a cube of its colour: so many are a tile, and one more leaves a choice.
const COLUMN: i32 = 28;
const SPARE_COLUMN: i32 = 10;
/// The same of somebody whose cards are hidden.
const OTHERS_COLUMN: i32 = 15;
/// For each point that these columns would bring by being alike.
const ALIKE: i32 = 25;
/// A card that is high enough for the highest place that is open.
const HIGH_CARD: i32 = 25;
/// Everything that a tile above level 1 takes: this part of what it brings, and something for the turn saved.
const READY: i32 = 20;
const PART_OF_READY: i32 = 6;
/// What was gathered loses its worth with the last so many tiles.
const LAST_TILES: i32 = 6;
/// What somebody who leads by so much may be sure of.
const LEAD: i32 = 40 * POINT;

pub(super) fn estimate(view: &View, seat: Seat) -> f32 {
    let others = Seat::all(view.table.seats()).filter(|&other| other != seat);
    let best = others.map(|other| worth(view, other)).max().unwrap_or(0);
    let tiles = view.table.pyramid.built().len() as i32;
    (0.4 + (worth(view, seat) - best + tiles * TILE) as f32 / (2 * LEAD) as f32).clamp(0.01, 0.99)
}

/// Points, and what cards and cubes promise, as far as the viewer sees them.
fn worth(view: &View, seat: Seat) -> i32 {
    let table = &view.table;
    let points = i32::from(table.scores[seat] + table.bonus(seat)) * POINT;
    if table.phase == Phase::Over {
        return points;
    }
    let mut store = Store {
        hand: view.hands.of(seat),
        cards: view.hands.size(seat),
        cubes: table.cubes[seat],
        owned: table.cubes[seat].total() as i32,
        most_columns: usize::MAX,
    };
    let mut coming = 0;
    if seat == table.on_turn {
        coming = store.finish_turn(view, seat);
    }
    let left = (Place::all().count() - table.pyramid.built().len()) as i32;
    points + coming + store.worth(table, seat) * left.min(LAST_TILES) / LAST_TILES
}

/// What a player has gathered, or will have at the end of this turn.
struct Store {
    /// The cards, if the viewer sees them.
    hand: Option<CardSet>,
    cards: usize,
    cubes: Cubes,
    owned: i32,
    /// Of what is drawn only a part is kept, which makes no more columns than this.
    most_columns: usize,
}

impl Store {
    /// Counts what has been begun in this turn as done; says what it brings at once.
    fn finish_turn(&mut self, view: &View, seat: Seat) -> i32 {
        let table = &view.table;
        match table.phase {
            Phase::KeepCards { .. } => {
                let kept = view.drawn_held.iter().map(|&n| usize::from(n)).sum::<usize>().min(KEEP_CARDS);
                self.most_columns = self.columns() + kept;
                self.hand = self.hand.map(|hand| hand | view.drawn.unwrap_or(CardSet::EMPTY));
                self.cards += kept;
            }
            Phase::KeepCubes { drawn, .. } => {
                self.most_columns = self.columns() + half(drawn) as usize;
                self.cubes += drawn;
                self.owned += half(drawn) as i32;
            }
            Phase::ToBag { take, add, .. } => {
                self.most_columns = self.columns() + 1;
                self.cubes.take(add, 1);
                self.cubes.put(take, 1);
                self.owned -= 1;
            }
            Phase::Columns { plan, cards } => {
                let mut columns = [Colour::Red; 4];
                columns.iter_mut().zip(&cards).for_each(|(column, card)| *column = card.colour());
                let missing = columns.len() - cards.len();
                self.cards = self.cards.saturating_sub(missing);
                self.owned -= missing as i32;
                self.most_columns = self.columns().saturating_sub(missing);
                let brings =
                    i32::from(Points::of(table, seat, plan, &columns[..cards.len()]).total()) * POINT;
                // The columns still missing will bring what they can by being alike, and by a neighbour.
                let alike = self.hand.map_or(1, |hand| alike(hand, &self.cubes));
                let hoped = (alike + 1) * POINT * missing as i32 / 4;
                return brings + hoped + rise(table, seat, plan.site.level()) + TILE;
            }
            Phase::TakeTile { card, site } => {
                let symbol = table.symbols_left().next().unwrap_or(card.symbol());
                let brings = Points::of(table, seat, Plan { card, site, symbol }, &[]).total();
                return i32::from(brings) * POINT + rise(table, seat, site.level()) + TILE;
            }
            Phase::Answer { .. } => return -1, // nothing is won by asking
            _ => {}
        }
        0
    }

    fn columns(&self) -> usize {
        self.hand.map_or(0, |hand| columns_possible(hand, &self.cubes))
    }

    fn worth(&self, table: &Table, seat: Seat) -> i32 {
        let spare = (self.owned - USEFUL_CUBES).clamp(0, SPARE_CUBES);
        let cubes = self.owned.min(USEFUL_CUBES) * CUBE + spare * SPARE_CUBE;
        let Some(hand) = self.hand else {
            let columns = (self.cards as i32 - 1).min(self.owned).clamp(0, 4);
            return CARDS[self.cards.min(HAND_LIMIT)] + cubes + columns * OTHERS_COLUMN;
        };
        let columns = self.columns().min(self.most_columns);
        let some = columns.min(4) as i32 * COLUMN + i32::from(columns > 4) * SPARE_COLUMN;
        let alike = if columns >= 2 { alike(hand, &self.cubes) * ALIKE } else { 0 };
        CARDS[self.cards.min(HAND_LIMIT)] + cubes + some + alike + self.readiness(table, seat, hand, columns)
    }

    /// Whether there is a card for the tile, and everything else.
    fn readiness(&self, table: &Table, seat: Seat, hand: CardSet, columns: usize) -> i32 {
        let sites = table.pyramid.built().sites();
        let open = (2..=4).rev().filter(|&level| !sites.on_level(level).is_empty());
        let highest = open.clone().next().unwrap_or(2);
        let high = !(hand & HIGH_ENOUGH[usize::from(highest)] & in_stock(table)).is_empty();
        // What the tile would bring that can be built at once.
        let ready = open.filter(|&level| !tile_cards(table, hand, &self.cubes, level).is_empty());
        let brings = ready.map(|level| {
            let is_far = sites.on_level(level).iter().all(|site| is_far(table, seat, site));
            (i32::from(level) - i32::from(is_far)) * POINT + rise(table, seat, level)
        });
        let ready = if columns >= 4 { brings.max() } else { None };
        i32::from(high) * HIGH_CARD + ready.map_or(0, |brings| READY + brings / PART_OF_READY)
    }
}

/// What the end brings more to somebody who has built on this level.
fn rise(table: &Table, seat: Seat, level: u8) -> i32 {
    if level < 2 { 0 } else { (i32::from(level) - i32::from(table.bonus(seat))).max(0) * POINT }
}

/// Rule 12: the points of the four columns of these that are most alike.
fn alike(hand: CardSet, cubes: &Cubes) -> i32 {
    let mut most = (0, 0);
    for colour in Colour::ALL {
        let columns = (hand & CardSet::of_colour(colour)).len().min(cubes[colour].into());
        if columns > most.0 {
            most = (columns, most.0);
        } else {
            most.1 = most.1.max(columns);
        }
    }
    match most {
        (4.., _) => 4,
        (_, 2..) => 3,
        (3, _) => 2,
        (2, _) => 1,
        _ => 0,
    }
}

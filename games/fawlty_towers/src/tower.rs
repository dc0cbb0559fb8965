//! Towers, hands that tremble, and the risk of a placement.

use std::fmt;

use boxwood_engine::choice;
use boxwood_kit::statics::{self, Centre, Room, Span};
use boxwood_kit::{Colour, Cubes, Pile, Rng};
use serde::{Deserialize, Serialize};

/// As many as there are cubes, less one in each of the other towers.
pub(super) const TALLEST: usize = 77;
/// Rule 5: how far from the middle of the top cube one may aim.
pub(super) const FARTHEST: i16 = 40;

/// A cube of a tower.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cube {
    pub colour: Colour,
    /// As seen from above; the base is at 0, 0.
    pub at: Centre,
}

/// The cubes of a tower, the base first.
pub(super) type Tower = Pile<Cube, TALLEST>;

/// A new tower: rules 2 and 8.
pub(super) fn base(colour: Colour) -> Tower {
    Tower::from_iter([Cube { colour, at: Centre::default() }])
}

/// How many cubes of each colour a tower, or the lower part of one, holds.
#[inline]
pub(super) fn colours(tower: &[Cube]) -> Cubes {
    tower.iter().map(|cube| cube.colour).collect()
}

/// Where the next cube may land so that the tower stands: rule 6.
#[inline]
pub(super) fn room(tower: &[Cube]) -> Room {
    statics::room(tower.iter().map(|cube| cube.at))
}

/// Rule 6.
pub(super) fn stands(tower: &[Cube]) -> bool {
    statics::stands(tower.iter().map(|cube| cube.at))
}

/// The middle of the top cube.
#[inline]
pub(super) fn middle_of_top(tower: &[Cube]) -> Centre {
    tower.last().map_or(Centre::default(), |cube| cube.at)
}

choice! {
    /// How much the hands of all players tremble (R1).
    pub enum Tremor {
        None = "none", "not at all";
        Steady = "steady", "a little";
        Normal = "normal", "as people's do";
        Shaky = "shaky", "a lot";
    }
}

impl Tremor {
    /// Rule 5: the most that one of the two errors in a direction can be, on a tower so high.
    #[inline]
    pub(super) fn radius(self, height: usize) -> i32 {
        let height = height as i32;
        match self {
            Tremor::None => 0,
            Tremor::Steady => 2 + height,
            Tremor::Normal => 4 + 2 * height,
            Tremor::Shaky => 4 + 3 * height,
        }
    }
}

/// Rule 5: the error of a hand, first to the right and then towards the viewer, two draws each.
#[inline]
pub(super) fn tremble(radius: i32, rng: &mut Rng) -> (i32, i32) {
    let mut draw = || rng.between(-radius, radius);
    let [a, b, c, d] = [draw(), draw(), draw(), draw()];
    (a + b, c + d)
}

/// How likely a placement brings its tower down: so many of so many equally likely cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Risk {
    pub falls: u64,
    pub of: u64,
}

/// The risk of a cube that is aimed so far from the middle of the top cube. Exact.
pub(super) fn risk(tower: &[Cube], (dx, dy): (i16, i16), tremor: Tremor) -> Risk {
    let (room, top, radius) = (room(tower), middle_of_top(tower), tremor.radius(tower.len()));
    let across = ways_into(room.x, i32::from(top.x) + i32::from(dx), radius);
    let along = ways_into(room.y, i32::from(top.y) + i32::from(dy), radius);
    let of = (2 * radius as u64 + 1).pow(4);
    Risk { falls: of - across * along, of }
}

/// In how many ways the sum of two errors leads from a point into a span.
fn ways_into(span: Span, from: i32, radius: i32) -> u64 {
    errors(radius).filter(|(error, _)| span.contains(from + error)).map(|(_, ways)| ways).sum()
}

/// Rule 5: the errors in a direction, and in how many ways two draws come to each.
pub(super) fn errors(radius: i32) -> impl Iterator<Item = (i32, u64)> {
    (-2 * radius..=2 * radius).map(move |error| (error, (2 * radius + 1 - error.abs()) as u64))
}

impl Risk {
    /// Rounded to the nearest per cent.
    pub fn percent(self) -> u64 {
        (200 * self.falls + self.of) / (2 * self.of)
    }
}

impl fmt::Display for Risk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.percent() {
            _ if self.falls == 0 => f.write_str("safe"),
            _ if self.falls == self.of => f.write_str("sure to fall"),
            0 => f.write_str("risk below 1 %"),
            100 => f.write_str("risk above 99 %"),
            percent => write!(f, "risk {percent} %"),
        }
    }
}

/// The steps of the grid of aims that is always offered.
const GRID: [i16; 5] = [-20, -10, 0, 10, 20];
/// The steps from edge to edge of what is allowed, for a placement that is poor on purpose (R9).
const EDGES: [i16; 3] = [-FARTHEST, 0, FARTHEST];

/// Hands out a fair choice among the 6,561 aims, each once: the middle of the top cube; a quarter,
/// half and all of the way back to the base's axis; the middle of the room; a grid; the edges.
#[inline]
pub(super) fn aims(tower: &[Cube], mut out: impl FnMut(i16, i16)) {
    let top = middle_of_top(tower);
    let (top_x, top_y) = (i32::from(top.x), i32::from(top.y));
    let room = room(tower);
    let safest = |span: Span, top: i32| span.middle().map_or(0, |middle| middle - top);
    let clever = [
        (0, 0),
        (-top_x / 4, -top_y / 4),
        (-top_x / 2, -top_y / 2),
        (-top_x, -top_y),
        (safest(room.x, top_x), safest(room.y, top_y)),
    ]
    .map(|(dx, dy)| (within_reach(dx), within_reach(dy)));
    for (place, &(dx, dy)) in clever.iter().enumerate() {
        if !clever[..place].contains(&(dx, dy)) {
            out(dx, dy);
        }
    }
    for steps in [&GRID[..], &EDGES] {
        let aims = steps.iter().flat_map(|&dy| steps.iter().map(move |&dx| (dx, dy)));
        aims.filter(|aim| !clever.contains(aim)).for_each(|(dx, dy)| out(dx, dy));
    }
}

#[inline]
fn within_reach(distance: i32) -> i16 {
    distance.clamp(-i32::from(FARTHEST), FARTHEST.into()) as i16
}

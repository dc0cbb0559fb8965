//! The pyramid: its 30 places, what lies on what, and which columns are neighbours.
//!
//! Level `L` is a square of `5 − L` by `5 − L` places. A place is called by its level, column letter
//! and row number: `1:a1` is the upper left corner of the plot, `4:a1` the top.
//! A tile above level 1 rests on four tiles; on the inner quarter of each stands one of its columns,
//! numbered row by row: 0 upper left, 1 upper right, 2 lower left, 3 lower right.

use std::fmt;
use std::str::FromStr;

use boxwood_kit::{Colour, NotAPlace, Symbol};
use serde::{Deserialize, Serialize};

pub(super) const LEVELS: usize = 4;
/// The quarters of a tile that columns stand below, in their order.
pub(super) const QUARTERS: usize = 4;
const GROUND: usize = 16;
const PLACES: usize = 30;
/// Where each level begins in the list of all places, and where the last one ends.
const BEGINS: [u8; LEVELS + 1] = [0, 16, 25, 29, 30];

/// A place for a tile, stored by its name: `2:b3`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Place(u8);

impl Place {
    /// The only place of the highest level.
    pub(super) const TOP: Place = Place(PLACES as u8 - 1);

    /// The place on this level, in this column and row from 0, if there is one.
    pub(super) const fn new(level: u8, x: u8, y: u8) -> Option<Place> {
        if level < 1 || level as usize > LEVELS || x >= side(level) || y >= side(level) {
            return None;
        }
        Some(Place(BEGINS[level as usize - 1] + y * side(level) + x))
    }

    /// All places, level by level, row by row.
    pub(super) fn all() -> impl Iterator<Item = Place> + Clone {
        (0..PLACES as u8).map(Place)
    }

    /// Its level, 1 to 4.
    #[inline]
    pub(super) const fn level(self) -> u8 {
        1 + (self.0 >= BEGINS[1]) as u8 + (self.0 >= BEGINS[2]) as u8 + (self.0 >= BEGINS[3]) as u8
    }

    /// Its column and row, from 0.
    pub(super) const fn xy(self) -> (u8, u8) {
        let (level, number) = (self.level(), self.0 - BEGINS[self.level() as usize - 1]);
        (number % side(level), number / side(level))
    }

    /// The four places it rests on, in the order of its quarters; none on level 1.
    pub(super) fn supports(self) -> Places {
        SUPPORTS[self.0 as usize]
    }

    /// The places of its level that share an edge with it.
    pub(super) fn adjacent(self) -> Places {
        ADJACENT[self.0 as usize]
    }

    /// Where its column of this quarter stands, on a grid twice as fine as the level below.
    pub(super) const fn fine(self, quarter: usize) -> (u8, u8) {
        let (x, y) = self.xy();
        (2 * x + 1 + quarter as u8 % 2, 2 * y + 1 + quarter as u8 / 2)
    }

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How many places wide a level is.
const fn side(level: u8) -> u8 {
    5 - level
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = self.xy();
        write!(f, "{}:{}{}", self.level(), char::from(b'a' + x), y + 1)
    }
}

impl FromStr for Place {
    type Err = NotAPlace;

    fn from_str(text: &str) -> Result<Place, NotAPlace> {
        let [level, b':', column, row] = *text.as_bytes() else { return Err(NotAPlace) };
        let digit = |byte: u8, zero: u8| byte.checked_sub(zero).filter(|&n| n < 10).ok_or(NotAPlace);
        Place::new(digit(level, b'0')?, digit(column, b'a')?, digit(row, b'1')?).ok_or(NotAPlace)
    }
}

impl TryFrom<String> for Place {
    type Error = NotAPlace;

    fn try_from(text: String) -> Result<Place, NotAPlace> {
        text.parse()
    }
}

impl From<Place> for String {
    fn from(place: Place) -> String {
        place.to_string()
    }
}

/// A set of places in one word, listed in the order of [`Place::all`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Places(u32);

impl Places {
    pub(super) const EMPTY: Places = Places(0);

    #[inline]
    pub(super) const fn contains(self, place: Place) -> bool {
        self.0 >> place.0 & 1 == 1
    }

    #[inline]
    pub(super) const fn insert(&mut self, place: Place) {
        self.0 |= 1 << place.0;
    }

    #[inline]
    pub(super) const fn remove(&mut self, place: Place) {
        self.0 &= !(1 << place.0);
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub(super) const fn is_subset(self, other: Places) -> bool {
        self.0 & !other.0 == 0
    }

    #[inline]
    pub(super) const fn difference(self, other: Places) -> Places {
        Places(self.0 & !other.0)
    }

    /// Those on this level.
    #[inline]
    pub(super) const fn on_level(self, level: u8) -> Places {
        Places(self.0 & ON_LEVEL[level as usize - 1].0)
    }

    /// With tiles on these places, the others that a tile could lie on: any of level 1, above it those
    /// on four tiles.
    #[inline]
    pub(super) fn sites(self) -> Places {
        let mut sites = ON_LEVEL[0].difference(self);
        for place in UPPER.difference(self).iter() {
            if place.supports().is_subset(self) {
                sites.insert(place);
            }
        }
        sites
    }

    /// With tiles on these places, those that carry four columns.
    #[inline]
    pub(super) fn full(self) -> Places {
        let mut full = Places::EMPTY;
        for (place, above) in INNER {
            if above.is_subset(self) {
                full.insert(place);
            }
        }
        full
    }

    /// With tiles on these places, those that carry three columns of the four that they can.
    pub(super) fn nearly_full(self) -> Places {
        let mut nearly = Places::EMPTY;
        for (place, above) in INNER {
            if above.difference(self).len() == 1 {
                nearly.insert(place);
            }
        }
        nearly
    }

    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Place> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let place = Place(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            Some(place)
        })
    }
}

/// All places above level 1.
const UPPER: Places = Places((1 << PLACES) - (1 << GROUND));

static ON_LEVEL: [Places; LEVELS] = {
    let mut levels = [Places::EMPTY; LEVELS];
    let mut level = 0;
    while level < LEVELS {
        levels[level] = Places((1 << BEGINS[level + 1]) - (1 << BEGINS[level]));
        level += 1;
    }
    levels
};

static SUPPORTS: [Places; PLACES] = {
    let mut supports = [Places::EMPTY; PLACES];
    let mut number = GROUND;
    while number < PLACES {
        let place = Place(number as u8);
        let (x, y) = place.xy();
        let mut quarter = 0;
        while quarter < QUARTERS as u8 {
            if let Some(below) = Place::new(place.level() - 1, x + quarter % 2, y + quarter / 2) {
                supports[number].insert(below);
            }
            quarter += 1;
        }
        number += 1;
    }
    supports
};

static ADJACENT: [Places; PLACES] = {
    let mut adjacent = [Places::EMPTY; PLACES];
    let mut one = 0;
    while one < PLACES {
        let mut other = 0;
        while other < PLACES {
            let (a, b) = (Place(one as u8), Place(other as u8));
            let apart = a.xy().0.abs_diff(b.xy().0) + a.xy().1.abs_diff(b.xy().1);
            if a.level() == b.level() && apart == 1 {
                adjacent[one].insert(b);
            }
            other += 1;
        }
        one += 1;
    }
    adjacent
};

/// The places that can carry four columns, each with the four places above it.
static INNER: [(Place, Places); 5] = {
    let mut inner = [(Place(0), Places::EMPTY); 5];
    let (mut number, mut found) = (0, 0);
    while number < PLACES {
        let mut above = Places::EMPTY;
        let mut upper = GROUND;
        while upper < PLACES {
            if SUPPORTS[upper].contains(Place(number as u8)) {
                above.insert(Place(upper as u8));
            }
            upper += 1;
        }
        if above.len() == QUARTERS {
            inner[found] = (Place(number as u8), above);
            found += 1;
        }
        number += 1;
    }
    inner
};

/// The tiles that lie, and the columns they stand on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pyramid {
    /// Level 1, row by row.
    ground: [Option<Symbol>; GROUND],
    /// The places above it.
    upper: [Option<Raised>; PLACES - GROUND],
}

/// A tile on four columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raised {
    symbol: Symbol,
    /// The column below each quarter.
    columns: [Colour; QUARTERS],
}

impl Pyramid {
    /// Lays a tile on level 1.
    pub(super) fn lay(&mut self, place: Place, symbol: Symbol) {
        self.ground[place.index()] = Some(symbol);
    }

    /// Raises a tile above level 1 on these columns.
    pub(super) fn raise(&mut self, place: Place, symbol: Symbol, columns: [Colour; QUARTERS]) {
        self.upper[place.index() - GROUND] = Some(Raised { symbol, columns });
    }

    /// The places with a tile.
    #[inline]
    pub(super) fn built(&self) -> Places {
        let mut built = 0;
        for (place, tile) in self.ground.iter().enumerate() {
            built |= u32::from(tile.is_some()) << place;
        }
        for (place, tile) in self.upper.iter().enumerate() {
            built |= u32::from(tile.is_some()) << (GROUND + place);
        }
        Places(built)
    }

    /// The symbol of the tile that lies there.
    pub(super) fn symbol(&self, place: Place) -> Option<Symbol> {
        match place.index().checked_sub(GROUND) {
            None => self.ground[place.index()],
            Some(upper) => self.upper[upper].map(|tile| tile.symbol),
        }
    }

    /// The columns of the tile that lies there; none on level 1.
    #[inline]
    pub(super) fn columns(&self, place: Place) -> Option<[Colour; QUARTERS]> {
        let upper = place.index().checked_sub(GROUND)?;
        self.upper[upper].map(|tile| tile.columns)
    }

    /// How many standing columns of this colour would be neighbours of a new one: on the same level,
    /// orthogonally next to it (R2). Columns of the same tile are not standing yet.
    pub(super) fn neighbours(&self, place: Place, quarter: usize, colour: Colour) -> i16 {
        let (x, y) = place.fine(quarter);
        let others = place.adjacent().iter().filter_map(|other| Some((other, self.columns(other)?)));
        others.fold(0, |sum, (other, columns)| {
            let is_neighbour = |&(at, standing): &(usize, Colour)| {
                let (a, b) = other.fine(at);
                standing == colour && a.abs_diff(x) + b.abs_diff(y) == 1
            };
            sum + columns.into_iter().enumerate().filter(is_neighbour).count() as i16
        })
    }
}

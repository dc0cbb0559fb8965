//! The temple: places on the half-shifted grid, sets of them, and the tiles that lie there.

use std::ops::{BitAnd, BitOr, Sub};

use boxwood_kit::{Hex, Parity, Rng, Symbol};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Layout;

/// Rule 1: the tiles of each row, from the starting row on.
const STANDARD: [i8; 9] = [6, 5, 4, 5, 4, 3, 4, 3, 2];
const EASY: [i8; 8] = [6, 5, 4, 5, 4, 5, 4, 3];
/// The longest row; so many bits stand for each row of a set.
const WIDTH: i8 = 6;
const ROWS: i8 = 9;
/// All places of either layout belong to the grid of this parity.
const PARITY: Parity = Parity::Even;

impl Layout {
    fn rows(self) -> &'static [i8] {
        match self {
            Layout::Standard => &STANDARD,
            Layout::Easy => &EASY,
        }
    }

    /// Rule 7: the row that leads out.
    #[inline]
    pub(super) fn last_row(self) -> i8 {
        match self {
            Layout::Standard => STANDARD.len() as i8,
            Layout::Easy => EASY.len() as i8,
        }
    }

    /// Every place that has a tile at the start, row by row.
    pub(super) fn places(self) -> impl Iterator<Item = Hex> {
        (1..).zip(self.rows()).flat_map(|(row, &n)| Hex::centred_row(row, n))
    }

    /// What people call a place: the row, and a letter from left to right. `2c` is the third of row 2.
    pub(super) fn name(self, place: Hex) -> String {
        let mut row = self.places().filter(|other| other.row == place.row);
        match row.position(|other| other == place).and_then(|n| u8::try_from(n).ok()) {
            Some(n) => format!("{}{}", place.row, char::from(b'a' + n)),
            None => format!("({place})"),
        }
    }

    /// The place that people call so.
    pub(super) fn named(self, name: &str) -> Option<Hex> {
        self.places().find(|&place| self.name(place) == name)
    }
}

/// A set of places of the temple.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tiles(u64);

/// The places around each place, by bit; some of them have no tile in any layout.
static AROUND: [Tiles; (WIDTH * ROWS) as usize] = {
    let mut around = [Tiles(0); (WIDTH * ROWS) as usize];
    let steps = [(-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1)];
    let mut bit = 0;
    while bit < around.len() {
        let mut step = 0;
        while step < steps.len() {
            if let Some(other) = bit_of(place_of(bit as u32).step(steps[step])) {
                around[bit].0 |= 1 << other;
            }
            step += 1;
        }
        bit += 1;
    }
    around
};

#[inline]
const fn bit_of(place: Hex) -> Option<u32> {
    let Hex { row, x } = place;
    let fits = 1 <= row && row <= ROWS && -WIDTH < x && x < WIDTH && place.parity() as u8 == PARITY as u8;
    if fits { Some(((row - 1) * WIDTH + (x + WIDTH - 1) / 2) as u32) } else { None }
}

#[inline]
const fn place_of(bit: u32) -> Hex {
    let (row, column) = (bit as i8 / WIDTH + 1, bit as i8 % WIDTH);
    // Even rows are shifted by half a tile.
    Hex::new(row, 2 * column - (WIDTH - 1) + (row + 1) % 2)
}

impl Tiles {
    pub(super) const NONE: Tiles = Tiles(0);

    /// All places of a row.
    #[inline]
    pub(super) const fn row(row: i8) -> Tiles {
        Tiles(((1 << WIDTH) - 1) << ((row - 1) * WIDTH))
    }

    /// The places around one.
    #[inline]
    pub(super) fn around(place: Hex) -> Tiles {
        bit_of(place).map_or(Tiles::NONE, |bit| AROUND[bit as usize])
    }

    #[inline]
    pub(super) fn contains(self, place: Hex) -> bool {
        bit_of(place).is_some_and(|bit| self.0 >> bit & 1 == 1)
    }

    /// Adds a place of the grid.
    #[inline]
    pub(super) fn insert(&mut self, place: Hex) {
        self.0 |= bit_of(place).map_or(0, |bit| 1 << bit);
    }

    #[inline]
    pub(super) const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those of the row nearest to the starting row that has any (R7).
    #[inline]
    pub(super) fn lowest(self) -> Tiles {
        if self.is_empty() { self } else { self & Tiles::row(self.0.trailing_zeros() as i8 / WIDTH + 1) }
    }

    /// The places row by row, each from left to right.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Hex> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(place_of(bit))
        })
    }
}

impl BitAnd for Tiles {
    type Output = Tiles;

    #[inline]
    fn bitand(self, other: Tiles) -> Tiles {
        Tiles(self.0 & other.0)
    }
}

impl BitOr for Tiles {
    type Output = Tiles;

    #[inline]
    fn bitor(self, other: Tiles) -> Tiles {
        Tiles(self.0 | other.0)
    }
}

impl Sub for Tiles {
    type Output = Tiles;

    #[inline]
    fn sub(self, other: Tiles) -> Tiles {
        Tiles(self.0 & !other.0)
    }
}

impl FromIterator<Hex> for Tiles {
    fn from_iter<I: IntoIterator<Item = Hex>>(places: I) -> Tiles {
        let mut tiles = Tiles::NONE;
        places.into_iter().for_each(|place| tiles.insert(place));
        tiles
    }
}

/// A list of places like "2,0".
impl Serialize for Tiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Tiles {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tiles, D::Error> {
        let places = Vec::<Hex>::deserialize(deserializer)?;
        match places.iter().find(|&&place| bit_of(place).is_none()) {
            Some(place) => Err(D::Error::custom(format!("no tile of the temple lies at {place}"))),
            None => Ok(places.into_iter().collect()),
        }
    }
}

/// The tiles: where each symbol lies, and what has become of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Temple {
    /// Where the tiles of each symbol lie or lay.
    pub(super) symbols: [Tiles; 6],
    /// The tiles that lie face up.
    pub(super) up: Tiles,
    /// The tiles that lie face down; what is neither has fallen.
    pub(super) down: Tiles,
}

impl Temple {
    /// Rule 1.
    pub(super) fn build(layout: Layout, rng: &mut Rng) -> Temple {
        let mut first = Symbol::ALL;
        rng.shuffle(&mut first);
        let mut others = [Symbol::ALL; 5];
        rng.shuffle(others.as_flattened_mut());
        let mut symbols = [Tiles::NONE; 6];
        for (place, symbol) in layout.places().zip(first.iter().chain(others.as_flattened())) {
            symbols[symbol.id()].insert(place);
        }
        Temple { symbols, up: layout.places().collect(), down: Tiles::NONE }
    }

    /// The tiles that have not fallen.
    #[inline]
    pub(super) fn present(&self) -> Tiles {
        self.up | self.down
    }

    /// The face-up tiles with this symbol (R2).
    #[inline]
    pub(super) fn showing(&self, symbol: Symbol) -> Tiles {
        self.symbols[symbol.id()] & self.up
    }

    /// The symbol of the tile that lies or lay here.
    pub(super) fn symbol_at(&self, place: Hex) -> Option<Symbol> {
        Symbol::ALL.into_iter().find(|symbol| self.symbols[symbol.id()].contains(place))
    }

    /// Turns tiles face down.
    #[inline]
    pub(super) fn flip(&mut self, tiles: Tiles) {
        self.up = self.up - tiles;
        self.down = self.down | tiles;
    }

    /// Takes tiles away.
    #[inline]
    pub(super) fn remove(&mut self, tiles: Tiles) {
        self.up = self.up - tiles;
        self.down = self.down - tiles;
    }
}

//! The land: tiles of four values in rows of four, and the knights on them.

use boxwood_engine::Side;
use boxwood_kit::{Pile, Rng, Space, SpaceSet, Symbol};
use serde::{Deserialize, Serialize};

use super::SET;

/// Rule 1: as many columns as a set has tiles, and as many rows as there are sets.
pub(super) const COLUMNS: usize = SET.len();
const MOST_ROWS: usize = 5;
const MOST_TILES: usize = COLUMNS * MOST_ROWS;
/// As many colours as there may be.
pub(super) const MOST_SIDES: usize = 5;

/// A place of the land.
pub type Spot = Space<MOST_ROWS, COLUMNS>;
/// Several of them.
pub(super) type Spots = SpaceSet<MOST_ROWS, COLUMNS>;

/// What lies and stands on a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tile {
    pub symbol: Symbol,
    /// The knights of each colour.
    pub knights: [u8; MOST_SIDES],
}

/// The tiles row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Land(Pile<Tile, MOST_TILES>);

impl Land {
    /// Rule 1: for so many colours.
    pub fn random(sides: usize, rng: &mut Rng) -> Land {
        let mut symbols: Pile<Symbol, MOST_TILES> = (0..sides).flat_map(|_| SET).collect();
        symbols.shuffle(rng);
        Land::of(symbols)
    }

    /// A land without knights.
    pub fn of(symbols: impl IntoIterator<Item = Symbol>) -> Land {
        Land(symbols.into_iter().map(|symbol| Tile { symbol, knights: [0; MOST_SIDES] }).collect())
    }

    /// The tiles row by row.
    pub fn tiles(&self) -> impl Iterator<Item = &Tile> {
        self.0.iter()
    }

    /// Every place of this land.
    #[inline]
    pub fn spots(&self) -> Spots {
        Spots::from_bits((1 << self.0.len()) - 1)
    }

    #[inline]
    pub fn tile(&self, spot: Spot) -> &Tile {
        &self.0[spot.number()]
    }

    #[inline]
    pub fn value(&self, spot: Spot) -> i32 {
        self.tile(spot).symbol.value().into()
    }

    #[inline]
    pub fn knights(&self, spot: Spot, side: Side) -> u8 {
        self.tile(spot).knights[side.index()]
    }

    #[inline]
    pub fn knights_mut(&mut self, spot: Spot, side: Side) -> &mut u8 {
        &mut self.0[spot.number()].knights[side.index()]
    }

    /// All knights of a colour that stand somewhere.
    #[inline]
    pub fn placed(&self, side: Side) -> u8 {
        self.0.iter().fold(0, |sum, tile| sum.saturating_add(tile.knights[side.index()]))
    }
}

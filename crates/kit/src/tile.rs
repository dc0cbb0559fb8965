//! The 36 tiles, and the ways they may lie.

use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Symbol;

/// One of the 36 tiles, numbered 0–35: six of each symbol, in the order of [`Symbol::ALL`].
///
/// The faces of one symbol are alike and all backs are; the number only tells pieces apart.
/// The default is tile 0, only so that a [`Pile`](crate::Pile) has something to fill its empty places with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Tile(u8);

numbered!("tile", Tile, 0..=35);

impl Tile {
    /// How many tiles share a symbol.
    pub const COPIES: u8 = 6;

    /// The copy (0–5) of a symbol.
    pub const fn of(symbol: Symbol, copy: u8) -> Option<Tile> {
        if copy < Tile::COPIES { Some(Tile(symbol as u8 * Tile::COPIES + copy)) } else { None }
    }

    /// Its number, 0–35.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The symbol on its face.
    #[inline]
    pub const fn symbol(self) -> Symbol {
        Symbol::ALL[(self.0 / Tile::COPIES) as usize]
    }

    /// Which of the six with its symbol it is, 0–5.
    #[inline]
    pub const fn copy(self) -> u8 {
        self.0 % Tile::COPIES
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.symbol().fmt(f)
    }
}

/// Where the top of a piece points, and the four directions of a square grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Quarter {
    /// 0 degrees: towards lower rows.
    #[default]
    Up,
    /// 90 degrees clockwise: towards higher columns.
    Right,
    /// 180 degrees: towards higher rows.
    Down,
    /// 270 degrees clockwise: towards lower columns.
    Left,
}

vocabulary!("direction", Quarter { Up = "up", Right = "right", Down = "down", Left = "left" });

impl Quarter {
    /// A quarter turn clockwise from here.
    #[inline]
    pub const fn turned_right(self) -> Quarter {
        Quarter::ALL[(self.id() + 1) % 4]
    }

    /// A quarter turn anticlockwise from here.
    #[inline]
    pub const fn turned_left(self) -> Quarter {
        Quarter::ALL[(self.id() + 3) % 4]
    }

    /// Half a turn from here.
    #[inline]
    pub const fn opposite(self) -> Quarter {
        Quarter::ALL[(self.id() + 2) % 4]
    }

    /// Degrees clockwise from up.
    pub const fn degrees(self) -> u16 {
        90 * self as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_six_tiles_six_of_each_symbol_in_runs() {
        assert_eq!(Tile::all().len(), 36);
        for symbol in Symbol::ALL {
            let run: Vec<u8> = Tile::all().filter(|t| t.symbol() == symbol).map(Tile::number).collect();
            let first = 6 * symbol.id() as u8;
            assert_eq!(run, (first..first + 6).collect::<Vec<_>>(), "{symbol}");
        }
    }

    #[test]
    fn a_tile_is_its_symbol_and_copy() {
        for tile in Tile::all() {
            assert_eq!(Tile::of(tile.symbol(), tile.copy()), Some(tile));
            assert_eq!(tile.number(), 6 * tile.symbol().id() as u8 + tile.copy());
        }
        assert_eq!(Tile::of(Symbol::Arrow, 6), None);
    }

    #[test]
    fn stored_as_a_number_and_others_are_refused() {
        for tile in Tile::all() {
            let json = serde_json::to_string(&tile).unwrap();
            assert_eq!(json, tile.number().to_string());
            assert_eq!(serde_json::from_str::<Tile>(&json).unwrap(), tile);
        }
        assert_eq!(Tile::new(36), None);
        let refused = serde_json::from_str::<Tile>("36").unwrap_err();
        assert!(refused.to_string().contains("there is no tile 36"), "{refused}");
    }

    #[test]
    fn turning_goes_round_clockwise() {
        assert_eq!(Quarter::ALL.map(Quarter::degrees), [0, 90, 180, 270]);
        for quarter in Quarter::ALL {
            assert_eq!(quarter.turned_right().degrees(), (quarter.degrees() + 90) % 360);
            assert_eq!(quarter.turned_right().turned_left(), quarter);
            assert_eq!(quarter.turned_right().turned_right(), quarter.opposite());
        }
    }
}

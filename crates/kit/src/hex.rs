//! The half-shifted grid: rows of square tiles, each moved by half a tile against the next, so that a tile
//! touches six others as a hexagon does.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::NotAPlace;
use crate::words::read_pair;

/// A tile's place on a half-shifted grid; `x` counts half tiles.
///
/// Along a row `x` goes in steps of 2, and from row to row its parity changes.
/// So the places fall into two grids that never touch, told apart by [`parity`](Self::parity).
/// Displayed and stored as "row,x".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// The row; rows grow downwards.
    pub row: i8,
    /// The middle of the tile, in half tiles.
    pub x: i8,
}

impl Hex {
    /// The place in this row at this many half tiles.
    #[inline]
    pub const fn new(row: i8, x: i8) -> Hex {
        Hex { row, x }
    }

    /// The places of a row of `n` tiles with its middle at 0, from left to right.
    ///
    /// Centred rows next to each other fit together when their lengths differ by an odd number.
    pub fn centred_row(row: i8, n: i8) -> impl DoubleEndedIterator<Item = Hex> + ExactSizeIterator + Clone {
        (0..n).map(move |i| Hex { row, x: 2 * i - (n - 1) })
    }

    /// Which of the two grids it belongs to.
    #[inline]
    pub const fn parity(self) -> Parity {
        if (self.row ^ self.x) & 1 == 0 { Parity::Even } else { Parity::Odd }
    }

    /// The place a step of an [`Axis`] away.
    #[inline]
    pub const fn step(self, (rows, halves): (i8, i8)) -> Hex {
        Hex { row: self.row + rows, x: self.x + halves }
    }

    /// The six places around it, row by row.
    #[inline]
    pub fn neighbours(self) -> [Hex; 6] {
        [(-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1)].map(|step| self.step(step))
    }

    /// The six circles on its edge: three above, three below, each from left to right.
    #[inline]
    pub fn circles(self) -> [Circle; 6] {
        [(0, -1), (0, 0), (0, 1), (1, -1), (1, 0), (1, 1)]
            .map(|(lines, halves)| Circle { line: self.row + lines, x: self.x + halves })
    }

    /// How many steps from neighbour to neighbour lead to a place of the same grid.
    pub fn distance(self, other: Hex) -> u8 {
        let rows = self.row.abs_diff(other.row);
        let halves = self.x.abs_diff(other.x);
        // Each change of row brings half a tile sideways for nothing.
        rows + halves.saturating_sub(rows) / 2
    }
}

/// Which of the two half-shifted grids: whether row + x is even or odd.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Parity {
    /// The grid that has a tile at (0, 0).
    #[default]
    Even,
    /// The grid that has a tile at (0, 1).
    Odd,
}

/// One of the three straight lines through a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Axis {
    /// Along the row.
    #[default]
    Row,
    /// Down to the right.
    Falling,
    /// Up to the right.
    Rising,
}

vocabulary!("axis", Axis { Row = "row", Falling = "falling", Rising = "rising" });

impl Axis {
    /// The steps to either side, the one to the left first: (rows, half tiles).
    #[inline]
    pub const fn steps(self) -> [(i8, i8); 2] {
        match self {
            Axis::Row => [(0, -2), (0, 2)],
            Axis::Falling => [(-1, -1), (1, 1)],
            Axis::Rising => [(1, -1), (-1, 1)],
        }
    }
}

/// A point where three tiles of a half-shifted grid meet.
///
/// Displayed and stored as "line,x".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Circle {
    /// The border above the row with this number.
    pub line: i8,
    /// Its place along the border, in half tiles.
    pub x: i8,
}

impl Circle {
    /// The three tiles around it on one of the two grids, row by row.
    ///
    /// Both grids have a circle here; on one it has two tiles above it, on the other two below.
    #[inline]
    pub fn tiles(self, parity: Parity) -> [Hex; 3] {
        let Circle { line, x } = self;
        let below = Hex { row: line, x };
        if below.parity() == parity {
            [Hex { row: line - 1, x: x - 1 }, Hex { row: line - 1, x: x + 1 }, below]
        } else {
            [Hex { row: line - 1, x }, Hex { row: line, x: x - 1 }, Hex { row: line, x: x + 1 }]
        }
    }
}

/// Writes a place as "first,second" and reads it back.
macro_rules! written_as_pair {
    ($type:ident, $first:ident, $second:ident) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{},{}", self.$first, self.$second)
            }
        }

        impl FromStr for $type {
            type Err = NotAPlace;

            fn from_str(text: &str) -> Result<$type, NotAPlace> {
                read_pair(text).map(|($first, $second)| $type { $first, $second })
            }
        }

        stored_as_text!($type);
    };
}

written_as_pair!(Hex, row, x);
written_as_pair!(Circle, line, x);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::words::REACH;

    fn anywhere() -> impl Strategy<Value = Hex> {
        (-REACH..=REACH, -REACH..=REACH).prop_map(|(row, x)| Hex { row, x })
    }

    /// The obvious way to a distance: grow outwards until it is reached.
    fn walked(from: Hex, to: Hex) -> u8 {
        let mut seen = BTreeSet::from([from]);
        let mut steps = 0;
        while !seen.contains(&to) {
            seen = seen.iter().flat_map(|hex| hex.neighbours()).chain(seen.iter().copied()).collect();
            steps += 1;
        }
        steps
    }

    #[test]
    fn a_centred_row_is_symmetric_in_steps_of_one_tile() {
        let row = |n| Hex::centred_row(3, n).map(|hex| hex.x).collect::<Vec<_>>();
        assert_eq!(row(1), [0]);
        assert_eq!(row(4), [-3, -1, 1, 3]);
        assert_eq!(row(5), [-4, -2, 0, 2, 4]);
        assert!(row(0).is_empty());
    }

    #[test]
    fn centred_rows_fit_together_when_their_lengths_differ_by_an_odd_number() {
        for (upper, lower) in (1..8).flat_map(|upper| (1..8).map(move |lower| (upper, lower))) {
            let mut both = Hex::centred_row(0, upper).chain(Hex::centred_row(1, lower));
            let parity = both.next().unwrap().parity();
            assert_eq!(
                both.all(|hex| hex.parity() == parity),
                (upper - lower) % 2 != 0,
                "{upper} over {lower}"
            );
        }
    }

    #[test]
    fn an_inner_circle_of_two_tiles_over_one_is_complete() {
        let tiles: BTreeSet<Hex> = Hex::centred_row(0, 2).chain(Hex::centred_row(1, 1)).collect();
        let complete: Vec<Circle> = tiles
            .iter()
            .flat_map(|hex| hex.circles())
            .filter(|circle| circle.tiles(Parity::Odd).iter().all(|hex| tiles.contains(hex)))
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        assert_eq!(complete, [Circle { line: 1, x: 0 }]);
    }

    #[test]
    fn other_texts_and_far_places_are_refused() {
        for text in ["", "1", "1,", ",1", "1,2,3", "01,2", "+1,2", "1, 2", "61,0", "0,-61", "1000,0"] {
            assert_eq!(text.parse::<Hex>(), Err(NotAPlace), "{text:?}");
            assert_eq!(text.parse::<Circle>(), Err(NotAPlace), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn six_neighbours_of_the_same_grid_each_the_others_neighbour(hex in anywhere()) {
            let around: BTreeSet<Hex> = hex.neighbours().into_iter().collect();
            prop_assert_eq!(around.len(), 6);
            prop_assert!(around.iter().all(|other| other.parity() == hex.parity()));
            prop_assert!(around.iter().all(|other| other.neighbours().contains(&hex)));
        }

        #[test]
        fn the_three_axes_together_lead_to_the_six_neighbours(hex in anywhere()) {
            let along: BTreeSet<Hex> = Axis::ALL.iter().flat_map(|axis| axis.steps()).map(|s| hex.step(s)).collect();
            prop_assert_eq!(along, hex.neighbours().into_iter().collect());
            for axis in Axis::ALL {
                let [there, back] = axis.steps();
                prop_assert_eq!(hex.step(there).step(back), hex);
            }
        }

        #[test]
        fn a_circle_is_shared_by_exactly_the_three_tiles_that_have_it(hex in anywhere()) {
            prop_assert_eq!(hex.circles().into_iter().collect::<BTreeSet<_>>().len(), 6);
            for circle in hex.circles() {
                let nearby = hex.neighbours().into_iter().chain([hex]);
                let around: BTreeSet<_> = nearby.filter(|other| other.circles().contains(&circle)).collect();
                prop_assert_eq!(around.len(), 3);
                prop_assert_eq!(circle.tiles(hex.parity()).into_iter().collect::<BTreeSet<_>>(), around);
            }
        }

        #[test]
        fn neighbours_share_exactly_two_circles(hex in anywhere()) {
            for other in hex.neighbours() {
                let shared = other.circles().iter().filter(|circle| hex.circles().contains(circle)).count();
                prop_assert_eq!(shared, 2);
            }
        }

        #[test]
        fn the_tiles_of_a_circle_touch_each_other(hex in anywhere(), odd in any::<bool>()) {
            let parity = if odd { Parity::Odd } else { Parity::Even };
            let [a, b, c] = Circle { line: hex.row, x: hex.x }.tiles(parity);
            prop_assert!([a, b, c].iter().all(|tile| tile.parity() == parity));
            prop_assert!(a.neighbours().contains(&b) && b.neighbours().contains(&c) && c.neighbours().contains(&a));
        }

        #[test]
        fn distance_is_the_number_of_steps(rows in -4..=4i8, halves in -8..=8i8, hex in anywhere()) {
            let other = hex.step((rows, halves));
            prop_assume!(other.parity() == hex.parity());
            prop_assert_eq!(hex.distance(other), walked(hex, other));
        }

        #[test]
        fn every_place_reads_back_as_written_and_stored(hex in anywhere()) {
            prop_assert_eq!(hex.to_string().parse(), Ok(hex));
            let json = serde_json::to_string(&hex).unwrap();
            prop_assert_eq!(serde_json::from_str::<Hex>(&json).unwrap(), hex);
            let circle = Circle { line: hex.row, x: hex.x };
            let json = serde_json::to_string(&circle).unwrap();
            prop_assert_eq!(serde_json::from_str::<Circle>(&json).unwrap(), circle);
        }
    }
}

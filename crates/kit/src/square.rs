//! The square grid.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use crate::words::{REACH, read_pair};
use crate::{NotAPlace, Quarter};

/// A place on a square grid; rows grow downwards, columns to the right.
///
/// It is named as on a chess board seen from above: column letter, then row number from 1 at the top.
/// Places outside that corner of the plane are named by their coordinates, "-1,30" for row −1, column 30.
/// Its name is also how it is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The row, 0 at the top.
    pub row: i8,
    /// The column, 0 at the left.
    pub col: i8,
}

impl Square {
    /// The place at this row and column.
    #[inline]
    pub const fn new(row: i8, col: i8) -> Square {
        Square { row, col }
    }

    /// Every place of a board with its corner at the origin, row by row.
    pub fn board(rows: i8, cols: i8) -> impl Iterator<Item = Square> + Clone {
        (0..rows).flat_map(move |row| (0..cols).map(move |col| Square { row, col }))
    }

    /// The place so many rows down and columns to the right.
    #[inline]
    pub const fn offset(self, rows: i8, cols: i8) -> Square {
        Square { row: self.row + rows, col: self.col + cols }
    }

    /// The neighbour in this direction.
    #[inline]
    pub const fn step(self, direction: Quarter) -> Square {
        match direction {
            Quarter::Up => self.offset(-1, 0),
            Quarter::Right => self.offset(0, 1),
            Quarter::Down => self.offset(1, 0),
            Quarter::Left => self.offset(0, -1),
        }
    }

    /// The neighbours that share an edge, by direction: up, right, down, left.
    #[inline]
    pub fn edge_neighbours(self) -> [Square; 4] {
        Quarter::ALL.map(|direction| self.step(direction))
    }

    /// The neighbours that share a corner only, row by row.
    #[inline]
    pub fn diagonal_neighbours(self) -> [Square; 4] {
        [(-1, -1), (-1, 1), (1, -1), (1, 1)].map(|(rows, cols)| self.offset(rows, cols))
    }

    /// All eight neighbours, row by row.
    #[inline]
    pub fn neighbours(self) -> [Square; 8] {
        [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
            .map(|(rows, cols)| self.offset(rows, cols))
    }

    /// Its corner points, row by row.
    #[inline]
    pub fn corners(self) -> [Corner; 4] {
        [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(a, b)| Corner { row: self.row + a, col: self.col + b })
    }

    /// Its 2×2 small spaces, row by row, on a grid twice as fine.
    #[inline]
    pub fn quarters(self) -> [Square; 4] {
        let first = Square { row: 2 * self.row, col: 2 * self.col };
        [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(a, b)| first.offset(a, b))
    }

    /// The place of which this is one of the [`quarters`](Self::quarters).
    #[inline]
    pub const fn whole(self) -> Square {
        Square { row: self.row.div_euclid(2), col: self.col.div_euclid(2) }
    }

    /// Its name, such as "c4".
    pub fn name(self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (u8::try_from(self.row), u8::try_from(self.col)) {
            (Ok(row), Ok(col @ 0..=25)) => {
                f.write_char(char::from(b'a' + col))?;
                match row {
                    // Every board names its squares each time it is drawn, and most rows are a digit.
                    0..=8 => f.write_char(char::from(b'1' + row)),
                    _ => write!(f, "{}", row + 1),
                }
            }
            _ => write!(f, "{},{}", self.row, self.col),
        }
    }
}

impl FromStr for Square {
    type Err = NotAPlace;

    fn from_str(text: &str) -> Result<Square, NotAPlace> {
        let square = read_square(text)?;
        // One place, one name: "0,0" is written "a1".
        if square.to_string() == text { Ok(square) } else { Err(NotAPlace) }
    }
}

fn read_square(text: &str) -> Result<Square, NotAPlace> {
    let Some(letter @ b'a'..=b'z') = text.bytes().next() else {
        return read_pair(text).map(|(row, col)| Square { row, col });
    };
    let row: i8 = text[1..].parse().map_err(|_| NotAPlace)?;
    if (1..=REACH + 1).contains(&row) {
        Ok(Square { row: row - 1, col: (letter - b'a') as i8 })
    } else {
        Err(NotAPlace)
    }
}

stored_as_text!(Square);

/// A point where four squares meet: the upper left corner of the square with the same coordinates.
///
/// Displayed and stored as "row,col".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Corner {
    /// The row of the squares below it.
    pub row: i8,
    /// The column of the squares to its right.
    pub col: i8,
}

impl Corner {
    /// The four squares around it, row by row.
    #[inline]
    pub fn squares(self) -> [Square; 4] {
        let last = Square { row: self.row, col: self.col };
        [(-1, -1), (-1, 0), (0, -1), (0, 0)].map(|(rows, cols)| last.offset(rows, cols))
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.col)
    }
}

impl FromStr for Corner {
    type Err = NotAPlace;

    fn from_str(text: &str) -> Result<Corner, NotAPlace> {
        read_pair(text).map(|(row, col)| Corner { row, col })
    }
}

stored_as_text!(Corner);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn anywhere() -> impl Strategy<Value = Square> {
        (-REACH..=REACH, -REACH..=REACH).prop_map(|(row, col)| Square { row, col })
    }

    #[test]
    fn names_are_column_letter_and_row_number_from_the_top() {
        for (name, row, col) in [("a1", 0, 0), ("c4", 3, 2), ("z1", 0, 25), ("-1,0", -1, 0), ("0,26", 0, 26)]
        {
            assert_eq!(Square::new(row, col).name(), name);
            assert_eq!(name.parse(), Ok(Square::new(row, col)));
        }
    }

    #[test]
    fn other_texts_and_far_places_are_refused() {
        for text in [
            "", "a", "a0", "a-1", "a01", "a+1", "A1", "é1", "a62", "0,0", "1", "1,", "+1,-1", "-01,0",
            "61,30", "-61,0",
        ] {
            assert_eq!(text.parse::<Square>(), Err(NotAPlace), "{text:?}");
        }
        assert!(serde_json::from_str::<Square>("\"a0\"").is_err());
        assert_eq!("1,-0".parse::<Corner>(), Err(NotAPlace));
    }

    #[test]
    fn a_board_lists_its_places_row_by_row() {
        let names: Vec<String> = Square::board(2, 3).map(Square::name).collect();
        assert_eq!(names, ["a1", "b1", "c1", "a2", "b2", "c2"]);
    }

    #[test]
    fn directions_step_as_they_read() {
        let names = Square::new(3, 2).edge_neighbours().map(Square::name);
        assert_eq!(names, ["c3", "d4", "c5", "b4"]);
    }

    #[test]
    fn places_may_be_keys_of_a_map() {
        let map = std::collections::BTreeMap::from([(Square::new(3, 2), 7)]);
        assert_eq!(serde_json::to_string(&map).unwrap(), r#"{"c4":7}"#);
    }

    proptest! {
        #[test]
        fn four_share_an_edge_four_more_a_corner(square in anywhere()) {
            let apart = |other: &Square| (other.row.abs_diff(square.row), other.col.abs_diff(square.col));
            prop_assert!(square.edge_neighbours().iter().all(|s| matches!(apart(s), (0, 1) | (1, 0))));
            prop_assert!(square.diagonal_neighbours().iter().all(|s| apart(s) == (1, 1)));
            let mut both: Vec<_> = square.edge_neighbours().into_iter().chain(square.diagonal_neighbours()).collect();
            both.sort();
            prop_assert_eq!(&both[..], &square.neighbours()[..]);
            both.dedup();
            prop_assert_eq!(both.len(), 8);
        }

        #[test]
        fn a_corner_belongs_to_exactly_the_squares_that_have_it(square in anywhere()) {
            prop_assert_eq!(square.corners().into_iter().collect::<BTreeSet<_>>().len(), 4);
            for corner in square.corners() {
                let nearby = square.neighbours().into_iter().chain([square]);
                let around: BTreeSet<_> = nearby.filter(|s| s.corners().contains(&corner)).collect();
                prop_assert_eq!(around.len(), 4);
                prop_assert_eq!(corner.squares().into_iter().collect::<BTreeSet<_>>(), around);
            }
        }

        #[test]
        fn quarters_are_four_small_spaces_that_know_their_whole(square in anywhere()) {
            let quarters = square.quarters();
            prop_assert_eq!(quarters[0], Square::new(2 * square.row, 2 * square.col));
            prop_assert_eq!(quarters[3], quarters[0].offset(1, 1));
            prop_assert_eq!(quarters.into_iter().collect::<BTreeSet<_>>().len(), 4);
            prop_assert!(quarters.iter().all(|q| q.whole() == square));
        }

        #[test]
        fn every_place_reads_back_by_name_and_as_stored(square in anywhere()) {
            prop_assert_eq!(square.name().parse(), Ok(square));
            let json = serde_json::to_string(&square).unwrap();
            prop_assert_eq!(serde_json::from_str::<Square>(&json).unwrap(), square);
            let corner = square.corners()[0];
            prop_assert_eq!(corner.to_string().parse(), Ok(corner));
        }

        #[test]
        fn no_text_is_a_place_under_two_names(text in "[a-z0-9,+-]{1,6}") {
            if let Ok(square) = text.parse::<Square>() {
                prop_assert_eq!(square.to_string(), text);
            }
        }
    }
}

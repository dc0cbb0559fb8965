//! Boards of squares: a space that is certainly on its board, and sets of spaces kept as bits.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};
use std::str::FromStr;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{NotAPlace, Rng, Square};

/// Words for the largest board: 12×12 has 144 spaces. A smaller board leaves the last ones alone.
const WORDS: usize = 3;

/// A space of a board of so many rows and columns. Its name, such as "c4", is also how it is stored.
///
/// A game whose board comes in several sizes uses the type of the largest one. The default is the first
/// space, only so that a [`Pile`](crate::Pile) has something to fill its empty places with.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Space<const ROWS: usize, const COLS: usize>(u8);

impl<const ROWS: usize, const COLS: usize> Space<ROWS, COLS> {
    /// The space at this place, if it is on the board.
    #[inline]
    pub const fn new(square: Square) -> Option<Self> {
        let Square { row, col } = square;
        if 0 <= row && (row as usize) < ROWS && 0 <= col && (col as usize) < COLS {
            Some(Space((row as usize * COLS + col as usize) as u8))
        } else {
            None
        }
    }

    /// Its number, counted from 0 row by row; for indexing.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Its place: row and column.
    #[inline]
    pub const fn square(self) -> Square {
        Square::new((self.number() / COLS) as i8, (self.number() % COLS) as i8)
    }

    /// All of them, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        SpaceSet::FULL.iter()
    }

    /// The space so many rows down and columns to the right, if that is on the board.
    #[inline]
    pub const fn offset(self, rows: i8, cols: i8) -> Option<Self> {
        Space::new(self.square().offset(rows, cols))
    }

    /// The spaces of the board that share an edge with it.
    #[inline]
    pub const fn edge_neighbours(self) -> SpaceSet<ROWS, COLS> {
        SpaceSet::only(self).edge_neighbours()
    }

    /// The spaces of the board that share an edge or a corner with it.
    #[inline]
    pub const fn neighbours(self) -> SpaceSet<ROWS, COLS> {
        SpaceSet::only(self).neighbours()
    }
}

impl<const ROWS: usize, const COLS: usize> fmt::Display for Space<ROWS, COLS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.square().fmt(f)
    }
}

impl<const ROWS: usize, const COLS: usize> fmt::Debug for Space<ROWS, COLS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<const ROWS: usize, const COLS: usize> FromStr for Space<ROWS, COLS> {
    type Err = NotAPlace;

    fn from_str(text: &str) -> Result<Self, NotAPlace> {
        Space::new(text.parse()?).ok_or(NotAPlace)
    }
}

impl<const ROWS: usize, const COLS: usize> Serialize for Space<ROWS, COLS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, const ROWS: usize, const COLS: usize> Deserialize<'de> for Space<ROWS, COLS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// A set of spaces of a board of so many rows and columns, one bit for each, always listed row by row.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SpaceSet<const ROWS: usize, const COLS: usize>([u64; WORDS]);

impl<const ROWS: usize, const COLS: usize> SpaceSet<ROWS, COLS> {
    /// The words that this board uses; a board that needs more does not compile.
    const USED: usize = {
        assert!(0 < ROWS * COLS && ROWS * COLS <= 64 * WORDS, "a set has room for 192 spaces");
        (ROWS * COLS).div_ceil(64)
    };

    /// No space.
    pub const EMPTY: Self = SpaceSet([0; WORDS]);
    /// Every space of the board.
    pub const FULL: Self = Self::rectangle(ROWS, COLS);
    const FIRST_COLUMN: Self = Self::rectangle(ROWS, 1);
    const LAST_COLUMN: Self = Self::FULL.difference(Self::rectangle(ROWS, COLS - 1));

    /// The set of one space.
    #[inline]
    pub const fn only(space: Space<ROWS, COLS>) -> Self {
        let mut set = Self::EMPTY;
        set.insert(space);
        set
    }

    /// The set of these squares, by row and column; for constants.
    ///
    /// # Panics
    /// If one is not on the board.
    pub const fn of(squares: &[(i8, i8)]) -> Self {
        let mut set = Self::EMPTY;
        let mut n = 0;
        while n < squares.len() {
            let (row, col) = squares[n];
            set.insert(Space::new(Square::new(row, col)).expect("a square of the board"));
            n += 1;
        }
        set
    }

    /// So many rows and columns from the top left corner: a smaller board on this one.
    ///
    /// # Panics
    /// If the board is not that large.
    pub const fn rectangle(rows: usize, cols: usize) -> Self {
        assert!(rows <= ROWS && cols <= COLS, "a smaller board");
        let mut words = [0; WORDS];
        let mut number = 0;
        while number < rows * COLS {
            if number % COLS < cols {
                words[number / 64] |= 1 << (number % 64);
            }
            number += 1;
        }
        SpaceSet(words)
    }

    /// Adds a space; false if it was there already.
    #[inline]
    pub const fn insert(&mut self, space: Space<ROWS, COLS>) -> bool {
        let new = !self.contains(space);
        self.0[space.number() / 64] |= 1 << (space.number() % 64);
        new
    }

    /// Takes a space away; false if it was not there.
    #[inline]
    pub const fn remove(&mut self, space: Space<ROWS, COLS>) -> bool {
        let had = self.contains(space);
        self.0[space.number() / 64] &= !(1 << (space.number() % 64));
        had
    }

    /// Whether the space is in the set.
    #[inline]
    pub const fn contains(self, space: Space<ROWS, COLS>) -> bool {
        self.0[space.number() / 64] >> (space.number() % 64) & 1 == 1
    }

    /// The number of spaces.
    #[inline]
    pub const fn len(self) -> usize {
        let (mut sum, mut word) = (0, 0);
        while word < Self::USED {
            sum += self.0[word].count_ones() as usize;
            word += 1;
        }
        sum
    }

    /// Whether there is no space.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The spaces of either set.
    #[inline]
    pub const fn union(mut self, other: Self) -> Self {
        let mut word = 0;
        while word < Self::USED {
            self.0[word] |= other.0[word];
            word += 1;
        }
        self
    }

    /// The spaces of both sets.
    #[inline]
    pub const fn intersection(mut self, other: Self) -> Self {
        let mut word = 0;
        while word < Self::USED {
            self.0[word] &= other.0[word];
            word += 1;
        }
        self
    }

    /// The spaces of this set that are not in the other.
    #[inline]
    pub const fn difference(mut self, other: Self) -> Self {
        let mut word = 0;
        while word < Self::USED {
            self.0[word] &= !other.0[word];
            word += 1;
        }
        self
    }

    /// Whether every space of this set is in the other.
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.difference(other).is_empty()
    }

    /// The set moved so many rows down and columns to the right. What leaves the board is gone; nothing
    /// comes in again on the other side.
    #[inline]
    pub const fn shifted(self, rows: i8, cols: i8) -> Self {
        let mut set = self.moved(rows as isize * COLS as isize);
        let mut left = cols;
        while left > 0 {
            set = set.difference(Self::LAST_COLUMN).moved(1);
            left -= 1;
        }
        while left < 0 {
            set = set.difference(Self::FIRST_COLUMN).moved(-1);
            left += 1;
        }
        set
    }

    /// Every space's number grown by `by`; whatever gets a number that the board does not have is gone.
    #[inline]
    const fn moved(self, by: isize) -> Self {
        let (whole, part) = (by.unsigned_abs() / 64, by.unsigned_abs() as u32 % 64);
        let mut words = [0; WORDS];
        let mut word = whole;
        while word < Self::USED {
            // A word gets the rest of its neighbour's bits unless whole words are moved.
            let (to, from) = if by < 0 { (word - whole, word) } else { (word, word - whole) };
            words[to] |= if by < 0 { self.0[from] >> part } else { self.0[from] << part };
            if part > 0 && by < 0 && to > 0 {
                words[to - 1] |= self.0[from] << (64 - part);
            } else if part > 0 && by > 0 && to + 1 < Self::USED {
                words[to + 1] |= self.0[from] >> (64 - part);
            }
            word += 1;
        }
        SpaceSet(words).intersection(Self::FULL)
    }

    /// The spaces that share an edge with one of these, some of these perhaps among them.
    #[inline]
    pub const fn edge_neighbours(self) -> Self {
        let sideways = self.shifted(0, 1).union(self.shifted(0, -1));
        sideways.union(self.shifted(1, 0)).union(self.shifted(-1, 0))
    }

    /// The spaces that share an edge or a corner with one of these, some of these perhaps among them.
    #[inline]
    pub const fn neighbours(self) -> Self {
        let sideways = self.shifted(0, 1).union(self.shifted(0, -1));
        let row = self.union(sideways);
        sideways.union(row.shifted(1, 0)).union(row.shifted(-1, 0))
    }

    /// The spaces of this set that can be reached from the start, step by step over edges; the start
    /// itself only where it is in this set.
    pub const fn reached_from(self, start: Self) -> Self {
        let mut reached = start.intersection(self);
        loop {
            let more = reached.union(reached.edge_neighbours()).intersection(self);
            if more.is_subset(reached) {
                return reached;
            }
            reached = more;
        }
    }

    /// The first space, row by row.
    #[inline]
    pub const fn first(self) -> Option<Space<ROWS, COLS>> {
        let mut word = 0;
        while word < Self::USED {
            if self.0[word] != 0 {
                return Some(Space((64 * word + self.0[word].trailing_zeros() as usize) as u8));
            }
            word += 1;
        }
        None
    }

    /// Any one of the spaces, each equally likely; it stays in the set.
    pub fn random(self, rng: &mut Rng) -> Option<Space<ROWS, COLS>> {
        if self.is_empty() { None } else { self.iter().nth(rng.index(self.len())) }
    }

    /// The spaces row by row.
    #[inline]
    pub const fn iter(self) -> SpaceSetIter<ROWS, COLS> {
        SpaceSetIter(self)
    }

    /// The set as the bits of one word, a space's number being that of its bit; for whoever counts every
    /// nanosecond. Only for boards of at most 64 spaces, others do not compile.
    #[inline]
    pub const fn bits(self) -> u64 {
        const { assert!(ROWS * COLS <= 64, "the board has more spaces than a word has bits") };
        self.0[0]
    }

    /// The set with these [`bits`](Self::bits), without those that are beyond the board.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        const { assert!(ROWS * COLS <= 64, "the board has more spaces than a word has bits") };
        let mut words = [0; WORDS];
        words[0] = bits;
        SpaceSet(words).intersection(Self::FULL)
    }
}

impl<const ROWS: usize, const COLS: usize> BitOr for SpaceSet<ROWS, COLS> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl<const ROWS: usize, const COLS: usize> BitAnd for SpaceSet<ROWS, COLS> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.intersection(other)
    }
}

impl<const ROWS: usize, const COLS: usize> Sub for SpaceSet<ROWS, COLS> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.difference(other)
    }
}

/// The spaces of the board that are not in the set.
impl<const ROWS: usize, const COLS: usize> Not for SpaceSet<ROWS, COLS> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self::FULL.difference(self)
    }
}

impl<const ROWS: usize, const COLS: usize> BitOrAssign for SpaceSet<ROWS, COLS> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = self.union(other);
    }
}

impl<const ROWS: usize, const COLS: usize> BitAndAssign for SpaceSet<ROWS, COLS> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = self.intersection(other);
    }
}

impl<const ROWS: usize, const COLS: usize> SubAssign for SpaceSet<ROWS, COLS> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = self.difference(other);
    }
}

impl<const ROWS: usize, const COLS: usize> Extend<Space<ROWS, COLS>> for SpaceSet<ROWS, COLS> {
    fn extend<I: IntoIterator<Item = Space<ROWS, COLS>>>(&mut self, spaces: I) {
        for space in spaces {
            self.insert(space);
        }
    }
}

impl<const ROWS: usize, const COLS: usize> FromIterator<Space<ROWS, COLS>> for SpaceSet<ROWS, COLS> {
    fn from_iter<I: IntoIterator<Item = Space<ROWS, COLS>>>(spaces: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(spaces);
        set
    }
}

impl<const ROWS: usize, const COLS: usize> IntoIterator for SpaceSet<ROWS, COLS> {
    type Item = Space<ROWS, COLS>;
    type IntoIter = SpaceSetIter<ROWS, COLS>;

    fn into_iter(self) -> SpaceSetIter<ROWS, COLS> {
        self.iter()
    }
}

impl<const ROWS: usize, const COLS: usize> fmt::Debug for SpaceSet<ROWS, COLS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The spaces of a set row by row.
#[derive(Clone, Debug)]
pub struct SpaceSetIter<const ROWS: usize, const COLS: usize>(SpaceSet<ROWS, COLS>);

impl<const ROWS: usize, const COLS: usize> Iterator for SpaceSetIter<ROWS, COLS> {
    type Item = Space<ROWS, COLS>;

    #[inline]
    fn next(&mut self) -> Option<Space<ROWS, COLS>> {
        let space = self.0.first()?;
        let word = &mut self.0.0[space.number() / 64];
        *word &= *word - 1; // without the lowest bit, which is this space's
        Some(space)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl<const ROWS: usize, const COLS: usize> ExactSizeIterator for SpaceSetIter<ROWS, COLS> {}
impl<const ROWS: usize, const COLS: usize> std::iter::FusedIterator for SpaceSetIter<ROWS, COLS> {}

impl<const ROWS: usize, const COLS: usize> Serialize for SpaceSet<ROWS, COLS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, const ROWS: usize, const COLS: usize> Deserialize<'de> for SpaceSet<ROWS, COLS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List<const ROWS: usize, const COLS: usize>;

        impl<'de, const ROWS: usize, const COLS: usize> Visitor<'de> for List<ROWS, COLS> {
            type Value = SpaceSet<ROWS, COLS>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of different spaces")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut set = SpaceSet::EMPTY;
                while let Some(space) = list.next_element::<Space<ROWS, COLS>>()? {
                    if !set.insert(space) {
                        return Err(A::Error::custom(format_args!("{space} twice")));
                    }
                }
                Ok(set)
            }
        }

        deserializer.deserialize_seq(List)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::Rng;

    fn plain<const R: usize, const C: usize>(set: SpaceSet<R, C>) -> BTreeSet<Square> {
        set.iter().map(Space::square).collect()
    }

    /// Those of the squares that are on the board.
    fn on_board<const R: usize, const C: usize>(
        squares: impl IntoIterator<Item = Square>,
    ) -> (SpaceSet<R, C>, BTreeSet<Square>) {
        let on = |square: &Square| (0..R as i8).contains(&square.row) && (0..C as i8).contains(&square.col);
        let squares: BTreeSet<Square> = squares.into_iter().filter(on).collect();
        (squares.iter().filter_map(|&square| Space::new(square)).collect(), squares)
    }

    /// Everything that sets of bits do, against sets of squares.
    fn behaves_as_plain_sets<const R: usize, const C: usize>(
        one: &[(i8, i8)],
        two: &[(i8, i8)],
        by: (i8, i8),
    ) {
        let squares =
            |places: &[(i8, i8)]| places.iter().map(|&(r, c)| Square::new(r, c)).collect::<Vec<_>>();
        let ((a, x), (b, y)) = (on_board::<R, C>(squares(one)), on_board::<R, C>(squares(two)));
        let all = on_board::<R, C>(Square::board(R as i8, C as i8)).1;
        assert!(a.iter().map(Space::square).eq(x.iter().copied()), "row by row");
        assert_eq!((a.len(), a.iter().len(), a.is_empty()), (x.len(), x.len(), x.is_empty()));
        assert_eq!(a.first().map(Space::square), x.first().copied());
        assert_eq!((plain(a | b), plain(a & b), plain(a - b)), (&x | &y, &x & &y, &x - &y));
        assert_eq!((plain(!a), a.is_subset(b), a == b), (&all - &x, x.is_subset(&y), x == y));
        let moved = on_board::<R, C>(x.iter().map(|square| square.offset(by.0, by.1))).1;
        assert_eq!(plain(a.shifted(by.0, by.1)), moved, "{a:?} by {by:?}");
        let edges = on_board::<R, C>(x.iter().flat_map(|square| square.edge_neighbours())).1;
        assert_eq!(plain(a.edge_neighbours()), edges);
        let around = on_board::<R, C>(x.iter().flat_map(|square| square.neighbours())).1;
        assert_eq!(plain(a.neighbours()), around);
        let text = serde_json::to_string(&a).unwrap();
        assert_eq!(text, serde_json::to_string(&x).unwrap());
        assert_eq!(serde_json::from_str::<SpaceSet<R, C>>(&text).unwrap(), a);
        for space in b.iter() {
            let (mut with, mut without) = (a, a);
            assert_eq!((with.insert(space), without.remove(space)), (!a.contains(space), a.contains(space)));
            assert_eq!((with, without), (a | SpaceSet::only(space), a - SpaceSet::only(space)));
            let around = on_board::<R, C>(space.square().neighbours()).1;
            assert_eq!(plain(space.neighbours()), around);
        }
    }

    fn places() -> impl Strategy<Value = Vec<(i8, i8)>> {
        prop::collection::vec((0..12i8, 0..12i8), 0..80)
    }

    proptest! {
        #[test]
        fn sets_of_any_board_behave_as_plain_sets(one in places(), two in places(), by in (-13..=13i8, -13..=13i8)) {
            behaves_as_plain_sets::<6, 6>(&one, &two, by);
            behaves_as_plain_sets::<8, 8>(&one, &two, by);
            behaves_as_plain_sets::<10, 10>(&one, &two, by);
            behaves_as_plain_sets::<12, 12>(&one, &two, by);
            behaves_as_plain_sets::<3, 11>(&one, &two, by);
            behaves_as_plain_sets::<11, 1>(&one, &two, by);
        }

        #[test]
        fn the_reach_is_what_a_plain_search_finds(one in places(), start in (0..10i8, 0..10i8)) {
            let (land, squares) = on_board::<10, 10>(one.iter().map(|&(r, c)| Square::new(r, c)));
            let start = Square::new(start.0, start.1);
            let mut found = BTreeSet::new();
            let mut open: Vec<Square> = squares.get(&start).copied().into_iter().collect();
            while let Some(square) = open.pop() {
                if found.insert(square) {
                    open.extend(square.edge_neighbours().into_iter().filter(|next| squares.contains(next)));
                }
            }
            let start = SpaceSet::only(Space::new(start).unwrap());
            prop_assert_eq!(plain(land.reached_from(start)), found);
        }
    }

    #[test]
    fn a_smaller_board_lies_in_the_corner_of_a_larger_one() {
        let small = SpaceSet::<12, 12>::rectangle(8, 8);
        assert_eq!(plain(small), Square::board(8, 8).collect());
        assert_eq!(
            SpaceSet::<12, 12>::of(&[(0, 0), (11, 11)]).iter().map(|s| s.to_string()).collect::<Vec<_>>(),
            ["a1", "l12"]
        );
    }

    #[test]
    fn a_space_off_the_board_or_twice_is_refused() {
        for (text, fits) in
            [("\"f6\"", true), ("\"g1\"", false), ("\"a7\"", false), ("\"-1,0\"", false), ("7", false)]
        {
            assert_eq!(serde_json::from_str::<Space<6, 6>>(text).is_ok(), fits, "{text}");
        }
        let twice = serde_json::from_str::<SpaceSet<6, 6>>(r#"["c4","c4"]"#).unwrap_err();
        assert!(twice.to_string().starts_with("c4 twice"), "{twice}");
    }

    #[test]
    fn bits_are_numbered_row_by_row() {
        let set = SpaceSet::<6, 6>::of(&[(0, 1), (5, 5)]);
        assert_eq!(set.bits(), 1 << 1 | 1 << 35);
        assert_eq!(SpaceSet::from_bits(set.bits()), set);
        assert_eq!(SpaceSet::<6, 6>::from_bits(u64::MAX), SpaceSet::FULL);
    }

    #[test]
    fn every_space_of_a_set_may_be_drawn() {
        let (set, mut rng) = (SpaceSet::<10, 10>::of(&[(0, 0), (4, 7), (9, 9)]), Rng::from_number(1));
        assert_eq!((0..40).filter_map(|_| set.random(&mut rng)).collect::<SpaceSet<10, 10>>(), set);
        assert_eq!(SpaceSet::<10, 10>::EMPTY.random(&mut rng), None);
    }
}

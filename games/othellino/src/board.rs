//! The 6×6 board as bits: a space is the number of a bit, row by row, and a set of spaces is a `u64`.

use std::fmt;
use std::ops::{BitAnd, BitOr, Not};
use std::str::FromStr;

use boxwood_kit::{NotAPlace, Square};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

const SIDE: i8 = 6;
const BOARD: u64 = (1 << 36) - 1;
/// Columns b–e. A run that goes sideways and is enclosed has no cube at the left or right edge;
/// with those left out, no run goes on from the end of a row to the beginning of the next.
const INNER_COLUMNS: u64 = 0o36_36_36_36_36_36;

/// A space of the board. Its name, such as "c4", is also how it is stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Space(u8);

impl Space {
    /// The space at this place, if it is on the board.
    pub fn new(square: Square) -> Option<Space> {
        let inside = (0..SIDE).contains(&square.row) && (0..SIDE).contains(&square.col);
        inside.then(|| Space((SIDE * square.row + square.col) as u8))
    }

    /// Its place: row and column.
    pub fn square(self) -> Square {
        let number = self.0 as i8;
        Square::new(number / SIDE, number % SIDE)
    }

    /// All 36, row by row.
    pub fn all() -> impl Iterator<Item = Space> {
        Spaces(BOARD).iter()
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.square().fmt(f)
    }
}

impl fmt::Debug for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Space {
    type Err = NotAPlace;

    fn from_str(text: &str) -> Result<Space, NotAPlace> {
        Space::new(text.parse()?).ok_or(NotAPlace)
    }
}

impl Serialize for Space {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Space {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Space, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// A set of spaces; stored as the list of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Spaces(u64);

impl Spaces {
    /// No space.
    pub const EMPTY: Spaces = Spaces(0);
    /// c3, d3, c4 and d4.
    pub const CENTRE: Spaces = Spaces(0b11 << 14 | 0b11 << 20);
    /// d3 and c4.
    pub const UPWARD_DIAGONAL: Spaces = Spaces(1 << 15 | 1 << 20);
    /// c3 and d4.
    pub const DOWNWARD_DIAGONAL: Spaces = Spaces(1 << 14 | 1 << 21);

    /// Just this space.
    #[inline]
    pub const fn only(space: Space) -> Spaces {
        Spaces(1 << space.0)
    }

    /// Whether the space is in the set.
    #[inline]
    pub const fn contains(self, space: Space) -> bool {
        self.0 & (1 << space.0) != 0
    }

    /// Whether no space is in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many spaces are in it.
    #[inline]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The spaces in it, row by row.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Space> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lowest = (rest != 0).then(|| Space(rest.trailing_zeros() as u8))?;
            rest &= rest - 1;
            Some(lowest)
        })
    }
}

impl BitAnd for Spaces {
    type Output = Spaces;
    #[inline]
    fn bitand(self, other: Spaces) -> Spaces {
        Spaces(self.0 & other.0)
    }
}

impl BitOr for Spaces {
    type Output = Spaces;
    #[inline]
    fn bitor(self, other: Spaces) -> Spaces {
        Spaces(self.0 | other.0)
    }
}

impl Not for Spaces {
    type Output = Spaces;
    #[inline]
    fn not(self) -> Spaces {
        Spaces(!self.0 & BOARD)
    }
}

impl FromIterator<Space> for Spaces {
    fn from_iter<I: IntoIterator<Item = Space>>(spaces: I) -> Spaces {
        spaces.into_iter().fold(Spaces::EMPTY, |set, space| set | Spaces::only(space))
    }
}

impl fmt::Debug for Spaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for Spaces {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Spaces {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Spaces, D::Error> {
        Ok(Vec::<Space>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// Rule 3: the empty spaces where a cube of one's own would capture.
#[inline]
pub fn capturing(own: Spaces, enemy: Spaces) -> Spaces {
    let ends = |through: u64, step: u32| {
        let (ahead, behind) = runs(own.0, through, step);
        ahead << step | behind >> step
    };
    Spaces(along_all_lines(enemy, ends)) & !(own | enemy)
}

/// Rule 4: the enemy cubes that a cube placed here captures.
#[inline]
pub fn captured(own: Spaces, enemy: Spaces, placed: Space) -> Spaces {
    let enclosed = |through: u64, step: u32| {
        let (ahead, behind) = runs(1 << placed.0, through, step);
        let kept = |run: u64, end: u64| if end & own.0 != 0 { run } else { 0 };
        kept(ahead, ahead << step) | kept(behind, behind >> step)
    };
    Spaces(along_all_lines(enemy, enclosed))
}

/// What is found along rows, columns and both diagonals together, given the enemy cubes that runs
/// may go through and how many bits neighbours on such a line are apart.
#[inline(always)]
fn along_all_lines(enemy: Spaces, found: impl Fn(u64, u32) -> u64) -> u64 {
    let inner = enemy.0 & INNER_COLUMNS;
    found(inner, 1) | found(enemy.0, 6) | found(inner, 5) | found(inner, 7)
}

/// The runs that follow directly on the starts, ahead and behind on their lines.
///
/// A run with an end on the board beyond it has at most 4 cubes: one, one more, then two by two.
#[inline(always)]
fn runs(from: u64, through: u64, step: u32) -> (u64, u64) {
    let pairs = through & through << step;
    let mut ahead = from << step & through;
    ahead |= ahead << step & through;
    ahead |= ahead << (2 * step) & pairs;
    let mut behind = from >> step & through;
    behind |= behind >> step & through;
    behind |= behind >> (2 * step) & pairs >> step;
    (ahead, behind)
}

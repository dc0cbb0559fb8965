//! How small fixed things are named, numbered and read back.

use std::fmt;

/// A text that names nothing of the wanted kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// What was wanted: "symbol", "colour".
    pub kind: &'static str,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no {} has that name", self.kind)
    }
}

impl std::error::Error for UnknownName {}

/// A number that no piece of the wanted kind carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchPiece {
    /// What was wanted: "card", "tile".
    pub kind: &'static str,
    /// The number asked for.
    pub number: u8,
}

impl fmt::Display for NoSuchPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no {} {}", self.kind, self.number)
    }
}

impl std::error::Error for NoSuchPiece {}

/// A text that is no place on a grid, or one too far from the middle of any table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAPlace;

impl fmt::Display for NotAPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("that is no place on this grid")
    }
}

impl std::error::Error for NotAPlace {}

/// How far from the origin a place read from outside may be.
///
/// No table is larger, and neighbours, distances and quarter spaces of such a place still fit their type.
pub(crate) const REACH: i8 = 60;

/// Reads "3,-4" as two coordinates within [`REACH`].
pub(crate) fn read_pair(text: &str) -> Result<(i8, i8), NotAPlace> {
    let (first, second) = text.split_once(',').ok_or(NotAPlace)?;
    Ok((read_coordinate(first)?, read_coordinate(second)?))
}

/// Reads one coordinate as `Display` writes it, so that a place has one name only.
fn read_coordinate(text: &str) -> Result<i8, NotAPlace> {
    let number: i8 = text.parse().map_err(|_| NotAPlace)?;
    let plain = text.starts_with(|first: char| first == '-' || first.is_ascii_digit())
        && !text.trim_start_matches('-').starts_with('0');
    if (plain || text == "0") && (-REACH..=REACH).contains(&number) { Ok(number) } else { Err(NotAPlace) }
}

/// Gives a fieldless enum its list, ids and names, and reads a name back in any case.
macro_rules! vocabulary {
    ($kind:literal, $type:ident { $($variant:ident = $name:literal),+ $(,)? }) => {
        impl $type {
            /// All of them, by id.
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// Its place in [`ALL`](Self::ALL), for indexing.
            #[inline]
            pub const fn id(self) -> usize {
                self as usize
            }

            /// The one with this id.
            pub const fn from_id(id: usize) -> Option<$type> {
                if id < Self::ALL.len() { Some(Self::ALL[id]) } else { None }
            }

            /// Its name, as people read it.
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name),+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(text: &str) -> Result<$type, $crate::UnknownName> {
                let named = |thing: &$type| thing.name().eq_ignore_ascii_case(text);
                Self::ALL.into_iter().find(named).ok_or($crate::UnknownName { kind: $kind })
            }
        }
    };
}

/// Gives a piece that is a number in `$first..=$last` its constructors, list and conversions.
macro_rules! numbered {
    ($kind:literal, $type:ident, $first:literal..=$last:literal) => {
        impl $type {
            /// How many there are.
            pub const COUNT: usize = $last - $first + 1;

            /// The one with this number, if there is one.
            pub const fn new(number: u8) -> Option<$type> {
                if matches!(number, $first..=$last) { Some($type(number)) } else { None }
            }

            /// All of them, by number.
            pub fn all() -> impl DoubleEndedIterator<Item = $type> + ExactSizeIterator + Clone {
                // Not `..=`: only a plain range knows its exact length.
                ($first..$last + 1).map($type)
            }
        }

        impl TryFrom<u8> for $type {
            type Error = $crate::NoSuchPiece;

            fn try_from(number: u8) -> Result<$type, $crate::NoSuchPiece> {
                $type::new(number).ok_or($crate::NoSuchPiece { kind: $kind, number })
            }
        }

        impl From<$type> for u8 {
            fn from(piece: $type) -> u8 {
                piece.0
            }
        }
    };
}

/// Stores a type as the text it displays, so that it may also be a key of a map.
macro_rules! stored_as_text {
    ($type:ident) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

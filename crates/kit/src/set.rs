//! Sets of numbered pieces in one word.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Sub};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Rng;

/// What every set of numbered pieces can do, for code that does not mind which pieces they are.
///
/// [`CardSet`](crate::CardSet) and [`RuneSet`](crate::RuneSet) have the same functions of their own;
/// this trait is only needed where the type is open.
pub trait PieceSet:
    Copy
    + Default
    + Ord
    + Hash
    + Debug
    + Serialize
    + DeserializeOwned
    + Send
    + Sync
    + 'static
    + BitOr<Output = Self>
    + BitAnd<Output = Self>
    + Sub<Output = Self>
    + Extend<Self::Piece>
    + FromIterator<Self::Piece>
    + FromIterator<Self>
    + IntoIterator<Item = Self::Piece>
{
    /// What it is a set of. A piece is as good as its number.
    type Piece: Copy
        + Ord
        + Hash
        + Debug
        + Serialize
        + DeserializeOwned
        + Into<u8>
        + TryFrom<u8>
        + Send
        + Sync
        + 'static;

    /// No piece.
    const EMPTY: Self;
    /// Every piece there is.
    const FULL: Self;

    /// The set of one piece.
    fn only(piece: Self::Piece) -> Self;
    /// Adds a piece; false if it was there already.
    fn insert(&mut self, piece: Self::Piece) -> bool;
    /// Takes a piece away; false if it was not there.
    fn remove(&mut self, piece: Self::Piece) -> bool;
    /// Whether the piece is in the set.
    fn contains(self, piece: Self::Piece) -> bool;
    /// The number of pieces.
    fn len(self) -> usize;
    /// Takes out any one of the pieces, each equally likely.
    fn draw_random(&mut self, rng: &mut Rng) -> Option<Self::Piece>;
    /// Takes out so many of the pieces, every choice equally likely; all, if there are no more.
    fn draw_many(&mut self, n: usize, rng: &mut Rng) -> Self;

    /// Whether there is no piece.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The pieces of either set.
    fn union(self, other: Self) -> Self {
        self | other
    }

    /// The pieces of both sets.
    fn intersection(self, other: Self) -> Self {
        self & other
    }

    /// The pieces of this set that are not in the other.
    fn difference(self, other: Self) -> Self {
        self - other
    }

    /// Whether every piece of this set is in the other.
    fn is_subset(self, other: Self) -> bool {
        self.difference(other).is_empty()
    }

    /// The numbers of the pieces in ascending order.
    fn numbers(self) -> impl Iterator<Item = u8> {
        self.into_iter().map(Into::into)
    }
}

/// Makes the type of sets of a numbered piece, kept as the bits of one word.
///
/// Always listed in ascending order, so that order tells nothing.
macro_rules! set_of {
    ($kind:literal, $Set:ident, $Iter:ident, $Piece:ident, $Word:ty) => {
        #[doc = concat!("A set of ", $kind, "s in one word, always listed in ascending order, so that order tells nothing.")]
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Set($Word);

        impl $Set {
            #[doc = concat!("No ", $kind, ".")]
            pub const EMPTY: $Set = $Set(0);
            #[doc = concat!("Every ", $kind, " there is.")]
            pub const FULL: $Set = $Set((1 << $Piece::COUNT) - 1);

            #[doc = concat!("The set of one ", $kind, ".")]
            #[inline]
            pub const fn only(piece: $Piece) -> $Set {
                $Set(1 << piece.number())
            }

            #[doc = concat!("Adds a ", $kind, "; false if it was there already.")]
            #[inline]
            pub const fn insert(&mut self, piece: $Piece) -> bool {
                let new = !self.contains(piece);
                self.0 |= 1 << piece.number();
                new
            }

            #[doc = concat!("Takes a ", $kind, " away; false if it was not there.")]
            #[inline]
            pub const fn remove(&mut self, piece: $Piece) -> bool {
                let had = self.contains(piece);
                self.0 &= !(1 << piece.number());
                had
            }

            #[doc = concat!("Whether the ", $kind, " is in the set.")]
            #[inline]
            pub const fn contains(self, piece: $Piece) -> bool {
                self.0 >> piece.number() & 1 == 1
            }

            #[doc = concat!("The number of ", $kind, "s.")]
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            #[doc = concat!("Whether there is no ", $kind, ".")]
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            #[doc = concat!("The ", $kind, "s of either set.")]
            #[inline]
            pub const fn union(self, other: $Set) -> $Set {
                $Set(self.0 | other.0)
            }

            #[doc = concat!("The ", $kind, "s of both sets.")]
            #[inline]
            pub const fn intersection(self, other: $Set) -> $Set {
                $Set(self.0 & other.0)
            }

            #[doc = concat!("The ", $kind, "s of this set that are not in the other.")]
            #[inline]
            pub const fn difference(self, other: $Set) -> $Set {
                $Set(self.0 & !other.0)
            }

            #[doc = concat!("Whether every ", $kind, " of this set is in the other.")]
            #[inline]
            pub const fn is_subset(self, other: $Set) -> bool {
                self.difference(other).is_empty()
            }

            #[doc = concat!("The ", $kind, " with the lowest number.")]
            #[inline]
            pub const fn first(self) -> Option<$Piece> {
                $Piece::new(self.0.trailing_zeros() as u8)
            }

            #[doc = concat!("The ", $kind, " with `n` lower ones before it.")]
            pub const fn nth(self, n: usize) -> Option<$Piece> {
                if n >= self.len() {
                    return None;
                }
                // Look into the lower half, then into the half of that half that holds it, and so on.
                let (mut rest, mut before, mut number) = (self.0, n as u32, 0);
                let mut width = <$Word>::BITS / 2;
                while width > 0 {
                    let lower = (rest & ((1 << width) - 1)).count_ones();
                    if before >= lower {
                        before -= lower;
                        rest >>= width;
                        number += width;
                    }
                    width /= 2;
                }
                $Piece::new(number as u8)
            }

            #[doc = concat!("Any one of the ", $kind, "s, each equally likely; it stays in the set.")]
            pub fn random(self, rng: &mut $crate::Rng) -> Option<$Piece> {
                if self.is_empty() { None } else { self.nth(rng.index(self.len())) }
            }

            #[doc = concat!("Takes out any one of the ", $kind, "s, each equally likely.")]
            pub fn draw_random(&mut self, rng: &mut $crate::Rng) -> Option<$Piece> {
                let piece = self.random(rng)?;
                self.remove(piece);
                Some(piece)
            }

            #[doc = concat!("Takes out so many of the ", $kind, "s, every choice equally likely; all, if there are no more.")]
            ///
            /// It draws them one by one, as [`draw_random`](Self::draw_random) does, with the same chance.
            #[inline]
            pub fn draw_many(&mut self, n: usize, rng: &mut $crate::Rng) -> $Set {
                (0..n).map_while(|_| self.draw_random(rng)).collect()
            }

            #[doc = concat!("The ", $kind, "s in ascending order.")]
            #[inline]
            pub const fn iter(self) -> $Iter {
                $Iter(self)
            }
        }

        impl std::ops::BitOr for $Set {
            type Output = $Set;

            fn bitor(self, other: $Set) -> $Set {
                self.union(other)
            }
        }

        impl std::ops::BitAnd for $Set {
            type Output = $Set;

            fn bitand(self, other: $Set) -> $Set {
                self.intersection(other)
            }
        }

        impl std::ops::Sub for $Set {
            type Output = $Set;

            fn sub(self, other: $Set) -> $Set {
                self.difference(other)
            }
        }

        impl Extend<$Piece> for $Set {
            fn extend<I: IntoIterator<Item = $Piece>>(&mut self, pieces: I) {
                for piece in pieces {
                    self.insert(piece);
                }
            }
        }

        impl FromIterator<$Piece> for $Set {
            fn from_iter<I: IntoIterator<Item = $Piece>>(pieces: I) -> $Set {
                let mut set = $Set::EMPTY;
                set.extend(pieces);
                set
            }
        }

        #[doc = concat!("The ", $kind, "s of all of the sets.")]
        impl FromIterator<$Set> for $Set {
            fn from_iter<I: IntoIterator<Item = $Set>>(sets: I) -> $Set {
                sets.into_iter().fold($Set::EMPTY, $Set::union)
            }
        }

        impl $crate::PieceSet for $Set {
            type Piece = $Piece;

            const EMPTY: $Set = $Set::EMPTY;
            const FULL: $Set = $Set::FULL;

            #[inline]
            fn only(piece: $Piece) -> $Set {
                $Set::only(piece)
            }

            #[inline]
            fn insert(&mut self, piece: $Piece) -> bool {
                self.insert(piece)
            }

            #[inline]
            fn remove(&mut self, piece: $Piece) -> bool {
                self.remove(piece)
            }

            #[inline]
            fn contains(self, piece: $Piece) -> bool {
                self.contains(piece)
            }

            #[inline]
            fn len(self) -> usize {
                self.len()
            }

            #[inline]
            fn draw_random(&mut self, rng: &mut $crate::Rng) -> Option<$Piece> {
                self.draw_random(rng)
            }

            #[inline]
            fn draw_many(&mut self, n: usize, rng: &mut $crate::Rng) -> $Set {
                self.draw_many(n, rng)
            }
        }

        impl IntoIterator for $Set {
            type Item = $Piece;
            type IntoIter = $Iter;

            fn into_iter(self) -> $Iter {
                self.iter()
            }
        }

        impl std::fmt::Debug for $Set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(self.iter().map($Piece::number)).finish()
            }
        }

        #[doc = concat!("The ", $kind, "s of a set in ascending order.")]
        #[derive(Clone, Debug)]
        pub struct $Iter($Set);

        impl Iterator for $Iter {
            type Item = $Piece;

            #[inline]
            fn next(&mut self) -> Option<$Piece> {
                let piece = self.0.first()?;
                self.0.remove(piece);
                Some(piece)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.0.len(), Some(self.0.len()))
            }
        }

        impl ExactSizeIterator for $Iter {}
        impl std::iter::FusedIterator for $Iter {}

        impl serde::Serialize for $Set {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.iter())
            }
        }

        impl<'de> serde::Deserialize<'de> for $Set {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$Set, D::Error> {
                struct List;

                impl<'de> serde::de::Visitor<'de> for List {
                    type Value = $Set;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str(concat!("a list of different ", $kind, "s"))
                    }

                    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut list: A) -> Result<$Set, A::Error> {
                        let mut set = $Set::EMPTY;
                        while let Some(piece) = list.next_element::<$Piece>()? {
                            if !set.insert(piece) {
                                let number = piece.number();
                                return Err(serde::de::Error::custom(format_args!("{} {number} twice", $kind)));
                            }
                        }
                        Ok(set)
                    }
                }

                deserializer.deserialize_seq(List)
            }
        }
    };
}

//! Cubes by colour: a supply, a price, a draw bag.

use std::fmt;
use std::ops::{AddAssign, Index, IndexMut};

use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Colour, Rng};

/// How many cubes of each colour lie together.
///
/// As a [`Bag`] it is drawn from blindly: every single cube is equally likely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cubes([u8; 6]);

/// The draw bag: the same cubes, drawn with [`Cubes::draw`].
pub type Bag = Cubes;

impl Cubes {
    /// No cube.
    pub const EMPTY: Cubes = Cubes([0; 6]);

    /// So many of each colour, by id.
    pub const fn new(counts: [u8; 6]) -> Cubes {
        Cubes(counts)
    }

    /// So many of one colour.
    pub const fn of(colour: Colour, n: u8) -> Cubes {
        let mut counts = [0; 6];
        counts[colour.id()] = n;
        Cubes(counts)
    }

    /// How many there are of a colour.
    #[inline]
    pub const fn count(&self, colour: Colour) -> u8 {
        self.0[colour.id()]
    }

    /// How many there are of all colours.
    #[inline]
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&n| u32::from(n)).sum()
    }

    /// Whether there is no cube.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 6]
    }

    /// Adds cubes.
    ///
    /// # Panics
    /// If there would be more than 255 of a colour, more than twice the box.
    #[inline]
    #[track_caller]
    pub fn put(&mut self, colour: Colour, n: u8) {
        let count = &mut self.0[colour.id()];
        *count = count.checked_add(n).expect("no more than 255 cubes of a colour lie together");
    }

    /// Takes cubes away if there are so many; otherwise false, and nothing is taken.
    #[inline]
    pub fn take(&mut self, colour: Colour, n: u8) -> bool {
        let left = self.count(colour).checked_sub(n);
        left.inspect(|&left| self.0[colour.id()] = left).is_some()
    }

    /// Whether each colour has at least as many as in `others`.
    pub fn contains(&self, others: &Cubes) -> bool {
        self.0.iter().zip(&others.0).all(|(have, want)| have >= want)
    }

    /// Takes all these cubes away if they are there; otherwise false, and nothing is taken.
    pub fn take_all(&mut self, others: &Cubes) -> bool {
        let there = self.contains(others);
        if there {
            self.0.iter_mut().zip(others.0).for_each(|(have, want)| *have -= want);
        }
        there
    }

    /// Takes a cube blindly, every single cube equally likely.
    pub fn draw(&mut self, rng: &mut Rng) -> Option<Colour> {
        if self.is_empty() {
            return None;
        }
        let mut before = rng.below(self.total());
        for colour in Colour::ALL {
            let here = u32::from(self.count(colour));
            if before < here {
                self.0[colour.id()] -= 1;
                return Some(colour);
            }
            before -= here;
        }
        unreachable!("the draw is below the total")
    }

    /// The colours that are there, with their numbers, by id.
    pub fn iter(&self) -> impl Iterator<Item = (Colour, u8)> + use<> {
        Colour::ALL.into_iter().zip(self.0).filter(|&(_, n)| n > 0)
    }
}

impl Index<Colour> for Cubes {
    type Output = u8;

    fn index(&self, colour: Colour) -> &u8 {
        &self.0[colour.id()]
    }
}

impl IndexMut<Colour> for Cubes {
    fn index_mut(&mut self, colour: Colour) -> &mut u8 {
        &mut self.0[colour.id()]
    }
}

impl AddAssign for Cubes {
    #[track_caller]
    fn add_assign(&mut self, others: Cubes) {
        others.iter().for_each(|(colour, n)| self.put(colour, n));
    }
}

impl FromIterator<Colour> for Cubes {
    fn from_iter<I: IntoIterator<Item = Colour>>(cubes: I) -> Cubes {
        let mut all = Cubes::EMPTY;
        cubes.into_iter().for_each(|colour| all.put(colour, 1));
        all
    }
}

impl fmt::Display for Cubes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing");
        }
        for (i, (colour, n)) in self.iter().enumerate() {
            write!(f, "{}{n} {colour}", if i > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl Serialize for Cubes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Cubes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cubes, D::Error> {
        deserializer.deserialize_map(CubesVisitor)
    }
}

struct CubesVisitor;

impl<'de> Visitor<'de> for CubesVisitor {
    type Value = Cubes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("numbers of cubes by colour")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut counts: A) -> Result<Cubes, A::Error> {
        let mut cubes = Cubes::EMPTY;
        while let Some((colour, n)) = counts.next_entry::<Colour, u8>()? {
            if cubes.count(colour) > 0 {
                return Err(A::Error::custom(format_args!("{colour} twice")));
            }
            cubes[colour] = n;
        }
        Ok(cubes)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Rng;
    use Colour::{Black, Blue, Red};

    #[test]
    fn putting_and_taking_move_single_colours() {
        let mut cubes = Cubes::of(Red, 3);
        cubes.put(Blue, 2);
        assert!(cubes.take(Red, 2));
        assert!(!cubes.take(Red, 2), "only one is left");
        assert_eq!(cubes, Cubes::new([1, 0, 0, 2, 0, 0]));
        assert_eq!((cubes[Red], cubes.count(Blue), cubes.total()), (1, 2, 3));
        assert_eq!(cubes.to_string(), "1 red, 2 blue");
        assert_eq!(Cubes::EMPTY.to_string(), "nothing");
    }

    #[test]
    fn a_price_is_taken_whole_or_not_at_all() {
        let mut purse = Cubes::new([2, 1, 0, 0, 0, 0]);
        assert!(!purse.take_all(&Cubes::new([1, 2, 0, 0, 0, 0])));
        assert_eq!(purse, Cubes::new([2, 1, 0, 0, 0, 0]));
        assert!(purse.take_all(&Cubes::new([1, 1, 0, 0, 0, 0])));
        assert_eq!(purse, Cubes::of(Red, 1));
    }

    #[test]
    #[should_panic(expected = "no more than 255 cubes")]
    fn too_many_cubes_panic_clearly() {
        Cubes::of(Red, 200).put(Red, 56);
    }

    #[test]
    fn every_single_cube_is_drawn_equally_often() {
        let mut rng = Rng::from_number(4);
        let mut counts = Cubes::EMPTY.0.map(u32::from);
        for _ in 0..6_000 {
            let colour = Cubes::new([1, 0, 2, 0, 0, 3]).draw(&mut rng).unwrap();
            counts[colour.id()] += 1;
        }
        for (n, expected) in counts.into_iter().zip([1_000u32, 0, 2_000, 0, 0, 3_000]) {
            assert!(n.abs_diff(expected) <= expected / 8, "{counts:?}");
        }
    }

    #[test]
    fn stored_as_a_map_of_the_colours_that_are_there() {
        let cubes = Cubes::new([3, 0, 0, 0, 0, 1]);
        assert_eq!(serde_json::to_string(&cubes).unwrap(), r#"{"red":3,"black":1}"#);
        for wrong in [r#"{"grey":1}"#, r#"{"red":256}"#, r#"{"red":-1}"#, r#"{"red":1,"red":1}"#, "[1]"] {
            assert!(serde_json::from_str::<Cubes>(wrong).is_err(), "{wrong}");
        }
        assert_eq!(cubes.iter().collect::<Vec<_>>(), [(Red, 3), (Black, 1)]);
    }

    proptest! {
        #[test]
        fn a_bag_gives_back_exactly_what_went_in(counts in any::<[u8; 6]>(), seed in any::<u64>()) {
            let all = Cubes::new(counts.map(|n| n % 21));
            let (mut bag, mut rng) = (all, Rng::from_number(seed));
            let drawn: Vec<Colour> = std::iter::from_fn(|| bag.draw(&mut rng)).collect();
            prop_assert_eq!(drawn.len() as u32, all.total());
            prop_assert_eq!(drawn.into_iter().collect::<Cubes>(), all);
            prop_assert!(bag.is_empty());
        }

        #[test]
        fn adding_then_taking_all_is_the_identity(a in any::<[u8; 6]>(), b in any::<[u8; 6]>()) {
            let (a, b) = (Cubes::new(a.map(|n| n / 2)), Cubes::new(b.map(|n| n / 2)));
            let mut both = a;
            both += b;
            prop_assert_eq!(both.total(), a.total() + b.total());
            prop_assert!(both.contains(&a) && both.take_all(&b));
            prop_assert_eq!(both, a);
        }

        #[test]
        fn reads_back_as_stored(counts in any::<[u8; 6]>()) {
            let cubes = Cubes::new(counts);
            let json = serde_json::to_string(&cubes).unwrap();
            prop_assert_eq!(serde_json::from_str::<Cubes>(&json).unwrap(), cubes);
        }
    }
}

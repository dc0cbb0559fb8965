//! Sets of rune cards.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitOr, Sub};

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Rng, RuneCard};

/// A set of rune cards in one word, always listed in ascending order, so that order tells nothing.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuneSet(u128);

impl RuneSet {
    /// No card.
    pub const EMPTY: RuneSet = RuneSet(0);
    /// All 76 cards.
    pub const FULL: RuneSet = RuneSet((1 << RuneCard::COUNT) - 1);

    /// The set of one card.
    #[inline]
    pub const fn only(card: RuneCard) -> RuneSet {
        RuneSet(1 << card.number())
    }

    /// Adds a card; false if it was there already.
    #[inline]
    pub const fn insert(&mut self, card: RuneCard) -> bool {
        let new = !self.contains(card);
        self.0 |= 1 << card.number();
        new
    }

    /// Takes a card away; false if it was not there.
    #[inline]
    pub const fn remove(&mut self, card: RuneCard) -> bool {
        let had = self.contains(card);
        self.0 &= !(1 << card.number());
        had
    }

    /// Whether the card is in the set.
    #[inline]
    pub const fn contains(self, card: RuneCard) -> bool {
        self.0 >> card.number() & 1 == 1
    }

    /// The number of cards.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every card of this set is in the other.
    #[inline]
    pub const fn is_subset(self, other: RuneSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// The card with the lowest number.
    #[inline]
    pub const fn first(self) -> Option<RuneCard> {
        RuneCard::new(self.0.trailing_zeros() as u8)
    }

    /// The card with `n` lower ones before it.
    pub const fn nth(self, n: usize) -> Option<RuneCard> {
        if n >= self.len() {
            return None;
        }
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let in_low = low.count_ones();
        let (mut rest, mut before, mut number) =
            if (n as u32) < in_low { (low, n as u32, 0) } else { (high, n as u32 - in_low, 64) };
        // Look into the lower half, then into the half of that half that holds the card, and so on.
        let mut width = 32;
        while width > 0 {
            let lower = (rest & ((1 << width) - 1)).count_ones();
            if before >= lower {
                before -= lower;
                rest >>= width;
                number += width;
            }
            width /= 2;
        }
        RuneCard::new(number as u8)
    }

    /// Any one of the cards, each equally likely; it stays in the set.
    pub fn random(self, rng: &mut Rng) -> Option<RuneCard> {
        if self.is_empty() { None } else { self.nth(rng.index(self.len())) }
    }

    /// Takes out any one of the cards, each equally likely.
    pub fn draw_random(&mut self, rng: &mut Rng) -> Option<RuneCard> {
        let card = self.random(rng)?;
        self.remove(card);
        Some(card)
    }

    /// The cards in ascending order.
    pub fn iter(self) -> impl ExactSizeIterator<Item = RuneCard> + FusedIterator + Clone {
        Iter(self)
    }
}

impl BitOr for RuneSet {
    type Output = RuneSet;

    fn bitor(self, other: RuneSet) -> RuneSet {
        RuneSet(self.0 | other.0)
    }
}

impl BitAnd for RuneSet {
    type Output = RuneSet;

    fn bitand(self, other: RuneSet) -> RuneSet {
        RuneSet(self.0 & other.0)
    }
}

impl Sub for RuneSet {
    type Output = RuneSet;

    fn sub(self, other: RuneSet) -> RuneSet {
        RuneSet(self.0 & !other.0)
    }
}

impl Extend<RuneCard> for RuneSet {
    fn extend<I: IntoIterator<Item = RuneCard>>(&mut self, cards: I) {
        for card in cards {
            self.insert(card);
        }
    }
}

impl FromIterator<RuneCard> for RuneSet {
    fn from_iter<I: IntoIterator<Item = RuneCard>>(cards: I) -> RuneSet {
        let mut set = RuneSet::EMPTY;
        set.extend(cards);
        set
    }
}

impl fmt::Debug for RuneSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(RuneCard::number)).finish()
    }
}

#[derive(Clone, Debug)]
struct Iter(RuneSet);

impl Iterator for Iter {
    type Item = RuneCard;

    #[inline]
    fn next(&mut self) -> Option<RuneCard> {
        let card = self.0.first()?;
        self.0.remove(card);
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Iter {}
impl FusedIterator for Iter {}

impl Serialize for RuneSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for RuneSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RuneSet, D::Error> {
        deserializer.deserialize_seq(RuneSetVisitor)
    }
}

struct RuneSetVisitor;

impl<'de> Visitor<'de> for RuneSetVisitor {
    type Value = RuneSet;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of different rune cards")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut cards: A) -> Result<RuneSet, A::Error> {
        let mut set = RuneSet::EMPTY;
        while let Some(card) = cards.next_element::<RuneCard>()? {
            if !set.insert(card) {
                return Err(A::Error::custom(format_args!("rune card {} twice", card.number())));
            }
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::Rng;

    fn set(numbers: &BTreeSet<u8>) -> RuneSet {
        numbers.iter().filter_map(|&number| RuneCard::new(number)).collect()
    }

    fn numbers(set: RuneSet) -> BTreeSet<u8> {
        set.iter().map(RuneCard::number).collect()
    }

    #[test]
    fn the_full_set_has_all_76_and_the_empty_one_none() {
        assert!(RuneSet::FULL.iter().eq(RuneCard::all()));
        assert_eq!((RuneSet::EMPTY.first(), RuneSet::EMPTY.random(&mut Rng::from_number(1))), (None, None));
    }

    #[test]
    fn everything_is_drawn_once() {
        let (mut rest, mut rng) = (RuneSet::FULL, Rng::from_number(2));
        let drawn: Vec<RuneCard> = std::iter::from_fn(|| rest.draw_random(&mut rng)).collect();
        assert_eq!((drawn.len(), drawn.into_iter().collect()), (76, RuneSet::FULL));
    }

    #[test]
    fn a_card_twice_or_unknown_is_refused() {
        for wrong in ["[3,3]", "[76]", "7"] {
            assert!(serde_json::from_str::<RuneSet>(wrong).is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn a_rune_set_is_a_set(one in prop::collection::btree_set(0u8..76, 0..76), two in prop::collection::btree_set(0u8..76, 0..76)) {
            let (a, b) = (set(&one), set(&two));
            prop_assert_eq!(numbers(a | b), &one | &two);
            prop_assert_eq!(numbers(a & b), &one & &two);
            prop_assert_eq!(numbers(a - b), &one - &two);
            prop_assert_eq!(a.is_subset(b), one.is_subset(&two));
            prop_assert_eq!((a.len(), a.is_empty()), (one.len(), one.is_empty()));
            for (n, &number) in one.iter().enumerate() {
                prop_assert_eq!(a.nth(n), RuneCard::new(number));
            }
            prop_assert_eq!(a.nth(one.len()), None);
            let text = serde_json::to_string(&a).unwrap();
            prop_assert_eq!(serde_json::from_str::<RuneSet>(&text).unwrap(), a);
        }
    }
}

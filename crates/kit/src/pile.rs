//! An ordered run of pieces: a deck, a hand, a row, a discard pile.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Rng;

/// At most `N` items in order, in place; the top is the last one.
///
/// It reads as a slice of what it holds. Comparing and hashing see that slice only,
/// so two piles that were filled in different ways but hold the same are the same.
#[derive(Clone, Copy)]
pub struct Pile<T, const N: usize> {
    /// Behind `len` lie leftovers that nobody may look at.
    items: [T; N],
    len: u8,
}

/// No more fits on a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full {
    /// How many items the pile can hold.
    pub capacity: usize,
}

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this pile holds at most {}", self.capacity)
    }
}

impl std::error::Error for Full {}

impl<T, const N: usize> Pile<T, N> {
    /// How many items it can hold.
    pub const CAPACITY: usize = {
        assert!(N <= u8::MAX as usize, "the length of a pile is one byte");
        N
    };

    /// Whether nothing more fits.
    #[inline]
    pub const fn is_full(&self) -> bool {
        self.len as usize == Self::CAPACITY
    }

    /// Throws everything away.
    #[inline]
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Keeps the lowest `len` items.
    #[inline]
    pub const fn truncate(&mut self, len: usize) {
        if len < self.len as usize {
            self.len = len as u8;
        }
    }

    /// Puts the items into a random order, every order equally likely.
    pub fn shuffle(&mut self, rng: &mut Rng) {
        rng.shuffle(self);
    }
}

impl<T: Copy + Default, const N: usize> Pile<T, N> {
    /// An empty pile.
    #[inline]
    pub fn new() -> Pile<T, N> {
        Pile { items: [T::default(); N], len: 0 }
    }
}

impl<T: Copy, const N: usize> Pile<T, N> {
    /// Puts an item on top.
    ///
    /// # Panics
    /// If the pile is full.
    #[inline]
    #[track_caller]
    pub fn push(&mut self, item: T) {
        if let Err(full) = self.try_push(item) {
            panic!("{full}");
        }
    }

    /// Puts an item on top if it fits.
    ///
    /// # Errors
    /// If the pile is full; it is unchanged then.
    #[inline]
    pub fn try_push(&mut self, item: T) -> Result<(), Full> {
        if self.is_full() {
            return Err(Full { capacity: N });
        }
        self.items[self.len as usize] = item;
        self.len += 1;
        Ok(())
    }

    /// The item on top.
    #[inline]
    pub fn top(&self) -> Option<T> {
        self.last().copied()
    }

    /// Takes the item on top.
    #[inline]
    pub fn draw(&mut self) -> Option<T> {
        let item = self.top()?;
        self.len -= 1;
        Some(item)
    }

    /// Takes any one item, each equally likely, and moves the top into its place.
    ///
    /// Drawing so from an unshuffled pile deals as fairly as shuffling it first.
    #[inline]
    pub fn draw_random(&mut self, rng: &mut Rng) -> Option<T> {
        if self.is_empty() { None } else { Some(self.swap_remove(rng.index(self.len()))) }
    }

    /// Draws up to `n` items one by one, each onto `other`; says how many there were.
    ///
    /// # Panics
    /// If they do not fit on `other`.
    #[track_caller]
    pub fn draw_onto<const M: usize>(&mut self, n: usize, other: &mut Pile<T, M>) -> usize {
        let n = n.min(self.len());
        for _ in 0..n {
            other.extend(self.draw());
        }
        n
    }

    /// Puts an item below the ones from `index` up; `insert(0, …)` puts it at the bottom.
    ///
    /// # Panics
    /// If the pile is full, or shorter than `index`.
    #[track_caller]
    pub fn insert(&mut self, index: usize, item: T) {
        assert!(index <= self.len(), "place {index} of a pile of {}", self.len());
        self.push(item);
        self[index..].rotate_right(1);
    }

    /// Takes the item at `index`; those above it move down.
    ///
    /// # Panics
    /// If there is no such item.
    #[track_caller]
    pub fn remove(&mut self, index: usize) -> T {
        let item = self[index];
        self[index..].rotate_left(1);
        self.len -= 1;
        item
    }

    /// Takes the item at `index`; the top moves into its place.
    ///
    /// # Panics
    /// If there is no such item.
    #[inline]
    #[track_caller]
    pub fn swap_remove(&mut self, index: usize) -> T {
        let item = self[index];
        self.len -= 1;
        self.items[index] = self.items[self.len as usize];
        item
    }

    /// Takes the lowest item equal to this one; false if there is none.
    pub fn take(&mut self, item: T) -> bool
    where
        T: PartialEq,
    {
        let found = self.iter().position(|&other| other == item);
        found.map(|index| self.remove(index)).is_some()
    }

    /// Keeps the items that pass, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(T) -> bool) {
        let mut kept = 0;
        for index in 0..self.len() {
            let item = self.items[index];
            if keep(item) {
                self.items[kept] = item;
                kept += 1;
            }
        }
        self.truncate(kept);
    }
}

impl<T: Copy + Default, const N: usize> Default for Pile<T, N> {
    fn default() -> Pile<T, N> {
        Pile::new()
    }
}

impl<T, const N: usize> Deref for Pile<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..self.len as usize]
    }
}

impl<T, const N: usize> DerefMut for Pile<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len as usize]
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Pile<T, N> {
    fn eq(&self, other: &Pile<T, N>) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for Pile<T, N> {}

impl<T: PartialOrd, const N: usize> PartialOrd for Pile<T, N> {
    fn partial_cmp(&self, other: &Pile<T, N>) -> Option<Ordering> {
        (**self).partial_cmp(&**other)
    }
}

impl<T: Ord, const N: usize> Ord for Pile<T, N> {
    fn cmp(&self, other: &Pile<T, N>) -> Ordering {
        (**self).cmp(&**other)
    }
}

impl<T: Hash, const N: usize> Hash for Pile<T, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Pile<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: Copy, const N: usize> Extend<T> for Pile<T, N> {
    /// Puts each item on top.
    ///
    /// # Panics
    /// If they do not fit.
    #[track_caller]
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.push(item);
        }
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Pile<T, N> {
    /// The items in their order, the last one on top.
    ///
    /// # Panics
    /// If they do not fit.
    #[track_caller]
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Pile<T, N> {
        let mut pile = Pile::new();
        pile.extend(items);
        pile
    }
}

impl<T, const N: usize> IntoIterator for Pile<T, N> {
    type Item = T;
    type IntoIter = std::iter::Take<std::array::IntoIter<T, N>>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter().take(self.len as usize)
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a Pile<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a mut Pile<T, N> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<T: Serialize, const N: usize> Serialize for Pile<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Deserialize<'de> for Pile<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pile<T, N>, D::Error> {
        deserializer.deserialize_seq(PileVisitor(PhantomData))
    }
}

struct PileVisitor<T, const N: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Visitor<'de> for PileVisitor<T, N> {
    type Value = Pile<T, N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {N}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Pile<T, N>, A::Error> {
        let mut pile = Pile::new();
        while let Some(item) = items.next_element()? {
            pile.try_push(item).map_err(A::Error::custom)?;
        }
        Ok(pile)
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

    use proptest::prelude::*;

    use super::*;
    use crate::Rng;

    type Small = Pile<u8, 6>;

    fn pile(items: &[u8]) -> Small {
        items.iter().copied().collect()
    }

    #[test]
    fn the_last_item_is_the_top() {
        let mut deck = pile(&[1, 2, 3]);
        assert_eq!(deck.top(), Some(3));
        assert_eq!((deck.draw(), deck.draw(), deck.draw(), deck.draw()), (Some(3), Some(2), Some(1), None));
    }

    #[test]
    fn leftovers_count_for_nothing() {
        let fresh = pile(&[1]);
        let mut used = pile(&[1, 9, 8]);
        used.truncate(1);
        assert_eq!(fresh, used);
        assert_eq!(fresh.cmp(&used), Ordering::Equal);
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        assert_eq!(hasher.hash_one(fresh), hasher.hash_one(used));
        assert_eq!(format!("{used:?}"), "[1]");
        assert_eq!(serde_json::to_string(&used).unwrap(), "[1]");
        assert_eq!(used.into_iter().collect::<Vec<_>>(), [1]);
    }

    #[test]
    #[should_panic(expected = "this pile holds at most 6")]
    fn pushing_on_a_full_pile_panics_clearly() {
        pile(&[1, 2, 3, 4, 5, 6]).push(7);
    }

    #[test]
    fn try_push_leaves_a_full_pile_as_it_was() {
        let mut full = pile(&[1, 2, 3, 4, 5, 6]);
        assert_eq!(full.try_push(7), Err(Full { capacity: 6 }));
        assert_eq!(*full, [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn drawing_onto_another_pile_turns_the_order_round_and_stops_when_empty() {
        let (mut deck, mut hand) = (pile(&[1, 2, 3]), Pile::<u8, 9>::new());
        assert_eq!(deck.draw_onto(2, &mut hand), 2);
        assert_eq!((&*deck, &*hand), (&[1][..], &[3, 2][..]));
        assert_eq!(deck.draw_onto(2, &mut hand), 1);
        assert_eq!((&*deck, &*hand), (&[][..], &[3, 2, 1][..]));
    }

    #[test]
    fn too_long_a_list_is_refused() {
        assert_eq!(serde_json::from_str::<Small>("[1,2,3,4,5,6]").unwrap(), pile(&[1, 2, 3, 4, 5, 6]));
        let refused = serde_json::from_str::<Small>("[1,2,3,4,5,6,7]").unwrap_err();
        assert!(refused.to_string().contains("at most 6"), "{refused}");
    }

    #[test]
    fn random_drawing_deals_every_order_equally_often() {
        let mut rng = Rng::from_number(5);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..6_000 {
            let mut deck = pile(&[1, 2, 3]);
            let dealt = [(); 3].map(|()| deck.draw_random(&mut rng));
            assert_eq!(deck.draw_random(&mut rng), None);
            *counts.entry(dealt).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|&n| n.abs_diff(1_000) < 150), "{counts:?}");
    }

    #[derive(Clone, Debug)]
    enum Step {
        Push(u8),
        Draw,
        Insert(usize, u8),
        Remove(usize),
        SwapRemove(usize),
        Take(u8),
        KeepOdd,
        Truncate(usize),
        Clear,
    }

    fn step() -> impl Strategy<Value = Step> {
        let item = 0..4u8;
        let place = 0..6usize;
        prop_oneof![
            6 => item.clone().prop_map(Step::Push),
            1 => Just(Step::Draw),
            3 => (place.clone(), item.clone()).prop_map(|(i, item)| Step::Insert(i, item)),
            2 => place.clone().prop_map(Step::Remove),
            2 => place.clone().prop_map(Step::SwapRemove),
            2 => item.prop_map(Step::Take),
            1 => Just(Step::KeepOdd),
            1 => place.prop_map(Step::Truncate),
            1 => Just(Step::Clear),
        ]
    }

    /// Does the same to a pile and to a plain list, skipping what would panic.
    fn step_both(pile: &mut Small, list: &mut Vec<u8>, step: Step) {
        match step {
            Step::Push(item) => {
                let fits = list.len() < 6;
                assert_eq!((pile.is_full(), pile.try_push(item).is_ok()), (!fits, fits));
                if fits {
                    list.push(item);
                }
            }
            Step::Draw => assert_eq!(pile.draw(), list.pop()),
            Step::Insert(i, item) if i <= list.len() && list.len() < 6 => {
                pile.insert(i, item);
                list.insert(i, item);
            }
            Step::Remove(i) if i < list.len() => assert_eq!(pile.remove(i), list.remove(i)),
            Step::SwapRemove(i) if i < list.len() => assert_eq!(pile.swap_remove(i), list.swap_remove(i)),
            Step::Insert(..) | Step::Remove(_) | Step::SwapRemove(_) => {}
            Step::Take(item) => {
                let found = list.iter().position(|&other| other == item);
                assert_eq!(pile.take(item), found.map(|i| list.remove(i)).is_some());
            }
            Step::KeepOdd => {
                pile.retain(|item| item % 2 == 1);
                list.retain(|item| item % 2 == 1);
            }
            Step::Truncate(len) => {
                pile.truncate(len);
                list.truncate(len);
            }
            Step::Clear => {
                pile.clear();
                list.clear();
            }
        }
    }

    proptest! {
        #[test]
        fn behaves_as_a_list(steps in prop::collection::vec(step(), 0..40)) {
            let (mut pile, mut list) = (Small::new(), Vec::new());
            for step in steps {
                step_both(&mut pile, &mut list, step);
                prop_assert_eq!(&*pile, &*list);
                prop_assert_eq!(pile.top(), list.last().copied());
            }
            prop_assert_eq!(pile, list.iter().copied().collect());
            let json = serde_json::to_string(&pile).unwrap();
            prop_assert_eq!(&json, &serde_json::to_string(&list).unwrap());
            prop_assert_eq!(serde_json::from_str::<Small>(&json).unwrap(), pile);
        }

        #[test]
        fn compares_as_lists_do(a in prop::collection::vec(0..3u8, 0..=6), b in prop::collection::vec(0..3u8, 0..=6)) {
            prop_assert_eq!(pile(&a).cmp(&pile(&b)), a.cmp(&b));
            prop_assert_eq!(pile(&a) == pile(&b), a == b);
        }

        #[test]
        fn shuffling_keeps_every_item(items in prop::collection::vec(any::<u8>(), 0..=6), seed in any::<u64>()) {
            let mut shuffled = pile(&items);
            shuffled.shuffle(&mut Rng::from_number(seed));
            let (mut after, mut before) = (shuffled.to_vec(), items);
            after.sort();
            before.sort();
            prop_assert_eq!(after, before);
        }
    }
}

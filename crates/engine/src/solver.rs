//! Exact play, for games that are small enough to be played to their end in thought.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::Game;

/// Finds out how a position of a game that is [certain](Game::IS_CERTAIN) ends if two play, both their best.
///
/// It remembers what it has found out. Several threads may ask it the same question at once: they share
/// the work, and the first one to be done has the answer.
pub trait Solver<G: Game>: Send + Sync {
    /// Whether a bot may expect an answer while people wait for it.
    fn is_near(&self, state: &G::State) -> bool;

    /// The margin by which the seat that is to decide wins, below 0 if it loses; known exactly if it lies
    /// inside the window, and otherwise a bound beyond the same end of it.
    ///
    /// `go_on` is told now and then how many positions were looked at since; once it says no, the answer
    /// is `None`.
    fn margin(&self, state: &G::State, window: (i32, i32), go_on: &mut dyn FnMut(u64) -> bool)
    -> Option<i32>;
}

/// What is known of a position: its worth lies from `low` to `high`, and which action was best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// It is worth at least this.
    pub low: i8,
    /// It is worth at most this.
    pub high: i8,
    /// A number of the solver's own for the best action.
    pub best: u8,
    /// How much work it was; more is kept longer.
    pub work: u8,
}

/// What a solver can remember of a position: whatever fits into a word.
pub trait Remembered: Copy {
    /// As a word, which is never 0.
    fn to_bits(self) -> u64;

    /// What such a word says.
    fn from_bits(bits: u64) -> Self;

    /// How much work it was; more is kept longer.
    fn work(self) -> u8;
}

impl Remembered for Known {
    #[inline]
    fn to_bits(self) -> u64 {
        // The last byte tells something from nothing.
        u64::from_le_bytes([self.low as u8, self.high as u8, self.best, self.work, 0, 0, 0, 1])
    }

    #[inline]
    fn from_bits(bits: u64) -> Known {
        let [low, high, best, work, ..] = bits.to_le_bytes();
        Known { low: low as i8, high: high as i8, best, work }
    }

    #[inline]
    fn work(self) -> u8 {
        self.work
    }
}

/// A table of positions that several threads read and write at once without waiting for each other.
///
/// A slot holds what is known, and the key of the position mixed with it. Two threads that write a slot at
/// once may leave halves of different entries, which then fit no key and count as nothing.
pub struct Memory<K = Known> {
    slots: Vec<[AtomicU64; 2]>,
    holds: PhantomData<K>,
}

/// Positions whose keys are alike share so many slots.
const SHELF: usize = 4;

impl<K: Remembered> Memory<K> {
    /// For 2 to the power of `bits` positions, 16 bytes each.
    pub fn new(bits: u32) -> Memory<K> {
        let slots = 1_usize << bits.max(2);
        let slots = (0..slots).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect();
        Memory { slots, holds: PhantomData }
    }

    fn shelf(&self, key: u64) -> &[[AtomicU64; 2]] {
        let at = key as usize & (self.slots.len() - 1) & !(SHELF - 1);
        &self.slots[at..at + SHELF]
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<K> {
        let found = self.shelf(key).iter().find_map(|[mixed, known]| {
            let known = known.load(Relaxed);
            (known != 0 && mixed.load(Relaxed) ^ known == key).then_some(known)
        });
        found.map(K::from_bits)
    }

    /// Notes what is known of the position with this key, in place of what was less work.
    #[inline]
    pub fn put(&self, key: u64, known: K) {
        let shelf = self.shelf(key);
        let work = |[mixed, known]: &[AtomicU64; 2]| {
            let known = known.load(Relaxed);
            let is_it = mixed.load(Relaxed) ^ known == key;
            if known == 0 || is_it { 0 } else { 1 + u32::from(K::from_bits(known).work()) }
        };
        let Some([mixed, slot]) = shelf.iter().min_by_key(|slot| work(slot)) else { return };
        let known = known.to_bits();
        mixed.store(key ^ known, Relaxed);
        slot.store(known, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn known(low: i8, work: u8) -> Known {
        Known { low, high: 36, best: 7, work }
    }

    #[test]
    fn what_is_noted_is_found_again_and_replaced_by_what_is_newer() {
        let memory = Memory::new(6);
        assert_eq!(memory.get(5), None);
        memory.put(5, known(-4, 9));
        memory.put(5, known(-2, 3));
        assert_eq!(memory.get(5), Some(known(-2, 3)));
        assert_eq!(memory.get(5 + 64), None, "another key of the same shelf");
    }

    #[test]
    fn of_many_on_one_shelf_those_of_much_work_stay() {
        let memory = Memory::new(2);
        for key in 1..=20 {
            memory.put(key, known(0, key as u8));
        }
        memory.put(100, known(0, 1));
        assert!((18..=20).all(|key| memory.get(key).is_some()));
        assert!(memory.get(100).is_some(), "the newest is kept, too");
    }

    #[test]
    fn halves_of_different_entries_count_as_nothing() {
        let memory = Memory::new(2);
        memory.put(5, known(-4, 9));
        // As if another thread had written its entry between both halves.
        let [_, slot] = memory.slots.iter().find(|[_, slot]| slot.load(Relaxed) != 0).unwrap();
        slot.store(known(3, 9).to_bits(), Relaxed);
        assert_eq!(memory.get(5), None);
    }
}

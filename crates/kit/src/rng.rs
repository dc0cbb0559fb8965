//! The one source of chance, pinned so that a stored match replays next year.

use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a match's chance grows from: 256 bits.
///
/// Written as a whole number (`42`, for people) or as 64 hexadecimal digits (for real secrecy).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed a short number stands for: its little-endian bytes, then zeros.
    pub const fn from_number(number: u64) -> Seed {
        let mut bytes = [0; 32];
        let low = number.to_le_bytes();
        let mut i = 0;
        while i < 8 {
            bytes[i] = low[i];
            i += 1;
        }
        Seed(bytes)
    }

    /// The seed of exactly these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// The 32 bytes, for hashing into a commitment.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.0.split_first_chunk::<8>().expect("32 bytes hold 8");
        if high.iter().all(|&byte| byte == 0) {
            return write!(f, "{}", u64::from_le_bytes(*low));
        }
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed({self})")
    }
}

/// A text that is no seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotASeed;

impl fmt::Display for NotASeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a seed is a whole number from 0 to 18446744073709551615, or 64 hexadecimal digits")
    }
}

impl std::error::Error for NotASeed {}

impl FromStr for Seed {
    type Err = NotASeed;

    fn from_str(text: &str) -> Result<Seed, NotASeed> {
        if text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit()) {
            let mut bytes = [0; 32];
            for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
                let pair = std::str::from_utf8(pair).map_err(|_| NotASeed)?;
                *byte = u8::from_str_radix(pair, 16).map_err(|_| NotASeed)?;
            }
            return Ok(Seed(bytes));
        }
        if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(NotASeed); // `parse` alone would take "+7"
        }
        text.parse().map(Seed::from_number).map_err(|_| NotASeed)
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// A stream of chance: ChaCha8, with our own way from words to numbers.
///
/// The way is ours so that an update of a dependency cannot change a shuffle;
/// the tests pin the first draws.
#[derive(Clone, Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// The stream of a seed.
    pub fn new(seed: Seed) -> Rng {
        Rng::stream(seed, 0)
    }

    /// One of the 2⁶⁴ independent streams of a seed.
    ///
    /// A match uses stream `n` for its input number `n`, so that a stored match goes on
    /// from any snapshot without remembering how much chance was used before.
    pub fn stream(seed: Seed, stream: u64) -> Rng {
        let mut chacha = ChaCha8Rng::from_seed(seed.0);
        chacha.set_stream(stream);
        Rng(chacha)
    }

    /// The stream of a short number; for tests and simulation.
    pub fn from_number(number: u64) -> Rng {
        Rng::new(Seed::from_number(number))
    }

    /// 32 random bits.
    #[inline]
    pub fn bits(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number in `0..end`, each equally likely.
    ///
    /// # Panics
    /// If `end` is 0.
    #[inline]
    pub fn below(&mut self, end: u32) -> u32 {
        assert!(end > 0, "a choice among nothing");
        // Lemire's multiplication method: the product's high half is the answer,
        // its low half tells whether the draw must be repeated for fairness.
        let mut product = u64::from(self.bits()) * u64::from(end);
        if (product as u32) < end {
            let threshold = end.wrapping_neg() % end;
            while (product as u32) < threshold {
                product = u64::from(self.bits()) * u64::from(end);
            }
        }
        (product >> 32) as u32
    }

    /// An index into something of this length.
    ///
    /// # Panics
    /// If `len` is 0.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(u32::try_from(len).expect("no list here is that long")) as usize
    }

    /// A whole number from `low` to `high`, both included.
    #[inline]
    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        let span = high.abs_diff(low) + 1;
        low.wrapping_add_unsigned(self.below(span))
    }

    /// One of the items.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.index(items.len())]
    }

    /// Puts the items into a random order, every order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, every stored match is lost: do not change the numbers, mend the source.
    #[test]
    fn known_answers() {
        let mut rng = Rng::from_number(42);
        let bits: Vec<u32> = (0..4).map(|_| rng.bits()).collect();
        let dice: Vec<u32> = (0..10).map(|_| rng.below(6) + 1).collect();
        let mut order: Vec<u8> = (0..10).collect();
        rng.shuffle(&mut order);
        let between: Vec<i32> = (0..5).map(|_| rng.between(-40, 40)).collect();
        let other = Rng::stream(Seed::from_number(42), 7).bits();
        assert_eq!(
            (bits, dice, order, between, other),
            (
                vec![428845191, 1495741553, 379451179, 1227066020],
                vec![3, 3, 4, 3, 4, 5, 1, 1, 1, 3],
                vec![9, 8, 5, 0, 6, 7, 3, 1, 2, 4],
                vec![26, -34, -14, -9, -3],
                2725005161
            )
        );
    }

    #[test]
    fn below_is_fair() {
        let mut rng = Rng::from_number(1);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[rng.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|&n| n.abs_diff(10_000) < 400), "{counts:?}");
    }

    #[test]
    fn every_order_of_three_turns_up() {
        let mut rng = Rng::from_number(2);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..6_000 {
            let mut items = [1, 2, 3];
            rng.shuffle(&mut items);
            *counts.entry(items).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|&n| n.abs_diff(1_000) < 150), "{counts:?}");
    }

    #[test]
    fn seeds_read_back_as_written() {
        let long = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
        for text in ["0", "42", "18446744073709551615", long] {
            assert_eq!(text.parse::<Seed>().unwrap().to_string(), text);
        }
        for text in ["", "-1", "+7", "4.2", "18446744073709551616", "seed", &long[1..], &format!("{long}0")] {
            assert!(text.parse::<Seed>().is_err(), "{text:?}");
        }
    }
}

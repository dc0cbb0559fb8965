//! An ordinary die.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Rng;

/// A die as it lies: 1 to 6. A game has as many as it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Die(u8);

numbered!("face of a die", Die, 1..=6);

impl Die {
    /// Throws it.
    pub fn roll(rng: &mut Rng) -> Die {
        Die(1 + rng.below(6) as u8)
    }

    /// What it shows.
    #[inline]
    pub const fn value(self) -> u8 {
        self.0
    }
}

impl Default for Die {
    /// A die in the box shows 1.
    fn default() -> Die {
        Die(1)
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_turns_up_equally_often() {
        let mut rng = Rng::from_number(3);
        let mut counts = [0u32; 6];
        for _ in 0..6_000 {
            counts[Die::roll(&mut rng).value() as usize - 1] += 1;
        }
        assert!(counts.iter().all(|&n| n.abs_diff(1_000) < 150), "{counts:?}");
    }

    #[test]
    fn stored_as_its_value_and_others_are_refused() {
        assert_eq!(Die::all().map(Die::value).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
        for die in Die::all() {
            let json = serde_json::to_string(&die).unwrap();
            assert_eq!(json, die.to_string());
            assert_eq!(serde_json::from_str::<Die>(&json).unwrap(), die);
        }
        assert_eq!((Die::new(0), Die::new(7)), (None, None));
        for wrong in ["0", "7", "-1"] {
            assert!(serde_json::from_str::<Die>(wrong).is_err(), "{wrong}");
        }
        assert_eq!(
            serde_json::from_str::<Die>(&serde_json::to_string(&Die::default()).unwrap()).unwrap(),
            Die(1)
        );
    }
}

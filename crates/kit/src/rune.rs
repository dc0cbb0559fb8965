//! The 76 rune cards of The Deck.
//!
//! The rulebook names the kinds of cards and their total, but not how many there are of each.
//! The counts are a reconstruction in which every game of the book has the cards it speaks of.

use std::fmt;

use serde::{Deserialize, Serialize};

use Rune::*;
use RuneColour::{Blue, Red, Yellow};

/// What stands in the centre of a rune card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Rune {
    /// A number card.
    #[default]
    One,
    /// A number card.
    Two,
    /// A number card.
    Three,
    /// A number card.
    Four,
    /// A number card.
    Five,
    /// A number card.
    Six,
    /// A number card.
    Seven,
    /// A number card.
    Eight,
    /// A number card.
    Nine,
    /// The plain rune, in red and in blue.
    Energy,
    /// Looking at one's own.
    Mine,
    /// Looking at another's.
    Yours,
    /// Exchanging.
    Swap,
    /// The king, in red and in blue.
    King,
}

vocabulary!("rune", Rune {
    One = "One",
    Two = "Two",
    Three = "Three",
    Four = "Four",
    Five = "Five",
    Six = "Six",
    Seven = "Seven",
    Eight = "Eight",
    Nine = "Nine",
    Energy = "Energy",
    Mine = "Mine",
    Yours = "Yours",
    Swap = "Swap",
    King = "King",
});

impl Rune {
    /// The number it stands for, 1 to 9; the other runes have none.
    pub const fn value(self) -> Option<u8> {
        if (self as u8) < Energy as u8 { Some(self as u8 + 1) } else { None }
    }
}

/// The colour of a rune card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum RuneColour {
    /// Numbers and single-coloured actions.
    #[default]
    Yellow,
    /// Half of the energy and of the kings.
    Blue,
    /// The other half.
    Red,
}

vocabulary!("rune colour", RuneColour { Yellow = "yellow", Blue = "blue", Red = "red" });

/// One of the 76 rune cards, numbered 0–75 in runs of equal cards.
///
/// The default is card 0, only so that a [`Pile`](crate::Pile) has something to fill its empty places with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct RuneCard(u8);

numbered!("rune card", RuneCard, 0..=75);

impl RuneCard {
    /// Its number, 0–75.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The rune in its centre.
    #[inline]
    pub const fn rune(self) -> Rune {
        FACES[self.0 as usize].rune
    }

    /// Its colour.
    #[inline]
    pub const fn colour(self) -> RuneColour {
        FACES[self.0 as usize].colour
    }

    /// The points in its corner, −2 to 13.
    #[inline]
    pub const fn corner(self) -> i8 {
        FACES[self.0 as usize].corner
    }
}

impl fmt::Display for RuneCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.colour(), self.rune())
    }
}

/// What is printed on a rune card.
#[derive(Clone, Copy)]
struct Face {
    rune: Rune,
    colour: RuneColour,
    corner: i8,
}

/// The only place that says which rune cards exist: how many, rune, colour, corner, in the order of their numbers.
const KINDS: [(u8, Rune, RuneColour, i8); 16] = [
    (4, One, Yellow, 1),
    (4, Two, Yellow, 2),
    (4, Three, Yellow, 3),
    (4, Four, Yellow, 4),
    (4, Five, Yellow, 5),
    (4, Six, Yellow, 6),
    (4, Seven, Yellow, 7),
    (4, Eight, Yellow, 8),
    (4, Nine, Yellow, 9),
    (10, Energy, Blue, 10),
    (10, Energy, Red, 10),
    (4, Mine, Yellow, 10),
    (4, Yours, Yellow, 10),
    (4, Swap, Yellow, 10),
    (4, King, Red, -2),
    (4, King, Blue, 13),
];

/// [`KINDS`], one entry a card.
static FACES: [Face; RuneCard::COUNT] = {
    let mut faces = [Face { rune: One, colour: Yellow, corner: 0 }; RuneCard::COUNT];
    let (mut number, mut kind) = (0, 0);
    while kind < KINDS.len() {
        let (count, rune, colour, corner) = KINDS[kind];
        let end = number + count as usize;
        while number < end {
            faces[number] = Face { rune, colour, corner };
            number += 1;
        }
        kind += 1;
    }
    assert!(number == RuneCard::COUNT, "the kinds make 76 cards");
    faces
};

#[cfg(test)]
mod tests {
    use super::*;

    fn count(wanted: impl Fn(RuneCard) -> bool) -> usize {
        RuneCard::all().filter(|&card| wanted(card)).count()
    }

    fn kind(rune: Rune, colour: RuneColour) -> Vec<u8> {
        let cards = RuneCard::all().filter(|c| c.rune() == rune && c.colour() == colour);
        cards.map(RuneCard::number).collect()
    }

    #[test]
    fn seventy_six_cards_in_runs_of_rune_and_colour() {
        assert_eq!(RuneCard::all().len(), 76);
        for (first, last, rune, colour) in [
            (36, 45, Energy, Blue),
            (46, 55, Energy, Red),
            (56, 59, Mine, Yellow),
            (60, 63, Yours, Yellow),
            (64, 67, Swap, Yellow),
            (68, 71, King, Red),
            (72, 75, King, Blue),
        ] {
            assert_eq!(kind(rune, colour), (first..=last).collect::<Vec<u8>>(), "{colour} {rune}");
        }
    }

    #[test]
    fn number_card_n_has_value_n_div_4_plus_1_in_its_corner_too() {
        for card in RuneCard::all().take(36) {
            let value = card.number() / 4 + 1;
            assert_eq!(card.rune().value(), Some(value));
            assert_eq!((card.corner(), card.colour()), (value as i8, Yellow));
        }
        assert_eq!(count(|c| c.rune().value().is_some()), 36);
    }

    #[test]
    fn fourteen_runes_with_their_counts() {
        assert_eq!(Rune::ALL.len(), 14);
        for rune in Rune::ALL {
            let expected = match rune {
                Energy => 20,
                King => 8,
                _ => 4,
            };
            assert_eq!(count(|c| c.rune() == rune), expected, "{rune}");
        }
    }

    #[test]
    fn corners_are_ten_but_for_numbers_and_kings_and_sum_to_544() {
        for card in RuneCard::all().skip(36) {
            let expected = match (card.rune(), card.colour()) {
                (King, Red) => -2,
                (King, _) => 13,
                _ => 10,
            };
            assert_eq!(card.corner(), expected, "{card}");
        }
        assert_eq!(RuneCard::all().map(|c| i32::from(c.corner())).sum::<i32>(), 544);
    }

    #[test]
    fn besides_the_numbers_there_are_seven_kinds_so_eight_in_all() {
        let mut roles: Vec<_> =
            RuneCard::all().filter(|c| c.rune().value().is_none()).map(|c| (c.rune(), c.colour())).collect();
        roles.dedup();
        let expected = [
            (Energy, Blue),
            (Energy, Red),
            (Mine, Yellow),
            (Yours, Yellow),
            (Swap, Yellow),
            (King, Red),
            (King, Blue),
        ];
        assert_eq!(roles, expected);
    }

    /// Each game names roles by rune, or by rune and colour; its totals follow.
    #[test]
    fn totals_of_each_game() {
        let numbers = count(|c| c.rune().value().is_some());
        let of = |rune| count(|c| c.rune() == rune);
        let of_both = |rune, colour| kind(rune, colour).len();

        let two_kings =
            [numbers, of(Energy), of(Mine), of(Yours), of(Swap), of_both(King, Red), of_both(King, Blue)];
        assert_eq!(two_kings, [36, 20, 4, 4, 4, 4, 4]);

        let (sunlight, hairball) = (of_both(Energy, Red), of_both(Energy, Blue));
        let two_energies = [numbers, sunlight, hairball, of(Mine), of(Yours), of(Swap), of(King)];
        assert_eq!((two_energies, two_energies.iter().sum()), ([36, 10, 10, 4, 4, 4, 8], 76));

        let (river, salmon) = (of_both(Energy, Blue), of_both(Energy, Red));
        assert_eq!((river, salmon), (10, 10));
        let without_river = numbers + salmon + of(Swap) + of(Yours) + of(Mine) + of(King);
        assert_eq!(without_river, 66);

        let market = of_both(Energy, Red) + of_both(Energy, Blue) + of(Mine) + of(Yours);
        let hand_deck = numbers + of(Swap) + of_both(King, Red) + of_both(King, Blue);
        assert_eq!((market, hand_deck), (28, 48));
    }

    #[test]
    fn displayed_by_colour_and_rune() {
        assert_eq!(RuneCard::new(8).unwrap().to_string(), "yellow Three");
        assert_eq!(RuneCard::new(68).unwrap().to_string(), "red King");
    }

    #[test]
    fn stored_as_a_number_and_others_are_refused() {
        for card in RuneCard::all() {
            let json = serde_json::to_string(&card).unwrap();
            assert_eq!(json, card.number().to_string());
            assert_eq!(serde_json::from_str::<RuneCard>(&json).unwrap(), card);
        }
        assert_eq!(RuneCard::new(76), None);
        for wrong in ["76", "-1", "300", "\"king\""] {
            assert!(serde_json::from_str::<RuneCard>(wrong).is_err(), "{wrong}");
        }
        assert_eq!(serde_json::to_string(&(Energy, Blue)).unwrap(), r#"["energy","blue"]"#);
    }
}

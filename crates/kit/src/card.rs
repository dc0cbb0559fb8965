//! The 54 cards, the two stars, and sets of cards.
//!
//! The printed layout of the deck is not public. The table is a reconstruction: the most symmetric
//! deck in which everything holds that the rulebooks say about their cards. Should the printed one
//! turn up, only the table changes; no game names a pair of colour and symbol in any other way.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Background, Colour, Symbol, UnknownName};

/// One of the 54 cards, numbered 0–53: nine of each colour, in the order of [`Colour::ALL`].
///
/// The default is card 0, only so that a [`Pile`](crate::Pile) has something to fill its empty places with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Card(u8);

numbered!("card", Card, 0..=53);

impl Card {
    /// Its number, 0–53.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The colour of its border.
    #[inline]
    pub const fn colour(self) -> Colour {
        self.face().colour
    }

    /// Its symbol.
    #[inline]
    pub const fn symbol(self) -> Symbol {
        self.face().symbol
    }

    /// Its printed value, 1 to 6.
    #[inline]
    pub const fn value(self) -> u8 {
        self.face().value
    }

    /// Its background, by which decks are sorted.
    #[inline]
    pub const fn background(self) -> Background {
        self.face().background
    }

    const fn face(self) -> &'static Face {
        &FACES[self.0 as usize]
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.colour(), self.symbol(), self.value())
    }
}

/// Reads a card's name as it is displayed, in any case: "red Circles 1".
impl FromStr for Card {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Card, UnknownName> {
        let named = |card: &Card| card.to_string().eq_ignore_ascii_case(text);
        Card::all().find(named).ok_or(UnknownName { kind: "card" })
    }
}

/// What is printed on a card.
struct Face {
    colour: Colour,
    symbol: Symbol,
    value: u8,
    background: Background,
}

const fn face(colour: Colour, symbol: Symbol, value: u8, background: Background) -> Face {
    Face { colour, symbol, value, background }
}

use Background::{Brown, Pink};
use Colour::{Black, Blue, Red, White, Yellow};
use Symbol::{Arrow, Bricks, Circles, Drop, Hammers, Wheel};

/// The only place that says which cards exist; the tests prove what the rulebooks say about it.
static FACES: [Face; Card::COUNT] = [
    face(Red, Circles, 1, Pink), // 0
    face(Red, Bricks, 2, Pink),
    face(Red, Drop, 3, Pink),
    face(Red, Wheel, 1, Background::Green),
    face(Red, Arrow, 1, Background::Green),
    face(Red, Hammers, 2, Background::Green),
    face(Red, Wheel, 4, Brown),
    face(Red, Arrow, 5, Brown),
    face(Red, Hammers, 6, Brown),
    face(Yellow, Wheel, 1, Pink), // 9
    face(Yellow, Arrow, 2, Pink),
    face(Yellow, Hammers, 3, Pink),
    face(Yellow, Circles, 1, Background::Green),
    face(Yellow, Bricks, 1, Background::Green),
    face(Yellow, Drop, 2, Background::Green),
    face(Yellow, Circles, 4, Brown),
    face(Yellow, Bricks, 5, Brown),
    face(Yellow, Drop, 6, Brown),
    face(Colour::Green, Bricks, 1, Pink), // 18
    face(Colour::Green, Drop, 2, Pink),
    face(Colour::Green, Wheel, 3, Pink),
    face(Colour::Green, Hammers, 1, Background::Green),
    face(Colour::Green, Arrow, 1, Background::Green),
    face(Colour::Green, Circles, 2, Background::Green),
    face(Colour::Green, Arrow, 4, Brown),
    face(Colour::Green, Hammers, 5, Brown),
    face(Colour::Green, Circles, 6, Brown),
    face(Blue, Arrow, 1, Pink), // 27
    face(Blue, Hammers, 2, Pink),
    face(Blue, Circles, 3, Pink),
    face(Blue, Drop, 1, Background::Green),
    face(Blue, Bricks, 1, Background::Green),
    face(Blue, Wheel, 2, Background::Green),
    face(Blue, Bricks, 4, Brown),
    face(Blue, Drop, 5, Brown),
    face(Blue, Wheel, 6, Brown),
    face(White, Drop, 1, Pink), // 36
    face(White, Wheel, 2, Pink),
    face(White, Arrow, 3, Pink),
    face(White, Hammers, 1, Background::Green),
    face(White, Circles, 1, Background::Green),
    face(White, Bricks, 2, Background::Green),
    face(White, Hammers, 4, Brown),
    face(White, Circles, 5, Brown),
    face(White, Bricks, 6, Brown),
    face(Black, Hammers, 1, Pink), // 45
    face(Black, Circles, 2, Pink),
    face(Black, Bricks, 3, Pink),
    face(Black, Drop, 1, Background::Green),
    face(Black, Wheel, 1, Background::Green),
    face(Black, Arrow, 2, Background::Green),
    face(Black, Drop, 4, Brown),
    face(Black, Wheel, 5, Brown),
    face(Black, Arrow, 6, Brown),
];

/// Sorts the cards by one property of their faces, before the program runs.
macro_rules! sorted_by {
    ($property:ident) => {{
        let mut sets = [CardSet::EMPTY; _];
        let mut number = 0;
        while number < Card::COUNT {
            sets[FACES[number].$property as usize].0 |= 1 << number;
            number += 1;
        }
        sets
    }};
}

static BY_COLOUR: [CardSet; 6] = sorted_by!(colour);
static BY_SYMBOL: [CardSet; 6] = sorted_by!(symbol);
static BY_VALUE: [CardSet; 7] = sorted_by!(value); // nothing at 0
static BY_BACKGROUND: [CardSet; 3] = sorted_by!(background);

/// One of the two star cards: the same back as the others, but no value, symbol or border.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Star {
    /// Card 54.
    #[default]
    Green,
    /// Card 55.
    Yellow,
}

vocabulary!("star", Star { Green = "green star", Yellow = "yellow star" });

impl Star {
    /// Its number among the 56 cards: 54 or 55.
    pub const fn number(self) -> u8 {
        Card::COUNT as u8 + self as u8
    }
}

set_of!("card", CardSet, CardSetIter, Card, u64);

impl CardSet {
    /// The 18 cards with a pink background.
    pub const PINK: CardSet = CardSet::of_background(Background::Pink);
    /// The 18 cards with a green background.
    pub const GREEN: CardSet = CardSet::of_background(Background::Green);
    /// The 18 cards with a brown background, which are also the high cards.
    pub const BROWN: CardSet = CardSet::of_background(Background::Brown);

    /// The nine cards with this border.
    #[inline]
    pub const fn of_colour(colour: Colour) -> CardSet {
        BY_COLOUR[colour.id()]
    }

    /// The nine cards with this symbol.
    #[inline]
    pub const fn of_symbol(symbol: Symbol) -> CardSet {
        BY_SYMBOL[symbol.id()]
    }

    /// The cards with this value; none unless it is 1 to 6.
    #[inline]
    pub const fn of_value(value: u8) -> CardSet {
        if value <= 6 { BY_VALUE[value as usize] } else { CardSet::EMPTY }
    }

    /// The 18 cards with this background.
    #[inline]
    pub const fn of_background(background: Background) -> CardSet {
        BY_BACKGROUND[background.id()]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::Rng;

    fn card(number: u8) -> Card {
        Card::new(number).unwrap()
    }

    #[test]
    fn displayed_by_colour_symbol_and_value() {
        assert_eq!(card(0).to_string(), "red Circles 1");
        assert_eq!(card(53).to_string(), "black Arrow 6");
    }

    #[test]
    fn every_card_has_one_name_and_reads_back_by_it() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(card.to_string().to_uppercase().parse(), Ok(card));
        }
        for wrong in
            ["", "red Circles", "red Circles 2", "red  Circles 1", "1 Circles red", "green star", "0"]
        {
            assert_eq!(wrong.parse::<Card>(), Err(UnknownName { kind: "card" }), "{wrong:?}");
        }
    }

    #[test]
    fn stars_are_cards_54_and_55() {
        assert_eq!(Star::ALL.map(Star::number), [54, 55]);
        assert_eq!(Star::Yellow.to_string(), "yellow star");
        assert_eq!(serde_json::to_string(&Star::ALL).unwrap(), r#"["green","yellow"]"#);
    }

    #[test]
    fn stored_as_a_number_and_others_are_refused() {
        for card in Card::all() {
            let json = serde_json::to_string(&card).unwrap();
            assert_eq!(json, card.number().to_string());
            assert_eq!(serde_json::from_str::<Card>(&json).unwrap(), card);
        }
        assert_eq!((Card::new(54), Card::new(255)), (None, None));
        for wrong in ["54", "55", "255", "256", "-1", "1.5", "\"0\"", "null"] {
            assert!(serde_json::from_str::<Card>(wrong).is_err(), "{wrong}");
        }
        assert!(serde_json::from_str::<Card>("54").unwrap_err().to_string().contains("there is no card 54"));
    }

    #[test]
    fn cards_may_be_keys_of_a_map() {
        let map = std::collections::BTreeMap::from([(card(7), 1), (card(12), 2)]);
        let json = serde_json::to_string(&map).unwrap();
        assert_eq!(json, r#"{"7":1,"12":2}"#);
        assert_eq!(serde_json::from_str::<std::collections::BTreeMap<Card, i32>>(&json).unwrap(), map);
    }

    #[test]
    fn a_stored_set_with_a_wrong_or_repeated_card_is_refused() {
        for (json, reason) in [("[54]", "there is no card 54"), ("[3,3]", "card 3 twice"), ("7", "a list")] {
            let refused = serde_json::from_str::<CardSet>(json).unwrap_err().to_string();
            assert!(refused.contains(reason), "{json}: {refused}");
        }
    }

    #[test]
    fn there_are_no_cards_of_other_values() {
        assert!([0, 7, 255].iter().all(|&value| CardSet::of_value(value).is_empty()));
    }

    #[test]
    fn every_card_of_a_set_is_drawn_equally_often() {
        let set: CardSet = [0, 5, 53].map(card).into_iter().collect();
        let mut rng = Rng::from_number(6);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..3_000 {
            *counts.entry(set.random(&mut rng).unwrap()).or_insert(0u32) += 1;
        }
        assert_eq!(counts.keys().copied().collect::<CardSet>(), set);
        assert!(counts.values().all(|&n| n.abs_diff(1_000) < 130), "{counts:?}");
        assert_eq!(CardSet::EMPTY.random(&mut rng), None);
    }

    fn cards() -> impl Strategy<Value = BTreeSet<Card>> {
        prop::collection::btree_set((0..54u8).prop_map(card), 0..54)
    }

    proptest! {
        #[test]
        fn a_set_behaves_as_an_ordinary_set(a in cards(), b in cards(), other in (0..54u8).prop_map(card)) {
            let fast = |set: &BTreeSet<Card>| set.iter().copied().collect::<CardSet>();
            let slow = |set: CardSet| set.iter().collect::<BTreeSet<Card>>();
            let (x, y) = (fast(&a), fast(&b));
            prop_assert_eq!(x.iter().collect::<Vec<_>>(), a.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!((x.len(), x.iter().len(), x.is_empty()), (a.len(), a.len(), a.is_empty()));
            prop_assert_eq!(slow(x | y), &a | &b);
            prop_assert_eq!(slow(x & y), &a & &b);
            prop_assert_eq!(slow(x - y), &a - &b);
            prop_assert_eq!((x.is_subset(y), (x & y).is_subset(y)), (a.is_subset(&b), true));
            prop_assert_eq!((x == y, x.contains(other)), (a == b, a.contains(&other)));
            prop_assert_eq!(x.first(), a.first().copied());
            for n in 0..=a.len() {
                prop_assert_eq!(x.nth(n), a.iter().nth(n).copied());
            }
            let (mut with, mut model) = (x, a.clone());
            prop_assert_eq!(with.insert(other), model.insert(other));
            prop_assert_eq!(slow(with), model.clone());
            let mut without = x;
            prop_assert_eq!(without.remove(other), a.contains(&other));
            model.remove(&other);
            prop_assert_eq!(slow(without), model);
        }

        #[test]
        fn a_set_is_stored_as_a_sorted_list(a in cards()) {
            let set: CardSet = a.iter().rev().copied().collect();
            let json = serde_json::to_string(&set).unwrap();
            prop_assert_eq!(&json, &serde_json::to_string(&a).unwrap());
            prop_assert_eq!(serde_json::from_str::<CardSet>(&json).unwrap(), set);
        }

        #[test]
        fn drawing_at_random_empties_a_set_card_by_card(a in cards(), seed in any::<u64>()) {
            let (mut set, mut rng) = (a.iter().copied().collect::<CardSet>(), Rng::from_number(seed));
            let drawn: Vec<Card> = std::iter::from_fn(|| set.draw_random(&mut rng)).collect();
            prop_assert_eq!(drawn.len(), a.len());
            prop_assert_eq!(drawn.into_iter().collect::<BTreeSet<_>>(), a);
        }
    }
}

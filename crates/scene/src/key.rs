//! The names of things that can be touched, and what touching them means.

use std::borrow::Borrow;
use std::fmt;
use std::str::FromStr;

use boxwood_kit::{Card, Colour, Symbol};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;
use ts_rs::TS;

use crate::Seat;

/// The name of something that can be touched, unique in its scene: `card:17`, `cell:c4`, `button:stay`.
///
/// The part before the colon is the kind of thing; [`touch`](Key::touch) takes a key apart. A hidden
/// piece is named by its place (`card:hand.2.0`), never by its face.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, TS)]
#[ts(as = "String")]
pub struct Key(String);

/// A key taken apart: what somebody has touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Touch<'a> {
    /// An open card, by its number: `card:17`.
    Card(u8),
    /// Any other piece, by its kind and its name: `cube:c4`, `card:hand.2.0`.
    Piece(&'a str, &'a str),
    /// A cell of a board or track: `cell:c4`.
    Cell(&'a str),
    /// A zone: `zone:discard`.
    Zone(&'a str),
    /// A button below the prompt: `button:stay`.
    Button(&'a str),
    /// A whole number: `number:5`.
    Number(i32),
    /// A symbol: `symbol:wheel`.
    Symbol(Symbol),
    /// A colour: `colour:red`.
    Colour(Colour),
    /// Somebody at the table: `player:2`.
    Player(Seat),
    /// A point on a plane or above a piece: `aim:12,-7`.
    Point(i32, i32),
    /// A phrase of a sentence: `phrase:…`
    Phrase(&'a str),
    /// Free words: `text:…`
    Text(&'a str),
}

impl Key {
    /// An open card, by its number.
    pub fn card(card: Card) -> Key {
        Key(format!("card:{}", card.number()))
    }

    /// A piece, by its kind and a name that is unique among those of its kind.
    pub fn piece(kind: &str, name: impl fmt::Display) -> Key {
        Key(format!("{kind}:{name}"))
    }

    /// A hidden card, by its place in a zone.
    pub fn hidden(zone: &str, place: impl fmt::Display) -> Key {
        Key(format!("card:{zone}.{place}"))
    }

    /// The cell of this name.
    pub fn cell(name: impl fmt::Display) -> Key {
        Key(format!("cell:{name}"))
    }

    /// The zone of this name.
    pub fn zone(name: impl fmt::Display) -> Key {
        Key(format!("zone:{name}"))
    }

    /// The zone of this name that a seat has: `zone:garden.2`.
    pub fn zone_of(name: &str, seat: Seat) -> Key {
        Key(format!("zone:{name}.{}", seat.index()))
    }

    /// One level of a zone, by itself.
    pub(crate) fn level_of(zone: &Key, level: u8) -> Key {
        Key(format!("{zone}.level{}", level + 1))
    }

    /// A seat's hand.
    pub fn hand(seat: Seat) -> Key {
        Key::zone_of("hand", seat)
    }

    /// The button of this name.
    pub fn button(name: impl fmt::Display) -> Key {
        Key(format!("button:{name}"))
    }

    /// A whole number.
    pub fn number(number: impl Into<i32>) -> Key {
        Key(format!("number:{}", number.into()))
    }

    /// A symbol.
    pub fn symbol(symbol: Symbol) -> Key {
        Key(format!("symbol:{}", symbol.name().to_lowercase()))
    }

    /// A colour.
    pub fn colour(colour: Colour) -> Key {
        Key(format!("colour:{colour}"))
    }

    /// Somebody at the table.
    pub fn player(seat: Seat) -> Key {
        Key(format!("player:{}", seat.index()))
    }

    /// A point on a plane or above a piece.
    pub fn point(x: i32, y: i32) -> Key {
        Key(format!("aim:{x},{y}"))
    }

    /// A phrase of a sentence.
    pub fn phrase(name: impl fmt::Display) -> Key {
        Key(format!("phrase:{name}"))
    }

    /// Free words.
    pub fn text(words: impl fmt::Display) -> Key {
        Key(format!("text:{words}"))
    }

    /// The key as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What touching this means.
    ///
    /// A name that a constructor was given and that is none (an empty one, say) is a piece of its
    /// kind; [`Scene::flaws`](crate::Scene::flaws) finds it.
    pub fn touch(&self) -> Touch<'_> {
        Touch::read(&self.0).unwrap_or_else(|| {
            let (kind, name) = self.0.split_once(':').unwrap_or((&self.0, ""));
            Touch::Piece(kind, name)
        })
    }

    /// Whether it is a key that [`FromStr`] would read.
    pub(crate) fn is_sound(&self) -> bool {
        Touch::read(&self.0).is_some()
    }
}

impl<'a> Touch<'a> {
    /// What these keys mean, one by one.
    pub fn path(keys: &'a [Key]) -> Vec<Touch<'a>> {
        keys.iter().map(Key::touch).collect()
    }

    /// The one reader of keys.
    fn read(key: &'a str) -> Option<Touch<'a>> {
        let (kind, name) = key.split_once(':')?;
        if kind.is_empty() || (name.is_empty() && kind != "text") {
            return None;
        }
        Some(match kind {
            "card" => name.parse().map_or(Touch::Piece(kind, name), Touch::Card),
            "cell" => Touch::Cell(name),
            "zone" => Touch::Zone(name),
            "button" => Touch::Button(name),
            "number" => Touch::Number(name.parse().ok()?),
            "symbol" => Touch::Symbol(name.parse().ok()?),
            "colour" => Touch::Colour(name.parse().ok()?),
            "player" => Touch::Player(Seat::new(name.parse().ok()?)?),
            "aim" => {
                let (x, y) = name.split_once(',')?;
                Touch::Point(x.parse().ok()?, y.parse().ok()?)
            }
            "phrase" => Touch::Phrase(name),
            "text" => Touch::Text(name),
            _ => Touch::Piece(kind, name),
        })
    }

    /// The card of this number, if it is one of the 54.
    pub fn as_card(self) -> Option<Card> {
        match self {
            Touch::Card(number) => Card::new(number),
            _ => None,
        }
    }

    /// The zone of this name that a seat has: `garden` for `zone:garden.2`.
    pub fn as_zone_of(self, name: &str) -> Option<Seat> {
        match self {
            Touch::Zone(zone) => {
                let seat = zone.strip_prefix(name)?.strip_prefix('.')?;
                Seat::new(seat.parse().ok()?)
            }
            _ => None,
        }
    }
}

/// The numbers of a name that is written `3.12`, if it has just so many.
pub fn numbers<const N: usize>(name: &str) -> Option<[usize; N]> {
    let mut parts = name.split('.').map(str::parse);
    let mut numbers = [0; N];
    for number in &mut numbers {
        *number = parts.next()?.ok()?;
    }
    parts.next().is_none().then_some(numbers)
}

/// Why a text is no key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not the name of anything that can be touched; names look like \"cell:c4\"")]
pub struct NotAKey(String);

impl FromStr for Key {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Key, NotAKey> {
        match Touch::read(text) {
            Some(_) => Ok(Key(text.into())),
            None => Err(NotAKey(text.chars().take(40).collect())),
        }
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Key, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl AsRef<str> for Key {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Key {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for Key {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Key {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_constructor_reads_back_as_its_touch() {
        let seat = Seat::new(2).unwrap();
        for (key, text, touch) in [
            (Key::card(Card::new(17).unwrap()), "card:17", Touch::Card(17)),
            (Key::hidden("hand.2", 0), "card:hand.2.0", Touch::Piece("card", "hand.2.0")),
            (Key::piece("cube", "c4"), "cube:c4", Touch::Piece("cube", "c4")),
            (Key::cell("c4"), "cell:c4", Touch::Cell("c4")),
            (Key::zone("deck"), "zone:deck", Touch::Zone("deck")),
            (Key::hand(seat), "zone:hand.2", Touch::Zone("hand.2")),
            (Key::button("stay"), "button:stay", Touch::Button("stay")),
            (Key::number(-5), "number:-5", Touch::Number(-5)),
            (Key::symbol(Symbol::Wheel), "symbol:wheel", Touch::Symbol(Symbol::Wheel)),
            (Key::colour(Colour::Red), "colour:red", Touch::Colour(Colour::Red)),
            (Key::player(seat), "player:2", Touch::Player(seat)),
            (Key::point(12, -7), "aim:12,-7", Touch::Point(12, -7)),
            (Key::phrase("rule.red"), "phrase:rule.red", Touch::Phrase("rule.red")),
            (Key::text("a: b"), "text:a: b", Touch::Text("a: b")),
            (Key::text(""), "text:", Touch::Text("")),
        ] {
            assert_eq!(key.as_str(), text);
            assert_eq!(key.touch(), touch);
            assert_eq!(text.parse(), Ok(key.clone()));
            assert_eq!(serde_json::from_str::<Key>(&format!("{text:?}")).unwrap(), key);
        }
    }

    #[test]
    fn what_is_no_key_is_refused() {
        for text in ["", "card", ":x", "cell:", "number:x", "symbol:moon", "player:99", "aim:1", "aim:1,b"] {
            assert!(text.parse::<Key>().is_err(), "{text}");
        }
        assert_eq!(
            "number:x".parse::<Key>().unwrap_err().to_string(),
            "\"number:x\" is not the name of anything that can be touched; names look like \"cell:c4\""
        );
    }

    #[test]
    fn names_made_of_numbers_and_seats_come_apart() {
        assert_eq!(numbers("3.12"), Some([3, 12]));
        for name in ["3", "3.12.1", "3.x", ""] {
            assert_eq!(numbers::<2>(name), None, "{name}");
        }
        let garden = Key::zone_of("garden", Seat::new(4).unwrap());
        assert_eq!(garden.touch().as_zone_of("garden"), Seat::new(4));
        assert_eq!(garden.touch().as_zone_of("hand"), None);
    }
}

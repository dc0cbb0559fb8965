//! The six symbols of tiles and cards.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One of the six symbols; its value is the number of pips drawn beside it on a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
// In a browser, `Symbol` is something else already.
#[ts(rename = "PieceSymbol")]
#[repr(u8)]
pub enum Symbol {
    /// Value 1.
    #[default]
    Drop,
    /// Value 2.
    Hammers,
    /// Value 3.
    Circles,
    /// Value 4.
    Bricks,
    /// Value 5.
    Wheel,
    /// Value 6.
    Arrow,
}

vocabulary!("symbol", Symbol {
    Drop = "Drop",
    Hammers = "Hammers",
    Circles = "Circles",
    Bricks = "Bricks",
    Wheel = "Wheel",
    Arrow = "Arrow",
});

impl Symbol {
    /// Its pips, 1 to 6.
    #[inline]
    pub const fn value(self) -> u8 {
        self as u8 + 1
    }

    /// The symbol with so many pips.
    pub const fn from_value(value: u8) -> Option<Symbol> {
        if value == 0 { None } else { Symbol::from_id(value as usize - 1) }
    }

    /// Its first letter, different for each.
    pub const fn letter(self) -> char {
        self.name().as_bytes()[0] as char
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_have_ids_values_names_and_letters_in_order() {
        let listed: Vec<_> = Symbol::ALL.iter().map(|s| (s.id(), s.value(), s.name(), s.letter())).collect();
        let expected = [
            (0, 1, "Drop", 'D'),
            (1, 2, "Hammers", 'H'),
            (2, 3, "Circles", 'C'),
            (3, 4, "Bricks", 'B'),
            (4, 5, "Wheel", 'W'),
            (5, 6, "Arrow", 'A'),
        ];
        assert_eq!(listed, expected);
    }

    #[test]
    fn ids_and_values_lead_back_and_end_at_six() {
        for symbol in Symbol::ALL {
            assert_eq!(Symbol::from_id(symbol.id()), Some(symbol));
            assert_eq!(Symbol::from_value(symbol.value()), Some(symbol));
        }
        assert_eq!(Symbol::from_id(6), None);
        assert_eq!((Symbol::from_value(0), Symbol::from_value(7)), (None, None));
    }

    #[test]
    fn names_read_back_in_any_case_and_others_are_refused() {
        for symbol in Symbol::ALL {
            assert_eq!(symbol.to_string().parse(), Ok(symbol));
            assert_eq!(symbol.name().to_uppercase().parse(), Ok(symbol));
        }
        let refused = "Hammer".parse::<Symbol>().unwrap_err();
        assert_eq!(refused.to_string(), "no symbol has that name");
    }

    #[test]
    fn stored_as_a_lower_case_name() {
        for symbol in Symbol::ALL {
            let json = serde_json::to_string(&symbol).unwrap();
            assert_eq!(json, format!("\"{}\"", symbol.name().to_lowercase()));
            assert_eq!(serde_json::from_str::<Symbol>(&json).unwrap(), symbol);
        }
        assert!(serde_json::from_str::<Symbol>("\"cog\"").is_err());
    }
}

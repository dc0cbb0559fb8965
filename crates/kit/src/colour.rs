//! The colours of borders, cubes, meeples and card backgrounds.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The colour of a card's border or of a cube.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Colour {
    /// In the base box.
    #[default]
    Red,
    /// In the base box.
    Yellow,
    /// In the base box.
    Green,
    /// In the base box.
    Blue,
    /// Cubes in the expansion.
    White,
    /// Cubes in the expansion.
    Black,
}

vocabulary!("colour", Colour {
    Red = "red",
    Yellow = "yellow",
    Green = "green",
    Blue = "blue",
    White = "white",
    Black = "black",
});

impl Colour {
    /// One capital letter, different for each; black is K, as in print.
    pub const fn letter(self) -> char {
        ['R', 'Y', 'G', 'B', 'W', 'K'][self.id()]
    }

    /// Whether its cubes are in the base box.
    pub const fn is_base(self) -> bool {
        (self as u8) < Colour::White as u8
    }
}

/// The colour of a meeple: one of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum MeepleColour {
    /// As the cubes.
    #[default]
    Red,
    /// As the cubes.
    Yellow,
    /// As the cubes.
    Green,
    /// As the cubes.
    Blue,
    /// As the cubes.
    White,
    /// As the cubes.
    Black,
    /// The odd one out: no cube and no card is grey.
    Grey,
}

vocabulary!("meeple", MeepleColour {
    Red = "red",
    Yellow = "yellow",
    Green = "green",
    Blue = "blue",
    White = "white",
    Black = "black",
    Grey = "grey",
});

impl MeepleColour {
    /// One capital letter, different for each; grey is N, for neutral.
    pub const fn letter(self) -> char {
        match self.colour() {
            Some(colour) => colour.letter(),
            None => 'N',
        }
    }

    /// The colour of cubes it goes with; grey goes with none.
    pub const fn colour(self) -> Option<Colour> {
        Colour::from_id(self.id())
    }
}

impl From<Colour> for MeepleColour {
    fn from(colour: Colour) -> MeepleColour {
        MeepleColour::ALL[colour.id()]
    }
}

/// The background of a card: only for sorting decks, never "its colour".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Background {
    /// The values 1, 2, 3.
    #[default]
    Pink,
    /// The values 1, 1, 2.
    Green,
    /// The values 4, 5, 6.
    Brown,
}

vocabulary!("background", Background { Pink = "pink", Green = "green", Brown = "brown" });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_have_ids_names_and_letters_in_order() {
        let listed: Vec<_> = Colour::ALL.iter().map(|c| (c.id(), c.name(), c.letter())).collect();
        let expected = [
            (0, "red", 'R'),
            (1, "yellow", 'Y'),
            (2, "green", 'G'),
            (3, "blue", 'B'),
            (4, "white", 'W'),
            (5, "black", 'K'),
        ];
        assert_eq!(listed, expected);
        assert_eq!(Colour::from_id(6), None);
    }

    #[test]
    fn white_and_black_cubes_need_the_expansion() {
        let base: Vec<_> = Colour::ALL.into_iter().filter(|c| c.is_base()).collect();
        assert_eq!(base, [Colour::Red, Colour::Yellow, Colour::Green, Colour::Blue]);
    }

    #[test]
    fn meeples_are_the_six_colours_and_grey() {
        for colour in Colour::ALL {
            let meeple = MeepleColour::from(colour);
            assert_eq!((meeple.id(), meeple.name()), (colour.id(), colour.name()));
            assert_eq!((meeple.letter(), meeple.colour()), (colour.letter(), Some(colour)));
        }
        assert_eq!(MeepleColour::ALL.len(), 7);
        let grey = MeepleColour::Grey;
        assert_eq!((grey.id(), grey.name(), grey.letter(), grey.colour()), (6, "grey", 'N', None));
    }

    #[test]
    fn names_read_back_in_any_case_and_others_are_refused() {
        for meeple in MeepleColour::ALL {
            assert_eq!(meeple.name().to_uppercase().parse(), Ok(meeple));
        }
        for colour in Colour::ALL {
            assert_eq!(colour.to_string().parse(), Ok(colour));
        }
        for background in Background::ALL {
            assert_eq!(background.to_string().parse(), Ok(background));
        }
        assert_eq!("grey".parse::<Colour>().unwrap_err().to_string(), "no colour has that name");
    }

    #[test]
    fn stored_as_a_lower_case_name() {
        assert_eq!(
            serde_json::to_string(&Colour::ALL).unwrap(),
            r#"["red","yellow","green","blue","white","black"]"#
        );
        assert_eq!(serde_json::to_string(&Background::ALL).unwrap(), r#"["pink","green","brown"]"#);
        assert_eq!(serde_json::from_str::<MeepleColour>("\"grey\"").unwrap(), MeepleColour::Grey);
        assert!(serde_json::from_str::<Colour>("\"grey\"").is_err());
    }
}

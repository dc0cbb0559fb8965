//! The things on the table, and the signs on them.

use boxwood_kit::{Colour, MeepleColour, Quarter, Symbol};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Key, Seat};

/// A thing on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Piece {
    /// Stays the same while the piece moves, so that it can be seen moving.
    pub key: Key,
    /// What it looks like.
    pub figure: Figure,
    /// What people call it: `red Circles 1`.
    pub label: String,
    /// The key of the cell it stands in, on boards and tracks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub cell: Option<Key>,
    /// Its centre, on planes, in the zone's steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub at: Option<(i32, i32)>,
    /// How far it stands off the middle of its cell, to the right and towards the viewer, in hundredths of
    /// its width: towers lean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub off: Option<(i16, i16)>,
    /// Whose it is, where that is not the zone's owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub owner: Option<Seat>,
    /// How it is turned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub turned: Option<Quarter>,
    /// Whether it lies askew, by 45 degrees.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub askew: bool,
    /// Signs on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// What it does in this game, in a sentence or two, for whoever asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub about: Option<String>,
    /// The cells it has just come through, first to last, the one it stands in left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub via: Vec<Key>,
    /// The key of the zone or cell it comes from, if its key was not on the table before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub from: Option<Key>,
}

impl Piece {
    /// A piece under this key; its label says what its figure is.
    pub fn new(key: Key, figure: Figure) -> Piece {
        Piece {
            key,
            label: figure.name(),
            figure,
            cell: None,
            at: None,
            off: None,
            owner: None,
            turned: None,
            askew: false,
            marks: vec![],
            about: None,
            via: vec![],
            from: None,
        }
    }

    /// An open card under its number.
    pub fn card(card: boxwood_kit::Card) -> Piece {
        Piece::new(Key::card(card), Figure::Card(card.number()))
    }

    /// The piece in the cell of this label.
    #[must_use]
    pub fn in_cell(self, label: impl std::fmt::Display) -> Piece {
        Piece { cell: Some(Key::cell(label)), ..self }
    }

    /// The piece so far off the middle of its cell.
    #[must_use]
    pub fn leaning(self, right: i16, forward: i16) -> Piece {
        Piece { off: Some((right, forward)), ..self }
    }

    /// The piece as this seat's.
    #[must_use]
    pub fn owned_by(self, seat: Seat) -> Piece {
        Piece { owner: Some(seat), ..self }
    }

    /// The piece under another label.
    #[must_use]
    pub fn labelled(self, label: impl Into<String>) -> Piece {
        Piece { label: label.into(), ..self }
    }

    /// The piece as one that comes from the zone or cell of this key.
    #[must_use]
    pub fn coming_from(self, key: Key) -> Piece {
        Piece { from: Some(key), ..self }
    }

    /// The piece with what it does in this game.
    #[must_use]
    pub fn explained(self, about: impl Into<String>) -> Piece {
        Piece { about: Some(about.into()), ..self }
    }

    /// The piece as one that has just come through these cells.
    #[must_use]
    pub fn coming_through(self, cells: impl IntoIterator<Item = Key>) -> Piece {
        Piece { via: cells.into_iter().collect(), ..self }
    }

    /// The piece with a sign on it.
    #[must_use]
    pub fn marked(mut self, mark: Mark) -> Piece {
        self.marks.push(mark);
        self
    }
}

/// What a piece looks like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Figure {
    /// A card of the Green Box, face up, by number; 54 and 55 are the stars.
    Card(u8),
    /// A card of the Green Box, face down.
    CardBack,
    /// A tile showing its symbol.
    Tile(Symbol),
    /// A tile showing its green side, where the symbol on it means nothing.
    TileFace,
    /// A tile showing its back.
    TileBack,
    /// A cube.
    Cube(Colour),
    /// A cube that has become a flower: it stands on a stem.
    Bloom(Colour),
    /// A meeple.
    Meeple(MeepleColour),
    /// A die showing a number; one of the two dice is dark.
    Die {
        /// What it shows, 1–6.
        value: u8,
        /// The black one.
        dark: bool,
    },
    /// The draw bag.
    Bag,
    /// A rune card, face up, with the name of its role in this game.
    Rune {
        /// Its number, 0–75.
        card: u8,
        /// What it is called here.
        role: String,
    },
    /// A rune card, face down.
    RuneBack,
    /// Something that is in no box but is drawn as a thing: a thumb, a nugget, a life.
    Emblem(Emblem),
    /// Something that is only a word: a bid, a number.
    Token(String),
    /// A sentence on a slip of paper: a guess, a promise.
    Note(String),
}

/// A thing that is drawn where a game counts or shows something that is in no box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Emblem {
    /// A thumb that points up.
    ThumbUp,
    /// A thumb that points down.
    ThumbDown,
    /// A closed hand that shows nothing yet.
    Fist,
    /// A nugget of gold.
    Nugget,
    /// A sack for what is not safe yet.
    Sack,
    /// A chest for what is.
    Chest,
    /// A life.
    Life,
    /// Something that may not be touched.
    Lock,
    /// A flower.
    Flower,
    /// A step that may still be taken.
    Step,
    /// A sealed letter: something that is known to one and guessed by others.
    Letter,
    /// A cup for a game that was won.
    Cup,
}

impl Emblem {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Emblem::ThumbUp => "thumb up",
            Emblem::ThumbDown => "thumb down",
            Emblem::Fist => "closed hand",
            Emblem::Nugget => "nugget",
            Emblem::Sack => "bag",
            Emblem::Chest => "chest",
            Emblem::Life => "life",
            Emblem::Lock => "lock",
            Emblem::Flower => "flower",
            Emblem::Step => "step",
            Emblem::Letter => "sealed letter",
            Emblem::Cup => "cup",
        }
    }
}

impl Figure {
    /// Whether it hides its face.
    pub const fn is_back(&self) -> bool {
        matches!(self, Figure::CardBack | Figure::TileBack | Figure::RuneBack)
    }

    /// What it is called: `red Circles 1`, `a face-down card`, `blue cube`.
    pub fn name(&self) -> String {
        use boxwood_kit::Card;
        match self {
            Figure::Card(54) => "green star".into(),
            Figure::Card(55) => "yellow star".into(),
            Figure::Card(number) => Card::new(*number).map_or_else(|| "card".into(), |card| card.to_string()),
            Figure::CardBack | Figure::RuneBack => "face-down card".into(),
            Figure::Tile(symbol) => format!("{symbol} tile"),
            Figure::TileFace => "face-up tile".into(),
            Figure::TileBack => "face-down tile".into(),
            Figure::Cube(colour) => [colour.name(), " cube"].concat(),
            Figure::Bloom(colour) => [colour.name(), " flower"].concat(),
            Figure::Meeple(colour) => [colour.name(), " meeple"].concat(),
            Figure::Die { value, .. } => format!("die showing {value}"),
            Figure::Bag => "bag".into(),
            Figure::Rune { role, .. } => role.clone(),
            Figure::Emblem(emblem) => emblem.name().into(),
            Figure::Token(text) | Figure::Note(text) => text.clone(),
        }
    }

    /// The same in as few letters as a small square of a text board has room for.
    pub fn code(&self) -> String {
        use boxwood_kit::Card;
        match self {
            Figure::Card(54 | 55) => "*".into(),
            Figure::Card(number) => Card::new(*number).map_or_else(
                || "?".into(),
                |card| format!("{}{}{}", card.colour().letter(), card.symbol().letter(), card.value()),
            ),
            Figure::CardBack | Figure::RuneBack => "##".into(),
            Figure::Tile(symbol) => symbol.letter().to_string(),
            Figure::TileFace => "O".into(),
            Figure::TileBack => "#".into(),
            Figure::Cube(colour) | Figure::Bloom(colour) => colour.letter().to_string(),
            Figure::Meeple(colour) => format!("m{}", colour.letter()),
            Figure::Die { value, .. } => format!("[{value}]"),
            Figure::Bag => "bag".into(),
            Figure::Rune { role, .. } => role.chars().take(10).collect(),
            Figure::Emblem(emblem) => emblem.name().into(),
            Figure::Token(text) | Figure::Note(text) => text.chars().take(10).collect(),
        }
    }
}

/// A sign that says something about a cell or a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// It was part of what just happened.
    Last,
    /// Beware: one more and something happens.
    Danger,
    /// Fulfilled, matched, safe.
    Good,
    /// Judged: it is right.
    Right,
    /// Judged: it is wrong.
    Wrong,
    /// Out of play, used up.
    Dim,
    /// It counts as any other.
    Wild,
    /// A few words of its own.
    Note(String),
}

//! Where things lie: zones, and the cells of boards.

use std::collections::BTreeSet;

use boxwood_kit::{Colour, Symbol};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::words::capital;
use crate::{Figure, Key, Mark, Piece, Seat};

/// How the pieces of a zone lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ZoneKind {
    /// Cells at coordinates; pieces stand in cells.
    Board,
    /// Open space; pieces stand at coordinates.
    Plane,
    /// Cells one after the other along a way.
    Track,
    /// Pieces side by side.
    Row,
    /// A hand of cards.
    Fan,
    /// Pieces squarely on top of each other; the last one is the uppermost.
    Stack,
    /// A loose heap of pieces; order means nothing.
    Pile,
}

/// What a zone is to the table, and so how much of the room it gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Where the game is played: it gets the room.
    Board,
    /// Open things that people choose from.
    Market,
    /// What is drawn or taken from; a number says enough.
    Supply,
    /// What has been played; a number and the last one say enough.
    Discard,
    /// What lies before a player.
    Mat,
    /// What a player holds.
    Hand,
}

impl Role {
    /// What a shared zone is if its game does not say otherwise.
    const fn of(kind: ZoneKind) -> Role {
        match kind {
            ZoneKind::Board | ZoneKind::Plane | ZoneKind::Track => Role::Board,
            ZoneKind::Row => Role::Market,
            ZoneKind::Fan => Role::Hand,
            ZoneKind::Stack | ZoneKind::Pile => Role::Supply,
        }
    }

    /// What it is once it belongs to a seat.
    const fn owned(self) -> Role {
        match self {
            Role::Market | Role::Supply => Role::Mat,
            other => other,
        }
    }
}

/// A place for pieces, or for cells that hold pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Zone {
    /// `zone:…`
    pub key: Key,
    /// What people call it.
    pub label: String,
    /// The same in short, for where its owner or its pieces can be seen: "Garden" of "Anna's garden".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub title: Option<String>,
    /// What is to be known about it now: "7 would strike".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub note: Option<String>,
    /// How its pieces lie.
    pub kind: ZoneKind,
    /// What it is to the table.
    pub role: Role,
    /// Whose it is; shared if nobody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub owner: Option<Seat>,
    /// How many steps of the zone's coordinates make the width of one tile.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub unit: u16,
    /// The cells of a board or track.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Cell>,
    /// What lies here, lowest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
    /// How many pieces there are, where they are not all listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub count: Option<u32>,
    /// So many pieces (on a board, cells side by side; on one that rises, levels) it has room for at least, so
    /// that nothing moves when some come and go.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub room: u16,
    /// Whether columns and rows have names at the edge, of which the labels of its cells are made: `c4`, or in
    /// two words `c1 L4`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub coordinates: bool,
    /// Whether its cells lie on levels above each other, so that it is drawn in height.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rises: bool,
    /// Whether its cells are land in the middle of something else, so that they have a shore.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shores: bool,
    /// Whether it may be turned by a quarter to fit a screen, because up and right mean nothing in the game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub turns: bool,
    /// Whether it is there only for a while, as cards that were drawn to choose from: the table keeps no room
    /// for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub passing: bool,
    /// What stands for its pieces while none is listed: the draw bag, for example. A stack without it
    /// shows the back of a card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub look: Option<Figure>,
}

fn is_zero(number: &u16) -> bool {
    *number == 0
}

fn one() -> u16 {
    1
}

fn is_one(unit: &u16) -> bool {
    *unit == 1
}

impl Zone {
    /// An empty zone; the key is completed to `zone:…`.
    pub fn new(kind: ZoneKind, key: &str, label: impl Into<String>) -> Zone {
        Zone {
            key: Key::zone(key),
            label: label.into(),
            title: None,
            note: None,
            kind,
            role: Role::of(kind),
            owner: None,
            unit: 1,
            cells: vec![],
            pieces: vec![],
            count: None,
            room: 0,
            coordinates: false,
            rises: false,
            shores: false,
            turns: false,
            passing: false,
            look: None,
        }
    }

    /// A seat's hand of these cards, which the viewer sees.
    pub fn hand(seat: Seat, cards: impl IntoIterator<Item = Piece>) -> Zone {
        let cards: Vec<Piece> = cards.into_iter().collect();
        let zone = Zone::of(ZoneKind::Fan, "hand", "hand", seat).counting(cards.len());
        Zone { pieces: cards, ..zone }
    }

    /// A seat's hand of so many cards, of which the viewer sees only the backs.
    pub fn hidden_hand(seat: Seat, size: usize, back: Figure) -> Zone {
        let name = format!("hand.{}", seat.index());
        let back = |place| Piece::new(Key::hidden(&name, place), back.clone());
        Zone::hand(seat, (0..size).map(back))
    }

    /// An empty zone that a seat has: `zone:garden.2`, "Anna's garden".
    pub fn of(kind: ZoneKind, key: &str, label: &str, seat: Seat) -> Zone {
        let zone = Zone::new(kind, key, format!("{} {label}", seat.owns()));
        Zone { key: Key::zone_of(key, seat), title: Some(capital(label)), ..zone }.owned_by(seat)
    }

    /// The zone with its pieces as coming from this zone or cell, if they are new on the table.
    #[must_use]
    pub fn dealt_from(mut self, place: &Key) -> Zone {
        for piece in &mut self.pieces {
            piece.from = Some(place.clone());
        }
        self
    }

    /// The zone as this seat's.
    #[must_use]
    pub fn owned_by(self, seat: Seat) -> Zone {
        Zone { owner: Some(seat), role: self.role.owned(), ..self }
    }

    /// The zone as this to the table.
    #[must_use]
    pub fn as_role(self, role: Role) -> Zone {
        Zone { role, ..self }
    }

    /// The zone with a shorter name, for where its pieces can be seen.
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Zone {
        Zone { title: Some(title.into()), ..self }
    }

    /// The zone with what is to be known about it now.
    #[must_use]
    pub fn noted(self, note: impl Into<String>) -> Zone {
        Zone { note: Some(note.into()), ..self }
    }

    /// The zone with room for so many pieces, whether they are there or not.
    #[must_use]
    pub fn with_room(self, pieces: u16) -> Zone {
        Zone { room: pieces, ..self }
    }

    /// The board with letters and numbers at its edge; the labels of its cells are made of them.
    #[must_use]
    pub fn with_coordinates(self) -> Zone {
        Zone { coordinates: true, ..self }
    }

    /// The board as one whose cells lie on levels.
    #[must_use]
    pub fn rising(self) -> Zone {
        Zone { rises: true, ..self }
    }

    /// The board as land with a shore around it.
    #[must_use]
    pub fn with_shores(self) -> Zone {
        Zone { shores: true, ..self }
    }

    /// The board as one that may be turned by a quarter to fit a screen.
    #[must_use]
    pub fn turning(self) -> Zone {
        Zone { turns: true, ..self }
    }

    /// The zone as one that is there only for a while.
    #[must_use]
    pub fn for_a_while(self) -> Zone {
        Zone { passing: true, ..self }
    }

    /// A board that rises as one flat board for each of its levels, lowest first; any other zone as it is.
    pub(crate) fn flattened(self) -> Vec<Zone> {
        if !self.rises {
            return vec![self];
        }
        let levels: BTreeSet<u8> = self.cells.iter().map(|cell| cell.level).collect();
        let level = |level: u8| {
            let cells: Vec<Cell> = self.cells.iter().filter(|cell| cell.level == level).cloned().collect();
            let is_here = |piece: &&Piece| cells.iter().any(|cell| piece.cell.as_ref() == Some(&cell.key));
            Zone {
                key: Key::level_of(&self.key, level),
                label: format!("Level {}", level + 1),
                pieces: self.pieces.iter().filter(is_here).cloned().collect(),
                cells,
                rises: false,
                ..self.clone()
            }
        };
        levels.into_iter().map(level).collect()
    }

    /// The zone with so many pieces, most of them not listed.
    #[must_use]
    pub fn counting(self, count: impl TryInto<u32>) -> Zone {
        Zone { count: count.try_into().ok(), ..self }
    }

    /// The zone with this in place of pieces that are not listed.
    #[must_use]
    pub fn shown_as(self, look: Figure) -> Zone {
        Zone { look: Some(look), ..self }
    }

    /// The zone with coordinates this fine.
    #[must_use]
    pub fn with_unit(self, unit: u16) -> Zone {
        Zone { unit, ..self }
    }

    /// How many of its pieces show their face.
    pub(crate) fn open_pieces(&self) -> usize {
        self.pieces.iter().filter(|piece| !piece.figure.is_back()).count()
    }

    /// The zone with these cells.
    #[must_use]
    pub fn with_cells(self, cells: impl IntoIterator<Item = Cell>) -> Zone {
        Zone { cells: cells.into_iter().collect(), ..self }
    }

    /// The zone with these pieces.
    #[must_use]
    pub fn with_pieces(self, pieces: impl IntoIterator<Item = Piece>) -> Zone {
        Zone { pieces: pieces.into_iter().collect(), ..self }
    }
}

/// A place on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Cell {
    /// `cell:…`
    pub key: Key,
    /// What people call it: `c4`.
    pub label: String,
    /// Left edge, in the zone's steps.
    pub x: i16,
    /// Upper edge, in the zone's steps.
    pub y: i16,
    /// Width and height in steps.
    pub size: (i16, i16),
    /// What the cell itself looks like.
    pub ground: Ground,
    /// On which level it lies, on a board that rises; 0 is the table.
    #[serde(default, skip_serializing_if = "is_low")]
    pub level: u8,
    /// What kind of place it is, where that can be seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tint: Option<Tint>,
    /// In which direction several pieces in it line up.
    #[serde(default)]
    pub grow: Grow,
    /// Whether it is seen only while something lies in it or can be put there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quiet: bool,
    /// Signs on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

impl Cell {
    /// A cell one step wide and high; the key is `cell:` and the label.
    pub fn new(label: impl Into<String>, x: i16, y: i16, ground: Ground) -> Cell {
        let label = label.into();
        Cell {
            key: Key::cell(&label),
            label,
            x,
            y,
            size: (1, 1),
            ground,
            level: 0,
            tint: None,
            grow: Grow::Heap,
            quiet: false,
            marks: vec![],
        }
    }

    /// The cell under another label; the key stays.
    #[must_use]
    pub fn labelled(self, label: impl Into<String>) -> Cell {
        Cell { label: label.into(), ..self }
    }

    /// The cell in this size.
    #[must_use]
    pub fn sized(self, width: i16, height: i16) -> Cell {
        Cell { size: (width, height), ..self }
    }

    /// The cell on this level of a board that rises.
    #[must_use]
    pub fn on_level(self, level: u8) -> Cell {
        Cell { level, ..self }
    }

    /// The cell as this kind of place.
    #[must_use]
    pub fn tinted(self, tint: Tint) -> Cell {
        Cell { tint: Some(tint), ..self }
    }

    /// The cell with its pieces lined up this way.
    #[must_use]
    pub fn growing(self, grow: Grow) -> Cell {
        Cell { grow, ..self }
    }

    /// The cell as one that is seen only while it matters: something lies there, or can be put there.
    #[must_use]
    pub fn quietly(self) -> Cell {
        Cell { quiet: true, ..self }
    }

    /// The cell with a sign on it.
    #[must_use]
    pub fn marked(mut self, mark: Mark) -> Cell {
        self.marks.push(mark);
        self
    }
}

fn is_low(level: &u8) -> bool {
    *level == 0
}

/// What kind of place a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Tint {
    /// Held by a seat, or its home.
    Of(#[ts(as = "usize")] Seat),
    /// Held by a colour, where a player has several of them.
    In(Colour),
    /// Where people want to get to.
    Goal,
    /// Where something may happen to whoever stands there.
    Danger,
    /// Nobody goes there any more.
    Lost,
}

/// What a cell looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Bare table, only outlined.
    Bare,
    /// A tile lying face up.
    Tile(Symbol),
    /// A tile lying face up whose symbol means nothing, so that only its green is seen.
    TileFace,
    /// A tile lying face down; `shaded` ones make a chequered board.
    TileBack {
        /// The darker shade.
        shaded: bool,
    },
    /// One of the long spaces of a race board; `shaded` ones alternate.
    Point {
        /// The darker shade.
        shaded: bool,
    },
    /// A low stand on which pieces are stacked in rows; its front says what it is called and how many there are.
    Stand,
    /// A hollow in the wood of a board, for pieces that wait or have arrived.
    Hollow,
}

/// In which direction the pieces of a cell line up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Grow {
    /// Close together in the middle.
    #[default]
    Heap,
    /// From the lower edge upwards.
    Up,
    /// From the upper edge downwards.
    Down,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_seat_has_is_called_the_same_without_its_name() {
        let garden = Zone::of(
            ZoneKind::Pile,
            "garden",
            "garden, 3 planted",
            Seat::new(1).expect("there is a second seat"),
        );
        assert_eq!(garden.label, "{1:'s} garden, 3 planted");
        assert_eq!(garden.title.as_deref(), Some("Garden, 3 planted"));
        assert_eq!(Zone::new(ZoneKind::Stack, "deck", "Deck").title, None);
    }
}

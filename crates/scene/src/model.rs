//! The parts of a scene.

use std::collections::{BTreeMap, BTreeSet};

use boxwood_kit::{Colour, MeepleColour, Quarter, Symbol};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Seat;

/// The name of something that can be touched, unique in its scene: `card:17`, `cell:c4`, `button:stay`.
///
/// The part before the colon is the kind of thing. A hidden piece is named by its place
/// (`card:hand.2.0`), never by its face.
pub type Key = String;

/// One viewer's table at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Scene {
    /// Where things lie; shared zones in reading order, then those that belong to seats.
    pub zones: Vec<Zone>,
    /// One for each seat, in order.
    pub players: Vec<Player>,
    /// What is asked of the viewer, or what everybody waits for.
    pub prompt: Prompt,
    /// Something everybody should notice now ("The wild symbol is switched off").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub banner: Option<String>,
}

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

/// A place for pieces, or for cells that hold pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Zone {
    /// `zone:…`
    pub key: Key,
    /// What people call it.
    pub label: String,
    /// How its pieces lie.
    pub kind: ZoneKind,
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
            key: ["zone:", key].concat(),
            label: label.into(),
            kind,
            owner: None,
            unit: 1,
            cells: vec![],
            pieces: vec![],
            count: None,
        }
    }

    /// The zone as this seat's.
    #[must_use]
    pub fn owned_by(self, seat: Seat) -> Zone {
        Zone { owner: Some(seat), ..self }
    }

    /// The zone with so many pieces, most of them not listed.
    #[must_use]
    pub fn counting(self, count: impl TryInto<u32>) -> Zone {
        Zone { count: count.try_into().ok(), ..self }
    }

    /// The zone with coordinates this fine.
    #[must_use]
    pub fn with_unit(self, unit: u16) -> Zone {
        Zone { unit, ..self }
    }

    /// How many of its pieces show their face.
    fn open_pieces(&self) -> usize {
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
    /// In which direction several pieces in it line up.
    #[serde(default)]
    pub grow: Grow,
    /// Signs on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

impl Cell {
    /// A cell one step wide and high; the key is `cell:` and the label.
    pub fn new(label: impl Into<String>, x: i16, y: i16, ground: Ground) -> Cell {
        let label = label.into();
        Cell {
            key: ["cell:", &label].concat(),
            label,
            x,
            y,
            size: (1, 1),
            ground,
            grow: Grow::Heap,
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

    /// The cell with its pieces lined up this way.
    #[must_use]
    pub fn growing(self, grow: Grow) -> Cell {
        Cell { grow, ..self }
    }

    /// The cell with a sign on it.
    #[must_use]
    pub fn marked(mut self, mark: Mark) -> Cell {
        self.marks.push(mark);
        self
    }
}

/// What a cell looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Bare table, only outlined.
    Bare,
    /// A tile lying face up.
    Tile(Symbol),
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
    /// Out of play, used up.
    Dim,
    /// A few words of its own.
    Note(String),
}

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
    /// The key of the zone or cell it comes from, if its key was not on the table before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub from: Option<Key>,
}

impl Piece {
    /// A piece under this key; its label says what its figure is.
    pub fn new(key: impl Into<Key>, figure: Figure) -> Piece {
        Piece {
            key: key.into(),
            label: figure.name(),
            figure,
            cell: None,
            at: None,
            owner: None,
            turned: None,
            askew: false,
            marks: vec![],
            from: None,
        }
    }

    /// An open card under its number.
    pub fn card(card: boxwood_kit::Card) -> Piece {
        Piece::new(format!("card:{}", card.number()), Figure::Card(card.number()))
    }

    /// The piece in the cell of this label.
    #[must_use]
    pub fn in_cell(self, label: impl std::fmt::Display) -> Piece {
        Piece { cell: Some(format!("cell:{label}")), ..self }
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
    pub fn coming_from(self, key: impl Into<Key>) -> Piece {
        Piece { from: Some(key.into()), ..self }
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
    /// A tile showing its back.
    TileBack,
    /// A cube.
    Cube(Colour),
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
    /// Something that is only a sign: a choice already made, a stand-in, a token.
    Token(String),
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
            Figure::TileBack => "face-down tile".into(),
            Figure::Cube(colour) => [colour.name(), " cube"].concat(),
            Figure::Meeple(colour) => [colour.name(), " meeple"].concat(),
            Figure::Die { value, .. } => format!("die showing {value}"),
            Figure::Bag => "bag".into(),
            Figure::Rune { role, .. } => role.clone(),
            Figure::Token(text) => text.clone(),
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
            Figure::TileBack => "#".into(),
            Figure::Cube(colour) => colour.letter().to_string(),
            Figure::Meeple(colour) => format!("m{}", colour.letter()),
            Figure::Die { value, .. } => format!("[{value}]"),
            Figure::Bag => "bag".into(),
            Figure::Rune { role, .. } => role.chars().take(10).collect(),
            Figure::Token(text) => text.chars().take(10).collect(),
        }
    }
}

/// What everybody sees of one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Player {
    /// Which seat.
    pub seat: Seat,
    /// Whether it may decide something now.
    pub active: bool,
    /// Whether it has left the game for good.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub out: bool,
    /// The score, where the game counts one while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub score: Option<i32>,
    /// The piece the seat is known by, usually a cube in its colour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub badge: Option<Figure>,
    /// Whatever else is worth knowing, in the game's own words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
}

impl Player {
    /// A seat of which only this is known.
    pub fn new(seat: Seat, active: bool) -> Player {
        Player { seat, active, out: false, score: None, badge: None, facts: vec![] }
    }

    /// The player with this score.
    #[must_use]
    pub fn scoring(self, score: impl Into<i32>) -> Player {
        Player { score: Some(score.into()), ..self }
    }

    /// The player with this badge.
    #[must_use]
    pub fn wearing(self, badge: Figure) -> Player {
        Player { badge: Some(badge), ..self }
    }

    /// The player with one more fact.
    #[must_use]
    pub fn with(mut self, label: &str, value: impl ToString) -> Player {
        self.facts.push(Fact { label: label.into(), value: value.to_string() });
        self
    }
}

/// Something worth knowing: `lives: 4`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Fact {
    /// What it is.
    pub label: String,
    /// How much, or which.
    pub value: String,
}

/// What is asked, and what it may be answered with besides touching pieces and cells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Prompt {
    /// One or two sentences.
    pub text: String,
    /// The buttons, steppers, chips and pads below it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub controls: Vec<Control>,
}

impl Prompt {
    /// A prompt without controls.
    pub fn new(text: impl Into<String>) -> Prompt {
        Prompt { text: text.into(), controls: vec![] }
    }

    /// The prompt with one more control.
    #[must_use]
    pub fn with(mut self, control: Control) -> Prompt {
        self.controls.push(control);
        self
    }
}

/// A way to say something that is no piece and no cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Control {
    /// One press: `button:stay`.
    Button {
        /// `button:…`
        key: Key,
        /// A verb with its object.
        label: String,
        /// How much it weighs.
        tone: Tone,
    },
    /// A whole number: `number:5`.
    Number {
        /// What is counted.
        label: String,
        /// The smallest.
        min: i32,
        /// The largest.
        max: i32,
    },
    /// One of these symbols: `symbol:wheel`.
    Symbols(Vec<Symbol>),
    /// One of these colours: `colour:red`.
    Colours(Vec<Colour>),
    /// One of these: the keys are the game's own.
    Choices {
        /// What is chosen.
        label: String,
        /// Among what.
        choices: Vec<Choice>,
    },
    /// A point on a plane or above a piece: `aim:12,-7`.
    Aim {
        /// What is aimed at.
        label: String,
        /// The smallest and largest first coordinate.
        x: (i32, i32),
        /// The smallest and largest second coordinate.
        y: (i32, i32),
    },
    /// A sentence put together phrase by phrase: `phrase:…`, `phrase:…`, …
    ///
    /// Each phrase may have gaps, which are filled from the left, each from the list of its name.
    Phrases {
        /// What is said.
        label: String,
        /// The name of the list that the first phrase is from.
        start: String,
        /// The lists.
        lists: BTreeMap<String, Vec<Phrase>>,
    },
    /// Free words: `text:…`
    Text {
        /// What is written.
        label: String,
        /// The most characters.
        longest: u16,
    },
}

/// How much a button weighs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// One of several equals.
    #[default]
    Plain,
    /// What most people will want.
    Main,
    /// A cry, a challenge, something that cannot be taken back.
    Bold,
}

/// One of several named choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Choice {
    /// What touching it means.
    pub key: Key,
    /// What it says.
    pub label: String,
}

/// A phrase with gaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Phrase {
    /// `phrase:…`
    pub key: Key,
    /// What it says, each gap written `_`.
    pub text: String,
    /// For each gap the name of the list that fills it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<String>,
}

impl Control {
    /// A button; the key is completed to `button:…`.
    pub fn button(key: &str, label: impl Into<String>, tone: Tone) -> Control {
        Control::Button { key: format!("button:{key}"), label: label.into(), tone }
    }

    /// Whether touching this key is something the control allows.
    fn allows(&self, key: &str) -> bool {
        let (kind, value) = key.split_once(':').unwrap_or((key, ""));
        match self {
            Control::Button { key: own, .. } => own == key,
            Control::Number { min, max, .. } => {
                kind == "number" && value.parse().is_ok_and(|number| (*min..=*max).contains(&number))
            }
            Control::Symbols(symbols) => {
                kind == "symbol" && value.parse().is_ok_and(|symbol| symbols.contains(&symbol))
            }
            Control::Colours(colours) => {
                kind == "colour" && value.parse().is_ok_and(|colour| colours.contains(&colour))
            }
            Control::Choices { choices, .. } => choices.iter().any(|choice| choice.key == key),
            Control::Aim { x, y, .. } => {
                kind == "aim"
                    && value.split_once(',').is_some_and(|(first, second)| {
                        first.parse().is_ok_and(|first| (x.0..=x.1).contains(&first))
                            && second.parse().is_ok_and(|second| (y.0..=y.1).contains(&second))
                    })
            }
            Control::Phrases { lists, .. } => {
                lists.values().flatten().any(|phrase: &Phrase| phrase.key == key)
            }
            Control::Text { longest, .. } => kind == "text" && value.chars().count() <= usize::from(*longest),
        }
    }
}

/// Something a person may choose now: what to touch, in order, and what to call it.
///
/// A client narrows the offers touch by touch until one is left, or shows the labels as a list;
/// dragging from the first to the last is the same choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Offer {
    /// A short verb phrase: "Take 3 from heap 2".
    pub label: String,
    /// The keys to touch; never empty.
    pub path: Vec<Key>,
}

impl Offer {
    /// An offer of one or more touches.
    pub fn new<K: Into<Key>>(label: impl Into<String>, path: impl IntoIterator<Item = K>) -> Offer {
        Offer { label: label.into(), path: path.into_iter().map(Into::into).collect() }
    }
}

impl Scene {
    /// The zone of this name (without `zone:`).
    pub fn zone(&self, name: &str) -> Option<&Zone> {
        self.zones.iter().find(|zone| zone.key.strip_prefix("zone:") == Some(name))
    }

    /// The scene with every zone as the one of these viewers sees it who sees the most of it.
    #[must_use]
    pub fn opened_by(mut self, others: impl IntoIterator<Item = Scene>) -> Scene {
        for other in others {
            for seen in other.zones {
                match self.zones.iter_mut().find(|zone| zone.key == seen.key) {
                    Some(zone) if zone.open_pieces() < seen.open_pieces() => *zone = seen,
                    Some(_) => {}
                    None => self.zones.push(seen),
                }
            }
        }
        // A card on its way may lie in one zone for its owner and still in another for the rest.
        let mut keys = BTreeSet::new();
        for zone in &mut self.zones {
            zone.pieces.retain(|piece| keys.insert(piece.key.clone()));
        }
        self
    }

    /// Whether the scene has something to touch under this key.
    pub fn has(&self, key: &str) -> bool {
        self.zones.iter().any(|zone| {
            zone.key == key
                || zone.cells.iter().any(|cell| cell.key == key)
                || zone.pieces.iter().any(|piece| piece.key == key)
        }) || self.prompt.controls.iter().any(|control| control.allows(key))
    }

    /// Whether there is a zone or cell under this key.
    fn has_place(&self, key: &str) -> bool {
        self.zones.iter().any(|zone| zone.key == key || zone.cells.iter().any(|cell| cell.key == key))
    }

    /// What is wrong with the scene, if anything: keys that are not unique or not of their kind,
    /// pieces in cells that do not exist, players that are not one for each seat.
    pub fn flaws(&self) -> Vec<String> {
        let mut flaws = vec![];
        let mut keys = BTreeSet::new();
        let mut unique = |key: &Key, kind: Option<&str>, flaws: &mut Vec<String>| {
            if !keys.insert(key.clone()) {
                flaws.push(format!("two things are called {key}"));
            }
            match key.split_once(':') {
                Some((found, rest)) if !rest.is_empty() && kind.is_none_or(|kind| kind == found) => {}
                _ => flaws.push(format!("{key} is not the name of a {}", kind.unwrap_or("piece"))),
            }
        };
        for zone in &self.zones {
            unique(&zone.key, Some("zone"), &mut flaws);
            for cell in &zone.cells {
                unique(&cell.key, Some("cell"), &mut flaws);
                if cell.size.0 <= 0 || cell.size.1 <= 0 {
                    flaws.push(format!("{} has no area", cell.key));
                }
            }
            for piece in &zone.pieces {
                unique(&piece.key, None, &mut flaws);
            }
        }
        for control in &self.prompt.controls {
            match control {
                Control::Button { key, .. } => unique(key, Some("button"), &mut flaws),
                Control::Choices { choices, .. } => {
                    choices.iter().for_each(|choice| unique(&choice.key, None, &mut flaws));
                }
                _ => {}
            }
        }
        for zone in &self.zones {
            for piece in &zone.pieces {
                let cell_is_there = match (&piece.cell, zone.kind) {
                    (Some(cell), _) => zone.cells.iter().any(|own| own.key == *cell),
                    (None, ZoneKind::Board | ZoneKind::Track) => false,
                    (None, _) => true,
                };
                if !cell_is_there {
                    flaws.push(format!("{} stands in no cell of {}", piece.key, zone.key));
                }
                if (zone.kind == ZoneKind::Plane) != piece.at.is_some() {
                    flaws.push(format!("{} has coordinates exactly if it is on a plane", piece.key));
                }
                if piece.from.as_ref().is_some_and(|from| !self.has_place(from)) {
                    flaws.push(format!("{} comes from no place of the scene", piece.key));
                }
            }
        }
        if self.players.iter().enumerate().any(|(number, player)| player.seat.index() != number) {
            flaws.push("the players are not one for each seat in order".into());
        }
        if self.prompt.text.is_empty() {
            flaws.push("the prompt says nothing".into());
        }
        flaws
    }

    /// Fills in the names of people, for the eyes of one reader.
    #[must_use]
    pub fn named(mut self, names: &crate::Names) -> Scene {
        let fill = |text: &mut String| {
            if text.contains('{') {
                *text = crate::render(text, names);
            }
        };
        fill(&mut self.prompt.text);
        self.banner.iter_mut().for_each(fill);
        for control in &mut self.prompt.controls {
            match control {
                Control::Button { label, .. }
                | Control::Number { label, .. }
                | Control::Aim { label, .. }
                | Control::Phrases { label, .. }
                | Control::Text { label, .. } => fill(label),
                Control::Choices { label, choices } => {
                    fill(label);
                    choices.iter_mut().for_each(|choice| fill(&mut choice.label));
                }
                Control::Symbols(_) | Control::Colours(_) => {}
            }
        }
        for player in &mut self.players {
            player.facts.iter_mut().for_each(|fact| fill(&mut fact.value));
        }
        for zone in &mut self.zones {
            fill(&mut zone.label);
            for cell in &mut zone.cells {
                fill(&mut cell.label);
                fill_marks(&mut cell.marks, fill);
            }
            for piece in &mut zone.pieces {
                fill(&mut piece.label);
                fill_marks(&mut piece.marks, fill);
            }
        }
        self
    }
}

fn fill_marks(marks: &mut [Mark], fill: impl Fn(&mut String)) {
    for mark in marks {
        if let Mark::Note(note) = mark {
            fill(note);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Scene {
        let zone = Zone::new(ZoneKind::Board, "board", "Board")
            .with_cells([Cell::new("a1", 0, 0, Ground::Bare)])
            .with_pieces([Piece::new("cube:1", Figure::Cube(Colour::Red)).in_cell("a1")]);
        Scene { zones: vec![zone], prompt: Prompt::new("Place a cube."), ..Scene::default() }
    }

    #[test]
    fn a_sound_scene_has_no_flaws() {
        assert_eq!(board().flaws(), Vec::<String>::new());
    }

    #[test]
    fn every_kind_of_flaw_is_found() {
        type Damage = fn(&mut Scene);
        let damages: [(&str, Damage); 6] = [
            ("stands in no cell", |scene| scene.zones[0].pieces[0].cell = None),
            ("stands in no cell", |scene| scene.zones[0].cells.clear()),
            ("two things are called", |scene| {
                scene.zones[0].pieces = vec![scene.zones[0].pieces[0].clone(); 2]
            }),
            ("is not the name of a zone", |scene| scene.zones[0].key = "board".into()),
            ("comes from no place", |scene| scene.zones[0].pieces[0].from = Some("zone:bag".into())),
            ("the prompt says nothing", |scene| scene.prompt.text.clear()),
        ];
        for (expected, damage) in damages {
            let mut scene = board();
            damage(&mut scene);
            assert!(
                scene.flaws().iter().any(|flaw| flaw.contains(expected)),
                "{expected}: {:?}",
                scene.flaws()
            );
        }
    }

    #[test]
    fn controls_allow_what_they_show_and_nothing_else() {
        let phrases = BTreeMap::from([(
            "rule".to_string(),
            vec![Phrase { key: "phrase:red".into(), text: "the card is red".into(), gaps: vec![] }],
        )]);
        for (control, yes, no) in [
            (Control::button("stay", "Stay", Tone::Main), "button:stay", "button:run"),
            (Control::Number { label: "Bid".into(), min: 2, max: 5 }, "number:5", "number:6"),
            (Control::Symbols(vec![Symbol::Wheel]), "symbol:wheel", "symbol:drop"),
            (Control::Colours(vec![Colour::Red]), "colour:red", "colour:blue"),
            (Control::Aim { label: "Aim".into(), x: (-40, 40), y: (-40, 40) }, "aim:12,-7", "aim:12,41"),
            (
                Control::Phrases { label: "Rule".into(), start: "rule".into(), lists: phrases },
                "phrase:red",
                "phrase:x",
            ),
            (Control::Text { label: "Say".into(), longest: 3 }, "text:abc", "text:abcd"),
        ] {
            assert!(control.allows(yes) && !control.allows(no), "{control:?}");
        }
    }

    #[test]
    fn names_are_filled_in_everywhere() {
        let mut scene = board();
        scene.zones[0].label = "{0:'s} board".into();
        scene.zones[0].pieces[0].marks.push(Mark::Note("{0}".into()));
        scene.prompt.text = "{0:move}".into();
        let names = ["Anna".to_string()];
        let named = scene.named(&crate::Names { names: &names, reader: None });
        assert_eq!(named.zones[0].label, "Anna's board");
        assert_eq!(named.zones[0].pieces[0].marks, [Mark::Note("Anna".into())]);
        assert_eq!(named.prompt.text, "Anna moves");
    }
}

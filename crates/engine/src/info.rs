//! What is known about a game without playing it.

use boxwood_scene::Theme;
use serde::Serialize;
use ts_rs::TS;

/// The book a game is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Book {
    /// The Green Box of Games, base book.
    GreenBox,
    /// The Green Box contest of 2018.
    #[serde(rename = "contest-2018")]
    Contest2018,
    /// The Green Box contest of 2019, "Contest X".
    ContestX,
    /// The Deck.
    TheDeck,
}

impl Book {
    /// What the book is called.
    pub const fn title(self) -> &'static str {
        match self {
            Book::GreenBox => "Green Box of Games",
            Book::Contest2018 => "Green Box contest 2018",
            Book::ContestX => "Green Box Contest X (2019)",
            Book::TheDeck => "The Deck",
        }
    }
}

/// What a gallery says about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct GameInfo {
    /// The name in links and commands: `lantern-row`.
    pub id: &'static str,
    /// The name for people: `Lantern Row`.
    pub title: &'static str,
    /// What it is about, in one sentence.
    pub pitch: &'static str,
    /// The book it is from.
    pub book: Book,
    /// Who designed it, by name; empty where the book names nobody.
    pub designers: &'static [&'static str],
    /// Where it comes from otherwise: "traditional", "inspired by …"; may be empty.
    pub origin: &'static str,
    /// The fewest and the most seats.
    pub seats: (usize, usize),
    /// The number of seats at which it is best.
    pub best: usize,
    /// The options with which a quick game against bots is most fun, where they are not the usual ones.
    pub quick: &'static [(&'static str, &'static str)],
    /// The shortest and the longest usual playing time.
    pub minutes: (usize, usize),
    /// From 1, explained in a minute, to 5, a whole evening.
    pub complexity: u8,
    /// Kinds it belongs to: `bluffing`, `dice`, `solo`.
    pub tags: &'static [&'static str],
    /// The world that its table belongs to.
    pub theme: Theme,
    /// The version of the rules as they are played here. Goes up with every change of them.
    pub rules: u16,
    /// The oldest version whose stored matches replay here to the same states. A change that only
    /// allows more, or says things in other words, leaves it; any other one makes it equal to `rules`.
    pub replays_since: u16,
    /// How to play, in Markdown.
    #[serde(skip)]
    pub guide: &'static str,
    /// A first game, move by move: a [`Lesson`](crate::Lesson) as JSON.
    #[serde(skip)]
    pub lesson: &'static str,
    /// Its pictures.
    #[serde(skip)]
    pub art: Art,
}

/// The pictures of a game, from the folder `art` beside its sources: plain SVG that may take the colours of
/// the theme (`var(--near)`) and place our own pieces (`<use href="#cube-red">`). docs/add-a-game.md has the
/// format, and a law checks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Art {
    /// For galleries and invitations: one idea, 330 wide and 165 high.
    pub cover: &'static str,
    /// The same as a JPEG of 660 × 330, for the previews of links; `cargo xtask covers` takes it.
    pub preview: &'static [u8],
    /// What its table looks like, if it has a world of its own.
    pub stage: Option<Stage>,
}

/// The table of a game as a drawing with named places at which its zones lie: `<rect data-place="zone:row">`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// For desktops, and phones held sideways.
    pub wide: &'static str,
    /// For phones held upright.
    pub tall: &'static str,
}

impl Art {
    /// A cover and its preview.
    pub const fn new(cover: &'static str, preview: &'static [u8]) -> Art {
        Art { cover, preview, stage: None }
    }

    /// The same with a table of its own.
    #[must_use]
    pub const fn on_stage(self, wide: &'static str, tall: &'static str) -> Art {
        Art { stage: Some(Stage { wide, tall }), ..self }
    }

    /// The file of this name: what it is, and what is in it.
    pub fn file(&self, name: &str) -> Option<(&'static str, &'static [u8])> {
        let drawing = |svg: &'static str| ("image/svg+xml", svg.as_bytes());
        match name {
            "cover.svg" => Some(drawing(self.cover)),
            "cover.jpg" => Some(("image/jpeg", self.preview)),
            "wide.svg" => self.stage.map(|stage| drawing(stage.wide)),
            "tall.svg" => self.stage.map(|stage| drawing(stage.tall)),
            _ => None,
        }
    }
}

impl GameInfo {
    /// Whether matches that were begun under this version of the rules replay here to the same states.
    pub const fn replays(&self, rules: u16) -> bool {
        self.replays_since <= rules && rules <= self.rules
    }

    /// "2 players" or "2–8 players".
    pub fn players(&self) -> String {
        match self.seats {
            (1, 1) => "1 player".into(),
            (low, high) if low == high => format!("{low} players"),
            (low, high) => format!("{low}–{high} players"),
        }
    }

    /// "15 min" or "20–40 min".
    pub fn time(&self) -> String {
        match self.minutes {
            (low, high) if low == high => format!("{low} min"),
            (low, high) => format!("{low}–{high} min"),
        }
    }

    /// Who is to be thanked for it, in one line.
    pub fn credit(&self) -> String {
        match (self.designers, self.origin) {
            ([], "") => "designer not named in the book".into(),
            ([], origin) => origin.into(),
            (designers, "") => designers.join(", "),
            (designers, origin) => format!("{} ({origin})", designers.join(", ")),
        }
    }
}

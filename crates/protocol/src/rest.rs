//! What goes over HTTP.

use boxwood_engine::{GameInfo, Level, OptionSpec, Outcome, Record};
use boxwood_scene::{Key, Scene, SeatSet};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::State;

/// Somebody who plays here. There are no accounts: the holder of a key to a person is that person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Me {
    /// The same on every device.
    pub id: String,
    /// What others read.
    pub name: String,
}

/// Who somebody wants to be: a new person, or a new name for the one they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMe {
    /// One to 24 characters.
    pub name: String,
}

/// A link that makes another device the same person, once, within ten minutes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Link {
    /// The code in it.
    pub code: String,
    /// Where to open it.
    pub url: String,
}

/// A key with which a program acts for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What it is for, one to 40 characters.
    pub label: String,
}

/// A key of a person: a device or a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Token {
    /// Names the key without being it.
    pub id: String,
    /// What it is for.
    pub label: String,
    /// Whether it is a program's, not a device's.
    pub program: bool,
    /// When it was made, in milliseconds since 1970.
    #[ts(type = "number")]
    pub made_at: i64,
    /// The key itself, told once when it is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub token: Option<String>,
}

/// A game and what can be chosen before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct GameCard {
    /// What a gallery says about it: `id`, `title`, `pitch`, `book`, `designers`, `origin`, `seats`,
    /// `minutes`, `complexity`, `tags`, `rules`.
    #[serde(flatten)]
    #[schema(value_type = Object)]
    pub info: GameInfo,
    /// Everything a form needs to ask for its options.
    #[schema(value_type = Vec<Object>)]
    pub options: Vec<OptionSpec>,
    /// Whether its table is drawn: its pictures then are `wide.svg` and `tall.svg` too.
    pub stage: bool,
}

/// How to play a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Guide {
    /// The game.
    #[serde(flatten)]
    pub game: GameCard,
    /// How to play, in Markdown.
    pub guide: String,
}

/// A first game, move by move. It plays the same for everybody, and nothing of it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct Lesson {
    /// What the players are called; the learner is "you".
    pub names: Vec<String>,
    /// The seat of whoever learns.
    pub learner: usize,
    /// What happens, first to last.
    pub steps: Vec<LessonStep>,
}

/// A step of a lesson.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct LessonStep {
    /// What to look at.
    #[schema(value_type = Vec<String>)]
    pub look: Vec<Key>,
    /// Whether it waits until the learner has done the one thing that is offered; otherwise the next step
    /// follows by itself.
    pub waits: bool,
    /// The table, with what the learner is told as its prompt. Only what the learner is to do is offered;
    /// to have read something is an offer whose action is `null`.
    #[schema(value_type = Object)]
    pub state: State,
}

/// A position that the guide of a game shows.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct Diagram {
    /// What to look at.
    #[schema(value_type = Vec<String>)]
    pub look: Vec<Key>,
    /// What has been touched, where the state has offers to show what can be touched next.
    #[schema(value_type = Vec<String>)]
    pub touched: Vec<Key>,
    /// The table, with no more zones than the diagram is about.
    #[schema(value_type = Object)]
    pub state: State,
}

/// How fast a table plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Everybody is there; the clocks of the rules run.
    #[default]
    Live,
    /// Days may pass between moves; no clock runs, and a window closes when everybody has said so.
    Mail,
}

/// What a table is to play and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The game's id.
    pub game: String,
    /// The options that differ from the default.
    #[serde(default)]
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub options: Map<String, Value>,
    /// Whether the lobby shows the table to everybody.
    #[serde(default)]
    pub listed: bool,
    /// How fast it plays.
    #[serde(default)]
    pub pace: Pace,
    /// How long a seat may think, in seconds; after that the plainest legal action is done for it.
    /// At most an hour live, at least an hour and at most 30 days by mail; unlimited if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub limit_s: Option<u32>,
}

/// What a table is to play from now on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSettings {
    /// What and how.
    pub settings: Settings,
    /// At how many seats.
    pub seats: usize,
}

/// A table to be opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game's id.
    pub game: String,
    /// The options that differ from the default.
    #[serde(default)]
    #[ts(optional, type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub options: Map<String, Value>,
    /// Whether the lobby shows the table to everybody.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub listed: bool,
    /// How fast it plays.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub pace: Pace,
    /// How long a seat may think, in seconds; unlimited if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub limit_s: Option<u32>,
    /// Who is to sit where; one entry for each seat.
    pub seats: Vec<SeatPlan>,
    /// Whether to begin at once; every seat must be taken then.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub start: bool,
    /// A word of one's own that goes into the shuffle (see `Fairness`); a random one if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub luck: Option<String>,
}

impl NewTable {
    /// What it is to play and how.
    pub fn settings(&self) -> Settings {
        Settings {
            game: self.game.clone(),
            options: self.options.clone(),
            listed: self.listed,
            pace: self.pace,
            limit_s: self.limit_s,
        }
    }
}

/// Who is to sit at a seat of a new table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatPlan {
    /// The person who opens the table.
    Me,
    /// Somebody else on the same device, under this name.
    Guest(String),
    /// A bot: `random`, `easy`, `medium` or `strong`.
    #[schema(value_type = String)]
    Bot(Level),
    /// Free for the first who comes.
    Free,
}

/// What to do with a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatChange {
    /// Take a free seat; in a running game, one that somebody has left.
    Sit {
        /// The name at this table, where it is not the person's: a guest on the same device.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        name: Option<String>,
        /// A word of one's own that goes into the shuffle.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        luck: Option<String>,
    },
    /// Give the seat up; in a running game a bot goes on. Before the start, the host may free any seat.
    Stand,
    /// Let a bot play for a while.
    Lend {
        /// How hard it thinks: `random`, `easy`, `medium` or `strong`.
        #[schema(value_type = String)]
        level: Level,
    },
    /// Play oneself again.
    TakeBack,
    /// Send away whoever sits there (the host); in a running game a bot goes on.
    Remove {
        /// Whether they may neither come back to a seat nor speak at this table.
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        ban: bool,
    },
    /// Put a bot on a free seat (the host, before the start).
    Bot {
        /// How hard it thinks: `random`, `easy`, `medium` or `strong`.
        #[schema(value_type = String)]
        level: Level,
    },
}

/// Somebody who is to stay silent at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBan {
    /// The `speaker` of a line of theirs.
    pub speaker: usize,
}

/// At which point a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// People sit down.
    Waiting,
    /// The game runs.
    Running,
    /// The game is over.
    Over,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableCard {
    /// The unguessable name in its link.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// At which point it is.
    pub stage: Stage,
    /// How fast it plays.
    pub pace: Pace,
    /// Who sits where; absent names are free seats.
    pub seats: Vec<Option<String>>,
    /// When something last happened, in milliseconds since 1970.
    #[ts(type = "number")]
    pub updated_at: i64,
}

/// A table of one's own in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct MyTable {
    /// The table.
    #[serde(flatten)]
    pub table: TableCard,
    /// Whether it waits for the reader.
    pub your_turn: bool,
    /// What those are called who may decide now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub deciding: Vec<String>,
    /// Why it cannot go on, if it cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub trouble: Option<String>,
}

/// The lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Lobby {
    /// Listed tables, the newest first.
    pub open: Vec<TableCard>,
    /// The reader's own, those that run first.
    pub mine: Vec<MyTable>,
}

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatInfo {
    /// What to call the seat; empty if it is free.
    pub name: String,
    /// The bot that plays here now: `random`, `easy`, `medium` or `strong`.
    #[schema(value_type = Option<String>)]
    pub bot: Option<Level>,
    /// What people would say about that bot, to follow its name; for bots with a seat of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub style: Option<String>,
    /// Whether the seat belongs to a person, even if a bot plays for a while.
    pub person: bool,
    /// Whether that person is connected.
    pub here: bool,
    /// Whether that person is the reader.
    pub yours: bool,
    /// Whether somebody has left it in the middle of the game, so that others may sit down there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left: bool,
    /// The first seat of the same person, if this is another one of theirs: somebody plays here on the same device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub guest_of: Option<usize>,
    /// Whether that person is the host, who invites the others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub host: bool,
}

/// A table, as its reader may know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Table {
    /// The unguessable name in its link.
    pub id: String,
    /// The game's title.
    pub title: String,
    /// What it plays and how.
    pub settings: Settings,
    /// At which point it is.
    pub stage: Stage,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// Whether the reader is its host.
    pub host: bool,
    /// How many look on.
    pub watchers: u32,
    /// The number of the last thing that happened.
    #[ts(type = "number")]
    pub number: u64,
    /// What binds the server to the shuffle.
    pub fairness: Fairness,
    /// What the table is being asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub question: Option<Question>,
    /// The table of the rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<String>,
    /// Why it can neither go on nor be shown, if it cannot: it was begun under other rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub trouble: Option<String>,
}

/// How everybody can be sure that nobody touched the shuffle.
///
/// The server chooses a secret and publishes its SHA-256 as the commitment before anybody sits down.
/// Everybody who sits down adds a word. The seed is the SHA-256 of the secret and all the words, each word
/// behind a zero byte, in the order of the seats. At the end the secret is told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Fairness {
    /// SHA-256 of the secret, in hexadecimal digits.
    pub commitment: String,
    /// The words, one for each seat.
    pub luck: Vec<String>,
    /// The secret, 43 letters and digits, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub secret: Option<String>,
}

/// Something the others at the table have to agree to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Question {
    /// Names it in answers: the number of the event that asked it.
    #[ts(type = "number")]
    pub id: u64,
    /// Who asks.
    pub by: usize,
    /// What for.
    pub wish: Wish,
    /// The seats that have not answered.
    #[ts(type = "Array<number>")]
    #[schema(value_type = Vec<usize>)]
    pub waiting: SeatSet,
    /// What somebody from outside is called who asks to sit down; `by` is the seat they would take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub guest: Option<String>,
}

/// What can be asked of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Wish {
    /// To take back the asker's last action and whatever came after it.
    Undo,
    /// To play at another pace.
    Pace {
        /// Which.
        pace: Pace,
        /// How long a seat may think, in seconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        limit_s: Option<u32>,
    },
    /// To play again, at a new table.
    Rematch,
    /// To go on at a seat that somebody has left: asked by taking the seat.
    Sit,
    /// To let a bot play for somebody who has been away for too long, until they are back.
    Substitute {
        /// For whom.
        seat: usize,
    },
}

/// From where a table is looked at again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Eye {
    /// Like a spectator.
    Spectator,
    /// With everything open that anybody knew.
    Open,
    /// From this seat: what it knew then.
    #[serde(untagged)]
    Seat(usize),
}

/// Some steps of a game, as one viewer saw them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Review {
    /// From where: `"spectator"`, `"open"`, or the number of a seat.
    #[schema(value_type = Value)]
    pub eye: Eye,
    /// How many steps there are; step 0 is the set-up table.
    pub last: usize,
    /// The steps asked for.
    pub steps: Vec<Step>,
}

/// A table after so many inputs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Step {
    /// After how many.
    pub step: usize,
    /// The seat whose action led here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub by: Option<usize>,
    /// What was said about it.
    pub said: Vec<String>,
    /// How the table looked.
    #[schema(value_type = Object)]
    pub scene: Scene,
    /// The outcome, at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(value_type = Object)]
    pub outcome: Option<Outcome>,
}

/// Everything about a finished game: it can be replayed, and the shuffle verified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TableRecord {
    /// The table's id.
    pub table: String,
    /// What the seats were called.
    pub names: Vec<String>,
    /// When it began and ended, in milliseconds since 1970.
    #[ts(type = "[number, number]")]
    pub played: (i64, i64),
    /// What bound the server to the shuffle, with the secret.
    pub fairness: Fairness,
    /// The match.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub record: Record,
    /// How it ended; absent if its people gave it up, because it could not go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(value_type = Object)]
    pub outcome: Option<Outcome>,
}

/// How the server is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Health {
    /// Whether everything is well.
    pub well: bool,
    /// What is not, or soon will not be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub trouble: Option<String>,
    /// The program's version.
    pub version: String,
    /// How long it has been running, in seconds.
    #[ts(type = "number")]
    pub up_s: u64,
    /// How many tables are in memory.
    pub tables: usize,
    /// How many sockets are open.
    pub sockets: usize,
}

//! A table: the sum of what happened at it, and what may happen next. No clock, no network, no storage.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};

use boxwood_bots::Level;
use boxwood_engine::{AnyGame, AnyMatch, Input, OptionSpec, Outcome, Seat, SeatSet, Values, Viewer};
use boxwood_protocol::{
    Chat, Code, Fairness, Pace, Question, Refusal, SeatChange, SeatInfo, Settings, Stage, State, TableCard,
    TableRecord, Wish,
};
use boxwood_scene::Names;
use boxwood_store::{Person, PersonId, Summary, TableId};
use serde_json::{Map, Value};

use crate::event::Event;
use crate::projection::{Around, project};
use crate::refuse::{engine, no};
use crate::{names, secrets};

mod future;
mod past;
mod present;
#[cfg(test)]
mod tests;

/// How many lines of chat a newcomer is shown.
const CHAT: usize = 100;
/// How far back an action may have been overtaken; whoever has not looked for longer looks again.
const HISTORY: usize = 64;
/// Who goes on when somebody leaves a running game.
const SUBSTITUTE: Level = Level::Medium;

/// A table.
pub struct Table {
    pub id: TableId,
    pub host: PersonId,
    pub settings: Settings,
    pub game: &'static dyn AnyGame,
    pub chairs: Vec<Chair>,
    /// The match, once it has begun.
    pub play: Option<Box<dyn AnyMatch>>,
    /// The number of the last event.
    pub number: u64,
    pub question: Option<Question>,
    pub chat: VecDeque<Line>,
    /// How many lines of chat there ever were.
    pub lines: u64,
    pub next: Option<TableId>,
    /// When the match last changed.
    pub moved_at: i64,
    secret: String,
    began_at: i64,
    /// Who has said `enough` in the window of this id.
    enough: (u32, SeatSet),
    /// The last versions of the match and the events from which on they were seen, oldest first.
    history: VecDeque<(u64, usize)>,
}

/// A place at the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chair {
    /// Whose it is.
    pub person: Option<PersonId>,
    /// What whoever sits there is called; empty if the chair is free.
    pub name: String,
    /// The sitter's word for the shuffle.
    pub luck: String,
    /// The bot that plays here.
    pub bot: Option<Level>,
    /// Whether somebody has left it in the middle of the game, so that others may go on.
    pub left: bool,
}

impl Chair {
    fn is_free(&self) -> bool {
        self.person.is_none() && self.bot.is_none()
    }

    /// The person who plays here themselves.
    pub fn player(&self) -> Option<&PersonId> {
        self.person.as_ref().filter(|_| self.bot.is_none())
    }
}

/// A line of chat, as the table keeps it.
#[derive(Clone, Debug)]
pub struct Line {
    chat: Chat,
    /// Whom the table speaks of, and what it says to them.
    to: Option<Address>,
}

/// The words for the one whom a line is about.
#[derive(Clone, Debug)]
struct Address {
    person: PersonId,
    name: String,
    text: String,
}

impl Line {
    /// The line as somebody reads it: oneself is "you".
    pub fn read_by(&self, reader: Option<&Person>) -> Chat {
        // A guest on somebody's device is spoken of by name; so is who took another name since.
        let is_reader =
            |to: &&Address| reader.is_some_and(|reader| reader.id == to.person && reader.name == to.name);
        match self.to.as_ref().filter(is_reader) {
            Some(to) => Chat { text: to.text.clone(), ..self.chat.clone() },
            None => self.chat.clone(),
        }
    }
}

/// What a sender wants done at a seat.
#[derive(Clone, Debug)]
pub enum Deed {
    /// This action.
    Action(Value),
    /// Whatever touching these means.
    Path(Vec<boxwood_scene::Key>),
}

/// Events, and what is to be done beside the table once they are stored.
#[derive(Debug, Default)]
pub struct Decision {
    pub events: Vec<Event>,
    pub rematch: bool,
}

impl From<Event> for Decision {
    fn from(event: Event) -> Decision {
        Decision { events: vec![event], rematch: false }
    }
}

/// The option by which a game is played with or without clocks, where it has one.
const PACE: &str = "pace";

/// The value of that option that is played without clocks.
fn without_clocks(spec: &OptionSpec) -> Option<&'static str> {
    match &spec.values {
        Values::OneOf(values) if spec.key == PACE => {
            values.iter().map(|value| value.value).find(|value| *value != "live")
        }
        _ => None,
    }
}

/// What is said of a table that does not exist.
pub const NO_TABLE: &str = "There is no such table; perhaps the link is not whole.";

fn no_seat(seats: usize) -> Refusal {
    no(
        Code::NoSuchSeat,
        format!("There is no such seat; they are numbered from 0 to {}.", seats.saturating_sub(1)),
    )
}

fn not_begun() -> Refusal {
    no(Code::WrongStage, "The game has not begun yet.")
}

fn in_words(wish: &Wish) -> &'static str {
    match wish {
        Wish::Undo => "to take the last action back",
        Wish::Pace { pace: Pace::Live, .. } => "to play live",
        Wish::Pace { pace: Pace::Mail, .. } => "to play by mail",
        Wish::Rematch => "for a rematch",
    }
}

fn find(id: &str) -> Result<&'static dyn AnyGame, Refusal> {
    let shown: String = id.chars().take(40).collect();
    boxwood_games::find(id).ok_or_else(|| no(Code::NotFound, format!("There is no game \"{shown}\".")))
}

/// Whether a table can be set like this, by laying the game out once.
pub fn check_settings(settings: &Settings, seats: usize) -> Result<(), Refusal> {
    check_limit(settings.pace, settings.limit_s)?;
    let game = find(&settings.game)?;
    let options = Value::Object(settings.options.clone());
    guarded(|| game.begin(&options, seats, boxwood_kit::Seed::from_number(0)))?;
    Ok(())
}

fn check_limit(pace: Pace, limit_s: Option<u32>) -> Result<(), Refusal> {
    const HOUR: u32 = 3600;
    match (pace, limit_s) {
        (_, None) | (Pace::Live, Some(5..=HOUR)) => Ok(()),
        (Pace::Mail, Some(limit)) if (HOUR..=30 * 24 * HOUR).contains(&limit) => Ok(()),
        (Pace::Live, _) => Err(no(Code::BadSetting, "Live, the thinking time is from 5 seconds to an hour.")),
        (Pace::Mail, _) => {
            Err(no(Code::BadSetting, "By mail, the thinking time is from an hour to 30 days."))
        }
    }
}

/// A fault in a game is that game's, not the table's: matches work on copies, so nothing has changed.
fn guarded<T>(deed: impl FnOnce() -> Result<T, boxwood_engine::Refusal>) -> Result<T, Refusal> {
    match catch_unwind(AssertUnwindSafe(deed)) {
        Ok(result) => result.map_err(|why| engine(&why)),
        Err(_) => {
            tracing::error!("a game failed; the table goes on without that input");
            Err(no(
                Code::Fault,
                "Something in the game's program failed; nothing was done, and the table goes on.",
            ))
        }
    }
}

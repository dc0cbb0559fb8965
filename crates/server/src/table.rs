//! A table: the sum of what happened at it, and what may happen next. No clock, no network, no storage.

use std::panic::{AssertUnwindSafe, catch_unwind};

use boxwood_engine::{AnyGame, AnyMatch, Level, SeatSet};
use boxwood_protocol::{Code, MyTable, Pace, Question, Refusal, Settings, TableCard};
use boxwood_scene::Key;
use boxwood_store::{PersonId, TableId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::event::Event;
use crate::refuse::{engine, no};

mod apply;
mod decide;
mod history;
mod query;
mod questions;
mod stopped;
mod talk;
#[cfg(test)]
mod tests;

use history::History;
use stopped::Stopped;
use talk::Talk;

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
    /// In its place, one that was begun under rules that this program does not play.
    stopped: Option<Stopped>,
    /// The number of the last event.
    pub number: u64,
    pub question: Option<Question>,
    /// Who asks to sit down, where the question is that.
    knock: Option<(PersonId, String)>,
    /// Who has been told that the others would rather go on without them.
    turned_away: Vec<PersonId>,
    /// Whom the host wants neither at a seat nor to speak.
    banned: Vec<PersonId>,
    /// Whose eyes have looked from which seat since the match began.
    seen: Vec<(PersonId, usize)>,
    /// What was said at the table.
    pub talk: Talk,
    pub next: Option<TableId>,
    /// When the match last changed.
    pub moved_at: i64,
    secret: String,
    began_at: i64,
    /// Who has said `enough` in which open window.
    enough: Vec<(u32, SeatSet)>,
    /// Which version of the match was seen at which event.
    history: History,
}

/// A place at the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chair {
    /// The person to whom it belongs.
    pub person: Option<PersonId>,
    /// What the sitter is called, a person or a bot; empty if the chair is free.
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

    /// Whether it belongs to a bot, not to somebody for whom one plays.
    fn has_bot(&self) -> bool {
        self.person.is_none() && self.bot.is_some()
    }

    /// The person who plays here themselves.
    pub fn player(&self) -> Option<&PersonId> {
        self.person.as_ref().filter(|_| self.bot.is_none())
    }
}

/// What a sender wants done at a seat.
#[derive(Clone, Debug)]
pub enum Deed {
    /// This action: one of those it was offered.
    Action(Value),
    /// Whatever touching these means, or why it cannot be done.
    Path(Vec<Key>),
}

/// What the store knows of a table without its log.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// The table in a list.
    #[serde(flatten)]
    pub card: TableCard,
    /// The names of those who may decide; absent in what earlier programs have kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deciding: Option<Vec<String>>,
    /// The people it waits for.
    #[serde(default)]
    pub waits: Vec<PersonId>,
    /// Why it cannot go on, if it cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

impl Kept {
    /// The table in the list of this person.
    pub fn of(self, person: &PersonId) -> MyTable {
        MyTable {
            your_turn: self.waits.contains(person),
            table: self.card,
            deciding: self.deciding.unwrap_or_default(),
            trouble: self.trouble,
        }
    }
}

/// Events, and what is to be done beside the table once they are stored.
#[derive(Debug, Default)]
pub struct Decision {
    pub events: Vec<Event>,
    /// The seat that wished for a rematch, which is to be opened.
    pub rematch: Option<usize>,
}

impl From<Event> for Decision {
    fn from(event: Event) -> Decision {
        Decision { events: vec![event], rematch: None }
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

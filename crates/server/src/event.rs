//! What happens at a table, as it is stored.

use boxwood_engine::{Input, Level, SeatSet};
use boxwood_protocol::{Pace, Settings, Wish};
use boxwood_store::{PersonId, TableId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Something that happened at a table. A table is the sum of these.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Somebody opened the table.
    Opened { host: PersonId, settings: Settings, seats: usize, secret: String },
    /// The host changed what it is to play; everybody keeps the seat where there still is one.
    Set { settings: Settings, seats: usize },
    /// Somebody sat down.
    Sat { seat: usize, person: PersonId, name: String, luck: String },
    /// Somebody from outside asked those who play to let them go on at a seat that was left.
    Knocked { seat: usize, person: PersonId, name: String },
    /// Somebody gave the seat up; a bot may go on.
    Stood { seat: usize, bot: Option<Level> },
    /// A bot was put on a free seat.
    Bot { seat: usize, level: Level },
    /// A bot plays for a while.
    Lent { seat: usize, level: Level },
    /// The seat's owner plays again.
    TakenBack { seat: usize },
    /// Somebody else is the host now.
    Hosted { host: PersonId },
    /// The game began, under these rules and with these options.
    Started { rules: u16, options: Map<String, Value> },
    /// The game took an input.
    Input(Input<Value>),
    /// The game went back to an earlier version, as this seat wished.
    Undone { seat: usize, to: usize },
    /// A seat said that nothing more will come from it in this window.
    Enough { seat: usize, clock: u32 },
    /// A seat asked the others for something: those who are named, or all whom it concerns.
    Asked {
        by: usize,
        wish: Wish,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<SeatSet>,
    },
    /// A seat answered.
    Answered { seat: usize, agree: bool },
    /// The table plays at another pace.
    Paced { pace: Pace, limit_s: Option<u32> },
    /// Somebody said something; who it was is not in what earlier programs have stored.
    Chat {
        from: String,
        seat: Option<usize>,
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        person: Option<PersonId>,
    },
    /// The host sent away whoever sat there; in a game that runs this bot goes on.
    Removed { seat: usize, bot: Option<Level>, ban: bool },
    /// The host wants this person neither at a seat nor to speak.
    Banned { person: PersonId, name: String },
    /// The same people play again at this table.
    Rematch { table: TableId },
}

impl Event {
    /// Whether a list of tables says the same before and after it.
    pub fn leaves_summary(&self) -> bool {
        matches!(
            self,
            Event::Input(_)
                | Event::Undone { .. }
                | Event::Enough { .. }
                | Event::Asked { .. }
                | Event::Knocked { .. }
                | Event::Answered { .. }
                | Event::Chat { .. }
                | Event::Banned { .. }
                | Event::Rematch { .. }
        )
    }
}

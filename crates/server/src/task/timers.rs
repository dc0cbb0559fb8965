//! Timers: when windows close, when thinking time is over, when an action that waits counts.

use std::time::{Duration, Instant};

use boxwood_protocol::Pace;

use super::audience::Audience;
use crate::now_ms;
use crate::projection::Left;
use crate::table::{Deed, Table};

/// What happens by itself at a table when its time has come.
#[derive(Default)]
pub struct Timers {
    clocks: Vec<Running>,
    /// Actions that wait for slower connections.
    held: Vec<Held>,
    /// Nobody's thinking time began before this, in milliseconds since 1970.
    excused_at: i64,
}

/// A clock that runs for an open window.
#[derive(Clone, Copy, Debug)]
struct Running {
    id: u32,
    ends: Instant,
}

/// An action that waits for slower connections.
pub struct Held {
    /// When it counts.
    pub due: Instant,
    pub connection: usize,
    pub id: Option<u32>,
    pub seen: u64,
    pub deed: Deed,
    pub arrived: Instant,
}

/// Windows that the rules close.
impl Timers {
    /// Starts and stops clocks, as the table now is: a window that was open runs on, a new one starts.
    /// By mail, or while nobody is there, none runs.
    pub fn settle(&mut self, table: &Table, audience: &Audience) {
        let runs = table.settings.pace == Pace::Live && !audience.is_empty();
        let open = if runs { table.clocks() } else { vec![] };
        let now = Instant::now();
        let running = |id: u32| self.clocks.iter().find(|running| running.id == id).copied();
        self.clocks = open
            .iter()
            .map(|clock| {
                let ends = now + Duration::from_millis(clock.ms.into());
                running(clock.id).unwrap_or(Running { id: clock.id, ends })
            })
            .collect();
    }

    /// The window whose time is over, the earliest first. Its clock has stopped.
    pub fn expired(&mut self, audience: &Audience, now: Instant) -> Option<u32> {
        let grace = audience.grace();
        let due = |running: &&Running| running.ends + grace <= now;
        let first = self.clocks.iter().filter(due).min_by_key(|running| running.ends)?.id;
        self.clocks.retain(|running| running.id != first);
        Some(first)
    }
}

/// Thinking time.
impl Timers {
    /// When the thinking time of those who may decide is over, in milliseconds since 1970; `None` if it is
    /// not limited, no person may decide, or a window of the rules limits it.
    pub fn thinking_ends(&self, table: &Table, audience: &Audience) -> Option<i64> {
        let limit = i64::from(table.settings.limit_s?) * 1000;
        let is_person = |seat: usize| table.chairs[seat].player().is_some();
        if !self.clocks.is_empty() || !table.active().iter().any(|seat| is_person(seat.index())) {
            return None;
        }
        let since = match table.settings.pace {
            // While nobody was there, or the server was away, nobody could play.
            Pace::Live => table.moved_at.max(audience.together_since()?),
            Pace::Mail => table.moved_at,
        };
        Some(since.max(self.excused_at) + limit)
    }

    /// Lets thinking time begin anew, because nothing could be done for those who had run out of it.
    pub fn excuse(&mut self) {
        self.excused_at = now_ms();
    }
}

/// Actions that wait.
impl Timers {
    pub fn hold(&mut self, held: Held) {
        self.held.push(held);
    }

    pub fn holds_any(&self) -> bool {
        !self.held.is_empty()
    }

    /// The next action that counts now.
    pub fn released(&mut self, now: Instant) -> Option<Held> {
        let due = self.held.iter().enumerate().filter(|(_, held)| held.due <= now);
        let (next, _) = due.min_by_key(|(_, held)| held.due)?;
        Some(self.held.remove(next))
    }
}

impl Timers {
    /// How much time is left for everything.
    pub fn left(&self, table: &Table, audience: &Audience) -> Left {
        let (now, grace) = (Instant::now(), audience.grace());
        let ms = |running: &Running| {
            let left = (running.ends + grace).saturating_duration_since(now).as_millis();
            (running.id, u32::try_from(left).unwrap_or(u32::MAX))
        };
        let think = self.thinking_ends(table, audience);
        Left {
            clocks: self.clocks.iter().map(ms).collect(),
            think_ms: think.map(|at| u64::try_from(at - now_ms()).unwrap_or(0)),
        }
    }

    /// When the next of them is due.
    pub fn next(&self, table: &Table, audience: &Audience) -> Option<Instant> {
        let grace = audience.grace();
        let think = self.thinking_ends(table, audience).map(|at| {
            let left = u64::try_from(at - now_ms()).unwrap_or(0);
            Instant::now() + Duration::from_millis(left)
        });
        let clocks = self.clocks.iter().map(|running| running.ends + grace);
        self.held.iter().map(|held| held.due).chain(clocks).chain(think).min()
    }
}

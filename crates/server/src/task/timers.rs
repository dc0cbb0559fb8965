//! Timers: when windows close, when thinking time is over, when an action that waits counts.

use std::time::{Duration, Instant};

use boxwood_engine::Clock;
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
    /// Since when time stands still, if it does.
    stopped_at: Option<Instant>,
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
    /// Starts and stops clocks, now that these windows are open: one that was open before runs on, a new one
    /// starts, and one that is closed stops.
    pub fn settle(&mut self, open: &[Clock], now: Instant) {
        let start = self.stopped_at.unwrap_or(now);
        let running = |id: u32| self.clocks.iter().find(|running| running.id == id).copied();
        self.clocks = open
            .iter()
            .map(|clock| {
                let ends = start + Duration::from_millis(clock.ms.into());
                running(clock.id).unwrap_or(Running { id: clock.id, ends })
            })
            .collect();
    }

    /// The window whose time is over, the earliest first. Its clock has stopped.
    pub fn expired(&mut self, grace: Duration, now: Instant) -> Option<u32> {
        if self.stopped_at.is_some() {
            return None;
        }
        let due = |running: &&Running| running.ends + grace <= now;
        let first = self.clocks.iter().filter(due).min_by_key(|running| running.ends)?.id;
        self.clocks.retain(|running| running.id != first);
        Some(first)
    }
}

/// Time that stands still.
impl Timers {
    pub fn are_stopped(&self) -> bool {
        self.stopped_at.is_some()
    }

    /// Lets time stand still from now on.
    pub fn stop(&mut self, now: Instant) {
        self.stopped_at.get_or_insert(now);
    }

    /// Lets time go on; for how long it stood still. Nobody has lost any of it.
    pub fn go_on(&mut self, table: &Table, audience: &Audience, now: Instant) -> Duration {
        let rest = self.rest(now);
        if let Some(since) = self.thinking_since(table, audience).filter(|_| !rest.is_zero()) {
            self.excused_at = since + i64::try_from(rest.as_millis()).unwrap_or(0);
        }
        rest
    }

    /// Moves the ends of all windows by what time stood still.
    fn rest(&mut self, now: Instant) -> Duration {
        let rest =
            self.stopped_at.take().map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        for running in &mut self.clocks {
            running.ends += rest;
        }
        rest
    }

    /// Until when time has gone on: what is left is counted from then.
    fn present(&self) -> Instant {
        self.stopped_at.unwrap_or_else(Instant::now)
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
        let stood = i64::try_from(self.present().elapsed().as_millis()).unwrap_or(0);
        Some(self.thinking_since(table, audience)? + limit + stood)
    }

    /// When those who may decide began to think, in milliseconds since 1970.
    fn thinking_since(&self, table: &Table, audience: &Audience) -> Option<i64> {
        let since = match table.settings.pace {
            // While nobody was there, or the server was away, nobody could play.
            Pace::Live => table.moved_at.max(audience.together_since()?),
            Pace::Mail => table.moved_at,
        };
        Some(since.max(self.excused_at))
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
        let (now, grace) = (self.present(), audience.grace(table));
        let ms = |running: &Running| {
            let left = (running.ends + grace).saturating_duration_since(now).as_millis();
            (running.id, u32::try_from(left).unwrap_or(u32::MAX))
        };
        let think = self.thinking_ends(table, audience);
        Left {
            clocks: self.clocks.iter().map(ms).collect(),
            think_ms: think.map(|at| u64::try_from(at - now_ms()).unwrap_or(0)),
            held: self.are_stopped(),
        }
    }

    /// When the next of them is due.
    pub fn next(&self, table: &Table, audience: &Audience) -> Option<Instant> {
        if self.are_stopped() {
            return self.held.iter().map(|held| held.due).min();
        }
        let grace = audience.grace(table);
        let think = self.thinking_ends(table, audience).map(|at| {
            let left = u64::try_from(at - now_ms()).unwrap_or(0);
            Instant::now() + Duration::from_millis(left)
        });
        let clocks = self.clocks.iter().map(|running| running.ends + grace);
        self.held.iter().map(|held| held.due).chain(clocks).chain(think).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: [u32; 0] = [];

    #[test]
    fn every_window_has_a_clock_of_its_own() {
        let (mut timers, start) = (Timers::default(), Instant::now());
        let at = |ms: u64| start + Duration::from_millis(ms);
        let all = |timers: &mut Timers, now: Instant| -> Vec<u32> {
            std::iter::from_fn(|| timers.expired(Duration::ZERO, now)).collect()
        };
        let (slow, fast) = (Clock::new(1, 100), Clock::new(2, 50));
        timers.settle(&[slow, fast], at(0));
        assert_eq!(all(&mut timers, at(49)), NONE);
        timers.settle(&[slow, fast], at(49)); // both windows stay open, so both clocks run on
        assert_eq!(all(&mut timers, at(100)), [2, 1], "several may be due, the earliest first");
        assert_eq!(all(&mut timers, at(100)), NONE, "each closes once");

        timers.settle(&[slow], at(100));
        timers.settle(&[Clock::new(3, 100)], at(150)); // a window of another id starts anew
        assert_eq!(all(&mut timers, at(249)), NONE);
        assert_eq!(timers.expired(Duration::from_millis(1), at(250)), None, "what was sent in time counts");
        assert_eq!(all(&mut timers, at(250)), [3]);

        timers.settle(&[slow], at(250));
        timers.stop(at(260));
        timers.stop(at(270)); // it stands still already
        assert_eq!(all(&mut timers, at(1000)), NONE, "time stands still");
        timers.settle(&[slow, fast], at(500)); // a window that opens meanwhile has all its time
        let at_rest = Timers { clocks: timers.clocks.clone(), ..Timers::default() };
        assert_eq!(at_rest.clocks[1].ends, at(310));
        timers.rest(at(1260));
        assert_eq!(all(&mut timers, at(1309)), NONE, "nothing of it is lost");
        assert_eq!(all(&mut timers, at(1350)), [2, 1]);

        timers.settle(&[slow], at(300));
        timers.settle(&[], at(310)); // nobody is there, or the window is closed
        assert_eq!(all(&mut timers, at(1000)), NONE);
    }
}

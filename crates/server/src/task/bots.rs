//! Bots: who plays by themselves at a table, when they think, and hints to people.

use std::sync::Arc;
use std::time::{Duration, Instant};

use boxwood_bots::{Style, thinking_ms};
use boxwood_engine::{AnyMatch, Level, Seat, SeatSet};
use boxwood_kit::{Rng, Seed};
use boxwood_protocol::{Code, Refusal};
use tokio::sync::mpsc;

use super::command::Command;
use crate::brains::{Asker, Purpose, Question, Wanted};
use crate::hub::Hub;
use crate::refuse::no;
use crate::secrets;
use crate::table::Table;

/// How many times the usual pause it takes a bot of this level to react in a race.
const fn reaction(level: Level) -> u32 {
    match level {
        Level::Strong => 1,
        Level::Medium => 2,
        Level::Easy | Level::Random => 3,
    }
}

/// How many of a hundred chances in a race it sees late, so many times as late as others.
const fn overlooked(level: Level) -> u32 {
    match level {
        Level::Strong => 3,
        Level::Medium => 15,
        Level::Easy | Level::Random => 35,
    }
}
const LATE: u32 = 4;

/// How many hints may wait for one person, at all tables together.
const HINTS: usize = 2;

/// The bots of a table. What they have thought comes to the table's inbox.
pub struct Bots {
    hub: Arc<Hub>,
    inbox: mpsc::Sender<Command>,
    /// When the bots of these seats begin to think.
    waiting: Vec<(usize, Instant)>,
    thinking: Vec<Thinking>,
    hints: Vec<Hinting>,
    /// Whether they make no pauses.
    is_brisk: bool,
    rng: Rng,
}

/// The bot of a seat is thinking about a state of the table.
struct Thinking {
    seat: Seat,
    seen: u64,
    _wanted: Wanted,
}

/// A bot is thinking for a connection.
struct Hinting {
    connection: usize,
    _wanted: Wanted,
}

impl Bots {
    pub fn new(hub: Arc<Hub>, inbox: mpsc::Sender<Command>) -> Bots {
        let rng = Rng::new(Seed::from_bytes(secrets::bytes()));
        Bots { hub, inbox, waiting: vec![], thinking: vec![], hints: vec![], is_brisk: false, rng }
    }

    /// Notes whose bots are to move, as the table now is. They do not play among themselves for nobody, and
    /// nobody thinks on who is not asked any more.
    pub fn settle(&mut self, table: &Table, is_watched: bool) {
        let anybody = is_watched || table.chairs.iter().any(|chair| chair.player().is_some());
        let active = if anybody { table.active() } else { SeatSet::EMPTY };
        let plays = |seat: Seat| active.contains(seat) && table.chairs[seat.index()].bot.is_some();
        self.waiting.retain(|(seat, _)| Seat::new(*seat).is_some_and(plays));
        self.thinking.retain(|thinking| plays(thinking.seat));
        for seat in active.iter().filter(|seat| plays(*seat)) {
            let waits = self.waiting.iter().any(|(other, _)| *other == seat.index());
            if !waits && !self.thinking.iter().any(|thinking| thinking.seat == seat) {
                let pause = self.pause(table, seat);
                self.waiting.push((seat.index(), Instant::now() + pause));
            }
        }
    }

    /// Lets those who wait begin so much later.
    pub fn rest(&mut self, rest: Duration) {
        for (_, at) in &mut self.waiting {
            *at += rest;
        }
    }

    /// From now on bots answer at once, or take the time that people would.
    pub fn hurry(&mut self, table: &Table, is_brisk: bool) {
        if is_brisk && !self.is_brisk && !is_race(table) {
            let now = Instant::now();
            self.waiting.iter_mut().for_each(|(_, at)| *at = now);
        }
        self.is_brisk = is_brisk;
    }

    /// How long a bot waits before it thinks: people want to see what it does, and to have a chance in a race.
    fn pause(&mut self, table: &Table, seat: Seat) -> Duration {
        let (level, style) =
            (table.chairs[seat.index()].bot.unwrap_or(Level::Strong), Style::at(seat.index()));
        let is_race = is_race(table);
        if self.is_brisk && !is_race {
            return Duration::ZERO;
        }
        let usual = self.hub.config.bot_pause * style.tempo / 100;
        let pause = if is_race {
            let overlooks = self.rng.below(100) < overlooked(level) * style.forgetful / 100;
            usual * reaction(level) * if overlooks { LATE } else { 1 }
        } else {
            let is_easy = table.play.as_ref().is_some_and(|play| play.is_forced(seat.index()));
            // Whoever thinks for long has paused already.
            (usual * if is_easy { 1 } else { 2 })
                .saturating_sub(Duration::from_millis(thinking_ms(level)) / 2)
        };
        pause + pause * self.rng.below(50) / 100
    }

    /// Whether no bot plays or is about to.
    pub fn are_idle(&self) -> bool {
        self.waiting.is_empty() && self.thinking.is_empty()
    }

    /// When the next of them begins to think.
    pub fn next(&self) -> Option<Instant> {
        self.waiting.iter().map(|(_, at)| *at).min()
    }

    /// Lets those think whose pause is over.
    pub fn think(&mut self, table: &Table, asker: Asker, now: Instant) {
        let (due, waiting) = self.waiting.iter().copied().partition(|(_, at)| *at <= now);
        self.waiting = waiting;
        let due: Vec<(usize, Instant)> = due;
        for (seat, _) in due {
            let (Some(play), Some(level), Some(which)) =
                (table.play.as_ref(), table.chairs[seat].bot, Seat::new(seat))
            else {
                continue;
            };
            let question = Question {
                table: table.id.clone(),
                play: play.copy(),
                seat: which,
                level,
                style: Style::at(seat),
                purpose: if asker.from.is_some() { Purpose::Move } else { Purpose::Alone },
                asker: asker.clone(),
            };
            let (wanted, answered) = self.hub.brains.ask(question);
            let (seen, inbox) = (table.number, self.inbox.clone());
            self.thinking.push(Thinking { seat: which, seen, _wanted: wanted });
            tokio::spawn(async move {
                let Ok(thought) = answered.await else { return }; // nobody wants to know any more
                let action = thought.map(|thought| thought.chosen.action);
                let _ = inbox.send(Command::Thought { seat, seen, action }).await; // the table may have ended
            });
        }
    }

    /// The bot of this seat has thought about this state; whether that is still wanted.
    pub fn thought(&mut self, seat: Seat, seen: u64) -> bool {
        let place = self.thinking.iter().position(|thinking| (thinking.seat, thinking.seen) == (seat, seen));
        place.map(|place| self.thinking.swap_remove(place)).is_some()
    }

    /// Lets a bot think about what it would do at this seat, for a connection.
    pub fn hint(
        &mut self,
        table: &Table,
        play: &dyn AnyMatch,
        seat: Seat,
        level: Level,
        (connection, id): (usize, u32),
        asker: Asker,
    ) -> Result<(), Refusal> {
        let is_same = |hinting: &Hinting| hinting.connection == connection;
        let wants_many = |person| self.hub.brains.hints_of(person) >= HINTS;
        if self.hints.iter().any(is_same) || asker.person.as_ref().is_some_and(wants_many) {
            return Err(no(Code::TooFast, "A bot is still thinking about it."));
        }
        let (table, play) = (table.id.clone(), play.copy());
        let (wanted, answered) = self.hub.brains.ask(Question {
            table,
            play,
            seat,
            level,
            style: Style::PLAIN,
            purpose: Purpose::Hint,
            asker,
        });
        self.hints.push(Hinting { connection, _wanted: wanted });
        let inbox = self.inbox.clone();
        tokio::spawn(async move {
            let Ok(thought) = answered.await else { return }; // whoever asked has left
            let _ = inbox.send(Command::Hinted { connection, id, thought }).await; // the table may have ended
        });
        Ok(())
    }

    /// The connection has its hint, or has left.
    pub fn hinted(&mut self, connection: usize) {
        self.hints.retain(|hinting| hinting.connection != connection);
    }
}

/// Whether whoever is faster gets something.
fn is_race(table: &Table) -> bool {
    table.active().len() > 1 && !table.clocks().is_empty()
}

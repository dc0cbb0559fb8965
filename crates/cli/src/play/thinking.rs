//! Bots and clocks at the full-screen table: they go on while the person looks around.

use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use boxwood_bots::Thought;
use boxwood_engine::{Level, Seat};

use super::HINT_TIME;
use super::screen::{Mode, Notice, Screen};
use super::table::thinking_time;

/// How long a bot's move is held back so that people can follow.
const PAUSE: Duration = Duration::from_millis(500);
/// The same while a clock of the rules runs for a person too: nobody can race a program.
const RACE_PAUSE: Duration = Duration::from_millis(1500);

/// A bot at work, or its answer held back for a moment.
pub(super) struct Work {
    version: usize,
    seat: Seat,
    answer: Receiver<Option<Thought>>,
    found: Option<Thought>,
}

impl Screen {
    /// Asks a strong bot for advice.
    pub(super) fn ask_hint(&mut self) {
        match self.asked {
            None => self.notice = Some(Notice::Told("A hint is given when you are asked.".into())),
            Some(seat) if self.hinting.is_none() => {
                self.hint = None;
                self.hinting = Some(self.start(seat, Level::Strong, HINT_TIME));
            }
            Some(_) => {}
        }
    }

    fn start(&mut self, seat: Seat, level: Level, budget: Duration) -> Work {
        let version = self.table.game().status().version;
        let think = self.table.question(seat, level, budget);
        let (tell, answer) = mpsc::channel();
        thread::spawn(move || {
            // Nobody listens any more if the table was left meanwhile.
            let _ = tell.send(think());
        });
        Work { version, seat, answer, found: None }
    }

    /// Lets time pass: clocks run, bots answer. True if something changed.
    pub fn tick(&mut self) -> bool {
        let now = Instant::now();
        if matches!(self.mode, Mode::Curtain(_)) {
            // Nobody loses time while the device goes round.
            self.clocks.iter_mut().for_each(|(_, since)| *since = now);
            return false;
        }
        if let Some(&(next, Duration::ZERO)) = self.times_left().first()
            && self.table.expire(next.id).is_ok()
        {
            self.clocks.retain(|(clock, _)| clock.id != next.id);
            self.after_input();
            return true;
        }
        self.tick_hint() | self.tick_bots(now)
    }

    fn tick_hint(&mut self) -> bool {
        let version = self.table.game().status().version;
        let Some(work) = &self.hinting else { return false };
        let Ok(answer) = work.answer.try_recv() else { return false };
        if work.version == version {
            self.hint = answer.map(|mut thought| {
                thought.chosen.offer.name_people(&self.table.words());
                thought.why = thought.why.map(|why| self.table.say(&why));
                thought
            });
        }
        self.hinting = None;
        true
    }

    fn tick_bots(&mut self, now: Instant) -> bool {
        let status = self.table.game().status();
        if self.work.as_ref().is_some_and(|work| work.version != status.version) {
            self.work = None; // the question is out of date
        }
        if self.work.is_none()
            && let Some((seat, level)) = self.table.next_bot()
        {
            self.work = Some(self.start(seat, level, thinking_time(level)));
        }
        let Some(work) = &mut self.work else { return false };
        if work.found.is_none()
            && let Ok(answer) = work.answer.try_recv()
        {
            work.found = answer;
            if work.found.is_none() {
                self.work = None;
                return false;
            }
        }
        let Some(thought) = &work.found else { return false };
        let pause = if !status.clocks.is_empty() && self.asked.is_some() { RACE_PAUSE } else { PAUSE };
        if !self.skip && now.duration_since(self.changed) < pause {
            return false;
        }
        let (seat, action) = (work.seat, thought.chosen.action.clone());
        self.work = None;
        if self.table.act(seat, &action).is_ok() {
            self.refresh();
            return true;
        }
        false
    }

    /// Whether a bot is at work now.
    pub(super) fn thinking(&self) -> Option<Seat> {
        self.table.next_bot().map(|(seat, _)| seat)
    }

    /// Whether advice is on its way.
    pub(super) fn is_hinting(&self) -> bool {
        self.hinting.is_some()
    }
}

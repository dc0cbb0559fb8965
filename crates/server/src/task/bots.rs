//! Bots: who plays by themselves at a table, when they think, and hints to people.

use std::sync::Arc;
use std::time::{Duration, Instant};

use boxwood_bots::Asked;
use boxwood_engine::{AnyMatch, Chosen, Level, Seat, SeatSet};
use boxwood_kit::{Rng, Seed};
use boxwood_protocol::{Code, Refusal};
use tokio::sync::mpsc;

use super::command::Command;
use crate::hub::Hub;
use crate::refuse::no;
use crate::secrets;
use crate::table::Table;

/// How long the strongest bot thinks.
const THOUGHT: Duration = Duration::from_millis(700);

/// The bots of a table. What they have thought comes to the table's inbox.
pub struct Bots {
    hub: Arc<Hub>,
    inbox: mpsc::Sender<Command>,
    /// When the bots of these seats begin to think.
    waiting: Vec<(usize, Instant)>,
    /// The seats whose bots are thinking.
    thinking: SeatSet,
    /// The connections for which a bot is thinking.
    hints: Vec<usize>,
    rng: Rng,
}

impl Bots {
    pub fn new(hub: Arc<Hub>, inbox: mpsc::Sender<Command>) -> Bots {
        let rng = Rng::new(Seed::from_bytes(secrets::bytes()));
        Bots { hub, inbox, waiting: vec![], thinking: SeatSet::EMPTY, hints: vec![], rng }
    }

    /// Notes whose bots are to move, as the table now is. They do not play among themselves for nobody.
    pub fn settle(&mut self, table: &Table, is_watched: bool) {
        let anybody = is_watched || table.chairs.iter().any(|chair| chair.player().is_some());
        let active = if anybody { table.active() } else { SeatSet::EMPTY };
        let plays = |seat: Seat| active.contains(seat) && table.chairs[seat.index()].bot.is_some();
        self.waiting.retain(|(seat, _)| Seat::new(*seat).is_some_and(plays));
        for seat in active.iter().filter(|seat| plays(*seat)) {
            let waits = self.waiting.iter().any(|(other, _)| *other == seat.index());
            if !waits && !self.thinking.contains(seat) {
                let pause = self.pause(table, seat.index());
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

    /// How long a bot waits before it thinks: people want to see what it does, and to have a chance in a race.
    fn pause(&mut self, table: &Table, seat: usize) -> Duration {
        let is_race = table.active().len() > 1 && !table.clocks().is_empty();
        let base = self.hub.config.bot_pause.as_millis() as u64;
        let base = match table.chairs[seat].bot {
            Some(Level::Strong) | None => base,
            Some(Level::Medium) => base * if is_race { 2 } else { 1 },
            Some(Level::Easy | Level::Random) => base * if is_race { 3 } else { 1 },
        };
        let spread = u32::try_from(base / 2 + 1).unwrap_or(1);
        Duration::from_millis(base + u64::from(self.rng.below(spread)))
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
    pub fn think(&mut self, table: &Table, now: Instant) {
        let (due, waiting) = self.waiting.iter().copied().partition(|(_, at)| *at <= now);
        self.waiting = waiting;
        let due: Vec<(usize, Instant)> = due;
        for (seat, _) in due {
            let (Some(play), Some(level), Some(which)) =
                (table.play.as_ref(), table.chairs[seat].bot, Seat::new(seat))
            else {
                continue;
            };
            self.thinking.insert(which);
            let (play, seen, inbox, hub) =
                (play.copy(), table.number, self.inbox.clone(), Arc::clone(&self.hub));
            tokio::spawn(async move {
                let chosen = ponder(&hub, play, which, level).await;
                let action = chosen.map(|chosen| chosen.action);
                let _ = inbox.send(Command::Thought { seat, seen, action }).await; // the table may have ended
            });
        }
    }

    /// The bot of this seat has thought.
    pub fn thought(&mut self, seat: Seat) {
        self.thinking.remove(seat);
    }

    /// Lets a bot think about what it would do at this seat, for a connection.
    pub fn hint(
        &mut self,
        play: &dyn AnyMatch,
        seat: Seat,
        level: Level,
        connection: usize,
        id: u32,
    ) -> Result<(), Refusal> {
        if self.hints.contains(&connection) {
            return Err(no(Code::TooFast, "A bot is still thinking about it."));
        }
        self.hints.push(connection);
        let (play, inbox, hub) = (play.copy(), self.inbox.clone(), Arc::clone(&self.hub));
        tokio::spawn(async move {
            let chosen = ponder(&hub, play, seat, level).await;
            let _ = inbox.send(Command::Hinted { connection, id, chosen }).await; // the table may have ended
        });
        Ok(())
    }

    /// The connection has its hint.
    pub fn hinted(&mut self, connection: usize) {
        self.hints.retain(|other| *other != connection);
    }
}

/// Lets a bot think beside the server's own work.
async fn ponder(hub: &Hub, play: Box<dyn AnyMatch>, seat: Seat, level: Level) -> Option<Chosen> {
    let _thought = hub.brains.acquire().await.ok()?;
    let start = Instant::now();
    let thinking = tokio::task::spawn_blocking(move || {
        let mut rng = Rng::new(Seed::from_bytes(secrets::bytes()));
        let go_on = || start.elapsed() < THOUGHT;
        let asked = Asked { play: play.as_ref(), seat, level, steps: u32::MAX, rng: &mut rng, go_on };
        boxwood_games::visit(asked.play.info().id, asked)
    });
    let chosen = thinking.await.ok().flatten().flatten(); // a bot that fails has no idea
    hub.metrics.thought.observe(start.elapsed().as_secs_f64());
    chosen
}

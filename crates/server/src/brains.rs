//! Where bots think: a few threads of their own, which give way to everything else the server does.
//!
//! Moves come before hints, and a table that waits for several thoughts does not keep the others waiting.
//! The more wait, the shorter each thinks: an answer in time is worth more than a better one later.
//! Whoever no longer wants a thought drops it, and nobody thinks it to its end.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use boxwood_bots::{Asked, thinking_ms};
use boxwood_engine::{AnyMatch, Chosen, Level, Seat};
use boxwood_kit::{Rng, Seed};
use boxwood_store::TableId;
use thread_priority::{ThreadPriority, set_current_thread_priority};
use tokio::sync::oneshot;

use crate::metrics::Metrics;
use crate::secrets;

/// However many wait, nobody thinks for less than this.
const LEAST: Duration = Duration::from_millis(20);

/// What a thought is for; what comes first here is thought first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// A bot's own move.
    Move,
    /// A hint to somebody.
    Hint,
}

/// What is to be thought about.
pub struct Question {
    pub table: TableId,
    pub play: Box<dyn AnyMatch>,
    pub seat: Seat,
    pub level: Level,
    pub purpose: Purpose,
}

/// A thought that somebody wants; once this is dropped, nobody does.
#[derive(Debug)]
pub struct Wanted(Arc<AtomicBool>);

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// The threads that think, and what waits for them.
pub struct Brains(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    more: Condvar,
    threads: usize,
    metrics: Metrics,
}

#[derive(Default)]
struct Queue {
    waiting: BTreeMap<Place, Job>,
    /// How many have ever waited.
    asked: u64,
    /// How many are being thought about.
    busy: usize,
    is_closed: bool,
}

/// When a job's turn comes: by its purpose, then by how many of its table wait before it, then by its number.
type Place = (Purpose, usize, u64);

struct Job {
    question: Question,
    is_wanted: Arc<AtomicBool>,
    answer: oneshot::Sender<Option<Chosen>>,
}

impl Brains {
    /// So many threads, which note how long they think.
    pub fn new(threads: usize, metrics: Metrics) -> Brains {
        let shared = Arc::new(Shared { queue: Mutex::default(), more: Condvar::new(), threads, metrics });
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            let named = thread::Builder::new().name(format!("brain {number}"));
            if let Err(error) = named.spawn(move || shared.work()) {
                tracing::error!(%error, "a thread for thinking cannot be started");
            }
        }
        Brains(shared)
    }

    /// Has something thought about. The answer is `None` if the bot has no idea; it never comes if it is
    /// no longer wanted.
    pub fn ask(&self, question: Question) -> (Wanted, oneshot::Receiver<Option<Chosen>>) {
        let is_wanted = Arc::new(AtomicBool::new(true));
        let (answer, answered) = oneshot::channel();
        let mut queue = self.0.locked();
        let of_table = |job: &&Job| job.question.table == question.table;
        let before = queue.waiting.values().filter(of_table).count();
        let place = (question.purpose, before, queue.asked);
        queue.asked += 1;
        queue.waiting.insert(place, Job { question, is_wanted: Arc::clone(&is_wanted), answer });
        self.0.metrics.waiting.set(queue.waiting.len() as i64);
        drop(queue);
        self.0.more.notify_one();
        (Wanted(is_wanted), answered)
    }
}

impl Drop for Brains {
    fn drop(&mut self) {
        let mut queue = self.0.locked();
        queue.is_closed = true;
        queue.waiting.clear();
        drop(queue);
        self.0.more.notify_all();
    }
}

impl Shared {
    fn locked(&self) -> MutexGuard<'_, Queue> {
        // Nothing panics while it is held, and a map of jobs is never half changed.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Thinks about one thing after the other, until there are no more.
    fn work(&self) {
        if let Err(error) = set_current_thread_priority(ThreadPriority::Min) {
            tracing::warn!(?error, "bots think with the same priority as everything else");
        }
        while let Some((job, time)) = self.next() {
            let start = Instant::now();
            let chosen = job.think(start, time);
            self.locked().busy -= 1;
            if job.is_wanted.load(Ordering::Relaxed) {
                self.metrics.thought.observe(start.elapsed().as_secs_f64());
                let _ = job.answer.send(chosen); // whoever asked may be gone
            }
        }
    }

    /// The next thing that is still wanted, and how long it may take; `None` at the end.
    fn next(&self) -> Option<(Job, Duration)> {
        let mut queue = self.locked();
        loop {
            if queue.is_closed {
                return None;
            }
            while let Some((_, job)) = queue.waiting.pop_first() {
                self.metrics.waiting.set(queue.waiting.len() as i64);
                if job.is_wanted.load(Ordering::Relaxed) {
                    queue.busy += 1;
                    let crowd = queue.waiting.len() + queue.busy;
                    let time = share(job.question.level, crowd, self.threads);
                    return Some((job, time));
                }
            }
            queue = self.more.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Job {
    fn think(&self, start: Instant, time: Duration) -> Option<Chosen> {
        let Question { play, seat, level, .. } = &self.question;
        let think = || {
            let mut rng = Rng::new(Seed::from_bytes(secrets::bytes()));
            let go_on = || self.is_wanted.load(Ordering::Relaxed) && start.elapsed() < time;
            let (play, seat, level) = (play.as_ref(), *seat, *level);
            let asked = Asked { play, seat, level, steps: u32::MAX, rng: &mut rng, go_on };
            boxwood_games::visit(play.info().id, asked)
        };
        // A bot that fails has no idea; the thread goes on.
        catch_unwind(AssertUnwindSafe(think)).ok().flatten().flatten()
    }
}

/// How long a bot of this level thinks while so many want to.
fn share(level: Level, crowd: usize, threads: usize) -> Duration {
    let usual = Duration::from_millis(thinking_ms(level));
    let crowd = u32::try_from(crowd.max(threads)).unwrap_or(u32::MAX);
    (usual * u32::try_from(threads).unwrap_or(1) / crowd).max(LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(table: &str, purpose: Purpose) -> Question {
        let game = boxwood_games::GAMES[0];
        let play = game.begin(&serde_json::json!({}), game.info().seats.0, Seed::from_number(1)).unwrap();
        Question { table: table.parse().unwrap(), play, seat: Seat::FIRST, level: Level::Easy, purpose }
    }

    #[test]
    fn the_more_wait_the_shorter_each_thinks() {
        assert_eq!(share(Level::Strong, 1, 2), Duration::from_millis(1000));
        assert_eq!(share(Level::Strong, 2, 2), Duration::from_millis(1000));
        assert_eq!(share(Level::Strong, 8, 2), Duration::from_millis(250));
        assert_eq!(share(Level::Strong, 4000, 2), LEAST);
        assert_eq!(share(Level::Easy, 1, 2), Duration::from_millis(100));
    }

    #[test]
    fn moves_come_before_hints_and_tables_take_turns() {
        let brains = Brains::new(0, Metrics::default());
        let asked = [("a", Purpose::Hint), ("a", Purpose::Move), ("a", Purpose::Move), ("b", Purpose::Move)];
        let _wanted = asked.map(|(table, purpose)| brains.ask(question(table, purpose)));
        let order: Vec<u64> = brains.0.locked().waiting.keys().map(|(_, _, number)| *number).collect();
        assert_eq!(order, [3, 1, 2, 0]);
    }

    #[test]
    fn what_nobody_wants_any_more_is_passed_over() {
        let brains = Brains::new(0, Metrics::default());
        let (wanted, mut unanswered) = brains.ask(question("a", Purpose::Move));
        let (_wanted, _) = brains.ask(question("b", Purpose::Hint));
        drop(wanted);
        let (job, _) = brains.0.next().unwrap();
        assert_eq!(job.question.purpose, Purpose::Hint);
        assert!(matches!(unanswered.try_recv(), Err(oneshot::error::TryRecvError::Closed)));
    }

    #[tokio::test]
    async fn a_thought_is_answered_and_the_threads_end_with_their_owner() {
        let brains = Brains::new(1, Metrics::default());
        let shared = Arc::downgrade(&brains.0);
        let (_wanted, answered) = brains.ask(question("a", Purpose::Move));
        let chosen = answered.await.unwrap().unwrap();
        assert!(!chosen.offer.label.is_empty());
        drop(brains);
        while shared.strong_count() > 0 {
            tokio::task::yield_now().await;
        }
    }
}

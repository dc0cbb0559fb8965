//! Where bots think: a few threads of their own, which give way to everything else the server does.
//!
//! Moves come before hints, where somebody waits before where nobody does, and nobody who wants many thoughts, for
//! one table or for a hundred, keeps the others waiting.
//! The more wait, the shorter and the more simply each thinks: an answer in time is worth more than a better one
//! later. That, too, falls on those who want many.
//! Whoever no longer wants a thought drops it, and nobody thinks it to its end.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use boxwood_bots::{Asked, Style, Thought, thinking_ms};
use boxwood_engine::{AnyMatch, Level, Seat};
use boxwood_kit::{Rng, Seed};
use boxwood_store::{PersonId, TableId};
use thread_priority::{ThreadPriority, set_current_thread_priority};
use tokio::sync::oneshot;

use crate::limits::Network;
use crate::metrics::Metrics;
use crate::secrets;

/// However many wait, nobody thinks for less than this.
const LEAST: Duration = Duration::from_millis(20);

/// What a thought is for; what comes first here is thought first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// A bot's own move, while somebody who plays there waits for it.
    Move,
    /// A bot's own move at a table where nobody is at the moment.
    Alone,
    /// A hint to somebody.
    Hint,
}

/// What is to be thought about.
pub struct Question {
    pub table: TableId,
    pub play: Box<dyn AnyMatch>,
    pub seat: Seat,
    pub level: Level,
    pub style: Style,
    pub purpose: Purpose,
    pub asker: Asker,
}

/// For whom something is thought about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asker {
    /// Somebody who plays there.
    pub person: Option<PersonId>,
    /// Where they are, if they are connected.
    pub from: Option<Network>,
}

/// So many people of one network come before somebody of another one has to wait for them: a family or a class is
/// behind one address.
const NEIGHBOURS: usize = 8;

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
    /// Those that are being thought about, by number.
    busy: Vec<(u64, Owner)>,
    is_closed: bool,
}

/// Whose a thought is: those of the same table, person or network take turns.
#[derive(Clone, Debug)]
struct Owner {
    table: TableId,
    asker: Asker,
}

impl Queue {
    /// Everything that waits or is being thought about.
    fn owners(&self) -> impl Iterator<Item = &Owner> {
        self.waiting.values().map(|job| &job.owner).chain(self.busy.iter().map(|(_, owner)| owner))
    }

    /// How many of the same table, person or network come before this one.
    fn before(&self, owner: &Owner) -> usize {
        let count = |is_same: &dyn Fn(&Owner) -> bool| self.owners().filter(|other| is_same(other)).count();
        let table = count(&|other| other.table == owner.table);
        let (person, from) = (&owner.asker.person, &owner.asker.from);
        let person = if person.is_some() { count(&|other| other.asker.person == *person) } else { 0 };
        let network = if from.is_some() { count(&|other| other.asker.from == *from) } else { 0 };
        table.max(person).max(network / NEIGHBOURS)
    }

    /// How many people want something, and how many things this one does; the one itself is not among them.
    fn crowd(&self, owner: &Owner) -> (usize, usize) {
        let is_own = |other: &&Owner| match &owner.asker.person {
            Some(person) => other.asker.person.as_ref() == Some(person),
            None => other.table == owner.table,
        };
        let mut others: Vec<&Owner> = self.owners().filter(|other| !is_own(other)).collect();
        let own = self.owners().filter(is_own).count();
        let key = |owner: &Owner| match &owner.asker.person {
            Some(person) => person.as_str().to_string(),
            None => owner.table.as_str().to_string(),
        };
        others.sort_by_cached_key(|owner| key(owner));
        others.dedup_by_key(|owner| key(owner));
        (others.len(), own)
    }
}

/// When a job's turn comes: by its purpose, then by how many of the same come before it, then by its number.
type Place = (Purpose, usize, u64);

struct Job {
    question: Question,
    owner: Owner,
    is_wanted: Arc<AtomicBool>,
    answer: oneshot::Sender<Option<Thought>>,
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
    pub fn ask(&self, question: Question) -> (Wanted, oneshot::Receiver<Option<Thought>>) {
        let is_wanted = Arc::new(AtomicBool::new(true));
        let (answer, answered) = oneshot::channel();
        let mut queue = self.0.locked();
        let owner = Owner { table: question.table.clone(), asker: question.asker.clone() };
        let place = (question.purpose, queue.before(&owner), queue.asked);
        queue.asked += 1;
        queue.waiting.insert(place, Job { question, owner, is_wanted: Arc::clone(&is_wanted), answer });
        self.0.metrics.waiting.set(queue.waiting.len() as i64);
        drop(queue);
        self.0.more.notify_one();
        (Wanted(is_wanted), answered)
    }
}

impl Brains {
    /// How many hints for this person wait.
    pub fn hints_of(&self, person: &PersonId) -> usize {
        let is_theirs = |job: &&Job| {
            job.question.purpose == Purpose::Hint && job.owner.asker.person.as_ref() == Some(person)
        };
        self.0.locked().waiting.values().filter(is_theirs).count()
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
        while let Some((number, job, time)) = self.next() {
            let start = Instant::now();
            let thought = job.think(start, time);
            self.locked().busy.retain(|(other, _)| *other != number);
            if job.is_wanted.load(Ordering::Relaxed) {
                self.metrics.thought.observe(start.elapsed().as_secs_f64());
                let _ = job.answer.send(thought); // whoever asked may be gone
            }
        }
    }

    /// The next thing that is still wanted, and how long it may take; `None` at the end.
    fn next(&self) -> Option<(u64, Job, Duration)> {
        let mut queue = self.locked();
        loop {
            if queue.is_closed {
                return None;
            }
            while let Some(((_, _, number), mut job)) = queue.waiting.pop_first() {
                self.metrics.waiting.set(queue.waiting.len() as i64);
                if job.is_wanted.load(Ordering::Relaxed) {
                    let (others, own) = queue.crowd(&job.owner);
                    let time = share(job.question.level, others + 1, own + 1, self.threads);
                    job.question.level = eased(job.question.level, time);
                    queue.busy.push((number, job.owner.clone()));
                    return Some((number, job, time));
                }
            }
            queue = self.more.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Job {
    fn think(&self, start: Instant, time: Duration) -> Option<Thought> {
        let Question { play, seat, level, style, .. } = &self.question;
        let think = || {
            let mut rng = Rng::new(Seed::from_bytes(secrets::bytes()));
            let go_on = || self.is_wanted.load(Ordering::Relaxed) && start.elapsed() < time;
            let (play, seat, level, style) = (play.as_ref(), *seat, *level, *style);
            let asked = Asked { play, seat, level, style, steps: u32::MAX, rng: &mut rng, go_on };
            boxwood_games::visit(play.info().id, asked)
        };
        // A bot that fails has no idea; the thread goes on.
        catch_unwind(AssertUnwindSafe(think)).ok().flatten().flatten()
    }
}

/// How long a bot of this level thinks while so many people want something, and its own so many things: everybody
/// has the same part of the threads.
fn share(level: Level, people: usize, own: usize, threads: usize) -> Duration {
    let usual = Duration::from_millis(thinking_ms(level));
    let crowd = u32::try_from((people * own).max(threads)).unwrap_or(u32::MAX);
    (usual * u32::try_from(threads).unwrap_or(1) / crowd).max(LEAST)
}

/// The level for so much time. Some of what a strong bot does cannot be cut short; whoever has a small part of the
/// usual time thinks more simply instead.
fn eased(level: Level, time: Duration) -> Level {
    let fits = |level: Level| time * 4 >= Duration::from_millis(thinking_ms(level));
    match level {
        Level::Strong if fits(Level::Strong) => Level::Strong,
        Level::Strong | Level::Medium if fits(Level::Medium) => Level::Medium,
        Level::Random => Level::Random,
        _ => Level::Easy,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(table: &str, purpose: Purpose) -> Question {
        question_of(table, purpose, Asker::default())
    }

    fn question_of(table: &str, purpose: Purpose, asker: Asker) -> Question {
        let game = boxwood_games::GAMES[0];
        let play = game.begin(&serde_json::json!({}), game.info().seats.0, Seed::from_number(1)).unwrap();
        let seat = play.status().active.first().unwrap();
        Question {
            table: table.parse().unwrap(),
            play,
            seat,
            level: Level::Strong,
            style: Style::PLAIN,
            purpose,
            asker,
        }
    }

    fn asker(person: &str, address: &str) -> Asker {
        Asker { person: Some(person.parse().unwrap()), from: Some(Network::of(address.parse().unwrap())) }
    }

    #[test]
    fn the_more_wait_the_shorter_and_the_more_simply_each_thinks() {
        for (people, own, ms, level) in [
            (1, 1, 1000, Level::Strong),
            (2, 1, 1000, Level::Strong),
            (1, 2, 1000, Level::Strong),
            (8, 1, 250, Level::Strong),
            (10, 1, 200, Level::Medium),
            (2, 100, 20, Level::Easy),
            (40, 1, 50, Level::Easy),
            (4000, 1, 20, Level::Easy),
        ] {
            let time = share(Level::Strong, people, own, 2);
            assert_eq!((time.as_millis(), eased(Level::Strong, time)), (ms, level), "{people} {own}");
        }
        assert_eq!(share(Level::Easy, 1, 1, 2), Duration::from_millis(100));
        assert_eq!(eased(Level::Random, LEAST), Level::Random);
    }

    /// The numbers of what waits, in the order of their turns.
    fn order(brains: &Brains) -> Vec<u64> {
        brains.0.locked().waiting.keys().map(|(_, _, number)| *number).collect()
    }

    #[test]
    fn moves_come_before_hints_and_tables_take_turns() {
        let brains = Brains::new(0, Metrics::default());
        let asked = [
            ("a", Purpose::Hint),
            ("a", Purpose::Alone),
            ("a", Purpose::Move),
            ("a", Purpose::Move),
            ("b", Purpose::Move),
        ];
        let _wanted = asked.map(|(table, purpose)| brains.ask(question(table, purpose)));
        assert_eq!(order(&brains), [4, 2, 3, 1, 0]);
    }

    #[test]
    fn whoever_opens_a_hundred_tables_keeps_nobody_else_waiting() {
        let brains = Brains::new(0, Metrics::default());
        let mallory = asker("mallory", "192.0.2.1");
        let tables: Vec<String> = (0..120).map(|number| format!("t{number}")).collect();
        let flood = tables.iter().map(|table| question_of(table, Purpose::Move, mallory.clone()));
        let _flood: Vec<_> = flood.map(|question| brains.ask(question)).collect();
        // Of many people from one address, it is the address that waits.
        let crowd = (0..40).map(|number| {
            let asker = asker(&format!("mallory{number}"), "192.0.2.1");
            question_of(&format!("c{number}"), Purpose::Move, asker)
        });
        let _crowd: Vec<_> = crowd.map(|question| brains.ask(question)).collect();
        let _honest = brains.ask(question_of("own", Purpose::Move, asker("anna", "192.0.2.2")));
        assert!(order(&brains).iter().position(|number| *number == 160) < Some(2), "{:?}", order(&brains));

        let (_, first, time) = brains.0.next().unwrap();
        assert_eq!(first.question.table.as_str(), "t0");
        assert_eq!((time, first.question.level), (LEAST, Level::Easy), "it pays for its other wishes");
        let (_, second, _) = brains.0.next().unwrap();
        assert_eq!(second.question.table.as_str(), "own");
    }

    #[test]
    fn one_person_s_flood_does_not_make_another_s_bot_weaker() {
        let brains = Brains::new(0, Metrics::default());
        let flood = (0..60)
            .map(|number| question_of(&format!("t{number}"), Purpose::Hint, asker("mallory", "192.0.2.1")));
        let _flood: Vec<_> = flood.map(|question| brains.ask(question)).collect();
        let _honest = brains.ask(question_of("own", Purpose::Move, asker("anna", "192.0.2.2")));
        let queue = brains.0.locked();
        let owner = Owner { table: "own".parse().unwrap(), asker: asker("anna", "192.0.2.2") };
        assert_eq!(queue.crowd(&owner), (1, 1));
        assert_eq!(eased(Level::Strong, share(Level::Strong, 2, 1, 2)), Level::Strong);
        drop(queue);
        assert_eq!(brains.hints_of(&"mallory".parse().unwrap()), 60);
    }

    #[test]
    fn what_nobody_wants_any_more_is_passed_over() {
        let brains = Brains::new(0, Metrics::default());
        let (wanted, mut unanswered) = brains.ask(question("a", Purpose::Move));
        let (_wanted, _) = brains.ask(question("b", Purpose::Hint));
        drop(wanted);
        let (_, job, _) = brains.0.next().unwrap();
        assert_eq!(job.question.purpose, Purpose::Hint);
        assert!(matches!(unanswered.try_recv(), Err(oneshot::error::TryRecvError::Closed)));
    }

    #[tokio::test]
    async fn a_thought_is_answered_and_the_threads_end_with_their_owner() {
        let brains = Brains::new(1, Metrics::default());
        let shared = Arc::downgrade(&brains.0);
        let (_wanted, answered) = brains.ask(question("a", Purpose::Move));
        let thought = answered.await.unwrap().unwrap();
        assert!(!thought.chosen.offer.label.is_empty());
        drop(brains);
        while shared.strong_count() > 0 {
            tokio::task::yield_now().await;
        }
    }
}

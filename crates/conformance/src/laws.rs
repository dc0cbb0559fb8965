//! A law run: many matches of many variants at once, each held against the laws.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use boxwood_engine::{Game, Match, Seat};
use boxwood_kit::Seed;

use crate::fuzz::Pool;
use crate::reached::Reached;
use crate::run::Run;
use crate::telling::words_of;
use crate::variants::{Variant, is_nightly, variants};
use crate::{guided, info, stage};

/// About so many matches are played at random, or one of each variant where there are more.
const MATCHES: usize = 40;
/// About so many positions are held against all laws, in as many matches as there are.
const POSITIONS: usize = 4000;

/// Holds a game against all laws, and prints what of it was reached.
///
/// # Panics
/// With the law, the variant and the seed, and a file with the position, if it breaks one.
pub fn check<G: Game>() {
    info::check::<G>();
    let variants = variants::<G>();
    stage::check::<G>(&variants);
    let numbered: Vec<(usize, &Variant<G::Options>)> = variants.iter().enumerate().collect();
    let plans =
        done(in_parallel(&numbered, |&(number, variant)| plans_of::<G>(number, variant, variants.len())))
            .concat();
    let (low, high) = G::INFO.seats;
    let playable: HashSet<usize> = plans.iter().map(|plan| plan.variant.seats).collect();
    assert!((low..=high).all(|seats| playable.contains(&seats)), "only playable with {playable:?} seats");
    // The first round only collects actions, so that the second has foreign ones from the start.
    let first: Vec<Plan<G>> = plans.iter().filter(|plan| plan.number == 0).cloned().collect();
    let mut reached = Reached::default();
    let mut seen = vec![];
    for run in done(in_parallel(&first, |plan| Run::collecting(plan.clone())?.collect())) {
        seen.extend(run.0);
        reached.add(run.1);
    }
    let pool = Pool::new(seen);
    let thorough = (POSITIONS / plans.len()).clamp(15, 60) as u32;
    for run in done(in_parallel(&plans, |plan| Run::new(plan.clone(), &pool, thorough)?.play())) {
        reached.add(run);
    }
    println!("{}", reached.report::<G>());
    reached.check::<G>();
    info::check_rules::<G>(&reached.rules);
}

/// One match of a law run.
pub(crate) struct Plan<'a, G: Game> {
    pub variant: &'a Variant<G::Options>,
    /// Whether the players follow the game's estimate.
    pub is_guided: bool,
    /// Which match of its variant and kind.
    number: u64,
    pub seed: Seed,
}

impl<G: Game> Clone for Plan<'_, G> {
    fn clone(&self) -> Self {
        Plan { seed: self.seed, ..*self }
    }
}

impl<G: Game> Plan<'_, G> {
    /// Lays the game out.
    pub fn begin(&self) -> Result<Match<G>, String> {
        let setup = || Match::<G>::new(self.variant.options.clone(), self.variant.seats, self.seed);
        let begun = catch_unwind(AssertUnwindSafe(setup));
        let begun = begun.map_err(|panic| format!("{self}: the setup: {}", words_of(&*panic)))?;
        begun.map_err(|error| format!("{self}: it began with another seed: {error}"))
    }
}

impl<G: Game> std::fmt::Display for Plan<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = if self.is_guided { "guided" } else { "random" };
        write!(f, "{} ({}; {kind} play, seed {})", G::INFO.id, self.variant.name, self.seed)
    }
}

/// The matches of the variant of this number; none if the game refuses it.
fn plans_of<G: Game>(
    of: usize,
    variant: &Variant<G::Options>,
    variants: usize,
) -> Result<Vec<Plan<'_, G>>, String> {
    // Every match has a seed of its own, so that no two begin alike.
    let plan = |is_guided, number: u64| Plan::<G> {
        variant,
        is_guided,
        number,
        seed: Seed::from_number(100 * of as u64 + 10 * u64::from(is_guided) + number),
    };
    let setup = || Match::<G>::new(variant.options.clone(), variant.seats, plan(false, 0).seed);
    let begun = catch_unwind(AssertUnwindSafe(setup));
    let game = match begun.map_err(|panic| format!("{}: the setup: {}", variant.name, words_of(&*panic)))? {
        Ok(game) => game,
        Err(error) if error.to_string().is_empty() => {
            return Err(format!("{}: a refusal without a reason", variant.name));
        }
        Err(_) => return Ok(vec![]),
    };
    let has_estimate = Seat::all(variant.seats).any(|seat| guided::has_estimate::<G>(game.state(), seat));
    let random = matches(variants, variant.seats);
    let guided = if has_estimate { random } else { 0 };
    Ok((0..random)
        .map(|number| plan(false, number))
        .chain((0..guided).map(|number| plan(true, number)))
        .collect())
}

/// How often each variant is played at random, and as often guided: more often where there are few.
fn matches(variants: usize, seats: usize) -> u64 {
    let most = if is_nightly() { 4 } else { (MATCHES / variants).clamp(1, 4) as u64 };
    // Large tables have many eyes.
    if seats <= 4 { most } else { most.div_ceil(2) }
}

/// What comes of each item, in their order, whatever thread it was done by; or why the first one failed.
fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> Result<R, String> + Sync,
) -> Result<Vec<R>, String> {
    let (next, has_failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let worker = || {
        let mut done = vec![];
        // Items are taken in order, so whatever comes before a failure is done, too.
        while !has_failed.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(number) else { break };
            let result = work(item);
            has_failed.fetch_or(result.is_err(), Ordering::Relaxed);
            done.push((number, result));
        }
        done
    };
    let mut done = thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from).min(items.len());
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let done = workers.into_iter().map(|worker| worker.join().expect("failures are caught"));
        done.flatten().collect::<Vec<_>>()
    });
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// # Panics
/// With the failure, if there is one.
#[track_caller]
fn done<R>(result: Result<R, String>) -> R {
    result.unwrap_or_else(|failure| panic!("{failure}"))
}

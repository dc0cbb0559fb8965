//! `boxwood bench`: how fast random play is, and how fast bots search.

use std::io::Write;
use std::time::{Duration, Instant};

use boxwood_bots::{Budget, Judgement, Search};
use boxwood_engine::{Ctx, Game, Match, Options, SetupError, Viewer, Visitor, playout};
use boxwood_kit::{Rng, Seed};
use rayon::prelude::*;
use serde_json::json;

use crate::Trouble;
use crate::clock::worked;

/// How many matches are played between two looks at the clock.
const BATCH: u64 = 32;

/// What is to be measured.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many seats; the fewest, if not said.
    pub seats: Option<usize>,
    /// Options as (key, value).
    pub options: Vec<(String, String)>,
    /// How long each measurement takes.
    pub time: Duration,
    /// One line of JSON for each figure.
    pub as_json: bool,
    /// Simulations of tree search, with one random playout each, instead of random play.
    pub mcts: bool,
}

/// What was counted in how long.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    matches: u64,
    actions: u64,
    seconds: f64,
}

/// Measures random playouts of the game of this id, on one thread and on all.
pub fn bench(out: &mut impl Write, id: &str, plan: &Plan) -> Result<(), Trouble> {
    crate::trouble::find_game(id)?;
    if plan.mcts {
        let found = boxwood_games::visit(id, Simulate { plan });
        let (seats, tally) = found.expect("it was found a moment ago")?;
        let per_second = tally.matches as f64 / tally.seconds;
        if plan.as_json {
            let figure = json!({
                "peer": "boxwood", "game": id, "metric": "mcts_simulations",
                "value": per_second, "unit": "1/s", "n": tally.matches, "seconds": tally.seconds,
            });
            writeln!(out, "{figure}")?;
        } else {
            writeln!(out, "{id}, {seats} seats, tree search with one random playout each")?;
            writeln!(
                out,
                "  1 thread   {:>12} simulations/s  ({:.1} s)",
                grouped(per_second),
                tally.seconds
            )?;
        }
        return Ok(());
    }
    let found = boxwood_games::visit(id, Measure { plan });
    let (seats, alone, together) = found.expect("it was found a moment ago")?;
    let threads = rayon::current_num_threads();
    if plan.as_json {
        for (name, tally) in [("", alone), ("_all_threads", together)] {
            for (metric, n) in [("random_playouts", tally.matches), ("random_moves", tally.actions)] {
                let figure = json!({
                    "peer": "boxwood", "game": id, "metric": format!("{metric}{name}"),
                    "value": n as f64 / tally.seconds, "unit": "1/s", "n": n, "seconds": tally.seconds,
                });
                writeln!(out, "{figure}")?;
            }
        }
        return Ok(());
    }
    writeln!(out, "{id}, {seats} seats, random play")?;
    for (name, tally) in [("1 thread".to_string(), alone), (format!("{threads} threads"), together)] {
        writeln!(
            out,
            "  {name:<10} {:>12} games/s  {:>14} actions/s  ({:.1} actions a game, {:.1} s)",
            grouped(tally.matches as f64 / tally.seconds),
            grouped(tally.actions as f64 / tally.seconds),
            tally.actions as f64 / tally.matches as f64,
            tally.seconds,
        )?;
    }
    Ok(())
}

/// 1234567 as 1,234,567.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl Plan {
    /// The first match of the measurement.
    fn begin<G: Game>(&self) -> Result<Match<G>, Trouble> {
        let seats = self.seats.unwrap_or(G::INFO.seats.0);
        let mut options = G::Options::default();
        for (key, value) in &self.options {
            options.set(key, value).map_err(Trouble::asked)?;
        }
        Match::new(options, seats, Seed::from_number(0)).map_err(Trouble::asked)
    }
}

/// How many worlds a bot looks into before its first move, with a fresh tree now and then as in play.
struct Simulate<'a> {
    plan: &'a Plan,
}

/// A move is seldom thought about for longer.
const SIMULATIONS_A_MOVE: u32 = 20_000;

impl Visitor for Simulate<'_> {
    type Output = Result<(usize, Tally), Trouble>;

    fn visit<G: Game>(self) -> Self::Output {
        let game = self.plan.begin::<G>()?;
        let seat = game.active().first().ok_or_else(|| Trouble::asked("Nobody has to decide anything."))?;
        let mut rng = Rng::from_number(0);
        let mut tally = Tally::default();
        let start = worked();
        let elapsed = || worked() - start;
        while elapsed() < self.plan.time {
            let mut search = Search::<G>::new(game.view(Viewer::Seat(seat)), seat, Judgement::ToTheEnd);
            let mut budget = Budget::new(SIMULATIONS_A_MOVE, || elapsed() < self.plan.time);
            search.run(&mut budget, &mut rng);
            tally.matches += u64::from(budget.spent());
        }
        tally.seconds = elapsed().as_secs_f64();
        Ok((game.seats(), tally))
    }
}

struct Measure<'a> {
    plan: &'a Plan,
}

impl Visitor for Measure<'_> {
    type Output = Result<(usize, Tally, Tally), Trouble>;

    fn visit<G: Game>(self) -> Self::Output {
        let Plan { time, .. } = *self.plan;
        // A match refuses what is beyond the table before its setup is asked.
        let first = self.plan.begin::<G>()?;
        let (options, seats) = (first.options().clone(), first.seats());
        let run = |stream| run::<G>(&options, seats, stream, time).map_err(Trouble::asked);
        run_briefly::<G>(&options, seats).map_err(Trouble::asked)?;
        let alone = run(0)?;
        let threads = rayon::current_num_threads() as u64;
        let start = Instant::now();
        let tallies: Result<Vec<Tally>, Trouble> = (1..=threads).into_par_iter().map(run).collect();
        let together = tallies?.iter().fold(Tally::default(), |sum, tally| Tally {
            matches: sum.matches + tally.matches,
            actions: sum.actions + tally.actions,
            seconds: start.elapsed().as_secs_f64(),
        });
        Ok((seats, alone, together))
    }
}

/// Lets caches and clocks of the machine settle.
fn run_briefly<G: Game>(options: &G::Options, seats: usize) -> Result<Tally, SetupError> {
    run::<G>(options, seats, u64::MAX, Duration::from_millis(100))
}

fn run<G: Game>(
    options: &G::Options,
    seats: usize,
    stream: u64,
    time: Duration,
) -> Result<Tally, SetupError> {
    let mut rng = Rng::stream(Seed::from_number(0), stream);
    let mut buffer = vec![];
    let mut tally = Tally::default();
    let start = Instant::now();
    while start.elapsed() < time {
        for _ in 0..BATCH {
            let mut state = G::setup(options, seats, &mut Ctx::silent(&mut rng))?;
            tally.actions += u64::from(playout::<G>(&mut state, &mut rng, &mut buffer).actions);
        }
        tally.matches += BATCH;
    }
    tally.seconds = start.elapsed().as_secs_f64();
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(seats: Option<usize>, options: &[(&str, &str)]) -> Plan {
        let options = options.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
        Plan { seats, options, time: Duration::from_millis(5), as_json: true, mcts: false }
    }

    #[test]
    fn every_game_is_searched() {
        for game in boxwood_games::GAMES {
            let mut out = vec![];
            bench(&mut out, game.info().id, &Plan { mcts: true, ..plan(None, &[]) }).unwrap();
            let figure: serde_json::Value = serde_json::from_slice(&out).unwrap();
            assert_eq!(figure["metric"], "mcts_simulations");
            assert!(figure["n"].as_u64().unwrap() > 0, "{figure}");
        }
    }

    #[test]
    fn every_game_gives_four_figures() {
        for game in boxwood_games::GAMES {
            let mut out = vec![];
            bench(&mut out, game.info().id, &plan(None, &[])).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert_eq!(text.lines().count(), 4);
            for line in text.lines() {
                let figure: serde_json::Value = serde_json::from_str(line).unwrap();
                assert!(figure["value"].as_f64().unwrap() > 0.0, "{line}");
            }
        }
    }

    #[test]
    fn what_cannot_be_measured_is_refused() {
        for (id, seats, options) in [
            ("chess", None, &[][..]),
            ("nim", Some(3), &[]),
            ("nim", None, &[("heaps", "9-9")]),
            ("nim", None, &[("heap", "random")]),
        ] {
            assert!(bench(&mut vec![], id, &plan(seats, options)).is_err(), "{id} {seats:?} {options:?}");
        }
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([grouped(7.0), grouped(1234.0), grouped(1_234_567.0)], ["7", "1,234", "1,234,567"]);
    }
}

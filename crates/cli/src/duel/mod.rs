//! `boxwood duel`: who plays better, measured.
//!
//! Both play the same seeds from every place. In a pair of matches for two, the seats are exchanged; at a
//! larger table one `a` sits among as many `b` as there are seats, in every place once. Where all play
//! against the box, or somebody plays alone, each has the table to themselves and the better score counts.

mod player;
mod share;

use std::io::Write;
use std::time::{Duration, Instant};

use boxwood_engine::{Game, Match, Options, Outcome, Seat, Turn, Visitor, playout};
use boxwood_kit::{Rng, Seed};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde_json::json;

pub use player::Who;
pub use share::Share;

use crate::Trouble;
use player::{Limit, Player};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The one who is measured.
    pub a: Who,
    /// The one it is measured against.
    pub b: Who,
    /// How many seeds are played.
    pub pairs: u64,
    /// How many seats; the fewest, if not said.
    pub seats: Option<usize>,
    /// Options as (key, value).
    pub options: Vec<(String, String)>,
    /// Steps for each decision instead of time.
    pub budget: Option<u32>,
    /// The number of the first seed.
    pub seed: u64,
    /// No seed is begun after so long; those that were are played to their end.
    pub time: Option<Duration>,
    /// One line of JSON.
    pub as_json: bool,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The part of all points that `a` got.
    pub share: Share,
    /// The mean scores of `a` and of `b`.
    pub scores: [f64; 2],
    /// How many seeds were played.
    pub pairs: usize,
    /// How many matches were played.
    pub matches: usize,
    /// How many decisions a match had.
    pub inputs: f64,
    seats: usize,
    seconds: f64,
}

/// Lets both play the game of this id, and says who is better.
pub fn duel(out: &mut impl Write, id: &str, plan: &Plan) -> Result<(), Trouble> {
    crate::trouble::find_game(id)?;
    let found = boxwood_games::visit(id, Duel { plan });
    let verdict = found.expect("it was found a moment ago")?;
    let Verdict { share, scores, pairs, matches, inputs, seats, seconds } = verdict;
    let (a, b) = (&plan.a, &plan.b);
    if plan.as_json {
        let line = json!({
            "game": id, "a": a.to_string(), "b": b.to_string(), "seats": seats, "pairs": pairs,
            "matches": matches, "share": share.mean, "low": share.low, "high": share.high,
            "budget": plan.budget, "score_a": scores[0], "score_b": scores[1], "inputs": inputs, "seconds": seconds,
        });
        return Ok(writeln!(out, "{line}")?);
    }
    writeln!(out, "{id}, {seats} seats: {a} against {b}, {matches} matches on {pairs} seeds")?;
    writeln!(out, "  {a} gets {share} of the points")?;
    writeln!(
        out,
        "  mean scores {:.1} and {:.1}; {inputs:.0} decisions a match; {seconds:.0} s",
        scores[0], scores[1]
    )?;
    Ok(())
}

struct Duel<'a> {
    plan: &'a Plan,
}

/// One match: who sits where, and how it ended.
struct Played {
    places: Vec<bool>,
    outcome: Outcome,
    inputs: usize,
}

impl Visitor for Duel<'_> {
    type Output = Result<Verdict, Trouble>;

    fn visit<G: Game>(self) -> Result<Verdict, Trouble> {
        let plan = self.plan;
        let seats = plan.seats.unwrap_or(G::INFO.seats.0);
        let mut options = G::Options::default();
        for (key, value) in &plan.options {
            options.set(key, value).map_err(Trouble::asked)?;
        }
        let begin = |number: u64| {
            Match::<G>::new(options.clone(), seats, Seed::from_number(number)).map_err(Trouble::asked)
        };
        let tables = seatings(seats, is_shared(&begin(plan.seed)?));
        let bar = progress(plan.pairs * tables.len() as u64);
        let start = Instant::now();
        let pairs: Result<Vec<Vec<Played>>, Trouble> = (plan.seed..plan.seed + plan.pairs)
            .into_par_iter()
            .filter(|number| *number == plan.seed || plan.time.is_none_or(|time| start.elapsed() < time))
            .map(|number| {
                let matches = tables.par_iter().map(|places| {
                    let played = play(begin(number)?, places, plan, number)?;
                    bar.inc(1);
                    Ok(played)
                });
                matches.collect()
            })
            .collect();
        bar.finish_and_clear();
        let pairs = pairs?;
        let points: Vec<f64> = pairs.iter().map(|matches| points(matches)).collect();
        let all = || pairs.iter().flatten();
        let mean = |of_a: bool| {
            let scores = all().flat_map(|played| {
                let own = played.places.iter().zip(played.outcome.scores.as_slice());
                own.filter(move |(place, _)| **place == of_a).map(|(_, &score)| f64::from(score))
            });
            let scores: Vec<f64> = scores.collect();
            scores.iter().sum::<f64>() / scores.len().max(1) as f64
        };
        Ok(Verdict {
            share: Share::of(&points),
            scores: [mean(true), mean(false)],
            pairs: pairs.len(),
            matches: all().count(),
            inputs: all().map(|played| played.inputs as f64).sum::<f64>() / all().count().max(1) as f64,
            seats,
            seconds: start.elapsed().as_secs_f64(),
        })
    }
}

/// Whether nobody plays against anybody else, as the end of any match shows.
fn is_shared<G: Game>(game: &Match<G>) -> bool {
    let mut state = game.state().clone();
    let outcome = match G::turn(&state) {
        Turn::Over(outcome) => outcome,
        Turn::Active(_) => playout::<G>(&mut state, &mut Rng::from_number(0), &mut vec![]).outcome,
    };
    game.seats() == 1 || outcome.team.is_some()
}

/// The tables of one seed: at each, the places where `a` sits.
fn seatings(seats: usize, is_shared: bool) -> Vec<Vec<bool>> {
    if is_shared {
        return vec![vec![true; seats], vec![false; seats]];
    }
    (0..seats).map(|own| (0..seats).map(|place| place == own).collect()).collect()
}

/// What `a` gets of the points of one seed, from 0 to 1.
fn points(matches: &[Played]) -> f64 {
    let score = |played: &Played| played.outcome.scores.as_slice().first().copied().unwrap_or(0);
    match matches {
        // Each had the table to themselves.
        [own, other] if own.places.iter().all(|&place| place) => match score(own).cmp(&score(other)) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        },
        _ => {
            let own = matches.iter().map(|played| {
                let seat = played.places.iter().position(|&place| place).and_then(Seat::new);
                f64::from(seat.map_or(0.0, |seat| played.outcome.utility(seat)))
            });
            own.sum::<f64>() / matches.len() as f64
        }
    }
}

/// Plays a match to its end. The chance of the players is not that of the match.
fn play<G: Game>(mut game: Match<G>, places: &[bool], plan: &Plan, number: u64) -> Result<Played, Trouble> {
    let limit = |level| match plan.budget {
        Some(steps) => Limit::Steps(steps),
        None => Limit::Time(Duration::from_millis(boxwood_bots::thinking_ms(level))),
    };
    let sit = |&is_a: &bool| Player::<G>::sit(if is_a { &plan.a } else { &plan.b }, limit);
    let mut players = places.iter().map(sit).collect::<Result<Vec<_>, _>>()?;
    let table = places.iter().position(|&place| place).unwrap_or(places.len()) as u64;
    let mut rng = Rng::stream(Seed::from_number(number), u64::MAX - table);
    // Where several may act, chance says who is asked first.
    while let Some(seat) = game.active().random(&mut rng) {
        let action = players[seat.index()].choose(&game, seat, &mut rng)?;
        game.act(seat, action).map_err(|why| {
            Trouble::asked(format_args!("{} cannot play like this: {why}", players[seat.index()].name()))
        })?;
    }
    let outcome = game.outcome().expect("nobody is active any more");
    Ok(Played { places: places.to_vec(), outcome, inputs: game.version() })
}

/// Drawn only where somebody looks.
fn progress(matches: u64) -> ProgressBar {
    let bar = ProgressBar::new(matches);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos} of {len} matches, {eta} left") {
        bar.set_style(style);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(a: &str, b: &str, pairs: u64, seats: Option<usize>) -> Plan {
        let who = |word: &str| word.parse().unwrap();
        let (a, b) = (who(a), who(b));
        Plan { a, b, pairs, seats, options: vec![], budget: Some(40), seed: 1, time: None, as_json: true }
    }

    fn told(id: &str, plan: &Plan) -> serde_json::Value {
        let mut out = vec![];
        duel(&mut out, id, plan).unwrap();
        serde_json::from_slice(&out).unwrap()
    }

    #[test]
    fn equals_share_the_points_and_the_better_one_gets_more() {
        let equal = told("othellino", &plan("random", "random", 40, None));
        assert!((0.3..0.7).contains(&equal["share"].as_f64().unwrap()), "{equal}");
        let better = told("othellino", &plan("medium", "random", 10, None));
        assert!(better["low"].as_f64().unwrap() > 0.5, "{better}");
        assert_eq!(better["matches"], 20);
    }

    #[test]
    fn at_larger_tables_every_place_is_played_and_together_everybody_plays_alone() {
        assert_eq!(told("gold-mine", &plan("easy", "random", 2, Some(4)))["matches"], 8);
        let together = told("temple-of-doom", &plan("easy", "random", 3, Some(2)));
        assert_eq!(together["matches"], 6);
        assert!(together["score_a"].as_f64() > together["score_b"].as_f64(), "{together}");
    }

    #[test]
    fn a_budget_in_steps_makes_it_repeatable() {
        let told = || {
            let mut told = told("liars-cards", &plan("medium", "easy", 2, None));
            told.as_object_mut().unwrap().remove("seconds");
            told
        };
        assert_eq!(told(), told());
    }

    #[test]
    fn when_time_is_up_no_seed_is_begun() {
        let plan = Plan { time: Some(Duration::ZERO), ..plan("easy", "random", 50, None) };
        let told = told("nim", &plan);
        assert_eq!((&told["pairs"], &told["matches"]), (&json!(1), &json!(2)));
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        for (id, plan) in [
            ("chess", plan("easy", "random", 1, None)),
            ("nim", plan("easy", "random", 1, Some(3))),
            ("nim", plan("/no/such/program", "random", 1, None)),
        ] {
            assert!(duel(&mut vec![], id, &plan).is_err(), "{id}");
        }
    }
}

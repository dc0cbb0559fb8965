//! `boxwood solve`: how an open game ends if both play their best.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use boxwood_bots::{End, Solved};
use boxwood_engine::{Ctx, Game, Match, Options, Outcome, Seat, Solver, Viewer, Visitor};
use boxwood_kit::{Rng, Seed};
use boxwood_scene::list;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::{Trouble, file, trouble};

/// So many positions are remembered, to the power of two.
const BITS: u32 = 24;

/// The progress is told after so many positions.
const TOLD_EVERY: u64 = 200_000;

/// What is to be solved.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The game's id; not needed for a position of a file.
    pub game: Option<String>,
    /// Goes on where this file leaves off, instead of from the start.
    pub from: Option<PathBuf>,
    /// Options as (key, value).
    pub options: Vec<(String, String)>,
    /// What the setup draws from.
    pub seed: u64,
    /// How many threads; as many as there are cores, if not said.
    pub threads: Option<usize>,
    /// One line of JSON.
    pub as_json: bool,
}

/// Solves a game from its start or from a position, and says how it ends.
pub fn solve(out: &mut impl Write, plan: &Plan) -> Result<(), Trouble> {
    let opened = match &plan.from {
        Some(path) => Some(file::open(&file::read(path)?, path)?),
        None => None,
    };
    let id = match &opened {
        Some(opened) => opened.game.info().id,
        None => trouble::find_game(plan.game.as_deref().unwrap_or_default())?.info().id,
    };
    let played = opened.as_ref().map(|opened| &*opened.played);
    let found = boxwood_games::visit(id, Solve { plan, played });
    found.expect("it was found a moment ago")?.tell(out, id, plan.as_json)
}

/// What was found out, in words and without types.
struct Told {
    seat: Seat,
    end: End,
    actions: Vec<serde_json::Value>,
    labels: Vec<String>,
    positions: u64,
    time: Duration,
}

impl Told {
    fn tell(&self, out: &mut impl Write, id: &str, as_json: bool) -> Result<(), Trouble> {
        let (seat, seconds) = (self.seat, self.time.as_secs_f64());
        let result = match &self.end {
            End::Exactly(outcome) => outcome.utility(seat),
            End::Won(winner) => f32::from(u8::from(*winner == seat)),
            End::Drawn => 0.5,
        };
        let result = ["lost", "drawn", "won"][(result * 2.0) as usize];
        let scores = match &self.end {
            End::Exactly(Outcome { scores, .. }) => Some([scores[seat], scores[seat.other()]]),
            End::Won(_) | End::Drawn => None,
        };
        if as_json {
            let line = json!({
                "game": id, "seat": seat, "result": result, "scores": scores, "line": self.actions,
                "positions": self.positions, "seconds": seconds,
            });
            return Ok(writeln!(out, "{line}")?);
        }
        let verb = match result {
            "won" => "wins",
            "lost" => "loses",
            _ => "draws",
        };
        let by = scores.map_or(String::new(), |[own, other]| format!(" by {own} to {other}"));
        writeln!(out, "{id}: whoever is to move {verb}{by} if both play their best.")?;
        writeln!(out, "  {}", self.labels.join(", "))?;
        writeln!(out, "  {} in {seconds:.1} s", positions(self.positions))?;
        Ok(())
    }
}

/// "672 million positions"
fn positions(number: u64) -> String {
    match number {
        0..10_000 => format!("{number} positions"),
        10_000..10_000_000 => format!("{} thousand positions", number / 1000),
        _ => format!("{} million positions", number / 1_000_000),
    }
}

struct Solve<'a> {
    plan: &'a Plan,
    played: Option<&'a dyn boxwood_engine::AnyMatch>,
}

impl Visitor for Solve<'_> {
    type Output = Result<Told, Trouble>;

    fn visit<G: Game>(self) -> Result<Told, Trouble> {
        let is_of_two = self.played.is_none_or(|played| played.seats() == 2);
        if !G::IS_CERTAIN || !is_of_two {
            return Err(Trouble::asked(format_args!(
                "{} cannot be solved: that takes two players, open cards and no chance, as in {}.",
                G::INFO.title,
                list(&certain_games()),
            )));
        }
        let state = match self.played {
            Some(played) => {
                let game = played.as_any().downcast_ref::<Match<G>>();
                game.expect("the file is of this game").state().clone()
            }
            None => self.begin::<G>()?.state().clone(),
        };
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::default_spinner());
        bar.enable_steady_tick(Duration::from_millis(100));
        let (seen, start) = (AtomicU64::new(0), Instant::now());
        let told = |more: u64| {
            let before = seen.fetch_add(more, Relaxed);
            let seen = before + more;
            if before / TOLD_EVERY < seen / TOLD_EVERY {
                let a_second = seen as f64 / start.elapsed().as_secs_f64().max(0.001);
                bar.set_message(format!("{}, {} a second", positions(seen), positions(a_second as u64)));
            }
            true
        };
        let threads =
            self.plan.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
        let mut ask = |solver: &dyn Solver<G>, state: &G::State, window: (i32, i32)| {
            together(solver, state, window, threads, &told)
        };
        let solved = boxwood_bots::solve::<G>(&state, BITS, &mut ask, &mut |more| told(more));
        bar.finish_and_clear();
        let Some(Solved { seat, line, end }) = solved else {
            return Err(Trouble::asked("Nobody is to decide there any more, or a line of play is too long."));
        };
        let actions = line.iter().map(|action| serde_json::to_value(action).unwrap_or_default()).collect();
        let labels = labels::<G>(state, &line);
        Ok(Told { seat, end, actions, labels, positions: seen.into_inner(), time: start.elapsed() })
    }
}

/// Lets several threads answer the same question; the first to be done has the answer.
fn together<G: Game>(
    solver: &dyn Solver<G>,
    state: &G::State,
    window: (i32, i32),
    threads: usize,
    told: &(dyn Fn(u64) -> bool + Sync),
) -> Option<i32> {
    let is_done = &AtomicBool::new(false);
    let work = move || {
        let go_on = &mut |positions| told(positions) && !is_done.load(Relaxed);
        let answer = solver.margin(state, window, go_on);
        is_done.store(true, Relaxed);
        answer
    };
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let own = work();
        helpers.into_iter().fold(own, |answer, helper| answer.or(helper.join().unwrap_or(None)))
    })
}

impl Solve<'_> {
    fn begin<G: Game>(&self) -> Result<Match<G>, Trouble> {
        let mut options = G::Options::default();
        for (key, value) in &self.plan.options {
            options.set(key, value).map_err(Trouble::asked)?;
        }
        Match::new(options, G::INFO.seats.0, Seed::from_number(self.plan.seed)).map_err(Trouble::asked)
    }
}

/// What the actions of a line are called.
fn labels<G: Game>(mut state: G::State, line: &[G::Action]) -> Vec<String> {
    let label = |action: &G::Action| {
        let seat = G::turn(&state).active().first()?;
        let offer = G::offer(&G::view(&state, Viewer::Seat(seat)), seat, action);
        G::apply(&mut state, seat, action, &mut Ctx::silent(&mut Rng::from_number(0)));
        Some(offer.label)
    };
    line.iter().map_while(label).collect()
}

/// The titles of the games that can be solved.
fn certain_games() -> Vec<&'static str> {
    struct IsCertain;
    impl Visitor for IsCertain {
        type Output = bool;
        fn visit<G: Game>(self) -> bool {
            G::IS_CERTAIN
        }
    }
    let infos = boxwood_games::GAMES.iter().map(|game| game.info());
    infos
        .filter(|info| boxwood_games::visit(info.id, IsCertain) == Some(true))
        .map(|info| info.title)
        .collect()
}

#[cfg(test)]
mod tests {
    use boxwood_games::Othellino;

    use super::*;

    fn told(plan: &Plan) -> Result<String, String> {
        let mut out = vec![];
        solve(&mut out, plan).map_err(|trouble| trouble.to_string())?;
        Ok(String::from_utf8(out).unwrap())
    }

    fn plan(game: &str, options: &[(&str, &str)]) -> Plan {
        let options = options.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
        Plan { game: Some(game.into()), options, ..Plan::default() }
    }

    #[test]
    fn nim_is_solved_by_the_general_search() {
        for (options, expected) in [
            (&[][..], "wins"),
            (&[("max_heaps", "1")], "loses"),
            (&[("heaps", "3-5-7")], "wins"),
            (&[("heaps", "1-3-5-7")], "loses"),
            (&[("heaps", "3-4-5"), ("match", "2")], "draws"),
        ] {
            let told = told(&plan("nim", options)).unwrap();
            let expected = format!("nim: whoever is to move {expected} if both play their best.\n");
            assert!(told.starts_with(&expected), "{options:?}: {told}");
        }
    }

    #[test]
    fn a_position_of_a_file_is_solved_with_its_score() {
        let mut game = Match::<Othellino>::new(Default::default(), 2, Seed::from_number(1)).unwrap();
        let mut rng = Rng::from_number(1);
        for _ in 0..20 {
            let seat = game.active().first().unwrap();
            let action = *rng.choose(&game.actions(seat));
            game.act(seat, action).unwrap();
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("end.json");
        let position = json!({"game": "othellino", "state": game.state()});
        std::fs::write(&file, position.to_string()).unwrap();
        let plan = Plan { from: Some(file), as_json: true, threads: Some(2), ..Plan::default() };
        let told: serde_json::Value = serde_json::from_str(&told(&plan).unwrap()).unwrap();
        for action in told["line"].as_array().unwrap() {
            let seat = game.active().first().unwrap();
            game.act(seat, serde_json::from_value(action.clone()).unwrap()).unwrap();
        }
        let (outcome, seat) = (game.outcome().unwrap(), told["seat"].as_u64().unwrap() as usize);
        let scores = outcome.scores.as_slice();
        assert_eq!(told["scores"], json!([scores[seat], scores[1 - seat]]), "{told}");
    }

    #[test]
    fn what_cannot_be_solved_is_said_in_one_sentence() {
        let refused = told(&plan("backgammon", &[])).unwrap_err();
        let reason = "Backgammon cannot be solved: that takes two players, open cards and no chance, as in ";
        assert!(refused.starts_with(reason) && refused.contains("Nim"), "{refused}");
        assert!(told(&plan("chess", &[])).unwrap_err().starts_with("There is no game \"chess\"."));
        assert!(told(&plan("nim", &[("heaps", "blue")])).is_err());
    }
}

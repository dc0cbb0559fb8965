//! What a level is: how far it looks, how long it thinks, and how carefully it chooses.

use boxwood_engine::{Game, Level, Match, Seat, Solver, Viewer};
use boxwood_kit::Rng;

use crate::mcts::Finding;
use crate::playout::{Judgement, fraction};
use crate::solve::best;
use crate::{Budget, Minimax, Search, Style};

/// How long a bot of this level thinks where people wait for it, in milliseconds.
pub const fn thinking_ms(level: Level) -> u64 {
    match level {
        Level::Random => 0,
        Level::Easy => 100,
        Level::Medium => 300,
        Level::Strong => 1000,
    }
}

/// The most worlds a level looks into by itself; the strongest has no limit of its own.
const fn most_worlds(level: Level) -> u32 {
    match level {
        Level::Random => 0,
        Level::Easy => 80,
        Level::Medium => 400,
        Level::Strong => u32::MAX,
    }
}

/// The same for positions, where it can look ahead exactly.
const fn most_positions(level: Level) -> u32 {
    match level {
        Level::Random | Level::Easy => 0,
        Level::Medium => 20_000,
        Level::Strong => u32::MAX,
    }
}

/// How many actions it then looks ahead.
const fn deepest(level: Level) -> u8 {
    match level {
        Level::Random | Level::Easy => 1,
        Level::Medium => 4,
        Level::Strong => u8::MAX,
    }
}

/// How many actions a position is played on before it is judged. Whoever sees one step only has to
/// imagine the rest.
const fn played_on(level: Level) -> Judgement {
    match level {
        Level::Random | Level::Easy => Judgement::After(3),
        Level::Medium | Level::Strong => Judgement::After(0),
    }
}

/// What a level forgives itself: actions that fall short of the best by this part of the whole range.
const fn softness(level: Level) -> f32 {
    match level {
        Level::Random | Level::Easy => 0.3,
        Level::Medium => 0.1,
        Level::Strong => 0.0,
    }
}

/// In a game of memory, how many of a hundred cards it has seen are forgotten when they would be of use.
const fn forgotten(level: Level) -> u32 {
    match level {
        Level::Random | Level::Easy => 35,
        Level::Medium => 12,
        Level::Strong => 0,
    }
}

/// How many turns beyond its own it looks ahead where the game itself weighs actions.
const fn care(level: Level) -> u8 {
    match level {
        Level::Random | Level::Easy => 0,
        Level::Medium => 1,
        Level::Strong => 2,
    }
}

/// How many positions are looked at before a game's own solver is asked; a few hundredths of a second.
const FIRST_LOOK: u32 = 20_000;
/// The solver of a bot remembers 2 to the power of this many positions.
const SOLVER_BITS: u32 = 18;

/// A bot in one seat of one match. It keeps what it has thought from one move to the next.
pub struct Mind<G: Game> {
    level: Level,
    style: Style,
    thought: Option<Thought<G>>,
}

enum Thought<G: Game> {
    /// With the game's own solver, once the end is near.
    Exact(Minimax<G>, Option<Box<dyn Solver<G>>>),
    Sampled(Box<Search<G>>),
}

impl<G: Game> Mind<G> {
    /// A bot that has not thought yet.
    pub fn new(level: Level) -> Mind<G> {
        Mind { level, style: Style::PLAIN, thought: None }
    }

    /// The same with these habits.
    #[must_use]
    pub fn with_style(self, style: Style) -> Mind<G> {
        Mind { style, ..self }
    }

    /// What it forgives itself.
    fn softness(&self) -> f32 {
        softness(self.level) * self.style.whim as f32 / 100.0
    }

    /// What the bot does at this seat; `None` if the seat may not act.
    pub fn choose<F: FnMut() -> bool>(
        &mut self,
        game: &Match<G>,
        seat: Seat,
        budget: Budget<F>,
        rng: &mut Rng,
    ) -> Option<G::Action> {
        let actions = game.actions(seat);
        match (actions.as_slice(), self.level) {
            ([], _) => None,
            ([only], _) => Some(only.clone()),
            (actions, Level::Random) => Some(rng.choose(actions).clone()),
            (actions, level) => {
                let mut view = game.view(Viewer::Seat(seat));
                G::forget(&mut view, forgotten(level) * self.style.forgetful / 100, rng);
                if let Some(action) = self.weighed(&view, seat, actions, rng) {
                    return Some(action);
                }
                let chosen = if G::IS_CERTAIN && game.seats() == 2 && level != Level::Easy {
                    self.look_ahead(&view, seat, budget.at_most(most_positions(level)), rng)
                } else {
                    self.sample(&view, seat, actions, budget.at_most(most_worlds(level)), rng)
                };
                Some(chosen.unwrap_or_else(|| actions[0].clone()))
            }
        }
    }

    /// A good action by what the game itself thinks of all; `None` if it has no opinion.
    fn weighed(&self, view: &G::View, seat: Seat, actions: &[G::Action], rng: &mut Rng) -> Option<G::Action> {
        let mut values = vec![];
        G::weigh(view, seat, actions, care(self.level), &mut values);
        let finding =
            |(action, value): (&G::Action, f32)| Finding { action: action.clone(), visits: 0, value };
        let findings: Vec<Finding<G::Action>> = actions.iter().zip(values).map(finding).collect();
        nearly_best(&findings, self.softness(), rng).map(|finding| finding.action.clone())
    }

    /// The best action of an open game.
    fn look_ahead<F: FnMut() -> bool>(
        &mut self,
        view: &G::View,
        seat: Seat,
        mut budget: Budget<F>,
        rng: &mut Rng,
    ) -> Option<G::Action> {
        if !matches!(self.thought, Some(Thought::Exact(..))) {
            // No table is larger than what could ever come into it.
            let bits = (u32::BITS - budget.most().leading_zeros()).clamp(8, 20);
            let solver = if self.level == Level::Strong { G::solver(bits.min(SOLVER_BITS)) } else { None };
            self.thought = Some(Thought::Exact(Minimax::new(bits, deepest(self.level)), solver));
        }
        let Some(Thought::Exact(minimax, solver)) = &mut self.thought else { return None };
        let state = G::redeal(view, rng);
        let Some(solver) = solver.as_deref().filter(|solver| solver.is_near(&state)) else {
            return minimax.search(&state, &mut budget, rng).map(|line| line.action);
        };
        // What looks best is asked about first, and is the answer if there is no time for a better one.
        let mut part = budget.part(FIRST_LOOK);
        let line = minimax.search(&state, &mut part, rng)?;
        let spent = part.spent();
        if line.is_solved || !budget.spend_many(spent.into()) {
            return Some(line.action);
        }
        let mut actions = vec![];
        G::legal_actions(&state, seat, &mut actions);
        actions.sort_by_key(|action| *action != line.action);
        let mut ask = |state: &G::State, window| {
            solver.margin(state, window, &mut |positions| budget.spend_many(positions))
        };
        match best::<G>(&state, seat, &actions, &mut ask) {
            Some(number) => Some(actions.swap_remove(number)),
            None => Some(line.action),
        }
    }

    /// A good action of any game.
    fn sample<F: FnMut() -> bool>(
        &mut self,
        view: &G::View,
        seat: Seat,
        actions: &[G::Action],
        mut budget: Budget<F>,
        rng: &mut Rng,
    ) -> Option<G::Action> {
        let (level, softness) = (self.level, self.softness());
        if let Some(Thought::Sampled(search)) = &mut self.thought {
            search.turn_to(view);
        } else {
            let depth = if level == Level::Easy { 1 } else { usize::MAX };
            let search = Search::new(view.clone(), seat, played_on(level)).no_deeper(depth);
            self.thought = Some(Thought::Sampled(Box::new(search)));
        }
        let Some(Thought::Sampled(search)) = &mut self.thought else { return None };
        search.run(&mut budget, rng);
        // What was kept from before may know actions of other worlds, in which something else was drawn.
        let is_legal = |finding: &Finding<G::Action>| actions.contains(&finding.action);
        let findings: Vec<Finding<G::Action>> = search.findings().filter(is_legal).collect();
        match softness {
            0.0 => most_tried(&findings),
            softness => nearly_best(&findings, softness, rng),
        }
        .map(|finding| finding.action.clone())
    }
}

/// Visits are the best judge; where there were too few to differ, the results are.
fn most_tried<A>(findings: &[Finding<A>]) -> Option<&Finding<A>> {
    findings.iter().max_by(|a, b| a.visits.cmp(&b.visits).then(a.value.total_cmp(&b.value)))
}

/// One of the good actions, the better the likelier; never one that is far from the best. Without softness,
/// any of the best.
fn nearly_best<'a, A>(findings: &'a [Finding<A>], softness: f32, rng: &mut Rng) -> Option<&'a Finding<A>> {
    let values = || findings.iter().map(|finding| finding.value);
    let best = values().fold(f32::NEG_INFINITY, f32::max);
    let worst = values().fold(f32::INFINITY, f32::min);
    let least = best - softness * (best - worst);
    let odds = |finding: &Finding<A>| (finding.value - least).max(0.0) + 1e-6;
    let good = || findings.iter().filter(|finding| finding.value >= least);
    let mut left = good().map(odds).sum::<f32>() * fraction(rng);
    good()
        .find(|finding| {
            left -= odds(finding);
            left < 0.0
        })
        .or_else(|| good().next())
}

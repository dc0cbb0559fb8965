//! Players that are programs, generic over every game.
//!
//! A bot is given a view, never a state: it searches over redealt worlds, so it cannot cheat.
//! It reads no clock either; its caller says when to stop.
//! It knows no list of games: whoever has one shows it the match with its types ([`Asked`]).
//!
//! [`mcts`](Search) plays everything; [`Minimax`] looks ahead exactly where a game allows it. What they know
//! about a game is the game's own: `Game::estimate` judges a position, `Game::prefer` says what to try first,
//! `Game::weigh` what actions are worth, `Game::solver` how it ends.

mod budget;
mod levels;
mod mcts;
mod minimax;
mod playout;
mod select;
mod solve;
mod style;
mod tree;

use boxwood_engine::{AnyMatch, Chosen, Game, Level, Match, Seat, Viewer, Visitor};
use boxwood_kit::Rng;

pub use budget::Budget;
pub use levels::{Mind, thinking_ms};
pub use mcts::{Finding, Search};
pub use minimax::{Line, Minimax};
pub use playout::Judgement;
pub use solve::{Ask, End, Solved, solve};
pub use style::Style;

/// What a bot at this seat does; `None` if the seat may not act.
///
/// `go_on` is asked now and then; once it says no, the bot answers with what it has found.
pub fn choose<G: Game>(
    game: &Match<G>,
    seat: Seat,
    level: Level,
    rng: &mut Rng,
    go_on: impl FnMut() -> bool,
) -> Option<G::Action> {
    Mind::new(level).choose(game, seat, Budget::new(u32::MAX, go_on), rng)
}

/// What a bot has thought of.
#[derive(Clone, Debug)]
pub struct Thought {
    /// What it would do.
    pub chosen: Chosen,
    /// Why, in a sentence, where the game can say.
    pub why: Option<String>,
}

/// What [`choose`] is asked about a match without its types. The list of games shows it the types:
/// `boxwood_games::visit(play.info().id, Asked { … })`. The answer is `None` if the seat may not act.
pub struct Asked<'a, F> {
    /// The match.
    pub play: &'a dyn AnyMatch,
    /// Whose turn it is.
    pub seat: Seat,
    /// How hard to think.
    pub level: Level,
    /// With which habits.
    pub style: Style,
    /// The most steps to think; with these alone, the same seed gives the same choice.
    pub steps: u32,
    /// Where chance comes from.
    pub rng: &'a mut Rng,
    /// Asked now and then; once it says no, the bot answers with what it has found.
    pub go_on: F,
}

impl<F: FnMut() -> bool> Visitor for Asked<'_, F> {
    type Output = Option<Thought>;

    fn visit<G: Game>(self) -> Option<Thought> {
        let play = self.play.as_any().downcast_ref::<Match<G>>()?;
        let budget = Budget::new(self.steps, self.go_on);
        let mut mind = Mind::new(self.level).with_style(self.style);
        let action = mind.choose(play, self.seat, budget, self.rng)?;
        let (action, offer) = play.offers(self.seat).into_iter().find(|(offered, _)| *offered == action)?;
        let why = G::reason(&play.view(Viewer::Seat(self.seat)), self.seat, &action);
        Some(Thought { chosen: Chosen { action: serde_json::to_value(&action).ok()?, offer }, why })
    }
}

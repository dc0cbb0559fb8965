//! Players that are programs, generic over every game.
//!
//! A bot is given a view, never a state: it searches over redealt worlds, so it cannot cheat.
//! It reads no clock either; its caller says when to stop.
//! It knows no list of games: whoever has one shows it the match with its types ([`Asked`]).

mod search;

use boxwood_engine::{AnyMatch, Chosen, Game, Level, Match, Seat, Viewer, Visitor};
use boxwood_kit::Rng;

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
    let actions = game.actions(seat);
    match (actions.as_slice(), level) {
        ([], _) => None,
        ([only], _) => Some(only.clone()),
        (actions, Level::Random) => Some(rng.choose(actions).clone()),
        (actions, _) => {
            let view = game.view(Viewer::Seat(seat));
            Some(search::search::<G>(&view, seat, actions, worlds(level), rng, go_on))
        }
    }
}

/// The most worlds a level looks into; the strongest has no limit of its own.
const fn worlds(level: Level) -> u32 {
    match level {
        Level::Random => 0,
        Level::Easy => 60,
        Level::Medium => 800,
        Level::Strong => u32::MAX,
    }
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
    /// Where chance comes from.
    pub rng: &'a mut Rng,
    /// Asked now and then; once it says no, the bot answers with what it has found.
    pub go_on: F,
}

impl<F: FnMut() -> bool> Visitor for Asked<'_, F> {
    type Output = Option<Chosen>;

    fn visit<G: Game>(self) -> Option<Chosen> {
        let play = self.play.as_any().downcast_ref::<Match<G>>()?;
        let action = choose(play, self.seat, self.level, self.rng, self.go_on)?;
        let (action, offer) = play.offers(self.seat).into_iter().find(|(offered, _)| *offered == action)?;
        Some(Chosen { action: serde_json::to_value(&action).ok()?, offer })
    }
}

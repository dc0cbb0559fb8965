//! Bots for matches without types.

use std::time::{Duration, Instant};

use boxwood_bots::Level;
use boxwood_engine::{AnyMatch, Chosen, Game, Match, Seat};
use boxwood_games::Visitor;
use boxwood_kit::Rng;

/// What a bot of this level does at this seat within the time; `None` if the seat may not act.
pub fn choose(
    game: &dyn AnyMatch,
    seat: Seat,
    level: Level,
    budget: Duration,
    rng: &mut Rng,
) -> Option<Chosen> {
    boxwood_games::visit(game.info().id, Ask { game, seat, level, budget, rng })?
}

struct Ask<'a> {
    game: &'a dyn AnyMatch,
    seat: Seat,
    level: Level,
    budget: Duration,
    rng: &'a mut Rng,
}

impl Visitor for Ask<'_> {
    type Output = Option<Chosen>;

    fn visit<G: Game>(self) -> Option<Chosen> {
        let game = self.game.as_any().downcast_ref::<Match<G>>()?;
        let start = Instant::now();
        let action =
            boxwood_bots::choose(game, self.seat, self.level, self.rng, || start.elapsed() < self.budget)?;
        let (action, offer) = game.offers(self.seat).into_iter().find(|(offered, _)| *offered == action)?;
        Some(Chosen { action: serde_json::to_value(&action).ok()?, offer })
    }
}

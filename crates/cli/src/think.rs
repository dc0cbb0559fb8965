//! Bots for matches without types, against the clock.

use std::time::{Duration, Instant};

use boxwood_bots::{Asked, Style, Thought};
use boxwood_engine::{AnyMatch, Level, Seat};
use boxwood_kit::Rng;

/// What a bot of this level does at this seat within the time and so many steps; `None` if the seat may not
/// act.
pub fn think(
    play: &dyn AnyMatch,
    seat: Seat,
    level: Level,
    steps: Option<u32>,
    budget: Duration,
    rng: &mut Rng,
) -> Option<Thought> {
    let start = Instant::now();
    let go_on = || start.elapsed() < budget;
    let steps = steps.unwrap_or(u32::MAX);
    boxwood_games::visit(play.info().id, Asked { play, seat, level, style: Style::PLAIN, steps, rng, go_on })?
}

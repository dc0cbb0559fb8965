//! Why an action is a good one.

use boxwood_engine::{Ctx, Game, Seat, Solver};
use boxwood_kit::Rng;
use boxwood_scene::count;

use super::{Action, Goal, Oki, Phase, State, open, solve, vacant};

/// With so few vacant tiles it is known at once how it ends.
const SEEN: usize = 12;
const BITS: u32 = 12;

pub(super) fn reason(state: &State, seat: Seat, action: Action) -> Option<String> {
    if state.options.goal != Goal::Last || state.cubes.seats() != 2 || vacant(state).len() > SEEN {
        return None;
    }
    let mut next = state.clone();
    Oki::apply(&mut next, seat, &action, &mut Ctx::silent(&mut Rng::from_number(0)));
    let solver = solve::Endgame::new(BITS);
    let (other, left) = (seat.other(), vacant(&next).len());
    match next.phase {
        Phase::Over { .. } => Some("It fills the last tile.".into()),
        Phase::Place { seat: mover, placed } => {
            let margin = solver.margin(&next, (-1, 1), &mut |_| true)?;
            let is_won = (margin > 0) == (mover == seat);
            match (is_won, action) {
                (false, _) => None,
                (true, Action::End) => Some(format!(
                    "It leaves {}, and whatever {other} fills, you can fill the last.",
                    count(left as i64, "tile")
                )),
                (true, Action::Place(_)) if left == open(&next, placed).len() && left < 3 => {
                    Some("You can fill all that is left in this turn.".into())
                }
                (true, Action::Place(_)) => {
                    Some("With it you can still be the one who fills the last tile.".into())
                }
            }
        }
    }
}

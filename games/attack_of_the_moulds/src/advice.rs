//! Why a move is a good one.

use boxwood_engine::{Ctx, Game, Seat, Turn};
use boxwood_kit::Rng;
use boxwood_scene::count;

use super::estimate::exposed;
use super::flow::taken_over;
use super::{Action, AttackOfTheMoulds, CUBES, Move, State};

pub(super) fn reason(state: &State, seat: Seat, action: Action) -> Option<String> {
    let made = Move::of(action)?;
    let mut next = state.clone();
    AttackOfTheMoulds::apply(&mut next, seat, &action, &mut Ctx::silent(&mut Rng::from_number(0)));
    if let Turn::Over(outcome) = AttackOfTheMoulds::turn(&next) {
        let wins = outcome.winners().contains(seat);
        return wins.then(|| {
            if next.cubes[seat].len() == CUBES {
                "Then all your cubes are on the board, and you win.".into()
            } else {
                "It ends the game, and you have the most cubes.".into()
            }
        });
    }
    let lost = exposed(&next, seat);
    match taken_over(state, seat, made).len() {
        0 if made.from.is_some() => None,
        0 if lost == 0 => Some("It grows where nobody can take anything over.".into()),
        0 | 1 => None,
        taken if lost == 0 => {
            Some(format!("It takes over {}, and none can be taken back.", count(taken as i64, "cube")))
        }
        taken if lost < taken => Some(format!(
            "It takes over {}, and at most {lost} can be taken back.",
            count(taken as i64, "cube")
        )),
        taken => Some(format!("It takes over {}.", count(taken as i64, "cube"))),
    }
}

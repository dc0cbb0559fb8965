//! Why a push is a good one.

use boxwood_engine::{Ctx, Game, Seat};
use boxwood_kit::Rng;
use boxwood_scene::list;

use super::{Action, Phase, Push, State, completed, lines};

pub(super) fn reason(state: &State, seat: Seat, action: Action) -> Option<String> {
    let next = after(state, seat, action);
    match next.phase {
        Phase::Won(winner) if winner == seat => {
            let names: Vec<String> = completed(&next, seat).into_iter().map(|(name, _)| name).collect();
            return Some(format!("It completes {}.", list(&names)));
        }
        Phase::Push(_) => {}
        Phase::Won(_) | Phase::Drawn => return None,
    }
    let other = seat.other();
    if can_win(&passed(state, other), other) && !can_win(&next, other) {
        return Some(format!("It keeps {other} from completing a line."));
    }
    // Two answers are needed where two lines lack one tile each.
    let nearly = |state: &State| {
        let lacks_one = |line: boxwood_kit::SpaceSet<6, 6>| (line - state.tiles(seat)).len() == 1;
        lines(state).filter(|(_, line)| lacks_one(*line)).map(|(name, _)| name).collect::<Vec<String>>()
    };
    let (before, now) = (nearly(state), nearly(&next));
    let new: Vec<String> = now.into_iter().filter(|name| !before.contains(name)).collect();
    if new.is_empty() || can_win(&next, other) {
        None
    } else {
        Some(format!("Then {} lacks one tile.", list(&new)))
    }
}

fn after(state: &State, seat: Seat, action: Action) -> State {
    let mut next = state.clone();
    Push::apply(&mut next, seat, &action, &mut Ctx::silent(&mut Rng::from_number(0)));
    next
}

/// As if it were this seat's turn.
fn passed(state: &State, seat: Seat) -> State {
    State { phase: Phase::Push(seat), ..state.clone() }
}

/// Whether a seat that is to push can win at once.
fn can_win(state: &State, seat: Seat) -> bool {
    let mut actions = vec![];
    Push::legal_actions(state, seat, &mut actions);
    actions.into_iter().any(|action| after(state, seat, action).phase == Phase::Won(seat))
}

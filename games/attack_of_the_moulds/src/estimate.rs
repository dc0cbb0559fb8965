//! How well a seat stands, and which moves are worth a thought.

use boxwood_engine::{Game, Seat, Turn};

use super::board::Spaces;
use super::flow::taken_over;
use super::{Action, AttackOfTheMoulds, Move, Phase, Space, State, free, occupied};

/// The part of the others that the seat leaves behind, as far as the cubes tell.
pub(super) fn estimate(state: &State, seat: Seat) -> f32 {
    let seats = state.cubes.seats();
    let (mover, at_hand) = match AttackOfTheMoulds::turn(state) {
        Turn::Over(outcome) => return outcome.utility(seat),
        Turn::Active(active) => (active.first(), prospect(state)),
    };
    let worth = |seat: Seat| {
        let cubes = 2 * state.cubes[seat].len() as i32;
        if mover == Some(seat) { cubes + at_hand } else { cubes }
    };
    // A lead counts the more, the less room is left to change it.
    let room = 2.0 + free(state).len() as f32;
    let ahead = |other: Seat| {
        let lead = (worth(seat) - worth(other)) as f32;
        0.5 + 0.5 * lead / (lead.abs() + room)
    };
    let others = Seat::all(seats).filter(|&other| other != seat);
    others.map(ahead).sum::<f32>() / (seats - 1) as f32
}

/// What whoever is to move will have gained in a moment, in half cubes: a cube, and twice what it takes over
/// at best, since that is somebody's loss.
fn prospect(state: &State) -> i32 {
    let Phase::Move(mover) = state.phase else { return 0 };
    let (board, own, free) = (state.options.board, state.cubes[mover], free(state));
    let enemies = occupied(state) - own;
    let near = board.beside(own);
    let taken = |to: Space| (board.next_to(to) & enemies).len() as i32;
    let (grown, far) = (near & free, (board.beside(near) - near) & free);
    let grow = grown.iter().map(|to| 1 + 2 * taken(to)).max().unwrap_or(0);
    let spread = far.iter().map(|to| 2 * taken(to)).max().unwrap_or(0);
    grow.max(spread)
}

/// What takes over the most first; whoever can grow has no use for spreading into the void.
pub(super) fn prefer(state: &State, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
    let can_grow = matches!(actions.first(), Some(Action::Grow(_)));
    weights.extend(actions.iter().map(|&action| {
        let Some(made) = Move::of(action) else { return 1.0 };
        match taken_over(state, seat, made).len() {
            taken if made.from.is_none() => 1.0 + taken as f32,
            0 if can_grow => 0.0,
            taken => 0.5 + taken as f32,
        }
    }));
}

/// The most cubes of a seat that somebody else can take over with one move.
pub(super) fn exposed(state: &State, seat: Seat) -> usize {
    let (board, free, own) = (state.options.board, free(state), state.cubes[seat]);
    let others = Seat::all(state.cubes.seats()).filter(|&other| other != seat);
    let reach = others.fold(Spaces::EMPTY, |reach, other| {
        let near = board.beside(state.cubes[other]);
        reach | near | board.beside(near)
    });
    (reach & free).iter().map(|to| (board.next_to(to) & own).len()).max().unwrap_or(0)
}

//! What actions are worth: exactly for whoever looks far enough, and otherwise near the end only.

use super::{Action, State, cubes_left, most_heaps};

/// Whoever looks this many turns ahead sees the end of every game.
const SEES_ALL: u8 = 2;
/// Whoever looks less far ahead sees how it ends once no more cubes than this are left.
const SEEN: [u8; SEES_ALL as usize] = [6, 14];
/// What an action is worth of which nothing is seen.
const UNSEEN: f32 = 0.5;
/// What is preferred among actions that are worth the same, such as heaps that make a good game.
const NICER: f32 = 0.01;

pub(super) fn weigh(state: &State, actions: &[Action], care: u8, values: &mut Vec<f32>) {
    values.extend(actions.iter().map(|&action| {
        let is_nice = is_nice(state, action);
        let worth = match action {
            _ if is_seen(state, action, care) => f32::from(u8::from(wins(state, action))),
            // Whoever cannot see who wins at least builds a good game.
            Action::AddHeap(_) | Action::Ready if !is_nice => 0.0,
            _ => UNSEEN,
        };
        // Within 0 and 1, both of which stay ends.
        worth * (1.0 - NICER) + if is_nice { NICER } else { 0.0 }
    }));
}

fn is_seen(state: &State, action: Action, care: u8) -> bool {
    let most = SEEN.get(usize::from(care)).copied();
    match action {
        Action::AddHeap(_) | Action::Ready => care > 0,
        Action::Take { n, .. } => most.is_none_or(|most| cubes_left(state) - n <= most),
    }
}

/// Whether this game is won with it, if whoever does it makes no mistake later.
///
/// Who is to take from heaps that are even in every binary digit loses: there is an answer to whatever is
/// taken.
pub(super) fn wins(state: &State, action: Action) -> bool {
    let odd = odd_after(state, action);
    // What is odd takes one more heap to be made even, of just as many cubes.
    let can_go_on = |n: u8| state.heaps.len() + 1 < most_heaps(state) && odd <= state.supply - n;
    odd == 0 || matches!(action, Action::AddHeap(n) if can_go_on(n))
}

/// The binary digits in which the heaps are odd then.
pub(super) fn odd_after(state: &State, action: Action) -> u8 {
    let odd = state.heaps.iter().fold(0, |sum, cubes| sum ^ cubes);
    match action {
        Action::Ready => odd,
        Action::AddHeap(n) => odd ^ n,
        Action::Take { heap, n } => {
            let cubes = state.heaps[usize::from(heap)];
            odd ^ cubes ^ (cubes - n)
        }
    }
}

/// Three to five heaps of a size that one can think about make a good game; and whoever cannot win makes it
/// long, a cube at a time.
fn is_nice(state: &State, action: Action) -> bool {
    let heaps = state.heaps.len();
    match action {
        Action::Ready => heaps >= 3,
        Action::AddHeap(n) if heaps < 4 => n <= 9,
        Action::AddHeap(_) => heaps == 4 && odd_after(state, action) == 0,
        Action::Take { heap, n } => {
            n == 1 && state.heaps.iter().max() == Some(&state.heaps[usize::from(heap)])
        }
    }
}

//! Why an action is a good one.

use boxwood_engine::Seat;

use super::weigh::{odd_after, wins};
use super::{Action, State};

pub(super) fn reason(state: &State, seat: Seat, action: Action) -> Option<String> {
    let other = seat.other().index();
    match action {
        Action::Take { heap, n } => {
            let left = |(place, &cubes): (usize, &u8)| cubes - if place == usize::from(heap) { n } else { 0 };
            let mut heaps: Vec<u8> =
                state.heaps.iter().enumerate().map(left).filter(|&cubes| cubes > 0).collect();
            heaps.sort_unstable();
            Some(match heaps[..] {
                [] => "It takes the last cube.".into(),
                [a, b] if a == b => {
                    format!("Two equal heaps are left: what {{{other}}} takes from one, take from the other.")
                }
                _ if odd_after(state, action) == 0 => {
                    format!(
                        "Of ones, twos, fours and eights, each is in an even number of heaps: {{{other}}} cannot keep it so, and you can make it so again."
                    )
                }
                _ => format!(
                    "Nothing wins if {{{other}}} makes no mistake, and this leaves much to think about."
                ),
            })
        }
        Action::Ready if wins(state, action) => {
            Some(format!("There is an answer to whatever {{{other}}} takes first."))
        }
        Action::AddHeap(_) if odd_after(state, action) == 0 => {
            Some(format!("With it, there is an answer to whatever {{{other}}} takes first."))
        }
        Action::Ready | Action::AddHeap(_) => None,
    }
}

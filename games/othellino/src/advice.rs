//! Why a space is a good one.

use boxwood_engine::Seat;
use boxwood_scene::count;

use super::board::{Space, Spaces, captured, capturing};
use super::{State, sides};

const CORNERS: Spaces = Spaces::of(&[(0, 0), (0, 5), (5, 0), (5, 5)]);
/// With so few places to choose from, somebody is in trouble.
const FEW: usize = 3;

pub(super) fn reason(state: &State, seat: Seat, placed: Space) -> Option<String> {
    let (own, enemy) = sides(state, seat);
    let turned = captured(own, enemy, placed);
    let (own, enemy) = (own | turned | Spaces::only(placed), enemy - turned);
    if turned.is_empty() {
        return None; // the centre is being filled
    }
    let other = seat.other().index();
    match capturing(enemy, own).len() {
        _ if CORNERS.contains(placed) => Some("A cube in a corner can never be turned again.".into()),
        0 => Some(format!("It leaves {{{other}}} no place to play.")),
        few if few <= FEW => {
            Some(format!("It leaves {{{other}}} only {} to choose from.", count(few as i64, "place")))
        }
        _ => None,
    }
}

//! The board, 4 wide and 6 long, as bits; and the three ways forward on it.

use boxwood_engine::Seat;
use boxwood_kit::SpaceSet;

use super::JumpOver;

/// A space of the board.
pub type Space = boxwood_kit::Space<ROWS, 4>;
/// A set of spaces.
pub type Spaces = SpaceSet<ROWS, 4>;

const ROWS: usize = 6;

/// Rows 1 and 2, where South begins.
pub const SOUTH: Spaces = Spaces::rectangle(2, 4);
/// Rows 5 and 6, where North begins.
pub const NORTH: Spaces = SOUTH.shifted(4, 0);

/// Rule 2: straight ahead, or one column aside for every row.
const ASIDE: [i8; 3] = [-1, 0, 1];

/// The longest move: from the first row over all between to the last.
const LONGEST: usize = ROWS - 1;

/// Rule 2: how many rows a step forward is.
#[inline]
pub const fn forward(seat: Seat) -> i8 {
    if seat.index() == 0 { 1 } else { -1 }
}

/// Rule 1: where a seat's cubes begin.
#[inline]
pub const fn start(seat: Seat) -> Spaces {
    if seat.index() == 0 { SOUTH } else { NORTH }
}

/// Rule 2: where a seat's cubes want to get to.
#[inline]
pub const fn goal(seat: Seat) -> Spaces {
    if seat.index() == 0 { NORTH } else { SOUTH }
}

/// The spaces that a seat's cubes can get to along one way forward, by how many rows that is: one for a
/// step (rule 4), more for a jump (rule 5).
#[inline]
fn landings(cubes: [Spaces; 2], seat: Seat, over: JumpOver, aside: i8) -> [Spaces; LONGEST] {
    let occupied = cubes[0] | cubes[1];
    let longest = match over {
        JumpOver::One => 2,
        JumpOver::Row => LONGEST,
    };
    let mut landings = [Spaces::EMPTY; LONGEST];
    let mut met = cubes[seat.index()] - goal(seat); // rule 6
    for landing in &mut landings[..longest] {
        let reached = met.shifted(forward(seat), aside);
        *landing = reached - occupied;
        met = reached & occupied;
    }
    landings
}

/// Rules 4 to 6: every move of a seat, from where to where.
#[inline]
pub fn moves(cubes: [Spaces; 2], seat: Seat, over: JumpOver) -> impl Iterator<Item = (Space, Space)> {
    ASIDE.into_iter().flat_map(move |aside| {
        let landings = (1..).zip(landings(cubes, seat, over, aside));
        landings.flat_map(move |(rows, landing)| {
            landing.iter().filter_map(move |to| Some((to.offset(-rows * forward(seat), -rows * aside)?, to)))
        })
    })
}

/// Rule 8: whether a seat has a move.
#[inline]
pub fn can_move(cubes: [Spaces; 2], seat: Seat, over: JumpOver) -> bool {
    // A jump over several cubes ends where a jump of the last of them could begin; but that one may be
    // somebody else's.
    ASIDE
        .into_iter()
        .any(|aside| landings(cubes, seat, over, aside).iter().any(|landing| !landing.is_empty()))
}

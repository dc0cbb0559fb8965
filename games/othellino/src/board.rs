//! The 6×6 board as bits: a space is the number of a bit, row by row.

use boxwood_kit::SpaceSet;

/// A space of the board.
pub type Space = boxwood_kit::Space<6, 6>;
/// A set of spaces.
pub type Spaces = SpaceSet<6, 6>;

/// c3, d3, c4 and d4.
pub const CENTRE: Spaces = UPWARD_DIAGONAL.union(DOWNWARD_DIAGONAL);
/// d3 and c4.
pub const UPWARD_DIAGONAL: Spaces = Spaces::of(&[(2, 3), (3, 2)]);
/// c3 and d4.
pub const DOWNWARD_DIAGONAL: Spaces = Spaces::of(&[(2, 2), (3, 3)]);

/// The whole board.
pub const ALL: u64 = Spaces::FULL.bits();

/// Columns b–e. A run that goes sideways and is enclosed has no cube at the left or right edge;
/// with those left out, no run goes on from the end of a row to the beginning of the next.
const INNER_COLUMNS: u64 = 0o36_36_36_36_36_36;

/// Rule 3: the empty spaces where a cube of one's own would capture.
#[inline]
pub fn capturing(own: Spaces, enemy: Spaces) -> Spaces {
    Spaces::from_bits(capturing_bits(own.bits(), enemy.bits()))
}

/// Rule 4: the enemy cubes that a cube placed here captures.
#[inline]
pub fn captured(own: Spaces, enemy: Spaces, placed: Space) -> Spaces {
    Spaces::from_bits(captured_bits(own.bits(), enemy.bits(), Spaces::only(placed).bits()))
}

/// Rule 3 on bits.
#[inline(always)]
pub fn capturing_bits(own: u64, enemy: u64) -> u64 {
    let ends = |through: u64, step: u32| {
        let (ahead, behind) = runs(own, through, step);
        ahead << step | behind >> step
    };
    along_all_lines(enemy, ends) & ALL & !(own | enemy)
}

/// Rule 4 on bits, of which one is placed.
#[inline(always)]
pub fn captured_bits(own: u64, enemy: u64, placed: u64) -> u64 {
    let enclosed = |through: u64, step: u32| {
        let (ahead, behind) = runs(placed, through, step);
        let kept = |run: u64, end: u64| if end & own != 0 { run } else { 0 };
        kept(ahead, ahead << step) | kept(behind, behind >> step)
    };
    along_all_lines(enemy, enclosed)
}

/// What is found along rows, columns and both diagonals together, given the enemy cubes that runs
/// may go through and how many bits neighbours on such a line are apart.
#[inline(always)]
fn along_all_lines(enemy: u64, found: impl Fn(u64, u32) -> u64) -> u64 {
    let inner = enemy & INNER_COLUMNS;
    found(inner, 1) | found(enemy, 6) | found(inner, 5) | found(inner, 7)
}

/// The runs that follow directly on the starts, ahead and behind on their lines.
///
/// A run with an end on the board beyond it has at most 4 cubes: one, one more, then two by two.
#[inline(always)]
fn runs(from: u64, through: u64, step: u32) -> (u64, u64) {
    let pairs = through & through << step;
    let mut ahead = from << step & through;
    ahead |= ahead << step & through;
    ahead |= ahead << (2 * step) & pairs;
    let mut behind = from >> step & through;
    behind |= behind >> step & through;
    behind |= behind >> (2 * step) & pairs >> step;
    (ahead, behind)
}

//! Both boards as sets of bits: the hexagon of 37 spaces, half-shifted, and the square of 36.

use boxwood_kit::{Grid, SpaceSet, Square};

use super::Board;

/// A space of either board.
pub type Space = boxwood_kit::Space<7, 7>;
/// A set of spaces.
pub type Spaces = SpaceSet<7, 7>;

/// Rule 1: a hexagon with sides of four tiles. Its rows are written from their place on a half-shifted
/// board, so a1–d1 is the uppermost and d7–g7 the lowest.
const HEXAGON: Spaces = {
    let mut hexagon = Spaces::EMPTY;
    let mut n = 0;
    while n < 49 {
        let (row, col) = (n / 7, n % 7);
        if -SIDE < row - col && row - col < SIDE {
            hexagon.insert(at(row, col));
        }
        n += 1;
    }
    hexagon
};
const SIDE: i8 = 4;

/// Rule 10.
const SQUARE: Spaces = Spaces::rectangle(6, 6);

/// The outermost spaces of the hexagon clockwise from the right-hand corner: every third is a corner.
pub const RIM: [Space; 18] = {
    let turns = [(1, 0), (0, -1), (-1, -1), (-1, 0), (0, 1), (1, 1)];
    let (mut row, mut col) = (3, 6);
    let mut rim = [at(row, col); 18];
    let mut n = 0;
    while n < rim.len() {
        rim[n] = at(row, col);
        let (down, right) = turns[n / 3];
        (row, col) = (row + down, col + right);
        n += 1;
    }
    rim
};

const fn at(row: i8, col: i8) -> Space {
    Space::new(Square::new(row, col)).expect("a space of the board")
}

/// Which spaces of a board are one step away from each, and which two.
struct Steps {
    one: [Spaces; 49],
    two: [Spaces; 49],
}

static ON_HEXAGON: Steps = Steps::on(HEXAGON, Grid::Halves);
static ON_SQUARE: Steps = Steps::on(SQUARE, Grid::Edges);

impl Steps {
    const fn on(board: Spaces, grid: Grid) -> Steps {
        let mut steps = Steps { one: [Spaces::EMPTY; 49], two: [Spaces::EMPTY; 49] };
        let mut n = 0;
        while n < 49 {
            let space = at(n as i8 / 7, n as i8 % 7);
            if board.contains(space) {
                let one = space.touching(grid).intersection(board);
                let nearer = one.union(Spaces::only(space));
                steps.one[n] = one;
                steps.two[n] = one.touching(grid).intersection(board).difference(nearer);
            }
            n += 1;
        }
        steps
    }
}

impl Board {
    /// Rules 1 and 10.
    #[inline]
    pub(super) const fn spaces(self) -> Spaces {
        match self {
            Board::Hex37 => HEXAGON,
            Board::Square36 => SQUARE,
        }
    }

    #[inline]
    fn steps(self) -> &'static Steps {
        match self {
            Board::Hex37 => &ON_HEXAGON,
            Board::Square36 => &ON_SQUARE,
        }
    }

    /// The spaces next to one.
    #[inline]
    pub(super) fn next_to(self, space: Space) -> Spaces {
        self.steps().one[space.number()]
    }

    /// The spaces exactly two steps away from one (R4).
    #[inline]
    pub(super) fn two_away(self, space: Space) -> Spaces {
        self.steps().two[space.number()]
    }

    /// The spaces next to any of these.
    #[inline]
    pub(super) const fn beside(self, spaces: Spaces) -> Spaces {
        let touching = match self {
            Board::Hex37 => spaces.touching(Grid::Halves),
            Board::Square36 => spaces.touching(Grid::Edges),
        };
        touching.intersection(self.spaces())
    }

    /// Where a space comes when cubes are taken over one by one: on the hexagon line by line as they fall to
    /// the right, from the lowest line up; on the square row by row.
    pub(super) fn order(self, space: Space) -> (i8, i8) {
        let Square { row, col } = space.square();
        match self {
            Board::Hex37 => (col - row, row),
            Board::Square36 => (row, col),
        }
    }
}

/// Which corner of the hexagon this is, counted clockwise from the right-hand one.
pub fn corner(space: Space) -> Option<usize> {
    (0..6).find(|number| RIM[3 * number] == space)
}

/// The corners of the hexagon, clockwise from the right-hand one.
pub fn corners() -> impl Iterator<Item = Space> {
    (0..6).map(|number| RIM[3 * number])
}

/// Rule 2, with R3: a corner and its two neighbours on the rim.
pub fn three_in(corner: usize) -> Spaces {
    [17, 18, 19].into_iter().map(|n| RIM[(3 * corner + n) % 18]).collect()
}

/// Rule 3, with R3: a corner, and the opposite one with the next space of the rim.
pub fn one_and_two(corner: usize) -> Spaces {
    [0, 9, 10].into_iter().map(|n| RIM[(3 * corner + n) % 18]).collect()
}

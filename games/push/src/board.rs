//! The board as bits, one for each tile that shows green; and what a push does to them.

use boxwood_kit::{Quarter, SpaceSet, Square};
use boxwood_scene::count;

/// A space of the largest board. Smaller ones lie in its upper left corner.
pub type Space = boxwood_kit::Space<SIDE, SIDE>;
/// A set of spaces.
pub type Spaces = SpaceSet<SIDE, SIDE>;

/// The side of the largest board.
pub const SIDE: usize = 6;
const SMALLEST: usize = 4;

/// A board of so many rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    side: usize,
}

/// The tiles that a push moves.
#[derive(Clone, Copy)]
struct Stretch {
    /// All of their spaces.
    all: u64,
    /// Where the tile is taken out.
    gap: u64,
    /// Where it is pushed in.
    end: u64,
    /// By how many bits those between move.
    by: u32,
}

/// For each size of the board, each space and each side from which a tile is pushed in.
static STRETCHES: [[[Stretch; 4]; SIDE * SIDE]; SIDE - SMALLEST + 1] =
    [stretches(4), stretches(5), stretches(6)];

const fn stretches(side: usize) -> [[Stretch; 4]; SIDE * SIDE] {
    let mut all = [[Stretch { all: 0, gap: 0, end: 0, by: 0 }; 4]; SIDE * SIDE];
    let mut number = 0;
    while number < SIDE * SIDE {
        let (row, col) = (number / SIDE, number % SIDE);
        if row < side && col < side {
            let mut from = 0;
            while from < 4 {
                all[number][from] = stretch(side, row, col, Quarter::ALL[from]);
                from += 1;
            }
        }
        number += 1;
    }
    all
}

const fn stretch(side: usize, row: usize, col: usize, from: Quarter) -> Stretch {
    // From the end where the tile comes in to the gap, and how many bits it is from one to the next.
    let (first, last, step) = match from {
        Quarter::Left => (row * SIDE, row * SIDE + col, 1),
        Quarter::Right => (row * SIDE + col, row * SIDE + side - 1, 1),
        Quarter::Up => (col, row * SIDE + col, SIDE),
        Quarter::Down => (row * SIDE + col, (side - 1) * SIDE + col, SIDE),
    };
    let (mut all, mut at) = (0, first);
    while at <= last {
        all |= 1 << at;
        at += step;
    }
    match from {
        Quarter::Left | Quarter::Up => Stretch { all, gap: 1 << last, end: 1 << first, by: step as u32 },
        Quarter::Right | Quarter::Down => {
            // A turn of the whole word, since one goes back.
            Stretch { all, gap: 1 << first, end: 1 << last, by: u64::BITS - step as u32 }
        }
    }
}

impl Board {
    /// A board of this side, 4 to 6.
    pub const fn new(side: usize) -> Board {
        assert!(SMALLEST <= side && side <= SIDE, "a size that can be chosen");
        Board { side }
    }

    #[inline]
    pub const fn side(self) -> usize {
        self.side
    }

    /// All spaces.
    #[inline]
    pub const fn spaces(self) -> Spaces {
        Spaces::rectangle(self.side, self.side)
    }

    /// Rule 3: the spaces at the edge.
    #[inline]
    pub const fn rim(self) -> Spaces {
        self.spaces().difference(Spaces::rectangle(self.side - 2, self.side - 2).shifted(1, 1))
    }

    /// Rule 1: where tiles are green at first, like one colour of a chessboard.
    pub fn chequered(self) -> Spaces {
        let is_green = |space: &Space| (space.square().row + space.square().col) % 2 == 0;
        self.spaces().iter().filter(is_green).collect()
    }

    #[inline]
    fn stretch(self, at: Space, from: Quarter) -> Stretch {
        STRETCHES[self.side - SMALLEST][at.number()][from.id()]
    }

    /// Rule 4: where a tile ends up that is pushed in from this side: the end of its row or column.
    pub fn end(self, at: Space, from: Quarter) -> Space {
        let (Square { row, col }, last) = (at.square(), self.side as i8 - 1);
        let end = match from {
            Quarter::Left => Square::new(row, 0),
            Quarter::Right => Square::new(row, last),
            Quarter::Up => Square::new(0, col),
            Quarter::Down => Square::new(last, col),
        };
        Space::new(end).unwrap_or(at)
    }

    /// The same the other way round.
    pub fn side_of(self, at: Space, end: Space) -> Option<Quarter> {
        Quarter::ALL.into_iter().find(|&from| self.end(at, from) == end)
    }

    /// Whether a tile can be pushed in from this side: the end is not where it was taken out.
    #[inline]
    pub fn is_another_end(self, at: Space, from: Quarter) -> bool {
        let stretch = self.stretch(at, from);
        stretch.gap != stretch.end
    }

    /// Rule 4: which tiles are green after a push.
    #[inline]
    pub fn pushed(self, green: Spaces, at: Space, from: Quarter) -> Spaces {
        let (Stretch { all, gap, end, by }, green) = (self.stretch(at, from), green.bits());
        let taken = if green & gap != 0 { end } else { 0 };
        Spaces::from_bits(green & !all | (green & all & !gap).rotate_left(by) | taken)
    }

    /// Which tiles were green before a push.
    #[inline]
    pub fn unpushed(self, green: Spaces, at: Space, from: Quarter) -> Spaces {
        let (Stretch { all, gap, end, by }, green) = (self.stretch(at, from), green.bits());
        let taken = if green & end != 0 { gap } else { 0 };
        Spaces::from_bits(green & !all | (green & all & !end).rotate_right(by) | taken)
    }

    /// The spaces whose tiles a push moves, from the gap to the end.
    pub fn moved(self, at: Space, from: Quarter) -> impl Iterator<Item = Space> {
        let (Square { row, col }, end) = (at.square(), self.end(at, from).square());
        let (rows, cols) = (end.row - row, end.col - col);
        (0..=rows.abs().max(cols.abs())).filter_map(move |n| at.offset(n * rows.signum(), n * cols.signum()))
    }

    /// Rule 5: whether these tiles fill a row or a column.
    #[inline]
    pub fn has_line(self, tiles: Spaces) -> bool {
        const COLUMN: u64 = Spaces::rectangle(SIDE, 1).bits();
        const ROW: u64 = Spaces::rectangle(1, SIDE).bits();
        let tiles = tiles.bits();
        let (mut rows, mut columns) = (tiles & COLUMN, tiles & ROW);
        for n in 1..self.side {
            rows &= tiles >> n;
            columns &= tiles >> (n * SIDE);
        }
        rows | columns != 0
    }

    /// Rule 7: the two long diagonals.
    #[inline]
    pub fn diagonals(self) -> [Spaces; 2] {
        const DIAGONALS: [[Spaces; 2]; SIDE - SMALLEST + 1] = [diagonals(4), diagonals(5), diagonals(6)];
        DIAGONALS[self.side - SMALLEST]
    }

    /// Every row and column, with its name, and the diagonals behind them.
    pub fn lines(self) -> impl Iterator<Item = (String, Spaces)> {
        let line = move |is_row: bool, number: i8| {
            let is_in = move |space: &Space| {
                let Square { row, col } = space.square();
                number == if is_row { row } else { col }
            };
            self.spaces().iter().filter(is_in).collect::<Spaces>()
        };
        let side = self.side as i8;
        let rows = (0..side).map(move |row| (format!("row {}", row + 1), line(true, row)));
        let letter = |col: i8| char::from(b'a' + col as u8);
        let columns = (0..side).map(move |col| (format!("column {}", letter(col)), line(false, col)));
        let ends = ["a1".to_string(), format!("a{side}")];
        let diagonals = ends.into_iter().zip(self.diagonals());
        rows.chain(columns).chain(diagonals.map(|(end, spaces)| (format!("the diagonal from {end}"), spaces)))
    }

    /// "4 of 6 tiles"
    pub fn out_of(self, tiles: usize) -> String {
        format!("{tiles} of {}", count(self.side as i64, "tile"))
    }
}

const fn diagonals(side: usize) -> [Spaces; 2] {
    let (mut down, mut up) = (0, 0);
    let mut n = 0;
    while n < side {
        down |= 1 << (n * SIDE + n);
        up |= 1 << (n * SIDE + side - 1 - n);
        n += 1;
    }
    [Spaces::from_bits(down), Spaces::from_bits(up)]
}

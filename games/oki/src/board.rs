//! The ground that tiles lie on, its lines, and the layouts of the board.

use boxwood_kit::{Rng, SpaceSet, Square};

use super::{Layout, Line};

/// A place for a tile.
pub type Space = boxwood_kit::Space<SIDE, SIDE>;
/// A set of places.
pub type Spaces = SpaceSet<SIDE, SIDE>;

/// No layout needs more rows or columns.
pub const SIDE: usize = 9;

/// The directions of a line: along a row, a column and both diagonals, as steps down and to the right.
const DIRECTIONS: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// All places on the lines through each place, by direction.
static LINES: [[Spaces; 4]; SIDE * SIDE] = lines();

const fn lines() -> [[Spaces; 4]; SIDE * SIDE] {
    let mut lines = [[Spaces::EMPTY; 4]; SIDE * SIDE];
    let mut number = 0;
    while number < SIDE * SIDE {
        let mut direction = 0;
        while direction < 4 {
            let (rows, cols) = DIRECTIONS[direction];
            let mut steps = -(SIDE as i8);
            while steps <= SIDE as i8 {
                let (row, col) = ((number / SIDE) as i8 + steps * rows, (number % SIDE) as i8 + steps * cols);
                if let Some(space) = Space::new(Square::new(row, col)) {
                    lines[number][direction].insert(space);
                }
                steps += 1;
            }
            direction += 1;
        }
        number += 1;
    }
    lines
}

/// Rules 4 and 8: where one more cube may lie, as far as the cubes of this turn say.
#[inline]
pub fn in_line(placed: Spaces, line: Line) -> Spaces {
    let mut cubes = placed.iter();
    match (cubes.next(), cubes.next()) {
        (None, _) => Spaces::FULL,
        (Some(only), None) => match line {
            Line::Loose => LINES[only.number()].iter().fold(Spaces::EMPTY, |sum, line| sum | *line),
            Line::Contiguous => only.neighbours(),
        },
        (Some(one), Some(other)) => {
            let direction = direction(one, other).unwrap_or_default();
            let all = LINES[one.number()][direction];
            match line {
                Line::Loose => all,
                Line::Contiguous => placed.neighbours() & all,
            }
        }
    }
}

/// In which direction two places lie on a line.
fn direction(one: Space, other: Space) -> Option<usize> {
    LINES[one.number()].iter().position(|line| line.contains(other))
}

/// Every line with at least two of these places.
pub fn lines_of(spaces: Spaces) -> Vec<Spaces> {
    let mut found: Vec<Spaces> = vec![];
    for space in spaces {
        for line in LINES[space.number()].map(|line| line & spaces) {
            if line.len() > 1 && line.first() == Some(space) {
                found.push(line);
            }
        }
    }
    found
}

/// Rules 1 and 9: where so many tiles lie.
pub fn lay_out(layout: Layout, tiles: usize, rng: &mut Rng) -> Spaces {
    let side = (1..).find(|side| side * side >= tiles).unwrap_or(SIDE);
    match layout {
        Layout::Scatter => scatter(tiles, rng),
        Layout::Square => (0..tiles).filter_map(|n| space(n / side, n % side)).collect(),
        Layout::Diamond => {
            let middle = (SIDE / 2) as i8;
            first_by(SIDE, tiles, |row, col| (row - middle).abs() + (col - middle).abs())
        }
        // The farther from the middle, which may lie between places, the sooner.
        Layout::Ring => first_by(side + 2, tiles, |row, col| {
            let off = |n: i8| (2 * n - side as i8 - 1).abs();
            -off(row).max(off(col))
        }),
    }
}

fn space(row: usize, col: usize) -> Option<Space> {
    Space::new(Square::new(row as i8, col as i8))
}

/// The first places of a square in this order, row by row among equals.
fn first_by(side: usize, tiles: usize, order: impl Fn(i8, i8) -> i8) -> Spaces {
    let mut places: Vec<Space> = Spaces::rectangle(side, side).iter().collect();
    places.sort_by_key(|place| order(place.square().row, place.square().col));
    places.into_iter().take(tiles).collect()
}

/// R2: each tile touches another and at most three, as long as that goes.
fn scatter(tiles: usize, rng: &mut Rng) -> Spaces {
    let side = (1..).find(|side| side * side >= 2 * tiles).unwrap_or(SIDE);
    let ground = Spaces::rectangle(side, side);
    let mut laid = Spaces::EMPTY;
    // How many tiles each place touches, one set for each binary digit; four and more are the same.
    let (mut ones, mut twos, mut many) = (Spaces::EMPTY, Spaces::EMPTY, Spaces::EMPTY);
    let mut next = space(side / 2, side / 2);
    while let Some(tile) = next {
        laid.insert(tile);
        let around = tile.neighbours();
        let carried = ones & around;
        ones = ones.union(around) - carried;
        many |= twos & carried;
        twos = twos.union(carried) - (twos & carried);
        if laid.len() == tiles {
            break;
        }
        let touching = (ones | twos | many) & (ground - laid);
        let loose = touching - many;
        next = if loose.is_empty() { touching } else { loose }.random(rng);
    }
    laid
}

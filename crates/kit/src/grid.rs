//! How the spaces of a board touch each other, and what follows: neighbours, hops and chains of hops.

use crate::{Hex, Space, SpaceSet};

/// In which directions the spaces of a board touch each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grid {
    /// In the four directions of a square's edges.
    Edges,
    /// In these and the four of its corners.
    Corners,
    /// In the six directions of a half-shifted board: of each row, the first column lies half a tile further
    /// to the left than that of the row above. So columns fall to the left, and what would be diagonals of a
    /// board of squares fall to the right; [`Space::half_shifted`] says where a space lies.
    Halves,
}

impl Grid {
    /// The steps from a space to those that it touches: (rows, columns), row by row.
    #[inline]
    pub const fn steps(self) -> &'static [(i8, i8)] {
        match self {
            Grid::Edges => &[(-1, 0), (0, -1), (0, 1), (1, 0)],
            Grid::Corners => &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)],
            Grid::Halves => &[(-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1)],
        }
    }
}

impl<const ROWS: usize, const COLS: usize> Space<ROWS, COLS> {
    /// Where it lies on a half-shifted board, see [`Grid::Halves`].
    pub const fn half_shifted(self) -> Hex {
        let square = self.square();
        Hex::new(square.row, 2 * square.col - square.row)
    }

    /// The spaces of the board that it touches.
    #[inline]
    pub const fn touching(self, grid: Grid) -> SpaceSet<ROWS, COLS> {
        SpaceSet::only(self).touching(grid)
    }
}

impl<const ROWS: usize, const COLS: usize> SpaceSet<ROWS, COLS> {
    /// The spaces that one of these touches, some of these perhaps among them.
    #[inline]
    pub const fn touching(self, grid: Grid) -> Self {
        match grid {
            Grid::Edges => self.edge_neighbours(),
            Grid::Corners => self.neighbours(),
            Grid::Halves => {
                let (left, right) = (self.shifted(0, -1), self.shifted(0, 1));
                let (above, below) = (self.union(left).shifted(-1, 0), self.union(right).shifted(1, 0));
                left.union(right).union(above).union(below)
            }
        }
    }

    /// Where a single hop from one of these ends: straight over one of these pieces, onto the free space just
    /// behind it.
    pub const fn hops(self, grid: Grid, over: Self, free: Self) -> Self {
        let (mut ends, mut n) = (Self::EMPTY, 0);
        while n < grid.steps().len() {
            let (rows, cols) = grid.steps()[n];
            let passed = self.shifted(rows, cols).intersection(over);
            ends = ends.union(passed.shifted(rows, cols));
            n += 1;
        }
        ends.intersection(free)
    }

    /// Where one hop after the other from one of these ends, at least one. Whoever hops is not among the
    /// pieces hopped over, and where it began is free for it only if it is said to be.
    pub const fn hop_chains(self, grid: Grid, over: Self, free: Self) -> Self {
        let mut reached = Self::EMPTY;
        let mut last = self.hops(grid, over, free);
        while !last.is_empty() {
            reached = reached.union(last);
            last = last.hops(grid, over, free).difference(reached);
        }
        reached
    }
}

/// A shortest chain of hops from one space to another: every space that it touches down on, both ends among
/// them. `None` if there is no chain. Always the same one of several.
pub fn hop_chain<const ROWS: usize, const COLS: usize>(
    grid: Grid,
    (from, to): (Space<ROWS, COLS>, Space<ROWS, COLS>),
    over: SpaceSet<ROWS, COLS>,
    free: SpaceSet<ROWS, COLS>,
) -> Option<Vec<Space<ROWS, COLS>>> {
    // What is reached by so many hops and no fewer.
    let mut layers = vec![SpaceSet::only(from)];
    let mut reached = SpaceSet::EMPTY;
    while !reached.contains(to) {
        let next = layers.last()?.hops(grid, over, free) - reached;
        if next.is_empty() {
            return None;
        }
        reached |= next;
        layers.push(next);
    }
    // And back: a hop leads over the same piece both ways.
    let mut chain = vec![to];
    for layer in layers.iter().rev().skip(1) {
        chain.push(SpaceSet::only(*chain.last()?).hops(grid, over, *layer).first()?);
    }
    chain.reverse();
    Some(chain)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::Square;

    type Spaces = SpaceSet<8, 9>;
    const GRIDS: [Grid; 3] = [Grid::Edges, Grid::Corners, Grid::Halves];

    fn anything() -> impl Strategy<Value = Spaces> {
        // About a third of the board.
        proptest::collection::vec(0..3_u8, 72).prop_map(|owners| {
            Space::all().zip(owners).filter(|(_, owner)| *owner == 0).map(|(space, _)| space).collect()
        })
    }

    fn space() -> impl Strategy<Value = Space<8, 9>> {
        (0..8_i8, 0..9_i8).prop_map(|(row, col)| Space::new(Square::new(row, col)).unwrap())
    }

    fn grid() -> impl Strategy<Value = Grid> {
        (0..3_usize).prop_map(|n| GRIDS[n])
    }

    /// Walking from space to space, a step at a time.
    fn walked_hops(from: Space<8, 9>, grid: Grid, over: Spaces, free: Spaces) -> Vec<Space<8, 9>> {
        let hop = |&(rows, cols): &(i8, i8)| {
            let passed = from.offset(rows, cols).filter(|passed| over.contains(*passed))?;
            passed.offset(rows, cols).filter(|end| free.contains(*end))
        };
        grid.steps().iter().filter_map(hop).collect()
    }

    #[test]
    fn a_triangle_is_written_as_it_lies() {
        // Rows of one to four tiles, centred, as on the half-shifted grid.
        for row in 0..4_i8 {
            let written = (0..=row).map(|col| Space::<4, 4>::new(Square::new(row, col)).unwrap());
            let lies: Vec<Hex> = written.map(Space::half_shifted).collect();
            assert_eq!(lies, Hex::centred_row(row, row + 1).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_chain_takes_the_shortest_way_round() {
        let space = |name: &str| name.parse::<Space<8, 9>>().unwrap();
        let spaces = |names: &str| names.split(' ').map(space).collect::<Spaces>();
        let over = spaces("b1 d2 c3 a2 a4 b5");
        let free = !over - spaces("a1");
        let chain = |to: &str| {
            let chain = hop_chain(Grid::Edges, (space("a1"), space(to)), over, free)?;
            Some(chain.into_iter().map(|space| space.to_string()).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(chain("a3").as_deref(), Some("a1 a3"));
        assert_eq!(chain("c5").as_deref(), Some("a1 a3 a5 c5"));
        assert_eq!(chain("c1").as_deref(), Some("a1 c1"));
        assert_eq!((chain("a1"), chain("h8")), (None, None));
    }

    proptest! {
        #[test]
        fn spaces_touch_where_their_tiles_do(space in space()) {
            for grid in GRIDS {
                let walked: Spaces = grid.steps().iter().filter_map(|&(r, c)| space.offset(r, c)).collect();
                prop_assert_eq!(space.touching(grid), walked);
            }
            let around = space.half_shifted().neighbours();
            let touching: BTreeSet<Hex> = space.touching(Grid::Halves).iter().map(Space::half_shifted).collect();
            let on_board = |hex: &Hex| Space::<8, 9>::all().any(|space| space.half_shifted() == *hex);
            prop_assert_eq!(touching, around.into_iter().filter(on_board).collect::<BTreeSet<_>>());
        }

        #[test]
        fn hops_are_those_of_somebody_who_walks(from in space(), grid in grid(), over in anything()) {
            let free = !over - Spaces::only(from);
            let expected: Spaces = walked_hops(from, grid, over, free).into_iter().collect();
            prop_assert_eq!(Spaces::only(from).hops(grid, over, free), expected);
        }

        #[test]
        fn chains_lead_to_whatever_hops_lead_to(from in space(), grid in grid(), over in anything()) {
            let free = !over - Spaces::only(from);
            let over = over - Spaces::only(from);
            let (mut reached, mut left) = (Spaces::EMPTY, vec![(from, 0)]);
            let mut hops_to = std::collections::BTreeMap::new();
            while !left.is_empty() {
                let (at, hops) = left.remove(0);
                for end in walked_hops(at, grid, over, free) {
                    if reached.insert(end) {
                        hops_to.insert(end, hops + 1);
                        left.push((end, hops + 1));
                    }
                }
            }
            prop_assert_eq!(Spaces::only(from).hop_chains(grid, over, free), reached);
            for to in Space::all() {
                let chain = hop_chain(grid, (from, to), over, free);
                prop_assert_eq!(chain.as_ref().map(|chain| chain.len() - 1), hops_to.get(&to).copied());
                for hop in chain.iter().flat_map(|chain| chain.windows(2)) {
                    prop_assert!(walked_hops(hop[0], grid, over, free).contains(&hop[1]));
                }
            }
        }
    }
}

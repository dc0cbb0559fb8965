//! How a game of two ends if both play their best.
//!
//! Who placed what makes no difference to what may be placed, so a position is the set of filled tiles; that
//! is a bit for each tile, and every turn is looked at as a whole. What a set is worth is remembered.

use boxwood_engine::{Known, Memory, Solver};

use super::board::{Spaces, lines_of};
use super::{Goal, LAST_BONUS, Line, Oki, Phase, State, filled, points, vacant};

/// With so many vacant tiles a bot mostly has its answer within a second, if the last one decides, and if
/// points do.
const NEAR: [usize; 2] = [20, 12];
/// No board has more tiles.
const MOST_TILES: usize = 36;
/// About so many positions are looked at between two questions whether to go on.
const BATCH: u64 = 1 << 12;
/// No margin is larger.
const LARGEST: i32 = 100;

/// Remembers positions.
pub(super) struct Endgame {
    memory: Memory,
}

impl Endgame {
    pub fn new(bits: u32) -> Endgame {
        Endgame { memory: Memory::new(bits) }
    }
}

impl Solver<Oki> for Endgame {
    fn is_near(&self, state: &State) -> bool {
        vacant(state).len() <= NEAR[usize::from(state.options.goal == Goal::Points)]
    }

    fn margin(
        &self,
        state: &State,
        (alpha, beta): (i32, i32),
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<i32> {
        let Phase::Place { seat, placed } = state.phase else { return None };
        if state.cubes.seats() != 2 {
            return None;
        }
        let ground = Ground::new(state);
        let lead = match state.options.goal {
            Goal::Last => 0,
            Goal::Points => points(state, seat) - points(state, seat.other()),
        };
        let mut search = Search { memory: &self.memory, ground: &ground, positions: 0, go_on };
        let (own, alpha, beta) = (ground.bits(filled(state)), alpha - lead, beta - lead);
        let best = if placed.is_empty() {
            search.value(own, alpha, beta)?
        } else {
            search.rest_of_turn(own, placed, alpha, beta)?
        };
        Some(lead + best)
    }
}

/// The tiles by number, and what follows from where they lie.
struct Ground {
    tiles: Spaces,
    line: Line,
    /// What a cube brings, and what the last one does.
    worth: (i32, i32),
    all: u64,
    /// The tiles that each tile touches.
    touching: [u64; MOST_TILES],
    /// Every line of two tiles or more.
    lines: Vec<u64>,
    /// What tells this board from others.
    key: u64,
}

impl Ground {
    fn new(state: &State) -> Ground {
        let (tiles, options) = (state.tiles, &state.options);
        let mut ground = Ground {
            tiles,
            line: options.line,
            worth: if options.goal == Goal::Last { (0, 1) } else { (1, LAST_BONUS) },
            all: (1 << tiles.len()) - 1,
            touching: [0; MOST_TILES],
            lines: vec![],
            key: 0,
        };
        for (touching, tile) in ground.touching.iter_mut().zip(tiles) {
            *touching = numbers(tiles, tile.neighbours());
        }
        ground.lines = lines_of(tiles).into_iter().map(|line| numbers(tiles, line)).collect();
        let rules =
            u64::from(options.line == Line::Contiguous) << 1 | u64::from(options.goal == Goal::Points);
        ground.key = tiles.iter().fold(rules, |key, tile| mixed(key + tile.number() as u64));
        ground
    }

    fn bits(&self, spaces: Spaces) -> u64 {
        numbers(self.tiles, spaces)
    }

    /// The tiles that touch these.
    #[inline(always)]
    fn around(&self, tiles: u64) -> u64 {
        each(tiles).fold(0, |sum, tile| sum | self.touching[tile.trailing_zeros() as usize])
    }

    /// Whether these tiles of a line can be filled one after the other (R3): whatever of them hangs together
    /// touches a cube somewhere.
    #[inline(always)]
    fn can_be_filled(&self, tiles: u64, touched: u64) -> bool {
        let mut reached = tiles & touched;
        loop {
            let more = reached | self.around(reached) & tiles;
            if more == reached {
                return reached == tiles;
            }
            reached = more;
        }
    }

    /// Rule 8: whether these tiles of a line lie side by side.
    fn is_contiguous(&self, tiles: u64) -> bool {
        self.can_be_filled(tiles, tiles & tiles.wrapping_neg())
    }

    /// Rules 2 to 4 and 8: every set of tiles that a turn can fill, until `found` says that it is enough.
    #[inline(always)]
    fn turns(&self, filled: u64, mut found: impl FnMut(u64) -> bool) {
        let vacant = self.all & !filled;
        if filled == 0 {
            let _ = each(vacant).all(|tile| !found(tile));
            return;
        }
        let touched = self.around(filled) & vacant;
        for line in self.lines.iter().map(|line| line & vacant) {
            if line & touched == 0 {
                continue;
            }
            // The most first.
            let mut tiles = line;
            while tiles != 0 {
                let is_turn = !tiles.is_power_of_two()
                    && self.can_be_filled(tiles, touched)
                    && (self.line == Line::Loose || self.is_contiguous(tiles));
                if is_turn && found(tiles) {
                    return;
                }
                tiles = (tiles - 1) & line;
            }
        }
        let _ = each(touched).all(|tile| !found(tile));
    }
}

/// The numbers of some of the tiles, as bits.
fn numbers(tiles: Spaces, some: Spaces) -> u64 {
    (0..).zip(tiles).filter(|(_, tile)| some.contains(*tile)).fold(0, |bits, (number, _)| bits | 1 << number)
}

#[inline(always)]
fn each(mut bits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = bits & bits.wrapping_neg();
        bits ^= bit;
        (bit != 0).then_some(bit)
    })
}

#[inline(always)]
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    number ^ number >> 32
}

/// One thread's way through the tree.
struct Search<'a> {
    memory: &'a Memory,
    ground: &'a Ground,
    /// How many were looked at since `go_on` was told.
    positions: u64,
    go_on: &'a mut dyn FnMut(u64) -> bool,
}

impl Search<'_> {
    /// What is still to be gained, before a turn, by whoever is to place, more than by the other; `None` once
    /// told to stop.
    fn value(&mut self, filled: u64, alpha: i32, beta: i32) -> Option<i32> {
        self.positions += 1;
        if self.positions >= BATCH && !(self.go_on)(std::mem::take(&mut self.positions)) {
            return None;
        }
        let key = mixed(filled) ^ self.ground.key;
        let known = self.memory.get(key);
        let (least, most) = known.map_or((-LARGEST, LARGEST), |known| (known.low.into(), known.high.into()));
        if least >= beta || least == most {
            return Some(least);
        }
        if most <= alpha {
            return Some(most);
        }
        let (low, beta) = (alpha.max(least), beta.min(most));
        let (mut best, mut is_stopped) = (-LARGEST, false);
        let ground = self.ground;
        ground.turns(filled, |turn| {
            let Some(value) = self.after(filled, turn, low.max(best), beta) else {
                is_stopped = true;
                return true;
            };
            best = best.max(value);
            best >= beta
        });
        if is_stopped {
            return None;
        }
        let (least, most) = match () {
            () if best >= beta => (best.max(least), most),
            () if best <= low => (least, best.min(most)),
            () => (best, best),
        };
        let work = (ground.all & !filled).count_ones() as u8;
        self.memory.put(key, Known { low: least as i8, high: most as i8, best: 0, work });
        Some(best)
    }

    /// The same once these tiles have been filled in a turn, and the turn is over.
    #[inline]
    fn after(&mut self, filled: u64, turn: u64, alpha: i32, beta: i32) -> Option<i32> {
        let (each, last) = self.ground.worth;
        let gained = each * turn.count_ones() as i32;
        if filled | turn == self.ground.all {
            return Some(gained + last);
        }
        Some(gained - self.value(filled | turn, gained - beta, gained - alpha)?)
    }

    /// The same in the middle of a turn that has placed these cubes: it may end, or go on.
    fn rest_of_turn(&mut self, filled: u64, placed: Spaces, alpha: i32, beta: i32) -> Option<i32> {
        let ground = self.ground;
        let mut best = self.after(filled, 0, alpha, beta)?;
        // Whatever could have been a turn from before it and has these cubes.
        let own = ground.bits(placed);
        let mut rest = vec![];
        ground.turns(filled & !own, |turn| {
            if turn & own == own && turn != own {
                rest.push(turn & !own);
            }
            false
        });
        for turn in rest {
            best = best.max(self.after(filled, turn, alpha.max(best), beta)?);
            if best >= beta {
                break;
            }
        }
        Some(best)
    }
}

/// How many sets of tiles a turn can fill, for the tests.
#[cfg(test)]
pub(super) fn turns(state: &State) -> usize {
    let (ground, mut found) = (Ground::new(state), std::collections::BTreeSet::new());
    ground.turns(ground.bits(filled(state)), |turn| {
        found.insert(turn);
        false
    });
    found.len()
}

//! How a position ends if both play their best.
//!
//! Who runs out of moves loses, so a proof is found soonest along the moves that leave the other player few:
//! that is proof-number search, depth first and with a memory. A position has two numbers, how much is still
//! to be shown before its mover is known to win, and how much before she is known to lose; whatever is cheapest
//! is looked at next. Mirror images are one position, and every position is turned so that its mover goes up.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use boxwood_engine::{Memory, Remembered, Seat, Solver};

use super::board::{NORTH, Spaces};
use super::{Jump, JumpOver, Phase, State, rows_to_go};

/// With so many rows to go for all cubes together, a bot mostly has its answer within a second.
const NEAR: u32 = 30;
/// About so many positions are looked at between two questions whether to go on.
const BATCH: u64 = 1 << 12;
/// Each cube has at most one move in each of the three directions.
const MOST_MOVES: usize = 24;
/// A number that says: never.
const NEVER: u32 = 1 << 27;

const ALL: u32 = Spaces::FULL.bits() as u32;
/// Where whoever is to move wants to get to.
const GOAL: u32 = NORTH.bits() as u32;
const FIRST_COLUMN: u32 = 0x11_11_11;
/// The three ways forward: the columns that cannot go there, and how many bits it is.
const WAYS: [(u32, u32); 3] = [(FIRST_COLUMN, 3), (0, 4), (FIRST_COLUMN << 3, 5)];

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    /// How much is still to be shown before the mover is known to win: nothing, much, or [`NEVER`].
    win: u32,
    /// The same for losing.
    loss: u32,
    work: u8,
}

impl Numbers {
    const LOST: Numbers = Numbers { win: NEVER, loss: 0, work: 0 };

    fn is_known(self) -> bool {
        self.win == 0 || self.loss == 0
    }
}

impl Remembered for Numbers {
    #[inline]
    fn to_bits(self) -> u64 {
        // Never 0: of the first two numbers at most one is.
        u64::from(self.win) | u64::from(self.loss) << 28 | u64::from(self.work) << 56
    }

    #[inline]
    fn from_bits(bits: u64) -> Numbers {
        let number = |bits: u64| bits as u32 & (NEVER * 2 - 1);
        Numbers { win: number(bits), loss: number(bits >> 28), work: (bits >> 56) as u8 }
    }

    #[inline]
    fn work(self) -> u8 {
        self.work
    }
}

/// Remembers positions, and at which of them threads are.
pub(super) struct Proof {
    memory: Memory<Numbers>,
    busy: Vec<AtomicU64>,
}

impl Proof {
    pub fn new(bits: u32) -> Proof {
        Proof { memory: Memory::new(bits), busy: (0..1024).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Where threads note that they are at this position.
    fn busy_at(&self, key: u64) -> &AtomicU64 {
        &self.busy[(key >> 20) as usize % self.busy.len()]
    }
}

impl Solver<Jump> for Proof {
    fn is_near(&self, state: &State) -> bool {
        Seat::all(2).map(|seat| rows_to_go(state, seat)).sum::<u32>() <= NEAR
    }

    fn margin(&self, state: &State, _: (i32, i32), go_on: &mut dyn FnMut(u64) -> bool) -> Option<i32> {
        let Phase::Move(seat) = state.phase else { return None };
        let over = state.options.jump_over;
        let mut search = Search { shared: self, over, positions: 0, untold: 0, go_on };
        let numbers = search.prove(Board::of(state, seat), NEVER, NEVER)?;
        debug_assert!(numbers.is_known(), "nothing else is as large as the bounds");
        Some(if numbers.win == 0 { 1 } else { -1 })
    }
}

/// The cubes of whoever is to move, and the other's, with the former going up the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Board {
    own: u32,
    enemy: u32,
}

impl Board {
    fn of(state: &State, seat: Seat) -> Board {
        let [south, north] = state.cubes.map(|cubes| cubes.bits() as u32);
        if seat == Seat::FIRST {
            Board { own: south, enemy: north }
        } else {
            Board { own: turned(north), enemy: turned(south) }
        }
    }

    /// Rules 4 to 6 along one way: what is found at each landing, by its bit and how far back it came from.
    #[inline(always)]
    fn along(self, (blocked, bits): (u32, u32), over: JumpOver, mut found: impl FnMut(u32, u32)) {
        let occupied = self.own | self.enemy;
        let mut met = self.own & !GOAL;
        let mut back = 0;
        while met != 0 && (back < 2 * bits || over == JumpOver::Row) {
            let reached = (met & !blocked) << bits & ALL;
            back += bits;
            found(reached & !occupied, back);
            met = reached & occupied;
        }
    }

    /// How many moves there are.
    #[inline(always)]
    fn freedom(self, over: JumpOver) -> u32 {
        let mut sum = 0;
        for way in WAYS {
            self.along(way, over, |landings, _| sum += landings.count_ones());
        }
        sum
    }

    /// As the other player sees it.
    #[inline(always)]
    fn turned(self) -> Board {
        Board { own: turned(self.enemy), enemy: turned(self.own) }
    }

    /// What it is remembered by: the first of it and its mirror image.
    #[inline(always)]
    fn key(self, over: JumpOver) -> u64 {
        let plain = u64::from(self.own) << 24 | u64::from(self.enemy);
        let mirror = u64::from(mirrored(self.own)) << 24 | u64::from(mirrored(self.enemy));
        let key = plain.min(mirror) << 1 | u64::from(over == JumpOver::Row);
        // Every step can be undone, so two positions never share a key.
        let key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let key = (key ^ key >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        key ^ key >> 32
    }

    /// What is thought of a position that was not looked at: the fewer moves the other player has, the
    /// sooner one wins.
    #[inline(always)]
    fn unproved(self, over: JumpOver) -> Numbers {
        match self.freedom(over) {
            0 => Numbers::LOST,
            loss => Numbers { win: self.turned().freedom(over).max(1), loss, work: 0 },
        }
    }
}

/// The board from the other side.
#[inline(always)]
const fn turned(bits: u32) -> u32 {
    bits.reverse_bits() >> 8
}

/// The board with its columns exchanged.
#[inline(always)]
const fn mirrored(bits: u32) -> u32 {
    let outer = (bits & FIRST_COLUMN) << 3 | bits >> 3 & FIRST_COLUMN;
    let inner = (bits & FIRST_COLUMN << 1) << 1 | bits >> 1 & FIRST_COLUMN << 1;
    outer | inner
}

/// Where a move leads to, and what is known of that.
#[derive(Clone, Copy)]
struct Branch {
    next: Board,
    key: u64,
    numbers: Numbers,
}

/// One thread's way through the tree.
struct Search<'a> {
    shared: &'a Proof,
    over: JumpOver,
    positions: u64,
    /// How many of them `go_on` was not told of.
    untold: u64,
    go_on: &'a mut dyn FnMut(u64) -> bool,
}

impl Search<'_> {
    /// Looks at a position until one of its numbers is as large as its bound, or it is known how it ends;
    /// `None` once told to stop.
    fn prove(&mut self, board: Board, most_win: u32, most_loss: u32) -> Option<Numbers> {
        let before = self.positions;
        self.positions += 1;
        self.untold += 1;
        if self.untold >= BATCH && !(self.go_on)(std::mem::take(&mut self.untold)) {
            return None;
        }
        let key = board.key(self.over);
        if let Some(known) = self.shared.memory.get(key).filter(|known| known.is_known()) {
            return Some(known);
        }
        let mut branches = [Branch { next: board, key, numbers: Numbers::LOST }; MOST_MOVES];
        let count = self.branch_out(board, &mut branches);
        let branches = &mut branches[..count];
        let busy = self.shared.busy_at(key);
        busy.store(key, Relaxed);
        let numbers = loop {
            let Sum { win, loss, chosen, second } = self.sum(branches);
            if win >= most_win || loss >= most_loss || win == 0 || loss == 0 {
                break Numbers { win, loss, work: work(self.positions - before) };
            }
            // As long as this branch is the cheapest, with a margin so that there is less to and fro, and
            // as long as the sum stays below its bound; but at least a little.
            let Branch { next, numbers, .. } = branches[chosen];
            let most_loss_of_next = most_win.min(second + second / 2 + 1).clamp(numbers.loss + 1, NEVER);
            let most_win_of_next = most_loss - (loss - numbers.win);
            branches[chosen].numbers = self.prove(next, most_win_of_next, most_loss_of_next)?;
        };
        let _ = busy.compare_exchange(key, 0, Relaxed, Relaxed);
        self.shared.memory.put(key, numbers);
        Some(numbers)
    }

    /// Every different position that a move leads to, and what is known of it; how many they are.
    ///
    /// One that wins at once is all that is needed.
    fn branch_out(&self, board: Board, branches: &mut [Branch; MOST_MOVES]) -> usize {
        let mut count = 0;
        for way in WAYS {
            board.along(way, self.over, |mut landings, back| {
                while landings != 0 {
                    let to = landings & landings.wrapping_neg();
                    landings ^= to;
                    let own = board.own ^ to ^ to >> back;
                    let next = Board { own, enemy: board.enemy }.turned();
                    let key = next.key(self.over);
                    if branches[..count].iter().any(|branch| branch.key == key) {
                        continue;
                    }
                    let numbers = if own & !GOAL == 0 {
                        Numbers::LOST // rule 7
                    } else {
                        self.shared.memory.get(key).unwrap_or_else(|| next.unproved(self.over))
                    };
                    branches[count] = Branch { next, key, numbers };
                    count += 1;
                }
            });
        }
        count
    }

    /// What the branches say together: to win, one of them must be lost for the other player; to lose, all
    /// of them must be won. A branch that another thread is busy with is left alone if there is another.
    fn sum(&self, branches: &[Branch]) -> Sum {
        let mut sum = Sum { win: NEVER, loss: 0, chosen: 0, second: NEVER };
        let mut least = u32::MAX;
        for (number, Branch { key, numbers, .. }) in branches.iter().enumerate() {
            sum.win = sum.win.min(numbers.loss);
            // However much it is, it is not never.
            sum.loss = (sum.loss + numbers.win).min(NEVER - 1);
            let is_busy = !numbers.is_known() && self.shared.busy_at(*key).load(Relaxed) == *key;
            let price = if is_busy { numbers.loss.saturating_mul(2).min(NEVER - 1) } else { numbers.loss };
            if price < least {
                sum.second = least.min(NEVER);
                (least, sum.chosen) = (price, number);
            } else {
                sum.second = sum.second.min(price);
            }
        }
        if sum.win == 0 {
            sum.loss = NEVER;
        }
        sum
    }
}

struct Sum {
    win: u32,
    loss: u32,
    /// The cheapest branch.
    chosen: usize,
    /// What the second cheapest costs.
    second: u32,
}

/// So many positions as a small number: more of them are a larger one.
fn work(positions: u64) -> u8 {
    (4 * (u64::BITS - positions.leading_zeros())).min(255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_being_remembered() {
        for numbers in [
            Numbers { win: 0, loss: NEVER, work: 3 },
            Numbers::LOST,
            Numbers { win: 7, loss: NEVER - 1, work: 200 },
        ] {
            assert_eq!(Numbers::from_bits(numbers.to_bits()), numbers);
            assert_ne!(numbers.to_bits(), 0);
        }
    }

    #[test]
    fn the_board_is_turned_and_mirrored() {
        let board = Spaces::of(&[(0, 0), (1, 3), (5, 2)]).bits() as u32;
        assert_eq!(u64::from(turned(board)), Spaces::of(&[(5, 3), (4, 0), (0, 1)]).bits());
        assert_eq!(u64::from(mirrored(board)), Spaces::of(&[(0, 3), (1, 0), (5, 1)]).bits());
        assert_eq!((turned(turned(board)), mirrored(mirrored(board))), (board, board));
    }
}

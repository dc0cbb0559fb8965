//! How a position ends if both play their best.
//!
//! Alpha-beta over bits. Near the end it is plain, in the order of parity. Before that, actions are put in
//! order by how few replies they leave, and positions are remembered; far from the end by a short look ahead
//! judged by corners and freedom, and mirror images are one position. Threads that search the same position
//! leave each other's branches for later, so each is busy in another part of the tree.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use boxwood_engine::{Ctx, Game, Known, Memory, Solver, Turn};
use boxwood_kit::Rng;

use super::board::{ALL, captured_bits, capturing_bits};
use super::{Action, Othellino, Phase, State, is_centre_full, occupied, sides};

/// With so many empty spaces a bot has its answer within a second or two, mostly much sooner.
const NEAR: usize = 20;

/// Up to so many empty spaces, actions are taken as they come, and nothing is remembered.
const PLAIN: u32 = 7;
/// From so many empty spaces on, actions are sought that lead to something known to be good enough.
const LOOKED_UP: u32 = 12;
/// From so many empty spaces on, order follows from a short look ahead, and threads share the work.
const JUDGED: u32 = 14;
/// The longest look ahead for the sake of order.
const LONGEST_LOOK: u32 = 8;
/// From so many empty spaces on, mirror images are one position.
const MIRRORED: u32 = 20;

/// No margin is larger.
const LARGEST: i32 = 36;
/// No judgement is larger.
const DECIDED: i32 = 1000;
/// About so many positions are looked at between two questions whether to go on.
const BATCH: u64 = 1 << 14;
/// No position has so many actions.
const MOST_ACTIONS: usize = 32;

const FIRST_COLUMN: u64 = 0o01_01_01_01_01_01;
const LAST_COLUMN: u64 = FIRST_COLUMN << 5;
const FIRST_ROW: u64 = 0o77;
/// Each corner with the space diagonally before it.
const CORNERS: [(u64, u64); 4] = [(1, 1 << 7), (1 << 5, 1 << 10), (1 << 30, 1 << 25), (1 << 35, 1 << 28)];
const ALL_CORNERS: u64 = CORNERS[0].0 | CORNERS[1].0 | CORNERS[2].0 | CORNERS[3].0;
const BEFORE_CORNERS: u64 = CORNERS[0].1 | CORNERS[1].1 | CORNERS[2].1 | CORNERS[3].1;
/// Whoever plays first in a quarter with an odd number of empty spaces can play last there, too.
const QUARTERS: [u64; 4] = [0o07_07_07, 0o70_70_70, 0o07_07_07 << 18, 0o70_70_70 << 18];

/// Remembers positions, and which of them threads are at.
pub(super) struct Endgame {
    memory: Memory,
    busy: Vec<AtomicU64>,
}

impl Endgame {
    pub fn new(bits: u32) -> Endgame {
        Endgame { memory: Memory::new(bits), busy: (0..4096).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Where threads note that they are at this position, and as what.
    fn busy_at(&self, board: Board, empty: u32) -> (&AtomicU64, u64) {
        let (key, _) = board.key(empty);
        (&self.busy[(key >> 20) as usize % self.busy.len()], key | 1)
    }
}

impl Solver<Othellino> for Endgame {
    fn is_near(&self, state: &State) -> bool {
        occupied(state).len() >= 36 - NEAR
    }

    fn margin(
        &self,
        state: &State,
        (alpha, beta): (i32, i32),
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<i32> {
        let Phase::Place { seat, spaces } = state.phase else { return None };
        if is_centre_full(state) {
            let (own, enemy) = sides(state, seat);
            let board = Board { own: own.bits(), enemy: enemy.bits() };
            return Search { shared: self, positions: 0, go_on }.value(board, alpha, beta);
        }
        // Rule 7: spaces are filled by turns, and nobody passes.
        let (mut best, mut alpha) = (-LARGEST, alpha);
        for space in spaces.iter() {
            let mut next = state.clone();
            Othellino::apply(
                &mut next,
                seat,
                &Action::Place(space),
                &mut Ctx::silent(&mut Rng::from_number(0)),
            );
            let value = match Othellino::turn(&next) {
                Turn::Active(_) => -self.margin(&next, (-beta, -alpha), go_on)?,
                Turn::Over(outcome) => outcome.scores[seat] - outcome.scores[seat.other()],
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}

/// The cubes of whoever is to move, and the other's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Board {
    own: u64,
    enemy: u64,
}

impl Board {
    #[inline(always)]
    fn empty(self) -> u64 {
        !(self.own | self.enemy) & ALL
    }

    /// Rule 3.
    #[inline(always)]
    fn moves(self) -> u64 {
        capturing_bits(self.own, self.enemy)
    }

    /// Rule 4: as the other player sees it after a cube was placed.
    #[inline(always)]
    fn after(self, placed: u64) -> Board {
        let turned = captured_bits(self.own, self.enemy, placed);
        Board { own: self.enemy ^ turned, enemy: self.own | turned | placed }
    }

    /// Rule 5.
    #[inline(always)]
    fn passed(self) -> Board {
        Board { own: self.enemy, enemy: self.own }
    }

    /// Rule 6.
    #[inline(always)]
    fn lead(self) -> i32 {
        self.own.count_ones() as i32 - self.enemy.count_ones() as i32
    }

    fn mirrored(self, how: u8) -> Board {
        Board { own: mirrored(self.own, how), enemy: mirrored(self.enemy, how) }
    }

    /// The first of all mirror images, and how it comes about.
    fn canonical(self) -> (Board, u8) {
        (0..8).map(|how| (self.mirrored(how), how)).min().unwrap_or((self, 0))
    }

    /// What it is remembered by, and which mirror image that is of.
    #[inline(always)]
    fn key(self, empty: u32) -> (u64, u8) {
        let (board, how) = if empty >= MIRRORED { self.canonical() } else { (self, 0) };
        let own = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = own ^ board.enemy.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed ^ mixed >> 29, how)
    }

    /// How it looks for whoever is to move: corners, choices now and later, and no invitations.
    fn judgement(self) -> i32 {
        let (own, enemy) = (self.own, self.enemy);
        let corners = difference(own & ALL_CORNERS, enemy & ALL_CORNERS);
        let choices = difference(self.moves(), self.passed().moves());
        let later = difference(self.empty() & around(enemy), self.empty() & around(own));
        let invites = |cubes: u64| {
            let invites = |(corner, before): &&(u64, u64)| self.empty() & corner != 0 && cubes & before != 0;
            CORNERS.iter().filter(invites).count() as i32
        };
        16 * corners + 4 * choices + 2 * later - 6 * (invites(own) - invites(enemy))
    }
}

fn difference(one: u64, other: u64) -> i32 {
    one.count_ones() as i32 - other.count_ones() as i32
}

/// The neighbours of some spaces, and some of these themselves.
fn around(spaces: u64) -> u64 {
    let beside = (spaces & !LAST_COLUMN) << 1 | (spaces & !FIRST_COLUMN) >> 1;
    let row = spaces | beside;
    beside | row << 6 | row >> 6
}

/// Each of the eight ways to look at the board; 0 is the board itself.
fn mirrored(bits: u64, how: u8) -> u64 {
    let mut bits = bits;
    if how & 1 != 0 {
        bits = (0..6).fold(0, |sum, column| sum | (bits >> column & FIRST_COLUMN) << (5 - column));
    }
    if how & 2 != 0 {
        bits = (0..6).fold(0, |sum, row| sum | (bits >> (6 * row) & FIRST_ROW) << (6 * (5 - row)));
    }
    if how & 4 != 0 {
        bits = each(bits).fold(0, |sum, bit| {
            let number = bit.trailing_zeros();
            sum | 1 << (number % 6 * 6 + number / 6)
        });
    }
    bits
}

/// The bits one by one.
#[inline(always)]
fn each(mut bits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = bits & bits.wrapping_neg();
        bits ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// One thread's way through the tree.
struct Search<'a> {
    shared: &'a Endgame,
    /// How many were looked at since `go_on` was told.
    positions: u64,
    go_on: &'a mut dyn FnMut(u64) -> bool,
}

/// An action, where it leads to, and what it promises.
#[derive(Clone, Copy)]
struct Branch {
    promise: i32,
    placed: u64,
    next: Board,
}

impl Search<'_> {
    /// The margin of whoever is to move; `None` once told to stop.
    fn value(&mut self, board: Board, alpha: i32, beta: i32) -> Option<i32> {
        let empty = board.empty().count_ones();
        if empty <= PLAIN {
            return Some(self.plain(board, alpha, beta));
        }
        self.positions += 1;
        if self.positions >= BATCH && !(self.go_on)(std::mem::take(&mut self.positions)) {
            return None;
        }
        let moves = board.moves();
        if moves == 0 {
            let passed = board.passed();
            let is_over = passed.moves() == 0;
            return if is_over { Some(board.lead()) } else { Some(-self.value(passed, -beta, -alpha)?) };
        }
        let (key, how) = board.key(empty);
        let known = self.shared.memory.get(key);
        let (least, most) = known.map_or((-LARGEST, LARGEST), |known| (known.low.into(), known.high.into()));
        if least >= beta || least == most {
            return Some(least);
        }
        if most <= alpha {
            return Some(most);
        }
        let (low, beta) = (alpha.max(least), beta.min(most));
        let first = known.map_or(0, |known| 1 << known.best);
        let mut branches = [Branch { promise: 0, placed: 0, next: board }; MOST_ACTIONS];
        let mut count = 0;
        for placed in each(moves) {
            let next = board.after(placed);
            if empty >= LOOKED_UP
                && let Some(known) = self.shared.memory.get(next.key(empty - 1).0)
                && -i32::from(known.high) >= beta
            {
                return Some(-i32::from(known.high));
            }
            let is_first = first != 0 && mirrored(placed, how) == first;
            let promise = if is_first { i32::MAX } else { promise(board, placed, next, empty) };
            let at = branches[..count].iter().take_while(|branch| branch.promise >= promise).count();
            branches.copy_within(at..count, at + 1);
            branches[at] = Branch { promise, placed, next };
            count += 1;
        }
        let (best, placed) = self.best(&branches[..count], empty, low, beta)?;
        let (least, most) = match () {
            () if best >= beta => (best.max(least), most),
            () if best <= low => (least, best.min(most)),
            () => (best, best),
        };
        let best_action = mirrored(placed, how).trailing_zeros() as u8;
        let known = Known { low: least as i8, high: most as i8, best: best_action, work: empty as u8 };
        self.shared.memory.put(key, known);
        Some(best)
    }

    /// The best of these branches: its value, and where a cube is placed for it. Those that another thread
    /// is busy with come last.
    fn best(&mut self, branches: &[Branch], empty: u32, low: i32, beta: i32) -> Option<(i32, u64)> {
        let (mut best, mut chosen, mut alpha) = (-LARGEST - 1, 0, low);
        let (mut later, mut many) = ([0; MOST_ACTIONS], 0);
        let is_shared = empty >= JUDGED;
        for round in 0..2 {
            let count = if round == 0 { branches.len() } else { many };
            for turn in 0..count {
                let number = if round == 0 { turn } else { later[turn] };
                let branch = &branches[number];
                let shared = self.shared;
                let busy = is_shared.then(|| shared.busy_at(branch.next, empty - 1));
                if let Some((slot, key)) = busy {
                    if round == 0 && turn > 0 && slot.load(Relaxed) == key {
                        later[many] = number;
                        many += 1;
                        continue;
                    }
                    slot.store(key, Relaxed);
                }
                let is_open = chosen != 0 && beta - alpha > 1;
                let end = if is_open { alpha + 1 } else { beta };
                let mut value = -self.value(branch.next, -end, -alpha)?;
                if is_open && value > alpha && value < beta {
                    value = -self.value(branch.next, -beta, -alpha)?;
                }
                if let Some((slot, key)) = busy {
                    // Another thread may have come by meanwhile.
                    let _ = slot.compare_exchange(key, 0, Relaxed, Relaxed);
                }
                if value > best {
                    (best, chosen, alpha) = (value, branch.placed, alpha.max(value));
                    if best >= beta {
                        return Some((best, chosen));
                    }
                }
            }
        }
        Some((best, chosen))
    }

    /// The margin when few spaces are empty.
    fn plain(&mut self, board: Board, alpha: i32, beta: i32) -> i32 {
        let empty = board.empty();
        self.positions += 1;
        if empty.is_power_of_two() {
            return last(board, empty);
        }
        let moves = board.moves();
        if moves == 0 {
            let passed = board.passed();
            let is_over = passed.moves() == 0;
            return if is_over { board.lead() } else { -self.plain(passed, -beta, -alpha) };
        }
        let odd = odd_quarters(empty);
        let (mut best, mut alpha) = (-LARGEST - 1, alpha);
        for placed in each(moves & odd).chain(each(moves & !odd)) {
            let value = -self.plain(board.after(placed), -beta, -alpha);
            if value > best {
                (best, alpha) = (value, alpha.max(value));
                if best >= beta {
                    break;
                }
            }
        }
        best
    }
}

/// The margin when one space is empty.
fn last(board: Board, empty: u64) -> i32 {
    let turned = |own, enemy| captured_bits(own, enemy, empty).count_ones() as i32;
    match (turned(board.own, board.enemy), turned(board.enemy, board.own)) {
        (0, 0) => board.lead(),
        (0, theirs) => board.lead() - 1 - 2 * theirs,
        (ours, _) => board.lead() + 1 + 2 * ours,
    }
}

#[inline(always)]
fn odd_quarters(empty: u64) -> u64 {
    let odd = QUARTERS.map(|quarter| if (empty & quarter).count_ones() % 2 == 1 { quarter } else { 0 });
    odd[0] | odd[1] | odd[2] | odd[3]
}

/// What an action promises, for the sake of order.
fn promise(board: Board, placed: u64, next: Board, empty: u32) -> i32 {
    if empty >= JUDGED {
        let depth = ((empty - JUDGED) / 2 + 1).min(LONGEST_LOOK);
        return -judged(next, depth, -DECIDED, DECIDED);
    }
    let replies = next.moves();
    let is_in = |spaces: u64| i32::from(placed & spaces != 0);
    // A reply in a corner counts twice.
    let left = difference(replies, 0) + difference(replies & ALL_CORNERS, 0);
    6 * is_in(ALL_CORNERS) - 2 * is_in(BEFORE_CORNERS) + is_in(odd_quarters(board.empty())) - 4 * left
}

/// A judgement after looking ahead.
fn judged(board: Board, depth: u32, alpha: i32, beta: i32) -> i32 {
    if depth == 0 {
        return board.judgement();
    }
    let moves = board.moves();
    if moves == 0 {
        let passed = board.passed();
        let is_over = passed.moves() == 0;
        return if is_over { DECIDED * board.lead().signum() } else { -judged(passed, depth, -beta, -alpha) };
    }
    let (mut best, mut alpha) = (-DECIDED - 1, alpha);
    for placed in each(moves & ALL_CORNERS).chain(each(moves & !ALL_CORNERS)) {
        let value = -judged(board.after(placed), depth - 1, -beta, -alpha);
        if value > best {
            (best, alpha) = (value, alpha.max(value));
            if best >= beta {
                break;
            }
        }
    }
    best
}

//! Exact looking ahead in open games of two without chance: alpha-beta with iterative deepening.
//!
//! Positions that were met before are remembered in a table of fixed size; the action that was best there
//! is looked at first, then those that the game's own estimate likes. A position whose every line was
//! followed to its end is known for good, at any depth.

use std::hash::{Hash, Hasher};

use boxwood_engine::{Ctx, Game, Outcome, Seat, Turn, Viewer};
use boxwood_kit::Rng;

use crate::Budget;

/// What a victory is worth, before its margin counts. Estimates stay below.
const VICTORY: i32 = 10_000;
const INFINITY: i32 = 2 * VICTORY;
/// Beyond this margin no victory is better.
const LARGEST_MARGIN: i32 = 1_000;
/// Nearer to the horizon actions are not worth being put in order.
const ORDERED: u8 = 2;

/// What looking ahead has shown.
#[derive(Clone, Debug)]
pub struct Line<A> {
    /// The best action.
    pub action: A,
    /// What it is worth to whoever chooses it: 0 is even, beyond ±[`VICTORY`](Line::is_won) it is decided.
    pub value: i32,
    /// How many actions deep it was looked at.
    pub depth: u8,
    /// Whether every line was followed to its end, so that the value is certain.
    pub is_solved: bool,
}

impl<A> Line<A> {
    /// Whether the chooser surely wins.
    pub fn is_won(&self) -> bool {
        self.value >= VICTORY
    }

    /// Whether the chooser surely loses.
    pub fn is_lost(&self) -> bool {
        self.value <= -VICTORY
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    value: i32,
    best: u16,
    depth: u8,
    is_solved: bool,
    bound: Bound,
}

const EMPTY: Entry = Entry { key: 0, value: 0, best: 0, depth: 0, is_solved: false, bound: Bound::AtLeast };

/// A search that remembers what it has seen; it may be asked again and again as the match goes on.
pub struct Minimax<G: Game> {
    table: Vec<Entry>,
    /// One list for each ply, used again and again.
    lists: Vec<Vec<(i32, u16, G::Action)>>,
    listed: Vec<G::Action>,
    /// How far ahead it looks at most.
    deepest: u8,
}

/// A value and whether it is certain; `None` when the budget is used up.
type Seen = Option<(i32, bool)>;

impl<G: Game> Minimax<G> {
    /// With a table for 2 to the power of `bits` positions, looking ahead for at most so many actions.
    pub fn new(bits: u32, deepest: u8) -> Minimax<G> {
        let deepest = deepest.max(1);
        Minimax { table: vec![EMPTY; 1 << bits], lists: vec![], listed: vec![], deepest }
    }

    /// The best action of whoever is to decide, looking one action further ahead each time. The first time
    /// is free, so there is always an answer; `None` only where nobody can act.
    pub fn search<F: FnMut() -> bool>(
        &mut self,
        state: &G::State,
        budget: &mut Budget<F>,
        rng: &mut Rng,
    ) -> Option<Line<G::Action>> {
        let seat = G::turn(state).active().first()?;
        let mut actions = vec![];
        G::legal_actions(state, seat, &mut actions);
        rng.shuffle(&mut actions); // among equals the first is chosen
        let mut best: Option<Line<G::Action>> = None;
        for depth in 1..=self.deepest {
            let (mut found, mut is_solved) = (None, true);
            let mut alpha = -INFINITY;
            for (number, action) in actions.iter().enumerate() {
                let mut unlimited = Budget::steps(u32::MAX);
                let seen = if depth == 1 {
                    self.after(state, seat, action, depth, (alpha, INFINITY), &mut unlimited)
                } else {
                    self.after(state, seat, action, depth, (alpha, INFINITY), budget)
                };
                let Some((value, is_certain)) = seen else { break };
                is_solved &= is_certain;
                if value > alpha {
                    alpha = value;
                    found = Some((number, value));
                }
            }
            // What was best before is looked at first, so whatever is better now is so for good reasons.
            if let Some((number, value)) = found {
                let is_whole = budget.spend();
                let is_solved = is_solved && is_whole;
                best = Some(Line { action: actions[number].clone(), value, depth, is_solved });
                actions[..=number].rotate_right(1);
                if is_whole && !is_solved && value < VICTORY + LARGEST_MARGIN {
                    continue;
                }
            }
            break;
        }
        best
    }

    /// Who wins, with every line followed to its end at once; by how much does not matter. `None` if the
    /// budget was used up, or nobody can act.
    pub fn solve<F: FnMut() -> bool>(
        &mut self,
        state: &G::State,
        budget: &mut Budget<F>,
    ) -> Option<Line<G::Action>> {
        let seat = G::turn(state).active().first()?;
        let (mut best, mut is_solved) = (None, true);
        let mut alpha = -VICTORY;
        for (_, _, action) in self.ordered(state, seat, u8::MAX, None) {
            let (value, is_certain) = self.after(state, seat, &action, u8::MAX, (alpha, VICTORY), budget)?;
            is_solved &= is_certain;
            if best.as_ref().is_none_or(|(_, most)| value > *most) {
                best = Some((action, value));
                alpha = alpha.max(value);
            }
            if value >= VICTORY {
                is_solved = is_certain;
                break;
            }
        }
        let (action, value) = best?;
        is_solved.then_some(Line { action, value, depth: u8::MAX, is_solved })
    }

    /// What an action is worth to the seat that takes it.
    fn after<F: FnMut() -> bool>(
        &mut self,
        state: &G::State,
        seat: Seat,
        action: &G::Action,
        depth: u8,
        (alpha, beta): (i32, i32),
        budget: &mut Budget<F>,
    ) -> Seen {
        let mut next = state.clone();
        // Nothing is left to chance in these games.
        G::apply(&mut next, seat, action, &mut Ctx::silent(&mut Rng::from_number(0)));
        match G::turn(&next) {
            Turn::Over(outcome) => Some((final_value(&outcome, seat), true)),
            Turn::Active(active) if active.contains(seat) => {
                self.value(&next, seat, depth - 1, (alpha, beta), budget)
            }
            Turn::Active(_) => {
                let (value, is_solved) =
                    self.value(&next, seat.other(), depth - 1, (-beta, -alpha), budget)?;
                Some((-value, is_solved))
            }
        }
    }

    /// What a position is worth to the seat that is to decide.
    fn value<F: FnMut() -> bool>(
        &mut self,
        state: &G::State,
        seat: Seat,
        depth: u8,
        (mut alpha, mut beta): (i32, i32),
        budget: &mut Budget<F>,
    ) -> Seen {
        if !budget.spend() {
            return None;
        }
        if depth == 0 {
            return Some((estimated::<G>(state, seat), false));
        }
        let key = key(state);
        let slot = key as usize & (self.table.len() - 1);
        let entry = self.table[slot];
        let is_known = entry.key == key;
        if is_known && (entry.is_solved || entry.depth >= depth) {
            match entry.bound {
                Bound::Exact => return Some((entry.value, entry.is_solved)),
                Bound::AtLeast => alpha = alpha.max(entry.value),
                Bound::AtMost => beta = beta.min(entry.value),
            }
            if alpha >= beta {
                return Some((entry.value, entry.is_solved));
            }
        }
        let first = is_known.then_some(entry.best);
        let list = self.ordered(state, seat, depth, first);
        let (low, mut best, mut solved) = (alpha, (-INFINITY, 0), true);
        let mut is_cut = false;
        for (_, number, action) in &list {
            let Some((value, is_certain)) = self.after(state, seat, action, depth, (alpha, beta), budget)
            else {
                self.lists.push(list);
                return None;
            };
            solved &= is_certain;
            if value > best.0 {
                best = (value, *number);
                alpha = alpha.max(value);
                if alpha >= beta {
                    (is_cut, solved) = (true, is_certain);
                    break;
                }
            }
        }
        self.lists.push(list);
        let (value, best) = best;
        let bound = match () {
            () if is_cut => Bound::AtLeast,
            () if value <= low => Bound::AtMost,
            () => Bound::Exact,
        };
        self.table[slot] = Entry { key, value, best, depth, is_solved: solved, bound };
        Some((value, solved))
    }

    /// The actions of a seat, each with its number: the one that was best before, then by estimate.
    fn ordered(
        &mut self,
        state: &G::State,
        seat: Seat,
        depth: u8,
        first: Option<u16>,
    ) -> Vec<(i32, u16, G::Action)> {
        let mut list = self.lists.pop().unwrap_or_default();
        list.clear();
        self.listed.clear();
        G::legal_actions(state, seat, &mut self.listed);
        for (number, action) in (0..).zip(self.listed.drain(..)) {
            let promise = if Some(number) == first {
                INFINITY
            } else if depth >= ORDERED {
                promise::<G>(state, seat, &action)
            } else {
                0
            };
            list.push((promise, number, action));
        }
        if depth >= ORDERED || first.is_some() {
            list.sort_unstable_by_key(|(promise, number, _)| (-promise, *number));
        }
        list
    }
}

/// What the game itself thinks of an action.
fn promise<G: Game>(state: &G::State, seat: Seat, action: &G::Action) -> i32 {
    let mut next = state.clone();
    G::apply(&mut next, seat, action, &mut Ctx::silent(&mut Rng::from_number(0)));
    match G::turn(&next) {
        Turn::Over(outcome) => final_value(&outcome, seat),
        Turn::Active(_) => estimated::<G>(&next, seat),
    }
}

/// Beyond ±[`VICTORY`] by the difference of the scores, so that a victory is as clear as can be.
fn final_value(outcome: &Outcome, seat: Seat) -> i32 {
    let margin = outcome.scores[seat].saturating_sub(outcome.scores[seat.other()]);
    let won = (outcome.utility(seat) * 2.0 - 1.0) as i32;
    won * VICTORY + margin.clamp(-LARGEST_MARGIN, LARGEST_MARGIN)
}

fn estimated<G: Game>(state: &G::State, seat: Seat) -> i32 {
    let estimate = G::estimate(&G::view(state, Viewer::Seat(seat)), seat).unwrap_or(0.5);
    ((estimate * 2.0 - 1.0) * (VICTORY - 1) as f32) as i32
}

fn key<S: Hash>(state: &S) -> u64 {
    let mut hasher = Mixer(0);
    state.hash(&mut hasher);
    hasher.finish() | 1 // no position has the key of an empty entry
}

/// A hash that is the same on every machine, and quick.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ (mixed >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}

//! All ways to play a roll: every position in which a turn can end, each once.

use boxwood_kit::Die;

use super::board::{OFF, OUTSIDE, Outlook, Side};
use super::{Action, Dice, StrictDice, first_moves};

/// Where a turn can end.
#[derive(Clone, Copy, Debug)]
pub struct End {
    /// The mover's pieces.
    pub own: Side,
    /// The enemy's.
    pub enemy: Side,
    /// Every first move with which the turn can still end here, as the sum of their [`bit`]s.
    pub firsts: u64,
    moves: [Move; 4],
    len: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Move {
    from: u8,
    die: Die,
}

impl End {
    /// One way to get here.
    pub fn moves(&self) -> impl Iterator<Item = Action> + '_ {
        self.moves[..usize::from(self.len)].iter().map(|&Move { from, die }| Action::Move { from, die })
    }
}

/// An action as one of 64 bits, as long as the dice are known.
#[inline]
pub fn bit(dice: Dice, action: Action) -> u64 {
    let Action::Move { from, die } = action;
    let is_low = matches!(dice, Dice::Both { low, .. } if low == die);
    1 << (from + if is_low { 32 } else { 0 })
}

/// Working space, so that looking for turns allocates nothing after a while.
#[derive(Default)]
pub struct Turns {
    ends: Vec<End>,
    /// A set bit says that an end with such a hash may have been found.
    seen: [u64; 8],
}

impl Turns {
    /// Every position in which this turn can end. If nothing can be played, the position itself.
    pub fn of(&mut self, own: Side, enemy: Side, dice: Dice, strict: StrictDice) -> &[End] {
        self.ends.clear();
        self.seen = [0; 8];
        let start = End { own, enemy, firsts: 0, moves: [Move::default(); 4], len: 0 };
        match dice {
            Dice::Both { high, low } => {
                let [(_, highs), (_, lows)] = first_moves(Outlook::new(own, enemy), dice, strict);
                self.both(&start, (high, highs), (low, lows));
            }
            Dice::One { left, .. } => self.same(&start, left, 1),
            Dice::Doubles { die, left } => self.same(&start, die, left),
        }
        if self.ends.is_empty() {
            self.ends.push(start);
        }
        &self.ends
    }

    /// Two different numbers in either order.
    fn both(&mut self, start: &End, (high, highs): (Die, u32), (low, lows): (Die, u32)) {
        for (first, second, sources, shift) in [(high, low, highs, 0), (low, high, lows, 32)] {
            for from in spaces(sources) {
                let mut after = *start;
                after.play(from, first);
                after.firsts = 1 << (from + shift);
                let seconds = if after.own.is_done() { 0 } else { after.sources(second) };
                if seconds == 0 {
                    self.add(after);
                }
                for from in spaces(seconds) {
                    let mut end = after;
                    end.play(from, second);
                    self.add(end);
                }
            }
        }
    }

    /// The same number several times. Such moves never stop each other, so it is enough to try them from the rear
    /// to the front; every end is then found once, and each of its moves that is possible now could be the first.
    fn same(&mut self, start: &End, die: Die, times: u8) {
        let possible = start.sources(die);
        self.go_on(start, die, times, OUTSIDE, possible);
    }

    fn go_on(&mut self, at: &End, die: Die, left: u8, least: u8, possible: u32) {
        let sources = if left == 0 || at.own.is_done() { 0 } else { at.sources(die) };
        if sources == 0 {
            if at.len > 0 {
                self.ends.push(*at);
            }
            return;
        }
        for from in spaces(sources & !0 << least) {
            let mut next = *at;
            next.play(from, die);
            next.firsts |= u64::from(possible & 1 << from);
            self.go_on(&next, die, left - 1, from, possible);
        }
    }

    /// Keeps an end, unless it is known; then only what it can begin with.
    #[inline]
    fn add(&mut self, end: End) {
        let hash = end.own.hash() ^ end.enemy.hash().rotate_left(32);
        let (word, mask) = ((hash >> 61) as usize, 1u64 << (hash >> 55 & 63));
        if self.seen[word] & mask != 0 {
            let known = self.ends.iter_mut().find(|known| known.own == end.own && known.enemy == end.enemy);
            if let Some(known) = known {
                known.firsts |= end.firsts;
                return;
            }
        }
        self.seen[word] |= mask;
        self.ends.push(end);
    }
}

impl End {
    #[inline]
    fn sources(&self, die: Die) -> u32 {
        Outlook::new(self.own, self.enemy).sources(die)
    }

    /// Rules 5 to 7, as in the game itself but for the telling.
    #[inline]
    fn play(&mut self, from: u8, die: Die) {
        let to = (from + die.value()).min(OFF);
        self.own.shift(from, to);
        if to < OFF && self.enemy.held() >> (OFF - to) & 1 == 1 {
            self.enemy.shift(OFF - to, OUTSIDE);
        }
        self.moves[usize::from(self.len)] = Move { from, die };
        self.len += 1;
    }
}

/// The spaces of a set, in order.
#[inline]
fn spaces(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let space = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (space < 32).then_some(space as u8)
    })
}

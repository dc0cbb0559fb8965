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
        let start = End { own, enemy, firsts: 0 };
        match dice {
            Dice::Both { high, low } => {
                let [(_, highs), (_, lows)] = first_moves(Outlook::new(own, enemy), dice, strict);
                self.both(&start, (high, highs), (low, lows));
            }
            Dice::One { left, .. } => self.same(&start, left, 1),
            Dice::Doubles { die, left } => self.same(&start, die, left),
        }
        if self.ends.is_empty() {
            self.ends.push(start); // Nothing can be played.
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
            return self.ends.push(*at);
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

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use boxwood_engine::{Ctx, Game, Seat};
    use boxwood_kit::Rng;

    use super::super::{Backgammon, Options, Phase, State};
    use super::*;

    /// A position at the end of a turn with a first action.
    type Way = ([u8; 26], [u8; 26], u64);

    /// What the rules make of every way to play this turn.
    fn by_the_rules(state: &State, seat: Seat, dice: Dice) -> BTreeSet<Way> {
        let mut rng = Rng::from_number(0);
        let (mut found, mut firsts) = (BTreeSet::new(), vec![]);
        Backgammon::legal_actions(state, seat, &mut firsts);
        for first in firsts {
            let (mut open, mut known) = (vec![(state.clone(), first)], HashSet::new());
            while let Some((mut state, action)) = open.pop() {
                let turns = state.turns;
                Backgammon::apply(&mut state, seat, &action, &mut Ctx::silent(&mut rng));
                if state.phase == Phase::Over || state.turns > turns {
                    let [own, enemy] = [seat, seat.other()].map(|seat| state.sides[seat.index()].counts());
                    found.insert((own, enemy, bit(dice, first)));
                } else if known.insert(state.clone()) {
                    let mut actions = vec![];
                    Backgammon::legal_actions(&state, seat, &mut actions);
                    open.extend(actions.into_iter().map(|action| (state.clone(), action)));
                }
            }
        }
        found
    }

    #[test]
    fn all_ends_of_a_turn_are_those_of_the_rules() {
        let mut rng = Rng::from_number(11);
        let (mut turns, mut tried, mut most) = (Turns::default(), 0, 0);
        for number in 0..60 {
            let strict_dice = if number % 2 == 0 { StrictDice::On } else { StrictDice::Off };
            let options = Options { strict_dice, ..Options::default() };
            let mut state = Backgammon::setup(&options, 2, &mut Ctx::silent(&mut rng)).unwrap();
            while let Phase::Move { seat, dice } = state.phase {
                let [own, enemy] = [seat, seat.other()].map(|seat| state.sides[seat.index()]);
                let ends = turns.of(own, enemy, dice, strict_dice);
                let mut ways = BTreeSet::new();
                for end in ends {
                    let mut rest = end.firsts;
                    while rest != 0 {
                        let first = rest & rest.wrapping_neg();
                        rest ^= first;
                        let is_new = ways.insert((end.own.counts(), end.enemy.counts(), first));
                        assert!(is_new, "{end:?} twice, with {dice:?} in {state:?}");
                    }
                }
                assert_eq!(ways, by_the_rules(&state, seat, dice), "{dice:?} in {state:?}");
                (tried, most) = (tried + 1, most.max(ends.len()));
                let mut actions = vec![];
                Backgammon::legal_actions(&state, seat, &mut actions);
                let action = *rng.choose(&actions);
                Backgammon::apply(&mut state, seat, &action, &mut Ctx::silent(&mut rng));
            }
        }
        assert!(tried > 5000 && most > 100, "{tried} turns, at most {most} ends");
    }

    #[test]
    fn who_can_play_nothing_stays_where_she_is() {
        let (mut own, mut enemy) = (Side::START, Side::START);
        own.shift(1, OUTSIDE);
        enemy.shift(17, 23); // the mover's 2
        enemy.shift(17, 23);
        let dice = Dice::of(Die::new(6).unwrap(), Die::new(2).unwrap());
        let mut turns = Turns::default();
        let [end] = turns.of(own, enemy, dice, StrictDice::On) else { panic!("there is one end") };
        assert_eq!((end.own, end.enemy, end.firsts), (own, enemy, 0));
    }
}

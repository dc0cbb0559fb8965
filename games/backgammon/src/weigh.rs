//! What the moves of a turn are worth: by the networks, and by what the next rolls can make of it.

use std::cmp::Ordering;

use boxwood_engine::Seat;
use boxwood_kit::Die;

use super::board::Side;
use super::network::{LEARNED, Networks};
use super::turns::{End, Turns, bit};
use super::{Action, Dice, MatchPoints, Phase, State, StrictDice};

/// Which ends of the turn are looked at again, one turn deeper each time: so many, if they fall short of the best
/// by no more than this.
const WORTH_A_LOOK: [(usize, f32); 2] = [(12, 0.12), (4, 0.03)];

/// What each of these actions of the seat whose turn it is brings, from 0 (lost) to 1 (won).
pub(super) fn weigh(state: &State, actions: &[Action], care: u8, values: &mut Vec<f32>) {
    let Phase::Move { seat, dice } = state.phase else { return };
    let judge = Judge::of(state);
    let left = state.move_cap() - state.turns - 1;
    let [own, enemy] = [seat, seat.other()].map(|seat| state.sides[seat.index()]);
    let ends = Turns::default().of(own, enemy, dice, judge.strict).to_vec();
    let chances = judge.compare(&ends, seat, left, care);
    values.extend(actions.iter().map(|&action| {
        let bit = bit(dice, action);
        let reached = ends.iter().zip(&chances).filter(|(end, _)| end.firsts & bit != 0);
        let chance = reached.map(|(_, &chance)| chance).fold(0.0, f32::max);
        in_the_match(state, seat, chance)
    }));
}

/// How well this seat stands.
pub(super) fn estimate(state: &State, seat: Seat) -> f32 {
    let Phase::Move { seat: mover, .. } = state.phase else { return state.series.outcome().utility(seat) };
    let [own, enemy] = [mover, mover.other()].map(|seat| state.sides[seat.index()]);
    let chance = Judge::of(state).chance(mover, own, enemy, state.move_cap() - state.turns);
    in_the_match(state, seat, if seat == mover { chance } else { 1.0 - chance })
}

/// What a chance in this game is worth in the match, if all others are even.
fn in_the_match(state: &State, seat: Seat, chance: f32) -> f32 {
    if state.options.match_points == MatchPoints::One {
        return chance;
    }
    let needed = state.games().most() / 2 + 1;
    let wins = state.series.wins();
    let [own, other] = [seat, seat.other()].map(|seat| needed.saturating_sub(wins[seat]));
    let (won, lost) = (even(own.saturating_sub(1), other), even(own, other.saturating_sub(1)));
    chance * won + (1.0 - chance) * lost
}

/// The chance to win so many games before the other wins so many, if each is as likely for both.
fn even(own: u8, other: u8) -> f32 {
    match (own, other) {
        (0, _) => 1.0,
        (_, 0) => 0.0,
        _ => (even(own - 1, other) + even(own, other - 1)) / 2.0,
    }
}

/// Whoever judges positions of a game.
struct Judge<'a> {
    networks: &'a Networks,
    strict: StrictDice,
    opener: Seat,
}

impl Judge<'_> {
    fn of(state: &State) -> Judge<'static> {
        Judge { networks: &LEARNED, strict: state.options.strict_dice, opener: state.opener }
    }

    /// The mover's chances with each of these ends of a turn, `left` turns before the last. The better ones are
    /// looked at more closely, and the others are never thought better than those.
    fn compare(&self, ends: &[End], mover: Seat, left: u16, care: u8) -> Vec<f32> {
        let after = |end: &End, care: u8| {
            if end.own.is_done() {
                1.0
            } else {
                1.0 - self.looked_ahead(mover.other(), end.enemy, end.own, left, care)
            }
        };
        let mut chances: Vec<f32> = ends.iter().map(|end| after(end, 0)).collect();
        let mut order: Vec<usize> = (0..ends.len()).collect();
        for (care, (most, margin)) in (1..=care).zip(WORTH_A_LOOK) {
            order.sort_by(|&a, &b| chances[b].total_cmp(&chances[a]));
            let least = chances[order[0]] - margin;
            let kept = order.iter().take(most).take_while(|&&index| chances[index] >= least).count();
            if kept < 2 {
                break; // There is nothing to decide.
            }
            for &index in &order[..kept] {
                chances[index] = after(&ends[index], care);
            }
            let worst = order[..kept].iter().map(|&index| chances[index]).fold(1.0, f32::min);
            for &index in &order[kept..] {
                chances[index] = chances[index].min(worst);
            }
            order.truncate(kept);
        }
        chances
    }

    /// The chances of the player who is about to roll, over all rolls of so many turns.
    fn looked_ahead(&self, seat: Seat, roller: Side, other: Side, left: u16, care: u8) -> f32 {
        if care == 0 || left == 0 {
            return self.chance(seat, roller, other, left);
        }
        let mut turns = Turns::default();
        let mut sum = 0.0;
        for high in Die::all() {
            for low in Die::all().take_while(|&low| low <= high) {
                let weight = if high == low { 1.0 } else { 2.0 };
                let ends = turns.of(roller, other, Dice::of(high, low), self.strict);
                sum += weight * self.best(ends, seat, left - 1, care - 1);
            }
        }
        sum / 36.0
    }

    /// The chances after the best of these ends, as the networks see it at once, looked at more closely.
    fn best(&self, ends: &[End], mover: Seat, left: u16, care: u8) -> f32 {
        if ends.iter().any(|end| end.own.is_done()) {
            return 1.0;
        }
        let (mut best, mut least) = (&ends[0], f32::INFINITY);
        for end in ends {
            let expected = self.chance(mover.other(), end.enemy, end.own, left);
            if expected < least {
                (best, least) = (end, expected);
            }
        }
        if care > 0 {
            least = self.looked_ahead(mover.other(), best.enemy, best.own, left, care);
        }
        1.0 - least
    }

    /// The chances of the player who is about to roll, at first sight. R8: towards the last turn, the distance
    /// matters more and more.
    fn chance(&self, seat: Seat, roller: Side, other: Side, left: u16) -> f32 {
        // A player comes about eight spaces nearer in a turn, four in a turn of both.
        let needed = roller.distance().min(other.distance()) / 4;
        if left >= needed {
            return self.networks.chance(roller, other);
        }
        let lead = f32::from(other.distance()) - f32::from(roller.distance());
        if left == 0 {
            return match lead.total_cmp(&0.0) {
                Ordering::Less => 0.0,
                Ordering::Equal => f32::from(u8::from(seat != self.opener)),
                Ordering::Greater => 1.0,
            };
        }
        let part = f32::from(left) / f32::from(needed);
        // The roller moves once more if the number of turns is odd; a roll is 8 spaces, give or take 4.
        let lead = lead + 8.0 * f32::from(left % 2);
        let ahead = 0.5 + 0.5 * (lead / (5.0 * f32::from(left).sqrt())).clamp(-1.0, 1.0);
        part * self.networks.chance(roller, other) + (1.0 - part) * ahead
    }
}

//! What the moves of a turn are worth: by the networks, and by what the next rolls can make of it.

use std::cmp::Ordering;

use boxwood_engine::Seat;
use boxwood_kit::Die;

use super::board::Side;
use super::network::{LEARNED, Networks};
use super::turns::{End, Turns, bit};
use super::{Action, Dice, MatchPoints, Phase, State, StrictDice};

/// Which ends of a turn are held against all rolls of the enemy: so many, if they fall short of the best by no more
/// than this.
const WORTH_A_LOOK: (usize, f32) = (8, 0.08);

/// R8 does not matter as long as there are more turns left than this.
const NEVER_NEEDED: u16 = 25 * 15 / 4;

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

    /// The mover's chances with each of these ends of a turn, `left` turns before the last.
    fn compare(&self, ends: &[End], mover: Seat, left: u16, care: u8) -> Vec<f32> {
        let enemy = mover.other();
        let at_once = |end: &End| {
            if end.own.is_done() { 1.0 } else { 1.0 - self.chance(enemy, end.enemy, end.own, left) }
        };
        let mut chances: Vec<f32> = ends.iter().map(at_once).collect();
        // The networks themselves look one turn beyond: to what the enemy has to expect.
        if care < 2 || left == 0 {
            return chances;
        }
        let mut order: Vec<usize> = (0..ends.len()).collect();
        order.sort_by(|&a, &b| chances[b].total_cmp(&chances[a]));
        let (most, margin) = WORTH_A_LOOK;
        let least = chances[order[0]] - margin;
        let close = order.iter().take(most).take_while(|&&index| chances[index] >= least).count();
        let (close, others) = order.split_at(close);
        for &index in close {
            let end = &ends[index];
            if !end.own.is_done() {
                chances[index] = 1.0 - self.over_all_rolls(enemy, end.enemy, end.own, left);
            }
        }
        // What was not looked at is never thought better than what was.
        let worst = close.iter().map(|&index| chances[index]).fold(1.0, f32::min);
        for &index in others {
            chances[index] = chances[index].min(worst);
        }
        chances
    }

    /// The chances of the player who is about to roll, if she plays each roll as the networks like best.
    fn over_all_rolls(&self, seat: Seat, roller: Side, other: Side, left: u16) -> f32 {
        let mut turns = Turns::default();
        let mut sum = 0.0;
        for high in Die::all() {
            for low in Die::all().take_while(|&low| low <= high) {
                let weight = if high == low { 1.0 } else { 2.0 };
                let ends = turns.of(roller, other, Dice::of(high, low), self.strict);
                sum += weight * self.best(ends, seat, left - 1);
            }
        }
        sum / 36.0
    }

    /// The mover's chances after the best of these ends.
    fn best(&self, ends: &[End], mover: Seat, left: u16) -> f32 {
        if ends.iter().any(|end| end.own.is_done()) {
            return 1.0;
        }
        let expected = ends.iter().map(|end| self.chance(mover.other(), end.enemy, end.own, left));
        1.0 - expected.fold(1.0, f32::min)
    }

    /// The chances of the player who is about to roll, at first sight. R8: towards the last turn, the distance
    /// matters more and more.
    fn chance(&self, seat: Seat, roller: Side, other: Side, left: u16) -> f32 {
        if left > NEVER_NEEDED {
            return self.networks.chance(roller, other);
        }
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

#[cfg(test)]
mod tests {
    use boxwood_conformance::testing::{new_match, seat};
    use boxwood_engine::Game;
    use serde_json::json;

    use super::super::board::{OFF, PIECES};
    use super::super::{Backgammon, Options};
    use super::*;

    fn side(pieces: &[(usize, u8)]) -> Side {
        let mut counts = [0; 26];
        pieces.iter().for_each(|&(space, count)| counts[space] = count);
        counts[usize::from(OFF)] = PIECES - pieces.iter().map(|&(_, count)| count).sum::<u8>();
        counts.try_into().unwrap()
    }

    fn turn(own: Side, enemy: Side, dice: (u8, u8), change: impl FnOnce(&mut State)) -> State {
        let mut state = new_match::<Backgammon>(json!({}), 2, 1).state().clone();
        let [first, second] = [dice.0, dice.1].map(|value| Die::new(value).unwrap());
        state.sides = [own, enemy];
        state.phase = Phase::Move { seat: seat(0), dice: Dice::of(first, second) };
        (state.opener, state.turns) = (seat(0), 0);
        change(&mut state);
        state
    }

    /// The legal actions with their worth, the best first.
    fn weighed(state: &State, care: u8) -> Vec<((u8, u8), f32)> {
        let (mut actions, mut values) = (vec![], vec![]);
        Backgammon::legal_actions(state, seat(0), &mut actions);
        weigh(state, &actions, care, &mut values);
        let told = |(&Action::Move { from, die }, value): (&Action, f32)| ((from, die.value()), value);
        let mut all: Vec<_> = actions.iter().zip(values).map(told).collect();
        all.sort_by(|a, b| b.1.total_cmp(&a.1));
        all
    }

    #[test]
    fn openings_that_everybody_plays() {
        for (dice, spaces) in [((3, 1), [17, 19]), ((4, 2), [17, 19]), ((6, 1), [12, 17]), ((6, 5), [1, 7])] {
            for care in 1..=2 {
                let best = weighed(&turn(Side::START, Side::START, dice, |_| ()), care)[0].0;
                assert!(spaces.contains(&best.0), "{best:?} with {dice:?}, care {care}");
            }
        }
    }

    #[test]
    fn what_wins_at_once_is_worth_all() {
        // Rule 7: the 4 and the 1 take off both; 21 to 22 leaves one.
        let state = turn(side(&[(21, 1), (24, 1)]), side(&[(24, 1)]), (4, 1), |_| ());
        for care in 0..=2 {
            for (action, value) in weighed(&state, care) {
                assert_eq!(value == 1.0, action != (21, 1), "{action:?} is worth {value}, care {care}");
            }
        }
    }

    #[test]
    fn looking_ahead_sees_what_a_roll_of_the_enemy_ends() {
        // The enemy has one piece left on 24 and goes off with any roll, whatever the networks think.
        let state = turn(side(&[(19, 3)]), side(&[(24, 1)]), (2, 1), |_| ());
        assert!(weighed(&state, 2).iter().all(|&(_, value)| value == 0.0));
    }

    #[test]
    fn ruling_8_on_the_last_turn_only_the_distance_counts() {
        let far = side(&[(1, 1), (19, 14)]);
        for (enemy, worth) in [(side(&[(12, 15)]), 1.0), (side(&[(19, 4), (24, 1)]), 0.0)] {
            let last = |state: &mut State| state.turns = state.move_cap() - 1;
            for care in 0..=2 {
                let values = weighed(&turn(far, enemy, (2, 1), last), care);
                assert!(values.iter().all(|&(_, value)| value == worth), "{values:?}");
            }
        }
    }

    #[test]
    fn rule_9_a_game_of_a_match_is_worth_a_part_of_it() {
        let options =
            |points: &str| -> Options { serde_json::from_value(json!({"match_points": points})).unwrap() };
        let single = turn(Side::START, Side::START, (3, 1), |_| ());
        let long = turn(Side::START, Side::START, (3, 1), |state| state.options = options("3"));
        let last = turn(Side::START, Side::START, (3, 1), |state| {
            state.options = options("3");
            for winner in [0, 0, 1, 1] {
                state.series.finish_game(Some(seat(winner)));
            }
        });
        let [single, long, last] = [single, long, last].map(|state| estimate(&state, seat(0)));
        assert_eq!(single, last);
        assert!(0.5 < long && long < single, "{long} and {single}");
        assert_eq!((even(1, 1), even(1, 2), even(3, 3)), (0.5, 0.75, 0.5));
    }

    #[test]
    fn a_hint_says_why() {
        let reason = |own: Side, enemy: Side, from: u8, die: u8| {
            let action = Action::Move { from, die: Die::new(die).unwrap() };
            Backgammon::reason(&turn(own, enemy, (die, die % 6 + 1), |_| ()), seat(0), &action).unwrap()
        };
        let apart = side(&[(20, 2), (22, 1), (24, 12)]);
        for (own, enemy, from, die, said) in [
            (side(&[(24, 1)]), apart, 24, 1, "It takes off your last piece."),
            (apart, apart, 20, 2, "Nobody can be hit any more: you have 25 spaces to go, {1} has 25."),
            (
                Side::START,
                side(&[(1, 2), (6, 1), (12, 4), (17, 3), (19, 5)]),
                17,
                2,
                "It hits a piece of {1}, which has to begin outside again.",
            ),
            (
                side(&[(1, 1), (4, 1), (19, 13)]),
                Side::START,
                1,
                3,
                "It brings a single piece to safety: two together cannot be hit.",
            ),
            (
                side(&[(1, 2), (4, 1), (19, 12)]),
                Side::START,
                1,
                3,
                "It makes two of a single piece, and two together cannot be hit.",
            ),
        ] {
            assert_eq!(reason(own, enemy, from, die), said);
        }
        let told = reason(Side::START, Side::START, 12, 2);
        assert!(told.starts_with("From there, about ") && told.ends_with(" of 100 games are won."), "{told}");
    }

    #[test]
    fn both_seats_share_what_there_is() {
        let state = turn(Side::START, side(&[(5, 2), (12, 3), (19, 5), (20, 5)]), (5, 2), |_| ());
        assert!((estimate(&state, seat(0)) + estimate(&state, seat(1)) - 1.0).abs() < 1e-6);
    }
}

//! Every list of moves against an obvious one: plain arrays, all orders of the dice, nothing clever.

use std::collections::{BTreeMap, BTreeSet};

use boxwood_conformance::testing::seat;

use super::tests::{START, actions, dice, die, go, table};
use super::*;

/// Both players' pieces by the mover's numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Plain {
    own: [u8; 26],
    enemy: [u8; 26],
}

impl Plain {
    fn of(state: &State, mover: Seat) -> Plain {
        let mut enemy = state.sides[mover.other().index()].counts();
        enemy.reverse();
        Plain { own: state.sides[mover.index()].counts(), enemy }
    }

    /// One move by the rules 5 to 7, if it is possible by itself.
    fn moved(&self, from: usize, die: usize) -> Option<Plain> {
        let to = from + die;
        if self.own[from] == 0 || (from != 0 && self.own[0] > 0) {
            return None;
        }
        let mut next = self.clone();
        next.own[from] -= 1;
        if to >= 25 {
            let all_home = (0..19).all(|space| self.own[space] == 0);
            let rearmost = (0..from).all(|space| self.own[space] == 0);
            if !all_home || (to > 25 && !rearmost) {
                return None;
            }
            next.own[25] += 1;
            return Some(next);
        }
        match self.enemy[to] {
            0 => {}
            1 => {
                next.enemy[to] = 0;
                next.enemy[25] += 1; // the enemy's outside
            }
            _ => return None,
        }
        next.own[to] += 1;
        Some(next)
    }

    /// Every single move, the position after it and the dice that are then left.
    fn moves(&self, dice: &[u8]) -> Vec<((u8, u8), Plain, Vec<u8>)> {
        let mut moves = vec![];
        for (place, &die) in dice.iter().enumerate() {
            if dice[..place].contains(&die) {
                continue;
            }
            let mut left = dice.to_vec();
            left.remove(place);
            for from in 0..25 {
                if let Some(next) = self.moved(from, die.into()) {
                    moves.push(((from as u8, die), next, left.clone()));
                }
            }
        }
        moves
    }
}

/// What a turn can come to: the dice played, sorted, and the position.
type Endings = BTreeSet<(Vec<u8>, Plain)>;

/// What was worked out before: a position and its dice, and what they can come to.
type Known = BTreeMap<(Plain, Vec<u8>), Endings>;

/// All the ways to go on until nothing can be played.
fn endings(plain: &Plain, dice: &[u8], known: &mut Known) -> Endings {
    if let Some(endings) = known.get(&(plain.clone(), dice.to_vec())) {
        return endings.clone();
    }
    let mut all = Endings::new();
    for ((_, die), next, left) in plain.moves(dice) {
        for (mut played, end) in endings(&next, &left, known) {
            played.push(die);
            played.sort_unstable();
            all.insert((played, end));
        }
    }
    if all.is_empty() {
        all.insert((vec![], plain.clone()));
    }
    known.insert((plain.clone(), dice.to_vec()), all.clone());
    all
}

/// How well a way of playing the dice obeys rule 4: more dice are better; of single ones, the higher.
fn obedience(played: &[u8]) -> (usize, u8) {
    (played.len(), if let [only] = played { *only } else { 0 })
}

/// The moves that begin one of the best ways, and what all the best ways come to.
fn best(
    plain: &Plain,
    dice: &[u8],
    strict: bool,
    known: &mut Known,
) -> (BTreeSet<(u8, u8)>, BTreeSet<Plain>) {
    let all = endings(plain, dice, known);
    let most = all.iter().map(|(played, _)| obedience(played)).max().expect("there is always an ending");
    let is_good = |played: &[u8]| !strict || obedience(played) == most;
    let mut first = BTreeSet::new();
    for (action, next, left) in plain.moves(dice) {
        let good = endings(&next, &left, known).into_iter().any(|(mut played, _)| {
            played.push(action.1);
            is_good(&played)
        });
        if good {
            first.insert(action);
        }
    }
    let ends = all.into_iter().filter(|(played, _)| is_good(played)).map(|(_, end)| end).collect();
    (first, ends)
}

fn left_values(dice: Dice) -> Vec<u8> {
    match dice {
        Dice::Both { high, low } => vec![high.value(), low.value()],
        Dice::One { left, .. } => vec![left.value()],
        Dice::Doubles { die, left } => vec![die.value(); left.into()],
    }
}

/// Walks through a whole turn, comparing every list of moves on the way; what it can come to.
fn walk(state: &State, known: &mut Known, seen: &mut BTreeSet<(Plain, Vec<u8>)>, ends: &mut BTreeSet<Plain>) {
    let Phase::Move { seat: mover, dice } = state.phase else { unreachable!("the walk stops before") };
    let plain = Plain::of(state, mover);
    let left = left_values(dice);
    if !seen.insert((plain.clone(), left.clone())) {
        return;
    }
    let (expected, _) = best(&plain, &left, state.options.strict_dice == StrictDice::On, known);
    assert_eq!(actions(state), expected, "{plain:?} with {left:?}");
    for (from, value) in expected {
        let mut next = state.clone();
        let action = go(from, value);
        assert_eq!(Backgammon::check(state, mover, &action), Ok(()));
        Backgammon::apply(&mut next, mover, &action, &mut Ctx::silent(&mut Rng::from_number(3)));
        if next.turns == state.turns && next.phase != Phase::Over {
            walk(&next, known, seen, ends);
        } else {
            ends.insert(Plain::of(&next, mover));
        }
    }
}

/// Positions of all kinds: met in random play, and thrown together.
pub(super) fn positions(number: usize, rng: &mut Rng) -> Vec<[Side; 2]> {
    let mut positions = vec![];
    let mut buffer = vec![];
    while positions.len() < number / 2 {
        let mut state = Backgammon::setup(&Options::default(), 2, &mut Ctx::silent(rng)).unwrap();
        while let Some(seat) = Backgammon::turn(&state).active().first() {
            if rng.below(12) == 0 {
                positions.push(state.sides);
            }
            buffer.clear();
            Backgammon::legal_actions(&state, seat, &mut buffer);
            let action = *rng.choose(&buffer);
            Backgammon::apply(&mut state, seat, &action, &mut Ctx::silent(rng));
        }
    }
    positions.truncate(number / 2);
    while positions.len() < number {
        positions.extend(thrown_together(rng));
    }
    positions
}

/// Pieces in twos and ones on random spaces, often only at home, often many of them off or outside.
fn thrown_together(rng: &mut Rng) -> Option<[Side; 2]> {
    let lowest = *rng.choose(&[1, 1, 1, 7, 13, 19, 19]);
    let mut scatter = |lowest: i32, most: i32, taken: &[u8; 26]| {
        let mut counts = [0u8; 26];
        let mut left = 1 + rng.below(most as u32) as u8;
        if rng.below(3) == 0 {
            counts[0] = left.min(1 + rng.below(2) as u8);
            left -= counts[0];
        }
        for _ in 0..100 {
            let space = rng.between(lowest, 24) as usize;
            let pieces = left.min(1 + rng.below(3) as u8);
            if taken[25 - space] == 0 {
                counts[space] += pieces;
                left -= pieces;
            }
        }
        counts[25] = 15 - counts.iter().sum::<u8>();
        counts
    };
    let own = scatter(lowest, 15, &[0; 26]);
    let enemy = scatter(1, 15, &own);
    let both = [Side::try_from(own).ok()?, Side::try_from(enemy).ok()?];
    both.iter().all(|side| !side.is_done()).then_some(both)
}

pub(super) fn rolls() -> impl Iterator<Item = (u8, u8)> {
    (1..=6).flat_map(|high| (1..=high).map(move |low| (high, low)))
}

/// A table with these pieces, where it is this seat's turn.
pub(super) fn turn_of(sides: [Side; 2], seat: Seat, roll: (u8, u8), strict_dice: StrictDice) -> State {
    let phase = Phase::Move { seat, dice: dice(roll.0, roll.1) };
    let options = Options { strict_dice, ..Options::default() };
    State { options, sides, phase, ..table(START, START, roll) }
}

#[test]
fn every_list_of_moves_is_the_obvious_one() {
    let mut rng = Rng::from_number(2024);
    let mut kinds: BTreeMap<&str, u32> = BTreeMap::new();
    for sides in positions(2000, &mut rng) {
        let mover = seat(rng.index(2));
        for roll in rolls() {
            let mut known = Known::new();
            for strict_dice in [StrictDice::On, StrictDice::Off] {
                // Doubles take long to work out the obvious way, and are played alike in both.
                if strict_dice == StrictDice::Off && roll.0 == roll.1 && rng.below(8) > 0 {
                    continue;
                }
                let state = turn_of(sides, mover, roll, strict_dice);
                let Phase::Move { dice, .. } = state.phase else { unreachable!() };
                let plain = Plain::of(&state, mover);
                let (first, expected) =
                    best(&plain, &left_values(dice), strict_dice == StrictDice::On, &mut known);
                assert_eq!(has_move(&state, mover, dice), !first.is_empty(), "{plain:?} with {roll:?}");
                if first.is_empty() {
                    assert_eq!(actions(&state), first);
                    *kinds.entry("nothing can be played").or_default() += 1;
                    continue;
                }
                let mut ends = BTreeSet::new();
                walk(&state, &mut known, &mut BTreeSet::new(), &mut ends);
                assert_eq!(ends, expected, "what {plain:?} can come to with {roll:?}");
                if strict_dice == StrictDice::On {
                    for kind in kinds_of(&state, mover, &plain, roll, &first) {
                        *kinds.entry(kind).or_default() += 1;
                    }
                }
            }
        }
    }
    for (kind, least) in [
        ("nothing can be played", 500),
        ("one outside", 1000),
        ("more outside", 500),
        ("taking off", 1000),
        ("taking off the rearmost with more than needed", 500),
        ("doubles", 5000),
        ("both dice, but not by every first move", 200),
        ("only one die, the higher", 50),
        ("only the lower die", 300),
        ("hitting", 1000),
    ] {
        assert!(kinds.get(kind).is_some_and(|&number| number >= least), "{kind}: {kinds:?}");
    }
}

/// What is special about a turn, to be sure that everything was tried.
fn kinds_of(
    state: &State,
    mover: Seat,
    plain: &Plain,
    roll: (u8, u8),
    first: &BTreeSet<(u8, u8)>,
) -> Vec<&'static str> {
    let possible: BTreeSet<(u8, u8)> =
        plain.moves(&[roll.0, roll.1]).into_iter().map(|(action, ..)| action).collect();
    let goes_off = |&(from, die): &(u8, u8)| from + die >= 25;
    let overshoots = |&(from, die): &(u8, u8)| from + die > 25;
    let hits =
        |&(from, die): &(u8, u8)| plain.enemy.get(usize::from(from + die)) == Some(&1) && from + die < 25;
    let (high, low) = (die(roll.0), die(roll.1));
    let outlook = outlook(state, mover);
    let (highs, lows) = (outlook.sources(high), outlook.sources(low));
    let both = outlook.continuing(high, highs, low, lows) | outlook.continuing(low, lows, high, highs) != 0;
    let differ = high != low;
    [
        ("one outside", plain.own[0] == 1),
        ("more outside", plain.own[0] > 1),
        ("taking off", first.iter().any(goes_off)),
        ("taking off the rearmost with more than needed", first.iter().any(overshoots)),
        ("doubles", !differ),
        ("both dice, but not by every first move", differ && both && *first != possible),
        ("only one die, the higher", differ && !both && *first != possible),
        ("only the lower die", differ && highs == 0 && !both),
        ("hitting", first.iter().any(hits)),
    ]
    .into_iter()
    .filter_map(|(kind, is_so)| is_so.then_some(kind))
    .collect()
}

#[test]
fn rule_4_all_ways_to_play_doubles_are_equally_long() {
    let mut rng = Rng::from_number(77);
    let mut lengths = BTreeSet::new();
    for sides in positions(600, &mut rng) {
        let plain = Plain::of(&turn_of(sides, seat(0), (1, 1), StrictDice::On), seat(0));
        for value in 1..=6 {
            let all = endings(&plain, &[value; 4], &mut Known::new());
            let found: BTreeSet<usize> = all.iter().map(|(played, _)| played.len()).collect();
            assert_eq!(found.len(), 1, "{plain:?} with double {value}");
            lengths.extend(found);
        }
    }
    assert_eq!(lengths, (0..=4).collect());
}

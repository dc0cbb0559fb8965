//! What positions are worth if both players do their best: exactly, but for R6, which is too far away to matter.
//!
//! The columns are alike, so of 216,225 positions only 2,853 are different.
//! Cubes only become fewer; so, beginning with the fewest, the chances of all positions are corrected by those of the
//! positions that follow, again and again until nothing changes any more.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use boxwood_kit::Die;

use super::board::{Asked, Column, Side, settle};
use super::{Action, Timing};

/// The chances of whoever is about to roll.
struct Chances {
    /// Which positions these are, in order.
    keys: Vec<u32>,
    chances: Vec<f32>,
}

static ANY_TIME: LazyLock<Chances> = LazyLock::new(|| Chances::solve(Timing::AnyTime));
static OWN_TURN: LazyLock<Chances> = LazyLock::new(|| Chances::solve(Timing::OwnTurn));

/// The chance of whoever is about to roll to win the game.
pub(super) fn chance(own: &Side, enemy: &Side, timing: Timing) -> f32 {
    let solved = match timing {
        Timing::AnyTime => &ANY_TIME,
        Timing::OwnTurn => &OWN_TURN,
    };
    solved.of(own, enemy)
}

/// What a position is once this has been done in it.
#[derive(Clone, Copy)]
pub(super) enum Next {
    Won,
    Lost,
    /// The own and the enemy side, and it is the enemy's turn.
    Goes(Side, Side),
}

/// Rules 2 to 7: what comes of an action.
pub(super) fn next(own: &Side, enemy: &Side, action: Action, timing: Timing) -> Next {
    let (mut own, mut enemy) = (*own, *enemy);
    match action {
        Action::Move { from, to } => own.shift(from, to),
        Action::Surrender(column) => own.lose(column),
    }
    if own.cubes() > 0 {
        settle(&mut own, &mut enemy, timing);
    }
    match (own.cubes(), enemy.cubes()) {
        (0, _) => Next::Lost,
        (_, 0) => Next::Won,
        _ => Next::Goes(own, enemy),
    }
}

/// Whatever can be done after a roll, the only move included.
pub(super) fn deeds(own: Side, roll: Die) -> impl Iterator<Item = Action> {
    let is_penalty = own.asked(roll) == Asked::Penalty;
    let given_up = own.home().filter(move |_| is_penalty).map(Action::Surrender);
    own.moves(roll).map(|(from, to)| Action::Move { from, to }).chain(given_up)
}

/// Nothing has to be known more exactly.
const EXACT: f32 = 1e-6;
/// Where a game ends, in place of the number of a position.
const WON: u32 = u32::MAX;
const LOST: u32 = u32::MAX - 1;

impl Chances {
    fn of(&self, own: &Side, enemy: &Side) -> f32 {
        // Whoever has no cube left is never asked about.
        self.keys.binary_search(&key(own, enemy)).map_or(0.5, |place| self.chances[place])
    }

    fn solve(timing: Timing) -> Chances {
        let positions = positions();
        let keys: Vec<u32> = positions.keys().copied().collect();
        let place = |own: &Side, enemy: &Side| {
            keys.binary_search(&key(own, enemy)).map_or(LOST, |place| place as u32)
        };
        // For each position and each roll, what can follow.
        let mut following: Vec<[Vec<u32>; 6]> = vec![];
        let mut order: Vec<usize> = (0..keys.len()).collect();
        let mut cubes = vec![];
        for (own, enemy) in positions.values() {
            let after = |action| match next(own, enemy, action, timing) {
                Next::Won => WON,
                Next::Lost => LOST,
                Next::Goes(own, enemy) => place(&enemy, &own),
            };
            let rolled = |index: usize| Die::all().nth(index).into_iter().flat_map(|roll| deeds(*own, roll));
            following.push(std::array::from_fn(|index| rolled(index).map(after).collect()));
            cubes.push(own.cubes() + enemy.cubes());
        }
        order.sort_by_key(|&place| cubes[place]);
        let mut chances = vec![0.5; keys.len()];
        loop {
            let mut change = 0.0_f32;
            for &place in &order {
                let worth = |next: &u32| match *next {
                    WON => 1.0,
                    LOST => 0.0,
                    next => 1.0 - chances[next as usize],
                };
                let best = |nexts: &Vec<u32>| nexts.iter().map(worth).fold(0.0, f32::max);
                let chance = following[place].iter().map(best).sum::<f32>() / 6.0;
                change = change.max((chance - chances[place]).abs());
                chances[place] = chance;
            }
            if change < EXACT {
                return Chances { keys, chances };
            }
        }
    }
}

/// What stands in the columns, whichever is which.
fn key(own: &Side, enemy: &Side) -> u32 {
    let mut columns = [0; 5];
    for column in Column::all() {
        let cubes = 2 * u32::from(own.has_home(column)) + u32::from(enemy.has_home(column));
        columns[column.index()] =
            12 * u32::from(own.standing(column)) + 4 * u32::from(enemy.standing(column)) + cubes;
    }
    columns.sort_unstable();
    columns.into_iter().fold(0, |key, column| 36 * key + column)
}

/// Every position by its key, once.
fn positions() -> BTreeMap<u32, (Side, Side)> {
    let sides: Vec<Side> = Side::all().filter(|side| side.cubes() > 0).collect();
    let mut positions = BTreeMap::new();
    for own in &sides {
        for enemy in &sides {
            positions.entry(key(own, enemy)).or_insert((*own, *enemy));
        }
    }
    positions
}

#[cfg(test)]
pub(super) fn how_many() -> usize {
    positions().len()
}

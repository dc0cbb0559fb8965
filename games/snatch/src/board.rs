//! The two sides of the board: Snatchers, home cubes, and what they do to each other.

use boxwood_kit::{Die, Symbol};
use serde::{Deserialize, Serialize};

use super::Timing;

const COLUMNS: usize = 5;

/// One of the five columns, 1–5, each with the symbol of so many pips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Column(u8);

impl Column {
    /// The column of this number, 1–5.
    pub const fn new(number: u8) -> Option<Column> {
        if 1 <= number && number <= COLUMNS as u8 { Some(Column(number)) } else { None }
    }

    pub(super) fn all() -> impl DoubleEndedIterator<Item = Column> {
        (1..=COLUMNS as u8).map(Column)
    }

    /// Rule 2: the one that a roll sends a Snatcher to; none for a 6.
    #[inline]
    pub(super) fn of(roll: Die) -> Option<Column> {
        Column::new(roll.value())
    }

    #[inline]
    pub(super) const fn number(self) -> u8 {
        self.0
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize - 1
    }

    pub(super) const fn symbol(self) -> Symbol {
        Symbol::ALL[self.index()]
    }
}

impl TryFrom<u8> for Column {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Column, &'static str> {
        Column::new(number).ok_or("columns are numbered 1 to 5")
    }
}

impl From<Column> for u8 {
    fn from(column: Column) -> u8 {
        column.0
    }
}

impl std::fmt::Display for Column {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// What a player has on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Side {
    /// Where the Snatchers stand, the lower column first; they are alike.
    snatchers: [Column; 2],
    /// Whether each column still has its home cube.
    home: [bool; COLUMNS],
}

/// What a roll asks of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// Rules 2 and 4: one of several moves.
    Move,
    /// Rule 2: the only move there is.
    Forced { from: Column, to: Column },
    /// Rule 3: a home cube.
    Penalty,
}

impl Side {
    /// Rule 1.
    pub(super) const START: Side =
        Side { snatchers: [Column(1), Column(COLUMNS as u8)], home: [true; COLUMNS] };

    /// Every way in which a side can look.
    pub(super) fn all() -> impl Iterator<Item = Side> {
        let pairs = Column::all().flat_map(|first| {
            Column::all().filter(move |&second| first <= second).map(move |second| [first, second])
        });
        pairs.flat_map(|snatchers| {
            let home = |bits: u32| std::array::from_fn(|index| bits >> index & 1 == 1);
            (0..1 << COLUMNS).map(move |bits| Side { snatchers, home: home(bits) })
        })
    }

    #[cfg(test)]
    pub(super) fn new(snatchers: [Column; 2], home: [bool; COLUMNS]) -> Side {
        let mut side = Side { snatchers, home };
        side.snatchers.sort();
        side
    }

    /// Whether the Snatchers are named in order, as everything here expects.
    pub(super) fn is_sorted(self) -> bool {
        self.snatchers.is_sorted()
    }

    /// How many Snatchers stand in this column.
    #[inline]
    pub(super) fn standing(self, column: Column) -> u8 {
        self.snatchers.iter().map(|&own| u8::from(own == column)).sum()
    }

    /// The column in which both Snatchers stand.
    #[inline]
    pub(super) fn pair(self) -> Option<Column> {
        let [first, second] = self.snatchers;
        (first == second).then_some(first)
    }

    #[inline]
    pub(super) const fn has_home(self, column: Column) -> bool {
        self.home[column.index()]
    }

    /// Rule 5.
    #[inline]
    pub(super) fn protects(self, column: Column) -> bool {
        self.snatchers.contains(&column)
    }

    /// The columns that still have their home cube.
    pub(super) fn home(self) -> impl Iterator<Item = Column> {
        Column::all().filter(move |&column| self.has_home(column))
    }

    #[inline]
    pub(super) fn cubes(self) -> u8 {
        self.home.iter().map(|&is_here| u8::from(is_here)).sum()
    }

    /// The moves of rules 2 and 4, Snatcher by Snatcher; none where the roll costs a cube.
    #[inline]
    pub(super) fn moves(self, roll: Die) -> impl Iterator<Item = (Column, Column)> {
        let [first, second] = self.snatchers;
        let sources = [Some(first), (second != first).then_some(second)].into_iter().flatten();
        let sent = Column::of(roll);
        sources.flat_map(move |from| {
            let targets = Column::all().filter(move |&to| sent.is_none_or(|sent| to == sent) && to != from);
            targets.map(move |to| (from, to))
        })
    }

    #[inline]
    pub(super) fn asked(self, roll: Die) -> Asked {
        let [first, second] = self.snatchers;
        match Column::of(roll) {
            None => Asked::Move,
            Some(to) if first == to && second == to => Asked::Penalty,
            Some(to) if first == to => Asked::Forced { from: second, to },
            // Two that stand together are alike, whichever is moved.
            Some(to) if second == to || first == second => Asked::Forced { from: first, to },
            Some(_) => Asked::Move,
        }
    }

    /// Rules 2 and 4: moves the Snatcher that stands here.
    #[inline]
    pub(super) fn shift(&mut self, from: Column, to: Column) {
        let [first, second] = self.snatchers;
        let stays = if first == from { second } else { first };
        self.snatchers = [stays.min(to), stays.max(to)];
    }

    /// Rules 3 and 6: this home cube is lost.
    #[inline]
    pub(super) fn lose(&mut self, column: Column) {
        self.home[column.index()] = false;
    }

    /// Rule 6: the column whose home cube this side can take from the other.
    #[inline]
    pub(super) fn prey(self, other: &Side) -> Option<Column> {
        self.pair().filter(|&column| other.has_home(column) && !other.protects(column))
    }
}

/// Rules 6 and 7: what is snatched once a side has moved or paid, by whom there is nothing to be told.
#[inline]
pub(super) fn settle(actor: &mut Side, other: &mut Side, timing: Timing) {
    if let Some(column) = actor.prey(other) {
        other.lose(column);
    }
    if timing == Timing::AnyTime
        && other.cubes() > 0
        && let Some(column) = other.prey(actor)
    {
        actor.lose(column);
    }
}

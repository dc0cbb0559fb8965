//! What can be asked of a table.

use std::cmp::Reverse;

use boxwood_engine::{Outcome, Seat, SeatMap};
use boxwood_kit::{CardSet, Colour, Symbol};

use super::board::Place;
use super::{DECK, GroundBonus, Phase, State, Table};

impl State {
    /// The cards that can be drawn.
    #[inline]
    pub(super) fn deck(&self) -> CardSet {
        DECK - self.hands.all() - self.drawn - self.table.shown()
    }
}

impl Table {
    #[inline]
    pub(super) fn seats(&self) -> usize {
        self.cubes.seats()
    }

    /// The cards that lie open: the discards, and what is being played.
    #[inline]
    pub(super) fn shown(&self) -> CardSet {
        let mut shown = self.discards;
        match self.phase {
            Phase::KeepCubes { card, .. } | Phase::KeepCards { card } | Phase::TakeTile { card, .. } => {
                shown.insert(card);
            }
            Phase::Columns { plan, cards } => {
                shown.insert(plan.card);
                shown.extend(cards);
            }
            _ => {}
        }
        shown
    }

    /// Since the discards are open, everybody knows which cards were not among them when they became
    /// the deck, and how many of those a hand still has: what the deck of now brought, and the older.
    pub(super) fn pools(&self) -> [CardSet; 2] {
        [DECK - self.old, self.old]
    }

    /// Whether somebody has begun to build, and has something to choose.
    pub(super) fn is_building(&self) -> bool {
        matches!(self.phase, Phase::TakeTile { .. } | Phase::Columns { .. })
    }

    #[inline]
    pub(super) fn offers_per_turn(&self) -> u8 {
        self.options.offers_per_turn.get() as u8
    }

    #[inline]
    pub(super) fn max_turns(&self) -> u16 {
        self.options.max_turns.get() as u16
    }

    /// The symbols of which tiles are left.
    pub(super) fn symbols_left(&self) -> impl Iterator<Item = Symbol> + use<> {
        let stacks = self.stacks;
        Symbol::ALL.into_iter().filter(move |symbol| stacks[symbol.id()] > 0)
    }

    /// All cubes of a colour, wherever they are.
    pub(super) fn all_cubes(&self, colour: Colour) -> u16 {
        let columns = Place::all().filter_map(|place| self.pyramid.columns(place));
        let mut all = columns.flatten().filter(|&column| column == colour).count() as u16;
        match self.phase {
            Phase::KeepCubes { drawn, .. } => all += u16::from(drawn[colour]),
            Phase::Columns { cards, .. } => {
                all += cards.iter().filter(|card| card.colour() == colour).count() as u16;
            }
            _ => {}
        }
        let owned = self.cubes.as_slice().iter();
        owned.chain([&self.bag, &self.market]).fold(all, |all, cubes| all + u16::from(cubes[colour]))
    }

    /// The highest level this seat has built on, 0 if none.
    pub(super) fn highest(&self, seat: Seat) -> u8 {
        let levels = (1..).zip(&self.contributors);
        levels.filter(|(_, who)| who.contains(seat)).map(|(level, _)| level).last().unwrap_or(0)
    }

    /// Rule 15, with R9.
    pub(super) fn bonus(&self, seat: Seat) -> i16 {
        match (self.highest(seat), self.options.level1_bonus) {
            (0, _) | (1, GroundBonus::Nothing) => 0,
            (level, _) => level.into(),
        }
    }
}

/// Rule 15: points, then the higher level, then fewer cards and cubes.
pub(super) fn outcome(table: &Table, cards: impl Fn(Seat) -> usize) -> Outcome {
    let scores =
        SeatMap::from_fn(table.seats(), |seat| i32::from(table.scores[seat]) + i32::from(table.bonus(seat)));
    Outcome::by(scores, |seat| {
        let left = cards(seat) as u32 + table.cubes[seat].total();
        (scores[seat], table.highest(seat), Reverse(left))
    })
}

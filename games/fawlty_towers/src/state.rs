//! What can be asked of the table.

use boxwood_engine::Outcome;
use boxwood_kit::{Card, CardSet, Colour, Cubes, Symbol};
use boxwood_scene::count;

use super::tower::Tower;
use super::{BONUS, BOX, BlackCards, CUBES, Options, State};

impl Options {
    /// Rule 1: the cards that are played with.
    pub(super) fn cards(&self) -> CardSet {
        match self.black_cards {
            BlackCards::Keep => CardSet::FULL,
            BlackCards::Remove => CardSet::FULL - CardSet::of_colour(Colour::Black),
        }
    }
}

impl State {
    pub(super) fn seats(&self) -> usize {
        self.taken.seats()
    }

    /// The tower of this number, from 1.
    #[inline]
    pub(super) fn tower(&self, number: u8) -> &Tower {
        &self.towers[usize::from(number) - 1]
    }

    #[inline]
    pub(super) fn tower_mut(&mut self, number: u8) -> &mut Tower {
        &mut self.towers[usize::from(number) - 1]
    }

    /// The cubes that are in no tower (rule 2).
    #[inline]
    pub(super) fn supply(&self) -> Cubes {
        let mut supply = BOX;
        for cube in self.towers.iter().flatten() {
            supply.take(cube.colour, 1);
        }
        supply
    }

    #[inline]
    pub(super) fn is_supply_empty(&self) -> bool {
        self.towers.iter().map(|tower| tower.len()).sum::<usize>() >= CUBES
    }

    /// Rule 10.
    pub(super) fn empty_columns(&self) -> usize {
        self.columns.iter().filter(|column| column.is_empty()).count()
    }

    /// The cards that nobody has taken.
    pub(super) fn cards_on_table(&self) -> impl Iterator<Item = Card> {
        self.columns.iter().flatten().copied().chain(self.deck)
    }

    /// Rule 11.
    pub(super) fn outcome(&self) -> Outcome {
        Outcome::by_score(self.taken.map(score))
    }

    /// Who has won, in a sentence.
    pub(super) fn result(&self) -> String {
        let winners = self.outcome().winners();
        let points = winners.first().map_or(0, |seat| score(self.taken[seat]));
        winners.victory(&count(points, "point"))
    }
}

/// Rule 11.
pub(super) fn score(cards: CardSet) -> i32 {
    let values: i32 = cards.iter().map(|card| i32::from(card.value())).sum();
    values + bonus(cards)
}

/// Rule 11, with R5.
pub(super) fn bonus(cards: CardSet) -> i32 {
    Symbol::ALL.into_iter().map(|symbol| BONUS[(cards & CardSet::of_symbol(symbol)).len()]).sum()
}

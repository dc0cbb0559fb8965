//! What lies on the table, and what can be asked of it.

use boxwood_engine::{Outcome, Seat, SeatMap};
use boxwood_kit::{Card, CardSet, Colour, Cubes, Pile};
use boxwood_scene::count;
use serde::{Deserialize, Serialize};

use super::{BATCHES, COLOURS, EMPTY_PILES, LONGEST_ROW, MOST_SHUFFLES, State};

/// What everybody may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    /// The rows in the shop, in the order in which they were started.
    pub rows: Pile<Row, { Card::COUNT }>,
    /// How many rows have been started; their ids count from 1 and are not used again.
    pub started: u16,
    pub discard: CardSet,
    /// Rule 8: the cards that were shuffled into the draw pile, each time. Everybody saw them before.
    pub shuffled: Pile<CardSet, MOST_SHUFFLES>,
    /// Flowers that nobody has.
    pub supply: Cubes,
    pub gardens: SeatMap<Garden>,
    pub phase: Phase,
}

/// Rule 3: cards of one symbol, none higher than the one before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    pub id: u16,
    pub cards: Pile<Card, LONGEST_ROW>,
}

/// Rule 6: a player's flowers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Garden {
    /// The cards that hold flowers of each colour; each holds as many as its value.
    pub beds: [CardSet; COLOURS.len()],
    /// Flowers that are not planted.
    pub loose: Cubes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Phase {
    /// Rule 2: this seat, which has cards, begins its turn.
    Choose(Seat),
    /// Rule 3: so many cards are laid at the end of this row; lay more, or take the flowers.
    Shop { seat: Seat, row: u16, laid: u8 },
    /// Rule 7: so many cards are discarded; discard more, or draw.
    Exchange { seat: Seat, discarded: u8 },
    /// Rule 9.
    Over,
}

impl Table {
    #[inline]
    pub(super) fn seats(&self) -> usize {
        self.gardens.seats()
    }

    /// Whoever is to decide.
    #[inline]
    pub(super) fn to_act(&self) -> Option<Seat> {
        match self.phase {
            Phase::Choose(seat) | Phase::Shop { seat, .. } | Phase::Exchange { seat, .. } => Some(seat),
            Phase::Over => None,
        }
    }

    #[inline]
    pub(super) fn row(&self, id: u16) -> Option<&Row> {
        self.rows.iter().find(|row| row.id == id)
    }

    /// The cards that everybody sees.
    pub(super) fn open_cards(&self) -> CardSet {
        let rows = self.rows.iter().flat_map(|row| row.cards.iter().copied()).collect::<CardSet>();
        let gardens = self.gardens.as_slice().iter();
        gardens.fold(rows | self.discard, |open, garden| open | garden.cards())
    }

    /// The cards by the shuffle through which they came last; the first were never shuffled again.
    ///
    /// Who draws from which batch is seen by all, and so is which cards each shuffle brings back.
    #[inline]
    pub(super) fn by_batch(&self, cards: CardSet) -> [CardSet; BATCHES] {
        let mut batches = [CardSet::EMPTY; BATCHES];
        let mut older = cards;
        for (number, &shuffled) in self.shuffled.iter().enumerate().rev() {
            batches[number + 1] = older & shuffled;
            older = older - shuffled;
        }
        batches[0] = older;
        batches
    }

    /// R5: how often the draw pile was emptied, now that it has so many cards.
    #[inline]
    pub(super) fn emptied(&self, pile: usize) -> usize {
        self.shuffled.len() + usize::from(pile == 0)
    }

    /// How many flower piles are empty.
    #[inline]
    pub(super) fn empty_piles(&self) -> usize {
        COLOURS.iter().filter(|&&colour| self.supply.count(colour) == 0).count()
    }

    /// All flowers of a colour, wherever they are.
    pub(super) fn flowers(&self, colour: Colour) -> u16 {
        let gardens = self.gardens.as_slice().iter();
        let held =
            gardens.map(|garden| u16::from(garden.loose.count(colour)) + values(garden.beds[colour.id()]));
        u16::from(self.supply.count(colour)) + held.sum::<u16>()
    }

    /// Rule 10, with R10.
    pub(super) fn outcome(&self) -> Outcome {
        Outcome::by_score(self.gardens.map(|garden| garden.score()))
    }

    /// Rule 9, with R6: why the game is over, now that the draw pile has so many cards.
    pub(super) fn why_over(&self, pile: usize) -> &'static str {
        if self.empty_piles() >= EMPTY_PILES {
            "Two flower piles are empty"
        } else if self.emptied(pile) >= limit(self.seats()) {
            "The draw pile was emptied for the last time"
        } else {
            "Nobody has a card left"
        }
    }

    /// Who has won, in a sentence.
    pub(super) fn result(&self) -> String {
        let outcome = self.outcome();
        let winners = outcome.winners();
        let points = winners.first().map_or(0, |seat| outcome.scores[seat]);
        winners.victory(&count(points, "point"))
    }
}

impl State {
    /// R5: how often the draw pile was emptied.
    #[inline]
    pub(super) fn emptied(&self) -> usize {
        self.table.emptied(self.pile.len())
    }
}

impl Row {
    #[inline]
    pub(super) fn last(&self) -> Card {
        self.cards.top().expect("a row has cards")
    }

    /// Rule 3.
    #[inline]
    pub(super) fn fits(&self, card: Card) -> bool {
        let last = self.last();
        card.symbol() == last.symbol() && card.value() <= last.value()
    }

    /// Rule 5: whether a value is there more than once. As values fall, equal ones are neighbours.
    #[inline]
    pub(super) fn has_equals(&self) -> bool {
        self.cards.windows(2).any(|pair| pair[0].value() == pair[1].value())
    }
}

impl Garden {
    pub(super) fn cards(&self) -> CardSet {
        self.beds.into_iter().fold(CardSet::EMPTY, CardSet::union)
    }

    pub(super) fn planted(&self) -> u16 {
        values(self.cards())
    }

    /// Rule 10.
    pub(super) fn score(&self) -> i32 {
        i32::from(self.planted()) - self.loose.total() as i32
    }
}

/// What the cards are worth together.
fn values(cards: CardSet) -> u16 {
    cards.iter().map(|card| u16::from(card.value())).sum()
}

/// Rule 9: how often the draw pile is emptied at a table of so many.
#[inline]
pub(super) const fn limit(seats: usize) -> usize {
    if seats < 5 { 2 } else { 3 }
}

#[inline]
pub(super) fn is_wild(card: Card) -> bool {
    !card.colour().is_base()
}

/// Rule 4, with R4: the colours of flowers this card can stand for.
#[inline]
pub(super) fn colours(card: Card) -> &'static [Colour] {
    if is_wild(card) { &COLOURS } else { std::slice::from_ref(&COLOURS[card.colour().id()]) }
}

//! What is on the table, and what follows from it.

use boxwood_engine::{
    Choices, Eliminated, Illegal, Outcome, Seat, SeatMap, SeatSet, SeenChoices, Side, Sides,
};
use boxwood_kit::{Card, CardSet, Colour, Pile};
use serde::{Deserialize, Serialize};

use super::{FEW_EXPLORERS, HIGHEST, Hand, LAST_LEFT, Options, TwoPlayer};

pub(super) const MOST_EXPLORERS: usize = Colour::ALL.len();

/// Everything that is true: the table, and the cards that are down.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub(super) table: Table,
    /// Rule 2, for each explorer; all who run are asked. Nobody is when the game is over.
    pub(super) chosen: Choices<Card>,
}

/// What one viewer knows: the table, and of the cards that are down only the own ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    pub(super) table: Table,
    pub(super) chosen: SeenChoices<Card>,
}

/// What lies open for all to see, or follows from it. Put nothing secret here: every view shows it whole.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    pub options: Options,
    /// Rule 7: whose the explorers are.
    pub sides: Sides,
    /// The round that is being played, from 1; the last one when the game is over.
    pub round: u8,
    /// The explorers who run, the front one first; the monster is behind the last.
    pub line: Pile<Side, MOST_EXPLORERS>,
    /// The cubes of each explorer.
    pub health: SeatMap<u8>,
    /// The cards in all hands, those that are down among them. Their colours tell whose they are, and whatever is
    /// not there is discarded.
    pub hands: CardSet,
    /// The explorers who are out.
    pub out: Eliminated,
    /// What was played in the last round that is over, and who was bitten in it.
    pub shown: CardSet,
    pub bitten: Option<Side>,
}

/// Rule 7, with R1: the explorers of a table.
pub(super) fn sides_of(options: &Options, seats: usize) -> Sides {
    Sides::new(seats, explorers_each(options, seats))
}

pub(super) fn explorers_each(options: &Options, seats: usize) -> usize {
    match (seats, options.two_player) {
        (2, TwoPlayer::Pairs) => 2,
        _ => 1,
    }
}

/// Rule 1, with R3: all cards of an explorer.
#[inline]
pub(super) fn deck(options: &Options, sides: Sides, side: Side) -> CardSet {
    const NUMBERS: CardSet = CardSet::PINK.union(CardSet::BROWN);
    let all = NUMBERS & CardSet::of_colour(sides.colour(side));
    match options.hand {
        Hand::Trimmed if sides.count() <= FEW_EXPLORERS => all - CardSet::of_value(HIGHEST),
        Hand::Full | Hand::Trimmed => all,
    }
}

impl Table {
    /// The explorers who are still in.
    #[inline]
    pub fn running(&self) -> SeatSet {
        self.line.iter().copied().collect()
    }

    /// The cards of an explorer that are in its hand or down.
    #[inline]
    pub fn hand(&self, side: Side) -> CardSet {
        self.hands & CardSet::of_colour(self.sides.colour(side))
    }

    /// Rule 5: the open cards of an explorer who runs.
    pub fn discards(&self, side: Side) -> CardSet {
        deck(&self.options, self.sides, side) - self.hands
    }

    /// Rule 6: so few explorers end the game; in a duel the last one.
    #[inline]
    fn last_left(&self) -> usize {
        if self.sides.count() > LAST_LEFT { LAST_LEFT } else { 1 }
    }

    #[inline]
    pub fn is_over(&self) -> bool {
        self.line.len() <= self.last_left()
    }

    /// Rules 6 and 7.
    pub fn outcome(&self) -> Outcome {
        let sides = self.sides;
        if sides.are_several() {
            let winner = self.line.first().map_or(Seat::FIRST, |&front| sides.owner(front));
            return Outcome::winner(sides.seats(), winner);
        }
        Outcome::by_score(SeatMap::from_fn(sides.count(), |side| self.outlasted(side)))
    }

    /// How many others an explorer has left behind, as things stand.
    pub fn outlasted(&self, side: Side) -> i32 {
        match self.line.iter().position(|&other| other == side) {
            Some(ahead) => (self.sides.count() - 1 - ahead) as i32,
            None => self.out.outcome(self.sides.count()).scores[side],
        }
    }
}

impl State {
    /// Rule 2: whether somebody may put this card down.
    pub(super) fn can_play(&self, seat: Seat, card: Card) -> Result<(), Illegal> {
        let State { table, chosen } = self;
        let side = match table.sides.of_colour(card.colour()) {
            Some(side) if table.sides.owner(side) == seat => side,
            _ => return Err(Illegal::new("rule 2", "That is no card of yours")),
        };
        if !table.line.contains(&side) {
            return Err(Illegal::new("rule 4", format!("Your {} explorer is out", card.colour())));
        }
        if chosen.of(side).is_some() {
            return Err(Illegal::new(
                "rule 2",
                format!("Your {} explorer has a card down; take it back first", card.colour()),
            ));
        }
        if !deck(&table.options, table.sides, side).contains(card) {
            return Err(Illegal::new("rule 1", format!("Nobody plays with the {card}")));
        }
        if !table.hands.contains(card) {
            let back = "you take your discards back when two cards are left, or after a bite";
            return Err(Illegal::new("rule 5", format!("The {} is discarded; {back}", card.value())));
        }
        Ok(())
    }
}

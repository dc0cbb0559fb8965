//! A bid, and what becomes of it when it is called.

use std::fmt;

use boxwood_engine::{Hands, Seat};
use boxwood_kit::{CardSet, Symbol};
use boxwood_scene::list;
use serde::{Deserialize, Serialize};

use super::{HIGHEST_VALUE, VALUE_ROUND};

/// A bid, with what is needed to check it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Bid {
    /// Rule 3: at least `n` of all cards show the symbol.
    Cards {
        /// How many cards.
        n: u8,
        /// Which symbol.
        symbol: Symbol,
        /// What is wild in this round, unless it is switched off (rule 7).
        wild: Option<Symbol>,
    },
    /// Rule 8: the values of all cards add up to at least this.
    Sum(u8),
}

/// What came out when somebody called: the hands of a round that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Showdown {
    /// Who had made the last bid.
    pub bidder: Seat,
    /// Who called.
    pub caller: Seat,
    /// The last bid.
    pub bid: Bid,
    /// What everybody held.
    pub hands: Hands<CardSet>,
}

impl Bid {
    /// What the bid is compared with.
    #[inline]
    pub(super) fn count(self, cards: CardSet) -> u8 {
        match self {
            Bid::Cards { symbol, wild, .. } => count_symbol(cards, symbol, wild),
            Bid::Sum(_) => cards.iter().map(|card| card.value()).sum(),
        }
    }

    /// Rule 5.
    #[inline]
    pub(super) fn is_true(self, cards: CardSet) -> bool {
        match self {
            Bid::Cards { n: bid, .. } | Bid::Sum(bid) => self.count(cards) >= bid,
        }
    }

    /// R2: whether somebody may bid this at all when so many cards are dealt.
    pub(super) fn is_possible(self, dealt: u8) -> bool {
        match self {
            Bid::Cards { n, .. } => dealt > VALUE_ROUND && (1..=dealt).contains(&n),
            Bid::Sum(sum) => dealt <= VALUE_ROUND && (dealt..=HIGHEST_VALUE * dealt).contains(&sum),
        }
    }
}

/// Rule 6, with R3 and R4.
#[inline]
pub(super) fn count_symbol(cards: CardSet, symbol: Symbol, wild: Option<Symbol>) -> u8 {
    let showing = |symbol| (cards & CardSet::of_symbol(symbol)).len() as u8;
    match (showing(symbol), wild) {
        (0, _) => 0,
        (own, Some(wild)) if wild != symbol => own + showing(wild),
        (own, _) => own,
    }
}

impl Showdown {
    /// What all players held together.
    pub(super) fn cards(&self) -> CardSet {
        self.hands.all()
    }

    /// What the bid was compared with.
    pub(super) fn count(&self) -> u8 {
        self.bid.count(self.cards())
    }

    /// Rule 5: who loses a cube.
    #[inline]
    pub(super) fn loser(&self) -> Seat {
        if self.is_true() { self.caller } else { self.bidder }
    }

    /// What somebody held, grouped by symbol, or by value where that is what counts.
    pub(super) fn shown_by(&self, seat: Seat) -> String {
        let hand = self.hands[seat];
        let groups: Vec<String> = match self.bid {
            Bid::Cards { .. } => Symbol::ALL
                .into_iter()
                .map(|symbol| (symbol, (hand & CardSet::of_symbol(symbol)).len()))
                .filter(|&(_, n)| n > 0)
                .map(|(symbol, n)| format!("{n} {symbol}"))
                .collect(),
            Bid::Sum(_) => hand.iter().map(|card| card.value().to_string()).collect(),
        };
        list(&groups)
    }

    /// What the count is made of, and what follows from it.
    pub(super) fn verdict(&self) -> String {
        let (bid, bidder, verdict) = (self.bid, self.bidder, self.is_true());
        let so = format!("the bid is {verdict} and {} a cube", self.loser().does("lose"));
        format!("{bidder} bid {bid}. {}, so {so}.", self.reckoning())
    }

    /// The same in fewer words: "The count is 5 (3 Wheel + 2 wild Drop): the bid is true."
    pub(super) fn judgement(&self) -> String {
        format!("{}: the bid is {}.", self.reckoning(), self.is_true())
    }

    /// Rule 5.
    pub(super) fn is_true(&self) -> bool {
        self.bid.is_true(self.cards())
    }

    /// The cards that make up the count.
    pub(super) fn counted(&self) -> CardSet {
        match self.bid {
            Bid::Sum(_) => self.cards(),
            Bid::Cards { .. } if self.count() == 0 => CardSet::EMPTY,
            Bid::Cards { symbol, wild, .. } => {
                self.cards() & (CardSet::of_symbol(symbol) | wild.map_or(CardSet::EMPTY, CardSet::of_symbol))
            }
        }
    }

    /// "The count is 5 (3 Wheel + 2 wild Drop)".
    fn reckoning(&self) -> String {
        let (cards, count) = (self.cards(), self.count());
        let wilds = |wild| (cards & CardSet::of_symbol(wild)).len();
        match self.bid {
            Bid::Cards { symbol, wild: None, .. } => {
                format!("The count is {count} ({count} {symbol}, nothing is wild)")
            }
            Bid::Cards { symbol, wild: Some(wild), .. } if wild == symbol => {
                format!("The count is {count} ({count} {symbol})")
            }
            Bid::Cards { symbol, wild: Some(wild), .. } if count == 0 => match wilds(wild) {
                0 => format!("The count is 0 (no card shows {symbol})"),
                1 => format!("The count is 0 (no card shows {symbol}; the wild {wild} does not count)"),
                n => format!("The count is 0 (no card shows {symbol}; the {n} wild {wild} do not count)"),
            },
            Bid::Cards { symbol, wild: Some(wild), .. } => {
                let own = usize::from(count) - wilds(wild);
                match wilds(wild) {
                    0 => format!("The count is {count} ({own} {symbol}, no wild {wild})"),
                    wilds => format!("The count is {count} ({own} {symbol} + {wilds} wild {wild})"),
                }
            }
            Bid::Sum(_) => {
                let values: Vec<String> = cards.iter().map(|card| card.value().to_string()).collect();
                format!("The sum is {count} ({})", values.join(" + "))
            }
        }
    }
}

/// "4 Wheel", or "a sum of 7".
impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bid::Cards { n, symbol, .. } => write!(f, "{n} {symbol}"),
            Bid::Sum(sum) => write!(f, "a sum of {sum}"),
        }
    }
}

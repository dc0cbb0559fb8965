//! What bids and calls are worth: the chance not to be the one who loses the cube.
//!
//! Whoever counts knows how likely a bid is true. Whoever also thinks of the next player bids what the own hand
//! makes truer than it looks, and so high that any raise is hard to believe; and whoever thinks of the last one
//! believes that a bidder holds some of what was bid.

use boxwood_engine::Seat;
use boxwood_kit::{CardSet, Symbol};

use super::advice::ways;
use super::flow::wild_under;
use super::{Action, Bid, HIGHEST_VALUE, Phase, Table, View};

/// The most cards that are ever dealt, and one more for none.
const COUNTS: usize = 61;
/// The highest sum of a value round, and one more for none.
const SUMS: usize = 19;
/// A bidder holds a card of what was bid so many times as often as somebody else.
const HOLDS: f64 = 1.6;
/// Somebody calls every other time a bid that is true with this chance, as far as others can know; and nearly
/// always or hardly ever, if the chance is so much lower or higher.
const DOUBTFUL: f32 = 0.45;
const DOUBT: f32 = 0.3;
/// What it is worth that the next player has to raise, at least.
const RAISED: f32 = 0.52;
/// What a card of the hand is worth that counts for every symbol.
const WILD_CARD: f32 = 0.05;

pub(super) fn weigh(view: &View, seat: Seat, actions: &[Action], care: u8, values: &mut Vec<f32>) {
    let odds = Odds::new(view, seat, care);
    values.extend(actions.iter().map(|&action| match action {
        Action::ChooseWild(symbol) => {
            0.5 + WILD_CARD * (view.hands.shown() & CardSet::of_symbol(symbol)).len() as f32
        }
        Action::Liar => odds.call(&view.table),
        Action::Bid { n, symbol } => {
            let symbols = if wild_under(&view.table, symbol).is_some() { &odds.wild } else { &odds.plain };
            let next = symbols.best_raise(&view.table, n, symbol);
            odds.bid(
                symbols.own[symbol.id()][usize::from(n)],
                symbols.others[symbol.id()][usize::from(n)],
                next,
            )
        }
        Action::BidValue(sum) => {
            let next = odds.sums.own.get(usize::from(sum) + 1).copied().unwrap_or(0.0);
            odds.bid(odds.sums.own[usize::from(sum)], odds.sums.others[usize::from(sum)], next)
        }
    }));
}

/// How likely bids are true.
struct Odds {
    care: u8,
    /// While something is wild, and if nothing is.
    wild: Symbols,
    plain: Symbols,
    sums: Sums,
}

/// The chances that at least so many cards count for each symbol, for the viewer and for somebody who sees
/// no card.
struct Symbols {
    own: [[f32; COUNTS]; 6],
    others: [[f32; COUNTS]; 6],
}

/// The chances that all values add up to at least so much.
struct Sums {
    own: [f32; SUMS],
    others: [f32; SUMS],
}

impl Odds {
    fn new(view: &View, seat: Seat, care: u8) -> Odds {
        let table = &view.table;
        let wild = match table.phase {
            Phase::Answer { bid: Bid::Cards { wild, .. }, .. } => wild,
            _ => Some(table.track[0]),
        };
        let symbols = |wild: Option<Symbol>| {
            let of = |chances: &dyn Fn(CardSet, Symbol) -> [f32; COUNTS]| {
                Symbol::ALL.map(|symbol| {
                    let wild = wild.map_or(CardSet::EMPTY, CardSet::of_symbol);
                    chances(CardSet::of_symbol(symbol) | wild, symbol)
                })
            };
            let own = view.hands.of(seat).unwrap_or(CardSet::EMPTY);
            let bidder = |symbol: Symbol| match table.phase {
                Phase::Answer { bidder, bid: Bid::Cards { symbol: bid, .. } }
                    if care > 1 && bid == symbol =>
                {
                    table.hand_size(bidder)
                }
                _ => 0,
            };
            let dealt = table.dealt();
            Symbols {
                own: of(&|counts, symbol| at_least(counts, own, dealt, bidder(symbol))),
                others: of(&|counts, _| at_least(counts, CardSet::EMPTY, dealt, 0)),
            }
        };
        let sums = |own: CardSet| {
            if table.is_value_round() { sum_at_least(own, table.dealt()) } else { [0.0; SUMS] }
        };
        Odds {
            care,
            wild: symbols(wild),
            plain: symbols(None),
            sums: Sums {
                own: sums(view.hands.of(seat).unwrap_or(CardSet::EMPTY)),
                others: sums(CardSet::EMPTY),
            },
        }
    }

    /// A call is right if the bid is false.
    fn call(&self, table: &Table) -> f32 {
        match table.phase {
            Phase::Answer { bid: Bid::Cards { n, symbol, wild }, .. } => {
                let symbols = if wild.is_some() { &self.wild } else { &self.plain };
                1.0 - symbols.own[symbol.id()][usize::from(n)]
            }
            Phase::Answer { bid: Bid::Sum(sum), .. } => 1.0 - self.sums.own[usize::from(sum)],
            _ => 0.0,
        }
    }

    /// A bid is called, and then true or not; or raised, and then it is good to be the next to call.
    fn bid(&self, truth: f32, seems: f32, next: f32) -> f32 {
        let seems = if self.care > 0 { seems } else { truth };
        let called = (0.5 + (DOUBTFUL - seems) / (2.0 * DOUBT)).clamp(0.02, 0.98);
        let raised = if self.care > 0 { (1.0 - next).max(RAISED) } else { RAISED };
        called * truth + (1.0 - called) * raised
    }
}

impl Symbols {
    /// The likeliest of all bids that are higher than this one.
    fn best_raise(&self, table: &Table, n: u8, symbol: Symbol) -> f32 {
        let chance =
            |symbol: &Symbol, n: u8| self.own[symbol.id()].get(usize::from(n)).copied().unwrap_or(0.0);
        let as_many = table.beyond(symbol).iter().map(|symbol| chance(symbol, n));
        let more = table.track.iter().map(|symbol| chance(symbol, n + 1));
        as_many.chain(more).fold(0.0, f32::max)
    }
}

/// The chances that at least 0, 1, 2, … of so many dealt cards are among `counts`, to somebody who sees `own`;
/// the bidder's cards, so many, are counted as [`HOLDS`] says.
fn at_least(counts: CardSet, own: CardSet, dealt: u8, bidder: u8) -> [f32; COUNTS] {
    let unseen = usize::from(dealt) - own.len().min(dealt.into());
    let bidder = usize::from(bidder).min(unseen);
    let (kinds, others) = ((counts - own).len(), (CardSet::FULL - counts - own).len());
    let mut exactly = [0.0; COUNTS];
    for held in 0..=bidder {
        let hand = ways(kinds, held) * ways(others, bidder - held) * HOLDS.powi(held as i32);
        for more in (0..=unseen - bidder).filter(|_| hand > 0.0) {
            let rest = ways(kinds - held, more) * ways(others - (bidder - held), unseen - bidder - more);
            exactly[(own & counts).len() + held + more] += hand * rest;
        }
    }
    summed_up(exactly)
}

/// The same for the sum of all values.
fn sum_at_least(own: CardSet, dealt: u8) -> [f32; SUMS] {
    let unseen = usize::from(dealt) - own.len().min(dealt.into());
    // In how many ways so many cards add up to so much, one more card at a time.
    let mut sums = [[0.0; SUMS]; 4];
    sums[0][own.iter().map(|card| usize::from(card.value())).sum::<usize>()] = 1.0;
    for card in CardSet::FULL - own {
        let value = usize::from(card.value());
        for cards in (0..unseen).rev() {
            for sum in value..SUMS {
                sums[cards + 1][sum] += sums[cards][sum - value];
            }
        }
    }
    summed_up(sums[unseen])
}

/// From how often each number comes to how likely at least so much is.
fn summed_up<const N: usize>(exactly: [f64; N]) -> [f32; N] {
    let all: f64 = exactly.iter().sum();
    let mut left = all;
    exactly.map(|one| {
        let chance = left / all;
        left -= one;
        chance.clamp(0.0, 1.0) as f32
    })
}

const _: () = assert!(SUMS > 3 * HIGHEST_VALUE as usize);

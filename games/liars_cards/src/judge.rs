//! What is legal, and why not.

use boxwood_engine::Illegal;
use boxwood_kit::Symbol;
use boxwood_scene::count;

use super::{Action, Bid, HIGHEST_VALUE, Phase, Table, Wild};

pub(super) fn check(table: &Table, action: Action) -> Result<(), Illegal> {
    match (table.phase, action) {
        (Phase::Over, _) => Err(Illegal::new("rule 9", "Only one player has cubes left")),
        (Phase::Showdown { .. }, _) => Err(Illegal::new("rule 5", "The cards are being counted")),
        (Phase::ChooseWild(_), Action::ChooseWild(_)) => Ok(()),
        (Phase::ChooseWild(_), Action::Bid { .. } | Action::BidValue(_) | Action::Liar) => {
            Err(Illegal::new("rule 11", "Choose the wild symbol first"))
        }
        (Phase::Open(_) | Phase::Answer { .. }, Action::ChooseWild(symbol)) => {
            Err(cannot_choose(table, symbol))
        }
        (Phase::Open(_) | Phase::Answer { .. }, Action::Bid { n, symbol }) => can_bid(table, n, symbol),
        (Phase::Open(_) | Phase::Answer { .. }, Action::BidValue(sum)) => can_bid_value(table, sum),
        (Phase::Open(_), Action::Liar) => {
            Err(Illegal::new("rule 3", "Nobody has bid yet: the starting bidder must make a bid"))
        }
        (Phase::Answer { .. }, Action::Liar) => Ok(()),
    }
}

/// Rules 3 and 4, with R1 and R2.
fn can_bid(table: &Table, n: u8, symbol: Symbol) -> Result<(), Illegal> {
    let dealt = table.dealt();
    if table.is_value_round() {
        let only = count(dealt, "card");
        return Err(Illegal::new("rule 8", format!("With only {only} dealt, bid a sum of values")));
    }
    if n == 0 {
        return Err(Illegal::new("rule 3", "Bid at least 1 card"));
    }
    if n > dealt {
        return Err(Illegal::new("ruling R2", format!("Only {} dealt", count(dealt, "card"))));
    }
    match table.phase {
        Phase::Answer { bid: bid @ Bid::Cards { n: standing, symbol: on, .. }, .. }
            if (n, table.position(symbol)) <= (standing, table.position(on)) =>
        {
            let why = format!(
                "{n} {symbol} is not higher than {bid}: bid more cards, or as many of a symbol further along the track"
            );
            Err(Illegal::new("rule 4", why))
        }
        _ => Ok(()),
    }
}

/// Rule 8, with R2.
fn can_bid_value(table: &Table, sum: u8) -> Result<(), Illegal> {
    let (lowest, highest) = (table.dealt(), HIGHEST_VALUE.saturating_mul(table.dealt()));
    if !table.is_value_round() {
        return Err(Illegal::new("rule 3", "Bid a number of cards and a symbol: touch a tile first"));
    }
    if !(lowest..=highest).contains(&sum) {
        let cards = count(lowest, "card");
        let why = format!("The values of {cards} add up to something from {lowest} to {highest}");
        return Err(Illegal::new("ruling R2", why));
    }
    match table.phase {
        Phase::Answer { bid: Bid::Sum(standing), .. } if sum <= standing => {
            Err(Illegal::new("rule 8", format!("{sum} is not higher than {standing}")))
        }
        _ => Ok(()),
    }
}

/// Why no symbol can be made wild now.
fn cannot_choose(table: &Table, symbol: Symbol) -> Illegal {
    match table.options.wild {
        Wild::Drop => Illegal::new("rule 1", format!("{symbol} cannot be made wild: Drop always is")),
        Wild::Chosen if table.is_value_round() => Illegal::new("rule 8", "Nothing is wild in a value round"),
        Wild::Chosen => Illegal::new("rule 11", "The wild symbol of this round has been chosen"),
    }
}

//! What is legal, and why not.

use boxwood_engine::{Illegal, Seat};
use boxwood_kit::{Card, CardSet, Colour};

use super::state::{Garden, Phase, Table, colours, is_wild};
use super::words::{capital, flowers};
use super::{Action, COLOURS, MOST_EXCHANGED};

/// Every legal action of the seat that is to act, with this hand.
#[inline]
pub(super) fn list(table: &Table, hand: CardSet, seat: Seat, out: &mut Vec<Action>) {
    match table.phase {
        Phase::Choose(_) => {
            for card in hand {
                out.push(Action::Shop { card, row: None });
                let fitting = table.rows.iter().filter(|row| row.fits(card));
                out.extend(fitting.map(|row| Action::Shop { card, row: Some(row.id) }));
                let loose = &table.gardens[seat].loose;
                let enough = colours(card).iter().filter(|&&colour| loose.count(colour) >= card.value());
                out.extend(enough.map(|&colour| Action::Plant { card, colour: named(card, colour) }));
                out.push(Action::Exchange(card));
            }
        }
        Phase::Shop { row, .. } => {
            let row = table.row(row).expect("the row of this turn lies in the shop");
            let last = row.last();
            out.extend(colours(last).iter().map(|&colour| Action::Take(named(last, colour))));
            let more = (hand & CardSet::of_symbol(last.symbol())).iter().filter(|&card| row.fits(card));
            out.extend(more.map(|card| Action::Shop { card, row: Some(row.id) }));
        }
        Phase::Exchange { discarded, .. } => {
            out.push(Action::Draw);
            if discarded < MOST_EXCHANGED {
                out.extend(hand.iter().map(Action::Exchange));
            }
        }
        Phase::Over => {}
    }
}

pub(super) fn check(table: &Table, hand: CardSet, seat: Seat, action: Action) -> Result<(), Illegal> {
    if let Action::Shop { card, .. } | Action::Plant { card, .. } | Action::Exchange(card) = action
        && !hand.contains(card)
    {
        return Err(Illegal::new("rule 2", format!("{} is not in your hand", capital(card))));
    }
    match (table.phase, action) {
        (Phase::Over, _) => Err(Illegal::new("rule 9", "The game is over")),
        (Phase::Choose(_), Action::Shop { row: None, .. }) => Ok(()),
        (Phase::Choose(_), Action::Shop { card, row: Some(row) }) => can_lay(table, card, row),
        (Phase::Choose(_), Action::Plant { card, colour }) => can_plant(&table.gardens[seat], card, colour),
        (Phase::Choose(_), Action::Exchange(_)) => Ok(()),
        (Phase::Choose(_) | Phase::Exchange { .. }, Action::Take(_)) => {
            Err(Illegal::new("rule 4", "Flowers are for those who have laid a card in the shop"))
        }
        (Phase::Choose(_), Action::Draw) => {
            Err(Illegal::new("rule 2", "Shop, plant or exchange before you draw"))
        }
        (Phase::Shop { row, .. }, Action::Shop { card, row: Some(other) }) if other == row => {
            can_lay(table, card, row)
        }
        (Phase::Shop { row, .. }, Action::Shop { .. }) => {
            Err(Illegal::new("ruling R2", format!("All cards of a turn go to one row, here row {row}")))
        }
        (Phase::Shop { row, .. }, Action::Take(colour)) => {
            let last = table.row(row).expect("the row of this turn lies in the shop").last();
            decides(last, colour, "rule 4").map(|_| ())
        }
        (Phase::Shop { .. }, Action::Plant { .. } | Action::Exchange(_) | Action::Draw) => {
            Err(Illegal::new("rule 2", "You are shopping: lay another card, or take the flowers"))
        }
        (Phase::Exchange { discarded, .. }, Action::Exchange(_)) if discarded >= MOST_EXCHANGED => {
            Err(Illegal::new("rule 7", format!("No more than {MOST_EXCHANGED} cards are exchanged")))
        }
        (Phase::Exchange { .. }, Action::Exchange(_) | Action::Draw) => Ok(()),
        (Phase::Exchange { .. }, Action::Shop { .. } | Action::Plant { .. }) => {
            Err(Illegal::new("rule 2", "You are exchanging: discard another card, or draw"))
        }
    }
}

/// What an action says about the colour: it is named only where the card leaves it open.
#[inline]
fn named(card: Card, colour: Colour) -> Option<Colour> {
    is_wild(card).then_some(colour)
}

/// The colour that the card and the name given for it decide on, where this rule asks for one.
fn decides(card: Card, colour: Option<Colour>, rule: &'static str) -> Result<Colour, Illegal> {
    match colour {
        None if is_wild(card) => {
            Err(Illegal::new("ruling R4", format!("{} is wild: name a colour", capital(card))))
        }
        None => Ok(card.colour()),
        Some(colour) if !colour.is_base() => {
            Err(Illegal::new("rule 1", format!("There are no {colour} flowers")))
        }
        Some(colour) if is_wild(card) => Ok(colour),
        Some(_) => {
            let why = format!("{} decides the colour itself: {}", capital(card), card.colour());
            Err(Illegal::new(rule, why))
        }
    }
}

/// Rule 3.
fn can_lay(table: &Table, card: Card, row: u16) -> Result<(), Illegal> {
    let Some(row) = table.row(row) else {
        return Err(Illegal::new("rule 3", format!("There is no row {row} in the shop")));
    };
    let (id, last) = (row.id, row.last());
    if card.symbol() != last.symbol() {
        let why = format!("{} does not fit row {id}, which is {}", capital(card), last.symbol());
        return Err(Illegal::new("rule 3", why));
    }
    if card.value() > last.value() {
        let why = format!("{} is higher than the last card of row {id}, a {}", capital(card), last.value());
        return Err(Illegal::new("rule 3", why));
    }
    Ok(())
}

/// Rule 6, with R4.
fn can_plant(garden: &Garden, card: Card, colour: Option<Colour>) -> Result<(), Illegal> {
    let (value, most) = (card.value(), COLOURS.map(|colour| garden.loose.count(colour)).into_iter().max());
    if is_wild(card) && most.is_none_or(|most| most < value) {
        let wants =
            if value == 1 { "1 loose flower".into() } else { format!("{value} loose flowers of one colour") };
        return Err(Illegal::new("rule 6", format!("{} needs {wants}", capital(card))));
    }
    let colour = decides(card, colour, "rule 6")?;
    match garden.loose.count(colour) {
        loose if loose < value => {
            let (wants, has) =
                (flowers(value, colour), if loose == 0 { "none".into() } else { loose.to_string() });
            Err(Illegal::new("rule 6", format!("{} needs {wants}, and you have {has}", capital(card))))
        }
        _ => Ok(()),
    }
}

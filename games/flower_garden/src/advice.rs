//! Why an action is a good one.

use boxwood_engine::Seat;
use boxwood_kit::{Card, CardSet, Colour};
use boxwood_scene::count;

use super::state::{Phase, colours};
use super::{Action, View};

pub(super) fn reason(view: &View, seat: Seat, action: Action) -> Option<String> {
    let (table, hand) = (&view.table, view.hands.of(seat)?);
    match action {
        Action::Plant { card, .. } => {
            let flowers = count(card.value(), "flower");
            let points = count(2 * i64::from(card.value()), "point");
            Some(format!("{flowers} that cost a point each will bring one each: {points} in all."))
        }
        Action::Take(named) => {
            let Phase::Shop { row, .. } = table.phase else { return None };
            let row = table.row(row)?;
            let colour = named.unwrap_or(row.last().colour());
            taken(view, seat, hand, colour, row.cards.len())
        }
        Action::Shop { card, row } => {
            let length = row.and_then(|id| table.row(id)).map_or(1, |row| row.cards.len() + 1);
            let mut rest = hand;
            rest.remove(card);
            let of = |colour: &Colour| bed(view, seat, rest, *colour, length).map_or(0, Card::value);
            let colour = *colours(card).iter().max_by_key(|colour| of(colour))?;
            taken(view, seat, rest, colour, length)
        }
        Action::Exchange(_) | Action::Draw => None,
    }
}

/// What so many more flowers of a colour are good for, to somebody who holds these cards.
fn taken(view: &View, seat: Seat, hand: CardSet, colour: Colour, flowers: usize) -> Option<String> {
    let flowers = flowers.min(view.table.supply.count(colour).into());
    let brought = count(flowers as i64, &format!("{colour} flower"));
    Some(match bed(view, seat, hand, colour, flowers) {
        Some(bed) => format!("It brings {brought}, and your {bed} is a bed for {}.", bed.value()),
        None => format!("It brings {brought}; you hold no bed for them yet."),
    })
}

/// The largest bed in the hand for flowers of this colour, once there are so many more.
fn bed(view: &View, seat: Seat, hand: CardSet, colour: Colour, more: usize) -> Option<Card> {
    let loose = usize::from(view.table.gardens[seat].loose.count(colour)) + more;
    let takes = |card: &Card| colours(*card).contains(&colour) && usize::from(card.value()) <= loose;
    hand.iter().filter(takes).max_by_key(|card| card.value())
}

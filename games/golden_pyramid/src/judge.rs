//! What may be done now, and why not.

use boxwood_engine::{Illegal, Seat};
use boxwood_kit::Card;

use super::board::{Place, Places};
use super::{Action, Draw, Phase, State, Switch, Table, building, trading};

impl Phase {
    /// Why something else cannot be done now.
    pub(super) fn wants(self) -> Illegal {
        let (rule, why) = match self {
            Phase::Act { .. } => ("rule 4", "This is not one of the actions of a turn"),
            Phase::Answer { .. } => ("rule 7", "Accept or decline the offer first"),
            Phase::Refreshed => {
                ("rule 8", "After renewing the market you can only trade there or end your turn")
            }
            Phase::ToBag { .. } => ("rule 8", "First choose the cube that goes into the bag"),
            Phase::KeepCubes { .. } => ("rule 5", "First choose which of the drawn cubes you keep"),
            Phase::KeepCards { .. } => ("rule 6", "First choose which of the drawn cards you keep"),
            Phase::TakeTile { .. } => ("rule 11", "First choose the tile you take as a substitute"),
            Phase::Columns { .. } => ("rule 10", "First choose a card for the next column"),
            Phase::Climb { .. } => ("rule 13", "First say whether your builder climbs onto the new tile"),
            Phase::Relocate { .. } => ("rule 14", "First move your builder off the tile with four columns"),
            Phase::Discard => ("rule 4", "First discard down to 7 cards"),
            Phase::Over => ("rule 15", "The game is over"),
        };
        Illegal::new(rule, why)
    }
}

/// Rule 4.
#[inline]
pub(super) fn list_actions(state: &State, seat: Seat, offers: u8, out: &mut Vec<Action>) {
    let (table, hand) = (&state.table, state.hands[seat]);
    let bag_is_empty = table.bag.is_empty();
    for card in hand {
        if !bag_is_empty {
            out.push(Action::DrawCubes { card, how: Draw::Random });
        }
        if table.bag[card.colour()] > 0 {
            out.push(Action::DrawCubes { card, how: Draw::Colour });
        }
        out.push(Action::DrawCards(card));
    }
    if hand.is_empty() {
        out.extend([Action::DrawCardsUnpaid(1), Action::DrawCardsUnpaid(2)]);
    }
    trading::list_offers(table, seat, offers, out);
    trading::list_trades(table, seat, out);
    if table.options.market_refresh == Switch::On {
        out.push(Action::RefreshMarket);
    }
    let built = table.pyramid.built();
    out.extend(refuges_among(table, seat, built).iter().map(Action::MoveBuilder));
    building::list_builds(state, seat, built, out);
}

/// Rules 9 and 14: where the builder can go on its level. Nowhere if it is off the board.
pub(super) fn refuges(table: &Table, seat: Seat) -> Places {
    refuges_among(table, seat, table.pyramid.built())
}

/// The same where it is known which places have tiles.
#[inline]
pub(super) fn refuges_among(table: &Table, seat: Seat, built: Places) -> Places {
    let Some(place) = table.builders[seat] else { return Places::EMPTY };
    let mut free = built.on_level(place.level()).difference(built.full());
    for builder in table.builders.as_slice().iter().flatten() {
        free.remove(*builder);
    }
    free
}

pub(super) fn holds(state: &State, seat: Seat, card: Card) -> Result<(), Illegal> {
    if state.hands[seat].contains(card) {
        return Ok(());
    }
    Err(Illegal::new("rule 4", format!("The {card} is not in your hand")))
}

/// Rules 9 and 14, with R8.
pub(super) fn can_move(table: &Table, seat: Seat, place: Place) -> Result<(), Illegal> {
    let rule = "rule 9";
    let Some(from) = table.builders[seat] else {
        return Err(Illegal::new(rule, "Your builder comes onto the board with your first tile"));
    };
    if place.level() != from.level() {
        return Err(Illegal::new(rule, format!("Your builder stays on level {}", from.level())));
    }
    if !table.pyramid.built().contains(place) {
        return Err(Illegal::new(rule, format!("There is no tile on {place}")));
    }
    if place == from {
        return Err(Illegal::new(rule, format!("Your builder is on {place} already")));
    }
    if table.builders.iter().any(|(_, &builder)| builder == Some(place)) {
        return Err(Illegal::new(rule, format!("Another builder stands on {place}")));
    }
    if table.pyramid.built().full().contains(place) {
        return Err(Illegal::new("ruling R8", format!("The tile on {place} carries four columns")));
    }
    Ok(())
}

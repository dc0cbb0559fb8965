//! What a state from outside must be so that the rules can go on from it.

use super::{HAND, Phase, State, sum};

pub(super) fn audit(state: &State) -> Result<(), &'static str> {
    let State { table, hands } = state;
    let seats = hands.seats();
    if !(1..=6).contains(&seats) {
        return Err("one to six can play");
    }
    hands.audit(seats, table.used)?;
    if hands.iter().any(|(_, hand)| hand.len() != HAND) {
        return Err("everybody has six cards");
    }
    if !table.held.is_subset(hands.all()) {
        return Err("a card that was held is in no hand");
    }
    let (Phase::Turn(seat) | Phase::Over(seat)) = table.phase;
    if seat.index() >= seats || table.laid.iter().any(|seat| seat.index() >= seats) {
        return Err("somebody takes part who does not sit here");
    }
    if !table.set.is_subset(table.used) || !table.set.is_empty() && sum(table.set) != table.score() {
        return Err("the last set does not make the last number");
    }
    let most = table.options.most_passes(seats);
    match table.phase {
        Phase::Over(_) if table.passes != most => Err("it is over, but not everybody has passed"),
        Phase::Turn(_) if table.passes >= most => Err("everybody has passed already"),
        Phase::Turn(_) | Phase::Over(_) => Ok(()),
    }
}

//! What actions do.

use boxwood_engine::{Ctx, Seat};
use boxwood_kit::{Card, Colour, Pile};
use boxwood_scene::{Beat, BeatKind, Key};

use super::flow::{draw, end};
use super::state::{Phase, Row};
use super::words::flowers;
use super::{EMPTY_PILES, State};

/// Rule 3, with R1 and R2.
#[inline]
pub(super) fn lay(state: &mut State, seat: Seat, card: Card, row: Option<u16>, ctx: &mut Ctx) {
    let table = &mut state.table;
    state.hands[seat].remove(card);
    let laid = if let Phase::Shop { laid, .. } = table.phase { laid + 1 } else { 1 };
    match row.and_then(|id| table.rows.iter_mut().find(|row| row.id == id)) {
        Some(row) => {
            row.cards.push(card);
            table.phase = Phase::Shop { seat, row: row.id, laid };
            ctx.say(|| format!("{} {card} to row {}.", seat.does("add"), row.id));
        }
        None => {
            table.started += 1;
            let row = Row { id: table.started, cards: Pile::from_iter([card]) };
            table.rows.push(row);
            table.phase = Phase::Shop { seat, row: row.id, laid };
            ctx.say(|| format!("{} row {} with {card}.", seat.does("start"), row.id));
        }
    }
}

/// Rules 4 and 5, with R3 and R9.
#[inline]
pub(super) fn take(state: &mut State, seat: Seat, colour: Option<Colour>, ctx: &mut Ctx) {
    let table = &mut state.table;
    let Phase::Shop { row: id, laid, .. } = table.phase else { return };
    let place =
        table.rows.iter().position(|row| row.id == id).expect("the row of this turn lies in the shop");
    let row = table.rows[place];
    let colour = colour.unwrap_or(row.last().colour());
    let (earned, left) = (row.cards.len() as u8, table.supply.count(colour));
    let got = earned.min(left);
    table.supply.take(colour, got);
    table.gardens[seat].loose.put(colour, got);
    ctx.say(|| {
        let short =
            if got < earned { format!(", not {earned}, because there are no more") } else { String::new() };
        format!("{} {}{short}.", seat.does("take"), flowers(got, colour))
    });
    if table.empty_piles() >= EMPTY_PILES {
        return end(state, ctx);
    }
    if row.has_equals() {
        ctx.say(|| format!("Row {id} has equal cards and goes to the discard pile."));
        ctx.beat(state, || clearing(&row));
        state.table.rows.remove(place);
        state.table.discard.extend(row.cards);
    }
    draw(state, seat, laid, ctx);
}

/// The moment before a row goes: its equal cards.
fn clearing(row: &Row) -> Beat {
    let is_twin = |card: &&Card| row.cards.iter().filter(|other| other.value() == card.value()).count() > 1;
    let beat = Beat::new(BeatKind::Blow, format!("Row {} has equal cards.", row.id));
    row.cards.iter().filter(is_twin).fold(beat, |beat, &card| beat.at(Key::card(card)))
}

/// Rule 6.
#[inline]
pub(super) fn plant(state: &mut State, seat: Seat, card: Card, colour: Option<Colour>, ctx: &mut Ctx) {
    let colour = colour.unwrap_or(card.colour());
    state.hands[seat].remove(card);
    let garden = &mut state.table.gardens[seat];
    garden.loose.take(colour, card.value());
    garden.beds[colour.id()].insert(card);
    ctx.say(|| format!("{} {} on {card}.", seat.does("plant"), flowers(card.value(), colour)));
    draw(state, seat, 1, ctx);
}

/// Rule 7, with R7.
#[inline]
pub(super) fn exchange(state: &mut State, seat: Seat, card: Card, ctx: &mut Ctx) {
    let table = &mut state.table;
    state.hands[seat].remove(card);
    table.discard.insert(card);
    let discarded = if let Phase::Exchange { discarded, .. } = table.phase { discarded + 1 } else { 1 };
    table.phase = Phase::Exchange { seat, discarded };
    ctx.say(|| format!("{} {card}.", seat.does("discard")));
}

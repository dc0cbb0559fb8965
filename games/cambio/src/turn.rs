//! A turn: rules 4, 5 and 14.

use boxwood_engine::{Ctx, Illegal, Seat, SeatSet};

use super::table::{Eyes, Phase, Power, Source, Spot, Table};
use super::words::{a, name, slot_name};
use super::{State, TURNS, is_there, round, window};

pub(super) fn is_start<F>(table: &Table<F>) -> Result<(), Illegal> {
    match table.phase {
        Phase::Start => Ok(()),
        _ => Err(Illegal::new("rule 4", "That is for the start of a turn")),
    }
}

pub(super) fn can_call<F>(table: &Table<F>) -> Result<(), Illegal> {
    is_start(table)?;
    match table.caller {
        None => Ok(()),
        Some(_) => Err(Illegal::new("rule 14", "Cambio has been called in this round")),
    }
}

/// Rule 4, with R3 and R4.
pub(super) fn can_draw_discard<F>(table: &Table<F>) -> Result<(), Illegal> {
    is_start(table)?;
    if table.discard.is_empty() {
        return Err(Illegal::new("ruling R3", "There is no discard pile yet"));
    }
    if table.frozen {
        return Err(Illegal::new("ruling R4", "The discard pile is frozen: a card was snapped onto it"));
    }
    Ok(())
}

/// Rule 5, with R2.
pub(super) fn can_discard_drawn<F>(table: &Table<F>) -> Result<(), Illegal> {
    match table.phase {
        Phase::Place { from: Source::Main, .. } => Ok(()),
        Phase::Place { from: Source::Discard, .. } => Err(Illegal::new(
            "ruling R2",
            "A card from the discard pile cannot go back: exchange it for one of yours",
        )),
        _ => Err(Illegal::new("rule 5", "You hold no drawn card")),
    }
}

pub(super) fn can_exchange<F: Copy>(table: &Table<F>, seat: Seat, slot: u8) -> Result<(), Illegal> {
    match table.phase {
        Phase::Place { .. } => is_there(table, Spot::new(seat, slot)),
        _ => Err(Illegal::new("rule 5", "Draw a card first, then exchange it for one of yours")),
    }
}

/// Rule 4, with R14.
pub(super) fn start_turn(state: &mut State, ctx: &mut Ctx) {
    if state.main.is_empty() && !round::reshuffle(state, ctx) {
        ctx.say(|| "The main pile is used up: the round is over.");
        return round::end(state, ctx);
    }
    state.table.phase = Phase::Start;
}

/// The next turn, or the end of the round (rule 15, with R14).
pub(super) fn end_turn(state: &mut State, ctx: &mut Ctx) {
    let table = &mut state.table;
    table.turn += 1;
    if table.caller == Some(table.active()) {
        ctx.say(|| "Everybody has had a last turn: the round is over.");
        round::end(state, ctx);
    } else if usize::from(table.turn) >= usize::from(TURNS) * table.seats() {
        ctx.say(|| format!("Everybody has had {TURNS} turns: the round is over."));
        round::end(state, ctx);
    } else {
        start_turn(state, ctx);
    }
}

/// Rule 14.
pub(super) fn call(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    ctx.settle();
    ctx.say(|| format!("{} Cambio! Everybody else has one more turn.", seat.does("call")));
    state.table.caller = Some(seat);
    end_turn(state, ctx);
}

pub(super) fn draw_main(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    let drawn = state.main.draw_random(ctx.rng()).expect("no turn starts with an empty main pile");
    state.table.phase = Phase::Place { drawn, from: Source::Main };
    ctx.say(|| format!("{} from the main pile.", seat.does("draw")));
}

pub(super) fn draw_discard(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    let table = &mut state.table;
    let drawn = table.discard.draw().expect("check saw a discard pile");
    table.phase = Phase::Place { drawn, from: Source::Discard };
    let says_faces = table.says_faces();
    ctx.say(|| match says_faces {
        true => format!("{} {} from the discard pile.", seat.does("take"), a(name(drawn))),
        false => format!("{} the top card of the discard pile.", seat.does("take")),
    });
}

pub(super) fn discard_drawn(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    let Phase::Place { drawn, .. } = state.table.phase else { return };
    ctx.say(|| format!("{} {}.", seat.does("discard"), a(name(drawn))));
    window::lead(state, drawn, Power::of(drawn), ctx);
}

pub(super) fn exchange(state: &mut State, seat: Seat, slot: u8, ctx: &mut Ctx) {
    let table = &mut state.table;
    let Phase::Place { drawn, from } = table.phase else { return };
    let index = table.find(Spot::new(seat, slot)).expect("a card is there");
    let old = table.laid[index].face;
    table.laid[index].face = drawn;
    table.laid[index].seen_by = match from {
        Source::Main => Eyes::Of(SeatSet::only(seat)),
        Source::Discard => Eyes::All,
    };
    ctx.say(|| format!("{} it for the {} card, {}.", seat.does("exchange"), slot_name(slot), a(name(old))));
    window::lead(state, old, None, ctx);
}

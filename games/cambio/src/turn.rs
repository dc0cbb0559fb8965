//! A turn: rules 4, 5 and 14.

use boxwood_engine::{Ctx, Illegal, Seat, SeatSet};
use boxwood_kit::RuneCard;
use boxwood_scene::count;

use super::judge::is_there;
use super::state::{Eyes, Phase, Power, Source, Spot, Table};
use super::words::{a, name, slot_name};
use super::{State, TURNS, round, window};

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
    } else if usize::from(table.turn) >= most_turns(table) {
        ctx.say(|| format!("Everybody has had {TURNS} turns: the round is over."));
        round::end(state, ctx);
    } else {
        start_turn(state, ctx);
    }
}

/// R14.
fn most_turns(table: &Table<RuneCard>) -> usize {
    usize::from(TURNS) * table.seats()
}

/// Rule 14.
pub(super) fn call(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    ctx.settle();
    let table = &mut state.table;
    let others = table.seats() - 1;
    // R14 may end the round before all of them had their turns.
    let left = most_turns(table) - usize::from(table.turn) - 1;
    ctx.say(|| {
        let then = match left {
            0 => "That was the last turn of the round.".to_string(),
            left if left < others => format!("Only {} left in this round.", count(left as i64, "turn")),
            _ => "Everybody else has one more turn.".to_string(),
        };
        format!("{} Cambio! {then}", seat.does("call"))
    });
    table.caller = Some(seat);
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
    let remembers = table.remembers();
    ctx.say(|| match remembers {
        true => format!("{} {} from the discard pile.", seat.does("take"), a(name(drawn))),
        false => format!("{} the top card of the discard pile.", seat.does("take")),
    });
}

pub(super) fn discard_drawn(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    let Phase::Place { drawn, .. } = state.table.phase else { return };
    let remembers = state.table.remembers();
    ctx.say(|| match remembers {
        true => format!("{} {}.", seat.does("discard"), a(name(drawn))),
        false => format!("{} the drawn card.", seat.does("discard")),
    });
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
    let remembers = table.remembers();
    ctx.say(|| {
        let exchange = format!("{} it for the {} card", seat.does("exchange"), slot_name(slot));
        if remembers { format!("{exchange}, {}.", a(name(old))) } else { format!("{exchange}.") }
    });
    window::lead(state, old, None, ctx);
}

//! From turn to turn, and the end.

use boxwood_engine::{Ctx, Seat};
use boxwood_kit::Card;

use super::state::outcome;
use super::words::{points, signed};
use super::{Phase, State, Table};

/// Takes a card out of the hand for all to see.
pub(super) fn play(state: &mut State, seat: Seat, card: Card, ctx: &mut Ctx) {
    ctx.reveal();
    state.hands[seat].remove(card);
}

/// The next player, or the end by R10.
pub(super) fn end_turn(state: &mut State, ctx: &mut Ctx) {
    let table = &mut state.table;
    table.turns += 1;
    if table.turns >= table.max_turns() {
        let turns = table.turns;
        ctx.say(|| format!("{turns} turns are over, and the pyramid stays as it is."));
        return end_game(state, ctx);
    }
    table.on_turn = table.on_turn.next(table.seats());
    table.phase = Phase::Act { offers: 0 };
}

/// Rule 15.
pub(super) fn end_game(state: &mut State, ctx: &mut Ctx) {
    state.table.phase = Phase::Over;
    let table = &state.table;
    for seat in Seat::all(table.seats()) {
        ctx.say(|| {
            let (earned, bonus) = (table.scores[seat], table.bonus(seat));
            let highest = match table.highest(seat) {
                0 => "no tile".into(),
                level => format!("{bonus} for level {level}"),
            };
            let total = points(i32::from(earned + bonus));
            format!("{} {} and {highest}: {total}.", seat.does("have"), signed(earned.into()))
        });
    }
    ctx.say(|| result(table, |seat| state.hands[seat].len()));
}

/// Rule 15: who has won, in a sentence, and by what if others have as many points.
pub(super) fn result(table: &Table, cards: impl Fn(Seat) -> usize) -> String {
    let outcome = outcome(table, cards);
    let winners = outcome.winners();
    let Some(winner) = winners.first() else { return winners.victory("") };
    let score = outcome.scores[winner];
    let mut beaten = outcome.scores.iter().filter(|(seat, tied)| !winners.contains(*seat) && **tied == score);
    let tie_break = match beaten.clone().next() {
        None => "",
        Some(_) if beaten.any(|(seat, _)| table.highest(seat) == table.highest(winner)) => {
            " and fewer cards and cubes left"
        }
        Some(_) => " and the higher level",
    };
    winners.victory(&format!("{}{tie_break}", points(score)))
}

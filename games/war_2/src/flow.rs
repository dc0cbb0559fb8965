//! Turns from the first unit placed to the last final turn.

use boxwood_engine::{Ctx, Seat};
use boxwood_kit::{Card, CardSet};
use boxwood_scene::count;

use super::battle::{advance, attack, conquer, flee};
use super::board::{Tile, Tiles};
use super::judge::can_act;
use super::march::{departures, has_step, reinforce, step};
use super::{Acting, Action, Ending, Phase, State, Step, TO_PLACE, Table, name};

/// Rule 4.
#[inline]
pub(super) fn place(table: &mut Table, seat: Seat, tile: Tile, ctx: &mut Ctx) {
    table.put(seat, tile, 1);
    ctx.say(|| format!("{} a unit on {}.", seat.does("place"), table.name(tile)));
    let next = seat.previous(table.seats());
    if table.on_tiles(next) < TO_PLACE {
        table.phase = Phase::Place(next);
    } else {
        begin_turn(table, seat, ctx); // the start player places last
    }
}

/// Rules 5 and 7.
pub(super) fn begin_turn(table: &mut Table, seat: Seat, ctx: &mut Ctx) {
    take_back(table, seat, ctx);
    table.phase = Phase::Count(seat);
}

/// Rule 7: whoever has an empty hand and needs a card takes back what was played.
#[inline]
pub(super) fn take_back(table: &mut Table, seat: Seat, ctx: &mut Ctx) {
    if !table.hands[seat].is_empty() {
        return;
    }
    let lowest = table.reserve(seat).first();
    table.hands[seat] = table.playable(seat);
    table.played[seat] = CardSet::EMPTY;
    ctx.say(|| {
        let added =
            lowest.map_or(String::new(), |card| format!(", with the {} from the reserve", name(card)));
        format!("{} all played cards{added}.", seat.does("take back"))
    });
    watch_sixes(table, ctx);
}

/// Rule 14: notices when nobody on the map lacks the 6.
pub(super) fn watch_sixes(table: &mut Table, ctx: &mut Ctx) {
    if table.ending == Ending::Open && table.without_six().is_empty() {
        table.ending = Ending::Triggered;
        ctx.say(|| "Everybody on the map has taken the 6: after this turn come the final turns.");
    }
}

/// Plays a card face up, taking back first if need be, and says its value.
#[inline]
pub(super) fn play(table: &mut Table, seat: Seat, card: Card, ctx: &mut Ctx) -> u8 {
    take_back(table, seat, ctx);
    lay_open(table, seat, card);
    card.value()
}

#[inline]
pub(super) fn lay_open(table: &mut Table, seat: Seat, card: Card) {
    table.hands[seat].remove(card);
    table.played[seat].insert(card);
}

/// Rule 5.
#[inline]
pub(super) fn count_actions(table: &mut Table, seat: Seat, card: Card, ctx: &mut Ctx) {
    let left = play(table, seat, card, ctx);
    ctx.say(|| format!("{} the {} for {}.", seat.does("play"), name(card), count(left, "action")));
    go_on(table, Acting { seat, left, reinforced: false, step: Step::Choose }, ctx);
}

/// Rules 5 and 6, with R13: the next action, or the next turn.
#[inline]
pub(super) fn go_on(table: &mut Table, acting: Acting, ctx: &mut Ctx) {
    if acting.left > 0 && can_act(table, acting) {
        table.phase = Phase::Acting(Acting { step: Step::Choose, ..acting });
    } else {
        end_turn(table, acting.seat, ctx);
    }
}

/// Rules 5, 14 and 17.
pub(super) fn end_turn(table: &mut Table, seat: Seat, ctx: &mut Ctx) {
    table.turns[seat] += 1;
    table.ending = match table.ending {
        Ending::Open if is_capped(table) => {
            ctx.say(|| "Everybody has had enough turns: now come the final ones.");
            Ending::FinalTurns(table.on_map())
        }
        Ending::Open => Ending::Open,
        Ending::Triggered => Ending::FinalTurns(table.on_map()),
        Ending::FinalTurns(seats) => Ending::FinalTurns(seats.without(seat)),
    };
    let waiting = match table.ending {
        Ending::Open | Ending::Triggered => table.on_map(),
        Ending::FinalTurns(seats) => seats,
    };
    match seat.next(table.seats()).round(table.seats()).find(|&next| waiting.contains(next)) {
        Some(next) => begin_turn(table, next, ctx),
        None => finish(table, ctx),
    }
}

/// Rule 17.
#[inline]
pub(super) fn is_capped(table: &Table) -> bool {
    table.turn_cap().is_some_and(|cap| table.on_map().iter().all(|seat| table.turns[seat] >= cap))
}

pub(super) fn finish(table: &mut Table, ctx: &mut Ctx) {
    table.phase = Phase::Over;
    ctx.say(|| format!("The war is over. {}", result(table)));
}

/// Who has won, in a sentence.
pub(super) fn result(table: &Table) -> String {
    let outcome = table.outcome();
    let winners = outcome.winners();
    let points = winners.first().map_or(0, |seat| outcome.scores[seat]);
    let is_tied = outcome.scores.iter().filter(|(_, score)| **score == points).count() > winners.len();
    let how = if is_tied && winners.len() == 1 { ", after a tie" } else { "" };
    winners.victory(&format!("{}{how}", count(points, "point")))
}

/// Carries out an action of somebody's turn.
#[inline]
pub(super) fn act(state: &mut State, acting: Acting, action: Action, ctx: &mut Ctx) {
    let table = &mut state.table;
    let seat = acting.seat;
    let begun = |step| Phase::Acting(Acting { left: acting.left - 1, step, ..acting });
    match (acting.step, action) {
        (_, Action::Reinforce(card)) => {
            let value = play(table, seat, card, ctx);
            ctx.say(|| format!("{} the {} to reinforce.", seat.does("play"), name(card)));
            table.phase = begun(Step::Reinforce { value, named: Tiles::EMPTY });
        }
        (Step::Reinforce { value, named }, Action::ReinforceTile(tile)) => {
            reinforce(table, acting, value, named, tile, ctx);
        }
        (_, Action::ReinforceDone) => go_on(table, Acting { reinforced: true, ..acting }, ctx),
        (_, Action::Move(card)) => {
            let value = play(table, seat, card, ctx);
            ctx.say(|| format!("{} the {} to move.", seat.does("play"), name(card)));
            table.phase = begun(Step::Move { value, sources: Tiles::EMPTY, last: None });
        }
        (Step::Move { value, sources, .. }, Action::MoveUnits { from, to, n }) => {
            step(table, seat, from, to, n, ctx);
            let (mut sources, last) = (sources, Some(from));
            sources.insert(from);
            table.phase = Phase::Acting(Acting { step: Step::Move { value, sources, last }, ..acting });
            if !has_step(table, seat, departures(table, seat, value, sources, last)) {
                go_on(table, acting, ctx);
            }
        }
        (_, Action::MoveDone) => go_on(table, acting, ctx),
        (_, Action::Attack { from, to }) => {
            table.phase = begun(Step::Battle { from, to });
            attack(state, seat, from, to, ctx);
        }
        (Step::Flee { from, to }, Action::Flee(tile)) => {
            flee(table, to, tile, ctx);
            conquer(table, acting, from, to, ctx);
        }
        (Step::Advance { from, to }, Action::Advance(n)) => {
            advance(table, seat, from, to, n, ctx);
            go_on(table, acting, ctx);
        }
        (_, Action::EndTurn) => {
            ctx.say(|| format!("{} the turn.", seat.does("end")));
            end_turn(table, seat, ctx);
        }
        (_, _) => unreachable!("check allows no such thing"),
    }
}

//! What happens: rolls, moves, snatches, the ends of games. What leaves no choice is done at once.

use std::cmp::Ordering;

use boxwood_engine::{Ctx, Seat};
use boxwood_kit::Die;
use boxwood_scene::{Beat, BeatKind, Key};

use super::{Asked, Column, MOST_TURNS, Phase, Side, State, Timing, scene};

/// Rule 1.
pub(super) fn begin_game(state: &mut State, ctx: &mut Ctx) {
    state.sides = [Side::START; 2];
    state.turns = 0;
    state.last = None;
    ctx.say(|| format!("{}.", state.opener.does("begin")));
    next_turn(state, ctx);
}

/// Rules 2 and 3: on to the next roll that leaves a choice.
#[inline]
pub(super) fn next_turn(state: &mut State, ctx: &mut Ctx) {
    loop {
        if state.turns >= MOST_TURNS {
            return end_by_cubes(state, ctx);
        }
        let (seat, roll) = (state.mover(), Die::roll(ctx.rng()));
        let rolls = || format!("{} {roll}", seat.does("roll"));
        match state.side(seat).asked(roll) {
            Asked::Move => {
                state.phase = Phase::Move(roll);
                ctx.say(|| format!("{}.", rolls()));
                return;
            }
            Asked::Forced { from, to } => {
                let text = || format!("{}: the Snatcher of column {from} must go there.", rolls());
                carry(state, seat, from, to);
                step(state, roll, scene::tile(seat, to), text, ctx);
            }
            Asked::Penalty if state.side(seat).cubes() > 1 => {
                state.phase = Phase::Surrender;
                ctx.say(|| format!("{}, where both Snatchers stand. That costs a home cube.", rolls()));
                return;
            }
            Asked::Penalty => {
                // R7: nothing is left to choose from, and nothing will be left.
                let text =
                    || format!("{}, where both Snatchers stand. That costs the last home cube.", rolls());
                if let Some(column) = state.side(seat).home().next() {
                    give_up(state, seat, column);
                }
                step(state, roll, scene::trophies(seat.other()), text, ctx);
            }
        }
        if !end_turn(state, seat, ctx) {
            return;
        }
    }
}

/// A turn that left no choice is seen all the same.
#[inline]
fn step(state: &mut State, roll: Die, at: Key, text: impl Fn() -> String, ctx: &mut Ctx) {
    state.phase = Phase::Played(roll);
    ctx.say(&text);
    ctx.beat(state, || Beat::new(BeatKind::Step, text()).at(at));
}

/// Rules 2 and 4.
#[inline]
pub(super) fn shift(state: &mut State, seat: Seat, from: Column, to: Column, ctx: &mut Ctx) {
    carry(state, seat, from, to);
    ctx.say(|| format!("{} a Snatcher from {from} to {to}.", seat.does("move")));
    go_on(state, seat, ctx);
}

/// Rule 3.
#[inline]
pub(super) fn surrender(state: &mut State, seat: Seat, column: Column, ctx: &mut Ctx) {
    give_up(state, seat, column);
    ctx.say(|| format!("{} the home cube of column {column}.", seat.does("give up")));
    go_on(state, seat, ctx);
}

#[inline]
fn carry(state: &mut State, seat: Seat, from: Column, to: Column) {
    state.sides[seat.index()].shift(from, to);
    state.last = Some((from, to));
}

#[inline]
fn give_up(state: &mut State, seat: Seat, column: Column) {
    state.sides[seat.index()].lose(column);
    state.last = None;
}

/// What follows from a choice.
#[inline]
fn go_on(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    if let Some(roll) = state.roll() {
        state.phase = Phase::Played(roll);
    }
    if end_turn(state, seat, ctx) {
        next_turn(state, ctx);
    }
}

/// Rules 6 and 7; whether the game goes on with the next turn.
#[inline]
fn end_turn(state: &mut State, seat: Seat, ctx: &mut Ctx) -> bool {
    if state.side(seat).cubes() > 0 {
        snatch(state, seat, ctx);
        if state.options.timing == Timing::AnyTime && state.side(seat.other()).cubes() > 0 {
            snatch(state, seat.other(), ctx);
        }
    }
    state.turns += 1;
    match [seat, seat.other()].into_iter().find(|&loser| state.side(loser).cubes() == 0) {
        Some(loser) => {
            end_game(state, Some(loser.other()), ctx);
            false
        }
        None => true,
    }
}

/// Rule 6, for one of the players.
#[inline]
fn snatch(state: &mut State, taker: Seat, ctx: &mut Ctx) {
    let victim = taker.other();
    let Some(column) = state.side(taker).prey(state.side(victim)) else { return };
    state.sides[victim.index()].lose(column);
    let text = || format!("{} {} cube of column {column}.", taker.does("snatch"), victim.owns());
    ctx.say(text);
    ctx.beat(state, || Beat::new(BeatKind::Catch, text()).at(scene::trophies(taker)));
}

/// R6.
#[cold]
fn end_by_cubes(state: &mut State, ctx: &mut Ctx) {
    let [zero, one] = [Seat::FIRST, Seat::SECOND];
    let [first, second] = [zero, one].map(|seat| state.side(seat).cubes());
    ctx.say(|| {
        format!("That was turn {MOST_TURNS}, the last one. {zero} {first}, {one} {second} home cubes.")
    });
    let winner = match first.cmp(&second) {
        Ordering::Less => Some(one),
        Ordering::Equal => None,
        Ordering::Greater => Some(zero),
    };
    end_game(state, winner, ctx);
}

/// Rules 7 and 8.
fn end_game(state: &mut State, winner: Option<Seat>, ctx: &mut Ctx) {
    let games = state.options.length.games();
    state.series.finish_game(winner);
    state.phase = Phase::Over;
    let text = || match winner {
        Some(winner) => format!("{} the game.", winner.does("win")),
        None => "The game is a draw.".into(),
    };
    ctx.say(text);
    if !state.series.is_over(games) {
        ctx.beat(state, || Beat::new(BeatKind::Round, text()));
        state.opener = winner.unwrap_or(state.opener.other());
        begin_game(state, ctx);
    } else if games.most() > 1 {
        ctx.say(|| state.series.result(games));
    }
}

//! What happens, and whose turn it is then.

use boxwood_engine::{Ctx, SeatSet, Side};
use boxwood_scene::{Beat, BeatKind, Key, count};

use super::judge::{can_march, open_to};
use super::land::Spot;
use super::score::{holder, loser, outcome, standing};
use super::{Phase, State, TwoPlayerScore, Went};

/// Rules 2 and 3.
#[inline]
pub(super) fn place(state: &mut State, side: Side, tile: Spot, n: u8, ctx: &mut Ctx) {
    *state.land.knights_mut(tile, side) += n;
    (state.placed, state.went, state.idle) = (Some(tile), None, 0);
    let (colour, owner) = (state.sides.colour(side), state.sides.owner(side));
    let is_first = state.lords[side].is_none();
    if is_first {
        state.lords[side] = Some(tile);
    }
    ctx.say(|| {
        let knights = count(n, &format!("{colour} knight"));
        let lord = if is_first { " with their lord" } else { "" };
        format!("{} {knights}{lord} on {tile}.", owner.does("place"))
    });
    if is_first {
        end_turn(state, side, ctx);
    } else {
        show_loss(state, side, tile, n, ctx);
        lead_on(state, side, ctx);
    }
}

/// Somebody no longer holds a tile: that is worth a look.
#[inline]
fn show_loss(state: &State, side: Side, tile: Spot, gained: u8, ctx: &mut Ctx) {
    if let Some(loser) = loser(state, tile, side, gained) {
        ctx.say(|| {
            let (colour, owner) = (state.sides.colour(loser), state.sides.owner(loser));
            format!("{} {tile} with {colour}.", owner.does("lose"))
        });
        ctx.beat(state, || {
            Beat::new(BeatKind::Step, format!("{} no longer holds {tile}.", state.sides.colour(loser)))
                .at(Key::cell(tile))
        });
    }
}

/// The lord's part of a turn, if he can move (R6).
#[inline]
fn lead_on(state: &mut State, side: Side, ctx: &mut Ctx) {
    if can_march(state, side) {
        state.phase = Phase::Lead(side);
    } else {
        ctx.say(|| format!("The {} lord cannot move, so he stays.", state.sides.colour(side)));
        end_turn(state, side, ctx);
    }
}

/// Rule 3.
#[inline]
pub(super) fn lead(state: &mut State, side: Side, tile: Spot, k: u8, ctx: &mut Ctx) {
    let Some(from) = state.lords[side] else { return };
    *state.land.knights_mut(from, side) -= k;
    *state.land.knights_mut(tile, side) += k;
    state.lords[side] = Some(tile);
    state.went = Some(Went { from, to: tile });
    ctx.say(|| {
        let (colour, owner) = (state.sides.colour(side), state.sides.owner(side));
        let went = format!(
            "{} the {colour} lord with {} from {from} to {tile}.",
            owner.does("lead"),
            count(k, "knight")
        );
        match holder(state, from) {
            Some(holder) if holder == side => went,
            Some(other) => format!("{went} That leaves {from} to {}.", state.sides.colour(other)),
            None => format!("{went} That leaves {from} to nobody."),
        }
    });
    show_loss(state, side, tile, k + 1, ctx);
    end_turn(state, side, ctx);
}

/// Rule 4, with R7 and R10.
#[inline]
fn end_turn(state: &mut State, side: Side, ctx: &mut Ctx) {
    let with_knights: SeatSet = state.sides.all().filter(|&other| state.supply(other) > 0).collect();
    let next = with_knights.next_after(side, state.sides.count());
    match next {
        Some(_) if usize::from(state.idle) >= with_knights.len() => {
            ctx.say(|| "Nobody could place a knight in a whole round.");
            end(state, ctx);
        }
        Some(next) => begin_turn(state, next, ctx),
        None => end(state, ctx),
    }
}

/// Rule 2, with R6.
#[inline]
fn begin_turn(state: &mut State, side: Side, ctx: &mut Ctx) {
    if open_to(state, side).is_empty() {
        ctx.say(|| format!("No tile is open to {} knights.", state.sides.colour(side)));
        state.idle += 1;
        lead_on(state, side, ctx);
    } else {
        state.phase = Phase::Place(side);
    }
}

/// Rules 4 and 5.
fn end(state: &mut State, ctx: &mut Ctx) {
    state.phase = Phase::Over;
    ctx.say(|| result(state));
}

/// Who has won, in a sentence.
pub(super) fn result(state: &State) -> String {
    let winners = outcome(state).winners();
    let points = winners.first().map_or(0, |seat| standing(state, seat).points);
    let weaker = match state.options.two_player_score {
        TwoPlayerScore::Lowest if state.sides.are_several() => " of the weaker colour",
        TwoPlayerScore::Sum | TwoPlayerScore::Lowest => "",
    };
    winners.victory(&format!("{}{weaker}", count(points, "point")))
}

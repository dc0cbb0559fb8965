//! What a choice and a move lead to: cubes are taken over, turns pass on, and somebody wins.

use boxwood_engine::{Ctx, Seat};
use boxwood_scene::{Beat, BeatKind, Key, count, list};

use super::board::corner;
use super::{
    CUBES, Move, Phase, Space, Spaces, State, begun_in, can_move, free, growing, occupied, patience, score,
};

/// Rules 2 and 3; whoever chose first moves first.
pub(super) fn choose(state: &mut State, seat: Seat, space: Space, ctx: &mut Ctx) {
    let seats = state.cubes.seats();
    let number = corner(space).expect("check allows corners only");
    state.cubes[seat] = begun_in(seats, number);
    ctx.say(|| format!("{} on {}.", seat.does("begin"), all(state.cubes[seat])));
    let next = seat.next(seats);
    let is_done = !state.cubes[next].is_empty();
    state.phase = if is_done { Phase::Move(next) } else { Phase::Choose(next) };
    if is_done {
        ctx.say(|| format!("{} the first move.", next.does("have")));
    }
}

/// Rules 4 to 6, and whatever follows.
#[inline]
pub(super) fn make(state: &mut State, seat: Seat, made: Move, ctx: &mut Ctx) {
    let before = state.cubes;
    let taken = taken_over(state, seat, made);
    if let Some(from) = made.from {
        state.cubes[seat].remove(from);
        state.quiet += 1;
    } else {
        state.quiet = 0;
    }
    state.cubes[seat].insert(made.to);
    state.last = Some(made);
    for (_, cubes) in state.cubes.iter_mut() {
        *cubes -= taken;
    }
    state.cubes[seat] |= taken;
    ctx.say(|| told(seat, made, taken));
    for (other, had) in before.iter() {
        if !had.is_empty() && state.cubes[other].is_empty() {
            ctx.say(|| lost(other));
            ctx.beat(state, || Beat::new(BeatKind::Blow, lost(other)).at(Key::cell(made.to)));
        }
    }
    pass_on(state, seat, ctx);
}

/// Rule 6, and rule 8 where it stops in the middle: the cubes that a move will take over.
#[inline]
pub(super) fn taken_over(state: &State, seat: Seat, made: Move) -> Spaces {
    let (board, own) = (state.options.board, state.cubes[seat]);
    let touched = (board.next_to(made.to) & occupied(state)) - own;
    let most = CUBES - own.len() - usize::from(made.from.is_none());
    if touched.len() <= most {
        return touched;
    }
    let mut order = [made.to; 6];
    let mut number = 0;
    for space in touched.iter() {
        order[number] = space;
        number += 1;
    }
    order[..number].sort_unstable_by_key(|&space| board.order(space));
    order[..most].iter().copied().collect()
}

/// Rules 7 to 9: after this seat's move comes the next one that can move, or the end.
#[inline]
fn pass_on(state: &mut State, seat: Seat, ctx: &mut Ctx) {
    if ending(state, seat).is_none() {
        let (seats, free) = (state.cubes.seats(), free(state));
        for next in (1..=seats).map(|steps| seat.after(steps, seats)) {
            if state.cubes[next].is_empty() {
                continue;
            }
            if can_move(state, next, free) {
                state.phase = Phase::Move(next);
                return;
            }
            ctx.say(|| stuck(next));
            ctx.beat(state, || Beat::new(BeatKind::Step, stuck(next)));
        }
    }
    state.phase = Phase::Over;
    ctx.say(|| result(state));
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Rule 8: somebody has all cubes on the board.
    AllOut,
    /// Rule 8: nobody else has any.
    Alone,
    /// Rule 9: there is no room left.
    Full,
    /// Rule 9, with R6.
    Quiet,
}

/// Rules 8 and 9; only the seat that moved last can have won by rule 8.
///
/// As long as a space is free, somebody's cube is next to it and can grow there: nobody can move on a full
/// board only.
#[inline]
pub(super) fn ending(state: &State, seat: Seat) -> Option<Ending> {
    match () {
        () if state.cubes[seat].len() == CUBES => Some(Ending::AllOut),
        () if growing(state) == 1 => Some(Ending::Alone),
        () if free(state).is_empty() => Some(Ending::Full),
        () if usize::from(state.quiet) >= patience(state) => Some(Ending::Quiet),
        () => None,
    }
}

/// "{0:grow} to d4, taking over d3 and e4."
fn told(seat: Seat, made: Move, taken: Spaces) -> String {
    let moved = match made.from {
        None => format!("{} to {}", seat.does("grow"), made.to),
        Some(from) => format!("{} from {from} to {}", seat.does("spread"), made.to),
    };
    if taken.is_empty() { format!("{moved}.") } else { format!("{moved}, taking over {}.", all(taken)) }
}

/// The sentences about rule 7.
fn lost(seat: Seat) -> String {
    format!("{} no cube left on the board.", seat.does("have"))
}

fn stuck(seat: Seat) -> String {
    format!("{} no move this time.", seat.does("have"))
}

/// The sentence about rules 8 and 9.
pub(super) fn result(state: &State) -> String {
    let scores = score(state);
    let most = scores.as_slice().iter().copied().max().unwrap_or(0);
    let winners = scores.seats_where(|&cubes| cubes == most);
    let won = winners.victory(&count(most, "cube"));
    let why = winners.first().and_then(|winner| ending(state, winner));
    match why {
        Some(Ending::AllOut) => format!("All 20 cubes are on the board. {won}"),
        Some(Ending::Alone) => format!("Nobody else is left. {won}"),
        Some(Ending::Full) => format!("The board is full. {won}"),
        Some(Ending::Quiet) => format!("The board has not got fuller for too long. {won}"),
        None => won,
    }
}

/// "c3, d3 and c4"
pub(super) fn all(spaces: Spaces) -> String {
    list(&spaces.iter().map(|space| space.to_string()).collect::<Vec<_>>())
}

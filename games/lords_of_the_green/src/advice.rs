//! What an action brings, in points and in a sentence.

use boxwood_engine::{Ctx, Side};
use boxwood_kit::Rng;
use boxwood_scene::count;

use super::land::Spot;
use super::score::{holder, holds, loser, score, standing, strengths, strongest_other};
use super::{Action, Game, LordsOfTheGreen, Phase, State};

/// The colour that is on turn.
fn mover(state: &State) -> Option<Side> {
    match state.phase {
        Phase::Place(side) | Phase::Lead(side) => Some(side),
        Phase::Over => None,
    }
}

/// The table after an action.
fn after(state: &State, side: Side, action: Action) -> State {
    let mut then = state.clone();
    // Nothing is left to chance.
    LordsOfTheGreen::apply(
        &mut then,
        state.sides.owner(side),
        &action,
        &mut Ctx::silent(&mut Rng::from_number(0)),
    );
    then
}

/// How many points more or less the player on turn has after an action.
pub(super) fn gain(state: &State, action: Action) -> i32 {
    let Some(side) = mover(state) else { return 0 };
    let owner = state.sides.owner(side);
    standing(&after(state, side, action), owner).points - standing(state, owner).points
}

/// What comes of an action on its tile, for an offer.
pub(super) fn outlook(state: &State, action: Action) -> Option<String> {
    let side = mover(state)?;
    let then = after(state, side, action);
    let (Action::Place { tile, .. } | Action::MoveLord { tile, .. }) = action;
    let strengths = strengths(&then, tile);
    let (own, other) = (strengths[side.index()], strongest_other(&strengths, side));
    let here = match (holds(&then, side, tile), loser_of(state, &then, side, tile)) {
        (true, Some(loser)) => {
            let is_own = state.sides.owner(loser) == state.sides.owner(side);
            let whose = if is_own { "your own " } else { "" };
            format!("You take {tile} from {whose}{}, {own} to {other}.", state.sides.colour(loser))
        }
        (true, None) if other > 0 => format!("You hold {tile} then, {own} to {other}."),
        (true, None) => format!("You hold {tile} then."),
        (false, Some(loser)) => {
            format!(
                "{own} to {other}: {} no longer holds {tile}, and neither do you.",
                state.sides.colour(loser)
            )
        }
        (false, None) => format!("You do not hold {tile} yet, {own} to {other}."),
    };
    let left = match action {
        Action::MoveLord { .. } => state.lords[side].filter(|&from| !holds(&then, side, from)),
        Action::Place { .. } => None,
    };
    Some(match left {
        Some(from) => format!("{here} {from} is no longer yours."),
        None => here,
    })
}

/// Who held a tile before, and does not any more.
fn loser_of(state: &State, then: &State, side: Side, tile: Spot) -> Option<Side> {
    let gained = strengths(then, tile)[side.index()] - strengths(state, tile)[side.index()];
    loser(then, tile, side, gained)
}

/// Why an action is a good idea.
pub(super) fn reason(state: &State, action: Action) -> Option<String> {
    let side = mover(state)?;
    let then = after(state, side, action);
    let (Action::Place { tile, .. } | Action::MoveLord { tile, .. }) = action;
    let (before, now) = (score(state, side), score(&then, side));
    let gain = gain(state, action);
    let lost = loser_of(state, &then, side, tile);
    if gain > 0 && now.group > before.group {
        let group = count(now.group, "tile");
        return Some(format!("It brings {} and makes a connected group of {group}.", count(gain, "point")));
    }
    if gain > 0 {
        return Some(format!("It brings {} at once.", count(gain, "point")));
    }
    if let Some(lost) = lost {
        let value = state.land.value(tile);
        return Some(format!(
            "It takes {tile} and its {} away from {}.",
            count(value, "point"),
            state.sides.colour(lost)
        ));
    }
    match action {
        Action::MoveLord { .. } if holder(state, tile) == Some(side) => {
            Some(format!("With the lord on it, nobody can come to {tile} for a round."))
        }
        Action::MoveLord { .. } | Action::Place { .. } => None,
    }
}

//! What is legal, and why not; which cards may be taken is told in `reach`.

use boxwood_engine::Illegal;
use boxwood_kit::Colour;

use super::reach::can_take;
use super::tower::FARTHEST;
use super::{Action, Phase, State, TOWERS, capital};

pub(super) fn check(state: &State, action: Action) -> Result<(), Illegal> {
    let (rule, first) = match state.phase {
        Phase::Choose => ("rule 4", "First choose a cube and a tower"),
        Phase::Aim { .. } => ("rule 5", "First aim the chosen cube and place it"),
        Phase::Take { .. } => ("rule 7", "First take a card, or decline"),
        Phase::Rebuild { .. } => ("rule 8", "First choose a new base for the fallen tower"),
        Phase::Over => ("rule 10", "The game is over"),
    };
    match (state.phase, action) {
        (Phase::Choose, Action::Choose { colour, tower }) => can_choose(state, colour, tower),
        (Phase::Aim { .. }, Action::Place { dx, dy }) => can_aim(dx, dy),
        (Phase::Take { tower }, Action::Take { column, level }) => can_take(state, tower, column, level),
        (Phase::Take { .. }, Action::Decline) => Ok(()),
        (Phase::Rebuild { .. }, Action::Rebuild { colour }) => is_in_supply(state, colour),
        (
            _,
            Action::Choose { .. }
            | Action::Place { .. }
            | Action::Take { .. }
            | Action::Rebuild { .. }
            | Action::Decline,
        ) => Err(Illegal::new(rule, first)),
    }
}

/// Rule 4.
fn can_choose(state: &State, colour: Colour, tower: u8) -> Result<(), Illegal> {
    if !(1..=TOWERS as u8).contains(&tower) {
        return Err(Illegal::new(
            "rule 2",
            format!("There is no tower {tower}; they are numbered from 1 to 4"),
        ));
    }
    is_in_supply(state, colour)
}

/// Rules 2, 4 and 8.
pub(super) fn is_in_supply(state: &State, colour: Colour) -> Result<(), Illegal> {
    if !colour.is_base() {
        return Err(Illegal::new("rule 2", format!("{} cubes are not used", capital(colour.name()))));
    }
    if state.supply()[colour] == 0 {
        return Err(Illegal::new("rule 4", format!("No {colour} cube is left in the supply")));
    }
    Ok(())
}

/// Rule 5, with R9.
pub(super) fn can_aim(dx: i16, dy: i16) -> Result<(), Illegal> {
    if dx.unsigned_abs().max(dy.unsigned_abs()) > FARTHEST.unsigned_abs() {
        let why = format!("Aim at most {FARTHEST} from the middle of the top cube, in both directions");
        return Err(Illegal::new("rule 5", why));
    }
    Ok(())
}

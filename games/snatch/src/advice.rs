//! What positions and actions are worth, and why an action is a good idea.

use boxwood_engine::Seat;
use boxwood_kit::Die;

use super::board::{Column, Side};
use super::solve::{Next, chance, deeds, next};
use super::{Action, Phase, State, Timing};

/// How well a seat stands if both do their best from here on.
pub(super) fn estimate(state: &State, seat: Seat) -> f32 {
    let mover = state.mover();
    let ([own, enemy], timing) = (sides(state, mover), state.options.timing);
    let value = |action| after(own, enemy, action, timing);
    let best = match (state.phase, state.roll()) {
        (Phase::Move(_) | Phase::Surrender, Some(roll)) => deeds(*own, roll).map(value).fold(0.0, f32::max),
        (Phase::Over, _) => return state.series.outcome().utility(seat),
        _ => chance(own, enemy, timing),
    };
    in_the_match(state, seat, if seat == mover { best } else { 1.0 - best })
}

/// What each of these actions brings, for somebody who looks so many turns ahead: to its end for two or more.
pub(super) fn weigh(state: &State, seat: Seat, actions: &[Action], care: u8, values: &mut Vec<f32>) {
    let ([own, enemy], timing) = (sides(state, seat), state.options.timing);
    values.extend(actions.iter().map(|&action| match care {
        0 => at_once(own, enemy, action, timing),
        1 => after_a_reply(own, enemy, action, timing),
        _ => in_the_match(state, seat, after(own, enemy, action, timing)),
    }));
}

fn sides(state: &State, seat: Seat) -> [&Side; 2] {
    [state.side(seat), state.side(seat.other())]
}

/// The chance to win the game with this action.
fn after(own: &Side, enemy: &Side, action: Action, timing: Timing) -> f32 {
    match next(own, enemy, action, timing) {
        Next::Won => 1.0,
        Next::Lost => 0.0,
        Next::Goes(own, enemy) => 1.0 - chance(&enemy, &own, timing),
    }
}

/// The cubes that both have then: what somebody sees who thinks of nothing else.
fn at_once(own: &Side, enemy: &Side, action: Action, timing: Timing) -> f32 {
    match next(own, enemy, action, timing) {
        Next::Won => 1.0,
        Next::Lost => 0.0,
        Next::Goes(own, enemy) => 0.5 + 0.1 * (f32::from(own.cubes()) - f32::from(enemy.cubes())),
    }
}

/// The same after the enemy's next roll, of which the enemy makes as much as possible.
fn after_a_reply(own: &Side, enemy: &Side, action: Action, timing: Timing) -> f32 {
    let (own, enemy) = match next(own, enemy, action, timing) {
        Next::Won => return 1.0,
        Next::Lost => return 0.0,
        Next::Goes(own, enemy) => (own, enemy),
    };
    let reply = |roll: Die| {
        deeds(enemy, roll).map(|action| at_once(&enemy, &own, action, timing)).fold(0.0, f32::max)
    };
    1.0 - Die::all().map(reply).sum::<f32>() / 6.0
}

/// What a chance in this game is worth in the match, if all others are even.
fn in_the_match(state: &State, seat: Seat, chance: f32) -> f32 {
    let needed = state.options.length.games().most() / 2 + 1;
    let wins = state.series.wins();
    let [own, other] = [seat, seat.other()].map(|seat| needed.saturating_sub(wins[seat]));
    chance * even(own.saturating_sub(1), other) + (1.0 - chance) * even(own, other.saturating_sub(1))
}

/// The chance to win so many games before the other wins so many, if each is as likely for both.
fn even(own: u8, other: u8) -> f32 {
    match (own, other) {
        (0, _) => 1.0,
        (_, 0) => 0.0,
        _ => (even(own - 1, other) + even(own, other - 1)) / 2.0,
    }
}

/// What can be seen of why an action is good.
pub(super) fn reason(state: &State, seat: Seat, action: Action) -> Option<String> {
    let ([own, enemy], timing) = (sides(state, seat), state.options.timing);
    let victim = seat.other();
    let (then, left) = match next(own, enemy, action, timing) {
        Next::Won => return Some("It takes the last cube, and you win.".into()),
        Next::Lost => return None,
        Next::Goes(then, left) => (then, left),
    };
    if let Some(column) = enemy.home().find(|&column| !left.has_home(column)) {
        return Some(format!("It snatches {} cube of column {column}.", victim.owns()));
    }
    match action {
        Action::Surrender(column) if is_faced(own, enemy, column) => {
            Some(format!("{} a Snatcher before this cube already.", victim.does("have")))
        }
        Action::Surrender(_) => None,
        Action::Move { to, .. } => {
            // Before a pair that stands, only a Snatcher helps.
            let guarded = enemy.pair().filter(|&column| then.has_home(column) && then.protects(column));
            match (guarded, then.pair(), prey(&then, &left)) {
                (Some(column), _, _) => Some(format!("It keeps your cube of column {column} from the pair.")),
                (None, Some(column), _) if left.has_home(column) => Some(format!(
                    "If {} the Snatcher away from column {column}, the cube behind it is yours.",
                    victim.does("move")
                )),
                (None, _, 2) => Some("Each of your Snatchers then faces a cube without protection.".into()),
                (None, _, _) if is_faced(own, enemy, to) => {
                    Some(format!("It protects your cube of column {to}, which a Snatcher faces."))
                }
                (None, _, _) => None,
            }
        }
    }
}

/// Whether a home cube has an enemy Snatcher before it and no own one.
fn is_faced(own: &Side, enemy: &Side, column: Column) -> bool {
    own.has_home(column) && !own.protects(column) && enemy.protects(column)
}

/// How many cubes a second Snatcher would take.
fn prey(own: &Side, enemy: &Side) -> usize {
    Column::all().filter(|&column| own.standing(column) == 1 && is_faced(enemy, own, column)).count()
}

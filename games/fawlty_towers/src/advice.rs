//! Why an action is a good one.

use boxwood_kit::{Card, Colour};
use boxwood_scene::count;

use super::estimate::gain;
use super::reach::cards_in_reach;
use super::state::bonus;
use super::tower::{self, Cube};
use super::{Action, Phase, State};

pub(super) fn reason(state: &State, action: Action) -> Option<String> {
    match action {
        Action::Choose { colour, tower } => {
            let cubes = state.tower(tower);
            let falls = falls(state, cubes, (0, 0));
            Some(match best(state, colour, cubes) {
                Some((card, points)) => {
                    format!(
                        "It reaches the {card}, which adds {} to your score, and {falls}.",
                        count(points, "point")
                    )
                }
                None => format!("It reaches no card, but {falls}."),
            })
        }
        Action::Place { dx, dy } => {
            let Phase::Aim { tower, .. } = state.phase else { return None };
            Some(format!("Aimed there, the tower {}.", falls(state, state.tower(tower), (dx, dy))))
        }
        Action::Take { column, level } => {
            let cards = state.columns.get(usize::from(column).checked_sub(1)?)?;
            let card = *cards.get(usize::from(level).checked_sub(1)?)?;
            let taken = state.taken[state.seat];
            let mut with = taken;
            with.insert(card);
            let (points, set) = (count(gain(state, card), "point"), bonus(with) - bonus(taken));
            Some(match set {
                0 => format!("It adds {points} to your score."),
                set => format!("It adds {points} to your score, {set} of them because it completes a set."),
            })
        }
        Action::Rebuild { colour } => {
            let (card, points) = best(state, colour, &[])?;
            Some(format!(
                "Then you may take the {card}, which adds {} to your score.",
                count(points, "point")
            ))
        }
        Action::Decline => None,
    }
}

/// The card in reach that adds most to the score, and how much.
fn best(state: &State, colour: Colour, tower: &[Cube]) -> Option<(Card, i32)> {
    let cards = cards_in_reach(state, colour, tower).map(|(_, _, card)| (card, gain(state, card)));
    cards.max_by_key(|(_, points)| *points)
}

/// "falls about 5 times in 100"
fn falls(state: &State, tower: &[Cube], aim: (i16, i16)) -> String {
    match tower::risk(tower, aim, state.options.tremor).percent() {
        0 => "hardly ever falls".into(),
        percent => format!("falls about {} in 100", count(percent as i64, "time")),
    }
}

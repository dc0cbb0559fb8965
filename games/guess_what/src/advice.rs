//! What a thinking Student says about an action, and which rules a Professor of which level likes.

use boxwood_kit::Card;
use boxwood_scene::count;

use super::idea::Idea;
use super::library::library;
use super::limits::density;
use super::state::{Phase, Table};
use super::{Action, THOUGHT_OF, View};

/// Favourites are in the order of their difficulty; each level likes another third of them.
const THIRDS: u8 = 3;
/// What a rule of the liked third is worth, and how much less one is that is a third away.
const LIKED: f32 = 0.8;
const LESS_LIKED: f32 = 0.3;

/// How much a Professor who looks so far ahead likes these rules: the further, the harder ones.
pub(super) fn weigh(view: &View, actions: &[Action], care: u8, values: &mut Vec<f32>) {
    if view.table.phase != Phase::SetRule || view.table.is_human() {
        return;
    }
    let all = actions.len().max(1);
    values.extend((0..actions.len()).map(|place| {
        let third = (place * usize::from(THIRDS) / all) as u8;
        LIKED - LESS_LIKED * f32::from(third.abs_diff(care.min(THIRDS - 1)))
    }));
}

pub(super) fn reason(view: &View, action: Action) -> Option<String> {
    let table = &view.table;
    if table.is_human() {
        return None;
    }
    match action {
        Action::SetRule(Idea::Rule(rule)) => {
            let density = density(&rule, table.start);
            let percent = 100 * density.allowed / density.of;
            Some(format!("Under it, about {percent} of 100 cards are correct."))
        }
        Action::Play(card) => {
            let (fitting, correct) = opinions(table, card);
            (fitting > 0).then(|| {
                let rules = count(fitting as i64, "rule");
                format!("Of {rules} that one might think of and that fit the row, {correct} would call it correct.")
            })
        }
        Action::Guess(_) | Action::NoGuess => {
            let (fitting, _) = opinions(table, table.start);
            Some(match fitting {
                0 => "No simple rule fits the row.".into(),
                1 => "Only one simple rule fits the row.".into(),
                more => format!("{more} simple rules still fit the row."),
            })
        }
        Action::SetRule(_) | Action::Verdict(_) | Action::Judge(_) => None,
    }
}

/// How many of the rules that people think of agree with the row, and how many of these allow a card next.
fn opinions(table: &Table, card: Card) -> (usize, usize) {
    let (moments, next) = table.moments();
    let verdicts = moments.iter().zip(&table.row).map(|(moment, played)| (moment, played.correct));
    let moment = next.with(card);
    let fitting = library().agreeing(THOUGHT_OF, verdicts);
    fitting.fold((0, 0), |(all, allow), rule| (all + 1, allow + usize::from(rule.allows(&moment))))
}

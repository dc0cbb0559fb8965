//! Why it is a good idea to stay, or to run.

use boxwood_engine::Seat;
use boxwood_scene::count;

use super::estimate::safe_cards;
use super::{Action, View};

pub(super) fn reason(view: &View, seat: Seat, action: Action) -> String {
    let table = &view.table;
    let left = table.deck.len() as u32;
    let deadly = left - safe_cards(table);
    let nuggets = count(table.bags[seat], "nugget");
    match (action, deadly) {
        (Action::Stay, 0) => "No card that is left can bring the mine down yet.".into(),
        (Action::Stay, _) => {
            format!("Only {deadly} of the {left} cards that are left would bring the mine down.")
        }
        (Action::Run, _) => {
            format!("{deadly} of the {left} cards that are left would bring the mine down on your {nuggets}.")
        }
    }
}

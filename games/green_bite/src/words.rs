//! What explorers are called: by the names of their players, or by their colours where a player has two.

use boxwood_engine::Side;
use boxwood_scene::list;

use super::state::Table;

/// "Anna", or where she has several, "Anna's red explorer".
pub(super) fn who(table: &Table, side: Side) -> String {
    let owner = table.sides.owner(side);
    if table.sides.are_several() { explorer(table, side) } else { owner.to_string() }
}

/// "Anna and Ben", or "Anna's red explorer and Ben's blue explorer".
pub(super) fn all_of(table: &Table, sides: impl IntoIterator<Item = Side>) -> String {
    let names: Vec<String> = sides.into_iter().map(|side| who(table, side)).collect();
    list(&names)
}

/// "Anna's explorer", or "Anna's red explorer".
pub(super) fn explorer(table: &Table, side: Side) -> String {
    let owner = table.sides.owner(side).owns();
    if table.sides.are_several() {
        format!("{owner} {} explorer", table.sides.colour(side))
    } else {
        format!("{owner} explorer")
    }
}

/// "Anna runs", "you run", or "Anna's red explorer runs": a verb for people, and the same for an explorer.
fn does(table: &Table, side: Side, verb: &str, of_explorer: &str) -> String {
    if table.sides.are_several() {
        format!("{} {of_explorer}", explorer(table, side))
    } else {
        table.sides.owner(side).does(verb)
    }
}

/// Rule 1: "The line, front first: Anna, Ben and Cleo."
pub(super) fn lined_up(table: &Table) -> String {
    let line = all_of(table, table.line.iter().copied());
    format!("The line, front first: {line}. The monster is behind them.")
}

pub(super) fn runs(table: &Table, side: Side) -> String {
    format!("{} to the front.", does(table, side, "run", "runs"))
}

/// Rules 6 and 7: who has won, in a sentence.
pub(super) fn result(table: &Table) -> String {
    let Some(&front) = table.line.first() else { return String::new() };
    let wins = table.sides.owner(front).does("win");
    match table.line.len() {
        1 => format!("{wins} the duel: the other explorer is out."),
        _ => format!("Two are left, and {} in front: {wins}.", does(table, front, "be", "is")),
    }
}

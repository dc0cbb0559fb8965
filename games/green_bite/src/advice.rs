//! What can be said of a card before it is played.

use boxwood_engine::SeatSet;
use boxwood_kit::{Card, CardSet};

use super::state::Table;
use super::words::{all_of, who};

/// The explorers who could play the same number, those of its owner among them.
fn rivals(table: &Table, card: Card) -> SeatSet {
    let same = table.hands & CardSet::of_value(card.value());
    let owners = same.iter().filter(|other| other.colour() != card.colour());
    owners.filter_map(|other| table.sides.of_colour(other.colour())).collect()
}

/// "Anna and Ben hold a 4 too."
pub(super) fn company(table: &Table, card: Card) -> String {
    let (rivals, value) = (rivals(table, card), card.value());
    match (rivals.first(), rivals.len()) {
        (None, _) => format!("Nobody else holds a {value}: it is sure to run."),
        (Some(one), 1) => format!("Only {} holds a {value} too.", who(table, one)),
        (_, all) if all + 1 == table.line.len() => format!("Everybody else holds a {value} too."),
        _ => format!("{} hold a {value} too.", all_of(table, rivals.iter())),
    }
}

/// Why a card is a good idea.
pub(super) fn reason(table: &Table, card: Card) -> Option<String> {
    let side = table.sides.of_colour(card.colour())?;
    let is_last = table.line.top() == Some(side);
    let is_front = table.line.first() == Some(&side);
    let place = match () {
        () if is_last => "The last in line must get away, so choose a number that nobody else will play.",
        () if is_front && card.value() <= 2 => {
            "The explorer in front is safe for now, so it is a good moment to get rid of a low card."
        }
        () if is_front => "The explorer in front is safest, and should not always play low.",
        () => "Whoever plays the same number as somebody further back is still ahead of them.",
    };
    Some(format!("{place} {}", company(table, card)))
}

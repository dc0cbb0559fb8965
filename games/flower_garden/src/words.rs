//! What cards and flowers are called.

use boxwood_kit::{Card, Colour};
use boxwood_scene::count;

/// The card's name at the beginning of a sentence.
pub(super) fn capital(card: Card) -> String {
    let name = card.to_string();
    name[..1].to_uppercase() + &name[1..]
}

/// "3 red flowers".
pub(super) fn flowers(n: impl Into<i64>, colour: Colour) -> String {
    count(n, &format!("{colour} flower"))
}

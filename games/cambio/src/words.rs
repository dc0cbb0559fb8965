//! What cards and places are called.

use std::borrow::Cow;

use boxwood_engine::Seat;
use boxwood_kit::{Rune, RuneCard, RuneColour};

use super::{SLOTS, Spot};

/// "Seven", "Peek Mine", "Red King".
pub(super) fn name(card: RuneCard) -> &'static str {
    match (card.rune(), card.colour()) {
        (Rune::King, RuneColour::Red) => "Red King",
        (Rune::King, _) => "Blue King",
        (rune, _) => rune_name(rune),
    }
}

/// What identical cards have in common: kings of both colours are just kings.
pub(super) fn rune_name(rune: Rune) -> &'static str {
    match rune {
        Rune::Mine => "Peek Mine",
        Rune::Yours => "Peek Yours",
        rune => rune.name(),
    }
}

/// "a Seven", "an Eight".
pub(super) fn a(name: &str) -> String {
    let article = if name.starts_with("Ei") || name.starts_with("En") { "an" } else { "a" };
    format!("{article} {name}")
}

/// "top left", "first penalty": what a place and the card in it are called.
pub(super) fn slot_name(slot: u8) -> Cow<'static, str> {
    const PENALTIES: [&str; 4] = ["first penalty", "second penalty", "third penalty", "fourth penalty"];
    match slot {
        0 => "top left".into(),
        1 => "top right".into(),
        2 => "bottom left".into(),
        3 => "bottom right".into(),
        slot => match PENALTIES.get(usize::from(slot - SLOTS)) {
            Some(&name) => name.into(),
            None => format!("{}th penalty", slot - SLOTS + 1).into(),
        },
    }
}

/// "Anna's top left card"; for whoever does something with it, "the top left card".
pub(super) fn whose(spot: Spot, actor: Seat) -> String {
    let slot = slot_name(spot.slot);
    if spot.owner == actor {
        format!("the {slot} card")
    } else {
        format!("{} {slot} card", spot.owner.owns())
    }
}

/// "Anna's top left card", "your top left card".
pub(super) fn card_of(spot: Spot) -> String {
    format!("{} {} card", spot.owner.owns(), slot_name(spot.slot))
}

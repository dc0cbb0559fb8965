//! Why an action is a good one.

use boxwood_engine::Seat;
use boxwood_scene::count;

use super::judge::fitting;
use super::{Action, View};

pub(super) fn reason(view: &View, seat: Seat, action: Action) -> Option<String> {
    let (hand, tops) = (view.hands.of(seat)?, view.table.tops?);
    match action {
        Action::Play { card, pile } => {
            let (mut rest, mut then) = (hand, tops);
            rest.remove(card);
            then[pile as usize] = card;
            Some(match (rest & fitting(then)).len() {
                0 if rest.is_empty() => "It is the last card of your hand.".into(),
                0 => "It is one card less, but nothing else in your hand will fit.".into(),
                more if more == rest.len() => "Everything else in your hand will fit, too.".into(),
                more => format!("Then {} more of your hand will fit.", count(more as i64, "card")),
            })
        }
        Action::Draw if (hand & fitting(tops)).is_empty() => Some("None of your cards fits now.".into()),
        Action::Draw | Action::Ready | Action::Pass => None,
    }
}

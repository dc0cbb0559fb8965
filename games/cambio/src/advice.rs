//! What a player who thinks would do: keep playing until the own cards are worth little.

use boxwood_engine::{Seat, SeatSet, Viewer};
use boxwood_kit::{Rng, RuneCard};

use super::scene::is_shown;
use super::state::{Eyes, Laid, Phase, Sight, Table};
use super::{Action, View};

/// With more points than this nobody calls who wants to win the round: everybody else still has a turn,
/// and some of them have thrown away as much.
const LOW: i32 = 10;
/// What a card is worth that its owner has not seen: the mean of the box.
const UNSEEN: i32 = 7;

/// A call is no idea before the own cards are low; everything else is as good as any.
pub(super) fn prefer(table: &Table<RuneCard>, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
    if !actions.contains(&Action::Call) {
        return;
    }
    let worth = |seen: bool, card: RuneCard| if seen { i32::from(card.corner()) } else { UNSEEN };
    let cards = table.cards_of(seat);
    let sum: i32 = cards.map(|laid| worth(laid.seen_by.includes(Viewer::Seat(seat)), laid.face)).sum();
    let call = if sum <= LOW { 1.0 } else { 0.0 };
    weights.extend(actions.iter().map(|&action| if action == Action::Call { call } else { 1.0 }));
}

/// A card that was seen and lies covered again slips the mind, with so many chances in a hundred.
pub(super) fn forget(view: &mut View, percent: u32, rng: &mut Rng) {
    let Viewer::Seat(seat) = view.viewer else { return };
    let everybody: SeatSet = Seat::all(view.table.seats()).collect();
    for place in 0..view.table.laid.len() {
        let laid = view.table.laid[place];
        let Sight::Known(card) = laid.face else { continue };
        if is_shown(view, &laid) || rng.below(100) >= percent {
            continue;
        }
        let mut others = match laid.seen_by {
            Eyes::Of(seats) => seats,
            Eyes::All => everybody,
        };
        others.remove(seat);
        let laid = &mut view.table.laid[place];
        laid.face = Sight::Hidden { reshuffled: view.table.reshuffled.contains(card) };
        laid.seen_by = Eyes::Of(others);
    }
}

/// A call is explained by what the own cards are worth, an exchange by what it saves.
pub(super) fn reason(view: &View, seat: Seat, action: Action) -> Option<String> {
    let table = &view.table;
    let known = |laid: &Laid<Sight>| match laid.face {
        Sight::Known(card) => Some(i32::from(card.corner())),
        Sight::Hidden { .. } => None,
    };
    match (action, table.phase) {
        (Action::Call, _) => {
            let sum: Option<i32> = table.cards_of(seat).map(known).sum();
            Some(match sum {
                Some(sum) => format!("Your cards are worth {sum} in all, which is little."),
                None => "As far as you know them, your cards are worth little.".into(),
            })
        }
        (Action::Exchange(slot), Phase::Place { drawn: Sight::Known(drawn), .. }) => {
            let laid = table.cards_of(seat).find(|laid| laid.spot.slot == slot)?;
            match known(laid) {
                Some(old) if old > i32::from(drawn.corner()) => {
                    Some(format!("It puts {} in place of {old}.", drawn.corner()))
                }
                Some(_) => None,
                None => Some(format!("It puts {} in place of a card that you do not know.", drawn.corner())),
            }
        }
        _ => None,
    }
}

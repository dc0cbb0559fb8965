//! A careful player of Cambio, as somebody would write one in fifty lines.

use boxwood_engine::{Game, Seat};
use boxwood_kit::{Rng, RuneCard};
use serde_json::{Value, from_value, to_value};

/// What a card is worth that was never seen.
const UNSEEN: i32 = 7;
/// With so many points it calls.
const LITTLE: i32 = 8;

/// Somebody who exchanges the worst card for anything better, looks at what is unknown, throws onto the pile
/// whatever matches it, and calls as soon as its cards are worth little. She forgets nothing, and sees nothing
/// but her own view.
pub fn keeper<G: Game>(view: &G::View, seat: Seat, actions: &[G::Action], _rng: &mut Rng) -> G::Action {
    let view = to_value(view).expect("views can be written");
    let table = &view["table"];
    let read = |value: &Value| from_value::<RuneCard>(value.clone()).ok();
    let laid = |owner: &Value, slot: &Value| -> Option<RuneCard> {
        let all = table["laid"].as_array().into_iter().flatten();
        let mut here = all.filter(|laid| laid["spot"]["owner"] == *owner && laid["spot"]["slot"] == *slot);
        here.next().and_then(|laid| read(&laid["face"]["known"]))
    };
    let me = to_value(seat).expect("a seat");
    let points = |card: Option<RuneCard>| card.map_or(UNSEEN, |card| i32::from(card.corner()));
    let own = table["laid"].as_array().into_iter().flatten().filter(|laid| laid["spot"]["owner"] == me);
    let sum: i32 = own.map(|laid| points(read(&laid["face"]["known"]))).sum();
    let top = table["discard"].as_array().and_then(|discard| discard.last()).and_then(&read);
    let drawn = read(&table["phase"]["place"]["drawn"]["known"]);
    let worth = |action: &G::Action| -> i32 {
        let action = to_value(action).expect("actions can be written");
        let (name, what) = match action.as_object().and_then(|object| object.iter().next()) {
            Some((name, what)) => (name.clone(), what.clone()),
            None => (action.as_str().unwrap_or_default().to_string(), Value::Null),
        };
        match name.as_str() {
            "call" => {
                if sum <= LITTLE {
                    100
                } else {
                    -100
                }
            }
            "draw_discard" => {
                if points(top) <= 3 {
                    20
                } else {
                    -20
                }
            }
            "exchange" => points(laid(&me, &what)) - points(drawn),
            "snap" => match (laid(&what["owner"], &what["slot"]), top) {
                (Some(card), Some(top)) if card.rune() == top.rune() => 50,
                _ => -50,
            },
            "peek" if what["owner"] == me && laid(&me, &what["slot"]).is_none() => 10,
            "give" => points(laid(&me, &what)),
            "swap" | "touch" => -10,
            _ => 0,
        }
    };
    actions.iter().max_by_key(|action| worth(action)).expect("an active seat has actions").clone()
}

//! A builder of pyramids, as somebody would write one in fifty lines.

use boxwood_engine::{Game, Seat};
use boxwood_kit::{Card, CardSet, Colour, Cubes, Rng};
use serde_json::{Value, from_value, to_value};

/// Somebody who builds a tile above level 1 as soon as she can, tiles of level 1 beside her builder, and
/// otherwise gathers cards, then cubes in their colours. She sees nothing but her own view.
pub fn builder<G: Game>(view: &G::View, seat: Seat, actions: &[G::Action], _rng: &mut Rng) -> G::Action {
    let view = to_value(view).expect("views can be written");
    let (table, seat) = (&view["table"], seat.index());
    let hand: CardSet = from_value(view["hands"]["shown"][seat].clone()).expect("the own hand");
    let cubes: Cubes = from_value(table["cubes"][seat].clone()).expect("the own cubes");
    let cards = |colour: Colour| (hand & CardSet::of_colour(colour)).len() as i32;
    let owned = |colour: Colour| i32::from(cubes[colour]);
    let columns: i32 = Colour::ALL.into_iter().map(|colour| cards(colour).min(owned(colour))).sum();
    let is_spare = |card: Card| i32::from(cards(card.colour()) > owned(card.colour()));
    let card_of = |value: &Value| from_value::<Card>(value.clone()).expect("a card");
    let place = |name: &Value| {
        let name = name.as_str().unwrap_or("9:z9").as_bytes();
        [name[0], name[2], name[3]].map(i32::from)
    };
    let worth = |action: &G::Action| -> i32 {
        let action = to_value(action).expect("actions can be written");
        let (name, what) = match action.as_object().and_then(|object| object.iter().next()) {
            Some((name, what)) => (name.clone(), what.clone()),
            None => (action.as_str().unwrap_or_default().to_string(), Value::Null),
        };
        match name.as_str() {
            "build" => {
                let ([level, x, y], [on, bx, by]) = (place(&what["cell"]), place(&table["builders"][seat]));
                let is_beside = on == level && (x - bx).abs() + (y - by).abs() == 1;
                let is_above = on == level - 1 && (0..2).contains(&(bx - x)) && (0..2).contains(&(by - y));
                let is_near = on == i32::from(b'9') || is_beside || is_above;
                let card = card_of(&what["card"]);
                match level - i32::from(b'0') {
                    1 if !is_near || hand.len() < 2 => 0,
                    1 => 500 + 9 * is_spare(card) - i32::from(card.value()),
                    level => 900 + 100 * level + 50 * i32::from(is_near) + is_spare(card),
                }
            }
            "column" => cards(card_of(&what).colour()).min(owned(card_of(&what).colour())),
            "draw_cards" if hand.len() < 6 => {
                400 + 30 * is_spare(card_of(&what)) - i32::from(card_of(&what).value())
            }
            "draw_cubes" if hand.len() >= 5 => {
                let card = card_of(&what["card"]);
                let others = cards(card.colour()) - 1;
                match what["how"].as_str() {
                    Some("random") => 410 + 20 * is_spare(card) + 10 * i32::from(card.value()),
                    _ if columns == 3 && others > owned(card.colour()) => 480,
                    _ => 0,
                }
            }
            "keep_cards" => {
                let kept: CardSet = from_value(what).expect("cards");
                kept.iter().map(|card| 10 + 5 * (1 - is_spare(card)) + i32::from(card.value())).sum()
            }
            "keep_cubes" => {
                let kept: Cubes = from_value(what).expect("cubes");
                kept.iter().map(|(colour, n)| i32::from(n).min(cards(colour) - owned(colour))).sum()
            }
            "draw_cards_unpaid" => what.as_i64().unwrap_or(0) as i32,
            "place_builder" | "decline" => 1,
            "discard" => is_spare(card_of(&what)) * 9 - i32::from(card_of(&what).value()),
            _ => -1,
        }
    };
    actions.iter().max_by_key(|action| worth(action)).expect("an active seat has actions").clone()
}

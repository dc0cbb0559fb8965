//! How well a seat stands.

use boxwood_engine::Seat;
use boxwood_kit::CardSet;

use super::{Bid, Phase, View};

/// The players outlasted so far, and of those still in as many as the own cubes promise.
pub(super) fn estimate(view: &View, seat: Seat) -> f32 {
    let table = &view.table;
    let (others, out) = (table.seats() as i32 - 1, table.out.all());
    if out.contains(seat) {
        return table.out.outcome(table.seats()).scores[seat] as f32 / others as f32;
    }
    let still_in = others - out.len() as i32;
    let (own, all) = (worth(view, seat), Seat::all(table.seats()).map(|seat| worth(view, seat)).sum::<i32>());
    // One against the average of the others.
    let promised = if still_in == 0 {
        0.0
    } else {
        (own * still_in * still_in) as f32 / (own * still_in + all - own) as f32
    };
    (out.len() as f32 + promised) / others as f32
}

/// The cubes of a seat, in hundredths, less what this round will probably take.
fn worth(view: &View, seat: Seat) -> i32 {
    let table = &view.table;
    let at_stake = match table.phase {
        Phase::Answer { bidder, bid } if bidder == seat => 100 - truth(view, bid),
        // Who must answer calls, or finds something better.
        Phase::Answer { bid, .. } if table.to_act() == Some(seat) => truth(view, bid).min(40),
        Phase::ChooseWild(starter) | Phase::Open(starter) if starter == seat => 20,
        Phase::ChooseWild(_)
        | Phase::Open(_)
        | Phase::Answer { .. }
        | Phase::Showdown { .. }
        | Phase::Over => 0,
    };
    (100 * i32::from(table.lives[seat]) - at_stake).max(0)
}

/// How likely a bid is true, in per cent: what the viewer sees, and a fair part of the rest.
fn truth(view: &View, bid: Bid) -> i32 {
    let seen = view.hands.shown();
    let unseen = i32::from(view.table.dealt()) - seen.len() as i32;
    // In sixths of a card, or in tenths of a point: more than bid, and how much a margin is worth.
    let (margin, sharpness) = match bid {
        Bid::Cards { n, symbol, wild } => {
            let wild = wild.filter(|&wild| wild != symbol);
            let counts = CardSet::of_symbol(symbol) | wild.map_or(CardSet::EMPTY, CardSet::of_symbol);
            let kinds = 1 + i32::from(wild.is_some());
            let expected = 6 * (seen & counts).len() as i32 + kinds * unseen;
            (expected - 6 * i32::from(n), 40 / (4 + unseen / 4))
        }
        Bid::Sum(sum) => {
            let held: i32 = seen.iter().map(|card| i32::from(card.value())).sum();
            (10 * held + 28 * unseen - 10 * i32::from(sum), 3)
        }
    };
    match unseen {
        0 if margin >= 0 => 100,
        0 => 0,
        _ => (50 + sharpness * (margin + 2)).clamp(2, 98),
    }
}

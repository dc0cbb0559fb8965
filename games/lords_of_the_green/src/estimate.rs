//! How well a seat stands.

use boxwood_engine::{Seat, SeatSet, Side};

use super::land::Spots;
use super::score::{largest_group, strengths, strongest_other};
use super::{KNIGHTS, PER_CONNECTED, State, TwoPlayerScore};

/// What a knight in the supply will be worth, in points: whoever places last cannot be answered.
const PER_KNIGHT: f32 = 2.2;
/// A tile that is held by one may be lost while knights are left, with each more it is safer.
const RISK: f32 = 0.45;
const SAFER: f32 = 0.15;
/// What it is worth to be near: a tile where others are equally strong is half held.
const SHARED: f32 = 0.3;
/// A lead that wins three times as often as not, at the end and at the start.
const SURE_AT_END: f32 = 1.5;
const SURE_AT_START: f32 = 7.0;

/// The points that a seat may hope for, against those of each other seat.
pub(super) fn estimate(state: &State, seat: Seat) -> f32 {
    let left = left(state);
    let own = hopes(state, seat, left);
    let sure = SURE_AT_END + (SURE_AT_START - SURE_AT_END) * left;
    let others = Seat::all(state.sides.seats()).filter(|&other| other != seat);
    let beaten = others.map(|other| 1.0 / (1.0 + ((hopes(state, other, left) - own) / sure).exp()));
    beaten.sum::<f32>() / (state.sides.seats() - 1) as f32
}

/// Which part of all knights is still in the supplies.
fn left(state: &State) -> f32 {
    let all: u32 = state.sides.all().map(|side| u32::from(state.supply(side))).sum();
    all as f32 / (u32::from(KNIGHTS) * state.sides.count() as u32) as f32
}

/// Rule 6: of two colours both count, or the weaker one and the other a little.
fn hopes(state: &State, seat: Seat, left: f32) -> f32 {
    let own: SeatSet = state.sides.of(seat);
    let of_sides = || own.iter().map(|side| worth(state, side, left));
    match state.options.two_player_score {
        TwoPlayerScore::Lowest if own.len() > 1 => {
            let lowest = of_sides().fold(f32::INFINITY, f32::min);
            lowest + 0.1 * (of_sides().sum::<f32>() - 2.0 * lowest)
        }
        TwoPlayerScore::Sum | TwoPlayerScore::Lowest => of_sides().sum(),
    }
}

fn worth(state: &State, side: Side, left: f32) -> f32 {
    let mut held = Spots::EMPTY;
    let mut points = PER_KNIGHT * f32::from(state.supply(side));
    for spot in state.land.spots().iter() {
        let strengths = strengths(state, spot);
        let (own, other) = (strengths[side.index()], strongest_other(&strengths, side));
        let value = state.land.value(spot) as f32;
        if own > other {
            held.insert(spot);
            let margin = f32::from((own - other).min(3));
            points += value * (1.0 - left * (RISK - SAFER * margin).max(0.0));
        } else if own > 0 && own == other {
            points += SHARED * left * value;
        }
    }
    points + (PER_CONNECTED * largest_group(held)) as f32 * (1.0 - left * RISK)
}

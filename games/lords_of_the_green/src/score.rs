//! Who holds what, and what that is worth.

use boxwood_engine::{Outcome, Seat, SeatMap, Side};

use super::land::{MOST_SIDES, Spot, Spots};
use super::{PER_CONNECTED, State, TwoPlayerScore};

/// Rule 1: how strong each colour is on a tile.
#[inline]
pub(super) fn strengths(state: &State, spot: Spot) -> [u8; MOST_SIDES] {
    let mut strengths = state.land.tile(spot).knights;
    for (side, lord) in state.lords.iter() {
        strengths[side.index()] += u8::from(*lord == Some(spot));
    }
    strengths
}

/// The strongest of the other colours.
#[inline]
pub(super) fn strongest_other(strengths: &[u8; MOST_SIDES], side: Side) -> u8 {
    let others = strengths.iter().enumerate().filter(|(other, _)| *other != side.index());
    others.map(|(_, &strength)| strength).max().unwrap_or(0)
}

/// Whoever was the strongest on a tile before a colour got so much stronger there, and lost it by that.
pub(super) fn loser(state: &State, spot: Spot, side: Side, gained: u8) -> Option<Side> {
    let mut before = strengths(state, spot);
    before[side.index()] -= gained;
    let held = |other: &Side| before[other.index()] > strongest_other(&before, *other);
    state.sides.all().filter(|&other| other != side).find(held).filter(|&other| !holds(state, other, spot))
}

/// Rule 1, with R1.
#[inline]
pub(super) fn holds(state: &State, side: Side, spot: Spot) -> bool {
    let strengths = strengths(state, spot);
    strengths[side.index()] > strongest_other(&strengths, side)
}

/// Which colour holds a tile, if one does.
pub(super) fn holder(state: &State, spot: Spot) -> Option<Side> {
    state.sides.all().find(|&side| holds(state, side, spot))
}

/// What a colour has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Score {
    /// The values of all tiles that it holds.
    pub values: i32,
    /// How many these are.
    pub tiles: i32,
    /// How many of them are in its largest group.
    pub group: i32,
}

impl Score {
    pub fn connected(self) -> i32 {
        PER_CONNECTED * self.group
    }

    pub fn sum(self) -> i32 {
        self.values + self.connected()
    }
}

/// Rule 5: the points of a colour, as things stand.
pub(super) fn score(state: &State, side: Side) -> Score {
    let mut held = Spots::EMPTY;
    let mut values = 0;
    for spot in state.land.spots().iter().filter(|&spot| holds(state, side, spot)) {
        held.insert(spot);
        values += state.land.value(spot);
    }
    Score { values, tiles: held.len() as i32, group: largest_group(held) }
}

/// How many of these places are in their largest connected group.
pub(super) fn largest_group(mut spots: Spots) -> i32 {
    let mut largest = 0;
    while let Some(first) = spots.first() {
        let group = spots.reached_from(Spots::only(first));
        largest = largest.max(group.len());
        spots -= group;
    }
    largest as i32
}

/// The colour of a player that counts alone, where only the weaker one does.
pub(super) fn weaker(state: &State, seat: Seat) -> Side {
    let own = state.sides.of(seat).iter();
    own.min_by_key(|&side| score(state, side).sum()).unwrap_or(seat)
}

/// What decides, in this order: rules 5 and 6, with R11.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Standing {
    pub points: i32,
    /// With two colours the total that does not count first.
    other: i32,
    group: i32,
    tiles: i32,
}

pub(super) fn standing(state: &State, seat: Seat) -> Standing {
    let scores = || state.sides.of(seat).iter().map(|side| score(state, side));
    let sum: i32 = scores().map(Score::sum).sum();
    let lowest = scores().map(Score::sum).min().unwrap_or(0);
    let (points, other) = match state.options.two_player_score {
        TwoPlayerScore::Lowest if state.sides.are_several() => (lowest, sum),
        TwoPlayerScore::Sum | TwoPlayerScore::Lowest => (sum, lowest),
    };
    let group = scores().map(|score| score.group).max().unwrap_or(0);
    Standing { points, other, group, tiles: scores().map(|score| score.tiles).sum() }
}

pub(super) fn outcome(state: &State) -> Outcome {
    let standings = SeatMap::from_fn(state.sides.seats(), |seat| standing(state, seat));
    Outcome::by(standings.map(|standing| standing.points), |seat| standings[seat])
}

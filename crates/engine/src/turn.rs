//! Who decides now, for how long, and how it ended.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use boxwood_kit::Pile;

use crate::{MAX_SEATS, Seat, SeatMap, SeatSet};

/// Who may decide now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// These seats, at least one; each of them has at least one legal action.
    Active(SeatSet),
    /// Nobody any more.
    Over(Outcome),
}

impl Turn {
    /// One seat's turn.
    #[inline]
    pub const fn of(seat: Seat) -> Turn {
        Turn::Active(SeatSet::only(seat))
    }

    /// The seats that may decide; none when it is over.
    #[inline]
    pub const fn active(&self) -> SeatSet {
        match self {
            Turn::Active(seats) => *seats,
            Turn::Over(_) => SeatSet::EMPTY,
        }
    }
}

/// A window that the rules close after so long, by [`Game::expire`](crate::Game::expire).
///
/// Only clocks of the rules are here; thinking time is a matter of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct Clock {
    /// Which window. While this stays the same, the clock runs on; when it changes, it starts anew.
    pub id: u32,
    /// How long the window stays open, in milliseconds.
    pub ms: u32,
    /// Whose window it is, where it concerns only one seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<Seat>,
}

impl Clock {
    /// A window for everybody.
    pub const fn new(id: u32, ms: u32) -> Clock {
        Clock { id, ms, seat: None }
    }

    /// The window as this seat's.
    #[must_use]
    pub const fn of(self, seat: Seat) -> Clock {
        Clock { seat: Some(seat), ..self }
    }
}

/// The windows that are open at once.
pub type Clocks = Pile<Clock, MAX_SEATS>;

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Outcome {
    /// The final scores; 1 and 0 where a game only knows winners.
    pub scores: SeatMap<i32>,
    /// The places, from 1; equals share the better one (1, 1, 3).
    pub ranks: SeatMap<u8>,
    /// What all achieved together, in a game of all against the box.
    pub team: Option<Team>,
}

/// What all achieved together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Team {
    /// Whether they won.
    pub won: bool,
    /// How well.
    pub score: i32,
}

impl std::fmt::Display for Team {
    /// In one sentence.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let word = if self.won { "won" } else { "lost" };
        write!(f, "The table has {word} together, with a score of {}.", self.score)
    }
}

impl Outcome {
    /// The highest score wins; equals share their place.
    pub fn by_score(scores: SeatMap<i32>) -> Outcome {
        Outcome::by(scores, |seat| scores[seat])
    }

    /// The lowest score wins; equals share their place.
    pub fn by_lowest(scores: SeatMap<i32>) -> Outcome {
        Outcome::by(scores, |seat| -scores[seat])
    }

    /// The seat with the greatest standing wins; equals share their place.
    pub fn by<K: Ord>(scores: SeatMap<i32>, standing: impl Fn(Seat) -> K) -> Outcome {
        let seats = scores.seats();
        let ranks = SeatMap::from_fn(seats, |seat| {
            let own = standing(seat);
            1 + Seat::all(seats).filter(|&other| standing(other) > own).count() as u8
        });
        Outcome { scores, ranks, team: None }
    }

    /// One winner, everybody else shares the second place.
    pub fn winner(seats: usize, winner: Seat) -> Outcome {
        Outcome::by_score(SeatMap::from_fn(seats, |seat| i32::from(seat == winner)))
    }

    /// All win or lose together: everybody is first, or nobody is.
    pub fn team(seats: usize, team: Team) -> Outcome {
        Outcome {
            scores: SeatMap::filled(seats, team.score),
            ranks: SeatMap::filled(seats, if team.won { 1 } else { 2 }),
            team: Some(team),
        }
    }

    /// The seats in the first place.
    pub fn winners(&self) -> SeatSet {
        self.ranks.seats_where(|&rank| rank == 1)
    }

    /// How good this is for a seat, from 0 (alone in the last place) to 1 (alone in the first).
    pub fn utility(&self, seat: Seat) -> f32 {
        if let Some(team) = self.team {
            return if team.won { 1.0 } else { 0.0 };
        }
        let seats = self.ranks.seats();
        if seats < 2 {
            return 1.0;
        }
        let own = self.ranks[seat];
        let worse = self.ranks.iter().filter(|(_, rank)| **rank > own).count() as f32;
        let equal = self.ranks.iter().filter(|(_, rank)| **rank == own).count() as f32 - 1.0;
        (worse + equal / 2.0) / (seats - 1) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(values: &[i32]) -> SeatMap<i32> {
        SeatMap::from_fn(values.len(), |seat| values[seat.index()])
    }

    #[test]
    fn equals_share_the_better_place() {
        for (values, ranks) in [(vec![17, 21, 21, 8], [3, 1, 1, 4]), (vec![5, 5, 5, 5], [1, 1, 1, 1])] {
            assert_eq!(Outcome::by_score(scores(&values)).ranks.as_slice(), ranks);
        }
        assert_eq!(Outcome::by_lowest(scores(&[50, 31, 31])).ranks.as_slice(), [3, 1, 1]);
    }

    #[test]
    fn utilities_of_a_table_add_up_to_half_its_seats() {
        for values in [vec![17, 21, 21, 8], vec![1, 0], vec![3, 3], vec![1, 2, 3, 4, 5]] {
            let outcome = Outcome::by_score(scores(&values));
            let sum: f32 = Seat::all(values.len()).map(|seat| outcome.utility(seat)).sum();
            assert!((sum - values.len() as f32 / 2.0).abs() < 1e-5, "{values:?}: {sum}");
        }
    }

    #[test]
    fn a_team_wins_or_loses_together() {
        let lost = Outcome::team(3, Team { won: false, score: -2 });
        assert!(lost.winners().is_empty());
        assert_eq!(Seat::all(3).map(|seat| lost.utility(seat)).sum::<f32>(), 0.0);
        assert_eq!(Outcome::team(3, Team { won: true, score: 4 }).winners(), SeatSet::all(3));
    }
}

//! Players who leave the game one after the other.
//!
//! A game keeps [`Eliminated`] in its state; who is still in, whose turn comes next and the ranks at
//! the end follow from it.

use boxwood_kit::Pile;
use boxwood_scene::MAX_SEATS;
use serde::{Deserialize, Serialize};

use crate::{Outcome, Seat, SeatMap, SeatSet};

/// Who is out, in the order of leaving; those who left at the same moment stand together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Eliminated(Pile<SeatSet, MAX_SEATS>);

impl Eliminated {
    /// These seats leave the game, all at the same moment.
    pub fn leave(&mut self, seats: SeatSet) {
        if !seats.is_empty() {
            self.0.push(seats);
        }
    }

    /// Everybody who is out.
    pub fn all(&self) -> SeatSet {
        self.0.iter().flat_map(|left| left.iter()).collect()
    }

    /// Whether this seat is out.
    pub fn contains(&self, seat: Seat) -> bool {
        self.0.iter().any(|left| left.contains(seat))
    }

    /// Who is still in, at a table of so many.
    pub fn still_in(&self, seats: usize) -> SeatSet {
        Seat::all(seats).filter(|&seat| !self.contains(seat)).collect()
    }

    /// The next seat clockwise that is still in; that may be the same one again.
    pub fn next(&self, after: Seat, seats: usize) -> Option<Seat> {
        self.still_in(seats).next_after(after, seats)
    }

    /// How it ended: whoever is still in is first, and who left later is better. The score is how many
    /// others were out before.
    pub fn outcome(&self, seats: usize) -> Outcome {
        Outcome::by_score(SeatMap::from_fn(seats, |seat| {
            let before = self.0.iter().take_while(|left| !left.contains(seat));
            before.map(|left| left.len() as i32).sum()
        }))
    }

    /// Refuses what came from outside and cannot be at a table of so many seats where these are out.
    ///
    /// For [`Game::audit`](crate::Game::audit): most games can tell from the rest of the table who is out.
    pub fn audit(&self, seats: usize, out: SeatSet) -> Result<(), &'static str> {
        let each_once: usize = self.0.iter().map(|left| left.len()).sum();
        if each_once != self.all().len() || self.0.iter().any(|left| left.is_empty()) {
            return Err("nobody leaves the game twice");
        }
        if self.all().iter().any(|seat| seat.index() >= seats) {
            return Err("somebody without a seat has left the game");
        }
        if self.all() == out { Ok(()) } else { Err("others are out than those who have left the game") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(numbers: &[usize]) -> SeatSet {
        numbers.iter().filter_map(|&number| Seat::new(number)).collect()
    }

    /// Of five, seat 3 left first, then 0 and 4 together.
    fn two_are_left() -> Eliminated {
        let mut out = Eliminated::default();
        out.leave(seats(&[3]));
        out.leave(SeatSet::EMPTY);
        out.leave(seats(&[0, 4]));
        out
    }

    #[test]
    fn turns_go_to_those_still_in() {
        let out = two_are_left();
        assert_eq!((out.all(), out.still_in(5)), (seats(&[0, 3, 4]), seats(&[1, 2])));
        for (after, next) in [(0, 1), (1, 2), (2, 1), (3, 1), (4, 1)] {
            assert_eq!(out.next(Seat::new(after).unwrap(), 5), Seat::new(next), "after {after}");
        }
    }

    #[test]
    fn whoever_left_later_is_better_and_those_still_in_are_best() {
        let outcome = two_are_left().outcome(5);
        assert_eq!(outcome.scores.as_slice(), [1, 3, 3, 0, 1]);
        assert_eq!(outcome.ranks.as_slice(), [3, 1, 1, 5, 3]);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let out = seats(&[0, 2]);
        for (json, expected) in [
            ("[[2],[0]]", Ok(())),
            ("[[0,2]]", Ok(())),
            ("[[0,2],[0]]", Err("nobody leaves the game twice")),
            ("[[0,2],[]]", Err("nobody leaves the game twice")),
            ("[[0,7]]", Err("somebody without a seat has left the game")),
            ("[[0]]", Err("others are out than those who have left the game")),
        ] {
            assert_eq!(serde_json::from_str::<Eliminated>(json).unwrap().audit(3, out), expected, "{json}");
        }
    }
}

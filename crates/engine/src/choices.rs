//! Choices that are committed one by one and shown together.

use serde::{Deserialize, Serialize};

use crate::{Seat, SeatMap, SeatSet, Viewer};

/// What each of several seats has secretly chosen so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound(deserialize = "T: Copy + Deserialize<'de>"))]
pub struct Choices<T> {
    asked: SeatSet,
    made: SeatMap<Option<T>>,
}

impl<T: Copy> Choices<T> {
    /// These seats of a table are asked; nobody has answered.
    pub fn ask(seats: usize, asked: SeatSet) -> Choices<T> {
        Choices { asked, made: SeatMap::filled(seats, None) }
    }

    /// The seats that are asked, whether they have answered or not.
    #[inline]
    pub fn asked(&self) -> SeatSet {
        self.asked
    }

    /// The seats that have still to answer.
    #[inline]
    pub fn pending(&self) -> SeatSet {
        let mut pending = self.asked;
        for seat in self.asked.iter() {
            if self.made[seat].is_some() {
                pending.remove(seat);
            }
        }
        pending
    }

    /// Commits a seat's choice; whether it was the last one to come in.
    #[inline]
    pub fn commit(&mut self, seat: Seat, choice: T) -> bool {
        self.made[seat] = Some(choice);
        self.pending().is_empty()
    }

    /// What this seat has chosen.
    #[inline]
    pub fn of(&self, seat: Seat) -> Option<T> {
        self.made.get(seat).copied().flatten()
    }

    /// Every seat that has chosen, with its choice.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, T)> + '_ {
        self.made.iter().filter_map(|(seat, choice)| choice.map(|choice| (seat, choice)))
    }

    /// What a viewer may know of it: that others have chosen, but only the own choice.
    pub fn seen_by(&self, viewer: Viewer) -> (SeatSet, Option<T>) {
        let made = self.made.seats_where(Option::is_some);
        (made, viewer.seat().and_then(|seat| self.of(seat)))
    }
}

//! Players who have several colours, each of which the rules treat like a player of its own.
//!
//! Such a *side* (an explorer, a lord with his knights) is numbered like the seat of a larger table, at which
//! every side would sit alone. So whatever is kept for each seat can be kept for each side: a [`SeatMap`], a
//! [`SeatSet`], [`Choices`], [`Eliminated`]. From a side to its person and back lead only [`Sides`]; turns, views
//! and sentences are about people.
//!
//! [`SeatMap`]: crate::SeatMap
//! [`Choices`]: crate::Choices
//! [`Eliminated`]: crate::Eliminated

use boxwood_kit::Colour;
use serde::{Deserialize, Serialize};

use crate::{Seat, SeatSet};

/// The number of a side.
pub type Side = Seat;

/// Which sides there are at a table, and whose they are: the first sides of all players clockwise, then their
/// second ones. So whoever goes from side to side gives every player a turn in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sides {
    seats: u8,
    each: u8,
}

impl Sides {
    /// So many sides for each of so many seats.
    ///
    /// # Panics
    /// If there are more sides than colours.
    pub fn new(seats: usize, each: usize) -> Sides {
        assert!(
            (1..=Colour::ALL.len()).contains(&(seats * each)),
            "{each} colours for each of {seats} seats"
        );
        Sides { seats: seats as u8, each: each as u8 }
    }

    /// How many seats the table has.
    #[inline]
    pub const fn seats(self) -> usize {
        self.seats as usize
    }

    /// How many sides there are.
    #[inline]
    pub const fn count(self) -> usize {
        self.seats() * self.each as usize
    }

    /// Whether a player has more than one.
    pub const fn are_several(self) -> bool {
        self.each > 1
    }

    /// All sides in order.
    #[inline]
    pub fn all(self) -> impl DoubleEndedIterator<Item = Side> + ExactSizeIterator + Clone {
        Seat::all(self.count())
    }

    /// Whose side it is.
    #[inline]
    pub const fn owner(self, side: Side) -> Seat {
        side.after(0, self.seats())
    }

    /// The sides of a seat.
    #[inline]
    pub fn of(self, seat: Seat) -> SeatSet {
        self.all().filter(|&side| self.owner(side) == seat).collect()
    }

    /// Everybody who has one of these sides.
    #[inline]
    pub fn owners(self, sides: SeatSet) -> SeatSet {
        sides.iter().map(|side| self.owner(side)).collect()
    }

    /// The colour of a side; no other has it.
    #[inline]
    pub const fn colour(self, side: Side) -> Colour {
        Colour::ALL[side.index()]
    }

    /// The side of this colour, if there is one.
    #[inline]
    pub fn of_colour(self, colour: Colour) -> Option<Side> {
        Seat::new(colour.id()).filter(|side| side.index() < self.count())
    }

    /// Refuses sides from outside that are not those of a table of so many seats with so many sides each.
    ///
    /// For [`Game::audit`](crate::Game::audit), which knows from its options how many there are.
    pub fn audit(self, each: usize) -> Result<(), &'static str> {
        if self.seats == 0 || self.count() > Colour::ALL.len() {
            return Err("there are more sides than colours, or none");
        }
        if usize::from(self.each) == each { Ok(()) } else { Err("a player has another number of sides") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(number: usize) -> Seat {
        Seat::new(number).unwrap()
    }

    #[test]
    fn going_from_side_to_side_gives_everybody_a_turn_in_between() {
        let sides = Sides::new(2, 2);
        let owners: Vec<Seat> = sides.all().map(|side| sides.owner(side)).collect();
        assert_eq!(owners, [seat(0), seat(1), seat(0), seat(1)]);
        assert_eq!(sides.of(seat(1)), SeatSet::only(seat(1)).with(seat(3)));
        assert_eq!(sides.owners(SeatSet::only(seat(0)).with(seat(2))), SeatSet::only(seat(0)));
        assert!(sides.are_several() && (sides.seats(), sides.count()) == (2, 4));
    }

    #[test]
    fn a_single_side_is_its_seat() {
        let sides = Sides::new(5, 1);
        assert!(sides.all().all(|side| sides.owner(side) == side && sides.of(side) == SeatSet::only(side)));
        assert!(!sides.are_several());
    }

    #[test]
    fn every_side_has_a_colour_of_its_own() {
        let sides = Sides::new(2, 2);
        for side in sides.all() {
            assert_eq!(sides.of_colour(sides.colour(side)), Some(side));
        }
        assert_eq!(sides.of_colour(Colour::White), None);
        let of_second: Vec<Colour> = sides.of(seat(1)).iter().map(|side| sides.colour(side)).collect();
        assert_eq!(of_second, [Colour::Yellow, Colour::Blue]);
    }

    #[test]
    fn sides_from_outside_that_cannot_be_are_refused() {
        for (json, each, expected) in [
            (r#"{"seats":2,"each":2}"#, 2, Ok(())),
            (r#"{"seats":6,"each":1}"#, 1, Ok(())),
            (r#"{"seats":4,"each":1}"#, 2, Err("a player has another number of sides")),
            (r#"{"seats":0,"each":1}"#, 1, Err("there are more sides than colours, or none")),
            (r#"{"seats":255,"each":255}"#, 255, Err("there are more sides than colours, or none")),
        ] {
            assert_eq!(serde_json::from_str::<Sides>(json).unwrap().audit(each), expected, "{json}");
        }
    }
}

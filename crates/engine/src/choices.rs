//! Choices that are committed one by one and shown together.
//!
//! A game keeps [`Choices`] in its state and [`SeenChoices`] in its view; secrecy, redealing and the
//! list of secrets follow from these two.

use serde::{Deserialize, Serialize};

use crate::{Seat, SeatMap, SeatSet, Secret, Viewer};

/// What each of several seats has secretly chosen so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound(deserialize = "T: Copy + Deserialize<'de>"), deny_unknown_fields)]
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

    /// The seats that have chosen this.
    #[inline]
    pub fn who_chose(&self, choice: T) -> SeatSet
    where
        T: PartialEq,
    {
        self.made.seats_where(|made| *made == Some(choice))
    }

    /// What a viewer may know of it: that others have chosen, but only the own choice, until the last
    /// one is in; then all are shown.
    pub fn seen_by(&self, viewer: Viewer) -> SeenChoices<T> {
        self.seen_where(|seat| viewer.is(seat))
    }

    /// The same where other choices than the own one may be seen, as those of all [`Sides`](crate::Sides) of a
    /// player.
    pub fn seen_where(&self, sees: impl Fn(Seat) -> bool) -> SeenChoices<T> {
        let all_are_in = self.pending().is_empty();
        let is_known = |seat| all_are_in || sees(seat);
        let known = SeatMap::from_fn(self.made.seats(), |seat| self.of(seat).filter(|_| is_known(seat)));
        SeenChoices { asked: self.asked, made: self.made.seats_where(Option::is_some), known }
    }

    /// What is hidden from the viewer, for [`Game::secrets`](crate::Game::secrets): one pool, a place
    /// for each other seat that has chosen, and a number of yours for what it chose.
    pub fn secrets(&self, viewer: Viewer, pool: u32, number: impl Fn(T) -> u32) -> Vec<Secret> {
        let is_hidden = |seat| !self.pending().is_empty() && !viewer.is(seat);
        let others = self.iter().filter(|&(seat, _)| is_hidden(seat));
        let secret =
            |(seat, choice): (Seat, T)| Secret { pool, place: seat.index() as u32, holds: number(choice) };
        others.map(secret).collect()
    }

    /// Refuses choices from outside that a table of so many seats could not be waiting for.
    ///
    /// For [`Game::audit`](crate::Game::audit), while somebody is asked: afterwards there is somebody
    /// to wait for, and everybody asked has a seat.
    pub fn audit(&self, seats: usize) -> Result<(), &'static str> {
        if self.made.seats() != seats {
            return Err("there is not one choice for each seat");
        }
        if self.asked.iter().any(|seat| seat.index() >= seats) {
            return Err("somebody without a seat is asked to choose");
        }
        if self.iter().any(|(seat, _)| !self.asked.contains(seat)) {
            return Err("somebody has chosen without being asked");
        }
        if self.pending().is_empty() { Err("nobody has still to choose") } else { Ok(()) }
    }
}

/// What one viewer may know of [`Choices`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound(deserialize = "T: Copy + Deserialize<'de>"))]
pub struct SeenChoices<T> {
    asked: SeatSet,
    made: SeatSet,
    known: SeatMap<Option<T>>,
}

impl<T: Copy> SeenChoices<T> {
    /// The seats that are asked, whether they have answered or not.
    pub fn asked(&self) -> SeatSet {
        self.asked
    }

    /// The seats that have answered.
    pub fn made(&self) -> SeatSet {
        self.made
    }

    /// The seats that have still to answer.
    pub fn pending(&self) -> SeatSet {
        self.asked.iter().filter(|&seat| !self.made.contains(seat)).collect()
    }

    /// What this seat has chosen, if the viewer may know: only the own choice is seen until the last
    /// one is in.
    pub fn of(&self, seat: Seat) -> Option<T> {
        self.known.get(seat).copied().flatten()
    }

    /// Choices at a table of so many seats that look the same: the own one, and any that `guess`
    /// makes up for the others who have answered.
    pub fn redeal(&self, seats: usize, mut guess: impl FnMut(Seat) -> T) -> Choices<T> {
        let made = |seat| self.made.contains(seat).then(|| self.of(seat).unwrap_or_else(|| guess(seat)));
        Choices { asked: self.asked, made: SeatMap::from_fn(seats, made) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(number: usize) -> Seat {
        Seat::new(number).unwrap()
    }

    /// Seats 0, 1 and 3 of four are asked; 0 and 3 have answered.
    fn two_of_three() -> Choices<char> {
        let mut choices = Choices::ask(4, [seat(0), seat(1), seat(3)].into_iter().collect());
        assert!(!choices.commit(seat(3), 'c'));
        assert!(!choices.commit(seat(0), 'a'));
        choices
    }

    #[test]
    fn the_last_of_those_asked_completes_the_choices() {
        let mut choices = two_of_three();
        assert_eq!(choices.pending(), SeatSet::only(seat(1)));
        assert!(choices.commit(seat(1), 'c'));
        assert_eq!(choices.iter().collect::<Vec<_>>(), [(seat(0), 'a'), (seat(1), 'c'), (seat(3), 'c')]);
        assert_eq!(choices.who_chose('c'), SeatSet::only(seat(1)).with(seat(3)));
    }

    #[test]
    fn everybody_sees_that_but_only_the_chooser_what() {
        let choices = two_of_three();
        for (viewer, knows) in [
            (Viewer::Seat(seat(0)), [Some('a'), None, None, None]),
            (Viewer::Seat(seat(1)), [None; 4]),
            (Viewer::Seat(seat(3)), [None, None, None, Some('c')]),
            (Viewer::Spectator, [None; 4]),
        ] {
            let seen = choices.seen_by(viewer);
            assert_eq!(Seat::all(4).map(|seat| seen.of(seat)).collect::<Vec<_>>(), knows, "{viewer:?}");
            assert_eq!((seen.asked(), seen.pending()), (choices.asked(), choices.pending()));
            assert_eq!(seen.made(), SeatSet::only(seat(0)).with(seat(3)));
        }
    }

    #[test]
    fn once_all_are_in_everybody_sees_them() {
        let mut choices = two_of_three();
        choices.commit(seat(1), 'b');
        for viewer in Viewer::all(4) {
            let seen = choices.seen_by(viewer);
            let known: Vec<Option<char>> = Seat::all(4).map(|seat| seen.of(seat)).collect();
            assert_eq!(known, [Some('a'), Some('b'), None, Some('c')], "{viewer:?}");
            assert_eq!(choices.secrets(viewer, 0, u32::from), []);
            assert_eq!(seen.redeal(4, |_| 'x'), choices);
        }
    }

    #[test]
    fn a_redeal_keeps_the_own_choice_and_guesses_those_already_made() {
        let choices = two_of_three();
        let redealt = choices.seen_by(Viewer::Seat(seat(0))).redeal(4, |_| 'x');
        assert_eq!(redealt.iter().collect::<Vec<_>>(), [(seat(0), 'a'), (seat(3), 'x')]);
        assert_eq!(redealt.seen_by(Viewer::Seat(seat(0))), choices.seen_by(Viewer::Seat(seat(0))));
        let holds: Vec<(u32, u32)> =
            choices.secrets(Viewer::Seat(seat(0)), 7, u32::from).iter().map(|s| (s.place, s.holds)).collect();
        assert_eq!(holds, [(3, u32::from('c'))]);
        assert_eq!(choices.secrets(Viewer::Spectator, 7, u32::from).len(), 2);
    }

    #[test]
    fn choices_from_outside_that_cannot_be_are_refused() {
        for (json, expected) in [
            (r#"{"asked":[0,1],"made":["a",null]}"#, Ok(())),
            (r#"{"asked":[0,1],"made":["a",null,null]}"#, Err("there is not one choice for each seat")),
            (r#"{"asked":[0,5],"made":["a",null]}"#, Err("somebody without a seat is asked to choose")),
            (r#"{"asked":[1],"made":["a",null]}"#, Err("somebody has chosen without being asked")),
            (r#"{"asked":[0],"made":["a",null]}"#, Err("nobody has still to choose")),
            (r#"{"asked":[],"made":[null,null]}"#, Err("nobody has still to choose")),
        ] {
            assert_eq!(serde_json::from_str::<Choices<char>>(json).unwrap().audit(2), expected, "{json}");
        }
    }
}

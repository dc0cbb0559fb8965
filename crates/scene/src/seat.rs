//! Places at a table, sets of them, and values that each of them has.

use std::fmt;
use std::ops::{Index, IndexMut};

use boxwood_kit::Rng;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::TS;

/// The most seats any game has.
pub const MAX_SEATS: usize = 12;

/// A place at the table, numbered from 0 clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, TS)]
pub struct Seat(u8);

impl Seat {
    /// Seat 0, which every table has.
    pub const FIRST: Seat = Seat(0);
    /// Seat 1, the other one of a table of two.
    pub const SECOND: Seat = Seat(1);

    /// The seat of this number, if a table can have so many.
    pub const fn new(number: usize) -> Option<Seat> {
        if number < MAX_SEATS { Some(Seat(number as u8)) } else { None }
    }

    /// The seat's number, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat clockwise at a table of so many.
    #[inline]
    pub const fn next(self, seats: usize) -> Seat {
        let next = self.0 + 1;
        if next as usize >= seats { Seat(0) } else { Seat(next) }
    }

    /// The seat before, that is the next one counter-clockwise.
    #[inline]
    pub const fn previous(self, seats: usize) -> Seat {
        if self.0 == 0 { Seat(seats as u8 - 1) } else { Seat(self.0 - 1) }
    }

    /// Any seat of a table of so many, each equally likely.
    ///
    /// # Panics
    /// If the table has no seats, or more than a table can have.
    #[inline]
    pub fn random(seats: usize, rng: &mut Rng) -> Seat {
        Seat::new(rng.index(seats)).expect("one of the seats")
    }

    /// The seat so many places further clockwise at a table of so many.
    #[inline]
    pub const fn after(self, steps: usize, seats: usize) -> Seat {
        Seat(((self.index() + steps) % seats) as u8)
    }

    /// The other seat of a table of two.
    #[inline]
    pub const fn other(self) -> Seat {
        Seat(1 - self.0)
    }

    /// All seats of a table of so many, in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..seats.min(MAX_SEATS)).map(|number| Seat(number as u8))
    }

    /// All seats of a table of so many, clockwise, this one first.
    pub fn round(self, seats: usize) -> impl Iterator<Item = Seat> + Clone {
        (0..seats).map(move |steps| self.after(steps, seats))
    }
}

impl fmt::Display for Seat {
    /// The placeholder for the name of whoever sits here; see [`render`](crate::render).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", self.0)
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let number = usize::deserialize(deserializer)?;
        Seat::new(number)
            .ok_or_else(|| D::Error::custom(format!("seat {number} is beyond seat {}", MAX_SEATS - 1)))
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, TS)]
pub struct SeatSet(#[ts(as = "Vec<Seat>")] u16);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Just this seat.
    #[inline]
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// All seats of a table of so many.
    pub const fn all(seats: usize) -> SeatSet {
        SeatSet(((1u32 << seats) - 1) as u16)
    }

    /// Whether the seat is in the set.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// Puts the seat into the set.
    #[inline]
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes the seat out of the set.
    #[inline]
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// The set with one seat more.
    #[must_use]
    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// The set with one seat less.
    #[must_use]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// How many seats are in it.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no seat is in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest seat in it.
    #[inline]
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// The next seat clockwise that is in it, after this one at a table of so many: the same one again
    /// if no other is, and `None` if it is not in it either.
    #[inline]
    pub fn next_after(self, seat: Seat, seats: usize) -> Option<Seat> {
        (1..=seats).map(|steps| seat.after(steps, seats)).find(|&next| self.contains(next))
    }

    /// Any seat in it, each equally likely; `None` if it is empty.
    pub fn random(self, rng: &mut Rng) -> Option<Seat> {
        if self.is_empty() { None } else { self.iter().nth(rng.index(self.len())) }
    }

    /// The seats in it, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut rest = self;
        std::iter::from_fn(move || {
            let seat = rest.first()?;
            rest.remove(seat);
            Some(seat)
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SeatSet, D::Error> {
        Ok(Vec::<Seat>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// One value for each seat of a table, in place.
#[derive(Clone, Copy, TS)]
#[ts(type = "Array<T>", bound = "T: TS")]
pub struct SeatMap<T> {
    seats: u8,
    values: [T; MAX_SEATS],
}

impl<T: Copy + Default> SeatMap<T> {
    /// The same value for each of so many seats.
    ///
    /// # Panics
    /// If a table cannot have so many seats.
    pub fn filled(seats: usize, value: T) -> SeatMap<T> {
        SeatMap::from_fn(seats, |_| value)
    }

    /// What the function says for each of so many seats.
    ///
    /// # Panics
    /// If a table cannot have so many seats.
    pub fn from_fn(seats: usize, mut value: impl FnMut(Seat) -> T) -> SeatMap<T> {
        assert!(seats <= MAX_SEATS, "{seats} seats at one table");
        let mut values = [T::default(); MAX_SEATS];
        for seat in Seat::all(seats) {
            values[seat.index()] = value(seat);
        }
        SeatMap { seats: seats as u8, values }
    }

    /// The map of other values that the function makes of these.
    pub fn map<U: Copy + Default>(&self, mut change: impl FnMut(T) -> U) -> SeatMap<U> {
        SeatMap::from_fn(self.seats(), |seat| change(self[seat]))
    }
}

/// A table without seats.
impl<T: Copy + Default> Default for SeatMap<T> {
    fn default() -> SeatMap<T> {
        SeatMap::from_fn(0, |_| T::default())
    }
}

impl<T> SeatMap<T> {
    /// How many seats the table has.
    #[inline]
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// The values in the order of the seats.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.values[..self.seats()]
    }

    /// The values in the order of the seats, to change them.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        let seats = self.seats();
        &mut self.values[..seats]
    }

    /// The value of this seat, if the table has it.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.as_slice().get(seat.index())
    }

    /// Each seat with its value.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator + Clone {
        Seat::all(self.seats()).zip(self.as_slice())
    }

    /// Each seat with its value, to change it.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Seat, &mut T)> {
        Seat::all(self.seats()).zip(self.as_mut_slice())
    }

    /// The seats whose value the question is true of.
    pub fn seats_where(&self, mut question: impl FnMut(&T) -> bool) -> SeatSet {
        self.iter().filter(|(_, value)| question(value)).map(|(seat, _)| seat).collect()
    }
}

impl<T> Index<Seat> for SeatMap<T> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.as_slice()[seat.index()]
    }
}

impl<T> IndexMut<Seat> for SeatMap<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.as_mut_slice()[seat.index()]
    }
}

// Values beyond the last seat are stale: they are neither compared nor hashed nor shown.

impl<T: PartialEq> PartialEq for SeatMap<T> {
    fn eq(&self, other: &SeatMap<T>) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Eq> Eq for SeatMap<T> {}

impl<T: std::hash::Hash> std::hash::Hash for SeatMap<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl<T: fmt::Debug> fmt::Debug for SeatMap<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl<T: Serialize> Serialize for SeatMap<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.as_slice())
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default> Deserialize<'de> for SeatMap<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SeatMap<T>, D::Error> {
        let values = Vec::<T>::deserialize(deserializer)?;
        if values.len() > MAX_SEATS {
            return Err(D::Error::invalid_length(values.len(), &"at most 12 seats"));
        }
        Ok(SeatMap::from_fn(values.len(), |seat| values[seat.index()]))
    }
}

/// Whose eyes: those of a seat, or of somebody who only watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, TS)]
#[ts(untagged)]
pub enum Viewer {
    /// The person at this seat.
    Seat(Seat),
    /// Anybody else; knows only what is public.
    #[ts(type = "\"spectator\"")]
    Spectator,
}

impl Viewer {
    /// Every viewer of a table of so many seats, the spectator last.
    pub fn all(seats: usize) -> impl Iterator<Item = Viewer> {
        Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator])
    }

    /// The seat looked from, if any.
    #[inline]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        }
    }

    /// Whether these are the eyes of this seat.
    #[inline]
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}

impl Serialize for Viewer {
    /// A seat's number, or `"spectator"`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Viewer::Seat(seat) => seat.serialize(serializer),
            Viewer::Spectator => serializer.serialize_str("spectator"),
        }
    }
}

impl<'de> Deserialize<'de> for Viewer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Viewer, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Number(usize),
            Word(String),
        }
        let form = Form::deserialize(deserializer);
        match form {
            Ok(Form::Number(number)) if number < MAX_SEATS => Ok(Viewer::Seat(Seat(number as u8))),
            Ok(Form::Word(word)) if word == "spectator" => Ok(Viewer::Spectator),
            _ => Err(D::Error::custom("a viewer is a seat's number or \"spectator\"")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(number: usize) -> Seat {
        Seat::new(number).unwrap()
    }

    #[test]
    fn seats_go_round_clockwise() {
        assert_eq!(seat(2).next(3), seat(0));
        assert_eq!(seat(0).previous(3), seat(2));
        assert_eq!(seat(1).round(3).collect::<Vec<_>>(), [seat(1), seat(2), seat(0)]);
        assert_eq!(Seat::new(MAX_SEATS), None);
    }

    #[test]
    fn the_next_seat_of_a_set_is_found_clockwise() {
        let set: SeatSet = [seat(0), seat(2), seat(3)].into_iter().collect();
        for (after, expected) in [(0, 2), (1, 2), (2, 3), (3, 0), (4, 0)] {
            assert_eq!(set.next_after(seat(after), 5), Some(seat(expected)), "after {after}");
        }
        assert_eq!(SeatSet::only(seat(1)).next_after(seat(1), 3), Some(seat(1)));
        assert_eq!(SeatSet::EMPTY.next_after(seat(1), 3), None);
        assert_eq!((seat(4).after(0, 5), seat(4).after(7, 5)), (seat(4), seat(1)));
    }

    /// Records replay only as long as this draws as it always did: one index into the seats.
    #[test]
    fn a_random_seat_takes_one_draw_and_may_be_any() {
        let set: SeatSet = [seat(1), seat(4), seat(11)].into_iter().collect();
        let (mut any, mut of_set) = (SeatSet::EMPTY, SeatSet::EMPTY);
        for number in 0..40 {
            let (mut rng, mut index) = (Rng::from_number(number), Rng::from_number(number));
            let random = Seat::random(5, &mut rng);
            assert_eq!((random.index(), rng.bits()), (index.index(5), index.bits()));
            any.insert(random);
            of_set.insert(set.random(&mut rng).unwrap());
        }
        assert_eq!((any, of_set), (SeatSet::all(5), set));
        assert_eq!(SeatSet::EMPTY.random(&mut Rng::from_number(0)), None);
    }

    #[test]
    fn stale_values_beyond_the_last_seat_do_not_count() {
        let mut long = SeatMap::filled(3, 7);
        long[seat(2)] = 9;
        let short: SeatMap<i32> = serde_json::from_str("[7,7]").unwrap();
        let cut = SeatMap { seats: 2, ..long };
        assert_eq!(cut, short);
        assert_eq!(format!("{cut:?}"), "[7, 7]");
    }

    #[test]
    fn sets_hold_every_seat_of_the_largest_table() {
        let all = SeatSet::all(MAX_SEATS);
        assert_eq!(all.len(), MAX_SEATS);
        assert_eq!(all.iter().collect::<SeatSet>(), all);
        assert!(!all.without(seat(5)).contains(seat(5)));
    }

    #[test]
    fn foreign_seats_and_viewers_are_refused() {
        assert!(serde_json::from_str::<Seat>("12").is_err());
        assert!(serde_json::from_str::<Seat>("-1").is_err());
        assert!(serde_json::from_str::<SeatMap<u8>>("[0,0,0,0,0,0,0,0,0,0,0,0,0]").is_err());
        for (text, expected) in
            [("3", Some(Viewer::Seat(seat(3)))), ("\"spectator\"", Some(Viewer::Spectator))]
        {
            assert_eq!(serde_json::from_str::<Viewer>(text).ok(), expected);
        }
        for text in ["12", "-1", "\"me\"", "null", "[]"] {
            assert!(serde_json::from_str::<Viewer>(text).is_err(), "{text}");
        }
    }
}

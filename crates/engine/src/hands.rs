//! Hands of cards that only their owners see, and what is left of the deck they come from.
//!
//! A game keeps [`Hands`] in its state and [`SeenHands`] in its view; secrecy, redealing and the list
//! of secrets follow from these two. Nobody knows the order of a deck, so it is a set.
//!
//! Where everybody knows a little more about hidden cards than how many there are (these were held
//! before the discards were shuffled, those came later), the cards are split into *pools*: sets that
//! together are all cards. Then everybody knows how many cards of each pool a hand holds.

use boxwood_kit::{PieceSet, Rng};
use serde::{Deserialize, Serialize};

use crate::{Seat, SeatMap, Secret, Viewer};

/// What each seat holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound = "S: PieceSet", transparent)]
pub struct Hands<S>(SeatMap<S>);

impl<S: PieceSet> Hands<S> {
    /// Nobody holds anything.
    pub fn empty(seats: usize) -> Hands<S> {
        Hands(SeatMap::filled(seats, S::EMPTY))
    }

    /// So many cards for each seat, out of the deck.
    pub fn deal(seats: usize, deck: &mut S, size: usize, rng: &mut Rng) -> Hands<S> {
        Hands::from_fn(seats, |_| deck.draw_many(size, rng))
    }

    /// For each seat what `hand` gives it.
    pub fn from_fn(seats: usize, hand: impl FnMut(Seat) -> S) -> Hands<S> {
        Hands(SeatMap::from_fn(seats, hand))
    }

    /// How many seats the table has.
    #[inline]
    pub fn seats(&self) -> usize {
        self.0.seats()
    }

    /// Every seat with its hand.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, S)> + '_ {
        self.0.iter().map(|(seat, hand)| (seat, *hand))
    }

    /// The cards that anybody holds.
    #[inline]
    pub fn all(&self) -> S {
        self.0.as_slice().iter().copied().fold(S::EMPTY, S::union)
    }

    /// What a viewer may know: the own hand, and how many cards the others have.
    pub fn seen_by(&self, viewer: Viewer) -> SeenHands<S> {
        self.seen_where(|seat| viewer.is(seat), [S::FULL])
    }

    /// The same in a game whose cards are split into pools.
    pub fn seen_in_pools<const N: usize>(&self, viewer: Viewer, pools: [S; N]) -> SeenHands<S, N> {
        self.seen_where(|seat| viewer.is(seat), pools)
    }

    /// The same where other hands than the own one may be seen.
    pub fn seen_where<const N: usize>(&self, sees: impl Fn(Seat) -> bool, pools: [S; N]) -> SeenHands<S, N> {
        SeenHands {
            shown: SeatMap::from_fn(self.seats(), |seat| sees(seat).then(|| self.0[seat])),
            held: self.0.map(|hand| Counts(pools.map(|pool| hand.intersection(pool).len() as u8))),
        }
    }

    /// What is hidden from the viewer, for [`Game::secrets`](crate::Game::secrets): one pool, a place
    /// for each other hand, and the place after the last seat for the rest of the deck.
    pub fn secrets(&self, viewer: Viewer, deck: S) -> Vec<Secret> {
        self.secrets_in_pools(viewer, deck, [S::FULL])
    }

    /// The same in a game whose cards are split into pools, numbered from 0.
    pub fn secrets_in_pools<const N: usize>(&self, viewer: Viewer, deck: S, pools: [S; N]) -> Vec<Secret> {
        let others = self.iter().filter(|&(seat, _)| !viewer.is(seat));
        let hands = others.map(|(seat, hand)| (seat.index(), hand));
        let places: Vec<(usize, S)> = hands.chain([(self.seats(), deck)]).collect();
        let mut secrets = vec![];
        for (place, cards) in places {
            for (pool, in_pool) in pools.iter().enumerate() {
                secrets.extend(cards.intersection(*in_pool).into_iter().map(|card| Secret {
                    pool: pool as u32,
                    place: place as u32,
                    holds: card.into().into(),
                }));
            }
        }
        secrets
    }

    /// Refuses hands from outside that a table of so many seats could not hold: there is one for each
    /// seat, and no card is in two hands, or in a hand and among these others.
    pub fn audit(&self, seats: usize, elsewhere: S) -> Result<(), &'static str> {
        if self.seats() != seats {
            return Err("there is not one hand for each seat");
        }
        let mut known = elsewhere;
        for (_, hand) in self.iter() {
            if !hand.intersection(known).is_empty() {
                return Err("a card is in two places");
            }
            known = known.union(hand);
        }
        Ok(())
    }
}

impl<S> std::ops::Index<Seat> for Hands<S> {
    type Output = S;

    #[inline]
    fn index(&self, seat: Seat) -> &S {
        &self.0[seat]
    }
}

impl<S> std::ops::IndexMut<Seat> for Hands<S> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut S {
        &mut self.0[seat]
    }
}

/// How many cards of each pool a hand holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Counts<const N: usize>([u8; N]);

impl<const N: usize> Default for Counts<N> {
    fn default() -> Self {
        Counts([0; N])
    }
}

// Serde knows no arrays of any length.
impl<const N: usize> Serialize for Counts<N> {
    fn serialize<Ser: serde::Serializer>(&self, serializer: Ser) -> Result<Ser::Ok, Ser::Error> {
        self.0.as_slice().serialize(serializer)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Counts<N> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let counts = Vec::<u8>::deserialize(deserializer)?;
        let counts = counts.try_into().map_err(|_| serde::de::Error::custom("not one number a pool"))?;
        Ok(Counts(counts))
    }
}

/// What one viewer may know of [`Hands`] whose cards are split into `N` pools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound = "S: PieceSet")]
pub struct SeenHands<S, const N: usize = 1> {
    shown: SeatMap<Option<S>>,
    held: SeatMap<Counts<N>>,
}

impl<S: PieceSet, const N: usize> SeenHands<S, N> {
    /// How many seats the table has.
    pub fn seats(&self) -> usize {
        self.held.seats()
    }

    /// A hand, if the viewer sees it.
    pub fn of(&self, seat: Seat) -> Option<S> {
        self.shown[seat]
    }

    /// How many cards a hand has.
    pub fn size(&self, seat: Seat) -> usize {
        self.held[seat].0.iter().map(|&number| usize::from(number)).sum()
    }

    /// How many cards of each pool a hand has.
    pub fn held(&self, seat: Seat) -> [u8; N] {
        self.held[seat].0
    }

    /// All cards that the viewer sees in hands.
    pub fn shown(&self) -> S {
        self.shown.as_slice().iter().flatten().copied().fold(S::EMPTY, S::union)
    }

    /// Hands that look the same: those that are seen, and for every other seat what `deal` makes up,
    /// told how many cards of each pool it must have.
    pub fn redeal_with(&self, mut deal: impl FnMut(Seat, [u8; N]) -> S) -> Hands<S> {
        Hands::from_fn(self.seats(), |seat| self.of(seat).unwrap_or_else(|| deal(seat, self.held[seat].0)))
    }

    /// Hands that look the same, dealt from what is unseen of each pool; what is left stays there.
    pub fn redeal_from_pools(&self, unseen: &mut [S; N], rng: &mut Rng) -> Hands<S> {
        self.redeal_with(|_, held| {
            let cards = unseen.iter_mut().zip(held);
            cards.fold(S::EMPTY, |hand, (pool, held)| hand.union(pool.draw_many(held.into(), rng)))
        })
    }
}

impl<S: PieceSet> SeenHands<S> {
    /// Hands that look the same, dealt from the cards that the viewer does not see; what is left is
    /// the rest of the deck.
    pub fn redeal(&self, unseen: &mut S, rng: &mut Rng) -> Hands<S> {
        self.redeal_with(|_, [held]| unseen.draw_many(held.into(), rng))
    }
}

#[cfg(test)]
mod tests {
    use boxwood_kit::{Card, CardSet};

    use super::*;

    fn seat(number: usize) -> Seat {
        Seat::new(number).unwrap()
    }

    fn cards(numbers: &[u8]) -> CardSet {
        numbers.iter().map(|&number| Card::new(number).unwrap()).collect()
    }

    fn three() -> Hands<CardSet> {
        let hands = [cards(&[0, 1]), cards(&[2, 30]), cards(&[31, 32, 33])];
        Hands::from_fn(3, |seat| hands[seat.index()])
    }

    #[test]
    fn only_the_own_hand_and_sizes_are_seen() {
        for (viewer, seen) in [(Viewer::Seat(seat(1)), [false, true, false]), (Viewer::Spectator, [false; 3])]
        {
            let view = three().seen_by(viewer);
            assert_eq!(Seat::all(3).map(|seat| view.of(seat).is_some()).collect::<Vec<_>>(), seen);
            assert_eq!(Seat::all(3).map(|seat| view.size(seat)).collect::<Vec<_>>(), [2, 2, 3]);
        }
        let all = three().seen_where(|_| true, [CardSet::FULL]);
        assert_eq!(all.shown(), three().all());
    }

    #[test]
    fn a_redeal_looks_the_same_and_loses_nothing() {
        let viewer = Viewer::Seat(seat(0));
        for number in 0..50 {
            let mut unseen = CardSet::FULL - three()[seat(0)];
            let hands = three().seen_by(viewer).redeal(&mut unseen, &mut Rng::from_number(number));
            assert_eq!(hands.seen_by(viewer), three().seen_by(viewer));
            assert_eq!(hands.all() | unseen, CardSet::FULL);
            assert_eq!(hands.audit(3, unseen), Ok(()));
        }
    }

    #[test]
    fn pools_keep_apart_what_cannot_be_mixed() {
        let old = cards(&[0, 1, 2, 3]);
        let (viewer, pools) = (Viewer::Seat(seat(0)), [old, CardSet::FULL - old]);
        let view = three().seen_in_pools(viewer, pools);
        let mut unseen = pools.map(|pool| pool - three()[seat(0)]);
        let hands = view.redeal_from_pools(&mut unseen, &mut Rng::from_number(7));
        assert_eq!((hands[seat(1)] & old).len(), 1, "one old card, as everybody knows");
        assert!((hands[seat(2)] & old).is_empty());
        assert_eq!(hands.seen_in_pools(viewer, pools), view);
        let secrets = three().secrets_in_pools(viewer, cards(&[3]), pools);
        assert_eq!(secrets.len(), 6);
        assert!(secrets.contains(&Secret { pool: 0, place: 1, holds: 2 }));
        assert!(secrets.contains(&Secret { pool: 0, place: 3, holds: 3 }), "the rest of the deck");
        assert!(secrets.contains(&Secret { pool: 1, place: 2, holds: 33 }));
    }

    #[test]
    fn hands_from_outside_that_cannot_be_are_refused() {
        assert_eq!(three().audit(3, CardSet::EMPTY), Ok(()));
        assert_eq!(three().audit(4, CardSet::EMPTY), Err("there is not one hand for each seat"));
        assert_eq!(three().audit(3, cards(&[33])), Err("a card is in two places"));
        let twice = Hands::from_fn(2, |_| cards(&[5]));
        assert_eq!(twice.audit(2, CardSet::EMPTY), Err("a card is in two places"));
    }

    #[test]
    fn views_read_back() {
        let view = three().seen_in_pools(Viewer::Spectator, [CardSet::FULL, CardSet::EMPTY]);
        let text = serde_json::to_string(&view).unwrap();
        assert_eq!(serde_json::from_str::<SeenHands<CardSet, 2>>(&text).unwrap(), view);
        assert!(serde_json::from_str::<SeenHands<CardSet>>(&text).is_err(), "not so many pools");
    }
}

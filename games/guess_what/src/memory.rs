//! What a viewer knows about kept hands (rule 8) from the rounds before.
//!
//! A card that lay in a row, or that the viewer held, was in nobody else's hand then. So a card that
//! a Student has kept since that round is none of these. Nobody sees whether a Student plays a kept
//! card or a new one; but after a few plays some cards of the hand must still be kept ones, and
//! how many at least can be counted.
//!
//! Rounds are counted back from this one: 0 is this round, 1 the one before.

use boxwood_engine::{Hands, Seat, SeenHands, Viewer};
use boxwood_kit::{Card, CardSet, Pile, Rng};
use serde::{Deserialize, Serialize};

use super::state::Table;
use super::{HAND, MOST_CARDS, MOST_ROUNDS};

/// The cards of a round in the order in which they were laid, without the starting card.
pub(super) type Row = Pile<Card, MOST_CARDS>;

/// A round that is over, while hands from it may be kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Earlier {
    pub start: Card,
    pub row: Row,
}

/// What one viewer remembers.
pub(super) struct Memory<'a> {
    table: &'a Table,
    /// The row of this round, and those before it.
    rows: Pile<Row, MOST_ROUNDS>,
    /// By round, what the viewer saw lie or held at its end.
    seen: Pile<CardSet, MOST_ROUNDS>,
}

impl<'a> Memory<'a> {
    /// Of a viewer who gave these cards back on becoming Professor.
    pub(super) fn new(table: &'a Table, viewer: Viewer, returned: CardSet) -> Memory<'a> {
        let now = table.row.iter().map(|played| played.card).chain(table.judged()).collect();
        let earlier = || table.earlier.iter().rev();
        let rows = [now].into_iter().chain(earlier().map(|round| round.row)).collect();
        let mut seen: Pile<CardSet, MOST_ROUNDS> = [table.open_cards()].into_iter().collect();
        seen.extend(earlier().map(Earlier::cards));
        let gave_back = viewer.seat().and_then(|seat| table.was_professor(seat));
        if let Some(before) = gave_back.and_then(|ago| seen.get_mut(ago + 1)) {
            *before = *before | returned;
        }
        Memory { table, rows, seen }
    }

    /// How many rounds are remembered besides this one.
    fn depth(&self) -> usize {
        self.seen.len() - 1
    }

    /// What the viewer has seen from the end of that round on.
    fn seen_since(&self, ago: usize) -> CardSet {
        self.seen[..=ago].iter().copied().collect()
    }

    /// So many cards of the seat's hand, at least, were there at the end of that round.
    pub(super) fn kept_since(&self, ago: usize, seat: Seat) -> usize {
        let table = self.table;
        if table.was_professor(seat).is_some_and(|since| since <= ago) {
            return 0;
        }
        // Whoever played the last card of a round has not drawn another (R12).
        let is_last = table.student_at(ago, self.rows[ago].len() - 1) == seat;
        let mut seen = self.seen[ago];
        let mut played = 0;
        for later in (0..ago).rev() {
            let by_seat = |(place, _): &(usize, &Card)| table.student_at(later, *place) == seat;
            // A card seen since then was drawn later; any other may have been kept until now.
            let own = self.rows[later].iter().enumerate().filter(by_seat);
            played += own.filter(|(_, card)| !seen.contains(**card)).count();
            seen = seen | self.seen[later];
        }
        (HAND - usize::from(is_last)).saturating_sub(played)
    }

    /// Whether this could be the seat's hand.
    pub(super) fn allows(&self, seat: Seat, hand: CardSet) -> bool {
        (1..=self.depth()).all(|ago| (hand - self.seen_since(ago)).len() >= self.kept_since(ago, seat))
    }

    /// Hands that look the same, dealt from what the viewer does not see.
    ///
    /// The oldest cards come first, for all seats: fewest cards can be these, and whatever they are leaves
    /// enough for the newer ones. So they cannot be dealt hand by hand.
    pub(super) fn redeal(
        &self,
        hands: &SeenHands<CardSet>,
        mut unseen: CardSet,
        rng: &mut Rng,
    ) -> Hands<CardSet> {
        let mut dealt: Hands<CardSet> = Hands::empty(hands.seats());
        let hidden = || Seat::all(hands.seats()).filter(|&seat| hands.of(seat).is_none());
        let mut deal = |seat: Seat, size: usize, unlike: CardSet| {
            let cards = (unseen - unlike).draw_many(size.saturating_sub(dealt[seat].len()), rng);
            unseen = unseen - cards;
            dealt[seat] = dealt[seat] | cards;
        };
        for ago in (1..=self.depth()).rev() {
            hidden().for_each(|seat| deal(seat, self.kept_since(ago, seat), self.seen_since(ago)));
        }
        hidden().for_each(|seat| deal(seat, hands.size(seat), CardSet::EMPTY));
        hands.redeal_with(|seat, _| dealt[seat])
    }

    /// The cards by when the viewer has seen them last: not at all, or in which round. Two cards of a
    /// kind could be exchanged without the viewer noticing.
    pub(super) fn kinds(&self) -> [CardSet; MOST_ROUNDS] {
        let mut kinds = [CardSet::EMPTY; MOST_ROUNDS];
        let mut later = CardSet::EMPTY;
        for (kind, seen) in kinds[1..].iter_mut().zip(&self.seen[1..]) {
            *kind = *seen - later;
            later = later | *seen;
        }
        kinds[0] = CardSet::FULL - later;
        kinds
    }
}

impl Earlier {
    /// Every card that lay open.
    pub(super) fn cards(&self) -> CardSet {
        self.row.iter().copied().chain([self.start]).collect()
    }
}

impl Table {
    /// A round before this one, while hands from it may be kept.
    pub(super) fn earlier(&self, ago: usize) -> Option<&Earlier> {
        self.earlier.iter().rev().nth(ago.checked_sub(1)?)
    }

    /// How many rounds ago this seat was Professor, if it was.
    pub(super) fn was_professor(&self, seat: Seat) -> Option<usize> {
        let ago = (self.leader.index() + self.seats() - seat.index()) % self.seats();
        (!self.is_automatic() && ago <= usize::from(self.round)).then_some(ago)
    }

    /// Rules 4 and 9: who played at this place of a row, so many rounds ago.
    pub(super) fn student_at(&self, ago: usize, place: usize) -> Seat {
        let seats = self.seats();
        let leader = self.leader.after(seats - ago % seats, seats);
        if self.is_automatic() {
            leader.after(place, seats)
        } else {
            leader.after(1 + place % (seats - 1), seats)
        }
    }
}

//! What lies on the table, and what can be asked of it.

use boxwood_engine::{Seat, SeatMap, SeatSet};
use boxwood_kit::{Card, CardSet};
use serde::{Deserialize, Serialize};

use super::judge::fitting;
use super::{HAND, Options, SEATS, State, View};

/// What everybody may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    /// How many cards each deck has.
    pub decks: SeatMap<u8>,
    /// The top cards of the left and the right pile, once they are turned up.
    pub tops: Option<[Card; 2]>,
    /// The cards below them. They may not be looked at, but everybody has seen them.
    pub covered: CardSet,
    /// Who has said that nothing fits, since the tops last changed.
    pub stuck: SeatSet,
    pub phase: Phase,
    pub options: Options,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Phase {
    /// Rule 1: the start cards lie face down.
    Countdown { ready: SeatSet },
    /// Rule 2.
    Race(Race),
    /// Rule 8: this seat's turn.
    Turn(Seat),
    /// Rules 4 to 6.
    Over,
}

/// How the clocks of a race stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Race {
    /// How many plays, draws and cards turned up there have been.
    pub moves: u32,
    /// The number of each player's last play or draw.
    pub last: SeatMap<u32>,
    /// Rule 4: the second has passed since the last move, and somebody could go on.
    pub checked: bool,
    /// Rule 7: who may not play just now.
    pub blocked: SeatSet,
    /// R8: who has passed because of a block, which says nothing about the hand.
    pub waiting: SeatSet,
    /// How often each player was blocked; tells one block from the next.
    pub blocks: SeatMap<u32>,
}

impl Race {
    pub(super) fn new() -> Race {
        let none = SeatMap::filled(SEATS, 0);
        let (blocked, waiting) = (SeatSet::EMPTY, SeatSet::EMPTY);
        Race { moves: 0, last: none, checked: false, blocked, waiting, blocks: none }
    }
}

impl State {
    #[inline]
    pub(super) fn sizes(&self) -> SeatMap<u8> {
        SeatMap::from_fn(SEATS, |seat| self.hands[seat].len() as u8)
    }

    /// The cards of both decks, and the start cards while they lie face down.
    #[inline]
    pub(super) fn in_decks(&self) -> CardSet {
        CardSet::FULL - self.table.open_cards() - self.hands.all()
    }
}

impl View {
    pub(super) fn sizes(&self) -> SeatMap<u8> {
        SeatMap::from_fn(SEATS, |seat| self.hands.size(seat) as u8)
    }
}

impl Table {
    /// Who may act, with hands of these sizes. Nothing in it depends on what the hands are.
    #[inline]
    pub(super) fn active(&self, sizes: SeatMap<u8>) -> SeatSet {
        match self.phase {
            Phase::Countdown { ready } => Seat::all(SEATS).filter(|&seat| !ready.contains(seat)).collect(),
            Phase::Turn(seat) => SeatSet::only(seat),
            Phase::Race(race) => self.racing(&race, sizes),
            Phase::Over => SeatSet::EMPTY,
        }
    }

    /// Whoever is neither stuck nor blocked. If there is nobody, the blocked are asked whether they
    /// wait for the end of their block (R8).
    #[inline]
    fn racing(&self, race: &Race, sizes: SeatMap<u8>) -> SeatSet {
        let is_free =
            |seat: Seat| !race.blocked.contains(seat) || self.can_draw(seat, usize::from(sizes[seat]));
        let not_stuck = Seat::all(SEATS).filter(|&seat| !self.stuck.contains(seat));
        let free: SeatSet = not_stuck.clone().filter(|&seat| is_free(seat)).collect();
        if free.is_empty() { not_stuck.filter(|&seat| !race.waiting.contains(seat)).collect() } else { free }
    }

    /// Rule 7: whether this seat may not play just now.
    #[inline]
    pub(super) fn is_blocked(&self, seat: Seat) -> bool {
        matches!(self.phase, Phase::Race(race) if race.blocked.contains(seat))
    }

    /// R8: whether everybody has said that they do not go on.
    pub(super) fn all_have_passed(&self) -> bool {
        let waiting = if let Phase::Race(race) = self.phase { race.waiting } else { SeatSet::EMPTY };
        Seat::all(SEATS).all(|seat| self.stuck.contains(seat) || waiting.contains(seat))
    }

    /// Rule 3.
    #[inline]
    pub(super) fn can_draw(&self, seat: Seat, hand: usize) -> bool {
        hand < HAND && self.decks[seat] > 0
    }

    /// The cards that everybody has seen.
    #[inline]
    pub(super) fn open_cards(&self) -> CardSet {
        self.covered | self.tops.into_iter().flatten().collect()
    }

    /// The cards that this seat cannot hold, because it is stuck.
    pub(super) fn impossible(&self, seat: Seat) -> CardSet {
        self.tops.filter(|_| self.stuck.contains(seat)).map_or(CardSet::EMPTY, fitting)
    }
}

//! What can be asked of the table.

use boxwood_engine::Seat;
use boxwood_kit::Symbol;

use super::{Bid, CUBES, Lives, MaxCards, Options, Phase, Table, VALUE_ROUND};

impl Options {
    /// Rule 2: the most cards of a hand at a table of so many.
    #[inline]
    pub(super) fn max_cards(&self, seats: usize) -> u8 {
        let most = match seats {
            0..=7 => 5,
            8..=9 => 4,
            _ => 3,
        };
        match self.max_cards {
            MaxCards::Auto | MaxCards::Five => most,
            MaxCards::Four => most.min(4),
            MaxCards::Three => 3,
        }
    }

    /// Rules 1 and 10.
    pub(super) fn cubes_each(&self, seats: usize) -> u8 {
        match self.lives {
            Lives::Five => CUBES,
            Lives::AsCards => self.max_cards(seats),
        }
    }
}

impl Table {
    #[inline]
    pub(super) fn seats(&self) -> usize {
        self.lives.seats()
    }

    /// Whoever is to decide.
    #[inline]
    pub(super) fn to_act(&self) -> Option<Seat> {
        match self.phase {
            Phase::ChooseWild(seat) | Phase::Open(seat) => Some(seat),
            Phase::Answer { bidder, .. } => Some(self.next_in(bidder)),
            Phase::Showdown { .. } | Phase::Over => None,
        }
    }

    /// Which round it is, from 1: every one before has cost a cube.
    pub(super) fn round(&self) -> u8 {
        let lost: u8 = self.lives.iter().map(|(_, lives)| self.cubes_each().saturating_sub(*lives)).sum();
        match self.phase {
            Phase::ChooseWild(_) | Phase::Open(_) | Phase::Answer { .. } => lost + 1,
            Phase::Showdown { round, .. } => round,
            Phase::Over => lost,
        }
    }

    /// The bid that stands or is being settled, and whose it is.
    pub(super) fn standing(&self) -> Option<(Seat, Bid)> {
        match self.phase {
            Phase::Answer { bidder, bid } | Phase::Showdown { bidder, bid, .. } => Some((bidder, bid)),
            Phase::ChooseWild(_) | Phase::Open(_) | Phase::Over => None,
        }
    }

    #[inline]
    pub(super) fn is_in(&self, seat: Seat) -> bool {
        self.lives[seat] > 0
    }

    /// The next player on the left who is still in.
    #[inline]
    pub(super) fn next_in(&self, seat: Seat) -> Seat {
        let still_in = self.lives.seats_where(|&lives| lives > 0);
        still_in.next_after(seat, self.seats()).unwrap_or(seat)
    }

    /// How many cubes everybody began with.
    pub(super) fn cubes_each(&self) -> u8 {
        self.options.cubes_each(self.seats())
    }

    /// Rule 2, with R9: how many cards this seat is dealt.
    #[inline]
    pub(super) fn hand_size(&self, seat: Seat) -> u8 {
        if matches!(self.phase, Phase::Over) {
            0
        } else {
            self.lives[seat].min(self.options.max_cards(self.seats()))
        }
    }

    /// How many cards are dealt to all players together.
    #[inline]
    pub(super) fn dealt(&self) -> u8 {
        Seat::all(self.seats()).map(|seat| self.hand_size(seat)).sum()
    }

    /// Rule 8, with R5.
    #[inline]
    pub(super) fn is_value_round(&self) -> bool {
        self.dealt() <= VALUE_ROUND
    }

    /// Where on the track the symbol lies, from 0.
    #[inline]
    pub(super) fn position(&self, symbol: Symbol) -> usize {
        self.track.iter().position(|&tile| tile == symbol).expect("the track has every symbol")
    }

    /// The symbols further along the track than this one.
    #[inline]
    pub(super) fn beyond(&self, symbol: Symbol) -> &[Symbol] {
        &self.track[self.position(symbol) + 1..]
    }
}

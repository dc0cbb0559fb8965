//! Questions about the table: whose tiles and cards are where, and what they are worth.

use boxwood_engine::{Outcome, Seat, SeatMap, SeatSet};
use boxwood_kit::CardSet;

use super::board::{Tile, Tiles};
use super::{Acting, OF_EACH, Phase, Step, TRIPLE, Table, UNITS, colour};

impl Table {
    #[inline]
    pub(super) fn seats(&self) -> usize {
        self.held.seats()
    }

    /// Rule 17.
    #[inline]
    pub(super) fn turn_cap(&self) -> Option<u8> {
        self.options.turn_cap.on().map(|cap| cap.get() as u8)
    }

    /// Who may decide now; nobody when it is over.
    #[inline]
    pub(super) fn to_act(&self, to_commit: SeatSet) -> SeatSet {
        match self.phase {
            Phase::Place(seat) | Phase::Count(seat) => SeatSet::only(seat),
            Phase::Acting(Acting { seat, step, .. }) => match step {
                Step::Battle { .. } => to_commit,
                Step::Flee { to, .. } => self.owner(to).map_or(SeatSet::EMPTY, SeatSet::only),
                Step::Choose | Step::Reinforce { .. } | Step::Move { .. } | Step::Advance { .. } => {
                    SeatSet::only(seat)
                }
            },
            Phase::Over => SeatSet::EMPTY,
        }
    }

    /// Whose units are on the tile.
    #[inline]
    pub(super) fn owner(&self, tile: Tile) -> Option<Seat> {
        Seat::all(self.seats()).find(|&seat| self.held[seat].contains(tile))
    }

    #[inline]
    pub(super) fn units(&self, tile: Tile) -> u8 {
        self.units.get(tile.index()).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn unoccupied(&self) -> Tiles {
        let held = self.held.as_slice().iter();
        self.map.all().without(held.fold(Tiles::EMPTY, |all, held| all.or(*held)))
    }

    /// The tiles of everybody else.
    #[inline]
    pub(super) fn enemies(&self, seat: Seat) -> Tiles {
        self.map.all().without(self.unoccupied()).without(self.held[seat])
    }

    /// How many units somebody has on the map.
    #[inline]
    pub(super) fn on_tiles(&self, seat: Seat) -> u8 {
        self.held[seat].iter().map(|tile| self.units(tile)).sum()
    }

    #[inline]
    pub(super) fn supply(&self, seat: Seat) -> u8 {
        UNITS - self.on_tiles(seat)
    }

    /// Rule 15: who is still in the game once the units are placed.
    #[inline]
    pub(super) fn on_map(&self) -> SeatSet {
        self.held.seats_where(|held| !held.is_empty())
    }

    /// Rule 3: the cards that somebody has not taken into hand yet.
    #[inline]
    pub(super) fn reserve(&self, seat: Seat) -> CardSet {
        CardSet::of_colour(colour(self.seats(), seat)) - self.hands[seat] - self.played[seat]
    }

    /// Rule 7: the cards somebody may play: the hand, or if it is empty what it will be.
    #[inline]
    pub(super) fn playable(&self, seat: Seat) -> CardSet {
        if !self.hands[seat].is_empty() {
            return self.hands[seat];
        }
        let lowest = self.reserve(seat).first().map_or(CardSet::EMPTY, CardSet::only);
        self.played[seat] | lowest
    }

    /// Rule 14: the players on the map whose 6 is still in the reserve.
    #[inline]
    pub(super) fn without_six(&self) -> SeatSet {
        let mut seats = self.on_map();
        for seat in seats.iter().filter(|&seat| self.reserve(seat).is_empty()) {
            seats.remove(seat);
        }
        seats
    }

    #[inline]
    pub(super) fn put(&mut self, seat: Seat, tile: Tile, n: u8) {
        if n > 0 {
            self.units[tile.index()] += n;
            self.held[seat].insert(tile);
        }
    }

    #[inline]
    pub(super) fn take(&mut self, seat: Seat, tile: Tile, n: u8) {
        self.units[tile.index()] -= n;
        if self.units[tile.index()] == 0 {
            self.held[seat].remove(tile);
        }
    }

    /// Rule 16.
    pub(super) fn outcome(&self) -> Outcome {
        let scores = SeatMap::from_fn(self.seats(), |seat| score(self, seat).sum());
        let standing = |seat| (scores[seat], self.held[seat].len(), self.on_tiles(seat));
        Outcome::by(scores, standing)
    }

    pub(super) fn name(&self, tile: Tile) -> String {
        self.map.name(tile)
    }
}

/// Rule 16: what somebody's tiles are worth.
pub(super) struct Score {
    pub(super) tiles: usize,
    /// Different symbols.
    pub(super) symbols: usize,
    pub(super) triples: usize,
}

impl Score {
    /// 1 + 2 + … + k for k different symbols.
    pub(super) fn ladder(&self) -> i32 {
        (self.symbols * (self.symbols + 1) / 2) as i32
    }

    pub(super) fn sum(&self) -> i32 {
        self.tiles as i32 + self.ladder() + TRIPLE * self.triples as i32
    }
}

pub(super) fn score(table: &Table, seat: Seat) -> Score {
    let mut of_symbol = [0; 6];
    let held = table.held[seat];
    for symbol in held.iter().filter_map(|tile| table.map.face(tile)) {
        of_symbol[symbol.id()] += 1;
    }
    let with = |least| of_symbol.iter().filter(|&&n| n >= least).count();
    Score { tiles: held.len(), symbols: with(1), triples: with(OF_EACH) }
}

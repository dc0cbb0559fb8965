//! What can be asked of the table.

use boxwood_engine::Seat;
use boxwood_kit::CardSet;

use super::{HandsShown, Options, PassRounds, Phase, State, Table};

impl Options {
    /// Rule 6, with R4 and R7: so many passes in a row end the game at a table of so many.
    #[inline]
    pub(super) fn most_passes(&self, seats: usize) -> u8 {
        let rounds = match (seats, self.pass_rounds) {
            (1, _) | (2 | 3, PassRounds::Two) => 2,
            _ => 1,
        };
        (rounds * seats) as u8
    }
}

impl Table {
    /// The last number laid.
    #[inline]
    pub(super) fn score(&self) -> u8 {
        self.laid.len() as u8
    }

    /// The number to make.
    #[inline]
    pub(super) fn target(&self) -> u8 {
        self.score() + 1
    }

    /// Whether everybody sees all hands: R5, and when it is over.
    pub(super) fn shows_hands(&self) -> bool {
        self.options.hands == HandsShown::Open || matches!(self.phase, Phase::Over(_))
    }

    /// The cards of which everybody knows equally much where they are.
    pub(super) fn pools(&self) -> [CardSet; 2] {
        [CardSet::FULL - self.held, self.held]
    }

    /// How often a seat has passed since the last set, at a table of so many.
    pub(super) fn passes_of(&self, seat: Seat, seats: usize) -> u8 {
        let last = match self.phase {
            Phase::Turn(turn) => turn.previous(seats),
            Phase::Over(last) => last,
        };
        // The run of passes goes back from the last one.
        let back = (last.index() + seats - seat.index()) % seats;
        let passes = usize::from(self.passes);
        if back < passes { ((passes - back).div_ceil(seats)) as u8 } else { 0 }
    }
}

impl State {
    /// The cards that are left to draw.
    #[inline]
    pub(super) fn draw_pile(&self) -> CardSet {
        CardSet::FULL - self.table.used - self.hands.all()
    }
}

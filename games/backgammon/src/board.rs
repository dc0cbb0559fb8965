//! Where the pieces stand, and from where they can move.

use std::fmt;

use boxwood_kit::Die;
use serde::{Deserialize, Serialize};

/// The number of a piece that was hit and stands outside.
pub const OUTSIDE: u8 = 0;
/// The number of a piece that has been taken off.
pub const OFF: u8 = 25;
/// The first space of a player's home.
pub const HOME: u8 = 19;
/// How many pieces each player has.
pub const PIECES: u8 = 15;

/// Bits 1–24: the spaces of the board.
pub const SPACES: u32 = (1 << OFF) - 2;

/// Where one player's pieces stand, by the player's own numbers.
///
/// Kept as four bit planes: bit `s` of plane `i` is binary digit `i` of the number of pieces on `s`.
/// So "at least one" and "at least two" are questions about all spaces at once.
/// Written and read as the numbers of pieces on 0–25, which are 15 together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "[u8; 26]", into = "[u8; 26]")]
pub struct Side([u32; 4]);

impl Side {
    /// Rule 1: 2 pieces on 1, 5 on 12, 3 on 17, 5 on 19.
    pub const START: Side = Side([
        1 << 12 | 1 << 17 | 1 << 19, // the ones of 5, 3, 5
        1 << 1 | 1 << 17,            // the twos of 2, 3
        1 << 12 | 1 << 19,           // the fours of 5, 5
        0,
    ]);

    /// How many pieces stand on this number, 0–25.
    pub fn count(self, space: u8) -> u8 {
        (0..4).map(|digit| ((self.0[digit] >> space & 1) as u8) << digit).sum()
    }

    /// How many pieces stand on each number.
    pub fn counts(self) -> [u8; 26] {
        std::array::from_fn(|space| self.count(space as u8))
    }

    /// Whether all pieces have been taken off.
    #[inline]
    pub fn is_done(self) -> bool {
        self.0.iter().all(|plane| plane >> OFF & 1 == 1) // fifteen has all four digits
    }

    /// How far the pieces have still to go, together.
    pub fn distance(self) -> u16 {
        (0..OFF).map(|space| u16::from(OFF - space) * u16::from(self.count(space))).sum()
    }

    /// The numbers with at least one piece.
    #[inline]
    pub fn held(self) -> u32 {
        self.0[0] | self.many()
    }

    /// The numbers with two or more pieces.
    #[inline]
    pub fn many(self) -> u32 {
        self.0[1] | self.0[2] | self.0[3]
    }

    /// The lowest number with a piece; 25 when all are off.
    #[inline]
    pub fn rearmost(self) -> u32 {
        self.held().trailing_zeros()
    }

    /// A number that differs for most sides, in its highest bits first.
    #[inline]
    pub fn hash(self) -> u64 {
        let [ones, twos, fours, eights] = self.0.map(u64::from);
        let mixed = (ones | twos << 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 29 ^ fours << 7 ^ eights << 35).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    /// Moves a piece that stands on `from`.
    #[inline]
    pub fn shift(&mut self, from: u8, to: u8) {
        // Schoolbook arithmetic in binary: first borrow from, then carry into the next digit.
        let mut borrow = 1 << from;
        let mut carry = 1 << to;
        for plane in &mut self.0 {
            let below = !*plane & borrow;
            *plane ^= borrow;
            borrow = below;
            let above = *plane & carry;
            *plane ^= carry;
            carry = above;
        }
    }
}

impl TryFrom<[u8; 26]> for Side {
    type Error = &'static str;

    fn try_from(counts: [u8; 26]) -> Result<Side, &'static str> {
        if counts.iter().map(|&count| u32::from(count)).sum::<u32>() != u32::from(PIECES) {
            return Err("each player has 15 pieces");
        }
        let plane = |digit: usize| {
            (0..26).filter(|&space| counts[space] >> digit & 1 == 1).map(|space| 1 << space).sum()
        };
        Ok(Side(std::array::from_fn(plane)))
    }
}

impl From<Side> for [u8; 26] {
    fn from(side: Side) -> [u8; 26] {
        side.counts()
    }
}

impl fmt::Debug for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.counts().fmt(f)
    }
}

/// Spaces of one player by the other's numbers: space k is the other's 25 − k.
#[inline]
pub fn mirrored(spaces: u32) -> u32 {
    spaces.reverse_bits() >> (31 - OFF) & SPACES
}

/// All that matters for the moves of one turn, as sets of spaces by the mover's numbers: bit `s` is space `s`.
///
/// Closed spaces stay closed and others open for the whole turn, since a hit needs an open space.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    /// Own pieces stand here or outside; those taken off do not count.
    own: u32,
    /// Exactly one own piece stands here.
    lone: u32,
    /// Two or more enemy pieces stand here: rule 5.
    closed: u32,
}

impl Outlook {
    /// What the owner of the first side sees.
    #[inline]
    pub fn new(own: Side, enemy: Side) -> Outlook {
        let held = own.held() & !(1 << OFF);
        let closed = mirrored(enemy.many());
        Outlook { own: held, lone: held & !own.many(), closed }
    }

    /// Whether an enemy may not be joined here: rule 5.
    pub fn is_closed(self, space: u8) -> bool {
        self.closed >> space & 1 == 1
    }

    /// Whether all pieces still in the game are home: rule 7.
    pub fn is_home(self) -> bool {
        self.own.trailing_zeros() >= u32::from(HOME)
    }

    /// The spaces from which a piece can move by this number, whatever is played afterwards: rules 5 to 7.
    #[inline]
    pub fn sources(self, die: Die) -> u32 {
        sources(self.own, self.closed, die)
    }

    /// Those of the moves by `first` after which `second`, another number, can still be played.
    ///
    /// `firsts` and `seconds` are the sources of both now.
    #[inline]
    pub fn continuing(self, first: Die, firsts: u32, second: Die, seconds: u32) -> u32 {
        // Moving one piece never stops another: spaces do not close, pieces that are home stay home, the rearmost
        // stays the rearmost, and what is outside does not wait for anything. So only a lone piece that the second
        // number needs itself can be missing afterwards.
        let doubtful = match seconds {
            0 => firsts,
            _ if seconds & (seconds - 1) == 0 => firsts & seconds & self.lone,
            _ => 0,
        };
        firsts & !doubtful | self.tried(first, doubtful, second)
    }

    /// Those of the moves by `first` after which `second` can still be played, each tried.
    #[inline]
    fn tried(self, first: Die, firsts: u32, second: Die) -> u32 {
        let (mut rest, mut good) = (firsts, 0);
        while rest != 0 {
            let source = rest & rest.wrapping_neg();
            rest ^= source;
            let target = source << first.value() & SPACES; // nothing if it goes off
            let own = self.own & !(source & self.lone) | target;
            if sources(own, self.closed, second) != 0 {
                good |= source;
            }
        }
        good
    }
}

#[inline]
fn sources(own: u32, closed: u32, die: Die) -> u32 {
    let die = u32::from(die.value());
    // Rule 6: while something is outside, nothing else moves.
    let movers = if own & 1 == 1 { 1 } else { own };
    let exact = u32::from(OFF) - die;
    let moves = movers & !(closed >> die) & ((1 << exact) - 1);
    // Rule 7: from the space that needs this number, or from the rearmost if that needs less.
    let rearmost = own.trailing_zeros().min(u32::from(OFF));
    if rearmost < u32::from(HOME) { moves } else { moves | own & 1 << rearmost.max(exact) }
}

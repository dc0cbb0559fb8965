//! What lies on the table, and what can be asked of it.

use boxwood_engine::{Seat, SeatMap};
use boxwood_kit::{Card, CardSet, Pile};
use serde::{Deserialize, Serialize};

use super::idea::{Idea, Text};
use super::limits::Limits;
use super::memory::Earlier;
use super::rule::Moment;
use super::{
    DensityLimits, FEWEST_ROUNDS, Judging, KeepHands, MOST_CARDS, MOST_ROUNDS, Options, Professor, State,
    WrongCards,
};

/// What everybody may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    pub options: Options,
    /// The cubes each player has.
    pub cubes: SeatMap<u16>,
    /// The right guesses each player has made.
    pub right: SeatMap<u8>,
    /// The rounds before this one.
    pub round: u8,
    /// The Professor of this round; its first Student where the Professor is automatic.
    pub leader: Seat,
    pub start: Card,
    /// The cards played in this round and what was said about them.
    pub row: Pile<Played, MOST_CARDS>,
    /// The wrong guesses of this round.
    pub wrong: Pile<Guess, MOST_CARDS>,
    pub phase: Phase,
    /// How the round before ended.
    pub last: Option<Past>,
    /// The rounds before, if hands are kept (rule 8).
    pub earlier: Pile<Earlier, { MOST_ROUNDS - 1 }>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Played {
    pub card: Card,
    pub correct: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Guess {
    pub by: Seat,
    pub idea: Idea,
}

impl Default for Guess {
    /// Only fills the empty places of a pile.
    fn default() -> Guess {
        Guess { by: Seat::default(), idea: Idea::Text(Text::default()) }
    }
}

/// A round that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Past {
    pub rule: Idea,
    pub found_by: Option<Seat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Phase {
    /// Rule 3: the Professor sets the rule.
    SetRule,
    /// Rule 4: this Student plays a card.
    Play(Seat),
    /// Rule 10: the Professor judges the card this Student has played.
    Verdict { student: Seat, card: Card },
    /// Rule 5: this Student may guess.
    Guess(Seat),
    /// Rule 10: the Professor judges what this Student has guessed.
    Judge(Guess),
    /// Rule 7.
    Over,
}

impl State {
    /// The cards that nobody has seen in this round.
    #[inline]
    pub(super) fn pile(&self) -> CardSet {
        CardSet::FULL - self.table.open_cards() - self.hands.all()
    }
}

impl Table {
    #[inline]
    pub(super) fn seats(&self) -> usize {
        self.cubes.seats()
    }

    /// Rule 9, with R13: nobody is left to be a Student of a single player.
    #[inline]
    pub(super) fn is_automatic(&self) -> bool {
        self.seats() == 1 || self.options.professor == Professor::Automatic
    }

    /// Rule 10.
    #[inline]
    pub(super) fn is_human(&self) -> bool {
        self.options.judge == Judging::Human
    }

    /// Rule 6, or rule 8.
    #[inline]
    pub(super) fn cards_per_round(&self) -> u8 {
        self.options.cards_per_round.get() as u8
    }

    /// Whoever is Professor, if it is a player.
    #[inline]
    pub(super) fn the_professor(&self) -> Option<Seat> {
        (!self.is_automatic()).then_some(self.leader)
    }

    #[inline]
    pub(super) fn is_student(&self, seat: Seat) -> bool {
        self.the_professor() != Some(seat)
    }

    /// Rules 4 and 9: the Student who begins a round.
    pub(super) fn first_student(&self) -> Seat {
        self.the_professor().map_or(self.leader, |professor| professor.next(self.seats()))
    }

    /// The next Student clockwise.
    #[inline]
    pub(super) fn next_student(&self, student: Seat) -> Seat {
        let next = student.next(self.seats());
        if self.is_student(next) { next } else { next.next(self.seats()) }
    }

    /// Rules 7 and 9.
    pub(super) fn rounds(&self) -> u8 {
        let seats = self.seats() as u8;
        if self.is_automatic() { seats.max(FEWEST_ROUNDS) } else { seats }
    }

    /// Whoever is to decide.
    #[inline]
    pub(super) fn to_act(&self) -> Option<Seat> {
        match self.phase {
            Phase::SetRule | Phase::Verdict { .. } | Phase::Judge(_) => Some(self.leader),
            Phase::Play(student) | Phase::Guess(student) => Some(student),
            Phase::Over => None,
        }
    }

    /// Whether there is a rule that is not revealed yet.
    pub(super) fn has_secret(&self) -> bool {
        !matches!(self.phase, Phase::SetRule | Phase::Over)
    }

    pub(super) fn limits(&self) -> Limits {
        Limits {
            max_atoms: self.options.max_atoms.get() as u8,
            density: self.options.density_limits == DensityLimits::On,
            cards_per_round: self.cards_per_round(),
        }
    }

    /// Rule 9: whether the automatic Professor's rule is one of the easy ones.
    pub(super) fn is_easy(&self) -> bool {
        self.is_automatic() && self.round == 0
    }

    /// Rule 8.
    pub(super) fn keeps_hands(&self) -> bool {
        self.options.keep_hands == KeepHands::Yes
    }

    /// The card that is being judged.
    pub(super) fn judged(&self) -> Option<Card> {
        match self.phase {
            Phase::Verdict { card, .. } => Some(card),
            _ => None,
        }
    }

    /// The cards that lie face up.
    #[inline]
    pub(super) fn open_cards(&self) -> CardSet {
        self.row.iter().map(|played| played.card).chain([self.start]).chain(self.judged()).collect()
    }

    /// Rule 4: the cubes beside the row.
    pub(super) fn cubes_beside(&self) -> u16 {
        self.row.iter().filter(|played| played.correct).count() as u16
    }

    /// The row as a rule sees it: the moment of each card played, and the one of the next card.
    pub(super) fn moments(&self) -> (Pile<Moment, MOST_CARDS>, Moment) {
        let mut moments = Pile::new();
        let mut next = Moment::after(self.start);
        for played in &self.row {
            moments.push(next.with(played.card));
            // R1
            if played.correct || self.options.wrong_cards == WrongCards::Stay {
                next.join(played.card);
            }
        }
        (moments, next)
    }
}

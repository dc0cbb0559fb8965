//! What can be asked of the table.

use std::ops::Range;

use boxwood_engine::SeatSet;
use boxwood_kit::{Card, CardSet, Colour};

use super::board::Tiles;
use super::{CUBE_COLOURS, CUBES, Deck, MOVEMENT_CARDS, Phase, Place, RELIC_CARDS, RELICS, State, Table};

impl State {
    /// The movement cards that are still to be dealt.
    pub(super) fn movement_deck(&self) -> CardSet {
        MOVEMENT_CARDS - self.table.used - self.hands.all()
    }
}

impl Deck {
    /// Those of all its cards that are neither face down nor face up any more.
    #[inline]
    pub(super) fn gone(self, all: CardSet) -> CardSet {
        all - self.deck - self.shown
    }
}

impl Table {
    /// Who may decide now.
    #[inline]
    pub(super) fn active(&self) -> SeatSet {
        match self.phase {
            Phase::Play(seats) => seats,
            Phase::Points { seat, .. } => SeatSet::only(seat),
            Phase::Damage(_) => SeatSet::only(self.start),
            Phase::Over => SeatSet::EMPTY,
        }
    }

    /// The tiles on which cubes stand that this border names.
    #[inline]
    pub(super) fn standing(&self, border: Colour) -> Tiles {
        let places = self.cubes[named_by(border)].iter();
        places.filter_map(|&place| if let Place::Tile(tile) = place { Some(tile) } else { None }).collect()
    }

    /// Rules 8 and 10, with R2 and R4: those of the cards that a cube matches.
    #[inline]
    pub(super) fn matched(&self, cards: CardSet) -> CardSet {
        let matches =
            |card: &Card| !(self.temple.showing(card.symbol()) & self.standing(card.colour())).is_empty();
        cards.iter().filter(matches).collect()
    }

    /// Moves a cube of this colour that is here.
    #[inline]
    pub(super) fn carry(&mut self, cube: Colour, from: Place, to: Place) {
        let mover = self.cubes[named_by(cube)].iter_mut().find(|place| **place == from);
        *mover.expect("check allows moving cubes that are there") = to;
    }

    pub(super) fn cubes_in(&self, place: Place) -> u8 {
        self.cubes.iter().filter(|&&cube| cube == place).count() as u8
    }

    /// Rule 12: whether a tile is left, and a cube that is neither out nor dead.
    #[inline]
    pub(super) fn goes_on(&self) -> bool {
        let is_inside = |place: &Place| matches!(place, Place::Forecourt | Place::Tile(_));
        !self.temple.present().is_empty() && self.cubes.iter().any(is_inside)
    }

    /// R12.
    pub(super) fn relics_saved(&self) -> u8 {
        self.relics.gone(RELIC_CARDS).len() as u8
    }

    /// Rule 12.
    pub(super) fn score(&self) -> i32 {
        i32::from(self.cubes_in(Place::Exit)) - i32::from(RELICS - self.relics_saved())
    }

    /// What people call a place of a cube: `2c`, `the forecourt`.
    pub(super) fn name(&self, place: Place) -> String {
        match place {
            Place::Forecourt => "the forecourt".into(),
            Place::Tile(tile) => self.options.layout.name(tile),
            Place::Exit => "the exit".into(),
            Place::Dead => "nowhere".into(),
        }
    }
}

/// Rule 6: the cubes that a border names: white all of them, black none.
#[inline]
pub(super) fn named_by(border: Colour) -> Range<usize> {
    match border {
        Colour::Red | Colour::Yellow | Colour::Green | Colour::Blue => 2 * border.id()..2 * border.id() + 2,
        Colour::White => 0..CUBES,
        Colour::Black => 0..0,
    }
}

pub(super) fn colour_of(cube: usize) -> Colour {
    CUBE_COLOURS[cube / 2]
}

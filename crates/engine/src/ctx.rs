//! What a game gets from outside while it applies an input, and what it says on the way.

use std::any::Any;

use boxwood_kit::Rng;
use boxwood_scene::Beat;
use serde::{Deserialize, Serialize};

use crate::{Seat, SeatSet, Viewer};

/// Chance and a log, handed to `setup`, `apply` and `expire`.
///
/// The context also notes what makes an input final: chance was used, something hidden was shown,
/// or the rules say so. Any other input can be taken back freely.
pub struct Ctx<'a> {
    rng: &'a mut Rng,
    log: Option<&'a mut Vec<Said>>,
    beats: Option<&'a mut Witness<'a>>,
    is_final: bool,
}

/// Whoever keeps the moments of an input: it is shown the state as it is then.
pub type Witness<'a> = dyn FnMut(&dyn Any, Beat) + 'a;

/// Something said about what happened, and who may hear it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// Who may hear it.
    pub to: Audience,
    /// A sentence, with placeholders for people; see [`boxwood_scene::render`].
    pub text: String,
}

/// Who may hear something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Everybody, spectators too.
    All,
    /// Only these seats.
    Only(SeatSet),
    /// Everybody but these seats.
    AllBut(SeatSet),
}

impl Audience {
    /// Whether the viewer may hear it.
    pub fn includes(self, viewer: Viewer) -> bool {
        match (self, viewer) {
            (Audience::All, _) => true,
            (Audience::Only(seats), Viewer::Seat(seat)) => seats.contains(seat),
            (Audience::Only(_), Viewer::Spectator) => false,
            (Audience::AllBut(seats), Viewer::Seat(seat)) => !seats.contains(seat),
            (Audience::AllBut(_), Viewer::Spectator) => true,
        }
    }
}

impl<'a> Ctx<'a> {
    /// A context whose log goes to the list.
    pub fn new(rng: &'a mut Rng, log: &'a mut Vec<Said>) -> Ctx<'a> {
        Ctx { rng, log: Some(log), beats: None, is_final: false }
    }

    /// The context with somebody who keeps the moments.
    pub fn witnessed_by(self, witness: &'a mut Witness<'a>) -> Ctx<'a> {
        Ctx { beats: Some(witness), ..self }
    }

    /// A context that nobody listens to; for simulation.
    #[inline]
    pub fn silent(rng: &'a mut Rng) -> Ctx<'a> {
        Ctx { rng, log: None, beats: None, is_final: false }
    }

    /// The source of chance. Asking for it makes the input final.
    #[inline]
    pub fn rng(&mut self) -> &mut Rng {
        self.is_final = true;
        self.rng
    }

    /// Notes that somebody gets to see what was hidden from them. This makes the input final.
    #[inline]
    pub fn reveal(&mut self) {
        self.is_final = true;
    }

    /// Notes that the rules do not let this input be taken back, as a committed choice.
    #[inline]
    pub fn settle(&mut self) {
        self.is_final = true;
    }

    /// Says something to everybody. The sentence is only made if somebody listens.
    #[inline]
    pub fn say<T: Into<String>>(&mut self, sentence: impl FnOnce() -> T) {
        self.say_to(Audience::All, sentence);
    }

    /// Says something to one seat only.
    #[inline]
    pub fn tell<T: Into<String>>(&mut self, seat: Seat, sentence: impl FnOnce() -> T) {
        self.say_to(Audience::Only(SeatSet::only(seat)), sentence);
    }

    /// Says something to everybody but one seat.
    #[inline]
    pub fn tell_others<T: Into<String>>(&mut self, seat: Seat, sentence: impl FnOnce() -> T) {
        self.say_to(Audience::AllBut(SeatSet::only(seat)), sentence);
    }

    #[inline]
    fn say_to<T: Into<String>>(&mut self, to: Audience, sentence: impl FnOnce() -> T) {
        if let Some(log) = &mut self.log {
            log.push(Said { to, text: sentence().into() });
        }
    }

    /// Notes a moment that everybody should see before the game goes on: the state as it is now is
    /// shown to each viewer, as far as the viewer may know it, and then what comes of it.
    ///
    /// In simulation nobody looks, and it costs nothing.
    #[inline]
    pub fn beat<S: Any>(&mut self, state: &S, beat: impl FnOnce() -> Beat) {
        if let Some(witness) = &mut self.beats {
            witness(state, beat());
        }
    }

    /// Whether chance was used or something hidden shown.
    pub fn is_final(&self) -> bool {
        self.is_final
    }
}

//! A table as plain data: what a person sees and may touch, on any screen.
//!
//! A [`Scene`] says what lies where and what it means, never how it is drawn. The terminal, the
//! browser, a picture and a screen reader each draw the same scene in their own way, so no game
//! has a line of client code.
//!
//! Everything that can be touched has a [`Key`]; a choice is a path of keys. See [`Offer`].

mod describe;
mod model;
mod seat;
mod words;

pub use describe::describe;
pub use model::{
    Cell, Choice, Control, Fact, Figure, Ground, Grow, Key, Mark, Offer, Phrase, Piece, Player, Prompt,
    Scene, Tone, Zone, ZoneKind,
};
pub use seat::{MAX_SEATS, Seat, SeatMap, SeatSet, Viewer};
pub use words::{Names, count, list, render};

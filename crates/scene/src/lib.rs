//! A table as plain data: what a person sees and may touch, on any screen.
//!
//! A [`Scene`] says what lies where and what it means, never how it is drawn. The terminal, the
//! browser, a picture and a screen reader each draw the same scene in their own way, so no game
//! has a line of client code.
//!
//! Everything that can be touched has a [`Key`]; a choice is a path of keys. See [`Offer`].

mod beat;
mod describe;
mod key;
mod piece;
mod player;
mod prompt;
mod seat;
mod table;
mod theme;
mod words;
mod zone;

pub use beat::{Beat, BeatKind};
pub use describe::describe;
pub use key::{Key, NotAKey, Touch, numbers};
pub use piece::{Emblem, Figure, Mark, Piece};
pub use player::{Fact, Part, Player};
pub use prompt::{Becomes, Change, Choice, Control, Offer, Phrase, Prompt, Tone};
pub use seat::{MAX_SEATS, Seat, SeatMap, SeatSet, Viewer};
pub use table::{Scene, Way, WayKind};
pub use theme::Theme;
pub use words::{Names, count, list, render};
pub use zone::{Cell, Ground, Grow, Role, Tint, Zone, ZoneKind};

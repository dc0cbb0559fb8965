//! The physical things of both boxes as plain data.
//!
//! - Vocabularies: [`Symbol`], [`Colour`], [`MeepleColour`], [`Background`], [`Rune`], [`RuneColour`], [`Quarter`].
//! - Pieces: [`Card`] and [`Star`], [`Tile`], [`RuneCard`], [`Die`]; cubes and meeples are their colours.
//! - Collections: [`CardSet`] and [`RuneSet`] (unordered, both a [`PieceSet`]), [`Pile`] (ordered), [`Cubes`] (counted, also the draw [`Bag`]).
//! - Places: [`Square`] with its [`Corner`]s, the [`Space`]s of a board of squares and sets of them ([`SpaceSet`]), how they touch ([`Grid`]), and the half-shifted [`Hex`] with its [`Circle`]s.
//! - [`statics`]: which towers of cubes stand, and where the next cube may come to lie.
//! - [`Inventory`]: every piece a table holds, to prove that none is lost or invented.
//! - [`Rng`]: the one source of chance.
//!
//! Everything is `Copy` or nearly so, lives without the heap and reads back from JSON as written.
//! What comes from outside is checked on the way in, so a value that exists is a value that is right.

#[macro_use]
mod words;
#[macro_use]
mod set;

pub mod card;
pub mod colour;
pub mod cubes;
pub mod dice;
pub mod grid;
pub mod hex;
pub mod inventory;
pub mod pile;
pub mod rng;
pub mod rune;
pub mod rune_set;
pub mod space;
pub mod square;
pub mod statics;
pub mod symbol;
pub mod tile;

pub use card::{Card, CardSet, CardSetIter, Star};
pub use colour::{Background, Colour, MeepleColour};
pub use cubes::{Bag, Cubes};
pub use dice::Die;
pub use grid::{Grid, hop_chain};
pub use hex::{Axis, Circle, Hex, Parity};
pub use inventory::{Inventory, Piece, TooMany};
pub use pile::{Full, Pile};
pub use rng::{NotASeed, Rng, Seed};
pub use rune::{Rune, RuneCard, RuneColour};
pub use rune_set::{RuneSet, RuneSetIter};
pub use set::PieceSet;
pub use space::{Space, SpaceSet, SpaceSetIter};
pub use square::{Corner, Square};
pub use statics::{Centre, Room, Span};
pub use symbol::Symbol;
pub use tile::{Quarter, Tile};
pub use words::{NoSuchPiece, NotAPlace, UnknownName};

//! What a game is, and how a match of it is played, stored and replayed.
//!
//! - [`Game`] is the heart: a pure, deterministic state machine over plain data.
//! - [`Match`] is one play of a game: options, seed and inputs, and whatever follows from them.
//! - [`Record`] is what is stored of a match; everything else is computed from it again.
//! - [`AnyGame`] and [`AnyMatch`] are the same without types, for the edge of the program.
//!
//! The engine knows no game by name.

mod any;
mod choices;
mod ctx;
mod eliminated;
mod game;
pub mod guide;
mod hands;
mod info;
mod lesson;
mod level;
mod options;
mod play;
mod playout;
mod position;
mod record;
mod series;
mod sides;
mod solver;
mod train;
mod turn;

pub use any::{AnyGame, AnyMatch, Chosen, Erased, Refusal, Status, Visitor};
pub use choices::{Choices, SeenChoices};
pub use ctx::{Audience, Ctx, Said, Witness};
pub use eliminated::Eliminated;
pub use game::{Game, Illegal, Secret, SetupError};
pub use hands::{Hands, SeenHands};
pub use info::{Art, Book, GameInfo, Stage};
pub use lesson::{Diagram, Lesson, Shown, Step};
pub use level::{Level, NotALevel};
#[doc(hidden)]
pub use options::read_options;
pub use options::{
    Number, OptionError, OptionSpec, OptionValue, Options, OptionsExt, OrOff, ValueSpec, Values, Words,
};
pub use play::{Match, Refused};
pub use playout::{Playout, playout};
pub use position::{Laid, NotAPosition, Position, StateOf};
pub use record::{Input, NotAReplay, Record};
pub use series::{Games, Series};
pub use sides::{Side, Sides};
pub use solver::{Known, Memory, Remembered, Solver};
pub use train::{Beginning, CannotTrain, Train};
pub use turn::{Clock, Clocks, Outcome, Team, Turn};

/// For the code that [`options!`](crate::options!) makes.
#[doc(hidden)]
pub use serde;

// A game needs these in every file; they live lower down because scenes have owners too.
pub use boxwood_scene::{MAX_SEATS, Seat, SeatMap, SeatSet, Viewer};

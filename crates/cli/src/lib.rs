//! The `boxwood` program as a library, so that tests can drive it without a process.

pub mod ascii;
pub mod bench;
mod clock;
pub mod duel;
pub mod file;
pub mod guide;
pub mod list;
pub mod lobby;
pub mod markdown;
pub mod play;
pub mod protocol;
pub mod replay;
pub mod serve;
pub mod solve;
pub mod svg;
pub mod terminal;
pub mod theme;
mod think;
pub mod train;
pub mod trouble;
pub mod verify;

use think::think;
pub use trouble::Trouble;

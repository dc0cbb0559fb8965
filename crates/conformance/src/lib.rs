//! The laws every game passes, and playthroughs a person can read. For tests only.
//!
//! [`check`] plays a game at random at every seat count and with every value of every option, and
//! holds each position against the laws; the modules say which.

mod laws;
mod perft;
mod playthrough;
mod secrecy;
mod variants;

pub use laws::check;
pub use perft::perft;
pub use playthrough::playthrough;
pub use variants::{Variant, variants};

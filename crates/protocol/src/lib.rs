//! The messages between the table server and its clients, and nothing else.
//!
//! [`rest`] is what goes over HTTP, [`socket`] what goes over the WebSocket of a table. All of it is
//! exported to TypeScript (`cargo xtask types`), so that browser and server cannot disagree.

pub mod rest;
pub mod socket;

mod refusal;

pub use refusal::{Code, Refusal};
pub use rest::*;
pub use socket::*;

/// The longest name of a person, in characters.
pub const LONGEST_NAME: usize = 24;
/// The longest line of chat, in characters.
pub const LONGEST_CHAT: usize = 280;
/// The longest message over a socket, in bytes.
pub const LONGEST_MESSAGE: usize = 16 * 1024;
/// The longest body of a request, in bytes.
pub const LONGEST_BODY: usize = 64 * 1024;
/// The most that a faster connection's action waits for a slower one's in a race, in milliseconds.
pub const FAIRNESS_MS: u32 = 150;

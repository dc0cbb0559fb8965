//! `boxwood play`: a match in the terminal, full-screen or line by line.

pub mod choose;
pub mod draw;
pub mod full;
pub mod keys;
pub mod picture;
pub mod plain;
pub mod screen;
pub mod seating;
pub mod table;
mod thinking;

/// How long a strong bot thinks about a hint.
pub const HINT_TIME: std::time::Duration = std::time::Duration::from_millis(700);

pub use seating::{Seating, Sitter};
pub use table::{Plan, Start, Table};

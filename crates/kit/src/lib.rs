//! The physical things of both boxes as plain data.

pub mod rng;

pub use rng::{NotASeed, Rng, Seed};

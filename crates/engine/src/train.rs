//! Games that learn how they are played.

use thiserror::Error;

/// A game's opinion on its way: it plays against itself, and knows more after every game.
///
/// The same seed and number of games lead to the same weights, in one go or in several.
pub trait Train: Send {
    /// How many games were played so far, those before a checkpoint included.
    fn games(&self) -> u64;

    /// Plays so many games more, and learns from them.
    fn play(&mut self, games: u64);

    /// All that is needed to go on later.
    fn checkpoint(&self) -> Vec<u8>;

    /// What was learned, as the game's folder holds it.
    fn weights(&self) -> Vec<u8>;

    /// The part of games that is won against what the program itself was built with, on so many seeds from both
    /// sides.
    fn compare(&self, pairs: u64) -> f64;
}

/// What learning begins with.
#[derive(Clone, Copy, Debug)]
pub enum Beginning<'a> {
    /// Nothing but chance, from the seed of this number.
    Fresh(u64),
    /// What a checkpoint holds.
    Checkpoint(&'a [u8]),
}

/// Why nothing can be learned: a whole sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct CannotTrain(pub String);

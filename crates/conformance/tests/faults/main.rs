//! The laws find what they are there to find: two small games pass, and each fault of them is caught.

mod hop;
mod peep;

use std::panic::catch_unwind;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};

use boxwood_conformance::check;
use boxwood_engine::Game;

/// The fault that a game has at the moment; 0 is none.
///
/// A game is told its fault while the laws run, instead of being another type for each: the laws of a
/// type take seconds to compile.
struct Planted {
    fault: AtomicU8,
    /// One test at a time plants a fault.
    turn: Mutex<()>,
}

impl Planted {
    const fn new() -> Planted {
        Planted { fault: AtomicU8::new(0), turn: Mutex::new(()) }
    }

    fn get(&self) -> u8 {
        self.fault.load(Ordering::Relaxed)
    }

    /// Does something while the game has this fault.
    fn with<T>(&self, fault: u8, what: impl FnOnce() -> T) -> T {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        self.fault.store(fault, Ordering::Relaxed);
        what()
    }

    /// What the laws say against the game with this fault.
    fn objection<G: Game>(&self, fault: u8) -> Option<String> {
        let caught = self.with(fault, || catch_unwind(check::<G>)).err()?;
        let text = caught.downcast_ref::<&str>().map(ToString::to_string);
        text.or_else(|| caught.downcast_ref::<String>().cloned())
    }

    #[track_caller]
    fn assert_caught<G: Game>(&self, fault: u8, expected: &str) {
        let message = self.objection::<G>(fault);
        let message = message.unwrap_or_else(|| panic!("nobody objects to fault {fault}: {expected:?}"));
        assert!(message.contains(expected), "fault {fault} should say {expected:?}, but says {message:?}");
    }
}

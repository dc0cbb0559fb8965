//! The laws find what they are there to find: two small games pass, and each fault of them is caught.

mod hop;
mod peep;

use std::panic::catch_unwind;

use boxwood_conformance::check;
use boxwood_engine::Game;

/// What the laws say against a game.
fn objection<G: Game>() -> Option<String> {
    let caught = catch_unwind(check::<G>).err()?;
    let text = caught.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| caught.downcast_ref::<String>().cloned())
}

#[track_caller]
fn assert_caught<G: Game>(expected: &str) {
    let message = objection::<G>().unwrap_or_else(|| panic!("nobody objects: {expected:?}"));
    assert!(message.contains(expected), "the laws should say {expected:?}, but say {message:?}");
}

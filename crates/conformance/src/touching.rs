//! Touches in tests, written as keys are.

use boxwood_engine::{Game, Seat};
use boxwood_scene::{Key, Touch};

/// What touching the things of these keys means; nothing if one of them is no key.
pub fn intent<G: Game>(view: &G::View, seat: Seat, keys: &[&str]) -> Option<G::Action> {
    let keys: Vec<Key> = keys.iter().map(|key| key.parse().ok()).collect::<Option<_>>()?;
    G::intent(view, seat, &Touch::path(&keys))
}

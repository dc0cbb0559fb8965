//! How things are called.

use boxwood_kit::{Cubes, Symbol};
use boxwood_scene::{count, list};

/// "2 red and 1 blue".
pub(super) fn colours(cubes: &Cubes) -> String {
    match cubes.iter().map(|(colour, n)| format!("{n} {colour}")).collect::<Vec<_>>() {
        none if none.is_empty() => "nothing".into(),
        some => list(&some),
    }
}

/// "1 point", "−2 points".
pub(super) fn points(n: i32) -> String {
    count(n, "point").replace('-', "−")
}

/// A number with a proper minus.
pub(super) fn signed(n: i32) -> String {
    n.to_string().replace('-', "−")
}

/// "a Wheel tile", "an Arrow tile".
pub(super) fn a_tile(symbol: Symbol) -> String {
    format!("{} {symbol} tile", if symbol == Symbol::Arrow { "an" } else { "a" })
}

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

/// "a point", "2 points": what something costs.
pub(super) fn price(n: u8) -> String {
    if n == 1 { "a point".into() } else { count(n, "point") }
}

/// " for 3 points", " for nothing" or ", which costs a point": what something has brought.
pub(super) fn gained(n: i16) -> String {
    match n {
        1.. => format!(" for {}", points(n.into())),
        0 => " for nothing".into(),
        _ => format!(", which costs {}", price(n.unsigned_abs() as u8)),
    }
}

/// A number with a proper minus.
pub(super) fn signed(n: i32) -> String {
    n.to_string().replace('-', "−")
}

/// "+3", "0", "−1".
pub(super) fn signed_up(n: i16) -> String {
    if n > 0 { format!("+{n}") } else { signed(n.into()) }
}

/// "a Wheel tile", "an Arrow tile".
pub(super) fn a_tile(symbol: Symbol) -> String {
    format!("{} {symbol} tile", if symbol == Symbol::Arrow { "an" } else { "a" })
}

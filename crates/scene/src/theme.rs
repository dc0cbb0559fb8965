//! The worlds that tables belong to.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The world a game is set in: what its table, boards, motifs and sounds are like. Each is drawn once,
/// by day and in the dark; neighbours in a gallery should differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Props, lanterns and rock.
    Mine,
    /// Beds, hedges and flowers.
    Garden,
    /// Old stone in a jungle.
    Temple,
    /// Dunes under a hot sun.
    Desert,
    /// Waves and sails.
    Sea,
    /// Mountains and snow.
    Ice,
    /// Firs and mushrooms.
    Forest,
    /// Planets and stars.
    Space,
    /// Houses and windows.
    City,
    /// Arches and flags.
    Arena,
    /// A moon over the hills.
    Night,
    /// Wallpaper, a lamp and a green cloth.
    Parlour,
}

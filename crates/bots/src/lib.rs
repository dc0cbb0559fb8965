//! Players that are programs, generic over every game.
//!
//! A bot is given a view, never a state: it searches over redealt worlds, so it cannot cheat.
//! It reads no clock either; whoever asks it says when to stop.

mod search;

use std::fmt;
use std::str::FromStr;

use boxwood_engine::{Game, Match, Seat, Viewer};
use boxwood_kit::Rng;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How hard a bot thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Not at all: any legal action.
    Random,
    /// A glance.
    Easy,
    /// A moment.
    Medium,
    /// As long as it is let.
    Strong,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 4] = [Level::Random, Level::Easy, Level::Medium, Level::Strong];

    /// What the level is called.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Strong => "strong",
        }
    }

    /// The most worlds it looks into; the strongest has no limit of its own.
    const fn worlds(self) -> u32 {
        match self {
            Level::Random => 0,
            Level::Easy => 60,
            Level::Medium => 800,
            Level::Strong => u32::MAX,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that is no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotALevel;

impl fmt::Display for NotALevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a bot's level is random, easy, medium or strong")
    }
}

impl std::error::Error for NotALevel {}

impl FromStr for Level {
    type Err = NotALevel;

    fn from_str(word: &str) -> Result<Level, NotALevel> {
        Level::ALL.into_iter().find(|level| level.name() == word).ok_or(NotALevel)
    }
}

/// What a bot at this seat does; `None` if the seat may not act.
///
/// `go_on` is asked now and then; once it says no, the bot answers with what it has found.
pub fn choose<G: Game>(
    game: &Match<G>,
    seat: Seat,
    level: Level,
    rng: &mut Rng,
    go_on: impl FnMut() -> bool,
) -> Option<G::Action> {
    let actions = game.actions(seat);
    match (actions.as_slice(), level) {
        ([], _) => None,
        ([only], _) => Some(only.clone()),
        (actions, Level::Random) => Some(rng.choose(actions).clone()),
        (actions, _) => {
            let view = game.view(Viewer::Seat(seat));
            Some(search::search::<G>(&view, seat, actions, level.worlds(), rng, go_on))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_stored_as_its_name() {
        for level in Level::ALL {
            let json = serde_json::to_string(&level).unwrap();
            assert_eq!(json, format!("\"{level}\""));
            assert_eq!(serde_json::from_str::<Level>(&json).unwrap(), level);
            assert_eq!(level.name().parse(), Ok(level));
        }
        assert!(serde_json::from_str::<Level>("\"Strong\"").is_err());
    }
}

//! What goes wrong, in one sentence that says what would be right.

use std::fmt::Display;
use std::io;

use boxwood_engine::AnyGame;
use thiserror::Error;

/// Why a command could not be carried out.
#[derive(Debug, Error)]
pub enum Trouble {
    /// The user asked for something that cannot be; the sentence says what can.
    #[error("{0}")]
    Asked(String),
    /// A file is not there, or has nothing in it that this program understands.
    #[error("{0}")]
    File(String),
    /// What a file says cannot have happened.
    #[error("{0}")]
    Untrue(String),
    /// The terminal or a file would not have it.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl Trouble {
    /// A sentence for the user.
    pub fn asked(sentence: impl Display) -> Trouble {
        Trouble::Asked(sentence.to_string())
    }

    /// The exit code of the program; `boxwood --help` lists them.
    pub fn code(&self) -> u8 {
        match self {
            Trouble::Untrue(_) => 1,
            Trouble::Asked(_) => 2, // the code for arguments that clap refuses
            Trouble::File(_) | Trouble::Io(_) => 3,
        }
    }

    /// Whether only the reader of our output went away, as `head` does.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Trouble::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// The game of this id, or a sentence that names the nearest ones.
pub fn find_game(id: &str) -> Result<&'static dyn AnyGame, Trouble> {
    boxwood_games::find(id).ok_or_else(|| {
        let shown: String = id.chars().take(40).collect();
        let near = nearest(id);
        let advice = near.map_or_else(String::new, |near| format!(" Did you mean \"{near}\"?"));
        Trouble::asked(format_args!("There is no game \"{shown}\".{advice} `boxwood list` shows them all."))
    })
}

/// The id that a mistyped one probably meant.
fn nearest(id: &str) -> Option<&'static str> {
    let id: String = id
        .chars()
        .take(40)
        .map(|c| if c == '_' || c == ' ' { '-' } else { c.to_ascii_lowercase() })
        .collect();
    boxwood_games::GAMES
        .iter()
        .map(|game| (distance(&id, game.info().id), game.info().id))
        .min()
        .filter(|(distance, _)| *distance <= 3)
        .map(|(_, id)| id)
}

/// How many letters must be changed, added or left out to make one word of the other.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.chars().enumerate() {
            let change = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.chars().count()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_game_is_guessed() {
        for (typed, meant) in [("nimm", Some("nim")), ("NIM", Some("nim")), ("zzzzzzzz", None)] {
            assert_eq!(nearest(typed), meant, "{typed}");
        }
    }

    #[test]
    fn distances_count_single_letters() {
        assert_eq!((distance("nim", "nim"), distance("nim", "nm"), distance("", "nim")), (0, 1, 3));
    }
}

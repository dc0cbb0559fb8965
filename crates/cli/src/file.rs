//! Files with a match in them: saved by the terminal, exported by the server, written by a law.

use std::fs;
use std::io::Read;
use std::path::Path;

use boxwood_engine::{AnyGame, AnyMatch, NotAPosition, NotAReplay, Position, Seat};
use boxwood_scene::Names;

use crate::Trouble;
use crate::trouble::find_game;

/// No record of a match is anywhere near as long as this.
const LONGEST: u64 = 64 << 20;

/// A match from a file.
pub struct Opened {
    /// Its game.
    pub game: &'static dyn AnyGame,
    /// The match, where the file leaves it.
    pub played: Box<dyn AnyMatch>,
    /// What the file says.
    pub position: Position,
    /// What the seats are called.
    pub names: Vec<String>,
}

impl Opened {
    /// The people at the table, for whoever reads about them later.
    pub fn words(&self) -> Names<'_> {
        // Somebody who played alone against bots was "you", and still is.
        let you = self.names.iter().position(|name| name == "You");
        Names { names: &self.names, reader: you.and_then(Seat::new) }
    }
}

/// The text of a file, or of the input if it is called `-`.
pub fn read(file: &Path) -> Result<String, Trouble> {
    let mut text = String::new();
    let read = if file == Path::new("-") {
        std::io::stdin().take(LONGEST).read_to_string(&mut text)
    } else {
        fs::File::open(file).and_then(|file| file.take(LONGEST).read_to_string(&mut text))
    };
    match read {
        Ok(_) => Ok(text),
        Err(error) => Err(Trouble::File(format!("{} cannot be read: {error}.", file.display()))),
    }
}

/// The match that the text of this file tells of, or one sentence about what is wrong with it.
pub fn open(text: &str, file: &Path) -> Result<Opened, Trouble> {
    let position = Position::parse(text).map_err(|why| refused(&why, file))?;
    let game = find_game(position.game())
        .map_err(|why| Trouble::File(format!("{} cannot be opened: {why}", file.display())))?;
    let played = position.open(game).map_err(|why| refused(&why, file))?;
    let names = if position.names.is_empty() {
        (0..played.seats()).map(|seat| format!("Seat {seat}")).collect()
    } else {
        position.names.clone()
    };
    Ok(Opened { game, played, position, names })
}

fn refused(why: &NotAPosition, file: &Path) -> Trouble {
    let reason = why.to_string();
    let sentence = format!("{} cannot be opened: {}.", file.display(), reason.trim_end_matches('.'));
    match why {
        NotAPosition::Unreadable(_) | NotAPosition::Names(_) => Trouble::File(sentence),
        NotAPosition::Record(NotAReplay::OtherRules { .. }) => Trouble::File(sentence),
        NotAPosition::Record(_) | NotAPosition::State(_) => Trouble::Untrue(sentence),
    }
}

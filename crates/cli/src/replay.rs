//! `boxwood replay`: a stored match, told again.

use std::io::Write;
use std::path::Path;

use boxwood_engine::{Laid, Outcome, Viewer};
use boxwood_scene::{describe, render};

use crate::file::{self, Opened};
use crate::{Trouble, play};

/// Plays the match in the file again, telling what happened to the spectator; `-` is the input.
///
/// The file is a match as the terminal saves it, or a whole table as the server exports it.
pub fn replay(out: &mut impl Write, file: &Path) -> Result<(), Trouble> {
    let opened = file::open(&file::read(file)?, file)?;
    let (words, played) = (opened.words(), &opened.played);
    let (title, seed) = (opened.game.info().title, opened.position.seed());
    writeln!(out, "{title} · {} seats · seed {seed}", played.seats())?;
    match &opened.position.table {
        Laid::Played { record } if record.options.as_object().is_some_and(|options| !options.is_empty()) => {
            writeln!(out, "options: {}", record.options)?;
        }
        Laid::Played { .. } => {}
        Laid::State(_) => writeln!(out, "The file has a state only; what came before is not known.")?,
    }
    for line in played.log(Viewer::Spectator, 0) {
        writeln!(out, "  {}", render(&line, &words))?;
    }
    writeln!(out)?;
    write!(out, "{}", describe(&played.scene(Viewer::Spectator).named(&words), &opened.names))?;
    ending(out, &opened)
}

/// Says how the match ended, if it has.
pub fn ending(out: &mut impl Write, opened: &Opened) -> Result<(), Trouble> {
    match opened.played.outcome() {
        None => {
            writeln!(out, "The match is not over: {} inputs so far.", opened.played.status().version)?;
        }
        Some(Outcome { team: Some(team), .. }) => writeln!(out, "{team}")?,
        Some(outcome) => {
            for (rank, name, score) in play::table::places(&outcome, &opened.names) {
                writeln!(out, "{rank}. {name} ({score})")?;
            }
        }
    }
    Ok(())
}

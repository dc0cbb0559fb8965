//! `boxwood replay`: a stored match, told again.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use boxwood_engine::{Outcome, Record, Viewer};
use boxwood_protocol::TableRecord;
use boxwood_scene::{Names, describe, render};
use serde::de::DeserializeOwned;

use crate::Trouble;
use crate::trouble::find_game;

/// No record of a match is anywhere near as long as this.
const LONGEST: u64 = 64 << 20;

/// Plays the record in the file again, telling what happened to the spectator; `-` is the input.
///
/// The file is a match as the terminal saves it, or a whole table as the server exports it.
pub fn replay(out: &mut impl Write, file: &Path) -> Result<(), Trouble> {
    let text = read(file)?;
    let (record, names) = match serde_json::from_str::<TableRecord>(&text) {
        Ok(table) => (table.record, table.names),
        Err(_) => {
            let record: Record = parse(&text, file)?;
            let names = (0..record.seats).map(|seat| format!("Seat {seat}")).collect();
            (record, names)
        }
    };
    let game = find_game(&record.game)?;
    let played = game.replay(&record).map_err(Trouble::asked)?;
    let public = Names { names: &names, reader: None };
    writeln!(out, "{} · {} seats · seed {}", game.info().title, record.seats, record.seed)?;
    if record.options.as_object().is_some_and(|options| !options.is_empty()) {
        writeln!(out, "options: {}", record.options)?;
    }
    for line in played.log(Viewer::Spectator, 0) {
        writeln!(out, "  {}", render(&line, &public))?;
    }
    writeln!(out)?;
    write!(out, "{}", describe(&played.scene(Viewer::Spectator).named(&public), &names))?;
    match played.outcome() {
        None => writeln!(out, "The match is not over: {} inputs so far.", record.inputs.len())?,
        Some(Outcome { team: Some(team), .. }) => writeln!(out, "{team}")?,
        Some(outcome) => {
            for (seat, rank) in outcome.ranks.iter() {
                writeln!(out, "{rank}. {} ({})", names[seat.index()], outcome.scores[seat])?;
            }
        }
    }
    Ok(())
}

/// The text of a file, or of the input if it is called `-`.
pub fn read(file: &Path) -> Result<String, Trouble> {
    let mut text = String::new();
    let read = if file == Path::new("-") {
        std::io::stdin().take(LONGEST).read_to_string(&mut text)
    } else {
        fs::File::open(file).and_then(|file| file.take(LONGEST).read_to_string(&mut text))
    };
    read.map_err(|error| {
        Trouble::asked(format_args!("The record {} cannot be read: {error}.", file.display()))
    })?;
    Ok(text)
}

/// What the text of this file says, or one sentence about what is wrong with it.
pub fn parse<T: DeserializeOwned>(text: &str, file: &Path) -> Result<T, Trouble> {
    serde_json::from_str(text).map_err(|error| {
        Trouble::asked(format_args!("{} is not the record of a match: {error}.", file.display()))
    })
}

//! `boxwood verify`: whether a match was dealt and played honestly, as far as its file can prove it.

use std::io::Write;
use std::path::Path;

use boxwood_engine::{Laid, Record};
use boxwood_protocol::TableRecord;
use serde_json::{Map, Value};

use crate::Trouble;
use crate::file::{self, Opened};
use crate::replay::ending;

/// Checks whatever can be checked of the match in the file: every input is legal and, if a server
/// dealt it, the shuffle and the outcome are what they should be.
pub fn verify(out: &mut impl Write, file: &Path, commitment: Option<&str>) -> Result<(), Trouble> {
    let text = file::read(file)?;
    let opened = file::open(&text, file)?;
    let Laid::Played { record } = &opened.position.table else {
        return Err(Trouble::Untrue(
            "The file has a state without its past, so nothing can be proved.".into(),
        ));
    };
    let fields: Map<String, Value> = serde_json::from_str(&text).unwrap_or_default();
    if !fields.contains_key("fairness") {
        return verify_saved(out, &opened, record, commitment);
    }
    let table: TableRecord = serde_json::from_value(fields.into()).map_err(|error| {
        Trouble::File(format!("{} is not the record of a table: {error}.", file.display()))
    })?;
    verify_table(out, &opened, &table, commitment)
}

/// A match saved at a terminal has no commitment: only its moves can be proved.
fn verify_saved(
    out: &mut impl Write,
    opened: &Opened,
    record: &Record,
    commitment: Option<&str>,
) -> Result<(), Trouble> {
    if commitment.is_some() {
        return Err(Trouble::Untrue(
            "You saw a commitment, but this file has none: it is not the record of your table.".into(),
        ));
    }
    writeln!(out, "{}: {} inputs, all of them legal.", opened.game.info().title, record.inputs.len())?;
    ending(out, opened)?;
    writeln!(
        out,
        "The shuffle follows from the seed {}. Nobody was bound to it before the match, as a table server \
         is, so this file cannot prove that it was left to chance, nor who played.",
        record.seed
    )?;
    Ok(())
}

/// The secret is the committed one, the seed follows from it and from the players' words, and the
/// outcome is what the rules make of the inputs.
fn verify_table(
    out: &mut impl Write,
    opened: &Opened,
    table: &TableRecord,
    commitment: Option<&str>,
) -> Result<(), Trouble> {
    let dishonest = |why: &str| Trouble::Untrue(format!("This is not an honest record: {why}."));
    if let Some(seen) = commitment
        && !seen.eq_ignore_ascii_case(&table.fairness.commitment)
    {
        return Err(Trouble::Untrue(format!(
            "The record speaks of another commitment than the one you saw: {}.",
            table.fairness.commitment
        )));
    }
    boxwood_fair::verify(table, opened.game).map_err(|why| dishonest(&why.to_string()))?;
    writeln!(out, "{}: {} inputs, all of them legal.", opened.game.info().title, table.record.inputs.len())?;
    writeln!(out, "The secret is the one committed to: {}.", table.fairness.commitment)?;
    writeln!(
        out,
        "The shuffle follows from it and from the words of {}.",
        boxwood_scene::list(&table.names)
    )?;
    if commitment.is_none() {
        writeln!(out, "Compare the commitment with the one your table showed while it was played.")?;
    }
    Ok(())
}

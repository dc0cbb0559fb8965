//! `boxwood verify`: whether a finished table was dealt and played honestly.

use std::io::Write;
use std::path::Path;

use boxwood_protocol::TableRecord;

use crate::Trouble;
use crate::replay::{parse, read};
use crate::trouble::find_game;

/// Checks the record of a table: the secret is the committed one, the seed follows from it and from
/// the players' words, every input is legal, and the outcome is what the rules make of them.
pub fn verify(out: &mut impl Write, file: &Path, commitment: Option<&str>) -> Result<(), Trouble> {
    let table: TableRecord = parse(&read(file)?, file)?;
    if let Some(seen) = commitment
        && !seen.eq_ignore_ascii_case(&table.fairness.commitment)
    {
        return Err(Trouble::asked(format_args!(
            "The record speaks of another commitment than the one you saw: {}.",
            table.fairness.commitment
        )));
    }
    let game = find_game(&table.record.game)?;
    boxwood_fair::verify(&table, game)
        .map_err(|why| Trouble::asked(format_args!("This is not an honest record: {why}.")))?;
    writeln!(out, "{}: {} inputs, all of them legal.", game.info().title, table.record.inputs.len())?;
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

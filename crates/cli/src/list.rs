//! `boxwood list`: the games.

use std::io::Write;

use serde_json::json;
use unicode_width::UnicodeWidthStr;

use crate::Trouble;

/// Writes the table of games, or the same as JSON.
pub fn list(out: &mut impl Write, as_json: bool) -> Result<(), Trouble> {
    if as_json {
        let games: Vec<_> = boxwood_games::GAMES
            .iter()
            .map(|game| {
                let mut entry = serde_json::to_value(game.info()).expect("plain data has a JSON form");
                entry["options"] = json!(game.options());
                entry
            })
            .collect();
        writeln!(out, "{:#}", json!(games))?;
        return Ok(());
    }
    let rows: Vec<[String; 6]> = boxwood_games::GAMES
        .iter()
        .map(|game| {
            let info = game.info();
            let pegs = format!(
                "{}{}",
                "●".repeat(info.complexity.into()),
                "○".repeat(5 - usize::from(info.complexity))
            );
            [info.id.into(), info.title.into(), info.players(), info.time(), pegs, info.tags.join(", ")]
        })
        .collect();
    let heads = ["id", "title", "players", "time", "complexity", "kind"].map(String::from);
    let width = |column: usize| rows.iter().chain([&heads]).map(|row| row[column].width()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..5).map(width).collect();
    for row in [&heads].into_iter().chain(&rows) {
        for (cell, width) in row.iter().zip(&widths) {
            write!(out, "{cell}{}  ", " ".repeat(width - cell.width()))?;
        }
        writeln!(out, "{}", row[5])?;
    }
    writeln!(
        out,
        "\n{} games. `boxwood play <id>` plays one, `boxwood rules <id>` explains it.",
        rows.len()
    )?;
    Ok(())
}

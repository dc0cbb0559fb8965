//! A scene as plain text, for a terminal without colours, a printed playthrough, a screen reader.

use std::fmt::Write as _;

use crate::{Cell, Control, Ground, Mark, Piece, Scene, Tint, Zone, ZoneKind};

/// The whole table in lines of text. Give it a scene whose names are filled in.
pub fn describe(scene: &Scene, names: &[String]) -> String {
    let mut text = String::new();
    let scene = &scene.clone().flattened();
    if let Some(banner) = &scene.banner {
        let _ = writeln!(text, "*** {banner} ***");
    }
    if !scene.tags.is_empty() {
        let _ = writeln!(text, "{}", scene.tags.join(" · "));
    }
    for player in &scene.players {
        let name = names
            .get(player.seat.index())
            .cloned()
            .unwrap_or_else(|| format!("Seat {}", player.seat.index()));
        let mut facts: Vec<String> = vec![];
        facts.extend(player.badge.as_ref().map(|badge| badge.name()));
        facts.extend(player.score.map(|score| format!("score {score}")));
        facts.extend(player.facts.iter().map(|fact| format!("{} {}", fact.label, fact.value)));
        facts.extend(player.out.then(|| "out".to_string()));
        let turn = if player.active { '>' } else { ' ' };
        let _ =
            writeln!(text, "{turn} {name}{}{}", if facts.is_empty() { "" } else { ": " }, facts.join(", "));
    }
    for zone in &scene.zones {
        text.push_str(&describe_zone(zone));
    }
    let _ = writeln!(text, "{}", scene.prompt.text);
    for control in &scene.prompt.controls {
        if let Some(line) = describe_control(control) {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

fn describe_zone(zone: &Zone) -> String {
    let mut text = zone.label.clone();
    let note = zone.note.as_ref().map_or_else(String::new, |note| format!(", {note}"));
    match zone.count {
        Some(count) if zone.pieces.is_empty() && zone.cells.is_empty() => {
            return format!("{text}: {count}{note}\n");
        }
        Some(count) => {
            let _ = write!(text, " ({count})");
        }
        None => {}
    }
    text.push_str(&note);
    match zone.kind {
        ZoneKind::Board | ZoneKind::Track => {
            text.push_str(":\n");
            text.push_str(&draw_cells(zone));
        }
        ZoneKind::Plane => {
            text.push(':');
            for piece in &zone.pieces {
                let (x, y) = piece.at.unwrap_or_default();
                let _ = write!(text, "\n  {} at {x},{y}{}", piece.label, describe_marks(&piece.marks));
            }
            text.push('\n');
        }
        ZoneKind::Row | ZoneKind::Fan | ZoneKind::Stack | ZoneKind::Pile => {
            let _ = writeln!(text, ": {}", describe_pieces(&zone.pieces));
        }
    }
    text
}

/// "red cube ×3, blue cube", or a dash where nothing lies.
fn describe_pieces(pieces: &[Piece]) -> String {
    let mut parts: Vec<(String, usize)> = vec![];
    for piece in pieces {
        let part = format!("{}{}", piece.label, describe_marks(&piece.marks));
        match parts.last_mut() {
            Some((last, number)) if *last == part => *number += 1,
            _ => parts.push((part, 1)),
        }
    }
    if parts.is_empty() {
        return "–".into();
    }
    let parts: Vec<String> = parts
        .into_iter()
        .map(|(part, number)| if number == 1 { part } else { format!("{part} ×{number}") })
        .collect();
    parts.join(", ")
}

fn describe_marks(marks: &[Mark]) -> String {
    marks
        .iter()
        .filter_map(|mark| match mark {
            Mark::Last => None,
            Mark::Danger => Some(" (!)".to_string()),
            Mark::Good => Some(" (ok)".to_string()),
            Mark::Right => Some(" (right)".to_string()),
            Mark::Wrong => Some(" (wrong)".to_string()),
            Mark::Dim => Some(" (used)".to_string()),
            Mark::Wild => Some(" (wild)".to_string()),
            Mark::Note(note) => Some(format!(" ({note})")),
        })
        .collect()
}

/// A board as a drawing: each cell shows its label and what stands in it.
fn draw_cells(zone: &Zone) -> String {
    let content: Vec<(&Cell, String)> = zone.cells.iter().map(|cell| (cell, cell_text(zone, cell))).collect();
    let widest = content.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0) + 2;
    let width = content.iter().map(|(cell, _)| cell.size.0).min().unwrap_or(1).max(1);
    let left = content.iter().map(|(cell, _)| cell.x).min().unwrap_or(0);
    let mut rows: Vec<i16> = content.iter().map(|(cell, _)| cell.y).collect();
    rows.sort_unstable();
    rows.dedup();
    let mut text = String::new();
    for row in rows {
        let mut cells: Vec<&(&Cell, String)> = content.iter().filter(|(cell, _)| cell.y == row).collect();
        cells.sort_by_key(|(cell, _)| cell.x);
        let mut line = String::from("  ");
        for (cell, shown) in cells {
            let column = 2 + usize::try_from(cell.x - left).unwrap_or(0) * widest
                / usize::try_from(width).unwrap_or(1);
            let here = line.chars().count();
            line.push_str(&" ".repeat(column.saturating_sub(here)));
            line.push_str(shown);
            line.push(' ');
        }
        if !line.trim().is_empty() {
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    text
}

fn cell_text(zone: &Zone, cell: &Cell) -> String {
    let mut groups: Vec<(String, usize)> = vec![];
    for piece in zone.pieces.iter().filter(|piece| piece.cell.as_ref() == Some(&cell.key)) {
        let code = piece.figure.code() + &describe_marks(&piece.marks);
        match groups.iter_mut().find(|(known, _)| *known == code) {
            Some((_, number)) => *number += 1,
            None => groups.push((code, 1)),
        }
    }
    if groups.is_empty() && cell.tint == Some(Tint::Lost) {
        return String::new(); // a gap
    }
    // Beside tiles that show symbols, a letter alone could be a symbol or a piece on a brown tile.
    let is_mixed = || zone.cells.iter().any(|other| matches!(other.ground, Ground::Tile(_)));
    let ground = match cell.ground {
        Ground::Tile(symbol) if groups.is_empty() => symbol.letter().to_string(),
        Ground::Tile(symbol) => format!("{}/", symbol.letter()),
        Ground::TileBack { .. } if is_mixed() && groups.is_empty() => ".".into(),
        Ground::TileBack { .. } if is_mixed() => "./".into(),
        _ if groups.is_empty() => ".".into(),
        Ground::Bare
        | Ground::TileFace
        | Ground::TileBack { .. }
        | Ground::Point { .. }
        | Ground::Stand
        | Ground::Hollow => String::new(),
    };
    let pieces: Vec<String> = groups
        .into_iter()
        .map(|(code, number)| if number == 1 { code } else { format!("{code}{number}") })
        .collect();
    format!("{}:{ground}{}{}", cell.label, pieces.join("+"), describe_marks(&cell.marks))
}

fn describe_control(control: &Control) -> Option<String> {
    Some(match control {
        Control::Button { .. } => return None, // its offer says the same
        Control::Number { label, min, max, .. } => format!("{label}: {min} to {max}"),
        Control::Symbols(symbols) => {
            format!("a symbol: {}", symbols.iter().map(|symbol| symbol.name()).collect::<Vec<_>>().join(", "))
        }
        Control::Colours(colours) => {
            format!("a colour: {}", colours.iter().map(|colour| colour.name()).collect::<Vec<_>>().join(", "))
        }
        Control::Choices { label, choices } => {
            format!(
                "{label}: {}",
                choices.iter().map(|choice| choice.label.as_str()).collect::<Vec<_>>().join(", ")
            )
        }
        Control::Aim { label, x, y, safe, .. } => {
            let span = |x: (i32, i32), y: (i32, i32)| format!("{} to {}, {} to {}", x.0, x.1, y.0, y.1);
            let safe = safe.map_or(String::new(), |(x, y)| format!("; safe is {}", span(x, y)));
            format!("{label}: {}{safe}", span(*x, *y))
        }
        Control::Phrases { label, .. } => label.clone(),
        Control::Tally { label, goal, .. } => format!("{label}: {goal}"),
        Control::Text { label, longest } => format!("{label} (at most {longest} characters)"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Figure, Player, Prompt, Seat};
    use boxwood_kit::Colour;

    #[test]
    fn a_piece_on_a_brown_tile_is_told_from_a_symbol() {
        let wheel = Cell::new("a", 0, 0, Ground::Tile(boxwood_kit::Symbol::Wheel));
        let brown = Cell::new("b", 1, 0, Ground::TileBack { shaded: false });
        let white = Piece::new(crate::Key::piece("cube", 1), Figure::Cube(Colour::White)).in_cell("b");
        let board =
            Zone::new(ZoneKind::Board, "board", "Board").with_cells([wheel, brown]).with_pieces([white]);
        assert_eq!(draw_cells(&board), "  a:W    b:./W\n");
    }

    #[test]
    fn what_is_to_be_known_of_a_zone_stands_with_its_name() {
        let cube = Piece::new(crate::Key::piece("cube", 1), Figure::Cube(Colour::White));
        let cards = Zone::new(ZoneKind::Row, "row", "Temple cards").noted("1 would strike");
        assert_eq!(describe_zone(&cards.clone().counting(4)), "Temple cards: 4, 1 would strike\n");
        assert_eq!(
            describe_zone(&cards.counting(1).with_pieces([cube])),
            "Temple cards (1), 1 would strike: white cube\n"
        );
    }

    #[test]
    fn a_place_that_is_lost_is_a_gap() {
        let cell = |name: &str, x, y| Cell::new(name, x, y, Ground::Tile(boxwood_kit::Symbol::Wheel));
        let cells = [
            cell("a", 0, 0).tinted(Tint::Lost),
            cell("b", 1, 0),
            cell("c", 0, 1).tinted(Tint::Lost),
            cell("d", 1, 2).tinted(Tint::Goal),
        ];
        let board = Zone::new(ZoneKind::Board, "board", "Board").with_cells(cells);
        assert_eq!(draw_cells(&board), "       b:W\n       d:W\n");
    }

    #[test]
    fn a_table_reads_as_text() {
        let red = |n: u8| Piece::new(crate::Key::piece("cube", n), Figure::Cube(Colour::Red));
        let board = Zone::new(ZoneKind::Board, "board", "Board")
            .with_cells([
                Cell::new("a1", 0, 0, Ground::Bare),
                Cell::new("b1", 1, 0, Ground::Bare),
                Cell::new("a2", 0, 1, Ground::Bare),
            ])
            .with_pieces([red(1).in_cell("b1"), red(2).in_cell("b1"), red(3).in_cell("a2")]);
        let scene = Scene {
            zones: vec![
                board,
                Zone::new(ZoneKind::Stack, "deck", "Deck").counting(12u32),
                Zone::new(ZoneKind::Pile, "supply", "Supply").with_pieces([red(4), red(5)]),
            ],
            players: vec![Player::new(Seat::new(0).unwrap(), true).scoring(3).with("lives", 2)],
            prompt: Prompt::new("Place a cube."),
            ..Scene::default()
        };
        let expected = "\
> Anna: score 3, lives 2
Board:
  a1:.   b1:R2
  a2:R
Deck: 12
Supply: red cube ×2
Place a cube.
";
        assert_eq!(describe(&scene, &["Anna".to_string()]), expected);
    }
}

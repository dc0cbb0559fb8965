//! The lobby on the screen.

use boxwood_engine::{AnyGame, GameInfo};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::setup::Setup;
use super::{Lobby, Page};
use crate::guide::{Run, Weight};
use crate::markdown::wrap;
use crate::play::draw::{cut, guide_lines, page};
use crate::theme::{self, Theme};

const BOLD: Modifier = Modifier::BOLD;

/// Draws the lobby.
pub fn draw(buffer: &mut Buffer, lobby: &mut Lobby, theme: Theme) {
    let area = buffer.area;
    buffer.set_style(area, theme.on(theme::INK, theme::LINEN));
    if area.width < 50 || area.height < 14 {
        let text = "The lobby needs 50 columns and 14 rows.";
        buffer.set_string(area.x, area.y, cut(text, area.width.into()), theme.text(theme::INK));
        return;
    }
    let game = lobby.game();
    match (&mut lobby.page, game) {
        (Page::Rules(line), Some(game)) => {
            let lines = guide_lines(game, area.width, theme);
            let title = format!("How to play {}", game.info().title);
            *line = page(buffer, &title, &lines, *line, "↑ ↓ scroll · Esc back", theme);
        }
        (Page::Setup(setup), _) => form(buffer, setup, theme),
        _ => gallery(buffer, lobby, theme),
    }
}

fn bar(buffer: &mut Buffer, y: u16, text: &str, title: bool, theme: Theme) {
    let area = Rect { y, height: 1, ..buffer.area };
    let style = if title {
        theme.on(theme::LEAF, theme::PAPER).add_modifier(BOLD)
    } else {
        theme.on(theme::INK3, theme::PAPER)
    };
    buffer.set_style(area, style);
    buffer.set_string(area.x + 1, y, cut(text, usize::from(area.width) - 2), style);
}

/// Five pegs, as many filled as the game is complex.
fn pegs(info: &GameInfo) -> String {
    let filled = usize::from(info.complexity.min(5));
    format!("{}{}", "●".repeat(filled), "○".repeat(5 - filled))
}

fn gallery(buffer: &mut Buffer, lobby: &Lobby, theme: Theme) {
    let area = buffer.area;
    let games = lobby.games();
    bar(buffer, area.y, &format!("Boxwood · {} games", boxwood_games::GAMES.len()), true, theme);
    let search = match lobby.typed.as_str() {
        "" => "Type to find a game by name, players, minutes or kind.".to_string(),
        typed => format!("Find: {typed}▏  {} fit", games.len()),
    };
    buffer.set_string(
        area.x + 1,
        area.y + 1,
        cut(&search, usize::from(area.width) - 2),
        theme.text(theme::PLUM),
    );
    let card = 6;
    let rows = usize::from(area.height - 4 - card);
    let first = lobby.at.saturating_sub(rows / 2).min(games.len().saturating_sub(rows));
    for (row, game) in games.iter().skip(first).take(rows).enumerate() {
        let here = first + row == lobby.at;
        let info = game.info();
        let mut text = format!(
            "{} {:<22} {:<13} {:<9} {}  {}",
            if here { "›" } else { " " },
            cut(info.title, 22),
            info.players(),
            info.time(),
            pegs(info),
            info.tags.join(", ")
        );
        text = cut(&text, usize::from(area.width) - 2);
        let style = if here { theme.focus() } else { theme.text(theme::INK) };
        let width = usize::from(area.width) - 2;
        buffer.set_string(area.x + 1, area.y + 3 + row as u16, format!("{text:<width$}"), style);
    }
    if games.is_empty() {
        let text = "No game fits all of this. Esc shows them all again.";
        buffer.set_string(area.x + 3, area.y + 3, text, theme.text(theme::INK2));
    }
    if let Some(game) = lobby.game() {
        about(buffer, Rect { y: area.bottom() - 1 - card, height: card, ..area }, game, lobby, theme);
    }
    bar(buffer, area.bottom() - 1, "↑ ↓ choose · Enter set up · ? rules · Esc leave", false, theme);
}

fn about(buffer: &mut Buffer, area: Rect, game: &dyn AnyGame, lobby: &Lobby, theme: Theme) {
    let info = game.info();
    let width = usize::from(area.width) - 4;
    let title = vec![
        Span::styled(info.title, theme.text(theme::LEAF).add_modifier(BOLD)),
        Span::styled(format!("  {} · {}", info.book.title(), info.credit()), theme.text(theme::INK3)),
    ];
    buffer.set_line(area.x + 2, area.y + 1, &Line::from(title), area.width - 3);
    for (row, line) in wrap(&[Run::new(info.pitch, Weight::Plain)], width, "", "").iter().take(2).enumerate()
    {
        buffer.set_line(area.x + 2, area.y + 2 + row as u16, &theme.guide(line), area.width - 3);
    }
    if let Some(told) = &lobby.told {
        buffer.set_string(area.x + 2, area.bottom() - 1, cut(told, width), theme.text(theme::TRACE));
    }
}

fn form(buffer: &mut Buffer, setup: &Setup, theme: Theme) {
    let area = buffer.area;
    let info = setup.game.info();
    bar(buffer, area.y, &format!("{} · {} · {}", info.title, info.players(), info.time()), true, theme);
    let rows = setup.rows();
    let room = usize::from(area.height - 6);
    let first = setup.at.saturating_sub(room / 2).min(rows.len().saturating_sub(room));
    for (line, row) in rows.iter().enumerate().skip(first).take(room) {
        let (label, value) = setup.text(*row);
        let here = line == setup.at;
        let y = area.y + 2 + (line - first) as u16;
        let (sign, style) = if here { ("›", theme.focus()) } else { (" ", theme.text(theme::INK)) };
        let text = format!("{sign} {:<34}", cut(&label, 34));
        buffer.set_string(area.x + 1, y, text, if here { style } else { theme.text(theme::INK2) });
        let value = if here { format!("‹ {value} ›") } else { format!("  {value}") };
        buffer.set_string(area.x + 39, y, cut(&value, usize::from(area.width).saturating_sub(41)), style);
    }
    if let Some((label, value)) = rows.get(setup.at).map(|row| setup.text(*row)) {
        let text = format!("{label}: {value}");
        let y = area.bottom() - 3;
        buffer.set_string(area.x + 1, y, cut(&text, usize::from(area.width) - 2), theme.text(theme::INK3));
    }
    if let Some(trouble) = &setup.trouble {
        let style = theme.on(theme::EMBER, theme::EMBER_SOFT);
        buffer.set_string(area.x + 1, area.bottom() - 2, cut(trouble, usize::from(area.width) - 2), style);
    }
    bar(
        buffer,
        area.bottom() - 1,
        "↑ ↓ move · ← → change · type names and numbers · Enter play · Esc back",
        false,
        theme,
    );
}

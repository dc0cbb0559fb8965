//! Whole pages: rules, log, keys, curtain, a screen that is too small.

use boxwood_scene::Seat;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::Line;

use super::SMALLEST;
use super::canvas::cut;
use crate::guide::{self, Run, Weight};
use crate::markdown::wrap;
use crate::play::keys::KEYS;
use crate::play::screen::{Mode, Screen};
use crate::theme::{self, Theme};

/// Says kindly that there is not enough room.
pub fn too_small(buffer: &mut Buffer, theme: Theme) {
    let area = buffer.area;
    let text = format!(
        "The table needs {} columns and {} rows. This terminal has {} and {}. Make it larger, or play with --plain.",
        SMALLEST.0, SMALLEST.1, area.width, area.height
    );
    let lines = wrap(&[Run::new(text, Weight::Plain)], usize::from(area.width.max(4)) - 2, "", "");
    for (row, line) in lines.iter().take(area.height.into()).enumerate() {
        buffer.set_line(area.x + 1, area.y + row as u16, &theme.guide(line), area.width);
    }
}

/// Hides everything until the next person is there.
pub fn curtain(buffer: &mut Buffer, screen: &Screen, seat: Seat, theme: Theme) {
    let name = super::panels::name(screen, seat);
    let text = format!("Pass to {name}, then press Enter.");
    let area = buffer.area;
    let x = area.width.saturating_sub(text.chars().count() as u16) / 2;
    let style = theme.text(theme::PLUM).add_modifier(Modifier::BOLD);
    buffer.set_string(area.x + x, area.y + area.height / 2, cut(&text, area.width.into()), style);
}

/// A page of lines with a title and a foot; the first line shown, clamped to what there is.
pub fn page(
    buffer: &mut Buffer,
    title: &str,
    lines: &[Line],
    first: usize,
    foot: &str,
    theme: Theme,
) -> usize {
    let area = buffer.area;
    let room = usize::from(area.height.saturating_sub(3));
    let first = first.min(lines.len().saturating_sub(room));
    let bar = theme.on(theme::LEAF, theme::PAPER).add_modifier(Modifier::BOLD);
    buffer.set_style(Rect { height: 1, ..area }, bar);
    buffer.set_string(area.x + 1, area.y, cut(title, usize::from(area.width) - 2), bar);
    let margin = area.width.saturating_sub(guide::WIDEST as u16 + 2) / 2 + 1;
    for (row, line) in lines.iter().skip(first).take(room).enumerate() {
        buffer.set_line(area.x + margin, area.y + 2 + row as u16, line, area.width - margin);
    }
    let last = area.bottom() - 1;
    let bar = theme.on(theme::INK3, theme::PAPER);
    buffer.set_style(Rect { y: last, height: 1, ..area }, bar);
    let more = if lines.len() > first + room { "  ▼ more" } else { "" };
    buffer.set_string(area.x + 1, last, cut(&format!("{foot}{more}"), usize::from(area.width) - 2), bar);
    first
}

const SCROLL: &str = "↑ ↓ PageUp PageDown scroll · Esc back";

/// The rules, with the keys at their end.
pub fn guide(buffer: &mut Buffer, screen: &mut Screen, theme: Theme) {
    let Mode::Guide(first) = screen.mode else { return };
    let game = screen.plan.game;
    let mut lines = guide_lines(game, buffer.area.width, theme);
    lines.push(Line::default());
    lines.extend(key_lines(theme));
    let title = format!("How to play {}", game.info().title);
    screen.mode = Mode::Guide(page(buffer, &title, &lines, first, SCROLL, theme));
}

/// The rules of a game as lines of this width.
pub fn guide_lines(game: &dyn boxwood_engine::AnyGame, width: u16, theme: Theme) -> Vec<Line<'static>> {
    guide::lines(game, usize::from(width.saturating_sub(3))).iter().map(|line| theme.guide(line)).collect()
}

/// The whole log, its end first in view.
pub fn log(buffer: &mut Buffer, screen: &mut Screen, theme: Theme) {
    let Mode::Log(back) = screen.mode else { return };
    let width = usize::from(buffer.area.width).saturating_sub(3).min(guide::WIDEST);
    let mut lines: Vec<Line> = vec![];
    for (number, entry) in screen.log.iter().enumerate() {
        let weight = if number >= screen.fresh { Weight::Code } else { Weight::Plain };
        let number = format!("{:>4}  ", number + 1);
        lines.extend(
            wrap(&[Run::new(entry.as_str(), weight)], width, &number, "      ")
                .iter()
                .map(|line| theme.guide(line)),
        );
    }
    if lines.is_empty() {
        lines.push(Line::styled("Nothing has happened yet.", theme.text(theme::INK3)));
    }
    let room = usize::from(buffer.area.height.saturating_sub(3));
    let most = lines.len().saturating_sub(room);
    let back = back.min(most);
    page(buffer, "What happened", &lines, most - back, SCROLL, theme);
    screen.mode = Mode::Log(back);
}

fn key_lines(theme: Theme) -> Vec<Line<'static>> {
    let mut lines =
        vec![Line::styled("Keys at the table", theme.text(theme::LEAF).add_modifier(Modifier::BOLD))];
    for (key, what) in KEYS {
        lines.push(
            theme.guide(&vec![Run::new(format!("  {key:<14}"), Weight::Code), Run::new(what, Weight::Plain)]),
        );
    }
    lines
}

/// The keys.
pub fn keys(buffer: &mut Buffer, theme: Theme) {
    let lines = key_lines(theme);
    page(buffer, "Keys", &lines[1..], 0, "Any key goes back to the table", theme);
}

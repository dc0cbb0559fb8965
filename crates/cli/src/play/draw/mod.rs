//! The full-screen table, drawn from any scene.

mod board;
mod canvas;
mod controls;
mod pages;
mod panels;
mod pieces;
mod plane;
#[cfg(test)]
mod tests;
mod zones;

use boxwood_scene::Key;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub use canvas::{Hit, cut};
pub use pages::{guide_lines, page};
pub use zones::owned_label;

use super::choose::Stop;
use super::screen::{Mode, Screen, is_on_table};
use crate::theme::{self, Theme};
use canvas::{Canvas, Signs};

/// Below this nothing can be laid out sensibly.
pub const SMALLEST: (u16, u16) = (60, 18);
/// From here on players, offers and log have a column of their own.
const WIDE: u16 = 110;
const COLUMN: u16 = 40;

/// Draws the screen; remembers where everything is, for the arrow keys.
pub fn draw(buffer: &mut Buffer, screen: &mut Screen, theme: Theme) {
    let area = buffer.area;
    buffer.set_style(area, theme.on(theme::INK, theme::LINEN));
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        return pages::too_small(buffer, theme);
    }
    match screen.mode {
        Mode::Curtain(seat) => return pages::curtain(buffer, screen, seat, theme),
        Mode::Guide(_) => return pages::guide(buffer, screen, theme),
        Mode::Log(_) => return pages::log(buffer, screen, theme),
        Mode::Keys => return pages::keys(buffer, theme),
        Mode::Table | Mode::List { .. } | Mode::Look(_) | Mode::Leave => {}
    }
    let is_wide = area.width >= WIDE;
    let header = Rect { height: 1, ..area };
    let footer = Rect { y: area.bottom() - 1, height: 1, ..area };
    let middle = Rect { y: area.y + 1, height: area.height - 2, ..area };
    panels::header(buffer, header, screen, theme);
    panels::footer(buffer, footer, screen, theme);
    let (left, column) = if is_wide {
        let left = Rect { width: middle.width - COLUMN, ..middle };
        (left, Some(Rect { x: left.right() + 1, width: COLUMN - 1, ..middle }))
    } else {
        (middle, None)
    };
    let prompt_lines = panels::prompt_lines(screen, left.width, theme);
    let mut rest = left;
    let mut take_bottom = |height: u16| {
        let height = height.min(rest.height);
        rest.height -= height;
        Rect { y: rest.bottom(), height, ..rest }
    };
    let strip = (!is_wide).then(|| take_bottom(if area.height >= 30 { 4 } else { 2 }));
    let prompt = take_bottom(prompt_lines);
    let mut take_top = |height: u16| {
        let height = height.min(rest.height);
        let taken = Rect { height, ..rest };
        rest.y += height;
        rest.height -= height;
        taken
    };
    if !is_wide {
        let lines = panels::player_lines(screen, left.width, area.height / 6, theme);
        panels::draw_lines(buffer, take_top(lines.len() as u16), &lines);
    }
    panels::banner(buffer, take_top(panels::banner_rows(screen, left.width)), screen, theme);
    let mut hits = table(buffer, rest, screen, theme);
    let below = hits.iter().map(|hit| hit.rect.bottom()).max().unwrap_or(0);
    let list = matches!(screen.mode, Mode::List { .. });
    hits.extend(controls::prompt(buffer, prompt, screen, theme, below));
    if let Some(strip) = strip {
        panels::log_strip(buffer, strip, screen, theme);
    }
    match column {
        Some(column) => panels::column(buffer, column, screen, theme),
        None if list => {
            let width = (rest.width * 3 / 5).clamp(40, 60);
            panels::list(buffer, Rect { x: rest.right() - width, width, ..rest }, screen, theme);
        }
        None => {}
    }
    screen.set_hits(hits);
}

/// Draws the zones, scrolled so that the cursor is in view.
fn table(buffer: &mut Buffer, area: Rect, screen: &Screen, theme: Theme) -> Vec<Hit> {
    if area.height == 0 {
        return vec![];
    }
    let signs = signs(screen);
    let arrangement = zones::arrange(&screen.scene, theme, area.width.saturating_sub(2), area.height);
    let (wide, tall) = arrangement.extent;
    let mut canvas = Canvas::new(wide.max(area.width), tall.max(area.height), theme, &signs);
    // A small table stands in the middle of a large screen.
    let margin = area.width.saturating_sub(wide) / 2;
    let top = area.height.saturating_sub(tall) / 3;
    for (zone, place) in screen.scene.zones.iter().zip(&arrangement.places) {
        let place = Rect { x: place.x + margin, y: place.y + top, ..*place };
        zones::draw(&mut canvas, zone, arrangement.comfort, place);
    }
    let focus = signs.focus.as_ref().or(signs.shown.first());
    let seen = focus.and_then(|key| canvas.hits.iter().find(|hit| hit.key == *key)).map(|hit| hit.rect);
    let size = canvas.buffer.area;
    let scroll = (
        scrolled(seen.map(|rect| (rect.x, rect.right())), size.width, area.width),
        scrolled(seen.map(|rect| (rect.y, rect.bottom())), size.height, area.height),
    );
    for y in 0..area.height {
        for x in 0..area.width {
            if let (Some(from), Some(to)) =
                (canvas.buffer.cell((x + scroll.0, y + scroll.1)), buffer.cell_mut((area.x + x, area.y + y)))
            {
                *to = from.clone();
            }
        }
    }
    let style = theme.text(theme::TRACE);
    if scroll.1 > 0 {
        buffer.set_string(area.right() - 1, area.y, "▲", style);
    }
    if scroll.1 + area.height < size.height {
        buffer.set_string(area.right() - 1, area.bottom() - 1, "▼", style);
    }
    canvas.hits
}

/// How far to scroll so that this stretch is in view, with a little around it.
fn scrolled(seen: Option<(u16, u16)>, whole: u16, window: u16) -> u16 {
    let most = whole.saturating_sub(window);
    match seen {
        Some((_, end)) if end + 2 > window => (end + 2 - window).min(most),
        _ => 0,
    }
}

/// How everything stands to the choice being made.
fn signs(screen: &Screen) -> Signs {
    let key_of = |stop: &Stop| match stop {
        Stop::Key(key) if is_on_table(&screen.scene, key) => Some(key.clone()),
        _ => None,
    };
    let path_of = |chosen: &boxwood_engine::Chosen| chosen.offer.path.clone();
    let mut signs = Signs {
        can: screen.stops().iter().filter_map(key_of).collect(),
        held: screen.narrowing.touched().to_vec(),
        ..Signs::default()
    };
    match &screen.mode {
        Mode::List { typed, at } => {
            signs.shown = screen.listed(typed).get(*at).map(|chosen| path_of(chosen)).unwrap_or_default();
        }
        Mode::Look(key) => signs.focus = Some(key.clone()),
        _ => {
            signs.focus = screen.stop().and_then(key_of);
            signs.shown = consequence(screen);
        }
    }
    if let Some(hint) = &screen.hint {
        signs.shown = path_of(&hint.chosen);
    }
    signs
}

/// What else would be touched, if what the cursor is on leaves no further choice.
fn consequence(screen: &Screen) -> Vec<Key> {
    let Some(key) = screen.stop_key() else { return vec![] };
    let mut after = screen.narrowing.after(&key);
    match (after.next(), after.next()) {
        (Some(only), None) => {
            only.offer.path.iter().skip(screen.narrowing.touched().len() + 1).cloned().collect()
        }
        _ => vec![],
    }
}

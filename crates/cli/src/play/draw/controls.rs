//! The prompt: what is asked, the chips and steppers below it, and what Enter would do.

use boxwood_bots::Thought;
use boxwood_scene::{Control, Key, Scene, Touch};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::canvas::{Hit, cut, notes};
use crate::guide::{Run, Weight};
use crate::markdown::wrap;
use crate::play::choose::{Stop, key_name};
use crate::play::keys::stop_name;
use crate::play::screen::{Mode, Notice, Screen, is_on_table};
use crate::theme::{self, Theme, Token};

/// The most rows of chips; more are scrolled.
const CHIP_ROWS: u16 = 4;
/// The most lines of text.
const TEXT_ROWS: usize = 4;

/// What the prompt says, and in which tone.
struct Said {
    text: String,
    bar: Token,
    ink: Token,
    ground: Token,
}

fn said(screen: &Screen) -> Said {
    let plain = |text: String, bar| Said { text, bar, ink: theme::INK, ground: theme::PAPER };
    match (&screen.mode, &screen.notice) {
        (Mode::Leave, _) => {
            plain("Leave the table? Press y to leave, any other key to stay.".into(), theme::TRACE)
        }
        (_, Some(Notice::Refused(text))) => {
            Said { text: text.clone(), bar: theme::EMBER, ink: theme::EMBER, ground: theme::EMBER_SOFT }
        }
        (_, Some(Notice::Told(text))) => plain(text.clone(), theme::LEAF),
        _ if screen.asked.is_some() && screen.sentence().is_some() => {
            plain(screen.sentence().unwrap_or_default(), theme::PLUM)
        }
        _ if screen.asked.is_some() => plain(screen.scene.prompt.text.clone(), theme::PLUM),
        _ => plain(screen.scene.prompt.text.clone(), theme::EDGE),
    }
}

fn text_lines(text: &str, width: u16) -> Vec<String> {
    let lines = wrap(&[Run::new(text, Weight::Plain)], usize::from(width.saturating_sub(4)).max(10), "", "");
    lines.iter().take(TEXT_ROWS).map(|line| line.iter().map(|run| run.text.as_str()).collect()).collect()
}

/// How many rows the prompt takes.
pub fn rows(screen: &Screen, width: u16, theme: Theme) -> u16 {
    let text = text_lines(&said(screen).text, width).len() as u16;
    let (_, chips) = chips(screen, width, theme);
    text.max(1) + chips.min(CHIP_ROWS) + 1
}

/// A chip: a stop below the prompt with its text and place.
struct Chip {
    stop: usize,
    text: String,
    style: Style,
    place: Rect,
}

fn chips(screen: &Screen, width: u16, theme: Theme) -> (Vec<Chip>, u16) {
    let letters = screen.shortcuts();
    let (mut x, mut y) = (0u16, 0u16);
    let mut chips = vec![];
    for (index, stop) in screen.stops().iter().enumerate() {
        let (text, style) = match stop {
            Stop::Key(key) if is_on_table(&screen.scene, key) => continue,
            Stop::Key(key) => {
                let name = key_name(&screen.scene, key);
                let letter = letters.iter().find(|(other, _)| other == key).map(|(_, letter)| *letter);
                let text =
                    letter.map_or_else(|| format!(" {name} "), |letter| format!(" [{letter}] {name} "));
                (text, chip_style(key, theme))
            }
            Stop::Number(values) => {
                let (low, high) = (values.first().unwrap_or(&0), values.last().unwrap_or(&0));
                let text =
                    format!(" {} ‹ {} ›  {low} to {high} ", number_label(&screen.scene), screen.number);
                (text, theme.on(theme::INK, theme::SAND))
            }
            Stop::Aim(x, y) => {
                let shown = if screen.typed.is_empty() {
                    format!("{},{}", screen.aim.0, screen.aim.1)
                } else {
                    format!("{}▏", screen.typed)
                };
                let text = format!(" Aim {shown}  ({} to {}, {} to {}) ", x.0, x.1, y.0, y.1);
                (text, theme.on(theme::INK, theme::SAND))
            }
            Stop::Text(_) => (format!(" Write: {}▏ ", screen.typed), theme.on(theme::INK, theme::SAND)),
        };
        let text = cut(&text, usize::from(width.saturating_sub(4)));
        let wide = u16::try_from(text.width()).unwrap_or(10);
        if x > 0 && x + wide + 2 > width.saturating_sub(2) {
            (x, y) = (0, y + 1);
        }
        chips.push(Chip { stop: index, text, style, place: Rect::new(x, y, wide, 1) });
        x += wide + 1;
    }
    let rows = chips.last().map_or(0, |chip| chip.place.y + 1);
    (chips, rows)
}

fn number_label(scene: &Scene) -> String {
    let label = scene.prompt.controls.iter().find_map(|control| match control {
        Control::Number { label, .. } => Some(label.clone()),
        _ => None,
    });
    label.unwrap_or_else(|| "Number".into())
}

fn chip_style(key: &Key, theme: Theme) -> Style {
    match key.touch() {
        Touch::Colour(colour) => {
            let (ground, ink) = theme::face(colour.into());
            theme.on(ink, ground)
        }
        Touch::Symbol(_) => theme.on(theme::ON_PINE, theme::PINE),
        _ => theme.on(theme::INK, theme::SAND),
    }
}

/// Draws the prompt; where the chips are, counted on below the table.
pub fn prompt(buffer: &mut Buffer, area: Rect, screen: &Screen, theme: Theme, below: u16) -> Vec<Hit> {
    let said = said(screen);
    let ground = theme.on(said.ink, said.ground);
    for y in area.top()..area.bottom() {
        buffer.set_string(area.x, y, " ".repeat(area.width.into()), ground);
        buffer.set_string(area.x, y, "▌", theme.on(said.bar, said.ground));
    }
    let mut y = area.y;
    for line in text_lines(&said.text, area.width) {
        if y < area.bottom() {
            buffer.set_string(area.x + 2, y, line, ground.add_modifier(Modifier::BOLD));
            y += 1;
        }
    }
    let hits =
        draw_chips(buffer, Rect { y, height: area.bottom().saturating_sub(y), ..area }, screen, theme, below);
    let (text, token) = info(screen);
    let last = area.bottom().saturating_sub(1);
    if area.height > 1 {
        buffer.set_string(
            area.x + 2,
            last,
            cut(&text, usize::from(area.width) - 3),
            theme.on(token, said.ground),
        );
    }
    hits
}

fn draw_chips(buffer: &mut Buffer, area: Rect, screen: &Screen, theme: Theme, below: u16) -> Vec<Hit> {
    let (chips, rows) = chips(screen, area.width, theme);
    let window = area.height.saturating_sub(1).min(CHIP_ROWS);
    let is_table = screen.mode == Mode::Table;
    let focus = chips.iter().find(|chip| chip.stop == screen.at && is_table);
    let first =
        focus.map_or(0, |chip| (chip.place.y + 1).saturating_sub(window)).min(rows.saturating_sub(window));
    let mut hits = vec![];
    for chip in &chips {
        let rect = Rect { y: below + 1 + chip.place.y, ..chip.place };
        let centre = (f32::from(rect.x) + f32::from(rect.width) / 2.0, f32::from(rect.y));
        hits.push(Hit { key: stop_name(&screen.stops()[chip.stop]), rect, centre });
        if chip.place.y < first || chip.place.y >= first + window {
            continue;
        }
        let here = chip.stop == screen.at && is_table;
        let style = if here { theme.focus() } else { chip.style };
        let (x, y) = (area.x + 2 + chip.place.x, area.y + chip.place.y - first);
        buffer.set_string(x, y, &chip.text, style);
        if here {
            buffer.set_string(x, y, "›", style);
        }
    }
    // More chips are above or below.
    let edge = area.right().saturating_sub(1);
    for (more, sign, y) in [(first > 0, "▴", 0), (first + window < rows, "▾", window.saturating_sub(1))] {
        if more && window > 0 {
            buffer.set_string(edge, area.y + y, sign, theme.on(theme::PLUM, theme::PAPER));
        }
    }
    hits
}

/// One line below: what Enter does, what is under the cursor, what everybody waits for.
fn info(screen: &Screen) -> (String, Token) {
    if let Some(places) = screen.table().result() {
        let places: Vec<String> =
            places.iter().map(|(rank, name, score)| format!("{rank}. {name} ({score})")).collect();
        return (format!("{}   r play again · q leave", places.join("   ")), theme::LEAF);
    }
    if let Mode::Look(key) = &screen.mode {
        return (describe(&screen.scene, key), theme::INK2);
    }
    if screen.is_hinting() {
        return ("A strong bot is thinking about a hint …".into(), theme::LEAF);
    }
    if screen.asked.is_none() {
        let waiting =
            screen.thinking().map(|seat| format!("{} is thinking …", super::panels::name(screen, seat)));
        return (waiting.unwrap_or_default(), theme::INK3);
    }
    let touched: Vec<String> =
        screen.narrowing.touched().iter().map(|key| key_name(&screen.scene, key)).collect();
    let crumbs = if touched.is_empty() || screen.sentence().is_some() {
        String::new()
    } else {
        format!("{} › ", touched.join(" › "))
    };
    let hint = screen.hint.as_ref().map_or(String::new(), |Thought { chosen, why }| {
        let why = why.as_ref().map_or(String::new(), |why| format!(" {why}"));
        format!("Hint: {}.{why}   ", chosen.offer.label)
    });
    match screen.preview() {
        Some(preview) => (format!("{hint}{crumbs}Enter: {preview}"), theme::PLUM),
        None => (format!("{hint}{crumbs}"), theme::INK3),
    }
}

/// What something is, for the look around.
fn describe(scene: &Scene, key: &Key) -> String {
    let name = key_name(scene, key);
    let mut words = vec![];
    for zone in &scene.zones {
        for cell in zone.cells.iter().filter(|cell| cell.key == *key) {
            words.push(notes(&cell.marks));
            let standing = zone.pieces.iter().filter(|piece| piece.cell.as_ref() == Some(key));
            let mut names: Vec<String> = standing.map(|piece| piece.label.clone()).collect();
            let number = names.len();
            names.dedup();
            match (names.as_slice(), number) {
                ([], _) => words.push("empty".into()),
                ([one], 2..) => words.push(format!("{one} ×{number}")),
                (names, _) => words.push(boxwood_scene::list(names)),
            }
        }
        for piece in zone.pieces.iter().filter(|piece| piece.key == *key) {
            words.push(zone.label.clone());
            words.push(notes(&piece.marks));
        }
    }
    words.retain(|word| !word.is_empty());
    if words.is_empty() { name } else { format!("{name}: {}", words.join("; ")) }
}

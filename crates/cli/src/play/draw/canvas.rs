//! Where things are drawn, and where each of them was drawn.

use boxwood_scene::{Key, Mark};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use crate::theme::{self, Theme};

/// Where something that can be touched was drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Its key.
    pub key: Key,
    /// The place, on the canvas.
    pub rect: Rect,
    /// Its middle; pieces that share a place have different ones, so that arrows can tell them apart.
    pub centre: (f32, f32),
}

/// How something stands to the choice being made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It plays no part.
    Rest,
    /// It can be touched.
    Can,
    /// The cursor is on it.
    Focus,
    /// It has been touched.
    Held,
    /// It belongs to what would be chosen, or to a hint.
    Shown,
}

/// How everything stands to the choice being made.
#[derive(Clone, Debug, Default)]
pub struct Signs {
    /// What can be touched.
    pub can: Vec<Key>,
    /// What the cursor is on.
    pub focus: Option<Key>,
    /// What has been touched.
    pub held: Vec<Key>,
    /// What would be touched next, or is hinted at.
    pub shown: Vec<Key>,
}

impl Signs {
    /// How this key stands to the choice.
    pub fn state(&self, key: &Key) -> State {
        let among = |keys: &[Key]| keys.iter().any(|known| known == key);
        if self.focus.as_ref() == Some(key) {
            State::Focus
        } else if among(&self.held) {
            State::Held
        } else if among(&self.shown) {
            State::Shown
        } else if among(&self.can) {
            State::Can
        } else {
            State::Rest
        }
    }
}

/// A buffer that remembers what was drawn where.
pub struct Canvas<'a> {
    /// The picture.
    pub buffer: Buffer,
    /// What was drawn where.
    pub hits: Vec<Hit>,
    /// How things stand to the choice.
    pub signs: &'a Signs,
    /// The colours.
    pub theme: Theme,
}

impl<'a> Canvas<'a> {
    /// An empty table of this size.
    pub fn new(width: u16, height: u16, theme: Theme, signs: &'a Signs) -> Canvas<'a> {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        buffer.set_style(buffer.area, theme.on(theme::INK2, theme::TABLE));
        Canvas { buffer, hits: vec![], signs, theme }
    }

    /// Writes text, cut at the edge of the canvas and after so many columns.
    pub fn write(&mut self, x: u16, y: u16, text: &str, width: u16, style: Style) {
        if y < self.buffer.area.height && x < self.buffer.area.width {
            let text = cut(text, usize::from(width));
            self.buffer.set_stringn(x, y, text, usize::from(width), style);
        }
    }

    /// Paints a rectangle.
    pub fn fill(&mut self, rect: Rect, style: Style) {
        let rect = rect.intersection(self.buffer.area);
        for y in rect.top()..rect.bottom() {
            self.write(rect.x, y, &" ".repeat(rect.width.into()), rect.width, style);
        }
    }

    /// Draws a frame of these corners and lines, and paints what is inside.
    pub fn frame(&mut self, rect: Rect, line: Style, inside: Style, double: bool) {
        if rect.width < 2 || rect.height < 2 {
            return self.fill(rect, inside);
        }
        let [a, b, c, d, h, v] = if double {
            ["╔", "╗", "╚", "╝", "═", "║"]
        } else {
            ["╭", "╮", "╰", "╯", "─", "│"]
        };
        let across = h.repeat(usize::from(rect.width) - 2);
        self.fill(rect, inside);
        self.write(rect.x, rect.y, &format!("{a}{across}{b}"), rect.width, line);
        self.write(rect.x, rect.bottom() - 1, &format!("{c}{across}{d}"), rect.width, line);
        for y in rect.y + 1..rect.bottom() - 1 {
            self.write(rect.x, y, v, 1, line);
            self.write(rect.right() - 1, y, v, 1, line);
        }
    }

    /// Remembers that this was drawn here.
    pub fn hit(&mut self, key: &Key, rect: Rect) {
        let centre = (
            f32::from(rect.x) + f32::from(rect.width) / 2.0,
            f32::from(rect.y) + f32::from(rect.height) / 2.0,
        );
        self.hits.push(Hit { key: key.clone(), rect, centre });
    }

    /// Remembers that these share a place, the first lowest if `upwards`, else side by side.
    pub fn hit_together(&mut self, keys: &[&Key], rect: Rect, upwards: Option<bool>) {
        for (number, key) in keys.iter().enumerate() {
            self.hit(key, rect);
            let part = (number as f32 + 0.5) / keys.len() as f32;
            let (left, top) = (f32::from(rect.x), f32::from(rect.y));
            if let Some(hit) = self.hits.last_mut() {
                match upwards {
                    Some(true) => hit.centre.1 = top + f32::from(rect.height) * (1.0 - part),
                    Some(false) => hit.centre.1 = top + f32::from(rect.height) * part,
                    None => hit.centre.0 = left + f32::from(rect.width) * part,
                }
            }
        }
    }
}

/// The sign of the weightiest mark, with its colour on cream; notes are words, not signs.
pub fn mark_sign(marks: &[Mark]) -> Option<(char, theme::Token)> {
    let sign = |mark: &Mark| match mark {
        Mark::Danger => Some((0, '!', theme::EMBER_DEEP)),
        Mark::Wrong => Some((0, '✗', theme::EMBER_DEEP)),
        Mark::Good | Mark::Right => Some((1, '✓', theme::LEAF_DEEP)),
        Mark::Wild => Some((2, '*', theme::TRACE_DEEP)),
        Mark::Last => Some((2, '*', theme::TRACE_DEEP)),
        Mark::Dim => Some((3, '×', theme::ON_CARD)),
        Mark::Note(_) => None,
    };
    marks.iter().filter_map(sign).min_by_key(|(weight, ..)| *weight).map(|(_, sign, token)| (sign, token))
}

/// The words among the marks.
pub fn notes(marks: &[Mark]) -> String {
    let notes: Vec<&str> = marks
        .iter()
        .filter_map(|mark| if let Mark::Note(note) = mark { Some(note.as_str()) } else { None })
        .collect();
    notes.join(", ")
}

/// Out of play things are shown, but quietly.
pub fn faded(style: Style, marks: &[Mark]) -> Style {
    if marks.contains(&Mark::Dim) { style.add_modifier(Modifier::DIM | Modifier::CROSSED_OUT) } else { style }
}

/// The text in at most so many columns, with an ellipsis where something is missing.
pub fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.into();
    }
    let mut short = String::new();
    for c in text.chars() {
        if short.width() + unicode_width::UnicodeWidthChar::width(c).unwrap_or(0) + 1 > width {
            break;
        }
        short.push(c);
    }
    if width > 0 {
        short.push('…');
    }
    short
}

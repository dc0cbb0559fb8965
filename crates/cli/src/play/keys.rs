//! What each key does at the full-screen table.

use boxwood_scene::Key;
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::choose::{Stop, key_name, parse_path, short};
use super::screen::{Mode, Notice, Screen};

/// Lines that a page key moves by.
const PAGE: usize = 10;

/// Whether the table goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It does.
    Stay,
    /// Another match of the same game is wanted.
    Again,
    /// The table is left.
    Leave,
}

/// What the keys do, for the screen that lists them.
pub const KEYS: [(&str, &str); 13] = [
    ("arrows", "move the cursor over what can be touched"),
    ("Tab, j, k", "the next one, the one before"),
    ("Enter", "touch it; Esc takes the last touch back"),
    ("← →, digits", "change a number, when the cursor is on one"),
    ("letters", "press the button that shows the letter"),
    ("o or a number", "everything that can be done, as a list; type to search it"),
    ("w", "look around: what is this, and why can it not be touched?"),
    ("h", "a hint from a strong bot"),
    ("u", "take back your last action"),
    ("l", "the whole log"),
    ("?", "the rules"),
    ("F1", "these keys"),
    ("q", "leave the table"),
];

impl Screen {
    /// Takes a key.
    pub fn key(&mut self, event: KeyEvent) -> Flow {
        if event.kind == KeyEventKind::Release {
            return Flow::Stay;
        }
        if event.modifiers.contains(KeyModifiers::CONTROL) {
            let leaves = matches!(event.code, KeyCode::Char('c' | 'd'));
            return if leaves { Flow::Leave } else { Flow::Stay };
        }
        self.skip = true;
        self.notice = None;
        match self.mode.clone() {
            Mode::Curtain(_) => match event.code {
                KeyCode::Enter => self.mode = Mode::Table,
                KeyCode::Char('q') => self.mode = Mode::Leave,
                _ => {}
            },
            Mode::Leave => match event.code {
                KeyCode::Char('y' | 'q') | KeyCode::Enter => return Flow::Leave,
                _ => {
                    self.mode = Mode::Table;
                    // Somebody may have come here from behind a curtain.
                    self.hide_again();
                }
            },
            Mode::Guide(line) => match scrolled(line, event.code) {
                Some(line) => self.mode = Mode::Guide(line),
                None => self.mode = Mode::Table,
            },
            Mode::Log(back) => match scrolled_back(back, event.code) {
                Some(back) => self.mode = Mode::Log(back.min(self.log.len())),
                None => self.mode = Mode::Table,
            },
            Mode::Keys => self.mode = Mode::Table,
            Mode::List { typed, at } => self.list_key(event.code, typed, at),
            Mode::Look(key) => self.look_key(event.code, &key),
            Mode::Table => return self.table_key(event.code),
        }
        Flow::Stay
    }

    fn hide_again(&mut self) {
        if self.asked.is_some() && self.table.seating().people().count() > 1 {
            self.at_screen = None;
            self.refresh();
        }
    }

    fn table_key(&mut self, code: KeyCode) -> Flow {
        if self.table.game().status().over && matches!(code, KeyCode::Char('r')) {
            return Flow::Again;
        }
        if self.edit(code) {
            return Flow::Stay;
        }
        let last = self.stops.len().saturating_sub(1);
        match code {
            KeyCode::Enter => {
                if let Some(key) = self.stop_key() {
                    self.touch(&key);
                }
            }
            KeyCode::Esc | KeyCode::Backspace => {
                self.hint = None;
                self.narrowing.back();
                self.find_stops();
            }
            KeyCode::Tab | KeyCode::Char('j') => self.at = if self.at >= last { 0 } else { self.at + 1 },
            KeyCode::BackTab | KeyCode::Char('k') => self.at = self.at.checked_sub(1).unwrap_or(last),
            KeyCode::PageDown => self.at = (self.at + PAGE).min(last),
            KeyCode::PageUp => self.at = self.at.saturating_sub(PAGE),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = last,
            KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down => self.move_cursor(code),
            KeyCode::F(1) => self.mode = Mode::Keys,
            KeyCode::Char(c) => self.letter(c),
            _ => {}
        }
        Flow::Stay
    }

    fn letter(&mut self, c: char) {
        let pressed = self.shortcuts().into_iter().find(|(_, letter)| *letter == c.to_ascii_lowercase());
        match c {
            ' ' => {
                if let Some(key) = self.stop_key() {
                    self.touch(&key);
                }
            }
            '?' => self.mode = Mode::Guide(0),
            'l' => self.mode = Mode::Log(0),
            'q' => self.mode = Mode::Leave,
            'u' => self.undo(),
            'h' => self.ask_hint(),
            'w' => {
                let here = self.stop_key().filter(|key| self.hits.iter().any(|hit| hit.key == *key));
                if let Some(key) = here.or_else(|| self.hits.first().map(|hit| hit.key.clone())) {
                    self.mode = Mode::Look(key);
                }
            }
            'o' | '/' if self.asked.is_some() => self.mode = Mode::List { typed: String::new(), at: 0 },
            '0'..='9' if self.asked.is_some() => {
                match self.stops.iter().position(|stop| matches!(stop, Stop::Number(_))) {
                    Some(stepper) => {
                        self.at = stepper;
                        self.edit(KeyCode::Char(c));
                    }
                    None => self.mode = Mode::List { typed: c.into(), at: 0 },
                }
            }
            _ => {
                if let Some((key, _)) = pressed {
                    self.touch(&key);
                }
            }
        }
    }

    /// Keys that change what the stepper, pad or line under the cursor says.
    fn edit(&mut self, code: KeyCode) -> bool {
        let Some(stop) = self.stop().cloned() else { return false };
        match (stop, code) {
            (Stop::Number(values), KeyCode::Left | KeyCode::Right) => {
                let here = values.partition_point(|value| *value < self.number);
                let next = if code == KeyCode::Left {
                    here.checked_sub(1)
                } else {
                    Some(values.partition_point(|value| *value <= self.number))
                };
                self.number = next.and_then(|index| values.get(index)).copied().unwrap_or(self.number);
                self.typed.clear();
            }
            (Stop::Number(values), KeyCode::Up | KeyCode::Down) if self.stops.len() == 1 => {
                let here = values.partition_point(|value| *value < self.number);
                let there = if code == KeyCode::Up { here + PAGE } else { here.saturating_sub(PAGE) };
                self.number = values.get(there.min(values.len() - 1)).copied().unwrap_or(self.number);
                self.typed.clear();
            }
            (Stop::Number(_), KeyCode::Char(c @ ('0'..='9' | '-'))) => {
                if self.typed.len() < 6 {
                    self.typed.push(c);
                }
                self.number = self.typed.parse().unwrap_or(self.number);
            }
            (Stop::Number(values), KeyCode::Backspace) if !self.typed.is_empty() => {
                self.typed.pop();
                self.number = self.typed.parse().unwrap_or(values[0]);
            }
            (Stop::Aim(x, y), KeyCode::Left) => self.nudge(-1, 0, x, y),
            (Stop::Aim(x, y), KeyCode::Right) => self.nudge(1, 0, x, y),
            (Stop::Aim(x, y), KeyCode::Up) => self.nudge(0, -1, x, y),
            (Stop::Aim(x, y), KeyCode::Down) => self.nudge(0, 1, x, y),
            (Stop::Aim(..), KeyCode::Char(c @ ('0'..='9' | '-' | ','))) if self.typed.len() < 16 => {
                self.typed.push(c);
                self.read_aim();
            }
            (Stop::Text(longest), KeyCode::Char(c)) if self.typed.chars().count() < longest.into() => {
                self.typed.push(c);
            }
            (Stop::Aim(..) | Stop::Text(_), KeyCode::Backspace) if !self.typed.is_empty() => {
                self.typed.pop();
                self.read_aim();
            }
            _ => return false,
        }
        true
    }

    fn nudge(&mut self, x: i32, y: i32, across: (i32, i32), down: (i32, i32)) {
        self.typed.clear();
        self.aim = ((self.aim.0 + x).clamp(across.0, across.1), (self.aim.1 + y).clamp(down.0, down.1));
    }

    fn read_aim(&mut self) {
        if let Some((x, y)) = self.typed.split_once(',')
            && let (Ok(x), Ok(y)) = (x.parse(), y.parse())
        {
            self.aim = (x, y);
        }
    }

    /// Moves to the nearest thing in that direction, as things were drawn.
    fn move_cursor(&mut self, code: KeyCode) {
        let names: Vec<Key> = self.stops.iter().map(stop_name).collect();
        let Some(here) = names.get(self.at) else { return };
        let places: Vec<(usize, (f32, f32))> = names
            .iter()
            .enumerate()
            .filter_map(|(index, name)| Some((index, self.hits.iter().find(|hit| hit.key == *name)?.centre)))
            .collect();
        let from = self.hits.iter().find(|hit| hit.key == *here).map(|hit| hit.centre);
        match from.and_then(|from| nearest(from, &places, code)) {
            Some(index) => self.at = index,
            // Along a single line all four arrows are understood.
            None if self.stops.len() > 1 && is_line(&places) => {
                let last = self.stops.len() - 1;
                let back = matches!(code, KeyCode::Left | KeyCode::Up);
                self.at = if back { self.at.saturating_sub(1) } else { (self.at + 1).min(last) };
            }
            None => {}
        }
    }

    fn list_key(&mut self, code: KeyCode, mut typed: String, at: usize) {
        let last = self.listed(&typed).len().saturating_sub(1);
        let at = match code {
            KeyCode::Esc | KeyCode::Tab => {
                self.mode = Mode::Table;
                return;
            }
            KeyCode::Enter => {
                let Some(seat) = self.asked else { return };
                match self.listed(&typed).get(at).map(|chosen| (*chosen).clone()) {
                    Some(chosen) => self.act(seat, &chosen),
                    None => self.ask_typed(&typed),
                }
                return;
            }
            KeyCode::Down => (at + 1).min(last),
            KeyCode::Up => at.saturating_sub(1),
            KeyCode::PageDown => (at + PAGE).min(last),
            KeyCode::PageUp => at.saturating_sub(PAGE),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Backspace => {
                typed.pop();
                0
            }
            KeyCode::Char(c) if typed.chars().count() < 60 => {
                typed.push(c);
                0
            }
            _ => at,
        };
        self.mode = Mode::List { typed, at };
    }

    /// Something was typed that is no offer: a path, or the name of a thing.
    fn ask_typed(&mut self, typed: &str) {
        let Some(seat) = self.asked else { return };
        if let Some(path) = parse_path(typed) {
            return self.ask(seat, path);
        }
        let wanted = typed.trim().to_lowercase();
        let named = |hit: &&super::draw::Hit| {
            key_name(&self.scene, &hit.key).to_lowercase() == wanted || short(&hit.key) == wanted
        };
        match self.hits.iter().find(named).map(|hit| hit.key.clone()) {
            Some(key) => self.touch(&key),
            None => self.notice = Some(Notice::Told("Nothing on the table is called that.".into())),
        }
    }

    fn look_key(&mut self, code: KeyCode, key: &Key) {
        let here = self.hits.iter().position(|hit| hit.key == *key).unwrap_or(0);
        let last = self.hits.len().saturating_sub(1);
        let there = match code {
            KeyCode::Esc | KeyCode::Char('w') => {
                self.mode = Mode::Table;
                return;
            }
            KeyCode::Enter => return self.touch(key),
            KeyCode::Tab | KeyCode::Char('j') => Some(if here >= last { 0 } else { here + 1 }),
            KeyCode::BackTab | KeyCode::Char('k') => Some(here.checked_sub(1).unwrap_or(last)),
            KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down => {
                let places: Vec<_> = self.hits.iter().map(|hit| hit.centre).enumerate().collect();
                self.hits.get(here).and_then(|hit| nearest(hit.centre, &places, code))
            }
            _ => None,
        };
        if let Some(hit) = there.and_then(|index| self.hits.get(index)) {
            self.mode = Mode::Look(hit.key.clone());
        }
    }
}

/// The name under which a stop is drawn.
pub(super) fn stop_name(stop: &Stop) -> Key {
    match stop {
        Stop::Key(key) => key.clone(),
        Stop::Number(_) => Key::piece("stop", "number"),
        Stop::Aim(..) => Key::piece("stop", "aim"),
        Stop::Text(_) => Key::piece("stop", "text"),
    }
}

/// The nearest place in that direction. A row is about twice as far as a column.
fn nearest(from: (f32, f32), places: &[(usize, (f32, f32))], code: KeyCode) -> Option<usize> {
    let ahead = |to: &(f32, f32)| {
        let (dx, dy) = (to.0 - from.0, (to.1 - from.1) * 2.0);
        let (along, aside) = match code {
            KeyCode::Left => (-dx, dy),
            KeyCode::Right => (dx, dy),
            KeyCode::Up => (-dy, dx),
            _ => (dy, dx),
        };
        (along > 0.01).then_some(along + 2.5 * aside.abs())
    };
    let mut best: Option<(f32, usize)> = None;
    for (index, to) in places {
        if let Some(distance) = ahead(to)
            && best.is_none_or(|(least, _)| distance < least)
        {
            best = Some((distance, *index));
        }
    }
    best.map(|(_, index)| index)
}

fn is_line(places: &[(usize, (f32, f32))]) -> bool {
    let rows: Vec<i32> = places.iter().map(|(_, (_, y))| *y as i32).collect();
    rows.windows(2).all(|pair| pair[0] == pair[1])
}

/// The line a page of text begins with after this key; `None` if the key closes the page.
fn scrolled(line: usize, code: KeyCode) -> Option<usize> {
    match code {
        KeyCode::Down | KeyCode::Char('j') | KeyCode::Enter => Some(line + 1),
        KeyCode::Up | KeyCode::Char('k') => Some(line.saturating_sub(1)),
        KeyCode::PageDown | KeyCode::Char(' ') => Some(line + PAGE),
        KeyCode::PageUp => Some(line.saturating_sub(PAGE)),
        KeyCode::Home => Some(0),
        KeyCode::End => Some(usize::MAX / 2),
        _ => None,
    }
}

/// The same, counted from the end.
fn scrolled_back(back: usize, code: KeyCode) -> Option<usize> {
    match code {
        KeyCode::Down | KeyCode::Char('j') => Some(back.saturating_sub(1)),
        KeyCode::Up | KeyCode::Char('k') => Some(back + 1),
        KeyCode::PageDown | KeyCode::Char(' ') => Some(back.saturating_sub(PAGE)),
        KeyCode::PageUp => Some(back + PAGE),
        KeyCode::Home => Some(usize::MAX / 2),
        KeyCode::End => Some(0),
        _ => None,
    }
}

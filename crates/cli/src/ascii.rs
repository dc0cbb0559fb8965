//! The plain signs that every terminal can show, for those that promise no others.
//!
//! Everything is written and drawn as if all signs were there; on its way out each becomes one plain
//! sign of the same width, so nothing else has to know.

use std::env;
use std::io::{self, Write};

use ratatui::buffer::Buffer;

/// Whether the reader of our text may not be able to show more than ASCII.
pub fn is_wanted(is_terminal: bool) -> bool {
    // The first of these that says something counts; that is how POSIX has it.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
    let terminal = env::var("TERM").ok().filter(|_| is_terminal);
    is_plain(locale.as_deref(), terminal.as_deref())
}

/// Without a word about it we trust in UTF-8: containers and Windows set no locale, but show everything.
fn is_plain(locale: Option<&str>, terminal: Option<&str>) -> bool {
    let is_utf8 = |locale: &str| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    };
    let is_old = |name: &str| {
        matches!(name, "dumb" | "unknown" | "linux" | "ansi" | "cons25") || name.starts_with("vt")
    };
    locale.is_some_and(|locale| !is_utf8(locale)) || terminal.is_some_and(is_old)
}

/// Whether the terminal cannot even move its cursor, so that nothing can be drawn on it.
pub fn is_dumb_terminal() -> bool {
    env::var("TERM").is_ok_and(|name| name == "dumb")
}

/// The plain sign for a character, as wide as it.
fn plain(c: char) -> char {
    match c {
        c if c.is_ascii() => c,
        '·' | '–' | '—' | '−' | '─' | '‑' => '-',
        '›' | '▸' | '→' | '»' => '>',
        '‹' | '←' | '«' => '<',
        '•' => '+',
        '●' | '★' | '▪' => '*',
        '○' | '…' => '.',
        '↑' | '▲' | '▴' => '^',
        '↓' | '▼' | '▾' | '✓' => 'v',
        '✗' => 'x',
        '│' | '▌' | '▐' => '|',
        '╭' | '╮' | '╰' | '╯' => '+',
        '╔' | '╗' | '╚' | '╝' | '║' | '▒' => '#',
        '═' => '=',
        '▏' => '_',
        '×' => 'x',
        '‘' | '’' => '\'',
        '“' | '”' | '„' => '"',
        'à'..='æ' | 'ā' | 'ą' => 'a',
        'À'..='Æ' => 'A',
        'ç' | 'ć' | 'č' => 'c',
        'Ç' | 'Ć' | 'Č' => 'C',
        'è'..='ë' | 'ē' | 'ę' | 'ě' => 'e',
        'È'..='Ë' => 'E',
        'ì'..='ï' => 'i',
        'ł' => 'l',
        'ñ' | 'ń' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' | 'œ' => 'o',
        'Ò'..='Ö' | 'Ø' => 'O',
        'ß' | 'ś' | 'š' | 'ş' => 's',
        'ù'..='ü' | 'ū' | 'ű' => 'u',
        'Ù'..='Ü' => 'U',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        'Ł' => 'L',
        'Ś' | 'Š' | 'Ş' => 'S',
        'Ź' | 'Ż' | 'Ž' => 'Z',
        _ => '?',
    }
}

/// The text in plain signs.
pub fn text(text: &str) -> String {
    text.chars().map(plain).collect()
}

/// Makes everything that was drawn plain.
pub fn buffer(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if let Some(c) = cell.symbol().chars().next().filter(|c| !c.is_ascii()) {
            cell.set_char(plain(c));
        }
    }
}

/// A writer that turns text into plain signs where they are wanted.
pub struct Out<W> {
    to: W,
    is_plain: bool,
    /// The beginning of a character whose end has not come yet.
    begun: Vec<u8>,
}

impl<W: Write> Out<W> {
    /// Writes there, in plain signs or as it is.
    pub fn new(to: W, is_plain: bool) -> Out<W> {
        Out { to, is_plain, begun: vec![] }
    }
}

impl<W: Write> Write for Out<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_plain {
            return self.to.write(bytes);
        }
        self.begun.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.begun) {
            Ok(_) => self.begun.len(),
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            Err(_) => self.begun.len(), // not text at all; what cannot be read becomes "?"
        };
        let rest = self.begun.split_off(whole);
        let ready = std::mem::replace(&mut self.begun, rest);
        self.to.write_all(text(&String::from_utf8_lossy(&ready)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_and_terminals_say_what_they_can_show() {
        for (locale, terminal, expected) in [
            (None, None, false),
            (None, Some("xterm-256color"), false),
            (Some("C"), None, true),
            (Some("POSIX"), Some("xterm"), true),
            (Some("de_DE.ISO-8859-1"), Some("xterm"), true),
            (Some("C.UTF-8"), Some("xterm"), false),
            (Some("en_GB.utf8"), None, false),
            (Some("en_GB.UTF-8"), Some("dumb"), true),
            (Some("en_GB.UTF-8"), Some("vt220"), true),
        ] {
            assert_eq!(is_plain(locale, terminal), expected, "{locale:?} {terminal:?}");
        }
    }

    #[test]
    fn what_is_written_is_plain_however_it_is_cut() {
        let said = "Nim · 2–8 players ●○ …\n";
        for size in 1..5 {
            let mut out = Out::new(vec![], true);
            said.as_bytes().chunks(size).for_each(|part| out.write_all(part).unwrap());
            assert_eq!(out.to, b"Nim - 2-8 players *. .\n");
        }
        let mut out = Out::new(vec![], false);
        out.write_all(said.as_bytes()).unwrap();
        assert_eq!(out.to, said.as_bytes());
    }

    #[test]
    fn every_sign_that_guides_and_tables_use_has_a_plain_one() {
        for game in boxwood_games::GAMES {
            let info = game.info();
            let words = [info.guide, info.title, info.pitch, &info.credit(), &info.players(), &info.time()];
            for c in words.iter().flat_map(|text| text.chars()) {
                assert!(c == '?' || plain(c) != '?', "{}: {c:?}", info.id);
            }
        }
    }
}

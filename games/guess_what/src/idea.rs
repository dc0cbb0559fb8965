//! What a Professor sets and a Student guesses: a rule, or free words where people judge.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::rule::Rule;

/// The most bytes of free words; letters with accents take two or more.
pub(super) const LONGEST_TEXT: usize = 120;

/// What somebody thinks a card must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Idea {
    /// A rule of the language.
    Rule(Rule),
    /// Free words.
    Text(Text),
}

impl Idea {
    /// The idea in words.
    pub(super) fn english(&self) -> String {
        match self {
            Idea::Rule(rule) => rule.english(),
            Idea::Text(text) => text.as_str().into(),
        }
    }

    /// A number that no other idea has, but for the wildest chance.
    pub(super) fn fingerprint(&self) -> u64 {
        let text = match self {
            Idea::Rule(rule) => rule.to_string(),
            Idea::Text(text) => format!("\"{text}"),
        };
        let sum = text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        // The last letters reach the low bits only, so mix once more.
        let mixed = (sum ^ sum >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    }
}

/// A short line of free words: not empty, no braces, at most 120 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Text {
    len: u8,
    bytes: [u8; LONGEST_TEXT],
}

/// Words that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAText;

impl fmt::Display for NotAText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "free words are a line of at most {LONGEST_TEXT} letters without braces")
    }
}

impl Text {
    /// The words without blanks around them.
    pub(super) fn new(words: &str) -> Option<Text> {
        let words = words.trim();
        // Braces would be taken for people's names.
        let is_plain = !words.chars().any(|c| c.is_control() || matches!(c, '{' | '}'));
        if words.is_empty() || words.len() > LONGEST_TEXT || !is_plain {
            return None;
        }
        let mut text = Text::default();
        text.bytes[..words.len()].copy_from_slice(words.as_bytes());
        text.len = words.len() as u8;
        Some(text)
    }

    /// The words.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).expect("it was text when it was made")
    }
}

impl Default for Text {
    fn default() -> Text {
        Text { len: 0, bytes: [0; LONGEST_TEXT] }
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<Text> for String {
    fn from(text: Text) -> String {
        text.as_str().into()
    }
}

impl TryFrom<String> for Text {
    type Error = NotAText;

    fn try_from(words: String) -> Result<Text, NotAText> {
        Text::new(&words).ok_or(NotAText)
    }
}

//! What is said at a table: lines of people, and the table's own notes about them.

use std::collections::VecDeque;

use boxwood_engine::Seat;
use boxwood_protocol::Chat;
use boxwood_scene::{Names, render};
use boxwood_store::{Person, PersonId};

use super::Chair;

/// How many lines a newcomer is shown.
const LENGTH: usize = 100;

/// The last lines, and how many there ever were.
#[derive(Default)]
pub struct Talk {
    lines: VecDeque<Line>,
    count: u64,
    /// Everybody who has ever said something, in that order.
    speakers: Vec<PersonId>,
}

/// A line, as the table keeps it.
#[derive(Clone, Debug)]
pub struct Line {
    chat: Chat,
    /// Whom the table speaks of, and what it says to them.
    to: Option<Address>,
}

/// The words for the person whom a line is about.
#[derive(Clone, Debug)]
struct Address {
    person: PersonId,
    name: String,
    text: String,
}

impl Talk {
    /// How many lines there ever were.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The lines that are kept, oldest first.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter()
    }

    /// The lines that came after the first `count`, as far as they are kept.
    pub fn since(&self, count: u64) -> impl Iterator<Item = &Line> {
        let new = usize::try_from(self.count - count).unwrap_or(usize::MAX).min(self.lines.len());
        self.lines.iter().skip(self.lines.len() - new)
    }

    /// The number of somebody who speaks.
    pub(super) fn speaker(&mut self, person: &PersonId) -> usize {
        self.speakers.iter().position(|other| other == person).unwrap_or_else(|| {
            self.speakers.push(person.clone());
            self.speakers.len() - 1
        })
    }

    /// Whose number that is, and what they were called last, as far as their lines are kept.
    pub(super) fn spoken(&self, speaker: usize) -> Option<(&PersonId, &str)> {
        let person = self.speakers.get(speaker)?;
        let line = self.lines.iter().rev().find(|line| line.chat.speaker == Some(speaker))?;
        Some((person, &line.chat.from))
    }

    /// Somebody says something.
    pub(super) fn say(&mut self, chat: Chat) {
        self.keep(Line { chat, to: None });
    }

    /// The table says something.
    pub(super) fn note(&mut self, at: i64, text: String) {
        self.say(Chat { from: String::new(), seat: None, speaker: None, text, at });
    }

    /// The table tells what somebody on this chair has done; `{0}` stands for them.
    pub(super) fn note_about(&mut self, at: i64, chair: &Chair, sentence: &str) {
        let names = std::slice::from_ref(&chair.name);
        let told = |reader| render(sentence, &Names { names, reader });
        let chat = Chat { from: String::new(), seat: None, speaker: None, text: told(None), at };
        let to = chair.person.clone().map(|person| Address {
            person,
            name: chair.name.clone(),
            text: told(Seat::new(0)),
        });
        self.keep(Line { chat, to });
    }

    fn keep(&mut self, line: Line) {
        if self.lines.len() == LENGTH {
            self.lines.pop_front();
        }
        self.count += 1;
        self.lines.push_back(line);
    }
}

impl Line {
    /// The line as this person reads it: what it says about them says "you".
    pub fn read_by(&self, reader: Option<&Person>) -> Chat {
        // A guest on the reader's device has another name, and is spoken of by it. So is a reader who has
        // taken another name since.
        let is_reader =
            |to: &&Address| reader.is_some_and(|reader| reader.id == to.person && reader.name == to.name);
        match self.to.as_ref().filter(is_reader) {
            Some(to) => Chat { text: to.text.clone(), ..self.chat.clone() },
            None => self.chat.clone(),
        }
    }
}

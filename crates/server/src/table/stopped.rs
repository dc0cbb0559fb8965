//! Tables that this program cannot go on with, because they were begun under other rules.
//!
//! Their log is kept and read as far as it can be without the rules: who sits where, what was said, and
//! the inputs, which nobody here understands. So nothing is lost: the people can begin a rematch under the
//! rules of this program, and then have the record of what they gave up.

use boxwood_engine::{Input, Record};
use boxwood_protocol::{Code, Refusal};
use serde_json::Value;

use super::Table;
use crate::refuse::no;

/// A match under rules that this program does not play.
#[derive(Debug)]
pub struct Stopped {
    rules: u16,
    inputs: Vec<Input<Value>>,
}

impl Stopped {
    /// One that begins under these rules.
    pub fn under(rules: u16) -> Stopped {
        Stopped { rules, inputs: vec![] }
    }

    /// Keeps an input.
    pub fn input(&mut self, input: &Input<Value>) {
        self.inputs.push(input.clone());
    }

    /// Forgets what was taken back.
    pub fn go_back(&mut self, to: usize) {
        self.inputs.truncate(to);
    }
}

impl Table {
    /// Why the table cannot go on, if it cannot.
    pub fn trouble(&self) -> Option<String> {
        let (stopped, info) = (self.stopped.as_ref()?, self.game.info());
        Some(format!(
            "This table was begun under version {} of the rules of {}, and this server plays version {}, so \
             it can neither go on nor be shown; a rematch keeps the people and the options, and afterwards \
             the record can be had.",
            stopped.rules, info.title, info.rules
        ))
    }

    /// Whether nothing has to be hidden any more: the match has ended, or its people have given it up for
    /// a rematch.
    pub(super) fn is_open(&self) -> bool {
        let has_ended = self.play.as_ref().is_some_and(|play| play.status().over);
        has_ended || self.stopped.is_some() && self.next.is_some()
    }

    /// The record of a match that this program cannot play.
    pub(super) fn stopped_record(&self) -> Option<Record> {
        let stopped = self.stopped.as_ref()?;
        Some(Record {
            game: self.settings.game.clone(),
            rules: stopped.rules,
            options: Value::Object(self.settings.options.clone()),
            seats: self.chairs.len(),
            seed: self.seed(),
            inputs: stopped.inputs.clone(),
        })
    }

    /// The refusal of whatever needs the match itself.
    pub(super) fn only_playable(&self) -> Result<(), Refusal> {
        self.trouble().map_or(Ok(()), |trouble| Err(no(Code::WrongStage, trouble)))
    }
}

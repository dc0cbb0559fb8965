//! Moments that everybody should see before the game goes on.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Key, Names, render};

/// A moment on the way from one state to the next: what is shown of it, and how much it weighs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Beat {
    /// What kind of moment it is.
    pub kind: BeatKind,
    /// What happens, in a few words.
    pub text: String,
    /// What to look at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<Key>,
}

/// How much a moment weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum BeatKind {
    /// One more thing is seen; the next follows soon.
    Step,
    /// What was hidden is shown.
    Reveal,
    /// Something breaks, falls or is lost.
    Blow,
    /// Somebody is caught, or catches somebody.
    Catch,
    /// A round is over.
    Round,
}

impl Beat {
    /// A moment of this kind.
    pub fn new(kind: BeatKind, text: impl Into<String>) -> Beat {
        Beat { kind, text: text.into(), at: vec![] }
    }

    /// The moment with something to look at.
    #[must_use]
    pub fn at(mut self, key: Key) -> Beat {
        self.at.push(key);
        self
    }

    /// Fills in the names of people, for the eyes of one reader.
    #[must_use]
    pub fn named(self, names: &Names) -> Beat {
        Beat { text: render(&self.text, names), ..self }
    }
}

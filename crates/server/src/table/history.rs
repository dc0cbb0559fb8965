//! Which version of the match a sender had seen.

use std::collections::VecDeque;

/// How many versions are remembered. A sender whose last look is older is asked to look again.
pub const LENGTH: usize = 64;

/// The last versions of the match, each with the number of the event from which on it was seen; oldest first.
#[derive(Default)]
pub struct History(VecDeque<(u64, usize)>);

impl History {
    /// At this event the match has this version.
    pub fn note(&mut self, number: u64, version: usize) {
        if self.0.back().is_some_and(|(_, last)| *last == version) {
            return;
        }
        self.0.push_back((number, version));
        if self.0.len() > LENGTH {
            self.0.pop_front();
        }
    }

    /// The version that was seen at this event; `None` if that is too long ago.
    pub fn version_at(&self, number: u64) -> Option<usize> {
        self.0.iter().rev().find(|(from, _)| *from <= number).map(|(_, version)| *version)
    }

    /// Forgets everything: an earlier version has come back under the same number.
    pub fn forget(&mut self) {
        self.0.clear();
    }
}

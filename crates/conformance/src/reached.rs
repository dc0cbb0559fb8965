//! What of a game was reached by all matches of a law run, and what was not.

use std::collections::{BTreeMap, BTreeSet};

use boxwood_engine::{Game, Match, Viewer, guide};
use boxwood_scene::{Names, render};
use serde::Serialize;

use crate::kinds::{variant_of, variants_at};

/// So many ways to end are told.
const ENDINGS: usize = 12;
/// Where states keep their phase.
const PHASES: [&[&str]; 2] = [&["phase"], &["table", "phase"]];

/// What was reached.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reached {
    /// Matches to their end, and those of them that somebody won.
    matches: usize,
    won: usize,
    /// The most inputs of a match, and how many it could have had.
    longest: (u32, u32),
    /// Positions held against all laws.
    pub thorough: usize,
    /// The actions that were legal somewhere, by their names.
    pub legal: BTreeSet<String>,
    /// The rules that a refusal named.
    pub rules: BTreeSet<&'static str>,
    phases: BTreeSet<String>,
    /// The last sentence of a match, and how often it was that.
    endings: BTreeMap<String, usize>,
}

impl Reached {
    /// Notes the phase of a state.
    pub fn note_phase(&mut self, state: &impl Serialize) {
        let state = serde_json::to_value(state).expect("plain data has a JSON form");
        let phase = PHASES.iter().find_map(|path| path.iter().try_fold(&state, |at, field| at.get(field)));
        if let Some(name) = phase.and_then(variant_of).filter(|name| !self.phases.contains(*name)) {
            self.phases.insert(name.into());
        }
    }

    /// Notes how a match ended.
    pub fn note_end<G: Game>(&mut self, game: &Match<G>) {
        let inputs = game.version() as u32;
        self.matches += 1;
        self.won += usize::from(game.outcome().is_some_and(|outcome| !outcome.winners().is_empty()));
        self.longest = self.longest.max((inputs, G::longest(game.options(), game.seats())));
        let last = game.log(Viewer::Spectator, game.version()).last().unwrap_or("Nothing is said.");
        *self.endings.entry(kind_of_sentence(last, game.seats())).or_default() += 1;
    }

    /// Adds what another match reached.
    pub fn add(&mut self, other: Reached) {
        self.matches += other.matches;
        self.won += other.won;
        self.longest = self.longest.max(other.longest);
        self.thorough += other.thorough;
        self.legal.extend(other.legal);
        self.rules.extend(other.rules);
        self.phases.extend(other.phases);
        for (ending, number) in other.endings {
            *self.endings.entry(ending).or_default() += number;
        }
    }

    /// What the run has to have reached.
    ///
    /// # Panics
    /// If an action was legal nowhere, or nobody has ever won.
    pub fn check<G: Game>(&self) {
        assert!(self.won > 0, "{}: nobody has won any of {} matches", G::INFO.id, self.matches);
        let never: Vec<&str> = self.never_legal::<G>();
        assert!(
            never.is_empty(),
            "{}: never legal in any match of the laws: {}. Is it needed, and does the game's estimate lead there?",
            G::INFO.id,
            never.join(", ")
        );
    }

    fn never_legal<G: Game>(&self) -> Vec<&'static str> {
        variants_at::<G::Action>(&[]).iter().copied().filter(|name| !self.legal.contains(*name)).collect()
    }

    /// Everything as a text for whoever wants to know what the laws have seen.
    pub fn report<G: Game>(&self) -> String {
        let phases = PHASES.iter().map(|path| variants_at::<G::State>(path)).find(|names| !names.is_empty());
        let phases = phases.unwrap_or_default();
        let rules = guide::rules(G::INFO.guide);
        let (inputs, most) = self.longest;
        let lines = [
            format!("{}: {} matches, {} won by somebody", G::INFO.id, self.matches, self.won),
            format!("  {} positions held against all laws", self.thorough),
            format!("  the longest match had {inputs} inputs; at most {most} are possible"),
            format!("  actions never legal: {}", listed(self.never_legal::<G>().into_iter())),
            format!(
                "  phases never seen: {}",
                listed(phases.iter().copied().filter(|name| !self.phases.contains(*name)))
            ),
            format!(
                "  rules that no refusal named: {}",
                listed(rules.iter().map(String::as_str).filter(|name| !self.rules.contains(name)))
            ),
            format!("  {} ways to end:{}", self.endings.len(), self.told_endings()),
        ];
        lines.join("\n")
    }

    fn told_endings(&self) -> String {
        let mut endings: Vec<(&String, &usize)> = self.endings.iter().collect();
        endings.sort_by_key(|(sentence, number)| (std::cmp::Reverse(**number), (*sentence).clone()));
        endings
            .iter()
            .take(ENDINGS)
            .map(|(sentence, number)| format!("\n  {number:>6} × {sentence}"))
            .collect()
    }
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

/// A sentence without what differs from match to match: names and numbers.
fn kind_of_sentence(sentence: &str, seats: usize) -> String {
    let names = vec!["Somebody".to_string(); seats];
    let mut text = String::new();
    for c in render(sentence, &Names { names: &names, reader: None }).chars() {
        match c {
            '0'..='9' if text.ends_with('#') => {}
            '0'..='9' => text.push('#'),
            c => text.push(c),
        }
    }
    text
}

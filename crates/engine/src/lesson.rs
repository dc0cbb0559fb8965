//! A first game, told move by move.
//!
//! A lesson is data in a game's folder: how the table is laid, and a list of steps. It always plays the
//! same: the seed is given, and so is what everybody does. Whoever learns makes the learner's moves.

use std::collections::BTreeMap;

use boxwood_kit::Seed;
use boxwood_scene::Key;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{AnyGame, AnyMatch, Input};

/// A scripted first game.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The options that differ from the default.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// How many sit at the table.
    pub seats: usize,
    /// Who learns.
    #[serde(default)]
    pub learner: usize,
    /// Where chance comes from.
    pub seed: u64,
    /// What has been done before the first step, by whoever: where the beginning of a match is long and
    /// teaches little, a lesson begins after it.
    #[serde(default)]
    pub before: Vec<Input<Value>>,
    /// What happens, first to last.
    pub steps: Vec<Step>,
    /// Positions of it that the guide shows, by the names it calls them: `![What it shows](scene:name)`.
    #[serde(default)]
    pub diagrams: BTreeMap<String, Diagram>,
}

/// A position for the guide: a step of the lesson, or what would come of it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diagram {
    /// Of which step, counted from 1; the position before what is done then.
    pub step: usize,
    /// What is done from there on, by whoever.
    #[serde(default)]
    pub then: Vec<Input<Value>>,
    /// The zones that it shows.
    pub zones: Vec<Key>,
    /// What to look at.
    #[serde(default)]
    pub look: Vec<Key>,
    /// What the learner has touched, where it shows what can be touched next.
    #[serde(default)]
    pub touched: Option<Vec<Key>>,
}

/// A step of a lesson: something is said, something is done, or both.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What the learner is told: what has happened, what to look at, the one thing to do.
    #[serde(default)]
    pub say: String,
    /// What to look at.
    #[serde(default)]
    pub look: Vec<Key>,
    /// What is done then, as records write it. The learner does what is theirs; the rest happens by
    /// itself. Without it, the learner only reads.
    #[serde(default)]
    pub then: Option<Input<Value>>,
}

/// A step with the match as it is while the step is told.
pub struct Shown<'a> {
    /// The step.
    pub step: &'a Step,
    /// Where the match stands before what is done then.
    pub play: Box<dyn AnyMatch>,
}

impl Lesson {
    /// Reads a lesson.
    pub fn read(text: &str) -> Result<Lesson, String> {
        serde_json::from_str(text).map_err(|error| format!("This is no lesson: {error}."))
    }

    /// Whether the learner is to do something in this step.
    pub fn is_asked(&self, step: &Step) -> bool {
        step.then.as_ref().and_then(Input::by).is_some_and(|seat| seat.index() == self.learner)
    }

    /// The lesson, step by step; or what is wrong with it.
    pub fn play(&self, game: &dyn AnyGame) -> Result<Vec<Shown<'_>>, String> {
        let options = Value::Object(self.options.clone());
        let mut play = game
            .begin(&options, self.seats, Seed::from_number(self.seed))
            .map_err(|why| format!("The lesson cannot begin: {why}"))?;
        for (number, input) in self.before.iter().enumerate() {
            play.input(input)
                .map_err(|why| format!("Input {} before the lesson cannot be done: {why}", number + 1))?;
        }
        let mut shown = vec![];
        for (number, step) in self.steps.iter().enumerate() {
            shown.push(Shown { step, play: play.copy() });
            if let Some(input) = &step.then {
                play.input(input).map_err(|why| format!("Step {} cannot be done: {why}", number + 1))?;
            }
        }
        Ok(shown)
    }

    /// The match as a diagram shows it; or what is wrong with it.
    pub fn position(&self, game: &dyn AnyGame, diagram: &Diagram) -> Result<Box<dyn AnyMatch>, String> {
        let shown = self.play(game)?;
        let step = diagram.step.checked_sub(1).and_then(|number| shown.get(number));
        let mut play = step.ok_or_else(|| format!("There is no step {}.", diagram.step))?.play.copy();
        for (number, input) in diagram.then.iter().enumerate() {
            play.input(input).map_err(|why| format!("Input {} cannot be done: {why}", number + 1))?;
        }
        Ok(play)
    }
}

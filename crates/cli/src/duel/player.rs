//! Who plays in a duel: a bot of ours, or any program that reads and writes lines.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::str::FromStr;
use std::time::{Duration, Instant};

use boxwood_bots::{Budget, Mind};
use boxwood_engine::{Game, Level, Match, Seat, Viewer};
use boxwood_kit::Rng;
use serde_json::{Value, json};

use crate::Trouble;

/// A level of our bots, or the command of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// A bot.
    Bot(Level),
    /// A command with its arguments, divided by spaces.
    Program(String),
}

impl FromStr for Who {
    type Err = String;

    /// A word that is no level is a command.
    fn from_str(text: &str) -> Result<Who, String> {
        match text.parse() {
            Ok(level) => Ok(Who::Bot(level)),
            Err(_) if text.trim().is_empty() => {
                Err("a level (random, easy, medium, strong) or a command is wanted".into())
            }
            Err(_) => Ok(Who::Program(text.trim().into())),
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Bot(level) => level.fmt(f),
            Who::Program(command) => f.write_str(command),
        }
    }
}

/// How long a bot may think about a decision.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    Steps(u32),
    Time(Duration),
}

/// Somebody in one seat of one match.
pub(super) enum Player<G: Game> {
    Bot(Box<Mind<G>>, Level, Limit),
    Program(Program),
}

impl<G: Game> Player<G> {
    pub fn sit(who: &Who, limit: impl Fn(Level) -> Limit) -> Result<Player<G>, Trouble> {
        match who {
            Who::Bot(level) => Ok(Player::Bot(Box::new(Mind::new(*level)), *level, limit(*level))),
            Who::Program(command) => Program::start(command).map(Player::Program),
        }
    }

    pub fn name(&self) -> String {
        match self {
            Player::Bot(_, level, _) => level.to_string(),
            Player::Program(program) => program.command.clone(),
        }
    }

    pub fn choose(&mut self, game: &Match<G>, seat: Seat, rng: &mut Rng) -> Result<G::Action, Trouble> {
        match self {
            Player::Bot(mind, _, limit) => {
                let start = Instant::now();
                let chosen = match *limit {
                    Limit::Steps(steps) => mind.choose(game, seat, Budget::steps(steps), rng),
                    Limit::Time(time) => {
                        mind.choose(game, seat, Budget::new(u32::MAX, || start.elapsed() < time), rng)
                    }
                };
                Ok(chosen.expect("an active seat can act"))
            }
            Player::Program(program) => program.choose(game, seat),
        }
    }
}

/// A program that plays one seat of one match; it ends with the match.
pub(super) struct Program {
    command: String,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Program {
    fn start(command: &str) -> Result<Program, Trouble> {
        let mut words = command.split_whitespace();
        let mut child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|why| Trouble::asked(format_args!("{command} does not start: {why}.")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            unreachable!("both were asked for");
        };
        Ok(Program { command: command.into(), child, input, output: BufReader::new(output) })
    }

    /// Tells the program in one line what its seat sees and may do, and reads what it does.
    fn choose<G: Game>(&mut self, game: &Match<G>, seat: Seat) -> Result<G::Action, Trouble> {
        let view = game.view(Viewer::Seat(seat));
        let action = |(action, offer): (G::Action, boxwood_scene::Offer)| json!({"action": action, "label": offer.label, "path": offer.path});
        let actions: Vec<Value> = game.offers(seat).into_iter().map(action).collect();
        let question = json!({
            "op": "choose", "game": G::INFO.id, "seats": game.seats(), "seat": seat, "view": view,
            "actions": actions,
        });
        let mut line = String::new();
        let heard = writeln!(self.input, "{question}")
            .and_then(|()| self.input.flush())
            .and_then(|()| self.output.read_line(&mut line));
        let answer: Option<Value> = heard.ok().and_then(|_| serde_json::from_str(&line).ok());
        let action = answer.and_then(|mut answer| serde_json::from_value(answer["action"].take()).ok());
        action.ok_or_else(|| {
            let (command, line) = (&self.command, line.trim().chars().take(200).collect::<String>());
            Trouble::asked(format_args!(
                "{command} should answer with a line like {{\"action\": …}}, not with \"{line}\"."
            ))
        })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself, and nothing depends on how.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_is_no_level_is_a_command() {
        assert_eq!("strong".parse(), Ok(Who::Bot(Level::Strong)));
        assert_eq!(" python3 mine.py ".parse(), Ok(Who::Program("python3 mine.py".into())));
        assert!("  ".parse::<Who>().is_err());
    }
}

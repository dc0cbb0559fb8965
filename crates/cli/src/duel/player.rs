//! Who plays in a duel: a bot of ours, or any program that reads and writes lines.

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::str::FromStr;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use boxwood_bots::{Budget, Mind};
use boxwood_engine::{Game, Level, Match, Seat, Viewer};
use boxwood_kit::Rng;
use serde_json::{Value, json};

use crate::Trouble;
use crate::clock::worked;

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
                let start = worked();
                let chosen = match *limit {
                    Limit::Steps(steps) => mind.choose(game, seat, Budget::steps(steps), rng),
                    Limit::Time(time) => {
                        mind.choose(game, seat, Budget::new(u32::MAX, || worked() - start < time), rng)
                    }
                };
                Ok(chosen.expect("an active seat can act"))
            }
            Player::Program(program) => program.choose(game, seat),
        }
    }
}

/// So long a program may think about a decision.
const PATIENCE: Duration = Duration::from_secs(60);
/// No answer is longer.
const LONGEST: u64 = 1 << 20;

/// A program that plays one seat of one match; it ends with the match.
pub(super) struct Program {
    command: String,
    child: Child,
    input: ChildStdin,
    /// What it writes, line by line; closed when it has ended.
    lines: Receiver<String>,
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
        let (told, lines) = mpsc::channel();
        // A thread of its own, so that the wait for an answer can end without one.
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = vec![];
                let read = output.by_ref().take(LONGEST).read_until(b'\n', &mut line);
                let is_end = read.is_ok_and(|bytes| bytes == 0) || line.is_empty();
                if is_end || told.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    break;
                }
            }
        });
        Ok(Program { command: command.into(), child, input, lines })
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
        // If it cannot be asked, it has ended, and there will be no answer either.
        let _ = writeln!(self.input, "{question}").and_then(|()| self.input.flush());
        let line = self.lines.recv_timeout(PATIENCE).map_err(|why| match why {
            RecvTimeoutError::Timeout => {
                let seconds = PATIENCE.as_secs();
                Trouble::asked(format_args!("{} has not answered for {seconds} s.", self.command))
            }
            RecvTimeoutError::Disconnected => self.ended(),
        })?;
        let answer: Option<Value> = serde_json::from_str(&line).ok();
        let action =
            answer.and_then(|mut answer| serde_json::from_value(answer.get_mut("action")?.take()).ok());
        action.ok_or_else(|| {
            let (command, line) = (&self.command, line.trim().chars().take(200).collect::<String>());
            Trouble::asked(format_args!(
                "{command} should answer with a line like {{\"action\": …}}, not with \"{line}\"."
            ))
        })
    }

    /// Why there is no answer.
    fn ended(&mut self) -> Trouble {
        let how = self.child.wait().map_or_else(|why| why.to_string(), |status| status.to_string());
        Trouble::asked(format_args!("{} has ended without an answer ({how}).", self.command))
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
    use boxwood_games::Nim;
    use boxwood_kit::Seed;

    use super::*;

    /// What comes of a program that is this script of a shell.
    #[cfg(unix)]
    fn told(script: &str) -> Result<String, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("program.sh");
        std::fs::write(&file, script).unwrap();
        let command = format!("sh {}", file.display());
        let mut program = Program::start(&command).unwrap();
        let game = Match::<Nim>::new(Default::default(), 2, Seed::from_number(1)).unwrap();
        let seat = game.active().first().unwrap();
        let said = program.choose(&game, seat).map(|action| format!("{action:?}"));
        said.map_err(|trouble| trouble.to_string().replace(&command, "it"))
    }

    #[cfg(unix)]
    #[test]
    fn programs_that_crash_or_talk_nonsense_are_told_in_one_sentence() {
        assert_eq!(told("read line; echo '{\"action\": {\"add_heap\": 3}}'"), Ok("AddHeap(3)".into()));
        for (script, expected) in [
            ("exit 3", "it has ended without an answer (exit status: 3)."),
            ("read line; kill -9 $$", "it has ended without an answer (signal: 9 (SIGKILL))."),
            ("echo Hello", "it should answer with a line like {\"action\": …}, not with \"Hello\"."),
            ("echo", "it should answer with a line like {\"action\": …}, not with \"\"."),
            ("echo [1]", "it should answer with a line like {\"action\": …}, not with \"[1]\"."),
            (
                "echo '{\"action\": \"fly\"}'",
                "it should answer with a line like {\"action\": …}, not with \"{\"action\": \"fly\"}\".",
            ),
            (
                "printf '\\377\\n'",
                "it should answer with a line like {\"action\": …}, not with \"\u{fffd}\".",
            ),
        ] {
            assert_eq!(told(script), Err(expected.into()), "{script}");
        }
        let endless = told("while true; do printf aaaaaaaaaaaaaaaa; done").unwrap_err();
        assert!(endless.len() < 400 && endless.starts_with("it should answer"), "{endless}");
    }

    #[test]
    fn a_word_that_is_no_level_is_a_command() {
        assert_eq!("strong".parse(), Ok(Who::Bot(Level::Strong)));
        assert_eq!(" python3 mine.py ".parse(), Ok(Who::Program("python3 mine.py".into())));
        assert!("  ".parse::<Who>().is_err());
    }
}

//! `boxwood rules`: the guide of a game as lines for a terminal.
//!
//! The same lines serve the printed rules and the rules screen at the table: they say what weighs
//! how much, and whoever shows them decides what that looks like.

use std::io::Write;

use boxwood_engine::guide::{self, rule};
use boxwood_engine::{AnyGame, GameInfo, Values};
use boxwood_scene::list;

use crate::Trouble;
use crate::markdown::{markdown, wrap};

/// Longer lines are hard to read, however wide the terminal is.
pub const WIDEST: usize = 90;

/// How much a piece of text weighs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weight {
    /// Running text.
    #[default]
    Plain,
    /// The name of the game.
    Title,
    /// The heading of a section.
    Heading,
    /// Not to be overlooked.
    Strong,
    /// Stressed.
    Emphasis,
    /// Something to type.
    Code,
    /// Can be overlooked.
    Quiet,
}

/// A piece of text of one weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The text.
    pub text: String,
    /// How much it weighs.
    pub weight: Weight,
}

impl Run {
    /// A piece of text.
    pub fn new(text: impl Into<String>, weight: Weight) -> Run {
        Run { text: text.into(), weight }
    }
}

/// A line, piece by piece.
pub type Line = Vec<Run>;

/// Writes the rules of the game, with bold and colours if the reader can show them.
pub fn rules(out: &mut impl Write, game: &dyn AnyGame, width: usize, fancy: bool) -> Result<(), Trouble> {
    write(out, &lines(game, width), fancy)
}

/// Writes one rule of the game: "4", "rule 4", "R2".
pub fn one_rule(
    out: &mut impl Write,
    game: &dyn AnyGame,
    name: &str,
    width: usize,
    fancy: bool,
) -> Result<(), Trouble> {
    let info = game.info();
    let text = rule(info.guide, name).ok_or_else(|| no_such_rule(info, name))?;
    write(out, &markdown(text, width.clamp(20, WIDEST)), fancy)
}

fn no_such_rule(info: &GameInfo, name: &str) -> Trouble {
    let name: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
    let there = there(&guide::rules(info.guide));
    let there = if there.is_empty() { "none with a number".into() } else { there };
    Trouble::asked(format_args!("The guide of {} has no rule \"{name}\"; it has {there}.", info.title))
}

/// "rules 1 to 9 and rulings R1 to R12": names without gaps as a stretch.
fn there(names: &[String]) -> String {
    let mut stretches: Vec<(&str, &str, u32, u32)> = vec![];
    for name in names {
        let Some((kind, short)) = name.split_once(' ') else { continue };
        let letter = short.trim_end_matches(|c: char| c.is_ascii_digit());
        let Ok(number) = short[letter.len()..].parse() else { continue };
        match stretches.last_mut() {
            Some((last, _, _, to)) if *last == kind && *to + 1 == number => *to = number,
            _ => stretches.push((kind, letter, number, number)),
        }
    }
    let words: Vec<String> = stretches
        .iter()
        .map(|(kind, letter, from, to)| match from == to {
            true => format!("{kind} {letter}{from}"),
            false => format!("{kind}s {letter}{from} to {letter}{to}"),
        })
        .collect();
    list(&words)
}

fn write(out: &mut impl Write, lines: &[Line], fancy: bool) -> Result<(), Trouble> {
    for line in lines {
        for run in line {
            match escape(run.weight).filter(|_| fancy) {
                Some(code) => write!(out, "\x1b[{code}m{}\x1b[0m", run.text)?,
                None => write!(out, "{}", run.text)?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

fn escape(weight: Weight) -> Option<&'static str> {
    match weight {
        Weight::Plain => None,
        Weight::Title | Weight::Heading => Some("1;32"),
        Weight::Strong => Some("1"),
        Weight::Emphasis => Some("3"),
        Weight::Code => Some("36"),
        Weight::Quiet => Some("2"),
    }
}

/// The whole guide of a game: facts, how to play, options.
pub fn lines(game: &dyn AnyGame, width: usize) -> Vec<Line> {
    let info = game.info();
    let width = width.clamp(20, WIDEST);
    let facts = format!("{} · {} · {}", info.players(), info.time(), info.book.title());
    let mut lines = vec![vec![Run::new(info.title, Weight::Title)]];
    for fact in [facts, capitalised(&info.credit())] {
        lines.extend(wrap(&[Run::new(fact, Weight::Quiet)], width, "", ""));
    }
    // The guide begins with the title, which stands here already.
    let mut guide = markdown(info.guide, width);
    if guide.first().is_some_and(|line| line.iter().all(|run| run.weight == Weight::Title)) {
        guide.remove(0);
    }
    if guide.first().is_some_and(|line| !line.is_empty()) {
        lines.push(vec![]);
    }
    lines.extend(guide);
    lines.extend(option_lines(game, width));
    lines
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn option_lines(game: &dyn AnyGame, width: usize) -> Vec<Line> {
    let options = game.options();
    let mut lines = vec![vec![], vec![Run::new("Options", Weight::Heading)]];
    if options.is_empty() {
        lines.push(vec![Run::new("This game has no options.", Weight::Plain)]);
        return lines;
    }
    let how = format!("boxwood play {} --option key=value", game.info().id);
    lines.extend(wrap(&[Run::new(how, Weight::Code)], width, "", "  "));
    for option in options {
        lines.push(vec![]);
        let title = [
            Run::new(option.key, Weight::Code),
            Run::new(" · ", Weight::Quiet),
            Run::new(option.label, Weight::Strong),
        ];
        lines.extend(wrap(&title, width, "", "  "));
        for (value, label) in meanings(&option.values, &option.default) {
            let is_default = value == option.default;
            let shown = if value.is_empty() { "(empty)".to_string() } else { value };
            let mut line = vec![Run::new(shown, Weight::Code), Run::new(format!(": {label}"), Weight::Plain)];
            if is_default {
                line.push(Run::new(" (unless you say otherwise)", Weight::Quiet));
            }
            lines.extend(wrap(&line, width, "  ", "    "));
        }
    }
    lines
}

/// What an option can be, each with what it means.
fn meanings(values: &Values, default: &str) -> Vec<(String, String)> {
    match values {
        Values::OneOf(values) => {
            values.iter().map(|value| (value.value.to_string(), value.label.to_string())).collect()
        }
        Values::Number { min, max } => {
            vec![(default.to_string(), format!("or any whole number from {min} to {max}"))]
        }
        Values::Words { longest } => {
            vec![(default.to_string(), format!("or any text of at most {longest} characters"))]
        }
        Values::OrOff(values) => {
            let mut meanings = meanings(values, default);
            if !meanings.iter().any(|(value, _)| value == "off") {
                meanings.push(("off".into(), "none".into()));
            }
            meanings
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthStr;

    fn plain(lines: &[Line]) -> Vec<String> {
        lines.iter().map(|line| line.iter().map(|run| run.text.as_str()).collect()).collect()
    }

    #[test]
    fn every_guide_fits_its_width_and_names_every_option() {
        for game in boxwood_games::GAMES {
            for width in [30, 80, 200] {
                for line in plain(&lines(*game, width)) {
                    assert!(line.width() <= width.min(WIDEST), "{}: {line}", game.info().id);
                }
            }
            let mut out = vec![];
            rules(&mut out, *game, 80, false).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert!(text.starts_with(game.info().title) && !text.contains('\x1b'));
            for option in game.options() {
                assert!(text.contains(option.key) && text.contains(&option.default), "{}", option.key);
            }
        }
    }
}

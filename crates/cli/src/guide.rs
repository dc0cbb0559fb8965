//! `boxwood rules`: the guide of a game as lines for a terminal.
//!
//! The same lines serve the printed rules and the rules screen at the table: they say what weighs
//! how much, and whoever shows them decides what that looks like.

use std::io::Write;

use boxwood_engine::{AnyGame, Values};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use unicode_width::UnicodeWidthStr;

use crate::Trouble;

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
    for line in lines(game, width) {
        for run in &line {
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
        let values = match option.values {
            Values::OneOf(values) => {
                values.iter().map(|value| (value.value.to_string(), value.label.to_string())).collect()
            }
            Values::Number { min, max } => {
                vec![(option.default.clone(), format!("or any whole number from {min} to {max}"))]
            }
            Values::Words { longest } => {
                vec![(option.default.clone(), format!("or any text of at most {longest} characters"))]
            }
        };
        for (value, label) in values {
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

/// Markdown as lines of at most this width.
pub fn markdown(text: &str, width: usize) -> Vec<Line> {
    let mut page = Page { width, ..Page::default() };
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        page.take(event);
    }
    page.flush();
    while page.lines.last().is_some_and(Vec::is_empty) {
        page.lines.pop();
    }
    page.lines
}

#[derive(Default)]
struct Page {
    width: usize,
    lines: Vec<Line>,
    runs: Vec<Run>,
    weights: Vec<Weight>,
    /// For each list around the text the number of its next item, if it counts.
    lists: Vec<Option<u64>>,
    /// The sign before the item that begins now.
    bullet: Option<String>,
    table: Vec<Vec<String>>,
    in_cell: bool,
}

impl Page {
    fn take(&mut self, event: Event) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                self.flush();
                self.gap();
                let is_title = level == HeadingLevel::H1;
                self.weights.push(if is_title { Weight::Title } else { Weight::Heading });
            }
            Event::End(TagEnd::Heading(_)) => {
                self.flush();
                self.weights.pop();
            }
            Event::Start(Tag::Paragraph) if self.bullet.is_none() => self.gap(),
            Event::End(TagEnd::Paragraph | TagEnd::CodeBlock) => self.flush(),
            Event::Start(Tag::CodeBlock(_)) => self.gap(),
            Event::Start(Tag::List(start)) => {
                self.flush();
                if self.lists.is_empty() {
                    self.gap();
                }
                self.lists.push(start);
            }
            Event::End(TagEnd::List(_)) => {
                self.flush();
                self.lists.pop();
            }
            Event::Start(Tag::Item) => {
                self.flush();
                self.bullet = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "• ".into(),
                });
            }
            Event::End(TagEnd::Item) => {
                self.flush();
                self.bullet = None;
            }
            Event::Start(Tag::Strong) => self.weights.push(Weight::Strong),
            Event::Start(Tag::Emphasis) => self.weights.push(Weight::Emphasis),
            Event::End(TagEnd::Strong | TagEnd::Emphasis) => {
                self.weights.pop();
            }
            Event::Start(Tag::Table(_)) => self.gap(),
            Event::Start(Tag::TableHead | Tag::TableRow) => self.table.push(vec![]),
            Event::Start(Tag::TableCell) => {
                self.in_cell = true;
                self.table.last_mut().into_iter().for_each(|row| row.push(String::new()));
            }
            Event::End(TagEnd::TableCell) => self.in_cell = false,
            Event::End(TagEnd::Table) => self.finish_table(),
            Event::Text(text) => self.push(&text, None),
            Event::Code(text) => self.push(&text, Some(Weight::Code)),
            Event::SoftBreak => self.push(" ", None),
            Event::HardBreak => self.flush(),
            Event::Rule => {
                self.gap();
                self.lines.push(vec![Run::new("─".repeat(self.width), Weight::Quiet)]);
            }
            _ => {}
        }
    }

    fn push(&mut self, text: &str, weight: Option<Weight>) {
        if self.in_cell {
            let cell = self.table.last_mut().and_then(|row| row.last_mut());
            cell.into_iter().for_each(|cell| cell.push_str(text));
            return;
        }
        let weight = weight.or(self.weights.last().copied()).unwrap_or_default();
        self.runs.push(Run::new(text, weight));
    }

    /// An empty line before what comes, unless there is one.
    fn gap(&mut self) {
        self.flush();
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(vec![]);
        }
    }

    fn flush(&mut self) {
        if self.runs.is_empty() {
            return;
        }
        let depth = self.lists.len().saturating_sub(1);
        let rest = " ".repeat(depth * 3 + if self.lists.is_empty() { 0 } else { 3 });
        let first = match self.bullet.take() {
            Some(bullet) => format!("{}{bullet:<3}", " ".repeat(depth * 3)),
            None => rest.clone(),
        };
        let runs = std::mem::take(&mut self.runs);
        self.lines.extend(wrap(&runs, self.width, &first, &rest));
    }

    fn finish_table(&mut self) {
        let rows = std::mem::take(&mut self.table);
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let widest = |column: usize| {
            rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(widest).collect();
        for (number, row) in rows.iter().enumerate() {
            let text: String = row
                .iter()
                .zip(&widths)
                .map(|(cell, width)| format!("{cell}{}  ", " ".repeat(width.saturating_sub(cell.width()))))
                .collect();
            let weight = if number == 0 { Weight::Strong } else { Weight::Plain };
            if text.trim_end().width() <= self.width {
                self.lines.push(vec![Run::new(text.trim_end(), weight)]);
            } else {
                self.lines.extend(wrap(&[Run::new(row.join(" · "), weight)], self.width, "", "  "));
            }
        }
    }
}

/// Breaks text into lines of at most this width; words too long for a line are cut.
pub fn wrap(runs: &[Run], width: usize, first: &str, rest: &str) -> Vec<Line> {
    let mut words: Vec<Line> = vec![vec![]];
    for run in runs {
        for (number, part) in run.text.split([' ', '\n']).enumerate() {
            if number > 0 && words.last().is_some_and(|word| !word.is_empty()) {
                words.push(vec![]);
            }
            if !part.is_empty() {
                words.last_mut().into_iter().for_each(|word| word.push(Run::new(part, run.weight)));
            }
        }
    }
    words.retain(|word| !word.is_empty());
    let mut lines: Vec<Line> = vec![];
    let mut line = indent(first);
    let mut used = first.width();
    let mut is_empty = true;
    for word in words {
        let long = word.iter().map(|run| run.text.width()).sum::<usize>();
        if !is_empty && used + 1 + long > width {
            lines.push(std::mem::replace(&mut line, indent(rest)));
            used = rest.width();
            is_empty = true;
        }
        if !is_empty {
            // A space inside bold text is bold, so that underlines and grounds do not break.
            let inner = line.last().map(|run| run.weight).filter(|weight| *weight == word[0].weight);
            push_run(&mut line, Run::new(" ", inner.unwrap_or_default()));
            used += 1;
        }
        for run in word {
            for c in run.text.chars() {
                let wide = unicode_width::UnicodeWidthChar::width(c).unwrap_or(0);
                if used + wide > width && used > rest.width() {
                    lines.push(std::mem::replace(&mut line, indent(rest)));
                    used = rest.width();
                }
                push_run(&mut line, Run::new(c, run.weight));
                used += wide;
            }
        }
        is_empty = false;
    }
    if !is_empty {
        lines.push(line);
    }
    lines
}

fn indent(text: &str) -> Line {
    if text.is_empty() { vec![] } else { vec![Run::new(text, Weight::Plain)] }
}

fn push_run(line: &mut Line, run: Run) {
    match line.last_mut() {
        Some(last) if last.weight == run.weight => last.text.push_str(&run.text),
        _ => line.push(run),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(lines: &[Line]) -> Vec<String> {
        lines.iter().map(|line| line.iter().map(|run| run.text.as_str()).collect()).collect()
    }

    #[test]
    fn sentences_on_their_own_lines_become_paragraphs() {
        let text =
            "# Nim\n\nTake cubes.\nThe **last one** wins.\n\n- one two three\n  four\n- five\n\n1. first\n";
        let expected = [
            "Nim",
            "",
            "Take cubes. The last",
            "one wins.",
            "",
            "•  one two three",
            "   four",
            "•  five",
            "",
            "1. first",
        ];
        assert_eq!(plain(&markdown(text, 20)), expected);
    }

    #[test]
    fn weights_survive_wrapping() {
        let lines = markdown("Take **the last** cube.", 40);
        let weights: Vec<_> = lines[0].iter().map(|run| (run.text.as_str(), run.weight)).collect();
        assert_eq!(
            weights,
            [("Take ", Weight::Plain), ("the last", Weight::Strong), (" cube.", Weight::Plain)]
        );
    }

    #[test]
    fn tables_keep_their_columns_and_long_words_are_cut() {
        let lines = markdown("| a | bb |\n|---|---|\n| long | c |\n", 40);
        assert_eq!(plain(&lines), ["a     bb", "long  c"]);
        let cut = wrap(&[Run::new("x".repeat(25), Weight::Plain)], 10, "", "");
        assert_eq!(plain(&cut), ["x".repeat(10), "x".repeat(10), "x".repeat(5)]);
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

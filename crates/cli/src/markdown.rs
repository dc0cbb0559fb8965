//! Markdown as lines for a terminal, and text broken into lines.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use unicode_width::UnicodeWidthStr;

use crate::guide::{Line, Run, Weight};

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
            // What a terminal cannot draw, it tells.
            Event::Start(Tag::Image { .. }) => self.weights.push(Weight::Quiet),
            Event::End(TagEnd::Strong | TagEnd::Emphasis | TagEnd::Image) => {
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
    fn what_a_picture_shows_is_told() {
        let lines = markdown("Take cubes.\n\n![Two heaps of three](scene:start)\n\nGo on.", 40);
        assert_eq!(plain(&lines), ["Take cubes.", "", "Two heaps of three", "", "Go on."]);
        assert_eq!(lines[2][0].weight, Weight::Quiet);
    }

    #[test]
    fn tables_keep_their_columns_and_long_words_are_cut() {
        let lines = markdown("| a | bb |\n|---|---|\n| long | c |\n", 40);
        assert_eq!(plain(&lines), ["a     bb", "long  c"]);
        let cut = wrap(&[Run::new("x".repeat(25), Weight::Plain)], 10, "", "");
        assert_eq!(plain(&cut), ["x".repeat(10), "x".repeat(10), "x".repeat(5)]);
    }
}

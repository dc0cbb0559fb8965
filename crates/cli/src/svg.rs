//! A picture of a terminal screen: the cells of a buffer as SVG.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

/// Columns and rows in pixels, and the frame around them.
const CELL: (f32, f32) = (8.4, 18.0);
const FRAME: f32 = 14.0;
const BAR: f32 = 30.0;
const GROUND: &str = "#1a1714";
const INK: &str = "#f4ecdd";

/// The screen as an SVG document, in the frame of a window with this title.
pub fn svg(buffer: &Buffer, title: &str) -> String {
    let (columns, rows) = (f32::from(buffer.area.width), f32::from(buffer.area.height));
    let (width, height) = (columns * CELL.0 + 2.0 * FRAME, rows * CELL.1 + FRAME + BAR);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.1} {height:.1}\" role=\"img\" aria-label=\"{title}\">\n\
         <style>text{{font:14px 'DejaVu Sans Mono','Cascadia Mono',Menlo,Consolas,monospace;\
         white-space:pre}}.b{{font-weight:700}}.i{{font-style:italic}}.u{{text-decoration:underline}}\
         .d{{opacity:.6}}</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"12\" fill=\"#120d09\"/>\n",
        title = escape(title),
    );
    for (number, colour) in ["#c93a2e", "#f4be37", "#5aa53c"].iter().enumerate() {
        let x = 20.0 + 18.0 * number as f32;
        let _ = writeln!(text, "<circle cx=\"{x}\" cy=\"15\" r=\"5.5\" fill=\"{colour}\"/>");
    }
    let _ = writeln!(
        text,
        "<text x=\"{:.1}\" y=\"20\" text-anchor=\"middle\" fill=\"#a99d8d\">{}</text>",
        width / 2.0,
        escape(title)
    );
    let _ = writeln!(
        text,
        "<rect x=\"{FRAME}\" y=\"{BAR}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{GROUND}\"/>",
        columns * CELL.0,
        rows * CELL.1
    );
    for row in 0..buffer.area.height {
        draw_row(&mut text, buffer, row);
    }
    text.push_str("</svg>\n");
    text
}

/// One row: first the grounds, then the text on them, each in runs of one style.
fn draw_row(text: &mut String, buffer: &Buffer, row: u16) {
    let y = BAR + f32::from(row) * CELL.1;
    for (column, width, cells) in runs(buffer, row, |cell| colours(cell).1) {
        let (_, ground) = colours(cells[0]);
        if ground != GROUND {
            let _ = writeln!(
                text,
                "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{ground}\"/>",
                FRAME + f32::from(column) * CELL.0,
                f32::from(width) * CELL.0 + 0.2,
                CELL.1 + 0.2,
            );
        }
    }
    for (column, width, cells) in runs(buffer, row, |cell| (colours(cell).0, cell.modifier)) {
        let shown: String = cells.iter().map(|cell| cell.symbol()).collect();
        if shown.trim().is_empty() {
            continue;
        }
        let (ink, _) = colours(cells[0]);
        let classes: String = [
            (Modifier::BOLD, "b"),
            (Modifier::ITALIC, "i"),
            (Modifier::UNDERLINED, "u"),
            (Modifier::DIM, "d"),
        ]
        .iter()
        .filter(|(modifier, _)| cells[0].modifier.contains(*modifier))
        .map(|(_, class)| *class)
        .collect::<Vec<_>>()
        .join(" ");
        let class = if classes.is_empty() { String::new() } else { format!(" class=\"{classes}\"") };
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.1}\" textLength=\"{:.1}\" lengthAdjust=\"spacingAndGlyphs\" \
             xml:space=\"preserve\" fill=\"{ink}\"{class}>{}</text>",
            FRAME + f32::from(column) * CELL.0,
            y + CELL.1 * 0.74,
            f32::from(width) * CELL.0,
            escape(&shown),
        );
    }
}

/// Neighbouring cells that are alike: column, width, cells.
fn runs<K: PartialEq>(buffer: &Buffer, row: u16, key: impl Fn(&Cell) -> K) -> Vec<(u16, u16, Vec<&Cell>)> {
    let mut runs: Vec<(u16, u16, Vec<&Cell>)> = vec![];
    let mut column = 0;
    while let Some(cell) = buffer.cell((column, row)).filter(|_| column < buffer.area.width) {
        let width = u16::try_from(cell.symbol().width()).unwrap_or(1).max(1);
        match runs.last_mut() {
            Some((_, run, cells)) if key(cells[0]) == key(cell) => {
                *run += width;
                cells.push(cell);
            }
            _ => runs.push((column, width, vec![cell])),
        }
        column += width;
    }
    runs
}

/// Ink and ground of a cell.
fn colours(cell: &Cell) -> (String, String) {
    let (ink, ground) = (hex(cell.fg).unwrap_or(INK.into()), hex(cell.bg).unwrap_or(GROUND.into()));
    if cell.modifier.contains(Modifier::REVERSED) { (ground, ink) } else { (ink, ground) }
}

fn hex(colour: Color) -> Option<String> {
    match colour {
        Color::Rgb(r, g, b) => Some(format!("#{r:02x}{g:02x}{b:02x}")),
        Color::Black => Some("#000000".into()),
        Color::Red | Color::LightRed => Some("#c93a2e".into()),
        Color::Green | Color::LightGreen => Some("#5aa53c".into()),
        Color::Yellow | Color::LightYellow => Some("#f4be37".into()),
        Color::Blue | Color::LightBlue => Some("#2c6cb8".into()),
        Color::Magenta | Color::LightMagenta => Some("#d2aaf2".into()),
        Color::Gray | Color::White => Some(INK.into()),
        Color::DarkGray => Some("#8a7d6d".into()),
        _ => None,
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::Style;

    #[test]
    fn text_and_grounds_become_runs() {
        let mut buffer = Buffer::with_lines(["a<b  "]);
        buffer.set_style(ratatui::layout::Rect::new(0, 0, 3, 1), Style::new().bg(Color::Rgb(1, 2, 3)));
        let picture = svg(&buffer, "A & B");
        assert!(picture.contains("a&lt;b") && picture.contains("A &amp; B"));
        assert_eq!(picture.matches("#010203").count(), 1);
        assert!(picture.ends_with("</svg>\n"));
    }
}

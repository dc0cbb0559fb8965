//! Pieces: chips of one line, cards and dice as small boxes.

use boxwood_kit::{Card, MeepleColour};
use boxwood_scene::{Figure, Key, Piece};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::canvas::{Canvas, State, cut, faded, mark_sign, notes};
use crate::theme::{self, Depth, Theme};

/// How much room a piece gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// One line.
    Chip,
    /// A box with its code.
    Small,
    /// A box with its names.
    Large,
}

/// What stands on a chip, and in which colours.
pub fn chip(theme: Theme, figure: &Figure) -> (String, Style) {
    let bold = |style: Style| style.add_modifier(Modifier::BOLD);
    let coloured = |colour| {
        let (ground, ink) = theme::face(colour);
        bold(theme.on(ink, ground))
    };
    let code = figure.code();
    match figure {
        Figure::Cube(colour) | Figure::Bloom(colour) => (code, coloured(MeepleColour::from(*colour))),
        Figure::Meeple(colour) => (code, coloured(*colour)),
        Figure::Card(number) => {
            let line = Card::new(*number).map_or(theme::ON_CARD, |card| theme::line(card.colour()));
            (code, bold(theme.on(line, theme::CARD)))
        }
        Figure::Rune { role, .. } => (cut(role, 12), bold(theme.on(theme::ON_CARD, theme::CARD))),
        Figure::CardBack | Figure::RuneBack => ("▒▒".into(), theme.on(theme::ON_PINE, theme::BACK)),
        Figure::Tile(_) => (code, bold(theme.on(theme::ON_PINE, theme::PINE))),
        Figure::TileFace => ("●".into(), theme.on(theme::ON_PINE, theme::PINE)),
        Figure::TileBack => ("▒".into(), theme.on(theme::ON_GOLD, theme::GOLD)),
        Figure::Die { value, dark: false } => (die(theme, *value), bold(theme.on(theme::DARK, theme::CREAM))),
        Figure::Die { value, dark: true } => (die(theme, *value), bold(theme.on(theme::CREAM, theme::DARK))),
        Figure::Bag | Figure::Emblem(_) => (code, theme.on(theme::INK, theme::SAND)),
        Figure::Token(text) | Figure::Note(text) => (cut(text, 48), theme.on(theme::INK, theme::SAND)),
    }
}

fn die(theme: Theme, value: u8) -> String {
    // Without colours a bare digit would not look like a die.
    if theme.depth == Depth::Mono { format!("[{value}]") } else { value.to_string() }
}

/// The columns and rows a piece takes.
pub fn extent(theme: Theme, piece: &Piece, size: Size) -> (u16, u16) {
    let wide = |text: &str| u16::try_from(text.width()).unwrap_or(8);
    let (text, _) = chip(theme, &piece.figure);
    let one_line = (wide(&text) + 2, 1);
    let (width, height) = match (&piece.figure, size) {
        (_, Size::Chip) => one_line,
        (Figure::Card(_) | Figure::CardBack | Figure::RuneBack, Size::Small) => (5, 3),
        (Figure::Card(_) | Figure::CardBack, Size::Large) => (10, 4),
        (Figure::RuneBack, Size::Large) => (5, 3),
        (Figure::Rune { .. }, _) => (one_line.0.max(5), 3),
        (Figure::Die { .. }, _) => (5, 3),
        (Figure::Tile(_), Size::Small) => (5, 3),
        (Figure::Tile(_) | Figure::TileFace | Figure::TileBack, Size::Large) => (9, 3),
        _ => one_line,
    };
    let note = notes(&piece.marks);
    match (note.is_empty(), height) {
        (true, _) => (width, height),
        (false, 1) => (width + 1 + wide(&note).min(12), 1),
        (false, _) => (width.max(wide(&note).min(10) + 2), height),
    }
}

/// Draws a piece, or several in one place with their number, and remembers where.
pub fn draw(
    canvas: &mut Canvas,
    pieces: &[&Piece],
    number: usize,
    place: Rect,
    size: Size,
    upwards: Option<bool>,
) {
    let Some(piece) = pieces.last() else { return };
    let state = strongest(canvas, pieces);
    let single = extent(canvas.theme, piece, size);
    if single.1 > 1 && place.height >= single.1 {
        draw_box(canvas, piece, number, Rect { width: single.0, height: single.1, ..place }, state);
    } else {
        draw_chip(canvas, piece, number, place, state);
    }
    let keys: Vec<&Key> = pieces.iter().map(|piece| &piece.key).collect();
    canvas.hit_together(&keys, place, upwards);
}

/// Draws a cube, a meeple or the like as a block where there is room; false if it is none.
pub fn draw_block(canvas: &mut Canvas, pieces: &[&Piece], place: Rect) -> bool {
    let Some(piece) = pieces.last() else { return false };
    let (text, style) = chip(canvas.theme, &piece.figure);
    let is_block =
        matches!(piece.figure, Figure::Cube(_) | Figure::Bloom(_) | Figure::Meeple(_) | Figure::Die { .. });
    if !is_block || text.width() + 2 > place.width.into() {
        return false;
    }
    let state = strongest(canvas, pieces);
    let style = faded(style, &piece.marks);
    let ground = match state {
        State::Focus => canvas.theme.focus(),
        State::Held => canvas.theme.held(),
        _ => style,
    };
    for y in place.top()..place.bottom() {
        canvas.fill(Rect { y, height: 1, ..place }, ground);
        if state == State::Can {
            let side = Style { fg: canvas.theme.text(theme::PLUM).fg, ..style };
            canvas.write(place.x, y, "▌", 1, side);
            canvas.write(place.right() - 1, y, "▐", 1, side);
        }
    }
    let width = place.width - 2;
    draw_chip(
        canvas,
        piece,
        pieces.len(),
        Rect::new(place.x + 1, place.y + place.height / 2, width, 1),
        state,
    );
    let keys: Vec<&Key> = pieces.iter().map(|piece| &piece.key).collect();
    canvas.hit_together(&keys, place, None);
    true
}

/// The state to show where several pieces share a place.
fn strongest(canvas: &Canvas, pieces: &[&Piece]) -> State {
    let rank = |state: &State| match state {
        State::Focus => 0,
        State::Held => 1,
        State::Shown => 2,
        State::Can => 3,
        State::Rest => 4,
    };
    pieces.iter().map(|piece| canvas.signs.state(&piece.key)).min_by_key(rank).unwrap_or(State::Rest)
}

fn draw_chip(canvas: &mut Canvas, piece: &Piece, number: usize, place: Rect, state: State) {
    let theme = canvas.theme;
    let (mut text, style) = chip(theme, &piece.figure);
    if number > 1 {
        let forms = [format!("{text}×{number}"), format!("{text}{number}"), number.to_string()];
        let fits = |form: &&String| form.width() < place.width.into();
        text = forms.iter().find(fits).unwrap_or(&forms[2]).clone();
    }
    let style = faded(style, &piece.marks);
    let width = u16::try_from(text.width()).unwrap_or(8);
    let plum = Style { fg: theme.text(theme::PLUM).fg, ..style };
    let (left, right, side, middle) = match state {
        State::Rest => (" ", " ", style, style),
        State::Can if theme.depth == Depth::Mono => ("(", ")", style, style),
        State::Can => ("▌", "▐", plum, style),
        State::Focus => ("›", "‹", theme.focus(), theme.focus()),
        State::Held => ("[", "]", theme.held(), theme.held()),
        State::Shown => {
            ("·", "·", theme.on(theme::LEAF, theme::LINEN), style.add_modifier(Modifier::UNDERLINED))
        }
    };
    if usize::from(place.width) < text.width() + 2 {
        // Too narrow for both sides: the sign goes before the text, or there is only its style.
        let has_left = usize::from(place.width) > text.width();
        let signed = if has_left { format!("{left}{text}") } else { text };
        let line = if state == State::Can { middle.add_modifier(Modifier::UNDERLINED) } else { middle };
        return canvas.write(place.x, place.y, &signed, place.width, line);
    }
    canvas.write(place.x, place.y, left, 1, side);
    canvas.write(place.x + 1, place.y, &format!("{text:<width$}", width = width.into()), width, middle);
    match mark_sign(&piece.marks) {
        Some((sign, token)) if state != State::Focus => {
            let sign = sign.to_string();
            canvas.write(
                place.x + 1 + width,
                place.y,
                &sign,
                1,
                theme.on(token, theme::CREAM).add_modifier(Modifier::BOLD),
            );
        }
        _ => canvas.write(place.x + 1 + width, place.y, right, 1, side),
    }
    let note = notes(&piece.marks);
    let left_over = place.width.saturating_sub(width + 3);
    if !note.is_empty() && left_over > 2 {
        canvas.write(place.x + width + 3, place.y, &note, left_over, theme.text(theme::INK2));
    }
}

fn draw_box(canvas: &mut Canvas, piece: &Piece, number: usize, place: Rect, state: State) {
    let theme = canvas.theme;
    let (_, paper) = chip(theme, &piece.figure);
    let paper = faded(paper, &piece.marks);
    let inked = |style: Style| Style { fg: style.fg, ..paper };
    let is_light = !matches!(piece.figure, Figure::CardBack | Figure::RuneBack | Figure::Tile(_));
    let plum = if is_light { theme::PLUM_DEEP } else { theme::PLUM };
    let (line, inside) = match state {
        State::Rest => (inked(line_style(theme, &piece.figure)), paper),
        State::Can => (inked(theme.text(plum)), paper),
        State::Focus => (theme.focus(), paper),
        State::Held => (theme.held(), paper),
        State::Shown => (theme.on(theme::LEAF, theme::LEAF_SOFT), paper),
    };
    canvas.frame(place, line, inside, matches!(state, State::Focus | State::Held));
    let room = place.width - 2;
    for (row, text) in box_lines(&piece.figure, place, theme).iter().enumerate() {
        let y = place.y + 1 + row as u16;
        if y + 1 < place.bottom() {
            let padded = format!("{text:^width$}", width = room.into());
            canvas.write(place.x + 1, y, &padded, room, inside);
        }
    }
    if state == State::Can {
        canvas.write(place.x + place.width / 2, place.y, "•", 1, line);
    }
    let mut foot = notes(&piece.marks);
    if number > 1 {
        foot = format!("×{number}");
    }
    if let Some((sign, token)) = mark_sign(&piece.marks) {
        let sign = sign.to_string().repeat(if foot.is_empty() { room.into() } else { 1 });
        canvas.write(place.x + 1, place.bottom() - 1, &sign, room, theme.on(token, theme::CREAM));
    }
    if !foot.is_empty() {
        canvas.write(place.x + 1, place.bottom() - 1, &foot, room, line);
    }
}

fn line_style(theme: Theme, figure: &Figure) -> Style {
    match figure {
        Figure::Card(number) => match Card::new(*number) {
            Some(card) => theme.text(theme::line(card.colour())),
            None => theme.text(theme::TRACE),
        },
        Figure::CardBack | Figure::RuneBack => theme.text(theme::CREAM),
        Figure::Tile(_) => theme.text(theme::LEAF),
        Figure::Die { dark: true, .. } => theme.text(theme::CREAM),
        _ => theme.text(theme::EDGE),
    }
}

/// What stands inside a box.
fn box_lines(figure: &Figure, place: Rect, theme: Theme) -> Vec<String> {
    let large = place.width >= 9;
    match figure {
        Figure::Card(number) if large => match Card::new(*number) {
            Some(card) => {
                let name = card.colour().name();
                vec![format!("{:<2}{name:>6}", card.value()), card.symbol().name().to_string()]
            }
            None => vec![figure.name().replace(" star", ""), "★".into()],
        },
        Figure::CardBack if large => vec!["▒▒▒▒▒▒▒▒".into(), "▒▒▒▒▒▒▒▒".into()],
        Figure::CardBack | Figure::RuneBack => vec!["▒▒▒".into()],
        Figure::Tile(symbol) if large => vec![symbol.name().into()],
        Figure::TileBack if large => vec!["▒▒▒▒▒▒▒".into()],
        Figure::Die { value, .. } => vec![value.to_string()],
        _ => vec![chip(theme, figure).0],
    }
}

//! Boards and tracks: cells at coordinates with what stands in them.

use boxwood_scene::{Cell, Ground, Grow, Piece, Zone};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::canvas::{Canvas, State, faded, mark_sign, notes};
use super::pieces::{self, Size, chip};
use crate::theme::{self, Depth, Theme, Token};

/// Columns and rows of a tile on plain grids, from tight to roomy.
const PLAIN: [(u16, u16); 7] = [(4, 1), (5, 2), (6, 2), (5, 3), (8, 3), (10, 4), (12, 5)];
/// The same on half-shifted grids, where halves must be whole.
pub const SHIFTED: [(u16, u16); 7] = [(4, 2), (6, 2), (6, 2), (6, 4), (8, 4), (10, 4), (12, 6)];
/// No cell needs to be wider than this for what stands in it.
const WIDEST_CELL: u16 = 14;
/// Labels up to this long are names of places, as people say them: they are never cut.
const LONGEST_NAME: usize = 4;
/// Longer ones have room as far as this, unless the board is tight.
const LONGEST_LABEL: usize = 12;

/// The scale of a board: how its steps become columns and rows.
struct Scale {
    left: i32,
    top: i32,
    unit: i32,
    tile: (i32, i32),
}

impl Scale {
    fn of(zone: &Zone, theme: Theme, level: usize) -> Scale {
        let steps = if zone.unit == 1 { PLAIN } else { SHIFTED };
        let (wide, mut high) = steps[level.min(steps.len() - 1)];
        if zone.cells.iter().all(|cell| is_line(zone, cell)) {
            high = 1; // lines of text need no air
        }
        let needed = zone.cells.iter().map(|cell| needed(zone, cell, theme, level)).max().unwrap_or(1);
        Scale {
            left: zone.cells.iter().map(|cell| i32::from(cell.x)).min().unwrap_or(0),
            top: zone.cells.iter().map(|cell| i32::from(cell.y)).min().unwrap_or(0),
            unit: i32::from(zone.unit.max(1)),
            tile: (i32::from(wide).max(needed), high.into()),
        }
    }

    /// The place of a cell, a column of which stays free as a joint.
    fn place(&self, cell: &Cell) -> Rect {
        let column = |x: i32| (x - self.left) * self.tile.0 / self.unit;
        let row = |y: i32| (y - self.top) * self.tile.1 / self.unit;
        let (x, y) = (i32::from(cell.x), i32::from(cell.y));
        let (right, bottom) = (x + i32::from(cell.size.0), y + i32::from(cell.size.1));
        let small = |value: i32| u16::try_from(value.clamp(0, 2000)).unwrap_or(0);
        let width = small(column(right) - column(x) - 1).max(1);
        Rect::new(small(column(x)), small(row(y)), width, small(row(bottom) - row(y)).max(1))
    }
}

/// The columns a tile must have for what stands in this cell.
fn needed(zone: &Zone, cell: &Cell, theme: Theme, level: usize) -> i32 {
    let standing = zone.pieces.iter().filter(|piece| piece.cell.as_ref() == Some(&cell.key));
    let chips = standing.map(|piece| chip(theme, &piece.figure).0.width() + 2);
    let words = notes(&cell.marks).width().min(LONGEST_LABEL);
    let width = if is_line(zone, cell) {
        cell.label.width() + 1 + chips.sum::<usize>() + words + usize::from(words > 0)
    } else {
        let label = match cell.label.width() {
            name @ 1..=LONGEST_NAME => name + 1, // and the sign that it can be touched
            label if level > 1 => label.min(LONGEST_LABEL),
            _ => 0,
        };
        // Where there is one row for pieces, some of them should still stand side by side.
        let widest = chips.clone().max().unwrap_or(1).min(WIDEST_CELL.into());
        let abreast = if level <= 2 && cell.grow == Grow::Heap { kinds(zone, cell).min(3) * 3 } else { 0 };
        widest.max(abreast).max(words).max(label)
    };
    let (steps, unit) = (i32::from(cell.size.0).max(1), i32::from(zone.unit.max(1)));
    ((width as i32 + 1) * unit + steps - 1) / steps
}

/// How many different kinds of pieces stand in the cell.
fn kinds(zone: &Zone, cell: &Cell) -> usize {
    let mut figures: Vec<&boxwood_scene::Figure> = vec![];
    for piece in zone.pieces.iter().filter(|piece| piece.cell.as_ref() == Some(&cell.key)) {
        if !figures.contains(&&piece.figure) {
            figures.push(&piece.figure);
        }
    }
    figures.len()
}

/// Whether the cell is a long line of pieces with a name before them.
fn is_line(zone: &Zone, cell: &Cell) -> bool {
    cell.grow == Grow::Heap
        && i32::from(cell.size.0) > i32::from(zone.unit)
        && i32::from(cell.size.1) <= i32::from(zone.unit)
}

/// The columns and rows a board takes.
pub fn measure(zone: &Zone, theme: Theme, level: usize) -> (u16, u16) {
    let scale = Scale::of(zone, theme, level);
    let places = || zone.cells.iter().map(|cell| scale.place(cell));
    (
        places().map(|place| place.right()).max().unwrap_or(0),
        places().map(|place| place.bottom()).max().unwrap_or(0),
    )
}

/// Draws a board.
pub fn draw(canvas: &mut Canvas, zone: &Zone, level: usize, inner: Rect) {
    let scale = Scale::of(zone, canvas.theme, level);
    for cell in &zone.cells {
        let place = scale.place(cell);
        let place = Rect { x: inner.x + place.x, y: inner.y + place.y, ..place };
        let standing: Vec<&Piece> =
            zone.pieces.iter().filter(|piece| piece.cell.as_ref() == Some(&cell.key)).collect();
        draw_cell(canvas, cell, &standing, place, is_line(zone, cell));
    }
}

/// The ground and the inks of a cell: plain and touchable.
struct Look {
    ground: Token,
    ink: Token,
    plum: Token,
}

fn look(ground: Ground) -> Look {
    let dark = |ground| Look { ground, ink: theme::INK3, plum: theme::PLUM };
    match ground {
        Ground::Bare | Ground::Stand | Ground::Hollow => dark(theme::ZONE),
        Ground::Point { shaded: false } => Look { ink: theme::INK2, ..dark(theme::POINT) },
        Ground::Point { shaded: true } => dark(theme::POINT_SHADED),
        Ground::Tile(_) | Ground::TileFace => Look { ink: theme::ON_PINE, ..dark(theme::PINE) },
        Ground::TileBack { shaded } => Look {
            ground: if shaded { theme::GOLD_SHADED } else { theme::GOLD },
            ink: theme::ON_GOLD,
            plum: theme::PLUM_DEEP,
        },
    }
}

fn draw_cell(canvas: &mut Canvas, cell: &Cell, standing: &[&Piece], place: Rect, is_line: bool) {
    let theme = canvas.theme;
    let state = canvas.signs.state(&cell.key);
    let look = look(cell.ground);
    let ground = match state {
        State::Focus => theme.focus(),
        State::Held => theme.held(),
        State::Shown => theme.on(theme::LEAF, theme::LEAF_SOFT).add_modifier(Modifier::BOLD),
        State::Rest | State::Can => faded(theme.on(look.ink, look.ground), &cell.marks),
    };
    canvas.fill(place, ground);
    canvas.hit(&cell.key, place);
    let case = match state {
        State::Can if theme.depth == Depth::Mono => ground.add_modifier(Modifier::BOLD),
        State::Can => Style { fg: theme.text(look.plum).fg, ..ground }.add_modifier(Modifier::BOLD),
        _ => ground,
    };
    if place.height == 1 || is_line {
        return draw_flat_cell(canvas, cell, standing, place, case, is_line);
    }
    // One line says what the cell is; it stands where the pieces begin to line up.
    let head = if cell.grow == Grow::Up { place.bottom() - 1 } else { place.y };
    let label = signed(&short(&cell.label, place.width), state, place.width);
    canvas.write(place.x, head, &label, place.width, case);
    let used = u16::try_from(label.width()).unwrap_or(0).min(place.width);
    if let Ground::Tile(symbol) = cell.ground {
        let room = place.width.saturating_sub(used + 1);
        let name = symbol.name();
        let letter = symbol.letter().to_string();
        let bold = ground.add_modifier(Modifier::BOLD);
        if usize::from(place.width) >= name.len() && place.height >= 3 {
            canvas.write(place.x, head + 1, name, place.width, bold);
        } else if room > 0 {
            canvas.write(place.x + used + 1, head, &letter, room, bold);
        }
    }
    draw_sign(canvas, cell, place, head);
    let mut body = match cell.grow {
        Grow::Up => Rect { height: place.height - 1, ..place },
        Grow::Heap | Grow::Down => Rect { y: place.y + 1, height: place.height - 1, ..place },
    };
    if matches!(cell.ground, Ground::Tile(symbol) if usize::from(place.width) >= symbol.name().len())
        && place.height >= 3
    {
        body = Rect { y: body.y + 1, height: body.height - 1, ..body };
    }
    let words = notes(&cell.marks);
    let beside = place.width.saturating_sub(used + 1);
    if !words.is_empty() && usize::from(beside) > words.width() {
        canvas.write(place.x + used + 1, head, &words, beside, ground);
    } else if !words.is_empty() && (body.height > 1 || standing.is_empty()) {
        let far = if cell.grow == Grow::Up { body.y } else { body.bottom() - 1 };
        canvas.write(place.x, far, &words, place.width, ground);
        body.height -= 1;
        body.y += u16::from(cell.grow == Grow::Up);
    }
    match cell.grow {
        Grow::Heap => draw_heap(canvas, standing, body, true),
        Grow::Up | Grow::Down => draw_column(canvas, standing, body, cell.grow),
    }
    if standing.is_empty() && state == State::Can && place.height >= 3 && place.width >= 3 {
        let case = if theme.depth == Depth::Mono { case } else { theme.on(theme::PLUM_DEEP, theme::CREAM) };
        let middle = Rect::new(place.x + (place.width - 3) / 2, body.y + body.height / 2, 3, 1);
        canvas.write(middle.x, middle.y.min(place.bottom() - 1), "(•)", 3, case);
    }
}

/// The label in a cell this narrow; several words become their first letters.
fn short(label: &str, width: u16) -> String {
    if label.width() <= usize::from(width) || !label.contains(' ') {
        return label.into();
    }
    label.split_whitespace().filter_map(|word| word.chars().next()).collect()
}

/// The label with signs for its state, as far as the width allows; the cell's colours say the rest.
fn signed(label: &str, state: State, width: u16) -> String {
    let forms = match state {
        State::Rest => vec![],
        State::Can => vec![format!("{label}•")],
        State::Focus => vec![format!("›{label}‹"), format!("›{label}")],
        State::Held => vec![format!("[{label}]"), format!("[{label}")],
        State::Shown => vec![format!("{label}·")],
    };
    let fits = |form: &String| form.width() <= usize::from(width);
    forms.into_iter().find(fits).unwrap_or_else(|| label.into())
}

/// A cell of one line: what stands in it, or else its name; a long line has both.
fn draw_flat_cell(
    canvas: &mut Canvas,
    cell: &Cell,
    standing: &[&Piece],
    place: Rect,
    case: Style,
    is_line: bool,
) {
    let place = Rect { y: place.y + (place.height - 1) / 2, height: 1, ..place };
    let mut text = match cell.ground {
        Ground::Tile(symbol) => symbol.letter().to_string(),
        _ if standing.is_empty() || is_line => short(&cell.label, place.width.saturating_sub(1)),
        _ => String::new(),
    };
    match canvas.signs.state(&cell.key) {
        State::Can => text.insert(0, '•'),
        State::Focus => text = format!("›{text}"),
        State::Held => text = format!("[{text}"),
        State::Shown => text.insert(0, '·'),
        State::Rest => {}
    }
    let notes = notes(&cell.marks);
    if (standing.is_empty() || is_line) && !notes.is_empty() {
        text = format!("{text} {notes}");
    }
    canvas.write(place.x, place.y, &text, place.width, case);
    let used =
        u16::try_from(text.width()).unwrap_or(0).min(place.width.saturating_sub(1)) + u16::from(is_line);
    let rest = Rect { x: place.x + used, width: place.width.saturating_sub(used), ..place };
    draw_heap(canvas, standing, rest, !is_line);
    draw_sign(canvas, cell, place, place.y);
}

fn draw_sign(canvas: &mut Canvas, cell: &Cell, place: Rect, row: u16) {
    if let Some((sign, token)) = mark_sign(&cell.marks) {
        let style = canvas.theme.on(token, theme::CREAM).add_modifier(Modifier::BOLD);
        canvas.write(place.right() - 1, row, &sign.to_string(), 1, style);
    }
}

/// Pieces close together: those that look alike as one with their number.
fn draw_heap(canvas: &mut Canvas, standing: &[&Piece], body: Rect, centred: bool) {
    let mut groups: Vec<Vec<&Piece>> = vec![];
    for piece in standing {
        let alike = |group: &&mut Vec<&Piece>| {
            group.last().is_some_and(|last| last.figure == piece.figure && last.marks == piece.marks)
        };
        match groups.iter_mut().find(alike) {
            Some(group) => group.push(piece),
            None => groups.push(vec![piece]),
        }
    }
    if groups.is_empty() || body.width == 0 || body.height == 0 {
        return;
    }
    if let ([alike], true) = (groups.as_slice(), body.height >= 2 && body.width >= 7) {
        let high = body.height.min(3);
        let place = Rect::new(body.x + (body.width - 5) / 2, body.y + (body.height - high) / 2, 5, high);
        if pieces::draw_block(canvas, alike, place) {
            return;
        }
    }
    let text_width = |group: &Vec<&Piece>| {
        let (text, _) = group.last().map(|piece| chip(canvas.theme, &piece.figure)).unwrap_or_default();
        let number = if group.len() > 1 { 1 + group.len().to_string().len() } else { 0 };
        (text.width() + number) as u16
    };
    let texts: Vec<u16> = groups.iter().map(text_width).collect();
    // Sides of a chip are left out where several would not fit with them.
    let fits = |sides: &u16| texts.iter().map(|width| width + sides).sum::<u16>() <= body.width * body.height;
    let sides = [2, 1].into_iter().find(fits).unwrap_or(0);
    let (mut x, mut y) = (0u16, 0u16);
    let mut places: Vec<Rect> = vec![];
    for width in texts {
        let width = (width + sides).min(body.width);
        if x > 0 && x + width > body.width {
            (x, y) = (0, y + 1);
        }
        places.push(Rect::new(x, y, width, 1));
        x += width + u16::from(sides == 0);
    }
    // What finds no row shares the last place that does.
    let last = places.iter().rposition(|place| place.y < body.height).unwrap_or(0);
    let rest: Vec<&Piece> = groups.split_off(last + 1).into_iter().flatten().collect();
    groups[last].extend(rest);
    let rows = places[last].y + 1;
    for (group, place) in groups.iter().zip(&places) {
        let taken: u16 =
            places[..=last].iter().filter(|other| other.y == place.y).map(|other| other.width).sum();
        let margin = if centred { body.width.saturating_sub(taken) / 2 } else { 0 };
        let x = body.x + place.x + margin;
        let place = Rect::new(x, body.y + place.y + (body.height - rows) / 2, place.width, 1);
        pieces::draw(canvas, group, group.len(), place, Size::Chip, None);
    }
}

/// Pieces one above the other from the base on; the lowest share a place where room is short.
fn draw_column(canvas: &mut Canvas, standing: &[&Piece], body: Rect, grow: Grow) {
    let rows = usize::from(body.height);
    if rows == 0 || body.width == 0 {
        return;
    }
    let mut stacks: Vec<Vec<&Piece>> = standing.iter().map(|piece| vec![*piece]).collect();
    while stacks.len() > rows {
        let alike =
            |pair: &[Vec<&Piece>]| pair[0].last().map(|p| &p.figure) == pair[1].last().map(|p| &p.figure);
        let lower = stacks.windows(2).position(alike).unwrap_or(stacks.len() - 2);
        let upper = stacks.remove(lower + 1);
        stacks[lower].extend(upper);
    }
    for (height, stack) in stacks.iter().enumerate() {
        let height = height as u16;
        let y = if grow == Grow::Up { body.bottom() - 1 - height } else { body.y + height };
        let (text, _) = stack.last().map(|piece| chip(canvas.theme, &piece.figure)).unwrap_or_default();
        let number = if stack.len() > 1 { 1 + stack.len().to_string().len() } else { 0 };
        let width = ((text.width() + number + 2) as u16).min(body.width);
        let place = Rect::new(body.x + (body.width - width) / 2, y, width, 1);
        pieces::draw(canvas, stack, stack.len(), place, Size::Chip, Some(grow == Grow::Up));
    }
}

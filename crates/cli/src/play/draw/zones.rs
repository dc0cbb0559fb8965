//! Zones as blocks: each can be measured at several sizes, then drawn.

use boxwood_scene::{Piece, Scene, Zone, ZoneKind};
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use unicode_width::UnicodeWidthStr;

use super::board;
use super::canvas::{Canvas, State, cut};
use super::pieces::{self, Size};
use super::plane;
use crate::theme::{self, Theme};

/// How much room everything gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comfort {
    /// The step of the boards' sizes, 0 the smallest.
    pub board: usize,
    /// How cards and dice are drawn.
    pub pieces: Size,
}

/// From roomy to tight; the first one that fits is taken.
pub const COMFORTS: [Comfort; 14] = [
    Comfort { board: 6, pieces: Size::Large },
    Comfort { board: 5, pieces: Size::Large },
    Comfort { board: 4, pieces: Size::Large },
    Comfort { board: 3, pieces: Size::Large },
    Comfort { board: 2, pieces: Size::Large },
    Comfort { board: 3, pieces: Size::Small },
    Comfort { board: 2, pieces: Size::Small },
    Comfort { board: 1, pieces: Size::Large },
    Comfort { board: 1, pieces: Size::Small },
    Comfort { board: 2, pieces: Size::Chip },
    Comfort { board: 1, pieces: Size::Chip },
    Comfort { board: 0, pieces: Size::Large },
    Comfort { board: 0, pieces: Size::Small },
    Comfort { board: 0, pieces: Size::Chip },
];

/// Where the zones go, and how large the table becomes.
#[derive(Clone, Debug)]
pub struct Arrangement {
    /// How much room everything gets.
    pub comfort: Comfort,
    /// A place for each zone.
    pub places: Vec<Rect>,
    /// The columns and rows of all.
    pub extent: (u16, u16),
}

/// Finds the roomiest arrangement that fits; the tightest one if none does.
pub fn arrange(scene: &Scene, theme: Theme, width: u16, height: u16) -> Arrangement {
    let mut tightest = None;
    for comfort in COMFORTS {
        let arrangement = pack(scene, theme, comfort, width);
        if arrangement.extent.0 <= width && arrangement.extent.1 <= height {
            return arrangement;
        }
        tightest = Some(arrangement);
    }
    tightest.expect("there is at least one comfort")
}

/// Puts zones side by side on shelves; small ones stack up beside tall ones.
fn pack(scene: &Scene, theme: Theme, comfort: Comfort, width: u16) -> Arrangement {
    const GAP: u16 = 1;
    let mut places: Vec<Rect> = vec![];
    // The shelf in work: its top and height, and the column in work: left, width, next free row.
    let (mut top, mut tall) = (0u16, 0u16);
    let (mut left, mut wide, mut free) = (0u16, 0u16, 0u16);
    for zone in &scene.zones {
        let (w, h) = measure(zone, theme, comfort, width);
        let fits_below = free + h <= top + tall && left + w <= width.max(left + wide) && !places.is_empty();
        if fits_below {
            places.push(Rect::new(left, free, w, h));
            wide = wide.max(w);
        } else if !places.is_empty() && left + wide + GAP + w <= width {
            left += wide + GAP;
            places.push(Rect::new(left, top, w, h));
            (wide, free) = (w, top);
            tall = tall.max(h);
        } else {
            top += tall;
            (left, wide, tall, free) = (0, w, h, top);
            places.push(Rect::new(0, top, w, h));
        }
        free += h;
    }
    let extent = (
        places.iter().map(|place| place.right()).max().unwrap_or(1),
        places.iter().map(|place| place.bottom()).max().unwrap_or(1),
    );
    Arrangement { comfort, places, extent }
}

fn measure(zone: &Zone, theme: Theme, comfort: Comfort, width: u16) -> (u16, u16) {
    let title = u16::try_from(title(zone).width()).unwrap_or(20) + 3;
    let (w, h) = match zone.kind {
        ZoneKind::Board | ZoneKind::Track => board::measure(zone, theme, comfort.board),
        ZoneKind::Plane => plane::measure(zone, comfort.board),
        _ => {
            let groups = groups(zone, comfort.pieces);
            flow(&groups, zone.kind == ZoneKind::Stack, theme, comfort.pieces, width.saturating_sub(2)).1
        }
    };
    ((w + 2).max(title.min(width)), h + 1)
}

/// Draws a zone with its title.
pub fn draw(canvas: &mut Canvas, zone: &Zone, comfort: Comfort, place: Rect) {
    let theme = canvas.theme;
    let state = canvas.signs.state(&zone.key);
    let style = match state {
        State::Focus => theme.focus(),
        State::Held => theme.held(),
        State::Can => theme.text(theme::PLUM).add_modifier(Modifier::BOLD),
        State::Shown => theme.text(theme::LEAF).add_modifier(Modifier::BOLD),
        State::Rest => theme.text(theme::INK2),
    };
    let sign = match state {
        State::Rest => "",
        State::Can => "• ",
        State::Focus => "› ",
        State::Held => "[ ",
        State::Shown => "· ",
    };
    let text = format!("{sign}{}", title(zone));
    canvas.write(place.x + 1, place.y, &text, place.width.saturating_sub(1), style);
    let shown = u16::try_from(text.width()).unwrap_or(1).min(place.width);
    canvas.hit(&zone.key, Rect::new(place.x, place.y, shown.max(1), 1));
    let inner =
        Rect::new(place.x + 1, place.y + 1, place.width.saturating_sub(2), place.height.saturating_sub(1));
    match zone.kind {
        ZoneKind::Board | ZoneKind::Track => board::draw(canvas, zone, comfort.board, inner),
        ZoneKind::Plane => plane::draw(canvas, zone, comfort.board, inner),
        _ => draw_pieces(canvas, zone, comfort.pieces, inner),
    }
}

/// The zone's name, with a count where not everything is listed, and what is to be known about it.
fn title(zone: &Zone) -> String {
    let listed = zone.pieces.len();
    let name = match (zone.count, zone.kind) {
        (Some(count), _) => format!("{} {count}", zone.label),
        (None, ZoneKind::Stack) if listed > 1 => format!("{} {listed}", zone.label),
        (None, ZoneKind::Pile) if listed > 3 => format!("{} {listed}", zone.label),
        (None, ZoneKind::Board | ZoneKind::Track | ZoneKind::Plane) => zone.label.clone(),
        (None, _) if listed == 0 => format!("{} –", zone.label),
        (None, _) => zone.label.clone(),
    };
    match &zone.note {
        Some(note) => format!("{name}, {note}"),
        None => name,
    }
}

/// Pieces that look alike are drawn once with their number, where order means nothing or room is short.
fn groups(zone: &Zone, size: Size) -> Vec<Vec<&Piece>> {
    if zone.kind == ZoneKind::Stack {
        return if zone.pieces.is_empty() { vec![] } else { vec![zone.pieces.iter().collect()] };
    }
    let anywhere = zone.kind == ZoneKind::Pile;
    let together = anywhere || (size == Size::Chip && zone.pieces.len() > 12);
    let mut groups: Vec<Vec<&Piece>> = vec![];
    for piece in &zone.pieces {
        let alike = |group: &&mut Vec<&Piece>| {
            group.last().is_some_and(|last| last.figure == piece.figure && last.marks == piece.marks)
        };
        let group = match (together, anywhere) {
            (false, _) => None,
            (true, true) => groups.iter_mut().find(alike),
            (true, false) => groups.last_mut().filter(alike),
        };
        match group {
            Some(group) => group.push(piece),
            None => groups.push(vec![piece]),
        }
    }
    groups
}

/// A place for each group, and the columns and rows of all.
fn flow(
    groups: &[Vec<&Piece>],
    is_stack: bool,
    theme: Theme,
    size: Size,
    width: u16,
) -> (Vec<Rect>, (u16, u16)) {
    let mut places = vec![];
    let (mut x, mut y, mut row, mut widest) = (0u16, 0u16, 0u16, 0u16);
    for group in groups {
        let Some(piece) = group.last() else { continue };
        let (mut w, h) = pieces::extent(theme, piece, size);
        if group.len() > 1 && h == 1 && !is_stack {
            w += 1 + group.len().to_string().len() as u16;
        }
        if x > 0 && x + w > width {
            (x, y, row) = (0, y + row, 0);
        }
        places.push(Rect::new(x, y, w, h));
        widest = widest.max(x + w);
        row = row.max(h);
        x += w + 1;
    }
    (places, (widest, y + row))
}

fn draw_pieces(canvas: &mut Canvas, zone: &Zone, size: Size, inner: Rect) {
    let groups = groups(zone, size);
    let is_stack = zone.kind == ZoneKind::Stack;
    let (places, _) = flow(&groups, is_stack, canvas.theme, size, inner.width);
    for (group, place) in groups.iter().zip(places) {
        let place = Rect { x: inner.x + place.x, y: inner.y + place.y, ..place };
        // Of a stack only the uppermost is seen; the title says how many there are.
        let number = if is_stack { 1 } else { group.len() };
        pieces::draw(canvas, group, number, place, size, None);
    }
}

/// The zone's name with its owner's, where the name does not say it.
pub fn owned_label(zone: &Zone, owner: &str, is_viewer: bool) -> String {
    let label = &zone.label;
    let lower = label.to_lowercase();
    if owner.is_empty() || label.contains(owner) || (is_viewer && lower.contains("your")) {
        return label.clone();
    }
    if is_viewer { cut(label, 60) } else { cut(&format!("{owner}: {label}"), 60) }
}

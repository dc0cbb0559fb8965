//! Open space: pieces at coordinates, scaled to what there is room for.

use boxwood_scene::Zone;
use ratatui::layout::Rect;

use super::board::SHIFTED;
use super::canvas::Canvas;
use super::pieces::{self, Size};
use crate::theme;

/// The columns and rows an open space takes.
pub fn measure(zone: &Zone, level: usize) -> (u16, u16) {
    let plane = Plane::of(zone, level);
    (plane.column(plane.high.0) + 6, plane.row(plane.high.1) + 2)
}

/// Draws an open space.
pub fn draw(canvas: &mut Canvas, zone: &Zone, level: usize, inner: Rect) {
    let plane = Plane::of(zone, level);
    canvas.fill(inner, canvas.theme.on(theme::INK3, theme::ZONE));
    for piece in &zone.pieces {
        let (x, y) = piece.at.unwrap_or_default();
        let (width, _) = pieces::extent(canvas.theme, piece, Size::Chip);
        let place = Rect::new(inner.x + plane.column(x), inner.y + plane.row(y), width.min(inner.width), 1);
        pieces::draw(canvas, &[piece], 1, place, Size::Chip, None);
    }
}

struct Plane {
    low: (i32, i32),
    high: (i32, i32),
    unit: i32,
    tile: (i32, i32),
}

impl Plane {
    fn of(zone: &Zone, level: usize) -> Plane {
        let (wide, high) = SHIFTED[level.min(SHIFTED.len() - 1)];
        let points = || zone.pieces.iter().filter_map(|piece| piece.at);
        let low = (points().map(|at| at.0).min().unwrap_or(0), points().map(|at| at.1).min().unwrap_or(0));
        let far = (points().map(|at| at.0).max().unwrap_or(0), points().map(|at| at.1).max().unwrap_or(0));
        Plane { low, high: far, unit: i32::from(zone.unit.max(1)), tile: (wide.into(), high.into()) }
    }

    fn column(&self, x: i32) -> u16 {
        let columns = i64::from(x - self.low.0) * i64::from(self.tile.0) / i64::from(self.unit);
        u16::try_from(columns.clamp(0, 300)).unwrap_or(0)
    }

    fn row(&self, y: i32) -> u16 {
        let rows = i64::from(y - self.low.1) * i64::from(self.tile.1) / i64::from(self.unit);
        u16::try_from(rows.clamp(0, 100)).unwrap_or(0)
    }
}

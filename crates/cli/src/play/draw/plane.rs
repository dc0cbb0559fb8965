//! Open space: pieces at coordinates, scaled to what there is room for.

use boxwood_scene::Zone;
use ratatui::layout::Rect;

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

/// The most columns and rows that the pieces are spread over, roomiest last.
const SPREAD: [(i32, i32); 7] = [(16, 3), (20, 4), (24, 5), (28, 6), (36, 8), (42, 10), (48, 12)];

/// Where coordinates lie on the screen: all pieces fit, and both directions have the same scale.
struct Plane {
    low: (i32, i32),
    high: (i32, i32),
    /// So many steps, in hundredths, are one column; twice as many are one row.
    scale: i64,
}

impl Plane {
    fn of(zone: &Zone, level: usize) -> Plane {
        let (columns, rows) = SPREAD[level.min(SPREAD.len() - 1)];
        let points = || zone.pieces.iter().filter_map(|piece| piece.at);
        let low = (points().map(|at| at.0).min().unwrap_or(0), points().map(|at| at.1).min().unwrap_or(0));
        let high = (points().map(|at| at.0).max().unwrap_or(0), points().map(|at| at.1).max().unwrap_or(0));
        let (wide, tall) = (i64::from(high.0) - i64::from(low.0), i64::from(high.1) - i64::from(low.1));
        let scale = (100 * wide / i64::from(columns)).max(50 * tall / i64::from(rows)).max(1);
        Plane { low, high, scale }
    }

    fn column(&self, x: i32) -> u16 {
        let columns = 100 * (i64::from(x) - i64::from(self.low.0)) / self.scale;
        u16::try_from(columns.clamp(0, 300)).unwrap_or(0)
    }

    fn row(&self, y: i32) -> u16 {
        let rows = 50 * (i64::from(y) - i64::from(self.low.1)) / self.scale;
        u16::try_from(rows.clamp(0, 100)).unwrap_or(0)
    }
}

//! `boxwood play --picture`: the table after some moves, as an SVG file.

use std::time::Duration;

use boxwood_engine::Level;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::draw;
use super::screen::Screen;
use super::table::{Plan, Table};
use crate::Trouble;
use crate::theme::{Depth, Theme};

/// Lets easy bots make so many moves for everybody; the same for the same seed.
pub fn advance(table: &mut Table, moves: usize) -> Result<(), Trouble> {
    for _ in 0..moves {
        let Some(seat) = table.game().status().active.first() else { break };
        // An easy bot stops by itself, so the result does not depend on the machine.
        let think = table.question(seat, Level::Easy, Duration::from_secs(60));
        let thought = think().ok_or_else(|| Trouble::asked("A bot found nothing to do."))?;
        table.act(seat, &thought.chosen.action).map_err(Trouble::asked)?;
    }
    Ok(())
}

/// The screen of this size after so many moves of easy bots.
pub fn screen(plan: &Plan, moves: usize, size: (u16, u16)) -> Result<Buffer, Trouble> {
    let mut table = plan.begin()?;
    advance(&mut table, moves)?;
    let mut screen = Screen::at(plan, table);
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
    draw::draw(&mut buffer, &mut screen, Theme { depth: Depth::True });
    Ok(buffer)
}

/// The same as an SVG document.
pub fn picture(plan: &Plan, moves: usize, size: (u16, u16)) -> Result<String, Trouble> {
    let title = format!("boxwood play {}", plan.game.info().id);
    Ok(crate::svg::svg(&screen(plan, moves, size)?, &title))
}

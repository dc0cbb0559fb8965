//! The full-screen table in a real terminal.

use std::path::Path;
use std::time::Duration;

use crossterm::event::{self, Event};

use super::draw;
use super::keys::Flow;
use super::screen::Screen;
use super::table::Plan;
use crate::Trouble;
use crate::terminal::Terminal;
use crate::theme::Theme;

/// How long a key may take to arrive before clocks and bots are looked after.
const BEAT: Duration = Duration::from_millis(50);

/// Plays until the table is left; what is said afterwards on the plain terminal.
pub fn play(
    terminal: &mut Terminal,
    plan: &Plan,
    save: Option<&Path>,
    theme: Theme,
) -> Result<Vec<String>, Trouble> {
    let mut plan = plan.clone();
    let mut told = vec![];
    loop {
        let mut screen = Screen::new(&plan)?;
        let flow = play_one(terminal, &mut screen, theme)?;
        let table = screen.table();
        let ending = table.verdict().unwrap_or_else(|| "You left the table.".into());
        told.push(format!("{}: {ending} (seed {})", plan.game.info().title, table.seed()));
        if let Some(file) = save {
            table.save(file)?;
            told.push(format!("The match is in {}.", file.display()));
        }
        if flow == Flow::Leave {
            return Ok(told);
        }
        plan.again();
        told.clear();
    }
}

fn play_one(terminal: &mut Terminal, screen: &mut Screen, theme: Theme) -> Result<Flow, Trouble> {
    loop {
        terminal.draw(|buffer| draw::draw(buffer, screen, theme))?;
        if event::poll(BEAT)?
            && let Event::Key(key) = event::read()?
        {
            let flow = screen.key(key);
            if flow != Flow::Stay {
                return Ok(flow);
            }
        }
        screen.tick();
    }
}

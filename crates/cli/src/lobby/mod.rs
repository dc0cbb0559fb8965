//! `boxwood lobby`: the gallery of games, the form before a match, and the way to the table.

mod draw;
pub mod setup;

use boxwood_engine::AnyGame;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::Trouble;
use crate::play;
use crate::terminal::Terminal;
use crate::theme::Theme;
use setup::Setup;

pub use draw::draw;

/// What the lobby shows.
pub enum Page {
    /// All games that fit what was typed.
    Gallery,
    /// The form before a match.
    Setup(Setup),
    /// The rules of the chosen game, from this line on.
    Rules(usize),
}

/// The state of the lobby.
pub struct Lobby {
    /// What was typed to find a game.
    pub typed: String,
    /// The line the cursor is on.
    pub at: usize,
    /// What is shown.
    pub page: Page,
    /// What is said about the match played last.
    pub told: Option<String>,
}

/// What follows from a key.
pub enum Step {
    /// Nothing outside the lobby.
    Stay,
    /// A match begins.
    Play(Box<play::Plan>),
    /// The lobby is left.
    Leave,
}

impl Default for Lobby {
    fn default() -> Lobby {
        Lobby { typed: String::new(), at: 0, page: Page::Gallery, told: None }
    }
}

impl Lobby {
    /// The games that fit what was typed.
    pub fn games(&self) -> Vec<&'static dyn AnyGame> {
        let words: Vec<String> = self.typed.split_whitespace().map(str::to_lowercase).collect();
        let fits = |game: &&dyn AnyGame| {
            let info = game.info();
            let text = format!(
                "{} {} {} {} {} {}",
                info.title,
                info.id,
                info.pitch,
                info.tags.join(" "),
                info.players(),
                info.time()
            )
            .to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        boxwood_games::GAMES.iter().copied().filter(fits).collect()
    }

    /// The game the cursor is on.
    pub fn game(&self) -> Option<&'static dyn AnyGame> {
        self.games().get(self.at).copied()
    }

    /// Takes a key.
    pub fn key(&mut self, event: KeyEvent) -> Step {
        if event.kind == KeyEventKind::Release {
            return Step::Stay;
        }
        if event.modifiers.contains(KeyModifiers::CONTROL) {
            return if matches!(event.code, KeyCode::Char('c' | 'd')) { Step::Leave } else { Step::Stay };
        }
        match &mut self.page {
            Page::Gallery => return self.gallery_key(event.code),
            Page::Rules(line) => match event.code {
                KeyCode::Down | KeyCode::Char('j') => *line += 1,
                KeyCode::Up | KeyCode::Char('k') => *line = line.saturating_sub(1),
                KeyCode::PageDown | KeyCode::Char(' ') => *line += 10,
                KeyCode::PageUp => *line = line.saturating_sub(10),
                KeyCode::Home => *line = 0,
                _ => self.page = Page::Gallery,
            },
            Page::Setup(setup) => match event.code {
                KeyCode::Esc => self.page = Page::Gallery,
                KeyCode::Enter => match setup.plan() {
                    Ok(plan) => return Step::Play(Box::new(plan)),
                    Err(trouble) => setup.trouble = Some(trouble.to_string()),
                },
                code => setup.key(code),
            },
        }
        Step::Stay
    }

    fn gallery_key(&mut self, code: KeyCode) -> Step {
        let last = self.games().len().saturating_sub(1);
        match code {
            KeyCode::Down | KeyCode::Tab => self.at = (self.at + 1).min(last),
            KeyCode::Up | KeyCode::BackTab => self.at = self.at.saturating_sub(1),
            KeyCode::PageDown => self.at = (self.at + 10).min(last),
            KeyCode::PageUp => self.at = self.at.saturating_sub(10),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = last,
            KeyCode::Enter => {
                if let Some(game) = self.game() {
                    self.page = Page::Setup(Setup::new(game));
                }
            }
            KeyCode::Char('?') if self.game().is_some() => self.page = Page::Rules(0),
            KeyCode::Esc if self.typed.is_empty() => return Step::Leave,
            KeyCode::Esc => {
                self.typed.clear();
                self.at = 0;
            }
            KeyCode::Backspace => {
                self.typed.pop();
                self.at = 0;
            }
            // As in many programs, this begins a search; no game has it in its name.
            KeyCode::Char('/') => {
                self.typed.clear();
                self.at = 0;
            }
            KeyCode::Char(c) if self.typed.chars().count() < 40 => {
                self.typed.push(c);
                self.at = 0;
            }
            _ => {}
        }
        Step::Stay
    }
}

/// Shows the lobby until it is left.
pub fn run(terminal: &mut Terminal, theme: Theme) -> Result<(), Trouble> {
    let mut lobby = Lobby::default();
    loop {
        terminal.draw(|buffer| draw(buffer, &mut lobby, theme))?;
        let Event::Key(key) = event::read()? else { continue };
        match lobby.key(key) {
            Step::Stay => {}
            Step::Leave => return Ok(()),
            Step::Play(plan) => {
                let told = play::full::play(terminal, &plan, None, theme)?;
                lobby.told = told.into_iter().next();
                lobby.page = Page::Gallery;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;

    fn press(lobby: &mut Lobby, codes: &[KeyCode]) -> Step {
        let mut step = Step::Stay;
        for code in codes {
            step = lobby.key(KeyEvent::new(*code, KeyModifiers::NONE));
            let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
            draw(&mut buffer, lobby, Theme { depth: crate::theme::Depth::True });
        }
        step
    }

    #[test]
    fn typing_finds_a_game_and_enter_twice_plays_it() {
        let mut lobby = Lobby::default();
        let keys: Vec<KeyCode> =
            "nim".chars().map(KeyCode::Char).chain([KeyCode::Enter, KeyCode::Enter]).collect();
        let Step::Play(plan) = press(&mut lobby, &keys) else { panic!("two keys from the table") };
        assert_eq!(plan.game.info().id, "nim");
    }

    #[test]
    fn a_slash_begins_the_search() {
        for typed in ["/gold", "gold", "nim/gold"] {
            let mut lobby = Lobby::default();
            press(&mut lobby, &typed.chars().map(KeyCode::Char).collect::<Vec<_>>());
            let found: Vec<&str> = lobby.games().iter().map(|game| game.info().id).collect();
            assert!(found.contains(&"gold-mine") && !found.contains(&"nim"), "{typed}: {found:?}");
        }
    }

    #[test]
    fn rules_and_back_nothing_found_and_out() {
        let mut lobby = Lobby::default();
        press(&mut lobby, &[KeyCode::Char('?'), KeyCode::Down, KeyCode::PageDown]);
        assert!(matches!(lobby.page, Page::Rules(_)));
        press(
            &mut lobby,
            &[KeyCode::Esc, KeyCode::Char('x'), KeyCode::Char('x'), KeyCode::Char('q'), KeyCode::Enter],
        );
        assert!(lobby.games().is_empty() && matches!(lobby.page, Page::Gallery));
        assert!(matches!(press(&mut lobby, &[KeyCode::Esc, KeyCode::Esc]), Step::Leave));
    }
}

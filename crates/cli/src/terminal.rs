//! The terminal as a full screen, given back whatever happens.

use std::io;

use ratatui::DefaultTerminal;
use ratatui::buffer::Buffer;

/// The terminal as a full screen; dropping it gives the terminal back, and so does a panic.
pub struct Terminal(DefaultTerminal);

impl Terminal {
    /// Takes the whole screen.
    pub fn take() -> io::Result<Terminal> {
        // Its panic hook restores the terminal before the message is printed.
        Ok(Terminal(ratatui::try_init()?))
    }

    /// Shows what is drawn into the buffer.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        self.0.draw(|frame| draw(frame.buffer_mut())).map(|_| ())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

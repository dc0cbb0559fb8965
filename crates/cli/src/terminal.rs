//! The terminal as a full screen, given back whatever happens.

use std::io;

use ratatui::DefaultTerminal;
use ratatui::buffer::Buffer;

use crate::ascii;

/// The terminal as a full screen; dropping it gives the terminal back, and so does a panic.
pub struct Terminal {
    screen: DefaultTerminal,
    /// Whether it shows plain signs only.
    is_plain: bool,
}

impl Terminal {
    /// Takes the whole screen.
    pub fn take() -> io::Result<Terminal> {
        // Its panic hook restores the terminal before the message is printed.
        Ok(Terminal { screen: ratatui::try_init()?, is_plain: ascii::is_wanted(true) })
    }

    /// Shows what is drawn into the buffer.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        let is_plain = self.is_plain;
        let frame = self.screen.draw(|frame| {
            draw(frame.buffer_mut());
            if is_plain {
                ascii::buffer(frame.buffer_mut());
            }
        });
        frame.map(|_| ())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

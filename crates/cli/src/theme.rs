//! Colours and signs: the tokens of the look, in as many colours as the terminal has.

use std::env;

use boxwood_kit::{Colour, MeepleColour};
use ratatui::style::{Color, Modifier, Style};

use crate::guide::{Line, Weight};

/// How many colours there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// None: bold, underlined and reversed text must do.
    Mono,
    /// The sixteen of every terminal, on its own ground.
    Sixteen,
    /// The 256 of most terminals.
    Many,
    /// All.
    True,
}

/// A colour of the look and its nearest among the sixteen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    rgb: (u8, u8, u8),
    ansi: Color,
}

const fn token(hex: u32, ansi: Color) -> Token {
    Token { rgb: ((hex >> 16) as u8, (hex >> 8) as u8, hex as u8), ansi }
}

/// The page.
pub const LINEN: Token = token(0x1A1714, Color::Reset);
/// Panels.
pub const PAPER: Token = token(0x25211C, Color::Reset);
/// The tabletop.
pub const TABLE: Token = token(0x372B21, Color::Reset);
/// The tray under a board.
pub const WALNUT: Token = token(0x1F1711, Color::Reset);
/// The ground of a zone.
pub const ZONE: Token = token(0x44382D, Color::Reset);
/// Quiet buttons.
pub const SAND: Token = token(0x4A4138, Color::Reset);
/// Borders that mean something.
pub const EDGE: Token = token(0x8A7D6D, Color::DarkGray);
/// Text.
pub const INK: Token = token(0xF4ECDD, Color::Reset);
/// Second text.
pub const INK2: Token = token(0xCEC2B0, Color::Gray);
/// Third text.
pub const INK3: Token = token(0xA99D8D, Color::DarkGray);
/// Site actions, headings, fulfilled.
pub const LEAF: Token = token(0x86CDA3, Color::Green);
/// Leaf behind text.
pub const LEAF_SOFT: Token = token(0x24392C, Color::Reset);
/// Touchable, selected, your turn.
pub const PLUM: Token = token(0xD2AAF2, Color::Magenta);
/// Plum behind text.
pub const PLUM_SOFT: Token = token(0x5A3F73, Color::Reset);
/// Plum on light pieces.
pub const PLUM_DEEP: Token = token(0x6D3A92, Color::Magenta);
/// Text on plum.
pub const ON_PLUM: Token = token(0x1B1022, Color::Black);
/// What just happened.
pub const TRACE: Token = token(0xF2B04E, Color::Yellow);
/// What just happened, on light pieces.
pub const TRACE_DEEP: Token = token(0xA34F00, Color::Yellow);
/// Amber behind text.
pub const AMBER_SOFT: Token = token(0x3F3018, Color::Reset);
/// Refusals and dangers.
pub const EMBER: Token = token(0xFF9384, Color::LightRed);
/// Dangers, on light pieces.
pub const EMBER_DEEP: Token = token(0xB02A20, Color::Red);
/// Fulfilled, on light pieces.
pub const LEAF_DEEP: Token = token(0x2B6A48, Color::Green);
/// Ember behind text.
pub const EMBER_SOFT: Token = token(0x452520, Color::Reset);
/// A tile's face.
pub const PINE: Token = token(0x3B6852, Color::Green);
/// A sign on a tile's face.
pub const ON_PINE: Token = token(0xFBF3DC, Color::Black);
/// A tile's back.
pub const GOLD: Token = token(0xD6A75F, Color::Reset);
/// A tile's back, shaded.
pub const GOLD_SHADED: Token = token(0xBF8C45, Color::Reset);
/// Letters on a tile's back.
pub const ON_GOLD: Token = token(0x4A3213, Color::Reset);
/// One long space of a race board.
pub const POINT: Token = token(0x6B5138, Color::Reset);
/// The other.
pub const POINT_SHADED: Token = token(0x4B3524, Color::Reset);
/// The paper of a card.
pub const CARD: Token = token(0xF3E7CF, Color::Reset);
/// Ink on a card.
pub const ON_CARD: Token = token(0x3A2F28, Color::Reset);
/// The back of a card.
pub const BACK: Token = token(0x2C6148, Color::Green);
/// Ivory of a die, cream cases.
pub const CREAM: Token = token(0xFFF8E8, Color::White);
/// A dark die.
pub const DARK: Token = token(0x36322F, Color::DarkGray);

/// The face of a colour and the ink on it.
pub const fn face(colour: MeepleColour) -> (Token, Token) {
    match colour {
        MeepleColour::Red => (token(0xC93A2E, Color::Red), token(0xFFF3EC, Color::White)),
        MeepleColour::Yellow => (token(0xF4BE37, Color::Yellow), token(0x5A3C00, Color::Black)),
        MeepleColour::Green => (token(0x5AA53C, Color::Green), token(0x12300A, Color::Black)),
        MeepleColour::Blue => (token(0x2C6CB8, Color::Blue), token(0xF2F8FF, Color::White)),
        MeepleColour::White => (token(0xF8F4E9, Color::White), token(0x6A5D4A, Color::Black)),
        MeepleColour::Black => (token(0x16130F, Color::Black), token(0xF4ECDD, Color::White)),
        MeepleColour::Grey => (token(0x96928B, Color::DarkGray), token(0x1F1C19, Color::White)),
    }
}

/// The colour as a line or a letter on a card's paper.
pub const fn line(colour: Colour) -> Token {
    match colour {
        Colour::Red => token(0xB02A20, Color::Red),
        Colour::Yellow => token(0x8A5E00, Color::Yellow),
        Colour::Green => token(0x2F6B1A, Color::Green),
        Colour::Blue => token(0x2C6CB8, Color::Blue),
        Colour::White => token(0x6A5D4A, Color::Gray),
        Colour::Black => token(0x16130F, Color::Reset),
    }
}

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// How many colours there are.
    pub depth: Depth,
}

impl Theme {
    /// What the environment says about the terminal.
    pub fn from_env() -> Theme {
        let is = |name: &str, words: &[&str]| {
            env::var(name).is_ok_and(|value| words.iter().any(|word| value.contains(word)))
        };
        let depth = if no_colour() || is("TERM", &["dumb"]) {
            Depth::Mono
        } else if is("COLORTERM", &["truecolor", "24bit"]) || is("TERM", &["direct"]) {
            Depth::True
        } else if is("TERM", &["256"]) {
            Depth::Many
        } else {
            Depth::Sixteen
        };
        Theme { depth }
    }

    /// The token in the colours of the terminal.
    pub fn colour(self, token: Token) -> Color {
        let (r, g, b) = token.rgb;
        match self.depth {
            Depth::Mono => Color::Reset,
            Depth::Sixteen => token.ansi,
            Depth::Many => Color::Indexed(nearest(r, g, b)),
            Depth::True => Color::Rgb(r, g, b),
        }
    }

    /// Text in one token on the ground of another.
    pub fn on(self, text: Token, ground: Token) -> Style {
        let mut style = Style::new().fg(self.colour(text)).bg(self.colour(ground));
        // Light ink meant for a dark ground must be seen on the terminal's own.
        if self.depth == Depth::Sixteen && ground.ansi == Color::Reset && text.ansi == Color::Black {
            style = style.fg(Color::Reset);
        }
        style
    }

    /// Text in this token, on whatever ground there is.
    pub fn text(self, text: Token) -> Style {
        Style::new().fg(self.colour(text))
    }

    /// What the cursor stands on.
    pub fn focus(self) -> Style {
        match self.depth {
            Depth::Mono => Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD),
            _ => self.on(ON_PLUM, PLUM).add_modifier(Modifier::BOLD),
        }
    }

    /// What has been touched already.
    pub fn held(self) -> Style {
        match self.depth {
            Depth::Mono => Style::new().add_modifier(Modifier::REVERSED),
            Depth::Sixteen => Style::new().fg(Color::Black).bg(Color::Magenta),
            _ => self.on(INK, PLUM_SOFT).add_modifier(Modifier::BOLD),
        }
    }

    /// A line of a guide.
    pub fn guide(self, line: &Line) -> ratatui::text::Line<'static> {
        line.iter()
            .map(|run| {
                let style = match run.weight {
                    Weight::Plain => self.text(INK),
                    Weight::Title | Weight::Heading => self.text(LEAF).add_modifier(Modifier::BOLD),
                    Weight::Strong => self.text(INK).add_modifier(Modifier::BOLD),
                    Weight::Emphasis => self.text(INK).add_modifier(Modifier::ITALIC),
                    Weight::Code => self.text(TRACE),
                    Weight::Quiet => self.text(INK3),
                };
                ratatui::text::Span::styled(run.text.clone(), style)
            })
            .collect()
    }
}

/// Whether the user wants no colours; see <https://no-color.org>.
pub fn no_colour() -> bool {
    env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

/// The nearest of the 256 colours, among its cube and its greys.
fn nearest(r: u8, g: u8, b: u8) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |value: u8| (0..6u8).min_by_key(|step| STEPS[usize::from(*step)].abs_diff(value)).unwrap_or(0);
    let apart = |x: u8, y: u8, z: u8| {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(x, r) + square(y, g) + square(z, b)
    };
    let cube = [step(r), step(g), step(b)];
    let [x, y, z] = cube.map(|step| STEPS[usize::from(step)]);
    let mean = (u32::from(r) + u32::from(g) + u32::from(b)) / 3;
    let grey = (mean.saturating_sub(3) / 10).min(23) as u8;
    let shade = 8 + 10 * grey;
    if apart(shade, shade, shade) < apart(x, y, z) {
        232 + grey
    } else {
        16 + 36 * cube[0] + 6 * cube[1] + cube[2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_of_many_colours() {
        for (rgb, expected) in
            [((0, 0, 0), 16), ((255, 255, 255), 231), ((255, 0, 0), 196), ((128, 128, 128), 244)]
        {
            assert_eq!(nearest(rgb.0, rgb.1, rgb.2), expected, "{rgb:?}");
        }
    }

    #[test]
    fn without_colours_there_are_none() {
        let theme = Theme { depth: Depth::Mono };
        assert_eq!(theme.on(INK, PINE), Style::new().fg(Color::Reset).bg(Color::Reset));
        assert!(theme.focus().add_modifier.contains(Modifier::REVERSED));
    }
}

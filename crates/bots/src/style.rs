//! Who bots are: a name that people recognise, and small habits beside how well they play.

/// The habits of a bot. All are in percent of what is usual at its level; none makes a strong bot weaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// What it is called.
    pub name: &'static str,
    /// What people would say about it, to follow its name.
    pub line: &'static str,
    /// How long it takes before it does something.
    pub tempo: u32,
    /// How easily it forgets what it has seen.
    pub forgetful: u32,
    /// How far it strays from what it thinks best.
    pub whim: u32,
}

impl Style {
    /// Nobody in particular.
    pub const PLAIN: Style = Style { name: "Bot", line: "plays", tempo: 100, forgetful: 100, whim: 100 };

    /// The bot that sits down at this place: no two of a table are the same.
    pub fn at(place: usize) -> Style {
        STYLES.get(place).copied().unwrap_or(Style::PLAIN)
    }
}

const STYLES: [Style; 12] = [
    Style { name: "Alder", line: "takes its time", tempo: 140, ..Style::PLAIN },
    Style { name: "Birch", line: "is quick off the mark", tempo: 60, whim: 120, ..Style::PLAIN },
    Style { name: "Cedar", line: "forgets very little", forgetful: 40, ..Style::PLAIN },
    Style { name: "Elm", line: "is easily distracted", forgetful: 170, ..Style::PLAIN },
    Style { name: "Hazel", line: "likes to try things", whim: 150, ..Style::PLAIN },
    Style { name: "Juniper", line: "never hurries", tempo: 160, forgetful: 80, ..Style::PLAIN },
    Style { name: "Linden", line: "is calm and steady", whim: 60, ..Style::PLAIN },
    Style { name: "Maple", line: "plays by instinct", tempo: 70, whim: 140, ..Style::PLAIN },
    Style { name: "Oak", line: "stands by its plans", tempo: 120, whim: 50, ..Style::PLAIN },
    Style { name: "Pine", line: "has sharp eyes", tempo: 80, forgetful: 60, ..Style::PLAIN },
    Style { name: "Rowan", line: "is curious", whim: 130, ..Style::PLAIN },
    Style { name: "Willow", line: "dreams a little", tempo: 130, forgetful: 140, ..Style::PLAIN },
];

//! Who sits where: people by name, bots by level.

use boxwood_engine::{GameInfo, Level, Seat};

use crate::Trouble;

/// What bots are called, in the order of their seats.
const BOT_NAMES: [&str; 12] = [
    "Birch", "Cedar", "Elm", "Hazel", "Juniper", "Larch", "Maple", "Olive", "Pine", "Rowan", "Willow", "Yew",
];

/// The longest name that still fits beside a score.
const LONGEST_NAME: usize = 20;

/// Who decides at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// Somebody at this terminal.
    Person,
    /// A program of this level.
    Bot(Level),
}

/// Who sits at each seat, and what they are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    sitters: Vec<Sitter>,
    names: Vec<String>,
}

impl Seating {
    /// Seats these, each a person with a name (empty: "you") or a bot.
    pub fn new(entries: &[(Sitter, String)]) -> Result<Seating, Trouble> {
        let people = entries.iter().filter(|(sitter, _)| *sitter == Sitter::Person).count();
        let mut names: Vec<String> = vec![];
        for (number, (sitter, name)) in entries.iter().enumerate() {
            let name = match sitter {
                Sitter::Person if name.is_empty() && people == 1 => "You".to_string(),
                Sitter::Person if name.is_empty() => format!("Player {}", number + 1),
                Sitter::Person => checked(name)?.to_string(),
                Sitter::Bot(_) => String::new(),
            };
            if !name.is_empty() && names.iter().any(|other| other.eq_ignore_ascii_case(&name)) {
                return Err(Trouble::asked(format_args!(
                    "Two seats are called {name}; give each person a name of their own."
                )));
            }
            names.push(name);
        }
        let mut free = BOT_NAMES.iter().filter(|tree| !entries.iter().any(|(_, name)| name == *tree));
        for name in names.iter_mut().filter(|name| name.is_empty()) {
            *name = free.next().map_or_else(|| "Bot".into(), |tree| tree.to_string());
        }
        Ok(Seating { sitters: entries.iter().map(|(sitter, _)| *sitter).collect(), names })
    }

    /// Seats what the command line says: `Anna,bot:strong`, and how many players.
    pub fn parse(info: &GameInfo, seats: Option<&str>, players: Option<usize>) -> Result<Seating, Trouble> {
        let mut entries = match seats {
            None => vec![(Sitter::Person, String::new())],
            Some(text) => text.split(',').map(parse_entry).collect::<Result<Vec<_>, Trouble>>()?,
        };
        let (low, high) = info.seats;
        let number = players.unwrap_or(entries.len().max(low));
        if !(low..=high).contains(&number) {
            return Err(Trouble::asked(format_args!(
                "{} is for {}, not for {number}.",
                info.title,
                info.players()
            )));
        }
        if entries.len() > number {
            return Err(Trouble::asked(format_args!(
                "{} seats are named, but only {number} play; name fewer or raise --players.",
                entries.len()
            )));
        }
        entries.resize(number, (Sitter::Bot(Level::Medium), String::new()));
        Seating::new(&entries)
    }

    /// Seats those of a match from a file: everybody is at this terminal, unless somebody called
    /// "You" played against bots.
    pub fn resumed(names: &[String]) -> Seating {
        let is_you = |name: &String| name == "You";
        let alone = names.iter().any(is_you);
        let sitter = |name: &String| {
            if alone && !is_you(name) { Sitter::Bot(Level::Medium) } else { Sitter::Person }
        };
        Seating { sitters: names.iter().map(sitter).collect(), names: names.to_vec() }
    }

    /// How many seats.
    pub fn seats(&self) -> usize {
        self.sitters.len()
    }

    /// Who decides at the seat.
    pub fn sitter(&self, seat: Seat) -> Sitter {
        self.sitters.get(seat.index()).copied().unwrap_or(Sitter::Person)
    }

    /// What they are called, in the order of the seats.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The name at the seat.
    pub fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("", String::as_str)
    }

    /// The seats of people.
    pub fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(self.seats()).filter(|seat| self.sitter(*seat) == Sitter::Person)
    }

    /// The seat of the only person, who is called "you".
    pub fn only_person(&self) -> Option<Seat> {
        let mut people = self.people();
        people.next().filter(|_| people.next().is_none())
    }
}

fn parse_entry(word: &str) -> Result<(Sitter, String), Trouble> {
    let word = word.trim();
    if word.eq_ignore_ascii_case("you") {
        return Ok((Sitter::Person, String::new()));
    }
    match word.split_once(':') {
        None if word == "bot" => Ok((Sitter::Bot(Level::Medium), String::new())),
        Some(("bot", level)) => match level.parse() {
            Ok(level) => Ok((Sitter::Bot(level), String::new())),
            Err(_) => Err(Trouble::asked(format_args!(
                "\"{}\" is no bot; write bot:random, bot:easy, bot:medium or bot:strong.",
                short(word)
            ))),
        },
        _ => Ok((Sitter::Person, checked(word)?.to_string())),
    }
}

fn checked(name: &str) -> Result<&str, Trouble> {
    let fits = !name.is_empty()
        && name.chars().count() <= LONGEST_NAME
        && !name.chars().any(|c| c.is_control() || "{}:".contains(c));
    if fits {
        return Ok(name);
    }
    Err(Trouble::asked(format_args!(
        "\"{}\" cannot be a name; a name has 1 to {LONGEST_NAME} characters, without colons and braces.",
        short(name)
    )))
}

fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(seats: (usize, usize)) -> GameInfo {
        GameInfo { seats, ..*boxwood_games::GAMES[0].info() }
    }

    fn parse(seats: Option<&str>, players: Option<usize>) -> Result<Seating, String> {
        Seating::parse(&info((2, 4)), seats, players).map_err(|trouble| trouble.to_string())
    }

    #[test]
    fn you_and_bots_unless_said_otherwise() {
        for (seats, players, names) in [
            (None, None, &["You", "Birch"][..]),
            (None, Some(3), &["You", "Birch", "Cedar"]),
            (Some("Anna"), None, &["Anna", "Birch"]),
            (Some("Anna, Ben ,bot"), None, &["Anna", "Ben", "Birch"]),
            (Some("you,you"), None, &["Player 1", "Player 2"]),
            (Some("bot,Birch,bot:easy"), Some(4), &["Cedar", "Birch", "Elm", "Hazel"]),
        ] {
            assert_eq!(parse(seats, players).unwrap().names(), names, "{seats:?} {players:?}");
        }
    }

    #[test]
    fn levels_and_the_only_person() {
        let seating = parse(Some("bot:strong,Anna,bot"), None).unwrap();
        let seat = |number| Seat::new(number).unwrap();
        assert_eq!(seating.sitter(seat(0)), Sitter::Bot(Level::Strong));
        assert_eq!(seating.sitter(seat(2)), Sitter::Bot(Level::Medium));
        assert_eq!(seating.only_person(), Some(seat(1)));
        assert_eq!(parse(Some("Anna,Ben"), None).unwrap().only_person(), None);
        assert_eq!(parse(Some("bot,bot"), None).unwrap().only_person(), None);
    }

    #[test]
    fn a_match_from_a_file_seats_those_who_played_it() {
        let resumed = |names: [&str; 2]| Seating::resumed(&names.map(String::from));
        assert_eq!(resumed(["Anna", "Ben"]).people().count(), 2);
        let against_a_bot = resumed(["Birch", "You"]);
        assert_eq!(against_a_bot.only_person(), Seat::new(1));
        assert_eq!(against_a_bot.name(Seat::default()), "Birch");
    }

    #[test]
    fn what_cannot_be_seated_is_told_what_could() {
        for (seats, players, expected) in [
            (Some("Anna,anna"), None, "Two seats are called"),
            (Some("bot:clever"), None, "write bot:random"),
            (Some("Anna,,Ben"), None, "cannot be a name"),
            (Some("a,b,c,d,e"), None, "is for 2–4 players, not for 5"),
            (None, Some(1), "is for 2–4 players, not for 1"),
            (Some("a,b,c"), Some(2), "3 seats are named, but only 2 play"),
        ] {
            let sentence = parse(seats, players).unwrap_err();
            assert!(sentence.contains(expected), "{sentence}");
        }
    }
}

//! The form before a match: how many, who sits where, the options of the game.

use boxwood_engine::{AnyGame, Level, OptionSpec, Values};
use crossterm::event::KeyCode;
use serde_json::Value;

use crate::Trouble;
use crate::play::{Plan, Seating, Sitter};

/// A line of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// How many players.
    Players,
    /// Who sits at this seat.
    Seat(usize),
    /// The option of this number.
    Option(usize),
}

/// The form, filled in so far.
pub struct Setup {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// What can be chosen.
    pub options: Vec<OptionSpec>,
    /// What is chosen, for each option.
    pub values: Vec<String>,
    /// Who sits where, with names; as many as play.
    pub seats: Vec<(Sitter, String)>,
    /// The line the cursor is on.
    pub at: usize,
    /// Why the match cannot begin like this.
    pub trouble: Option<String>,
}

/// Who can sit at a seat, in the order the arrows go through.
const SITTERS: [Sitter; 5] = [
    Sitter::Person,
    Sitter::Bot(Level::Random),
    Sitter::Bot(Level::Easy),
    Sitter::Bot(Level::Medium),
    Sitter::Bot(Level::Strong),
];

impl Setup {
    /// You against bots, with the default options.
    pub fn new(game: &'static dyn AnyGame) -> Setup {
        let options = game.options();
        let values = options.iter().map(|option| option.default.clone()).collect();
        let mut seats = vec![(Sitter::Bot(Level::Medium), String::new()); game.info().seats.0.max(1)];
        seats[0].0 = Sitter::Person;
        Setup { game, options, values, seats, at: 0, trouble: None }
    }

    /// The lines of the form.
    pub fn rows(&self) -> Vec<Row> {
        let (low, high) = self.game.info().seats;
        let players = (low < high).then_some(Row::Players);
        let seats = (0..self.seats.len()).map(Row::Seat);
        players.into_iter().chain(seats).chain((0..self.options.len()).map(Row::Option)).collect()
    }

    /// What a line asks and what it says now.
    pub fn text(&self, row: Row) -> (String, String) {
        match row {
            Row::Players => ("Players".into(), self.seats.len().to_string()),
            Row::Seat(seat) => {
                let (sitter, name) = &self.seats[seat];
                let who = match sitter {
                    Sitter::Person if name.is_empty() => "you (type a name)".into(),
                    Sitter::Person => name.clone(),
                    Sitter::Bot(level) => format!("{level} bot"),
                };
                (format!("Seat {}", seat + 1), who)
            }
            Row::Option(index) => {
                let (option, value) = (&self.options[index], &self.values[index]);
                let meaning = match &option.values {
                    Values::OneOf(values) => {
                        values.iter().find(|spec| spec.value == value).map(|spec| spec.label)
                    }
                    Values::Number { .. } | Values::Words { .. } | Values::OrOff(_) => None,
                };
                let shown = if value.is_empty() { "–".into() } else { value.clone() };
                (option.label.into(), meaning.map_or(shown.clone(), |meaning| format!("{shown}: {meaning}")))
            }
        }
    }

    /// Takes a key that moves or changes something.
    pub fn key(&mut self, code: KeyCode) {
        self.trouble = None;
        let rows = self.rows();
        let Some(row) = rows.get(self.at).copied() else { return };
        match code {
            KeyCode::Up | KeyCode::BackTab => self.at = self.at.checked_sub(1).unwrap_or(rows.len() - 1),
            KeyCode::Down | KeyCode::Tab => self.at = (self.at + 1) % rows.len(),
            KeyCode::Left => self.change(row, false),
            KeyCode::Right => self.change(row, true),
            KeyCode::Char(c) => self.write(row, Some(c)),
            KeyCode::Backspace => self.write(row, None),
            _ => {}
        }
    }

    fn change(&mut self, row: Row, forward: bool) {
        match row {
            Row::Players => {
                let (low, high) = self.game.info().seats;
                let number = if forward { self.seats.len() + 1 } else { self.seats.len() - 1 };
                self.seats.resize(number.clamp(low, high), (Sitter::Bot(Level::Medium), String::new()));
            }
            Row::Seat(seat) => {
                let here = SITTERS.iter().position(|sitter| *sitter == self.seats[seat].0).unwrap_or(0);
                self.seats[seat].0 = SITTERS[step(here, SITTERS.len(), forward)];
            }
            Row::Option(index) => {
                let value = &mut self.values[index];
                let values = &self.options[index].values;
                if let Values::OrOff(inner) = values {
                    // Stepping down from the smallest switches it off, stepping up switches it on.
                    let examples = inner.examples();
                    let is_smallest = examples.first() == Some(&*value);
                    match (value.as_str(), forward) {
                        ("off", true) => *value = examples.first().cloned().unwrap_or_default(),
                        (_, false) if is_smallest => *value = "off".into(),
                        ("off", false) => {}
                        _ => step_value(value, inner, forward),
                    }
                } else {
                    step_value(value, values, forward);
                }
            }
        }
    }

    /// Writes a letter at the end of what a line says, or takes the last one away.
    fn write(&mut self, row: Row, letter: Option<char>) {
        let text = match row {
            Row::Players => return,
            Row::Seat(seat) if self.seats[seat].0 == Sitter::Person => &mut self.seats[seat].1,
            Row::Seat(_) => return,
            Row::Option(index) => match &self.options[index].values {
                Values::OneOf(_) => return,
                Values::Number { .. } if letter.is_some_and(|c| !c.is_ascii_digit() && c != '-') => return,
                Values::Number { .. } | Values::Words { .. } | Values::OrOff(_) => &mut self.values[index],
            },
        };
        match letter {
            Some(c) if text.chars().count() < 60 => text.push(c),
            Some(_) => {}
            None => {
                text.pop();
            }
        }
    }

    /// The match as the form says, or a sentence that says what is wrong with it.
    pub fn plan(&self) -> Result<Plan, Trouble> {
        let entries: Vec<(Sitter, String)> =
            self.seats.iter().map(|(sitter, name)| (*sitter, name.trim().to_string())).collect();
        let chosen =
            self.options.iter().zip(&self.values).filter(|(option, value)| option.default != **value);
        let options: serde_json::Map<String, Value> =
            chosen.map(|(option, value)| (option.key.to_string(), value.as_str().into())).collect();
        let plan = Plan::new(self.game, Seating::new(&entries)?, options.into(), None);
        plan.begin()?;
        Ok(plan)
    }
}

/// The next value of an option, or the one before; free words have none.
fn step_value(value: &mut String, values: &Values, forward: bool) {
    match values {
        Values::OneOf(values) if !values.is_empty() => {
            let here = values.iter().position(|spec| spec.value == value).unwrap_or(0);
            *value = values[step(here, values.len(), forward)].value.into();
        }
        Values::Number { min, max } => {
            let number = value.parse::<i64>().unwrap_or(*min) + if forward { 1 } else { -1 };
            *value = number.clamp(*min, *max).to_string();
        }
        Values::OneOf(_) | Values::Words { .. } | Values::OrOff(_) => {}
    }
}

fn step(here: usize, number: usize, forward: bool) -> usize {
    (here + if forward { 1 } else { number - 1 }) % number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_can_be_filled_in_and_begun() {
        for game in boxwood_games::GAMES {
            let mut setup = Setup::new(*game);
            setup.plan().unwrap();
            for at in 0..setup.rows().len() {
                setup.at = at;
                let before = setup.text(setup.rows()[at]);
                setup.key(KeyCode::Right);
                setup.key(KeyCode::Left);
                assert_eq!(setup.text(setup.rows()[at]).0, before.0);
                setup.key(KeyCode::Right);
            }
            // Not everything goes together with everything; then the game says so in a sentence.
            if let Err(why) = setup.plan() {
                let why = why.to_string();
                let is_a_sentence = why.ends_with('.') && !why.contains('{');
                assert!(is_a_sentence || game.info().seats.0 < 2, "{}: {why}", game.info().id);
            }
        }
    }

    #[test]
    fn what_cannot_begin_is_said() {
        let mut setup = Setup::new(boxwood_games::find("nim").unwrap());
        for seat in 0..2 {
            setup.seats[seat] = (Sitter::Person, "Anna".into());
        }
        assert!(setup.plan().err().unwrap().to_string().starts_with("Two seats are called Anna"));
    }
}

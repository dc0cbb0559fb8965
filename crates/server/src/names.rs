//! What people may be called, and what they may say.

use boxwood_bots::Style;
use boxwood_protocol::{Code, LONGEST_CHAT, LONGEST_NAME, Refusal};

use crate::refuse::no;

/// What the bot at this seat is called.
pub fn bot(seat: usize) -> String {
    Style::at(seat).name.into()
}

/// A name in its proper form, or why it is none.
pub fn name(text: &str) -> Result<String, Refusal> {
    let name = tidy(text);
    match name.chars().count() {
        0 => Err(no(Code::BadSetting, "A name is wanted: one to 24 characters.")),
        1..=LONGEST_NAME => Ok(name),
        _ => Err(no(Code::BadSetting, "The name is too long: 24 characters are the most.")),
    }
}

/// A line of chat in its proper form, or why it is none.
pub fn chat(text: &str) -> Result<String, Refusal> {
    let line = tidy(text);
    match line.chars().count() {
        0 => Err(no(Code::BadSetting, "There is nothing in it to say.")),
        1..=LONGEST_CHAT => Ok(line),
        _ => Err(no(Code::BadSetting, "That is too long: 280 characters are the most.")),
    }
}

/// A word for the shuffle in its proper form; a random one if none is given.
pub fn luck(word: Option<&str>) -> Result<String, Refusal> {
    match word.map(tidy) {
        None => Ok(crate::secrets::id()),
        Some(word) if word.chars().count() <= 64 => Ok(word),
        Some(_) => Err(no(Code::BadSetting, "The word for the shuffle has 64 characters at most.")),
    }
}

/// Without what is not seen or turns the direction of writing, and with single spaces.
fn tidy(text: &str) -> String {
    let visible = |c: &char| !matches!(*c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    let spaced: String = text.chars().filter(visible).map(|c| if c.is_control() { ' ' } else { c }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The name, told apart from those already at the table.
pub fn unlike<'a>(name: String, others: impl Iterator<Item = &'a str> + Clone) -> String {
    if !others.clone().any(|other| other == name) {
        return name;
    }
    (2..)
        .map(|number| format!("{name} {number}"))
        .find(|candidate| !others.clone().any(|other| other == candidate))
        .expect("there are more numbers than seats")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_visible() {
        for (given, expected) in [
            ("  Anna \t Maria ", Some("Anna Maria")),
            ("Zoë", Some("Zoë")),
            ("", None),
            (" \u{200b}\u{202e} ", None),
            ("evil\u{202e}eman", Some("evileman")),
            ("a\nb\0c", Some("a b c")),
            ("123456789012345678901234", Some("123456789012345678901234")),
            ("1234567890123456789012345", None),
        ] {
            assert_eq!(name(given).ok().as_deref(), expected, "{given:?}");
        }
    }

    #[test]
    fn the_same_name_twice_gets_a_number() {
        let taken = ["Anna", "Anna 2", "Ben"];
        assert_eq!(unlike("Anna".into(), taken.iter().copied()), "Anna 3");
        assert_eq!(unlike("Cleo".into(), taken.iter().copied()), "Cleo");
    }
}

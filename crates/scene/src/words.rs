//! Sentences in which people are placeholders until somebody reads them.
//!
//! A game does not know who sits where. It writes `{0}` for whoever sits at seat 0, `{0:take}` for
//! that person doing something and `{0:'s}` for what is theirs; the reader sees "Anna takes 3 cubes"
//! or "You take 3 cubes".

use crate::{Seat, SeatSet};

impl Seat {
    /// `{0:take}`: "Anna takes", or "you take" for the reader at that seat.
    pub fn does(self, verb: &str) -> String {
        format!("{{{}:{verb}}}", self.index())
    }

    /// `{0:'s}`: "Anna's", or "your".
    pub fn owns(self) -> String {
        format!("{{{}:'s}}", self.index())
    }
}

impl SeatSet {
    /// "Anna, Ben and Cleo".
    pub fn names(self) -> String {
        list(&self.iter().map(|seat| seat.to_string()).collect::<Vec<_>>())
    }

    /// The sentence about these winners and what they have won with, if that is worth a word:
    /// "Anna wins with 31 points.", "Anna and Ben share the victory with 31 points each.", "Anna wins."
    pub fn victory(self, with: &str) -> String {
        match self.first() {
            Some(winner) if self.len() == 1 && with.is_empty() => format!("{}.", winner.does("win")),
            Some(winner) if self.len() == 1 => format!("{} with {with}.", winner.does("win")),
            _ if with.is_empty() => format!("{} share the victory.", self.names()),
            _ => format!("{} share the victory with {with} each.", self.names()),
        }
    }
}

/// What the people at a table are called, and who is reading.
pub struct Names<'a> {
    /// A name for each seat.
    pub names: &'a [String],
    /// The seat that is called "you", if the reader has one.
    pub reader: Option<Seat>,
}

/// Fills the placeholders of a sentence in for a reader.
///
/// Anything that is not a placeholder, stray braces included, stays as it is.
pub fn render(sentence: &str, names: &Names) -> String {
    let mut text = String::with_capacity(sentence.len() + 16);
    let mut rest = sentence;
    while let Some(open) = rest.find('{') {
        text.push_str(&rest[..open]);
        rest = &rest[open..];
        match placeholder(rest) {
            Some((seat, form, length)) => {
                let begins = text.trim_end().is_empty() || text.trim_end().ends_with(['.', '!', '?', ':']);
                text.push_str(&fill(seat, form, names, begins));
                rest = &rest[length..];
            }
            None => {
                text.push('{');
                rest = &rest[1..];
            }
        }
    }
    text.push_str(rest);
    text
}

/// Reads `{0}` or `{0:form}` at the start of the text: the seat, the form, and how long it is.
fn placeholder(text: &str) -> Option<(Seat, &str, usize)> {
    let close = text.find('}')?;
    let inside = &text[1..close];
    let (number, form) = inside.split_once(':').unwrap_or((inside, ""));
    let seat = Seat::new(number.parse().ok()?)?;
    Some((seat, form, close + 1))
}

fn fill(seat: Seat, form: &str, names: &Names, begins: bool) -> String {
    let you = names.reader == Some(seat);
    let name = match names.names.get(seat.index()) {
        _ if you && form == "'s" => if begins { "Your" } else { "your" }.to_string(),
        _ if you => if begins { "You" } else { "you" }.to_string(),
        Some(name) => name.clone(),
        None => format!("Seat {}", seat.index()),
    };
    match form {
        "" => name,
        "'s" if you => name,
        "'s" => format!("{name}'s"),
        verb if you => format!("{name} {}", if verb == "be" { "are" } else { verb }),
        verb => format!("{name} {}", third_person(verb)),
    }
}

fn third_person(verb: &str) -> String {
    // Only the first word is the verb: "give up" becomes "gives up".
    let (verb, rest) = verb.split_at(verb.find(' ').unwrap_or(verb.len()));
    let changed = match verb {
        "be" => "is".to_string(),
        "have" => "has".to_string(),
        _ if verb.ends_with(['s', 'x', 'z', 'o']) || verb.ends_with("ch") || verb.ends_with("sh") => {
            format!("{verb}es")
        }
        _ => match verb.strip_suffix('y') {
            Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
            _ => format!("{verb}s"),
        },
    };
    changed + rest
}

/// "Garden" of "garden".
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// "1 cube", "3 cubes": a number with its noun.
pub fn count(number: impl Into<i64>, noun: &str) -> String {
    match number.into() {
        1 => format!("1 {noun}"),
        number => {
            format!("{number} {}", if noun.ends_with('s') { format!("{noun}es") } else { format!("{noun}s") })
        }
    }
}

/// "a", "a and b", "a, b and c".
pub fn list<T: AsRef<str>>(items: &[T]) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_string(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reader_is_you_and_others_have_names() {
        let people = ["Anna".to_string(), "Ben".to_string()];
        let (zero, one) = (Seat::FIRST, Seat::SECOND);
        let sentence =
            format!("{} 3 cubes from {} heap. {} next.", zero.does("take"), one.owns(), one.does("be"));
        for (reader, expected) in [
            (Some(zero), "You take 3 cubes from Ben's heap. Ben is next."),
            (Some(one), "Anna takes 3 cubes from your heap. You are next."),
            (None, "Anna takes 3 cubes from Ben's heap. Ben is next."),
        ] {
            assert_eq!(render(&sentence, &Names { names: &people, reader }), expected);
        }
    }

    #[test]
    fn a_victory_is_one_persons_or_shared() {
        let one = SeatSet::only(Seat::SECOND);
        for (winners, with, expected) in [
            (one, "31 points", "{1:win} with 31 points."),
            (one, "", "{1:win}."),
            (one.with(Seat::FIRST), "31 points", "{0} and {1} share the victory with 31 points each."),
            (one.with(Seat::FIRST), "", "{0} and {1} share the victory."),
        ] {
            assert_eq!(winners.victory(with), expected);
        }
    }

    #[test]
    fn verbs_follow_their_endings() {
        for (verb, expected) in [
            ("pass", "passes"),
            ("carry", "carries"),
            ("stay", "stays"),
            ("go", "goes"),
            ("give up", "gives up"),
        ] {
            assert_eq!(third_person(verb), expected);
        }
    }

    #[test]
    fn what_is_no_placeholder_stays() {
        let names = Names { names: &[], reader: None };
        assert_eq!(render("a {x} {99} { {1}", &names), "a {x} {99} { Seat 1");
    }

    #[test]
    fn numbers_have_nouns_and_lists_an_and() {
        assert_eq!(
            (count(1, "cube"), count(2, "cube"), count(0, "loss")),
            ("1 cube".into(), "2 cubes".into(), "0 losses".into())
        );
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
    }
}

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
        _ if name.chars().all(is_accent) => {
            Err(no(Code::BadSetting, "A name is wanted: one to 24 characters."))
        }
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

/// Without what is not seen or turns the direction of writing, with single spaces, and with no towers of accents.
fn tidy(text: &str) -> String {
    let mut accents = 0;
    let is_kept = |c: &char| {
        accents = if is_accent(*c) { accents + 1 } else { 0 };
        !is_invisible(*c) && accents <= ACCENTS
    };
    let spaced: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).filter(is_kept).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How many accents a letter may have; Vietnamese needs two.
const ACCENTS: usize = 2;

/// What takes no ink: fillers, joiners, marks of direction, selectors of variants, blanks that are no spaces.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// What is written over, under or through the letter before it.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// What a name looks like at a glance: names with the same look are told apart by a number.
fn look(name: &str) -> String {
    let letters = name.chars().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric() || !c.is_ascii());
    let letters = letters.filter(|c| !c.is_whitespace() && !is_accent(*c));
    let plain: String = letters.map(plain).collect();
    plain.replace("rn", "m").replace("vv", "w")
}

/// The plain letter that this one is easily taken for.
fn plain(c: char) -> char {
    const ALIKE: [(&str, char); 19] = [
        ("аàáâãäåāăąα", 'a'),
        ("вβß", 'b'),
        ("сçćĉċčϲ", 'c'),
        ("ԁďđ", 'd'),
        ("еёèéêëēĕėęěεє", 'e'),
        ("ĝğġģɡ", 'g'),
        ("нһĥħ", 'h'),
        ("iíìîïĩīĭįıіїι1|ӏlĺļľŀł", 'l'),
        ("јĵ", 'j'),
        ("кκķ", 'k'),
        ("м", 'm'),
        ("ñńņňηп", 'n'),
        ("оο0òóôõöøōŏőσ", 'o'),
        ("рρ", 'p'),
        ("ѕśŝşš5", 's'),
        ("тτţťŧ", 't'),
        ("υùúûüũūŭůűų", 'u'),
        ("хχ", 'x'),
        ("уýÿŷγ", 'y'),
    ];
    let c = match u32::from(c) {
        // Full width, and the alphabets of mathematicians: thirteen styles of 26 large and 26 small letters.
        wide @ 0xff41..=0xff5a => char::from(b'a' + (wide - 0xff41) as u8),
        bold @ 0x1d400..=0x1d6a3 => char::from(b'a' + ((bold - 0x1d400) % 26) as u8),
        _ => c,
    };
    ALIKE.iter().find(|(alike, _)| alike.contains(c)).map_or(c, |(_, plain)| *plain)
}

/// The name, told apart from those already at the table, also from those that only look the same.
pub fn unlike<'a>(name: String, others: impl Iterator<Item = &'a str> + Clone) -> String {
    let looks: Vec<String> = others.map(look).collect();
    if !looks.contains(&look(&name)) {
        return name;
    }
    (2..)
        .map(|number| format!("{name} {number}"))
        .find(|candidate| !looks.contains(&look(candidate)))
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
            ("\u{3164}\u{2800}\u{115f}\u{e0041}", None),
            ("An\u{ad}na\u{fe0f}", Some("Anna")),
            ("\u{301}\u{302}", None),
            ("Z\u{300}\u{301}\u{302}\u{303}\u{304}e", Some("Z\u{300}\u{301}e")),
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

    #[test]
    fn names_that_look_the_same_get_a_number_too() {
        for (there, comes) in [
            ("Anna", "anna"),
            ("Anna", "Аnnа"), // with Cyrillic letters
            ("Anna", "A n n a"),
            ("Anna", "Ánna"),
            ("Anna", "𝐀𝐧𝐧𝐚"),
            ("Anna", "Ａｎｎａ"),
            ("Bill", "BiII"),
            ("Tom", "T0m"),
            ("Marnie", "Mamie"),
        ] {
            assert_eq!(
                unlike(comes.into(), [there].into_iter()),
                format!("{comes} 2"),
                "{there} and {comes}"
            );
        }
        for (there, comes) in
            [("Anna", "Hanna"), ("Anna", "Anne"), ("Jo", "Joe"), ("王芳", "王方"), ("Анна", "Инна")]
        {
            assert_eq!(unlike(comes.into(), [there].into_iter()), comes, "{there} and {comes}");
        }
    }
}

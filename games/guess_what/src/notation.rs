//! Rules as text: `NOT Same(parity, prev)`, `IF(Pos(2, {1}), In(colour, {red}, this))`.
//!
//! This is how rules stand in actions, records and tests. Reading is generous (spaces, case, `→` and
//! `−`), writing is always the same, and what cannot be a rule is not read.

use std::fmt;
use std::str::FromStr;

use super::rule::{At, Atom, Attr, Clause, Cycle, Lit, Ord, Pair, Part, Rule, Steps, Sums, Values};

/// The longest text that is looked at.
const LONGEST: usize = 2000;

/// A text that is no rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotARule;

impl fmt::Display for NotARule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is no rule of the language; one is `NOT Same(colour, prev)`")
    }
}

impl std::error::Error for NotARule {}

impl From<Rule> for String {
    fn from(rule: Rule) -> String {
        rule.to_string()
    }
}

impl TryFrom<String> for Rule {
    type Error = NotARule;

    fn try_from(text: String) -> Result<Rule, NotARule> {
        text.parse()
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::One(clause) => write!(f, "{clause}"),
            Rule::And(one, two) => write!(f, "AND({one}, {two})"),
            Rule::Or(one, two) => write!(f, "OR({one}, {two})"),
            Rule::If(guard, clause) => write!(f, "IF({guard}, {clause})"),
            Rule::IfElse(guard, one, two) => write!(f, "IF({guard}, {one}, {two})"),
        }
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clause::Lit(lit) => write!(f, "{lit}"),
            Clause::And(one, two) => write!(f, "AND({one}, {two})"),
            Clause::Or(one, two) => write!(f, "OR({one}, {two})"),
        }
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.not { "NOT " } else { "" }, self.atom)
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Atom::In { attr, set, card } => {
                write!(f, "In({}, {{{}}}, {})", attr.name(), names(attr, set), card.name())
            }
            Atom::Same { part, pair } => write!(f, "Same({part}, {pair})"),
            Atom::Seen { part } => write!(f, "Seen({part})"),
            Atom::Diff { ord, set, pair } => {
                write!(f, "Diff({}, {{{}}}, {pair})", ord.attr().name(), runs(set.iter().map(i32::from)))
            }
            Atom::Next { cycle, pair } => {
                let values: Vec<&str> = cycle.values().map(|value| cycle.attr.value_name(value)).collect();
                write!(f, "Next({}, {}, {pair})", cycle.attr.name(), values.join("->"))
            }
            Atom::Sum { set, pair } => write!(f, "Sum({{{}}}, {pair})", runs(set.iter().map(i32::from))),
            Atom::Pos { m, set } => {
                write!(f, "Pos({m}, {{{}}})", runs((0..4).filter(|place| set >> place & 1 == 1)))
            }
        }
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Pair::PrevPrev2 => "prev, prev2",
            Pair::ThisPrev | Pair::ThisPrev2 | Pair::ThisFirst => self.earlier().name(),
        })
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = named_part(self) {
            return f.write_str(name);
        }
        let blocks: Vec<String> = self.blocks().map(|block| names(self.attr, block)).collect();
        write!(f, "{{{}}}", blocks.join(" | "))
    }
}

/// The name of a partition that has one.
pub(super) fn named_part(part: &Part) -> Option<&'static str> {
    match *part {
        part if part == Part::single(part.attr) => Some(part.attr.name()),
        part if part == Part::parity() => Some("parity"),
        part if part == Part::size() => Some("size"),
        _ => None,
    }
}

fn names(attr: Attr, set: Values) -> String {
    let names: Vec<&str> = set.iter().map(|value| attr.value_name(value)).collect();
    names.join(", ")
}

/// "1..5", "-1, 1": three or more in a row are written with their ends.
fn runs(numbers: impl Iterator<Item = i32>) -> String {
    let mut runs: Vec<(i32, i32)> = vec![];
    for number in numbers {
        match runs.last_mut() {
            Some((_, end)) if *end + 1 == number => *end = number,
            _ => runs.push((number, number)),
        }
    }
    let text = |&(start, end): &(i32, i32)| match end - start {
        0 => start.to_string(),
        1 => format!("{start}, {end}"),
        _ => format!("{start}..{end}"),
    };
    runs.iter().map(text).collect::<Vec<_>>().join(", ")
}

impl FromStr for Rule {
    type Err = NotARule;

    fn from_str(text: &str) -> Result<Rule, NotARule> {
        if text.len() > LONGEST {
            return Err(NotARule);
        }
        let plain = text.replace('→', ">").replace("->", ">").replace('−', "-");
        let mut reader = Reader { rest: plain.trim() };
        let rule = reader.rule().ok_or(NotARule)?;
        if reader.rest.is_empty() { Ok(rule) } else { Err(NotARule) }
    }
}

/// Reads a rule from the left; `None` as soon as it cannot be one.
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// Takes this sign, if it comes next.
    fn takes(&mut self, sign: &str) -> bool {
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn sign(&mut self, sign: &str) -> Option<()> {
        self.takes(sign).then_some(())
    }

    /// The next word or number, which may be negative.
    fn word(&mut self) -> Option<&'a str> {
        let is_part = |(at, c): (usize, char)| c.is_ascii_alphanumeric() || at == 0 && c == '-';
        let end = self.rest.char_indices().find(|&at| !is_part(at)).map_or(self.rest.len(), |(at, _)| at);
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        (!word.is_empty()).then_some(word)
    }

    /// Takes the name with an opening bracket, if they come next.
    fn opens(&mut self, name: &str) -> bool {
        let before = self.rest;
        let found = self.word().is_some_and(|word| word.eq_ignore_ascii_case(name)) && self.takes("(");
        if !found {
            self.rest = before;
        }
        found
    }

    fn rule(&mut self) -> Option<Rule> {
        if self.opens("IF") {
            let guard = self.lit()?;
            self.sign(",")?;
            let one = self.clause()?;
            let two = if self.takes(",") { Some(self.clause()?) } else { None };
            self.sign(")")?;
            return Some(two.map_or(Rule::If(guard, one), |two| Rule::IfElse(guard, one, two)));
        }
        let pair: Option<fn(Clause, Clause) -> Rule> = match () {
            () if self.opens("AND") => Some(Rule::and),
            () if self.opens("OR") => Some(Rule::or),
            () => None,
        };
        match pair {
            None => Some(Rule::lit(self.lit()?)),
            Some(pair) => {
                let (one, two) = self.two(Reader::clause)?;
                Some(pair(one, two))
            }
        }
    }

    fn clause(&mut self) -> Option<Clause> {
        if self.opens("AND") {
            return self.two(Reader::lit).map(|(one, two)| Clause::And(one, two));
        }
        if self.opens("OR") {
            return self.two(Reader::lit).map(|(one, two)| Clause::Or(one, two));
        }
        self.lit().map(Clause::Lit)
    }

    /// Two parts and the closing bracket.
    fn two<T>(&mut self, part: impl Fn(&mut Self) -> Option<T>) -> Option<(T, T)> {
        let one = part(self)?;
        self.sign(",")?;
        let two = part(self)?;
        self.sign(")")?;
        Some((one, two))
    }

    fn lit(&mut self) -> Option<Lit> {
        let before = self.rest;
        let not = self.word().is_some_and(|word| word.eq_ignore_ascii_case("NOT"));
        if !not {
            self.rest = before;
        }
        let atom = self.atom()?;
        self.sign(")")?;
        Some(Lit { not, atom: atom.sound()? })
    }

    /// An atom up to its closing bracket.
    fn atom(&mut self) -> Option<Atom> {
        let kind = self.word()?.to_ascii_lowercase();
        self.sign("(")?;
        Some(match kind.as_str() {
            "in" => {
                let attr = self.attr()?;
                self.sign(",")?;
                let set = self.values(attr)?;
                self.sign(",")?;
                Atom::In { attr, set, card: self.at()? }
            }
            "same" => Atom::Same { part: self.part()?, pair: self.pair()? },
            "seen" => Atom::Seen { part: self.part()? },
            "diff" => {
                let ord = match self.attr()? {
                    Attr::Number => Ord::Number,
                    Attr::Symbol => Ord::Symbol,
                    Attr::Colour | Attr::Background => return None,
                };
                self.sign(",")?;
                let bits = self.numbers(-5, 5)?;
                Atom::Diff { ord, set: Steps(bits), pair: self.pair()? }
            }
            "next" => {
                let attr = self.attr()?;
                self.sign(",")?;
                let mut values = vec![attr.read_value(self.word()?)?];
                while values.len() < 7 && self.takes(">") {
                    values.push(attr.read_value(self.word()?)?);
                }
                Atom::Next { cycle: Cycle::new(attr, &values)?, pair: self.pair()? }
            }
            "sum" => {
                let bits = self.numbers(2, 12)?;
                Atom::Sum { set: Sums(bits), pair: self.pair()? }
            }
            "pos" => {
                let m: u8 = self.word()?.parse().ok().filter(|m| (2..=4).contains(m))?;
                self.sign(",")?;
                Atom::Pos { m, set: self.numbers(0, i32::from(m) - 1)? as u8 }
            }
            _ => return None,
        })
    }

    fn attr(&mut self) -> Option<Attr> {
        let word = self.word()?;
        Attr::ALL.into_iter().find(|attr| attr.name().eq_ignore_ascii_case(word))
    }

    fn at(&mut self) -> Option<At> {
        let word = self.word()?;
        At::ALL.into_iter().find(|at| at.name().eq_ignore_ascii_case(word))
    }

    /// ", prev" or ", prev, prev2".
    fn pair(&mut self) -> Option<Pair> {
        self.sign(",")?;
        let one = self.at()?;
        if self.takes(",") {
            return (one == At::Prev && self.at()? == At::Prev2).then_some(Pair::PrevPrev2);
        }
        match one {
            At::Prev => Some(Pair::ThisPrev),
            At::Prev2 => Some(Pair::ThisPrev2),
            At::First => Some(Pair::ThisFirst),
            At::This => None,
        }
    }

    /// A set of values in braces.
    fn values(&mut self, attr: Attr) -> Option<Values> {
        if attr == Attr::Number {
            return self.numbers(1, 6).map(|bits| Values(bits as u8));
        }
        self.sign("{")?;
        let words = self.words()?;
        self.sign("}")?;
        set_of(attr, &words)
    }

    /// One or more words with commas between them.
    fn words(&mut self) -> Option<Vec<&'a str>> {
        let mut words = vec![self.word()?];
        while self.takes(",") {
            words.push(self.word()?);
        }
        Some(words)
    }

    /// A set of numbers in braces, `{1, 3..5}`: a bit for each, the lowest for `low`.
    fn numbers(&mut self, low: i32, high: i32) -> Option<u16> {
        let number = |reader: &mut Self| {
            reader.word()?.parse::<i32>().ok().filter(|number| (low..=high).contains(number))
        };
        self.sign("{")?;
        let mut bits = 0;
        loop {
            let start = number(self)?;
            let end = if self.takes("..") { number(self)? } else { start };
            (start..=end).for_each(|number| bits |= 1 << (number - low));
            if !self.takes(",") {
                break;
            }
        }
        self.sign("}")?;
        Some(bits)
    }

    /// A partition by its name, or its blocks in braces: `{red, blue | …}`.
    fn part(&mut self) -> Option<Part> {
        if !self.takes("{") {
            let word = self.word()?.to_ascii_lowercase();
            return match word.as_str() {
                "parity" => Some(Part::parity()),
                "size" => Some(Part::size()),
                name => Attr::ALL.into_iter().find(|attr| attr.name() == name).map(Part::single),
            };
        }
        let mut blocks = vec![self.words()?];
        while self.takes("|") {
            blocks.push(self.words()?);
        }
        self.sign("}")?;
        // Green is a colour and a background, but only one of them has all the values.
        Attr::ALL.into_iter().find_map(|attr| {
            let sets: Option<Vec<Values>> = blocks.iter().map(|words| set_of(attr, words)).collect();
            Part::new(attr, &sets?)
        })
    }
}

fn set_of(attr: Attr, names: &[&str]) -> Option<Values> {
    names.iter().try_fold(Values(0), |set, name| Some(Values(set.0 | 1 << attr.read_value(name)?)))
}

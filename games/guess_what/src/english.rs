//! Rules as English sentences.

use boxwood_scene::list;

use super::notation::named_part;
use super::rule::{At, Atom, Attr, Clause, Lit, Ord, Pair, Part, Rule, Steps, Sums, Values};

impl Rule {
    /// When a card is correct: "the card is red".
    pub(super) fn english(&self) -> String {
        match self {
            Rule::One(clause) => clause.english(),
            Rule::And(one, two) => format!("{} and {}", one.in_brackets(), two.in_brackets()),
            Rule::Or(one, two) => format!("{} or {}", one.in_brackets(), two.in_brackets()),
            Rule::If(guard, one) => format!("{} {}, otherwise anything", guard.condition(), one.english()),
            Rule::IfElse(guard, one, two) => {
                format!("{} {}, otherwise {}", guard.condition(), one.english(), two.english())
            }
        }
    }
}

impl Clause {
    fn english(&self) -> String {
        match self {
            Clause::Lit(lit) => lit.english(),
            Clause::And(one, two) => format!("{} and {}", one.english(), two.english()),
            Clause::Or(one, two) => format!("{} or {}", one.english(), two.english()),
        }
    }

    fn in_brackets(&self) -> String {
        match self {
            Clause::Lit(lit) => lit.english(),
            Clause::And(..) | Clause::Or(..) => format!("({})", self.english()),
        }
    }
}

impl Lit {
    /// "if the previous card is red then", "on odd places".
    fn condition(&self) -> String {
        match (self.not, self.atom) {
            (false, Atom::Pos { m: 2, set }) => format!("on {} places", odd_or_even(set)),
            _ => format!("if {} then", self.english()),
        }
    }

    pub(super) fn english(&self) -> String {
        let not = self.not;
        let is = if not { "is not" } else { "is" };
        match self.atom {
            Atom::In { attr, set, card } => one_of(attr, set, card, not),
            Atom::Same { part, pair } => same(&part, pair, not),
            Atom::Seen { part } => seen(&part, not),
            Atom::Diff { ord, set, pair } => {
                let name = if ord == Ord::Symbol { "symbol value" } else { "number" };
                let (one, other) = (of(name, pair.later()), that_of(pair.earlier()));
                match compared(set) {
                    Some(than) => format!("{one} {is} {than} {other}"),
                    None => format!("{one} minus {other} {is} {}", either(&texts(set.iter()))),
                }
            }
            Atom::Next { cycle, pair } => {
                let values: Vec<&str> = cycle.values().map(|value| cycle.attr.value_name(value)).collect();
                let follows = if not { "does not follow" } else { "follows" };
                let (one, other) = (of(cycle.attr.name(), pair.later()), that_of(pair.earlier()));
                format!("{one} {follows} {other} in the circle {}", values.join(", "))
            }
            Atom::Sum { set, pair } => {
                let (one, other) = (of("number", pair.later()), that_of(pair.earlier()));
                format!("{one} plus {other} {is} {}", summed(set))
            }
            Atom::Pos { m: 2, set } => format!("the place {is} {}", odd_or_even(set)),
            Atom::Pos { m, set } => {
                let rests: Vec<u8> = (0..4).filter(|place| set >> place & 1 == 1).collect();
                let leaves = if not { "does not leave" } else { "leaves" };
                format!("the place {leaves} {} when divided by {m}", either(&texts(rests)))
            }
        }
    }
}

fn one_of(attr: Attr, set: Values, card: At, not: bool) -> String {
    let names: Vec<&str> = set.iter().map(|value| attr.value_name(value)).collect();
    let subject = match (attr, card) {
        (Attr::Colour, At::This) => "the card".into(),
        (Attr::Colour, _) => card_name(card).into(),
        _ => of(attr.name(), card),
    };
    match (named_numbers(attr, set), not, names.len()) {
        (Some(name), false, _) => format!("{subject} is {name}"),
        (Some(name), true, _) => format!("{subject} is not {name}"),
        (None, false, _) => format!("{subject} is {}", either(&names)),
        (None, true, 1) => format!("{subject} is not {}", names[0]),
        (None, true, _) => format!("{subject} is none of {}", names.join(", ")),
    }
}

fn same(part: &Part, pair: Pair, not: bool) -> String {
    let (one, other) = (of(part.attr.name(), pair.later()), that_of(pair.earlier()));
    let kinds = match named_part(part) {
        Some("parity") => ["odd", "even"],
        Some("size") => ["low (1–3)", "high (4–6)"],
        Some(_) if not => return format!("{one} is different from {other}"),
        Some(_) => return format!("{one} is the same as {other}"),
        None => return grouped(part, pair, not),
    };
    let [low, high] = kinds;
    match (not, pair) {
        (true, Pair::ThisPrev) => format!("{low} and {high} numbers alternate"),
        (true, _) => format!("of {one} and {other}, one is {low} and one is {high}"),
        (false, _) => format!("{one} and {other} are both {low} or both {high}"),
    }
}

fn grouped(part: &Part, pair: Pair, not: bool) -> String {
    let groups = groups(part);
    let (one, other) = (of(part.attr.name(), pair.later()), that_of(pair.earlier()));
    match (not, pair, &groups[..]) {
        (true, Pair::ThisPrev, [first, second]) => {
            format!("{one} changes between the groups {first} and {second}")
        }
        (true, ..) => format!("{one} is in another group than {other} ({})", groups.join(", ")),
        (false, ..) => format!("{one} is in the same group as {other} ({})", groups.join(", ")),
    }
}

fn seen(part: &Part, not: bool) -> String {
    let attr = part.attr.name();
    let like = match named_part(part) {
        Some("parity") => "odd or even like this one's".into(),
        Some("size") => "low (1–3) or high (4–6) like this one's".into(),
        Some(_) if not => return format!("the {attr} does not match any earlier card"),
        Some(_) => return format!("the {attr} matches an earlier card"),
        None => format!("in the same group as this one's ({})", groups(part).join(", ")),
    };
    format!("{} earlier card's {attr} is {like}", if not { "no" } else { "some" })
}

/// "red/yellow/white", "green/blue/black".
fn groups(part: &Part) -> Vec<String> {
    let group = |block: Values| {
        let names: Vec<&str> = block.iter().map(|value| part.attr.value_name(value)).collect();
        names.join("/")
    };
    part.blocks().map(group).collect()
}

/// What a set of differences is called, if it has a name.
pub(super) fn compared(set: Steps) -> Option<&'static str> {
    match set {
        Steps::HIGHER => Some("higher than"),
        Steps::LOWER => Some("lower than"),
        Steps::NOT_LOWER => Some("at least"),
        Steps::NOT_HIGHER => Some("at most"),
        Steps::EQUAL => Some("equal to"),
        Steps::ONE_AWAY => Some("one away from"),
        _ => None,
    }
}

fn summed(set: Sums) -> String {
    let (low, high) = (set.iter().min().unwrap_or(2), set.iter().max().unwrap_or(12));
    match set {
        set if set == Sums::between(low, high) && low == high => low.to_string(),
        set if set == Sums::between(2, high) => format!("at most {high}"),
        set if set == Sums::between(low, 12) => format!("at least {low}"),
        Sums(0b010_1010_1010) => "odd".into(),
        Sums(0b101_0101_0101) => "even".into(),
        set => either(&texts(set.iter())),
    }
}

/// What a set of numbers is called, if it has a name.
pub(super) fn named_numbers(attr: Attr, set: Values) -> Option<&'static str> {
    match set {
        _ if attr != Attr::Number => None,
        Values::ODD => Some("odd"),
        Values::EVEN => Some("even"),
        Values(0b000011) => Some("at most 2"),
        Values::LOW => Some("at most 3"),
        Values(0b001111) => Some("at most 4"),
        Values(0b111100) => Some("at least 3"),
        Values::HIGH => Some("at least 4"),
        Values(0b110000) => Some("at least 5"),
        _ => None,
    }
}

fn odd_or_even(set: u8) -> &'static str {
    if set == 0b10 { "odd" } else { "even" }
}

fn card_name(at: At) -> &'static str {
    match at {
        At::This => "the card",
        At::Prev => "the previous card",
        At::Prev2 => "the card before the previous one",
        At::First => "the starting card",
    }
}

/// "the number", "the previous card's number".
fn of(name: &str, at: At) -> String {
    match at {
        At::This => format!("the {name}"),
        At::Prev | At::First => format!("{}'s {name}", card_name(at)),
        At::Prev2 => format!("the {name} of {}", card_name(at)),
    }
}

/// "the previous card's", where it is clear what of it.
fn that_of(at: At) -> String {
    match at {
        At::This | At::Prev | At::First => format!("{}'s", card_name(at)),
        At::Prev2 => format!("that of {}", card_name(at)),
    }
}

fn texts<T: ToString>(items: impl IntoIterator<Item = T>) -> Vec<String> {
    items.into_iter().map(|item| item.to_string()).collect()
}

/// "a", "a or b", "a, b or c".
fn either<T: AsRef<str>>(items: &[T]) -> String {
    match items {
        [first @ .., last] if !first.is_empty() => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} or {}", first.join(", "), last.as_ref())
        }
        _ => list(items),
    }
}

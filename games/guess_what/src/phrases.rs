//! The phrase builder: every rule of the language can be put together from phrases, and read back.
//!
//! A phrase's key is `phrase:`, the name of its list, a dot and its token. A path lists the phrases
//! in the order in which gaps are filled: each phrase, then what fills its first gap, and so on.

use std::collections::BTreeMap;

use boxwood_kit::{Colour, Symbol};
use boxwood_scene::{Control, Figure, Key, Phrase, Touch};

use super::rule::{
    At, Atom, Attr, Clause, Cycle, Lit, MOST_ATOMS, Ord, Pair, Part, Rule, Steps, Sums, Values,
};

/// No rule needs more phrases, so longer paths are not read.
const LONGEST: usize = 40 * MOST_ATOMS;

/// How ordered values can change: token, differences, and what it is called if they do and if they do not.
const STEPS: [(&str, Steps, &str, &str); 6] = [
    ("rises", Steps::HIGHER, "rises", "does not rise"),
    ("falls", Steps::LOWER, "falls", "does not fall"),
    ("not-falls", Steps::NOT_LOWER, "stays or rises", "neither stays nor rises"),
    ("not-rises", Steps::NOT_HIGHER, "stays or falls", "neither stays nor falls"),
    ("level", Steps::EQUAL, "neither rises nor falls", "rises or falls"),
    ("one", Steps::ONE_AWAY, "changes by exactly one", "does not change by exactly one"),
];

const NAMED_NUMBERS: [(&str, Values); 4] =
    [("odd", Values::ODD), ("even", Values::EVEN), ("low", Values::LOW), ("high", Values::HIGH)];

/// The control with which a rule is put together.
pub(super) fn control(label: &str) -> Control {
    Control::Phrases { label: label.into(), start: "rule".into(), lists: lists(), asks: asks() }
}

/// The phrases of a rule in order.
pub(super) fn path(rule: &Rule) -> Vec<Key> {
    let mut writer = Writer { path: vec![] };
    writer.rule(rule);
    writer.path
}

/// The rule that these phrases make, if they make one.
pub(super) fn read(path: &[Touch]) -> Option<Rule> {
    if path.len() > LONGEST {
        return None;
    }
    let mut reader = Reader { rest: path };
    let rule = reader.rule()?;
    reader.rest.is_empty().then_some(rule)
}

/// What is asked where a gap is filled from each list.
fn asks() -> BTreeMap<String, String> {
    let mut asks = BTreeMap::new();
    let mut ask = |list: &str, question: &str| asks.insert(list.to_string(), question.to_string());
    ask("rule", "How many parts has the rule?");
    ask("part", "What does it depend on?");
    ask("clause", "What does it depend on?");
    ask("pair", "From which card to which?");
    ask("is-place", "Is it, or is it not?");
    ask("places", "Which places?");
    ask("steps", "By how much? Touch one or more.");
    ask("sums", "To how much? Touch one or more.");
    for attr in Attr::ALL {
        let name = attr.name();
        ask(&format!("is-{name}"), "Is it, or is it not?");
        ask(&format!("values-{name}"), &format!("Which {name}s? Touch one or more."));
        ask(&format!("change-{name}"), &format!("What happens to the {name}?"));
        ask(&format!("seen-{name}"), &format!("What about the {name}s before?"));
        ask(&format!("groups-{name}"), "How many groups are there?");
        ask(&format!("circle-{name}"), "Which one comes next?");
    }
    asks
}

/// All lists of phrases.
fn lists() -> BTreeMap<String, Vec<Phrase>> {
    let mut lists = Lists::default();
    lists.add("rule", "is", "a card is correct if _", &["part"]);
    lists.add("rule", "and", "a card is correct if _ and _", &["clause", "clause"]);
    lists.add("rule", "or", "a card is correct if _ or _", &["clause", "clause"]);
    lists.add("rule", "if", "if _ then _, otherwise anything is correct", &["part", "clause"]);
    lists.add("rule", "else", "if _ then _, otherwise _", &["part", "clause", "clause"]);
    for attr in Attr::ALL {
        lists.about(attr, At::This);
    }
    lists.group("Card to card");
    for attr in Attr::ALL {
        let name = attr.name();
        let text = format!("the {name}, card to card, _ _");
        lists.part(&format!("{name}-change"), &text, &[&format!("change-{name}"), "pair"]);
    }
    lists.group("Whole row");
    for attr in Attr::ALL {
        let name = attr.name();
        let text = format!("the {name}, in the whole row, _");
        lists.part(&format!("{name}-seen"), &text, &[&format!("seen-{name}")]);
    }
    lists.part("place", "the place in the row _", &["is-place"]);
    for card in [At::Prev, At::Prev2, At::First] {
        for attr in Attr::ALL {
            lists.about(attr, card);
        }
    }
    lists.group("Two at once");
    lists.add("clause", "and", "both _ and _", &["part", "part"]);
    lists.add("clause", "or", "_ or _, or both,", &["part", "part"]);
    lists.no_group();
    for attr in Attr::ALL {
        lists.attribute(attr);
    }
    lists.add("is-place", "is", "is _", &["places"]);
    lists.add("is-place", "not", "is not _", &["places"]);
    for (m, set) in places() {
        lists.group(["Every second", "Every third", "Every fourth"][usize::from(m) - 2]);
        let rests: Vec<String> =
            (0..m).filter(|rest| set >> rest & 1 == 1).map(|rest| rest.to_string()).collect();
        let text = match (m, set) {
            (2, 0b10) => "odd".into(),
            (2, _) => "even".into(),
            _ => format!("one that leaves {} when divided by {m}", rests.join(" or ")),
        };
        lists.add("places", &format!("{m}-{set}"), &text, &[]);
    }
    lists.no_group();
    for (pair, text) in Pair::ALL.into_iter().zip([
        "from the previous card to this one",
        "from the card before the previous one to this one",
        "from the starting card to this one",
        "from the card before the previous one to the previous one",
    ]) {
        lists.add("pair", pair_token(pair), text, &[]);
    }
    for step in -5..=5 {
        lists.choice("steps", &step.to_string(), &format!("{step:+}"), None);
    }
    lists.group("Exactly");
    for sum in 2..=12 {
        lists.choice("sums", &sum.to_string(), &sum.to_string(), None);
    }
    for (token, text) in [("to", "at most"), ("from", "at least")] {
        lists.group(if token == "to" { "At most" } else { "At least" });
        for sum in 3..=11 {
            lists.add("sums", &format!("{token}-{sum}"), &format!("{text} {sum}"), &[]);
        }
    }
    lists.lists
}

/// Every remainder or set of remainders of a place.
fn places() -> impl Iterator<Item = (u8, u8)> {
    (2..=4).flat_map(|m| (1..(1 << m) - 1).map(move |set| (m, set)))
}

fn pair_token(pair: Pair) -> &'static str {
    match pair {
        Pair::ThisPrev => "prev",
        Pair::ThisPrev2 => "prev2",
        Pair::ThisFirst => "first",
        Pair::PrevPrev2 => "before",
    }
}

/// The two named partitions of numbers and what staying in and changing the block is called.
const KINDS: [(&str, &str, &str, &str); 2] = [
    ("parity", "stays odd or even", "alternates between odd and even", "odd or even"),
    ("size", "stays low (1–3) or high (4–6)", "alternates between low (1–3) and high (4–6)", "low or high"),
];

#[derive(Default)]
struct Lists {
    lists: BTreeMap<String, Vec<Phrase>>,
    /// The group of what is added next.
    group: Option<&'static str>,
}

impl Lists {
    fn add(&mut self, list: &str, token: &str, text: &str, gaps: &[&str]) {
        self.push(list, Phrase::new(key(list, token), text, gaps));
    }

    fn push(&mut self, list: &str, phrase: Phrase) {
        let group = self.group.map(Into::into);
        self.lists.entry(list.into()).or_default().push(Phrase { group, ..phrase });
    }

    fn group(&mut self, name: &'static str) {
        self.group = Some(name);
    }

    fn no_group(&mut self) {
        self.group = None;
    }

    /// The smallest thing to say: alone, or as a part that could also be two of them.
    fn part(&mut self, token: &str, text: &str, gaps: &[&str]) {
        self.add("part", token, text, gaps);
        self.add("clause", token, text, gaps);
    }

    /// What one card shows.
    fn about(&mut self, attr: Attr, card: At) {
        let name = attr.name();
        self.group(match card {
            At::This => "This card",
            At::Prev => "Previous card",
            At::Prev2 => "Card before it",
            At::First => "Starting card",
        });
        let text = match card {
            At::This => format!("the card's {name} _"),
            At::Prev => format!("the previous card's {name} _"),
            At::Prev2 => format!("the {name} of the card before the previous one _"),
            At::First => format!("the starting card's {name} _"),
        };
        self.part(&format!("{name}-{}", card.name()), &text, &[&format!("is-{name}")]);
    }

    /// A member of a set: alone, or with others.
    fn choice(&mut self, list: &str, token: &str, text: &str, figure: Option<Figure>) {
        let with_others = format!("{token}&");
        let more = Some(key(list, &with_others));
        self.push(list, Phrase { figure, more, ..Phrase::new(key(list, token), text, &[]) });
        self.add(list, &with_others, &format!("{text} or _"), &[list]);
    }

    /// All lists of one attribute.
    fn attribute(&mut self, attr: Attr) {
        let name = attr.name();
        let [is, values, change, seen, groups, circle] =
            ["is", "values", "change", "seen", "groups", "circle"].map(|list| format!("{list}-{name}"));
        self.add(&is, "is", "is _", &[&values]);
        self.add(&is, "not", "is not _", &[&values]);
        if attr == Attr::Number {
            self.group("Kinds");
            for (token, text) in
                [("odd", "odd"), ("even", "even"), ("low", "1, 2 or 3"), ("high", "4, 5 or 6")]
            {
                self.add(&values, token, text, &[]);
            }
            self.group("Numbers");
        }
        for value in 0..attr.count() {
            let name = attr.value_name(value);
            self.choice(&values, &name.to_lowercase(), name, figure(attr, value));
        }
        self.group("Same or not");
        self.add(&change, "same", "stays the same", &[]);
        self.add(&change, "same!", "changes", &[]);
        self.add(&seen, "same", "matches an earlier card", &[]);
        self.add(&seen, "same!", "matches no earlier card", &[]);
        if attr == Attr::Number {
            self.group("Odd, even, low, high");
            for (token, stays, changes, like) in KINDS {
                self.add(&change, token, stays, &[]);
                self.add(&change, &format!("{token}!"), changes, &[]);
                self.add(&seen, token, &format!("is {like} like some earlier card's"), &[]);
                self.add(&seen, &format!("{token}!"), &format!("is not {like} like any earlier card's"), &[]);
            }
        }
        if matches!(attr, Attr::Number | Attr::Symbol) {
            self.group("Up or down");
            for (token, _, does, _) in STEPS {
                self.add(&change, token, does, &[]);
            }
            self.group("Not up or down");
            for (token, _, _, does_not) in STEPS {
                self.add(&change, &format!("{token}!"), does_not, &[]);
            }
            self.group("By how much");
            self.add(&change, "by", "changes by _", &["steps"]);
            self.add(&change, "by!", "does not change by _", &["steps"]);
        }
        if attr == Attr::Number {
            self.add(&change, "sum", "adds up to _", &["sums"]);
            self.add(&change, "sum!", "does not add up to _", &["sums"]);
        }
        self.group("Groups and circles");
        if attr != Attr::Background {
            self.add(&change, "circle", "goes one on in the circle _,", &[&circle]);
            self.add(&change, "circle!", "does not go one on in the circle _,", &[&circle]);
            for (group, end, text_end) in [("More follow", "&", ", _"), ("The last one", "", ", and so on")] {
                self.group(group);
                for value in 0..attr.count() {
                    let (token, text) = (attr.value_name(value).to_lowercase(), attr.value_name(value));
                    let gaps: &[&str] = if end == "&" { &[&circle] } else { &[] };
                    let key = key(&circle, &format!("{token}{end}"));
                    let phrase = Phrase::new(key, format!("{text}{text_end}"), gaps);
                    self.push(&circle, Phrase { figure: figure(attr, value), ..phrase });
                }
            }
            self.group("Groups and circles");
        }
        self.add(&change, "group", "stays in its group, of _,", &[&groups]);
        self.add(&change, "group!", "changes its group, of _,", &[&groups]);
        self.add(&seen, "group", "is in the group of an earlier card, of _", &[&groups]);
        self.add(&seen, "group!", "is in the group of no earlier card, of _", &[&groups]);
        self.no_group();
        self.add(&groups, "rest", "_ against all others", &[&values]);
        self.add(&groups, "more", "_ against _", &[&values, &groups]);
    }
}

/// What a value of an attribute looks like, if there is a piece that shows nothing else.
fn figure(attr: Attr, value: u8) -> Option<Figure> {
    match attr {
        Attr::Colour => Some(Figure::Cube(Colour::ALL[usize::from(value)])),
        Attr::Symbol => Some(Figure::Tile(Symbol::ALL[usize::from(value)])),
        Attr::Number | Attr::Background => None,
    }
}

fn key(list: &str, token: &str) -> Key {
    Key::phrase(format_args!("{list}.{token}"))
}

/// Writes a rule as a path.
struct Writer {
    path: Vec<Key>,
}

impl Writer {
    fn put(&mut self, list: &str, token: &str) {
        self.path.push(key(list, token));
    }

    fn rule(&mut self, rule: &Rule) {
        match *rule {
            Rule::One(Clause::Lit(lit)) => {
                self.put("rule", "is");
                self.lit("part", lit);
            }
            Rule::One(Clause::And(one, two)) => self.two("and", Clause::Lit(one), Clause::Lit(two)),
            Rule::One(Clause::Or(one, two)) => self.two("or", Clause::Lit(one), Clause::Lit(two)),
            Rule::And(one, two) => self.two("and", one, two),
            Rule::Or(one, two) => self.two("or", one, two),
            Rule::If(guard, one) => {
                self.put("rule", "if");
                self.lit("part", guard);
                self.clause(one);
            }
            Rule::IfElse(guard, one, two) => {
                self.put("rule", "else");
                self.lit("part", guard);
                self.clause(one);
                self.clause(two);
            }
        }
    }

    fn two(&mut self, token: &str, one: Clause, two: Clause) {
        self.put("rule", token);
        self.clause(one);
        self.clause(two);
    }

    fn clause(&mut self, clause: Clause) {
        let (token, one, two) = match clause {
            Clause::Lit(lit) => return self.lit("clause", lit),
            Clause::And(one, two) => ("and", one, two),
            Clause::Or(one, two) => ("or", one, two),
        };
        self.put("clause", token);
        self.lit("part", one);
        self.lit("part", two);
    }

    /// A literal that begins with a phrase of this list.
    fn lit(&mut self, list: &str, lit: Lit) {
        let is = if lit.not { "not" } else { "is" };
        match lit.atom {
            Atom::In { attr, set, card } => {
                self.put(list, &format!("{}-{}", attr.name(), card.name()));
                self.put(&format!("is-{}", attr.name()), is);
                self.values(attr, set);
            }
            Atom::Pos { m, set } => {
                self.put(list, "place");
                self.put("is-place", is);
                self.put("places", &format!("{m}-{set}"));
            }
            Atom::Seen { part } => {
                self.put(list, &format!("{}-seen", part.attr.name()));
                self.part("seen", part, lit.not);
            }
            Atom::Same { part, pair } => {
                self.put(list, &format!("{}-change", part.attr.name()));
                self.part("change", part, lit.not);
                self.put("pair", pair_token(pair));
            }
            Atom::Diff { ord, set, pair } => {
                let named = STEPS.into_iter().find(|(_, steps, ..)| *steps == set);
                let token = named.map_or("by", |(token, ..)| token);
                self.change(list, ord.attr(), token, lit.not);
                if named.is_none() {
                    self.choices("steps", set.iter().map(|step| step.to_string()));
                }
                self.put("pair", pair_token(pair));
            }
            Atom::Next { cycle, pair } => {
                self.change(list, cycle.attr, "circle", lit.not);
                let values = cycle.values().map(|value| cycle.attr.value_name(value).to_lowercase());
                self.choices(&format!("circle-{}", cycle.attr.name()), values);
                self.put("pair", pair_token(pair));
            }
            Atom::Sum { set, pair } => {
                self.change(list, Attr::Number, "sum", lit.not);
                let ends = (3..=11).find_map(|sum| match set {
                    set if set == Sums::between(2, sum) => Some(format!("to-{sum}")),
                    set if set == Sums::between(sum, 12) => Some(format!("from-{sum}")),
                    _ => None,
                });
                match ends {
                    Some(token) => self.put("sums", &token),
                    None => self.choices("sums", set.iter().map(|sum| sum.to_string())),
                }
                self.put("pair", pair_token(pair));
            }
        }
    }

    fn change(&mut self, list: &str, attr: Attr, token: &str, not: bool) {
        self.put(list, &format!("{}-change", attr.name()));
        self.put(&format!("change-{}", attr.name()), &format!("{token}{}", if not { "!" } else { "" }));
    }

    fn part(&mut self, list: &str, part: Part, not: bool) {
        let token = match part {
            part if part == Part::single(part.attr) => "same",
            part if part == Part::parity() => "parity",
            part if part == Part::size() => "size",
            _ => "group",
        };
        self.put(&format!("{list}-{}", part.attr.name()), &format!("{token}{}", if not { "!" } else { "" }));
        if token == "group" {
            let blocks: Vec<Values> = part.blocks().collect();
            // The last block is what is left.
            for (index, block) in blocks[..blocks.len() - 1].iter().enumerate() {
                let is_last = index + 2 == blocks.len();
                self.put(&format!("groups-{}", part.attr.name()), if is_last { "rest" } else { "more" });
                self.values(part.attr, *block);
            }
        }
    }

    fn values(&mut self, attr: Attr, set: Values) {
        let list = format!("values-{}", attr.name());
        match NAMED_NUMBERS.into_iter().find(|(_, named)| attr == Attr::Number && *named == set) {
            Some((token, _)) => self.put(&list, token),
            None => self.choices(&list, set.iter().map(|value| attr.value_name(value).to_lowercase())),
        }
    }

    /// Several members of a list, each but the last with a gap for the next.
    fn choices(&mut self, list: &str, tokens: impl Iterator<Item = String>) {
        let mut tokens = tokens.peekable();
        while let Some(token) = tokens.next() {
            let more = if tokens.peek().is_some() { "&" } else { "" };
            self.put(list, &format!("{token}{more}"));
        }
    }
}

/// Reads a path; `None` as soon as it cannot be a rule.
struct Reader<'a> {
    rest: &'a [Touch<'a>],
}

impl<'a> Reader<'a> {
    /// The token of the next phrase, which must be from this list.
    fn take(&mut self, list: &str) -> Option<&'a str> {
        let (Touch::Phrase(name), rest) = self.rest.split_first()? else { return None };
        self.rest = rest;
        name.strip_prefix(list)?.strip_prefix('.')
    }

    /// The same where a `!` at the end means "not".
    fn take_signed(&mut self, list: &str) -> Option<(&'a str, bool)> {
        let token = self.take(list)?;
        Some(token.strip_suffix('!').map_or((token, false), |token| (token, true)))
    }

    /// The members of a list up to one without a gap.
    fn choices(&mut self, list: &str) -> Option<Vec<&'a str>> {
        let mut tokens = vec![];
        loop {
            let token = self.take(list)?;
            match token.strip_suffix('&') {
                Some(token) => tokens.push(token),
                None => {
                    tokens.push(token);
                    return Some(tokens);
                }
            }
        }
    }

    fn rule(&mut self) -> Option<Rule> {
        Some(match self.take("rule")? {
            "is" => Rule::lit(self.lit()?),
            "and" => Rule::and(self.clause()?, self.clause()?),
            "or" => Rule::or(self.clause()?, self.clause()?),
            "if" => Rule::If(self.lit()?, self.clause()?),
            "else" => Rule::IfElse(self.lit()?, self.clause()?, self.clause()?),
            _ => return None,
        })
    }

    fn clause(&mut self) -> Option<Clause> {
        Some(match self.take("clause")? {
            "and" => Clause::And(self.lit()?, self.lit()?),
            "or" => Clause::Or(self.lit()?, self.lit()?),
            token => Clause::Lit(self.lit_of(token)?),
        })
    }

    fn lit(&mut self) -> Option<Lit> {
        let token = self.take("part")?;
        self.lit_of(token)
    }

    /// The literal that begins with this phrase.
    fn lit_of(&mut self, token: &str) -> Option<Lit> {
        if token == "place" {
            let not = self.is_or_not("place")?;
            let (m, set) = self.take("places")?.split_once('-')?;
            let atom = Atom::Pos { m: m.parse().ok()?, set: set.parse().ok()? };
            return Some(Lit { not, atom: atom.sound()? });
        }
        let (name, about) = token.split_once('-')?;
        let attr = Attr::ALL.into_iter().find(|attr| attr.name() == name)?;
        let (not, atom) = match about {
            "seen" => {
                let (token, not) = self.take_signed(&format!("seen-{name}"))?;
                (not, Atom::Seen { part: self.part(attr, token)? })
            }
            "change" => self.change(attr)?,
            _ => {
                let card = At::ALL.into_iter().find(|at| at.name() == about)?;
                let not = self.is_or_not(name)?;
                (not, Atom::In { attr, set: self.values(attr)?, card })
            }
        };
        Some(Lit { not, atom: atom.sound()? })
    }

    fn is_or_not(&mut self, name: &str) -> Option<bool> {
        match self.take(&format!("is-{name}"))? {
            "is" => Some(false),
            "not" => Some(true),
            _ => None,
        }
    }

    fn change(&mut self, attr: Attr) -> Option<(bool, Atom)> {
        let (token, not) = self.take_signed(&format!("change-{}", attr.name()))?;
        let ord = match attr {
            Attr::Number => Some(Ord::Number),
            Attr::Symbol => Some(Ord::Symbol),
            Attr::Colour | Attr::Background => None,
        };
        let named = STEPS.into_iter().find(|(known, ..)| *known == token).map(|(_, set, ..)| set);
        let atom = match token {
            "by" => {
                let set = self.numbers("steps", -5)?;
                Atom::Diff { ord: ord?, set: Steps(set), pair: self.pair()? }
            }
            "sum" if attr == Attr::Number => Atom::Sum { set: self.sums()?, pair: self.pair()? },
            "circle" => {
                let tokens = self.choices(&format!("circle-{}", attr.name()))?;
                let values: Option<Vec<u8>> = tokens.iter().map(|token| attr.read_value(token)).collect();
                Atom::Next { cycle: Cycle::new(attr, &values?)?, pair: self.pair()? }
            }
            _ => match named {
                Some(set) => Atom::Diff { ord: ord?, set, pair: self.pair()? },
                None => Atom::Same { part: self.part(attr, token)?, pair: self.pair()? },
            },
        };
        Some((not, atom))
    }

    fn pair(&mut self) -> Option<Pair> {
        let token = self.take("pair")?;
        Pair::ALL.into_iter().find(|pair| pair_token(*pair) == token)
    }

    fn part(&mut self, attr: Attr, token: &str) -> Option<Part> {
        match token {
            "same" => Some(Part::single(attr)),
            "parity" => Some(Part::parity()).filter(|part| part.attr == attr),
            "size" => Some(Part::size()).filter(|part| part.attr == attr),
            "group" => {
                let mut blocks = vec![];
                let mut left = attr.all();
                loop {
                    let more = self.take(&format!("groups-{}", attr.name()))? == "more";
                    let block = self.values(attr)?;
                    blocks.push(block);
                    left = Values(left.0 & !block.0);
                    if !more {
                        blocks.push(left);
                        return Part::new(attr, &blocks);
                    }
                }
            }
            _ => None,
        }
    }

    fn values(&mut self, attr: Attr) -> Option<Values> {
        let mut set = Values(0);
        for token in self.choices(&format!("values-{}", attr.name()))? {
            let named = NAMED_NUMBERS.into_iter().find(|(name, _)| attr == Attr::Number && *name == token);
            set.0 |= match named {
                Some((_, named)) => named.0,
                None => 1 << attr.read_value(token)?,
            };
        }
        Some(set)
    }

    /// A set of numbers: a bit for each, the lowest for `low`.
    fn numbers(&mut self, list: &str, low: i32) -> Option<u16> {
        self.choices(list)?.iter().try_fold(0, |set, token| {
            let number: i32 = token.parse().ok().filter(|number| (low..=low + 10).contains(number))?;
            Some(set | 1 << (number - low))
        })
    }

    fn sums(&mut self) -> Option<Sums> {
        let before = self.rest;
        let token = self.take("sums")?;
        let end = |text: &str| text.parse().ok().filter(|sum| (2..=12).contains(sum));
        if let Some(high) = token.strip_prefix("to-") {
            return Some(Sums::between(2, end(high)?));
        }
        if let Some(low) = token.strip_prefix("from-") {
            return Some(Sums::between(end(low)?, 12));
        }
        self.rest = before;
        self.numbers("sums", 2).map(Sums)
    }
}

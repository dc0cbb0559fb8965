//! Natural rules: what the automatic Professor draws from, and what bots think of.
//!
//! A pure table, made once. The favourites come first: they are what is offered to whoever does not
//! put a rule together. A rule's weight is a quarter of the weight of one with an atom less.

use std::sync::LazyLock;

use boxwood_kit::{Card, CardSet, Rng};

use super::equality::is_constant;
use super::limits::{Limits, density};
use super::rule::{Atom, Clause, Lit, Moment, Quick, Rule};

/// The largest rules of the library.
const LARGEST: u8 = 3;
/// The shortest rounds: a rule that leaves a choice in these leaves one in all.
const SHORTEST_ROUND: u8 = 8;

/// So many of the favourites are easy to find.
const EASY: usize = 18;

/// A good round each, easy ones first.
const FAVOURITES: [&str; 40] = [
    "NOT Same(colour, prev)",
    "Diff(number, {1..5}, prev)",
    "NOT Same(parity, prev)",
    "Seen(symbol)",
    "In(number, {2, 4, 6}, this)",
    "In(number, {1, 3, 5}, this)",
    "In(colour, {red, yellow, green}, this)",
    "In(colour, {blue, white, black}, this)",
    "In(number, {1}, this)",
    "NOT In(number, {1}, this)",
    "NOT Same(symbol, prev)",
    "NOT Same(number, prev)",
    "Same(parity, prev)",
    "Same(background, prev)",
    "NOT Same(background, prev)",
    "Diff(number, {-5..-1}, prev)",
    "Diff(number, {0..5}, prev)",
    "Diff(number, {-5..0}, prev)",
    "Same({red, yellow, white | green, blue, black}, prev)",
    "NOT Same({red, yellow, white | green, blue, black}, prev)",
    "NOT Seen(symbol)",
    "Same(parity, first)",
    "Diff(symbol, {1..5}, prev)",
    "Diff(symbol, {-5..-1}, prev)",
    "In(symbol, {Drop, Circles, Wheel}, this)",
    "In(background, {brown}, this)",
    "Sum({2..4}, prev)",
    "Sum({3, 5, 7, 9, 11}, prev)",
    "NOT Same(colour, prev2)",
    "NOT Same(parity, prev2)",
    "AND(NOT Same(colour, prev), NOT Same(symbol, prev))",
    "OR(Same(colour, prev), Same(symbol, prev))",
    "OR(Same(colour, prev), Same(number, prev))",
    "AND(NOT Same(colour, prev), Same(parity, prev))",
    "OR(In(colour, {red}, this), In(number, {2, 4, 6}, this))",
    "IF(Pos(2, {1}), In(number, {2, 4, 6}, this), In(number, {1, 3, 5}, this))",
    "IF(Pos(2, {1}), NOT Same(colour, prev), Same(parity, prev))",
    "IF(In(number, {1, 3, 5}, prev), In(colour, {red, yellow, green}, this), In(colour, {blue, white, black}, this))",
    "IF(In(number, {4..6}, prev), In(number, {1..3}, this))",
    "IF(In(colour, {red, yellow, green}, prev), In(number, {2, 4, 6}, this), In(number, {1, 3, 5}, this))",
];

/// Atoms that are joined with "and" and "or".
const COMMON: [&str; 22] = [
    "In(colour, {red, yellow, green}, this)",
    "In(colour, {red, yellow, white}, this)",
    "In(colour, {red}, this)",
    "In(colour, {blue}, this)",
    "In(symbol, {Drop, Hammers, Circles}, this)",
    "In(symbol, {Wheel}, this)",
    "In(number, {2, 4, 6}, this)",
    "In(number, {1..3}, this)",
    "In(number, {1}, this)",
    "In(background, {pink}, this)",
    "In(background, {green}, this)",
    "Same(colour, prev)",
    "Same(symbol, prev)",
    "Same(number, prev)",
    "Same(background, prev)",
    "Same(parity, prev)",
    "Same(size, prev)",
    "Same(colour, first)",
    "Same(symbol, prev2)",
    "Diff(number, {1..5}, prev)",
    "Diff(number, {-5..-1}, prev)",
    "Diff(symbol, {1..5}, prev)",
];

/// What an "if" asks.
const GUARDS: [&str; 8] = [
    "Pos(2, {1})",
    "In(number, {1, 3, 5}, prev)",
    "In(number, {1..3}, prev)",
    "In(colour, {red, yellow, green}, prev)",
    "In(colour, {red, yellow, white}, prev)",
    "In(number, {1, 3, 5}, first)",
    "Same(parity, prev, prev2)",
    "Diff(number, {1..5}, prev, prev2)",
];

/// What an "if" demands.
const DEMANDS: [&str; 14] = [
    "In(colour, {red, yellow, green}, this)",
    "In(colour, {blue, white, black}, this)",
    "In(number, {2, 4, 6}, this)",
    "In(number, {1, 3, 5}, this)",
    "In(number, {1..3}, this)",
    "NOT In(number, {1}, this)",
    "NOT Same(colour, prev)",
    "NOT Same(symbol, prev)",
    "Same(parity, prev)",
    "NOT Same(parity, prev)",
    "Same({red, yellow, green | blue, white, black}, prev)",
    "Diff(number, {1..5}, prev)",
    "Diff(number, {-5..-1}, prev)",
    "In(symbol, {Drop, Hammers, Circles}, this)",
];

/// Rules with their weights.
pub(super) struct Library {
    /// The favourites first, then by size.
    rules: Vec<Rule>,
    /// The simple ones as tables, in the same order.
    quick: Vec<Option<Quick>>,
    /// By size: the places of its rules.
    by_size: [Vec<u16>; LARGEST as usize],
    /// For each favourite the starting cards after which it is neither too strict nor too lax, and those
    /// after which it leaves a choice.
    fair: Vec<[CardSet; 2]>,
}

static LIBRARY: LazyLock<Library> = LazyLock::new(Library::new);

/// The one library.
pub(super) fn library() -> &'static Library {
    &LIBRARY
}

impl Library {
    fn new() -> Library {
        let mut rules: Vec<Rule> = FAVOURITES.map(read).to_vec();
        let mut known: std::collections::HashSet<Rule> = rules.iter().copied().collect();
        for rule in simple().into_iter().chain(joined()).chain(guarded()) {
            if known.insert(rule) {
                rules.push(rule);
            }
        }
        let mut by_size: [Vec<u16>; LARGEST as usize] = Default::default();
        for (place, rule) in (0..).zip(&rules) {
            by_size[usize::from(rule.size()) - 1].push(place);
        }
        let fair = rules[..FAVOURITES.len()]
            .iter()
            .map(|rule| {
                let has_choice = |card: &Card| is_constant(rule, *card, SHORTEST_ROUND).is_none();
                let choice: CardSet = Card::all().filter(has_choice).collect();
                [choice.iter().filter(|&card| is_fair(rule, card)).collect(), choice]
            })
            .collect();
        let quick = rules.iter().map(Quick::new).collect();
        Library { rules, quick, by_size, fair }
    }

    /// All rules, the favourites first.
    pub(super) fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The first `n` rules that give these verdicts, the favourites and the simple ones first.
    #[inline]
    pub(super) fn agreeing<'a>(
        &'a self,
        n: usize,
        verdicts: impl Iterator<Item = (&'a Moment, bool)> + Clone,
    ) -> impl Iterator<Item = &'a Rule> {
        let agrees = move |(rule, quick): &(&Rule, &Option<Quick>)| match quick {
            Some(quick) => verdicts.clone().all(|(moment, correct)| quick.allows(moment) == correct),
            None => verdicts.clone().all(|(moment, correct)| rule.allows(moment) == correct),
        };
        self.rules.iter().zip(&self.quick).take(n).filter(agrees).map(|(rule, _)| rule)
    }

    /// The favourites that are allowed after this starting card.
    pub(super) fn favourites(&self, limits: Limits, first: Card) -> impl Iterator<Item = Rule> {
        self.first_favourites(FAVOURITES.len(), limits, first)
    }

    /// Those of them that are easy to find.
    pub(super) fn easy(&self, limits: Limits, first: Card) -> impl Iterator<Item = Rule> {
        self.first_favourites(EASY, limits, first)
    }

    fn first_favourites(&self, n: usize, limits: Limits, first: Card) -> impl Iterator<Item = Rule> {
        let column = usize::from(!limits.density);
        let allowed = move |fair: &[CardSet; 2], rule: &Rule| {
            fair[column].contains(first) && rule.size() <= limits.max_atoms
        };
        self.fair
            .iter()
            .zip(&self.rules)
            .take(n)
            .filter(move |(fair, rule)| allowed(fair, rule))
            .map(|(_, rule)| *rule)
    }

    /// A rule by its weight, allowed or not.
    pub(super) fn any(&self, max_atoms: u8, rng: &mut Rng) -> Rule {
        let sizes = &self.by_size[..usize::from(max_atoms.clamp(1, LARGEST))];
        let weight = |size: usize| 1 << (2 * (usize::from(LARGEST) - 1 - size));
        let all: usize = sizes.iter().enumerate().map(|(size, places)| places.len() * weight(size)).sum();
        let mut drawn = rng.index(all);
        for (size, places) in sizes.iter().enumerate() {
            match places.get(drawn / weight(size)) {
                Some(&place) => return self.rules[usize::from(place)],
                None => drawn -= places.len() * weight(size),
            }
        }
        unreachable!("the weights add up")
    }

    /// A rule by its weight, drawn again until it is allowed after this starting card.
    pub(super) fn draw(&self, limits: Limits, first: Card, rng: &mut Rng) -> Rule {
        loop {
            let rule = self.any(limits.max_atoms, rng);
            if is_allowed(&rule, limits, first) {
                return rule;
            }
        }
    }

    /// Any of the easy rules that are allowed and pass; none if none does.
    pub(super) fn draw_easy(
        &self,
        limits: Limits,
        first: Card,
        rng: &mut Rng,
        passes: impl FnMut(&Rule) -> bool,
    ) -> Option<Rule> {
        let rules: Vec<Rule> = self.easy(limits, first).filter(passes).collect();
        (!rules.is_empty()).then(|| *rng.choose(&rules))
    }

    /// A rule by its weight among those that are allowed and pass; none if none does.
    pub(super) fn draw_where(
        &self,
        limits: Limits,
        first: Card,
        rng: &mut Rng,
        mut passes: impl FnMut(&Rule) -> bool,
    ) -> Option<Rule> {
        const TRIES: usize = 400;
        let mut fits = |rule: &Rule| passes(rule) && is_allowed(rule, limits, first);
        for _ in 0..TRIES {
            let rule = self.any(limits.max_atoms, rng);
            if fits(&rule) {
                return Some(rule);
            }
        }
        // Few pass, if any: look at all of them.
        let mut all = 0;
        let mut drawn = None;
        for rule in self.rules.iter().filter(|rule| rule.size() <= limits.max_atoms) {
            if fits(rule) {
                let weight = 1 << (2 * (LARGEST - rule.size()));
                all += weight;
                if rng.below(all) < weight {
                    drawn = Some(*rule);
                }
            }
        }
        drawn
    }
}

/// Whether a rule of the library is within the limits. The tests prove that those about cards seen are fair
/// after every starting card, which would take long to find out each time.
fn is_allowed(rule: &Rule, limits: Limits, first: Card) -> bool {
    rule.size() <= limits.max_atoms
        && is_constant(rule, first, limits.cards_per_round).is_none()
        && (!limits.density || is_fair(rule, first))
}

fn is_fair(rule: &Rule, first: Card) -> bool {
    rule.lits().any(|lit| matches!(lit.atom, Atom::Seen { .. })) || density(rule, first).is_fair()
}

fn read(text: &str) -> Rule {
    text.parse().unwrap_or_else(|_| panic!("{text} is a rule"))
}

fn read_lit(text: &str) -> Lit {
    match read(text) {
        Rule::One(Clause::Lit(lit)) => lit,
        _ => panic!("{text} is a literal"),
    }
}

/// Every rule of one atom with natural parameters.
fn simple() -> Vec<Rule> {
    let mut texts: Vec<String> = vec![];
    for (attr, values) in [
        ("colour", ["red", "yellow", "green", "blue", "white", "black"]),
        ("symbol", ["Drop", "Hammers", "Circles", "Bricks", "Wheel", "Arrow"]),
    ] {
        for (index, one) in values.iter().enumerate() {
            texts.push(format!("In({attr}, {{{one}}}, this)"));
            for two in &values[index + 1..] {
                texts.push(format!("In({attr}, {{{one}, {two}}}, this)"));
            }
        }
    }
    for set in ["1", "2", "3", "4", "5", "6", "1, 2", "1..3", "1..4", "1, 3, 5"] {
        texts.push(format!("In(number, {{{set}}}, this)"));
    }
    for set in ["pink", "green", "brown"] {
        texts.push(format!("In(background, {{{set}}}, this)"));
    }
    for half in ["red, yellow, green", "red, yellow, white", "red, yellow, blue", "red, green, blue"] {
        texts.push(format!("In(colour, {{{half}}}, this)"));
    }
    for half in ["Drop, Hammers, Circles", "Drop, Circles, Wheel"] {
        texts.push(format!("In(symbol, {{{half}}}, this)"));
    }
    for reference in ["prev", "prev2", "first"] {
        for part in [
            "colour",
            "symbol",
            "number",
            "background",
            "parity",
            "size",
            "{red, yellow, green | blue, white, black}",
            "{red, yellow, white | green, blue, black}",
            "{red, green, blue | yellow, white, black}",
            "{Drop, Hammers, Circles | Bricks, Wheel, Arrow}",
            "{Drop, Circles, Wheel | Hammers, Bricks, Arrow}",
        ] {
            texts.push(format!("Same({part}, {reference})"));
        }
        for ord in ["number", "symbol"] {
            for set in ["1..5", "-5..-1", "-1, 1", "-1..1", "1, 2"] {
                texts.push(format!("Diff({ord}, {{{set}}}, {reference})"));
            }
        }
        for set in ["2..3", "2..4", "2..5", "2..6", "7", "3, 5, 7, 9, 11"] {
            texts.push(format!("Sum({{{set}}}, {reference})"));
        }
        for cycle in [
            "number, 1->2->3->4->5->6",
            "number, 6->5->4->3->2->1",
            "symbol, Drop->Hammers->Circles->Bricks->Wheel->Arrow",
            "symbol, Arrow->Wheel->Bricks->Circles->Hammers->Drop",
            "colour, red->yellow->green->blue->white->black",
        ] {
            texts.push(format!("Next({cycle}, {reference})"));
        }
    }
    for part in ["colour", "symbol"] {
        texts.push(format!("Seen({part})"));
    }
    texts
        .iter()
        .map(|text| read_lit(text))
        .flat_map(|lit| [Rule::lit(lit), Rule::lit(lit.negated())])
        .collect()
}

/// Two common atoms, or their opposites, joined.
fn joined() -> Vec<Rule> {
    let lits: Vec<Lit> = COMMON.map(read_lit).into_iter().flat_map(|lit| [lit, lit.negated()]).collect();
    let mut rules = vec![];
    for (index, &one) in lits.iter().enumerate() {
        for &two in lits[index + 1..].iter().filter(|two| two.atom != one.atom) {
            // Two rare ones with "or" and two usual ones with "and" are the natural ones, but all may be.
            rules.push(Rule::One(Clause::And(one, two)));
            if !one.not && !two.not {
                rules.push(Rule::One(Clause::Or(one, two)));
            }
        }
    }
    rules
}

/// "If … then …", with and without an "otherwise".
fn guarded() -> Vec<Rule> {
    let demands = DEMANDS.map(|text| Clause::Lit(read_lit(text)));
    let mut rules = vec![];
    for guard in GUARDS.map(read_lit) {
        for one in demands {
            rules.push(Rule::If(guard, one));
            rules.extend(demands.iter().filter(|two| **two != one).map(|two| Rule::IfElse(guard, one, *two)));
        }
    }
    rules
}

//! The rule language as data: what can be said about a card that is to continue the row.
//!
//! A rule is plain data of about sixty bytes. Everything that could be nonsense (an empty set, a
//! partition with one block, a circle of one value) is refused when a rule is read; see `notation`.

use std::ops::{BitAnd, BitOr, Sub};

use boxwood_kit::{Background, Card, Colour, Symbol};
use serde::{Deserialize, Serialize};

/// The most atoms a rule can have: a guard and two clauses of two.
pub(super) const MOST_ATOMS: usize = 5;
/// Marks a value that is not in a circle.
const OUTSIDE: u8 = 6;

/// When a card is correct, given the row before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Rule {
    /// The clause holds.
    One(Clause),
    /// Both hold; at least one of them has two parts.
    And(Clause, Clause),
    /// At least one holds; at least one of them has two parts.
    Or(Clause, Clause),
    /// The clause holds where the guard does; elsewhere any card is correct.
    If(Lit, Clause),
    /// The first clause decides where the guard holds, the second elsewhere.
    IfElse(Lit, Clause, Clause),
}

/// One or two literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clause {
    /// It holds.
    Lit(Lit),
    /// Both hold.
    And(Lit, Lit),
    /// At least one holds.
    Or(Lit, Lit),
}

/// An atom or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lit {
    /// Whether the atom must not hold.
    pub(super) not: bool,
    pub(super) atom: Atom,
}

/// The smallest thing that can be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// A card's attribute is one of these values.
    In {
        /// Which attribute.
        attr: Attr,
        /// Not none and not all of its values.
        set: Values,
        /// Of which card.
        card: At,
    },
    /// Two cards lie in the same block.
    Same {
        /// The blocks.
        part: Part,
        /// Which cards.
        pair: Pair,
    },
    /// Some card of the row before lies in the same block as this one.
    Seen {
        /// The blocks.
        part: Part,
    },
    /// The later value minus the earlier one is one of these.
    Diff {
        /// Which values.
        ord: Ord,
        /// Not empty.
        set: Steps,
        /// Which cards.
        pair: Pair,
    },
    /// The later value follows the earlier one in the circle.
    Next {
        /// The circle.
        cycle: Cycle,
        /// Which cards.
        pair: Pair,
    },
    /// The two numbers add up to one of these.
    Sum {
        /// Not empty.
        set: Sums,
        /// Which cards.
        pair: Pair,
    },
    /// The place in the row leaves one of these when divided by `m`.
    Pos {
        /// 2, 3 or 4.
        m: u8,
        /// A bit for each remainder; not none and not all.
        set: u8,
    },
}

/// What is printed on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Attr {
    /// The border.
    Colour,
    /// The symbol.
    Symbol,
    /// The number.
    Number,
    /// The background.
    Background,
}

/// Something with an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ord {
    /// The number.
    Number,
    /// The symbol, by its value.
    Symbol,
}

/// A card of the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum At {
    /// The card that is to be judged.
    This,
    /// The row's last card.
    Prev,
    /// The one before; the starting card while there is no other.
    Prev2,
    /// The starting card.
    First,
}

/// Two cards of the row, the later one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pair {
    /// This card and the row's last.
    ThisPrev,
    /// This card and the one before the row's last.
    ThisPrev2,
    /// This card and the starting card.
    ThisFirst,
    /// The row's last card and the one before it.
    PrevPrev2,
}

/// Values of one attribute: a bit for each, the lowest for the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Values(pub(super) u8);

/// Differences from −5 to 5: a bit for each, the lowest for −5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Steps(pub(super) u16);

/// Sums from 2 to 12: a bit for each, the lowest for 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sums(pub(super) u16);

/// The values of an attribute in two or more blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    pub(super) attr: Attr,
    /// For each value its block; nothing beyond the attribute's values.
    blocks: [Values; 6],
}

/// Two to six values of an attribute in a circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cycle {
    pub(super) attr: Attr,
    /// For each value the one that follows it, or `OUTSIDE`.
    next: [u8; 6],
}

impl Attr {
    pub(super) const ALL: [Attr; 4] = [Attr::Colour, Attr::Symbol, Attr::Number, Attr::Background];

    /// How many values it has.
    pub(super) const fn count(self) -> u8 {
        if matches!(self, Attr::Background) { 3 } else { 6 }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Attr::Colour => "colour",
            Attr::Symbol => "symbol",
            Attr::Number => "number",
            Attr::Background => "background",
        }
    }

    /// What the value of this id is called.
    pub(super) const fn value_name(self, value: u8) -> &'static str {
        let id = value as usize;
        match self {
            Attr::Colour => Colour::ALL[id].name(),
            Attr::Symbol => Symbol::ALL[id].name(),
            Attr::Number => ["1", "2", "3", "4", "5", "6"][id],
            Attr::Background => Background::ALL[id].name(),
        }
    }

    pub(super) fn read_value(self, name: &str) -> Option<u8> {
        (0..self.count()).find(|&value| self.value_name(value).eq_ignore_ascii_case(name))
    }

    pub(super) const fn all(self) -> Values {
        Values((1 << self.count()) - 1)
    }

    /// Whether a rule can be about this set: neither none nor all of the values.
    pub(super) fn divides(self, set: Values) -> bool {
        set.0 != 0 && set.0 & !self.all().0 == 0 && set != self.all()
    }
}

impl Ord {
    pub(super) const fn attr(self) -> Attr {
        match self {
            Ord::Number => Attr::Number,
            Ord::Symbol => Attr::Symbol,
        }
    }
}

impl At {
    pub(super) const ALL: [At; 4] = [At::This, At::Prev, At::Prev2, At::First];

    pub(super) const fn name(self) -> &'static str {
        ["this", "prev", "prev2", "first"][self as usize]
    }
}

impl Pair {
    pub(super) const ALL: [Pair; 4] = [Pair::ThisPrev, Pair::ThisPrev2, Pair::ThisFirst, Pair::PrevPrev2];

    /// The later card.
    pub(super) const fn later(self) -> At {
        if matches!(self, Pair::PrevPrev2) { At::Prev } else { At::This }
    }

    /// The card it is compared with.
    pub(super) const fn earlier(self) -> At {
        match self {
            Pair::ThisPrev => At::Prev,
            Pair::ThisPrev2 | Pair::PrevPrev2 => At::Prev2,
            Pair::ThisFirst => At::First,
        }
    }
}

impl Values {
    pub(super) const ODD: Values = Values(0b010101);
    pub(super) const EVEN: Values = Values(0b101010);
    pub(super) const LOW: Values = Values(0b000111);
    pub(super) const HIGH: Values = Values(0b111000);

    #[inline]
    pub(super) const fn has(self, value: u8) -> bool {
        self.0 >> value & 1 == 1
    }

    pub(super) fn iter(self) -> impl Iterator<Item = u8> + Clone {
        (0..8).filter(move |&value| self.has(value))
    }
}

impl Steps {
    pub(super) const ALL: u16 = (1 << 11) - 1;
    pub(super) const HIGHER: Steps = Steps(0b11111 << 6);
    pub(super) const LOWER: Steps = Steps(0b11111);
    pub(super) const NOT_LOWER: Steps = Steps(0b111111 << 5);
    pub(super) const NOT_HIGHER: Steps = Steps(0b111111);
    pub(super) const EQUAL: Steps = Steps(1 << 5);
    pub(super) const ONE_AWAY: Steps = Steps(0b101 << 4);

    pub(super) fn iter(self) -> impl Iterator<Item = i8> + Clone {
        (-5..=5).filter(move |step| self.0 >> (step + 5) & 1 == 1)
    }
}

impl Sums {
    pub(super) const ALL: u16 = (1 << 11) - 1;

    pub(super) fn iter(self) -> impl Iterator<Item = u8> + Clone {
        (2..=12).filter(move |sum| self.0 >> (sum - 2) & 1 == 1)
    }

    /// From `low` to `high`, as far as two numbers can make them.
    pub(super) fn between(low: u8, high: u8) -> Sums {
        Sums((low.max(2)..=high.min(12)).fold(0, |set, sum| set | 1 << (sum - 2)))
    }
}

impl Part {
    /// Every value a block of its own.
    pub(super) fn single(attr: Attr) -> Part {
        let mut blocks = [Values(0); 6];
        for value in 0..attr.count() {
            blocks[usize::from(value)] = Values(1 << value);
        }
        Part { attr, blocks }
    }

    /// These blocks; `None` unless each value is in exactly one of two or more.
    pub(super) fn new(attr: Attr, sets: &[Values]) -> Option<Part> {
        let mut blocks = [Values(0); 6];
        let mut all = 0;
        for set in sets {
            if !attr.divides(*set) || all & set.0 != 0 {
                return None;
            }
            all |= set.0;
            set.iter().for_each(|value| blocks[usize::from(value)] = *set);
        }
        (all == attr.all().0).then_some(Part { attr, blocks })
    }

    /// Odd and even numbers.
    pub(super) fn parity() -> Part {
        Part::new(Attr::Number, &[Values::ODD, Values::EVEN]).expect("each number is odd or even")
    }

    /// Low and high numbers.
    pub(super) fn size() -> Part {
        Part::new(Attr::Number, &[Values::LOW, Values::HIGH]).expect("each number is low or high")
    }

    /// The block in which this value lies.
    #[inline]
    pub(super) fn block(&self, value: u8) -> Values {
        self.blocks[usize::from(value)]
    }

    /// The blocks, each once, by their lowest value.
    pub(super) fn blocks(&self) -> impl Iterator<Item = Values> + Clone {
        let blocks = self.blocks;
        (0..self.attr.count())
            .map(move |value| (value, blocks[usize::from(value)]))
            .filter(|(value, block)| block.0.trailing_zeros() == u32::from(*value))
            .map(|(_, block)| block)
    }
}

impl Cycle {
    /// These values in this order, the first after the last; `None` unless they are 2–6 different ones.
    pub(super) fn new(attr: Attr, values: &[u8]) -> Option<Cycle> {
        if attr == Attr::Background || !(2..=6).contains(&values.len()) {
            return None;
        }
        let mut next = [OUTSIDE; 6];
        for (index, &value) in values.iter().enumerate() {
            let place = next.get_mut(usize::from(value)).filter(|place| **place == OUTSIDE)?;
            *place = values[(index + 1) % values.len()];
        }
        Some(Cycle { attr, next })
    }

    /// The values in their order, the lowest first.
    pub(super) fn values(&self) -> impl Iterator<Item = u8> + Clone {
        let next = self.next;
        let first = (0..6).find(|&value| next[usize::from(value)] != OUTSIDE);
        std::iter::successors(first, move |&value| {
            Some(next[usize::from(value)]).filter(|&after| Some(after) != first)
        })
    }
}

impl Atom {
    /// The atom, unless its sets are empty, too full or out of range.
    pub(super) fn sound(self) -> Option<Atom> {
        let is_sound = match self {
            Atom::In { attr, set, .. } => attr.divides(set),
            Atom::Diff { set, .. } => set.0 != 0 && set.0 <= Steps::ALL,
            Atom::Sum { set, .. } => set.0 != 0 && set.0 <= Sums::ALL,
            Atom::Pos { m, set } => (2..=4).contains(&m) && set != 0 && set < (1 << m) - 1,
            Atom::Same { .. } | Atom::Seen { .. } | Atom::Next { .. } => true,
        };
        is_sound.then_some(self)
    }

    /// For atoms about two cards: the attribute, and which values of the later card go with this value
    /// of the earlier one.
    #[inline]
    pub(super) fn relation(&self) -> Option<(Attr, Pair)> {
        match *self {
            Atom::Same { part, pair } => Some((part.attr, pair)),
            Atom::Diff { ord, pair, .. } => Some((ord.attr(), pair)),
            Atom::Next { cycle, pair } => Some((cycle.attr, pair)),
            Atom::Sum { pair, .. } => Some((Attr::Number, pair)),
            Atom::In { .. } | Atom::Seen { .. } | Atom::Pos { .. } => None,
        }
    }

    /// Which values of the later card go with this value of the earlier one.
    #[inline]
    pub(super) fn partners(&self, earlier: u8) -> Values {
        match self {
            Atom::Same { part, .. } => part.block(earlier),
            // Bit `later − earlier + 5` of the steps, for each later value from 0 to 5.
            Atom::Diff { set, .. } => Values((set.0 >> (5 - earlier)) as u8 & 0b111111),
            Atom::Next { cycle, .. } => match cycle.next[usize::from(earlier)] {
                OUTSIDE => Values(0),
                next => Values(1 << next),
            },
            // Bit `later + earlier` of the sums: both count from 0 here, the sums from 2.
            Atom::Sum { set, .. } => Values((set.0 >> earlier) as u8 & 0b111111),
            Atom::In { .. } | Atom::Seen { .. } | Atom::Pos { .. } => Values(0),
        }
    }

    #[inline]
    fn holds(&self, moment: &Moment) -> bool {
        match self {
            Atom::In { attr, set, card } => set.has(moment.value(*card, *attr)),
            Atom::Seen { part } => {
                part.block(moment.value(At::This, part.attr)).0 & moment.seen[part.attr as usize].0 != 0
            }
            Atom::Pos { m, set } => set >> (moment.k % m) & 1 == 1,
            Atom::Same { part: Part { attr, .. }, pair } | Atom::Next { cycle: Cycle { attr, .. }, pair } => {
                self.holds_between(moment, *attr, *pair)
            }
            Atom::Diff { ord, pair, .. } => self.holds_between(moment, ord.attr(), *pair),
            Atom::Sum { pair, .. } => self.holds_between(moment, Attr::Number, *pair),
        }
    }

    #[inline]
    fn holds_between(&self, moment: &Moment, attr: Attr, pair: Pair) -> bool {
        self.partners(moment.value(pair.earlier(), attr)).has(moment.value(pair.later(), attr))
    }
}

impl Lit {
    pub(super) const fn negated(self) -> Lit {
        Lit { not: !self.not, atom: self.atom }
    }

    #[inline]
    fn combine(&self, truth: &mut impl FnMut(&Atom) -> u64) -> u64 {
        let truth = truth(&self.atom);
        if self.not { !truth } else { truth }
    }
}

impl Clause {
    #[inline]
    fn combine(&self, truth: &mut impl FnMut(&Atom) -> u64) -> u64 {
        match self {
            Clause::Lit(lit) => lit.combine(truth),
            Clause::And(one, two) => one.combine(truth) & two.combine(truth),
            Clause::Or(one, two) => one.combine(truth) | two.combine(truth),
        }
    }

    fn lits(self) -> impl Iterator<Item = Lit> + Clone {
        let (one, two) = match self {
            Clause::Lit(lit) => (lit, None),
            Clause::And(one, two) | Clause::Or(one, two) => (one, Some(two)),
        };
        std::iter::once(one).chain(two)
    }
}

impl Rule {
    /// A rule of one literal.
    pub(super) const fn lit(lit: Lit) -> Rule {
        Rule::One(Clause::Lit(lit))
    }

    /// Both clauses; two literals make one clause.
    pub(super) const fn and(one: Clause, two: Clause) -> Rule {
        match (one, two) {
            (Clause::Lit(one), Clause::Lit(two)) => Rule::One(Clause::And(one, two)),
            _ => Rule::And(one, two),
        }
    }

    /// Either clause; two literals make one clause.
    pub(super) const fn or(one: Clause, two: Clause) -> Rule {
        match (one, two) {
            (Clause::Lit(one), Clause::Lit(two)) => Rule::One(Clause::Or(one, two)),
            _ => Rule::Or(one, two),
        }
    }

    /// Its literals from left to right.
    pub(super) fn lits(&self) -> impl Iterator<Item = Lit> + Clone {
        let (guard, one, two) = match *self {
            Rule::One(clause) => (None, clause, None),
            Rule::And(one, two) | Rule::Or(one, two) => (None, one, Some(two)),
            Rule::If(guard, clause) => (Some(guard), clause, None),
            Rule::IfElse(guard, one, two) => (Some(guard), one, Some(two)),
        };
        guard.into_iter().chain(one.lits()).chain(two.into_iter().flat_map(Clause::lits))
    }

    /// The number of atoms.
    pub(super) fn size(&self) -> u8 {
        self.lits().count() as u8
    }

    /// The truth of the rule in up to 64 cases at once, from the truth of its atoms in them.
    #[inline]
    pub(super) fn combine(&self, mut truth: impl FnMut(&Atom) -> u64) -> u64 {
        let truth = &mut truth;
        match self {
            Rule::One(clause) => clause.combine(truth),
            Rule::And(one, two) => one.combine(truth) & two.combine(truth),
            Rule::Or(one, two) => one.combine(truth) | two.combine(truth),
            Rule::If(guard, clause) => !guard.combine(truth) | clause.combine(truth),
            Rule::IfElse(guard, one, two) => {
                let guard = guard.combine(truth);
                guard & one.combine(truth) | !guard & two.combine(truth)
            }
        }
    }

    /// Whether the card of this moment is correct.
    #[inline]
    pub(super) fn allows(&self, moment: &Moment) -> bool {
        self.combine(|atom| if atom.holds(moment) { 1 } else { 0 }) & 1 == 1
    }
}

/// A card's values, by attribute.
pub(super) type Face = [u8; 4];

/// What is printed on a card, as ids of values.
#[inline]
pub(super) fn face(card: Card) -> Face {
    FACES[usize::from(card.number())]
}

static FACES: [Face; Card::COUNT] = {
    let mut faces = [[0; 4]; Card::COUNT];
    let mut number = 0;
    while number < Card::COUNT {
        let Some(card) = Card::new(number as u8) else { panic!("cards are numbered from 0") };
        faces[number] = [
            card.colour().id() as u8,
            card.symbol().id() as u8,
            card.value() - 1,
            card.background().id() as u8,
        ];
        number += 1;
    }
    faces
};

/// A set of cards of which the bits can be reckoned with, one for each card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cards(u64);

impl Cards {
    pub(super) const EMPTY: Cards = Cards(0);
    pub(super) const FULL: Cards = Cards((1 << Card::COUNT) - 1);

    #[inline]
    pub(super) const fn only(card: Card) -> Cards {
        Cards(1 << card.number())
    }

    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) const fn contains(self, card: Card) -> bool {
        self.0 >> card.number() & 1 == 1
    }

    #[inline]
    pub(super) const fn first(self) -> Option<Card> {
        Card::new(self.0.trailing_zeros() as u8)
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let card = Cards(rest).first()?;
            rest &= rest - 1;
            Some(card)
        })
    }
}

impl BitAnd for Cards {
    type Output = Cards;

    #[inline]
    fn bitand(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }
}

impl BitOr for Cards {
    type Output = Cards;

    #[inline]
    fn bitor(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }
}

impl Sub for Cards {
    type Output = Cards;

    #[inline]
    fn sub(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }
}

/// The cards whose attribute is one of the values.
#[inline]
pub(super) fn cards_with(attr: Attr, set: Values) -> Cards {
    CARDS[attr as usize][usize::from(set.0 & 0b111111)]
}

static CARDS: [[Cards; 64]; 4] = {
    let mut table = [[Cards::EMPTY; 64]; 4];
    let mut number = 0;
    while number < Card::COUNT {
        let mut attr = 0;
        while attr < 4 {
            let mut set = 0;
            while set < 64 {
                if set >> FACES[number][attr] & 1 == 1 {
                    table[attr][set].0 |= 1 << number;
                }
                set += 1;
            }
            attr += 1;
        }
        number += 1;
    }
    table
};

/// A card that is to be judged, and all that matters of the row before it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moment {
    /// This card, the row's last, the one before, the starting card.
    faces: [Face; 4],
    /// The place of this card; the starting card has place 0.
    pub(super) k: u8,
    /// Which values are in the row, by attribute.
    seen: [Seen; 4],
}

#[derive(Clone, Copy, Debug, Default)]
struct Seen(u8);

impl Moment {
    /// The first card to be judged after this starting card; it is not known yet.
    #[inline]
    pub(super) fn after(first: Card) -> Moment {
        let first = face(first);
        Moment { faces: [first; 4], k: 1, seen: first.map(|value| Seen(1 << value)) }
    }

    /// The moment with this card to be judged.
    #[inline]
    pub(super) fn with(mut self, this: Card) -> Moment {
        self.faces[0] = face(this);
        self
    }

    /// The card joins the row, and the next one is to be judged.
    #[inline]
    pub(super) fn join(&mut self, card: Card) {
        let card = face(card);
        // Of one card the one before the last is the starting card itself.
        self.faces[2] = self.faces[1];
        self.faces[1] = card;
        self.k += 1;
        for (seen, value) in self.seen.iter_mut().zip(card) {
            seen.0 |= 1 << value;
        }
    }

    #[inline]
    fn value(&self, at: At, attr: Attr) -> u8 {
        self.faces[at as usize][attr as usize]
    }
}

/// A rule of one atom about values as a table: for those that are asked about row after row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quick {
    attr: Attr,
    later: At,
    earlier: At,
    /// A bit for each earlier value times six plus the later value.
    table: u64,
}

impl Quick {
    /// The rule as a table, if it is that simple.
    pub(super) fn new(rule: &Rule) -> Option<Quick> {
        let Rule::One(Clause::Lit(lit)) = rule else { return None };
        let (attr, later, earlier) = match lit.atom {
            Atom::In { attr, card, .. } => (attr, card, card),
            Atom::Seen { .. } | Atom::Pos { .. } => return None,
            Atom::Same { .. } | Atom::Diff { .. } | Atom::Next { .. } | Atom::Sum { .. } => {
                let (attr, pair) = lit.atom.relation()?;
                (attr, pair.later(), pair.earlier())
            }
        };
        let mut table = 0;
        for value in 0..attr.count() {
            let partners = match lit.atom {
                Atom::In { set, .. } => set,
                _ => lit.atom.partners(value),
            };
            table |= u64::from(if lit.not { !partners.0 & 0b111111 } else { partners.0 }) << (6 * value);
        }
        Some(Quick { attr, later, earlier, table })
    }

    /// Whether the card of this moment is correct.
    #[inline]
    pub(super) fn allows(&self, moment: &Moment) -> bool {
        let (later, earlier) = (moment.value(self.later, self.attr), moment.value(self.earlier, self.attr));
        self.table >> (6 * earlier + later) & 1 == 1
    }
}

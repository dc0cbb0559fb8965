//! Whether two rules mean the same after a given starting card, and if not, a row that shows it.
//!
//! Exact, and fast without tables: for a given place, last card and last but one, each atom but `Seen`
//! is a set of cards that could come next, one word; so a rule judges all 53 candidates at once.
//! Cards of the row that no atom looks at (other than through `Seen`) need not be tried one by one.
//! What `Seen` atoms can make of the cards in between is a question of covering: some of them
//! must, the others must not be matched, with exactly so many different cards.

use std::ops::RangeInclusive;

use boxwood_kit::{Card, Pile};

use super::rule::{At, Atom, Cards, MOST_ATOMS, Moment, Part, Rule, cards_with, face};

/// The most different partitions that two rules can ask about the cards seen.
const MOST_SEEN: usize = 2 * MOST_ATOMS;

/// What judges cards.
#[derive(Clone, Copy, Debug)]
pub(super) enum Judge<'a> {
    /// This rule.
    By(&'a Rule),
    /// Every card is correct.
    Always,
    /// No card is correct.
    Never,
}

/// A row on which two judges differ: the cards after the starting card, and the one to be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) row: Pile<Card, 24>,
    pub(super) this: Card,
}

/// Whether two rules give the same verdict on every row with this starting card and so many cards.
pub(super) fn are_equal(one: &Rule, two: &Rule, first: Card, cards: u8) -> bool {
    one == two
        || !differ_soon(one, two, first, cards)
            && Search::new([Judge::By(one), Judge::By(two)], first, cards).any().is_none()
}

/// Whether one short row shows that the rules differ, as it does for most; the search takes longer.
fn differ_soon(one: &Rule, two: &Rule, first: Card, cards: u8) -> bool {
    let mut moment = Moment::after(first);
    Card::all().step_by(7).filter(|&card| card != first).take(cards.into()).any(|card| {
        let this = moment.with(card);
        moment.join(card);
        one.allows(&this) != two.allows(&this)
    })
}

/// Whether the rule allows every card, or none, whatever happens (L3).
pub(super) fn is_constant(rule: &Rule, first: Card, cards: u8) -> Option<bool> {
    let is = |judge| Search::new([Judge::By(rule), judge], first, cards).any().is_none();
    match () {
        () if is(Judge::Always) => Some(true),
        () if is(Judge::Never) => Some(false),
        () => None,
    }
}

/// A shortest row on which the rules differ, if they do.
pub(super) fn shortest_difference(one: &Rule, two: &Rule, first: Card, cards: u8) -> Option<Difference> {
    Search::new([Judge::By(one), Judge::By(two)], first, cards).shortest()
}

/// The cards that satisfy the atom as the next one, where it does not ask what has been seen.
#[inline]
pub(super) fn candidates(atom: &Atom, prev: Card, prev2: Card, first: Card, k: u8) -> Cards {
    let either = |holds| if holds { Cards::FULL } else { Cards::EMPTY };
    let at = |at| match at {
        At::This | At::Prev => prev,
        At::Prev2 => prev2,
        At::First => first,
    };
    match *atom {
        Atom::In { attr, set, card: At::This } => cards_with(attr, set),
        Atom::In { attr, set, card } => either(set.has(face(at(card))[attr as usize])),
        Atom::Pos { m, set } => either(set >> (k % m) & 1 == 1),
        Atom::Seen { .. } => Cards::EMPTY,
        Atom::Same { .. } | Atom::Diff { .. } | Atom::Next { .. } | Atom::Sum { .. } => {
            let (attr, pair) = atom.relation().expect("these are about two cards");
            let partners = atom.partners(face(at(pair.earlier()))[attr as usize]);
            match pair.later() {
                At::This => cards_with(attr, partners),
                later => either(partners.has(face(at(later))[attr as usize])),
            }
        }
    }
}

/// How many of the last cards the atoms of the rules look at, other than by `Seen`.
pub(super) fn depth(rules: &[&Rule]) -> u8 {
    let looks_at = |at: At| match at {
        At::This | At::First => 0,
        At::Prev => 1,
        At::Prev2 => 2,
    };
    let atoms = rules.iter().flat_map(|rule| rule.lits()).map(|lit| lit.atom);
    let depth = |atom: Atom| match atom {
        Atom::In { card, .. } => looks_at(card),
        Atom::Seen { .. } | Atom::Pos { .. } => 0,
        Atom::Same { .. } | Atom::Diff { .. } | Atom::Next { .. } | Atom::Sum { .. } => {
            let (_, pair) = atom.relation().expect("these are about two cards");
            looks_at(pair.earlier()).max(looks_at(pair.later()))
        }
    };
    atoms.map(depth).max().unwrap_or(0)
}

/// Some of the row's cards, and the places at which this is what matters of the row.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    pub(super) prev: Card,
    pub(super) prev2: Card,
    /// The starting card and those at the end that are looked at. The others lie in between.
    pub(super) fixed: Cards,
    pub(super) places: RangeInclusive<u8>,
}

/// Every way a row of at most `cards` can end, as far as rules of this depth look; short rows first.
pub(super) fn endings(first: Card, depth: u8, cards: u8) -> impl Iterator<Item = Ending> {
    let start = Cards::only(first);
    let others = Cards::FULL - start;
    let until = move |k: u8, its_depth: u8| if its_depth == depth { cards } else { k };
    let alone = Ending { prev: first, prev2: first, fixed: start, places: 1..=until(1, 0) };
    let one = others.iter().filter(move |_| depth >= 1).map(move |prev| Ending {
        prev,
        prev2: first,
        fixed: start | Cards::only(prev),
        places: 2..=until(2, 1),
    });
    let two = others.iter().filter(move |_| depth >= 2).flat_map(move |prev| {
        (others - Cards::only(prev)).iter().map(move |prev2| Ending {
            prev,
            prev2,
            fixed: start | Cards::only(prev) | Cards::only(prev2),
            places: 3..=until(3, 2),
        })
    });
    std::iter::once(alone).chain(one).chain(two)
}

struct Search<'a> {
    judges: [Judge<'a>; 2],
    first: Card,
    cards: u8,
    depth: u8,
    /// The partitions of all `Seen` atoms, each once.
    seen: Pile<SeenPart, MOST_SEEN>,
    /// By how many cards an ending fixes: its places, together where no `Pos` atom tells them apart.
    classes: [Pile<u32, 12>; 3],
}

#[derive(Clone, Copy, PartialEq)]
struct SeenPart(Part);

impl Default for SeenPart {
    fn default() -> SeenPart {
        SeenPart(Part::parity())
    }
}

impl<'a> Search<'a> {
    fn new(judges: [Judge<'a>; 2], first: Card, cards: u8) -> Search<'a> {
        let mut seen = Pile::new();
        let mut deepest = 0;
        for judge in judges {
            let Judge::By(rule) = judge else { continue };
            deepest = deepest.max(depth(&[rule]));
            for lit in rule.lits() {
                if let Atom::Seen { part } = lit.atom
                    && !seen.contains(&SeenPart(part))
                {
                    seen.push(SeenPart(part));
                }
            }
        }
        let classes = [0, 1, 2].map(|fixed| match fixed <= deepest {
            true => alike(&judges, fixed + 1..=if fixed == deepest { cards } else { fixed + 1 }),
            false => Pile::new(),
        });
        Search { judges, first, cards, depth: deepest, seen, classes }
    }

    /// Any difference.
    fn any(&self) -> Option<Difference> {
        endings(self.first, self.depth, self.cards).find_map(|ending| {
            let classes = &self.classes[ending.fixed.len() - 1];
            classes.iter().find_map(|&places| self.at(&ending, places)).map(|(_, found)| found)
        })
    }

    /// A difference with the fewest cards.
    fn shortest(&self) -> Option<Difference> {
        let mut best: Option<(u8, Difference)> = None;
        for ending in endings(self.first, self.depth, self.cards) {
            if best.is_some_and(|(k, _)| k <= *ending.places.start()) {
                break;
            }
            for &places in &self.classes[ending.fixed.len() - 1] {
                if let Some((k, found)) = self.at(&ending, places)
                    && best.is_none_or(|(shortest, _)| k < shortest)
                {
                    best = Some((k, found));
                }
            }
        }
        best.map(|(_, found)| found)
    }

    /// A difference after this ending at one of these places, which are alike; with the place.
    fn at(&self, ending: &Ending, places: u32) -> Option<(u8, Difference)> {
        let k = places.trailing_zeros() as u8;
        let free = Cards::FULL - ending.fixed;
        if !self.seen.is_empty() {
            let found = free.iter().filter_map(|this| self.with_seen(ending, places, this));
            return found.min_by_key(|(k, _)| *k);
        }
        let judge = |judge: Judge| match judge {
            Judge::Always => u64::MAX,
            Judge::Never => 0,
            Judge::By(rule) => {
                rule.combine(|atom| candidates(atom, ending.prev, ending.prev2, self.first, k).bits())
            }
        };
        let differ = (judge(self.judges[0]) ^ judge(self.judges[1])) & free.bits();
        let this = Card::new(differ.trailing_zeros() as u8)?;
        let between = free - Cards::only(this);
        Some((k, self.difference(ending, between, k, this)))
    }

    /// The same for one candidate, where the cards in between matter by what of them has been seen.
    fn with_seen(&self, ending: &Ending, places: u32, this: Card) -> Option<(u8, Difference)> {
        let any_place = places.trailing_zeros() as u8;
        let free = Cards::FULL - ending.fixed - Cards::only(this);
        let mut like = [Cards::EMPTY; MOST_SEEN];
        let mut sure = 0; // what the fixed cards already match
        for (bit, SeenPart(part)) in self.seen.iter().enumerate() {
            let alike = cards_with(part.attr, part.block(face(this)[part.attr as usize]));
            like[bit] = alike & free;
            sure |= usize::from(!(alike & ending.fixed).is_empty()) << bit;
        }
        let all = (1 << self.seen.len()) - 1;
        let mut best: Option<(u8, Difference)> = None;
        // Each case is a set of `Seen` atoms that hold; 64 of them at a time.
        for block in (0..=all).step_by(64) {
            let truth = |atom: &Atom| match atom {
                Atom::Seen { part } => {
                    let bit = self.seen.iter().position(|known| known.0 == *part);
                    cases_with(bit.expect("every partition was collected"), block)
                }
                _ if candidates(atom, ending.prev, ending.prev2, self.first, any_place).contains(this) => {
                    u64::MAX
                }
                _ => 0,
            };
            let judge = |judge: Judge| match judge {
                Judge::Always => u64::MAX,
                Judge::Never => 0,
                Judge::By(rule) => rule.combine(truth),
            };
            let mut differ = judge(self.judges[0]) ^ judge(self.judges[1]);
            while differ != 0 {
                let case = block + differ.trailing_zeros() as usize;
                differ &= differ - 1;
                if case > all || case & sure != sure {
                    continue;
                }
                let found = self.cover(ending, places, free, &like[..self.seen.len()], case, case & !sure);
                if let Some((k, between)) = found
                    && best.is_none_or(|(shortest, _)| k < shortest)
                {
                    best = Some((k, self.difference(ending, between, k, this)));
                }
            }
        }
        best
    }

    /// The first of the places at which exactly the atoms of `case` can hold, if the cards in between must
    /// still match those of `need`; and the free cards with a choice for in between at the front.
    fn cover(
        &self,
        ending: &Ending,
        places: u32,
        free: Cards,
        like: &[Cards],
        case: usize,
        need: usize,
    ) -> Option<(u8, Between)> {
        let is_in = |bit: &usize| case >> bit & 1 == 1;
        let allowed = (0..like.len()).filter(|bit| !is_in(bit)).fold(free, |cards, bit| cards - like[bit]);
        let chosen = smallest_cover(allowed, like, need)?;
        let fixed = ending.fixed.len() as u8;
        let (fewest, most) = (fixed + chosen.len() as u8, fixed + allowed.len() as u8);
        let k = (0..32u8).find(|&k| places >> k & 1 == 1 && (fewest..=most).contains(&k))?;
        Some((k, Between { chosen, others: allowed - chosen }))
    }

    fn difference(&self, ending: &Ending, between: impl Into<Between>, k: u8, this: Card) -> Difference {
        let between = between.into();
        let some = usize::from(k) - ending.fixed.len();
        let mut row: Pile<Card, 24> = between.chosen.iter().chain(between.others.iter()).take(some).collect();
        if ending.fixed.contains(ending.prev2) && ending.fixed.len() == 3 {
            row.push(ending.prev2);
        }
        if ending.fixed.len() >= 2 {
            row.push(ending.prev);
        }
        Difference { row, this }
    }
}

/// The places, together where no `Pos` atom of the judges tells them apart; a bit for each.
fn alike(judges: &[Judge; 2], places: RangeInclusive<u8>) -> Pile<u32, 12> {
    let mut classes: Pile<u32, 12> = Pile::new();
    let mut keys: Pile<u16, 12> = Pile::new();
    for k in places {
        let mut key = 0;
        for judge in judges {
            let Judge::By(rule) = judge else { continue };
            for lit in rule.lits() {
                if let Atom::Pos { m, set } = lit.atom {
                    key = key << 1 | u16::from(set >> (k % m) & 1);
                }
            }
        }
        match keys.iter().position(|&known| known == key) {
            Some(class) => classes[class] |= 1 << k,
            None => {
                keys.push(key);
                classes.push(1 << k);
            }
        }
    }
    classes
}

/// Cards that may lie between: some that must, and others to fill up with.
struct Between {
    chosen: Cards,
    others: Cards,
}

impl From<Cards> for Between {
    fn from(others: Cards) -> Between {
        Between { chosen: Cards::EMPTY, others }
    }
}

/// As few of the allowed cards as possible that together match everything needed.
fn smallest_cover(allowed: Cards, like: &[Cards], need: usize) -> Option<Cards> {
    let one_of = |cards: Cards| cards.first().map(Cards::only);
    let (low, rest) = (need.trailing_zeros() as usize, need & need.wrapping_sub(1));
    match need.count_ones() {
        0 => Some(Cards::EMPTY),
        1 => one_of(allowed & like[low]),
        2 => {
            let high = rest.trailing_zeros() as usize;
            let both = one_of(allowed & like[low] & like[high]);
            both.or_else(|| Some(one_of(allowed & like[low])? | one_of(allowed & like[high])?))
        }
        _ => smallest_cover_of_many(allowed, like, need),
    }
}

/// The same for three or more: each round adds one card to the covers of the round before.
fn smallest_cover_of_many(allowed: Cards, like: &[Cards], need: usize) -> Option<Cards> {
    let matched = |card: Card| {
        let bits = like.iter().enumerate().filter(|(_, like)| like.contains(card));
        bits.fold(0, |set, (bit, _)| set | 1 << bit) & need
    };
    let mut kinds: Vec<(usize, Card)> = vec![];
    for card in allowed.iter() {
        let kind = matched(card);
        if kind != 0 && kinds.iter().all(|(known, _)| *known != kind) {
            kinds.push((kind, card));
        }
    }
    let mut covers: Vec<Option<Cards>> = vec![None; need + 1];
    covers[0] = Some(Cards::EMPTY);
    for _ in 0..like.len() {
        if covers[need].is_some() {
            break;
        }
        for (covered, cover) in covers.clone().into_iter().enumerate() {
            let Some(cover) = cover else { continue };
            for &(kind, card) in &kinds {
                covers[covered | kind].get_or_insert(cover | Cards::only(card));
            }
        }
    }
    covers[need]
}

/// In which of the 64 cases from `block` on this bit is set.
fn cases_with(bit: usize, block: usize) -> u64 {
    const PATTERNS: [u64; 6] = [
        0xAAAA_AAAA_AAAA_AAAA,
        0xCCCC_CCCC_CCCC_CCCC,
        0xF0F0_F0F0_F0F0_F0F0,
        0xFF00_FF00_FF00_FF00,
        0xFFFF_0000_FFFF_0000,
        0xFFFF_FFFF_0000_0000,
    ];
    match PATTERNS.get(bit) {
        Some(pattern) => *pattern,
        None if block >> bit & 1 == 1 => u64::MAX,
        None => 0,
    }
}

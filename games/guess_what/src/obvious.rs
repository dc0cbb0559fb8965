//! The decision procedure as the rules describe it, slow and plain, to hold the fast one against.

use boxwood_kit::{Card, CardSet, Rng};

use super::rule::{At, Atom, Attr, Clause, Cycle, Lit, Ord, Pair, Part, Rule, Steps, Sums, Values};

/// Whether the rules agree on all rows of different cards; if not, the shortest place of a difference.
pub(super) fn first_difference(one: &Rule, two: &Rule, first: Card, cards: u8) -> Option<u8> {
    let mut best = None;
    let others = CardSet::FULL - CardSet::only(first);
    for prev in others {
        for prev2 in others - CardSet::only(prev) {
            for this in others - CardSet::only(prev) - CardSet::only(prev2) {
                let rows: [(u8, &[Card]); 3] =
                    [(1, &[first]), (2, &[first, prev]), (3, &[first, prev2, prev])];
                for (k, row) in rows {
                    let limit = best.unwrap_or(cards + 1);
                    let found = if k < 3 {
                        (k < limit && differs(one, two, row, this, k)).then_some(k)
                    } else {
                        in_between(one, two, row, this, limit)
                    };
                    best = found.or(best);
                }
            }
        }
    }
    best
}

/// The first place below the limit at which some cards between `first` and `prev2` make a difference.
fn in_between(one: &Rule, two: &Rule, row: &[Card], this: Card, limit: u8) -> Option<u8> {
    let parts: Vec<Part> = seen_parts(one).chain(seen_parts(two)).collect();
    let matched = |card: Card| -> usize {
        let is_alike = |part: &Part| part.block(value(card, part.attr)).has(value(this, part.attr));
        parts.iter().enumerate().filter(|(_, part)| is_alike(part)).map(|(bit, _)| 1 << bit).sum()
    };
    // After some of the unused cards: which sets of atoms exactly so many of them can make true.
    let most = usize::from(limit.saturating_sub(4));
    let mut reachable = vec![vec![false; 1 << parts.len()]; most + 1];
    reachable[0][0] = true;
    if !parts.is_empty() {
        for card in Card::all().filter(|card| !row.contains(card) && *card != this) {
            let kind = matched(card);
            for cards in (0..most).rev() {
                for set in 0..1 << parts.len() {
                    if reachable[cards][set] {
                        reachable[cards + 1][set | kind] = true;
                    }
                }
            }
        }
    }
    (3..limit).find(|&k| {
        let by_cards = if parts.is_empty() { &reachable[0] } else { &reachable[usize::from(k) - 3] };
        (0..1 << parts.len()).any(|set| {
            by_cards[set] && {
                let judge = |rule: &Rule| {
                    holds(rule, row, this, k, &|part| {
                        let bit = parts.iter().position(|known| known == part).unwrap();
                        set >> bit & 1 == 1
                    })
                };
                judge(one) != judge(two)
            }
        })
    })
}

fn differs(one: &Rule, two: &Rule, row: &[Card], this: Card, k: u8) -> bool {
    holds(one, row, this, k, &|_| false) != holds(two, row, this, k, &|_| false)
}

fn seen_parts(rule: &Rule) -> impl Iterator<Item = Part> {
    rule.lits().filter_map(|lit| match lit.atom {
        Atom::Seen { part } => Some(part),
        _ => None,
    })
}

/// The verdict by the words of the rules, on known cards of the row and what else has been seen.
pub(super) fn holds(rule: &Rule, row: &[Card], this: Card, k: u8, seen: &dyn Fn(&Part) -> bool) -> bool {
    let lit = |lit: &Lit| atom_holds(&lit.atom, row, this, k, seen) != lit.not;
    let clause = |clause: &Clause| match clause {
        Clause::Lit(one) => lit(one),
        Clause::And(one, two) => lit(one) && lit(two),
        Clause::Or(one, two) => lit(one) || lit(two),
    };
    match rule {
        Rule::One(one) => clause(one),
        Rule::And(one, two) => clause(one) && clause(two),
        Rule::Or(one, two) => clause(one) || clause(two),
        Rule::If(guard, one) => !lit(guard) || clause(one),
        Rule::IfElse(guard, one, two) => {
            if lit(guard) {
                clause(one)
            } else {
                clause(two)
            }
        }
    }
}

fn atom_holds(atom: &Atom, row: &[Card], this: Card, k: u8, seen: &dyn Fn(&Part) -> bool) -> bool {
    let prev = row[row.len() - 1];
    let prev2 = if row.len() > 1 { row[row.len() - 2] } else { prev };
    let card = |at: At| match at {
        At::This => this,
        At::Prev => prev,
        At::Prev2 => prev2,
        At::First => row[0],
    };
    let pair_of = |pair: Pair, attr| {
        (i32::from(value(card(pair.later()), attr)), i32::from(value(card(pair.earlier()), attr)))
    };
    match atom {
        Atom::In { attr, set, card: at } => set.has(value(card(*at), *attr)),
        Atom::Same { part, pair } => {
            let (one, two) = pair_of(*pair, part.attr);
            part.blocks().any(|block| block.has(one as u8) && block.has(two as u8))
        }
        Atom::Seen { part } => {
            let alike = |card: &Card| part.block(value(*card, part.attr)).has(value(this, part.attr));
            row.iter().any(alike) || seen(part)
        }
        Atom::Diff { ord, set, pair } => {
            let (one, two) = pair_of(*pair, ord.attr());
            set.iter().any(|step| i32::from(step) == one - two)
        }
        Atom::Next { cycle, pair } => {
            let (one, two) = pair_of(*pair, cycle.attr);
            let values: Vec<u8> = cycle.values().collect();
            values.iter().enumerate().any(|(index, &value)| {
                i32::from(value) == two && i32::from(values[(index + 1) % values.len()]) == one
            })
        }
        Atom::Sum { set, pair } => {
            let (one, two) = pair_of(*pair, Attr::Number);
            set.iter().any(|sum| i32::from(sum) == one + 1 + two + 1)
        }
        Atom::Pos { m, set } => set >> (k % m) & 1 == 1,
    }
}

fn value(card: Card, attr: Attr) -> u8 {
    match attr {
        Attr::Colour => card.colour().id() as u8,
        Attr::Symbol => card.symbol().id() as u8,
        Attr::Number => card.value() - 1,
        Attr::Background => card.background().id() as u8,
    }
}

/// Any rule of the language.
pub(super) fn any_rule(rng: &mut Rng) -> Rule {
    let one = any_clause(rng);
    match rng.below(8) {
        0..=2 => Rule::One(one),
        3 => Rule::and(one, any_clause(rng)),
        4 => Rule::or(one, any_clause(rng)),
        5 => Rule::If(any_lit(rng), one),
        _ => Rule::IfElse(any_lit(rng), one, any_clause(rng)),
    }
}

fn any_clause(rng: &mut Rng) -> Clause {
    match rng.below(4) {
        0 | 1 => Clause::Lit(any_lit(rng)),
        2 => Clause::And(any_lit(rng), any_lit(rng)),
        _ => Clause::Or(any_lit(rng), any_lit(rng)),
    }
}

fn any_lit(rng: &mut Rng) -> Lit {
    loop {
        if let Some(atom) = any_atom(rng).and_then(Atom::sound) {
            return Lit { not: rng.below(2) == 0, atom };
        }
    }
}

fn any_atom(rng: &mut Rng) -> Option<Atom> {
    let attr = *rng.choose(&Attr::ALL);
    let pair = *rng.choose(&Pair::ALL);
    Some(match rng.below(7) {
        0 => Atom::In { attr, set: Values(rng.below(64) as u8), card: *rng.choose(&At::ALL) },
        1 => Atom::Same { part: any_part(attr, rng)?, pair },
        2 => Atom::Seen { part: any_part(attr, rng)? },
        3 => Atom::Diff { ord: *rng.choose(&[Ord::Number, Ord::Symbol]), set: any_steps(rng), pair },
        4 => {
            let mut values: Vec<u8> = (0..6).collect();
            rng.shuffle(&mut values);
            values.truncate(2 + rng.index(5));
            Atom::Next { cycle: Cycle::new(attr, &values)?, pair }
        }
        5 => Atom::Sum { set: Sums(rng.below(2048) as u16), pair },
        _ => {
            let m = 2 + rng.below(3) as u8;
            Atom::Pos { m, set: rng.below(1 << m) as u8 }
        }
    })
}

fn any_steps(rng: &mut Rng) -> Steps {
    let any = Steps(rng.below(2048) as u16);
    *rng.choose(&[Steps::HIGHER, Steps::NOT_HIGHER, Steps::ONE_AWAY, any])
}

fn any_part(attr: Attr, rng: &mut Rng) -> Option<Part> {
    match rng.below(3) {
        0 => Some(Part::single(attr)),
        1 if attr == Attr::Number => Some(*rng.choose(&[Part::parity(), Part::size()])),
        _ => {
            let blocks = 2 + rng.below(2);
            let mut sets = vec![Values(0); blocks as usize];
            for value in 0..attr.count() {
                rng_set(&mut sets, rng).0 |= 1 << value;
            }
            sets.retain(|set| set.0 != 0);
            Part::new(attr, &sets)
        }
    }
}

fn rng_set<'a>(sets: &'a mut [Values], rng: &mut Rng) -> &'a mut Values {
    let index = rng.index(sets.len());
    &mut sets[index]
}

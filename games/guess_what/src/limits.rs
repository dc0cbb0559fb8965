//! What a secret rule must be: not too large (L1), neither too strict nor too lax (L2), and not without
//! a choice (L3).

use std::sync::LazyLock;

use boxwood_engine::Illegal;
use boxwood_kit::{Card, Rng};
use boxwood_scene::count;

use super::equality::{candidates, depth, endings, is_constant};
use super::rule::{Atom, Cards, Moment, Rule};

/// L2 looks at so many cards, however long a round is.
const LOOK_AHEAD: u8 = 12;
/// L2 plays so many rows where counting all would take too long.
const ROWS: usize = 4096;
const FOLLOWERS: u64 = 53;

/// The limits of one table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) max_atoms: u8,
    pub(super) density: bool,
    pub(super) cards_per_round: u8,
}

/// How many of so many cases a rule allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Density {
    pub(super) allowed: u64,
    pub(super) of: u64,
}

impl Density {
    /// From 10 to 90 in a hundred, both included.
    pub(super) fn is_fair(self) -> bool {
        10 * self.allowed >= self.of && 10 * self.allowed <= 9 * self.of
    }

    fn percent(self) -> u64 {
        (100 * self.allowed + self.of / 2) / self.of
    }
}

impl Limits {
    /// L1, L2 and L3.
    pub(super) fn check(&self, rule: &Rule, first: Card) -> Result<(), Illegal> {
        if rule.size() > self.max_atoms {
            let (parts, most) = (count(rule.size(), "part"), self.max_atoms);
            return Err(Illegal::new(
                "limit L1",
                format!("This rule has {parts}; at most {most} are allowed"),
            ));
        }
        match is_constant(rule, first, self.cards_per_round) {
            Some(true) => {
                return Err(Illegal::new("limit L3", "Every card would be correct, whatever is played"));
            }
            Some(false) => return Err(Illegal::new("limit L3", "No card could ever be correct")),
            None => {}
        }
        let density = if self.density { density(rule, first) } else { Density { allowed: 1, of: 2 } };
        if !density.is_fair() {
            let why = format!(
                "About {} cards in a hundred would be correct; between 10 and 90 are allowed",
                density.percent()
            );
            return Err(Illegal::new("limit L2", why));
        }
        Ok(())
    }
}

/// How likely a card is correct on average over the first twelve places, all rows being equally likely.
pub(super) fn density(rule: &Rule, first: Card) -> Density {
    if rule.lits().any(|lit| matches!(lit.atom, Atom::Seen { .. })) {
        played(rule, first)
    } else {
        counted(rule, first)
    }
}

/// Exact, over every ending of a row.
fn counted(rule: &Rule, first: Card) -> Density {
    let depth = depth(&[rule]);
    let has_places = rule.lits().any(|lit| matches!(lit.atom, Atom::Pos { .. }));
    let mut allowed = 0;
    for ending in endings(first, depth, LOOK_AHEAD) {
        let free = Cards::FULL - ending.fixed;
        // Each ending stands for all rows that have it: the longer it is, the fewer.
        let weight = match ending.fixed.len() {
            1 => (FOLLOWERS - 1) * (FOLLOWERS - 2),
            2 => FOLLOWERS - 2,
            _ => 1,
        };
        let at = |k| {
            let truth = rule.combine(|atom| candidates(atom, ending.prev, ending.prev2, first, k).bits());
            u64::from((truth & free.bits()).count_ones()) * weight
        };
        allowed += match has_places {
            true => ending.places.map(at).sum(),
            false => at(*ending.places.start()) * ending.places.count() as u64,
        };
    }
    Density { allowed, of: u64::from(LOOK_AHEAD) * FOLLOWERS * (FOLLOWERS - 1) * (FOLLOWERS - 2) }
}

/// An estimate from rows that are always the same.
fn played(rule: &Rule, first: Card) -> Density {
    let mut allowed = 0;
    for row in ROWS_PLAYED.iter() {
        let mut moment = Moment::after(first);
        for &place in row {
            // The other cards in their order, without the starting card.
            let number = place + u8::from(place >= first.number());
            let card = Card::new(number).expect("53 other cards");
            allowed += u64::from(rule.allows(&moment.with(card)));
            moment.join(card);
        }
    }
    Density { allowed, of: (ROWS * usize::from(LOOK_AHEAD)) as u64 }
}

static ROWS_PLAYED: LazyLock<Vec<[u8; LOOK_AHEAD as usize]>> = LazyLock::new(|| {
    let mut rng = Rng::from_number(1956); // the year of Eleusis
    let mut cards: [u8; FOLLOWERS as usize] = std::array::from_fn(|number| number as u8);
    (0..ROWS)
        .map(|_| {
            for place in 0..LOOK_AHEAD as usize {
                cards.swap(place, place + rng.index(FOLLOWERS as usize - place));
            }
            std::array::from_fn(|place| cards[place])
        })
        .collect()
});

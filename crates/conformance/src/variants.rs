//! The ways to set a game up that the laws play: every seat count, every value of every option, and every
//! two values together.

use std::collections::{HashMap, HashSet};

use boxwood_engine::{Game, Match, OptionSpec, Options};
use boxwood_kit::Seed;

/// One way to set a game up.
#[derive(Clone, Debug)]
pub struct Variant<O> {
    /// How many seats.
    pub seats: usize,
    /// The options.
    pub options: O,
    /// What is special about it, for messages.
    pub name: String,
}

/// Whether the laws take all night: every variant at every seat count, and more matches of each.
pub(crate) fn is_nightly() -> bool {
    std::env::var_os("BOXWOOD_NIGHTLY").is_some()
}

/// Every seat count with the default options; every value of each option at the lowest seat count and
/// another one; and rows of values that hold every two of them, each row at one seat count.
///
/// With `BOXWOOD_NIGHTLY`, every value and every row at every seat count.
///
/// A variant may still be refused by the game's setup.
pub fn variants<G: Game>() -> Vec<Variant<G::Options>> {
    let counts: Vec<usize> = (G::INFO.seats.0..=G::INFO.seats.1).collect();
    let table = Table::<G>::new();
    let mut all: Vec<Variant<G::Options>> = vec![];
    let default = vec![0; table.values.len()];
    all.extend(counts.iter().map(|&seats| table.variant(&default, seats)));
    for (number, row) in table.single_values().enumerate() {
        let other = 1 + number % (counts.len() - 1).max(1);
        let chosen = counts.iter().enumerate().filter(|(at, _)| is_nightly() || *at == 0 || *at == other);
        all.extend(chosen.map(|(_, &seats)| table.variant(&row, seats)));
    }
    for (number, row) in pairs(&table.sizes(), |row| table.can_be_played(row)).iter().enumerate() {
        let mut rotated = counts.iter().cycle().skip(number % counts.len()).take(counts.len());
        if is_nightly() {
            all.extend(rotated.map(|&seats| table.variant(row, seats)));
        } else {
            let seats = rotated.find(|&&seats| table.begins(row, seats));
            all.extend(seats.map(|&seats| table.variant(row, seats)));
        }
    }
    all
}

/// Which value each option has: 0 is its default.
type Row = Vec<usize>;

/// The options of a game with the values worth trying, the default first.
struct Table<G: Game> {
    specs: Vec<OptionSpec>,
    values: Vec<Vec<String>>,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Game> Table<G> {
    fn new() -> Table<G> {
        let specs = G::Options::specs();
        let values = specs.iter().map(|spec| {
            let others = spec.values.examples().into_iter().filter(|value| *value != spec.default);
            std::iter::once(spec.default.clone()).chain(others).collect()
        });
        Table { values: values.collect(), specs, game: std::marker::PhantomData }
    }

    fn sizes(&self) -> Vec<usize> {
        self.values.iter().map(Vec::len).collect()
    }

    fn single_values(&self) -> impl Iterator<Item = Row> {
        self.values.iter().enumerate().flat_map(move |(option, values)| {
            (1..values.len()).map(move |value| {
                let mut row = vec![0; self.values.len()];
                row[option] = value;
                row
            })
        })
    }

    fn options(&self, row: &Row) -> G::Options {
        let mut options = G::Options::default();
        for (option, &value) in row.iter().enumerate().filter(|(_, value)| **value > 0) {
            let set = options.set(self.specs[option].key, &self.values[option][value]);
            set.expect("the examples of an option are values of it");
        }
        options
    }

    fn variant(&self, row: &Row, seats: usize) -> Variant<G::Options> {
        let mut name = format!("{seats} seats");
        for (option, &value) in row.iter().enumerate().filter(|(_, value)| **value > 0) {
            name += &format!(", {} = {}", self.specs[option].key, self.values[option][value]);
        }
        Variant { seats, options: self.options(row), name }
    }

    fn begins(&self, row: &Row, seats: usize) -> bool {
        Match::<G>::new(self.options(row), seats, Seed::from_number(0)).is_ok()
    }

    fn can_be_played(&self, row: &Row) -> bool {
        (G::INFO.seats.0..=G::INFO.seats.1).any(|seats| self.begins(row, seats))
    }
}

/// A few rows in which every two values of two options stand together, unless they exclude one another.
///
/// Values beside the default are left out: with everything else at its default, they come alone.
fn pairs(sizes: &[usize], can_be: impl Fn(&Row) -> bool) -> Vec<Row> {
    let mut missing: Vec<[(usize, usize); 2]> = vec![];
    for (one, &size) in sizes.iter().enumerate() {
        for (other, &other_size) in sizes.iter().enumerate().skip(one + 1) {
            let both = (1..size).flat_map(|a| (1..other_size).map(move |b| [(one, a), (other, b)]));
            missing.extend(both);
        }
    }
    let mut left: HashSet<[(usize, usize); 2]> = missing.iter().copied().collect();
    let mut rows = vec![];
    for pair in missing {
        if !left.contains(&pair) {
            continue;
        }
        let mut row = vec![0; sizes.len()];
        pair.iter().for_each(|&(option, value)| row[option] = value);
        left.remove(&pair);
        if !can_be(&row) {
            continue;
        }
        for option in (0..sizes.len()).filter(|option| pair.iter().all(|(set, _)| set != option)) {
            let mut gains: HashMap<usize, usize> = HashMap::new();
            for other in left.iter().filter(|other| other.iter().any(|&(of, _)| of == option)) {
                let ((_, value), (beside, wanted)) =
                    if other[0].0 == option { (other[0], other[1]) } else { (other[1], other[0]) };
                if row[beside] == wanted {
                    *gains.entry(value).or_default() += 1;
                }
            }
            let mut best: Vec<(usize, usize)> =
                gains.into_iter().map(|(value, gain)| (gain, value)).collect();
            best.sort_unstable_by_key(|&(gain, value)| (std::cmp::Reverse(gain), value));
            let fits = best.into_iter().find(|&(_, value)| {
                row[option] = value;
                can_be(&row)
            });
            row[option] = fits.map_or(0, |(_, value)| value);
        }
        left.retain(|pair| pair.iter().any(|&(option, value)| row[option] != value));
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(rows: &[Row], one: (usize, usize), other: (usize, usize)) -> bool {
        rows.iter().any(|row| row[one.0] == one.1 && row[other.0] == other.1)
    }

    #[test]
    fn every_two_values_come_together_in_few_rows() {
        let sizes = [3, 2, 4, 3, 2, 2];
        let rows = pairs(&sizes, |_| true);
        for one in 0..sizes.len() {
            for other in one + 1..sizes.len() {
                for (a, b) in (1..sizes[one]).flat_map(|a| (1..sizes[other]).map(move |b| (a, b))) {
                    assert!(holds(&rows, (one, a), (other, b)), "{one}={a} with {other}={b}");
                }
            }
        }
        assert!(rows.len() <= 12, "{} rows instead of some 30 pairs", rows.len());
        assert_eq!(rows, pairs(&sizes, |_| true), "the same rows each time");
    }

    #[test]
    fn values_that_exclude_one_another_do_not_keep_others_apart() {
        let rows = pairs(&[2, 2, 2], |row| !(row[0] == 1 && row[1] == 1));
        assert!(!holds(&rows, (0, 1), (1, 1)));
        assert!(holds(&rows, (0, 1), (2, 1)) && holds(&rows, (1, 1), (2, 1)));
    }

    #[test]
    fn a_game_with_at_most_one_option_has_no_pairs() {
        assert!(pairs(&[], |_| true).is_empty());
        assert!(pairs(&[5], |_| true).is_empty());
    }
}

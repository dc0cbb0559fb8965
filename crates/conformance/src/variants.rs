//! Every seat count and every value of every option.

use boxwood_engine::{Game, Options, OptionsExt};

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

/// Every seat count with the default options, and with every value of each single option.
pub fn variants<G: Game>() -> Vec<Variant<G::Options>> {
    let (low, high) = G::INFO.seats;
    let mut all = vec![];
    for seats in low..=high {
        all.push(Variant { seats, options: G::Options::default(), name: format!("{seats} seats") });
        for spec in G::Options::specs() {
            for value in spec.values.examples() {
                let mut options = G::Options::default();
                options.set(spec.key, &value).expect("the examples of an option are values of it");
                if !options.to_json().is_empty() {
                    let name = format!("{seats} seats, {} = {value}", spec.key);
                    all.push(Variant { seats, options, name });
                }
            }
        }
    }
    all
}

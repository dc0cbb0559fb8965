//! The levels of bots are in their order, in every game: a small ladder with fixed seeds and budgets in steps,
//! which is the same on every machine. `cargo xtask ladder` plays the long one.

use boxwood_cli::duel::{Plan, duel};
use serde_json::Value;

/// So many steps for each decision, and so many seeds.
const STEPS: u32 = 60;
const PAIRS: u64 = 3;

fn share(game: &str, a: &str, b: &str) -> f64 {
    let who = |word: &str| word.parse().unwrap();
    let plan = Plan {
        a: who(a),
        b: who(b),
        pairs: PAIRS,
        seats: None,
        options: vec![],
        budget: Some(STEPS),
        seed: 1,
        time: None,
        as_json: true,
    };
    let mut out = vec![];
    duel(&mut out, game, &plan).unwrap();
    let told: Value = serde_json::from_slice(&out).unwrap();
    told["share"].as_f64().unwrap()
}

#[test]
fn in_no_game_a_bot_that_thinks_is_worse_than_one_that_does_not() {
    let shares: Vec<(&str, f64)> = crate::games()
        .map(|game| {
            let id = game.info().id;
            (id, share(id, "strong", "random"))
        })
        .collect();
    // Few matches say little about one game, and much about all.
    assert!(shares.iter().all(|(_, share)| *share >= 0.3), "{shares:?}");
    let mean = shares.iter().map(|(_, share)| share).sum::<f64>() / shares.len() as f64;
    assert!(shares.len() == 1 || mean >= 0.7, "{mean}: {shares:?}");
}

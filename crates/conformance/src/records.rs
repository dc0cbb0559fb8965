//! Matches that were stored once go on replaying: the same inputs are taken, and they end the same.
//!
//! A game's `records.jsonl` is not written anew, except when its rules change on purpose and get a new
//! version: delete it then, and run its tests with `BOXWOOD_WRITE_RECORDS=1`, which adds what is missing.

use std::fs;
use std::path::Path;

use boxwood_engine::{AnyGame, AnyMatch, Erased, Game, Outcome, Record};
use boxwood_kit::{Rng, Seed};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A match, how it ended, and where it stands if it has not ended.
#[derive(Serialize, Deserialize)]
struct Kept {
    record: Record,
    outcome: Option<Outcome>,
    /// For each seat how much it could choose from.
    choices: Vec<usize>,
}

/// The rest of a longer match is not worth its place.
const LONGEST: usize = 300;

/// Replays what is kept in the game's folder.
///
/// # Panics
/// If a record is refused, ends differently, or if there is none.
pub fn check_records<G: Game>(folder: &Path) {
    let file = folder.join("records.jsonl");
    if std::env::var_os("BOXWOOD_WRITE_RECORDS").is_some() && !file.exists() {
        fs::write(&file, some_matches::<G>()).expect("the game's folder can be written");
    }
    let text = fs::read_to_string(&file).unwrap_or_default();
    assert!(!text.is_empty(), "no records are kept: run the tests with BOXWOOD_WRITE_RECORDS=1");
    for line in text.lines() {
        let Kept { record, outcome, choices } = serde_json::from_str(line).expect("a kept record");
        let again = match Erased::<G>::GAME.replay(&record) {
            Ok(again) => again,
            Err(error) => panic!("{} with {}: {error}", record.game, record.options),
        };
        assert_eq!(again.outcome(), outcome, "{} with {}", record.game, record.options);
        assert_eq!(choices_at(again.as_ref()), choices, "{} with {}", record.game, record.options);
    }
}

fn choices_at(played: &dyn AnyMatch) -> Vec<usize> {
    (0..played.seats()).map(|seat| played.actions(seat).map_or(0, |actions| actions.len())).collect()
}

/// A match with the default options at the lowest and the highest seat count, and one with each
/// option set to its last value; one in each line.
fn some_matches<G: Game>() -> String {
    let game = &Erased::<G>::GAME;
    let (low, high) = G::INFO.seats;
    let mut variants = vec![(low, json!({})), (high, json!({}))];
    for (number, spec) in game.options().iter().enumerate() {
        let value = spec.values.examples().pop().expect("an option has values");
        variants.push((low + number % (high - low + 1), json!({ spec.key: value })));
    }
    // Not every value of an option can be played at every seat count.
    let matches = variants.iter().filter_map(|(seats, options)| some_match(game, *seats, options));
    matches.map(|kept| serde_json::to_string(&kept).expect("plain data") + "\n").collect()
}

/// One random match, or the beginning of it.
fn some_match(game: &dyn AnyGame, seats: usize, options: &Value) -> Option<Kept> {
    let mut rng = Rng::from_number(0);
    let mut played: Box<dyn AnyMatch> = game.begin(options, seats, Seed::from_number(0)).ok()?;
    while !played.status().over && played.status().version < LONGEST {
        let clocks = played.status().clocks;
        if !clocks.is_empty() && rng.below(5) == 0 {
            played.expire(rng.choose(&clocks).id).expect("an open window closes");
            continue;
        }
        let active: Vec<usize> = played.status().active.iter().map(|seat| seat.index()).collect();
        let seat = *rng.choose(&active);
        let action = rng.choose(&played.actions(seat).expect("an active seat")).action.clone();
        let before = played.copy();
        played.act(seat, &action).expect("what is listed is legal");
        // Now and then somebody else had wanted to do something at the same moment.
        let other = *rng.choose(&active);
        if other != seat && !played.status().over && rng.below(2) == 0 {
            let late = rng.choose(&before.actions(other).expect("an active seat")).action.clone();
            let _ = played.late(other, &late);
        }
    }
    let choices = choices_at(played.as_ref());
    Some(Kept { record: played.record()?, outcome: played.outcome(), choices })
}

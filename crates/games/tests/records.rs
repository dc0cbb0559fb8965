//! Matches that were stored once go on replaying: the same inputs are taken, and they end the same.
//!
//! The files are not written anew, except that of a game whose rules change on purpose and get a new
//! version: delete it then, and run this with `BOXWOOD_WRITE_RECORDS=1`, which adds what is missing.

use std::fs;
use std::path::PathBuf;

use boxwood_engine::{AnyGame, AnyMatch, Outcome, Record};
use boxwood_games::GAMES;
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

#[test]
fn records_of_earlier_days_replay() {
    for game in GAMES {
        let kept = read(*game);
        assert!(!kept.is_empty(), "{} has no kept records", game.info().id);
        for Kept { record, outcome, choices } in kept {
            let again = match game.replay(&record) {
                Ok(again) => again,
                Err(error) => panic!("{} with {}: {error}", record.game, record.options),
            };
            assert_eq!(again.outcome(), outcome, "{} with {}", record.game, record.options);
            assert_eq!(choices_at(again.as_ref()), choices, "{} with {}", record.game, record.options);
        }
    }
}

fn file(game: &dyn AnyGame) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("records").join(format!("{}.jsonl", game.info().id))
}

fn read(game: &dyn AnyGame) -> Vec<Kept> {
    if std::env::var_os("BOXWOOD_WRITE_RECORDS").is_some() && !file(game).exists() {
        write(game);
    }
    let text = fs::read_to_string(file(game)).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).expect("a kept record")).collect()
}

fn choices_at(played: &dyn AnyMatch) -> Vec<usize> {
    (0..played.seats()).map(|seat| played.actions(seat).map_or(0, |actions| actions.len())).collect()
}

/// A match with the default options at the lowest and the highest seat count, and one with each
/// option set to its last value.
fn write(game: &dyn AnyGame) {
    let (low, high) = game.info().seats;
    let mut variants = vec![(low, json!({})), (high, json!({}))];
    for (number, spec) in game.options().iter().enumerate() {
        let value = spec.values.examples().pop().expect("an option has values");
        variants.push((low + number % (high - low + 1), json!({ spec.key: value })));
    }
    let mut lines = vec![];
    for (seats, options) in variants {
        // Not every value of an option can be played at every seat count.
        if let Some(kept) = play(game, seats, &options, 0) {
            lines.push(serde_json::to_string(&kept).expect("plain data") + "\n");
        }
    }
    fs::write(file(game), lines.concat()).expect("the folder of records can be written");
}

/// One random match, or the beginning of it.
fn play(game: &dyn AnyGame, seats: usize, options: &Value, seed: u64) -> Option<Kept> {
    let mut rng = Rng::from_number(seed);
    let mut played: Box<dyn AnyMatch> = game.begin(options, seats, Seed::from_number(seed)).ok()?;
    while !played.status().over && played.status().version < LONGEST {
        if played.status().clock.is_some() && rng.below(5) == 0 {
            played.expire().expect("an open window closes");
            continue;
        }
        let active: Vec<usize> = played.status().active.iter().map(|seat| seat.index()).collect();
        let seat = *rng.choose(&active);
        let action = rng.choose(&played.actions(seat).expect("an active seat")).action.clone();
        let others = played.copy();
        played.act(seat, &action).expect("what is listed is legal");
        // Now and then somebody else had wanted to do something at the same moment.
        let other = *rng.choose(&active);
        if other != seat && !played.status().over && rng.below(2) == 0 {
            let late = rng.choose(&others.actions(other).expect("an active seat")).action.clone();
            let _ = played.late(other, &late);
        }
    }
    let choices = choices_at(played.as_ref());
    Some(Kept { record: played.record()?, outcome: played.outcome(), choices })
}

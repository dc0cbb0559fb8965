//! One readable match of each game, kept as a file so that a change of the rules shows in a diff.
//!
//! `cargo xtask playthroughs` writes the files anew; read what changed.

use std::path::PathBuf;

use boxwood_conformance::playthrough;
use boxwood_engine::Game;

/// Options and seed of a game whose usual ones would show too little of it.
fn setting(id: &str) -> (&'static [(&'static str, &'static str)], u64) {
    match id {
        "cambio" => (&[("pace", "turns")], 8401), // peeks, a swap, right claims and a gift
        "flower-garden" => (&[], 523),            // rows that clear, and many beds
        "gold-mine" => (&[], 7),                  // a mine that collapses
        "golden-pyramid" => {
            (&[("market_refresh", "on"), ("offers_per_turn", "1"), ("max_turns", "300")], 18479)
        }
        "guess-what" => (&[("cards_per_round", "8")], 18), // short rounds, found and not found
        "speed" => (&[], 2411),                            // nobody can go on, once
        // Tiles are chosen, a cube escapes, and in the end tiles fall at once.
        "temple-of-doom" => (&[("layout", "easy"), ("order", "free")], 1097),
        "war-2" => (&[("map", "compact")], 183), // short; somebody flees, somebody is out
        _ => (&[], 1),
    }
}

fn compare<G: Game>() {
    let seats = G::INFO.seats.0.max(G::INFO.seats.1.min(3));
    let (options, seed) = setting(G::INFO.id);
    let text = playthrough::<G>(seats, options, seed);
    let file =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("playthroughs").join(format!("{}.txt", G::INFO.id));
    if std::env::var_os("BOXWOOD_WRITE_PLAYTHROUGHS").is_some() {
        std::fs::write(&file, &text).expect("the folder of playthroughs can be written");
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == text,
        "the playthrough of {} is stale: run `cargo xtask playthroughs` and read it",
        G::INFO.id
    );
}

macro_rules! playthroughs {
    ($($module:ident::$Game:ident;)+) => {
        $(#[test]
        fn $module() {
            compare::<boxwood_games::$module::$Game>();
        })+
    };
}

boxwood_games::with_games!(playthroughs);

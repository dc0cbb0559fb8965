//! One random match as text that a person can read.

use std::fmt::Write as _;
use std::path::Path;

use boxwood_engine::{Game, Match, Options, OptionsExt, Viewer};
use boxwood_kit::{Rng, Seed};
use boxwood_scene::{Names, describe, render};

const PEOPLE: [&str; 12] =
    ["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo", "Ida", "Jon", "Kim", "Leo"];
/// So many decisions are shown with everything the mover sees; of the others only what happened.
const IN_FULL: usize = 4;
/// So many offers are listed.
const OFFERS: usize = 12;

/// A seeded match of a game between people with names, choosing at random.
///
/// # Panics
/// If the seats and options do not make a match.
pub fn playthrough<G: Game>(seats: usize, options: &[(&str, &str)], seed: u64) -> String {
    let mut chosen = G::Options::default();
    for (key, value) in options {
        chosen.set(key, value).expect("options of the game");
    }
    let mut game = Match::<G>::new(chosen, seats, Seed::from_number(seed)).expect("a playable variant");
    let names: Vec<String> = PEOPLE.iter().take(seats).map(ToString::to_string).collect();
    let public = Names { names: &names, reader: None };
    let mut rng = Rng::stream(Seed::from_number(seed), u64::MAX);
    let mut text = String::new();
    let _ = writeln!(text, "{} · {} · seed {seed}", G::INFO.title, names.join(", "));
    let settings = game.options().to_json();
    if !settings.is_empty() {
        let _ = writeln!(text, "options: {}", serde_json::Value::Object(settings));
    }
    tell(&mut text, &game, 0, &public);
    while !game.active().is_empty() {
        let seat = crate::run::any(game.active(), &mut rng);
        let name = &names[seat.index()];
        let offers = game.offers(seat);
        if game.version() < IN_FULL {
            let reader = Names { names: &names, reader: Some(seat) };
            let _ = writeln!(text, "\n--- {name} sees ---");
            text.push_str(&describe(&game.scene(Viewer::Seat(seat)).named(&reader), &names));
            for (_, offer) in offers.iter().take(OFFERS) {
                let _ = writeln!(text, "  [{}] {}", offer.path.join(" "), render(&offer.label, &reader));
            }
            if offers.len() > OFFERS {
                let _ = writeln!(text, "  … and {} more", offers.len() - OFFERS);
            }
        }
        let (action, offer) = rng.choose(&offers).clone();
        let _ = writeln!(text, "\n{}. {name}: {}", game.version() + 1, render(&offer.label, &public));
        game.act(seat, action).expect("what is offered is legal");
        tell(&mut text, &game, game.version(), &public);
    }
    let _ = writeln!(text, "\n--- everybody sees ---");
    text.push_str(&describe(&game.scene(Viewer::Spectator).named(&public), &names));
    let outcome = game.outcome().expect("nobody is active any more");
    match outcome.team {
        Some(team) => {
            let _ = writeln!(text, "{team}");
        }
        None => {
            for (seat, rank) in outcome.ranks.iter() {
                let _ = writeln!(text, "{}. {} ({})", rank, names[seat.index()], outcome.scores[seat]);
            }
        }
    }
    // Lines that end in blanks would be trimmed by editors, and the file would be stale.
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn tell<G: Game>(text: &mut String, game: &Match<G>, since: usize, names: &Names) {
    for line in game.log(Viewer::Spectator, since) {
        let _ = writeln!(text, "   {}", render(line, names));
    }
}

/// Compares the playthrough kept in the game's folder with what is played now.
///
/// # Panics
/// If they differ, unless `BOXWOOD_WRITE_PLAYTHROUGHS` is set: then the file is written anew.
pub fn check_playthrough<G: Game>(folder: &Path, options: &[(&str, &str)], seed: u64) {
    let seats = G::INFO.seats.0.max(G::INFO.seats.1.min(3));
    let text = playthrough::<G>(seats, options, seed);
    let file = folder.join("playthrough.txt");
    if std::env::var_os("BOXWOOD_WRITE_PLAYTHROUGHS").is_some() {
        std::fs::write(&file, &text).expect("the game's folder can be written");
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == text, "the playthrough is stale: run `cargo xtask playthroughs` and read it");
}

//! One match as text that a person can read.

use std::fmt::Write as _;
use std::path::Path;

use boxwood_engine::{Game, Match, Options, OptionsExt, Viewer};
use boxwood_kit::{Rng, Seed};
use boxwood_scene::{Names, count, describe, render};

use crate::guided;

const PEOPLE: [&str; 12] =
    ["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo", "Ida", "Jon", "Kim", "Leo"];
/// So many decisions are shown with everything the mover sees; of the others only what happened.
const IN_FULL: usize = 4;
/// So many offers are listed.
const OFFERS: usize = 12;
/// Nobody reads more lines than this; of a longer match, the middle is left out.
const LINES: usize = 360;

/// A seeded match of a game between people with names, who follow the game's estimate; in a game
/// without one they choose at random.
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
    let mut start = String::new();
    let _ = writeln!(start, "{} · {} · seed {seed}", G::INFO.title, names.join(", "));
    let settings = game.options().to_json();
    if !settings.is_empty() {
        let _ = writeln!(start, "options: {}", serde_json::Value::Object(settings));
    }
    tell(&mut start, &game, 0, &public);
    let mut inputs = vec![];
    while !game.active().is_empty() {
        let mut text = String::new();
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
        let actions: Vec<G::Action> = offers.iter().map(|(action, _)| action.clone()).collect();
        let (action, offer) = &offers[guided::choose::<G>(game.state(), seat, &actions, &mut rng)];
        let _ = writeln!(text, "\n{}. {name}: {}", game.version() + 1, render(&offer.label, &public));
        game.act(seat, action.clone()).expect("what is offered is legal");
        tell(&mut text, &game, game.version(), &public);
        inputs.push(text);
    }
    let text = start + &without_middle(&inputs, LINES) + &end(&game, &public);
    // Lines that end in blanks would be trimmed by editors, and the file would be stale.
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// How the table looks at the end, and who has won.
fn end<G: Game>(game: &Match<G>, public: &Names) -> String {
    let mut text = "\n--- everybody sees ---\n".to_string();
    text.push_str(&describe(&game.scene(Viewer::Spectator).named(public), public.names));
    let outcome = game.outcome().expect("nobody is active any more");
    match outcome.team {
        Some(team) => {
            let _ = writeln!(text, "{team}");
        }
        None => {
            for (seat, rank) in outcome.ranks.iter() {
                let _ = writeln!(text, "{}. {} ({})", rank, public.names[seat.index()], outcome.scores[seat]);
            }
        }
    }
    text
}

fn tell<G: Game>(text: &mut String, game: &Match<G>, since: usize, names: &Names) {
    for line in game.log(Viewer::Spectator, since) {
        let _ = writeln!(text, "   {}", render(line, names));
    }
}

/// As many inputs from the beginning and the end as fit into so many lines: two thirds of them are the
/// beginning, where more is shown of each.
fn without_middle(inputs: &[String], lines: usize) -> String {
    let length = |text: &String| text.lines().count();
    if inputs.iter().map(length).sum::<usize>() <= lines {
        return inputs.concat();
    }
    let head = fitting(inputs.iter().map(length), lines * 2 / 3);
    let tail = fitting(inputs.iter().rev().map(length), lines / 3);
    let (first, last) = (&inputs[..head], &inputs[inputs.len() - tail..]);
    let left_out = count((inputs.len() - head - tail) as i64, "input");
    first.concat() + &format!("\n… {left_out} left out …\n") + &last.concat()
}

/// How many of these lengths, from the first on, are at most so many lines together.
fn fitting(lengths: impl Iterator<Item = usize>, lines: usize) -> usize {
    let sums = lengths.scan(0, |sum, length| {
        *sum += length;
        Some(*sum)
    });
    sums.take_while(|&sum| sum <= lines).count()
}

/// Compares the playthrough kept in the game's folder with what is played now.
///
/// # Panics
/// If they differ, unless `BOXWOOD_WRITE_PLAYTHROUGHS` is set: then the file is written anew.
pub fn check_playthrough<G: Game>(folder: &Path, options: &[(&str, &str)], seed: u64) {
    let text = of_a_few::<G>(options, seed);
    let file = folder.join("playthrough.txt");
    if std::env::var_os("BOXWOOD_WRITE_PLAYTHROUGHS").is_some() {
        std::fs::write(&file, &text).expect("the game's folder can be written");
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == text, "the playthrough is stale: run `cargo xtask playthroughs` and read it");
}

/// Holds the playthrough kept in the game's folder against what its seed was chosen for.
///
/// # Panics
/// If it lacks any of these words.
pub fn check_shown(folder: &Path, words: &[&str]) {
    let kept = std::fs::read_to_string(folder.join("playthrough.txt")).unwrap_or_default();
    let missing = missing(&kept, words);
    assert!(
        missing.is_empty(),
        "the playthrough does not show {missing:?}: `cargo test -p … seek_a_seed -- --ignored` finds a seed that does"
    );
}

/// The playthrough of a table that is neither empty nor crowded.
fn of_a_few<G: Game>(options: &[(&str, &str)], seed: u64) -> String {
    playthrough::<G>(G::INFO.seats.0.max(G::INFO.seats.1.min(3)), options, seed)
}

/// Tells the first seed whose playthrough shows all of this.
///
/// # Panics
/// If none of many does; with the seed that shows most.
pub fn seek_a_seed<G: Game>(options: &[(&str, &str)], words: &[&str]) {
    const MOST: u64 = 2_000;
    let lacks = |seed: u64| missing(&of_a_few::<G>(options, seed), words);
    let mut best = (u64::MAX, words.to_vec());
    for seed in 1..=MOST {
        let lacking = lacks(seed);
        if lacking.len() < best.1.len() {
            best = (seed, lacking);
        }
        if best.1.is_empty() {
            println!("Seed {seed} shows it all.");
            return;
        }
    }
    panic!("of {MOST} seeds, {} shows most, but not {:?}", best.0, best.1);
}

fn missing<'a>(text: &str, words: &[&'a str]) -> Vec<&'a str> {
    words.iter().copied().filter(|words| !text.contains(words)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_playthrough_does_not_show_is_named() {
        let text = "Anna runs.\nThe mine collapses.\n";
        assert_eq!(missing(text, &["runs", "collapses"]), Vec::<&str>::new());
        assert_eq!(missing(text, &["runs", "buried"]), ["buried"]);
    }

    #[test]
    fn a_long_match_has_its_beginning_and_its_end() {
        let inputs: Vec<String> = (1..=30).map(|number| format!("{number}.\n   It happens.\n")).collect();
        assert_eq!(without_middle(&inputs, 60), inputs.concat(), "it fits");
        let short = without_middle(&inputs, 30);
        assert!(short.starts_with("1.\n") && short.ends_with("30.\n   It happens.\n"));
        assert!(short.contains("10.\n   It happens.\n\n… 15 inputs left out …\n26.\n"), "{short}");
    }
}

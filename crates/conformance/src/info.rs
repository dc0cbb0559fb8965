//! What a gallery says about a game, and its guide.

use std::collections::BTreeSet;

use boxwood_engine::{Game, Match, Options, guide};
use boxwood_kit::Seed;

pub(crate) fn check<G: Game>() {
    let info = G::INFO;
    assert!(
        !info.id.is_empty()
            && info.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    );
    assert!(!info.title.is_empty() && !info.pitch.is_empty() && !info.tags.is_empty());
    assert!(info.pitch.ends_with('.'), "the pitch is a sentence");
    assert!((1..=5).contains(&info.complexity));
    assert!(1 <= info.seats.0 && info.seats.0 <= info.seats.1 && info.minutes.0 <= info.minutes.1);
    assert!((info.seats.0..=info.seats.1).contains(&info.best), "the best number of seats is possible");
    let mut quick = G::Options::default();
    for (key, value) in info.quick {
        quick
            .set(key, value)
            .unwrap_or_else(|why| panic!("{}: a quick game cannot have {key} {value}: {why}", info.id));
    }
    let begun = Match::<G>::new(quick, info.best, Seed::from_number(0));
    assert!(begun.is_ok(), "{}: a quick game begins", info.id);
    crate::art::check(&info.art);
    assert!(info.guide.starts_with("# ") && info.guide.len() > 500, "the guide is a whole page");
    let short = info.guide.split("\n## ").nth(1).and_then(|part| part.strip_prefix("In short\n"));
    let words = short.expect("a guide tells a newcomer the game in short first").split_whitespace().count();
    assert!((20..=120).contains(&words), "{words} words are not what somebody reads before the first move");
}

/// The guide counts its rules from 1 on, and has every rule that a refusal has named.
///
/// # Panics
/// If it does not.
pub(crate) fn check_rules<G: Game>(named: &BTreeSet<&str>) {
    let (id, guide) = (G::INFO.id, G::INFO.guide);
    assert!(guide.contains("\n## Rules\n"), "{id}: the guide has no section \"Rules\"");
    let rules = guide::rules(guide);
    let numbered = rules.iter().filter(|rule| rule.starts_with("rule "));
    for (rule, number) in numbered.zip(1..) {
        assert!(
            *rule == format!("rule {number}"),
            "{id}: the guide has {rule} where rule {number} should be"
        );
    }
    let missing: Vec<&str> = named.iter().copied().filter(|rule| !rules.iter().any(|r| r == rule)).collect();
    assert!(
        missing.is_empty(),
        "{id}: refusals name what the guide does not have: {}. It has {}.",
        missing.join(", "),
        rules.join(", ")
    );
}

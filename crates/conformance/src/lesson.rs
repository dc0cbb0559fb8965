//! The first game that a newcomer is led through.

use boxwood_engine::{AnyGame, Erased, Game, Input, Lesson, Seat, Viewer};

/// So many moves a newcomer makes before they are left to themselves.
const MOVES: std::ops::RangeInclusive<usize> = 4..=8;
/// So many characters are read at a glance.
const LONGEST: usize = 240;

/// The lesson can be played, shows what it speaks of, and is neither too long nor too short.
///
/// # Panics
/// If it does not.
pub fn check_lesson<G: Game>() {
    let game: &dyn AnyGame = &Erased::<G>::GAME;
    let id = G::INFO.id;
    let lesson = Lesson::read(G::INFO.lesson).unwrap_or_else(|why| panic!("{id}: {why}"));
    let learner = Seat::new(lesson.learner).filter(|seat| seat.index() < lesson.seats);
    let learner = learner.unwrap_or_else(|| panic!("{id}: the lesson has no seat {}", lesson.learner));
    let shown = lesson.play(game).unwrap_or_else(|why| panic!("{id}: {why}"));
    for (number, one) in shown.iter().enumerate() {
        let (step, place) = (one.step, format!("{id}: step {} of the lesson", number + 1));
        assert!(!step.say.is_empty() || step.then.is_some(), "{place} neither says nor does anything");
        assert!(!lesson.is_asked(step) || !step.say.is_empty(), "{place} does not say what to do");
        let letters = step.say.chars().count();
        assert!(letters <= LONGEST, "{place} says {letters} characters; {LONGEST} are read at a glance");
        assert!(step.say.is_empty() || step.say.ends_with(['.', '?', '!']), "{place} says no sentence");
        if let Some(Input::Act(_, action)) = step.then.as_ref().filter(|_| lesson.is_asked(step)) {
            let offered = one.play.actions(learner.index()).unwrap_or_default();
            assert!(offered.iter().any(|one| one.action == *action), "{place} asks for what is not offered");
        }
        let scene = one.play.scene(Viewer::Seat(learner));
        for key in &step.look {
            assert!(scene.has(key), "{place} tells to look at {key}, which is nowhere");
        }
    }
    let moves = shown.iter().filter(|one| lesson.is_asked(one.step)).count();
    assert!(MOVES.contains(&moves), "{id}: a newcomer makes {moves} moves in the lesson");
    let last = shown.last().unwrap_or_else(|| panic!("{id}: the lesson has no steps")).step;
    assert!(last.then.is_none(), "{id}: the lesson ends with a word, not with a move");
    check_diagrams::<G>(&lesson, learner);
}

/// The guide shows a position or two of the lesson, each with words for whoever does not see it, and every
/// position is there and shows what it speaks of.
fn check_diagrams<G: Game>(lesson: &Lesson, learner: Seat) {
    let id = G::INFO.id;
    let named: Vec<(&str, &str)> = diagrams(G::INFO.guide).collect();
    assert!(!named.is_empty(), "{id}: the guide shows no position: ![What it shows](scene:name)");
    for (words, name) in &named {
        assert!(!words.trim().is_empty(), "{id}: the diagram {name} has no words");
        assert!(lesson.diagrams.contains_key(*name), "{id}: the lesson has no diagram {name}");
    }
    for (name, diagram) in &lesson.diagrams {
        let place = format!("{id}: the diagram {name}");
        assert!(named.iter().any(|(_, other)| other == name), "{place} is not in the guide");
        let game: &dyn AnyGame = &Erased::<G>::GAME;
        let play = lesson.position(game, diagram).unwrap_or_else(|why| panic!("{place}: {why}"));
        let mut scene = play.scene(Viewer::Seat(learner));
        scene.zones.retain(|zone| diagram.zones.contains(&zone.key));
        assert_eq!(scene.zones.len(), diagram.zones.len(), "{place} has a zone that is nowhere");
        for key in diagram.look.iter().chain(diagram.touched.iter().flatten()) {
            assert!(scene.has(key), "{place} shows {key}, which is nowhere");
        }
        if let Some(touched) = &diagram.touched {
            let offered = play.actions(learner.index()).unwrap_or_default();
            let leads = offered.iter().any(|one| one.offer.path.starts_with(touched));
            assert!(leads, "{place} touches what leads nowhere");
        }
    }
}

/// The diagrams of a guide: their words and their names.
fn diagrams(guide: &str) -> impl Iterator<Item = (&str, &str)> {
    guide.lines().filter_map(|line| line.strip_prefix("![")?.strip_suffix(')')?.split_once("](scene:"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn diagrams_stand_on_lines_of_their_own() {
        let guide = "# Nim\n\n![Two heaps](scene:start)\nSee ![this](scene:no) and ![that](/picture.png)\n![](scene:end)";
        let found: Vec<(&str, &str)> = super::diagrams(guide).collect();
        assert_eq!(found, [("Two heaps", "start"), ("", "end")]);
    }
}

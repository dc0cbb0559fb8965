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
}

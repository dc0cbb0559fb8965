//! The games, as they describe themselves.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use axum::http::header;
use axum::response::{IntoResponse, Response};
use boxwood_engine::{AnyGame, Chosen, Input, Seat, Shown, Viewer};
use boxwood_kit::{Rng, Seed};
use boxwood_protocol::{Code, Diagram, GameCard, Guide, Lesson, LessonStep, Refusal, Undo};
use boxwood_scene::{Control, Key, Names, Offer, Scene, Tone, Touch};
use serde::Serialize;
use serde_json::Value;

use super::{Answer, Path};
use crate::names;
use crate::projection::{Around, Left, project};
use crate::refuse::no;

fn card(game: &dyn AnyGame) -> GameCard {
    GameCard { info: *game.info(), options: game.options(), stage: game.info().art.stage.is_some() }
}

/// All games and their options.
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Vec<GameCard>)))]
pub async fn games() -> Answer<Vec<GameCard>> {
    Answer(Ok(boxwood_games::GAMES.iter().map(|game| card(*game)).collect()))
}

/// A game, its options, and how it is played.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = Guide), (status = 404, body = Refusal)))]
pub async fn game(Path(id): Path<String>) -> Answer<Guide> {
    let found = boxwood_games::find(&id);
    let guide = |game: &dyn AnyGame| Guide { game: card(game), guide: game.info().guide.into() };
    Answer(
        found.map(guide).ok_or_else(|| no(Code::NotFound, "There is no such game; /api/games lists them.")),
    )
}

/// A picture of a game: `cover.svg`, which takes the colours of its theme and places our own pieces,
/// `cover.jpg`, for previews, or, if its table is drawn, `wide.svg` and `tall.svg`.
#[utoipa::path(get, path = "/api/games/{id}/art/{name}", tag = "games",
    params(("id" = String, Path), ("name" = String, Path)),
    responses((status = 200, content_type = "image/*"), (status = 404, body = Refusal)))]
pub async fn art(Path((id, name)): Path<(String, String)>) -> Response {
    match boxwood_games::find(&id).and_then(|game| game.info().art.file(&name)) {
        Some((kind, bytes)) => {
            // A newer program may have another one; an hour is long enough for whoever looks around.
            let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=3600")];
            (headers, bytes).into_response()
        }
        None => {
            let refusal = no(Code::NotFound, "There is no such picture; every game has a cover.svg.");
            Answer::<()>(Err(refusal)).into_response()
        }
    }
}

/// A first game of it, move by move.
#[utoipa::path(get, path = "/api/games/{id}/lesson", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = Lesson), (status = 404, body = Refusal)))]
pub async fn lesson(id: Path<String>) -> Response {
    once(id, &LESSONS, tell, "The lesson could not be made.").await
}

/// The positions that its guide shows, by name.
#[utoipa::path(get, path = "/api/games/{id}/diagrams", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = BTreeMap<String, Diagram>), (status = 404, body = Refusal)))]
pub async fn diagrams(id: Path<String>) -> Response {
    once(id, &DIAGRAMS, draw, "The diagrams could not be made.").await
}

/// What is made of each game at the first request for it, in the order of the games.
type Kept = LazyLock<Vec<OnceLock<Option<String>>>>;

static LESSONS: Kept = LazyLock::new(|| boxwood_games::GAMES.iter().map(|_| OnceLock::new()).collect());
static DIAGRAMS: Kept = LazyLock::new(|| boxwood_games::GAMES.iter().map(|_| OnceLock::new()).collect());

/// What is made of a game by playing it, as JSON: made once, however many ask.
async fn once<T: Serialize + 'static>(
    Path(id): Path<String>,
    kept: &'static Kept,
    make: fn(&dyn AnyGame) -> Result<T, String>,
    fault: &'static str,
) -> Response {
    let refuse = |code, why| Answer::<()>(Err(no(code, why))).into_response();
    let Some(number) = boxwood_games::GAMES.iter().position(|game| game.info().id == id) else {
        return refuse(Code::NotFound, "There is no such game; /api/games lists them.");
    };
    let write = move || serde_json::to_string(&make(boxwood_games::GAMES[number]).ok()?).ok();
    match tokio::task::spawn_blocking(move || kept[number].get_or_init(write)).await {
        Ok(Some(json)) => ([(header::CONTENT_TYPE, "application/json")], json.as_str()).into_response(),
        _ => refuse(Code::Fault, fault),
    }
}

/// The positions that the guide shows, as the learner of the first game sees them.
fn draw(game: &dyn AnyGame) -> Result<BTreeMap<String, Diagram>, String> {
    let lesson = boxwood_engine::Lesson::read(game.info().lesson)?;
    let learner = Seat::new(lesson.learner).ok_or("There is no such seat.")?;
    let names: Vec<String> = (0..lesson.seats).map(names::bot).collect();
    let drawn = lesson.diagrams.iter().map(|(name, diagram)| {
        let play = lesson.position(game, diagram)?;
        let around = Around {
            names: &names,
            number: 0,
            since: None,
            left: &Left::default(),
            enough: &[],
            asks_others: false,
            only_free: false,
        };
        let mut state = project(play.as_ref(), Viewer::Seat(learner), &around);
        state.scene.zones.retain(|zone| diagram.zones.contains(&zone.key));
        // A picture has no time, no past and no last word.
        state.clocks.clear();
        state.said.clear();
        state.outcome = None;
        match &diagram.touched {
            Some(touched) => state.offers.retain(|offered| offered.offer.path.starts_with(touched)),
            None => state.offers.clear(),
        }
        let touched = diagram.touched.clone().unwrap_or_default();
        Ok((name.clone(), Diagram { look: diagram.look.clone(), touched, state }))
    });
    drawn.collect()
}

/// The lesson as the learner sees it.
fn tell(game: &dyn AnyGame) -> Result<Lesson, String> {
    let lesson = boxwood_engine::Lesson::read(game.info().lesson)?;
    let learner = Seat::new(lesson.learner).ok_or("There is no such seat.")?;
    let names: Vec<String> = (0..lesson.seats).map(names::bot).collect();
    let shown = lesson.play(game)?;
    let last = shown.len().saturating_sub(1);
    let mut since = None;
    let step = |(number, shown): (usize, Shown)| {
        let around = Around {
            names: &names,
            number: number as u64,
            since: since.replace(shown.play.status().version),
            left: &Left::default(),
            enough: &[],
            asks_others: false,
            only_free: false,
        };
        let mut state = project(shown.play.as_ref(), Viewer::Seat(learner), &around);
        // No clock runs while somebody reads, and a lesson goes on, not back.
        state.clocks.clear();
        state.undo = Undo::No;
        state.more = false;
        state.forced = false;
        // The lesson has the last word, even if the game is over before it.
        state.outcome = None;
        let step = shown.step;
        match &step.then {
            Some(Input::Act(seat, action)) if *seat == learner => {
                state.offers.retain(|offered| offered.action == *action);
                // What is marked is touched, and nothing in its place.
                state.offers.iter_mut().for_each(|offered| offered.offer.alike.clear());
                let asked = state.offers.iter().flat_map(|offered| &offered.offer.path);
                let asked: Vec<Touch> = asked.map(Key::touch).collect();
                // Whoever is to do one thing is not invited to compose or to aim at another.
                state.scene.prompt.controls.retain(|control| match control {
                    Control::Phrases { .. } => asked.iter().any(|one| matches!(one, Touch::Phrase(_))),
                    Control::Aim { .. } => asked.iter().any(|one| matches!(one, Touch::Point(..))),
                    Control::Text { .. } => asked.iter().any(|one| matches!(one, Touch::Text(_))),
                    _ => true,
                });
            }
            Some(_) => state.offers.clear(),
            None => {
                let label = if number == last { "Play a game of your own" } else { "Go on" };
                let button = Control::button("go-on", label, Tone::Main);
                state.offers =
                    vec![Chosen { action: Value::Null, offer: Offer::new(label, [Key::button("go-on")]) }];
                state.scene.prompt.controls = vec![button];
            }
        }
        if !step.say.is_empty() {
            state.scene.prompt.text = step.say.clone();
        }
        LessonStep { look: step.look.clone(), waits: !state.offers.is_empty(), state }
    };
    let steps = shown.into_iter().enumerate().map(step).collect();
    Ok(Lesson { names: names.clone(), learner: lesson.learner, steps })
}

/// How many inputs lead to the last position that may become a picture.
const PICTURE_STEPS: usize = 26;

/// The pictures that somebody has asked for, in the order of the games.
static PICTURES: LazyLock<Vec<OnceLock<Scene>>> =
    LazyLock::new(|| boxwood_games::GAMES.iter().map(|_| OnceLock::new()).collect());

/// A position of a game for its picture in a gallery: the same every time, with everything open.
#[utoipa::path(get, path = "/api/games/{id}/picture", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = Object), (status = 404, body = Refusal)))]
pub async fn picture(Path(id): Path<String>) -> Answer<Scene> {
    let Some(number) = boxwood_games::GAMES.iter().position(|game| game.info().id == id) else {
        return Answer(Err(no(Code::NotFound, "There is no such game; /api/games lists them.")));
    };
    // Playing takes a moment the first time; the server has other things to do meanwhile.
    let drawn = tokio::task::spawn_blocking(move || {
        PICTURES[number].get_or_init(|| position(boxwood_games::GAMES[number]))
    });
    Answer(drawn.await.cloned().map_err(|_| no(Code::Fault, "The picture could not be made.")))
}

/// The table at the moment of a careless game at which most lies on it.
fn position(game: &dyn AnyGame) -> Scene {
    let (fewest, most) = game.info().seats;
    let seats = fewest.max(2).min(most);
    let Ok(mut play) = game.begin(&serde_json::json!({}), seats, Seed::from_number(5)) else {
        return Scene::default();
    };
    let mut rng = Rng::from_number(5);
    let pieces = |scene: &Scene| scene.zones.iter().map(|zone| zone.pieces.len()).sum::<usize>();
    let mut best = play.open_scene();
    for _ in 0..PICTURE_STEPS {
        let mut next = play.copy();
        let deciding = play.status().active.iter().next();
        let went_on = match deciding {
            Some(seat) => {
                let actions = play.actions(seat.index()).unwrap_or_default();
                !actions.is_empty() && next.act(seat.index(), &rng.choose(&actions).action).is_ok()
            }
            None => play.status().clocks.first().is_some_and(|clock| next.expire(clock.id).is_ok()),
        };
        if !went_on || next.status().over {
            break;
        }
        play = next;
        let scene = play.open_scene();
        if pieces(&scene) >= pieces(&best) {
            best = scene;
        }
    }
    let names: Vec<String> = (1..=seats).map(|seat| format!("Player {seat}")).collect();
    best.named(&Names { names: &names, reader: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_game_shows_its_cover_and_may_be_asked_once_an_hour() {
        for game in boxwood_games::GAMES {
            let id = game.info().id;
            for (name, kind) in [("cover.svg", "image/svg+xml"), ("cover.jpg", "image/jpeg")] {
                let answer = art(Path((id.into(), name.into()))).await;
                assert_eq!(answer.status(), 200, "{id}");
                assert_eq!(answer.headers()[header::CONTENT_TYPE], kind, "{id}");
                assert_eq!(answer.headers()[header::CACHE_CONTROL], "public, max-age=3600", "{id}");
            }
        }
        let id = boxwood_games::GAMES[0].info().id;
        for (id, name) in [(id, "back.svg"), (id, "../guide.md"), ("no-game", "cover.svg")] {
            let answer = art(Path((id.into(), name.into()))).await;
            assert_eq!(answer.status(), 404, "{id} {name}");
            assert!(!answer.headers().contains_key(header::CACHE_CONTROL), "{id} {name}");
        }
    }

    #[test]
    fn every_game_has_a_picture_and_it_is_the_same_every_time() {
        for game in boxwood_games::GAMES {
            let scene = position(*game);
            assert!(!scene.zones.is_empty(), "{}", game.info().id);
            assert_eq!(scene, position(*game), "{}", game.info().id);
        }
    }

    #[test]
    fn a_lesson_offers_one_thing_at_a_time_and_runs_no_clock() {
        for game in boxwood_games::GAMES {
            let lesson = tell(*game).unwrap_or_else(|why| panic!("{}: {why}", game.info().id));
            assert!(lesson.steps.iter().filter(|step| step.waits).count() > 4, "{}", game.info().id);
            for step in &lesson.steps {
                assert_eq!(step.state.offers.len(), usize::from(step.waits), "{}", game.info().id);
                assert!(step.state.clocks.is_empty() && step.state.undo == Undo::No);
            }
            let last = lesson.steps.last().expect("a lesson has steps");
            assert_eq!(last.state.offers[0].action, Value::Null, "{}", game.info().id);
        }
    }
}

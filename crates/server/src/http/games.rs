//! The games, as they describe themselves.

use std::sync::{LazyLock, OnceLock};

use axum::http::header;
use axum::response::{IntoResponse, Response};
use boxwood_engine::AnyGame;
use boxwood_kit::{Rng, Seed};
use boxwood_protocol::{Code, GameCard, Guide, Refusal};
use boxwood_scene::{Names, Scene};

use super::{Answer, Path};
use crate::refuse::no;

fn card(game: &dyn AnyGame) -> GameCard {
    GameCard { info: *game.info(), options: game.options() }
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

/// A picture of a game: SVG data that takes the colours of its theme and places our own pieces.
#[utoipa::path(get, path = "/api/games/{id}/art/{name}", tag = "games",
    params(("id" = String, Path), ("name" = String, Path)),
    responses((status = 200, content_type = "image/svg+xml"), (status = 404, body = Refusal)))]
pub async fn art(Path((id, name)): Path<(String, String)>) -> Response {
    match boxwood_games::find(&id).and_then(|game| game.info().art.file(&name)) {
        Some(svg) => {
            // A newer program may have another one; an hour is long enough for whoever looks around.
            let headers =
                [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "public, max-age=3600")];
            (headers, svg).into_response()
        }
        None => {
            let refusal = no(Code::NotFound, "There is no such picture; every game has a cover.svg.");
            Answer::<()>(Err(refusal)).into_response()
        }
    }
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
            let answer = art(Path((id.into(), "cover.svg".into()))).await;
            assert_eq!(answer.status(), 200, "{id}");
            assert_eq!(answer.headers()[header::CONTENT_TYPE], "image/svg+xml", "{id}");
            assert_eq!(answer.headers()[header::CACHE_CONTROL], "public, max-age=3600", "{id}");
        }
        for (id, name) in [("nim", "cover.png"), ("nim", "../guide.md"), ("nimm", "cover.svg")] {
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
}

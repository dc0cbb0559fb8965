//! The games, as they describe themselves.

use boxwood_engine::AnyGame;
use boxwood_protocol::{Code, GameCard, Guide, Refusal};

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

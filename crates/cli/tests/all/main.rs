//! The `boxwood` program from outside. One binary: building and starting five took longer than the tests.

mod api_doc;
mod bots_doc;
mod games_doc;
#[cfg(unix)]
mod kill;
mod ladder;
mod plain;
mod protocol;
mod readme;
mod screens;

/// All games, or the one that `BOXWOOD_GAME` names.
fn games() -> impl Iterator<Item = &'static &'static dyn boxwood_engine::AnyGame> {
    let only = std::env::var("BOXWOOD_GAME").ok();
    boxwood_games::GAMES.iter().filter(move |game| only.as_ref().is_none_or(|only| game.info().id == only))
}

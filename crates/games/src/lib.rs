//! The one list of all games. Each is a crate of its own, in a folder of `games/`.

use boxwood_engine::{AnyGame, Erased, Game, Visitor};

macro_rules! registry {
    ($($game:ident::$Game:ident;)+) => {
        $(pub use $game::$Game;)+

        /// All games, sorted by title.
        pub static GAMES: &[&dyn AnyGame] = &[$(&Erased::<$Game>::GAME),+];

        /// Shows the visitor the game of this id with its types, if there is one.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Option<V::Output> {
            $(if id == <$Game as Game>::INFO.id {
                return Some(visitor.visit::<$Game>());
            })+
            None
        }
    };
}

// Sorted by title. A new game is a folder, its line in this crate's Cargo.toml, and a line here.
registry! {
    boxwood_attack_of_the_moulds::AttackOfTheMoulds;
    boxwood_backgammon::Backgammon;
    boxwood_cambio::Cambio;
    boxwood_fawlty_towers::FawltyTowers;
    boxwood_flower_garden::FlowerGarden;
    boxwood_gold_mine::GoldMine;
    boxwood_green_bite::GreenBite;
    boxwood_guess_what::GuessWhat;
    boxwood_jump::Jump;
    boxwood_liars_cards::LiarsCards;
    boxwood_lords_of_the_green::LordsOfTheGreen;
    boxwood_make_it_count::MakeItCount;
    boxwood_nim::Nim;
    boxwood_oki::Oki;
    boxwood_othellino::Othellino;
    boxwood_push::Push;
    boxwood_snatch::Snatch;
    boxwood_speed::Speed;
    boxwood_temple_of_doom::TempleOfDoom;
    boxwood_golden_pyramid::GoldenPyramid;
    boxwood_war_2::War2;
}

/// The game of this id.
pub fn find(id: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|game| game.info().id == id)
}

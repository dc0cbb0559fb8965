//! The games, one folder each, all of one shape, and the one list of them.

use boxwood_engine::{AnyGame, Erased, Game};

pub mod backgammon;
pub mod cambio;
pub mod fawlty_towers;
pub mod flower_garden;
pub mod gold_mine;
pub mod golden_pyramid;
pub mod guess_what;
pub mod liars_cards;
pub mod nim;
pub mod othellino;
pub mod speed;
pub mod temple_of_doom;
pub mod war_2;

/// The list of all games, sorted by title: hands `module::Type;` for each to a macro of yours.
///
/// A new game is a folder, its `pub mod` above and a line here.
#[macro_export]
macro_rules! with_games {
    ($with:ident) => {
        $with! {
            backgammon::Backgammon;
            cambio::Cambio;
            fawlty_towers::FawltyTowers;
            flower_garden::FlowerGarden;
            gold_mine::GoldMine;
            guess_what::GuessWhat;
            liars_cards::LiarsCards;
            nim::Nim;
            othellino::Othellino;
            speed::Speed;
            temple_of_doom::TempleOfDoom;
            golden_pyramid::GoldenPyramid;
            war_2::War2;
        }
    };
}

macro_rules! registry {
    ($($module:ident::$Game:ident;)+) => {
        /// All games, sorted by title.
        pub static GAMES: &[&dyn AnyGame] = &[$(&Erased::<$module::$Game>::GAME),+];

        /// Shows the visitor the game of this id with its types, if there is one.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Option<V::Output> {
            $(if id == <$module::$Game as Game>::INFO.id {
                return Some(visitor.visit::<$module::$Game>());
            })+
            None
        }
    };
}

with_games!(registry);

/// Something to do with a game that needs its types: simulate it, let a bot play it.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<G: Game>(self) -> Self::Output;
}

/// The game of this id.
pub fn find(id: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|game| game.info().id == id)
}

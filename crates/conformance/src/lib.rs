//! The laws every game passes, and playthroughs a person can read. For tests only.
//!
//! [`check`] plays a game at every seat count, with every value of every option and with every two of
//! them, at random and guided by the game's own estimate, and holds each position against the laws; the
//! modules say which.

mod art;
mod fuzz;
mod guided;
mod info;
mod kinds;
mod laws;
mod lesson;
mod perft;
mod playthrough;
mod reached;
mod records;
mod run;
mod secrecy;
mod stage;
mod telling;
pub mod testing;
mod thinking;
mod variants;

pub use laws::check;
pub use lesson::check_lesson;
pub use perft::perft;
pub use playthrough::{check_playthrough, check_shown, playthrough, seek_a_seed};
pub use records::check_records;
pub use variants::{Variant, variants};

/// The tests that every game has, besides those of its own rules: all laws, its playthrough with these
/// options and this seed, and the records of earlier days.
///
/// What the seed was chosen for is said in words that the playthrough must have: `shows: ["collapses"]`.
#[macro_export]
macro_rules! game_tests {
    ($Game:ty, playthrough: $options:expr, $seed:expr $(, shows: $shows:expr)? $(,)?) => {
        #[test]
        fn every_law_holds() {
            $crate::check::<$Game>();
        }

        #[test]
        fn the_playthrough_is_as_kept() {
            let folder = ::std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
            $crate::check_playthrough::<$Game>(folder, $options, $seed);
            $($crate::check_shown(folder, &$shows);)?
        }

        $(
            #[test]
            #[ignore = "looks for another seed of the playthrough"]
            fn seek_a_seed() {
                $crate::seek_a_seed::<$Game>($options, &$shows);
            }
        )?

        #[test]
        fn the_lesson_can_be_played() {
            $crate::check_lesson::<$Game>();
        }

        #[test]
        fn records_of_earlier_days_replay() {
            $crate::check_records::<$Game>(::std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
        }
    };
}

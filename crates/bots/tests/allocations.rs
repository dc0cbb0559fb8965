//! A step of a search allocates nothing but room for its new node, which grows by doubling.

use boxwood_bots::{Budget, Judgement, Search};
use boxwood_engine::{Game, Match, Viewer};
use boxwood_games::{Backgammon, GoldMine, LiarsCards, Othellino};
use boxwood_kit::{Rng, Seed};

/// The allocations of so many steps, after as many have been taken.
fn allocations<G: Game>(judgement: Judgement, steps: u32) -> u64 {
    let game = Match::<G>::new(Default::default(), 2, Seed::from_number(1)).expect("two seats");
    let seat = game.active().first().expect("somebody begins");
    let mut search = Search::<G>::new(game.view(Viewer::Seat(seat)), seat, judgement);
    let mut rng = Rng::from_number(1);
    search.run(&mut Budget::steps(steps), &mut rng);
    allocation_counter::measure(|| search.run(&mut Budget::steps(steps), &mut rng)).count_total
}

#[test]
fn a_search_allocates_only_when_its_tree_doubles() {
    for judgement in [Judgement::ToTheEnd, Judgement::After(0)] {
        for (name, counted) in [
            ("othellino", allocations::<Othellino>(judgement, 2000)),
            ("backgammon", allocations::<Backgammon>(judgement, 300)),
            ("gold-mine", allocations::<GoldMine>(judgement, 2000)),
            ("liars-cards", allocations::<LiarsCards>(judgement, 2000)),
        ] {
            assert!(counted <= 12, "{name}, {judgement:?}: {counted} allocations");
        }
    }
}

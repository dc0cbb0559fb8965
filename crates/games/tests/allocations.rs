//! Random play of the fast games allocates nothing: not in `legal_actions`, not in `apply`.

use boxwood_engine::{Ctx, Game, Options, playout};
use boxwood_games::{Backgammon, GoldMine, LiarsCards, Nim, Othellino};
use boxwood_kit::Rng;

/// No list of actions of these games is longer.
const LONGEST_LIST: usize = 512;

fn allocations<G: Game>(seats: usize, options: &[(&str, &str)]) -> u64 {
    let mut chosen = G::Options::default();
    options.iter().for_each(|(key, value)| chosen.set(key, value).expect("an option of the game"));
    let mut rng = Rng::from_number(1);
    let mut buffer = Vec::with_capacity(LONGEST_LIST);
    let counted = allocation_counter::measure(|| {
        for _ in 0..200 {
            let mut state = G::setup(&chosen, seats, &mut Ctx::silent(&mut rng)).expect("a playable variant");
            playout::<G>(&mut state, &mut rng, &mut buffer);
        }
    });
    counted.count_total
}

#[test]
fn nim_allocates_nothing() {
    assert_eq!(allocations::<Nim>(2, &[]), 0);
    assert_eq!(allocations::<Nim>(2, &[("heaps", "random"), ("match", "2")]), 0);
}

#[test]
fn othellino_allocates_nothing() {
    assert_eq!(allocations::<Othellino>(2, &[]), 0);
    assert_eq!(allocations::<Othellino>(2, &[("start_shape", "free_centre")]), 0);
}

#[test]
fn backgammon_allocates_nothing() {
    assert_eq!(allocations::<Backgammon>(2, &[]), 0);
    assert_eq!(allocations::<Backgammon>(2, &[("strict_dice", "off"), ("match_points", "3")]), 0);
}

#[test]
fn gold_mine_allocates_nothing() {
    assert_eq!(allocations::<GoldMine>(8, &[]), 0);
    assert_eq!(allocations::<GoldMine>(3, &[("deck", "reshuffle")]), 0);
}

#[test]
fn liars_cards_allocates_nothing() {
    assert_eq!(allocations::<LiarsCards>(4, &[]), 0);
    assert_eq!(allocations::<LiarsCards>(12, &[("wild", "chosen")]), 0);
}

#[test]
fn the_counter_counts() {
    assert!(allocation_counter::measure(|| drop(std::hint::black_box(vec![1; 100]))).count_total > 0);
}

//! Bots beat chance by a stated margin, and choose equally in equal views.

use boxwood_bots::{Budget, End, Mind, Solved, choose, solve};
use boxwood_engine::{Game, Level, Match, Options, Outcome, Seat, Solver};
use boxwood_games::{Backgammon, GoldMine, LiarsCards, Nim, Othellino};
use boxwood_kit::{Rng, Seed};

/// How many of `pairs` × 2 matches of two seats the first level wins, each seed played from both sides.
fn wins<G: Game>(options: &[(&str, &str)], level: Level, against: Level, pairs: u64) -> f32 {
    let mut sum = 0.0;
    for seed in 0..pairs {
        for side in Seat::all(2) {
            let mut chosen = G::Options::default();
            options.iter().for_each(|(key, value)| chosen.set(key, value).expect("an option of the game"));
            let mut game = Match::<G>::new(chosen, 2, Seed::from_number(seed)).expect("two seats");
            let mut rng = Rng::from_number(seed);
            while let Some(seat) = game.active().first() {
                let level = if seat == side { level } else { against };
                let action = choose(&game, seat, level, &mut rng, || true).expect("an active seat can act");
                game.act(seat, action).expect("bots act legally");
            }
            sum += game.outcome().expect("it is over").utility(side);
        }
    }
    sum
}

#[test]
fn medium_wins_nine_of_ten_games_of_nim_against_random() {
    let won = wins::<Nim>(&[("heaps", "3-5-7")], Level::Medium, Level::Random, 20);
    assert!(won >= 36.0, "only {won} of 40");
}

#[test]
fn easy_wins_most_games_of_dice_boards_and_bluff_against_random() {
    // Of 20 each; how many are needed is a little less than what was seen over other seeds.
    for (name, won, needed) in [
        ("othellino", wins::<Othellino>(&[], Level::Easy, Level::Random, 10), 16.0),
        ("backgammon", wins::<Backgammon>(&[], Level::Easy, Level::Random, 10), 16.0),
        ("gold-mine", wins::<GoldMine>(&[], Level::Easy, Level::Random, 10), 17.0),
        ("liars-cards", wins::<LiarsCards>(&[], Level::Easy, Level::Random, 10), 17.0),
    ] {
        assert!(won >= needed, "{name}: only {won} of 20");
    }
}

#[test]
fn equal_views_and_equal_chance_make_equal_choices() {
    let game = Match::<Othellino>::new(Default::default(), 2, Seed::from_number(4)).expect("two seats");
    let seat = game.active().first().expect("somebody begins");
    let again = || choose(&game, seat, Level::Easy, &mut Rng::from_number(9), || true);
    assert_eq!(again(), again());
}

#[test]
fn a_bot_answers_when_it_is_told_to_stop() {
    let game = Match::<Othellino>::new(Default::default(), 2, Seed::from_number(4)).expect("two seats");
    let seat = game.active().first().expect("somebody begins");
    let mut asked = 0;
    let stop = || {
        asked += 1;
        false
    };
    assert!(choose(&game, seat, Level::Strong, &mut Rng::from_number(9), stop).is_some());
    assert_eq!(asked, 1);
}

/// How a match ends, if the search may go on.
fn solved<G: Game>(game: &Match<G>, go_on: bool) -> Option<Solved<G::Action>> {
    let mut ask = |solver: &dyn Solver<G>, state: &G::State, window: (i32, i32)| {
        solver.margin(state, window, &mut |_| go_on)
    };
    solve::<G>(game.state(), 16, &mut ask, &mut |_| go_on)
}

#[test]
fn strong_bots_play_the_end_as_well_as_can_be() {
    let mut rng = Rng::from_number(3);
    for seed in 0..3 {
        let mut game =
            Match::<Othellino>::new(Default::default(), 2, Seed::from_number(seed)).expect("two seats");
        for _ in 0..18 {
            let seat = game.active().first().expect("a game is longer");
            let action = *rng.choose(&game.actions(seat));
            game.act(seat, action).expect("what is listed is legal");
        }
        let solved = self::solved(&game, true).expect("somebody is to decide");
        let End::Exactly(expected) = solved.end else { panic!("othellino has a solver") };
        let mut minds = [(); 2].map(|()| Mind::new(Level::Strong));
        while let Some(seat) = game.active().first() {
            let budget = Budget::steps(10_000_000);
            let action = minds[seat.index()].choose(&game, seat, budget, &mut rng);
            game.act(seat, action.expect("an active seat can act")).expect("bots act legally");
        }
        let margin = |outcome: &Outcome| outcome.scores[Seat::FIRST] - outcome.scores[Seat::SECOND];
        assert_eq!(margin(&game.outcome().expect("it is over")), margin(&expected), "seed {seed}");
    }
}

#[test]
fn the_general_search_says_who_wins() {
    for (heaps, is_won) in [("3-5-7", true), ("1-3-5-7", false), ("3-4-5", true), ("setter", true)] {
        let mut options = <Nim as Game>::Options::default();
        options.set("heaps", heaps).expect("an option of the game");
        let game = Match::<Nim>::new(options, 2, Seed::from_number(1)).expect("two seats");
        let solved = self::solved(&game, true).expect("somebody is to decide");
        let winner = if is_won { solved.seat } else { solved.seat.other() };
        assert_eq!(solved.end, End::Won(winner), "{heaps}");
        assert!(self::solved(&game, false).is_none() || heaps == "setter", "{heaps}");
    }
}

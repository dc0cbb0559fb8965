//! Strong bots beat short scripts that people would write against them.
//!
//! Budgets are in steps, so every run is the same. There are few games here, and short thoughts; `boxwood duel`
//! measures with many.

mod builder;
mod keeper;

use boxwood_bots::{Budget, Mind};
use boxwood_engine::{Ctx, Game, Level, Match, Outcome, Seat, Turn, Viewer};
use boxwood_games::{Cambio, FlowerGarden, GoldenPyramid, LiarsCards, TempleOfDoom};
use boxwood_kit::{Rng, Seed};

/// A script chooses among the actions of a seat by what this seat sees.
type Script<G> = fn(&<G as Game>::View, Seat, &[<G as Game>::Action], &mut Rng) -> <G as Game>::Action;

/// Whatever looks best at once, over a few worlds, by the game's own estimate.
fn greedy<G: Game>(view: &G::View, seat: Seat, actions: &[G::Action], rng: &mut Rng) -> G::Action {
    const WORLDS: u32 = 6;
    let mut worth = |action: &G::Action| -> f32 {
        let look = |_| {
            let mut state = G::redeal(view, rng);
            G::apply(&mut state, seat, action, &mut Ctx::silent(rng));
            match G::turn(&state) {
                Turn::Over(outcome) if outcome.team.is_none() => outcome.utility(seat),
                _ => G::estimate(&G::view(&state, Viewer::Seat(seat)), seat).unwrap_or(0.5),
            }
        };
        (0..WORLDS).map(look).sum()
    };
    let looked: Vec<(f32, &G::Action)> = actions.iter().map(|action| (worth(action), action)).collect();
    let best = looked.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
    best.expect("an active seat has actions").1.clone()
}

/// The action of this name as soon as there is one; otherwise whatever looks best.
fn eager<G: Game>(name: &str, view: &G::View, seat: Seat, actions: &[G::Action], rng: &mut Rng) -> G::Action {
    let is_named = |action: &&G::Action| serde_json::to_value(action).is_ok_and(|value| value == name);
    let named = actions.iter().find(is_named);
    named.cloned().unwrap_or_else(|| greedy::<G>(view, seat, actions, rng))
}

/// A match between a strong bot that thinks for so many steps in this seat, or in all, and a script.
fn play<G: Game>(
    seats: usize,
    seed: u64,
    bot: impl Fn(Seat) -> bool,
    steps: u32,
    script: Script<G>,
) -> Outcome {
    let mut game =
        Match::<G>::new(Default::default(), seats, Seed::from_number(seed)).expect("a usual table");
    let mut minds: Vec<Mind<G>> = (0..seats).map(|_| Mind::new(Level::Strong)).collect();
    let mut rng = Rng::from_number(seed);
    while let Some(seat) = game.active().random(&mut rng) {
        let action = if bot(seat) {
            let chosen = minds[seat.index()].choose(&game, seat, Budget::steps(steps), &mut rng);
            chosen.expect("an active seat can act")
        } else {
            script(&game.view(Viewer::Seat(seat)), seat, &game.actions(seat), &mut rng)
        };
        game.act(seat, action).expect("both act legally");
    }
    game.outcome().expect("it is over")
}

/// The points of the bot in so many pairs of matches for two, and its mean score.
fn duel<G: Game>(pairs: u64, steps: u32, script: Script<G>) -> (f32, f32) {
    let (mut points, mut scores) = (0.0, 0);
    for seed in 0..pairs {
        for side in Seat::all(2) {
            let outcome = play::<G>(2, seed, |seat| seat == side, steps, script);
            points += outcome.utility(side);
            scores += outcome.scores[side];
        }
    }
    (points, scores as f32 / (2 * pairs) as f32)
}

#[test]
fn a_gardener_beats_one_who_takes_what_looks_best() {
    let (points, score) = duel::<FlowerGarden>(5, 300, greedy::<FlowerGarden>);
    assert!(points >= 6.0 && score > 24.0, "{points} of 10 points, a mean score of {score}");
}

#[test]
fn whoever_calls_cambio_at_once_loses() {
    let script: Script<Cambio> = |view, seat, actions, rng| eager::<Cambio>("call", view, seat, actions, rng);
    let (points, _) = duel::<Cambio>(8, 200, script);
    assert!(points >= 9.0, "{points} of 16 points");
}

#[test]
fn whoever_plays_cambio_carefully_but_never_ahead_loses() {
    let (points, _) = duel::<Cambio>(4, 300, keeper::keeper::<Cambio>);
    assert!(points >= 5.0, "{points} of 8 points");
}

#[test]
fn whoever_calls_every_bid_a_lie_loses() {
    let script: Script<LiarsCards> =
        |view, seat, actions, rng| eager::<LiarsCards>("liar", view, seat, actions, rng);
    let (points, _) = duel::<LiarsCards>(8, 200, script);
    assert!(points >= 9.0, "{points} of 16 points");
}

#[test]
fn a_pyramid_is_built_better_by_somebody_who_looks_ahead() {
    let (points, score) = duel::<GoldenPyramid>(3, 60, builder::builder::<GoldenPyramid>);
    assert!(points >= 4.0 && score > 25.0, "{points} of 6 points, a mean score of {score}");
}

#[test]
fn four_who_look_ahead_finish_their_pyramid() {
    let outcome = play::<GoldenPyramid>(4, 1, |_| true, 40, greedy::<GoldenPyramid>);
    assert!(outcome.scores.as_slice().iter().all(|&score| score > 0), "{:?}", outcome.scores);
}

#[test]
fn more_is_saved_from_the_temple_by_somebody_who_looks_ahead() {
    let sum = |steps: Option<u32>| -> i32 {
        let score = |seed| {
            let is_bot = |_| steps.is_some();
            play::<TempleOfDoom>(1, seed, is_bot, steps.unwrap_or(0), greedy::<TempleOfDoom>).scores
                [Seat::FIRST]
        };
        (1..=12).map(score).sum()
    };
    let (bot, script) = (sum(Some(200)), sum(None));
    assert!(bot > script + 12, "{bot} points of the bot, {script} of the script");
}

//! What the tests of every game's own rules need: seats by number, matches by their options, and one
//! action after the other.

use std::any::Any;

use boxwood_engine::{Ctx, Game, Match, OptionsExt, Outcome, Seat, SeatSet, SetupError, Turn, Viewer};
use boxwood_kit::{Rng, Seed};
use boxwood_scene::{Beat, Key, Names, Scene, Touch, render};
use serde_json::Value;
pub use serde_json::json;

/// The seat of this number.
///
/// # Panics
/// If no table has so many.
#[track_caller]
pub fn seat(number: usize) -> Seat {
    Seat::new(number).expect("no table has so many seats")
}

/// The seats of these numbers.
///
/// # Panics
/// If no table has so many.
#[track_caller]
pub fn seats(numbers: &[usize]) -> SeatSet {
    numbers.iter().map(|&number| seat(number)).collect()
}

/// The game's options, as a table of the server would be opened with them: `json!({"match": 3})`.
///
/// # Panics
/// If the game does not have them.
#[track_caller]
pub fn options<G: Game>(options: Value) -> G::Options {
    G::Options::from_json(&options).unwrap_or_else(|error| panic!("{options}: {error}"))
}

/// A match with these options.
///
/// # Panics
/// If it cannot be played.
#[track_caller]
pub fn new_match<G: Game>(options: Value, seats: usize, seed: u64) -> Match<G> {
    try_match(options, seats, seed).unwrap_or_else(|error| panic!("{error}"))
}

/// A match with these options, or why it cannot be played.
///
/// # Errors
/// What the game's setup says.
///
/// # Panics
/// If the game does not have these options.
#[track_caller]
pub fn try_match<G: Game>(options: Value, seats: usize, seed: u64) -> Result<Match<G>, SetupError> {
    Match::new(self::options::<G>(options), seats, Seed::from_number(seed))
}

/// The one seat that is to act.
///
/// # Panics
/// If it is over, or several are.
#[track_caller]
pub fn mover<G: Game>(state: &G::State) -> Seat {
    let active = G::turn(state).active();
    assert_eq!(active.len(), 1, "one seat is to act");
    active.first().expect("one seat is to act")
}

/// How it ended.
///
/// # Panics
/// If it did not.
#[track_caller]
pub fn outcome<G: Game>(state: &G::State) -> Outcome {
    match G::turn(state) {
        Turn::Over(outcome) => outcome,
        Turn::Active(_) => panic!("it is not over: {state:?}"),
    }
}

/// What a seat is offered.
pub fn actions<G: Game>(state: &G::State, seat: Seat) -> Vec<G::Action> {
    let mut actions = vec![];
    G::legal_actions(state, seat, &mut actions);
    actions
}

/// Whether a seat may do this, on which the list and the judge agree.
///
/// # Panics
/// If they do not.
#[track_caller]
pub fn is_legal<G: Game>(state: &G::State, seat: Seat, action: &G::Action) -> bool {
    let (listed, judged) = (actions::<G>(state, seat).contains(action), G::check(state, seat, action));
    let listed = listed || judged.is_ok() && G::is_sampled(state, seat);
    assert_eq!(listed, judged.is_ok(), "the list and the judge disagree on {action:?}: {judged:?}");
    listed
}

/// Lets a seat do this with the chance of this seed, and holds what comes of it against the audit.
/// Returns the sentences that are said about it, with placeholders for people; see [`named`].
///
/// # Panics
/// If the seat may not do this now, or if the state is not sound afterwards.
#[track_caller]
pub fn act<G: Game>(state: &mut G::State, seat: Seat, action: &G::Action, seed: u64) -> Vec<String> {
    let said = act_unaudited::<G>(state, seat, action, seed);
    assert_eq!(G::audit(state), Ok(()), "after {action:?}");
    said
}

/// The same for a position that shows only what matters to a rule, such as a board with three tiles,
/// and would not pass the audit itself.
///
/// # Panics
/// If the seat may not do this now.
#[track_caller]
pub fn act_unaudited<G: Game>(
    state: &mut G::State,
    seat: Seat,
    action: &G::Action,
    seed: u64,
) -> Vec<String> {
    assert!(G::turn(state).active().contains(seat), "seat {} is not to act", seat.index());
    G::check(state, seat, action).unwrap_or_else(|why| panic!("{action:?}: {why}"));
    assert!(is_legal::<G>(state, seat, action));
    let mut said = vec![];
    G::apply(state, seat, action, &mut Ctx::new(&mut Rng::from_number(seed), &mut said));
    said.into_iter().map(|said| said.text).collect()
}

/// Lets a seat do this with the chance of this seed; what the viewer is shown on the way, moment by
/// moment, each with the table as it is then.
///
/// # Panics
/// If the seat may not do this now.
#[track_caller]
pub fn moments<G: Game>(
    state: &mut G::State,
    seat: Seat,
    action: &G::Action,
    seed: u64,
    viewer: Viewer,
) -> Vec<(Beat, Scene)> {
    G::check(state, seat, action).unwrap_or_else(|why| panic!("{action:?}: {why}"));
    let (mut said, mut shown, mut rng) = (vec![], vec![], Rng::from_number(seed));
    let mut witness = |moment: &dyn Any, beat: Beat| {
        let moment = moment.downcast_ref().expect("a game shows its own state");
        shown.push((beat, G::scene(&G::view(moment, viewer), viewer)));
    };
    G::apply(state, seat, action, &mut Ctx::new(&mut rng, &mut said).witnessed_by(&mut witness));
    shown
}

/// Lets the window that is open close, with the chance of this seed.
///
/// # Panics
/// If none is open, or if the state is not sound afterwards.
#[track_caller]
pub fn expire<G: Game>(state: &mut G::State, seed: u64) {
    let clock = G::clocks(state).first().copied().expect("a window is open");
    G::expire(state, clock.id, &mut Ctx::silent(&mut Rng::from_number(seed)));
    assert_eq!(G::audit(state), Ok(()));
}

/// What a seat does that looks one action ahead and takes whatever leads to the best
/// [`Game::estimate`]. It sees its own view only: the worlds in which it tries things are redealt, so
/// many of them, each with its own chance. Among equals it takes any.
///
/// # Panics
/// If the seat is not to act, or the game has no opinion.
#[track_caller]
pub fn greedy<G: Game>(state: &G::State, seat: Seat, worlds: usize, rng: &mut Rng) -> G::Action {
    let view = G::view(state, Viewer::Seat(seat));
    let mut actions = actions::<G>(state, seat);
    rng.shuffle(&mut actions);
    let mut values = vec![0.0; actions.len()];
    for _ in 0..worlds {
        let (world, chance) = (G::redeal(&view, rng), rng.clone());
        for (action, value) in actions.iter().zip(&mut values) {
            let mut then = world.clone();
            G::apply(&mut then, seat, action, &mut Ctx::silent(&mut chance.clone()));
            *value += match G::turn(&then) {
                Turn::Over(outcome) => outcome.utility(seat),
                Turn::Active(_) => {
                    let seen = G::view(&then, Viewer::Seat(seat));
                    G::estimate(&seen, seat).expect("the game has an opinion")
                }
            };
        }
    }
    let best = (0..actions.len()).max_by(|&a, &b| values[a].total_cmp(&values[b]));
    actions.swap_remove(best.expect("an active seat has a legal action"))
}

/// What a seat does that does not think.
///
/// # Panics
/// If the seat is not to act.
#[track_caller]
pub fn random<G: Game>(state: &G::State, seat: Seat, rng: &mut Rng) -> G::Action {
    rng.choose(&actions::<G>(state, seat)).clone()
}

/// Plays on, at most so many actions; how many it took, and the match has ended if they were fewer.
///
/// # Panics
/// If a player wants something illegal.
#[track_caller]
pub fn play_on<G: Game>(
    game: &mut Match<G>,
    most: usize,
    mut player: impl FnMut(&G::State, Seat) -> G::Action,
) -> usize {
    for played in 0..most {
        let Some(seat) = game.active().first() else { return played };
        let action = player(game.state(), seat);
        game.act(seat, action).unwrap_or_else(|why| panic!("{why}"));
    }
    most
}

/// What a seat is told that may not do this.
///
/// # Panics
/// If it may.
#[track_caller]
pub fn refusal<G: Game>(state: &G::State, seat: Seat, action: &G::Action) -> String {
    assert!(!is_legal::<G>(state, seat, action), "{action:?} is allowed");
    G::check(state, seat, action).expect_err("it is not legal").to_string()
}

/// The sentence as a spectator reads it of people who are called A, B, C and so on by their seats.
pub fn named(sentence: &str) -> String {
    let names: Vec<String> = ('A'..='L').map(String::from).collect();
    render(sentence, &Names { names: &names, reader: None })
}

/// What touching the things of these keys means; nothing if one of them is no key.
pub fn intent<G: Game>(view: &G::View, seat: Seat, keys: &[&str]) -> Option<G::Action> {
    let keys: Vec<Key> = keys.iter().map(|key| key.parse().ok()).collect::<Option<_>>()?;
    G::intent(view, seat, &Touch::path(&keys))
}

/// In so many worlds somebody who follows the estimate tries an action.
const WORLDS: usize = 4;

/// How well one seat that follows the estimate does among others who act at random, from 0 (always
/// last) to 1 (always first); each match gives it the next seat. Chance alone would get a half.
///
/// # Panics
/// If a match cannot be played, or if the game has no opinion.
#[track_caller]
pub fn greedy_share<G: Game>(options: Value, seats: usize, matches: u64) -> f32 {
    let mut sum = 0.0;
    for number in 0..matches {
        let mut rng = Rng::from_number(number);
        let mut game = new_match::<G>(options.clone(), seats, number);
        let greedy_seat = seat(number as usize % seats);
        while game.outcome().is_none() {
            let seat = game.active().random(&mut rng).expect("somebody is to act");
            let action = if seat == greedy_seat {
                greedy::<G>(game.state(), seat, WORLDS, &mut rng)
            } else {
                random::<G>(game.state(), seat, &mut rng)
            };
            game.act(seat, action).expect("what is listed is legal");
        }
        sum += outcome::<G>(game.state()).utility(greedy_seat);
    }
    sum / matches as f32
}

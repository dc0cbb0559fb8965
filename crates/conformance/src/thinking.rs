//! What a bot does depends on what its seat sees, on its budget and on its seed, and on nothing else.
//!
//! It is asked in the real world and in one that its seat cannot tell from it. What the game itself says to
//! bots, what it prefers and what actions are worth, is held against the same; so is whoever has forgotten
//! everything; and a game that claims to leave nothing to chance does.

use boxwood_bots::{Budget, Mind};
use boxwood_engine::{Ctx, Game, Level, Match, Seat, Viewer};
use boxwood_kit::{Rng, Seed};

use crate::telling::{same, written};

/// So many steps a bot thinks here: enough to look at more than one action.
const STEPS: u32 = 8;
/// Positions are looked at once in so many times.
const EVERY: u32 = 12;

pub(crate) fn check<G: Game>(game: &Match<G>, rng: &mut Rng) {
    if rng.below(EVERY) > 0 && game.version() > 0 {
        return;
    }
    let seat = crate::run::any(game.active(), rng);
    let other = G::redeal(&game.view(Viewer::Seat(seat)), rng);
    let other = Match::<G>::from_state(game.options().clone(), other, Seed::from_number(0));
    check_preference(game, &other, seat);
    check_worth(game, &other, seat);
    check_forgetting(game, seat, rng);
    let seed = rng.bits().into();
    for level in [Level::Easy, Level::Strong] {
        let choice = |game: &Match<G>| {
            Mind::new(level).choose(game, seat, Budget::steps(STEPS), &mut Rng::from_number(seed))
        };
        let chosen = choice(game);
        same(&choice(&other), &chosen, || {
            format!("a {level} bot in seat {} knows more than it sees", seat.index())
        });
        let chosen = chosen.expect("an active seat can act");
        assert!(
            game.check(seat, &chosen).is_ok(),
            "a {level} bot does what is illegal: {}",
            written(&chosen)
        );
    }
    if G::is_certain(game.state()) {
        check_certain(game, seat, rng);
    }
}

/// A preference has a weight for each action, or none at all, and tells nothing.
fn check_preference<G: Game>(game: &Match<G>, other: &Match<G>, seat: Seat) {
    let actions = game.actions(seat);
    let weights = |game: &Match<G>| {
        let mut weights = vec![];
        G::prefer(game.state(), seat, &actions, &mut weights);
        weights
    };
    let own = weights(game);
    assert!(own.is_empty() || own.len() == actions.len(), "{} weights for {}", own.len(), actions.len());
    assert!(own.iter().all(|weight| *weight >= 0.0 && weight.is_finite()), "weights of {own:?}");
    assert!(weights(other) == own, "what seat {} prefers betrays something", seat.index());
}

/// All actions have a worth, or none has, and it tells nothing.
fn check_worth<G: Game>(game: &Match<G>, other: &Match<G>, seat: Seat) {
    let actions = game.actions(seat);
    for care in 0..=1 {
        let values = |game: &Match<G>| {
            let mut values = vec![];
            G::weigh(&game.view(Viewer::Seat(seat)), seat, &actions, care, &mut values);
            values
        };
        let own = values(game);
        assert!(own.is_empty() || own.len() == actions.len(), "{} values for {}", own.len(), actions.len());
        assert!(own.iter().all(|value| (0.0..=1.0).contains(value)), "values of {own:?}");
        assert!(values(other) == own, "what actions are worth to seat {} changes", seat.index());
    }
}

/// Whoever has forgotten everything may still do the same.
fn check_forgetting<G: Game>(game: &Match<G>, seat: Seat, rng: &mut Rng) {
    let mut view = game.view(Viewer::Seat(seat));
    G::forget(&mut view, 100, rng);
    let dreamt = Match::<G>::from_state(game.options().clone(), G::redeal(&view, rng), Seed::from_number(0));
    let can_do = |game: &Match<G>| if game.active().contains(seat) { game.actions(seat) } else { vec![] };
    // What is sampled is another sample each time.
    if !G::is_sampled(game.state(), seat) {
        same(&can_do(&dreamt), &can_do(game), || {
            format!("seat {} has forgotten what it may do", seat.index())
        });
    }
}

/// Nothing is hidden, and an action leads to one state, whatever chance would say.
fn check_certain<G: Game>(game: &Match<G>, seat: Seat, rng: &mut Rng) {
    assert_eq!(game.active().len(), 1, "players decide one at a time");
    let open = G::redeal(&game.view(Viewer::Spectator), rng);
    same(&open, game.state(), || "nothing is hidden, yet a spectator does not see everything".into());
    let actions = game.actions(seat);
    let action = rng.choose(&actions);
    let after = |number: u64| {
        let mut state = game.state().clone();
        G::apply(&mut state, seat, action, &mut Ctx::silent(&mut Rng::from_number(number)));
        state
    };
    same(&after(1), &after(2), || format!("{} leaves something to chance", written(action)));
}

//! Both halves of secrecy, for every seat and a spectator.
//!
//! Half one: a redealt world looks exactly like the real one: view, scene, offers, active seats;
//! and whatever happens next in both worlds either looks the same and is told the same, or is final.
//! Half two: over many redeals, everything unseen turns up in every hidden place.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use boxwood_engine::{Ctx, Game, Match, Said, Viewer};
use boxwood_kit::{Rng, Seed};
use boxwood_scene::Beat;

use crate::telling::{same, who, written};

/// How many redeals look-alikes are sought among in each position and for each viewer.
const REDEALS: usize = 3;
/// Positions get the expensive second half once in so many times.
const SECOND_HALF_EVERY: u32 = 25;
/// So many redeals are made even if everything known has turned up, for what is not known yet.
const AT_LEAST: usize = 48;

pub(crate) fn check<G: Game>(game: &Match<G>, rng: &mut Rng) {
    for viewer in Viewer::all(game.seats()) {
        let view = game.view(viewer);
        for _ in 0..REDEALS {
            let other = G::redeal(&view, rng);
            if other == *game.state() {
                continue; // the same world looks the same
            }
            check_look_alike::<G>(game, viewer, &other);
            check_next_step::<G>(game, viewer, &other, rng);
        }
        if rng.below(SECOND_HALF_EVERY) == 0 || game.version() == 0 {
            check_everything_turns_up::<G>(game, viewer, rng);
        }
    }
}

fn check_look_alike<G: Game>(game: &Match<G>, viewer: Viewer, other: &G::State) {
    let state = game.state();
    let view = game.view(viewer);
    let other_view = G::view(other, viewer);
    let who = who(viewer);
    same(&other_view, &view, || format!("{who} can tell the redealt world from the real one"));
    let (scene, other_scene) = (G::scene(&view, viewer), G::scene(&other_view, viewer));
    same(&other_scene, &scene, || format!("the redealt world of {who} has another scene"));
    assert!(G::turn(other) == G::turn(state), "others are to decide in the redealt world of {who}");
    same(&G::clocks(other), &G::clocks(state), || format!("the redealt world of {who} has other clocks"));
    let (found, whole) = (G::inventory(other), G::inventory(state));
    assert!(found == whole, "a redeal for {who} changes the pieces: {found}, not {whole}");
    assert_eq!(G::audit(other), Ok(()), "an impossible redeal for {who}: {}", written(other));
    let mut own = G::secrets(state, viewer);
    let mut others = G::secrets(other, viewer);
    own.sort_unstable();
    others.sort_unstable();
    if own == others {
        same(other, state, || format!("{who} misses more than its secrets tell"));
    }
    if let Some(seat) = viewer.seat().filter(|&seat| game.active().contains(seat)) {
        let mut actions = vec![];
        G::legal_actions(other, seat, &mut actions);
        same(&actions, &game.actions(seat), || format!("what {who} is offered betrays something"));
    }
}

/// What somebody does next, in both worlds: if it then looks the same to the viewer, and did at every
/// moment on the way, the same was told; and if it does not, something came out, so the action is final.
fn check_next_step<G: Game>(game: &Match<G>, viewer: Viewer, other: &G::State, rng: &mut Rng) {
    let actor = crate::run::any(game.active(), rng);
    let actions = game.actions(actor);
    let action = rng.choose(&actions).clone();
    if G::check(other, actor, &action).is_err() {
        return; // the actor's choice itself would show which world it is
    }
    let seed = Seed::from_number(rng.bits().into());
    let after = |mut state: G::State| {
        let (mut log, mut chance) = (vec![], Rng::new(seed));
        let (mut views, mut beats) = (vec![], vec![]);
        let mut witness = |moment: &dyn Any, beat: Beat| {
            let moment: &G::State = moment.downcast_ref().expect("a game shows its own state");
            views.push(G::view(moment, viewer));
            beats.push(beat);
        };
        let mut ctx = Ctx::new(&mut chance, &mut log).witnessed_by(&mut witness);
        G::apply(&mut state, actor, &action, &mut ctx);
        let is_final = ctx.is_final();
        views.push(G::view(&state, viewer));
        log.retain(|said: &Said| said.to.includes(viewer));
        (views, (log, beats), is_final)
    };
    let (views, told, is_final) = after(game.state().clone());
    let (other_views, other_told, other_is_final) = after(other.clone());
    if views == other_views {
        same(&told, &other_told, || {
            format!("the log of {} tells {} more than the table shows", written(&action), who(viewer))
        });
    } else {
        assert!(
            is_final && other_is_final,
            "{} shows {} something, but is not noted as final",
            written(&action),
            who(viewer)
        );
    }
}

fn check_everything_turns_up<G: Game>(game: &Match<G>, viewer: Viewer, rng: &mut Rng) {
    let view = game.view(viewer);
    let truth = G::secrets(game.state(), viewer);
    if truth.is_empty() {
        let other = G::redeal(&view, rng);
        same(&other, game.state(), || format!("{} has no secrets, so there is only one world", who(viewer)));
        return;
    }
    let mut places: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    let mut contents: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    for secret in &truth {
        places.entry(secret.pool).or_default().insert(secret.place);
        contents.entry(secret.pool).or_default().insert(secret.holds);
    }
    // Enough that a fair redeal misses a pair of place and content once in a million positions; usually
    // all are seen long before. Where pools share places, a pair can be much rarer than its content.
    let most = contents.values().map(BTreeSet::len).max().unwrap_or(0).max(2) * truth.len();
    let mut seen: HashSet<(u32, u32, u32)> = HashSet::new();
    for number in 0..most * 24 {
        let pairs: usize = places.iter().map(|(pool, places)| places.len() * contents[pool].len()).sum();
        if number >= AT_LEAST && seen.len() >= pairs {
            break;
        }
        let other = G::redeal(&view, rng);
        for secret in G::secrets(&other, viewer) {
            contents.entry(secret.pool).or_default().insert(secret.holds);
            // In another world a pool may reach places that hold nothing of it in this one.
            if places.get(&secret.pool).is_some_and(|places| places.contains(&secret.place)) {
                seen.insert((secret.pool, secret.place, secret.holds));
            }
        }
    }
    for (pool, places) in &places {
        for &hidden in places {
            for &holds in &contents[pool] {
                assert!(
                    seen.contains(&(*pool, hidden, holds)),
                    "{} never finds {holds} at place {hidden} of pool {pool}",
                    who(viewer)
                );
            }
        }
    }
}

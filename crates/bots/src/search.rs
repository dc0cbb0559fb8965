//! Monte Carlo tree search over redealt worlds.
//!
//! Every iteration redeals what the bot cannot see, walks down one tree that all worlds share, adds
//! a node and plays on at random. Nodes are reached by actions alone, so dice and draws need no
//! nodes of their own. An action is judged by how often it was chosen relative to how often it
//! was available, since it may be legal in some worlds only.

use std::cmp::Ordering::Equal;

use boxwood_engine::{Ctx, Game, Outcome, Seat, Turn, playout};
use boxwood_kit::Rng;

/// How much a rarely tried action is preferred; utilities lie between 0 and 1.
const CURIOSITY: f32 = 0.7;
/// How many worlds are looked into before asking whether to go on.
const BATCH: u32 = 16;

struct Node<A> {
    edges: Vec<Edge<A>>,
}

struct Edge<A> {
    seat: Seat,
    action: A,
    node: usize,
    visits: u32,
    available: u32,
    /// The sum of the acting seat's utilities.
    utility: f32,
}

pub(crate) fn search<G: Game>(
    view: &G::View,
    seat: Seat,
    actions: &[G::Action],
    worlds: u32,
    rng: &mut Rng,
    mut go_on: impl FnMut() -> bool,
) -> G::Action {
    let mut tree = vec![Node { edges: vec![] }];
    let mut buffer = vec![];
    let mut path = vec![];
    for world in 0..worlds {
        if world > 0 && world % BATCH == 0 && !go_on() {
            break;
        }
        let state = G::redeal(view, rng);
        path.clear();
        let outcome = descend::<G>(&mut tree, state, seat, &mut path, &mut buffer, rng);
        for &(node, edge) in &path {
            let edge: &mut Edge<G::Action> = &mut tree[node].edges[edge];
            edge.visits += 1;
            edge.utility += outcome.utility(edge.seat);
        }
    }
    // Visits are the best judge; where there were too few to differ, the results are.
    let standing = |edge: &Edge<G::Action>| (edge.visits as f32, edge.utility);
    let best = tree[0].edges.iter().max_by(|a, b| standing(a).partial_cmp(&standing(b)).unwrap_or(Equal));
    best.map_or_else(|| actions[0].clone(), |edge| edge.action.clone())
}

/// Walks down the tree, adds one node, plays on at random; the edges taken go to `path`.
fn descend<G: Game>(
    tree: &mut Vec<Node<G::Action>>,
    mut state: G::State,
    bot: Seat,
    path: &mut Vec<(usize, usize)>,
    buffer: &mut Vec<G::Action>,
    rng: &mut Rng,
) -> Outcome {
    let mut node = 0;
    loop {
        let active = match G::turn(&state) {
            Turn::Over(outcome) => return outcome,
            Turn::Active(active) => active,
        };
        // Where several may act, the bot thinks of itself first, then of anybody.
        let seat = if path.is_empty() && active.contains(bot) {
            bot
        } else {
            active.random(rng).expect("somebody is active while the match runs")
        };
        buffer.clear();
        G::legal_actions(&state, seat, buffer);
        let (edge, is_new) = pick(tree, node, seat, buffer, rng);
        path.push((node, edge));
        let Edge { action, node: next, .. } = &tree[node].edges[edge];
        G::apply(&mut state, seat, action, &mut Ctx::silent(rng));
        node = *next;
        if is_new {
            return playout::<G>(&mut state, rng, buffer).outcome;
        }
    }
}

/// An untried action if there is one, otherwise the most promising; and whether it is new.
fn pick<A: Clone + PartialEq>(
    tree: &mut Vec<Node<A>>,
    node: usize,
    seat: Seat,
    actions: &[A],
    rng: &mut Rng,
) -> (usize, bool) {
    let edges = &mut tree[node].edges;
    let mut best = None;
    let mut untried: Vec<&A> = vec![];
    for action in actions {
        match edges.iter().position(|edge| edge.seat == seat && edge.action == *action) {
            None => untried.push(action),
            Some(index) => {
                let edge = &mut edges[index];
                edge.available += 1;
                let tries = edge.visits.max(1) as f32;
                let promise =
                    edge.utility / tries + CURIOSITY * ((edge.available as f32).ln() / tries).sqrt();
                if best.is_none_or(|(most, _)| promise > most) {
                    best = Some((promise, index));
                }
            }
        }
    }
    match best {
        Some((_, index)) if untried.is_empty() => (index, false),
        _ => {
            let action = (*rng.choose(&untried)).clone();
            let next = tree.len();
            tree.push(Node { edges: vec![] });
            let edges = &mut tree[node].edges;
            edges.push(Edge { seat, action, node: next, visits: 0, available: 1, utility: 0.0 });
            (edges.len() - 1, true)
        }
    }
}

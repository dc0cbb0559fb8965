//! Monte Carlo tree search over redealt worlds.
//!
//! Every step redeals what the bot cannot see, walks down one tree that all worlds share, adds a node and
//! judges the position there for everybody. An action is judged by how often it was chosen relative to how
//! often it was available, since it may be legal in some worlds only.
//!
//! Where several seats decide at once, each chooses by what is known in the node where they were asked, so
//! nobody answers a choice that is still secret (decoupled selection). Chance is drawn anew in each step.

use boxwood_engine::{Ctx, Game, MAX_SEATS, Seat, SeatMap, SeatSet, Turn, Viewer};
use boxwood_kit::Rng;

use crate::Budget;
use crate::playout::{Judgement, Scratch, Values, any, glance, judge};
use crate::select::Choice;
use crate::tree::{EdgeId, NodeId, Tree};

/// A tree of so many nodes knows enough.
const MOST_NODES: usize = 3_000_000;
/// How many positions are tried to find the one that the table has come to since the last search.
const LOOKED_FOR: u32 = 500;

/// A search for one seat, which may be asked again and again as the match goes on.
pub struct Search<G: Game> {
    view: G::View,
    seat: Seat,
    judgement: Judgement,
    /// How many actions deep the tree grows.
    depth: usize,
    tree: Tree<G::Action>,
    spreads: SeatMap<Spread>,
    path: Vec<EdgeId>,
    scratch: Scratch<G::Action>,
}

/// What was found out about an action of the bot.
#[derive(Clone, Debug)]
pub struct Finding<A> {
    /// The action.
    pub action: A,
    /// How often it was tried.
    pub visits: u32,
    /// What came of it for the bot on average, from 0 to 1.
    pub value: f32,
}

impl<G: Game> Search<G> {
    /// Nothing is known yet about what this seat sees.
    pub fn new(view: G::View, seat: Seat, judgement: Judgement) -> Search<G> {
        Search {
            view,
            seat,
            judgement,
            depth: usize::MAX,
            tree: Tree::new(),
            spreads: SeatMap::filled(MAX_SEATS, Spread::default()),
            path: vec![],
            scratch: Scratch::new(),
        }
    }

    /// The same with a tree that grows no deeper than so many actions.
    #[must_use]
    pub fn no_deeper(self, depth: usize) -> Search<G> {
        Search { depth, ..self }
    }

    /// Looks into one world after the other, as long as the budget lasts.
    pub fn run<F: FnMut() -> bool>(&mut self, budget: &mut Budget<F>, rng: &mut Rng) {
        while self.tree.len() < MOST_NODES && budget.spend() {
            self.step(rng);
        }
    }

    /// What was found out so far, in the order in which it was first tried.
    pub fn findings(&self) -> impl Iterator<Item = Finding<G::Action>> + '_ {
        let own = self.tree.edges(Tree::<G::Action>::ROOT).filter(|edge| edge.seat == self.seat);
        own.map(|edge| Finding { action: edge.action.clone(), visits: edge.visits, value: edge.mean() })
    }

    /// The standard deviation of what came of all worlds for the bot.
    pub fn deviation(&self) -> f32 {
        self.spreads[self.seat].deviation()
    }

    /// Looks into one world.
    fn step(&mut self, rng: &mut Rng) {
        let mut state = G::redeal(&self.view, rng);
        self.path.clear();
        let values = self.descend(&mut state, rng);
        for seat in self.seats_on_path().iter() {
            self.spreads[seat].add(values[seat]);
        }
        for &id in &self.path {
            let edge = self.tree.edge_mut(id);
            edge.visits += 1;
            edge.sum += values[edge.seat];
        }
    }

    /// Walks down the tree, adds one node, judges; the edges taken go to the path.
    fn descend(&mut self, state: &mut G::State, rng: &mut Rng) -> Values {
        // Where the seats that are asked together choose, and where the choices made so far lead to.
        let (mut node, mut place) = (Tree::<G::Action>::ROOT, Tree::<G::Action>::ROOT);
        let mut asked = SeatSet::EMPTY;
        while let Turn::Active(active) = G::turn(state) {
            asked = asked.iter().filter(|&seat| active.contains(seat)).collect();
            if asked.is_empty() {
                (node, asked) = (place, active);
            }
            let is_first = self.path.is_empty();
            let seat = if is_first && asked.contains(self.seat) { self.seat } else { any(asked, rng) };
            asked.remove(seat);
            self.scratch.fill::<G>(state, seat);
            let edge = self.choice(node, state, seat, rng);
            self.path.push(edge);
            let is_new = self.tree.edge(edge).is_new();
            G::apply(state, seat, &self.tree.edge(edge).action, &mut Ctx::silent(rng));
            if is_new || self.path.len() >= self.depth {
                break;
            }
            place = if place == node { self.tree.follow(edge) } else { self.joint(place, edge) };
        }
        let seats = self.seats_on_path();
        judge::<G>(state, seats, self.judgement, &mut self.scratch, rng)
    }

    fn choice(&mut self, node: NodeId, state: &G::State, seat: Seat, rng: &mut Rng) -> EdgeId {
        let Scratch { actions, weights } = &self.scratch;
        let (spread, tries_all) = (self.spreads[seat].deviation(), self.path.is_empty());
        let choice = Choice { node, seat, actions, weights, spread, tries_all };
        let looks = self.judgement == Judgement::After(0);
        let look = |action: &G::Action, rng: &mut Rng| {
            if looks { glance::<G>(state, seat, action, rng) } else { None }
        };
        choice.pick(&mut self.tree, rng, look)
    }

    /// Where a choice leads to that was made elsewhere, together with others.
    fn joint(&mut self, place: NodeId, chosen: EdgeId) -> NodeId {
        let (seat, action) = (self.tree.edge(chosen).seat, self.tree.edge(chosen).action.clone());
        let known = self.tree.find(place, None, seat, &action);
        let edge = known.unwrap_or_else(|| self.tree.add_edge(place, seat, action, 1.0));
        self.tree.follow(edge)
    }

    fn seats_on_path(&self) -> SeatSet {
        self.path.iter().map(|&id| self.tree.edge(id).seat).collect()
    }

    /// Goes on to what the seat sees now. Whatever was found out about it before is kept: if this view can
    /// be reached by actions of the tree, without chance and without anything coming to light.
    pub fn turn_to(&mut self, view: &G::View) {
        if self.view == *view {
            return;
        }
        let mut left = LOOKED_FOR;
        let state = G::redeal(&self.view, &mut Rng::from_number(0));
        let found = self.look_for(view, Tree::<G::Action>::ROOT, &state, &mut left);
        self.tree = found.map_or_else(Tree::new, |node| self.tree.branch(node));
        self.view = view.clone();
    }

    fn look_for(&self, view: &G::View, node: NodeId, state: &G::State, left: &mut u32) -> Option<NodeId> {
        let mut edges: Vec<_> =
            self.tree.numbered(node).filter_map(|(_, edge)| Some((edge, edge.child()?))).collect();
        edges.sort_by_key(|(edge, _)| std::cmp::Reverse(edge.visits));
        for (edge, child) in edges {
            *left = left.checked_sub(1)?;
            let is_active = G::turn(state).active().contains(edge.seat);
            if !is_active || G::check(state, edge.seat, &edge.action).is_err() {
                continue;
            }
            let mut next = state.clone();
            G::apply(&mut next, edge.seat, &edge.action, &mut Ctx::silent(&mut Rng::from_number(0)));
            if G::view(&next, Viewer::Seat(self.seat)) == *view {
                return Some(child);
            }
            // Where the bot would have to decide again, it would have been asked.
            if !G::turn(&next).active().contains(self.seat)
                && let Some(found) = self.look_for(view, child, &next, left)
            {
                return Some(found);
            }
        }
        None
    }
}

/// How much the results of a seat differ.
#[derive(Clone, Copy, Debug, Default)]
struct Spread {
    n: f32,
    mean: f32,
    squares: f32,
}

impl Spread {
    fn add(&mut self, value: f32) {
        self.n += 1.0;
        let off = value - self.mean;
        self.mean += off / self.n;
        self.squares += off * (value - self.mean);
    }

    /// The standard deviation; a guess, as long as little is known.
    fn deviation(&self) -> f32 {
        if self.n < 4.0 { 0.3 } else { (self.squares / self.n).sqrt().max(1e-4) }
    }
}

//! Which action a seat tries next in a node of the tree.

use boxwood_engine::Seat;
use boxwood_kit::Rng;

use crate::tree::{EdgeId, NodeId, Tree};

/// How much a rarely tried action is preferred, in spreads of the results.
const CURIOSITY: f32 = 1.2;
/// The same where an action was looked at before it is tried: little is left to be found out.
const CURIOSITY_AFTER_A_LOOK: f32 = 0.5;
/// Progressive widening: with so many visits, this many of very many actions are tried.
const FIRST_TRIED: f32 = 6.0;
const WIDENING: f32 = 2.5;

/// What is asked: who chooses where, among which actions.
pub(crate) struct Choice<'a, A> {
    pub node: NodeId,
    pub seat: Seat,
    pub actions: &'a [A],
    /// As [`Game::prefer`](boxwood_engine::Game::prefer) gives them; empty for no preference.
    pub weights: &'a [f32],
    /// The standard deviation of what this seat's results were so far.
    pub spread: f32,
    /// Whether every action is to be tried, as at the root.
    pub tries_all: bool,
}

impl<A: Clone + PartialEq> Choice<'_, A> {
    /// An action that was never tried, while the node is to grow wider; otherwise the most promising one.
    ///
    /// If a look at an action gives a value, it counts like a first try, and all actions that the node has
    /// room for are looked at before one is tried.
    pub fn pick(
        &self,
        tree: &mut Tree<A>,
        rng: &mut Rng,
        mut look: impl FnMut(&A, &mut Rng) -> Option<f32>,
    ) -> EdgeId {
        tree.visit(self.node);
        let (mut best, mut most) = (None, f32::NEG_INFINITY);
        let (mut tried, mut hint) = (0, None);
        // Of equally preferred actions that were never tried, each is equally likely.
        let (mut untried, mut heaviest, mut equals) = (None, 0.0, 0);
        let room = self.room(tree);
        for (number, action) in self.actions.iter().enumerate() {
            let weight = self.weight(number);
            let mut known = tree.find(self.node, hint, self.seat, action);
            if known.is_none()
                && weight > 0.0
                && (tried as f32) < room
                && let Some(value) = look(action, rng)
            {
                let id = tree.add_edge(self.node, self.seat, action.clone(), weight);
                let edge = tree.edge_mut(id);
                (edge.visits, edge.sum, edge.was_looked_at) = (1, value, true);
                known = Some(id);
            }
            match known {
                Some(id) => {
                    hint = Some(id);
                    tried += 1;
                    let promise = self.promise(tree, id);
                    if promise > most {
                        (best, most) = (Some(id), promise);
                    }
                }
                None => {
                    if weight > heaviest {
                        (heaviest, equals) = (weight, 0);
                    }
                    if weight == heaviest {
                        equals += 1;
                        if equals == 1 || rng.below(equals) == 0 {
                            untried = Some(number);
                        }
                    }
                }
            }
        }
        match (best, untried) {
            (Some(best), None) => best,
            (Some(best), Some(_)) if heaviest == 0.0 || tried as f32 >= room => best,
            (_, Some(number)) => {
                let id =
                    tree.add_edge(self.node, self.seat, self.actions[number].clone(), self.weight(number));
                tree.edge_mut(id).available = 1;
                id
            }
            (None, None) => unreachable!("an active seat has a legal action"),
        }
    }

    /// What came of an action, and how much there may be still to find out.
    fn promise(&self, tree: &mut Tree<A>, id: EdgeId) -> f32 {
        let edge = tree.edge_mut(id);
        edge.available += 1;
        let curiosity = if edge.was_looked_at { CURIOSITY_AFTER_A_LOOK } else { CURIOSITY };
        let n = edge.visits.max(1) as f32;
        edge.mean() + curiosity * self.spread * (edge.weight * (edge.available as f32).ln() / n).sqrt()
    }

    fn weight(&self, number: usize) -> f32 {
        self.weights.get(number).copied().unwrap_or(1.0)
    }

    /// How many actions are tried by now.
    fn room(&self, tree: &Tree<A>) -> f32 {
        let visits = tree.visits(self.node) as f32;
        if self.tries_all { f32::INFINITY } else { FIRST_TRIED + WIDENING * visits.sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picks(actions: &[u32], weights: &[f32], times: usize, tries_all: bool) -> Vec<u32> {
        let (mut tree, mut rng) = (Tree::new(), Rng::from_number(1));
        let choice =
            Choice { node: Tree::<u32>::ROOT, seat: Seat::FIRST, actions, weights, spread: 0.5, tries_all };
        let pick = |_| {
            let id = choice.pick(&mut tree, &mut rng, |_, _| None);
            let edge = tree.edge_mut(id);
            edge.visits += 1;
            edge.sum += if edge.action == 3 { 1.0 } else { 0.0 };
            edge.action
        };
        (0..times).map(pick).collect()
    }

    #[test]
    fn everything_is_tried_once_and_then_the_best_most_often() {
        let mut first = picks(&[1, 2, 3, 4], &[], 4, true);
        first.sort_unstable();
        assert_eq!(first, [1, 2, 3, 4]);
        let often = picks(&[1, 2, 3, 4], &[], 200, true).iter().filter(|&&action| action == 3).count();
        assert!(often > 120, "{often} of 200");
    }

    #[test]
    fn preferred_actions_come_first_and_worthless_ones_never() {
        let picked = picks(&[1, 2, 3, 4], &[0.0, 1.0, 2.0, 0.0], 50, true);
        assert_eq!(picked[..2], [3, 2]);
        assert!(!picked.contains(&1) && !picked.contains(&4));
        assert_eq!(picks(&[1], &[0.0], 1, true), [1], "there is nothing else");
    }

    #[test]
    fn of_very_many_actions_more_are_tried_the_longer_it_lasts() {
        let actions: Vec<u32> = (10..1000).collect();
        let distinct = |times| {
            let mut picked = picks(&actions, &[], times, false);
            picked.sort_unstable();
            picked.dedup();
            picked.len()
        };
        let (few, many) = (distinct(40), distinct(400));
        assert!(few < 30 && few < many && many < 100, "{few}, then {many}");
    }

    #[test]
    fn a_look_counts_like_a_first_try() {
        let (mut tree, mut rng) = (Tree::new(), Rng::from_number(1));
        let actions: Vec<u32> = (0..50).collect();
        let choice = Choice {
            node: Tree::<u32>::ROOT,
            seat: Seat::FIRST,
            actions: &actions,
            weights: &[],
            spread: 0.1,
            tries_all: true,
        };
        let id = choice.pick(&mut tree, &mut rng, |&action, _| Some(if action == 30 { 0.9 } else { 0.2 }));
        assert_eq!((tree.edge(id).action, tree.edges(Tree::<u32>::ROOT).count()), (30, 50));
    }
}

//! The tree that all worlds share: two lists, in which nodes and edges name each other by number.
//!
//! A node is reached by actions alone, so dice and draws need no nodes of their own. Its edges are a
//! chain, in the order in which they were first tried. Growing the tree by a node adds one entry to each
//! list and allocates nothing else.

use boxwood_engine::Seat;

/// The number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeId(u32);

/// The number of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EdgeId(u32);

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Node {
    first: u32,
    last: u32,
    /// How often somebody decided here.
    visits: u32,
}

/// What is known about one action of one seat in one node.
#[derive(Clone)]
pub(crate) struct Edge<A> {
    pub seat: Seat,
    pub action: A,
    /// How often it was chosen.
    pub visits: u32,
    /// How often it could have been: it may be legal in some worlds only.
    pub available: u32,
    /// The sum of what came of it for its seat.
    pub sum: f32,
    /// How much the game prefers it.
    pub weight: f32,
    /// Whether its first visit was but a look at what comes of it.
    pub was_looked_at: bool,
    child: u32,
    next: u32,
}

impl<A> Edge<A> {
    /// Whether nobody has gone this way yet.
    pub fn is_new(&self) -> bool {
        self.visits == u32::from(self.was_looked_at)
    }

    /// What came of it on average.
    pub fn mean(&self) -> f32 {
        self.sum / self.visits.max(1) as f32
    }

    pub fn after(&self) -> Option<EdgeId> {
        some(self.next).map(EdgeId)
    }

    /// Where it leads to, if it was ever followed.
    pub fn child(&self) -> Option<NodeId> {
        some(self.child).map(NodeId)
    }
}

fn some(number: u32) -> Option<u32> {
    (number != NONE).then_some(number)
}

pub(crate) struct Tree<A> {
    nodes: Vec<Node>,
    edges: Vec<Edge<A>>,
}

impl<A: Clone + PartialEq> Tree<A> {
    pub const ROOT: NodeId = NodeId(0);

    /// A root without edges.
    pub fn new() -> Tree<A> {
        let mut tree = Tree { nodes: vec![], edges: vec![] };
        tree.add_node();
        tree
    }

    fn add_node(&mut self) -> NodeId {
        self.nodes.push(Node { first: NONE, last: NONE, visits: 0 });
        NodeId(self.nodes.len() as u32 - 1)
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn edge(&self, id: EdgeId) -> &Edge<A> {
        &self.edges[id.0 as usize]
    }

    pub fn edge_mut(&mut self, id: EdgeId) -> &mut Edge<A> {
        &mut self.edges[id.0 as usize]
    }

    pub fn first(&self, node: NodeId) -> Option<EdgeId> {
        some(self.nodes[node.0 as usize].first).map(EdgeId)
    }

    /// The edges of a node.
    pub fn edges(&self, node: NodeId) -> impl Iterator<Item = &Edge<A>> {
        std::iter::successors(self.first(node), |&id| self.edge(id).after()).map(|id| self.edge(id))
    }

    /// The edges of a node with their numbers.
    pub fn numbered(&self, node: NodeId) -> impl Iterator<Item = (EdgeId, &Edge<A>)> {
        std::iter::successors(self.first(node), |&id| self.edge(id).after()).map(|id| (id, self.edge(id)))
    }

    /// How often somebody decided in this node.
    pub fn visits(&self, node: NodeId) -> u32 {
        self.nodes[node.0 as usize].visits
    }

    /// Counts one more decision in this node.
    pub fn visit(&mut self, node: NodeId) {
        self.nodes[node.0 as usize].visits += 1;
    }

    /// The edge of this action of this seat, if it is there; the search begins behind `hint`, since actions
    /// are listed in the same order each time.
    pub fn find(&self, node: NodeId, hint: Option<EdgeId>, seat: Seat, action: &A) -> Option<EdgeId> {
        let is_it = |id: &EdgeId| {
            let edge = self.edge(*id);
            edge.seat == seat && edge.action == *action
        };
        let next = hint.and_then(|id| self.edge(id).after());
        if let Some(id) = next.filter(is_it) {
            return Some(id);
        }
        std::iter::successors(self.first(node), |&id| self.edge(id).after()).find(is_it)
    }

    /// A new edge of a node, which leads nowhere yet.
    pub fn add_edge(&mut self, node: NodeId, seat: Seat, action: A, weight: f32) -> EdgeId {
        let id = self.edges.len() as u32;
        let edge = Edge {
            seat,
            action,
            visits: 0,
            available: 0,
            sum: 0.0,
            weight,
            was_looked_at: false,
            child: NONE,
            next: NONE,
        };
        self.edges.push(edge);
        let node = &mut self.nodes[node.0 as usize];
        match some(node.last) {
            None => node.first = id,
            Some(last) => self.edges[last as usize].next = id,
        }
        node.last = id;
        EdgeId(id)
    }

    /// Where this edge leads to; a new node, the first time.
    pub fn follow(&mut self, edge: EdgeId) -> NodeId {
        if let Some(node) = self.edge(edge).child() {
            return node;
        }
        let node = self.add_node();
        self.edge_mut(edge).child = node.0;
        node
    }

    /// What grows from this node, as a tree of its own.
    pub fn branch(&self, from: NodeId) -> Tree<A> {
        let mut branch = Tree::new();
        let mut open = vec![(from, Tree::<A>::ROOT)];
        while let Some((old, new)) = open.pop() {
            branch.nodes[new.0 as usize].visits = self.visits(old);
            for edge in self.edges(old) {
                let copy = branch.add_edge(new, edge.seat, edge.action.clone(), edge.weight);
                let known = branch.edge_mut(copy);
                (known.visits, known.available, known.sum) = (edge.visits, edge.available, edge.sum);
                known.was_looked_at = edge.was_looked_at;
                if let Some(child) = edge.child() {
                    open.push((child, branch.follow(copy)));
                }
            }
        }
        branch
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_found_in_any_order_and_a_branch_keeps_what_is_known() {
        let mut tree = Tree::new();
        let root = Tree::<char>::ROOT;
        let [a, b, c] = ['a', 'b', 'c'].map(|action| tree.add_edge(root, Seat::FIRST, action, 1.0));
        for (hint, action, found) in [(Some(a), 'b', Some(b)), (Some(c), 'a', Some(a)), (None, 'c', Some(c))]
        {
            assert_eq!(tree.find(root, hint, Seat::FIRST, &action), found, "{action} behind {hint:?}");
        }
        assert_eq!(tree.find(root, None, Seat::SECOND, &'a'), None);
        let below = tree.follow(b);
        assert_eq!(tree.follow(b), below);
        let deep = tree.add_edge(below, Seat::SECOND, 'x', 2.0);
        tree.edge_mut(deep).visits = 7;
        tree.visit(below);
        let branch = tree.branch(below);
        let kept: Vec<_> = branch.edges(Tree::<char>::ROOT).map(|e| (e.action, e.visits, e.weight)).collect();
        assert_eq!((kept, branch.visits(Tree::<char>::ROOT), branch.len()), (vec![('x', 7, 2.0)], 1, 1));
    }
}

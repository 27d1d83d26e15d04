//! Places of a betting tree: a row for each end of the hand, a column for each action.

use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, Node, Player};
use rational_bluff::strategy::Passage;

/// A place where somebody acts.
pub(super) struct Place {
    pub(super) player: Player,
    pub(super) depth: usize,
    /// Between the rows of what follows.
    pub(super) row: f64,
}

/// An action.
pub(super) struct Edge {
    pub(super) view: usize,
    pub(super) action: String,
    /// The depth and the row of the place that it leaves.
    pub(super) depth: usize,
    pub(super) from: f64,
    /// The row that it leads to, and the end of the hand, if it is one.
    pub(super) to: f64,
    pub(super) leaf: Option<usize>,
    /// The probability that a hand takes it, and that a hand which comes to the place does.
    pub(super) passing: Rational,
    pub(super) part: Option<Rational>,
}

/// A whole tree, the root first.
pub(super) struct TreeLayout {
    pub(super) nodes: Vec<Place>,
    pub(super) edges: Vec<Edge>,
    pub(super) depth: usize,
    pub(super) leaves: usize,
}

impl TreeLayout {
    pub(super) fn new(game: &Game, passage: &Passage) -> Self {
        let mut layout = Self { nodes: Vec::new(), edges: Vec::new(), depth: 0, leaves: 0 };
        layout.add(game, passage, 0, 0);
        layout
    }

    /// Adds what follows a node; its row.
    fn add(&mut self, game: &Game, passage: &Passage, node: usize, depth: usize) -> f64 {
        self.depth = self.depth.max(depth);
        let Node::Act { view: at, children } = &game.nodes()[node] else {
            self.leaves += 1;
            return (self.leaves - 1) as f64;
        };
        let view = &game.views()[*at];
        let place = self.nodes.len();
        self.nodes.push(Place { player: view.player, depth, row: 0.0 });
        let coming = passage.nodes[node].recip();
        let mut own = Vec::new();
        for (action, child) in view.actions.iter().zip(children) {
            let to = self.add(game, passage, *child, depth + 1);
            let leaf = match &game.nodes()[*child] {
                Node::Over(leaf) => Some(*leaf),
                // The picture ends where a card is dealt.
                Node::Act { .. } | Node::Deal { .. } => None,
            };
            let passing = passage.nodes[*child].clone();
            let part = coming.as_ref().map(|coming| coming * &passing);
            let (view, action) = (*at, action.clone());
            own.push(Edge { view, action, depth, from: 0.0, to, leaf, passing, part });
        }
        let rows = own.first().zip(own.last());
        let row = rows.map_or(0.0, |(first, last)| f64::midpoint(first.to, last.to));
        self.nodes[place].row = row;
        for edge in &mut own {
            edge.from = row;
        }
        self.edges.append(&mut own);
        row
    }
}

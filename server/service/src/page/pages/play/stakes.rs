//! Chips that have been paid at a node of the betting tree, as a seat sees them.

use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, Node};

/// Chips by node and player. A player can always go on without paying more, by a check or a fold,
/// so the least that she has paid at an end below a node is what she has paid there.
pub(super) struct TableStakes<'a> {
    game: &'a Game,
    paid: Vec<Vec<Rational>>,
}

/// Chips on the table as far as a seat knows them.
pub(super) struct Seen {
    /// By player; the least where somebody acted unseen.
    pub(super) paid: Vec<Rational>,
    /// False if somebody may have paid more.
    pub(super) certain: bool,
}

impl Seen {
    pub(super) fn pot(&self) -> Rational {
        self.paid.iter().cloned().sum()
    }
}

impl<'a> TableStakes<'a> {
    pub(super) fn new(game: &'a Game) -> Self {
        let mut paid: Vec<Vec<Rational>> = vec![Vec::new(); game.nodes().len()];
        // Nodes are in depth-first order: children stand behind their parents.
        for (at, node) in game.nodes().iter().enumerate().rev() {
            paid[at] = match node {
                Node::Over(leaf) => Some(game.chips(&game.leaves()[*leaf])),
                Node::Deal { children } => least(children.iter().map(|(_, child)| &paid[*child])),
                Node::Act { children, .. } => least(children.iter().map(|child| &paid[*child])),
            }
            .unwrap_or_default();
        }
        Self { game, paid }
    }

    /// Paid before anybody acts, by player: the least that anybody pays.
    pub(super) fn posted(&self) -> &[Rational] {
        &self.paid[0]
    }

    /// At a view: over all nodes that look alike there.
    pub(super) fn at_view(&self, view: usize) -> Seen {
        self.seen(self.alike(view).map(|(node, _)| node))
    }

    /// After an action at a view.
    pub(super) fn after(&self, view: usize, action: usize) -> Seen {
        self.seen(self.alike(view).map(move |(_, children)| children[action]))
    }

    /// Number of players still in after an action that ends the hand; `None` if it goes on.
    pub(super) fn ends(&self, view: usize, action: usize) -> Option<usize> {
        let after =
            self.alike(view).map(|(_, children)| match &self.game.nodes()[children[action]] {
                Node::Over(leaf) => Some(self.game.leaves()[*leaf].live.len()),
                Node::Act { .. } | Node::Deal { .. } => None,
            });
        after.min().flatten()
    }

    fn alike(&self, view: usize) -> impl Iterator<Item = (usize, &'a [usize])> {
        self.game.nodes().iter().enumerate().filter_map(move |(at, node)| match node {
            Node::Act { view: seen, children } if *seen == view => Some((at, children.as_slice())),
            _ => None,
        })
    }

    fn seen(&self, nodes: impl Iterator<Item = usize>) -> Seen {
        let nodes: Vec<&Vec<Rational>> = nodes.map(|node| &self.paid[node]).collect();
        let certain = nodes.windows(2).all(|pair| pair[0] == pair[1]);
        Seen { paid: least(nodes.into_iter()).unwrap_or_default(), certain }
    }
}

/// The least of each player.
fn least<'r>(mut all: impl Iterator<Item = &'r Vec<Rational>>) -> Option<Vec<Rational>> {
    let first = all.next()?.clone();
    Some(all.fold(first, |least, paid| {
        least.into_iter().zip(paid).map(|(one, other)| one.min(other.clone())).collect()
    }))
}

//! The tree itself: what a file says, and nothing about cards or chips.

use std::ops::Range;

use bluff_exact::Rational;

/// A game in extensive form: anybody's, with any payoffs.
///
/// Shape: nodes in depth-first order, the root first, each followed by the subtrees of its actions
/// in order; so the tree needs no pointers. Information sets and outcomes are numbered as they
/// first appear, so equal games are equal values.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_poker::exchange::Extensive;
/// use bluff_poker::game::kuhn;
/// let tree = Extensive::of(&kuhn(3, Rational::ONE)?)?;
/// // 6 deals of a tree of 9 nodes.
/// assert_eq!((tree.nodes().len(), tree.sets().len()), (1 + 6 * 9, 12));
/// assert_eq!(Extensive::read(&tree.to_string())?, tree);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extensive {
    pub(super) title: String,
    pub(super) comment: String,
    pub(super) players: Vec<String>,
    pub(super) chance: Vec<ChanceMove>,
    pub(super) sets: Vec<InformationSet>,
    pub(super) outcomes: Vec<TreeOutcome>,
    pub(super) nodes: Vec<TreeNode>,
}

/// Actions of chance at one or more nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChanceMove {
    /// Its name.
    pub name: String,
    /// The actions and their probabilities, which sum to 1.
    pub actions: Vec<(String, Rational)>,
}

/// Nodes that one player cannot tell apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InformationSet {
    /// Player who acts: an index into [`Extensive::players`].
    pub player: usize,
    /// Its name; ours have the player, the view and the card.
    pub name: String,
    /// The actions, in order.
    pub actions: Vec<String>,
}

/// Payoffs of the players where it is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeOutcome {
    /// Its name; ours have the actions and who takes the pot.
    pub name: String,
    /// One payoff per player; units of ours: antes.
    pub payoffs: Vec<Rational>,
}

impl InformationSet {
    /// The set in words, by its number among those of its player: `set 2 “queen”`; `set 2`
    /// without a name.
    pub fn titled(&self, number: usize) -> String {
        match self.name.as_str() {
            "" => format!("set {number}"),
            name => format!("set {number} “{name}”"),
        }
    }
}

/// A place of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// Its name, mostly empty.
    pub name: String,
    /// Mover at this node.
    pub turn: Mover,
    /// Outcome paid here, an index into [`Extensive::outcomes`]; outcomes add up along the way.
    pub outcome: Option<usize>,
}

/// Mover at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// Chance: an index into [`Extensive::chance`].
    Chance(usize),
    /// A player: an index into [`Extensive::sets`].
    Act(usize),
    /// Nobody: the game is over.
    End,
}

/// The nodes after the actions of each node of a tree, in order.
#[derive(Clone, Debug)]
pub(crate) struct TreeChildren {
    /// Place of the first child of each node in `after`, and its end.
    starts: Vec<usize>,
    after: Vec<usize>,
}

impl TreeChildren {
    /// Those of one node.
    pub(crate) fn of(&self, node: usize) -> &[usize] {
        &self.after[self.starts[node]..self.starts[node + 1]]
    }
}

impl Extensive {
    /// The tree in which chance moves at an information set, with these probabilities.
    pub(crate) fn with_chance_at(mut self, set: usize, probabilities: &[Rational]) -> Self {
        let InformationSet { name, actions, .. } = &self.sets[set];
        let actions = actions.iter().cloned().zip(probabilities.iter().cloned()).collect();
        let (chance, name) = (self.chance.len(), name.clone());
        self.chance.push(ChanceMove { name, actions });
        let turns = self.nodes.iter_mut().map(|node| &mut node.turn);
        turns
            .filter(|turn| **turn == Mover::Act(set))
            .for_each(|turn| *turn = Mover::Chance(chance));
        self
    }

    /// The title of the file.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The names of the players.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// Moves of chance, in the order of first appearance.
    pub fn chance(&self) -> &[ChanceMove] {
        &self.chance
    }

    /// The information sets of all players, in the order of first appearance.
    pub fn sets(&self) -> &[InformationSet] {
        &self.sets
    }

    /// The outcomes, in the order of first appearance.
    pub fn outcomes(&self) -> &[TreeOutcome] {
        &self.outcomes
    }

    /// The tree in depth-first order.
    pub fn nodes(&self) -> &[TreeNode] {
        &self.nodes
    }

    /// The nodes after the actions of all nodes.
    pub(crate) fn children(&self) -> TreeChildren {
        let (mut starts, mut after) = (vec![0], vec![0; self.nodes.len() - 1]);
        // Places in `after` that wait for subtrees, the next one last.
        let mut waiting: Vec<Range<usize>> = Vec::new();
        for (at, node) in self.nodes.iter().enumerate() {
            if let Some(places) = waiting.last_mut() {
                after[places.start] = at;
                places.start += 1;
                if places.start == places.end {
                    waiting.pop();
                }
            }
            let end = starts[at] + self.action_count(node.turn);
            if end > starts[at] {
                waiting.push(starts[at]..end);
            }
            starts.push(end);
        }
        TreeChildren { starts, after }
    }

    pub(super) fn action_count(&self, turn: Mover) -> usize {
        match turn {
            Mover::Chance(chance) => self.chance[chance].actions.len(),
            Mover::Act(set) => self.sets[set].actions.len(),
            Mover::End => 0,
        }
    }
}

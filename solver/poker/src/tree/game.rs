use bluff_exact::Rational;

use super::TreeError;
use crate::exchange::{Extensive, InformationSet, Mover, Strategic};

/// A two-player game of constant sum and perfect recall, with the sequences of its players.
///
/// A *sequence* is an information set with an action, by which a player arrives there; 0 is the
/// empty one. Actions of chance with probability 0 are not entered.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_poker::{exchange::Extensive, game::kuhn, tree::TreeGame};
/// let game = TreeGame::of(&Extensive::of(&kuhn(3, Rational::ONE)?)?)?;
/// // Two sets with two actions for each card, and the empty sequence.
/// assert_eq!((game.sequences(0), game.sum()), (13, &Rational::ZERO));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TreeGame {
    tree: Extensive,
    pub(super) children: Vec<Vec<usize>>,
    sets: Vec<TreeSet>,
    pub(super) first: Vec<Option<usize>>,
    sequences: [usize; 2],
    payments: Vec<TreePayment>,
    sum: Rational,
    locks: Vec<TreeLock>,
}

/// The probabilities at an information set of the file, as a rule.
pub type TreeLock = (usize, Vec<Rational>);

/// An information set that can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeSet {
    /// Its place among [`Extensive::sets`].
    pub index: usize,
    /// Player who acts: 0 or 1.
    pub player: usize,
    /// Sequence of the player on arrival.
    pub parent: usize,
    /// Sequence of the first action; those of the others follow.
    pub first: usize,
    /// Number of actions.
    pub actions: usize,
}

/// An outcome on the way, or at the end of it.
#[derive(Clone, Debug)]
pub struct TreePayment {
    /// The last own sequence of each player.
    pub sequences: [usize; 2],
    /// Payoffs times the probability that chance leads here.
    pub payoffs: [Rational; 2],
}

impl TreeGame {
    /// The game of a tree. Outcomes add up along the way.
    ///
    /// Errors, in this order: `Players`, `ImperfectRecall`, `Sum`. Cost: nodes.
    pub fn of(tree: &Extensive) -> Result<Self, TreeError> {
        if tree.players().len() != 2 {
            return Err(TreeError::Players { given: tree.players().len() });
        }
        let mut game = Self {
            children: tree.children(),
            sets: Vec::new(),
            first: vec![None; tree.sets().len()],
            sequences: [1; 2],
            payments: Vec::new(),
            sum: Rational::ZERO,
            locks: Vec::new(),
            tree: tree.clone(),
        };
        let (mut parents, mut ends) = (vec![0; tree.sets().len()], Vec::new());
        let mut ahead = vec![(0, [0; 2], Rational::ONE, Rational::ZERO)];
        while let Some((at, sequences, weight, mut sum)) = ahead.pop() {
            let node = &tree.nodes()[at];
            if let Some(outcome) = node.outcome {
                let payoffs = &tree.outcomes()[outcome].payoffs;
                let payoffs = [&payoffs[0], &payoffs[1]];
                sum += &(payoffs[0] + payoffs[1]);
                let payoffs = payoffs.map(|payoff| &weight * payoff);
                game.payments.push(TreePayment { sequences, payoffs });
            }
            // The first action is taken from the stack first: the order of the file.
            let children = game.children[at].iter().copied().enumerate().rev();
            match node.turn {
                Mover::End => ends.push((at, sum)),
                Mover::Chance(chance) => {
                    let parts = &tree.chance()[chance].actions;
                    for (action, child) in children.filter(|(at, _)| !parts[*at].1.is_zero()) {
                        ahead.push((child, sequences, &weight * &parts[action].1, sum.clone()));
                    }
                }
                Mover::Act(index) => {
                    let set = &tree.sets()[index];
                    let (player, actions) = (set.player, set.actions.len());
                    let (parent, first) = (sequences[player], game.sequences[player]);
                    if game.first[index].is_none() {
                        (parents[index], game.first[index]) = (parent, Some(first));
                        game.sequences[player] += actions;
                        game.sets.push(TreeSet { index, player, parent, first, actions });
                    } else if parents[index] != parent {
                        let player = tree.players()[player].clone();
                        return Err(TreeError::ImperfectRecall { player, set: set.name.clone() });
                    }
                    for (action, child) in children {
                        let mut sequences = sequences;
                        sequences[player] = game.first[index].unwrap_or(first) + action;
                        ahead.push((child, sequences, weight.clone(), sum.clone()));
                    }
                }
            }
        }
        for pair in ends.windows(2) {
            let [(one, sum), (other, also)] = pair else { continue };
            if sum != also {
                let sums = [sum.clone(), also.clone()];
                return Err(TreeError::Sum { nodes: [one + 1, other + 1], sums });
            }
        }
        game.sum = ends.pop().map(|(_, sum)| sum).unwrap_or_default();
        Ok(game)
    }

    /// The game of a table: the first player chooses, then the other, who does not see it.
    ///
    /// Errors: `Players`, `Sum`. Cost: cells.
    pub fn of_table(table: &Strategic) -> Result<Self, TreeError> {
        Self::of(&Extensive::of_table(table))
    }

    /// The game in which chance moves at some information sets, with these probabilities.
    ///
    /// Errors: `Mixture`, `LockedTwice`.
    pub fn locked(&self, locks: Vec<TreeLock>) -> Result<Self, TreeError> {
        let mut tree = self.tree.clone();
        for (at, (set, mixture)) in locks.iter().enumerate() {
            self.check_mixture(*set, mixture)?;
            if locks[..at].iter().any(|(known, _)| known == set) {
                return Err(TreeError::LockedTwice { place: self.place(*set) });
            }
            tree = tree.with_chance_at(*set, mixture);
        }
        Ok(Self { locks, ..Self::of(&tree)? })
    }

    /// The probabilities that are rules.
    pub fn locks(&self) -> &[TreeLock] {
        &self.locks
    }

    /// Errors: `Mixture` unless these are the probabilities of all actions of a set.
    pub(super) fn check_mixture(&self, set: usize, mixture: &[Rational]) -> Result<(), TreeError> {
        let sum: Rational = mixture.iter().cloned().sum();
        let (given, expected) = (mixture.len(), self.tree.sets()[set].actions.len());
        if given == expected && sum.is_one() && !mixture.iter().any(Rational::is_negative) {
            return Ok(());
        }
        Err(TreeError::Mixture { place: self.place(set), given, expected, sum })
    }

    /// The player, the number and the name of a set of the file.
    fn place(&self, set: usize) -> String {
        let found =
            self.numbered_sets().nth(set).map(|(number, InformationSet { player, name, .. })| {
                format!("player {}, set {number} (“{name}”)", self.tree.players()[*player])
            });
        found.unwrap_or_default()
    }

    /// The tree that the file has; chance moves where it is locked.
    pub fn tree(&self) -> &Extensive {
        &self.tree
    }

    /// The information sets that can be reached; each stands after those of the same player that
    /// come before it.
    pub fn sets(&self) -> &[TreeSet] {
        &self.sets
    }

    /// Number of sequences of a player, 0 or 1, with the empty one.
    pub fn sequences(&self, player: usize) -> usize {
        self.sequences[player]
    }

    /// Outcomes by the sequences that lead to them.
    pub fn payments(&self) -> &[TreePayment] {
        &self.payments
    }

    /// Payoffs of both players together, the same at every end.
    pub fn sum(&self) -> &Rational {
        &self.sum
    }

    /// The information sets of the file, each with its number among those of its player, from 1.
    pub fn numbered_sets(&self) -> impl Iterator<Item = (usize, &InformationSet)> {
        let mut numbers = [0; 2];
        self.tree.sets().iter().map(move |set| {
            numbers[set.player] += 1;
            (numbers[set.player], set)
        })
    }
}

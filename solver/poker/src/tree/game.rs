use bluff_exact::Rational;

use super::TreeError;
use crate::exchange::{Extensive, InformationSet, Mover, Strategic, TreeChildren};
use crate::game::MAX_PLAYERS;

/// A game of perfect recall with the sequences of its players: for two and of a constant sum, but
/// for those of [`TreeGame::of_any`].
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
    children: TreeChildren,
    sets: Vec<TreeSet>,
    pub(super) first: Vec<Option<usize>>,
    sequences: Vec<usize>,
    payments: Vec<TreePayment>,
    sum: Rational,
    locks: Vec<TreeLock>,
}

/// The probabilities at an information set of the file, as a rule.
pub type TreeLock = (usize, Vec<Rational>);

/// Two ends that pay different sums, by their nodes, and those sums.
type UnevenEnds = ([usize; 2], [Rational; 2]);

/// An information set that can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeSet {
    /// Its place among [`Extensive::sets`].
    pub index: usize,
    /// Player who acts, from 0.
    pub player: usize,
    /// Sequence of the player on arrival.
    pub parent: usize,
    /// Sequence of the first action; those of the others follow.
    pub first: usize,
    /// Number of actions.
    pub actions: usize,
}

/// An outcome on the way, or at the end of it, of a game for two.
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
        Self::of_two(tree.clone())
    }

    /// [`Self::of`] a tree that is given away.
    pub(super) fn of_two(tree: Extensive) -> Result<Self, TreeError> {
        Self::even(tree, |at| format!("node {}", at + 1))
    }

    /// Errors: those of [`Self::of`], in which `place` names an end.
    fn even(tree: Extensive, place: impl Fn(usize) -> String) -> Result<Self, TreeError> {
        if tree.players().len() != 2 {
            return Err(TreeError::Players { given: tree.players().len() });
        }
        let (game, uneven) = Self::walked(tree)?;
        let Some((ends, sums)) = uneven else { return Ok(game) };
        Err(TreeError::Sum { places: Box::new(ends.map(place)), sums })
    }

    /// The game of a tree for 1 to 10 players with any payoffs: to be judged, not to be solved.
    ///
    /// Errors: `ManyPlayers`, `ImperfectRecall`. Cost: nodes.
    ///
    /// ```
    /// use bluff_poker::{exchange::Strategic, exchange::Extensive, tree::TreeGame};
    /// let text = r#"NFG 1 R "dilemma" { "I" "II" } { 2 2 } 2 2 3 0 0 3 1 1"#;
    /// let dilemma = Extensive::of_table(&Strategic::read(text)?);
    /// assert!(TreeGame::of(&dilemma).is_err());
    /// assert_eq!(TreeGame::of_any(dilemma)?.sets().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_any(tree: Extensive) -> Result<Self, TreeError> {
        if !(1..=MAX_PLAYERS).contains(&tree.players().len()) {
            return Err(TreeError::ManyPlayers { given: tree.players().len() });
        }
        Ok(Self::walked(tree)?.0)
    }

    /// The game, and two ends that pay different sums if there are any.
    fn walked(tree: Extensive) -> Result<(Self, Option<UnevenEnds>), TreeError> {
        let players = tree.players().len();
        let mut game = Self {
            children: tree.children(),
            sets: Vec::new(),
            first: vec![None; tree.sets().len()],
            sequences: vec![1; players],
            payments: Vec::with_capacity(tree.nodes().len()),
            sum: Rational::ZERO,
            locks: Vec::new(),
            tree,
        };
        let tree = &game.tree;
        let (mut end, mut uneven) = (None, None);
        let mut parents = vec![0; tree.sets().len()];
        let mut ahead = vec![(0, [0; MAX_PLAYERS], Rational::ONE, Rational::ZERO)];
        while let Some((at, sequences, weight, mut sum)) = ahead.pop() {
            let node = &tree.nodes()[at];
            if let Some(outcome) = node.outcome {
                let payoffs = &tree.outcomes()[outcome].payoffs;
                payoffs.iter().for_each(|payoff| sum += payoff);
                if let [first, second] = payoffs.as_slice() {
                    let won = &weight * first;
                    // Where one pays the other, the second product is known.
                    let opposite = (first + second).is_zero();
                    let other = if opposite { -&won } else { &weight * second };
                    let payoffs = [won, other];
                    let sequences = [sequences[0], sequences[1]];
                    game.payments.push(TreePayment { sequences, payoffs });
                }
            }
            // The first action is taken from the stack first: the order of the file.
            let children = game.children.of(at).iter().copied().enumerate().rev();
            match node.turn {
                Mover::End => match &end {
                    Some(other) if game.sum != sum && uneven.is_none() => {
                        uneven = Some(([*other, at], [game.sum.clone(), sum]));
                    }
                    Some(_) => {}
                    None => (end, game.sum) = (Some(at), sum),
                },
                Mover::Chance(chance) => {
                    let parts = &tree.chance()[chance].actions;
                    for (action, child) in children.filter(|(at, _)| !parts[*at].1.is_zero()) {
                        let weight = &weight * &parts[action].1;
                        ahead.push((child, sequences, weight, sum.clone()));
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
                        return Err(TreeError::ImperfectRecall { place: game.place(index) });
                    }
                    for (action, child) in children {
                        let mut sequences = sequences;
                        sequences[player] = game.first[index].unwrap_or(first) + action;
                        ahead.push((child, sequences, weight.clone(), sum.clone()));
                    }
                }
            }
        }
        Ok((game, uneven))
    }

    /// The game of a table: the first player chooses, then the other, who does not see it.
    ///
    /// Errors: `Players`, `Sum` with the cells by their names. Cost: cells.
    ///
    /// ```
    /// use bluff_poker::{exchange::Strategic, tree::TreeGame};
    /// let names = r#"{ "I" "II" } { { "up" "down" } { "left" "right" } }"#;
    /// let table = Strategic::read(&format!(r#"NFG 1 R "" {names} 1 0 1 0 1 0 3 1"#))?;
    /// assert_eq!(
    ///     TreeGame::of_table(&table).unwrap_err().to_string(),
    ///     "row “up”, column “left” pays both players 1 together, row “down”, column “right” pays \
    ///      them 4, expected a constant sum"
    /// );
    /// # Ok::<(), bluff_poker::exchange::ExchangeError>(())
    /// ```
    pub fn of_table(table: &Strategic) -> Result<Self, TreeError> {
        let names: Vec<&[String]> = table.strategies().collect();
        // Behind the root, each row is a node and its ends.
        Self::even(Extensive::of_table(table), |at| {
            let width = names[1].len() + 1;
            let [row, column] = [&names[0][(at - 1) / width], &names[1][(at - 1) % width - 1]];
            format!("row “{row}”, column “{column}”")
        })
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
        Ok(Self { locks, ..Self::of_two(tree)? })
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
        let found = self.numbered_sets().nth(set).map(|(number, set)| {
            format!("player {}, {}", self.tree.players()[set.player], set.titled(number))
        });
        found.unwrap_or_default()
    }

    /// The tree that the file has; chance moves where it is locked.
    pub fn tree(&self) -> &Extensive {
        &self.tree
    }

    /// The nodes after the actions of a node, in order.
    pub fn children(&self, node: usize) -> &[usize] {
        self.children.of(node)
    }

    /// The information sets that can be reached; each stands after those of the same player that
    /// come before it.
    pub fn sets(&self) -> &[TreeSet] {
        &self.sets
    }

    /// Number of sequences of a player with the empty one.
    pub fn sequences(&self, player: usize) -> usize {
        self.sequences[player]
    }

    /// Outcomes by the sequences that lead to them; none but in games for two.
    pub fn payments(&self) -> &[TreePayment] {
        &self.payments
    }

    /// Payoffs of all players together at the first end; of two players at every end.
    pub fn sum(&self) -> &Rational {
        &self.sum
    }

    /// The information sets of the file, each with its number among those of its player, from 1.
    pub fn numbered_sets(&self) -> impl Iterator<Item = (usize, &InformationSet)> {
        let mut numbers = vec![0; self.tree.players().len()];
        self.tree.sets().iter().map(move |set| {
            numbers[set.player] += 1;
            (numbers[set.player], set)
        })
    }
}

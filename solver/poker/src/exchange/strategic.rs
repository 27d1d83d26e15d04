//! The reduced normal form: what players get when each of them has chosen all actions that can
//! matter.

use bluff_exact::Rational;

use super::{ExchangeError, Extensive, InformationSet, Mover, TreeChildren, TreeNode, TreeOutcome};

/// The most cells of a table written or read.
pub const MAX_CELLS: usize = 1 << 16;

/// A game in strategic form, with any payoffs.
///
/// Shape: one cell per choice of a strategy by each player, the first player's strategies changing
/// fastest.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_poker::exchange::{Extensive, Strategic};
/// use bluff_poker::game::kuhn;
/// let table = Strategic::of(&Extensive::of(&kuhn(3, Rational::ONE)?)?)?;
/// // 3 and 4 ways to play each of 3 cards.
/// assert_eq!(table.strategies().map(<[_]>::len).collect::<Vec<_>>(), [27, 64]);
/// assert_eq!(Strategic::read(&table.to_string())?, table);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strategic {
    pub(super) title: String,
    pub(super) comment: String,
    pub(super) players: Vec<String>,
    pub(super) strategies: Vec<Vec<String>>,
    pub(super) payoffs: Vec<Vec<Rational>>,
}

/// A pure strategy by information set of the tree: an action, or nothing where the strategy never
/// arrives.
type Pure = Vec<Option<usize>>;

/// Explanation of the names of strategies.
const COMMENT: &str = "Reduced normal form: the number of the action at each information set of \
    the player, in the order of the tree, * where the strategy never arrives.";

impl Strategic {
    /// The names of the players.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// The names of each player's strategies.
    pub fn strategies(&self) -> impl Iterator<Item = &[String]> {
        self.strategies.iter().map(Vec::as_slice)
    }

    /// Payoffs of the players, by cell.
    pub fn payoffs(&self) -> &[Vec<Rational>] {
        &self.payoffs
    }

    /// True if [`Self::of`] makes the table of this tree. Cost: nodes.
    pub fn fits(tree: &Extensive) -> bool {
        own_action_before(tree, &tree.children()).is_ok_and(|before| cells(tree, &before).is_ok())
    }

    /// The reduced normal form of a tree.
    ///
    /// A strategy is named by the number of its action at each information set of its player, in
    /// the order of the tree; `*` where it never arrives. Errors: `ImperfectRecall`,
    /// `TableTooLarge`. Cost: cells × nodes.
    pub fn of(tree: &Extensive) -> Result<Self, ExchangeError> {
        let children = tree.children();
        let before = own_action_before(tree, &children)?;
        let cells = cells(tree, &before)?;
        let all: Vec<Vec<Pure>> =
            (0..tree.players.len()).map(|player| reduced(tree, &before, player)).collect();
        let payoffs = (0..cells).map(|mut cell| {
            let mut chosen = Vec::with_capacity(all.len());
            for strategies in &all {
                chosen.push(&strategies[cell % strategies.len()]);
                cell /= strategies.len();
            }
            tree.expected(&children, |set| chosen[tree.sets[set].player][set].unwrap_or_default())
        });
        let name = |player: usize| {
            let sets = move |set: &usize| tree.sets[*set].player == player;
            let digit = |action: Option<usize>| {
                action.map_or_else(|| "*".to_owned(), |action| (action + 1).to_string())
            };
            move |pure: &Pure| {
                let digits = (0..tree.sets.len()).filter(sets).map(|set| digit(pure[set]));
                digits.collect::<Vec<_>>().join(" ")
            }
        };
        let strategies =
            |(player, pure): (usize, &Vec<Pure>)| pure.iter().map(name(player)).collect();
        Ok(Self {
            title: tree.title.clone(),
            comment: COMMENT.to_owned(),
            players: tree.players.clone(),
            payoffs: payoffs.collect(),
            strategies: (0..).zip(&all).map(strategies).collect(),
        })
    }
}

/// The number of cells of the reduced normal form, at most [`MAX_CELLS`].
///
/// Errors: `TableTooLarge`.
fn cells(tree: &Extensive, before: &[Option<(usize, usize)>]) -> Result<usize, ExchangeError> {
    let counts = (0..tree.players.len()).map(|player| count(tree, before, player));
    let cells = counts.into_iter().try_fold(1_usize, |cells, count| cells.checked_mul(count?));
    cells.filter(|cells| *cells <= MAX_CELLS).ok_or_else(|| {
        let cells = cells.map_or_else(|| "over 10^19".to_owned(), |cells| cells.to_string());
        ExchangeError::TableTooLarge { game: tree.title.clone(), cells }
    })
}

impl Extensive {
    /// A table as a tree in which players choose one after the other and see nothing: of two, with
    /// `m` and `n` strategies, 1 + m + m·n nodes. Nodes have no names.
    pub fn of_table(table: &Strategic) -> Self {
        let Strategic { title, comment, players, strategies, payoffs } = table;
        let node = |turn, outcome| TreeNode { name: String::new(), turn, outcome };
        let mut nodes = Vec::new();
        for number in 0..payoffs.len() {
            let (mut after, mut before, mut cell) = (payoffs.len(), 1, 0);
            for (player, names) in strategies.iter().enumerate() {
                if number % after == 0 {
                    nodes.push(node(Mover::Act(player), None));
                }
                after /= names.len();
                cell += number / after % names.len() * before;
                before *= names.len();
            }
            nodes.push(node(Mover::End, Some(cell)));
        }
        let sets = players.iter().zip(strategies).enumerate();
        let sets = sets.map(|(player, (name, actions))| InformationSet {
            player,
            name: name.clone(),
            actions: actions.clone(),
        });
        let outcomes = payoffs.iter().cloned();
        let outcomes = outcomes.map(|payoffs| TreeOutcome { name: String::new(), payoffs });
        Self {
            title: title.clone(),
            comment: comment.clone(),
            players: players.clone(),
            chance: Vec::new(),
            sets: sets.collect(),
            outcomes: outcomes.collect(),
            nodes,
        }
    }

    /// The expected payoffs if players take these actions, by information set.
    fn expected(&self, children: &TreeChildren, action: impl Fn(usize) -> usize) -> Vec<Rational> {
        let mut totals = vec![Rational::ZERO; self.players.len()];
        let mut ahead = vec![(0, Rational::ONE)];
        while let Some((at, reach)) = ahead.pop() {
            let node = &self.nodes[at];
            if let Some(outcome) = node.outcome {
                for (total, payoff) in totals.iter_mut().zip(&self.outcomes[outcome].payoffs) {
                    *total += &(&reach * payoff);
                }
            }
            match node.turn {
                Mover::Chance(chance) => {
                    for ((_, part), child) in
                        self.chance[chance].actions.iter().zip(children.of(at))
                    {
                        ahead.push((*child, &reach * part));
                    }
                }
                Mover::Act(set) => ahead.push((children.of(at)[action(set)], reach)),
                Mover::End => {}
            }
        }
        totals
    }
}

/// The last own information set and action before each information set; `None` where the player has
/// not acted.
///
/// Errors: `ImperfectRecall` if it is not the same at all nodes of the set.
fn own_action_before(
    tree: &Extensive,
    children: &TreeChildren,
) -> Result<Vec<Option<(usize, usize)>>, ExchangeError> {
    let mut before = vec![None; tree.sets.len()];
    let mut seen = vec![false; tree.sets.len()];
    let mut ahead = vec![(0, vec![None; tree.players.len()])];
    while let Some((at, last)) = ahead.pop() {
        let mut lasts = vec![last; children.of(at).len()];
        if let Mover::Act(set) = tree.nodes[at].turn {
            let player = tree.sets[set].player;
            let last = lasts[0][player];
            if seen[set] && before[set] != last {
                let (player, set) = (tree.players[player].clone(), tree.sets[set].name.clone());
                return Err(ExchangeError::ImperfectRecall { player, set });
            }
            (before[set], seen[set]) = (last, true);
            for (action, last) in lasts.iter_mut().enumerate() {
                last[player] = Some((set, action));
            }
        }
        ahead.extend(children.of(at).iter().copied().zip(lasts));
    }
    Ok(before)
}

/// Number of reduced strategies of a player, without listing them: the last information sets first.
fn count(tree: &Extensive, before: &[Option<(usize, usize)>], player: usize) -> Option<usize> {
    let mut after: Vec<Vec<usize>> =
        tree.sets.iter().map(|set| vec![1; set.actions.len()]).collect();
    let mut all = 1_usize;
    for set in (0..tree.sets.len()).rev().filter(|set| tree.sets[*set].player == player) {
        let ways = after[set].iter().try_fold(0_usize, |sum, ways| sum.checked_add(*ways))?;
        let into = before[set].map_or(&mut all, |(above, action)| &mut after[above][action]);
        *into = into.checked_mul(ways)?;
    }
    Some(all)
}

/// The reduced strategies of a player. An information set comes after that of the own action before
/// it.
fn reduced(tree: &Extensive, before: &[Option<(usize, usize)>], player: usize) -> Vec<Pure> {
    let mut strategies = vec![vec![None; tree.sets.len()]];
    for (at, set) in tree.sets.iter().enumerate().filter(|(_, set)| set.player == player) {
        let longer = |pure: Pure| {
            let arrives = before[at].is_none_or(|(above, action)| pure[above] == Some(action));
            let actions = if arrives { set.actions.len() } else { 1 };
            (0..actions).map(move |action| {
                let mut pure = pure.clone();
                pure[at] = arrives.then_some(action);
                pure
            })
        };
        strategies = strategies.into_iter().flat_map(longer).collect();
    }
    strategies
}

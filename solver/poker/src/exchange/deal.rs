//! From a deck and a betting tree to the tree with every deal in it.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    ChanceMove, ExchangeError, Extensive, InformationSet, MAX_TREE, Mover, TreeNode, TreeOutcome,
};
use bluff_exact::Rational;

use crate::game::{self, Game, Leaf, Player};

impl Extensive {
    /// A game with its cards dealt out: chance deals the hands at the root, then the betting tree
    /// follows, where chance opens the cards of the board.
    ///
    /// Deals that players' ranges exclude are left out. Names are printable ASCII, as Gambit wants
    /// them: other characters become their numbers, `½` is `U+BD`. Errors: `TreeTooLarge`.
    /// Cost: deals × nodes of the betting tree.
    pub fn of(game: &Game) -> Result<Self, ExchangeError> {
        Ok(Self::dealt(game)?.0)
    }

    /// The same with the view and the card of each information set. Errors: as [`Self::of`].
    pub fn dealt(game: &Game) -> Result<(Self, Vec<(usize, u64)>), ExchangeError> {
        Self::fits(game)?;
        let deals = game.all_deals();
        let name = |cards: &[u64]| {
            cards.iter().map(|card| game.hand_code(*card)).collect::<Vec<_>>().join(" ")
        };
        let all = game.deals();
        let actions = deals.iter().map(|(cards, weight)| (name(cards), weight / &all)).collect();
        let unit = game.unit();
        let mut tree = Self {
            title: game.label(),
            comment: format!(
                "Chance deals a card to each player, in order. Payoffs are in {unit}."
            ),
            players: game.players().iter().map(Player::to_string).collect(),
            chance: vec![ChanceMove { name: "deal".to_owned(), actions }],
            nodes: vec![TreeNode { name: String::new(), turn: Mover::Chance(0), outcome: None }],
            ..Self::default()
        };
        let histories = histories(game);
        let (mut sets, mut outcomes) = (BTreeMap::new(), BTreeMap::new());
        let mut places = Vec::new();
        for (cards, _) in &deals {
            for (at, (node, history)) in game.nodes().iter().zip(&histories).enumerate() {
                let (turn, outcome) = match node {
                    game::Node::Act { view, .. } => {
                        let of = &game.views()[*view];
                        let (player, card) = (of.player.index(), cards[of.player.index()]);
                        let set = *sets.entry((*view, card)).or_insert_with(|| {
                            let held = game.hand_code(card);
                            let name = format!("{}, {}, card {held}", of.player, of.name);
                            let actions = of.actions.clone();
                            tree.sets.push(InformationSet { player, name, actions });
                            places.push((*view, card));
                            tree.sets.len() - 1
                        });
                        (Mover::Act(set), None)
                    }
                    game::Node::Deal { children } => {
                        let unseen = game.unseen(at, children, cards).unwrap_or_default();
                        let all = Rational::from(unseen.iter().sum::<u64>());
                        let parts = unseen.into_iter().map(|cards| Rational::from(cards) / &all);
                        let board =
                            |child: &usize| game.boards()[game.board_at(*child)].name.clone();
                        let names = children.iter().map(|(_, child)| board(child));
                        let actions = names.zip(parts).collect();
                        tree.chance.push(ChanceMove { name: "board".to_owned(), actions });
                        (Mover::Chance(tree.chance.len() - 1), None)
                    }
                    game::Node::Over(leaf) => {
                        let ended = &game.leaves()[*leaf];
                        let known = outcomes.entry((*leaf, game.shares(ended, cards)));
                        let outcome = known.or_insert_with_key(|(_, shares)| {
                            let name = outcome_name(game, history, ended, shares);
                            let payoffs = game.payoffs(ended, cards);
                            tree.outcomes.push(TreeOutcome { name, payoffs });
                            tree.outcomes.len() - 1
                        });
                        (Mover::End, Some(*outcome))
                    }
                };
                tree.nodes.push(TreeNode { name: String::new(), turn, outcome });
            }
        }
        tree.spell_in_ascii();
        Ok((tree, places))
    }

    /// The number of nodes of [`Self::of`], which is not built.
    ///
    /// Errors: `TreeTooLarge`, naming the largest deck that fits.
    pub fn fits(game: &Game) -> Result<u64, ExchangeError> {
        let nodes = |n| game.count_deals(n)?.checked_mul(game.nodes().len() as u64)?.checked_add(1);
        let few = |nodes: &u64| *nodes <= MAX_TREE as u64;
        let given = nodes(game.n());
        if let Some(given) = given.filter(few) {
            return Ok(given);
        }
        let nodes_given = given.map_or_else(|| "over 10^19".to_owned(), |nodes| nodes.to_string());
        let least = (game.players().len() as u64).div_ceil(game.copies()).max(2);
        let decks = if game.deck().is_ranks() { least..game.n() } else { 0..0 };
        let largest = decks.take_while(|n| nodes(*n).is_some_and(|nodes| few(&nodes))).last();
        let advice = largest.map_or_else(String::new, |largest| format!(" (n ≤ {largest})"));
        Err(ExchangeError::TreeTooLarge { game: game.label(), nodes: nodes_given, advice })
    }

    /// Writes the names of views, actions and outcomes in ASCII, and the characters that are not in
    /// the comment. Distinct names stay distinct.
    fn spell_in_ascii(&mut self) {
        let sets =
            self.sets.iter_mut().flat_map(|set| set.actions.iter_mut().chain([&mut set.name]));
        let outcomes = self.outcomes.iter_mut().map(|outcome| &mut outcome.name);
        let names: Vec<&mut String> = sets.chain(outcomes).collect();
        let mut taken: BTreeSet<String> =
            names.iter().filter(|name| name.is_ascii()).map(|name| (**name).clone()).collect();
        let (mut spelled, mut characters) = (BTreeMap::new(), BTreeSet::new());
        for name in names.into_iter().filter(|name| !name.is_ascii()) {
            characters.extend(name.chars().filter(|character| !character.is_ascii()));
            let in_ascii = spelled.entry(name.clone()).or_insert_with(|| {
                let mut in_ascii: String = name.chars().map(ascii).collect();
                while !taken.insert(in_ascii.clone()) {
                    in_ascii.push('_');
                }
                in_ascii
            });
            name.clone_from(in_ascii);
        }
        for character in characters {
            self.comment += &format!(" {} is {character}.", ascii(character));
        }
    }
}

/// A character as ASCII: by its number in Unicode, unless it is ASCII.
fn ascii(character: char) -> String {
    if character.is_ascii() {
        return character.to_string();
    }
    format!("U+{:X}", u32::from(character))
}

/// The actions that lead to each node, in words.
fn histories(game: &Game) -> Vec<String> {
    let mut histories = vec![String::new(); game.nodes().len()];
    for (at, node) in game.nodes().iter().enumerate() {
        let words: Vec<&String> = match node {
            game::Node::Act { view, .. } => game.views()[*view].actions.iter().collect(),
            game::Node::Deal { children } => children
                .iter()
                .map(|(_, child)| &game.boards()[game.board_at(*child)].name)
                .collect(),
            game::Node::Over(_) => Vec::new(),
        };
        for (word, child) in words.into_iter().zip(node.children()) {
            let comma = if histories[at].is_empty() { "" } else { ", " };
            histories[child] = format!("{}{comma}{word}", histories[at]);
        }
    }
    histories
}

fn outcome_name(game: &Game, history: &str, leaf: &Leaf, shares: &[Rational]) -> String {
    let winners = game.players().iter().zip(shares).filter(|(_, share)| share.is_positive());
    let names: Vec<String> = winners.map(|(player, _)| player.to_string()).collect();
    match (leaf.live.len(), names.len()) {
        (1, _) => history.to_owned(),
        (_, 1) => format!("{history}: {} wins", names[0]),
        _ => format!("{history}: {} share", names.join(" and ")),
    }
}

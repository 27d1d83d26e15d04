//! From a deck and a betting tree to the tree with every deal in it.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    ChanceMove, ExchangeError, Extensive, InformationSet, MAX_TREE, Mover, TreeNode, TreeOutcome,
};
use crate::game::{self, Game, Leaf, Player};

impl Extensive {
    /// A game with its cards dealt out: chance deals all of them at the root, then the betting tree
    /// follows.
    ///
    /// Deals that players' ranges exclude are left out. Names are printable ASCII, as Gambit wants
    /// them: other characters become their numbers, `½` is `U+BD`. Errors: `TreeTooLarge`.
    /// Cost: deals × nodes of the betting tree.
    pub fn of(game: &Game) -> Result<Self, ExchangeError> {
        Self::fits(game)?;
        let deals = game.all_deals();
        let name = |cards: &[u64]| cards.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
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
        for (cards, _) in &deals {
            for (node, history) in game.nodes().iter().zip(&histories) {
                let (turn, outcome) = match node {
                    game::Node::Act { view, .. } => {
                        let of = &game.views()[*view];
                        let (player, card) = (of.player.index(), cards[of.player.index()]);
                        let set = *sets.entry((*view, card)).or_insert_with(|| {
                            let name = format!("{}, {}, card {card}", of.player, of.name);
                            let actions = of.actions.clone();
                            tree.sets.push(InformationSet { player, name, actions });
                            tree.sets.len() - 1
                        });
                        (Mover::Act(set), None)
                    }
                    // A tree of single cards deals no card below its root.
                    game::Node::Deal { .. } => (Mover::End, None),
                    game::Node::Over(leaf) => {
                        let ended = &game.leaves()[*leaf];
                        let known = outcomes.entry((*leaf, winners(game, ended, cards)));
                        let outcome = known.or_insert_with_key(|(_, winners)| {
                            let name = outcome_name(history, ended, winners);
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
        Ok(tree)
    }

    /// Refuses a game that is too large for [`Self::of`], without building it.
    ///
    /// Errors: `OtherDeck`; `TreeTooLarge`, naming the largest deck that fits.
    pub fn fits(game: &Game) -> Result<(), ExchangeError> {
        if !game.deck().is_ranks() {
            return Err(ExchangeError::OtherDeck { game: game.label() });
        }
        let nodes = |n| game.count_deals(n)?.checked_mul(game.nodes().len() as u64)?.checked_add(1);
        let few = |nodes: Option<u64>| nodes.is_some_and(|nodes| nodes <= MAX_TREE as u64);
        let given = nodes(game.n());
        if few(given) {
            return Ok(());
        }
        let nodes_given = given.map_or_else(|| "over 10^19".to_owned(), |nodes| nodes.to_string());
        let least = (game.players().len() as u64).div_ceil(game.copies()).max(2);
        let largest = (least..game.n()).take_while(|n| few(nodes(*n))).last();
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

/// Players who take a part of the pot.
fn winners(game: &Game, leaf: &Leaf, cards: &[u64]) -> Vec<Player> {
    let shares = game.players().iter().zip(game.shares(leaf, cards));
    shares.filter(|(_, share)| share.is_positive()).map(|(player, _)| *player).collect()
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
        if let game::Node::Act { view, children } = node {
            for (action, child) in game.views()[*view].actions.iter().zip(children) {
                let comma = if histories[at].is_empty() { "" } else { ", " };
                histories[*child] = format!("{}{comma}{action}", histories[at]);
            }
        }
    }
    histories
}

fn outcome_name(history: &str, leaf: &Leaf, winners: &[Player]) -> String {
    let names = winners.iter().map(Player::to_string).collect::<Vec<_>>().join(" and ");
    match (leaf.live.len(), winners.len()) {
        (1, _) => history.to_owned(),
        (_, 1) => format!("{history}: {names} wins"),
        _ => format!("{history}: {names} share"),
    }
}

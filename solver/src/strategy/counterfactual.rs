//! The counterfactual value of every sequence of a player: payoff × the others' probability of playing along.

use std::collections::BTreeMap;

use crate::exact::{Piecewise, Rational};
use crate::game::{Game, Leaf, Player};

/// For each player and own sequence, the probability of playing it as a function of the card.
pub(super) type Reach = Vec<Vec<Piecewise>>;

/// The realization plan of each player: `reach[player][sequence]`.
pub(super) fn reach(game: &Game, profile: &super::Profile) -> Reach {
    let mut reach: Reach = game
        .players()
        .iter()
        .map(|player| {
            let mut own = Vec::with_capacity(game.sequences(*player));
            own.push(Piecewise::constant(game.n(), Rational::ONE));
            own
        })
        .collect();
    // Views are numbered as the walk of the tree meets them, so a parent sequence is known before its children, and
    // sequences are numbered in the same order.
    for (index, view) in game.views().iter().enumerate() {
        let own = &mut reach[view.player.index()];
        let parent = own[view.parent].clone();
        own.extend(profile.at(index).iter().map(|action| parent.times(action)));
    }
    reach
}

/// The sums over one card of the product of the reaches of a block of opponents.
struct Block {
    /// The sum over the cards below the own one.
    below: Piecewise,
    /// The sum over all cards but the own one.
    elsewhere: Piecewise,
}

/// For each own sequence of `player`, the sum over the leaves that end there of
/// `Σ payoff × Π (reach of each other player)` over the others' cards, as a function of the own card.
///
/// Units: antes × number of deals. Others' cards are distinct and differ from the own one: the sum over distinct cards
/// is taken by inclusion and exclusion over set partitions of the others, so only sums over one card remain (for two
/// others `Σ_{j≠k} q_j r_k = Q R − Σ_j q_j r_j`, MATH section 3). A showdown is won when the cards of all others
/// still in lie below the own one; folded players' cards may lie anywhere.
pub(super) fn leaf_values(game: &Game, reach: &Reach, player: Player) -> Vec<Piecewise> {
    let others: Vec<Player> = game.players().iter().copied().filter(|other| *other != player).collect();
    let partitions = set_partitions(&others);
    let mut blocks: BTreeMap<Vec<(Player, usize)>, Block> = BTreeMap::new();
    let mut values: Vec<Vec<Piecewise>> = vec![Vec::new(); game.sequences(player)];
    for leaf in game.leaves() {
        let key = |block: &[Player]| -> Vec<(Player, usize)> {
            block.iter().map(|other| (*other, leaf.sequences[other.index()])).collect()
        };
        for block in partitions.iter().flatten() {
            blocks.entry(key(block)).or_insert_with_key(|key| Block::of(game, reach, key));
        }
        let sum = |needs_below: &dyn Fn(&[Player]) -> bool| {
            let terms: Vec<Piecewise> = partitions
                .iter()
                .filter_map(|partition| {
                    let factors = partition.iter().map(|block| {
                        let sums = &blocks[&key(block)];
                        if needs_below(block) { &sums.below } else { &sums.elsewhere }
                    });
                    product(factors).map(|product| product.scaled(&sign_and_count(partition)))
                })
                .collect();
            Piecewise::sum(game.n(), &terms)
        };
        let anywhere = sum(&|_| false);
        values[leaf.sequences[player.index()]].push(leaf_value(leaf, player, &anywhere, || {
            sum(&|block| block.iter().any(|other| leaf.live.contains(other)))
        }));
    }
    values.iter().map(|leaves| Piecewise::sum(game.n(), leaves)).collect()
}

/// `pot × (weight of winning) − paid × (weight of coming here)`.
fn leaf_value(leaf: &Leaf, player: Player, anywhere: &Piecewise, winning: impl Fn() -> Piecewise) -> Piecewise {
    let lost = -leaf.paid[player.index()].amount();
    if !leaf.live.contains(&player) {
        anywhere.scaled(&lost)
    } else if leaf.live == [player] {
        anywhere.scaled(&(leaf.pot() + lost))
    } else {
        winning().scaled(&leaf.pot()).plus(&anywhere.scaled(&lost))
    }
}

impl Block {
    fn of(game: &Game, reach: &Reach, key: &[(Player, usize)]) -> Self {
        let together = product(key.iter().map(|(other, sequence)| &reach[other.index()][*sequence]))
            .unwrap_or_else(|| Piecewise::constant(game.n(), Rational::ONE));
        Self { below: together.sum_below(), elsewhere: together.subtracted_from(&together.total()) }
    }
}

fn product<'a>(mut factors: impl Iterator<Item = &'a Piecewise>) -> Option<Piecewise> {
    let first = factors.next()?.clone();
    Some(factors.fold(first, |product, factor| product.times(factor)))
}

/// The weight of a partition in the inclusion and exclusion over distinct cards: `Π (−1)^(|B|−1) (|B|−1)!`.
fn sign_and_count(partition: &[Vec<Player>]) -> Rational {
    let weight = |block: &Vec<Player>| (1..block.len() as i64).map(|size| -size).product::<i64>();
    Rational::from(partition.iter().map(weight).product::<i64>())
}

/// All set partitions, each as a list of blocks.
fn set_partitions(players: &[Player]) -> Vec<Vec<Vec<Player>>> {
    let Some((last, rest)) = players.split_last() else {
        return vec![Vec::new()];
    };
    let mut partitions = Vec::new();
    for partition in set_partitions(rest) {
        for at in 0..partition.len() {
            let mut joined = partition.clone();
            joined[at].push(*last);
            partitions.push(joined);
        }
        let mut alone = partition;
        alone.push(vec![*last]);
        partitions.push(alone);
    }
    partitions
}

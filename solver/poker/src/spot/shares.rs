//! The part of all deals in which each action of a place is taken.

use std::collections::BTreeMap;

use bluff_exact::Rational;

use super::judge::PlanSource;
use super::tree::{PlaceKind, SpotTree};
use crate::cards::{Card, HoleCards};

/// The actions of the first decision, and the part of all deals in which each is taken; none where
/// all players are all in.
pub fn first_shares(tree: &SpotTree, plan: &dyn PlanSource) -> Vec<(String, Rational)> {
    let PlaceKind::Act { player, actions } = tree.kind(0) else { return Vec::new() };
    let weights = [0, 1].map(|player| {
        let weights: Vec<_> = tree.weights(player).iter().copied().map(Rational::from).collect();
        tree.by_row(0, player, &weights)
    });
    let played = probabilities(tree, plan, [0, player, actions]);
    let shares = shares(&dealt(tree, 0, player, &weights), &played);
    tree.actions(0).map(str::to_owned).zip(shares).collect()
}

/// The weights of the deals in which each hand of a player comes to a place, from the weights of
/// both players' hands there.
pub(super) fn dealt(
    tree: &SpotTree,
    place: usize,
    own: usize,
    reach: &[Vec<Rational>; 2],
) -> Vec<Rational> {
    let met = met(tree, place, own, &reach[1 - own]);
    reach[own].iter().zip(&met).map(|(weight, met)| weight * met).collect()
}

/// The weight of the other player's hands at a place that leave the cards of each own hand: of all,
/// without those that share one card, or both.
pub(super) fn met(tree: &SpotTree, place: usize, own: usize, other: &[Rational]) -> Vec<Rational> {
    let hands = |player: usize| -> Vec<HoleCards> {
        tree.hand_numbers(place, player).map(|number| tree.hands(player)[number]).collect()
    };
    let (mut all, mut same) = (Rational::ZERO, BTreeMap::new());
    let mut by_card: BTreeMap<Card, Rational> = BTreeMap::new();
    for (hand, weight) in hands(1 - own).into_iter().zip(other) {
        all = &all + weight;
        same.insert(hand, weight);
        for card in hand.pair() {
            let sum = by_card.entry(card).or_default();
            *sum = &*sum + weight;
        }
    }
    let of_hand = |hand: HoleCards| {
        let taken: Rational =
            hand.pair().iter().filter_map(|card| by_card.get(card).cloned()).sum();
        let twice = same.get(&hand).map_or(Rational::ZERO, |weight| (*weight).clone());
        &all - &taken + twice
    };
    hands(own).into_iter().map(of_hand).collect()
}

/// The part of all these weights that takes each action.
pub(super) fn shares(weights: &[Rational], played: &[Vec<Rational>]) -> Vec<Rational> {
    let all: Rational = weights.iter().cloned().sum();
    let taken = |action: usize| -> Rational {
        weights.iter().zip(played).map(|(weight, row)| weight * &row[action]).sum()
    };
    let actions = played.first().map_or(0, Vec::len);
    if all.is_zero() { Vec::new() } else { (0..actions).map(|at| taken(at) / &all).collect() }
}

/// The probability of each action of a place, by row.
pub(super) fn probabilities(
    tree: &SpotTree,
    plan: &dyn PlanSource,
    [place, player, actions]: [usize; 3],
) -> Vec<Vec<Rational>> {
    let rows = tree.rows(place, player);
    let mut parts = vec![0; actions * rows];
    plan.write(tree, place, &mut parts);
    let all = Rational::from(plan.parts());
    let part = |part: &u32| Rational::from(*part) / &all;
    let row = |row: usize| parts.iter().skip(row).step_by(rows).map(part).collect();
    let mut played: Vec<Vec<Rational>> = (0..rows).map(row).collect();
    for lock in tree.locked_rows(place) {
        played[lock.row] = lock.probabilities();
    }
    played
}

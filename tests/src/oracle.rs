//! Payoffs by looping over all deals: slow, plain, and written from the rules alone.

use std::collections::BTreeMap;

use rational_bluff::exact::Rational;
use rational_bluff::game::{Deck, Game, Leaf, Node};
use rational_bluff::strategy::Profile;

/// All ways to deal one card each: the ranks `1..=n`, each as often as there are copies, or any in
/// independent deals.
pub fn deals(game: &Game) -> Vec<Vec<u64>> {
    let cards = 0..game.n() * game.copies();
    let mut deals: Vec<Vec<u64>> = vec![Vec::new()];
    for _ in game.players() {
        deals = deals
            .into_iter()
            .flat_map(|deal| {
                let again = matches!(game.deck(), Deck::Independent(_));
                let left = |card: &u64| again || !deal.contains(card);
                let rest = cards.clone().filter(left).collect::<Vec<_>>();
                rest.into_iter().map(move |card| [deal.as_slice(), &[card]].concat())
            })
            .collect();
    }
    let rank = |card: u64| card / game.copies() + 1;
    deals.into_iter().map(|deal| deal.into_iter().map(rank).collect()).collect()
}

/// Weight of a deal, to which its probability is in proportion: the product of the weights of the
/// cards in their holders' ranges.
pub fn weight(game: &Game, deal: &[u64]) -> Rational {
    let weights = game
        .players()
        .iter()
        .zip(deal)
        .filter_map(|(player, card)| Some(game.range(*player)?.at(*card)));
    weights.fold(Rational::ONE, |product, weight| product * weight)
}

/// Gain of each player at a leaf with this deal: the highest card among those still in takes all
/// chips; equal ones share them.
pub fn payoffs(leaf: &Leaf, deal: &[u64]) -> Vec<Rational> {
    let highest =
        leaf.live.iter().map(|player| deal[player.index()]).max().expect("somebody is in");
    let wins = |player: usize| {
        deal[player] == highest && leaf.live.iter().any(|live| live.index() == player)
    };
    let winners = (0..deal.len()).filter(|player| wins(*player)).count();
    let pot: Rational = leaf.paid.iter().map(|paid| paid.amount().clone()).sum();
    (0..deal.len())
        .map(|player| {
            let won = if wins(player) { &pot / &Rational::from(winners) } else { Rational::ZERO };
            won - leaf.paid[player].amount()
        })
        .collect()
}

/// Visits every leaf with the probability of each player's choices on the way, for one deal.
fn walk(game: &Game, profile: &Profile, deal: &[u64], visit: &mut impl FnMut(&Leaf, &[Rational])) {
    fn step(
        game: &Game,
        profile: &Profile,
        deal: &[u64],
        node: usize,
        reach: Vec<Rational>,
        visit: &mut impl FnMut(&Leaf, &[Rational]),
    ) {
        match &game.nodes()[node] {
            Node::Deal { .. } => panic!("a deck of ranks has no board"),
            Node::Over(leaf) => visit(&game.leaves()[*leaf], &reach),
            Node::Act { view, children } => {
                let player = game.views()[*view].player.index();
                for (action, child) in children.iter().enumerate() {
                    let mut reach = reach.clone();
                    reach[player] = &reach[player] * &profile.at(*view)[action].at(deal[player]);
                    step(game, profile, deal, *child, reach, visit);
                }
            }
        }
    }
    step(game, profile, deal, 0, vec![Rational::ONE; deal.len()], visit);
}

/// The expected payoff of every player.
pub fn expected(game: &Game, profile: &Profile) -> Vec<Rational> {
    expected_and_best(game, profile).0
}

/// The expected payoff of every player, and the value of each player's best response: leaves summed
/// deal by deal, then the best action at each information set.
pub fn expected_and_best(game: &Game, profile: &Profile) -> (Vec<Rational>, Vec<Rational>) {
    let players = game.players();
    let mut totals = vec![Rational::ZERO; players.len()];
    // By player, own sequence and card.
    let none = vec![Rational::ZERO; game.n() as usize];
    let mut values: Vec<Vec<Vec<Rational>>> =
        players.iter().map(|player| vec![none.clone(); game.sequences(*player)]).collect();
    // Copies deal the same ranks in many ways.
    let mut ways: BTreeMap<Vec<u64>, u64> = BTreeMap::new();
    for deal in deals(game) {
        *ways.entry(deal).or_default() += 1;
    }
    for (deal, ways) in ways {
        let weight = weight(game, &deal) * Rational::from(ways);
        walk(game, profile, &deal, &mut |leaf, reach| {
            for (own, payoff) in payoffs(leaf, &deal).into_iter().enumerate() {
                let others = (0..reach.len()).filter(|other| *other != own);
                let others = others.fold(&weight * &payoff, |all, other| all * &reach[other]);
                totals[own] += &(&others * &reach[own]);
                values[own][leaf.sequences[own]][deal[own] as usize - 1] += &others;
            }
        });
    }
    for player in players {
        let values = &mut values[player.index()];
        for (_, view) in game.views_of(*player).rev() {
            let actions =
                values[view.first_sequence..view.first_sequence + view.actions.len()].to_vec();
            for (card, value) in values[view.parent].iter_mut().enumerate() {
                *value += actions.iter().map(|action| &action[card]).max().expect("an action");
            }
        }
    }
    let best = values.iter().map(|values| values[0].iter().cloned().sum::<Rational>());
    let per_hand = |total: Rational| total / game.deals();
    (totals.into_iter().map(per_hand).collect(), best.map(per_hand).collect())
}

/// Payoff of each player if everybody plays these actions, by player, view and card, over all
/// deals.
pub fn pure_payoffs(game: &Game, action: impl Fn(usize, usize, u64) -> usize) -> Vec<Rational> {
    let mut totals = vec![Rational::ZERO; game.players().len()];
    for deal in deals(game) {
        let mut node = 0;
        let leaf = loop {
            match &game.nodes()[node] {
                Node::Deal { .. } => panic!("a deck of ranks has no board"),
                Node::Over(leaf) => break &game.leaves()[*leaf],
                Node::Act { view, children } => {
                    let player = game.views()[*view].player.index();
                    node = children[action(player, *view, deal[player])];
                }
            }
        };
        let chance = weight(game, &deal);
        for (total, payoff) in totals.iter_mut().zip(payoffs(leaf, &deal)) {
            *total += &(&chance * &payoff);
        }
    }
    totals.into_iter().map(|total| total / game.deals()).collect()
}

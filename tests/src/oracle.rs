//! Payoffs by looping over all deals: slow, plain, and written from the rules alone.

use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, Leaf, Node, Player};
use rational_bluff::strategy::Profile;

/// All ways to deal one card each to `players` from `1..=n`.
pub fn deals(n: u64, players: usize) -> Vec<Vec<u64>> {
    let mut deals: Vec<Vec<u64>> = vec![Vec::new()];
    for _ in 0..players {
        deals = deals
            .into_iter()
            .flat_map(|deal| {
                let rest = (1..=n).filter(|card| !deal.contains(card)).collect::<Vec<_>>();
                rest.into_iter().map(move |card| [deal.as_slice(), &[card]].concat())
            })
            .collect();
    }
    deals
}

/// What each player gains at a leaf with this deal: the highest card among those still in takes all chips.
pub fn payoffs(leaf: &Leaf, deal: &[u64]) -> Vec<Rational> {
    let winner = leaf.live.iter().copied().max_by_key(|player| deal[player.index()]).expect("somebody is in");
    let pot: Rational = leaf.paid.iter().map(|paid| paid.amount().clone()).sum();
    (0..deal.len())
        .map(|player| {
            let won = if player == winner.index() { pot.clone() } else { Rational::ZERO };
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
    let players = game.players().len();
    let mut totals = vec![Rational::ZERO; players];
    for deal in deals(game.n(), players) {
        walk(game, profile, &deal, &mut |leaf, reach| {
            let chance = reach.iter().fold(Rational::ONE, |product, own| &product * own);
            for (total, payoff) in totals.iter_mut().zip(payoffs(leaf, &deal)) {
                *total += &(&chance * &payoff);
            }
        });
    }
    totals.into_iter().map(|total| total / game.deals()).collect()
}

/// The best response value of a player: leaves summed deal by deal, then the best action at each information set.
pub fn best_response(game: &Game, profile: &Profile, player: Player) -> Rational {
    let mut values = vec![vec![Rational::ZERO; game.n() as usize]; game.sequences(player)];
    for deal in deals(game.n(), game.players().len()) {
        walk(game, profile, &deal, &mut |leaf, reach| {
            let mut others = Rational::ONE;
            for other in game.players().iter().filter(|other| **other != player) {
                others = &others * &reach[other.index()];
            }
            let own_card = deal[player.index()] as usize - 1;
            let value = &mut values[leaf.sequences[player.index()]][own_card];
            *value += &(others * &payoffs(leaf, &deal)[player.index()]);
        });
    }
    for (_, view) in game.views_of(player).rev() {
        let actions = values[view.first_sequence..view.first_sequence + view.actions.len()].to_vec();
        for (card, value) in values[view.parent].iter_mut().enumerate() {
            let best = actions.iter().map(|action| &action[card]).max().expect("an action");
            *value += best;
        }
    }
    values[0].iter().cloned().sum::<Rational>() / game.deals()
}

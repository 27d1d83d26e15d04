//! The nonlinear program of any number of players, in behavior strategies (the fast NLP of the paper), in doubles.

use crate::engine::nlp::Violations;
use crate::game::{Game, Player};

/// The most deals × ends of the hand of a game that a search takes.
pub const MAX_TERMS: u64 = 50_000;

/// The fast NLP: one probability for each information set and action, and how far they are from an equilibrium.
///
/// The paper minimises the sum of all `v` subject to `payoff of each action ≤ v` at every information set. At the best `v`
/// for given strategies that sum is the *total gain*, what all players gain by best responses, which is at least 0 and 0
/// exactly at equilibria. (The last sum of the printed objective is of `v³`.) It has kinks wherever a best response
/// changes, so [`Violations::evaluate`] measures the same conditions smoothly: half the sum, over all information sets
/// and actions, of the squared amount by which the action pays more than the strategy. It is 0 only at equilibria, and at
/// those that respond best also where nobody expects to come. Nobody is assumed to play like anybody else.
///
/// Shape: coordinates by view, card and action. Units: antes per hand. Everything here is in doubles and decides nothing.
/// Source: KTZ24 section 4, *Fast NLP*. Cost: a loop over all deals and ends of the hand per evaluation.
pub struct Complementarity<'a> {
    pub(super) game: &'a Game,
    n: usize,
    simplices: Vec<usize>,
    /// The first coordinate of each view.
    first: Vec<usize>,
    pub(super) deals: Vec<Vec<usize>>,
    leaves: Vec<LeafPayoffs>,
}

/// An end of the hand: own sequences, who is in, and what each player gains if a given player wins.
struct LeafPayoffs {
    sequences: Vec<usize>,
    live: Vec<usize>,
    payoffs: Vec<Vec<f64>>,
}

/// Numbers by player, own sequence and card.
type BySequence = Vec<Vec<Vec<f64>>>;

impl<'a> Complementarity<'a> {
    /// The program of a game. It is small only if the game is: see [`terms`].
    pub fn of(game: &'a Game) -> Self {
        let n = game.n() as usize;
        let mut simplices = Vec::new();
        let mut first = Vec::new();
        let mut coordinates = 0;
        for view in game.views() {
            first.push(coordinates);
            coordinates += n * view.actions.len();
            simplices.extend(std::iter::repeat_n(view.actions.len(), n));
        }
        let leaf = |leaf: &crate::game::Leaf| {
            let gains =
                |winner: &Player| game.players().iter().map(|player| leaf.payoff(*player, *winner).to_f64()).collect();
            LeafPayoffs {
                sequences: leaf.sequences.clone(),
                live: leaf.live.iter().map(|player| player.index()).collect(),
                payoffs: game.players().iter().map(gains).collect(),
            }
        };
        let leaves = game.leaves().iter().map(leaf).collect();
        Self { game, n, simplices, first, deals: deals(n, game.players().len()), leaves }
    }

    /// What all players together gain by best responses at a point: the objective of the paper, in antes per hand.
    ///
    /// ```
    /// use rational_bluff::{exact::Rational, game::three_player, program::Complementarity};
    /// let game = three_player(4, Rational::ONE)?;
    /// // Check or bet by card 1 to 4, then fold or call for II and for III: [2/3, 0, 0, 1], [0, 0, 1/4, 1] of the paper.
    /// let taken = [[2.0 / 3.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.25, 1.0], [0.0, 0.0, 0.25, 1.0]];
    /// let point: Vec<f64> = taken.as_flattened().iter().flat_map(|taken| [1.0 - taken, *taken]).collect();
    /// assert!(Complementarity::of(&game).total_gain(&point) < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn total_gain(&self, point: &[f64]) -> f64 {
        let reach = self.reach(point);
        let counterfactual = self.counterfactual(&reach);
        let mut total = 0.0;
        for player in self.game.players() {
            let sum = |values: &BySequence| values[player.index()][0].iter().sum::<f64>();
            let best = self.rolled_back(counterfactual.clone(), |values, _| values.fold(f64::MIN, f64::max));
            let played = self
                .rolled_back(counterfactual.clone(), |values, at| values.zip(&point[at..]).map(|(v, p)| v * p).sum());
            total += sum(&best) - sum(&played);
        }
        total
    }

    /// The coordinate of the first action of a view with a card (from 0).
    pub(super) fn coordinate(&self, view: usize, card: usize) -> usize {
        self.first[view] + card * self.game.views()[view].actions.len()
    }

    /// The probability of each own sequence.
    fn reach(&self, point: &[f64]) -> BySequence {
        let mut reach = self.zeros();
        for own in &mut reach {
            own[0].fill(1.0);
        }
        for (index, view) in self.game.views().iter().enumerate() {
            let own = &mut reach[view.player.index()];
            for card in 0..self.n {
                for action in 0..view.actions.len() {
                    own[view.first_sequence + action][card] =
                        own[view.parent][card] * point[self.coordinate(index, card) + action];
                }
            }
        }
        reach
    }

    fn zeros(&self) -> BySequence {
        self.game.players().iter().map(|player| vec![vec![0.0; self.n]; self.game.sequences(*player)]).collect()
    }

    /// Visits every deal and end of the hand with the payoffs there.
    fn each(&self, mut visit: impl FnMut(&[usize], &[usize], &[f64])) {
        for deal in &self.deals {
            for leaf in &self.leaves {
                let winner = leaf.live.iter().copied().max_by_key(|player| deal[*player]).unwrap_or_default();
                visit(deal, &leaf.sequences, &leaf.payoffs[winner]);
            }
        }
    }

    /// What ending with each own sequence pays, times the others' probability of it.
    fn counterfactual(&self, reach: &BySequence) -> BySequence {
        let mut values = self.zeros();
        let weight = 1.0 / self.deals.len() as f64;
        self.each(|deal, sequences, payoffs| {
            for (own, payoff) in payoffs.iter().enumerate() {
                let others: f64 = (0..deal.len())
                    .filter(|other| *other != own)
                    .map(|other| reach[other][sequences[other]][deal[other]])
                    .product();
                values[own][sequences[own]][deal[own]] += weight * payoff * others;
            }
        });
        values
    }

    /// Adds to each sequence what the views below it pay: `choose` makes one value of those of the actions.
    fn rolled_back(
        &self,
        mut values: BySequence,
        choose: impl Fn(&mut dyn Iterator<Item = f64>, usize) -> f64,
    ) -> BySequence {
        for (index, view) in self.game.views().iter().enumerate().rev() {
            let own = &mut values[view.player.index()];
            let value = |card: usize| {
                let mut actions = (0..view.actions.len()).map(|action| own[view.first_sequence + action][card]);
                choose(&mut actions, self.coordinate(index, card))
            };
            let paid: Vec<f64> = (0..self.n).map(value).collect();
            for (sum, paid) in own[view.parent].iter_mut().zip(paid) {
                *sum += paid;
            }
        }
        values
    }

    /// From the derivatives by what sequences pay to those by how likely they are.
    fn by_reach(&self, reach: &BySequence, by_value: &BySequence) -> BySequence {
        let mut by_reach = self.zeros();
        let weight = 1.0 / self.deals.len() as f64;
        let players = self.game.players().len();
        self.each(|deal, sequences, payoffs| {
            for own in 0..players {
                let pull = by_value[own][sequences[own]][deal[own]];
                if pull == 0.0 {
                    continue;
                }
                let pull = pull * weight * payoffs[own];
                for other in (0..players).filter(|other| *other != own) {
                    let rest = (0..players).filter(|player| *player != own && *player != other);
                    let rest: f64 = rest.map(|player| reach[player][sequences[player]][deal[player]]).product();
                    by_reach[other][sequences[other]][deal[other]] += pull * rest;
                }
            }
        });
        by_reach
    }
}

impl Violations for Complementarity<'_> {
    fn simplices(&self) -> &[usize] {
        &self.simplices
    }

    fn evaluate(&self, point: &[f64], gradient: &mut [f64]) -> f64 {
        let reach = self.reach(point);
        let played =
            |values: &mut dyn Iterator<Item = f64>, at: usize| values.zip(&point[at..]).map(|(v, p)| v * p).sum();
        let values = self.rolled_back(self.counterfactual(&reach), played);
        let mut violation = 0.0;
        // Derivatives, from the first views to the last: by what the sequences pay.
        let mut by_value = self.zeros();
        for (index, view) in self.game.views().iter().enumerate() {
            let own = &values[view.player.index()];
            let by_own = &mut by_value[view.player.index()];
            for card in 0..self.n {
                let at = self.coordinate(index, card);
                let action_value = |action: usize| own[view.first_sequence + action][card];
                let actions = 0..view.actions.len();
                let value: f64 = actions.clone().map(|action| point[at + action] * action_value(action)).sum();
                let regret = |action: usize| (action_value(action) - value).max(0.0);
                violation += actions.clone().map(|action| 0.5 * regret(action) * regret(action)).sum::<f64>();
                let by_view = by_own[view.parent][card] - actions.clone().map(regret).sum::<f64>();
                for action in actions {
                    gradient[at + action] += by_view * action_value(action);
                    by_own[view.first_sequence + action][card] = regret(action) + by_view * point[at + action];
                }
            }
        }
        // And from the last to the first: by how likely they are.
        let mut by_reach = self.by_reach(&reach, &by_value);
        for (index, view) in self.game.views().iter().enumerate().rev() {
            let player = view.player.index();
            for card in 0..self.n {
                let at = self.coordinate(index, card);
                for action in 0..view.actions.len() {
                    let pull = by_reach[player][view.first_sequence + action][card];
                    gradient[at + action] += pull * reach[player][view.parent][card];
                    by_reach[player][view.parent][card] += pull * point[at + action];
                }
            }
        }
        violation
    }
}

/// Deals × ends of the hand, what one evaluation visits; `None` beyond all bounds.
pub fn terms(game: &Game) -> Option<u64> {
    let deals = (0..game.players().len() as u64).try_fold(1_u64, |deals, dealt| deals.checked_mul(game.n() - dealt))?;
    deals.checked_mul(game.leaves().len() as u64)
}

/// All deals of distinct cards from 0.
fn deals(n: usize, players: usize) -> Vec<Vec<usize>> {
    let mut deals = vec![Vec::new()];
    for _ in 0..players {
        let longer = |deal: &Vec<usize>| {
            let rest: Vec<usize> = (0..n).filter(|card| !deal.contains(card)).collect();
            let deal = deal.clone();
            rest.into_iter().map(move |card| [deal.as_slice(), &[card]].concat())
        };
        deals = deals.iter().flat_map(longer).collect();
    }
    deals
}

//! Regret matching+ for any number of players: where the search starts.

use super::complementarity::Complementarity;
use super::multilinear::{BySequence, ChoiceSimplex, mean};

/// Reach below which a plan says nothing about what follows.
const REACHED: f64 = 1e-12;

/// Regret matching+ in which the players take turns and round `t` counts `t²`.
///
/// With three and more players its averages come near an equilibrium mostly, and never need to.
/// Source: Tammelin (2014).
pub struct RegretMatching<'a> {
    fast: &'a Complementarity<'a>,
    point: Vec<f64>,
    plans: BySequence,
    regrets: Vec<f64>,
    sum: BySequence,
    round: u32,
}

impl<'a> RegretMatching<'a> {
    /// The players at first strategies.
    pub fn from(fast: &'a Complementarity<'a>, point: Vec<f64>) -> Self {
        let (plans, sum) = (fast.plans(&point), fast.form.filled(0.0));
        Self { fast, plans, regrets: vec![0.0; point.len()], point, sum, round: 0 }
    }

    /// Plays one more round. Cost: a loop over all deals and ends of the hand per player.
    pub fn play(&mut self) {
        let form = &self.fast.form;
        self.round += 1;
        let weight = f64::from(self.round).powi(2);
        for player in 0..form.players {
            let mut values = form.filled(0.0);
            form.add_counterfactual(player, &self.plans, &mut values);
            let own = || form.sets.iter().filter(|set| set.player == player);
            for set in own().rev() {
                let strategy = &mut self.point[set.coordinates()];
                let regrets = &mut self.regrets[set.coordinates()];
                let value = mean(&values[set.sequences()], strategy);
                for (regret, sequence) in regrets.iter_mut().zip(set.sequences()) {
                    *regret = (*regret + values[sequence] - value).max(0.0);
                }
                values[set.parent] += value;
                let total: f64 = regrets.iter().sum();
                let even = 1.0 / set.actions as f64;
                for (probability, regret) in strategy.iter_mut().zip(regrets) {
                    *probability = if total > 0.0 { *regret / total } else { even };
                }
            }
            for set in own() {
                for (sequence, coordinate) in set.sequences().zip(set.coordinates()) {
                    self.plans[sequence] = self.plans[set.parent] * self.point[coordinate];
                    self.sum[sequence] += weight * self.plans[sequence];
                }
            }
        }
        form.roots().for_each(|root| self.sum[root] += weight);
    }

    /// Average strategies of the rounds played.
    pub fn average(&self) -> Vec<f64> {
        self.fast.strategies(&self.sum)
    }
}

impl Complementarity<'_> {
    /// Strategies of plans that rounding may have bent; alike where a plan never comes.
    pub(super) fn strategies(&self, plans: &BySequence) -> Vec<f64> {
        let row = |set: &ChoiceSimplex| {
            let row = plans[set.sequences()].iter().map(|plan| plan.max(0.0));
            let total: f64 = row.clone().sum();
            let even = 1.0 / set.actions as f64;
            let reached = total > REACHED * plans[set.parent].max(1.0);
            row.map(move |plan| if reached { plan / total } else { even }).collect::<Vec<_>>()
        };
        self.form.sets.iter().flat_map(row).collect()
    }
}

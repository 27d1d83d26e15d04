//! The point of a program that two plans in doubles stand for, and its dual values.

use crate::control::Snapshot;
use crate::exact::Rational;
use crate::strategy::Profile;

use super::index_map::ReplyConstraint;
use super::{RealizationPlan, Runs, SequenceForm, plan_of_profile};

/// A realization plan in doubles, by sequence and card; cards count with their weights.
type RoughPlan = Vec<Vec<f64>>;

impl SequenceForm<'_> {
    /// The point of the own plan, and the dual values of the other player's: both feasible, and
    /// optimal if the plans are an equilibrium. Cost: a few operations for each entry.
    pub(crate) fn point(&self, own: &RealizationPlan, other: &RealizationPlan) -> Snapshot {
        let rough = |plan: &RealizationPlan| -> RoughPlan {
            plan.iter().map(|reach| reach.iter().map(Rational::to_f64).collect()).collect()
        };
        Snapshot { primal: self.primal(&rough(own)), dual: self.dual(&rough(other)) }
    }

    /// The point of the plans of a profile by cards.
    pub(crate) fn point_of(&self, profile: &Profile) -> Snapshot {
        let cards = Runs::of_cards(self.game.n());
        let plan = |player| plan_of_profile(self.game, profile, player, &cards);
        self.point(&plan(self.map.own), &plan(self.map.other))
    }

    /// The prefix sums of a plan, and what the best replies to it leave.
    fn primal(&self, own: &RoughPlan) -> Vec<f64> {
        let mut primal = vec![0.0; self.problem.column_count()];
        for (columns, sequence) in self.map.prefix.iter().zip(&self.map.families) {
            let mut sum = 0.0;
            for (column, step) in columns.iter().zip(&own[*sequence]) {
                sum += step;
                primal[column.index()] = sum;
            }
        }
        // What follows a view has a higher number.
        let views: Vec<_> = self.game.views_of(self.map.other).collect();
        for (view, details) in views.into_iter().rev() {
            for (card, column) in self.map.payoff[view].iter().enumerate() {
                let sequences = (details.first_sequence..).take(details.actions.len());
                let left =
                    sequences.filter_map(|sequence| match &self.map.replies[sequence][card] {
                        ReplyConstraint::Row(row) | ReplyConstraint::Share(row, _) => {
                            let row = *row;
                            let bounds = self.problem.row_bounds(row);
                            let constant = bounds.lower.as_ref().map_or(0.0, Rational::to_f64);
                            let others = self.problem.entries(row).filter(|(at, _)| at != column);
                            Some(
                                others
                                    .map(|(at, entry)| entry.to_f64() * primal[at.index()])
                                    .sum::<f64>()
                                    - constant,
                            )
                        }
                        ReplyConstraint::Bound(column) => {
                            let bounds = self.problem.column_bounds(*column);
                            bounds.upper.as_ref().map(Rational::to_f64)
                        }
                        ReplyConstraint::Slack => None,
                    });
                primal[column.index()] = left.reduce(f64::min).unwrap_or(0.0);
            }
        }
        primal
    }

    /// The other player's plan on the rows of replies, and on the rows of the own plan what each
    /// action costs more than the best one.
    fn dual(&self, other: &RoughPlan) -> Vec<f64> {
        let mut dual = vec![0.0; self.problem.row_count()];
        let mut slope: Vec<f64> =
            self.problem.columns().map(|column| self.problem.cost(column).to_f64()).collect();
        for (replies, weights) in self.map.replies.iter().zip(other) {
            for (reply, weight) in replies.iter().zip(weights) {
                let price = match reply {
                    ReplyConstraint::Share(row, share) if share.is_positive() => {
                        Some((row, weight / share.to_f64()))
                    }
                    ReplyConstraint::Row(row) => Some((row, *weight)),
                    _ => None,
                };
                if let Some((row, weight)) = price
                    && dual[row.index()] == 0.0
                {
                    dual[row.index()] = weight;
                    for (column, entry) in self.problem.entries(*row) {
                        slope[column.index()] -= entry.to_f64() * weight;
                    }
                }
            }
        }
        // A card adds to all prefix sums from its own on.
        let step_costs = self.map.prefix.iter().map(|columns| {
            let mut costs: Vec<f64> = columns
                .iter()
                .rev()
                .scan(0.0, |sum, column| {
                    *sum += slope[column.index()];
                    Some(*sum)
                })
                .collect();
            costs.reverse();
            costs
        });
        let regrets = self.regrets(&step_costs.collect::<Vec<_>>());
        for (row, value) in dual.iter_mut().zip(self.plan_prices(&regrets)) {
            *row = value;
        }
        dual
    }

    /// Cost of each own sequence above that of the best one of its view, by sequence and card; a
    /// step of each family costs so much in place of the first action.
    fn regrets(&self, step_costs: &[Vec<f64>]) -> RoughPlan {
        let cards = self.against.len();
        let sequences = self.map.sums.len();
        let mut cost = vec![vec![0.0; cards]; sequences];
        for (costs, sequence) in step_costs.iter().zip(&self.map.families) {
            cost[*sequence].clone_from(costs);
        }
        let views: Vec<_> = self.game.views_of(self.map.own).collect();
        for (_, view) in views.into_iter().rev() {
            let actions = view.first_sequence..view.first_sequence + view.actions.len();
            let mut least = vec![f64::MAX; cards];
            for sequence in actions.clone() {
                let costs = least.iter_mut().zip(&cost[sequence]);
                costs.for_each(|(least, cost)| *least = least.min(*cost));
            }
            let mut add = |sequence: usize, sign: f64| {
                let costs = cost[sequence].iter_mut().zip(&least);
                costs.for_each(|(cost, least)| *cost += sign * least);
            };
            actions.for_each(|sequence| add(sequence, -1.0));
            add(view.parent, 1.0);
        }
        cost
    }

    /// The dual values of the rows of the own plan, in the order of
    /// [`add_plan_rows`](Self::add_plan_rows).
    fn plan_prices(&self, regrets: &RoughPlan) -> Vec<f64> {
        let mut prices = Vec::new();
        let mut at_most_one = vec![None; self.map.families.len()];
        let mut signed = Vec::new();
        for (sequence, sum) in self.map.sums.iter().enumerate().skip(1) {
            match (sum.constant, sum.families.as_slice()) {
                (1, [(family, -1)]) => at_most_one[*family] = Some(sequence),
                (0, [(_, 1)]) => {}
                _ => signed.push(sequence),
            }
        }
        for (family, sequence) in self.map.families.iter().enumerate() {
            let against = |card: usize| at_most_one[family].map_or(0.0, |at| regrets[at][card]);
            let cards = 1..self.against.len();
            prices.extend(cards.map(|card| regrets[*sequence][card] - against(card)));
        }
        prices.extend(signed.into_iter().flat_map(|sequence| regrets[sequence].iter().copied()));
        prices
    }
}

//! The choice of one optimal plan among all: programs over the optimal face.

use crate::engine::lp::{Basis, Bounds, Column, LinearProgram, Optimum, VariableStatus};
use crate::exact::Rational;

use super::index_map::ReplyConstraint;
use super::{RealizationPlan, SequenceForm};

impl SequenceForm<'_> {
    /// The program over all optima that makes the other player's mistakes dearest: the actions of
    /// all information sets together leave the most. `optimum.basis` is one to start from.
    ///
    /// Among optimal strategies these come in the fewest runs: a card that is indifferent gives way
    /// to the one that deters more.
    pub fn strictest(&self, optimum: &Optimum) -> LinearProgram {
        let mut strictest = self.problem.face(optimum);
        let mut prefer = |column: Column, gain: Rational| {
            let cost = strictest.cost(column) - gain;
            strictest.set_cost(column, cost);
        };
        for (reply, weight) in
            self.map.replies.iter().flat_map(|replies| replies.iter().zip(&self.against))
        {
            match reply {
                ReplyConstraint::Row(row) => {
                    self.problem
                        .entries(*row)
                        .for_each(|(column, entry)| prefer(column, weight * entry));
                }
                ReplyConstraint::Bound(column) => prefer(*column, -weight),
                ReplyConstraint::Share(..) | ReplyConstraint::Slack => {}
            }
        }
        strictest
    }

    /// The program over all optima that comes nearest to a plan, by the sum of what differs over
    /// all sequences and cards; and a basis to start from, that of `optimum`.
    pub fn nearest(&self, optimum: &Optimum, plan: &RealizationPlan) -> (LinearProgram, Basis) {
        let (mut nearest, mut basis) = (self.problem.face(optimum), optimum.basis.clone());
        let own = self.own_plan(&optimum.primal);
        for ((sum, own), wanted) in self.map.sums.iter().zip(&own).zip(plan).skip(1) {
            for (card, (own, wanted)) in (1..).zip(own.iter().zip(wanted)) {
                let mut step = self.step(sum, card);
                // step − over + under = wanted
                for (sign, basic) in [(-1, own > wanted), (1, own <= wanted)] {
                    let off = nearest.add_column(Rational::ONE, Bounds::at_least(Rational::ZERO));
                    step.entries.push((off, Rational::from(sign)));
                    basis.columns.push(if basic {
                        VariableStatus::Basic
                    } else {
                        VariableStatus::AtLower
                    });
                }
                nearest.add_row(Bounds::exactly(wanted - step.constant), step.entries);
                basis.rows.push(VariableStatus::AtLower);
            }
        }
        (nearest, basis)
    }
}

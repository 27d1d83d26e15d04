//! Fully mixed strategies to which a given strategy is a best response.

use crate::engine::lp::{Basis, Bounds, Column, LinearProgram, Row, VariableStatus};
use crate::exact::Rational;

use super::linear::Linear;
use super::{RealizationPlan, SequenceForm};

impl SequenceForm<'_> {
    /// The program over the own plans to which a plan of the other player, by the same runs, is a
    /// best response with every card. It maximises a share of which each own probability is at
    /// least that much; the objective is minus the share. Beside it, the rows of the actions that
    /// the plan does not take, each with its run: dual values say which of them a better plan
    /// takes.
    ///
    /// Payoffs are linear over the cards of a run, and a best response after an action that is not
    /// taken leaves the own player the least of several such: a concave function. So what holds
    /// with the first and with the last card of a run holds with all between.
    ///
    /// The basis is near the own plan `near`: if the answer is a best response to that, it keeps
    /// all bounds, with share 0.
    pub fn fully_mixed(
        &self,
        answer: &RealizationPlan,
        near: &RealizationPlan,
    ) -> (LinearProgram, Vec<(u64, Row)>, Basis) {
        let mut problem = LinearProgram::new();
        for _ in self.map.prefix.iter().flatten() {
            problem.add_column(Rational::ZERO, Bounds::free());
        }
        let unit = Bounds::between(Rational::ZERO, Rational::ONE);
        let share = problem.add_column(Rational::from(-1), unit);
        let at_bound = |is: bool| if is { VariableStatus::AtLower } else { VariableStatus::Basic };
        let mut rows = Vec::new();
        for (sum, near) in self.map.sums[1..].iter().zip(&near[1..]) {
            rows.extend(near.iter().map(|reach| at_bound(reach.is_zero())));
            for run in 1..=self.runs.count() {
                let mut step = self.step(sum, run);
                step.entries.push((share, -self.weight(run)));
                problem.add_row(Bounds::at_least(-step.constant), step.entries);
            }
        }
        let mut untaken = Vec::new();
        for (run, (first, last)) in (1..).zip(self.runs.iter()) {
            if self.against[run as usize - 1].is_zero() {
                continue;
            }
            let rows = self.add_answer(&mut problem, answer, run, [0, last - first]);
            untaken.extend(rows.into_iter().map(|row| (run, row)));
            if first < last {
                let rows = self.add_answer(&mut problem, answer, run, [last - first, 0]);
                untaken.extend(rows.into_iter().map(|row| (run, row)));
            }
        }
        rows.resize(problem.row_count(), VariableStatus::AtLower);
        untaken.iter().for_each(|(_, row)| rows[row.index()] = VariableStatus::Basic);
        let is_share = |column| column == share;
        let columns = problem.columns().map(is_share).map(at_bound).collect();
        (problem, untaken, Basis { columns, rows })
    }

    /// With a card that has so many cards of its run below it, and above, every action leaves at
    /// least what the information set leaves, and an action of the answer exactly that. The rows
    /// of the others are returned.
    fn add_answer(
        &self,
        problem: &mut LinearProgram,
        answer: &RealizationPlan,
        run: u64,
        neighbours: [u64; 2],
    ) -> Vec<Row> {
        let mut untaken = Vec::new();
        let [below, above] = neighbours.map(Rational::from);
        let views: Vec<_> = self.game.views_of(self.map.other).collect();
        let left: Vec<Column> =
            views.iter().map(|_| problem.add_column(Rational::ZERO, Bounds::free())).collect();
        for ((_, view), column) in views.iter().zip(&left) {
            for sequence in (view.first_sequence..).take(view.actions.len()) {
                let mut leaves = Linear::default();
                for leaf in self.ending_with(sequence) {
                    leaves.add(&self.leaf_within(leaf, run, [&below, &above]), &Rational::ONE);
                }
                let next = views.iter().zip(&left).filter(|((_, next), _)| next.parent == sequence);
                leaves.entries.extend(next.map(|(_, column)| (*column, Rational::ONE)));
                leaves.entries.push((*column, Rational::from(-1)));
                let constant = -leaves.constant;
                if answer[sequence][run as usize - 1].is_zero() {
                    untaken.push(problem.add_row(Bounds::at_least(constant), leaves.entries));
                } else {
                    problem.add_row(Bounds::exactly(constant), leaves.entries);
                }
            }
        }
        untaken
    }
}

use crate::engine::lp::{Bounds, Column, LinearProgram, Optimum};
use crate::exact::Rational;

use super::SequenceForm;

/// The optimal strategies of the player whose program it is, as the points of a problem.
#[derive(Clone, Debug)]
pub struct FaceProgram<'a> {
    form: SequenceForm<'a>,
    face: LinearProgram,
}

/// End of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// The least probability.
    Least,
    /// The greatest probability.
    Greatest,
}

impl<'a> FaceProgram<'a> {
    /// The face of all optima of `form`, one of which is `optimum`.
    pub fn new(form: SequenceForm<'a>, optimum: &Optimum) -> Self {
        let face = form.problem().face(optimum);
        Self { form, face }
    }

    /// The problem whose optimum gives the extreme probability of an own action (of a view, by
    /// index into [`crate::game::Game::views`]) with a card; with the number to add to the optimum,
    /// and whether the basis of the optimum of the game fits it.
    ///
    /// At a view that own actions lead to, the probability is a ratio `x_a / x_σ`. The points are
    /// scaled so that `x_σ = 1` (Charnes & Cooper 1962), which is again linear; if that is
    /// infeasible, no optimal strategy ever comes there.
    pub fn query(
        &self,
        view: usize,
        action: usize,
        card: u64,
        extreme: Extreme,
    ) -> (LinearProgram, Rational, bool) {
        let view = &self.form.game().views()[view];
        let (constant, costs) = self.form.plan_step(view.first_sequence + action, card);
        let sign = Rational::from(if extreme == Extreme::Least { 1 } else { -1 });
        if view.parent == 0 {
            let mut problem = self.face.clone();
            add_costs(&mut problem, &costs, &sign);
            return (problem, constant, true);
        }
        let (mut problem, scale) = homogeneous(&self.face);
        let (reach_constant, reach) = self.form.plan_step(view.parent, card);
        problem.add_row(
            Bounds::exactly(Rational::ONE),
            reach.into_iter().chain([(scale, reach_constant)]),
        );
        add_costs(&mut problem, &costs, &sign);
        add_costs(&mut problem, &[(scale, constant)], &sign);
        (problem, Rational::ZERO, false)
    }
}

fn add_costs(problem: &mut LinearProgram, costs: &[(Column, Rational)], sign: &Rational) {
    for (column, cost) in costs {
        let cost = problem.cost(*column) + &(cost * sign);
        problem.set_cost(*column, cost);
    }
}

/// The cone over a problem: every bound is multiplied by a scale of at least 0, a new last column.
/// No costs.
fn homogeneous(problem: &LinearProgram) -> (LinearProgram, Column) {
    let mut cone = LinearProgram::new();
    let columns: Vec<Column> =
        problem.columns().map(|_| cone.add_column(Rational::ZERO, Bounds::free())).collect();
    let scale = cone.add_column(Rational::ZERO, Bounds::at_least(Rational::ZERO));
    let mut bounded = |bounds: &Bounds, entries: Vec<(Column, Rational)>| {
        let at = |bound: &Rational| entries.iter().cloned().chain([(scale, -bound)]);
        if let Some(lower) = &bounds.lower {
            cone.add_row(Bounds::at_least(Rational::ZERO), at(lower));
        }
        if let Some(upper) = &bounds.upper {
            cone.add_row(Bounds::at_most(Rational::ZERO), at(upper));
        }
    };
    for (column, copy) in problem.columns().zip(&columns) {
        bounded(problem.column_bounds(column), vec![(*copy, Rational::ONE)]);
    }
    for row in problem.rows() {
        let entries =
            problem.entries(row).map(|(column, entry)| (columns[column.index()], entry.clone()));
        bounded(problem.row_bounds(row), entries.collect());
    }
    (cone, scale)
}

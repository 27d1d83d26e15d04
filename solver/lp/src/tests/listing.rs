//! Small random problems against listing every basis.

use super::super::{LinearProgram, Outcome};
use super::{Bounds, Column, Rational, said, solved};

/// Xorshift, so that the problems are always the same.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn roll(&mut self, sides: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % sides as u64) as i64
    }

    fn number(&mut self) -> Rational {
        match self.roll(5) {
            0 | 1 => Rational::ZERO,
            2 => Rational::ratio(self.roll(7) - 3, 1 + self.roll(3)),
            _ => Rational::from(self.roll(7) - 3),
        }
    }

    fn bounds(&mut self) -> Bounds {
        let lower = self.number();
        match self.roll(6) {
            0 => Bounds::free(),
            1 => Bounds::at_most(lower),
            2 => Bounds::exactly(lower),
            3 => Bounds::between(lower.clone(), lower + Rational::from(self.roll(4))),
            _ => Bounds::at_least(lower),
        }
    }

    pub(super) fn problem(&mut self) -> LinearProgram {
        let mut problem = LinearProgram::new();
        let columns: Vec<Column> = (0..self.roll(5))
            .map(|_| {
                let cost = self.number();
                let bounds = self.bounds();
                problem.add_column(cost, bounds)
            })
            .collect();
        for _ in 0..self.roll(5) {
            let bounds = self.bounds();
            let entries: Vec<_> = columns.iter().map(|column| (*column, self.number())).collect();
            problem.add_row(bounds, entries);
        }
        problem
    }
}

/// The answer found by trying, for every set of columns and rows, to put them at each of their
/// bounds.
///
/// A feasible problem has a feasible basic solution once free columns may rest at 0. It is
/// unbounded if and only if its recession cone, cut off at 1 in every direction, has a point of
/// negative cost; that is a bounded problem.
fn listed(problem: &LinearProgram) -> String {
    let Some(best) = least_listed(problem) else {
        return "infeasible".to_owned();
    };
    let mut cone = LinearProgram::new();
    let stay = |bounds: &Bounds| {
        let side = |bound: &Option<Rational>| bound.as_ref().map(|_| Rational::ZERO);
        (side(&bounds.lower), side(&bounds.upper))
    };
    for column in problem.columns() {
        let (lower, upper) = stay(problem.column_bounds(column));
        let bounds =
            Bounds::between(lower.unwrap_or(Rational::from(-1)), upper.unwrap_or(Rational::ONE));
        cone.add_column(problem.cost(column).clone(), bounds);
    }
    for row in problem.rows() {
        let (lower, upper) = stay(problem.row_bounds(row));
        let entries: Vec<_> =
            problem.entries(row).map(|(column, entry)| (column, entry.clone())).collect();
        cone.add_row(Bounds { lower, upper }, entries);
    }
    match least_listed(&cone) {
        Some(fall) if fall.is_negative() => "unbounded".to_owned(),
        _ => best.to_string(),
    }
}

/// The least cost of the basic feasible solutions.
fn least_listed(problem: &LinearProgram) -> Option<Rational> {
    let size = problem.column_count();
    // Every equation that a vertex may satisfy: a column or a row at a bound, or a free column at
    // 0.
    let mut equations: Vec<(Vec<Rational>, Rational)> = Vec::new();
    let mut add = |left: Vec<Rational>, bounds: &Bounds, free_at_zero: bool| {
        let mut rights: Vec<Rational> =
            [&bounds.lower, &bounds.upper].into_iter().flatten().cloned().collect();
        rights.dedup();
        if rights.is_empty() && free_at_zero {
            rights.push(Rational::ZERO);
        }
        equations.extend(rights.into_iter().map(|right| (left.clone(), right)));
    };
    for column in problem.columns() {
        let mut left = vec![Rational::ZERO; size];
        left[column.index()] = Rational::ONE;
        add(left, problem.column_bounds(column), true);
    }
    for row in problem.rows() {
        let mut left = vec![Rational::ZERO; size];
        for (column, entry) in problem.entries(row) {
            left[column.index()] = entry.clone();
        }
        add(left, problem.row_bounds(row), false);
    }
    let mut best: Option<Rational> = None;
    for chosen in 0_u32..1 << equations.len() {
        if chosen.count_ones() as usize != size {
            continue;
        }
        let system: Vec<_> = (0..equations.len())
            .filter(|i| chosen >> i & 1 == 1)
            .map(|i| equations[i].clone())
            .collect();
        let Some(point) = solution(system) else {
            continue;
        };
        let inside = problem
            .columns()
            .all(|column| problem.column_bounds(column).contain(&point[column.index()]))
            && problem
                .rows()
                .zip(problem.activities(&point))
                .all(|(row, sum)| problem.row_bounds(row).contain(&sum));
        if inside {
            let cost: Rational =
                problem.columns().map(|column| problem.cost(column) * &point[column.index()]).sum();
            best = best.min(Some(cost.clone())).or(Some(cost));
        }
    }
    best
}

/// Gauss's elimination; `None` if singular.
fn solution(mut system: Vec<(Vec<Rational>, Rational)>) -> Option<Vec<Rational>> {
    let size = system.len();
    for step in 0..size {
        let pivot = (step..size).find(|i| !system[*i].0[step].is_zero())?;
        system.swap(step, pivot);
        let (row, right) = system[step].clone();
        for (i, (other, other_right)) in system.iter_mut().enumerate() {
            if i != step && !other[step].is_zero() {
                let factor = &other[step] / &row[step];
                for (entry, subtracted) in other.iter_mut().zip(&row) {
                    *entry -= &(&factor * subtracted);
                }
                *other_right -= &(&factor * &right);
            }
        }
    }
    Some(system.into_iter().enumerate().map(|(i, (row, right))| right / &row[i]).collect())
}

#[test]
fn a_thousand_small_problems() {
    let mut dice = Dice(0x5DEE_CE66_D1CE_4E5B);
    let (mut optimal, mut infeasible, mut unbounded) = (0, 0, 0);
    for round in 0..1000 {
        let problem = dice.problem();
        let outcome = solved(&problem).outcome;
        assert_eq!(said(&outcome), listed(&problem), "problem {round}");
        match outcome {
            Outcome::Optimal(_) => optimal += 1,
            Outcome::Infeasible(_) => infeasible += 1,
            Outcome::Unbounded(_) => unbounded += 1,
        }
    }
    assert!(
        optimal > 200 && infeasible > 100 && unbounded > 100,
        "{optimal}, {infeasible}, {unbounded}"
    );
}

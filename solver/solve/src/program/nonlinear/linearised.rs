//! The fast program, linear in a step from a point.

use crate::engine::lp::FloatProgram;

use super::complementarity::Complementarity;
use super::multilinear::{BySequence, greatest};

/// Unit of values, so that the tolerances of the simplex method are small beside them.
const UNIT: f64 = 1000.0;

/// The conditions at a point of the fast program, and their derivatives.
///
/// Near a point the conditions are linear in the step, and the sum of payoffs is constant, so the
/// least total gain within a distance is a linear program.
pub struct Linearised<'a> {
    fast: &'a Complementarity<'a>,
    plans: BySequence,
    values: BySequence,
    /// Payoff of each sequence with best responses after it.
    best: BySequence,
    slopes: Vec<f64>,
}

impl<'a> Linearised<'a> {
    /// The conditions at a point. Cost: derivatives by each pair of sequences.
    pub fn at(fast: &'a Complementarity<'a>, point: &[f64]) -> Self {
        let form = &fast.form;
        let plans = fast.plans(point);
        let values = form.counterfactual(&plans);
        let best = form.rolled_back(values.clone(), |values, _| greatest(values));
        let slopes = form.slopes(&plans);
        Self { fast, plans, values, best, slopes }
    }

    /// Error of the derivatives at another point, by sequence.
    pub fn neglected(&self, point: &[f64]) -> Vec<f64> {
        let plans = self.fast.plans(point);
        let truly = self.fast.form.counterfactual(&plans);
        let count = plans.len();
        let linear = |sequence: usize| {
            let row = &self.slopes[sequence * count..(sequence + 1) * count];
            let steps = plans.iter().zip(&self.plans).map(|(to, from)| to - from);
            row.iter().zip(steps).map(|(slope, step)| slope * step).sum::<f64>()
        };
        let rest =
            |(sequence, truly): (usize, &f64)| truly - self.values[sequence] - linear(sequence);
        truly.iter().enumerate().map(rest).collect()
    }

    /// The program of the plans at most `trust` away at which the total gain is least, the
    /// conditions corrected by what was neglected before, if anything.
    pub fn program(&self, trust: f64, neglected: Option<&[f64]>) -> FloatProgram {
        let (form, count) = (&self.fast.form, self.plans.len());
        let free = [f64::NEG_INFINITY, f64::INFINITY];
        let step = |(sequence, plan): (usize, &f64)| {
            let most = if form.chosen_at[sequence].is_some() { trust } else { 0.0 };
            (0.0, [(-plan).max(-most), (1.0 - plan).min(most)])
        };
        let mut columns: Vec<_> = self.plans.iter().enumerate().map(step).collect();
        columns.extend(form.sets.iter().map(|_| (0.0, free)));
        columns.extend(form.roots().map(|_| (1.0, free)));
        let mut program = FloatProgram::new(columns);
        let mut below = vec![Vec::new(); count];
        for (index, set) in form.sets.iter().enumerate() {
            let plan = set.sequences().map(|sequence| (sequence, 1.0));
            program.add_row([0.0; 2], std::iter::once((set.parent, -1.0)).chain(plan));
            below[set.parent].push(index);
        }
        let mut root = count + form.sets.len();
        for sequence in 0..count {
            let (owner, value) = match form.chosen_at[sequence] {
                Some(set) => (count + set, greatest(&self.best[form.sets[set].sequences()])),
                None => {
                    root += 1;
                    (root - 1, self.best[sequence])
                }
            };
            let row = &self.slopes[sequence * count..(sequence + 1) * count];
            let slopes = row.iter().enumerate().filter(|(_, slope)| slope.abs() > 1e-14);
            let slopes = slopes.map(|(other, slope)| (other, -UNIT * slope));
            let values = below[sequence].iter().map(|set| (count + set, -1.0));
            let more = neglected.map_or(0.0, |neglected| neglected[sequence]);
            program.add_row(
                [UNIT * (self.best[sequence] - value + more), f64::INFINITY],
                slopes.chain(values).chain([(owner, 1.0)]),
            );
        }
        program
    }

    /// The point that a solution of the program is, and how much the total gain falls if all is
    /// linear.
    pub fn stepped(&self, primal: &[f64]) -> (Vec<f64>, f64) {
        let roots = self.plans.len() + self.fast.form.sets.len();
        let fall = -primal[roots..].iter().sum::<f64>() / UNIT;
        let plans = self.plans.iter().zip(primal).map(|(plan, step)| plan + step).collect();
        (self.fast.strategies(&plans), fall)
    }
}

use super::HandPlan;
use super::basis::{ChartBasis, Payments, PieceEnd};

/// A step of a ratio test: how far it goes, and what it changes.
type Step = (f64, usize, usize, HandPlan);

impl ChartBasis {
    /// The basis that may be optimal beyond the end of a piece, at about this stack: a pivot in
    /// floating point, a guess that the conditions of the next piece prove or refute.
    ///
    /// A player's hand stops or begins to mix, and the mixed hands that keep the others level move
    /// along, until the first of these is sure or another hand is level. Source: the ratio test of
    /// the simplex method.
    pub(super) fn after(&self, payments: &Payments, end: PieceEnd, stack: f64) -> Option<Self> {
        let mut next = self.clone();
        // `mover` has a way to go: its mixed hands in `rates`, and maybe a sure hand at `rate`.
        let (mover, entering, rates) = match end {
            PieceEnd::Sure(player, hand, plan) => {
                next.0[player][hand] = plan;
                let sign = if plan == HandPlan::Always { 1.0 } else { -1.0 };
                let unit = |other: &usize| if *other == hand { sign } else { 0.0 };
                let right = self.mixed(player).iter().map(unit).collect();
                (1 - player, None, self.rates(payments, player, right, stack)?)
            }
            PieceEnd::Level(player, hand) => {
                next.0[player][hand] = HandPlan::Mixed;
                let sign = if self.0[player][hand] == HandPlan::Always { -1.0 } else { 1.0 };
                let moved =
                    |other: &usize| -sign * at(payments.against(1 - player, *other, hand), stack);
                let right = self.mixed(1 - player).iter().map(moved).collect();
                let rates = self.rates(payments, 1 - player, right, stack)?;
                (player, Some((hand, sign)), rates)
            }
        };
        let watcher = 1 - mover;
        let level = self.mixed(watcher);
        let weights = self.weights(payments, watcher, stack)?;
        let sure_end = |rate: f64| if rate > 0.0 { HandPlan::Always } else { HandPlan::Never };
        let mut steps: Vec<Step> = Vec::new();
        for ((hand, rate), (_, weight)) in rates.iter().zip(&weights) {
            let room = if *rate > 0.0 { 1.0 - weight } else { *weight };
            if *rate != 0.0 {
                steps.push((room / rate.abs(), mover, *hand, sure_end(*rate)));
            }
        }
        if let Some((hand, rate)) = entering {
            steps.push((1.0, mover, hand, sure_end(rate)));
        }
        for hand in (0..self.0[watcher].len()).filter(|hand| !level.contains(hand)) {
            let gain = at(payments.against_sure(watcher, hand, self), stack);
            let of = |other: usize| at(payments.against(watcher, hand, other), stack);
            let gain =
                weights.iter().fold(gain, |gain, (other, weight)| gain + weight * of(*other));
            let rate = rates.iter().chain(&entering).map(|(other, rate)| rate * of(*other));
            let rate: f64 = rate.sum();
            let falls = if self.0[watcher][hand] == HandPlan::Always { -rate } else { rate };
            if falls > 0.0 {
                steps.push((gain.abs() / falls, watcher, hand, HandPlan::Mixed));
            }
        }
        let first = steps.into_iter().min_by(|one, other| one.0.total_cmp(&other.0))?;
        next.0[first.1][first.2] = first.3;
        Some(next)
    }

    /// The mixed hands of a player's opponent with numbers that make the gains of the player's
    /// mixed hands these.
    fn rates(
        &self,
        payments: &Payments,
        player: usize,
        mut right: Vec<f64>,
        stack: f64,
    ) -> Option<Vec<(usize, f64)>> {
        let (rows, columns) = (self.mixed(player), self.mixed(1 - player));
        let entry = |hand: usize, other: &usize| at(payments.against(player, hand, *other), stack);
        let mut matrix: Vec<Vec<f64>> = rows
            .iter()
            .map(|hand| columns.iter().map(|other| entry(*hand, other)).collect())
            .collect();
        // Gauss and Jordan, with the largest entry of a column as pivot.
        for column in 0..columns.len() {
            let size = |row: &usize| matrix[*row][column].abs();
            let largest = (column..rows.len()).max_by(|a, b| size(a).total_cmp(&size(b)))?;
            matrix.swap(column, largest);
            right.swap(column, largest);
            let pivot = matrix[column].clone();
            for row in (0..rows.len()).filter(|row| *row != column) {
                let factor = matrix[row][column] / pivot[column];
                for (entry, above) in matrix[row].iter_mut().zip(&pivot) {
                    *entry -= factor * above;
                }
                right[row] -= factor * right[column];
            }
        }
        let solved = (0..columns.len()).map(|at| (columns[at], right[at] / matrix[at][at]));
        Some(solved.collect())
    }

    /// The probabilities of the mixed hands of a player's opponent.
    fn weights(&self, payments: &Payments, player: usize, stack: f64) -> Option<Vec<(usize, f64)>> {
        let sure = |hand: &usize| -at(payments.against_sure(player, *hand, self), stack);
        let right = self.mixed(player).iter().map(sure).collect();
        self.rates(payments, player, right, stack)
    }
}

/// The value of a line, about.
fn at(line: crate::exact::Polynomial, stack: f64) -> f64 {
    line.coefficient(0).to_f64() + line.coefficient(1).to_f64() * stack
}

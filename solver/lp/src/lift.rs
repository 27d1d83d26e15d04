//! The exact point and prices of a basis, without a rational number in the way.
//!
//! The equations are solved modulo a prime, the error is divided by the prime and solved for again
//! (Dixon 1982): each round finds one more digit of the answer in base 2⁶¹ − 1. From enough digits
//! the fractions are read off.

use super::basis::VariableStatus;
use super::compressed::Compressed;
use super::lu::Lu;
use super::model::Model;
use super::outcome::Optimum;
use super::residue::{PRIME, PrimeResidue};
use bluff_exact::{Rational, Reconstruction};

/// Entries and errors are kept below this, so that no product leaves 128 bits.
const LARGEST_ROW: i128 = 1 << 60;
const LARGEST_RIGHT: i128 = 1 << 100;

/// The system of equations of a basis, scaled to whole numbers.
struct ScaledSystem {
    /// The basic variables, by column.
    basic: Vec<usize>,
    /// By column.
    entries: Compressed<i128>,
    /// Factor of each row.
    scale: Vec<Rational>,
    lu: Lu<PrimeResidue>,
    /// By row: the column pivoted in it.
    chosen: Vec<usize>,
    /// Digits after which every fraction can be told.
    most_digits: usize,
}

/// The candidate that a basis stands for, whether or not it is optimal; `None` where rationals must
/// decide: a singular basis, or numbers too large for machine words.
pub(super) fn candidate(model: &Model<Rational>, status: &[VariableStatus]) -> Option<Optimum> {
    let system = ScaledSystem::new(model, status)?;
    let mut value = Vec::with_capacity(status.len());
    for (variable, status) in status.iter().enumerate() {
        value.push(match status {
            VariableStatus::Basic | VariableStatus::Free => Rational::ZERO,
            VariableStatus::AtLower => model.lower[variable].clone()?,
            VariableStatus::AtUpper => model.upper[variable].clone()?,
        });
    }
    let mut right = vec![Rational::ZERO; model.row_count];
    for (variable, value) in value.iter().enumerate().filter(|(_, value)| !value.is_zero()) {
        for (row, entry) in model.by_variable.list(variable) {
            right[row] -= &(&(entry * value) * &system.scale[row]);
        }
    }
    for (column, solved) in system.solve(&right, true)?.into_iter().enumerate() {
        value[system.basic[column]] = solved;
    }
    let costs: Vec<Rational> =
        system.basic.iter().map(|variable| model.cost[*variable].clone()).collect();
    let prices = system.solve(&costs, false)?;
    let dual = prices.into_iter().zip(&system.scale).map(|(price, scale)| price * scale).collect();
    value.truncate(model.column_count);
    Some(model.optimum(value, dual, status))
}

impl ScaledSystem {
    fn new(model: &Model<Rational>, status: &[VariableStatus]) -> Option<Self> {
        let basic: Vec<usize> = (0..status.len())
            .filter(|variable| status[*variable] == VariableStatus::Basic)
            .collect();
        if basic.len() != model.row_count {
            return None;
        }
        let scale: Vec<Rational> = (0..model.row_count)
            .map(|row| Rational::common_denominator(model.by_row.list(row).map(|(_, entry)| entry)))
            .collect();
        let mut entries = Compressed::default();
        let (mut row_size, mut log_size) = (vec![0_i128; model.row_count], 0.0);
        for &variable in &basic {
            let mut list = Vec::new();
            for (row, entry) in model.by_variable.list(variable) {
                let entry =
                    (entry * &scale[row]).to_i128().filter(|entry| entry.abs() < LARGEST_ROW)?;
                row_size[row] += entry.abs();
                list.push((row, entry));
            }
            let column_size: i128 = list.iter().map(|(_, entry)| entry.abs()).sum();
            if column_size > LARGEST_ROW {
                return None;
            }
            log_size += (column_size as f64).max(1.0).log2();
            entries.push_list(list);
        }
        if row_size.iter().any(|size| *size > LARGEST_ROW) {
            return None;
        }
        let residues = entries.map(|entry| PrimeResidue::new(*entry));
        let columns: Vec<usize> = (0..basic.len()).collect();
        let (lu, chosen) = Lu::factorise(&residues, model.row_count, &columns);
        let chosen = chosen.into_iter().collect::<Option<Vec<usize>>>()?;
        // Cramer's rule and Hadamard's bound: numerator and denominator have at most this many bits
        // each.
        let most_digits = (2.0 * log_size / 60.0) as usize + 8;
        Some(Self { basic, entries, scale, lu, chosen, most_digits })
    }

    /// Solves `B z = right` (by column), or `zᵀ B = rightᵀ` (by row, `right` by column).
    fn solve(&self, right: &[Rational], forward: bool) -> Option<Vec<Rational>> {
        let scale = Rational::common_denominator(right.iter());
        let whole = right
            .iter()
            .map(|number| (number * &scale).to_i128().filter(|n| n.abs() < LARGEST_RIGHT));
        let mut error = whole.collect::<Option<Vec<i128>>>()?;
        let mut digits: Vec<Vec<i64>> = Vec::new();
        let mut attempt = 2;
        while digits.len() < self.most_digits {
            if error.iter().all(|error| *error == 0) {
                // The digits found are the whole answer; noughts follow.
                let length = 2 * digits.len() + 1;
                digits.resize(length, vec![0; error.len()]);
                return fractions(&digits, &scale, error.len());
            }
            let digit = if forward {
                self.forward_digit(&mut error)
            } else {
                self.backward_digit(&mut error)
            };
            digits.push(digit);
            if digits.len() == attempt || digits.len() == self.most_digits {
                if let Some(fractions) = fractions(&digits, &scale, error.len()) {
                    return Some(fractions);
                }
                attempt += attempt.div_ceil(2);
            }
        }
        None
    }

    /// One digit of each unknown, by column; takes it off the error, by row.
    fn forward_digit(&self, error: &mut [i128]) -> Vec<i64> {
        let mut solved: Vec<PrimeResidue> =
            error.iter().map(|error| PrimeResidue::new(*error)).collect();
        self.lu.forward(&mut solved);
        let mut digits = vec![0; error.len()];
        for (row, &column) in self.chosen.iter().enumerate() {
            let digit = solved[row].digit();
            digits[column] = digit;
            if digit != 0 {
                for (row, entry) in self.entries.list(column) {
                    error[row] -= entry * i128::from(digit);
                }
            }
        }
        error.iter_mut().for_each(|error| *error /= i128::from(PRIME));
        digits
    }

    /// One digit of each unknown, by row; takes it off the error, by column.
    fn backward_digit(&self, error: &mut [i128]) -> Vec<i64> {
        let mut solved: Vec<PrimeResidue> =
            self.chosen.iter().map(|column| PrimeResidue::new(error[*column])).collect();
        self.lu.backward(&mut solved);
        let digits: Vec<i64> = solved.iter().map(|residue| residue.digit()).collect();
        for (column, error) in error.iter_mut().enumerate() {
            for (row, entry) in self.entries.list(column) {
                *error -= entry * i128::from(digits[row]);
            }
            *error /= i128::from(PRIME);
        }
        digits
    }
}

/// The fractions with these digits, each divided by `scale`; `None` if the digits are too few.
fn fractions(digits: &[Vec<i64>], scale: &Rational, unknowns: usize) -> Option<Vec<Rational>> {
    let mut reconstruction = Reconstruction::new(PRIME, digits.len());
    (0..unknowns)
        .map(|unknown| {
            let fraction = reconstruction.fraction(digits.iter().map(|digit| digit[unknown]))?;
            Some(if scale.is_one() { fraction } else { fraction / scale })
        })
        .collect()
}

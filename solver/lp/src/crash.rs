//! A first basis that is nearer the last one than the logicals are.

use super::basis::{Basis, VariableStatus};
use super::model::Model;
use super::number::SimplexNumber;
use super::simplex::Simplex;

/// The statuses of a basis, or of a crash basis if none is given.
pub(super) fn start<T: SimplexNumber>(
    model: &Model<T>,
    basis: Option<&Basis>,
) -> Vec<VariableStatus> {
    let mut status = model.statuses(basis);
    if basis.is_none() {
        triangle(model, &mut status);
    }
    status
}

/// Statuses with as many free columns basic as form a triangle with rows of their own.
///
/// A free column is basic at nearly every optimum, and a triangle costs nothing to factorise.
fn triangle<T: SimplexNumber>(model: &Model<T>, status: &mut [VariableStatus]) {
    let free = |column: usize| model.lower[column].is_none() && model.upper[column].is_none();
    let mut left = vec![0_usize; model.row_count];
    for column in (0..model.column_count).filter(|column| free(*column)) {
        for (row, _) in model.by_variable.list(column) {
            left[row] += 1;
        }
    }
    // Rows whose entries are all of one size come first: a chain of others multiplies numbers along
    // the triangle. Then, the tighter a row is held, the sooner its logical should leave:
    // equalities, then ranges, then the rest.
    let slack = |row: usize| {
        let mut sizes = model.by_row.list(row).map(|(_, entry)| entry.size());
        let first = sizes.next();
        let uneven = sizes.any(|size| first.as_ref() != Some(&size));
        let logical = model.column_count + row;
        let held = match (&model.lower[logical], &model.upper[logical]) {
            (Some(lower), Some(upper)) => usize::from(lower != upper),
            _ => 2,
        };
        held + if uneven { 3 } else { 0 }
    };
    let mut single = [const { Vec::new() }; 6];
    for row in (0..model.row_count).rev().filter(|row| left[*row] == 1) {
        single[slack(row)].push(row);
    }
    while let Some(row) = single.iter_mut().find_map(Vec::pop) {
        let logical = model.column_count + row;
        if left[row] != 1 || status[logical] != VariableStatus::Basic {
            continue;
        }
        let waiting = |column: &usize| free(*column) && status[*column] != VariableStatus::Basic;
        let entries = model.by_row.list(row).filter(|(_, entry)| entry.can_pivot());
        let Some(column) = entries.map(|(column, _)| column).find(waiting) else {
            continue;
        };
        status[column] = VariableStatus::Basic;
        status[logical] = VariableStatus::AtLower;
        for (other, _) in model.by_variable.list(column) {
            left[other] -= 1;
            if left[other] == 1 {
                single[slack(other)].push(other);
            }
        }
    }
}

impl<T: SimplexNumber> Simplex<'_, T> {
    /// Mends broken rows by columns that stand in no other row.
    pub(super) fn mend_rows(&mut self) {
        let mut mended = false;
        for column in 0..self.model.column_count {
            let mut entries = self.model.by_variable.list(column);
            let (Some((row, entry)), None) = (entries.next(), entries.next()) else {
                continue;
            };
            let logical = self.model.column_count + row;
            if self.status[column] == VariableStatus::Basic
                || self.status[logical] != VariableStatus::Basic
                || !entry.can_pivot()
            {
                continue;
            }
            let sum = &self.value[logical];
            let (lower, upper) = (&self.lower[logical], &self.upper[logical]);
            let (target, status) = match (lower, upper) {
                (Some(lower), _) if sum < lower => (lower, VariableStatus::AtLower),
                (_, Some(upper)) if sum > upper => (upper, VariableStatus::AtUpper),
                _ => continue,
            };
            let value = self.value[column].plus(&target.minus(sum).over(entry));
            let inside = self.lower[column].as_ref().is_none_or(|lower| *lower <= value)
                && self.upper[column].as_ref().is_none_or(|upper| value <= *upper);
            if inside {
                self.replace_logical(row, column, status);
                mended = true;
            }
        }
        if mended {
            self.refresh();
        }
    }
}

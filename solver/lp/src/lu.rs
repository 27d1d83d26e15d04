//! The basis matrix as a product of triangles.

use super::compressed::Compressed;
use super::nucleus;
use super::number::Field;

/// `B = L U`, the pivot of each basic variable being in the row that is its position in the basis.
///
/// Singleton columns, then singleton rows, are peeled off first: no arithmetic, no fill. What is
/// left, the nucleus, is eliminated in Markowitz's order.
pub(super) struct Lu<T> {
    /// Pivot rows in the order they were chosen.
    order: Vec<usize>,
    /// By row.
    diagonal: Vec<T>,
    /// Columns of multipliers, and the row that each belongs to.
    lower: Compressed<T>,
    lower_rows: Vec<usize>,
    /// Columns of `U` above the diagonal, in pivot order.
    upper_columns: Compressed<T>,
    /// Rows of `U` right of the diagonal, by row.
    upper_rows: Compressed<T>,
}

/// A factorisation in the making.
pub(super) struct Builder<'a, T> {
    matrix: &'a Compressed<T>,
    pub(super) variables: &'a [usize],
    pub(super) row_done: Vec<bool>,
    pub(super) slot_done: Vec<bool>,
    /// By row: the slot pivoted in it.
    chosen: Vec<Option<usize>>,
    /// The factors so far, but for the rows of `U`.
    lu: Lu<T>,
}

impl<T: Field> Lu<T> {
    /// Factorises as many of the columns `variables` of a matrix as are independent.
    ///
    /// Also returns, by row, the variable pivoted in it; in a row without one, its logical
    /// completes the basis.
    pub(super) fn factorise(
        matrix: &Compressed<T>,
        rows: usize,
        variables: &[usize],
    ) -> (Self, Vec<Option<usize>>) {
        let mut builder = Builder {
            matrix,
            variables,
            row_done: vec![false; rows],
            slot_done: vec![false; variables.len()],
            chosen: vec![None; rows],
            lu: Self {
                order: Vec::with_capacity(rows),
                diagonal: vec![T::ONE; rows],
                lower: Compressed::default(),
                lower_rows: Vec::new(),
                upper_columns: Compressed::default(),
                upper_rows: Compressed::default(),
            },
        };
        builder.peel();
        nucleus::eliminate(&mut builder);
        for row in 0..rows {
            if !builder.row_done[row] {
                builder.lu.order.push(row);
                builder.lu.diagonal[row] = T::ONE.negated();
                builder.lu.upper_columns.push_list([]);
            }
        }
        let Builder { chosen, mut lu, .. } = builder;
        lu.upper_rows = lu.upper_columns.transposed(rows).map_places(&lu.order);
        (lu, chosen.into_iter().map(|slot| slot.map(|slot| variables[slot])).collect())
    }

    /// Entries of both triangles: what one solve costs.
    pub(super) fn entry_count(&self) -> usize {
        self.order.len() + self.lower.entry_count() + self.upper_columns.entry_count()
    }

    /// Solves `B z = x` in place.
    pub(super) fn forward(&self, x: &mut [T]) {
        for (list, row) in self.lower_rows.iter().enumerate() {
            if !x[*row].is_zero() {
                let pivot = x[*row].clone();
                for (i, multiplier) in self.lower.list(list) {
                    x[i].sub_product(multiplier, &pivot);
                }
            }
        }
        for (list, &row) in self.order.iter().enumerate().rev() {
            if !x[row].is_zero() {
                let solved = x[row].over(&self.diagonal[row]);
                for (i, entry) in self.upper_columns.list(list) {
                    x[i].sub_product(entry, &solved);
                }
                x[row] = solved;
            }
        }
    }

    /// Solves `zᵀ B = yᵀ` in place.
    pub(super) fn backward(&self, y: &mut [T]) {
        for &row in &self.order {
            if !y[row].is_zero() {
                let solved = y[row].over(&self.diagonal[row]);
                for (i, entry) in self.upper_rows.list(row) {
                    y[i].sub_product(entry, &solved);
                }
                y[row] = solved;
            }
        }
        for (list, &row) in self.lower_rows.iter().enumerate().rev() {
            let mut sum = T::ZERO;
            for (i, multiplier) in self.lower.list(list) {
                if !y[i].is_zero() {
                    sum.add_product(multiplier, &y[i]);
                }
            }
            y[row] = y[row].minus(&sum);
        }
    }
}

impl<'a, T: Field> Builder<'a, T> {
    pub(super) fn column(&self, slot: usize) -> impl Iterator<Item = (usize, &'a T)> + use<'a, T> {
        self.matrix.list(self.variables[slot])
    }

    /// The slots with an entry in each row.
    fn pattern(&self) -> Compressed<()> {
        let mut columns = Compressed::default();
        for slot in 0..self.variables.len() {
            columns.push_list(self.column(slot).map(|(row, _)| (row, ())));
        }
        columns.transposed(self.row_done.len())
    }

    /// Takes every column, then every row, that has one entry left, until there is none.
    fn peel(&mut self) {
        let pattern = self.pattern();
        let slots = |row: usize| pattern.list(row).map(|(slot, ())| slot);
        let mut column_left: Vec<usize> =
            (0..self.variables.len()).map(|slot| self.column(slot).count()).collect();
        let mut row_left: Vec<usize> =
            (0..self.row_done.len()).map(|row| slots(row).count()).collect();
        let singles =
            |left: &[usize]| (0..left.len()).rev().filter(|i| left[*i] == 1).collect::<Vec<_>>();
        let (mut columns, mut rows) = (singles(&column_left), singles(&row_left));
        loop {
            let (slot, row) = if let Some(slot) = columns.pop() {
                if self.slot_done[slot] || column_left[slot] != 1 {
                    continue;
                }
                let mut active = self.column(slot).map(|(row, _)| row);
                let Some(row) = active.find(|row| !self.row_done[*row]) else {
                    continue;
                };
                (slot, row)
            } else if let Some(row) = rows.pop() {
                if self.row_done[row] || row_left[row] != 1 {
                    continue;
                }
                let Some(slot) = slots(row).find(|slot| !self.slot_done[*slot]) else {
                    continue;
                };
                (slot, row)
            } else {
                return;
            };
            let Some((_, pivot)) = self.column(slot).find(|(i, _)| *i == row) else {
                continue;
            };
            self.slot_done[slot] = true;
            for (i, _) in self.column(slot).filter(|(i, _)| !self.row_done[*i]) {
                row_left[i] -= 1;
                if row_left[i] == 1 {
                    rows.push(i);
                }
            }
            if !pivot.can_pivot() {
                continue;
            }
            let (above, below): (Vec<_>, Vec<_>) =
                self.column(slot).filter(|(i, _)| *i != row).partition(|(i, _)| self.row_done[*i]);
            let above = above.into_iter().map(|(i, entry)| (i, entry.clone()));
            let below = below.into_iter().map(|(i, entry)| (i, entry.over(pivot)));
            self.push(slot, row, pivot.clone(), below, above);
            for other in slots(row).filter(|other| !self.slot_done[*other]) {
                column_left[other] -= 1;
                if column_left[other] == 1 {
                    columns.push(other);
                }
            }
        }
    }

    /// Records a pivot: its multipliers below, and the column of `U` above.
    pub(super) fn push(
        &mut self,
        slot: usize,
        row: usize,
        pivot: T,
        below: impl ExactSizeIterator<Item = (usize, T)>,
        above: impl IntoIterator<Item = (usize, T)>,
    ) {
        self.lu.upper_columns.push_list(above);
        if below.len() > 0 {
            self.lu.lower_rows.push(row);
            self.lu.lower.push_list(below);
        }
        self.slot_done[slot] = true;
        self.row_done[row] = true;
        self.chosen[row] = Some(slot);
        self.lu.order.push(row);
        self.lu.diagonal[row] = pivot;
    }
}

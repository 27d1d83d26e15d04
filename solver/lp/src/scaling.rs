//! Units in which the guide's numbers are of like size.

use super::model::Model;
use super::number::SimplexNumber;

/// Entries this far apart are brought together; bounds and costs so large are measured in larger
/// units.
const WIDE: f64 = 1e4;

/// Rounds of dividing each row, then each column, by the middle of its range.
const ROUNDS: usize = 4;

impl Model<f64> {
    /// Ratio of the greatest number beside a cost to the least.
    pub(super) fn spread(&self) -> f64 {
        let bounds = self.lower.iter().chain(&self.upper).flatten().map(|bound| bound.abs());
        ratio(range(self.entries().chain(bounds)))
    }

    /// Measures rows and columns in other units if their entries differ widely in size, and all
    /// columns in one unit if bounds or costs are large: tolerances are for numbers of about 1. A
    /// basis stays the same basis.
    pub(super) fn scale(&mut self) {
        let bounds = self.lower.iter().chain(&self.upper).flatten();
        let largest = bounds.chain(&self.cost).fold(0.0, |most: f64, size| most.max(size.abs()));
        if self.entry_spread() > WIDE {
            self.even();
        } else if largest > WIDE {
            let columns = |bounds: &[Option<f64>]| bounds[..self.column_count].to_vec();
            let bounds = columns(&self.lower).into_iter().chain(columns(&self.upper)).flatten();
            let value = unit(range(bounds.map(f64::abs)));
            let row = unit(range(self.entries())) * value;
            let worth = unit(range(self.cost.iter().map(|cost| cost.abs()))) * value;
            self.measure(vec![row; self.row_count], vec![1.0 / value; self.column_count], worth);
        }
    }
}

impl<T: SimplexNumber> Model<T> {
    /// Ratio of the greatest entry to the least.
    pub(super) fn entry_spread(&self) -> f64 {
        ratio(range(self.entries()))
    }

    /// The sizes of the entries.
    pub(super) fn entries(&self) -> impl Iterator<Item = f64> {
        (0..self.row_count)
            .flat_map(|row| self.by_row.list(row).map(|(_, entry)| entry.magnitude()))
    }

    /// Measures rows and columns in the units that bring entries together.
    pub(super) fn even(&mut self) {
        let (rows, columns) = self.even_units();
        self.measure(rows, columns, 1.0);
    }

    /// Units of rows and columns that bring entries together.
    fn even_units(&self) -> (Vec<f64>, Vec<f64>) {
        let (mut rows, mut columns) = (vec![1.0; self.row_count], vec![1.0; self.column_count]);
        for _ in 0..ROUNDS {
            for (row, scale) in rows.iter_mut().enumerate() {
                let sizes = self
                    .by_row
                    .list(row)
                    .map(|(column, entry)| entry.magnitude() * columns[column]);
                *scale = unit(range(sizes));
            }
            for (column, scale) in columns.iter_mut().enumerate() {
                let sizes =
                    self.by_variable.list(column).map(|(row, entry)| entry.magnitude() * rows[row]);
                *scale = unit(range(sizes));
            }
        }
        (rows, columns)
    }

    /// Takes rows and columns in these units, and costs so many times as large.
    fn measure(&mut self, mut rows: Vec<f64>, columns: Vec<f64>, worth: f64) {
        self.by_row.adjust(|row, column, entry| *entry = entry.scaled(rows[row] * columns[column]));
        self.by_variable.adjust(|variable, row, entry| {
            if variable < columns.len() {
                *entry = entry.scaled(rows[row] * columns[variable]);
            }
        });
        for (variable, cost) in self.cost.iter_mut().enumerate() {
            // A logical is measured like its row, a column inversely.
            let factor = columns
                .get(variable)
                .map_or_else(|| rows[variable - columns.len()], |column| 1.0 / column);
            *cost = cost.scaled(worth / factor);
            for bound in
                [&mut self.lower[variable], &mut self.upper[variable]].into_iter().flatten()
            {
                *bound = bound.scaled(factor);
            }
        }
        // Of what a row is worth.
        rows.iter_mut().for_each(|row| *row /= worth);
        self.units = Some((rows, columns));
    }
}

/// The least and the greatest size that is not 0.
fn range(sizes: impl Iterator<Item = f64>) -> (f64, f64) {
    sizes
        .filter(|size| *size > 0.0)
        .fold((f64::MAX, 0.0), |(least, most), size| (size.min(least), size.max(most)))
}

fn ratio((least, most): (f64, f64)) -> f64 {
    most / least
}

/// The power of two that takes the middle of a range to about 1.
fn unit((least, most): (f64, f64)) -> f64 {
    if most > 0.0 { (-(least.log2() + most.log2()) / 2.0).round().exp2() } else { 1.0 }
}

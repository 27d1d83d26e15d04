//! A basis carried from a program by some runs to one by others.

use crate::engine::lp::{Basis, VariableStatus};

use super::SequenceForm;
use super::index_map::ReplyConstraint;

impl SequenceForm<'_> {
    /// A basis of this program near one of the same player's program by other runs: each run takes
    /// the statuses of the run that holds its middle card.
    ///
    /// It may have too many variables or too few; the engine repairs it.
    pub fn carried(&self, from: &Self, basis: &Basis) -> Basis {
        let parents: Vec<usize> = self
            .runs
            .iter()
            .map(|(first, last)| from.runs.holding(first + (last - first) / 2))
            .collect();
        let [(steps, signed, end), (old_steps, old_signed, _)] = [self, from].map(Self::plan_rows);
        let mut columns = vec![VariableStatus::Basic; self.problem.column_count()];
        let mut rows = vec![VariableStatus::Basic; self.problem.row_count()];
        for (family, (prefix, old_prefix)) in
            self.map.prefix.iter().zip(&from.map.prefix).enumerate()
        {
            for (run, parent) in parents.iter().enumerate() {
                let status = match parent.checked_sub(1) {
                    None => basis.columns[old_prefix[0].index()],
                    Some(step) => basis.rows[family * old_steps + step],
                };
                match run.checked_sub(1) {
                    None => columns[prefix[0].index()] = status,
                    Some(step) => rows[family * steps + step] = status,
                }
            }
        }
        for (block, rows) in rows[signed..end].chunks_mut(parents.len()).enumerate() {
            let old = &basis.rows[old_signed + block * (old_steps + 1)..];
            rows.iter_mut().zip(&parents).for_each(|(row, parent)| *row = old[*parent]);
        }
        for (replies, old) in self.map.replies.iter().zip(&from.map.replies) {
            for (reply, parent) in replies.iter().zip(&parents) {
                let is_tight = match &old[*parent] {
                    ReplyConstraint::Row(row) => basis.rows[row.index()] != VariableStatus::Basic,
                    ReplyConstraint::Bound(column) => {
                        basis.columns[column.index()] != VariableStatus::Basic
                    }
                    ReplyConstraint::Share(..) => true,
                    ReplyConstraint::Slack => false,
                };
                match reply {
                    ReplyConstraint::Row(row) | ReplyConstraint::Share(row, _) if is_tight => {
                        rows[row.index()] = VariableStatus::AtLower;
                    }
                    ReplyConstraint::Bound(column) if is_tight => {
                        columns[column.index()] = VariableStatus::AtUpper;
                    }
                    _ => {}
                }
            }
        }
        Basis { columns, rows }
    }

    /// The steps of each family that have rows, the first row after those, and the first row that
    /// is a reply's.
    fn plan_rows(&self) -> (usize, usize, usize) {
        let steps = self.runs.count() as usize - 1;
        let row = |reply: &ReplyConstraint| match reply {
            ReplyConstraint::Row(row) | ReplyConstraint::Share(row, _) => Some(row.index()),
            _ => None,
        };
        let replies = self.map.replies.iter().flatten().filter_map(row).min();
        let end = replies.unwrap_or_else(|| self.problem.row_count());
        (steps, steps * self.map.prefix.len(), end)
    }
}

//! Elimination of what is left of a basis once its singletons are gone.

use std::collections::BTreeSet;

use super::lu::Builder;
use super::number::Field;

/// Number of the shortest columns that are searched for a pivot.
const SEARCHED: usize = 4;

/// The rows and columns not yet pivoted, with the entries elimination has made of them.
struct Nucleus<T> {
    /// Slots still to be pivoted, by the length of their columns.
    columns: BTreeSet<(usize, usize)>,
    /// Rows with one entry left.
    single_rows: BTreeSet<usize>,
    /// By slot: entries in rows not yet pivoted.
    active: Vec<Vec<(usize, T)>>,
    /// By slot: entries in rows already pivoted.
    above: Vec<Vec<(usize, T)>>,
    /// By row: slots with an active entry.
    pattern: Vec<Vec<usize>>,
    /// By row: where the column being updated has its entry, plus 1.
    place: Vec<usize>,
}

/// Pivots on all that is left, cheapest first in Markowitz's count; dependent columns are left out.
pub(super) fn eliminate<T: Field>(builder: &mut Builder<T>) {
    let mut slots =
        (0..builder.variables.len()).filter(|slot| !builder.slot_done[*slot]).peekable();
    if slots.peek().is_none() {
        return;
    }
    let mut nucleus = Nucleus {
        columns: BTreeSet::new(),
        single_rows: BTreeSet::new(),
        active: vec![Vec::new(); builder.variables.len()],
        above: vec![Vec::new(); builder.variables.len()],
        pattern: vec![Vec::new(); builder.row_done.len()],
        place: vec![0; builder.row_done.len()],
    };
    for slot in slots {
        for (row, entry) in builder.column(slot) {
            if builder.row_done[row] {
                nucleus.above[slot].push((row, entry.clone()));
            } else {
                nucleus.active[slot].push((row, entry.clone()));
                nucleus.pattern[row].push(slot);
            }
        }
        nucleus.columns.insert((nucleus.active[slot].len(), slot));
    }
    let single = |row: &usize| nucleus.pattern[*row].len() == 1;
    nucleus.single_rows = (0..nucleus.pattern.len()).filter(single).collect();
    while let Some((slot, row)) = nucleus.choose() {
        nucleus.pivot(builder, slot, row);
    }
}

impl<T: Field> Nucleus<T> {
    /// The pivot with the least Markowitz count in the shortest columns, or in a row of one entry;
    /// columns without a usable entry are dropped.
    fn choose(&mut self) -> Option<(usize, usize)> {
        loop {
            if let Some(&row) = self.single_rows.first() {
                let slot = self.pattern[row][0];
                let column = &self.active[slot];
                let usable = largest(column).is_some_and(|largest| {
                    column.iter().any(|(i, entry)| *i == row && entry.can_pivot_beside(&largest))
                });
                if usable {
                    return Some((slot, row));
                }
            }
            let mut best: Option<(usize, usize, usize)> = None;
            let mut dropped = Vec::new();
            for &(length, slot) in self.columns.iter().take(SEARCHED) {
                let Some(largest) = largest(&self.active[slot]) else {
                    dropped.push(slot);
                    continue;
                };
                for (row, entry) in &self.active[slot] {
                    let count = (length - 1) * (self.pattern[*row].len() - 1);
                    if best.is_none_or(|(least, ..)| count < least)
                        && entry.can_pivot_beside(&largest)
                    {
                        best = Some((count, slot, *row));
                    }
                }
            }
            if let Some((_, slot, row)) = best {
                return Some((slot, row));
            }
            if dropped.is_empty() {
                return None;
            }
            // Empty but for rounding: these columns depend on the others.
            for slot in dropped {
                self.columns.remove(&(self.active[slot].len(), slot));
                for (row, _) in std::mem::take(&mut self.active[slot]) {
                    self.forget(row, slot);
                }
            }
        }
    }

    /// Takes a slot out of the pattern of a row.
    fn forget(&mut self, row: usize, slot: usize) {
        let pattern = &mut self.pattern[row];
        if let Some(at) = pattern.iter().position(|other| *other == slot) {
            pattern.swap_remove(at);
            match pattern.len() {
                0 => self.single_rows.remove(&row),
                1 => self.single_rows.insert(row),
                _ => false,
            };
        }
    }

    fn pivot(&mut self, builder: &mut Builder<T>, slot: usize, row: usize) {
        let mut column = std::mem::take(&mut self.active[slot]);
        self.columns.remove(&(column.len(), slot));
        for (i, _) in &column {
            self.forget(*i, slot);
        }
        self.single_rows.remove(&row);
        let Some(at) = column.iter().position(|(i, _)| *i == row) else {
            return;
        };
        let (_, pivot) = column.swap_remove(at);
        for (_, entry) in &mut column {
            *entry = entry.over(&pivot);
        }
        for other in std::mem::take(&mut self.pattern[row]) {
            self.subtract(other, row, &column);
        }
        let above = std::mem::take(&mut self.above[slot]);
        builder.push(slot, row, pivot, column.into_iter(), above);
    }

    /// Clears the entry of `row` in the column `slot` with the multipliers of the pivot column.
    fn subtract(&mut self, slot: usize, row: usize, multipliers: &[(usize, T)]) {
        let mut column = std::mem::take(&mut self.active[slot]);
        let length = column.len();
        let Some(at) = column.iter().position(|(i, _)| *i == row) else {
            return;
        };
        let (_, factor) = column.swap_remove(at);
        if !multipliers.is_empty() {
            for (at, (i, _)) in column.iter().enumerate() {
                self.place[*i] = at + 1;
            }
            for (i, multiplier) in multipliers {
                match self.place[*i] {
                    0 => {
                        column.push((*i, multiplier.times(&factor).negated()));
                        if self.pattern[*i].len() == 1 {
                            self.single_rows.remove(i);
                        }
                        self.pattern[*i].push(slot);
                    }
                    at => column[at - 1].1.sub_product(multiplier, &factor),
                }
            }
            for (i, _) in &column {
                self.place[*i] = 0;
            }
            column.retain(|(i, entry)| {
                let kept = !entry.is_negligible();
                if !kept {
                    self.forget(*i, slot);
                }
                kept
            });
        }
        if column.len() != length {
            self.columns.remove(&(length, slot));
            self.columns.insert((column.len(), slot));
        }
        self.active[slot] = column;
        self.above[slot].push((row, factor));
    }
}

/// The largest entry that may be divided by; where arithmetic is exact any will do.
fn largest<T: Field>(column: &[(usize, T)]) -> Option<T> {
    let usable = column.iter().map(|(_, entry)| entry).filter(|entry| entry.can_pivot());
    usable.reduce(|largest, entry| if entry.outweighs(largest) { entry } else { largest }).cloned()
}

//! Elimination of what is left of a basis once its singletons are gone.

use super::lu::Builder;
use super::number::Number;

/// How many of the shortest columns are searched for a pivot.
const SEARCHED: usize = 4;

/// The rows and columns not yet pivoted, with the entries elimination has made of them.
struct Nucleus<T> {
    /// Slots still to be pivoted.
    slots: Vec<usize>,
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
pub(super) fn eliminate<T: Number>(builder: &mut Builder<T>) {
    let slots: Vec<usize> = (0..builder.columns.len())
        .filter(|slot| !builder.slot_done[*slot])
        .collect();
    if slots.is_empty() {
        return;
    }
    let mut nucleus = Nucleus {
        active: vec![Vec::new(); builder.columns.len()],
        above: vec![Vec::new(); builder.columns.len()],
        pattern: std::mem::take(&mut builder.pattern),
        place: vec![0; builder.row_done.len()],
        slots,
    };
    for &slot in &nucleus.slots {
        for &(row, entry) in &builder.columns[slot] {
            let part = if builder.row_done[row] {
                &mut nucleus.above
            } else {
                &mut nucleus.active
            };
            part[slot].push((row, entry.clone()));
        }
    }
    for row in 0..nucleus.pattern.len() {
        if builder.row_done[row] {
            nucleus.pattern[row] = Vec::new();
        } else {
            nucleus.pattern[row].retain(|slot| !builder.slot_done[*slot]);
        }
    }
    while let Some((slot, row)) = nucleus.choose() {
        nucleus.pivot(builder, slot, row);
    }
}

impl<T: Number> Nucleus<T> {
    /// The pivot with the least Markowitz count in the shortest columns; columns without a usable entry are dropped.
    fn choose(&mut self) -> Option<(usize, usize)> {
        loop {
            let mut shortest: Vec<(usize, usize)> = Vec::with_capacity(SEARCHED + 1);
            for (place, &slot) in self.slots.iter().enumerate() {
                let length = self.active[slot].len();
                if shortest.len() < SEARCHED || shortest.last().is_some_and(|last| length < last.0)
                {
                    let at = shortest.partition_point(|(other, _)| *other <= length);
                    shortest.insert(at, (length, place));
                    shortest.truncate(SEARCHED);
                }
            }
            let mut best: Option<(usize, usize, usize)> = None;
            for &(length, place) in &shortest {
                let slot = self.slots[place];
                let Some(largest) = largest(&self.active[slot]) else {
                    continue;
                };
                for (row, entry) in &self.active[slot] {
                    let count = (length - 1) * (self.pattern[*row].len() - 1);
                    if best.is_none_or(|(least, ..)| count < least)
                        && entry.can_pivot_beside(&largest)
                    {
                        best = Some((count, place, *row));
                    }
                }
            }
            if let Some((_, place, row)) = best {
                return Some((self.slots.swap_remove(place), row));
            }
            // Every column looked at is empty but for rounding: none of them can be pivoted.
            let mut dropped: Vec<usize> = shortest.iter().map(|(_, place)| *place).collect();
            dropped.sort_unstable_by(|a, b| b.cmp(a));
            if dropped.is_empty() {
                return None;
            }
            for place in dropped {
                let slot = self.slots.swap_remove(place);
                for (row, _) in std::mem::take(&mut self.active[slot]) {
                    self.pattern[row].retain(|other| *other != slot);
                }
            }
        }
    }

    fn pivot(&mut self, builder: &mut Builder<T>, slot: usize, row: usize) {
        let mut column = std::mem::take(&mut self.active[slot]);
        for (i, _) in &column {
            let pattern = &mut self.pattern[*i];
            if let Some(at) = pattern.iter().position(|other| *other == slot) {
                pattern.swap_remove(at);
            }
        }
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
        builder.push(slot, row, pivot, column.into_iter(), above.into_iter());
    }

    /// Clears the entry of `row` in the column `slot` with the multipliers of the pivot column.
    fn subtract(&mut self, slot: usize, row: usize, multipliers: &[(usize, T)]) {
        let column = &mut self.active[slot];
        let Some(at) = column.iter().position(|(i, _)| *i == row) else {
            return;
        };
        let (_, factor) = column.swap_remove(at);
        for (at, (i, _)) in column.iter().enumerate() {
            self.place[*i] = at + 1;
        }
        for (i, multiplier) in multipliers {
            match self.place[*i] {
                0 => {
                    column.push((*i, multiplier.times(&factor).negated()));
                    self.pattern[*i].push(slot);
                }
                at => column[at - 1].1.sub_product(multiplier, &factor),
            }
        }
        for (i, _) in column.iter() {
            self.place[*i] = 0;
        }
        let pattern = &mut self.pattern;
        column.retain(|(i, entry)| {
            let kept = !entry.is_negligible();
            if !kept {
                pattern[*i].retain(|other| *other != slot);
            }
            kept
        });
        self.above[slot].push((row, factor));
    }
}

/// The largest entry that may be divided by.
fn largest<T: Number>(column: &[(usize, T)]) -> Option<T> {
    let mut largest: Option<T> = None;
    for (_, entry) in column {
        if entry.can_pivot()
            && (T::EXACT
                || largest
                    .as_ref()
                    .is_none_or(|largest| entry.size() > *largest))
        {
            largest = Some(entry.size());
            if T::EXACT {
                break;
            }
        }
    }
    largest
}

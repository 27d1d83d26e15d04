//! Sparse lists kept one after the other.

use bluff_exact::control::check_cancelled;

/// Numbered lists of (place, number), in one allocation each: a sparse matrix by rows or by
/// columns.
#[derive(Clone, Debug)]
pub(super) struct Compressed<T> {
    /// Start of each list; one more entry than there are lists.
    start: Vec<usize>,
    place: Vec<usize>,
    number: Vec<T>,
}

impl<T> Default for Compressed<T> {
    fn default() -> Self {
        Self { start: vec![0], place: Vec::new(), number: Vec::new() }
    }
}

impl<T> Compressed<T> {
    /// Adds a list. Programs and their factors grow by this alone, so it is a checkpoint of the
    /// memory that the work in hand holds.
    pub(super) fn push_list(&mut self, entries: impl IntoIterator<Item = (usize, T)>) {
        check_cancelled();
        for (place, number) in entries {
            self.place.push(place);
            self.number.push(number);
        }
        self.start.push(self.place.len());
    }

    #[inline]
    pub(super) fn list(&self, list: usize) -> impl Iterator<Item = (usize, &T)> + Clone {
        let range = self.start[list]..self.start[list + 1];
        self.place[range.clone()].iter().copied().zip(&self.number[range])
    }

    pub(super) fn list_count(&self) -> usize {
        self.start.len() - 1
    }

    pub(super) fn entry_count(&self) -> usize {
        self.place.len()
    }

    /// The numbers of all lists.
    pub(super) fn numbers(&self) -> impl Iterator<Item = &T> {
        self.number.iter()
    }

    /// Changes every number, told its list and place.
    pub(super) fn adjust(&mut self, mut change: impl FnMut(usize, usize, &mut T)) {
        for list in 0..self.list_count() {
            for entry in self.start[list]..self.start[list + 1] {
                change(list, self.place[entry], &mut self.number[entry]);
            }
        }
    }

    /// The same lists with every number converted.
    pub(super) fn map<U>(&self, convert: impl FnMut(&T) -> U) -> Compressed<U> {
        Compressed {
            start: self.start.clone(),
            place: self.place.clone(),
            number: self.number.iter().map(convert).collect(),
        }
    }
}

impl<T: Clone> Compressed<T> {
    /// The transpose: list `p` holds `(list, number)` for every entry at place `p`; lists ascend.
    pub(super) fn transposed(&self, places: usize) -> Self {
        let mut start = vec![0; places + 1];
        for &place in &self.place {
            start[place + 1] += 1;
        }
        for place in 0..places {
            start[place + 1] += start[place];
        }
        let mut next = start.clone();
        let mut source = vec![(0, 0); self.place.len()];
        for list in 0..self.list_count() {
            for entry in self.start[list]..self.start[list + 1] {
                let slot = &mut next[self.place[entry]];
                source[*slot] = (list, entry);
                *slot += 1;
            }
        }
        Self {
            start,
            place: source.iter().map(|(list, _)| *list).collect(),
            number: source.iter().map(|(_, entry)| self.number[*entry].clone()).collect(),
        }
    }

    /// The same lists with every place renamed.
    pub(super) fn map_places(mut self, name: &[usize]) -> Self {
        for place in &mut self.place {
            *place = name[*place];
        }
        self
    }
}

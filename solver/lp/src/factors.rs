//! The factorised basis, kept up to date from pivot to pivot.

use super::lu::Lu;
use super::model::Model;
use super::number::SimplexNumber;

/// At most this many pivots between two factorisations: rounding errors grow with each.
const MOST_UPDATES: usize = 100;

/// `B = L U E₁ E₂ …` (product form): each pivot appends one eta matrix, the identity but for one
/// column.
pub(super) struct Factors<T> {
    lu: Lu<T>,
    etas: Vec<Eta<T>>,
    eta_entries: usize,
    /// Entries read since the factorisation, against what a new one would cost.
    extra_work: usize,
}

struct Eta<T> {
    position: usize,
    pivot: T,
    /// The rest of the column.
    others: Vec<(usize, T)>,
}

/// A vector over rows or positions, with the places where it is not 0.
pub(super) struct Vector<T> {
    pub(super) number: Vec<T>,
    pub(super) support: Vec<usize>,
}

impl<T: SimplexNumber> Vector<T> {
    pub(super) fn new(length: usize) -> Self {
        Self { number: vec![T::ZERO; length], support: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        for place in self.support.drain(..) {
            self.number[place] = T::ZERO;
        }
    }

    /// Finds the support again, and clears what is only rounding.
    fn collect(&mut self) {
        self.support.clear();
        for (place, number) in self.number.iter_mut().enumerate() {
            if !number.is_zero() {
                if number.is_negligible() {
                    *number = T::ZERO;
                } else {
                    self.support.push(place);
                }
            }
        }
    }
}

impl<T: SimplexNumber> Factors<T> {
    /// See [`Lu::factorise`].
    pub(super) fn new(model: &Model<T>, variables: &[usize]) -> (Self, Vec<Option<usize>>) {
        let (lu, chosen) = Lu::factorise(&model.by_variable, model.row_count, variables);
        (Self { lu, etas: Vec::new(), eta_entries: 0, extra_work: 0 }, chosen)
    }

    /// Entries of the factors.
    pub(super) fn entry_count(&self) -> usize {
        self.lu.entry_count() + self.eta_entries
    }

    /// True if factorising anew is cheaper than going on.
    pub(super) fn are_stale(&self) -> bool {
        self.etas.len() >= MOST_UPDATES || self.extra_work > 120 * self.lu.entry_count()
    }

    /// Solves `B z = x`.
    pub(super) fn forward(&mut self, x: &mut Vector<T>) {
        self.lu.forward(&mut x.number);
        for eta in &self.etas {
            if !x.number[eta.position].is_zero() {
                let solved = x.number[eta.position].over(&eta.pivot);
                for (i, entry) in &eta.others {
                    x.number[*i].sub_product(entry, &solved);
                }
                x.number[eta.position] = solved;
            }
        }
        self.extra_work += self.eta_entries;
        x.collect();
    }

    /// Solves `zᵀ B = yᵀ`.
    pub(super) fn backward(&mut self, y: &mut Vector<T>) {
        self.solve_backward(y);
        self.extra_work += self.eta_entries;
    }

    /// [`backward`](Self::backward) for one who only looks: it does not count as work.
    pub(super) fn solve_backward(&self, y: &mut Vector<T>) {
        for eta in self.etas.iter().rev() {
            let mut sum = y.number[eta.position].clone();
            for (i, entry) in &eta.others {
                if !y.number[*i].is_zero() {
                    sum.sub_product(entry, &y.number[*i]);
                }
            }
            y.number[eta.position] = if sum.is_zero() { sum } else { sum.over(&eta.pivot) };
        }
        self.lu.backward(&mut y.number);
        y.collect();
    }

    /// Replaces the variable at `position` by one whose column, solved forward, is `column`.
    pub(super) fn replace(&mut self, position: usize, column: &Vector<T>) {
        let others = column.support.iter().filter(|place| **place != position);
        let others: Vec<_> = others.map(|place| (*place, column.number[*place].clone())).collect();
        self.eta_entries += others.len();
        self.etas.push(Eta { position, pivot: column.number[position].clone(), others });
    }
}

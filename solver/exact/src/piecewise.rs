//! Functions of a card, by runs.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use crate::control::check_cancelled;

use super::{Polynomial, Rational};

/// The cards from the end of the piece before up to `last`, on which the function is one
/// polynomial.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The last card of the piece.
    pub last: u64,
    /// The function on it.
    pub function: Polynomial,
}

/// An exact function of the cards `1..=n`, stored as polynomials on runs of cards.
///
/// Strategies are piecewise constant, their prefix sums piecewise linear, payoffs of an action
/// piecewise polynomial. Sums, products, maxima and totals cost time in the number of pieces, never
/// in `n`.
///
/// ```
/// use bluff_exact::{Piecewise, Rational};
/// // Bet cards 1 and 8..9 of nine: how many betting cards lie below each card?
/// let bets =
///     Piecewise::steps([(1, 1), (7, 0), (9, 1)].map(|(last, p)| (last, Rational::from(p))));
/// assert_eq!(bets.sum_below().at(9), Rational::from(2));
/// assert_eq!(bets.total(), Rational::from(3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piecewise(Vec<Piece>);

impl Hash for Piecewise {
    /// The first runs tell strategies apart.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.len().hash(state);
        for piece in self.0.iter().take(2) {
            piece.hash(state);
        }
    }
}

impl Piecewise {
    /// The step function with value `v` on each run, given as (last card, `v`) in ascending order.
    pub fn steps(runs: impl IntoIterator<Item = (u64, Rational)>) -> Self {
        Self::new(runs.into_iter().map(|(last, value)| (last, Polynomial::constant(value))))
    }

    /// The function with this polynomial on each run, given as (last card, polynomial) in ascending
    /// order.
    pub fn new(runs: impl IntoIterator<Item = (u64, Polynomial)>) -> Self {
        let runs = runs.into_iter();
        let mut pieces = Vec::with_capacity(runs.size_hint().0);
        for (last, function) in runs {
            push(&mut pieces, last, function);
        }
        Self(pieces)
    }

    /// The same value on every card of `1..=n`.
    pub fn constant(n: u64, value: Rational) -> Self {
        Self::steps([(n, value)])
    }

    /// The number of cards, `n`.
    pub fn cards(&self) -> u64 {
        self.0.last().map_or(0, |piece| piece.last)
    }

    /// The pieces with their first cards.
    pub fn pieces(&self) -> impl Iterator<Item = (u64, &Piece)> {
        let firsts = std::iter::once(1).chain(self.0.iter().map(|piece| piece.last + 1));
        firsts.zip(&self.0)
    }

    /// The function on the piece that holds `card`.
    fn on(&self, card: u64) -> &Polynomial {
        &self.0[self.0.partition_point(|piece| piece.last < card)].function
    }

    /// The value at one card of `1..=n`.
    pub fn at(&self, card: u64) -> Rational {
        self.on(card).at(card)
    }

    /// The common pieces of two functions, one after the other.
    fn zip<'a>(
        &'a self,
        other: &'a Self,
    ) -> impl Iterator<Item = (u64, u64, &'a Polynomial, &'a Polynomial)> {
        let (mut i, mut j, mut first) = (0, 0, 1);
        std::iter::from_fn(move || {
            let (a, b) = (self.0.get(i)?, other.0.get(j)?);
            let last = a.last.min(b.last);
            let piece = (first, last, &a.function, &b.function);
            i += usize::from(a.last == last);
            j += usize::from(b.last == last);
            first = last + 1;
            Some(piece)
        })
    }

    fn combined(
        &self,
        other: &Self,
        combine: impl Fn(&Polynomial, &Polynomial) -> Polynomial,
    ) -> Self {
        let mut pieces = Vec::with_capacity(self.0.len().max(other.0.len()));
        for (_, last, a, b) in self.zip(other) {
            push(&mut pieces, last, combine(a, b));
        }
        Self(pieces)
    }

    fn mapped(&self, map: impl Fn(&Polynomial) -> Polynomial) -> Self {
        Self::new(self.0.iter().map(|piece| (piece.last, map(&piece.function))))
    }

    /// The sum, card by card.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        self.combined(other, Polynomial::plus)
    }

    /// This function times a number, plus another one times another.
    #[must_use]
    pub fn combination(&self, factor: &Rational, other: &Self, other_factor: &Rational) -> Self {
        self.combined(other, |a, b| a.combined(b, |a, b| a * factor + b * other_factor))
    }

    /// The difference, card by card.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.combined(other, Polynomial::minus)
    }

    /// The product, card by card.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        self.combined(other, Polynomial::times)
    }

    /// The function times a number.
    #[must_use]
    pub fn scaled(&self, factor: &Rational) -> Self {
        self.mapped(|function| function.scaled(factor))
    }

    /// The function times a number, untouched if the number is 1.
    #[must_use]
    pub fn into_scaled(self, factor: &Rational) -> Self {
        if factor.is_one() { self } else { self.scaled(factor) }
    }

    /// A number minus the function.
    #[must_use]
    pub fn subtracted_from(&self, value: &Rational) -> Self {
        self.mapped(|function| function.subtracted_from(value))
    }

    /// The sum of many functions; halves are added first, so that the cost stays in the number of
    /// pieces.
    pub fn sum(n: u64, functions: &[impl Borrow<Self>]) -> Self {
        reduce(functions, &Self::plus)
            .map_or_else(|| Self::constant(n, Rational::ZERO), Cow::into_owned)
    }

    /// The greatest of one or more functions, card by card.
    pub fn maximum(functions: &[impl Borrow<Self>]) -> Option<Self> {
        reduce(functions, &|a, b| {
            let mut pieces = Vec::with_capacity(a.0.len().max(b.0.len()) + 1);
            for (first, last, f, g) in a.zip(b) {
                let difference = f.minus(g);
                difference.each_sign(first, last, |last, sign| {
                    push(&mut pieces, last, if sign.is_lt() { g } else { f }.clone());
                });
            }
            Self(pieces)
        })
        .map(Cow::into_owned)
    }

    /// Indicators of where each of one or more functions is the greatest: 1 on the cards with which
    /// no other exceeds it, 0 elsewhere.
    ///
    /// ```
    /// use bluff_exact::{Piecewise, Rational};
    /// let two = Piecewise::constant(3, Rational::from(2));
    /// let card = Piecewise::constant(3, Rational::ONE)
    ///     .sum_below()
    ///     .plus(&Piecewise::constant(3, Rational::ONE));
    /// let greatest = Piecewise::greatest(&[two, card]);
    /// assert_eq!([1, 2, 3].map(|card| greatest[0].at(card)), [1, 1, 0].map(Rational::from));
    /// assert_eq!([1, 2, 3].map(|card| greatest[1].at(card)), [0, 1, 1].map(Rational::from));
    /// ```
    pub fn greatest(functions: &[Self]) -> Vec<Self> {
        Self::maximum(functions).map_or_else(Vec::new, |maximum| maximum.attained_by(functions))
    }

    /// Indicators of where each of these functions has the value of this one, which is their
    /// maximum: 1 on such cards, 0 elsewhere.
    pub fn attained_by(&self, functions: &[Self]) -> Vec<Self> {
        let equal =
            |(_, last, sign): (u64, u64, Ordering)| (last, Rational::from(u32::from(sign.is_eq())));
        functions
            .iter()
            .map(|function| Self::steps(self.minus(function).signs().into_iter().map(equal)))
            .collect()
    }

    /// The function `c ↦ Σ_{k < c} f(k)`.
    #[must_use]
    pub fn sum_below(&self) -> Self {
        let mut below = Rational::ZERO;
        let mut pieces = Vec::with_capacity(self.0.len());
        for (first, piece) in self.pieces() {
            if let Some(value) = piece.function.as_constant() {
                // On most runs: nothing to evaluate.
                let offset = &below - &(value * &Rational::from(first));
                below += &(value * &Rational::from(piece.last + 1 - first));
                push(&mut pieces, piece.last, Polynomial::line(offset, value.clone()));
                continue;
            }
            let sums = piece.function.sum_below();
            let offset = &below - &sums.at(first);
            below = &offset + &sums.at(piece.last + 1);
            push(&mut pieces, piece.last, sums.plus(&Polynomial::constant(offset)));
        }
        Self(pieces)
    }

    /// The sum over all cards.
    pub fn total(&self) -> Rational {
        self.pieces().map(|(first, piece)| piece.function.sum(first, piece.last)).sum()
    }

    /// The sum over the cards from `first` to `last`, both included.
    ///
    /// ```
    /// use bluff_exact::{Piecewise, Rational};
    /// let steps = Piecewise::steps([(4, Rational::from(1)), (9, Rational::from(10))]);
    /// assert_eq!(steps.total_between(3, 6), Rational::from(1 + 1 + 10 + 10));
    /// ```
    pub fn total_between(&self, first: u64, last: u64) -> Rational {
        let pieces = &self.0[self.0.partition_point(|piece| piece.last < first)..];
        let starts = std::iter::once(first).chain(pieces.iter().map(|piece| piece.last + 1));
        let parts = starts.zip(pieces).take_while(|(start, _)| *start <= last);
        parts.map(|(start, piece)| piece.function.sum(start, piece.last.min(last))).sum()
    }

    /// The runs (first card, last card, value) of a step function, or `None` of any other.
    pub fn runs(&self) -> Option<Vec<(u64, u64, Rational)>> {
        self.pieces()
            .map(|(first, piece)| Some((first, piece.last, piece.function.as_constant()?.clone())))
            .collect()
    }

    /// True of a step function.
    pub fn is_step(&self) -> bool {
        self.0.iter().all(|piece| piece.function.as_constant().is_some())
    }

    /// True if the function is the polynomial 0 on every piece.
    pub fn is_zero(&self) -> bool {
        self.0.iter().all(|piece| piece.function.is_zero())
    }

    /// The last cards of the pieces.
    pub fn breaks(&self) -> impl Iterator<Item = u64> {
        self.0.iter().map(|piece| piece.last)
    }

    /// True if the function is at least 0 on every card.
    pub fn is_nonnegative(&self) -> bool {
        self.pieces().all(|(first, piece)| {
            let mut nonnegative = true;
            piece.function.each_sign(first, piece.last, |_, sign| nonnegative &= sign.is_ge());
            nonnegative
        })
    }

    /// The runs of cards (first, last, sign) on which the function keeps one sign.
    pub fn signs(&self) -> Vec<(u64, u64, Ordering)> {
        let mut signs: Vec<(u64, u64, Ordering)> = Vec::new();
        for (start, piece) in self.pieces() {
            let mut first = start;
            piece.function.each_sign(start, piece.last, |last, sign| {
                match signs.last_mut() {
                    Some(run) if run.2 == sign => run.1 = last,
                    _ => signs.push((first, last, sign)),
                }
                first = last + 1;
            });
        }
        signs
    }
}

/// Appends a piece, joined to the one before where the function is the same.
fn push(pieces: &mut Vec<Piece>, last: u64, function: Polynomial) {
    // Now and then: to look takes about as long as a short sum.
    if pieces.len().is_multiple_of(16) {
        check_cancelled();
    }
    match pieces.last_mut() {
        Some(piece) if piece.function == function => piece.last = last,
        _ => pieces.push(Piece { last, function }),
    }
}

fn reduce<'a>(
    functions: &'a [impl Borrow<Piecewise>],
    join: &impl Fn(&Piecewise, &Piecewise) -> Piecewise,
) -> Option<Cow<'a, Piecewise>> {
    match functions {
        [] => None,
        [one] => Some(Cow::Borrowed(one.borrow())),
        _ => {
            let (left, right) = functions.split_at(functions.len() / 2);
            Some(Cow::Owned(join(&*reduce(left, join)?, &*reduce(right, join)?)))
        }
    }
}

#[cfg(test)]
mod tests;

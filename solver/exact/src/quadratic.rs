//! Real quadratic fields.

use std::cmp::Ordering;

use super::Rational;

/// A number `a + b√d`, as `[a, b]`.
pub type Quadratic = [Rational; 2];

/// The numbers `a + b√d` with rational `a` and `b`, for one `d` of at least 0.
///
/// ```
/// use bluff_exact::{QuadraticField, Rational};
/// let (field, one) = (QuadraticField { d: Rational::from(13) }, Rational::ONE);
/// // 4 − √13 is a root of x² − 8x + 3.
/// let x = [Rational::from(4), -&one];
/// let [a, b] = field.product(&x, &x);
/// let left = [a - Rational::from(32), b + Rational::from(8)];
/// assert_eq!(left, [Rational::from(-3), Rational::ZERO]);
/// assert!(field.sign(&x).is_gt());
/// assert_eq!(field.text(&x), "4 − √13");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuadraticField {
    /// The number under the root.
    pub d: Rational,
}

impl QuadraticField {
    /// The product of two numbers.
    pub fn product(&self, [a, b]: &Quadratic, [p, q]: &Quadratic) -> Quadratic {
        [a * p + b * q * &self.d, a * q + b * p]
    }

    /// The quotient of two numbers, or `None` if the norm of the second is 0.
    pub fn quotient(&self, one: &Quadratic, [p, q]: &Quadratic) -> Option<Quadratic> {
        let norm = (p * p - q * q * &self.d).recip()?;
        Some(self.product(one, &[p * &norm, -(q * &norm)]))
    }

    /// Order of a number and 0: exact, by squares.
    pub fn sign(&self, [a, b]: &Quadratic) -> Ordering {
        let (one, other) = (a.sign(), if self.d.is_zero() { Ordering::Equal } else { b.sign() });
        if one == other.reverse() {
            let larger = (a * a).cmp(&(b * b * &self.d));
            if one.is_lt() { larger.reverse() } else { larger }
        } else {
            one.then(other)
        }
    }

    /// The nearest double, or about.
    pub fn double(&self, [a, b]: &Quadratic) -> f64 {
        a.to_f64() + b.to_f64() * self.d.to_f64().sqrt()
    }

    /// The number in words of a formula.
    pub fn text(&self, [a, b]: &Quadratic) -> String {
        let size = if b.abs().is_one() { String::new() } else { format!("{}·", b.abs()) };
        match (a.is_zero(), b.sign()) {
            (_, Ordering::Equal) => a.to_string(),
            (true, Ordering::Greater) => format!("{size}√{}", self.d),
            (_, Ordering::Greater) => format!("{a} + {size}√{}", self.d),
            (true, Ordering::Less) => format!("−{size}√{}", self.d),
            (_, Ordering::Less) => format!("{a} − {size}√{}", self.d),
        }
    }
}

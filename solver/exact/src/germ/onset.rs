use crate::{Polynomial, Rational, partition_point};

/// The greatest onset that is looked for.
pub const MAX_ONSET: u64 = 1 << 20;

/// Number `m` from which comparisons of polynomials in `m` hold.
///
/// `f(m) ≥ 0` for every `m ≥ from` is shown by `f(from + t)`, a polynomial in `t` without a
/// negative coefficient. If it holds from some number on, it holds from every larger one.
///
/// ```
/// use bluff_exact::{Polynomial, Rational, germ::Onset};
/// let line = Polynomial::new(vec![Rational::from(-7), Rational::from(2)]);
/// assert!(!Onset::claimed(3).holds(&line));
/// let mut least = Onset::least();
/// assert!(least.holds(&line));
/// assert_eq!(least.from(), 4);
/// ```
#[derive(Clone, Debug)]
pub struct Onset {
    from: u64,
    fixed: bool,
    comparisons: u64,
}

impl Onset {
    /// Comparisons hold from a given number on, or do not hold.
    pub fn claimed(from: u64) -> Self {
        Self { from, fixed: true, comparisons: 0 }
    }

    /// The onset is the least, up to [`MAX_ONSET`], from which all comparisons hold.
    pub fn least() -> Self {
        Self { from: 0, fixed: false, comparisons: 0 }
    }

    /// The number.
    pub fn from(&self) -> u64 {
        self.from
    }

    /// The number of comparisons so far.
    pub fn comparisons(&self) -> u64 {
        self.comparisons
    }

    /// True if the polynomial is 0 or more from the onset on.
    pub fn holds(&mut self, polynomial: &Polynomial) -> bool {
        self.compare(polynomial, |from| never_falls_below_0(polynomial, from))
    }

    /// True if the polynomial is above 0 from the onset on.
    pub fn positive(&mut self, polynomial: &Polynomial) -> bool {
        let above =
            |from| never_falls_below_0(polynomial, from) && polynomial.at(from).is_positive();
        self.compare(polynomial, above)
    }

    /// True if a whole line `slope m + constant` is 0 or more from the onset on.
    pub fn line_holds(&mut self, slope: i128, constant: i128) -> bool {
        self.comparisons += 1;
        if slope < 0 {
            return false;
        }
        if slope.checked_mul(i128::from(self.from)).is_some_and(|rise| rise + constant >= 0) {
            return true;
        }
        let least = if slope == 0 { -1 } else { -constant.div_euclid(slope) };
        match u64::try_from(least) {
            Ok(least) if !self.fixed && least <= MAX_ONSET => self.from = least,
            _ => return false,
        }
        true
    }

    fn compare(&mut self, polynomial: &Polynomial, from_on: impl Fn(u64) -> bool) -> bool {
        self.comparisons += 1;
        if from_on(self.from) {
            return true;
        }
        if self.fixed || !super::leading(polynomial).is_positive() || !from_on(MAX_ONSET) {
            return false;
        }
        self.from = partition_point(self.from..MAX_ONSET, |from| !from_on(from));
        true
    }
}

/// True if no coefficient of `polynomial(from + t)` is negative.
fn never_falls_below_0(polynomial: &Polynomial, from: u64) -> bool {
    if polynomial.coefficients().all(|coefficient| !coefficient.is_negative()) {
        return true;
    }
    if super::leading(polynomial).is_negative() {
        return false;
    }
    let from = Rational::from(from);
    let mut shifted: Vec<Rational> = polynomial.coefficients().cloned().collect();
    // Horner's scheme, once for each coefficient.
    for least in 0..shifted.len() {
        for at in (least..shifted.len() - 1).rev() {
            let above = &shifted[at + 1] * &from;
            shifted[at] += &above;
        }
        if shifted[least].is_negative() {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_onset_is_found() {
        // (m − 5)² + 1 is above 0 everywhere; its shift has no negative coefficient from 5 on.
        let polynomial = Polynomial::new([26, -10, 1].map(Rational::from).to_vec());
        let mut onset = Onset::least();
        assert!(onset.holds(&polynomial) && onset.from() == 5);
        assert!(Onset::claimed(5).positive(&polynomial) && !Onset::claimed(4).holds(&polynomial));
        // (m − 5)² is 0 at 5, and above 0 from 6 on.
        let polynomial = Polynomial::new([25, -10, 1].map(Rational::from).to_vec());
        assert!(onset.holds(&polynomial) && onset.from() == 5);
        assert!(onset.positive(&polynomial) && onset.from() == 6);
        assert!(onset.line_holds(3, -20) && onset.from() == 7);
        assert!(!onset.line_holds(0, -1) && !onset.line_holds(-1, 100));
        assert!(!onset.holds(&Polynomial::new([1, 1, -1].map(Rational::from).to_vec())));
        assert!(onset.positive(&Polynomial::constant(Rational::ONE)));
        assert!(!onset.positive(&Polynomial::default()));
    }
}

//! From an interval to the simplest fraction in it.

use super::Rational;

impl Rational {
    /// The fraction with the least denominator in `low..=high` (and the least numerator among
    /// those), by continued fractions; `low` itself if the interval is empty. For intervals at or
    /// above 0.
    ///
    /// ```
    /// use bluff_exact::Rational;
    /// let around = |text: &str, width: &str| {
    ///     let (middle, width): (Rational, Rational) =
    ///         (text.parse().unwrap(), width.parse().unwrap());
    ///     Rational::simplest_between(&(&middle - &width), &(&middle + &width)).to_string()
    /// };
    /// assert_eq!(around("0.3333", "0.001"), "1/3");
    /// assert_eq!(around("0.142857142857", "0.000000001"), "1/7");
    /// ```
    #[must_use]
    pub fn simplest_between(low: &Self, high: &Self) -> Self {
        if low >= high {
            return low.clone();
        }
        // x = whole_0 + 1/(whole_1 + 1/(…)): the common stretch of both expansions, then the least
        // whole number.
        let (mut low, mut high) = (low.clone(), high.clone());
        let mut wholes = Vec::new();
        let last = loop {
            let whole = low.floor();
            if whole == low {
                break whole;
            }
            let next = &whole + &Self::ONE;
            if next <= high {
                break next;
            }
            (low, high) = (&Self::ONE / &(&high - &whole), &Self::ONE / &(&low - &whole));
            wholes.push(whole);
        };
        wholes.into_iter().rev().fold(last, |tail, whole| whole + &Self::ONE / &tail)
    }

    /// The double as a fraction, to 2⁻⁵²; `None` unless it lies between −512 and 512.
    pub fn near(double: f64) -> Option<Self> {
        let scale = 1_i64 << 52;
        (double.abs() <= 512.0).then(|| Self::ratio((double * scale as f64).round() as i64, scale))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against trying all denominators.
    #[test]
    fn the_least_denominator() {
        for low in 0..60 {
            for width in 1..20 {
                let (low, high) = (
                    Rational::ratio(low, 47),
                    Rational::ratio(low, 47) + Rational::ratio(width, 301),
                );
                let simplest = Rational::simplest_between(&low, &high);
                assert!(low <= simplest && simplest <= high);
                let inside = |q: i64| {
                    (0..=2 * q).map(|p| Rational::ratio(p, q)).find(|x| low <= *x && *x <= high)
                };
                assert_eq!(Some(simplest), (1..400).find_map(inside), "{low}..{high}");
            }
        }
    }
}

//! Roots between two points of known sign.

use std::cmp::Ordering;

use super::{Interval, Rational};

/// The one root of a function that changes its sign between `low` and `high`, enclosed to a width
/// of at most `2^−goal`.
///
/// `sign_and_size` encloses the function at a point; only signs that it decides are used, and the
/// guess where to look next is not trusted. Quadratic interval refinement: cut the interval into
/// `2^e` cells, look in the cell where the chord crosses 0, and square the number of cells after
/// every success. `None` where the precision of the enclosures does not decide enough signs.
/// Source: Abbott (2014), quadratic interval refinement for real roots. Cost: about `2 log goal`
/// evaluations once the chord is near the function.
pub fn root(
    function: impl Fn(&Rational) -> Option<Interval>,
    mut low: Rational,
    mut high: Rational,
    goal: usize,
) -> Option<(Rational, Rational)> {
    let (mut at_low, mut at_high) = (function(&low)?, function(&high)?);
    let (left, right) = (at_low.sign()?, at_high.sign()?);
    if left == Ordering::Equal || right != left.reverse() {
        return None;
    }
    let narrow = &Rational::ONE / &Rational::from(2).pow(goal);
    let mut exponent = FEWEST;
    loop {
        let width = &high - &low;
        if width <= narrow {
            return Some((low, high));
        }
        let cell = &width / &Rational::from(2).pow(exponent);
        let (over, under) = (at_low.middle(), &at_low.middle() - &at_high.middle());
        let crossing = &low + &(&width * &(&over / &under));
        let index = (&(&crossing - &low) / &cell).floor();
        // The cell and one neighbour on each side.
        let from = (&low + &(&cell * &(&index - &Rational::ONE))).max(low.clone());
        let to = (&low + &(&cell * &(&index + &Rational::from(2)))).min(high.clone());
        let mut moved = false;
        for point in [from, to] {
            if point <= low || point >= high {
                continue;
            }
            let Some(value) = function(&point) else { continue };
            match value.sign() {
                Some(sign) if sign == left => (low, at_low, moved) = (point, value, true),
                Some(sign) if sign == right => (high, at_high, moved) = (point, value, true),
                Some(_) => return Some((point.clone(), point)),
                None => {}
            }
        }
        let narrowed = &high - &low <= &cell * &Rational::from(3);
        match (narrowed, moved) {
            // Cells much narrower than what is wanted would only ask for precision that is not
            // there.
            (true, _) => {
                exponent =
                    (2 * exponent).min((&(&high - &low) / &narrow).floor().bits() + 2).max(FEWEST)
            }
            (false, true) => exponent = FEWEST.max(exponent / 2),
            (false, false) if exponent > FEWEST => exponent = FEWEST,
            (false, false) => return None,
        }
    }
}

/// The least number of cells is `2^FEWEST`.
const FEWEST: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_of_two() {
        for (power, goal) in [(2_usize, 4), (2, 300), (3, 1000), (7, 64)] {
            let function = |x: &Rational| {
                Some(&Interval::of(x, goal + 40).pow(power) - &Interval::of(&2.into(), goal + 40))
            };
            let (low, high) = root(function, Rational::ONE, 2.into(), goal).unwrap();
            assert!(low.pow(power) < 2.into() && high.pow(power) > 2.into());
            assert!(&high - &low <= &Rational::ONE / &Rational::from(2).pow(goal));
        }
    }

    #[test]
    fn no_change_of_sign_and_too_little_precision_are_said() {
        let square = |bits| {
            move |x: &Rational| Some(&Interval::of(x, bits).pow(2) - &Interval::of(&2.into(), bits))
        };
        assert_eq!(root(square(100), 2.into(), 3.into(), 9), None);
        assert_eq!(root(square(10), Rational::ONE, 2.into(), 60), None);
    }
}

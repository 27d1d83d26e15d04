//! Numbers that are no fractions, enclosed.

use dashu_int::IBig;

use super::{Interval, Rational};

/// The trigamma function `ψ₁(x) = Σ_{m ≥ 0} 1/(x + m)²` at a rational `x > 0`, enclosed with ends
/// in multiples of `2^−bits`; `None` for other `x`.
///
/// The first terms are summed until `x + m` is large against the digits wanted. For the rest the
/// asymptotic series `1/y + 1/(2y²) + Σ B₂ⱼ/y^(2j+1)` envelops the value for every `y > 0`: it lies
/// between any two consecutive partial sums, so no term has to be trusted to be small. Source: DLMF
/// 5.15.8 and 2.10(i) for the bound. Cost: `O(bits)` divisions and `O(bits²)` products by small
/// numbers.
///
/// ```
/// use bluff_exact::{Rational, trigamma};
/// // ψ₁(1) = π²/6.
/// assert_eq!(
///     trigamma(&Rational::ONE, 80).unwrap().decimal(20).unwrap(),
///     "1.64493406684822643647…"
/// );
/// ```
pub fn trigamma(x: &Rational, bits: usize) -> Option<Interval> {
    if !x.is_positive() {
        return None;
    }
    // Below y = bits/4 the terms of the series would not get small enough.
    // The powers of 1/y are multiplied by numbers as long as the last of these.
    let bernoulli = bernoulli(bits / 7 + 16);
    let working = bits + 32 + bernoulli.last().map_or(0, Rational::bits);
    let mut sum = Interval::of(&Rational::ZERO, working);
    let (mut y, far) = (x.clone(), Rational::from(bits / 4 + 8));
    while y < far {
        sum = &sum + &Interval::of(&(&Rational::ONE / &(&y * &y)), working);
        y += &Rational::ONE;
    }
    let inverse = Interval::of(&(&Rational::ONE / &y), working);
    let square = &inverse * &inverse;
    sum = &(&sum + &inverse) + &square.times(&Rational::ratio(1, 2));
    let small = Interval::of(&(&Rational::ONE / &Rational::from(2).pow(bits + 8)), working);
    let mut power = &inverse * &square;
    // About bits/8 terms do; the loop ends at the first that is small enough.
    for even in bernoulli {
        let term = power.times(&even);
        let next = &sum + &term;
        let magnitude = if even.is_negative() { -&term } else { term };
        if magnitude.compare(&small)?.is_lt() {
            let (low, high) = (sum.low().min(next.low()), sum.high().max(next.high()));
            return Some(Interval::between(&low, &high, bits));
        }
        sum = next;
        power = &power * &square;
    }
    None
}

/// The number π, enclosed with ends in multiples of `2^−bits`.
///
/// Machin's formula `π = 16 arctan(1/5) − 4 arctan(1/239)`; an alternating series lies between two
/// consecutive partial sums.
///
/// ```
/// use bluff_exact::pi;
/// assert_eq!(pi(80).decimal(20).unwrap(), "3.14159265358979323846…");
/// ```
pub fn pi(bits: usize) -> Interval {
    let working = bits + 32;
    let arctan_of_inverse = |x: i64| {
        let whole = IBig::ONE << working;
        let (mut power, mut sum, mut odd) = (&whole / IBig::from(x), IBig::ZERO, 1_u32);
        while power != IBig::ZERO {
            let term = &power / IBig::from(odd);
            sum = if odd % 4 == 1 { sum + term } else { sum - term };
            power /= IBig::from(x * x);
            odd += 2;
        }
        // Each of the (odd − 1)/2 terms was cut by less than 2 units, and what is left out is less
        // than 1.
        let error = IBig::from(odd + 1);
        let unit = &Rational::ONE / &Rational::from(2).pow(working);
        let end = |units: IBig| &Rational::from_big_parts(units, dashu_int::UBig::ONE) * &unit;
        Interval::between(&end(&sum - &error), &end(sum + error), working)
    };
    let times = |factor: i32, angle: Interval| angle.times(&Rational::from(factor));
    (&times(16, arctan_of_inverse(5)) - &times(4, arctan_of_inverse(239))).with_bits(bits)
}

/// The Bernoulli numbers `B₂, B₄, …`, so many of them, by way of the tangent numbers.
///
/// Source: Brent & Harvey (2013), Fast computation of Bernoulli, tangent and secant numbers,
/// algorithm TangentNumbers.
fn bernoulli(count: usize) -> Vec<Rational> {
    let mut tangent = vec![IBig::ONE; count];
    for k in 1..count {
        tangent[k] = &tangent[k - 1] * IBig::from(k);
    }
    for k in 1..count {
        for j in k..count {
            tangent[j] = &tangent[j - 1] * IBig::from(j - k) + &tangent[j] * IBig::from(j - k + 2);
        }
    }
    let number = |(j, tangent): (usize, IBig)| {
        let four = IBig::ONE << (2 * j);
        let under = (&four * (&four - IBig::ONE)).into_parts().1;
        let over = tangent * IBig::from(2 * j);
        Rational::from_big_parts(if j % 2 == 1 { over } else { -over }, under)
    };
    (1..).zip(tangent).map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bernoulli_numbers() {
        let expected =
            [(1, 6), (-1, 30), (1, 42), (-1, 30), (5, 66), (-691, 2730), (7, 6), (-3617, 510)];
        let expected: Vec<Rational> =
            expected.into_iter().map(|(over, under)| Rational::ratio(over, under)).collect();
        assert_eq!(bernoulli(8), expected);
        assert_eq!(bernoulli(1), [Rational::ratio(1, 6)]);
    }

    #[test]
    fn pi_and_trigamma_agree() {
        for bits in [0, 10, 64, 400, 3_500] {
            let square = pi(bits + 8).pow(2);
            for (x, factor) in [((1, 1), (1, 6)), ((1, 2), (1, 2))] {
                let by_pi = square.times(&Rational::ratio(factor.0, factor.1));
                let summed = trigamma(&Rational::ratio(x.0, x.1), bits + 8).unwrap();
                assert_eq!((&by_pi - &summed).sign(), None, "{bits} bits");
                let tiny = &Rational::from(32) / &Rational::from(2).pow(bits);
                assert!(by_pi.width() <= tiny && summed.width() <= tiny, "{bits} bits");
            }
        }
        assert_eq!(trigamma(&Rational::ZERO, 10), None);
    }

    #[test]
    fn trigamma_falls_by_its_terms() {
        let x = Rational::ratio(7, 5);
        let step = &trigamma(&x, 200).unwrap() - &trigamma(&(&x + &Rational::ONE), 200).unwrap();
        assert!(step.contains(&Rational::ratio(25, 49)));
        assert!(trigamma(&Rational::from(10).pow(30), 200).unwrap().low().is_positive());
    }
}

//! Multinomial coefficients of the sums over distinct cards.

use bluff_exact::Rational;

/// All multi-indices from 0 up to `top`, each after those it dominates.
pub(super) fn multi_indices(top: &[u32]) -> impl Iterator<Item = Vec<u32>> + use<> {
    let top = top.to_vec();
    let count = top.iter().map(|most| *most as usize + 1).product::<usize>();
    (0..count).map(move |mut number| {
        let digit = |most: &u32| {
            let base = *most as usize + 1;
            let digit = (number % base) as u32;
            number /= base;
            digit
        };
        top.iter().map(digit).collect()
    })
}

/// `(−1)^(|v|−1) (|v| − 1)! v_i / (v! a_i)`: the factor of a part `v` in Newton's identity by the
/// variable `i`, of which there are `a_i`.
pub(super) fn newton_factor(part: &[u32], variable: usize, count: u32) -> Rational {
    let total: u32 = part.iter().sum();
    let all = factorial(total - 1) * Rational::ratio(part[variable].into(), count.into());
    let ways = part.iter().fold(all, |ways, power| ways / factorial(*power));
    if total.is_multiple_of(2) { -ways } else { ways }
}

/// `n!`.
pub(super) fn factorial(n: u32) -> Rational {
    (1..=n).fold(Rational::ONE, |product, factor| product * Rational::from(factor))
}

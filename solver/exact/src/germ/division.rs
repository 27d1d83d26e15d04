//! Division of polynomials.

use crate::{Polynomial, Rational};

/// The leading coefficient; 0 of the polynomial 0.
pub(super) fn leading(polynomial: &Polynomial) -> Rational {
    polynomial.coefficient(polynomial.degree())
}

/// Quotient and remainder; `None` if the divisor is 0.
fn divided(dividend: &Polynomial, divisor: &Polynomial) -> Option<(Polynomial, Polynomial)> {
    let [mut rest, by] = [dividend, divisor].map(|polynomial| {
        let coefficients = polynomial.coefficients().take(polynomial.degree() + 1);
        coefficients.cloned().collect::<Vec<Rational>>()
    });
    let lead = by.last()?.recip()?;
    let mut quotient = vec![Rational::ZERO; (rest.len() + 1).saturating_sub(by.len())];
    for place in (0..quotient.len()).rev() {
        let factor = &rest[place + by.len() - 1] * &lead;
        for (at, coefficient) in by.iter().enumerate() {
            rest[place + at] -= &(&factor * coefficient);
        }
        quotient[place] = factor;
    }
    rest.truncate(by.len() - 1);
    Some((Polynomial::new(quotient), Polynomial::new(rest)))
}

/// The quotient, if the division leaves nothing.
pub fn exact_quotient(dividend: &Polynomial, divisor: &Polynomial) -> Option<Polynomial> {
    let (quotient, rest) = divided(dividend, divisor)?;
    rest.is_zero().then_some(quotient)
}

/// The greatest common divisor, with the leading coefficient 1.
pub(super) fn common_divisor(one: &Polynomial, other: &Polynomial) -> Polynomial {
    let (mut divisor, mut rest) = (one.clone(), other.clone());
    while let Some((_, next)) = divided(&divisor, &rest) {
        // Coefficients grow less with a leading 1.
        let lead = leading(&next).recip().unwrap_or(Rational::ONE);
        divisor = std::mem::replace(&mut rest, next.scaled(&lead));
    }
    let lead = leading(&divisor).recip().unwrap_or(Rational::ONE);
    divisor.scaled(&lead)
}

/// The least common multiple of two polynomials other than 0.
pub fn common_multiple(one: &Polynomial, other: &Polynomial) -> Polynomial {
    let common = common_divisor(one, other);
    exact_quotient(one, &common).unwrap_or_default().times(other)
}

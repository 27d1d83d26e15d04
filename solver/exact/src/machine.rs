//! Fractions of machine integers: exact while they fit, `None` beyond.

/// A fraction with halves of at most 127 bits: reduced, `1 ≤ under`. Aligned as words are, since
/// what asks for more is allocated more slowly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(Rust, packed(8))]
pub(super) struct Fraction {
    pub(super) over: i128,
    pub(super) under: i128,
}

/// `None` of the one number whose negative does not fit.
fn fitting(number: i128) -> Option<i128> {
    (number != i128::MIN).then_some(number)
}

impl Fraction {
    /// The sum. What two denominators have in common is divided out before anything is multiplied,
    /// and is all that the sum's halves can have in common (Knuth, The Art of Computer Programming,
    /// volume 2, section 4.5.1).
    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let (b, d) = (self.under, other.under);
        if d == 1 {
            let over = other.over.checked_mul(b)?.checked_add(self.over)?;
            return Some(Self { over: fitting(over)?, under: b });
        }
        if b == 1 {
            return other.plus(self);
        }
        if b == d {
            let over = fitting(self.over.checked_add(other.over)?)?;
            let common = common(over, b);
            return Some(Self { over: divided(over, common), under: divided(b, common) });
        }
        let shared = common(b, d);
        let (b_rest, d_rest) = (divided(b, shared), divided(d, shared));
        let over =
            fitting(self.over.checked_mul(d_rest)?.checked_add(other.over.checked_mul(b_rest)?)?)?;
        let common = if shared == 1 { 1 } else { common(over, shared) };
        Some(Self { over: divided(over, common), under: b_rest.checked_mul(divided(d, common))? })
    }

    /// The product. Each numerator is freed of what it has in common with the other denominator
    /// before they are multiplied.
    pub(super) fn times(self, other: Self) -> Option<Self> {
        let (left, right) = (common(self.over, other.under), common(other.over, self.under));
        let over = divided(self.over, left).checked_mul(divided(other.over, right))?;
        let under = divided(self.under, right).checked_mul(divided(other.under, left))?;
        Some(Self { over: fitting(over)?, under })
    }

    /// The negative.
    pub(super) fn negated(self) -> Self {
        Self { over: -self.over, under: self.under }
    }

    /// The reciprocal; `None` of 0.
    pub(super) fn inverted(self) -> Option<Self> {
        let Self { over, under } = self;
        (over != 0).then(|| Self { over: under * over.signum(), under: over.abs() })
    }

    /// Quotient by `other`, which is not 0, rounded down, and whether nothing is left. No divisor
    /// is looked for.
    pub(super) fn whole_quotient(self, other: Self) -> Option<(i128, bool)> {
        let (over, under) = if self.under == other.under {
            (self.over, other.over)
        } else {
            (fitting(self.over.checked_mul(other.under)?)?, other.over.checked_mul(self.under)?)
        };
        let (over, under) = if under < 0 { (-over, -fitting(under)?) } else { (over, under) };
        if let (Ok(over), Ok(under)) = (i64::try_from(over), i64::try_from(under)) {
            return Some((i128::from(over.div_euclid(under)), over % under == 0));
        }
        let (whole, rest) = (over / under, over % under);
        Some((if rest < 0 { whole - 1 } else { whole }, rest == 0))
    }

    /// Order of the two, if the products that tell fit.
    pub(super) fn compared(self, other: Self) -> Option<std::cmp::Ordering> {
        let ((a, b), (c, d)) = ((self.over, self.under), (other.over, other.under));
        if b == d || a.signum() != c.signum() {
            return Some(a.cmp(&c));
        }
        Some(a.checked_mul(d)?.cmp(&c.checked_mul(b)?))
    }
}

/// The greatest common divisor of a number and one above 0.
pub(super) fn common(number: i128, above_zero: i128) -> i128 {
    if above_zero == 1 {
        return 1;
    }
    // No more than the second, so it fits.
    gcd(number.unsigned_abs(), above_zero.unsigned_abs()) as i128
}

/// A number by one of its divisors above 0.
pub(super) fn divided(number: i128, divisor: i128) -> i128 {
    match (i64::try_from(number), i64::try_from(divisor)) {
        _ if divisor == 1 => number,
        (Ok(number), Ok(divisor)) => i128::from(number / divisor),
        _ => number / divisor,
    }
}

/// Greatest common divisor.
pub(super) fn gcd(mut a: u128, mut b: u128) -> u128 {
    if a < b {
        std::mem::swap(&mut a, &mut b);
    }
    if b == 0 {
        return a;
    }
    // One division step first: the two often differ widely in length.
    if b <= u128::from(u64::MAX) || a.leading_zeros() + 16 < b.leading_zeros() {
        (a, b) = (b, a % b);
        if b == 0 {
            return a;
        }
    }
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    b >>= b.trailing_zeros();
    while (a | b) >> 64 != 0 {
        // No branch that could be foretold wrongly.
        let apart = a.abs_diff(b);
        if apart == 0 {
            return a << shift;
        }
        (a, b) = (a.min(b), apart >> apart.trailing_zeros());
    }
    u128::from(gcd64(a as u64, b as u64)) << shift
}

/// Greatest common divisor (binary, no division).
pub(super) fn gcd64(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    loop {
        b >>= b.trailing_zeros();
        // No branch that could be foretold wrongly.
        (a, b) = (a.min(b), a.abs_diff(b));
        if b == 0 {
            return a << shift;
        }
    }
}

//! Rationals as decimal digits, exactly truncated or rounded.

use std::io::Write;

use dashu_int::UBig;
use dashu_int::ops::DivRem;

use super::Rational;
use super::machine::Fraction;

impl Rational {
    /// The decimal expansion cut after `places` digits; an ellipsis says that it goes on.
    ///
    /// ```
    /// use bluff_exact::Rational;
    /// assert_eq!(Rational::ratio(113, 1134).decimal(21), "0.099647266313932980599…");
    /// assert_eq!(Rational::ratio(-1, 8).decimal(21), "-0.125");
    /// ```
    pub fn decimal(&self, places: usize) -> String {
        let short = self.fraction().ok().and_then(|short| long_division(short, places));
        let (digits, exact) = short.unwrap_or_else(|| {
            let (numerator, denominator) = self.to_big_parts();
            let shifted = numerator.into_parts().1 * UBig::from(10u8).pow(places);
            let (whole, rest) = shifted.div_rem(&denominator);
            (format!("{:0>width$}", whole.to_string(), width = places + 1), rest.is_zero())
        });
        let sign = if self.is_negative() { "-" } else { "" };
        let (whole, fraction) = digits.split_at(digits.len() - places);
        if !exact {
            return [sign, whole, ".", fraction, "…"].concat();
        }
        match fraction.trim_end_matches('0') {
            "" => [sign, whole].concat(),
            fraction => [sign, whole, ".", fraction].concat(),
        }
    }

    /// Ten significant digits the way Maple prints a float: `.9964726631e-1`, `.1111111111`, `0.`.
    ///
    /// ```
    /// use bluff_exact::Rational;
    /// assert_eq!(Rational::ratio(113, 1134).maple_float(), ".9964726631e-1");
    /// assert_eq!(Rational::ratio(1, 9).maple_float(), ".1111111111");
    /// ```
    pub fn maple_float(&self) -> String {
        const SIGNIFICANT: i64 = 10;
        if self.is_zero() {
            return "0.".to_owned();
        }
        let sign = if self.is_negative() { "-" } else { "" };
        let ten = Self::from(10);
        let (mut magnitude, mut exponent) = (self.abs(), 0_i64);
        while magnitude >= Self::ONE {
            magnitude = &magnitude / &ten;
            exponent += 1;
        }
        while &magnitude * &ten < Self::ONE {
            magnitude = &magnitude * &ten;
            exponent -= 1;
        }
        let mut mantissa =
            (&magnitude * &ten.pow(SIGNIFICANT as usize) + Self::ratio(1, 2)).floor();
        if mantissa == ten.pow(SIGNIFICANT as usize) {
            mantissa = &mantissa / &ten;
            exponent += 1;
        }
        let digits = mantissa.to_string();
        match exponent {
            0 => format!("{sign}.{digits}"),
            1..=SIGNIFICANT => {
                let (whole, fraction) = digits.split_at(exponent as usize);
                format!("{sign}{whole}.{fraction}")
            }
            _ => format!("{sign}.{digits}e{exponent}"),
        }
    }
}

/// The digits of a fraction without its sign, so many of them behind the point, and whether nothing
/// is left; `None` where the next digit takes more than a machine integer.
fn long_division(fraction: Fraction, mut places: usize) -> Option<(String, bool)> {
    let (over, under) = (fraction.over.unsigned_abs(), fraction.under.unsigned_abs());
    let (mut digits, mut rest) = (Vec::with_capacity(places + 1), over % under);
    // Writing to a vector cannot fail.
    let _ = write!(digits, "{}", over / under);
    // As many digits at once as there is room for, here and in a word.
    let most = ((u128::MAX / under).ilog10() as usize).min(19);
    while places > 0 {
        let now = places.min(most);
        (now > 0).then_some(())?;
        rest *= 10_u128.pow(now as u32);
        let (mut next, written) = ((rest / under) as u64, digits.len());
        digits.resize(written + now, b'0');
        for digit in digits[written..].iter_mut().rev() {
            *digit += (next % 10) as u8;
            next /= 10;
        }
        (rest, places) = (rest % under, places - now);
    }
    Some((String::from_utf8(digits).ok()?, rest == 0))
}

//! Rationals as decimal digits, exactly truncated or rounded.

use dashu_int::{IBig, UBig};

use super::Rational;

impl Rational {
    /// The decimal expansion cut after `places` digits; an ellipsis says that it goes on.
    ///
    /// ```
    /// use rational_bluff::exact::Rational;
    /// assert_eq!(Rational::ratio(113, 1134).decimal(21), "0.099647266313932980599…");
    /// assert_eq!(Rational::ratio(-1, 8).decimal(21), "-0.125");
    /// ```
    pub fn decimal(&self, places: usize) -> String {
        let (numerator, denominator) = self.to_big_parts();
        let scale = UBig::from(10u8).pow(places);
        let shifted = numerator.clone() * IBig::from(scale);
        let (negative, magnitude) = (numerator < IBig::ZERO, unsigned(shifted));
        let digits = format!("{:0>width$}", (&magnitude / &denominator).to_string(), width = places + 1);
        let exact = (&magnitude % &denominator).is_zero();
        let (whole, fraction) = digits.split_at(digits.len() - places);
        let sign = if negative { "-" } else { "" };
        if !exact {
            return format!("{sign}{whole}.{fraction}…");
        }
        match fraction.trim_end_matches('0') {
            "" => format!("{sign}{whole}"),
            fraction => format!("{sign}{whole}.{fraction}"),
        }
    }

    /// Ten significant digits the way Maple prints a float: `.9964726631e-1`, `.1111111111`, `0.`.
    ///
    /// ```
    /// use rational_bluff::exact::Rational;
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
        let mut mantissa = (&magnitude * &ten.pow(SIGNIFICANT as usize) + Self::ratio(1, 2)).floor();
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

fn unsigned(number: IBig) -> UBig {
    number.into_parts().1
}

use crate::exact::{Interval, Rational, pi, trigamma};

use super::error::check_length;
use super::real::certified;
use super::{ContinuousError, Digits, Real};

/// The one-street game with hands uniform on [0, 1] and every multiple of a step as a bet.
///
/// With `h = 2/δ` the value is `Z/(6 + Z)`, where `Z = 6h³ψ₁(h) − 6h² − 3h` and
/// `ψ₁(h) = Σ 1/(m + h)²`. Where `2h` is whole it is a fraction in π²; for whole bets
/// `(4π² − 39)/(4π² − 36)`. As the step shrinks it tends to 1/7, Newman's value with all real bets.
/// Units: antes. Source: docs/DERIVATIONS.md#bets-on-a-grid.
///
/// ```
/// use rational_bluff::{continuous::{Digits, Grid}, exact::Rational};
/// let whole_bets = Grid::new(Rational::ONE, Digits::default())?;
/// assert_eq!(whole_bets.value.decimal(20), "0.13753886357926601149…");
/// assert_eq!(whole_bets.formula().unwrap(), "(4π² − 39)/(4π² − 36)");
/// # Ok::<(), rational_bluff::continuous::ContinuousError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The step δ: bets are 0, δ, 2δ, …
    pub step: Rational,
    /// The value to player I, in antes per hand, and the mass of the hands that bluff.
    pub value: Real,
}

impl Grid {
    /// The game with all multiples of `step`, its value to so many digits.
    ///
    /// Errors: `StepNotPositive`, `TooLong`.
    pub fn new(step: Rational, digits: Digits) -> Result<Self, ContinuousError> {
        if !step.is_positive() {
            return Err(ContinuousError::StepNotPositive { given: step });
        }
        check_length([&step])?;
        let h = &Rational::from(2) / &step;
        let [value] = certified(digits, |bits| Some([enclosed(&h, bits)?]))?;
        Ok(Self { step, value: Real::Within(value) })
    }

    /// The value as a fraction in π², where 4/δ is whole and small enough to be read.
    pub fn formula(&self) -> Option<String> {
        let (over, under, factor) = self.in_pi()?;
        Some(format!("({factor}π² − {over})/({factor}π² − {under})"))
    }

    /// The value by π instead of the trigamma function, where there is a formula: another way to
    /// the same number.
    pub fn by_pi(&self, bits: usize) -> Option<Interval> {
        let (over, under, factor) = self.in_pi()?;
        let working = bits + 64 + factor.bits();
        let square = pi(working).pow(2).times(&factor);
        let minus = |number: &Rational| &square - &Interval::of(number, working);
        Some(minus(&over).over(&minus(&under))?.with_bits(bits))
    }

    /// `p`, `q`, `f` without a common divisor for the value `(f π² − p)/(f π² − q)`.
    ///
    /// From `ψ₁(h) = π²/6 − Σ_{m<h} 1/m²` for whole `h`, and `π²/2 − Σ_{m<2h, odd} 4/m²` for
    /// half-whole ones.
    fn in_pi(&self) -> Option<(Rational, Rational, Rational)> {
        const LONGEST: i128 = 40;
        let h = &Rational::from(2) / &self.step;
        let doubled = (&h * &Rational::from(2)).to_i128().filter(|doubled| *doubled <= LONGEST)?;
        let whole = doubled % 2 == 0;
        let (factor, missing): (Rational, Rational) = if whole {
            (
                Rational::ratio(1, 6),
                (1..doubled / 2).map(|m| Rational::ONE / Rational::from(m * m)).sum(),
            )
        } else {
            let odd = (1..doubled).step_by(2);
            (Rational::ratio(1, 2), odd.map(|m| Rational::from(4) / Rational::from(m * m)).sum())
        };
        // The value is (2h³ψ₁ − 2h² − h)/(2h³ψ₁ − 2h² − h + 2).
        let (two, cube) = (Rational::from(2), &h.pow(3) * &Rational::from(2));
        let over = &(&cube * &missing) + &(&two * &h.pow(2) + &h);
        let (under, factor) = (&over - &two, &cube * &factor);
        let ratios = [&over / &factor, &under / &factor];
        let scale = Rational::common_denominator(ratios.iter());
        let [over, under] = ratios.map(|ratio| ratio * &scale);
        Some((over, under, scale))
    }
}

fn enclosed(h: &Rational, bits: usize) -> Option<Interval> {
    // The terms of Z are as long as h³ and cancel to a number of at most 1.
    let working = bits + 32 + 3 * h.bits();
    let square = h.pow(2);
    let cubed = trigamma(h, working)?.times(&(&(&square * h) * &Rational::from(6)));
    let known = &square * &Rational::from(6) + h * &Rational::from(3);
    let z = &cubed - &Interval::of(&known, working);
    Some(z.over(&(&z + &Interval::of(&Rational::from(6), working)))?.with_bits(bits))
}

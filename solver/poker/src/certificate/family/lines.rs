use std::fmt;

use bluff_exact::germ::Onset;
use bluff_exact::{Polynomial, Rational};

use super::ClassGap;

/// The greatest slope and constant of a line.
pub(super) const MAX_LINE: i64 = 1_000_000_000_000_000;

/// A card that depends on `m`: `slope m + constant`. The order is that of large `m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WholeLine {
    /// Cards for each `m`.
    pub slope: i64,
    /// Cards at `m = 0`.
    pub constant: i64,
}

impl WholeLine {
    /// No card.
    pub(super) const ZERO: Self = Self { slope: 0, constant: 0 };

    /// The line as a polynomial in `m`.
    pub fn polynomial(self) -> Polynomial {
        Polynomial::new(vec![Rational::from(self.constant), Rational::from(self.slope)])
    }
}

/// The line as text: `7m + 4`.
impl fmt::Display for WholeLine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { slope, constant } = *self;
        match slope {
            0 => return write!(formatter, "{constant}"),
            1 => formatter.write_str("m")?,
            slope => write!(formatter, "{slope}m")?,
        }
        match constant {
            0 => Ok(()),
            constant if constant < 0 => write!(formatter, " − {}", constant.unsigned_abs()),
            constant => write!(formatter, " + {constant}"),
        }
    }
}

/// Runs of cards between neighbouring lines.
pub(super) struct Refinement {
    /// The last card before each run, and the last card of all.
    pub(super) ends: Vec<WholeLine>,
    /// The runs between the ends, in order.
    pub(super) runs: Vec<RefinedRun>,
}

/// A run of cards as polynomials in `m`.
pub(super) struct RefinedRun {
    pub(super) first: Polynomial,
    pub(super) last: Polynomial,
    pub(super) size: Polynomial,
    /// Half of the sum of the first and the last card.
    pub(super) mean: Polynomial,
}

impl Refinement {
    /// The deck cut at all these lines, which keep their order from the onset on.
    pub(super) fn new(
        deck: WholeLine,
        cuts: impl Iterator<Item = WholeLine>,
        onset: &mut Onset,
    ) -> Result<Self, ClassGap> {
        let mut ends: Vec<WholeLine> = cuts.chain([WholeLine::ZERO, deck]).collect();
        ends.sort_unstable();
        ends.dedup();
        for pair in ends.windows(2) {
            let (slope, constant) =
                (pair[1].slope - pair[0].slope, pair[1].constant - pair[0].constant);
            if !onset.line_holds(slope.into(), constant.into()) {
                let ([one, other], from) = ([pair[0], pair[1]], onset.from());
                return Err(ClassGap(format!(
                    "the ends {one} and {other} of runs are not in this order for every m ≥ {from}"
                )));
            }
        }
        let outside = ends.iter().find(|end| **end < WholeLine::ZERO || **end > deck);
        if let Some(end) = outside {
            return Err(ClassGap(format!("a run ends with card {end}, expected 0 to {deck}")));
        }
        let half = Rational::ratio(1, 2);
        let run = |pair: &[WholeLine]| {
            let (before, last) = (pair[0].polynomial(), pair[1].polynomial());
            let first = before.plus(&Polynomial::constant(Rational::ONE));
            let mean = first.plus(&last).scaled(&half);
            RefinedRun { size: last.minus(&before), mean, first, last }
        };
        Ok(Self { runs: ends.windows(2).map(run).collect(), ends })
    }

    /// For each run of this refinement, that of the given runs in which it lies.
    pub(super) fn spread<'a, T>(&self, runs: &'a [T], to: impl Fn(&T) -> WholeLine) -> Vec<&'a T> {
        let mut at = 0;
        let on = |end: &WholeLine| {
            while to(&runs[at]) < *end {
                at += 1;
            }
            &runs[at]
        };
        self.ends[1..].iter().map(on).collect()
    }
}

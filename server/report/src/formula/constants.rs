//! The constant of a formula over two periods, as a picture.

use std::collections::BTreeSet;

use rational_bluff::exact::Rational;

use crate::picture::minus;
use crate::picture::plot::{Plot, PlotMarks, PlotPlace, Series};

/// Decks that one picture holds.
pub const DRAWN_DECKS: u64 = 1_200;
/// Decks that are all named below the picture.
const NAMED: u64 = 24;
/// Constants that are all named at the left.
const HEIGHTS: usize = 7;

/// The constants of a formula, as they are drawn.
pub(super) struct Constants<'a> {
    /// The label of the game without a deck.
    pub(super) label: &'a str,
    /// The constants of one period.
    pub(super) constants: Vec<&'a Rational>,
    /// The values of decks.
    pub(super) value: &'a dyn Fn(u64) -> Rational,
    /// True if decks whose constant is 0 are worth the limit.
    pub(super) zero_is_limit: bool,
    /// The deck whose residue has a ring.
    pub(super) at: Option<u64>,
}

impl Constants<'_> {
    /// `c` over two periods, with its centres of symmetry.
    pub(super) fn plot(&self) -> Plot {
        let period = self.constants.len() as u64;
        let constant = |n: u64| self.constants[(n % period) as usize];
        // The first period begins with a residue 0 that is a deck.
        let first = period * 2_u64.div_ceil(period);
        let last = first + (2 * period).min(DRAWN_DECKS);
        let points = (first..=last).map(|deck| {
            let constant = constant(deck);
            (deck as f64, constant.to_f64(), self.zero_is_limit && constant.is_zero())
        });
        let place = |deck: u64| PlotPlace {
            n: deck,
            address: Some(format!("/{}", self.label.replacen('/', &format!("/n{deck}-"), 1))),
            words: format!(
                "n = {deck}: c = {}, v = {}",
                minus(constant(deck)),
                minus(&(self.value)(deck))
            ),
        };
        let series = Series { name: String::new(), points: points.collect(), line: None };
        let ringed = |deck: &u64| self.at.is_some_and(|n| deck % period == n % period);
        Plot {
            places: (first..=last).map(place).collect(),
            marks: Some(PlotMarks {
                heights: heights(&self.constants),
                named: named(first, last, period),
                mirrors: mirror(&self.constants)
                    .map(|sum| mirrors(first, last, period, sum))
                    .unwrap_or_default(),
                ringed: (first..=last).filter(ringed).collect(),
            }),
            ..Plot::over_decks("c, in antes".to_owned(), vec![series])
        }
    }
}

/// Whole `s`, 0 to 2, with `c(r) = c(s − r)` for every residue.
fn mirror(constants: &[&Rational]) -> Option<u64> {
    let period = constants.len();
    let at = |r: usize| constants[r % period];
    (0..=2).find(|sum| (0..period).all(|r| at(r) == at(sum + 2 * period - r))).map(|sum| sum as u64)
}

/// Centres of symmetry of `c(r) = c(s − r)`, half a period behind the start of each. The others,
/// at the starts, are told by the dots.
fn mirrors(first: u64, last: u64, period: u64, sum: u64) -> Vec<f64> {
    let centre = (period + sum) as f64 / 2.0;
    let centres = (first..last).step_by(period as usize).map(|start| start as f64 + centre);
    centres.filter(|centre| *centre < last as f64).collect()
}

/// Decks named below: all of them, or the ends of the periods.
fn named(first: u64, last: u64, period: u64) -> Vec<u64> {
    let step = match last - first {
        0..=NAMED => 1,
        _ if period <= DRAWN_DECKS / 2 => period,
        decks => decks / 6,
    };
    (first..=last).step_by(step as usize).collect()
}

/// The constants that are named at the left, if they are few.
fn heights(constants: &[&Rational]) -> Vec<(f64, String)> {
    let constants: BTreeSet<&&Rational> = constants.iter().collect();
    if constants.len() > HEIGHTS {
        return Vec::new();
    }
    constants.into_iter().map(|constant| (constant.to_f64(), minus(constant))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_have_a_mirror_or_none() {
        let found = |numbers: &[i64]| {
            let constants: Vec<Rational> = numbers.iter().map(|n| Rational::from(*n)).collect();
            mirror(&constants.iter().collect::<Vec<_>>())
        };
        // Kuhn's game with bet 1, in eighteenths; one raise; no symmetry.
        assert_eq!(found(&[9, 2, 9, 6, 11, 6]), Some(2));
        assert_eq!(found(&[0, 0, -1, 5, -1]), Some(1));
        assert_eq!(found(&[1, 2, 4, 3, 9]), None);
    }
}

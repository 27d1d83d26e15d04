use serde::{Deserialize, Serialize};
use statrs::distribution::{Binomial, ChiSquared, ContinuousCDF, DiscreteCDF};

use super::NotChecked;
use bluff_exact::partition_point;

/// The probability that fair deals are called unfair, shared among all tests of a sample.
pub const FAMILY_LEVEL: f64 = 1e-6;

/// The probability with which a deviation of size [`Test::detects`] is found.
const SURELY: f64 = 0.999;

/// Cells of which fewer are expected are put together: below, a statistic does not follow its law
/// so far out.
pub(super) const LEAST: f64 = 10.0;

/// The tail of chi-square is taken so many times. Where each cell expects [`LEAST`] or more, the
/// exact tail of [`distance`] is at most three times that of chi-square, for every probability from
/// 10⁻⁴ to 10⁻¹⁰: the worst case, three equal cells, has 2.94, because few counts are possible;
/// by a saddle point, 4,096 cells have 2.1. Pearson's would be up to 250 times as large.
const MARGIN: f64 = 3.0;

/// The law of a statistic when the deals are fair.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StatisticLaw {
    /// Chi-square with so many degrees of freedom.
    ChiSquare(u64),
    /// The number of deals in which a seat has that card, of all, which is the farthest off; of one
    /// card, the deals with the rarer of two answers. Binomial.
    #[serde(rename_all = "kebab-case")]
    Farthest {
        /// Cards in the deck; 1 of an answer.
        cards: u64,
        /// Deals.
        deals: u64,
        /// The probability that the seat has a given card, or of the answer.
        chance: f64,
    },
    /// Always 0: one single case decides.
    Zero,
}

/// A statistic with its law.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finding {
    pub(crate) name: String,
    pub(crate) statistic: f64,
    pub(crate) law: StatisticLaw,
    /// The number of deals it rests on.
    pub(crate) deals: u64,
}

/// A statistic judged. This decision alone is made in floating point: chance is never certain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    /// The property that is tested.
    pub name: String,
    /// The distance of the counts from the expected ones.
    pub statistic: f64,
    /// Its law if the deals are fair.
    pub law: StatisticLaw,
    /// The probability that fair deals come so far.
    pub p_value: f64,
    /// Rejected below this.
    pub level: f64,
    /// The verdict.
    pub verdict: TestVerdict,
    /// The probability that another sample of the same size is rejected if the truth is as far off
    /// as this one suggests.
    pub power: f64,
    /// The least deviation that is found with probability 0.999: of the probabilities of all cells,
    /// relative, as a root mean square.
    pub detects: f64,
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestVerdict {
    /// Nothing speaks against fair deals.
    Passed,
    /// Fair deals come so far with a probability below the level.
    Rejected,
}

impl Finding {
    /// These counts against this law. Two cells have an exact one, the binomial law.
    pub(super) fn fit(name: String, counts: &[u64], law: &[f64], deals: u64) -> Self {
        let cells = put_together(counts, law);
        let (statistic, law) = match cells[..] {
            [one, other] => {
                let total = counts.iter().sum();
                let (count, expected) = if one.1 <= other.1 { one } else { other };
                let chance = expected / (one.1 + other.1);
                (count, StatisticLaw::Farthest { cards: 1, deals: total, chance })
            }
            _ => (distance(&cells), StatisticLaw::ChiSquare(cells.len() as u64 - 1)),
        };
        Self { name, statistic, law, deals }
    }

    /// Rows of cards, by column the count of those that went there and the expected one.
    ///
    /// Cards of one deal are drawn without replacement, so cells are less independent than those of
    /// a contingency table: the covariance is that of a random permutation of `k` cards, a product
    /// of two projections times k / (k − 1). Without degrees of freedom if a cell expects too few.
    pub(super) fn of_cards(name: String, rows: &[Vec<(f64, f64)>], k: f64, deals: u64) -> Self {
        let is_enough = rows.iter().flatten().all(|cell| cell.1 >= LEAST);
        let columns = rows.first().map_or(1, Vec::len);
        let freedom = if is_enough { (rows.len() - 1) * (columns - 1) } else { 0 };
        let statistic = rows.iter().map(|row| distance(row)).sum::<f64>() * (k - 1.0) / k;
        Self { name, statistic, law: StatisticLaw::ChiSquare(freedom as u64), deals }
    }

    /// The probability of a statistic at least as large.
    pub(super) fn p_value(&self) -> f64 {
        self.law.beyond(self.statistic, 0.0)
    }
}

impl StatisticLaw {
    /// The probability of a statistic beyond `bound` if reality is off by so much: a noncentrality.
    ///
    /// Noncentral chi-square by Patnaik's approximation.
    fn beyond(self, bound: f64, off: f64) -> f64 {
        let bound = bound.abs();
        match self {
            Self::ChiSquare(freedom) => {
                let freedom = freedom as f64;
                let scale = (freedom + 2.0 * off) / (freedom + off);
                let fitted = (freedom + off).powi(2) / (freedom + 2.0 * off);
                let tail = ChiSquared::new(fitted).map_or(1.0, |law| law.sf(bound / scale));
                // What is far off is found as often as chi-square says.
                if off > 0.0 { tail } else { (MARGIN * tail).min(1.0) }
            }
            Self::Farthest { cards, deals, chance } => {
                let tails = Binomial::new(chance, deals).map_or(0.5, |law| {
                    let more = law.sf((bound - 1.0).max(0.0) as u64);
                    let least = if bound < 1.0 { 1.0 } else { more };
                    least.min(law.cdf(bound as u64))
                });
                (2.0 * tails * cards as f64).min(1.0)
            }
            Self::Zero => f64::from(u8::from(bound <= 0.0 || off > 0.0)),
        }
    }
}

/// The test that a seat has each of so many cards in a part of the deals, and how likely it finds a
/// bias of one card.
#[derive(Clone, Copy, Debug)]
pub(super) struct CardBias {
    pub(super) cards: u64,
    /// The probability without a bias.
    pub(super) chance: f64,
    pub(super) level: f64,
}

impl CardBias {
    /// The most deals that are proposed.
    const MOST: u64 = 1 << 50;

    /// The least number of deals in which a bias is found with this probability, or the most.
    pub(super) fn deals(self, bias: f64, found: f64) -> u64 {
        let enough = |deals: u64| self.power(deals, bias) >= found;
        let top = (0..50).map(|bits| 1 << bits).find(|deals| enough(*deals)).unwrap_or(Self::MOST);
        partition_point(top / 2..top, |deals| !enough(deals))
    }

    /// The least bias that is found in so many deals with this probability; `None` if none is.
    pub(super) fn least(self, deals: u64, found: f64) -> Option<f64> {
        let enough = |bias: f64| self.power(deals, bias) >= found;
        let top = 1.0 - self.chance;
        enough(top).then(|| narrowed(top, 50, |bias| !enough(bias)))
    }

    /// The probability that a bias is found in so many deals: that the number of deals with the
    /// card is one that the test rejects.
    fn power(self, deals: u64, bias: f64) -> f64 {
        let Self { cards, chance, level } = self;
        let law = StatisticLaw::Farthest { cards, deals, chance };
        let is_rejected = |count: u64| law.beyond(count as f64, 0.0) < level;
        let biased = Binomial::new((chance + bias).clamp(0.0, 1.0), deals);
        let due = (chance * deals as f64) as u64;
        let few = partition_point(0..due, is_rejected);
        let many = partition_point(due..deals + 1, |count| !is_rejected(count));
        biased.map_or(0.0, |law| {
            let below = if few > 0 { law.cdf(few - 1) } else { 0.0 };
            let above = if many > deals { 0.0 } else { law.sf(many.saturating_sub(1)) };
            below + above
        })
    }
}

/// A number between 0 and this one above which something no longer holds, after so many halvings.
fn narrowed(mut top: f64, halvings: usize, holds: impl Fn(f64) -> bool) -> f64 {
    let mut low = 0.0;
    for _ in 0..halvings {
        let middle = f64::midpoint(low, top);
        *(if holds(middle) { &mut low } else { &mut top }) = middle;
    }
    top
}

/// The argument at which a monotone function takes this value.
fn solved(value: f64, falls: bool, function: impl Fn(f64) -> f64) -> f64 {
    let is_below = |x: f64| (function(x) > value) == falls;
    let mut top = 1.0;
    while is_below(top) && top < 1e12 {
        top *= 2.0;
    }
    narrowed(top, 60, is_below)
}

/// Judges all findings of a sample together: the level of the family is shared evenly (Bonferroni).
///
/// Errors: `NoNumber` for a statistic that is none, which could neither pass nor be rejected.
pub(super) fn judged(findings: Vec<Finding>) -> Result<Vec<Test>, NotChecked> {
    let level = FAMILY_LEVEL / findings.len().max(1) as f64;
    let judged = |finding: Finding| match finding.statistic.is_nan() || finding.p_value().is_nan() {
        true => Err(NotChecked::NoNumber { test: finding.name }),
        false => Ok(judge(finding, level)),
    };
    findings.into_iter().map(judged).collect()
}

fn judge(finding: Finding, level: f64) -> Test {
    let p_value = finding.p_value();
    let Finding { name, statistic, law, deals } = finding;
    let verdict = if p_value < level { TestVerdict::Rejected } else { TestVerdict::Passed };
    let count = deals.max(1) as f64;
    if let StatisticLaw::Farthest { cards, deals, chance } = law {
        let bias = CardBias { cards, chance, level };
        let power = bias.power(deals, statistic / count - chance);
        // Of two answers both are off, by as much.
        let relative = if cards == 1 { (chance * (1.0 - chance)).sqrt() } else { chance };
        let detects = bias.least(deals, SURELY).unwrap_or(1.0) / relative;
        return Test { name, statistic, law, p_value, level, verdict, power, detects };
    }
    let (bound, seen, detects) = match law {
        StatisticLaw::ChiSquare(freedom) => {
            let bound = solved(level, true, |bound| law.beyond(bound, 0.0));
            let off = solved(SURELY, false, |off| law.beyond(bound, off));
            (bound, (statistic - freedom as f64).max(0.0), (off / count).sqrt())
        }
        _ => (1.0, statistic.abs(), -(1.0 - SURELY).ln() / count),
    };
    Test { name, statistic, law, p_value, level, verdict, power: law.beyond(bound, seen), detects }
}

/// The [`distance`] of rows of counts, each against the same law of the columns, and its degrees of
/// freedom.
///
/// The law of the rows is not asked for. Rows that expect few of everything are left out, which
/// depends on the sum of the row alone.
pub(super) fn distance_of_rows(counts: &[u64], law: &[f64]) -> (f64, u64) {
    let rows = counts.chunks(law.len().max(1)).map(|row| put_together(row, law));
    let add = |(sum, freedom), row: Vec<_>| (sum + distance(&row), freedom + row.len() as u64 - 1);
    rows.fold((0.0, 0), add)
}

/// Counts with the expected ones; those of which few are expected are put together. Which they are
/// depends on the sum of the counts alone.
fn put_together(counts: &[u64], law: &[f64]) -> Vec<(f64, f64)> {
    let total = counts.iter().sum::<u64>() as f64;
    let mut rest = (0.0, 0.0);
    let mut cells: Vec<(f64, f64)> = Vec::new();
    for (&count, share) in counts.iter().zip(law) {
        let (count, expected) = (count as f64, total * share);
        if expected < LEAST {
            rest = (rest.0 + count, rest.1 + expected);
        } else {
            cells.push((count, expected));
        }
    }
    match cells.last_mut() {
        Some(last) if rest.1 < LEAST => *last = (last.0 + rest.0, last.1 + rest.1),
        _ => cells.push(rest),
    }
    cells
}

/// The likelihood ratio G² of a row of counts against the expected ones, divided by Bartlett's
/// correction of its mean; 0 of a single cell.
fn distance(row: &[(f64, f64)]) -> f64 {
    let of_cell = |&(count, expected): &(f64, f64)| {
        let logarithm = if count > 0.0 { count * (count / expected).ln() } else { 0.0 };
        2.0 * (logarithm - (count - expected))
    };
    let total: f64 = row.iter().map(|cell| cell.1).sum();
    let excess = row.iter().map(|cell| cell.1.recip()).sum::<f64>() - total.recip();
    match row.len() {
        0 | 1 => 0.0,
        cells => {
            let mean = 1.0 + excess / (6.0 * (cells - 1) as f64);
            row.iter().map(of_cell).sum::<f64>() / mean
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Quantiles as tables print them.
    #[test]
    fn laws_are_those_of_the_tables() {
        let close = |given: f64, expected: f64| {
            assert!((given / expected - 1.0).abs() < 2e-3, "{given}, {expected}")
        };
        close(StatisticLaw::ChiSquare(1).beyond(10.828, 0.0), MARGIN * 0.001);
        close(StatisticLaw::ChiSquare(100).beyond(149.449, 0.0), MARGIN * 0.001);
        // Noncentral: Haynam, Govindarajulu and Leone, 90 per cent at level 0.05 with 10 degrees of
        // freedom need 20.53.
        assert!((StatisticLaw::ChiSquare(10).beyond(18.307, 20.53) - 0.9).abs() < 0.01);
    }

    /// Twice the exact tails of 520 deals, in one of 52 of which a card comes again.
    #[test]
    fn two_answers_have_their_binomial_law() {
        let fit = |count| {
            let counts = [520 - count, count];
            Finding::fit(String::new(), &counts, &[51.0 / 52.0, 1.0 / 52.0], 520).p_value()
        };
        for (count, tail) in
            [(27, 4.865_089_092_079e-6), (35, 3.304_025_877_411e-10), (1, 4.611_251_536_866e-4)]
        {
            let found = fit(count);
            assert!((found / (2.0 * tail) - 1.0).abs() < 1e-9, "{count}: {found:e}");
        }
        assert!(fit(10) > 0.99);
    }

    /// All counts of three cells, of which the first two expect ten: the distances that are called
    /// so unlikely are no more likely than that, nor much less.
    #[test]
    fn the_tail_is_no_heavier_than_its_law() {
        let (deals, rare) = (1_000_u64, 0.01_f64);
        let power = |base: f64, count: u64| base.ln() * count as f64;
        let factorial = statrs::function::factorial::ln_factorial;
        let mut found = [0.0; 3];
        let levels = [1e-4, 1e-6, 1e-8];
        for one in 0..70 {
            for two in 0..70 {
                let rest = deals - one - two;
                let choices = [one, two, rest].map(factorial).iter().sum::<f64>();
                let probability = factorial(deals) - choices
                    + power(rare, one + two)
                    + power(1.0 - 2.0 * rare, rest);
                let law = [rare, rare, 1.0 - 2.0 * rare];
                let p_value = Finding::fit(String::new(), &[one, two, rest], &law, deals).p_value();
                for (sum, level) in found.iter_mut().zip(levels) {
                    *sum += if p_value < level { probability.exp() } else { 0.0 };
                }
            }
        }
        for (found, level) in found.into_iter().zip(levels) {
            assert!((level / 30.0..=level).contains(&found), "{level}: {found:e}");
        }
    }

    #[test]
    fn what_is_found_surely_is_found_surely() {
        let finding =
            |statistic, law| Finding { name: String::new(), statistic, law, deals: 1_000_000 };
        let law = StatisticLaw::ChiSquare(51);
        let test = judge(finding(51.0, law), 1e-7);
        assert_eq!(test.verdict, TestVerdict::Passed);
        let size = test.detects * 1000.0;
        let test = judge(finding(51.0 + size * size, law), 1e-7);
        assert_eq!(test.verdict, TestVerdict::Rejected);
        assert!((test.power - SURELY).abs() < 1e-6, "{}", test.power);
        assert_eq!(judge(finding(1.0, StatisticLaw::Zero), 1e-7).verdict, TestVerdict::Rejected);
        assert_eq!(judge(finding(0.0, StatisticLaw::Zero), 1e-7).verdict, TestVerdict::Passed);
    }

    #[test]
    fn a_statistic_that_is_no_number_is_an_error() {
        let nan = Finding {
            name: "nan".to_owned(),
            statistic: f64::NAN,
            law: StatisticLaw::ChiSquare(3),
            deals: 10,
        };
        assert_eq!(judged(vec![nan]), Err(NotChecked::NoNumber { test: "nan".to_owned() }));
    }

    #[test]
    fn small_cells_are_put_together() {
        // Expected 50, 45 and 5: the last joins the second.
        assert_eq!(put_together(&[60, 40, 0], &[0.5, 0.45, 0.05]), [(60.0, 50.0), (40.0, 50.0)]);
        // A row of five says nothing.
        let (found, freedom) = distance_of_rows(&[60, 40, 5, 0], &[0.5, 0.5]);
        let expected = 120.0 * 1.2_f64.ln() + 80.0 * 0.8_f64.ln();
        assert!((found - expected / 1.005).abs() < 1e-9 && freedom == 1, "{found}");
        assert_eq!(distance_of_rows(&[], &[]), (0.0, 0));
    }
}

//! The constant over two periods.

use std::collections::BTreeSet;

use bluff_report::picture::minus;
use maud::{Markup, html};
use rational_bluff::exact::Rational;

use super::super::chart::{Chart, ChartMarks, ChartSeries, DeckPoint};

/// Decks that one plot holds.
const DRAWN: u64 = 1_200;
/// Decks that are all named below the plot.
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
    /// The quantity that is drawn.
    pub(super) name: Markup,
    /// True if decks whose constant is 0 are worth the limit.
    pub(super) zero_is_limit: bool,
    /// Whole `s` with `c(r) = c(s − r)`.
    pub(super) mirror: Option<u64>,
}

/// `c` over two periods, with its centres of symmetry; the decks of the residue of `n` have a
/// ring.
pub(super) fn constants(drawn: &Constants<'_>, n: u64) -> Markup {
    let period = drawn.constants.len() as u64;
    let constant = |n: u64| drawn.constants[(n % period) as usize];
    // The first period begins with a residue 0 that is a deck.
    let first = period * 2_u64.div_ceil(period);
    let last = first + (2 * period).min(DRAWN);
    let points = (first..=last).map(|deck| {
        let constant = constant(deck);
        (deck, constant.to_f64(), drawn.zero_is_limit && constant.is_zero())
    });
    let deck = |deck: u64| DeckPoint {
        n: deck,
        address: Some(format!("/{}", drawn.label.replacen('/', &format!("/n{deck}-"), 1))),
        words: format!("n = {deck}: c = {}, v = {}", constant(deck), (drawn.value)(deck)),
    };
    let chart = Chart {
        name: String::new(),
        series: vec![ChartSeries { name: String::new(), points: points.collect(), line: None }],
        decks: (first..=last).map(deck).collect(),
        marks: Some(ChartMarks {
            heights: heights(&drawn.constants),
            named: named(first, last, period),
            mirrors: drawn.mirror.map(|sum| mirrors(first, last, period, sum)).unwrap_or_default(),
            ringed: (first..=last).filter(|deck| deck % period == n % period).collect(),
        }),
    };
    html! {
        div.marked {
            div.caption {
                p {
                    b { (drawn.name) }
                    " "
                    @if last == first + 2 * period { "over two periods" }
                    @else { "for " (DRAWN) " decks; the period is " (period) }
                }
                @if drawn.zero_is_limit {
                    p { svg width="14" height="14" aria-hidden="true" {
                        circle.same cx="7" cy="7" r="5" {} } " equal to the limit" }
                }
            }
            (chart.drawn())
        }
    }
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
        _ if period <= DRAWN / 2 => period,
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

//! The constant over two periods.

use std::collections::BTreeSet;

use bluff_report::formula::FormulaReport;
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

/// `c` over two periods, with its centres of symmetry; the decks of the residue of `n` have a
/// ring.
pub(super) fn constants(report: &FormulaReport, n: u64) -> Markup {
    let formula = &report.formula;
    let period = formula.period();
    // The first period begins with a residue 0 that is a deck.
    let first = period * 2_u64.div_ceil(period);
    let last = first + (2 * period).min(DRAWN);
    let limit = formula.menu().limit();
    let points = (first..=last).map(|deck| {
        let constant = formula.constant(deck);
        (deck, constant.to_f64(), constant.is_zero())
    });
    let deck = |deck: u64| DeckPoint {
        n: deck,
        address: Some(format!("/{}", report.label.replacen('/', &format!("/n{deck}-"), 1))),
        words: format!("n = {deck}: c = {}, v = {}", formula.constant(deck), formula.value(deck)),
    };
    let chart = Chart {
        name: String::new(),
        series: vec![ChartSeries { name: String::new(), points: points.collect(), line: None }],
        decks: (first..=last).map(deck).collect(),
        marks: Some(ChartMarks {
            heights: heights(report),
            named: named(first, last, period),
            mirrors: mirrors(first, last, period),
            ringed: (first..=last).filter(|deck| deck % period == n % period).collect(),
        }),
    };
    html! {
        div.marked {
            div.caption {
                p {
                    b {
                        i { "n" } "(" i { "n" } " − 1)(" (limit) " − " i { "v" } "(" i { "n" } "))"
                    }
                    " "
                    @if last == first + 2 * period { "over two periods" }
                    @else { "for " (DRAWN) " decks; the period is " (period) }
                }
                p { svg width="14" height="14" aria-hidden="true" {
                    circle.same cx="7" cy="7" r="5" {} } " equal to the limit" }
            }
            (chart.drawn())
        }
    }
}

/// Centres of symmetry: `c(r) = c(1 − r)`, so between decks 0 and 1 of a period, and half a period
/// further. The first kind is told by the hollow dots.
fn mirrors(first: u64, last: u64, period: u64) -> Vec<f64> {
    let centre = (period + 1) as f64 / 2.0;
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
fn heights(report: &FormulaReport) -> Vec<(f64, String)> {
    let constants: BTreeSet<&Rational> =
        report.formula.residues().iter().map(|residue| &residue.constant).collect();
    if constants.len() > HEIGHTS {
        return Vec::new();
    }
    constants.into_iter().map(|constant| (constant.to_f64(), minus(constant))).collect()
}

//! The table of residues: constant and strategies of each class of decks.

use std::ops::Range;

use bluff_report::formula::{FormulaReport, ResidueMasses};
use bluff_report::picture::minus;
use maud::{Markup, html};
use rational_bluff::exact::Rational;

use super::math::marked;
use crate::page::parts::frame::wide;

/// Residues that a table holds.
const COLUMNS: u64 = 24;

/// A row of the table: its name, and its cell for each residue.
type Row = (Markup, Vec<Markup>);

/// The residues that a table shows; that of `n` is shaded.
pub(super) struct ResidueColumns {
    here: u64,
    shown: Range<u64>,
}

impl ResidueColumns {
    /// The columns around a residue.
    pub(super) fn around(residue: u64, n: u64, period: u64) -> Self {
        let first = residue % period / COLUMNS * COLUMNS;
        Self { here: n % period, shown: first..(first + COLUMNS).min(period) }
    }

    pub(super) fn cells(&self, cell: impl Fn(u64) -> Markup) -> Vec<Markup> {
        self.shown.clone().map(cell).collect()
    }

    /// The table: the name of the constant `c` and its row, then the others.
    pub(super) fn table(
        &self,
        corner: &Markup,
        name: &str,
        constants: Vec<Markup>,
        rows: &[Row],
    ) -> Markup {
        let cells = |cells: &[Markup]| {
            html! { @for (residue, cell) in self.shown.clone().zip(cells) {
                td.here[residue == self.here] { (cell) }
            } }
        };
        wide(
            "Residues",
            &html! {
                table.full {
                    thead { tr {
                        th scope="col" { (corner) }
                        @for residue in self.shown.clone() {
                            th.here[residue == self.here] scope="col" { (residue) }
                        }
                    } }
                    tbody {
                        tr.constant { th scope="row" { (name) " " i { "c" } } (cells(&constants)) }
                        @for (name, row) in rows { tr { th scope="row" { (name) } (cells(row)) } }
                    }
                }
            },
        )
    }
}

/// The residues around the one that is asked for, otherwise around that of `n`.
pub(super) fn table(report: &FormulaReport, n: u64) -> Markup {
    let period = report.formula.period();
    let columns = ResidueColumns::around(report.residue.unwrap_or(n), n, period);
    let constants = columns.cells(|residue| html! { (minus(report.formula.constant(residue))) });
    let masses: Vec<ResidueMasses> =
        columns.shown.clone().map(|residue| report.masses(residue)).collect();
    let corner = html! { i { "n" } " = " (period) i { "m" } " + " i { "r" } ",  " i { "r" } " =" };
    html! {
        (columns.table(&corner, "Defect", constants, &rows(report, &masses)))
        @if period > COLUMNS { (windows(report, n, columns.shown.start)) }
        p.note {
            "Masses of cards: I bluffs with the lowest cards, I bets for value and II calls with \
                the highest. A fraction is a card that does it with that probability."
        }
    }
}

/// Play with each card, a row each: the bluffs, then the bets and calls of each size.
fn rows(report: &FormulaReport, masses: &[ResidueMasses]) -> Vec<Row> {
    let bets = report.formula.menu().bets();
    let row = |name: Markup, cell: &dyn Fn(&ResidueMasses) -> &str| -> Row {
        (name, masses.iter().map(|masses| marked(cell(masses))).collect())
    };
    let mut rows = vec![row(html! { "Bluffs with" }, &|masses| &masses.bluffs)];
    for (at, bet) in bets.iter().enumerate() {
        let (value, calls) = match (bets.len(), at + 1 == bets.len()) {
            (1, _) => (html! { "Bets for value with" }, html! { "Calls with" }),
            (_, true) => (html! { "Bets " (bet) " for value with" }, called(bet)),
            (_, false) => (html! { "Bets " (bet) " or more for value with" }, called(bet)),
        };
        rows.push(row(value, &|masses| &masses.bets[at]));
        rows.push(row(calls, &|masses| &masses.calls[at]));
    }
    rows
}

fn called(bet: &Rational) -> Markup {
    html! { "Calls " (bet) " with" }
}

/// The ways to the other residues.
fn windows(report: &FormulaReport, n: u64, first: u64) -> Markup {
    let period = report.formula.period();
    let window = |name: &str, residue: u64| {
        html! {
            a data-live href=(format!("/formulas/{}?at={n}&residue={residue}", report.label)) {
                (name)
            }
        }
    };
    html! {
        nav.links aria-label="Other residues" {
            @if first > 0 {
                (window("First", 0)) " " (window("Before", first - COLUMNS)) " "
            }
            @if first + COLUMNS < period {
                (window("After", first + COLUMNS)) " " (window("Last", period - 1))
            }
        }
    }
}

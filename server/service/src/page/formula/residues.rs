//! The table of residues: constant and strategies of each class of decks.

use bluff_report::formula::{FormulaReport, ResidueMasses};
use bluff_report::picture::minus;
use maud::{Markup, html};

use super::super::frame::wide;
use super::math::marked;

/// Residues that a table holds.
const COLUMNS: u64 = 24;

/// A row of the table: its name, and its cell for a residue.
type Row = (Markup, Box<dyn Fn(&ResidueMasses) -> String>);

/// The residues around the one that is asked for, otherwise around that of `n`, which is shaded.
pub(super) fn table(report: &FormulaReport, n: u64) -> Markup {
    let period = report.formula.period();
    let here = n % period;
    let asked = report.residue.unwrap_or(here);
    let first = asked - asked % COLUMNS;
    let shown = first..(first + COLUMNS).min(period);
    let masses: Vec<(u64, ResidueMasses)> =
        shown.clone().map(|residue| (residue, report.masses(residue))).collect();
    let shade = |residue: u64| residue == here;
    let table = html! {
        table.full {
            thead { tr {
                th scope="col" { i { "n" } " = " (period) i { "m" } " + " i { "r" } ",  " i { "r" }
                    " =" }
                @for (residue, _) in &masses {
                    th.here[shade(*residue)] scope="col" { (residue) }
                }
            } }
            tbody {
                tr.constant {
                    th scope="row" { "Defect " i { "c" } }
                    @for (residue, _) in &masses { td.here[shade(*residue)] {
                        (minus(report.formula.constant(*residue)))
                    } }
                }
                @for (name, cell) in rows(report) { tr {
                    th scope="row" { (name) }
                    @for (residue, masses) in &masses {
                        td.here[shade(*residue)] { (marked(&cell(masses))) }
                    }
                } }
            }
        }
    };
    html! {
        (wide("Residues", &table))
        @if period > COLUMNS { (windows(report, n, first)) }
        p.note {
            "Masses of cards: I bluffs with the lowest cards, I bets for value and II calls with \
                the highest. A fraction is a card that does it with that probability."
        }
    }
}

/// Play with each card, a row each: the bluffs, then the bets and calls of each size.
fn rows(report: &FormulaReport) -> Vec<Row> {
    let bets = report.formula.menu().bets();
    let several = bets.len() > 1;
    let bluffs: Row =
        (html! { "Bluffs with" }, Box::new(|masses: &ResidueMasses| masses.bluffs.clone()));
    let sizes = bets.iter().enumerate().flat_map(|(at, bet)| {
        let value = match (several, at + 1 == bets.len()) {
            (false, _) => html! { "Bets for value with" },
            (true, true) => html! { "Bets " (bet) " for value with" },
            (true, false) => html! { "Bets " (bet) " or more for value with" },
        };
        let calls = if several {
            html! { "Calls " (bet) " with" }
        } else {
            html! { "Calls with" }
        };
        let value: Row = (value, Box::new(move |masses| masses.bets[at].clone()));
        let calls: Row = (calls, Box::new(move |masses| masses.calls[at].clone()));
        [value, calls]
    });
    [bluffs].into_iter().chain(sizes).collect()
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

//! Formulas of one bet beside its value: one deck with every bet, all whole bets, and the number of
//! pure equilibria.

use bluff_report::formula::{
    BetFunctionReport, FORMULA_FORMS, FormulaForm, FormulaReport, WholeBetsReport,
};
use bluff_report::text::Paint;
use maud::{Markup, html};
use rational_bluff::formula::MAX_BET_DECK;
use rational_bluff::pure::{PureClass, PureCounts};

use super::super::book;
use super::super::frame::{crumbs, wide};
use super::{links, title};

/// One deck as a function of the bet.
pub(super) fn one_deck(report: &BetFunctionReport, forms: &[&FormulaForm]) -> Markup {
    let n = report.function.n();
    let head = html! { (title("von-neumann")) ", " (n) " cards, " span { "every bet at once" } };
    drawn(&report.label(), &head, &report.text(Paint::Plain), forms)
}

/// Newman's game with all whole bets.
pub(super) fn whole_bets(report: &WholeBetsReport, forms: &[&FormulaForm]) -> Markup {
    let head = html! { (title("newman")) ", all whole bets, " span { "every deck at once" } };
    drawn("newman/bmax", &head, &report.text(Paint::Plain), forms)
}

/// The picture of a formula above its words.
fn drawn(label: &str, head: &Markup, text: &str, forms: &[&FormulaForm]) -> Markup {
    // The heading stands above already.
    let words = text.split_once("\n\n").map_or(text, |(_, words)| words);
    html! {
        div data-part="head" {
            (crumbs(&[("/formulas", "Formulas")], label))
            div.head { h1 { (head) } }
        }
        section.panel.board aria-label="Picture" data-part="stage" {
            figure {
                img src=(format!("/formulas/{label}.svg"))
                    alt="The curve that the words below describe";
            }
        }
        section.panel aria-label="Formula" data-part="residues" { pre tabindex="0" { (words) } }
        (links(label, forms))
    }
}

/// The best bet of a deck, and the number of pure equilibria of every deck, beside a formula of one
/// bet.
pub(super) fn beside_one_bet(report: &FormulaReport, n: u64) -> Markup {
    if report.name != "von-neumann" {
        return html! {};
    }
    let deck = if n <= MAX_BET_DECK { n } else { SMALL_DECK };
    let counts = report.formula.menu().bets().first().and_then(|bet| PureCounts::new(bet).ok());
    html! {
        section aria-labelledby="bets" {
            h2 id="bets" { "Other bets" }
            p {
                a href=(format!("/formulas/von-neumann/n{deck}")) {
                    "The value of " (deck) " cards as a function of the bet, and the best one"
                }
                "."
            }
        }
        @if let Some(counts) = counts {
            section aria-labelledby="pure" {
                h2 id="pure" { "Pure equilibria" }
                (wide("Pure equilibria", &pure(counts)))
                p.note {
                    "R(r, m) = r/(" (counts.bet() + 1) "m + r) · C(" (counts.bet() + 1)
                    "m + r, m), a Raney number. Decks up to " (counts.tiny()) " cards have 2, all \
                        others none; "
                    a href=[book::address("PURE_EQUILIBRIA.md")] { "proved for every deck" }
                    "."
                }
                nav.links aria-label="Pure equilibria for programs" {
                    @for form in FORMULA_FORMS.iter().filter(|form| form.counts_pure()) {
                        a href=(format!("/api/v1/pure/{}.{}", report.label, form.suffix))
                            title=(form.about) { (form.title) }
                        " "
                    }
                }
            }
        }
    }
}

/// A deck whose curve is shown beside a deck that is too large.
const SMALL_DECK: u64 = 28;

pub(super) fn pure(counts: PureCounts) -> Markup {
    let period = counts.period();
    html! {
        table.full {
            thead { tr {
                th scope="col" { "Decks" }
                th scope="col" { "Number" }
                th scope="col" { "From" }
            } }
            tbody { @for PureClass { residue, least, r, step, shift } in counts.classes() { tr {
                th scope="row" {
                    i { "n" } " = " (period) i { "j" } @if residue > 0 { " + " (residue) }
                }
                td { "R(" (r) ", " (step) i { "j" } @if shift > 0 { " + " (shift) } ")" }
                td { i { "n" } " = " (period * least + residue) }
            } } }
        }
    }
}

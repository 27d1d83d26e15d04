//! Formulas of one bet beside its value: one deck with every bet, all whole bets, and the number of
//! pure equilibria.

use bluff_report::formula::{
    BetFunctionReport, FORMULA_FORMS, FormulaReport, WholeBetsReport, WrittenFormula,
};
use maud::{Markup, html};
use rational_bluff::formula::MAX_BET_DECK;
use rational_bluff::pure::{PureClass, PureCounts};

use super::deck;
use super::layout::{FormulaPage, laws, listed};
use super::math::{marked, rate_law};
use crate::page::pages::book;
use crate::page::parts::controls::{QueryNumber, alone};
use crate::page::parts::frame::{columns, table, wide};
use crate::page::parts::slider::DECK;

/// One deck as a function of the bet.
pub(super) fn one_deck(report: &BetFunctionReport) -> FormulaPage {
    let n = report.function.n();
    let most = DECK.max(n);
    let deck = QueryNumber { name: "n", title: "Cards", value: n, least: 2, most, within: None };
    let formula = html! {
        section.panel.formula-words aria-label="Formula" {
            @if !report.best_only {
                h3 { (marked(&report.quantity())) " =" }
                table {
                    (columns(["Value", "Bets"]))
                    tbody { @for (formula, bets) in report.pieces() {
                        tr { td { (marked(&formula)) } td { (marked(&bets)) } }
                    } }
                }
                @if report.unlisted() > 0 {
                    p.note { (report.unlisted()) " more pieces; the document has all." }
                }
            }
            (listed(&report.facts()))
        }
    };
    FormulaPage {
        label: report.label(),
        name: "von-neumann".to_owned(),
        words: format!("{n} cards"),
        dials: Some(alone("/formulas/von-neumann/n{n}", &deck)),
        stage: [report.plot().fluid(), formula],
        ..FormulaPage::default()
    }
}

/// Newman's game with all whole bets.
pub(super) fn whole_bets(report: &WholeBetsReport) -> FormulaPage {
    let label = "newman/bmax";
    let deck = report.at.as_ref().map(|deck| deck.n.to_string());
    let input = html! {
        input id="at" name="at" value=[deck] placeholder="1000" autocomplete="off"
            spellcheck="false" title="a whole number of at most 300 digits";
    };
    let shown = html! {
        @for line in report.deck() { p.digits { (marked(&line)) } }
        @if report.at.is_none() {
            p.note { "A deck of up to 300 digits: its value and its distance to the limit." }
        }
    };
    let meaning = html! {
        "The value " i { "V" } " of large decks is not Newman’s 1/7: decks have whole bets only."
    };
    FormulaPage {
        label: label.to_owned(),
        name: "newman".to_owned(),
        words: "all whole bets".to_owned(),
        proof: book::address("ALL_DECKS.md").map(|chapter| (chapter, "line by line")),
        line: Some([html! { "For large " i { "n" } }, rate_law(), meaning]),
        stage: [report.plot().fluid(), deck::panel(label, &input, &shown)],
        rest: laws(&report.facts()),
        ..FormulaPage::default()
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
                        a href=(format!("/api/v1/pure/{}.{}", report.label, form.name.suffix))
                            title=(form.name.about) { (form.title) }
                        " "
                    }
                }
            }
        }
    }
}

/// A deck whose curve is shown beside a deck that is too large.
const SMALL_DECK: u64 = 28;

fn pure(counts: PureCounts) -> Markup {
    let period = counts.period();
    let rows = counts.classes().into_iter().map(|class| {
        let PureClass { residue, least, r, step, shift } = class;
        [
            html! { i { "n" } " = " (period) i { "j" } @if residue > 0 { " + " (residue) } },
            html! { "R(" (r) ", " (step) i { "j" } @if shift > 0 { " + " (shift) } ")" },
            html! { i { "n" } " = " (period * least + residue) },
        ]
    });
    table("full", "", ["Decks", "Number", "From"], rows)
}

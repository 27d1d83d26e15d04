//! A formula that strategies prove: the value of every deck, one class of its strategies drawn, and
//! the certificate.

use bluff_report::formula::{FamilyReport, FamilyRun, WrittenFormula};
use bluff_report::picture::{bars, minus};
use maud::{Markup, html};
use rational_bluff::exact::Rational;
use rational_bluff::game::View;

use super::deck;
use super::layout::{FormulaPage, chosen, constants, laws, verified};
use super::math::{every_deck, fraction, letter, marked, pairs, typeset};
use super::residues::ResidueColumns;
use crate::page::pages::book;
use crate::page::parts::controls::{AnswerPage, form};
use crate::page::parts::glossary::term;

/// Exceptions that are listed.
const LISTED: usize = 24;

pub(super) fn page(report: &FamilyReport) -> FormulaPage {
    let (family, formula) = (&report.family, &report.family.formula);
    let (label, period) = (family.label(), formula.period());
    let (n, kept) = chosen(report.at);
    let constant = html! {
        " modulo " (period)
        @if formula.exceptions.iter().any(|(deck, _)| *deck == n) { ", an exception" }
        @else { ", so " i { "c" } " = " span.exact { (minus(formula.constant(n))) } }
    };
    let plot = constants(report.plot(Some(n)), period, &quantity(report), false);
    FormulaPage {
        name: family.game.name().to_owned(),
        words: format!("bet {}", family.game.stakes().words()),
        proof: Some(("#verify".to_owned(), "checked by the judge")),
        line: Some([every_deck(), quotient(report), sentence(report)]),
        dials: Some(form(AnswerPage::Formula, (&family.game, None), &kept, &[])),
        stage: [plot, deck::at(&label, n, period, &formula.value(n), &constant)],
        residues: Some(html! { (table(report, n)) (class(report, n)) }),
        rest: html! { (laws(&report.facts())) (verify(report)) },
        label,
    }
}

/// `v(n) = (n2 n² + n1 n + c)/(n(n − 1))`, typeset.
fn quotient(report: &FamilyReport) -> Markup {
    let formula = &report.family.formula;
    let sign = |number: &Rational, first: bool| match (number.is_negative(), first) {
        (true, _) => "−",
        (false, true) => "",
        (false, false) => "+",
    };
    let square = html! { msup { (letter("n")) mn { "2" } } };
    typeset(&html! {
        mfrac linethickness="0.05em" {
            mrow {
                mo { (sign(&formula.n2, true)) } (fraction(&formula.n2.abs())) (square)
                @if !formula.n1.is_zero() {
                    mo { (sign(&formula.n1, false)) } (fraction(&formula.n1.abs())) (letter("n"))
                }
                mo { "+" } (letter("c"))
            }
            (pairs())
        }
    })
}

fn sentence(report: &FamilyReport) -> Markup {
    let formula = &report.family.formula;
    html! {
        "The constant " i { "c" } " depends on " i { "n" } " modulo " (formula.period())
        " alone. Large decks approach the " (term("continuous game")) ", which is worth "
        span.exact { (minus(&formula.n2)) } "."
        @if !formula.exceptions.is_empty() {
            " Exceptions: "
            @for (at, (n, value)) in formula.exceptions.iter().take(LISTED).enumerate() {
                @if at > 0 { ", " }
                span.exact { i { "v" } "(" (n) ") = " (minus(value)) }
            }
            "."
        }
    }
}

/// `n(n − 1) v(n) − (n2 n² + n1 n)`.
fn quantity(report: &FamilyReport) -> Markup {
    html! {
        i { "n" } "(" i { "n" } " − 1) " i { "v" } "(" i { "n" } ") − ("
        (marked(&report.quadratic_text().replace('²', "^2"))) ")"
    }
}

/// The constants, around that of `n`.
fn table(report: &FamilyReport, n: u64) -> Markup {
    let formula = &report.family.formula;
    let columns = ResidueColumns::around(n, n, formula.period());
    let constants = columns.cells(|residue| html! { (minus(formula.constant(residue))) });
    columns.table(&html! { i { "n" } " mod " (formula.period()) }, "Constant", constants, &[])
}

/// The strategies of the class that is asked for, otherwise of that of `n`.
fn class(report: &FamilyReport, n: u64) -> Markup {
    let (family, label) = (&report.family, report.family.label());
    let modulus = family.modulus();
    let residue = report.residue.unwrap_or(n % modulus);
    let other = |name: &str, residue: u64| {
        html! {
            a data-live href=(format!("/formulas/{label}?at={n}&residue={residue}")) { (name) }
        }
    };
    let from = family.classes.get(residue as usize).map_or(0, |class| class.from);
    html! {
        h3 { "Decks of " i { "n" } " = " (marked(&family.deck(residue).to_string())) " cards, "
            i { "m" } " ≥ " (from) }
        @for (view, runs) in family.game.views().iter().zip(report.runs(residue)) {
            (strategy(view, &runs, modulus))
        }
        @if modulus > 1 { nav.links aria-label="Other classes" {
            @if residue > 0 { (other("Class before", residue - 1)) " " }
            @if residue + 1 < modulus { (other("Class after", residue + 1)) }
        } }
    }
}

/// A strategy over the deck: its runs drawn to scale of a large deck, and in words.
fn strategy(view: &View, runs: &[FamilyRun], modulus: u64) -> Markup {
    let end = |run: &FamilyRun| run.to as f64 / modulus as f64;
    html! {
        p { b { (view.player) ", " (view.name) } }
        (bars::mixtures(runs.iter().map(|run| (end(run), &run.shares[..]))))
        ul.links {
            @for run in runs { li { (marked(&run.cards)) ": " (marked(&run.play)) } }
        }
    }
}

/// The certificate, and the ways to check it without trusting this page.
fn verify(report: &FamilyReport) -> Markup {
    let family = &report.family;
    let (label, modulus, decks) = (family.label(), family.modulus(), family.decks.len());
    let file = label.replace('/', "-");
    let commands = format!(
        "bluff formula {label} --certificate --json -o {file}.json\n\
         bluff verify {file}.json\n\
         python3 checker/check.py {file}.json"
    );
    verified(
        &html! {
            "Strategies of both players are given for the decks of each of " (modulus)
            " classes, by runs that end at lines in " i { "m" } ". The "
            a href=[book::address("ALL_DECKS.md")] { "judge" } " showed "
            (family.comparisons()) " inequalities for all " i { "m" }
            @if decks > 0 { ", and checked " (decks) " small decks one by one" }
            ". It has not seen how the strategies were found."
        },
        &commands,
        &html! {
            a href=(format!("/api/v1/formulas/{label}.json?certificate")) download {
                "The certificate"
            }
            " holds all of it."
        },
    )
}

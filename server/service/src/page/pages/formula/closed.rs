//! A formula in closed form: the value of every deck from one constant for each residue.

use bluff_report::formula::{FormulaReport, WrittenFormula};
use bluff_report::picture::minus;
use maud::{Markup, html};
use rational_bluff::continuous::Bets;
use rational_bluff::exact::Rational;

use super::layout::{FormulaPage, chosen, constants, laws, verified};
use super::math::{every_deck, fraction, letter, pairs, typeset};
use super::{deck, every_bet, residues};
use crate::page::pages::book;
use crate::page::parts::controls::{AnswerPage, any_deck, form};
use crate::page::parts::glossary::term;

/// Residues that a sentence lists.
const LISTED: usize = 4;

pub(super) fn page(report: &FormulaReport, bets: &Bets) -> FormulaPage {
    let (label, name, formula) = (&report.label, &report.name, &report.formula);
    let (n, kept) = chosen(report.at);
    let (period, limit) = (formula.period(), formula.menu().limit());
    let constant = html! {
        " modulo " (period) ", so " i { "c" } " = " span.exact { (minus(formula.constant(n))) }
    };
    let plot = constants(report.plot(Some(n)), period, &distance(limit), true);
    FormulaPage {
        label: label.clone(),
        name: name.clone(),
        words: words(report),
        proof: Some(("#verify".to_owned(), "checked at every residue")),
        line: Some([every_deck(), defect(limit), sentence(report)]),
        dials: any_deck(name, bets)
            .map(|game| form(AnswerPage::Formula, (&game, None), &kept, &[])),
        stage: [plot, deck::at(label, n, period, &formula.value(n), &constant)],
        residues: Some(residues::table(report, n)),
        rest: html! {
            (laws(&report.facts()))
            (every_bet::beside_one_bet(report, n))
            (verify(label, period))
        },
    }
}

/// The bets in words: “bet 2”, “bets 1, 5/2, 7”.
fn words(report: &FormulaReport) -> String {
    let bets: Vec<String> = report.formula.menu().bets().iter().map(Rational::to_string).collect();
    format!("{} {}", if bets.len() > 1 { "bets" } else { "bet" }, bets.join(", "))
}

/// `n(n − 1)(V − v(n))`.
fn distance(limit: &Rational) -> Markup {
    html! { i { "n" } "(" i { "n" } " − 1)(" (limit) " − " i { "v" } "(" i { "n" } "))" }
}

/// `v(n) = V − c/(n(n − 1))`, typeset.
fn defect(limit: &Rational) -> Markup {
    typeset(&html! {
        (fraction(limit))
        mo { "−" }
        mfrac linethickness="0.05em" { (letter("c")) (pairs()) }
    })
}

/// The meaning of the constant: the decks that equal the limit, and those worth more.
fn sentence(report: &FormulaReport) -> Markup {
    let period = report.formula.period();
    let [(least, lowest), _] = report.formula.extremes();
    html! {
        "The constant " i { "c" } " depends on " i { "n" } " modulo " (period) " alone. Decks of "
        (decks(period, &report.formula.exact()))
        " cards are worth exactly as much as the " (term("continuous game"))
        @if least.is_negative() {
            "; those of " (decks(period, &lowest)) " cards are worth more."
        } @else { ", and no deck is worth more." }
    }
}

/// Decks of some residues: “9m or 9m + 1”.
fn decks(period: u64, residues: &[u64]) -> Markup {
    let shown = &residues[..residues.len().min(LISTED)];
    let last = shown.len().saturating_sub(1);
    html! {
        @for (at, residue) in shown.iter().enumerate() {
            @if at > 0 { @if at == last && shown.len() == residues.len() { " or " } @else { ", " } }
            span.exact {
                (period) i { "m" } @if *residue > 0 { " + " (residue) }
            }
        }
        @if shown.len() < residues.len() { ", …" }
    }
}

/// The ways to check the formula without trusting this page.
fn verify(label: &str, period: u64) -> Markup {
    let file = label.replace('/', "-");
    let commands = format!(
        "bluff formula {label} --json -o {file}.json\n\
         bluff formula {label} --format coq -o {file}.v\n\
         coqc -Q proofs Bluff {file}.v"
    );
    verified(
        &html! {
            "The " a href=[book::address("ALL_DECKS.md")] { "proof" } " says that the optimum of a \
                deck moves by whole numbers when " (period) " cards are added. So one deck of each \
                residue proves all. The document has these decks, each with the numbers of its \
                proof; this page checked all of them."
        },
        &commands,
        &html! {
            a href=(format!("/api/v1/formulas/{label}.v")) download { "The theorem for Coq" }
            " states the value of every deck, from the rules of the game; "
            code { "coqc" } " checks it with the folder " code { "proofs" } "."
        },
    )
}

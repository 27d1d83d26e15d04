//! The atlas of formulas: games and menus of bets with their period, limit and extremes.

use std::fmt::Write;
use std::sync::LazyLock;

use axum::extract::State;
use bluff_questions::closed_form::{ClosedFormQuestion, has_formula};
use bluff_questions::error::Error;
use bluff_questions::family::FamilyQuestion;
use bluff_questions::over_http::SHORT;
use bluff_report::formula::FormulaReport;
use bluff_report::picture::minus;
use maud::{Markup, html};
use rational_bluff::continuous::{Continuous, Digits, continuous, read_label};
use rational_bluff::exact::Rational;
use rational_bluff::formula::count_classes;
use rational_bluff::game::{FAMILIES, Family};
use rational_bluff::solve::Control;

use crate::service::Service;

use crate::page::pages::book;
use crate::page::parts::form::{choice, line};
use crate::page::parts::frame::{PageResult, columns, name_of, page, wide};
use crate::page::parts::glossary::term;

/// Families whose formula is known in closed form, and their bets as in labels.
const CLOSED: [(&str, &str); 3] = [
    ("von-neumann", "b1_2 b1 b3_2 b2 b5_2 b3 b4 b5 b6 b7 b8 b9 b10"),
    ("newman", "b2 b3 b4"),
    ("one-street", "s1-3 s2-6 s1_2-1 s1_2-1-2 s1-5_2-7"),
];

/// Families whose formula is proved by strategies, and their bets.
const PROVED: [(&str, &str); 4] = [
    ("kuhn", "b1_2 b1 b2 b3"),
    ("borel", "b1_2 b1 b2 b3"),
    ("hand-flip", "b1_2-flip1_6 b1-flip1_4 b2-flip1_6 b2-flip1_3 b3-flip1_4"),
    ("one-raise", "b1_2-raise2 b1-raise2 b2-raise2 b2-raise6"),
];

/// The labels of a table.
fn labels(table: &[(&str, &str)]) -> impl Iterator<Item = String> {
    table.iter().flat_map(|(name, bets)| bets.split(' ').map(move |bets| format!("{name}/{bets}")))
}

/// `GET /formulas`.
pub(crate) async fn show(State(service): State<Service>) -> PageResult {
    // The first visitor waits for the formulas, on a thread of the pool.
    let rows = service.pool.run_quoted(SHORT, |_| Ok(&*ATLAS)).await?;
    Ok(page("Formulas for all decks", &body(rows)))
}

/// The rows of the atlas.
static ATLAS: LazyLock<Markup> = LazyLock::new(|| {
    let report = |label: String| -> Result<FormulaReport, Error> {
        let (game, bets) = read_label(&label)?;
        ClosedFormQuestion { game, bets, at: None, residue: None }.answer(&Control::new())
    };
    let reports = labels(&CLOSED).filter_map(|label| report(label).ok());
    html! { @for report in reports { (row(&report)) } }
});

/// The row of a formula that strategies prove; `None` for one that is none.
fn proved(label: &str) -> Option<Markup> {
    let (game, bets) = read_label(label).ok()?;
    let tree = FamilyQuestion::game(&game, &bets).ok()?;
    let (classes, cost) = (count_classes(&tree).ok()??, FamilyQuestion::cost_of(&tree).ok()?);
    let limit = match continuous(&game, &bets, Digits::default()).ok()? {
        Continuous::ClosedForm(form) => form.value,
        _ => return None,
    };
    Some(html! {
        tr {
            th scope="row" { a href=(format!("/formulas/{label}")) { (label) } }
            td { (name_of(&game)) }
            td { (bets.stakes()?.words()) }
            td { (classes) }
            td { (format!("{:.2} s", cost.as_secs_f64())) }
            td.exact { (minus(&limit)) }
        }
    })
}

fn row(report: &FormulaReport) -> Markup {
    let formula = &report.formula;
    let [(least, _), (greatest, _)] = formula.extremes();
    let bets: Vec<String> = formula.menu().bets().iter().map(Rational::to_string).collect();
    html! {
        tr {
            th scope="row" {
                a href=(format!("/formulas/{}", report.label)) { (report.label) }
            }
            td { (bets.join(", ")) }
            td { (spark(report)) }
            td { (formula.period()) }
            td.exact { (formula.menu().limit()) }
            td.exact { (minus(&greatest)) }
            td.exact { (minus(&least)) }
            td { (formula.exact().len()) }
        }
    }
}

/// The constants over a period, small.
fn spark(report: &FormulaReport) -> Markup {
    let constants = report.formula.residues().iter().map(|one| one.constant.to_f64());
    let most = constants.clone().fold(0.0, f64::max);
    let mut path = String::new();
    for (at, constant) in constants.enumerate() {
        let to = if at == 0 { 'M' } else { 'L' };
        // Writing to a string cannot fail.
        let _ = write!(path, "{to}{at} {:.1}", 20.0 - 18.0 * constant / most);
    }
    html! {
        svg.spark width="140" height="22" viewBox=(format!("0 0 {} 22", report.formula.period()))
            preserveAspectRatio="none" aria-hidden="true" {
            path d=(path) vector-effect="non-scaling-stroke" {}
        }
    }
}

fn body(rows: &Markup) -> Markup {
    let table = html! {
        table.full.atlas {
            thead { tr {
                th scope="col" { "Formula" }
                th scope="col" { "Bets" }
                th scope="col" { i { "c" } " over a period" }
                th scope="col" { "Period" }
                th scope="col" { "Limit " i { "V" } }
                th scope="col" { "Greatest " i { "c" } }
                th scope="col" { "Least " i { "c" } }
                th scope="col" { "Residues equal to " i { "V" } }
            } }
            tbody { (rows) }
        }
    };
    html! {
        h1 { "Formulas, " span { "every deck at once" } }
        p.rules {
            "The value of a deck of " i { "n" } " cards is " i { "v" } "(" i { "n" } ") = "
            i { "V" } " − " i { "c" } "/(" i { "n" } "(" i { "n" } " − 1)), where " i { "V" }
            " is the value of the " (term("continuous game")) " and " i { "c" } " depends on "
            i { "n" }
            " modulo the period alone. A "
            a href=[book::address("ALL_DECKS.md")] { "theorem" }
            " proves it for every game of one street; Coq has checked the proof, and each formula \
                here is checked at every residue."
        }
        section.panel { (wide("Atlas of formulas", &table)) }
        section.panel aria-labelledby="proved" {
            h2 id="proved" { "Proved by strategies" }
            p {
                "In other games of two players " i { "n" } "(" i { "n" } " − 1) " i { "v" } "("
                i { "n" } ") is a quadratic in " i { "n" } " plus a constant that depends on "
                i { "n" } " modulo a period. Strategies for every deck prove it, class by class, \
                    when a formula is opened. The time is the processor time that it takes about."
            }
            (wide("Formulas proved by strategies", &proved_table()))
        }
        p { a href="/formulas/newman/bmax" { "Newman’s game with all whole bets" }
            " has a rate in place of a period. " a href="/formulas/von-neumann/n3" {
            "One deck with every bet" } " has a best bet, " i { "2√2 − 2" } " for 3 cards." }
        section aria-labelledby="own" {
            h2 id="own" { "Any other bets" }
            form.ask action="/" method="get" {
                input type="hidden" name="page" value="formulas";
                input type="hidden" name="n" value="28";
                (choice(("game", "Game"), games().map(|one| (one.name, one.title)), None))
                (line(("b", "Bet"), "", "7/2"))
                button type="submit" { "Show" }
            }
            p.note {
                "Sets of bets have addresses like " a href="/formulas/one-street/s1-5_2-7" {
                    "/formulas/one-street/s1-5_2-7" }
                ". A formula is written out if its period is at most 20000; a deck of any size is \
                    solved whatever the period is."
            }
        }
    }
}

fn proved_table() -> Markup {
    html! {
        table.full.atlas {
            (columns(["Formula", "Game", "Bet", "Classes", "Time", "Limit"]))
            tbody { @for row in labels(&PROVED).filter_map(|label| proved(&label)) { (row) } }
        }
    }
}

/// The games with one bet, or all whole bets up to it, that have formulas.
fn games() -> impl Iterator<Item = &'static Family> {
    let one = |family: &&Family| has_formula(family) && family.example.contains("-b");
    FAMILIES.into_iter().filter(one)
}

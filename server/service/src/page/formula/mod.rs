//! The value of every deck at once: the formula, its constants as a plot and as a table, the value
//! at a deck of one's choice, and the ways to verify it.

pub(super) mod atlas;
mod deck;
mod every_bet;
mod family;
mod math;
mod residues;

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use bluff_batch::error::Error;
use bluff_batch::questions::family::may_have_family;
use bluff_batch::questions::formula::has_formula;
use bluff_report::formula::{
    AllDecksReport, DRAWN_DECKS, FORMULA_FORMS, FormulaForm, FormulaReport,
};
use bluff_report::picture::minus;
use bluff_report::picture::plot::Plot;
use maud::{Markup, html};
use rational_bluff::continuous::{Bets, read_label};
use rational_bluff::exact::Rational;
use rational_bluff::formula::Menu;
use rational_bluff::game::{Family, Game};

use crate::api::formulas::{KEYS, asked, drawn, written};
use crate::api::query::Query;
use crate::problem::Problem;
use crate::service::{Service, in_time};
use crate::values::form::{Negotiable, wanted};

use self::math::{fraction, letter, marked, pairs, typeset};
use super::dials::{AnswerPage, any_deck, form};
use super::frame::{Refused, crumbs, negotiated, page, png, refusal};
use super::glossary::term;
use super::{PageLabel, book, icon};

/// The deck whose value is shown unless another is asked for.
const DECK: u64 = 1_000_003;
/// Residues that a sentence lists.
const LISTED: usize = 4;

/// The forms of a formula's own address.
#[derive(Clone, Copy, Debug)]
enum FormulaAddress {
    Page,
    Written(&'static FormulaForm),
}

impl Negotiable for FormulaAddress {
    fn all() -> impl Iterator<Item = (&'static str, &'static str, Self)> {
        let forms = FORMULA_FORMS.iter().map(|form| (form.suffix, form.media, Self::Written(form)));
        [("html", "text/html", Self::Page)].into_iter().chain(forms)
    }
}

/// `GET /formulas/{game}/{bets}?at=&residue=`: a formula as a page, or in another of its forms.
pub(super) async fn show(
    State(service): State<Service>,
    PageLabel(address): PageLabel,
    query: RawQuery,
    headers: HeaderMap,
) -> Response {
    let (label, form, by_header) = match wanted::<FormulaAddress>(&address, &headers) {
        Ok(wanted) => wanted,
        Err(error) => return refusal(error, &headers),
    };
    let answer = match form {
        FormulaAddress::Page => {
            let shown = shown(&service, label, query).await;
            shown.unwrap_or_else(|error| Refused::from(error).into_response())
        }
        FormulaAddress::Written(form) => {
            let text = async { written(&service, asked(label, &known(query)?, None)?, form).await };
            match text.await {
                Ok(text) => text.reply(form.media, by_header, &headers),
                Err(problem) => problem.into_response(),
            }
        }
    };
    if by_header.is_some() { negotiated(answer) } else { answer }
}

/// The query of a formula's page.
fn known(query: RawQuery) -> Result<Query, Error> {
    Query::of(query, &KEYS)
}

async fn shown(service: &Service, label: &str, query: RawQuery) -> Result<Response, Problem> {
    let has_deck = label.contains("/n");
    let deck = (!has_deck && !label.ends_with("/bmax")).then(|| DECK.to_string());
    let formula = asked(label, &known(query)?, deck)?;
    let game = formula.question.name().to_owned();
    let bets = read_label(label).ok().map(|(_, bets)| bets);
    let draw = move |report: &AllDecksReport| {
        let bets = bets.unwrap_or(Bets::Whole);
        let forms: Vec<&FormulaForm> = report.forms().collect();
        Ok(match report {
            AllDecksReport::Closed(report) => (words(report), body(report, &bets, &forms)),
            AllDecksReport::Family(report) => (
                format!("bet {}", report.family.game.stakes().words()),
                family::body(report, &forms),
            ),
            AllDecksReport::WholeBets(report) => {
                ("all whole bets".to_owned(), every_bet::whole_bets(report, &forms))
            }
            AllDecksReport::EveryBet(report) => {
                (format!("{} cards", report.function.n()), every_bet::one_deck(report, &forms))
            }
            AllDecksReport::PureCounts(report) => {
                ("pure equilibria".to_owned(), every_bet::pure(report.counts))
            }
        })
    };
    let main = async { Ok(drawn(service, formula, draw).await?) };
    let (words, main) = in_time(&service.pool, main).await?;
    let of = if has_deck { "every bet at once" } else { "every deck at once" };
    Ok(page(&format!("{}, {words}, {of}", title(&game)), &main))
}

fn title(game: &str) -> &str {
    Family::named(game).map_or(game, |family| family.title)
}

/// The bets in words: “bet 2”, “bets 1, 5/2, 7”.
fn words(report: &FormulaReport) -> String {
    let bets: Vec<String> = report.formula.menu().bets().iter().map(Rational::to_string).collect();
    format!("{} {}", if bets.len() > 1 { "bets" } else { "bet" }, bets.join(", "))
}

fn body(report: &FormulaReport, bets: &Bets, forms: &[&FormulaForm]) -> Markup {
    let (label, name) = (&report.label, report.name.as_str());
    let n = report.at.unwrap_or(DECK);
    let kept = if n == DECK { String::new() } else { format!("?at={n}") };
    let period = report.formula.period();
    let constant = html! {
        " modulo " (period) ", so " i { "c" } " = "
        span.exact { (minus(report.formula.constant(n))) }
    };
    html! {
        div data-part="head" {
            (crumbs(&[("/formulas", "Formulas"), (&format!("/{name}"), title(name))], label))
            div.head {
                h1 { (title(name)) ", " (words(report)) ", " span { "every deck at once" } }
                p.proved { a.ok href="#verify" {
                    (icon::TICK) b { "Proved for all " i { "n" } } ", checked at every residue"
                } }
            }
            div.head.formula-line {
                p.formula {
                    span { "For every " i { "n" } " ≥ 2" } " "
                    (formula(report.formula.menu().limit()))
                }
                p.rules { (sentence(report)) }
            }
        }
        @if let Some(game) = any_deck(name, bets) {
            (form(AnswerPage::Formula, (&game, None), &kept, &[]))
        }
        div.two data-part="stage" {
            section.panel.board aria-label="The constant c" {
                (constants(report.plot(Some(n)), period, &distance(report.formula.menu().limit()), true))
            }
            (deck::at(label, n, period, &report.formula.value(n), &constant))
        }
        section.panel.residues aria-label="Residues" data-part="residues" {
            (residues::table(report, n))
        }
        (links(label, forms))
        div.rest data-part="rest" {
            (laws(report))
            (every_bet::beside_one_bet(report, n))
            (verify(label, period))
        }
    }
}

/// The constants over two periods, with the quantity that they are; `marks_limit` if a deck that
/// equals the limit is marked.
fn constants(plot: Plot, period: u64, quantity: &Markup, marks_limit: bool) -> Markup {
    html! {
        div.marked {
            div.caption {
                p {
                    b { (quantity) }
                    " "
                    @if 2 * period <= DRAWN_DECKS { "over two periods" }
                    @else { "for " (DRAWN_DECKS) " decks; the period is " (period) }
                }
                @if marks_limit {
                    p { svg width="14" height="14" aria-hidden="true" {
                        circle.same cx="7" cy="7" r="5" {} } " equal to the limit" }
                }
            }
            (Plot { y: String::new(), ..plot }.fluid())
        }
    }
}

/// `n(n − 1)(V − v(n))`.
fn distance(limit: &Rational) -> Markup {
    html! { i { "n" } "(" i { "n" } " − 1)(" (limit) " − " i { "v" } "(" i { "n" } "))" }
}

/// `v(n) = V − c/(n(n − 1))`, typeset.
fn formula(limit: &Rational) -> Markup {
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

/// The proof, the forms of a formula, and what stands beside it.
fn links(label: &str, forms: &[&FormulaForm]) -> Markup {
    html! {
        nav.beside aria-label="Beside this formula" data-part="links" {
            @if let Some(chapter) = book::address("ALL_DECKS.md") {
                a href=(chapter) { "Proof, line by line" }
            }
            @for form in forms {
                a href=(format!("/formulas/{label}.{}", form.suffix)) title=(form.about)
                    data-picture[form.suffix == "svg"] { (form.title) }
                @if form.suffix == "svg" {
                    (png(label, &format!("/formulas/{label}.svg")))
                }
            }
            @if !label.contains("/n") {
                a href=(format!("/compare/{label}")) { "Decks compared" }
            }
            a href="/formulas" { "Atlas of formulas" }
        }
    }
}

/// The nearest and the farthest decks, symmetry, recurrence and series.
fn laws(report: &FormulaReport) -> Markup {
    let formula = &report.formula;
    let [least, greatest] = formula.extremes();
    let series = report.generating_function().replace('²', "^2").replace('³', "^3");
    let extreme = |(constant, residues): &(Rational, Vec<u64>)| {
        html! {
            i { "c" } " = " span.exact { (minus(constant)) } ", for decks of "
            (decks(formula.period(), residues)) " cards"
        }
    };
    html! {
        section aria-labelledby="laws" {
            h2 id="laws" { "Laws" }
            dl.laws {
                dt { "Nearest" } dd { (extreme(&least)) }
                dt { "Farthest" } dd { (extreme(&greatest)) }
                dt { "Symmetry" } dd {
                    i { "c" } "(" i { "r" } ") = " i { "c" } "(1 − " i { "r" } "): with the \
                        formula at negative decks too, " i { "v" } "(1 − " i { "n" } ") = "
                    i { "v" } "(" i { "n" } ")"
                }
                dt { "Recurrence" } dd { i { "a" } "(" i { "n" } ") = " i { "n" } "(" i { "n" }
                    " − 1) " i { "v" } "(" i { "n" } "): " (marked(&report.recurrence())) }
                dt { "Series" } dd {
                    "Σ " (marked("a(n) x")) sup { i { "n" } } " = " (marked(&series))
                }
            }
        }
    }
}

/// The ways to check the formula without trusting this page.
fn verify(label: &str, period: u64) -> Markup {
    let file = label.replace('/', "-");
    html! {
        section aria-labelledby="verify" {
            h2 id="verify" { "Verify" }
            p {
                "The " a href=[book::address("ALL_DECKS.md")] { "proof" } " says that the optimum \
                    of a deck moves by whole numbers when " (period) " cards are added. So one \
                    deck of each residue proves all. The document has these decks, each with the \
                    numbers of its proof; this page checked all of them."
            }
            pre tabindex="0" {
                "bluff formula " (label) " --json -o " (file) ".json\n"
                "bluff formula " (label) " --format coq -o " (file) ".v\n"
                "coqc -Q proofs Bluff " (file) ".v"
            }
            p {
                a href=(format!("/formulas/{label}.v")) download { "The theorem for Coq" }
                " states the value of every deck, from the rules of the game; "
                code { "coqc" } " checks it with the folder " code { "proofs" } "."
            }
        }
    }
}

/// The place of a solved deck among all decks: its residue and the address of the formula. `None`
/// where no formula is written out.
pub(super) fn place(game: &Game) -> Option<Markup> {
    let family = game.family()?;
    if game.copies() > 1 || game.has_ranges() {
        return None;
    }
    let (label, n) = (format!("{}/{}", game.name(), game.stakes()), game.n());
    let period = if has_formula(family) {
        Some(u64::try_from(Menu::of_formula(game.bets()).ok()?.period().to_i128()?).ok()?)
    } else if may_have_family(game) {
        None
    } else {
        return None;
    };
    Some(html! {
        a href=(format!("/formulas/{label}?at={n}")) {
            @match period {
                Some(period) => {
                    "Deck " (n % period) " (mod " (period) ") of a formula for all "
                },
                None => "A formula for all ",
            }
            i { "n" }
        }
    })
}

//! The continuous game that large decks approach: value, cuts and digits, and the equations that
//! they solve.

use bluff_questions::error::Error;
use bluff_questions::over_http::INSTANT;
use bluff_report::picture::interval::{Stretch, interval, unit_axis};
use bluff_report::picture::with_minus;
use maud::{Markup, PreEscaped, html};
use rational_bluff::continuous::{
    Bets, Callers, ClosedForm, Continuous, Digits, Endgame, OneStreet, Real, continuous,
};

use crate::api::continuous::split;
use crate::api::query::Query;

use crate::page::pages::book;
use crate::page::parts::controls::{AnswerPage, any_deck, form};
use crate::page::parts::form::whole_number;
use crate::page::parts::frame::{PageResult, columns, family_crumbs, headed, name_of, page, saves};
use crate::page::parts::glossary::{shown_as, term};
use crate::page::parts::number::{number, stacked};
use crate::page::parts::request::LabelPage;
use crate::page::parts::{neighbours, titles};

/// Places of numbers in tables.
const COLUMN: usize = 12;

/// `GET /continuous/{game}/{bets}?digits=`.
pub(crate) async fn show(LabelPage { service, label, query, .. }: LabelPage) -> PageResult {
    let query = Query::of(query, &["digits"])?;
    let digits = query.text("digits").map_or(Ok(Digits::default()), str::parse);
    let digits = digits.map_err(Error::from)?;
    let (game, bets) = split(&label)?;
    let title = format!("{}, the continuous game", name_of(&game));
    let drawn = service.pool.run_quoted(INSTANT, move |control| {
        let solved = control.run(|| continuous(&game, &bets, digits))??;
        Ok(body(&label, &game, &bets, digits, &solved))
    });
    Ok(page(&title, &drawn.await?))
}

/// The bets in words.
pub(crate) fn bets_in_words(bets: &Bets) -> String {
    match bets {
        Bets::Stakes(stakes) => titles::bets(stakes),
        Bets::Whole => "every whole bet".to_owned(),
        Bets::Step(step) => format!("every multiple of {step}"),
        Bets::Between(least, greatest) => format!("every bet from {least} to {greatest}"),
        Bets::All => "every bet".to_owned(),
        Bets::Best(None) => "the best bet".to_owned(),
        Bets::Best(Some(players)) => format!("the best bet, {players} players"),
    }
}

fn body(label: &str, game: &str, bets: &Bets, digits: Digits, solved: &Continuous) -> Markup {
    let value = solved.value();
    let query = if digits == Digits::default() {
        String::new()
    } else {
        format!("?digits={}", digits.count())
    };
    let rules = match solved {
        Continuous::Endgame(Endgame { win, .. }) => html! {
            "Player I surely wins with probability " (win) " and else surely loses."
        },
        _ => html! {
            "In the " (term("continuous game")) " hands are numbers, uniform on [0, 1]. Large \
                decks tend to it."
        },
    };
    let details = html! { (bets_in_words(bets)) ", the continuous game" };
    let way = family_crumbs(game, &format!("continuous/{label}"));
    html! {
        (headed(&way, name_of(game), &details, &rules))
        @if let Some(game) = any_deck(game, bets) {
            (form(AnswerPage::Continuous, (&game, Some(bets)), &query, &[]))
        }
        div.two data-part="stage" {
            section.panel aria-labelledby="value" {
                h3 id="value" { "Value to player I" }
                @match value.exact() {
                    Some(exact) => {
                        p.digits-of { (stacked(exact)) }
                        @if !exact.is_integer() {
                            p { (with_minus(&value.decimal(digits.count()))) }
                        }
                    }
                    None => p.digits-of { (with_minus(&value.decimal(digits.count()))) },
                }
                @if let Continuous::Callers(callers) = solved {
                    @if matches!(bets, Bets::Best(_)) {
                        h3 { "Best bet" }
                        p.digits-of { (real(&callers.b, digits.count())) }
                    }
                }
                @let strategies = strategies(solved, digits);
                (strategies)
                @if strategies.0.contains("<svg") {
                    (saves(&format!("continuous-{label}"), "[aria-labelledby=value]"))
                }
            }
            div.stack {
                section.panel aria-labelledby="equations" {
                    h3 id="equations" { "Equations" }
                    (equations(game, solved))
                }
                (more(label, game, bets, digits))
            }
        }
    }
}

/// A number, exact or by its digits.
pub(crate) fn real(real: &Real, digits: usize) -> Markup {
    match real.exact() {
        Some(exact) => number(exact),
        None => html! { span.exact { (with_minus(&real.decimal(digits))) } },
    }
}

/// The hands by action, pictures and numbers.
fn strategies(solved: &Continuous, digits: Digits) -> Markup {
    match solved {
        Continuous::ClosedForm(form) => closed_form(form),
        Continuous::OneStreet(game) if game.sizes.len() > 1 => sizes(game),
        Continuous::Endgame(Endgame { bluff, call, .. }) => html! {
            dl {
                dt { "I bluffs" } dd { "with probability " (number(bluff)) }
                dt { "II calls" } dd { "with probability " (number(call)) }
            }
        },
        Continuous::Grid(_) | Continuous::Unlimited | Continuous::Between(_) => html! {},
        Continuous::OneStreet(_) | Continuous::Callers(_) => match solved.cuts() {
            Some(cuts) => cut_form(&cuts, matches!(solved, Continuous::Callers(_)), digits),
            None => html! {},
        },
    }
}

/// I bluffs below A and bets from B, the others call from C.
fn cut_form(cuts: &[Real; 3], many: bool, digits: Digits) -> Markup {
    let [a, b, c] = cuts.each_ref().map(Real::to_f64);
    let stretch = |from, to, action| Stretch { from, to, action };
    let bettor = [stretch(0.0, a, "bluff"), stretch(a, b, "check"), stretch(b, 1.0, "bet")];
    let caller = [stretch(0.0, c, "fold"), stretch(c, 1.0, "call")];
    let callers = if many { "Callers" } else { "Player II" };
    let rows = [
        ("A", "I bluffs below", &cuts[0]),
        ("B", "I bets for value from", &cuts[1]),
        ("C", if many { "all call from" } else { "II calls from" }, &cuts[2]),
    ];
    html! {
        div.interval {
            h3 { "Player I" } (interval(&bettor, "bettor"))
            h3 { (callers) } (interval(&caller, "caller"))
            (unit_axis())
        }
        div.wide tabindex="0" role="region" aria-label="Cuts" { table {
            caption { (shown_as("cut", "Cuts")) }
            tbody { @for (letter, words, cut) in rows { tr {
                th scope="row" { i { (letter) } ", " (words) }
                td { (real(cut, digits.count())) }
            } } }
        } }
    }
}

fn closed_form(form: &ClosedForm) -> Markup {
    html! {
        @for (at, strategy) in form.strategies.iter().enumerate() {
            @let stretches: Vec<Stretch<'_>> = strategy.hands.iter().map(|hands| Stretch {
                from: hands.from.to_f64(),
                to: hands.to.to_f64(),
                action: &hands.action,
            }).collect();
            div.interval {
                h3 { "Player " (strategy.player) ", " (strategy.view) }
                (interval(&stretches, &format!("hands-{at}")))
                (unit_axis())
                table { tbody { @for hands in &strategy.hands { tr {
                    th scope="row" { (hands.action) }
                    td { (number(&hands.from)) " to " (number(&hands.to)) }
                } } } }
            }
        }
    }
}

fn sizes(game: &OneStreet) -> Markup {
    html! {
        p { "I bluffs with hands below the value, each size with the " (term("mass")) " that \
            stands here." }
        div.wide tabindex="0" role="region" aria-label="Bet sizes" { table {
            (columns(["Bet", "Called from", "For value from", "Value mass", "Bluff mass"]))
            tbody { @for size in &game.sizes { tr {
                th scope="row" { (size.bet) }
                @let (from, masses) =
                    ([&size.call_from, &size.value_from], [&size.value_mass, &size.bluff_mass]);
                @for mass in from.into_iter().chain(masses) {
                    td title=(mass) { (mass.decimal(COLUMN)) }
                }
            } } }
        } }
    }
}

/// The equations that the numbers solve.
fn equations(game: &str, solved: &Continuous) -> Markup {
    let lines: Vec<String> = match solved {
        Continuous::Callers(callers) => of_callers(callers),
        Continuous::OneStreet(game) if game.sizes.len() == 1 => lines(&[
            "A = b/((b + 1)(b + 4))",
            "B = (b² + 4b + 2)/((b + 1)(b + 4))",
            "C = b(b + 3)/((b + 1)(b + 4))",
            "value = A",
        ]),
        Continuous::OneStreet(_) => lines(&[
            "r(s) = s/(s + 2) for each bet s",
            "Z = 1 − Σ of the cubes of the gaps between these points in [0, 1]",
            "value = Z/(6 + Z)",
        ]),
        Continuous::Grid(grid) => grid
            .formula()
            .map(|formula| format!("value = {formula}"))
            .into_iter()
            .chain(lines(&["II calls s from 1 − 2(1 − value)/(s + 2)"]))
            .collect(),
        Continuous::Unlimited => lines(&[
            "value = 1/7",
            "II calls s from 1 − 12/(7(s + 2))",
            "I bets s for value at 1 − 12/(7(s + 2)²)",
            "I bluffs with s at 4(3s + 2)/(7(s + 2)³)",
        ]),
        Continuous::Between(_) => lines(&[
            "r(s) = s/(s + 2)",
            "Z = 1 − r(L)³ − (1 − r(U))³",
            "value = Z/(6 + Z)",
            "II calls s from 1 − 2(1 − value)/(s + 2)",
        ]),
        Continuous::ClosedForm(_) | Continuous::Endgame(_) => Vec::new(),
    };
    html! {
        @if lines.is_empty() {
            p { "The closed form stands in the chapter of the game." }
        } @else {
            pre tabindex="0" { (PreEscaped(lines.join("\n"))) }
        }
        @if let Some(chapter) = book::of_game(game) { p {
            a href=(chapter) { "The derivation" } " in the book"
        } }
    }
}

fn lines(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| (*line).to_owned()).collect()
}

/// Equations of docs/games/callers.md#large-decks with a number of callers.
fn of_callers(callers: &Callers) -> Vec<String> {
    let k = callers.callers;
    let power = |base: &str, exponent: usize| match exponent {
        0 => String::new(),
        1 => base.to_owned(),
        exponent => format!("{base}<sup>{exponent}</sup>"),
    };
    vec![
        format!("{0} {1} = ({0} + b) {2} − b", k + 1, power("A", k), power("C", k)),
        format!("A((2b + {}) {} − b) = b(1 − B)", k + 1, power("C", k - 1)),
        format!("{} {} − {k} C {} = 1", k + 1, power("B", k), power("B", k - 1)),
        format!("value = {k} {} + b(B − C)(1 − {})", power("A", k + 1), power("B", k)),
    ]
}

/// Digits, and what stands beside the game.
fn more(label: &str, game: &str, bets: &Bets, digits: Digits) -> Markup {
    let compared = neighbours::decks(label).is_some();
    let deck = bets.stakes().map(|stakes| format!("/{game}/n28-{stakes}"));
    html! {
        section.panel.rest aria-labelledby="more" {
            h3 id="more" { "Digits" }
            form.ask action=(format!("/continuous/{label}")) method="get" {
                (whole_number(("digits", "Digits after the point"), "1 to 1000", digits.count()))
                button type="submit" { "Show" }
            }
            p.note { "Every digit is certain." }
            ul.plain {
                @if compared { li { a href=(format!("/compare/{label}")) { "Decks beside it" } } }
                @if let Some(deck) = deck.filter(|_| game != "basic-endgame") {
                    li { a href=(deck) { "A deck of 28 cards" } }
                }
                li { a href="/literature" { "Closed forms of the literature" } }
                li { a href=(format!("/api/v1/continuous/{label}.json")) download { "JSON file" } }
            }
        }
    }
}

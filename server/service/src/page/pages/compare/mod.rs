//! Values over n beside the continuous game that decks approach.

mod query;

use bluff_questions::continuous::ComparisonQuestion;
use bluff_questions::error::Error;
use bluff_questions::{AnswerContext, Question};
use bluff_report::compare::{ComparisonReport, is_limit};
use bluff_report::number::{self, with_minus};
use bluff_report::picture::plot::{Plot, PlotPlace, Series};
use bluff_report::picture::short;
use maud::{Markup, html};
use rational_bluff::compare::DeckComparison;
use rational_bluff::continuous::Real;
use rational_bluff::exact::Rational;
use rational_bluff::game::Family;

use crate::api::query::Query;

use self::query::Scale;
pub(crate) use self::query::{ComparisonQuery, KEYS};
use crate::page::pages::continuous::{bets_in_words, real};
use crate::page::parts::controls::{AnswerPage, any_deck, form};
use crate::page::parts::form::whole_number;
use crate::page::parts::frame::{
    PageResult, columns, family_crumbs, files, headed, name_of, page, saves,
};
use crate::page::parts::glossary::term;
use crate::page::parts::listing::{links, part};
use crate::page::parts::number::{brief, number as with_decimals};
use crate::page::parts::request::LabelPage;

/// Digits after the point in the name of a line.
const NAMED: usize = 6;
/// Number of decks that the table lists at once.
const LISTED: usize = 40;
/// The files of a comparison: suffix and name.
const FILES: [(&str, &str); 3] = [("csv", "table, CSV"), ("json", "JSON"), ("svg", "picture, SVG")];

/// `GET /compare/{game}/b{B}?from=&to=&scale=`: the values of decks over n, and the value that they
/// approach.
pub(crate) async fn show(LabelPage { service, label, query, .. }: LabelPage) -> PageResult {
    let base = format!("/compare/{label}?");
    let asked = ComparisonQuery::read(&label, &Query::of(query, &KEYS)?, base)?;
    let title = titled(&asked.question);
    let cost = asked.question.cost()?;
    let main = service
        .pool
        .run_quoted(cost, move |control| {
            body(&asked, &asked.question.clone().answer(AnswerContext::of(control))?)
        })
        .await?;
    Ok(page(&title, &main))
}

/// The title for people: "Von Neumann’s poker, bet 2, decks and the continuous game".
fn titled(question: &ComparisonQuestion) -> String {
    let game = question.game.as_str();
    let title = name_of(game);
    format!("{title}, {}, decks and the continuous game", bets_in_words(&question.bets))
}

fn body(asked: &ComparisonQuery, view: &ComparisonReport) -> Result<Markup, Error> {
    let ComparisonQuery { question, label, .. } = asked;
    let limit = view.comparison.continuous.value();
    let game = question.game.as_str();
    let rules = html! {
        "With hands uniform on [0, 1], in the " (term("continuous game")) ", the value to player I \
            is " strong { (real(&limit, NAMED)) }
    };
    let details = html! { (bets_in_words(&question.bets)) ", decks and the continuous game" };
    let way = family_crumbs(game, &format!("compare/{label}"));
    Ok(html! {
        (headed(&way, name_of(game), &details, &rules))
        @match any_deck(game, &question.bets) {
            Some(game) => {
                (form(AnswerPage::Comparison, (&game, None), &asked.kept(), &asked.decks()))
            }
            None => (typed(asked)),
        }
        (stage(asked, view)?)
    })
}

/// The pictures, the files and the table of a comparison.
///
/// Errors: `Malformed` for a part that there is not.
pub(crate) fn stage(asked: &ComparisonQuery, view: &ComparisonReport) -> Result<Markup, Error> {
    let ComparisonQuery { question, label, from, to, .. } = asked;
    let game = question.game.as_str();
    let file = |suffix: &str| format!("/api/v1/compare/{label}.{suffix}?from={from}&to={to}");
    let shown = asked.scale.unwrap_or_else(|| fitting(view));
    Ok(html! {
        section.panel.board aria-label="Values over the number of cards" data-part="stage" {
            nav.tabs aria-label="Scale" {
                @for scale in Scale::ALL {
                    a href=(asked.address(&format!("scale={}", scale.key())))
                        aria-current=[(scale == shown).then_some("true")] { (scale.words()[1]) }
                }
            }
            (values(label, view, shown).fluid())
            (saves(&format!("compare-{label}"), ".board .chart"))
        }
        div data-part="rest" {
            @for plot in others(label, view) { section.panel { (plot.fluid()) } }
            (files(FILES.map(|(suffix, name)| (file(suffix), name))))
            div.rest { (table(asked, view)?) }
            nav aria-label="Beside this comparison" { ul.links {
                @if Family::named(game).is_some() {
                    li { a href=(format!("/map/{game}")) { "Map of values" } }
                }
                li { a href=(format!("/continuous/{label}")) { "The continuous game" } }
            } }
        }
    })
}

/// The decks as fields, for bets that no slider has.
fn typed(ComparisonQuery { label, from, to, .. }: &ComparisonQuery) -> Markup {
    html! {
        form.ask action=(format!("/compare/{label}")) method="get" aria-label="Decks to compare" {
            (whole_number(("from", "First deck"), "", from))
            (whole_number(("to", "Last deck"), "", to))
            button type="submit" { "Compare" }
        }
    }
}

/// The scale on which the distance stays of one size: that of n² unless it grows with n there.
fn fitting(view: &ComparisonReport) -> Scale {
    let decks = &view.comparison.decks;
    let most = |decks: &[DeckComparison]| {
        let sizes = decks.iter().filter_map(|deck| Scale::Quadratic.of(deck));
        sizes.map(f64::abs).fold(0.0, f64::max)
    };
    let (early, late) = decks.split_at(decks.len() / 2);
    if most(late) > 1.6 * most(early) { Scale::Linear } else { Scale::Quadratic }
}

/// The decks of a picture, each with these words.
fn decks(
    label: &str,
    view: &ComparisonReport,
    words: impl Fn(&DeckComparison) -> String,
) -> Vec<PlotPlace> {
    let address = |n: u64| {
        let (game, bets) = label.split_once('/').filter(|(_, bets)| *bets != "bmax")?;
        Some(format!("/{game}/n{n}-{bets}"))
    };
    let deck = |deck: &DeckComparison| PlotPlace {
        n: deck.n,
        address: address(deck.n),
        words: format!("n = {}: {}", deck.n, words(deck)),
    };
    view.comparison.decks.iter().map(deck).collect()
}

/// The values, or their distance to the continuous one.
fn values(label: &str, view: &ComparisonReport, scale: Scale) -> Plot {
    let limit = view.comparison.continuous.value();
    let [_, _, name] = scale.words();
    let (line, limit) = match scale {
        Scale::Value => (
            Some(limit.to_f64()),
            format!("continuous game, {}", with_minus(&limit.decimal(NAMED))),
        ),
        Scale::Linear | Scale::Quadratic => (Some(0.0), "equal to the continuous game".to_owned()),
        Scale::Logarithm => (None, String::new()),
    };
    let words = |deck: &DeckComparison| {
        let value = number::brief(&deck.value);
        match scale {
            Scale::Value => value,
            _ if is_limit(deck) => format!("{value}, the limit"),
            _ => {
                format!("{value}, {}", scale.of(deck).map(short).unwrap_or_default())
            }
        }
    };
    let points = view.points(|deck| scale.of(deck), is_limit);
    let series = vec![Series { name: limit, points, line }];
    let plot = Plot::over_decks(name.to_owned(), series);
    Plot { places: decks(label, view, words), ..plot }
}

/// The other players' values, and the cuts.
fn others(label: &str, view: &ComparisonReport) -> Vec<Plot> {
    let found = &view.comparison;
    let mut plots = Vec::new();
    let players = found.decks.first().map_or(2, |deck| deck.values.len());
    if players > 2 {
        // Whoever faces the bet plays alike in what is solved here, decks and continuous game, and
        // shares what I does not get.
        let limit = found.continuous.value();
        let share = limit.times(&-Rational::ratio(1, players as i64 - 1));
        let series = Series {
            name: format!("continuous game, {}", with_minus(&share.decimal(NAMED))),
            points: view.points(|deck| Some(deck.values.get(1)?.to_f64()), |_| false),
            line: Some(share.to_f64()),
        };
        let words =
            |deck: &DeckComparison| deck.values.get(1).map(number::brief).unwrap_or_default();
        let name = "Value to each other player, in antes".to_owned();
        let places = decks(label, view, words);
        plots.push(Plot { places, ..Plot::over_decks(name, vec![series]) });
    }
    if let Some(lines) = found.continuous.cuts()
        && found.decks.iter().any(|deck| deck.cuts.is_some())
    {
        let names = ["A: I bluffs below", "B: I bets for value from", "C: calls from"];
        let series = names.iter().zip(&lines).enumerate().map(|(at, (name, line))| Series {
            name: (*name).to_owned(),
            points: view.points(|deck| Some(deck.cuts.as_ref()?[at].to_f64()), |_| false),
            line: Some(line.to_f64()),
        });
        let words = |deck: &DeckComparison| {
            let cuts = deck.cuts.iter().flatten().map(number::brief);
            cuts.collect::<Vec<_>>().join(", ")
        };
        let name = "Cuts as shares of the deck; the lines are those of the continuous game";
        let plot = Plot::over_decks(name.to_owned(), series.collect());
        plots.push(Plot { places: decks(label, view, words), ..plot });
    }
    plots
}

/// The decks, some at a time.
///
/// Errors: `Malformed` for a part that there is not.
fn table(asked: &ComparisonQuery, view: &ComparisonReport) -> Result<Markup, Error> {
    let ComparisonQuery { label, part: at, .. } = asked;
    let decks = &view.comparison.decks;
    let shown = part(decks, LISTED, *at)?;
    let address = |part| asked.address(&format!("part={part}"));
    let solved = label.split_once('/').filter(|(_, bets)| *bets != "bmax");
    let many = decks.first().is_some_and(|deck| deck.values.len() > 2);
    let cut = decks.iter().any(|deck| deck.cuts.is_some());
    let heads = [
        Some("Cards"),
        Some("Value to I"),
        many.then_some("To each other player"),
        Some("Continuous value minus it"),
        Some("Times n"),
        cut.then_some("Cuts"),
    ];
    let left = |more: &Real| with_minus(&more.subtracted_from(&Rational::ZERO).decimal(NAMED));
    let row = |deck: &DeckComparison| {
        html! { tr {
            th scope="row" {
                @match solved {
                    Some((game, bets)) => {
                        a href=(format!("/{game}/n{}-{bets}", deck.n)) { (deck.n) }
                    }
                    None => (deck.n),
                }
            }
            td data-label="value to I" { (with_decimals(&deck.value)) }
            @if many { td data-label="to each other" { (with_decimals(&deck.values[1])) } }
            // The signs are those of the figure.
            td data-label="short of the limit" { (left(&deck.difference)) }
            td data-label="times n" { (left(&deck.scaled)) }
            @if cut {
                td data-label="cuts" {
                    @for (at, cut) in deck.cuts.iter().flatten().enumerate() {
                        @if at > 0 { ", " }
                        (brief(cut))
                    }
                }
            }
        } }
    };
    Ok(html! {
        div.wide tabindex="0" role="region" aria-label="Decks" { table.stacked {
            caption { "Values in antes per hand, each with its certificate" @if cut { "; cuts A, \
                B, C as shares of the deck" } }
            (columns(heads.into_iter().flatten()))
            tbody { @for deck in shown { (row(deck)) } }
        } }
        (links(decks.len().div_ceil(LISTED), *at, address))
    })
}

//! Values over n beside the continuous game that decks approach.

use axum::extract::{RawQuery, State};
use axum::response::Response;
use bluff_questions::AnswerContext;
use bluff_questions::continuous::ComparisonQuestion;
use bluff_questions::error::Error;
use bluff_questions::{Question, parse_whole};
use bluff_report::compare::{ComparisonReport, is_limit};
use bluff_report::picture::plot::{Plot, PlotPlace, Series};
use bluff_report::picture::{short, with_minus};
use maud::{Markup, html};
use rational_bluff::compare::DeckComparison;
use rational_bluff::exact::Rational;
use rational_bluff::game::{Family, Game, MAX_CARDS};

use crate::api::continuous::split;
use crate::api::query::{Query, unexpected};
use crate::limits::COMPARED_DECKS;
use crate::service::Service;

use crate::page::pages::continuous::{bets_in_words, real};
use crate::page::parts::controls::{AnswerPage, QueryNumber, any_deck, form};
use crate::page::parts::form::whole_number;
use crate::page::parts::frame::{
    Refused, columns, family_crumbs, files, headed, name_of, number, page, saves,
};
use crate::page::parts::glossary::term;
use crate::page::parts::listing::{links, part};
use crate::page::parts::neighbours;
use crate::page::parts::request::{PageLabel, whole};

/// Digits after the point of numbers that are differences.
const DIGITS: usize = 12;
/// Digits after the point in the name of a line.
const NAMED: usize = 6;
/// Number of decks that the table lists at once.
const LISTED: usize = 80;
/// The files of a comparison: suffix and name.
const FILES: [(&str, &str); 3] = [("csv", "table, CSV"), ("json", "JSON"), ("svg", "picture, SVG")];

/// The request: decks, the part of the table, and the scale of the first picture.
struct ComparisonQuery {
    question: ComparisonQuestion,
    from: u64,
    to: u64,
    part: usize,
    scale: Option<Scale>,
}

/// `GET /compare/{game}/b{B}?from=&to=&scale=`: the values of decks over n, and the value that they
/// approach.
pub(crate) async fn show(
    State(service): State<Service>,
    PageLabel(label): PageLabel,
    query: RawQuery,
) -> Result<Response, Refused> {
    let query = Query::of(query, &["from", "to", "part", "scale"])?;
    let part = whole(&query, "part", 1..=COMPARED_DECKS)?.unwrap_or(1) as usize;
    let scale = query.text("scale").map(Scale::read).transpose()?;
    split(&label)?;
    let decks = match (query.text("from"), query.text("to")) {
        (None, None) => neighbours::decks(&label),
        (from, to) => {
            let deck = |key, text| parse_whole(key, text, 2..=MAX_CARDS);
            let from = from.map(|text| deck("from", text)).transpose()?;
            from.zip(to.map(|text| deck("to", text)).transpose()?)
        }
    };
    let missing = || "a comparison needs decks, for instance ?from=2&to=40".to_owned();
    let (from, to) = decks.ok_or_else(|| Error::Malformed(missing()))?;
    let question = neighbours::compared(&label, from, to)?;
    let cost = question.cost()?;
    let asked = ComparisonQuery { question, from, to, part, scale };
    let title = titled(&asked.question);
    let main = service
        .pool
        .run_quoted(cost, move |control| {
            body(&label, &asked, &asked.question.clone().answer(AnswerContext::of(control))?)
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

fn body(label: &str, asked: &ComparisonQuery, view: &ComparisonReport) -> Result<Markup, Error> {
    let (question, from, to) = (&asked.question, asked.from, asked.to);
    let limit = view.comparison.continuous.value();
    let game = question.game.as_str();
    let file = |suffix: &str| format!("/api/v1/compare/{label}.{suffix}?from={from}&to={to}");
    let shown = asked.scale.unwrap_or_else(|| fitting(view));
    let rules = html! {
        "With hands uniform on [0, 1], in the " (term("continuous game")) ", the value to player I \
            is " strong { (real(&limit, DIGITS)) }
    };
    let details = html! { (bets_in_words(&question.bets)) ", decks and the continuous game" };
    let way = family_crumbs(game, &format!("compare/{label}"));
    Ok(html! {
        (headed(&way, name_of(game), &details, &rules))
        @match any_deck(game, &question.bets) {
            Some(game) => (moved(&game, label, asked)),
            None => (typed(label, asked)),
        }
        section.panel.board aria-label="Values over the number of cards" data-part="stage" {
            nav.tabs aria-label="Scale" {
                @for scale in Scale::ALL {
                    a href=(format!("/compare/{label}?from={from}&to={to}&scale={}", scale.key()))
                        aria-current=[(scale == shown).then_some("true")] { (scale.words()[1]) }
                }
            }
            (values(label, view, shown).fluid())
            (saves(&format!("compare-{label}"), ".board .chart"))
        }
        div data-part="rest" {
            @for plot in others(label, view) { section.panel { (plot.fluid()) } }
            (files(FILES.map(|(suffix, name)| (file(suffix), name))))
            div.rest { (table(label, asked, view)?) }
            nav aria-label="Beside this comparison" { ul.links {
                @if Family::named(game).is_some() {
                    li { a href=(format!("/map/{game}")) { "Map of values" } }
                }
                li { a href=(format!("/continuous/{label}")) { "The continuous game" } }
            } }
        }
    })
}

/// The bet and the decks, to be moved. The slider of decks ends where every bet of it is answered.
fn moved(game: &Game, label: &str, asked: &ComparisonQuery) -> Markup {
    let ComparisonQuery { from, to, scale, .. } = asked;
    let (least, most) = neighbours::decks(label).unwrap_or((*from, *to));
    let deck = |name, title, value| QueryNumber { name, title, value, least, most, within: None };
    let query = scale.map(|scale| format!("?scale={}", scale.key())).unwrap_or_default();
    let decks = [
        QueryNumber { within: Some("to"), ..deck("from", "First deck", *from) },
        deck("to", "Last deck", *to),
    ];
    form(AnswerPage::Comparison, (game, None), &query, &decks)
}

/// The decks as fields, for bets that no slider has.
fn typed(label: &str, ComparisonQuery { from, to, .. }: &ComparisonQuery) -> Markup {
    html! {
        form.ask action=(format!("/compare/{label}")) method="get" aria-label="Decks to compare" {
            (whole_number(("from", "First deck"), "", from))
            (whole_number(("to", "Last deck"), "", to))
            button type="submit" { "Compare" }
        }
    }
}

/// The quantity that is drawn over the number of cards; v is the value of a deck, V that of the
/// continuous game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scale {
    Value,
    Linear,
    Quadratic,
    Logarithm,
}

impl Scale {
    const ALL: [Self; 4] = [Self::Quadratic, Self::Linear, Self::Logarithm, Self::Value];

    /// The word of its address, its name, and the quantity in words.
    fn words(self) -> [&'static str; 3] {
        match self {
            Self::Value => ["value", "Values", "Value to player I, in antes"],
            Self::Linear => {
                ["n", "n(V − v)", "n times the distance to the continuous value, n(V − v)"]
            }
            Self::Quadratic => [
                "n2",
                "n(n − 1)(V − v)",
                "n(n − 1) times the distance to the continuous value, n(n − 1)(V − v)",
            ],
            Self::Logarithm => [
                "log",
                "Logarithm",
                "Decimal logarithm of the distance to the continuous value, log |V − v|",
            ],
        }
    }

    fn key(self) -> &'static str {
        self.words()[0]
    }

    /// Errors: `Malformed` for other words.
    fn read(text: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|scale| scale.key() == text);
        found.ok_or_else(|| unexpected("scale", text, &Self::ALL.map(Self::key).join(", ")))
    }

    /// The number of a deck; `None` where it has no logarithm.
    fn of(self, deck: &DeckComparison) -> Option<f64> {
        let (n, left) = (deck.n as f64, -deck.difference.to_f64());
        match self {
            Self::Value => Some(deck.value.to_f64()),
            Self::Linear => Some(n * left),
            Self::Quadratic => Some(n * (n - 1.0) * left),
            Self::Logarithm => (left != 0.0).then(|| left.abs().log10()),
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
        let value = deck.value.to_string();
        let value = if value.len() > 24 { deck.value.decimal(DIGITS) } else { value };
        let value = with_minus(&value);
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
        let words = |deck: &DeckComparison| {
            deck.values.get(1).map(|value| with_minus(&value.decimal(DIGITS))).unwrap_or_default()
        };
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
            let cuts = deck.cuts.iter().flatten().map(Rational::to_string);
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
fn table(label: &str, asked: &ComparisonQuery, view: &ComparisonReport) -> Result<Markup, Error> {
    let ComparisonQuery { from, to, part: at, .. } = asked;
    let decks = &view.comparison.decks;
    let shown = part(decks, LISTED, *at)?;
    let address = |part| format!("/compare/{label}?from={from}&to={to}&part={part}");
    let solved = label.split_once('/').filter(|(_, bets)| *bets != "bmax");
    let many = decks.first().is_some_and(|deck| deck.values.len() > 2);
    let cut = decks.iter().any(|deck| deck.cuts.is_some());
    let heads = [
        Some("Cards"),
        Some("Value to I"),
        many.then_some("To each other player"),
        Some("Minus the continuous value"),
        Some("Times n"),
        cut.then_some("Cuts"),
    ];
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
            td data-label="value to I" { (number(&deck.value)) }
            @if many { td data-label="to each other" { (number(&deck.values[1])) } }
            td data-label="minus the limit" { (with_minus(&deck.difference.decimal(DIGITS))) }
            td data-label="times n" { (with_minus(&deck.scaled.decimal(DIGITS / 2))) }
            @if cut {
                td data-label="cuts" {
                    @for (at, cut) in deck.cuts.iter().flatten().enumerate() {
                        @if at > 0 { ", " }
                        (cut)
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

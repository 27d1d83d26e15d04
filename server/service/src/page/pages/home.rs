//! The first page: a question, its answer, and the smallest game to move. With `game=` and its
//! parameters, the way to a game.

use std::fmt::Write;
use std::sync::LazyLock;

use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Redirect, Response};
use bluff_questions::error::Error;
use bluff_questions::over_http::{INSTANT, SHORT};
use bluff_report::number::rounded;
use maud::{Markup, html};
use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::exact::Rational;
use rational_bluff::game::{ARGUMENTS, BET, Family, Game, GameArguments, Spelling, von_neumann};
use rational_bluff::solve::{Control, Method, face, solve};

use crate::api::label::resolved;
use crate::api::query::unexpected;
use crate::problem::Problem;
use crate::service::Service;

use crate::page::parts::controls::{AnswerPage, sliding};
use crate::page::parts::form::refusal;
use crate::page::parts::frame::{PageResult, page, with_query, wrong};
use crate::page::parts::number::large;
use crate::page::parts::request::Fields;
use crate::page::parts::tabs::GameTab;

/// The slider of the bet: up to 2 in twelfths.
const TWELFTHS: i64 = 12;
const GREATEST: i64 = 2 * TWELFTHS;
/// Decks of the picture of many.
const DECKS: std::ops::RangeInclusive<u64> = 2..=41;

/// `GET /`: the page; with `b=` its game has that bet; with `game=` the way to a game.
pub(crate) async fn show(State(service): State<Service>, query: Fields) -> PageResult {
    if query.text("game").is_some() {
        return open(&service, query).await;
    }
    query.all_known(&["b"])?;
    let bet = query.text("b").map_or(Ok(Rational::ONE), |text| text.parse().map_err(Error::from));
    let question = move |control: &Control| body(&deck(3, bet?, control)?, control);
    Ok(match service.pool.run_quoted(INSTANT, question).await {
        Ok(main) => page("Exact poker", &main),
        Err(error) => refused(error),
    })
}

/// The way to a game of the family at this address, `/kuhn?n=3&b=1`; `None` where no field is an
/// argument of games.
pub(crate) async fn opened(service: &Service, name: &str, query: &RawQuery) -> Option<PageResult> {
    Family::named(name)?;
    let mut query = Fields::read(query);
    ARGUMENTS.iter().find(|parameter| query.text(parameter.key).is_some())?;
    query.0.insert(0, ("game".to_owned(), name.to_owned()));
    Some(open(service, query).await)
}

/// The way to the game of a form.
async fn open(service: &Service, query: Fields) -> PageResult {
    let name = query.text("game").unwrap_or_default().to_owned();
    let parameters = ARGUMENTS.map(|parameter| parameter.key);
    query.all_known(&[&["game", "page"], &BESIDE[..], &parameters].concat())?;
    let page = query.text("page").unwrap_or_default();
    let known = AnswerPage::ALL.into_iter().find(|known| known.name() == page);
    let Some(page) = known else {
        let names = AnswerPage::ALL.map(AnswerPage::name)[1..].join(", ");
        return Ok(refused(unexpected("page", page, &format!("one of: {names}"))));
    };
    let (beside, fields): (Vec<_>, Vec<_>) =
        query.0.into_iter().partition(|(key, _)| BESIDE.contains(&key.as_str()));
    let question = move |control: &Control| {
        let own = |key: &str| key == "game" || key == "page";
        let given = fields.iter().filter(|(key, value)| !own(key) && !value.trim().is_empty());
        let given = given.map(|(key, value)| (key.as_str(), value.trim().to_owned()));
        resolved(&GameArguments::new(&name, given, Spelling::Fields)?, control)
    };
    Ok(match service.pool.run_quoted(SHORT, question).await {
        Ok(game) => Redirect::to(&with_query(&page.address(&game), beside)).into_response(),
        Err(error) => refused(error),
    })
}

/// Fields that go on to the page that a form leads to.
const BESIDE: [&str; 10] =
    ["from", "to", "scale", "card", "cuts", "digits", "method", "tab", "at", "residue"];

fn refused(error: Error) -> Response {
    let problem = Problem::from(error);
    let main = html! {
        h1 { "Not a game" }
        p.refused data-refused role="alert" { (problem.message()) }
        p { a href="/games" { "All games and what they take" } }
    };
    wrong(problem, "Not a game", &main)
}

fn deck(n: u64, b: Rational, control: &Control) -> Result<Certified<Solution>, Error> {
    Ok(solve(&von_neumann(n, b)?, Method::Auto, control)?.solution)
}

fn body(solution: &Certified<Solution>, control: &Control) -> Result<Markup, Error> {
    let answer = answer(solution, control)?;
    Ok(html! {
        div.hero {
            div {
                h1 {
                    "How often should" br; "you bluff?" br;
                    em data-part="answer" { (answer) }
                }
                p.text {
                    "Three cards, an ante of 1, one bet. Move the bet and watch the equilibrium \
                        move. Every number here is a fraction, and every answer carries a \
                        certificate that anyone can check."
                }
                p data-part="ways" {
                    a.button.first href=(format!("/{}", solution.game.label())) { "Open this game" }
                        " "
                    a.button href=(GameTab::Play.address(&solution.game.label(), "")) {
                        "Play against it"
                    }
                    " "
                    a.button href=(format!("/formulas/von-neumann/{}", solution.game.stakes())) {
                        "Every deck at once" }
                    " "
                    a.button href="/holdem" { "Spots of hold’em" }
                }
            }
            (table(solution))
        }
        div.doors {
            a.door.panel href="/teach" {
                span.shown.law {
                    span.soft { "bluffs per" br; "value bet" }
                    math { mfrac { mi mathvariant="normal" { "b" } mrow { mi mathvariant="normal" {
                        "b" } mo { "+" } mn { "2" } } } }
                }
                h2 { "Teach" }
                p { "Six lectures, exercises, a room for your class, a book with a chapter for \
                    each game." }
            }
            a.door.panel href="/games" {
                (*MANY)
                h2 { "Explore" }
                p { "Thirteen games, decks from 2 cards to 10" sup { "18" } ", live sliders, maps, \
                    comparisons with the continuous games." }
            }
            a.door.panel href="/compute" {
                span.shown.code {
                    "$ bluff solve kuhn -n 3 -b 1" br;
                    b { "Value to I   −1/18" } br;
                    ">>> solve(\"newman\", n=14, b=5).values[0]" br;
                    b { "Fraction(13, 98)" } br;
                    "$ bluff verify newman.json"
                }
                h2 { "Compute" }
                p { "Command line, Python and HTTP; exact, certified, with labels that last." }
            }
        }
    })
}

/// The answer of the headline's game in a few words, and its bet.
pub(crate) fn in_words(game: &Game, control: &Control) -> Option<(String, String)> {
    let solution = solve(game, Method::Auto, control).ok()?.solution;
    let bet = game.stakes().number(&BET);
    let bluff = answer(&solution, control).ok()?;
    Some((bluff, format!("bluff with the lowest of three cards: bet {bet}, the pot is 2")))
}

/// The share of bluffs over all optimal strategies, as an answer. Only a game that is worth nothing
/// has several.
fn answer(solution: &Solution, control: &Control) -> Result<String, Error> {
    let bluff = times(&solution.profile.at(0)[1].at(1));
    if !solution.values[0].is_zero() {
        return Ok(bluff);
    }
    let (least, most) = &face(&solution.game, control)?.views[0].rows[0][1];
    Ok(if least == most { bluff } else { format!("At most {}", times(most).to_lowercase()) })
}

/// A probability as an answer: "One time in three."
fn times(part: &Rational) -> String {
    match part.to_string().as_str() {
        "0" => "Never.".to_owned(),
        "1" => "Always.".to_owned(),
        "1/3" => "One time in three.".to_owned(),
        "1/2" => "One time in two.".to_owned(),
        other => format!("With probability {other}."),
    }
}

/// The three cards of both players, and the slider over the curve of the value.
fn table(solution: &Certified<Solution>) -> Markup {
    let (label, value) = (solution.game.label(), &solution.values[0]);
    let bet = solution.game.stakes().number(&BET);
    let players = [
        ("Player I", "how often to bet", 0, ["bluff", "check", "bet"], ["bluff", "check", "value"]),
        ("Player II", "how often to call", 1, ["fold", "call", "call"], ["call", "call", "call"]),
    ];
    html! {
        section.panel.three aria-label="The game with three cards" {
            div.both-hands.pic data-part="hands" {
                svg.defs width="0" height="0" aria-hidden="true" {
                    pattern id="home-fold" width="6" height="6" patternUnits="userSpaceOnUse"
                        patternTransform="rotate(45)" {
                        rect.plate width="6" height="6" {}
                        rect.hatch width="1.2" height="6" {}
                    }
                }
                @for (player, what, view, words, classes) in players {
                    div {
                        p.who { b { (player) } " " (what) }
                        div.hand { @for (at, hand) in (1..=3).enumerate() {
                            @let part = solution.profile.at(view)[1].at(hand);
                            figure.card {
                                (card(view, &part, classes[at]))
                                b.rank { (solution.game.hand_name(hand)) }
                                figcaption { b { (part) } br; (words[at]) }
                            }
                        } }
                    }
                }
            }
            form.dials.one action="/" method="get" data-address="/?b={b}" {
                div {
                    (sliding(&BET, &bet, (1, GREATEST, TWELFTHS), Some(&CURVE)))
                    button.unscripted type="submit" { "Show" }
                }
                div.worth-of data-part="worth" {
                    div {
                        p { "Value to player I" }
                        (large(value)) " " span.digits { (rounded(value)) }
                    }
                }
            }
            (refusal(None))
            p.unseen data-part="name" { (label) }
        }
    }
}

/// A card filled from below by its probability.
fn card(view: usize, part: &Rational, class: &str) -> Markup {
    let filled = part.to_f64() * 100.0;
    let ground = if view == 0 { "check" } else { "plate" };
    html! {
        svg width="100%" height="166" aria-hidden="true" {
            rect class=(ground) width="100%" height="100%" rx="12" {}
            @if view == 1 {
                rect fill="url(#home-fold)" width="100%" height="100%" rx="12" {}
            }
            @if filled > 0.0 {
                rect class=(class) width="100%" y=(format!("{:.3}%", 100.0 - filled))
                    height=(format!("{filled:.3}%")) {}
            }
            rect.edge width="100%" height="100%" rx="12" {}
        }
    }
}

/// The value of three cards over the bet, by exact values at twelfths.
static CURVE: LazyLock<Markup> = LazyLock::new(|| {
    let mut path = "M0 40".to_owned();
    for step in 1..=GREATEST {
        let value = deck(3, Rational::ratio(step, TWELFTHS), &Control::new())
            .map_or(0.0, |solution| solution.values[0].to_f64());
        // Writing to a string cannot fail.
        let _ = write!(path, "L{step} {:.3}", 40.0 - value * 600.0);
    }
    html! {
        svg.value-curve viewBox=(format!("1 0 {} 40", GREATEST - 1)) preserveAspectRatio="none"
            aria-hidden="true" {
            path d=(path) vector-effect="non-scaling-stroke" {}
        }
    }
});

/// Player I's strategy for many decks, one line each.
static MANY: LazyLock<Markup> = LazyLock::new(|| {
    let height = 100.0 / (DECKS.end() - DECKS.start() + 1) as f64;
    let rows = DECKS.filter_map(|n| Some((n, deck(n, Rational::from(2), &Control::new()).ok()?)));
    html! {
        svg.shown.pic width="100%" height="176" aria-hidden="true" {
            @for (n, solution) in rows {
                @let y = (n - DECKS.start()) as f64 * height;
                @let strip = |class: &str, x: f64, width: f64| html! {
                    rect class=(class) x=(format!("{x:.2}%")) width=(format!("{width:.2}%"))
                        y=(format!("{y:.2}%")) height=(format!("{:.2}%", height * 0.75)) {}
                };
                (strip("check", 0.0, 100.0))
                @for (first, piece) in solution.profile.at(0)[1].pieces() {
                    @let part = piece.function.as_constant().map_or(0.0, Rational::to_f64);
                    @if part > 0.0 {
                        @let (x, width) = ((first - 1) as f64, (piece.last + 1 - first) as f64);
                        @let class = if x * 2.0 < n as f64 { "bluff" } else { "value" };
                        (strip(class, x * 100.0 / n as f64, width * part * 100.0 / n as f64))
                    }
                }
            }
        }
    }
});

//! Fairness of a protocol, and payoffs of a game that is dealt by it: proved or tested at each
//! request.

use axum::extract::{RawQuery, State};
use axum::response::Response;
use bluff_dealing::fairness::{CheckedSetting, FairnessCertificate, Statistics, Test, TestVerdict};
use bluff_dealing::play::{self, Dealt, Winnings};
use bluff_dealing::{NamedProtocol, Setting};
use bluff_questions::fairness::FairnessQuestion;
use bluff_questions::{FieldKind, Given, Question, QuestionField};
use bluff_report::fairness::FairnessAnswer;
use bluff_report::picture::{minus, with_minus};
use maud::{Markup, html};
use rational_bluff::exact::Rational;
use rational_bluff::game::{Player, Unit, read_label};

use crate::api::fields::{Fields, pairs};
use crate::api::labelled::fairness_fields;
use crate::api::question::drawn;
use crate::page::frame::{Refused, crumbs, table, wide};
use crate::page::parts::form::typed;
use crate::page::parts::glossary::term;
use crate::page::parts::request::drawn_once;
use crate::service::Service;
use crate::values::reply::fingerprint;

use super::given;

/// The key of the protocol, and the protocol that is checked unless another is chosen.
const PROTOCOL: &str = "protocol";
const FIRST: &str = "barany-furedi";

/// `GET /fairness?protocol=&players=&cards=&hand=&plant=`: the proof that a protocol is fair, by
/// every sequence of coins, or a witness; with `deals=&seed=` tests, with `game=` the
/// payoffs of a game.
pub(crate) async fn show(
    State(service): State<Service>,
    RawQuery(query): RawQuery,
) -> Result<Response, Refused> {
    answered(service, query.unwrap_or_default()).await
}

/// `POST /fairness`: the same with fields that are too long for an address: deals of one's own.
pub(crate) async fn posted(
    State(service): State<Service>,
    body: String,
) -> Result<Response, Refused> {
    answered(service, body).await
}

async fn answered(service: Service, query: String) -> Result<Response, Refused> {
    let mut given = pairs(&FairnessQuestion::fields(), &query);
    if given.iter().any(|(key, _)| key == "hands") {
        // A game knows its deck.
        let is_game = given.iter().any(|(key, _)| key == "game");
        given.retain(|(key, _)| !is_game || key != "cards");
        return of_fields(service, "Are these deals fair?", given).await;
    }
    for (key, _) in &mut given {
        // The key of links from before.
        if key == "bug" {
            "plant".clone_into(key);
        }
    }
    if given.iter().all(|(key, _)| key != PROTOCOL) {
        given.push((PROTOCOL.to_owned(), FIRST.to_owned()));
    }
    let fields = FairnessQuestion::fields();
    let read = Given::new(&fields, given)?;
    let protocol = read.needed(PROTOCOL).to_owned();
    let mut given = fairness_fields(&read)?;
    let title = NamedProtocol::named(&protocol).map_or("", |protocol| protocol.title);
    let title = format!("Is the deal fair? {title}");
    given.push((PROTOCOL.to_owned(), protocol));
    of_fields(service, &title, given).await
}

async fn of_fields(service: Service, title: &str, given: Fields) -> Result<Response, Refused> {
    let key = fingerprint(format!("fairness {given:?}"));
    let own = service.clone();
    let main = async move {
        let draw = |answer: &FairnessAnswer| {
            Ok(match answer {
                FairnessAnswer::Proved(found) => proved(found),
                FairnessAnswer::Tested(found) => tested(found),
                FairnessAnswer::Dealt(found) => dealt(found),
                FairnessAnswer::Won(found) => won(found),
                FairnessAnswer::Given(found) => given::tested(found, &tests(&found.tests)),
            })
        };
        drawn::<FairnessQuestion, _>(&own, given, draw).await
    };
    drawn_once(&service, (title, &key), main).await
}

/// Results of the tests of many deals.
fn tested(found: &Statistics) -> Markup {
    let asked = &found.asked;
    let numbers = [asked.players, asked.cards, asked.hand].map(|number| number.to_string());
    html! {
        @let verdict = if found.rejected { "Rejected" } else { "No test rejects" };
        (judged(asked, verdict, Some(&found.deals)))
        (of_samples())
        (super::setting_form(
            "/fairness", Some(&asked.protocol), numbers, (Some(&found.deals), "Test")
        ))
        (wide("Tests", &tests(&found.tests)))
        section aria-labelledby="untested" {
            h2 id="untested" { "Not tested" }
            ul { @for what in &found.untested { li { (what) } } }
        }
        (onward(&asked.protocol))
        (given::form("52"))
    }
}

fn tests(tests: &[Test]) -> Markup {
    let tests = tests.iter().map(|test| {
        let [p_value, level] = [test.p_value, test.level].map(few_digits);
        let rejected = test.verdict == TestVerdict::Rejected;
        [html! { (test.name) }, p_value, level, verdict_of(rejected)]
    });
    table("", "Tests", ["Test", "p-value", "Level", "Verdict"], tests)
}

/// A number of a test.
fn few_digits(number: f64) -> Markup {
    html! { (format!("{number:.2e}")) }
}

fn verdict_of(rejected: bool) -> Markup {
    html! { @if rejected { strong { "rejected" } } @else { "not rejected" } }
}

/// The unit of the payoffs of a game.
fn per_hand(label: &str) -> String {
    read_label(label).map_or(Unit::Chip, |game| game.unit()).per_hand()
}

/// Payoffs of a game that is dealt under every sequence of coins.
fn dealt(found: &Dealt) -> Markup {
    let payoffs = players(&found.value).zip(&found.dealt).map(|((player, value), paid)| {
        let paid = html! { @if paid == value { (paid) } @else { strong { (paid) } } };
        [html! { (player) }, html! { (value) }, paid]
    });
    html! {
        (headed(&found.asked, if found.equal { "Yes, exactly" } else { "No" }))
        p { "Each of " (found.branches) " sequences of coins dealt one card to each player, and \
            the certified equilibrium was played with them"
            @if found.unfinished != "0" { "; with probability " (found.unfinished) " a deal never \
                ends, and all else is conditional on an end" }
            @if found.illegal != "0" { "; with probability " (found.illegal) " a deal breaks the \
                rules" } "." }
        (wide("Payoffs", &table(
            "",
            &format!("Payoffs in {}", per_hand(&found.asked.game)),
            ["Player", "Value of the game", "Paid by these deals"],
            payoffs,
        )))
        @if let Some(protocol) = &found.asked.protocol { (onward(protocol)) }
    }
}

/// Payoffs of a game that was dealt many times.
fn won(found: &Winnings) -> Markup {
    let winnings = players(&found.value).enumerate().map(|(at, (player, value))| {
        let mean = html! { (with_minus(&found.mean[at].decimal(6))) };
        let [error, p_value] = [found.standard_error[at], found.p_value[at]].map(few_digits);
        let verdict = verdict_of(found.rejected[at]);
        [html! { (player) }, html! { (minus(value)) }, mean, error, p_value, verdict]
    });
    html! {
        (headed(&found.asked, if found.rejects() { "Rejected" } else { "No test rejects" }))
        p { (found.deals) " deals"
            @if found.unfinished != "0" { ", " (found.unfinished) " that do not end" }
            @if found.illegal != "0" { ", " (found.illegal) " against the rules" } ". All \
                winnings are summed exactly." }
        (of_samples())
        (wide("Winnings", &table(
            "",
            &format!("Winnings in {}", per_hand(&found.asked.game)),
            ["Player", "Value of the game", "Mean", "Standard error", "p-value", "Verdict"],
            winnings,
        )))
        @if let Some(protocol) = &found.asked.protocol { (onward(protocol)) }
        @if found.seed.is_none() { (given::form("52")) }
    }
}

fn headed(
    play::DealtGame { protocol, game, players, bug, .. }: &play::DealtGame,
    verdict: &str,
) -> Markup {
    html! {
        (crumbs(&[("/deals", "Deals")], "a game"))
        h1 { "Does the game pay its value? " span {
            (game)
            @if let Some(protocol) = protocol { ", dealt by " (title(protocol)) }
        } }
        p.lead { strong { (verdict) } ": " (players) " players" (planted(bug.as_deref())) "." }
        p { a href=(format!("/{game}")) { "The game and its equilibrium" } }
    }
}

fn players(value: &[Rational]) -> impl Iterator<Item = (&'static Player, &Rational)> {
    Player::first(value.len()).iter().zip(value)
}

/// A protocol's title for people, or its name where a stored answer names one that is gone.
fn title(name: &str) -> &str {
    NamedProtocol::named(name).map_or(name, |protocol| protocol.title)
}

/// Title and verdict of a page about a protocol.
fn judged(asked: &CheckedSetting, verdict: &str, deals: Option<&str>) -> Markup {
    html! {
        (crumbs(&[("/deals", "Deals")], "Is it fair?"))
        h1 { "Is the deal fair? " span { (title(&asked.protocol)) } }
        p.lead {
            strong { (verdict) } ": " (asked.players) " players, " (asked.cards) " cards, "
            (asked.hand) " each" @if let Some(deals) = deals { ", " (deals) " deals" }
            (planted(asked.bug.as_deref())) "."
        }
    }
}

fn planted(bug: Option<&str>) -> Markup {
    html! { @if let Some(bug) = bug { ", with the planted bug " strong { (bug) } } }
}

fn of_samples() -> Markup {
    html! { p { "A sample cannot prove that a protocol is fair. The " (term("false-alarm \
    probability")) " is at most 10⁻⁶." } }
}

/// Other questions about a protocol.
fn onward(protocol: &str) -> Markup {
    let game = QuestionField::new(FieldKind::Optional, "game", "GAME", "", "kuhn/n3-b1");
    let proposed = NamedProtocol::named(protocol).map(NamedProtocol::proposed);
    html! {
        @if let Ok((Setting { players, cards, hand, .. }, deals)) = proposed {
            @let query = format!("players={players}&cards={cards}&hand={hand}&deals={deals}");
            p { a href=(format!("/fairness?protocol={protocol}&{query}")) {
                "A sample of the size at which bugs show"
            } }
        }
        form.ask action="/fairness" method="get" {
            input type="hidden" name="protocol" value=(protocol);
            (typed("A game dealt by this protocol", &game, Some(game.example)))
            button type="submit" { "Compare its payoffs" }
        }
    }
}

/// The certificate of a protocol.
fn proved(certificate: &FairnessCertificate) -> Markup {
    let asked = &certificate.asked;
    let views = certificate.views.iter().map(|(who, views)| {
        let offends = certificate.offenders.contains(who);
        let knows = html! { @if offends { strong { "yes" } } @else { "no" } };
        [html! { (who) }, html! { (views) }, knows]
    });
    html! {
        (judged(asked, if certificate.fair { "Yes" } else { "No" }, None))
        @let numbers = [&asked.players, &asked.cards, &asked.hand].map(ToString::to_string);
        (super::setting_form("/fairness", Some(&asked.protocol), numbers, (Some(""), "Prove")))
        p { "Every one of " (certificate.branches) " sequences of coins was played, by the code \
            that deals. They lead to " (certificate.outcomes) " outcomes"
            @if certificate.unfinished != "0" {
                "; with probability " (certificate.unfinished) " a deal never ends, and all laws \
                    are conditional on an end"
            }
            "." }
        @if certificate.fair {
            p { "All legal outcomes are equally likely. After every message, each "
                (term("coalition")) " below knows of the " (term("outcome")) " exactly its own \
                part, and nothing more." }
        } @else {
            section aria-labelledby="witness" {
                h2 id="witness" { "Witness" }
                ul { @for witness in &certificate.witness { li { (witness) } } }
            }
        }
        (wide("Views", &table(
            "",
            "Coalitions and their views",
            ["Coalition", "Different views", "Knows too much"],
            views,
        )))
        p.soft { "Digest of all laws: " code { (certificate.laws) } ". Ciphertexts are ideal here. \
            The security of real ones is an assumption, which no enumeration can prove." }
        p {
            a
                href=(format!(
                    "/deals?protocol={}&players={}&cards={}&hand={}",
                    asked.protocol, asked.players, asked.cards, asked.hand
                )) {
                "A deal, message by message"
            }
        }
        (onward(&asked.protocol))
        (given::form("52"))
    }
}

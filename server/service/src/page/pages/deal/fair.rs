//! Fairness of a protocol, and payoffs of a game that is dealt by it: proved or tested at each
//! request.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::response::Response;
use bluff_dealing::NamedProtocol;
use bluff_dealing::fairness::{CheckedSetting, FairnessCertificate, Statistics, TestVerdict};
use bluff_dealing::play::{self, Dealt, Winnings};
use bluff_questions::fairness::FairnessQuestion;
use bluff_questions::{FieldKind, Given, Question, QuestionField};
use bluff_report::fairness::FairnessAnswer;
use bluff_report::picture::{minus, with_minus};
use maud::{Markup, PreEscaped, html};
use rational_bluff::exact::Rational;
use rational_bluff::game::{Player, Unit, read_label};

use crate::api::fields::query_fields;
use crate::api::labelled::fairness_fields;
use crate::api::question::drawn;
use crate::page::frame::{Refused, columns, crumbs, page, wide};
use crate::page::parts::form::typed;
use crate::page::parts::glossary::term;
use crate::problem::Problem;
use crate::service::Service;

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
    let query = query.unwrap_or_default();
    let mut given = query_fields::<FairnessQuestion>(&query);
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
    let key = format!("fairness {given:?}");
    let own = service.clone();
    let main = service.drawing.join(&key, async move {
        let draw = |answer: &FairnessAnswer| {
            let main = match answer {
                FairnessAnswer::Proved(found) => proved(found),
                FairnessAnswer::Tested(found) => tested(found),
                FairnessAnswer::Dealt(found) => dealt(found),
                FairnessAnswer::Won(found) => won(found),
            };
            Ok(Arc::from(main.into_string()))
        };
        drawn::<FairnessQuestion, _>(&own, given, draw).await.map_err(Problem::from)
    });
    Ok(page(&title, &PreEscaped(main.await?.to_string())))
}

/// Results of the tests of many deals.
fn tested(found: &Statistics) -> Markup {
    let asked = &found.asked;
    html! {
        @let verdict = if found.rejected { "Rejected" } else { "No test rejects" };
        (judged(asked, verdict, Some(&found.deals)))
        (of_samples())
        (wide("Tests", &html! { table {
            caption { "Tests" }
            (columns(["Test", "p-value", "Level", "Verdict"]))
            tbody { @for test in &found.tests {
                tr {
                    th scope="row" { (test.name) }
                    td { (format!("{:.2e}", test.p_value)) }
                    td { (format!("{:.2e}", test.level)) }
                    td {
                        @if test.verdict == TestVerdict::Rejected {
                            strong { "rejected" }
                        } @else {
                            "not rejected"
                        }
                    }
                }
            } }
        } }))
        section aria-labelledby="untested" {
            h2 id="untested" { "Not tested" }
            ul { @for what in &found.untested { li { (what) } } }
        }
        (onward(&asked.protocol))
    }
}

/// The unit of the payoffs of a game.
fn per_hand(label: &str) -> String {
    read_label(label).map_or(Unit::Chip, |game| game.unit()).per_hand()
}

/// Payoffs of a game that is dealt under every sequence of coins.
fn dealt(found: &Dealt) -> Markup {
    html! {
        (headed(&found.asked, if found.equal { "Yes, exactly" } else { "No" }))
        p { "Each of " (found.branches) " sequences of coins dealt one card to each player, and \
            the certified equilibrium was played with them"
            @if found.unfinished != "0" { "; with probability " (found.unfinished) " a deal never \
                ends, and all else is conditional on an end" }
            @if found.illegal != "0" { "; with probability " (found.illegal) " a deal breaks the \
                rules" } "." }
        (wide("Payoffs", &html! { table {
            caption { "Payoffs in " (per_hand(&found.asked.game)) }
            (columns(["Player", "Value of the game", "Paid by these deals"]))
            tbody { @for ((player, value), paid) in players(&found.value).zip(&found.dealt) {
                tr {
                    th scope="row" { (player) }
                    td { (value) }
                    td { @if paid == value { (paid) } @else { strong { (paid) } } }
                }
            } }
        } }))
        (onward(&found.asked.protocol))
    }
}

/// Payoffs of a game that was dealt many times.
fn won(found: &Winnings) -> Markup {
    html! {
        (headed(&found.asked, if found.rejects() { "Rejected" } else { "No test rejects" }))
        p { (found.deals) " deals"
            @if found.unfinished != "0" { ", " (found.unfinished) " that do not end" }
            @if found.illegal != "0" { ", " (found.illegal) " against the rules" } ". All \
                winnings are summed exactly." }
        (of_samples())
        (wide("Winnings", &html! { table {
            caption { "Winnings in " (per_hand(&found.asked.game)) }
            @let names =
                ["Player", "Value of the game", "Mean", "Standard error", "p-value", "Verdict"];
            (columns(names))
            tbody { @for (at, (player, value)) in players(&found.value).enumerate() {
                tr {
                    th scope="row" { (player) }
                    td { (minus(value)) }
                    td { (with_minus(&found.mean[at].decimal(6))) }
                    td { (format!("{:.2e}", found.standard_error[at])) }
                    td { (format!("{:.2e}", found.p_value[at])) }
                    td { @if found.rejected[at] { strong { "rejected" } } @else { "not rejected" } }
                }
            } }
        } }))
        (onward(&found.asked.protocol))
    }
}

fn headed(
    play::DealtGame { protocol, game, players, bug, .. }: &play::DealtGame,
    verdict: &str,
) -> Markup {
    html! {
        (crumbs(&[("/deals", "Deals")], "a game"))
        h1 { "Does the game pay its value? " span { (game) ", dealt by " (title(protocol)) } }
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
    html! {
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
    html! {
        (judged(asked, if certificate.fair { "Yes" } else { "No" }, None))
        @let numbers = [&asked.players, &asked.cards, &asked.hand].map(ToString::to_string);
        (super::setting_form("/fairness", Some(&asked.protocol), numbers, "Prove"))
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
        (wide("Views", &html! { table {
            caption { "Coalitions and their views" }
            (columns(["Coalition", "Different views", "Knows too much"]))
            tbody { @for (who, views) in &certificate.views {
                tr {
                    th scope="row" { (who) }
                    td { (views) }
                    td {
                        @if certificate.offenders.contains(who) { strong { "yes" } } @else { "no" }
                    }
                }
            } }
        } }))
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
    }
}

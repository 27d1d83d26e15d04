//! Fairness of a protocol, and payoffs of a game that is dealt by it: proved or tested at each
//! request.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::response::Response;
use bluff_dealing::fairness::{FairnessCertificate, Statistics, TestVerdict};
use bluff_dealing::play::{self, Dealt, Winnings};
use bluff_report::fairness::FairnessAnswer;
use maud::{Markup, PreEscaped, html};
use rational_bluff::exact::Rational;
use rational_bluff::game::Player;

use crate::api::fairness::{KEYS, answered, question};
use crate::api::query::Query;
use crate::page::frame::{Refused, page, wide};
use crate::service::Service;

/// `GET /fairness?protocol=&players=&cards=&hand=&bug=`: plays every sequence of coins and says
/// what came of it; with `deals=&seed=` tests, with `game=` deals its cards.
pub(crate) async fn show(
    State(service): State<Service>,
    query: RawQuery,
) -> Result<Response, Refused> {
    let query = Query::of(query, &[&KEYS[..], &["protocol", "bug"]].concat())?;
    let question = question(query.text("protocol").unwrap_or("barany-furedi"), &query, "bug")?;
    let (key, title) =
        (format!("fairness {}", question.key()), format!("Is {} fair?", question.system.name));
    let (pool, answers) = (Arc::clone(&service.pool), Arc::clone(&service.answers));
    let main = service.drawing.join(&key, async move {
        let drawn = pool.run(move |control| {
            let main = match answered(&question, &answers, control)? {
                FairnessAnswer::Proved(found) => proved(&found),
                FairnessAnswer::Tested(found) => tested(&found),
                FairnessAnswer::Dealt(found) => dealt(&found),
                FairnessAnswer::Won(found) => won(&found),
            };
            Ok(Arc::from(main.into_string()))
        });
        drawn.await
    });
    Ok(page(&title, &PreEscaped(main.await?.to_string())))
}

/// Results of the tests of many deals.
fn tested(found: &Statistics) -> Markup {
    let asked = &found.asked;
    html! {
        h1 { "Is " (asked.protocol) " fair?" }
        p.lead {
            strong { @if found.rejected { "Rejected" } @else { "No test rejects" } }
            ": "
            (asked.players)
            " players, "
            (asked.cards)
            " cards, "
            (asked.hand)
            " each, "
            (found.deals)
            " deals"
            (planted(asked.bug.as_deref()))
            "."
        }
        (of_samples())
        (wide("Tests", &html! { table {
            caption { "What was tested" }
            thead {
                tr {
                    th scope="col" { "Test" }
                    th scope="col" { "p-value" }
                    th scope="col" { "Level" }
                    th scope="col" { "Verdict" }
                }
            }
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

/// Payoffs of a game that is dealt under every sequence of coins.
fn dealt(found: &Dealt) -> Markup {
    html! {
        (headed(&found.asked, if found.equal { "Yes, exactly" } else { "No" }))
        p { "Every one of " (found.branches) " sequences of coins dealt one card to each player \
            just now, and the certified equilibrium was played with them"
            @if found.unfinished != "0" { "; with probability " (found.unfinished) " a deal never \
                ends, and all else is conditional on an end" }
            @if found.illegal != "0" { "; with probability " (found.illegal) " a deal breaks the \
                rules" } "." }
        (wide("Payoffs", &html! { table {
            caption { "Payoffs in antes per hand" }
            thead {
                tr {
                    th scope="col" { "Player" }
                    th scope="col" { "Value of the game" }
                    th scope="col" { "Paid by these deals" }
                }
            }
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
            @if found.unfinished != "0" { ", " (found.unfinished) " without an end" }
            @if found.illegal != "0" { ", " (found.illegal) " against the rules" } "; what was won \
                is summed exactly." }
        (of_samples())
        (wide("Winnings", &html! { table {
            caption { "Winnings in antes per hand" }
            thead {
                tr {
                    th scope="col" { "Player" }
                    th scope="col" { "Value of the game" }
                    th scope="col" { "Mean" }
                    th scope="col" { "Standard error" }
                    th scope="col" { "p-value" }
                    th scope="col" { "Verdict" }
                }
            }
            tbody { @for (at, (player, value)) in players(&found.value).enumerate() {
                tr {
                    th scope="row" { (player) }
                    td { (value) }
                    td { (found.mean[at].decimal(6)) }
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
        h1 { "Does " (game) " pay its value when " (protocol) " deals?" }
        p.lead { strong { (verdict) } ": " (players) " at the table" (planted(bug.as_deref())) "." }
        p { a href=(format!("/{game}")) { "The game and its equilibrium" } }
    }
}

fn players(value: &[Rational]) -> impl Iterator<Item = (&'static Player, &Rational)> {
    Player::first(value.len()).iter().zip(value)
}

fn planted(bug: Option<&str>) -> Markup {
    html! { @if let Some(bug) = bug { ", with the planted bug " strong { (bug) } } }
}

fn of_samples() -> Markup {
    html! { p { "A sample can reject a protocol and never proves that it is fair. Fair deals are \
    rejected with probability 10⁻⁶ at most." } }
}

/// Other questions about a protocol.
fn onward(protocol: &str) -> Markup {
    html! {
        form.ask action="/fairness" method="get" {
            input type="hidden" name="protocol" value=(protocol);
            div.field {
                label for="game" { "Play a game with its cards" }
                input id="game" name="game" value="kuhn/n3-b1";
            }
            button type="submit" { "Deal under every sequence of coins" }
        }
    }
}

/// The certificate of a protocol.
fn proved(certificate: &FairnessCertificate) -> Markup {
    let asked = &certificate.asked;
    html! {
        h1 { "Is " (asked.protocol) " fair?" }
        p.lead {
            strong { @if certificate.fair { "Yes" } @else { "No" } }
            ": "
            (asked.players)
            " players, "
            (asked.cards)
            " cards, "
            (asked.hand)
            " each"
            (planted(asked.bug.as_deref()))
            "."
        }
        p { "Every one of " (certificate.branches) " sequences of coins was played just now, by \
            the code that deals. They come to " (certificate.outcomes) " outcomes"
            @if certificate.unfinished != "0" {
                "; with probability " (certificate.unfinished) " there is no end, and all laws are \
                    conditional on one"
            }
            "." }
        @if certificate.fair {
            p { "Every legal outcome is equally likely. And after every message, whatever anybody \
                of those listed has tossed, sent and received until then, the law of the outcome \
                is exactly what it is for somebody who knows his own part alone." }
        } @else {
            section aria-labelledby="witness" {
                h2 id="witness" { "Witness" }
                ul { @for witness in &certificate.witness { li { (witness) } } }
            }
        }
        (wide("Views", &html! { table {
            caption { "Coalitions, and what their views tell them" }
            thead { tr { th scope="col" { "Coalition" } th scope="col" { "Different views, after \
                every event" } th scope="col" { "Knows too much" } } }
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
        p.soft { "Digest of all laws: " code { (certificate.laws) } ". Ciphertexts are ideal ones \
            here: that real ones hide what is in them is an assumption, which no enumeration can \
            prove." }
        p {
            a
                href=(format!(
                    "/deals?protocol={}&players={}&cards={}&hand={}",
                    asked.protocol, asked.players, asked.cards, asked.hand
                )) {
                "See a deal, message by message"
            }
        }
        (onward(&asked.protocol))
    }
}

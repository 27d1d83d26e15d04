//! Tables among people who do not trust each other: the seat is played in the browser by a script,
//! and this service only relays.

use axum::extract::State;
use axum::response::Response;
use bluff_dealing::seat::TableDocument;
use maud::{Markup, html};
use rational_bluff::game::{FAMILIES, Family};

use crate::page::parts::assets;
use crate::page::parts::form::line;
use crate::page::parts::frame::{crumbs, live};
use crate::page::parts::icon;
use crate::problem::Problem;
use crate::service::Service;

/// Fields of a new table: key, title, hint, value.
const FIELDS: [(&str, &str, &str, &str); 6] = [
    ("players", "Players", "2 to 32", TableDocument::PLAYERS),
    ("cards", "Cards", "the size of the deck", TableDocument::CARDS),
    ("hand", "Cards for each", "", TableDocument::HAND),
    ("clock", "Clock", "seconds a seat may stay silent", TableDocument::CLOCK),
    ("game", "Or a game", "one card for each player, as kuhn/n3-b1, or push-fold/s10", ""),
    ("hands", "Hands of it", "1 to 1000", TableDocument::HANDS),
];

/// Columns of the review of a seat.
const REVIEW: [&str; 7] =
    ["your card", "where", "you", "times", "share", "beside the equilibrium", "exact loss"];

/// `GET /tables`: a new table, a table by its link, and the seat that the script plays.
pub(crate) async fn show(State(service): State<Service>) -> Response {
    let off = service.relay.check().err();
    let head = html! {
        link rel="stylesheet" href=(assets::TABLES_STYLE.address);
        @if off.is_none() { script src=(assets::ROOM.address) type="module" {} }
    };
    live("Tables", &head, &body(off.as_ref()))
}

/// The page; without the forms, where the relay is off.
fn body(off: Option<&Problem>) -> Markup {
    let hint = "the link of a table, or the text of table.json";
    html! {
        (crumbs(&[("/play", "Play")], "Tables"))
        h1 { "Tables" }
        p.lead { "Deal cards with people whom you do not trust: everybody shuffles with a proof, \
            and nobody else sees your cards." }
        noscript { p.refused { "Your seat is played by a script on this page. Without scripts, \
            use " code { "bluff table join" } "." } }
        p.refused role="alert" data-trouble hidden {}
        div.two.dealing {
            div {
                div data-begin {
                    @if let Some(off) = off {
                        p.refused { (off) "." }
                    } @else {
                        section aria-labelledby="new" {
                            h2 id="new" { "New table" }
                            form.ask data-new {
                                @for (key, title, hint, value) in FIELDS {
                                    (line((key, title), hint, value))
                                }
                                button type="submit" { "New table" }
                            }
                        }
                        section aria-labelledby="by-link" {
                            h2 id="by-link" { "A table that somebody made" }
                            form.ask data-open {
                                (line(("link", "Table"), hint, ""))
                                button type="submit" { "Open" }
                            }
                        }
                    }
                }
                div data-room data-names=(names()) hidden {
                    p data-choose {}
                    p.soft data-won {}
                    p.last data-last {}
                    (felt())
                    p.soft data-steps {}
                    p role="status" data-status {}
                    div.actions data-acts {}
                    p.proofs aria-hidden="true" data-proofs {}
                    details.all hidden data-inside {
                        summary { "Look inside" }
                        dl.equation-of data-end {}
                    }
                    (review())
                }
            }
            div.stack {
                section.panel aria-labelledby="invite" data-invite hidden {
                    h2 id="invite" { "Invite the others" }
                    label for="address" { "Link, for their browsers" }
                    input id="address" readonly data-address;
                    p { a download="table.json" data-file { "table.json" } ", for the command:" }
                    pre tabindex="0" data-command {}
                }
                section.panel aria-labelledby="who" data-who hidden {
                    h2 id="who" { "Who sits here" }
                    p.soft { "Read the words to each other on another line." }
                    ul data-words {}
                }
                section.panel aria-labelledby="trust" {
                    h2 id="trust" { "Whom you still trust" }
                    p {
                        "The cards stay in this browser. The page itself comes from this server: \
                            if you do not trust whoever runs it, use " a href="/compute" {
                            "the command" } ", or open the page from a server of your own; both \
                            can sit at one table."
                    }
                }
            }
        }
    }
}

/// Cards with names: each family of games with those of its deck, lowest first.
fn names() -> String {
    let named = FAMILIES.into_iter().filter(|family| !family.card_names.is_empty());
    let line = |family: &Family| format!("{} {}", family.name, family.card_names.join(" "));
    named.map(line).collect::<Vec<_>>().join(";")
}

/// The felt, which the script fills, and the clock below it.
fn felt() -> Markup {
    html! {
        template data-back { div.card-back { (icon::mark()) span.unseen { "a card face down" } } }
        div.felt data-felt hidden {
            div.seats-row data-others {}
            div.pot data-pot {}
            div.open-cards data-board role="group" aria-label="Open cards" hidden {}
            div.seats-row {
                div.seat.mine {
                    div.holding data-cards role="group" aria-label="Your cards" {}
                    p data-own {}
                }
            }
        }
        div.clock.idle data-clock {
            svg width="44" height="44" viewBox="0 0 44 44" aria-hidden="true" {
                circle cx="22" cy="22" r="19" {}
                circle cx="22" cy="22" r="19" pathLength="100" data-ring {}
            }
            p { b data-left {} span.soft data-then {} }
        }
    }
}

/// The review of a seat after its last hand: a sentence first, then each choice.
fn review() -> Markup {
    html! {
        section.panel aria-labelledby="review" data-review hidden {
            h2 id="review" { "Your hands" }
            div data-choices {
                p { b data-lost {} }
                p.soft data-odds {}
                div.wide tabindex="0" role="region" aria-label="Your choices" {
                    table.stacked {
                        thead { tr { @for (at, title) in REVIEW.iter().enumerate() {
                            th scope="col" colspan=[(at == 5).then_some("2")] { (title) }
                        } } }
                        tbody data-rows {}
                    }
                }
                p data-sums {}
            }
            p data-unreviewed {}
            h3 { "Hand by hand" }
            p.key { span.won { "won" } span.due { "expected in equilibrium" }
                span.band { "two standard deviations, estimated from these hands" }
                span.loss { "exact loss" } }
            svg.course viewBox="0 0 800 218" preserveAspectRatio="none" aria-hidden="true"
                data-course {}
            p.note data-course-ends {}
            p data-course-words {}
            p.soft { "Worked out in this browser: nobody learns your hands from it." }
        }
    }
}

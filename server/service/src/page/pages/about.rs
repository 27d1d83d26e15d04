//! Documents about the project: results, sources, completeness and reliability.

use std::sync::LazyLock;

use axum::response::Response;
use maud::{Markup, html};

use crate::page::pages::book;
use crate::page::parts::frame::page;
use crate::page::parts::glossary::term;
use crate::page::parts::markdown::rendered;

static FINDINGS: LazyLock<Markup> =
    LazyLock::new(|| rendered(include_str!("../../../../../docs/FINDINGS.md"), book::address));
static LITERATURE: LazyLock<Markup> =
    LazyLock::new(|| rendered(include_str!("../../../../../docs/LITERATURE.md"), book::address));

/// `GET /findings`: what was not printed before, proved and observed apart.
pub(crate) async fn findings() -> Response {
    page("Findings", &FINDINGS)
}

/// `GET /literature`: closed forms that others printed, with the commands that give them.
pub(crate) async fn literature() -> Response {
    page("Literature", &LITERATURE)
}

/// `GET /source`: where games and numbers come from, and what computed the answers.
pub(crate) async fn source() -> Response {
    let main = html! {
        h1 { "Source" }
        h2 { "Games" }
        p {
            "The games and many of the questions are those of Krityakierne, Thanatipanonda and \
                Zeilberger, "
            cite { "von Neumann and Newman Pokers with Finite Decks" }
            " (2024; KTZ24). Others are Borel's la relance (1938), von Neumann and Morgenstern's \
                poker (1944), Kuhn's (1950), Newman's (1959), one raise (Ferguson, Ferguson and \
                Gawargy 2007), hand flip and the basic endgame; "
            a href="/literature" { "Literature" }
            " has their closed forms."
        }
        p { "Each game is a deck and a betting tree; chips paid and who is still in decide every \
            payoff. Each game counts in its own unit: antes, big blinds or chips." }
        h2 { "Answers" }
        p { "Every answer is computed on request, by one of these methods:" }
        dl {
            dt { "threshold" } dd { "one-street games, and one bet against callers: strategies by \
                runs of cards, from one equation, for decks of up to 10" sup { "18" } " cards" }
            dt { "readable" } dd { "other games of two players: of all optimal strategies some in \
                few runs of cards, none weakly dominated" }
            dt { "lp" } dd { "on request: the vertex at which the exact linear program of the \
                sequence form ends" }
            dt { "runs" } dd { "on request: the same for decks of up to 10" sup { "18" }
                " cards: by \
                runs of cards that are played alike, cut until no reply that tells their cards \
                apart earns more" }
            dt { "search" } dd { "other games of three and four players: floating point guesses \
                which actions are mixed, and rationals solve for the probabilities" }
        }
        p { "Whatever the method, " a href="/reliability" { "the certificate" } " decides. A \
            solution page names its method." }
        h2 { "Continuous games" }
        p { "Hands are uniform on [0, 1]. Values are fractions where there is a closed form, and \
            otherwise digits that are all certain, from intervals rounded outward." }
    };
    page("Source", &main)
}

/// `GET /completeness`: what is claimed, and what is not.
pub(crate) async fn completeness() -> Response {
    let main = html! {
        h1 { "Completeness" }
        p { "What an answer here says, and what it does not." }
        dl {
            dt { "Two players" } dd {
                "The value is the only one. The strategies shown are one pair of optimal ones, and \
                    often there are more. One-street games show the " (term("threshold form"))
                ", others a " (term("readable equilibrium")) "; a tab of each game shows all that \
                    are optimal." }
            dt { "Three and more players" } dd { "What is shown is a Nash equilibrium, one of \
                possibly many, and other equilibria may pay otherwise. For callers it is one in \
                which all callers play alike." }
            dt { "Searches" } dd { "A search that finds nothing proves nothing. Equilibria of \
                three players may be irrational; those are never shown." }
            dt { "Pure equilibria" } dd { "For von Neumann's game all of them are counted and \
                listed. Each one listed is certified; that there are no others rests on an \
                argument, checked against trying all sets for small decks." }
            dt { "Continuous games" } dd { "One equilibrium each; others may differ where hands \
                are indifferent." }
        }
        h2 { "Limits of this service" }
        p {
            "Games above a limit are refused with a message that names it; the "
            code { "bluff" }
            " command has no such limits. "
            a href="/book/http" { "The HTTP API" }
            " has them."
        }
    };
    page("Completeness", &main)
}

/// `GET /reliability`: how answers are checked.
pub(crate) async fn reliability() -> Response {
    let main = html! {
        h1 { "Reliability" }
        p { "Nothing is shown that was not proved. Finding an answer and proving it are separate:" }
        ol {
            li { "A solver proposes strategies. It may use floating point to guess which actions \
                are mixed." }
            li { "The certificate takes the rules of the game and the strategies alone, and \
                computes each player's best response in fractions. It shares no code with the \
                solvers; a test reads the source and says so." }
            li { "Two players: what player I gets at least must equal what player I gets at most. \
                More players: what each gains by deviating must be exactly 0. Otherwise the answer \
                is refused, with the player and the card." }
        }
        h2 { "Exact means exact" }
        p { "Numbers that decide are fractions of whole numbers of any length. There is no \
            tolerance anywhere. Decimals are shown beside them, truncated after the last printed \
            digit." }
        h2 { "How it is tested" }
        ul {
            li {
                "Numbers typed in from papers are compared with ours; where they differ, see "
                a href="/errata" { "Errata" }
                "."
            }
            li { "Different methods are compared on the same games, and with a table over all pure \
                strategies." }
            li { "Certificates are broken on purpose, and must be refused with the culprit." }
            li {
                "Processes are killed and stored answers are damaged; nothing wrong may come out."
            }
        }
        h2 { "Check it yourself" }
        p {
            "Download a solution document and give it to "
            code { "bluff verify FILE.json" }
            ", or send it to "
            code { "/api/v1/verify" }
            ". Strategies, rules and numbers are all in it."
        }
    };
    page("Reliability", &main)
}

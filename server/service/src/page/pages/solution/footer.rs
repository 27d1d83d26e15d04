//! The lower part of the page of a solved game: links, certificate, downloads, citation.

use bluff_report::citation::bibtex;
use bluff_report::forms::FORMS;
use bluff_report::game_forms::{GAME_FORMS, GameForm};
use bluff_report::picture::tree;
use maud::{Markup, html};
use rational_bluff::certificate::{Certificate, Solution as Equilibrium};
use rational_bluff::game::{ANTE, Game};
use rational_bluff::solve::Method;
use rational_bluff::sweep::pure_game;

use crate::api::affordable_by;
use crate::limits::PURE_DECK;

use crate::page::pages::proof::verify;
use crate::page::pages::{formula, push_fold};
use crate::page::parts::frame::{number, png};
use crate::page::parts::glossary::shown_as;
use crate::page::parts::neighbours;
use crate::page::parts::verdict::verdict;

/// Links to what stands beside the game. `query` chooses among optimal strategies.
pub(in crate::page) fn links(game: &Game, query: &str) -> Markup {
    let label = game.label();
    html! {
        nav.beside aria-label="Beside this game" data-part="links" {
            a href=(format!("/proof/{label}")) { "Proof" }
            a href=(format!("/play/{label}")) { "Play against it" }
            a href=(format!("/try/{label}")) { "Try a strategy" }
            @if let Some(comparison) = neighbours::comparison(game) {
                a href=(format!("/compare/{comparison}")) { "Compare decks" }
            }
            @if game.family().is_some_and(|family| !family.has_own_deck()) {
                a href=(format!("/map/{}", game.name())) { "Map of values" }
            }
            @if game.name() == "push-fold" {
                a href=(push_fold::address(&game.stakes().number(&ANTE))) { "Chart of all stacks" }
            }
            @if pure_game(game).is_ok() && game.n() <= PURE_DECK {
                a href=(format!("/pure/{label}")) { "Pure equilibria" }
            }
            @if let Some(place) = formula::place(game) { (place) }
            a href="#downloads" { "Downloads" }
            a href="#cite" { "Cite" }
            (png(&label, &format!("/{label}.svg{query}")))
        }
    }
}

/// The certificate in words.
pub(in crate::page) fn certificate(solution: &Equilibrium) -> Markup {
    let (label, named) = (solution.game.label(), solution.game.family().is_some());
    // A game from a file has no page with its proof.
    let verify = |part: &str, what: &str| {
        if named {
            verify(&label, part, what)
        } else {
            html! {}
        }
    };
    html! {
        section aria-labelledby="certificate" {
            h2 id="certificate" { "Certificate" }
            @match &solution.certificate {
                Certificate::ZeroSum { lower, upper } => {
                    dl {
                        dt { (shown_as("lower value", "Lower value")) }
                        dd {
                            (number(lower))
                            ": player I gets at least this with the strategy above, whatever \
                                player II does. "
                            (verify("#reply-II", "the lower value"))
                        }
                        dt { (shown_as("upper value", "Upper value")) }
                        dd {
                            (number(upper))
                            ": player I gets at most this against player II's strategy, whatever \
                                player I does. "
                            (verify("#reply-I", "the upper value"))
                        }
                    }
                    p { "They are equal, so neither player can do better: this is an equilibrium, \
                        and that number is the value." }
                }
                Certificate::Nash { gains, .. } => {
                    @let numbers = gains.iter().zip(&solution.values);
                    dl { @for (player, (gain, value)) in solution.game.players().iter().zip(numbers)
                        {
                        dt { "Player " (player) }
                        dd {
                            "gets " (number(value)) " and gains " (number(gain))
                            " by the best deviation. "
                            (verify(&format!("#reply-{player}"),
                                &format!("what player {player} gets")))
                        }
                    } }
                    p { (verdict(solution)) }
                }
            }
            p {
                "Both numbers were computed from the rules of the game by code that has not seen \
                    how the strategies were found (method: "
                (solution.method)
                "). To check it yourself, download the document and run "
                code { "bluff verify" }
                "; see "
                a href="/reliability" { "Reliability" }
                "."
            }
        }
    }
}

/// Every form of the answer as a file. `query` chooses the strategies of the picture.
pub(in crate::page) fn downloads(game: &Game, query: &str) -> Markup {
    let label = game.label();
    let forms = FORMS.iter().filter(|form| (form.fits)(game).is_ok());
    let forms = forms.map(|form| (form.suffix.to_owned(), form.about));
    let picture = (format!("svg{query}"), "Strategies, SVG");
    let trees = [("tree.svg", "Betting tree, SVG"), ("tikz", "Betting tree, TikZ")];
    let trees = trees.map(|(suffix, name)| (suffix.to_owned(), name));
    let trees = trees.into_iter().filter(|_| tree::fits(game));
    html! {
        section aria-labelledby="downloads" {
            h2 id="downloads" { "Downloads" }
            ul.links {
                @for (suffix, name) in forms.chain([picture]).chain(trees) {
                    li { a href=(format!("/{label}.{suffix}")) { (name) } }
                }
            }
            h3 { "The game alone" }
            ul.links {
                @for form in GAME_FORMS.iter().filter(|form| written(game, form)) {
                    @let file = format!("/api/v1/games/{label}.{}", form.name);
                    li { a href=(file) { (form.about) } }
                }
            }
        }
    }
}

/// True if the service writes this form of a game.
fn written(game: &Game, form: &GameForm) -> bool {
    (form.fits)(game) && (!form.is_program || affordable_by(game, Method::Lp).is_ok())
}

/// The entry of a bibliography.
pub(in crate::page) fn citation(solution: &Equilibrium) -> Markup {
    html! {
        section aria-labelledby="cite" {
            h2 id="cite" { "How to cite" }
            pre tabindex="0" { (bibtex(solution)) }
            p.note { "Add the host of this address, and the date of your visit." }
        }
    }
}

//! The certificate of a solved game in words, its files, and how to cite it.

use bluff_report::citation::bibtex;
use bluff_report::forms::FORMS;
use bluff_report::game_forms::{GAME_FORMS, GameForm};
use bluff_report::picture::tree;
use maud::{Markup, html};
use rational_bluff::certificate::{Certificate, Solution as Equilibrium};
use rational_bluff::game::Game;
use rational_bluff::solve::Method;

use crate::api::affordable_by;
use crate::page::pages::proof::verify;
use crate::page::parts::frame::{number, png};
use crate::page::parts::glossary::shown_as;
use crate::page::parts::verdict::verdict;

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
                    @if solution.game.name() == "leduc" {
                        p.note { "Others print −0.085606424078, in floating point." }
                    }
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

/// Every form of the answer as a file.
pub(in crate::page) fn downloads(game: &Game) -> Markup {
    let label = game.label();
    let forms = FORMS.iter().filter(|form| (form.fits)(game).is_ok());
    let forms = forms.map(|form| (form.suffix.to_owned(), form.about));
    let picture = ("svg".to_owned(), "Strategies, SVG");
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
                li { (png(&label, &format!("/{label}.svg"))) }
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

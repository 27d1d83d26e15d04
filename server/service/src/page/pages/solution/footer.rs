//! The certificate of a solved game in words.

use maud::{Markup, html};
use rational_bluff::certificate::{Certificate, Solution as Equilibrium};

use crate::page::pages::proof::verify;
use crate::page::parts::glossary::shown_as;
use crate::page::parts::number::number;
use crate::page::parts::verdict::verdict;

/// The certificate in words.
pub(crate) fn certificate(solution: &Equilibrium) -> Markup {
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
                    p { "They are equal, so neither player can do better"
                        @if solution.game.is_locked() { ", with what is locked" }
                        ": this is an equilibrium, and that number is the value." }
                    @if solution.game.name() == "leduc" {
                        p.note { "Others print " code { "-0.085606424078" } ", in floating point." }
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
                a href="/book/certificate" { "How the certificate works" }
                "."
            }
        }
    }
}

//! One card explained: what every action pays with it, in fractions, and why it is played as it is.

use std::ops::Range;

use maud::{Markup, html};
use rational_bluff::certificate::Solution;
use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::Player;
use rational_bluff::strategy::{Evaluation, Passage};

use super::frame::number;
use super::proof::verify;
use super::strategies::{Window, other_views};

/// Value of a card at one view: each action with its probability and, where play comes here,
/// its payoff.
struct CardDecision<'a> {
    heading: String,
    /// Against these strategies play never comes here with this card.
    reached: bool,
    actions: Vec<(&'a str, Rational, Rational)>,
}

impl CardDecision<'_> {
    fn best(&self) -> Option<&Rational> {
        self.actions.iter().map(|(_, _, payoff)| payoff).max()
    }

    /// Why the card is played as it is.
    fn words(&self) -> Markup {
        let Some(best) = self.best() else { return html! {} };
        let tied: Vec<&str> = self
            .actions
            .iter()
            .filter(|(_, _, payoff)| payoff == best)
            .map(|(action, _, _)| *action)
            .collect();
        html! {
            @if tied.len() == 1 {
                p { strong { (tied[0]) } " is best: it pays " (number(best)) "." }
            } @else {
                p {
                    "Indifferent: "
                    strong { (tied.join(" = ")) }
                    " = "
                    (number(best))
                    ". Any mixture of them pays this card the same against these strategies."
                }
            }
        }
    }
}

/// The section about one card.
pub(super) fn explained(
    solution: &Solution,
    evaluation: &Evaluation<'_>,
    passage: &Passage,
    card: u64,
    window: Window,
) -> Markup {
    let all = solution.game.views().len();
    let shown = window.views(all);
    let choices: Vec<CardDecision> = choices(solution, evaluation, passage, card, &shown);
    let address = format!("/{}?card={card}&view=", solution.game.label());
    html! {
        section aria-labelledby="card" {
            h2 id="card" { "Card " (card) " explained" }
            p.soft {
                "Payoffs are in antes, over the deals that reach this view with this card, if the \
                    player then plays as well as possible. "
                (verify(
                    &solution.game.label(),
                    &format!("?card={card}#card"),
                    &format!("payoffs and probabilities of card {card}"),
                ))
            }
            @for choice in &choices {
                h3 { (choice.heading) }
                @if choice.reached {
                    div.wide tabindex="0" role="region" aria-label=(choice.heading) { table {
                        caption { "What each action pays with card " (card) }
                        thead {
                            tr {
                                th scope="col" { "Action" }
                                th scope="col" { "Played" }
                                th scope="col" { "Payoff" }
                            }
                        }
                        tbody { @for (action, part, payoff) in &choice.actions {
                            tr.best[Some(payoff) == choice.best()] {
                                th scope="row" { (action) }
                                td { (part) }
                                td { (number(payoff)) }
                            }
                        } }
                    } }
                    (choice.words())
                } @else {
                    p { "Against these strategies play never reaches this view with this card, so \
                        nothing is paid." }
                }
            }
            (other_views(&address, "#card", &shown, all))
        }
    }
}

fn choices<'a>(
    solution: &'a Solution,
    evaluation: &Evaluation<'_>,
    passage: &Passage,
    card: u64,
    shown: &Range<usize>,
) -> Vec<CardDecision<'a>> {
    let game = &solution.game;
    let of = |player: &Player| {
        let dealt = game.range(*player).is_none_or(|range| !range.at(card).is_zero());
        evaluation
            .best_response(*player)
            .action_values
            .into_iter()
            .map(move |values| (dealt, values))
    };
    let choice = |(dealt, (at, values)): (bool, (usize, Vec<Piecewise>))| {
        let (view, coming) = (&game.views()[at], passage.views[at].at(card));
        let reached = dealt && !coming.is_zero();
        let share = coming.recip().unwrap_or_default();
        let action = |(action, name): (usize, &'a String)| {
            (
                name.as_str(),
                solution.profile.at(at)[action].at(card),
                values[action].at(card) * &share,
            )
        };
        let actions = view.actions.iter().enumerate().map(action).collect();
        CardDecision { heading: format!("Player {}, {}", view.player, view.name), reached, actions }
    };
    game.players().iter().flat_map(of).skip(shown.start).take(shown.len()).map(choice).collect()
}

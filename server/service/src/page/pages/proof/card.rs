//! Payoffs of the actions of one card, deal by deal.

use bluff_report::explain::{ending_word, steps};
use bluff_report::picture::minus;
use bluff_report::{named_hand, noun};
use maud::{Markup, html};
use rational_bluff::certificate::Solution;
use rational_bluff::exact::Rational;
use rational_bluff::game::Game;
use rational_bluff::strategy::{Evaluation, Explainer, NoSuchCard, Passage, ViewExplanation};

use super::indifference::fixed;
use crate::page::parts::frame::{columns, wide};
use crate::page::parts::number::exact;
use crate::page::parts::tabs::GameTab;

/// The most views that are shown at once, the most actions of one, and the most ends of the hand
/// that are counted out.
const VIEWS: usize = 6;
const ACTIONS: usize = 12;
const ENDS: usize = 24;

/// Proof of the numbers of one card, from one view on.
///
/// Errors: those of the explanation.
pub(super) fn shown(
    solution: &Solution,
    evaluation: &Evaluation<'_>,
    card: u64,
    from: usize,
) -> Result<Markup, NoSuchCard> {
    let (game, label) = (&solution.game, solution.game.label());
    let passage = Passage::of(game, evaluation);
    let mut explainer = Explainer::new(evaluation);
    let held = |at: &usize| game.holds(game.views()[*at].player, card);
    let places: Vec<usize> = (from..game.views().len()).filter(held).collect();
    let shown = places.iter().take(VIEWS).map(|at| explainer.view(*at, card));
    let shown = shown.collect::<Result<Vec<_>, _>>()?;
    Ok(html! {
        section aria-labelledby="card" {
            h2 id="card" { (named_hand(game, "Card", card)) }
            p.soft {
                a href=(format!("/{label}?card={card}#card")) {
                    "This " (noun(game)) " in the equilibrium"
                }
                ", and "
                a href=(GameTab::Why.address(&label, "")) { "the proof of the value" }
            }
            @for explained in &shown {
                (view(game, explained))
                @if !explained.weight.is_zero() { (fixed(solution, &passage, card, explained)) }
            }
            @if let Some(next) = places.get(VIEWS) {
                p {
                    (places.len() - VIEWS)
                    " more views are left out: "
                    @let rest = format!("card={card}&view={next}#card");
                    a href=(GameTab::Why.address(&label, &rest)) {
                        "go on from “"
                        (game.views()[*next].name)
                        "”"
                    }
                    "."
                }
            }
        }
    })
}

fn view(game: &Game, explained: &ViewExplanation) -> Markup {
    let (view, coming) = (&game.views()[explained.view], &explained.weight);
    let few = explained.actions.len() <= ACTIONS;
    let chief = explained.actions.iter().filter(|action| {
        let best = action.gap.as_ref().is_some_and(Rational::is_zero);
        few || best || !action.probability.is_zero()
    });
    let listed: Vec<_> = chief.take(ACTIONS).collect();
    let ends: usize = explained.actions.iter().map(|action| action.terms.len()).sum();
    html! {
        h3 { "Player " (view.player) ", " (view.name) }
        @if coming.is_zero() {
            p { "Play never comes here with this " (noun(game)) "." }
        } @else {
            p { "Play comes here in " strong { (coming) } " deals of the other cards. Each \
                counts with its probability" @if game.has_ranges() { " and weight" } "." }
            (wide(&view.name, &html! { table {
                caption { "Payoff of each action: the sum over these deals, divided by their \
                    number" }
                (columns(["Action", "Played", "Sum", "Payoff"]))
                tbody { @for action in &listed {
                    @let sum = explained.sum(action).unwrap_or_default();
                    tr {
                        th scope="row" { (action.action) }
                        td { (action.probability) }
                        td { (minus(&sum)) }
                        td { (minus(&sum)) " / " (coming) " = " (exact(&(&sum / coming))) }
                    }
                } }
            } }))
            @if listed.len() < explained.actions.len() {
                p.soft {
                    (explained.actions.len() - listed.len())
                    " more actions are left out; none pays more."
                }
            }
            @if ends > ENDS {
                p.soft { "The hand has " (ends) " ends from here; pages count the deals of at most "
                    (ENDS) "." }
            } @else {
                (counted(&view.name, explained))
            }
        }
    }
}

/// The deals behind each sum: how many end alike and pay the same.
fn counted(name: &str, explained: &ViewExplanation) -> Markup {
    html! {
        (wide(&format!("{name}, deal by deal"), &html! { table {
            caption { "Deals behind the sums: each counts with the probability of the others' \
                actions; later actions of the same player are the best ones" }
            (columns(["Action", "Then", "End", "Sum"]))
            tbody { @for action in &explained.actions { @for term in &action.terms { tr {
                th scope="row" { (action.action) }
                td { (steps(term)) }
                td { (ending_word(term.ending)) }
                td {
                    (term.weight) " × " (minus(&term.payoff)) " = "
                    (minus(&(&term.weight * &term.payoff)))
                }
            } } } }
        } }))
    }
}

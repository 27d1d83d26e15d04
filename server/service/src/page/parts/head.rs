//! The head of a solved game's page: its place, title, rules and value, the numbers to move, and
//! its tabs.

use bluff_report::lock::fixed;
use bluff_report::number::brief;
use maud::{Markup, html};
use rational_bluff::certificate::{Certificate, Solution as Equilibrium};

use crate::page::parts::controls::{AnswerPage, QueryNumber, form};
use crate::page::parts::frame::game_crumbs;
use crate::page::parts::glossary::shown_as;
use crate::page::parts::icon;
use crate::page::parts::number::{digits, large};
use crate::page::parts::tabs::GameTab;
use crate::page::parts::titles::{deck, name, parameters, rules};

/// A tab of a solved game: the head, the numbers to move, all tabs, and what is below them.
/// `query` is what the numbers keep, `beside` the numbers that the tab has itself.
pub(crate) fn framed(
    tab: GameTab,
    solution: &Equilibrium,
    (query, beside): (&str, &[QueryNumber]),
    (tag, main): (Option<&str>, &Markup),
) -> Markup {
    let game = &solution.game;
    let address = tab.address("", query);
    let kept = address.trim_start_matches('/');
    html! {
        (head(solution))
        (form(AnswerPage::Solution, (game, None), kept, beside))
        (tab.row(game, tag))
        (main)
    }
}

/// Place of the page, title, rules and value.
fn head(solution: &Equilibrium) -> Markup {
    let (game, value) = (&solution.game, &solution.values[0]);
    let (label, stakes) = (game.label(), parameters(game));
    html! {
        div data-part="head" {
            (game_crumbs(game, &[], &label))
            div.head {
                div {
                    h1 {
                        (name(game))
                        @if !stakes.is_empty() { ", " span { (stakes) } }
                    }
                    @if let Some(family) = game.family() {
                        p.rules {
                            @let deck = deck(game);
                            @if !deck.is_empty() { span.deck { (deck) " " } }
                            (rules(family.about, game))
                        }
                    }
                }
                div data-before=(format!("{stakes}, value {}", brief(value))) {
                    (worth(solution, &GameTab::Why.address(&label, "#value")))
                }
            }
        }
    }
}

/// The value to the first player, and the way to its proof.
pub(crate) fn worth(solution: &Equilibrium, proof: &str) -> Markup {
    let value = &solution.values[0];
    let certified = match &solution.certificate {
        _ if solution.game.is_locked() => format!(", with {} fixed", fixed(&solution.game)),
        Certificate::ZeroSum { .. } => ", lower = upper".to_owned(),
        Certificate::Nash { quadratic: Some(_), .. } => ", in millionths".to_owned(),
        Certificate::Nash { .. } if solution.is_equilibrium() => ", nobody gains alone".to_owned(),
        Certificate::Nash { .. } => ": what each player gains alone".to_owned(),
    };
    html! {
        div.worth-of {
            (large(value))
            div {
                p { (shown_as("value", "Value")) " to player I, in "
                    (solution.game.unit().per_hand()) }
                (digits(value))
                p { a.ok href=(proof) { (icon::TICK) b { "Certified" } (certified) } }
            }
        }
    }
}

//! Words on whether strategies of three or more players are an equilibrium.

use bluff_report::text::rounded;
use maud::{Markup, html};
use rational_bluff::certificate::Solution;

use super::glossary::term;

/// Words on whether nobody gains alone.
pub(crate) fn verdict(solution: &Solution) -> Markup {
    html! {
        @if let Some(exact) = solution.certificate.quadratic() {
            "Only rounding is why anybody gains: these strategies are rounded "
            (rounded(&solution.game, exact)) "."
        } @else if solution.is_equilibrium() {
            "No player gains by deviating alone: this is a " (term("Nash equilibrium"))
            "; there may be others."
        } @else {
            "Somebody gains by deviating: this is no " (term("Nash equilibrium")) "."
        }
    }
}

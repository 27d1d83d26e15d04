//! Two grids of hands, coloured by the greatest stack at which a hand is played.

use rational_bluff::exact::RealRoot;
use rational_bluff::formula::MAX_CHART_STACK;

use crate::picture::action::Kind;
use crate::picture::class_grids::{ClassCell, class_grids};

use super::{DOING, PushFoldReport, cut};

/// Opacity of the colour with the greatest stack: text stays readable on it.
const STRONGEST: f64 = 0.4;

/// The chart as a picture that stands alone.
pub(super) fn svg(report: &PushFoldReport) -> String {
    let title = format!("{}: greatest stacks, in big blinds", report.label());
    let described = "A grid of 13 by 13 hands for pushes and one for calls; suited hands are above \
        the diagonal. The number is the greatest stack, cut to a tenth, at which the hand is \
        played at least part of the time. Some hands are not played at every smaller stack.";
    let grids = DOING.map(|(player, action)| {
        (format!("Player {player}, {action}"), Kind::of(action).class(false))
    });
    class_grids((&title, described), grids, |at, class| {
        let (player, action) = DOING[at];
        let greatest = report.greatest(player, class.index());
        ClassCell {
            number: tenths(greatest),
            words: format!("{action} {}", report.stacks(player, class.index())),
            opacity: greatest.map_or(0.0, strength),
        }
    })
}

/// The opacity for a stack: by its logarithm, because short stacks differ more.
pub(super) fn strength(stack: &RealRoot) -> f64 {
    STRONGEST * (stack.low().to_f64().ln() / (MAX_CHART_STACK as f64).ln()).clamp(0.0, 1.0)
}

/// A greatest stack cut to a tenth; a plus where the hand is played beyond the chart.
pub(super) fn tenths(stack: Option<&RealRoot>) -> String {
    match stack {
        None => "–".to_owned(),
        Some(stack) if *stack.low() >= MAX_CHART_STACK.into() => format!("{MAX_CHART_STACK}+"),
        Some(stack) => cut(stack, 1),
    }
}

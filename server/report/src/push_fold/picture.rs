//! Two grids of hands, coloured by the greatest stack at which a hand is played.

use rational_bluff::cards::{HandClass, RANKS};
use rational_bluff::exact::RealRoot;
use rational_bluff::formula::MAX_CHART_STACK;

use crate::picture::{head, tenth, text_at};

use super::{DOING, PushFoldReport, cut};

/// Width and height of a cell, in pixels.
const CELL: (f64, f64) = (46.0, 34.0);
/// Margin around a grid.
const MARGIN: f64 = 24.0;
/// Room for a title.
const TOP: f64 = 72.0;
/// Hands of a row.
const SIDE: usize = RANKS.len();
/// Opacity of the colour with the greatest stack: black text stays readable on it.
const STRONGEST: f64 = 0.7;

/// The chart as a picture that stands alone.
pub(super) fn svg(report: &PushFoldReport) -> String {
    let wide = CELL.0 * SIDE as f64 + MARGIN;
    let size = (2.0 * wide + MARGIN, TOP + CELL.1 * SIDE as f64 + MARGIN);
    let title = format!("{}: greatest stacks, in big blinds", report.label());
    let described = "A grid of 13 by 13 hands for pushes and one for calls; suited hands are above \
        the diagonal. The number is the greatest stack, cut to a tenth, at which the hand is \
        played at least part of the time. Some hands are not played at every smaller stack.";
    let mut text = head(size, &title, described, (MARGIN, 24.0));
    for (at, (player, action)) in DOING.into_iter().enumerate() {
        let left = MARGIN + wide * at as f64;
        text += &text_at(&tenth(left), &tenth(TOP - 12.0), "start", action);
        for class in HandClass::all() {
            let [row, column] = class.place();
            let (x, y) = (left + CELL.0 * column as f64, TOP + CELL.1 * row as f64);
            let greatest = report.greatest(player, class.index());
            let middle = tenth(x + CELL.0 / 2.0);
            text += &format!(
                "<g><title>{class}: {action} {}</title><rect class=\"cell\" x=\"{}\" y=\"{}\" \
                 width=\"{}\" height=\"{}\" fill=\"#3d9a50\" fill-opacity=\"{:.2}\" \
                 stroke=\"#8888\"/>\n",
                report.stacks(player, class.index()),
                tenth(x),
                tenth(y),
                CELL.0,
                CELL.1,
                greatest.map_or(0.0, strength)
            );
            text += &text_at(&middle, &tenth(y + 14.0), "middle", &class.to_string());
            text += &text_at(&middle, &tenth(y + 29.0), "middle", &tenths(greatest));
            text += "</g>\n";
        }
    }
    text + "</svg>\n"
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

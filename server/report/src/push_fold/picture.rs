//! Two grids of hands, coloured by the greatest stack at which a hand is played.

use maud::html;
use rational_bluff::cards::{HandClass, RANKS};
use rational_bluff::exact::RealRoot;
use rational_bluff::formula::MAX_CHART_STACK;

use crate::picture::action::Kind;
use crate::picture::alone::{ALONE_MARGIN, ALONE_WIDTH, Alone};
use crate::picture::place::pixels;

use super::{DOING, PushFoldReport, cut};

/// Hands of a row.
const SIDE: usize = RANKS.len();
/// Width of a grid: there are two, with a margin between them.
const GRID: f64 = (ALONE_WIDTH - 3.0 * ALONE_MARGIN) / 2.0;
/// Width and height of a cell, in pixels.
const CELL: (f64, f64) = (GRID / SIDE as f64, 34.0);
/// Opacity of the colour with the greatest stack: text stays readable on it.
const STRONGEST: f64 = 0.4;

/// The chart as a picture that stands alone.
pub(super) fn svg(report: &PushFoldReport) -> String {
    let title = format!("{}: greatest stacks, in big blinds", report.label());
    let described = "A grid of 13 by 13 hands for pushes and one for calls; suited hands are above \
        the diagonal. The number is the greatest stack, cut to a tenth, at which the hand is \
        played at least part of the time. Some hands are not played at every smaller stack.";
    let mut picture = Alone::described(&title, described);
    let top = picture.height + 24.0;
    for (at, (player, action)) in DOING.into_iter().enumerate() {
        let left = ALONE_MARGIN + (GRID + ALONE_MARGIN) * at as f64;
        let colour = Kind::of(action).class(false);
        picture
            .add(html! { text.note x=(left) y=(top - 8.0) { "Player " (player) ", " (action) } });
        for class in HandClass::all() {
            let [row, column] = class.place();
            let (x, y) = (left + CELL.0 * column as f64, top + CELL.1 * row as f64);
            let greatest = report.greatest(player, class.index());
            picture.add(html! {
                svg x=(pixels(x)) y=(pixels(y)) width=(pixels(CELL.0)) height=(CELL.1) {
                    title { (class) ": " (action) " " (report.stacks(player, class.index())) }
                    rect.(colour) width="100%" height="100%" stroke="#8888"
                        fill-opacity=(format!("{:.2}", greatest.map_or(0.0, strength))) {}
                    text.number x="50%" y="14" { (class) }
                    text.number x="50%" y="29" { (tenths(greatest)) }
                }
            });
        }
    }
    picture.height = top + CELL.1 * SIDE as f64;
    picture.finish(&html! {})
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

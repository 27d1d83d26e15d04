//! All optimal strategies on the page of a game or of a file: probabilities that move together.

use bluff_questions::equilibria::{SHORT_NODES, all_equilibria, nodes};
use bluff_questions::error::Error;
use bluff_report::equilibria::{EquilibriaReport, SHOWN, bounds, count_words, parameter};
use bluff_report::number::{minus, with_minus};
use maud::{Markup, html};
use rational_bluff::corners::{OptimalStrategies, ParameterBlock, PlanLine, PlanRatio};
use rational_bluff::exact::Rational;
use rational_bluff::game::Game;
use rational_bluff::solve::Control;
use rational_bluff::tree::TreeSet;

use crate::api::query::unexpected;
use crate::page::parts::assets;
use crate::page::parts::tabs::GameTab;

/// Extreme strategies whose probabilities are drawn as a range.
const DRAWN: usize = 2_000;
/// Steps of a slider from one end to the other.
const STEPS: i64 = 60;

/// All optimal strategies; `None` where they take too long for a page.
pub(super) fn found(game: &Game, control: &Control) -> Result<Option<EquilibriaReport>, Error> {
    let is_small = nodes(game).is_ok_and(|nodes| nodes <= SHORT_NODES);
    is_small.then(|| all_equilibria(game, control)).transpose()
}

/// A way to a point: shares of the ranges, I's first, as text, and its words.
type WayTo<'a> = &'a dyn Fn(&str, &str) -> Markup;

/// [`section`] of a game, where each point has an address.
pub(super) fn of_game(all: &EquilibriaReport, game: &Game, at: &[Rational]) -> Markup {
    let label = game.label();
    let way = |shares: &str, words: &str| {
        let address = GameTab::Optimal.address(&label, &format!("at={shares}"));
        html! { a href=(address) data-live { (words) } }
    };
    html! {
        (section(all, at, &way))
        p.note { a href=(format!("/equilibria?game={label}")) { "All of them in words" } }
        h3 { "Quick view as ranges" }
        p.note { "Each probability by itself: a box. Not all points in it are optimal." }
    }
}

/// The shares of a field `at`.
///
/// Errors: `Refused` for what is no number from 0 to 1.
pub(crate) fn shares(text: Option<&str>) -> Result<Vec<Rational>, Error> {
    let share = |text: &str| {
        let share = text.parse().ok().filter(|share| *share <= Rational::ONE);
        let share = share.filter(|share: &Rational| !share.is_negative());
        share.ok_or_else(|| unexpected("at", text, "numbers from 0 to 1"))
    };
    let all = text.map(|text| text.split(',').map(share).collect()).transpose()?;
    Ok(all.unwrap_or_default())
}

/// The families of both players at these shares of the ranges, I's first; in the middle where none
/// are given.
pub(crate) fn section(all: &EquilibriaReport, at: &[Rational], way: WayTo<'_>) -> Markup {
    let [one, two] = all.strategies();
    let mut shares = at.to_vec();
    shares.resize(one.dimension + two.dimension, Rational::ratio(1, 2));
    html! {
        @for (strategies, from) in [(one, 0), (two, one.dimension)] {
            (of_player(all, strategies, (&shares, from), way))
        }
        p.note {
            @if all.is_complete() { "Complete: there are no others; " }
            (all.pure_words()) "."
        }
        script src=(assets::FAMILY.address) defer {}
    }
}

fn of_player(
    all: &EquilibriaReport,
    strategies: &OptimalStrategies,
    (shares, from): (&[Rational], usize),
    way: WayTo<'_>,
) -> Markup {
    let own = &shares[from..from + strategies.dimension];
    let point = strategies.inside(own);
    let corners = strategies.corners(DRAWN).unwrap_or_default();
    let mut moves: Vec<_> = all.moves(strategies.player).collect();
    if moves.len() > SHOWN {
        let moving =
            |set, action| strategies.action(set, action).is_some_and(|it| !it.is_constant());
        moves.retain(|(set, action)| moving(set, *action));
    }
    html! {
        h3 { "Player " (all.player(strategies.player)) }
        p.note { (count_words(strategies)) ". "
            @if strategies.dimension < 4 { (with_minus(&bounds(strategies).join(", "))) } }
        @if point.is_some() {
            @for block in &strategies.blocks {
                (moved(block, strategies, (shares, from), way))
            }
        }
        div data-part=(format!("family-{}", strategies.player)) {
            @if let Some(point) = &point { (polygons(strategies, point, from)) }
            table.family {
                @for (set, action) in moves {
                    (row(all, strategies, (set, action), (point.as_deref(), &corners, from)))
                }
            }
        }
    }
}

/// An action: its probability, and where that moves, its range and where it is.
fn row(
    all: &EquilibriaReport,
    strategies: &OptimalStrategies,
    (set, action): (&TreeSet, usize),
    (point, corners, from): (Option<&[Rational]>, &[Vec<Rational>], usize),
) -> Markup {
    let value = strategies.action(set, action);
    let at = |point: &[Rational]| Some(strategies.mixture(set, point)?.swap_remove(action));
    // A mark that one slider moves is a handle of it.
    let of_segment = |value: &PlanRatio| {
        let mut moved: Vec<usize> = value.above.parameters().collect();
        moved.extend(value.below.iter().flat_map(PlanLine::parameters));
        moved.dedup();
        let [slider] = moved[..] else { return None };
        let is_segment = strategies.blocks.iter().any(|block| block.parameters == [slider]);
        let by_slider =
            |one: &&Vec<Rational>, other: &&Vec<Rational>| one[slider].cmp(&other[slider]);
        let low = at(corners.iter().min_by(by_slider)?)?;
        let falls = low > at(corners.iter().max_by(by_slider)?)?;
        is_segment.then_some((from + slider, falls))
    };
    html! {
        @if let Some(value) = value {
            tr {
                td { (all.place(set).words()) ": " (all.actions(set)[action]) }
                td { (with_minus(&value.to_string())) }
                @if let Some(point) = point.filter(|_| !value.is_constant()) {
                    @let here = at(point);
                    td.bar { (bar(corners, at, here.as_ref(), of_segment(&value))) }
                    td.number { @if let Some(here) = &here { (here.to_string()) } }
                }
            }
        }
    }
}

/// The slider of a segment; of other blocks the corners as links.
fn moved(
    block: &ParameterBlock,
    strategies: &OptimalStrategies,
    (shares, from): (&[Rational], usize),
    way: WayTo<'_>,
) -> Markup {
    let name = |at: usize| parameter(at, strategies.dimension);
    let share = |at: usize| &shares[from + at];
    let corners = block.corners.iter().flatten();
    let shares_of = |corner: &[Rational]| {
        let mut shares = shares.to_vec();
        for (at, [least, most]) in block.parameters.iter().zip(&block.ranges) {
            shares[from + at] = (&corner[*at] - least) / (most - least);
        }
        shares.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
    };
    let words = |corner: &[Rational]| {
        let numbers = block.parameters.iter().map(|at| minus(&corner[*at]));
        format!("({})", numbers.collect::<Vec<_>>().join(", "))
    };
    html! {
        @if let ([at], [[least, most]]) = (block.parameters.as_slice(), block.ranges.as_slice()) {
            label.family-slider {
                (name(*at)) " from " (minus(least)) " to " (minus(most))
                span.slide.scripted {
                    svg.track aria-hidden="true" { line x2="100%" y1="10" y2="10" {} }
                    input type="range" min="0" max=(STEPS) data-parameter=(from + at)
                    data-at=(share(*at).to_string())
                    value=((share(*at).to_f64() * STEPS as f64).round());
                }
            }
        } @else {
            @for at in &block.parameters {
                input type="hidden" data-parameter=(from + at)
                    data-at=(share(*at).to_string());
            }
        }
        p.note {
            "Extreme: "
            @for corner in corners.take(SHOWN) {
                (way(&shares_of(corner), &words(corner))) " "
            }
        }
    }
}

/// A polygon for each block of two parameters, with its corners and the point.
fn polygons(strategies: &OptimalStrategies, point: &[Rational], from: usize) -> Markup {
    let two = |block: &&ParameterBlock| block.parameters.len() == 2;
    let name = |at: usize| parameter(at, strategies.dimension);
    let polygon = |block: &ParameterBlock| {
        let (one, other) = (block.parameters[0], block.parameters[1]);
        let place = |point: &[Rational]| {
            let share = |at: usize, range: &[Rational; 2]| {
                ((&point[at] - &range[0]) / (&range[1] - &range[0])).to_f64() * 100.0
            };
            (share(one, &block.ranges[0]), 100.0 - share(other, &block.ranges[1]))
        };
        let mut corners: Vec<(f64, f64)> =
            block.corners.iter().flatten().map(|corner| place(corner)).collect();
        let count = corners.len().max(1) as f64;
        let (x, y) = corners.iter().fold((0.0, 0.0), |(x, y), corner| (x + corner.0, y + corner.1));
        let angle = |corner: &(f64, f64)| (corner.1 - y / count).atan2(corner.0 - x / count);
        corners.sort_by(|one, other| angle(one).total_cmp(&angle(other)));
        let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
        let (x, y) = place(point);
        html! {
            svg.polygon viewBox="-6 -6 112 112" role="img" tabindex="0"
                data-across=(from + one) data-up=(from + other)
                aria-label=(format!("{} across, {} up; arrows move", name(one), name(other)))
            {
                polygon points=(points.join(" ")) {}
                @for (x, y) in &corners {
                    circle cx=(format!("{x:.2}")) cy=(format!("{y:.2}")) r="2" {}
                }
                circle.point cx=(format!("{x:.2}")) cy=(format!("{y:.2}")) r="4" {}
            }
        }
    };
    html! { @for block in strategies.blocks.iter().filter(two) { (polygon(block)) } }
}

/// The range of a probability over the extreme strategies, with a mark where it is, and a handle of
/// the slider that moves it.
fn bar(
    corners: &[Vec<Rational>],
    at: impl Fn(&[Rational]) -> Option<Rational>,
    here: Option<&Rational>,
    slider: Option<(usize, bool)>,
) -> Markup {
    let ends: Vec<f64> = corners.iter().filter_map(|corner| Some(at(corner)?.to_f64())).collect();
    let least = ends.iter().copied().fold(1.0, f64::min);
    let most = ends.iter().copied().fold(0.0, f64::max);
    html! {
        svg width="100%" height="14" aria-hidden="true" {
            rect.all width="100%" height="14" {}
            rect.reach x=(format!("{:.2}%", 100.0 * least)) height="14"
                width=(format!("{:.2}%", 100.0 * (most - least).max(0.0))) {}
            @if let Some(here) = here {
                @let x = format!("{:.2}%", 100.0 * here.to_f64());
                line x1=(x) x2=(x) y2="14" {}
            }
            @if let Some((slider, falls)) = slider {
                foreignObject x=(format!("{:.2}%", 100.0 * least)) y="-5" height="24"
                    width=(format!("{:.2}%", 100.0 * (most - least))) {
                    input type="range" max=(STEPS) data-parameter=(slider) tabindex="-1"
                        dir=[falls.then_some("rtl")] aria-label="Moves all";
                }
            }
        }
    }
}

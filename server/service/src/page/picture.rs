//! Strategies as pictures: a bar for each run of cards, as wide as the run, filled by what is
//! played. Floats are for drawing only.

use std::ops::Range;

use bluff_report::text::runs;
use maud::{Markup, PreEscaped, html};
use rational_bluff::certificate::Solution;
use rational_bluff::exact::Piecewise;
use rational_bluff::game::{Game, View};

use super::assets::PICTURE_STYLE;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 96.0;
/// Above the bars, for the names of the cuts; below them, for cards.
const TOP: f64 = 20.0;
const BOTTOM: f64 = 24.0;

/// Half of what the name of a cut takes, about.
const CLOSE: f64 = 25.0;

/// The most cuts of one picture that have their names beside them.
const NAMED: usize = 8;

/// A cut of the continuous game: where it lies in [0, 1], and its name.
pub(super) type Cut = (f64, String);

/// The meaning of the colours of a game, beside its pictures.
pub(super) fn key(game: &Game) -> Markup {
    let has =
        |action: &str| game.views().iter().any(|view| view.actions.iter().any(|one| one == action));
    let colours = [
        ("check", "check"),
        ("bluff", "bluff: a bet below the first card that always checks"),
        ("bet", "other bets and raises, stronger for larger ones"),
        ("fold", "fold"),
        ("call", "call"),
    ];
    // Cards that check tell bluffs apart from other bets.
    let used = |class: &str| match class {
        "bluff" => has("check"),
        "bet" => true,
        action => has(action),
    };
    html! {
        p.soft {
            @for (class, meaning) in colours.into_iter().filter(|(class, _)| used(class)) {
                svg.key viewBox="0 0 9 9" aria-hidden="true" {
                    rect class=(class) width="9" height="9" {}
                }
                (meaning)
            }
        }
    }
}

/// Text of the picture of a view.
pub(super) fn title(view: &View) -> String {
    format!("Player {}, {}: what each card plays", view.player, view.name)
}

/// The strategy at one view.
pub(super) fn strategy(solution: &Solution, at: usize, cuts: &[Cut]) -> Markup {
    drawn(&solution.game, at, solution.profile.at(at), cuts)
}

/// Any strategy at one view of a game: the probability of each action as step functions of the
/// card.
pub(super) fn drawn(game: &Game, at: usize, shown: &[Piecewise], cuts: &[Cut]) -> Markup {
    let (view, n) = (&game.views()[at], game.n());
    let across = |cards: f64| cards / n as f64 * WIDTH;
    let bluffs = bluffs_end(view, shown);
    let (floor, tall) = (TOP + HEIGHT, TOP + HEIGHT + BOTTOM);
    html! {
        svg.play xmlns="http://www.w3.org/2000/svg"
            viewBox=(format!("-2 0 {} {tall}", WIDTH + 4.0)) role="img"
            aria-labelledby=(format!("view-{at}")) {
            title id=(format!("view-{at}")) {
                (title(view))
                ", cards 1 to "
                (n)
                " from left to right; the table has the numbers"
            }
            @for (first, last, played) in runs(shown, game.range(view.player)) {
                (bar(
                    view,
                    &played
                        .iter()
                        .map(|(action, part)| (*action, part.to_f64()))
                        .collect::<Vec<_>>(),
                    (across((first - 1) as f64), across(last as f64)),
                    last < bluffs,
                ))
                @if played.is_empty() {
                    text x=(across((first + last - 1) as f64 / 2.0)) y=(TOP + HEIGHT / 2.0)
                        text-anchor="middle" {
                        "never dealt"
                    }
                }
            }
            path.axis d=(format!("M0 {floor}H{WIDTH}")) {}
            text x="0" y=(floor + 17.0) { "1" }
            text x=(WIDTH) y=(floor + 17.0) text-anchor="end" { (n) }
            @for (at, (share, name)) in cuts.iter().enumerate() {
                path.cut d=(format!("M{:.2} {TOP}V{floor}", share * WIDTH)) {}
                @if cuts.len() <= NAMED {
                    text x=(format!("{:.1}", share * WIDTH)) y=(TOP - 5.0)
                        text-anchor=(anchor(cuts, at)) {
                        (name)
                    }
                }
            }
        }
    }
}

/// On which side of a cut its name stands, so that the names of two close ones do not meet.
fn anchor(cuts: &[Cut], at: usize) -> &'static str {
    let close = |one: Option<&Cut>| {
        one.is_some_and(|(share, _)| (share - cuts[at].0).abs() * WIDTH < 2.0 * CLOSE)
    };
    match (close(at.checked_sub(1).and_then(|before| cuts.get(before))), close(cuts.get(at + 1))) {
        (true, _) => "start",
        (false, true) => "end",
        (false, false) if cuts[at].0 * WIDTH < CLOSE => "start",
        (false, false) if (1.0 - cuts[at].0) * WIDTH < CLOSE => "end",
        (false, false) => "middle",
    }
}

/// Some views below each other, as a picture that stands alone.
pub(super) fn alone(solution: &Solution, cuts: &[Vec<Cut>], shown: Range<usize>) -> String {
    let step = TOP + HEIGHT + BOTTOM + 30.0;
    let views = solution.game.views();
    let picture = html! {
        svg.play xmlns="http://www.w3.org/2000/svg"
            viewBox=(format!("-8 0 {} {}", WIDTH + 16.0, 30.0 + step * shown.len() as f64)) {
            title { (solution.game.label()) }
            style { (PreEscaped(PICTURE_STYLE)) "svg{background:var(--paper)}" }
            text x="0" y="20" font-weight="bold" { (solution.game.label()) }
            @for (place, at) in shown.enumerate() {
                @let view = &views[at];
                g transform=(format!("translate(0 {})", 30.0 + step * place as f64)) {
                    text x="0" y="14" { "Player " (view.player) ", " (view.name) }
                    svg y="18" width=(WIDTH) height=(TOP + HEIGHT + BOTTOM) {
                        (strategy(solution, at, &cuts[at]))
                    }
                }
            }
        }
    };
    picture.into_string() + "\n"
}

/// The actions of one run on top of each other, the first at the bottom.
fn bar(view: &View, played: &[(usize, f64)], (left, right): (f64, f64), low: bool) -> Markup {
    let mut floor = TOP + HEIGHT;
    html! {
        @for (action, part) in played {
            @let tall = part * HEIGHT;
            @let class = class(&view.actions[*action], low);
            // Of several bets the larger are stronger in colour.
            @let rank = (*action as f64 + 1.0) / view.actions.len() as f64;
            @let strength = if matches!(class, "bet" | "bluff") { 0.4 + 0.6 * rank } else { 1.0 };
            rect class=(format!("{class} gap"))
                x=(format!("{left:.2}")) y=(format!("{:.2}", floor - tall))
                width=(format!("{:.2}", right - left)) height=(format!("{tall:.2}"))
                fill-opacity=(format!("{strength:.2}")) {
                    title { (view.actions[*action]) }
                }
            @let () = floor -= tall;
        }
    }
}

fn class(action: &str, low: bool) -> &'static str {
    match action {
        "check" => "check",
        "fold" => "fold",
        "call" => "call",
        _ if low => "bluff",
        _ => "bet",
    }
}

/// The first card that surely does not bet; bets below it are bluffs. 0 where nobody can check.
fn bluffs_end(view: &View, shown: &[Piecewise]) -> u64 {
    let passive = view.actions.iter().position(|action| action == "check");
    let sure = passive.and_then(|check| {
        let mut pieces = shown[check].pieces();
        pieces
            .find(|(_, piece)| piece.function.as_constant().is_some_and(|part| part.is_one()))
            .map(|(first, _)| first)
    });
    sure.unwrap_or_default()
}

//! The score: chips won, what choices lost, hand by hand, and the worst hands. Floats place points
//! and bars, and nothing else.

use maud::{Markup, html};
use rational_bluff::exact::{Rational, counted};

use super::query::{PastHand, PlayQuery, Tally};
use super::session::{PlayedHand, SeatChoice, SeatedPlayer};
use crate::page::parts::number::brief;

/// Size of a chart.
const WIDTH: f64 = 344.0;
const HEIGHT: f64 = 120.0;
const BARS: f64 = 48.0;
/// The most hands in the list of the worst.
const WORST: usize = 5;

/// The loss of the last decision, and its hand.
pub(super) fn loss(
    asked: &PlayQuery,
    (number, card, choice): (u64, &str, &SeatChoice<'_>),
) -> Markup {
    let (lost, better) = (choice.loss(), choice.better().join(" or "));
    html! {
        @if number == asked.number() { "This hand" } @else { "Hand " (number) }
        span.mini { (card) }
        @if lost.is_zero() {
            "You " (choice.name()) ", as good as it gets. " b { "Exact loss 0" }
        } @else {
            "You " (choice.name()) "; " (better) " pays more. "
            b { "Exact loss " (brief(&lost)) }
        }
    }
}

/// All panels beside the table.
pub(super) fn panels(
    seated: &SeatedPlayer<'_>,
    asked: &PlayQuery,
    rounds: &[PlayedHand<'_>],
) -> Markup {
    let (mut won, mut lost) = (asked.before.won.clone(), asked.before.lost.clone());
    // Sums after each hand, for the chart.
    let mut sums = vec![(won.clone(), lost.clone())];
    for round in rounds {
        won += &round.won;
        lost += &round.lost();
        sums.push((won.clone(), lost.clone()));
    }
    let hands = asked.before.hands + rounds.len() as u64;
    html! {
        section.panel aria-label="Score" {
            @if hands == 0 {
                h3 { "Your score" }
                p.soft { "It starts with the end of the first hand: what you won, what of it was \
                    luck, and what your choices lost." }
            } @else {
                (equation(&won, &lost))
                p.note { (counted(hands, "hand", "hands"))
                    "; lost by choice a hand "
                    (brief(&(&lost / &Rational::from(hands)))) " " (seated.game.unit()) }
                @if rounds.len() > 1 { (chart(&sums)) }
            }
        }
        @if !rounds.is_empty() {
            section.panel aria-labelledby="losses" {
                h3 id="losses" { "Exact loss, hand by hand" }
                (bars(rounds))
            }
        }
        section.panel id="worst" tabindex="-1" aria-labelledby="worst-hands" {
            h3 id="worst-hands" { "Your worst hands" }
            (worst(seated, rounds))
        }
    }
}

/// Won = luck − lost by choice.
fn equation(won: &Rational, lost: &Rational) -> Markup {
    let luck = won + lost;
    let term = |name: &str, number: &Rational, signed: bool| {
        let sign = if signed && number.is_positive() { "+" } else { "" };
        html! { div { dt { (name) } dd { (sign) (brief(number)) } } }
    };
    html! {
        dl.equation-of {
            (term("won", won, true))
            span aria-hidden="true" { "=" }
            (term("luck", &luck, true))
            span aria-hidden="true" { "−" }
            (term("lost by choice", lost, false))
        }
    }
}

/// Winnings, and the exact loss with a minus, after each hand.
fn chart(sums: &[(Rational, Rational)]) -> Markup {
    let won: Vec<f64> = sums.iter().map(|(won, _)| won.to_f64()).collect();
    let lost: Vec<f64> = sums.iter().map(|(_, lost)| -lost.to_f64()).collect();
    let all = || won.iter().chain(&lost).copied().chain([0.0]);
    let (top, bottom) = (all().fold(f64::MIN, f64::max), all().fold(f64::MAX, f64::min));
    let span = (top - bottom).max(1.0);
    let y = |value: f64| 6.0 + (HEIGHT - 12.0) * (top - value) / span;
    let x = |at: usize| (WIDTH - 12.0) * at as f64 / (won.len() - 1) as f64 + 4.0;
    let path = |line: &[f64]| {
        let point = |(at, value): (usize, &f64)| format!("{:.1},{:.1}", x(at), y(*value));
        line.iter().enumerate().map(point).collect::<Vec<_>>().join(" ")
    };
    let last = won.len() - 1;
    html! {
        svg.score-chart viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img"
            aria-label="Won and minus the exact loss, after each hand" {
            line.zero x1="0" x2=(WIDTH) y1=(tenth(y(0.0))) y2=(tenth(y(0.0))) {}
            polyline.minus points=(path(&lost)) {}
            polyline.won points=(path(&won)) {}
            circle.end cx=(tenth(x(last))) cy=(tenth(y(won[last]))) r="4" {}
        }
        p.note.key {
            svg.line width="18" height="4" aria-hidden="true" { path.won d="M0 2h18" {} }
                "won"
            svg.line width="18" height="4" aria-hidden="true" { path.minus d="M0 2h18" {} }
                "minus exact loss"
        }
    }
}

fn tenth(coordinate: f64) -> String {
    format!("{coordinate:.1}")
}

/// A bar for each hand; the worst stands out.
fn bars(rounds: &[PlayedHand<'_>]) -> Markup {
    let exact: Vec<Rational> = rounds.iter().map(PlayedHand::lost).collect();
    let largest = exact.iter().max().filter(|largest| largest.is_positive());
    let worst = exact.iter().position(|loss| Some(loss) == largest);
    let most = largest.map_or(1.0, Rational::to_f64);
    let losses: Vec<f64> = exact.iter().map(Rational::to_f64).collect();
    let wide = WIDTH / (losses.len().max(20)) as f64;
    let first = rounds.first().map_or(1, |round| round.number);
    let last = rounds.last().map_or(1, |round| round.number);
    html! {
        svg.score-chart viewBox=(format!("0 0 {WIDTH} {BARS}")) role="img"
            aria-label="Exact loss of each hand; the worst hands are listed below" {
            @for (at, loss) in losses.iter().enumerate() {
                @let high = if *loss > 0.0 { (BARS - 2.0) * loss / most + 1.5 } else { 1.5 };
                rect.bar.worst[worst == Some(at)].none[exact[at].is_zero()]
                    x=(tenth(at as f64 * wide + wide * 0.15)) width=(tenth(wide * 0.7))
                    y=(tenth(BARS - high)) height=(tenth(high)) {}
            }
        }
        p.note.ends { span { (first) } @if first != last { span { (last) } } }
    }
}

/// The hands that lost most; each leads to its replay.
fn worst(seated: &SeatedPlayer<'_>, rounds: &[PlayedHand<'_>]) -> Markup {
    let mut lossy: Vec<(&PlayedHand<'_>, Rational)> = rounds
        .iter()
        .map(|round| (round, round.lost()))
        .filter(|(_, lost)| lost.is_positive())
        .collect();
    lossy.sort_by(|(_, one), (_, other)| other.cmp(one));
    let label = seated.game.label();
    html! {
        @if lossy.is_empty() {
            p.soft { @if rounds.is_empty() { "None yet." } @else {
                "None: no decision of yours has lost anything."
            } }
        }
        ol.worst-hands { @for (round, lost) in lossy.iter().take(WORST) {
            @if let Some(choice) = round.worst() {
                li {
                    a href=(replay(&label, seated, round)) { (round.number) }
                    span.mini { (round.card) }
                    span { (choice.name()) ", better " (choice.better().join(" or ")) }
                    b { (brief(lost)) }
                }
            }
        } }
    }
}

/// The address that plays a hand again.
fn replay(label: &str, seated: &SeatedPlayer<'_>, round: &PlayedHand<'_>) -> String {
    let PastHand { seed, decisions } = round.hand.clone();
    let (past, before) = (Vec::new(), Tally::default());
    PlayQuery { seat: seated.seat, seed: Some(seed), decisions, past, before }.address(label)
}

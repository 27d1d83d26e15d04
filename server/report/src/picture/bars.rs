//! Bars over a deck, as wide as their container: sets of cards, and runs of a strategy. A text
//! beside them says the same.

use maud::{Markup, html};
use rational_bluff::pure::PureEquilibrium;

use super::action::Kind;

/// Width of a deck, and height of the bars of a strategy.
const WIDTH: f64 = 1_000.0;
const HEIGHT: f64 = 14.0;

/// First and last card of each run of a set.
pub fn intervals(cards: &[u64]) -> impl Iterator<Item = (u64, u64)> {
    let runs = cards.chunk_by(|card, next| card + 1 == *next);
    runs.filter_map(|run| Some((*run.first()?, *run.last()?)))
}

/// The cards of a deck with which player I bets, over those with which player II calls.
pub fn sets(n: u64, sets: &PureEquilibrium) -> Markup {
    let least = sets.calls.first().copied().unwrap_or(n + 1);
    let row = |cards: &[u64], y: u64, kind: Kind| {
        html! { @for (first, last) in intervals(cards) {
            // A bet that no weaker hand calls wins only by a fold.
            rect class=(kind.class(first <= least)) x=(first - 1) y=(y) width=(last + 1 - first)
                height="9" {}
        } }
    };
    html! {
        svg.pic.unit width="100%" height="30" viewBox=(format!("0 0 {n} 20"))
            preserveAspectRatio="none" aria-hidden="true" {
            rect.check width=(n) height="9" {}
            rect.plate y="11" width=(n) height="9" {}
            (row(&sets.bets, 0, Kind::Bet))
            (row(&sets.calls, 11, Kind::Call))
        }
    }
}

/// The runs of a strategy, each with its end as a part of the deck, and with its actions, each as
/// high as its share.
pub fn mixtures<'a>(runs: impl IntoIterator<Item = (f64, &'a [(String, f64)])>) -> Markup {
    let (mut from, mut bars) = (0.0, Vec::new());
    for (end, shares) in runs {
        let (width, mut y) = (WIDTH * end - from, 0.0);
        for (action, share) in shares.iter().filter(|_| width > 0.0) {
            let (kind, height) = (Kind::of(action), HEIGHT * share);
            let class = if kind == Kind::Fold { "plate" } else { kind.class(false) };
            bars.push(html! {
                rect class=(class) x=(format!("{from:.1}")) y=(format!("{y:.1}"))
                    width=(format!("{width:.1}")) height=(format!("{height:.1}")) {}
            });
            y += height;
        }
        from = WIDTH * end;
    }
    html! {
        svg.pic.unit width="100%" height=(HEIGHT) viewBox=(format!("0 0 {WIDTH} {HEIGHT}"))
            preserveAspectRatio="none" aria-hidden="true" { @for bar in &bars { (bar) } }
    }
}

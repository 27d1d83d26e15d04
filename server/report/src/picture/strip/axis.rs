//! The axis of cards: chips, or ticks with numbers for a large deck.

use maud::{Markup, html};

use super::layer::{Layer, STRIP_WIDTH};
use super::values::Values;
use super::words::{Shown, card_in_words, players_of};
use crate::picture::place::{Width, below, middle, percent, share, width as text_width};
use crate::picture::stage::{Stage, card_link};
use crate::text::runs;

/// Most cards that have chips.
pub(super) const CHIPS: u64 = 60;
/// Most cards that have ticks.
const TICKS: u64 = 400;
/// The most numbers at an axis without chips.
const NUMBERS: usize = 24;
const HEIGHT: f64 = 24.0;
const LETTERS: f64 = 12.5;

pub(super) fn layer(
    stage: &Stage<'_>,
    shown: &[Shown<'_>],
    values: Option<&Values<'_>>,
    width: Width,
) -> Layer {
    let n = stage.game.n();
    let marks = if n <= CHIPS { chips(stage, width) } else { numbers(stage, shown, width) };
    let players = players_of(stage, shown);
    let words = |card| card_in_words(stage, shown, &players, values, card);
    let content = html! {
        @if n > CHIPS { (scale(n)) }
        @for (card, mark) in &marks { (link(stage, *card, width, words, mark)) }
    };
    Layer { class: "axis".to_owned(), height: HEIGHT, view: None, content }
}

/// A chip for each card.
fn chips(stage: &Stage<'_>, width: Width) -> Vec<(u64, Markup)> {
    let n = stage.game.n();
    let wide = share(1, 1, n);
    // Narrower chips than 10 pixels have no frames, which would cut the numbers beside them.
    let framed = width.label(-2.0, wide).unwrap_or_default();
    let chip = |card| {
        let chip = html! {
            svg x=(percent(below(card, n))) width=(percent(wide)) {
                rect class=(format!("box {framed}")) width="100%" height="100%" rx="5" {}
                @if let Some(room) = room(card, n, stage.card == Some(card), width) {
                    text.number.(room) x="50%" y="16.5" { (stage.game.hand_name(card)) }
                }
            }
        };
        (card, chip)
    };
    (1..=n).map(chip).collect()
}

/// The class of a chip's number: every number where there is room, or every fifth or tenth one.
fn room(card: u64, n: u64, chosen: bool, width: Width) -> Option<String> {
    let round = [10, 5].into_iter().find(|step| card.is_multiple_of(*step) && n - card >= step / 2);
    // Numbers between round ones are shown all or none, so the longest decides.
    let (longest, cards) = match round {
        _ if chosen || card == 1 || card == n => return Some(String::new()),
        Some(step) => (card, step / 2),
        None => (n, 1),
    };
    // The margin of a label is wider than that of a chip.
    let text = text_width(&longest.to_string(), LETTERS) - 8.0;
    width.label(text, share(1, cards, n))
}

/// A line, and ticks between the cards.
fn scale(n: u64) -> Markup {
    let path: String = if n <= TICKS {
        (0..=n).map(|card| format!("M{card} 0V5")).collect()
    } else {
        String::new()
    };
    html! {
        line.rule x2="100%" y1="0.5" y2="0.5" {}
        @if !path.is_empty() {
            svg.ticks.quiet viewBox=(format!("0 0 {n} 5")) height="5" preserveAspectRatio="none" {
                path d=(path) vector-effect="non-scaling-stroke" {}
            }
        }
    }
}

/// Numbers at both ends and where a run begins.
fn numbers(stage: &Stage<'_>, of: &[Shown<'_>], width: Width) -> Vec<(u64, Markup)> {
    let n = stage.game.n();
    let text = |card: u64| text_width(&card.to_string(), LETTERS);
    let mut begins: Vec<u64> = Vec::new();
    for (at, played) in of {
        let runs = runs(stage.game, *at, played);
        begins.extend(runs.iter().skip(1).map(|(first, _, _)| *first));
    }
    begins.sort_unstable();
    begins.dedup();
    let mut shown = vec![(1, 0.0, "start", String::new())];
    // The end of the text before, as a share of the widest axis.
    let (mut end, widest) = (text(1) / STRIP_WIDTH, STRIP_WIDTH);
    let last = 1.0 - text(n) / widest;
    let mut place = 0.0;
    for card in begins {
        let (x, half) = (middle(card, card, n), text(card) / widest / 2.0);
        let free = x - half > end + 10.0 / widest && x + half < last - 10.0 / widest;
        if shown.len() < NUMBERS && free {
            // On a narrower axis the nearer neighbour decides.
            let distance = (x - place).min(1.0 - x);
            if let Some(room) = width.label(text(card) * 1.2, distance) {
                shown.push((card, x, "", room));
                (end, place) = (x + half, x);
            }
        }
    }
    shown.push((n, 1.0, "end", String::new()));
    if let Some(card) = stage.card
        && !shown.iter().any(|(other, ..)| *other == card)
    {
        shown.retain(|(_, x, ..)| (x - middle(card, card, n)).abs() * widest > text(n));
        shown.push((card, middle(card, card, n), "", String::new()));
    }
    let number = |(card, x, anchor, room)| {
        let class = format!("number {anchor} {room}");
        (card, html! { svg x=(percent(x)) { text class=(class) y="19" { (card) } } })
    };
    shown.into_iter().map(number).collect()
}

/// A card that leads to its explanation; in a file it leads nowhere.
fn link(
    stage: &Stage<'_>,
    card: u64,
    width: Width,
    words: impl Fn(u64) -> String,
    mark: &Markup,
) -> Markup {
    let chosen = stage.card == Some(card);
    let class = if stage.game.n() <= CHIPS { "chip" } else { "card" };
    html! {
        @match width {
            Width::Fixed(_) => g.(class).chosen[chosen] data-card=(card) { (mark) },
            Width::Fluid => a.(class).chosen[chosen] href=(card_link(stage.base, card))
                data-card=(card) aria-current=[chosen.then_some("true")]
                aria-label=(words(card)) { (mark) },
        }
    }
}

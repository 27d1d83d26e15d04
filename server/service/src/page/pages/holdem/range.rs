//! The deck to pick a board from, and the grid of a range beside its text.

use bluff_report::number::percent;
use maud::{Markup, html};
use rational_bluff::cards::{HANDS, HandClass, HandRange, HoleCards};
use rational_bluff::exact::Rational;

use crate::page::pages::play::{rank, suit};

use super::layout;

/// Hands, as a form takes them.
const RANGE: &str =
    "all, or hands with commas: 22+, 99-66, A2s+, KTo+, JTs-76s, AhKd; 76s:1/2 has weight 1/2";
/// Ranges to begin with.
const PRESETS: [(&str, &str); 6] = [
    ("All", "all"),
    ("Pairs", "22+"),
    ("Broadway", "TT+,ATs+,KTs+,QTs+,JTs,ATo+,KTo+,QTo+,JTo"),
    ("Tight", "77+,A9s+,A5s,KTs+,QTs+,JTs,T9s,AJo+,KQo"),
    ("Button", "22+,A2s+,K3s+,Q5s+,J7s+,T7s+,96s+,85s+,75s+,64s+,54s,A4o+,K9o+,Q9o+,J9o+,T9o"),
    ("Clear", ""),
];
/// The cards to pick a board from, for the script.
pub(super) fn deck() -> Markup {
    html! {
        div.deck.scripted role="group" aria-label="Cards" {
            @for card in layout::deck() {
                @let (class, sign) = suit(card);
                button type="button" data-pick=(card) class=(class) { (rank(card)) (sign) }
            }
        }
    }
}

/// The grid and the text of a range. A cell whose hands have several weights names them.
pub(super) fn range(player: &str, acts: &str, text: &str) -> Markup {
    let read: Result<HandRange, _> = match text {
        "" => Ok(HandRange::from_iter([])),
        text => text.parse(),
    };
    let range = read.as_ref().ok();
    let all: Rational =
        range.iter().flat_map(|range| range.hands()).map(|(_, weight)| weight.clone()).sum();
    let written = range.filter(|_| !text.is_empty()).map(HandRange::to_string);
    html! {
        section.panel data-range=(player) {
            h3 {
                "Player " (player) " " span.soft { (acts) }
                @if range.is_some() { span.of {
                    b { (percent(&(&all / &Rational::from(HANDS as u64)))) } " of hands, "
                    (format!("{:.1}", all.to_f64()).trim_end_matches(".0")) " combinations"
                } }
            }
            div.cells role="group" aria-label=(format!("Range of player {player}")) {
                @for class in HandClass::all() { (cell(class, range)) }
            }
            p.chips.scripted { @for (name, range) in PRESETS {
                button type="button" data-preset=(range) { (name) }
            } }
            label for=(player) { "Range of player " (player) }
            textarea id=(player) name=(player) rows="3" spellcheck="false" placeholder=(RANGE)
                aria-describedby=(format!("{player}-hint")) {
                (written.as_deref().unwrap_or(text))
            }
            @match &read {
                Ok(_) => span.hint id=(format!("{player}-hint")) { (RANGE) },
                Err(error) => span.hint.refused id=(format!("{player}-hint")) role="status" {
                    (error)
                },
            }
        }
    }
}

/// A class of hands in the grid of a range.
fn cell(class: HandClass, range: Option<&HandRange>) -> Markup {
    let weights: Vec<(HoleCards, Rational)> = class
        .hands()
        .map(|hand| (hand, range.map_or(Rational::ZERO, |range| range.weight(hand).clone())))
        .collect();
    let all: Rational = weights.iter().map(|(_, weight)| weight.clone()).sum();
    let mean = all / Rational::from(weights.len() as u64);
    let is_mixed = weights.iter().any(|(_, weight)| *weight != mean);
    let hands = weights.iter().filter(|(_, weight)| !weight.is_zero());
    let hands = hands.map(|(hand, weight)| format!("{hand}:{weight}")).collect::<Vec<_>>();
    html! {
        button type="button" data-class=(class) data-weight=[(!mean.is_zero()).then_some(&mean)]
            data-hands=[is_mixed.then(|| hands.join(","))] { (class)
            @if mean.is_positive() && !mean.is_one() {
                svg { rect width=(format!("{:.0}%", mean.to_f64() * 100.0))
                    height="100%" {} }
            }
        }
    }
}

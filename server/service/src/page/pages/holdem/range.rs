//! The deck to pick a board from, and the grid of a range beside its text.

use bluff_report::equity::later_weight;
use bluff_report::number::percent;
use maud::{Markup, html};
use rational_bluff::cards::{HANDS, HandClass, HandRange, HoleCards};
use rational_bluff::exact::Rational;

use crate::page::pages::play::{rank, suit};

use super::layout;

/// Hands, as a form takes them.
const RANGE: &str =
    "all, top 20%, or hands: 22+, 99-66, A2s+, KTo+, JTs-76s, AhKd; 76s:1/2 has weight 1/2";
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

/// The weights to draw with.
pub(super) fn brushes() -> Markup {
    html! {
        fieldset.brushes.scripted {
            legend { "Draw over the grid with" }
            @for (at, weight) in ["1", "3/4", "1/2", "1/4", "0"].iter().enumerate() {
                label {
                    input type="radio" name="brush" form="brushes" value=(weight) checked[at == 0];
                    (["100 %", "75", "50", "25", "erase"][at]) }
            }
        }
    }
}

/// The grid and the text of a range, under the name of its field, with its heading and the words
/// beside that, and a note on each class. A cell whose hands have several weights names them. What
/// is not understood is named, and the rest is shown.
pub(super) fn range(
    name: &str,
    [heading, beside]: [&str; 2],
    text: &str,
    note: impl Fn(HandClass) -> Option<String>,
) -> Markup {
    let (range, errors) = HandRange::known(text);
    let all: Rational = range.hands().map(|(_, weight)| weight.clone()).sum();
    let is_read = errors.is_empty();
    let written = (is_read && !text.is_empty()).then(|| range.to_string());
    let overridden = range.overridden().map(|hands| later_weight(&hands.to_string()));
    html! {
        section.panel data-range=(name) {
            h3 {
                (heading) " " span.soft { (beside) }
                span.of {
                    b { (percent(&(&all / &Rational::from(HANDS as u64)))) } " of hands, "
                    (format!("{:.1}", all.to_f64()).trim_end_matches(".0"))
                    @if all.is_one() { " combination" } @else { " combinations" }
                }
            }
            div.cells role="group" aria-label=(heading) {
                @for class in HandClass::all() { (cell(class, &range, note(class))) }
            }
            p.chips.scripted { @for (name, range) in PRESETS {
                button type="button" data-preset=(range) { (name) }
            } }
            label for=(name) { (heading) }
            textarea id=(name) name=(name) rows="3" spellcheck="false" placeholder=(RANGE)
                aria-describedby=(format!("{name}-hint")) {
                (written.as_deref().unwrap_or(text))
            }
            span.hint.refused[!is_read] id=(format!("{name}-hint"))
                role=[(!is_read).then_some("status")] {
                @for error in errors.iter().take(3) { (error) ". " }
                @if !is_read { "The grid has the rest." } @else {
                    (overridden.as_deref().unwrap_or(RANGE))
                }
            }
        }
    }
}

/// A class of hands in the grid of a range.
fn cell(class: HandClass, range: &HandRange, note: Option<String>) -> Markup {
    let weights: Vec<(HoleCards, Rational)> =
        class.hands().map(|hand| (hand, range.weight(hand).clone())).collect();
    let all: Rational = weights.iter().map(|(_, weight)| weight.clone()).sum();
    let mean = all / Rational::from(weights.len() as u64);
    let is_mixed = weights.iter().any(|(_, weight)| *weight != mean);
    let hands = weights.iter().filter(|(_, weight)| !weight.is_zero());
    let hands = hands.map(|(hand, weight)| format!("{hand}:{weight}")).collect::<Vec<_>>();
    html! {
        button type="button" data-class=(class) data-weight=[(!mean.is_zero()).then_some(&mean)]
            data-hands=[is_mixed.then(|| hands.join(","))]
            aria-label=(cell_name(class, &mean, note.as_deref())) { (class)
            @if let Some(note) = note { " " i { (note) } }
            @if mean.is_positive() && !mean.is_one() {
                svg { rect width=(format!("{:.0}%", mean.to_f64() * 100.0))
                    height="100%" {} }
            }
        }
    }
}

/// The name of a cell with its weight and its note, as the script writes it where it paints.
fn cell_name(class: HandClass, mean: &Rational, note: Option<&str>) -> String {
    let weight = if mean.is_zero() { "not in the range".to_owned() } else { percent(mean) };
    // What is seen comes first.
    let note = note.map(|note| format!("{note}, ")).unwrap_or_default();
    format!("{class} {note}{weight}")
}

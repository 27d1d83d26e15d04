//! Cuts of the continuous game.

use maud::{Markup, html};
use rational_bluff::continuous::{ByHand, Continuous, Real};
use rational_bluff::exact::Rational;
use rational_bluff::game::Game;

use crate::number::brief;
use crate::picture::place::{Width, percent, width as text_width};

/// Most cuts of a view that have their numbers beside them.
const NAMED: usize = 6;
/// Digits of a cut that is no fraction.
const DIGITS: usize = 4;

/// A cut of the continuous game, where hands are uniform on [0, 1].
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// Its place in [0, 1], to draw it.
    pub share: f64,
    /// The same for people: a fraction or a decimal.
    pub name: String,
    /// The name of the change there: `A`, `B`, `C`, an action, or the size of a bet.
    pub meaning: String,
}

impl Cut {
    fn new(place: &Real, meaning: &str) -> Self {
        let name = place.exact().map_or_else(|| place.decimal(DIGITS), brief);
        Self { share: place.to_f64(), name, meaning: meaning.to_owned() }
    }

    fn exact(place: &Rational, meaning: &str) -> Self {
        Self::new(&Real::Exact(place.clone()), meaning)
    }
}

/// The cuts of a game's continuous form, for each view of the betting tree.
pub fn cuts(game: &Game, limit: Option<&Continuous>) -> Vec<Vec<Cut>> {
    let views = game.views();
    match limit {
        Some(Continuous::ClosedForm(form)) => {
            let of = |name: &str| form.strategies.iter().find(|strategy| strategy.view == name);
            let inner = |strategy: &ByHand| {
                let hands = strategy.hands.iter().skip(1);
                hands.map(|hands| Cut::exact(&hands.from, &hands.action)).collect()
            };
            views.iter().map(|view| of(&view.name).map_or_else(Vec::new, inner)).collect()
        }
        // Where I's bluffs end and each size begins to be bet for value; from where II calls it.
        Some(Continuous::OneStreet(street)) if street.sizes.len() > 1 => {
            let begins =
                street.sizes.iter().map(|size| Cut::exact(&size.value_from, &size.bet.to_string()));
            let first = std::iter::once(Cut::exact(&street.value, "A")).chain(begins).collect();
            let calls = street.sizes.iter().map(|size| vec![Cut::exact(&size.call_from, "C")]);
            std::iter::once(first).chain(calls).collect()
        }
        Some(known) => {
            let Some([bluff, bet, call]) = known.cuts() else {
                return vec![Vec::new(); views.len()];
            };
            let first = vec![Cut::new(&bluff, "A"), Cut::new(&bet, "B")];
            let callers = vec![Cut::new(&call, "C")];
            std::iter::once(first).chain(std::iter::repeat(callers)).take(views.len()).collect()
        }
        None => vec![Vec::new(); views.len()],
    }
}

/// The cuts in a strip, their numbers outside it: above a strip that stands above the axis, below
/// others. Without a width they are marks alone.
pub(super) fn drawn(cuts: &[Cut], above: bool, width: Option<Width>) -> Markup {
    // On the side of the axis there is less room, and without numbers on both.
    let ((top, bottom), label) = match (width, above) {
        (None, _) => (("M0 -5V14", "M0 -14V5"), 0),
        (_, true) => (("M0 -14V14", "M0 -14V6"), -17),
        (_, false) => (("M0 -6V14", "M0 -14V14"), 25),
    };
    html! {
        @for (at, cut) in cuts.iter().enumerate() {
            svg.cut x=(percent(cut.share)) data-cut=(cut.name) data-meaning=(cut.meaning) {
                title { (cut.name) }
                path d=(top) {}
                svg y="100%" {
                    path d=(bottom) {}
                    @if let Some(width) = width.filter(|_| !above) {
                        (number(cuts, at, label, width))
                    }
                }
                @if let Some(width) = width.filter(|_| above) { (number(cuts, at, label, width)) }
            }
        }
    }
}

/// The number of a cut, where it has room beside the one before.
fn number(cuts: &[Cut], at: usize, y: i32, width: Width) -> Markup {
    let cut = &cuts[at];
    let from = match at.checked_sub(1).map(|before| &cuts[before]) {
        Some(before) => {
            let text = |cut: &Cut| text_width(&cut.name, 12.5);
            let room = f64::midpoint(text(before), text(cut));
            width.label(room, cut.share - before.share)
        }
        None => Some(String::new()),
    };
    html! {
        @if let Some(from) = from.filter(|_| cuts.len() <= NAMED) {
            text class=(format!("number {from}")) y=(y) { (cut.name) }
        }
    }
}

//! The play of many hands together: parts of a width in the colours of their actions.

use std::cmp::Reverse;

use maud::{Markup, html};
use rational_bluff::exact::Rational;

use crate::number;

use super::action::{Kind, tint};
use super::place::percent;
use super::stage::{pattern, swatch};

/// A part of what a player does with the hands that come to a view.
#[derive(Clone, Debug)]
pub struct PlayedPart {
    /// The action, by its place in the view.
    pub action: usize,
    /// True of a bet that is a bluff.
    pub bluff: bool,
    /// The part of the weight of these hands.
    pub share: Rational,
}

impl PlayedPart {
    /// The parts of hands with these weights, from the left of a cell to its right; `played` has
    /// how often a hand takes an action, and true if it is a bluff where it is a bet.
    pub fn of_hands<H>(
        actions: &[String],
        hands: &[(H, Rational)],
        played: impl Fn(&H, usize) -> (Rational, bool),
    ) -> Vec<Self> {
        let total: Rational = hands.iter().map(|(_, weight)| weight.clone()).sum();
        let mut parts = Vec::new();
        for (action, name) in actions.iter().enumerate() {
            let is_bet = Kind::of(name).is_bet();
            let mut sums = [Rational::ZERO, Rational::ZERO];
            for (hand, weight) in hands {
                let (share, bluff) = played(hand, action);
                let sum = &mut sums[usize::from(!(bluff && is_bet))];
                *sum = &*sum + &(&share * weight);
            }
            for (sum, bluff) in sums.into_iter().zip([true, false]) {
                if !sum.is_zero() {
                    parts.push(Self { action, bluff, share: sum / &total });
                }
            }
        }
        // The largest bluff at the left end, the largest bet for value at the right one.
        parts.sort_by_key(|Self { action, bluff, .. }| {
            let size = isize::try_from(*action).unwrap_or_default();
            let kind = Reverse(Kind::of(&actions[*action]));
            (!bluff, kind, if *bluff { -size } else { size })
        });
        parts
    }

    /// The classes of its colour.
    fn class(&self, actions: &[String]) -> String {
        let kind = Kind::of(&actions[self.action]).class(self.bluff);
        format!("{kind}{}", tint(actions, self.action))
    }

    /// Its colour as a small square; `id` is that of the frame.
    pub fn swatch(&self, actions: &[String], id: &str) -> Markup {
        swatch(&self.class(actions), id)
    }
}

/// The strategy of many hands: a bar, and a line for each action.
pub fn whole(actions: &[String], parts: &[PlayedPart], id: &str) -> Markup {
    html! {
        div.pic {
            (bar(actions, parts, id))
            ul.shares { @for part in parts { li {
                span { (part.swatch(actions, id)) (actions[part.action])
                    @if part.bluff { ", a bluff" } }
                span.number { (number::percent(&part.share)) }
            } } }
        }
    }
}

/// A bar of what is played, as wide as its place.
pub fn bar(actions: &[String], parts: &[PlayedPart], id: &str) -> Markup {
    let colours = colours(actions, parts);
    html! { svg.whole width="100%" height="18" aria-hidden="true" { (fill(1.0, &colours, id)) } }
}

/// Classes of the colours of parts from the left, each with its part of the width.
pub(super) fn colours(actions: &[String], parts: &[PlayedPart]) -> Vec<(String, f64)> {
    parts.iter().map(|part| (part.class(actions), part.share.to_f64())).collect()
}

/// The colours of a cell, as high as what is held of it.
pub(super) fn fill(held: f64, colours: &[(String, f64)], id: &str) -> Markup {
    let mut from = 0.0;
    html! {
        @for (class, width) in colours {
            @let left = from;
            @let () = from += width;
            rect class=(class) fill=[pattern(class, id)]
                x=[(left > 0.0).then(|| percent(left))] y=[(held < 1.0).then(|| percent(1.0 -
                    held))] width=(percent(*width)) height=(percent(held)) {}
        }
    }
}

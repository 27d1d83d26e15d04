//! The hands of a continuous game, from 0 to 1, by what they do.

use maud::{Markup, html};

use super::action::Kind;
use super::place::percent;
use super::stage::{defs, pattern};

/// Height of a bar, in pixels.
const HEIGHT: f64 = 44.0;
/// Letters of an action that a bar has room for.
const LETTERS: f64 = 60.0;

/// Hands from one number to another, and their action: `bluff` for a bet that is one.
pub struct Stretch<'a> {
    /// The lowest hand.
    pub from: f64,
    /// The end of the hands.
    pub to: f64,
    /// The action.
    pub action: &'a str,
}

/// The hands of a player as a bar within a page; `id` is a name that no other picture there has. A
/// table beside it says the same.
pub fn interval(stretches: &[Stretch<'_>], id: &str) -> Markup {
    let acts = |one: &Stretch<'_>| Kind::of(one.action) < Kind::Check;
    let lowest = stretches.iter().position(acts);
    html! {
        svg.pic.unit width="100%" height=(HEIGHT) aria-hidden="true" {
            (defs(id, false))
            @for (at, Stretch { from, to, action }) in stretches.iter().enumerate() {
                // The lowest hands that bet do so as a bluff, unless all higher ones bet too.
                @let bluff = lowest == Some(at) && at + 1 < stretches.len();
                @let (kind, width) = (Kind::of(action), to - from);
                @let class = kind.class(kind == Kind::Bet && bluff);
                rect class=(class) fill=[pattern(class, id)] x=(percent(*from))
                    width=(percent(width)) height=(HEIGHT) rx="4" { title { (action) } }
                @if width * LETTERS > action.chars().count() as f64 {
                    g class=(format!("label {}", kind.text_class())) {
                        text x=(percent(from + width / 2.0)) y="27" { (action) }
                    }
                }
            }
        }
    }
}

/// The numbers from 0 to 1 below such bars.
pub fn unit_axis() -> Markup {
    let numbers =
        [("0", "start"), ("0.2", ""), ("0.4", ""), ("0.6", ""), ("0.8", ""), ("1", "end")];
    html! {
        svg.pic.unit width="100%" height="20" aria-hidden="true" {
            @for ((number, anchor), at) in numbers.into_iter().zip(0..) {
                text class=(format!("number {anchor}")) x=(percent(f64::from(at) / 5.0)) y="16" {
                    (number)
                }
            }
        }
    }
}

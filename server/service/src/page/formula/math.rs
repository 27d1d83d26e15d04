//! Formulas of one deck size, as MathML.

use maud::{Markup, html};
use rational_bluff::exact::Rational;

/// `v(n) = …`, typeset.
pub(super) fn typeset(right: &Markup) -> Markup {
    html! {
        math display="block" {
            mrow {
                (letter("v")) mo stretchy="false" { "(" } (letter("n")) mo stretchy="false" { ")" }
                mo { "=" }
                (right)
            }
        }
    }
}

pub(super) fn letter(name: &str) -> Markup {
    html! { mi mathvariant="normal" { (name) } }
}

pub(super) fn fraction(number: &Rational) -> Markup {
    let text = number.to_string();
    match text.split_once('/') {
        Some((top, bottom)) => html! {
            mfrac linethickness="0.05em" { mn { (top) } mn { (bottom) } }
        },
        None => html! { mn { (text) } },
    }
}

/// `n(n − 1)`.
pub(super) fn pairs() -> Markup {
    html! {
        mrow {
            (letter("n")) mo stretchy="false" { "(" } (letter("n")) mo { "−" }
            mn { "1" } mo stretchy="false" { ")" }
        }
    }
}

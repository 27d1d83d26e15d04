//! A number of a page: short for people, the exact one a touch away, or all of it where a proof or
//! a formula needs it.

use bluff_report::number::{
    brief as short, is_short, minus, outwards_to, percent, rounded, share, with_minus,
};
use maud::{Markup, html};
use rational_bluff::exact::Rational;

/// Longest number that stands on one line, in characters.
const LONG: usize = 24;
/// Digits after the point of a proved bound.
const PLACES: usize = 6;

/// A number of at most seven digits; a longer one has its fraction as its value, which the style
/// shows and the script copies.
pub(crate) fn brief(number: &Rational) -> Markup {
    html! {
        @if is_short(number) { span.exact { (minus(number)) } }
        @else { (touched(number, &short(number))) }
    }
}

/// Two proved bounds, rounded outwards, so that what is shown is proved too.
pub(crate) fn bounds(ends: [&Rational; 2]) -> [Markup; 2] {
    let [lower, upper] = outwards_to(ends, PLACES);
    let shown = |end: &Rational, outside: &Rational| match is_short(end) {
        true => brief(end),
        false => touched(end, &with_minus(&outside.decimal(PLACES))),
    };
    [shown(ends[0], &lower), shown(ends[1], &upper)]
}

/// A short text in place of a number, which is one touch away.
fn touched(number: &Rational, text: &str) -> Markup {
    html! { data tabindex="0" value=(minus(number)) { span { (text) } } }
}

/// A number with its decimals behind it, where it is a short fraction.
pub(crate) fn number(number: &Rational) -> Markup {
    html! { (brief(number)) @if has_decimals(number) { " " (decimals(number)) } }
}

fn has_decimals(number: &Rational) -> bool {
    !number.is_integer() && is_short(number)
}

fn decimals(number: &Rational) -> Markup {
    let text = rounded(number);
    let sign = if text.len() < 8 { "=" } else { "≈" };
    html! { span.decimal { (sign) " " (text) } }
}

/// The number of a page, large, and its decimals in small type where it is a short fraction.
pub(crate) fn large(number: &Rational) -> Markup {
    match is_short(number) {
        true => stacked(number),
        false => html! { span.whole { (brief(number)) } },
    }
}

/// The decimals that stand beside a [`large`] number.
pub(crate) fn digits(number: &Rational) -> Markup {
    html! { @if has_decimals(number) { p.digits { (rounded(number)) } } }
}

/// A probability: a short fraction, else per cent; with cards of hold'em always per cent.
pub(crate) fn part(part: &Rational, holdem: bool) -> Markup {
    match (holdem, is_short(part)) {
        (true, _) => touched(part, &percent(part)),
        (false, true) => html! { (part) },
        (false, false) => touched(part, &share(part)),
    }
}

/// The actions of a hand with their probabilities, `bet 4 with probability 2/3, check with
/// probability 1/3`.
pub(crate) fn play(actions: &[String], played: &[(usize, Rational)], holdem: bool) -> Markup {
    html! {
        @for (place, (action, probability)) in played.iter().enumerate() {
            @if place > 0 { ", " }
            (actions[*action])
            @if played.len() > 1 { " with probability " (part(probability, holdem)) }
        }
    }
}

/// A number in full, whose line may end after the slash where it is long.
pub(crate) fn exact(number: &Rational) -> Markup {
    let text = minus(number);
    html! {
        span.exact {
            @match text.split_once('/').filter(|_| text.chars().count() > LONG) {
                Some((top, bottom)) => { (top) "/" wbr; (bottom) }
                None => (text),
            }
        }
        @if has_decimals(number) { " " (decimals(number)) }
    }
}

/// A number as a fraction with a bar, as large as the text around it.
pub(crate) fn stacked(number: &Rational) -> Markup {
    let text = minus(number);
    html! {
        @match text.split_once('/') {
            Some((top, bottom)) => {
                span.frac role="img" aria-label=(text) { span { (top) } span { (bottom) } }
            }
            None => span.whole { (text) },
        }
    }
}

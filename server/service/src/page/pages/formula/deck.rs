//! One deck of a formula: its value, in digits that can be read.

use bluff_report::picture::{minus, with_minus};
use maud::{Markup, html};
use rational_bluff::exact::Rational;

use crate::page::parts::form::refusal;

/// Places of a value's decimals.
const DIGITS: usize = 18;

/// A deck of one's choice, and its value; `constant` says what its residue has.
pub(super) fn at(label: &str, n: u64, period: u64, value: &Rational, constant: &Markup) -> Markup {
    let deck = format!("/{}", label.replacen('/', &format!("/n{n}-"), 1));
    let input = html! {
        input id="at" name="at" value=(n) inputmode="numeric" autocomplete="off"
            spellcheck="false" title="2 to 10^18";
    };
    panel(
        label,
        &input,
        &html! {
            p.note { "≡ " (n % period) (constant) }
            p.value-at { i { "v" } " = " (grouped(value)) }
            @if !value.is_integer() { p.digits { (with_minus(&value.decimal(DIGITS))) } }
            p.ways {
                a.button.first href=(deck) { "Open this deck" } " "
                a.button href="#verify" { "Verify" }
            }
        },
    )
}

/// A field for a deck, and what is shown of the deck in it.
pub(super) fn panel(label: &str, input: &Markup, shown: &Markup) -> Markup {
    html! {
        section.panel.at-deck aria-labelledby="deck" {
            form data-live action=(format!("/formulas/{label}")) method="get" {
                label for="at" { h3 id="deck" { "At " i { "n" } " =" } }
                (input)
                button.unscripted type="submit" { "Show" }
            }
            (refusal(None))
            (shown)
        }
    }
}

/// A fraction with a bar, its digits in groups of three; smaller where it is long.
fn grouped(number: &Rational) -> Markup {
    let text = minus(number);
    let (top, bottom) = text.split_once('/').unwrap_or((&text, ""));
    let size = match top.len().max(bottom.len()) {
        0..=17 => "frac",
        18..=26 => "frac long",
        _ => "frac longest",
    };
    let digits = |digits: &str| {
        let digits: Vec<char> = digits.chars().collect();
        let groups: Vec<String> =
            digits.rchunks(3).rev().map(|group| group.iter().collect()).collect();
        html! { span { @for group in groups { span.group { (group) } } } }
    };
    html! {
        span class=(size) role="img" aria-label=(text) {
            (digits(top)) @if !bottom.is_empty() { (digits(bottom)) }
        }
    }
}

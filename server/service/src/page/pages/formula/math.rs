//! Formulas: as MathML, and within a sentence.

use maud::{Markup, html};
use rational_bluff::exact::Rational;

/// `v(n) = …`, typeset.
pub(super) fn typeset(right: &Markup) -> Markup {
    html! { math display="block" { mrow { (of_n("v")) mo { "=" } (right) } } }
}

/// `V − v(n) = C n^(−3/2) + O(n^(−5/3))`, typeset.
pub(super) fn rate_law() -> Markup {
    let power = |three: &str, two: &str| {
        html! { msup { (letter("n")) mrow { mo { "−" } mn { (three) } mo { "/" } mn { (two) } } } }
    };
    html! {
        math display="block" { mrow {
            (letter("V")) mo { "−" } (of_n("v")) mo { "=" } (letter("C")) (power("3", "2"))
            mo { "+" } (letter("O")) mo stretchy="false" { "(" } (power("5", "3"))
            mo stretchy="false" { ")" }
        } }
    }
}

/// The decks of a formula.
pub(super) fn every_deck() -> Markup {
    html! { "For every " i { "n" } " ≥ 2" }
}

fn of_n(function: &str) -> Markup {
    html! {
        (letter(function)) mo stretchy="false" { "(" } (letter("n")) mo stretchy="false" { ")" }
    }
}

/// A formula in a sentence: `m^2`, `n^(−3/2)` and `e_s` with raised and lowered parts, letters that
/// stand alone in italics.
pub(super) fn marked(text: &str) -> Markup {
    let text = text.replace('-', "−");
    let (mut parts, mut rest, mut before) = (Vec::new(), text.as_str(), ' ');
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        let (part, left) = match first {
            '^' => {
                let (raised, left) = exponent(after);
                (html! { sup { (raised) } }, left)
            }
            '_' if !after.is_empty() => {
                let (lowered, left) =
                    after.split_at(after.chars().next().map_or(0, char::len_utf8));
                (html! { sub { i { (lowered) } } }, left)
            }
            letter if letter.is_ascii_alphabetic() => {
                let end = after.find(|next: char| !next.is_ascii_alphabetic());
                let (word, left) = rest.split_at(first.len_utf8() + end.unwrap_or(after.len()));
                // `a` is a word, and `a(n)` a sequence.
                let english = word == "I" || word == "a" && !left.starts_with('(');
                let alone = word.len() == 1 && !matches!(before, '’' | '\'') && !english;
                (html! { @if alone { i { (word) } } @else { (word) } }, left)
            }
            other => (html! { (other) }, after),
        };
        parts.push(part);
        before = first;
        rest = left;
    }
    html! { @for part in parts { (part) } }
}

/// The exponent that a text begins with, without its parentheses, and what is left.
fn exponent(text: &str) -> (&str, &str) {
    match text.strip_prefix('(').and_then(|inner| inner.split_once(')')) {
        Some(parts) => parts,
        None => {
            let end = text.find(|next: char| !next.is_ascii_digit() && next != '−');
            text.split_at(end.unwrap_or(text.len()))
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

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn formulas_in_sentences_are_marked() {
        for (text, expected) in [
            ("72m^2 - 3", "72<i>m</i><sup>2</sup> − 3"),
            ("O(n^(−5/3)), e_s", "<i>O</i>(<i>n</i><sup>−5/3</sup>), <i>e</i><sub><i>s</i></sub>"),
            ("bet 1 with a card", "bet 1 with a card"),
            ("a(n) = 2 n", "<i>a</i>(<i>n</i>) = 2 <i>n</i>"),
            ("3.1…·10^−151 m", "3.1…·10<sup>−151</sup> <i>m</i>"),
        ] {
            assert_eq!(marked(text).into_string(), expected);
        }
    }
}

//! Places of a picture: shares of a width, and the widths at which labels fit.

use rational_bluff::exact::Rational;

use crate::number::brief;
pub use crate::number::{minus, with_minus};

/// Widths of the container below which a label may be hidden, in pixels, those of telephones and of
/// the desk among them: the style has a rule for each.
const WIDTHS: [u16; 31] = [
    256, 288, 304, 318, 333, 348, 358, 370, 388, 416, 448, 480, 512, 544, 576, 608, 640, 672, 704,
    736, 768, 800, 832, 864, 896, 960, 1024, 1152, 1280, 1440, 1600,
];
/// Pixels beside the text of a label.
const MARGIN: f64 = 12.0;
/// Narrowest block that has the full gap and round corners, in pixels.
const ROUND: f64 = 9.0;

/// Width that a picture is drawn for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Width {
    /// That of its container, which the style asks for.
    Fluid,
    /// So many pixels.
    Fixed(f64),
}

impl Width {
    /// The class of a text that has a share of the width: `None` where it never fits.
    pub(super) fn label(self, text: f64, share: f64) -> Option<String> {
        self.class("w", text + MARGIN, share)
    }

    /// The class that hides a text from the width on at which a longer one fits.
    pub(super) fn instead(self, text: f64, share: f64) -> Option<String> {
        match self {
            Self::Fluid => self.class("u", text + MARGIN, share),
            Self::Fixed(_) => None,
        }
    }

    /// The class that makes the corners of a narrow block sharp.
    pub(super) fn corners(self, share: f64) -> String {
        self.class("g", ROUND, share).unwrap_or_else(|| "thin".to_owned())
    }

    /// The class that hides marks that would stand too close.
    pub(super) fn marks(self, share: f64) -> Option<String> {
        self.class("w", 4.0, share)
    }

    fn class(self, prefix: &str, pixels: f64, share: f64) -> Option<String> {
        match self {
            Self::Fixed(width) => (share * width >= pixels).then(String::new),
            Self::Fluid => {
                let least = WIDTHS.iter().find(|width| share * f64::from(**width) >= pixels)?;
                Some(format!("{prefix}{least}"))
            }
        }
    }
}

/// A share as a length.
pub(super) fn percent(share: f64) -> String {
    let text = format!("{:.4}", share * 100.0);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

/// Pixels without needless digits.
pub(crate) fn pixels(length: f64) -> String {
    number((length * 100.0).round() / 100.0)
}

/// Width of a text in pixels, at most: letters of the pictures' typeface, by size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let letter = |letter: char| match letter {
        'i' | 'j' | 'l' | '.' | ',' | ':' | '\'' | '|' | ' ' => 0.31,
        'f' | 'r' | 't' | 'I' | '/' | '(' | ')' => 0.42,
        'm' | 'w' | 'M' | 'W' => 0.92,
        '0' => 0.64,
        '1' => 0.46,
        '–' => 0.55,
        'A'..='Z' | '−' | '+' | '±' | '=' => 0.67,
        '…' => 0.9,
        _ => 0.61,
    };
    text.chars().map(letter).sum::<f64>() * size
}

/// A payoff: a number with its sign.
pub(super) fn signed(number: &Rational) -> String {
    let sign = if number.is_positive() { "+" } else { "" };
    format!("{sign}{}", brief(number))
}

/// The share of the axis that lies below a card.
pub(super) fn below(card: u64, n: u64) -> f64 {
    (card - 1) as f64 / n as f64
}

/// The share of the axis that a run of cards takes.
pub(super) fn share(first: u64, last: u64, n: u64) -> f64 {
    (last - first + 1) as f64 / n as f64
}

/// The middle of a run of cards.
pub(super) fn middle(first: u64, last: u64, n: u64) -> f64 {
    below(first, n) + share(first, last, n) / 2.0
}

/// A number at an axis, without the tail of binary fractions.
pub(super) fn number(number: f64) -> String {
    let text = format!("{number:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_shown_from_the_width_on_at_which_it_fits() {
        // 50 px and the margin are a quarter of 248 px.
        assert_eq!(Width::Fluid.label(50.0, 0.25).as_deref(), Some("w256"));
        assert_eq!(Width::Fluid.label(53.0, 0.25).as_deref(), Some("w288"));
        assert_eq!(Width::Fluid.label(50.0, 0.01), None);
        assert_eq!(Width::Fixed(248.0).label(50.0, 0.25).as_deref(), Some(""));
        assert_eq!(Width::Fixed(247.0).label(50.0, 0.25), None);
    }

    #[test]
    fn the_style_has_a_rule_for_every_width() {
        for width in WIDTHS {
            for rule in [format!(".w{width}{{"), format!(".u{width}{{"), format!(".g{width}{{")] {
                assert!(super::super::STYLE.contains(&rule), "{rule}");
            }
        }
    }
}

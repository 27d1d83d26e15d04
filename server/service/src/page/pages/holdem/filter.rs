//! The hands that a word names, which the others fade beside.

use bluff_questions::error::Error;
use rational_bluff::cards::{CardSet, HandRange, HoleCards, MadeHand};

use crate::api::query::unexpected;

/// Words for hands, beside ranges and the names of what hands make.
pub(super) const WORDS: [&str; 5] = ["made", "draws", "pairs", "suited", "offsuit"];

/// Hands by what they make, by a word, or as a range.
#[derive(Clone, Debug, Default)]
pub(super) struct HandFilter {
    pub(super) text: String,
    range: Option<HandRange>,
}

impl HandFilter {
    /// Errors: `Refused` for a text that names no hands.
    pub(super) fn read(text: &str) -> Result<Self, Error> {
        let text = text.to_owned();
        if text.is_empty() || WORDS.contains(&&*text) || MadeHand::all().any(|it| it.name() == text)
        {
            return Ok(Self { text, range: None });
        }
        let allowed = format!("{}, what a hand makes, or a range", WORDS.join(", "));
        let range = text.parse().map_err(|_| unexpected("filter", &text, &allowed))?;
        Ok(Self { text, range: Some(range) })
    }

    /// True of a hand that is meant.
    pub(super) fn keeps(&self, hand: HoleCards, board: CardSet) -> bool {
        if let Some(range) = &self.range {
            return range.weight(hand).is_positive();
        }
        match self.text.as_str() {
            "" => true,
            "pairs" => hand.class().is_pair(),
            "suited" => hand.class().is_suited(),
            "offsuit" => !hand.class().is_pair() && !hand.class().is_suited(),
            "made" => MadeHand::of(hand, board).is_made(),
            "draws" => MadeHand::of(hand, board).is_draw(),
            name => MadeHand::of(hand, board).name() == name,
        }
    }
}

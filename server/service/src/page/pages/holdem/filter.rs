//! The hands that a word names, which the others fade beside.

use bluff_questions::error::Error;
use maud::{Markup, html};
use rational_bluff::cards::{CardSet, HandRange, HoleCards, MadeHand};
use rational_bluff::spot::NodeHand;

use crate::api::query::unexpected;

use super::place::SpotPage;

/// Words for hands, beside ranges and the names of what hands make.
const WORDS: [&str; 5] = ["made", "draws", "pairs", "suited", "offsuit"];

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

impl SpotPage {
    /// The cards on the board here.
    pub(super) fn board(&self) -> CardSet {
        self.node().board.iter().copied().collect()
    }

    /// True of a hand that the filter means.
    pub(super) fn keeps(&self, hand: &NodeHand) -> bool {
        self.filter.keeps(hand.hand, self.board())
    }

    /// The address here with another filter; the same one again takes it away.
    pub(super) fn filtered(&self, text: &str) -> String {
        let text = if text == self.filter.text { "" } else { text };
        self.address(&self.path, self.shown, text)
    }

    /// The field and the words of the filter.
    pub(super) fn filters(&self) -> Markup {
        let kept = [
            ("spot", self.label.trim_start_matches("spot/")),
            ("path", &self.path),
            ("show", self.shown),
        ];
        html! {
            form.filter action="/holdem" method="get" data-part="filter" {
                @for (key, value) in kept.into_iter().filter(|(_, value)| !value.is_empty()) {
                    input type="hidden" name=(key) value=(value);
                }
                input type="search" name="filter" value=(self.filter.text) spellcheck="false"
                    aria-label="Hands to show" placeholder="Filter: AK, pairs, draws";
                p.chips { @for word in WORDS {
                    a href=(self.filtered(word)) data-live
                        aria-current=[(word == self.filter.text).then_some("true")] { (word) }
                } }
            }
        }
    }
}

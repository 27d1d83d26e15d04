//! The hands that a word names, which the others fade beside, and hands by what they make.

use std::collections::BTreeMap;

use bluff_questions::error::Error;
use maud::{Markup, html};
use rational_bluff::cards::{CardSet, HandRange, HoleCards, MadeHand};
use rational_bluff::exact::Rational;

use crate::api::query::unexpected;
use crate::page::parts::frame::columns;
use crate::page::parts::number::part;

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

/// The field and the words of a filter: `kept` are the other fields of the page, and `to` gives the
/// address with another filter.
pub(super) fn filters(
    filter: &HandFilter,
    kept: &[(String, String)],
    to: impl Fn(&str) -> String,
) -> Markup {
    html! {
        form.filter action="/holdem" method="get" data-part="filter" {
            @for (key, value) in kept { input type="hidden" name=(key) value=(value); }
            input type="search" name="filter" value=(filter.text) spellcheck="false"
                aria-label="Hands to show" placeholder="Filter: AK, pairs, draws";
            p.chips { @for word in WORDS {
                a href=(to(word)) data-live
                    aria-current=[(word == filter.text).then_some("true")] { (word) }
            } }
        }
    }
}

/// Hands that make the same, at a place of the betting.
pub(super) struct MadeRow {
    /// Their play, as a bar.
    pub(super) bar: Markup,
    pub(super) ev: Option<String>,
    pub(super) is_faded: bool,
}

/// The hands by what they make, from the best: share of the range, actions and EV. `to` gives the
/// address with another filter.
pub(super) fn by_made<H>(
    hands: impl IntoIterator<Item = (HoleCards, (H, Rational))>,
    board: CardSet,
    row: impl Fn(&[(H, Rational)]) -> MadeRow,
    (filter, to): (&HandFilter, impl Fn(&str) -> String),
) -> Markup {
    let mut made: BTreeMap<MadeHand, Vec<(H, Rational)>> = BTreeMap::new();
    for (cards, hand) in hands {
        made.entry(MadeHand::of(cards, board)).or_default().push(hand);
    }
    let weight = |hands: &[(H, Rational)]| -> Rational {
        hands.iter().map(|(_, weight)| weight.clone()).sum()
    };
    let all: Rational = made.values().map(|hands| weight(hands)).sum();
    let rows: Vec<(MadeHand, Rational, MadeRow)> =
        made.into_iter().map(|(made, hands)| (made, weight(&hands) / &all, row(&hands))).collect();
    let has_ev = rows.iter().any(|(_, _, row)| row.ev.is_some());
    html! { table.plays.made {
        (columns(["by hand", "share", ""].into_iter().chain(has_ev.then_some("EV"))))
        tbody { @for (made, share, MadeRow { bar, ev, is_faded }) in &rows {
            tr.faded[*is_faded] {
                th scope="row" { a href=(to(made.name())) data-live
                    aria-current=[(made.name() == filter.text).then_some("true")] {
                    (made.name()) } }
                td { (part(share, true)) }
                td { (bar) }
                @if let Some(ev) = ev { td { (ev) } }
            }
        } }
    } }
}

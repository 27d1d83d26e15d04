//! A place of a proved spot, and the addresses around it.

use std::collections::BTreeMap;
use std::sync::Arc;

use bluff_questions::error::Error;
use bluff_report::chips::two_places;
use bluff_report::picture::hands::PlayedPart;
use rational_bluff::cards::HandClass;
use rational_bluff::exact::Rational;
use rational_bluff::spot::{NodeHand, SpotNode};
use serde_json::Value;

use crate::page::parts::frame::with_query;
use crate::proved_spots::{KeptSpot, OpenPlace};

use super::filter::HandFilter;

/// The id of the grid's frame.
pub(super) const STAGE: &str = "stage";

/// The address of a place of a spot.
pub(super) fn address(label: &str, path: &str) -> String {
    with_query("/holdem", fields(label, [("path", path)]))
}

/// The fields of a page of a spot; empty ones are left out.
pub(super) fn fields<'a, const N: usize>(
    label: &'a str,
    more: [(&'static str, &'a str); N],
) -> impl Iterator<Item = (&'static str, &'a str)> {
    let spot = ("spot", label.trim_start_matches("spot/"));
    [spot].into_iter().chain(more).filter(|(_, text)| !text.is_empty())
}

/// Hands of a player, and their weights.
pub(super) type HandsByClass<'a> = BTreeMap<HandClass, Vec<(&'a NodeHand, Rational)>>;

/// A place at an address, and the numbers and the class that are shown there.
pub(super) struct SpotPage {
    pub(super) label: String,
    pub(super) path: String,
    pub(super) shown: &'static str,
    pub(super) class: Option<HandClass>,
    pub(super) filter: HandFilter,
    pub(super) place: Arc<OpenPlace>,
    /// The spot without its lock, if that is kept.
    pub(super) free: Option<Arc<KeptSpot>>,
    /// The actions there, as people read them.
    pub(super) actions: Vec<String>,
}

impl SpotPage {
    pub(super) fn node(&self) -> &SpotNode {
        &self.place.node
    }

    /// The address of a place after this one, with the same numbers and the same filter.
    pub(super) fn to(&self, path: &str) -> String {
        self.address(path, self.shown, &self.filter.text)
    }

    /// The address of a place, of the numbers shown there, and of a filter.
    pub(super) fn address(&self, path: &str, shown: &str, filter: &str) -> String {
        let more = [("path", path), ("show", shown), ("filter", filter)];
        with_query("/holdem", fields(&self.label, more))
    }

    pub(super) fn step(&self, step: &str) -> String {
        let join = if self.path.is_empty() { "" } else { "," };
        self.to(&format!("{}{join}{step}", self.path))
    }

    /// The player whose hands are shown.
    pub(super) fn player(&self) -> usize {
        self.node().player.unwrap_or(0)
    }

    /// Hands of the player by class, with their weights.
    pub(super) fn classes(&self) -> HandsByClass<'_> {
        let mut classes = HandsByClass::new();
        for hand in &self.node().hands[self.player()] {
            classes.entry(hand.hand.class()).or_default().push((hand, hand.weight.clone()));
        }
        classes
    }

    pub(super) fn parts(&self, hands: &[(&NodeHand, Rational)]) -> Vec<PlayedPart> {
        PlayedPart::of_hands(&self.actions, &by_deals(hands), |hand, action| {
            // Where all fold, it is the equity against them that counts.
            let equity = hand.called[action].or(hand.equity);
            (hand.probabilities[action].clone(), equity.is_some_and(|equity| equity < 0.5))
        })
    }
}

/// Hands with the weights of their deals here; with their own if none of them meets another hand.
pub(super) fn by_deals<'a>(hands: &[(&'a NodeHand, Rational)]) -> Vec<(&'a NodeHand, Rational)> {
    match hands.iter().all(|(hand, _)| hand.met.is_zero()) {
        true => hands.to_vec(),
        false => hands.iter().map(|(hand, _)| (*hand, hand.dealt())).collect(),
    }
}

/// An action whose chips are a decimal, where they have at most two places: `bet 19.8`.
pub(super) fn readable(action: &str) -> String {
    let chips = action.rsplit_once(' ').filter(|(_, chips)| chips.contains('/'));
    let decimal = chips
        .and_then(|(name, chips)| Some(format!("{name} {}", two_places(&chips.parse().ok()?)?)));
    decimal.unwrap_or_else(|| action.to_owned())
}

/// Both bounds and the exploitability as a part of the pot.
///
/// Errors: those of numbers.
pub(super) fn certified(document: &Value) -> Result<[Rational; 3], Error> {
    let claim = &document["certificate"];
    let number = |key: &str| claim[key].as_str().unwrap_or_default().parse::<Rational>();
    Ok([number("lower")?, number("upper")?, number("exploitability_of_pot")?])
}

/// The next power of ten below an exploitability; `None` below none.
pub(super) fn closer(of_pot: &Rational) -> Option<Rational> {
    let ten = Rational::from(10);
    let mut powers = std::iter::successors(Some(Rational::ONE), |power| Some(power / &ten));
    if of_pot.is_positive() { powers.find(|power| power < of_pot) } else { None }
}

//! Ranges: a weight for each hand, written as players write them.

use std::fmt;

use bluff_exact::Rational;

use super::{HANDS, HandClass, HoleCards, RANKS};

mod read;

/// Maximum length of a range as text, in bytes; 1,326 hands with a weight each are shorter.
pub const MAX_RANGE_BYTES: usize = 1 << 16;

/// Maximum length of a weight as text and as a fraction, in bytes.
pub const MAX_WEIGHT_BYTES: usize = 40;

/// A weight from 0 to 1 for each hand of two cards; at least one is above 0.
///
/// As text: groups of hands with commas or blanks between them, each with a weight (`AA:1/2`,
/// `AA:50%`, `AA@50`), or 1; several groups with one weight are `[50]AK,KQs[/50]` or
/// `40%(ATs+,KQs)`. A group is `all` (`any`, `random`, `*`); `top 20%` (`20%`), the classes with
/// the most equity against any hand that make at most this part of all hands; a class of hands
/// (`77`, `AKs`, `AKo`, or `AK` for both); a class with `+` (pairs from this up, or the second card
/// from this up to below the first); two classes with a dash between them (pairs, one first card,
/// or one distance between both cards); or one hand (`AhKd`). A last comma says nothing. A hand
/// that is given twice has the later weight if both are written, else must have the same one. The
/// text that a range displays is canonical: heaviest weight first, pairs, suited and offsuit hands
/// from the ace down.
///
/// ```
/// use bluff_poker::cards::HandRange;
/// let range: HandRange = "KTo+, 99-66, A5s-A2s, JTs-98s:1/2, AhKd".parse()?;
/// assert_eq!(range.to_string(), "99-66,A5s-A2s,KTo+,AhKd,JTs:1/2,T9s:1/2,98s:1/2");
/// # Ok::<(), bluff_poker::cards::CardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct HandRange {
    /// By number of the hand.
    weights: Vec<Rational>,
    /// Hands with two weights in the text, of which the later one counts.
    overridden: Vec<HoleCards>,
}

impl PartialEq for HandRange {
    /// True for the same weights, however they were written.
    fn eq(&self, other: &Self) -> bool {
        self.weights == other.weights
    }
}

impl Eq for HandRange {}

impl HandRange {
    /// The weight of a hand.
    pub fn weight(&self, hand: HoleCards) -> &Rational {
        &self.weights[hand.index()]
    }

    /// The hands that the text gave two weights, of which the later one counts, as a range.
    pub fn overridden(&self) -> Option<Self> {
        let hands = self.overridden.iter().map(|hand| (*hand, Rational::ONE));
        (!self.overridden.is_empty()).then(|| hands.collect())
    }

    /// The hands with a weight above 0, and their weights.
    pub fn hands(&self) -> impl Iterator<Item = (HoleCards, &Rational)> {
        HoleCards::all().zip(&self.weights).filter(|(_, weight)| weight.is_positive())
    }

    /// The weight that all hands of a class have, if it is the same.
    pub fn class_weight(&self, class: HandClass) -> Option<&Rational> {
        let mut weights = class.hands().map(|hand| self.weight(hand));
        let first = weights.next()?;
        weights.all(|weight| weight == first).then_some(first)
    }
}

impl FromIterator<(HoleCards, Rational)> for HandRange {
    /// The range of these weights, from 0 to 1; hands that are left out weigh nothing.
    fn from_iter<I: IntoIterator<Item = (HoleCards, Rational)>>(hands: I) -> Self {
        let mut weights = vec![Rational::ZERO; HANDS];
        hands.into_iter().for_each(|(hand, weight)| weights[hand.index()] = weight);
        Self { weights, overridden: Vec::new() }
    }
}

impl From<HoleCards> for HandRange {
    /// The range of one hand.
    fn from(only: HoleCards) -> Self {
        [(only, Rational::ONE)].into_iter().collect()
    }
}

impl fmt::Display for HandRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut weights: Vec<&Rational> = self.hands().map(|(_, weight)| weight).collect();
        weights.sort_unstable_by(|one, other| other.cmp(one));
        weights.dedup();
        let groups = weights.iter().flat_map(|weight| {
            let groups = self.groups(weight).into_iter();
            groups
                .map(move |group| if weight.is_one() { group } else { format!("{group}:{weight}") })
        });
        f.write_str(&groups.collect::<Vec<_>>().join(","))
    }
}

impl HandRange {
    /// The groups of hands of this weight.
    fn groups(&self, weight: &Rational) -> Vec<String> {
        if self.weights.iter().all(|other| other == weight) {
            return vec!["all".to_owned()];
        }
        let has = |high, low, suited| {
            self.class_weight(HandClass::new(high, low, suited)) == Some(weight)
        };
        let ranks = (0..RANKS.len()).rev();
        let mut groups =
            runs(12, |rank| has(rank, rank, false), |rank| HandClass::new(rank, rank, false));
        for suited in [true, false] {
            for high in ranks.clone().filter(|high| *high > 0) {
                let class = |low| HandClass::new(high, low, suited);
                groups.extend(runs(high - 1, |low| has(high, low, suited), class));
            }
        }
        let alone = HoleCards::all().filter(|hand| self.weight(*hand) == weight);
        let alone = alone.filter(|hand| self.class_weight(hand.class()).is_none());
        let mut alone: Vec<HoleCards> = alone.collect();
        alone.reverse();
        groups.extend(alone.iter().map(ToString::to_string));
        groups
    }
}

/// The runs of ranks from `top` down that the range has, as text.
fn runs(
    top: usize,
    has: impl Fn(usize) -> bool,
    class: impl Fn(usize) -> HandClass,
) -> Vec<String> {
    let (mut groups, mut high) = (Vec::new(), None);
    for rank in (0..=top).rev().filter(|rank| has(*rank)) {
        let first = *high.get_or_insert(rank);
        if rank == 0 || !has(rank - 1) {
            groups.push(match first {
                first if first == rank => class(rank).to_string(),
                first if first == top => format!("{}+", class(rank)),
                first => format!("{}-{}", class(first), class(rank)),
            });
            high = None;
        }
    }
    groups
}

#[cfg(test)]
mod tests;

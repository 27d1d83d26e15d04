//! Ranges: a weight for each hand, written as players write them.

use std::fmt;
use std::str::FromStr;

use bluff_exact::{Rational, excerpt};

use super::card::rank_of;
use super::{CardError, HANDS, HandClass, HoleCards, RANKS};

/// Maximum length of a range as text, in bytes; 1,326 hands with a weight each are shorter.
pub const MAX_RANGE_BYTES: usize = 1 << 16;

/// Maximum length of a weight as text and as a fraction, in bytes.
pub const MAX_WEIGHT_BYTES: usize = 40;

/// A weight from 0 to 1 for each hand of two cards; at least one is above 0.
///
/// As text: groups of hands with commas between them, each with a weight after a colon, or 1. A
/// group is `all`; a class of hands (`77`, `AKs`, `AKo`, or `AK` for both); a class with `+` (pairs
/// from this up, or the second card from this up to below the first); two classes with a dash
/// between them (pairs, one first card, or one distance between both cards); or one hand (`AhKd`).
/// A last comma says nothing. A hand that is given twice must have the same weight. The text that a
/// range displays is canonical: heaviest weight first, pairs, suited and offsuit hands from the ace
/// down.
///
/// ```
/// use bluff_poker::cards::HandRange;
/// let range: HandRange = "KTo+, 99-66, A5s-A2s, JTs-98s:1/2, AhKd".parse()?;
/// assert_eq!(range.to_string(), "99-66,A5s-A2s,KTo+,AhKd,JTs:1/2,T9s:1/2,98s:1/2");
/// # Ok::<(), bluff_poker::cards::CardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HandRange {
    /// By number of the hand.
    weights: Vec<Rational>,
}

impl HandRange {
    /// The weight of a hand.
    pub fn weight(&self, hand: HoleCards) -> &Rational {
        &self.weights[hand.index()]
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
        Self { weights }
    }
}

impl From<HoleCards> for HandRange {
    /// The range of one hand.
    fn from(only: HoleCards) -> Self {
        [(only, Rational::ONE)].into_iter().collect()
    }
}

impl FromStr for HandRange {
    type Err = CardError;

    /// Errors: `RangeTooLong`, `NotHands`, `CardTwice`, `TwoWeights`, `EmptyRange`, and those of
    /// weights.
    fn from_str(text: &str) -> Result<Self, CardError> {
        if text.len() > MAX_RANGE_BYTES {
            return Err(CardError::RangeTooLong { given: text.len() });
        }
        let mut weights: Vec<Option<Rational>> = vec![None; HANDS];
        let mut from = 0;
        let list = text.trim_end();
        let list = list.strip_suffix(',').unwrap_or(list);
        for item in list.split(',').filter(|_| !text.trim().is_empty()) {
            let start = from + item.len() - item.trim_start().len();
            let at = || 1 + text[..start].chars().count();
            from += item.len() + 1;
            let item = item.trim();
            let given = || excerpt(item);
            let (group, weight) = match item.split_once(':') {
                Some((group, weight)) => (group.trim_end(), read_weight(weight, item, &at)?),
                None => (item, Rational::ONE),
            };
            let hands = read_hands(group)?;
            for hand in hands.ok_or_else(|| CardError::NotHands { given: given(), at: at() })? {
                match weights[hand.index()].replace(weight.clone()) {
                    Some(first) if first != weight => {
                        let (given, at, second) = (given(), at(), weight);
                        return Err(CardError::TwoWeights { given, at, hand, first, second });
                    }
                    _ => {}
                }
            }
        }
        let weights: Vec<Rational> = weights.into_iter().map(Option::unwrap_or_default).collect();
        if weights.iter().all(Rational::is_zero) {
            return Err(CardError::EmptyRange { given: excerpt(text) });
        }
        Ok(Self { weights })
    }
}

/// A weight from text, within `item` of a range.
fn read_weight(weight: &str, item: &str, at: &dyn Fn() -> usize) -> Result<Rational, CardError> {
    let weight = weight.trim();
    if weight.len() > MAX_WEIGHT_BYTES {
        return Err(CardError::WeightTooLong { given: weight.len(), at: at() });
    }
    let number: Rational = weight.parse().map_err(|error| CardError::NotWeight {
        given: excerpt(item),
        at: at(),
        error,
    })?;
    if number.is_negative() || number > Rational::ONE {
        return Err(CardError::WeightOutside { given: excerpt(item), at: at() });
    }
    // As a fraction it may be longer, and what is displayed must be read again.
    let given = number.to_string().len();
    if given > MAX_WEIGHT_BYTES {
        return Err(CardError::WeightTooLong { given, at: at() });
    }
    Ok(number)
}

/// The hands of a group; `None` if it names none.
///
/// Errors: `CardTwice` for a hand of one card twice.
fn read_hands(group: &str) -> Result<Option<Vec<HoleCards>>, CardError> {
    if group.eq_ignore_ascii_case("all") {
        return Ok(Some(HoleCards::all().collect()));
    }
    match group.parse::<HoleCards>() {
        Ok(hand) => return Ok(Some(vec![hand])),
        Err(twice @ CardError::CardTwice { .. }) if group.len() == 4 => return Err(twice),
        Err(_) => {}
    }
    let classes = read_classes(group);
    Ok(classes.map(|classes| classes.into_iter().flat_map(HandClass::hands).collect()))
}

/// The classes of a group such as `77+`, `A5s-A2s` or `AK`; `None` if it names none.
fn read_classes(group: &str) -> Option<Vec<HandClass>> {
    let (first, last) = if let Some(least) = group.strip_suffix('+') {
        let least = Shape::read(least)?;
        let [high, low] = least.ranks;
        let ranks = if high == low { [12, 12] } else { [high, high - 1] };
        (Shape { ranks, ..least }, least)
    } else if let Some((first, last)) = group.split_once('-') {
        (Shape::read(first.trim_end())?, Shape::read(last.trim_start())?)
    } else {
        let only = Shape::read(group)?;
        (only, only)
    };
    let ([high, low], [last_high, last_low]) = (first.ranks, last.ranks);
    let distance = high - low;
    let both_move = last_high - last_low == distance;
    let low_moves = high == last_high && distance > 0 && last_high > last_low;
    if first.suited != last.suited || !(both_move || low_moves) {
        return None;
    }
    let suits: &[bool] = match first.suited {
        None if distance > 0 => &[true, false],
        Some(true) => &[true],
        _ => &[false],
    };
    let classes = (low.min(last_low)..=low.max(last_low)).flat_map(|low| {
        let high = if both_move { low + distance } else { high };
        suits.iter().map(move |suited| HandClass::new(high, low, *suited))
    });
    Some(classes.collect())
}

/// Two ranks, the higher first, and their suits, if they are given: `AKs`, `AKo`, `AK`, `77`.
#[derive(Clone, Copy, PartialEq)]
struct Shape {
    ranks: [usize; 2],
    suited: Option<bool>,
}

impl Shape {
    fn read(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        let ranks = [rank_of(letters.next()?)?, rank_of(letters.next()?)?];
        let suited = match letters.next() {
            None => None,
            Some('s' | 'S') => Some(true),
            Some('o' | 'O') => Some(false),
            Some(_) => return None,
        };
        let ordered = ranks[0] > ranks[1] || ranks[0] == ranks[1] && suited.is_none();
        (ordered && letters.next().is_none()).then_some(Self { ranks, suited })
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

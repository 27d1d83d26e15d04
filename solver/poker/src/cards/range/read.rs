//! Ranges as players and their programs write them.

use std::str::FromStr;

use bluff_exact::{Rational, excerpt};

use super::{HandRange, MAX_RANGE_BYTES, MAX_WEIGHT_BYTES};
use crate::cards::card::rank_of;
use crate::cards::preflop::by_equity;
use crate::cards::{CardError, HANDS, HandClass, HoleCards};

/// Errors after which no more hands are read.
const MOST_ERRORS: usize = 20;
/// Spellings of all hands.
const EVERY: [&str; 5] = ["all", "any", "any two", "random", "*"];

impl FromStr for HandRange {
    type Err = CardError;

    /// Errors: `RangeTooLong`, `NotHands`, `CardTwice`, `TwoWeights`, `NotClosed`, `EmptyRange`,
    /// and those of weights.
    fn from_str(text: &str) -> Result<Self, CardError> {
        let (range, mut errors) = Self::known(text);
        match errors.is_empty() {
            true if range.weights.iter().all(Rational::is_zero) => {
                Err(CardError::EmptyRange { given: excerpt(text) })
            }
            true => Ok(range),
            false => Err(errors.remove(0)),
        }
    }
}

impl HandRange {
    /// The hands of a text that are understood, which may be none, and the errors of the others in
    /// their order.
    ///
    /// ```
    /// use bluff_poker::cards::HandRange;
    /// let (range, errors) = HandRange::known("AA,ten high,76s:1/2");
    /// assert_eq!(range.to_string(), "AA,76s:1/2");
    /// assert!(errors[0].to_string().contains("“ten high” at character 4"));
    /// ```
    pub fn known(text: &str) -> (Self, Vec<CardError>) {
        if text.len() > MAX_RANGE_BYTES {
            let error = CardError::RangeTooLong { given: text.len() };
            return (Self::from_iter([]), vec![error]);
        }
        let mut read =
            RangeReader { weights: vec![None; HANDS], overridden: vec![false; HANDS], block: None };
        let mut errors = Vec::new();
        let mut before = 0;
        let list = text.trim_end();
        let list = list.strip_suffix(',').unwrap_or(list);
        let parts = list.split([',', ';']).filter(|_| !text.trim().is_empty());
        let items = parts.flat_map(|part| {
            let at = 1 + before + part.chars().take_while(|letter| letter.is_whitespace()).count();
            before += part.chars().count() + 1;
            RangeItem { text: part.trim(), at }.groups()
        });
        for item in items {
            errors.extend(read.add(&item).err());
            if errors.len() == MOST_ERRORS {
                break;
            }
        }
        if let Some(WeightBlock { opened, closed, at, .. }) = read.block {
            errors.push(CardError::NotClosed { opened, closed, at });
        }
        let weights = read.weights.into_iter().map(|weight| weight.unwrap_or_default().0);
        let overridden = HoleCards::all().zip(read.overridden).filter(|(_, is)| *is);
        let overridden = overridden.map(|(hand, _)| hand).collect();
        (Self { weights: weights.collect(), overridden }, errors)
    }
}

/// The part of a range that was read.
struct RangeReader {
    /// By number of the hand, with true if the weight was written.
    weights: Vec<Option<(Rational, bool)>>,
    overridden: Vec<bool>,
    block: Option<WeightBlock>,
}

impl RangeReader {
    /// Errors: those of ranges, about this item alone.
    fn add(&mut self, item: &RangeItem<'_>) -> Result<(), CardError> {
        let not_hands = || CardError::NotHands { given: excerpt(item.text), at: item.at };
        let (group, closes) = item.within_block(&mut self.block)?;
        let block = self.block.as_ref().map(|open| open.weight.clone());
        if closes {
            self.block = None;
        }
        let (group, weight) = item.weighted(group)?;
        if weight.is_some() && block.is_some() {
            return Err(not_hands());
        }
        let weight = weight.or(block);
        let (weight, is_written) = (weight.clone().unwrap_or(Rational::ONE), weight.is_some());
        for hand in read_hands(group)?.ok_or_else(not_hands)? {
            match self.weights[hand.index()].replace((weight.clone(), is_written)) {
                Some((first, _)) if first == weight => {}
                Some((_, true)) if is_written => self.overridden[hand.index()] = true,
                Some((first, _)) => {
                    let (given, second) = (excerpt(item.text), weight);
                    return Err(CardError::TwoWeights { given, at: item.at, hand, first, second });
                }
                None => {}
            }
        }
        Ok(())
    }
}

/// A part of a range between commas, and the number of its first character.
struct RangeItem<'a> {
    text: &'a str,
    at: usize,
}

/// Hands with one weight: `[50]AK,KQs[/50]`, `40%(ATs+,KQs)`.
struct WeightBlock {
    weight: Rational,
    opened: String,
    closed: String,
    at: usize,
}

impl<'a> RangeItem<'a> {
    /// The groups of this text, if only blanks stand between them: `AA KK QQ`. Else itself, since
    /// `A2s - A5s` and `Ah Kd` are one group.
    fn groups(self) -> Vec<Self> {
        if !self.text.contains(char::is_whitespace) {
            return vec![self];
        }
        let (mut rest, mut at) = (self.text, self.at);
        let group = |text: &'a str| {
            let (before, found) = rest.split_at(rest.find(text).unwrap_or_default());
            let group = Self { text, at: at + before.chars().count() };
            at = group.at + text.chars().count();
            rest = &found[text.len()..];
            group
        };
        let groups: Vec<Self> = self.text.split_whitespace().map(group).collect();
        let is_group = |group: &Self| {
            let read = group.weighted(group.text).and_then(|(hands, _)| read_hands(hands));
            matches!(read, Ok(Some(_)))
        };
        if groups.iter().all(is_group) { groups } else { vec![self] }
    }

    /// The text without the marks of blocks, and true if the block ends with it.
    ///
    /// Errors: `NotHands` for a block within one, `NotClosed` for another end, those of weights.
    fn within_block(&self, block: &mut Option<WeightBlock>) -> Result<(&'a str, bool), CardError> {
        let mut text = self.text;
        let squared = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let rounded = || text.split_once("%(");
        let opened = match squared {
            Some((number, rest)) if !number.starts_with('/') => {
                Some((number, rest, format!("[{number}]"), format!("[/{number}]")))
            }
            _ => rounded().map(|(number, rest)| (number, rest, format!("{number}%("), ")".into())),
        };
        if let Some((number, rest, opened, closed)) = opened {
            if block.is_some() {
                return Err(CardError::NotHands { given: excerpt(self.text), at: self.at });
            }
            let weight = self.weight(number, Rational::from(100))?;
            *block = Some(WeightBlock { weight, opened, closed, at: self.at });
            text = rest;
        }
        let Some(WeightBlock { opened, closed, at, .. }) = block else { return Ok((text, false)) };
        match text.strip_suffix(closed.as_str()) {
            Some(inner) => Ok((inner.trim(), true)),
            None if text.ends_with([']', ')']) => {
                let (opened, closed) = (opened.clone(), closed.clone());
                Err(CardError::NotClosed { opened, closed, at: *at })
            }
            None => Ok((text.trim(), false)),
        }
    }

    /// A group and its own weight: `AA:1/2`, `AA:50%`, `AA@50`.
    ///
    /// Errors: those of weights.
    fn weighted(&self, group: &'a str) -> Result<(&'a str, Option<Rational>), CardError> {
        let (group, weight) = match (group.split_once(':'), group.split_once('@')) {
            (Some((group, weight)), _) => match weight.trim_end().strip_suffix('%') {
                Some(number) => (group, self.weight(number, Rational::from(100))?),
                None => (group, self.weight(weight, Rational::ONE)?),
            },
            (None, Some((group, weight))) => {
                let number = weight.trim_end();
                let number = number.strip_suffix('%').unwrap_or(number);
                let part = self.weight(number, Rational::from(100))?;
                // AA@0.5 may mean a half, or half of a hundredth.
                if part.is_positive() && part < Rational::ratio(1, 100) && !weight.contains('%') {
                    return Err(CardError::NotHands { given: excerpt(self.text), at: self.at });
                }
                (group, part)
            }
            (None, None) => return Ok((group, None)),
        };
        Ok((group.trim_end(), Some(weight)))
    }

    /// A weight from text, in parts of `whole`.
    fn weight(&self, weight: &str, whole: Rational) -> Result<Rational, CardError> {
        let (weight, at) = (weight.trim(), self.at);
        let given = excerpt(self.text);
        if weight.len() > MAX_WEIGHT_BYTES {
            return Err(CardError::WeightTooLong { given: weight.len(), at });
        }
        let number = weight.parse::<Rational>().ok().map(|number| number / whole);
        let part = number.filter(|part| !part.is_negative() && *part <= Rational::ONE);
        let number = part.ok_or(CardError::NotWeight { given, at })?;
        // As a fraction it may be longer, and what is displayed must be read again.
        let given = number.to_string().len();
        if given > MAX_WEIGHT_BYTES {
            return Err(CardError::WeightTooLong { given, at });
        }
        Ok(number)
    }
}

/// The hands of a group; `None` if it names none.
///
/// Errors: `CardTwice` for a hand of one card twice.
fn read_hands(group: &str) -> Result<Option<Vec<HoleCards>>, CardError> {
    if EVERY.iter().any(|every| group.eq_ignore_ascii_case(every)) {
        return Ok(Some(HoleCards::all().collect()));
    }
    match group.parse::<HoleCards>() {
        Ok(hand) => return Ok(Some(vec![hand])),
        Err(twice @ CardError::CardTwice { .. }) if group.len() == 4 => return Err(twice),
        Err(_) => {}
    }
    let classes = read_classes(group).or_else(|| read_top(group));
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

/// The classes of `top 20%`, or `20%`; `None` if the text is not such a part, or no class fits.
///
/// They have the most equity against any hand, and together at most this part of all hands.
fn read_top(group: &str) -> Option<Vec<HandClass>> {
    let part = group.strip_suffix('%')?.trim_end();
    let part = match part.get(..3) {
        Some(top) if top.eq_ignore_ascii_case("top") => part[3..].trim_start(),
        _ => part,
    };
    let part = part.parse::<Rational>().ok().filter(|part| *part <= Rational::from(100))?;
    let most = part * Rational::ratio(HANDS as i64, 100);
    let mut hands = 0;
    let fits = |class: &&HandClass| {
        hands += class.hands().count() as u64;
        Rational::from(hands) <= most
    };
    let classes: Vec<HandClass> = by_equity().iter().take_while(fits).copied().collect();
    (!classes.is_empty()).then_some(classes)
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

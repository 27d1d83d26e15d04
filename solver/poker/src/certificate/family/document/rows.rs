//! Rows of family documents: the probabilities with which the cards of a run are played.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use bluff_exact::germ::Germ;
use bluff_exact::json::{Entries, Object};
use bluff_exact::{Polynomial, Rational};

use super::super::FamilyError;
use super::malformed;
use crate::certificate::format::SpelledNumber;

/// The most coefficients of a polynomial.
const MAX_COEFFICIENTS: usize = 24;
/// The most bits of the numerator or the denominator of a coefficient.
const MAX_COEFFICIENT_BITS: usize = 4_096;

/// The probability of each action, 0 of those left out; or the one action that is always taken.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum RowBlock<P> {
    Always(String),
    Mixed(Entries<P>),
}

/// Coefficients from the constant up.
pub(super) type Coefficients = Vec<SpelledNumber>;

/// A probability: a number; coefficients over those of the row; or a quotient of its own, as
/// earlier documents have it.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum GermBlock {
    Constant(SpelledNumber),
    Numerator(Coefficients),
    Quotient(Object<QuotientBlock>),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct QuotientBlock {
    num: Coefficients,
    den: Coefficients,
}

impl From<SpelledNumber> for GermBlock {
    fn from(number: SpelledNumber) -> Self {
        Self::Constant(number)
    }
}

impl<P: From<SpelledNumber> + PartialEq> RowBlock<P> {
    fn one() -> P {
        SpelledNumber(Rational::ONE).into()
    }

    /// The row of these actions, without those of probability 0.
    pub(super) fn of(mut taken: Vec<(String, P)>) -> Self {
        match taken.pop_if(|(_, last)| *last == Self::one()) {
            Some((action, _)) if taken.is_empty() => Self::Always(action),
            last => Self::Mixed(Entries(taken.into_iter().chain(last).collect())),
        }
    }

    pub(super) fn entries(self) -> Vec<(String, P)> {
        match self {
            Self::Always(action) => vec![(action, Self::one())],
            Self::Mixed(Entries(entries)) => entries,
        }
    }
}

impl<'de, P: Deserialize<'de>> Deserialize<'de> for RowBlock<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RowVisitor<P>(PhantomData<P>);
        impl<'de, P: Deserialize<'de>> Visitor<'de> for RowVisitor<P> {
            type Value = RowBlock<P>;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an action or an object")
            }
            fn visit_str<E: Error>(self, action: &str) -> Result<Self::Value, E> {
                Ok(RowBlock::Always(action.to_owned()))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                Entries::deserialize(MapAccessDeserializer::new(map)).map(RowBlock::Mixed)
            }
        }
        deserializer.deserialize_any(RowVisitor(PhantomData))
    }
}

impl GermBlock {
    /// The probabilities of a run, and their denominator unless they are numbers.
    pub(super) fn row(germs: &[Germ]) -> (Vec<Self>, Option<Coefficients>) {
        let numbers: Option<Vec<&Rational>> = germs.iter().map(Germ::as_constant).collect();
        if let Some(numbers) = numbers {
            let number = |number: &Rational| Self::Constant(SpelledNumber(number.clone()));
            return (numbers.into_iter().map(number).collect(), None);
        }
        let coefficients = |polynomial: &Polynomial| -> Coefficients {
            let terms = polynomial.coefficients().take(polynomial.degree() + 1);
            terms.cloned().map(SpelledNumber).collect()
        };
        let (over, under) = Germ::over_one_denominator(germs);
        let over = over.iter().map(|one| Self::Numerator(coefficients(one)));
        (over.collect(), Some(coefficients(&under)))
    }

    /// The probability; `under` is the denominator of its run.
    pub(super) fn read(self, under: Option<&Coefficients>) -> Result<Germ, FamilyError> {
        match (self, under) {
            (Self::Constant(SpelledNumber(number)), None) => Ok(number.into()),
            (Self::Numerator(num), Some(den)) => quotient(num, den.clone()),
            (Self::Quotient(Object(QuotientBlock { num, den })), None) => quotient(num, den),
            _ => Err(malformed("expected coefficients in runs with “over”, and there alone")),
        }
    }
}

fn quotient(num: Coefficients, den: Coefficients) -> Result<Germ, FamilyError> {
    let large = |SpelledNumber(number): &SpelledNumber| number.bits() > MAX_COEFFICIENT_BITS;
    let counted = |list: &Coefficients| (1..=MAX_COEFFICIENTS).contains(&list.len());
    if !counted(&num) || !counted(&den) || num.iter().chain(&den).any(large) {
        return Err(malformed(format!(
            "expected 1 to {MAX_COEFFICIENTS} coefficients of at most {MAX_COEFFICIENT_BITS} bits"
        )));
    }
    let [num, den] = [num, den].map(|list| {
        Polynomial::new(list.into_iter().map(|SpelledNumber(number)| number).collect())
    });
    Germ::new(num, den).ok_or_else(|| malformed("a denominator is 0"))
}

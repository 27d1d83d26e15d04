use crate::certificate::ProofGap;
use crate::certificate::family::{FamilyError, MAX_MODULUS};
use crate::control::Stopped;
use crate::exact::Rational;
use crate::game::GameError;

use super::{MAX_BET_DECK, MAX_PERIOD};

/// Reason why no formula, function or chart is written out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message beside each variant says what its fields are")]
pub enum FormulaError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The period is too long; each deck has its closed form all the same.
    #[error(
        "the period is {}, expected at most {MAX_PERIOD}; the closed form holds all the same, with \
         the limit {}, and bluff solve has the value of any one deck",
        shortened(period),
        limit.decimal(20)
    )]
    Period { period: Rational, limit: Rational },
    /// There are too many sizes, or too large ones, for a period that is not too long.
    #[error(
        "the period is {} or more, expected at most {MAX_PERIOD}; the closed form holds all the \
         same, and bluff solve has the value of any one deck",
        shortened(least)
    )]
    LongPeriod { least: Rational },
    /// A deck did not pass its check, which is a bug.
    #[error("{n} cards: {gap}")]
    Unproved { n: u64, gap: ProofGap },
    /// A family would have too many classes.
    #[error(
        "{parts} repeat after {} cards, expected at most {MAX_MODULUS}: that many classes \
         would have to be proved; bluff solve has the value of any one deck",
        shortened(modulus)
    )]
    Modulus { modulus: Rational, parts: String },
    /// The cuts of large decks have no common denominator that is small enough.
    #[error(
        "large decks are cut at {cuts} places, which do not repeat within {MAX_MODULUS} cards: a \
         formula would need more classes than that; bluff solve has the value of any one deck"
    )]
    NoModulus { cuts: usize },
    /// No strategies prove a class.
    #[error(
        "no formula was proved: {residue} of {modulus} classes were, and class {residue} was not: \
         {reason}"
    )]
    Unfound { residue: u64, modulus: u64, reason: String },
    /// No guess fits the decks.
    #[error(
        "no quasi-polynomial of period ≤ {period} and degree ≤ {degree} fits the decks of {first} \
         to {last} cards; period {} takes the decks up to {}",
        period + 1,
        first + decks_of_period(period + 1, *degree) - 1
    )]
    NoFit { period: u64, degree: usize, first: u64, last: u64 },
    /// The values of the classes are no formula.
    #[error("no formula was found: the values of the classes have no common square")]
    NotQuadratic,
    /// The classes begin too late.
    #[error("{given} decks stand below the classes, expected at most {most}")]
    Decks { given: u64, most: u64 },
    /// A single deck has no solution.
    #[error("the deck of {n} cards: {reason}")]
    Deck { n: u64, reason: String },
    /// The cuts of large decks are not known.
    #[error("the cuts of large decks are not known: {reason}")]
    Cuts { reason: String },
    /// The deck is too large for a function of the bet.
    #[error("n = {n}, expected n ≤ {MAX_BET_DECK} for the value as a function of the bet")]
    BetDeck { n: u64 },
    /// Two ends of pieces of a chart are one, or a pivot did not lead on; no known ante does this.
    #[error("no chart beyond a stack of {stack}, where the basis is degenerate")]
    Degenerate { stack: String },
    /// The game has no family of decks, or the judge refused it, which is a bug.
    #[error(transparent)]
    Family(Box<FamilyError>),
    /// The work was cancelled, or ran out of time or memory.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A whole number, or its length where it is too long to read.
fn shortened(number: &Rational) -> String {
    let digits = number.to_string();
    if digits.len() <= 20 { digits } else { format!("10^{} or more", digits.len() - 1) }
}

/// The number of decks that a guess of this period and degree takes: a third of them is held out,
/// two for each class, and a class has a deck for each coefficient.
fn decks_of_period(period: u64, degree: usize) -> u64 {
    let coefficients = period * (degree as u64 + 1);
    (6 * period..).find(|decks| decks - decks / 3 >= coefficients).unwrap_or(u64::MAX)
}

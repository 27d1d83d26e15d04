//! Sizes of bets and raises, and what is allowed on a street.

use std::fmt;
use std::str::FromStr;

use bluff_exact::{Rational, excerpt, whole_within};

use crate::game::{GameError, MAX_CHIP_BITS, MAX_RAISES};

/// Size of a bet, or of a raise beyond the bet that it calls.
///
/// ```
/// use bluff_poker::game::BetSize;
/// let half: BetSize = "50%".parse()?;
/// assert_eq!((half.to_string(), half), ("1/2 pot".to_owned(), "1/2 pot".parse()?));
/// # Ok::<(), bluff_poker::game::GameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BetSize {
    /// A part of the pot; for a raise, of the pot after the call.
    Pot(Rational),
    /// A raise to a multiple, above 1, of the bet or raise that it faces.
    Times(Rational),
    /// A number of chips.
    Chips(Rational),
    /// All that is left of the smaller stack.
    AllIn,
}

/// Bets and raises that are allowed on a street, by player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Street {
    /// Sizes of a bet.
    pub bets: [Vec<BetSize>; 2],
    /// Sizes of a raise, which is at least as large as the bet or raise before it.
    pub raises: [Vec<BetSize>; 2],
    /// Sizes of a bet of player I, who acts first, after he called on the street before; `None`:
    /// as any bet.
    pub donk: Option<Vec<BetSize>>,
    /// Number of bets and raises at most, 1 to [`MAX_RAISES`].
    pub most: u64,
    /// True if a card is dealt face up before this street.
    pub opens: bool,
}

impl FromStr for BetSize {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Self, GameError> {
        let fits = |number: &Rational| number.is_positive() && number.bits() <= MAX_CHIP_BITS;
        let part = |text: &str| Rational::part(text).ok().filter(fits);
        let number = |text: &str| text.trim().parse().ok().filter(fits);
        let word = text.trim().to_ascii_lowercase();
        let word = word.as_str();
        let size = match (word.strip_suffix("pot").map(str::trim), word.strip_suffix('x')) {
            (Some(""), _) => Some(Self::Pot(Rational::ONE)),
            (Some(given), _) => part(given).map(Self::Pot),
            (_, Some(times)) => number(times).filter(|times| *times > 1.into()).map(Self::Times),
            _ if word.ends_with('%') => part(word).map(Self::Pot),
            _ if ["all-in", "allin", "all in", "a"].contains(&word) => Some(Self::AllIn),
            _ => number(word).map(Self::Chips),
        };
        let allowed = "chips above 0 such as 5/2, a part of the pot such as 1/2 pot, 50% or pot, \
                       a multiple above 1 of the bet faced such as 3x, or all-in";
        size.ok_or_else(|| GameError::expected(format!("bet size “{}”", excerpt(text)), allowed))
    }
}

impl fmt::Display for BetSize {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pot(part) if part.is_one() => formatter.write_str("pot"),
            Self::Pot(part) => write!(formatter, "{part} pot"),
            Self::Times(times) => write!(formatter, "{times}x"),
            Self::Chips(chips) => chips.fmt(formatter),
            Self::AllIn => formatter.write_str("all-in"),
        }
    }
}

impl Street {
    /// A street on which both players have the same sizes, after a card that is dealt.
    pub fn new(bets: Vec<BetSize>, raises: Vec<BetSize>, most: u64) -> Self {
        let alike = |sizes: Vec<BetSize>| [sizes.clone(), sizes];
        Self { bets: alike(bets), raises: alike(raises), donk: None, most, opens: true }
    }

    /// The lists of sizes.
    pub(super) fn lists(&self) -> impl Iterator<Item = &Vec<BetSize>> {
        self.bets.iter().chain(&self.raises).chain(&self.donk)
    }

    /// The street with so many sizes of each list, and no more bets and raises than this.
    pub(super) fn cut(&self, sizes: usize, most: u64) -> Self {
        let mut street = self.clone();
        let lists = street.bets.iter_mut().chain(&mut street.raises).chain(&mut street.donk);
        lists.for_each(|list| list.truncate(sizes));
        street.most = street.most.min(most);
        street
    }

    /// Errors: `NotWhole`, `Outside`.
    pub(super) fn check(&self, at: usize, stack: Option<&Rational>) -> Result<(), GameError> {
        whole_within("most", self.most, 1..=MAX_RAISES)?;
        if at == 0 && self.donk.is_some() {
            return Err(GameError::expected("donk on the first street", "it on a later one"));
        }
        let mut bets = self.bets.iter().chain(&self.donk).flatten();
        if let Some(size) = bets.find(|size| matches!(size, BetSize::Times(_))) {
            let allowed = "a multiple of the bet faced among raises only";
            return Err(GameError::expected(format!("bet size {size}"), allowed));
        }
        for size in self.lists().flatten() {
            match (size, stack) {
                (BetSize::AllIn, None) => {
                    return Err(GameError::expected("bet size all-in", "stacks beside the pot"));
                }
                (BetSize::Chips(given), Some(stack)) if given > stack => {
                    let allowed = format!("at most the smaller stack, {stack}");
                    return Err(GameError::expected(format!("bet size {given}"), allowed));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

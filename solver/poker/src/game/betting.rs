//! Betting written as sizes on each street, and the tree that it stands for.

mod grown;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use bluff_exact::{Rational, RefusedValue, counted, excerpt, whole_within};

use super::tree::Tree;
use super::{Chips, GameError, MAX_CHIP_BITS, MAX_NODES, MAX_RAISES};

use grown::{BettingPlace, BettingTree};

/// The most actions at different places of betting that are followed to count its nodes.
const MAX_COUNTED: usize = 200_000;
/// The most streets of a betting tree.
const MAX_STREETS: u64 = 4;

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

/// Betting of two players.
///
/// The first player acts first on every street. A size beyond what is left of the smaller stack is
/// all-in, and equal sizes are one action. Actions are `check`, `bet X`, `fold`, `call` and `raise
/// to X`, where X is all that the player has put in on this street, a blind counted in. A blind is
/// raised, not bet, and who has posted it may still raise when it is called. After the first street
/// without a card before it, a raise is `raise X`, with X what it adds beyond the call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Betting {
    /// Chips in the pot that nobody has to call, such as antes; half is counted as paid by each.
    pub pot: Rational,
    /// Chips that each player has paid beside the pot.
    pub blinds: [Rational; 2],
    /// Chips that each player has left, or no limit. More than the other's is never paid.
    pub stacks: Option<[Rational; 2]>,
    /// The streets in order.
    pub streets: Vec<Street>,
}

impl FromStr for BetSize {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Self, GameError> {
        let number = |text: &str| {
            let number: Option<Rational> = text.trim().parse().ok();
            number.filter(|number| number.is_positive() && number.bits() <= MAX_CHIP_BITS)
        };
        let percent = |part: &str| Some(number(part)? / Rational::from(100));
        let part = |part: &str| part.strip_suffix('%').map_or_else(|| number(part), percent);
        let word = text.trim();
        let size = match (word.strip_suffix("pot").map(str::trim), word.strip_suffix('x')) {
            (Some(""), _) => Some(Self::Pot(Rational::ONE)),
            (Some(given), _) => part(given).map(Self::Pot),
            (_, Some(times)) => number(times).filter(|times| *times > 1.into()).map(Self::Times),
            _ if word.ends_with('%') => part(word).map(Self::Pot),
            _ if ["all-in", "a"].contains(&word) => Some(Self::AllIn),
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

impl Betting {
    /// The betting tree.
    ///
    /// Errors: `NotWhole` of the number of streets or raises, else `Outside`.
    pub(super) fn tree(&self) -> Result<Tree, GameError> {
        let [one, two] = &self.blinds;
        let refused = |field, given: &Rational, allowed| {
            GameError::Outside(RefusedValue::of(field, excerpt(&given.to_string()), allowed))
        };
        let amount = |field, given: &Rational, allowed| {
            let chips = Chips::new(given.clone()).filter(|_| given.bits() <= MAX_CHIP_BITS);
            chips.ok_or_else(|| refused(field, given, allowed))
        };
        amount("pot", &self.pot, "a pot above 0")?;
        let half = amount("pot", &(&self.pot / Rational::from(2)), "a pot above 0")?;
        let blind = |chips| amount("paid", chips, "chips of 0 or more");
        let mut paid = [blind(one)? + &half, blind(two)? + &half];
        if paid.iter().all(|paid| paid.amount().is_zero()) {
            return Err(refused("pot", &self.pot, "a pot above 0"));
        }
        whole_within("streets", self.streets.len() as u64, 1..=MAX_STREETS)?;
        let mut limit = None;
        for (given, paid) in self.stacks.iter().flatten().zip(&paid) {
            let stack = amount("stacks", given, "stacks of 0 or more")? + paid;
            limit = Some(limit.map_or(stack.clone(), |other: Chips| other.min(stack)));
        }
        let smaller = self.stacks.as_ref().and_then(|stacks| stacks.iter().min());
        for (at, street) in self.streets.iter().enumerate() {
            street.check(at, smaller)?;
        }
        let blinds = one != two;
        let before = if blinds { half } else { paid[0].clone() };
        for paid in &mut paid {
            // Chips that the other cannot call come back.
            *paid = limit.iter().fold(paid.clone(), |paid, limit| paid.min(limit.clone()));
        }
        let last = (one - two).max(two - one);
        let place = BettingPlace::first(before, paid, last);
        let grown = BettingTree::new(limit.clone(), &self.streets).street(&place);
        grown.map_err(|_| self.too_large(limit.as_ref(), &place))
    }

    /// The error of a tree with too many nodes: how many it has, and which of them may stay.
    fn too_large(&self, limit: Option<&Chips>, place: &BettingPlace) -> GameError {
        let count =
            |streets: &[Street], most| BettingTree::new(limit.cloned(), streets).count(place, most);
        let all = count(&self.streets, MAX_COUNTED).filter(|all| *all < u64::MAX);
        let given = all.map_or_else(|| format!("more than {MAX_NODES}"), |all| all.to_string());
        let given = format!("betting of {given} nodes");
        // The fewer sizes of each list, the more bets and raises.
        let lists = self.streets.iter().flat_map(Street::lists);
        let (mut sizes, mut most) = (lists.map(Vec::len).max().unwrap_or(0), 1);
        let mut largest: Option<(u64, usize, u64)> = None;
        while sizes > 0 && most <= MAX_RAISES {
            let streets: Vec<Street> =
                self.streets.iter().map(|street| street.cut(sizes, most)).collect();
            match count(&streets, MAX_NODES).filter(|nodes| *nodes <= MAX_NODES as u64) {
                Some(nodes) => {
                    let more = largest.is_none_or(|(known, ..)| nodes > known);
                    largest = if more { Some((nodes, sizes, most)) } else { largest };
                    most += 1;
                }
                None if sizes > 64 => sizes /= 2,
                None => sizes -= 1,
            }
        }
        let allowed = largest.map_or_else(String::new, |(nodes, sizes, most)| {
            format!(
                ": {nodes} with the first {} of each list and at most {} a street",
                counted(sizes, "size", "sizes"),
                counted(most as usize, "bet or raise", "bets and raises")
            )
        });
        GameError::expected(given, format!("1 to {MAX_NODES}{allowed}"))
    }
}

impl Street {
    /// A street on which both players have the same sizes, after a card that is dealt.
    pub fn new(bets: Vec<BetSize>, raises: Vec<BetSize>, most: u64) -> Self {
        let alike = |sizes: Vec<BetSize>| [sizes.clone(), sizes];
        Self { bets: alike(bets), raises: alike(raises), donk: None, most, opens: true }
    }

    /// The lists of sizes.
    fn lists(&self) -> impl Iterator<Item = &Vec<BetSize>> {
        self.bets.iter().chain(&self.raises).chain(&self.donk)
    }

    /// The street with so many sizes of each list, and no more bets and raises than this.
    fn cut(&self, sizes: usize, most: u64) -> Self {
        let mut street = self.clone();
        let lists = street.bets.iter_mut().chain(&mut street.raises).chain(&mut street.donk);
        lists.for_each(|list| list.truncate(sizes));
        street.most = street.most.min(most);
        street
    }

    /// Errors: `NotWhole`, `Outside`.
    fn check(&self, at: usize, stack: Option<&Rational>) -> Result<(), GameError> {
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

//! Betting written as sizes on each street, and the tree that it stands for.

mod grown;
mod sizes;
#[cfg(test)]
mod tests;

use bluff_exact::{Rational, RefusedValue, counted, excerpt, whole_within};

use super::tree::Tree;
use super::{Chips, GameError, MAX_CHIP_BITS, MAX_NODES, MAX_RAISES};

use grown::{BettingPlace, BettingTree, StackLimits};
pub use sizes::{BetSize, Street};

/// The most actions at different places of betting that are followed to count its nodes.
const MAX_COUNTED: usize = 200_000;
/// The most streets of a betting tree.
const MAX_STREETS: u64 = 4;

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
    /// Chips to a multiple of which bets and raises on a street are rounded, half up; `None` if
    /// they are not. A bet that comes to 0 is left out.
    pub round: Option<Rational>,
    /// A part of the smaller stack: a bet or raise after which a player has put in more of it is
    /// all-in. `None`: only what goes beyond the stack is.
    pub all_in_above: Option<Rational>,
    /// The streets in order.
    pub streets: Vec<Street>,
}

impl Betting {
    /// The betting tree.
    ///
    /// Errors: `NotWhole` of the number of streets or raises, else `Outside`.
    pub(crate) fn tree(&self) -> Result<Tree, GameError> {
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
        if let Some(round) = self.round.as_ref().filter(|round| !round.is_positive()) {
            return Err(refused("round", round, "chips above 0"));
        }
        // Beyond 1 it changes nothing, and 60 is meant as 60 %.
        let is_part = |part: &&Rational| part.is_positive() && **part <= Rational::from(2);
        if let Some(part) = self.all_in_above.as_ref().filter(|part| !is_part(part)) {
            let allowed = "a part of the stack above 0, at most 2, such as 2/3 or 67%";
            return Err(refused("all_in_above", part, allowed));
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
        let most = match (&self.all_in_above, &limit) {
            (Some(part), Some(limit)) => {
                Some(part * &(limit.amount() - half.amount()) + half.amount())
            }
            _ => None,
        };
        let blinds = one != two;
        let before = if blinds { half } else { paid[0].clone() };
        for paid in &mut paid {
            // Chips that the other cannot call come back.
            *paid = limit.iter().fold(paid.clone(), |paid, limit| paid.min(limit.clone()));
        }
        let last = (one - two).max(two - one);
        let place = BettingPlace::first(before, paid, last);
        let limits = StackLimits { all: limit, most };
        let grown = BettingTree::new(&limits, self.round.as_ref(), &self.streets).street(&place);
        grown.map_err(|_| self.too_large(&limits, &place))
    }

    /// The error of a tree with too many nodes: how many it has, and which of them may stay.
    fn too_large(&self, limits: &StackLimits, place: &BettingPlace) -> GameError {
        let count = |streets: &[Street], most| {
            BettingTree::new(limits, self.round.as_ref(), streets).count(place, most)
        };
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

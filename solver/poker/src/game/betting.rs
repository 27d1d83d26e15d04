//! Betting written as sizes on each street, and the tree that it stands for.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use bluff_exact::{Rational, RefusedValue, excerpt, whole_within};

use super::name::MAX_NAME;
use super::tree::{Tree, act, call, check, fold};
use super::{Chips, GameError, MAX_CHIP_BITS, MAX_NODES, MAX_RAISES, Player};

/// Longest amount in the name of an action, in characters.
const MAX_AMOUNT: usize = 40;
/// The most streets of a betting tree.
const MAX_STREETS: u64 = 4;

/// Size of a bet, or of a raise beyond the bet that it calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BetSize {
    /// A part of the pot; for a raise, of the pot after the call.
    Pot(Rational),
    /// A number of chips.
    Chips(Rational),
    /// All that is left of the smaller stack.
    AllIn,
}

/// Bets and raises that are allowed on a street.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Street {
    /// Sizes of a bet.
    pub bets: Vec<BetSize>,
    /// Sizes of a raise, which is at least as large as the bet or raise before it.
    pub raises: Vec<BetSize>,
    /// Number of bets and raises at most, 1 to [`MAX_RAISES`].
    pub most: u64,
}

/// Betting of two players, from a pot that both have paid half of.
///
/// The first player acts first on every street. A size beyond what is left of the smaller stack is
/// all-in, and equal sizes are one action. Actions are `check`, `bet X`, `fold`, `call` and `raise
/// to X`, where X is all that the player has put in on this street.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Betting {
    /// Chips in the pot before the first street.
    pub pot: Rational,
    /// Chips that each player has left, or no limit. More than the other's is never paid.
    pub stacks: Option<[Rational; 2]>,
    /// The streets in order; a card is dealt face up between two of them.
    pub streets: Vec<Street>,
}

impl FromStr for BetSize {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Self, GameError> {
        let number = |text: &str| {
            let number: Option<Rational> = text.trim().parse().ok();
            number.filter(|number| number.is_positive() && number.bits() <= MAX_CHIP_BITS)
        };
        let size = match (text.trim(), text.trim().strip_suffix("pot")) {
            ("all-in", _) => Some(Self::AllIn),
            (_, Some("")) => Some(Self::Pot(Rational::ONE)),
            (_, Some(part)) => number(part).map(Self::Pot),
            (chips, None) => number(chips).map(Self::Chips),
        };
        let allowed = "chips above 0 such as 5/2, a part of the pot such as 1/2 pot, pot or all-in";
        size.ok_or_else(|| GameError::expected(format!("bet size “{}”", excerpt(text)), allowed))
    }
}

impl fmt::Display for BetSize {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pot(part) if part.is_one() => formatter.write_str("pot"),
            Self::Pot(part) => write!(formatter, "{part} pot"),
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
        let amount = |field, given: &Rational, allowed| {
            let fits = given.is_positive() && given.bits() <= MAX_CHIP_BITS;
            let chips = Chips::new(given.clone()).filter(|_| fits);
            let refused = || RefusedValue::of(field, excerpt(&given.to_string()), allowed);
            chips.ok_or_else(|| GameError::Outside(refused()))
        };
        amount("pot", &self.pot, "a pot above 0")?;
        let half = amount("pot", &(&self.pot / Rational::from(2)), "a pot above 0")?;
        whole_within("streets", self.streets.len() as u64, 1..=MAX_STREETS)?;
        let mut stack = None;
        for given in self.stacks.iter().flatten() {
            let given = amount("stacks", given, "stacks above 0")?;
            stack = Some(stack.map_or(given.clone(), |other: Chips| other.min(given)));
        }
        for street in &self.streets {
            street.check(stack.as_ref())?;
        }
        let limit = stack.map(|stack| half.clone() + &stack);
        let mut tree = BettingTree { limit, streets: &self.streets, nodes: 0, lines: 0 };
        tree.street(0, &half, &EarlierLine::default())
    }
}

impl Street {
    /// Errors: `NotWhole`, `Outside`.
    fn check(&self, stack: Option<&Chips>) -> Result<(), GameError> {
        whole_within("most", self.most, 1..=MAX_RAISES)?;
        for size in self.bets.iter().chain(&self.raises) {
            match (size, stack) {
                (BetSize::AllIn, None) => {
                    return Err(GameError::expected("bet size all-in", "stacks beside the pot"));
                }
                (BetSize::Chips(given), Some(stack)) if given > stack.amount() => {
                    let allowed = format!("at most the smaller stack, {}", stack.amount());
                    return Err(GameError::expected(format!("bet size {given}"), allowed));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// A betting tree as it grows.
struct BettingTree<'a> {
    /// All that a player can pay, the half of the pot included.
    limit: Option<Chips>,
    streets: &'a [Street],
    /// Number of nodes so far.
    nodes: usize,
    /// Number of lines so far that lead to a later street.
    lines: usize,
}

/// Actions on earlier streets: in full, and as verbs with a number where that is too long.
#[derive(Default)]
struct EarlierLine {
    full: String,
    short: String,
}

/// A place on a street.
#[derive(Clone)]
struct BettingPlace<'a> {
    street: usize,
    /// Paid by each before this street.
    before: &'a Chips,
    /// Paid by each in all.
    paid: [Chips; 2],
    actor: Player,
    /// Number of bets and raises on this street, and the size of the last one.
    raises: u64,
    last: Rational,
    /// Actions on earlier streets, and on this one.
    earlier: &'a EarlierLine,
    line: Vec<String>,
}

impl BettingPlace<'_> {
    /// Name of what the player sees: the last action first, then what came before it on this
    /// street. Of long lines the first that fits: amounts of raises alone, earlier streets without
    /// amounts, or the last action with the number of the `place`.
    fn view(&self, place: usize) -> String {
        let seen = match self.line.as_slice() {
            [] => "first to act".to_owned(),
            [_check] if self.raises == 0 => "facing a check".to_owned(),
            [last] => format!("facing {last}"),
            [_check, last] if self.raises == 1 => format!("facing {last} after a check"),
            [before @ .., last] => format!("facing {last} after {}", before.join(", ")),
        };
        let EarlierLine { full, short } = self.earlier;
        let view = if full.is_empty() { seen.clone() } else { format!("{full}; {seen}") };
        let last =
            self.line.last().map_or("first to act".to_owned(), |last| format!("facing {last}"));
        let shorter = [
            view.replace(", raise to ", ", "),
            format!("{short}; {seen}"),
            format!("{short}; {seen}").replace(", raise to ", ", "),
        ];
        let fits = |name: &&String| name.len() <= MAX_NAME;
        let earlier = if full.is_empty() { 0..1 } else { 0..shorter.len() };
        let named = [&view].into_iter().chain(&shorter[earlier]).find(fits).cloned();
        named.unwrap_or_else(|| format!("place {place}; {last}"))
    }

    /// This place and one action more, after which the other player acts.
    fn then(&self, action: String) -> Self {
        let actor = if self.actor == Player::I { Player::II } else { Player::I };
        Self { actor, line: [self.line.as_slice(), &[action]].concat(), ..self.clone() }
    }
}

impl BettingTree<'_> {
    /// A street, before which each has paid `before`; without stacks left it has no betting.
    fn street(
        &mut self,
        street: usize,
        before: &Chips,
        earlier: &EarlierLine,
    ) -> Result<Tree, GameError> {
        let (paid, last) = ([before.clone(), before.clone()], Rational::ZERO);
        let (actor, line) = (Player::I, Vec::new());
        let place = BettingPlace { street, before, paid, actor, raises: 0, last, earlier, line };
        if self.limit.as_ref() == Some(before) {
            return self.after(&place, before);
        }
        self.acting(&place)
    }

    fn acting(&mut self, place: &BettingPlace<'_>) -> Result<Tree, GameError> {
        self.count()?;
        let (own, other) = (place.actor.index(), 1 - place.actor.index());
        let view = place.view(self.nodes);
        let to_call = &place.paid[other];
        let mut actions = Vec::new();
        if place.raises == 0 {
            let checked = place.then(check());
            let next = match place.line.len() {
                0 => self.acting(&checked)?,
                _ => self.after(&checked, to_call)?,
            };
            actions.push((check(), next));
        } else {
            self.count()?;
            let winner = Player::first(2)[other];
            actions.push((fold(), Tree::Over { paid: place.paid.to_vec(), live: vec![winner] }));
            actions.push((call(), self.after(&place.then(call()), to_call)?));
        }
        for (size, paid) in (1..).zip(self.sizes(place, to_call)) {
            let put = (paid.amount() - place.before.amount()).to_string();
            // A number that fits into no name is left out.
            let put = if put.len() <= MAX_AMOUNT { put } else { format!("size {size}") };
            let action =
                if place.raises == 0 { format!("bet {put}") } else { format!("raise to {put}") };
            let mut next = place.then(action.clone());
            next.last = paid.amount() - to_call.amount();
            next.raises += 1;
            next.paid[own] = paid;
            actions.push((action, self.acting(&next)?));
        }
        Ok(act(place.actor, view, actions))
    }

    /// Amounts that a player has paid after each bet or raise that is allowed, ascending.
    fn sizes(&self, place: &BettingPlace<'_>, to_call: &Chips) -> BTreeSet<Chips> {
        let street = &self.streets[place.street];
        let sizes = if place.raises == 0 { &street.bets } else { &street.raises };
        let to_call = to_call.amount();
        let pot = to_call + to_call;
        let paid = |size: &BetSize| {
            let more = match size {
                BetSize::Pot(part) => part * &pot,
                BetSize::Chips(chips) => chips.clone(),
                BetSize::AllIn => self.limit.as_ref()?.amount() - to_call,
            };
            let paid = Chips::new(to_call + &more.max(place.last.clone()))?;
            let paid = self.limit.iter().cloned().fold(paid, Ord::min);
            (paid.amount() > to_call).then_some(paid)
        };
        sizes.iter().filter(|_| place.raises < street.most).filter_map(paid).collect()
    }

    /// The end of a street, after which each has paid `paid`: the next one, or the showdown.
    fn after(&mut self, place: &BettingPlace<'_>, paid: &Chips) -> Result<Tree, GameError> {
        self.count()?;
        if place.street + 1 == self.streets.len() {
            let live = vec![Player::I, Player::II];
            return Ok(Tree::Over { paid: vec![paid.clone(), paid.clone()], live });
        }
        let (line, EarlierLine { full, .. }) = (place.line.join(", "), place.earlier);
        let full = if full.is_empty() { line } else { format!("{full}; {line}") };
        self.lines += 1;
        let verbs = full.split("; ").map(|street| {
            let verb = |action: &str| action.split(' ').next().unwrap_or(action).to_owned();
            street.split(", ").map(verb).collect::<Vec<_>>().join(", ")
        });
        let verbs = verbs.collect::<Vec<_>>().join("; ");
        let earlier = EarlierLine { short: format!("{verbs}; line {}", self.lines), full };
        let then = Box::new(self.street(place.street + 1, paid, &earlier)?);
        Ok(Tree::Deal { then })
    }

    /// Errors: `Outside`.
    fn count(&mut self) -> Result<(), GameError> {
        self.nodes += 1;
        if self.nodes > MAX_NODES { Err(GameError::node_count(self.nodes)) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests;

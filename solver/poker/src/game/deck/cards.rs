//! Hands of cards: numbered once, with the ways in which a deck deals them.

use std::collections::{BTreeMap, BTreeSet};

use bluff_exact::{Rational, counted};

use crate::cards::{Card, HoleCards, OpenCards, SUITS, Strength};

use super::super::name::check_name;
use super::super::{GameError, MAX_CARD_KINDS, MAX_HAND_CARDS};
use super::{Board, Kernel};

/// The most copies of one card in a deck of cards.
const MAX_CARD_COPIES: u64 = 1_000;

/// Card of a deck, with its copies, which nobody can tell apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardKind {
    /// The name: `K`.
    pub name: String,
    /// Number of copies.
    pub copies: u64,
}

/// Hand of one or two cards: their places in [`Cards::kinds`], the higher one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DealtHand {
    /// The only card, or the higher one.
    pub high: usize,
    /// The other card.
    pub low: Option<usize>,
}

/// Rule that says which of two hands wins a showdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShowdownRule {
    /// The higher card wins, and of two cards the higher one counts first.
    Rank,
    /// Of own and open cards the most copies of one card win, two at least; as many of a higher
    /// card beat those of a lower one. Otherwise, or with the same, the rank.
    PairThenRank,
    /// The best five of own and open cards win, as in hold'em: of [`Cards::holdem`] only.
    BestFive,
}

impl ShowdownRule {
    /// The rules for cards of any names.
    pub const ALL: [Self; 2] = [Self::Rank, Self::PairThenRank];

    /// The rule as game files spell it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rank => "rank",
            Self::PairThenRank => "pair, then rank",
            Self::BestFive => "best five",
        }
    }

    /// Strength of a hand with this board: of two hands the stronger one wins.
    pub(super) fn strength(self, hand: DealtHand, board: &[usize]) -> u64 {
        let base = MAX_CARD_KINDS as u64 + 1;
        let place = |kind: Option<usize>| kind.map_or(0, |kind| kind as u64 + 1);
        let rank = place(Some(hand.high)) * base + place(hand.low);
        match self {
            Self::Rank => rank,
            Self::PairThenRank => {
                let count = |kind: usize| {
                    hand.cards().chain(board.iter().copied()).filter(|card| *card == kind).count()
                };
                let all = hand.cards().chain(board.iter().copied());
                let most = all.map(|kind| (count(kind), kind)).filter(|(count, _)| *count > 1);
                let (count, kind) =
                    most.max().map_or((0, None), |(count, kind)| (count as u64, Some(kind)));
                (count * base + place(kind)) * base * base + rank
            }
            Self::BestFive => {
                let cards = hand.cards().chain(board.iter().copied());
                Strength::of(cards.map(card).collect()).into()
            }
        }
    }
}

/// The error of cards or hands of one name.
fn card_twice(card: &str) -> GameError {
    let given = format!("“{card}” names two cards or hands");
    GameError::expected(given, "names that tell them apart")
}

/// The error of an open card that the deck does not have, or has no longer.
pub(in crate::game) fn not_in_deck(card: &str) -> GameError {
    let given = format!("card “{card}” on the board");
    GameError::expected(given, "cards of the deck, each as often as it is there")
}

/// The card of hold'em at a place of its deck.
fn card(kind: usize) -> Card {
    Card::new(kind / SUITS.len(), kind % SUITS.len())
}

impl DealtHand {
    /// The cards of the hand.
    pub fn cards(self) -> impl Iterator<Item = usize> {
        [self.low, Some(self.high)].into_iter().flatten()
    }

    /// Number of ways to deal this hand from so many cards of each kind; `None` if there is none.
    pub(super) fn ways(self, left: &[i64]) -> Option<u64> {
        let ways = match self.low {
            None => left[self.high],
            Some(low) if low == self.high => left[low] * (left[low] - 1) / 2,
            Some(low) => left[low] * left[self.high],
        };
        u64::try_from(ways).ok().filter(|ways| *ways > 0)
    }

    /// Number of these ways, which are some, that are gone when one card of a kind of the hand is.
    pub(super) fn lost(self, kind: usize, left: &[i64]) -> u64 {
        let lost = match self.low {
            None => 1,
            Some(low) if low == self.high => left[low] - 1,
            Some(low) => left[if low == kind { self.high } else { low }],
        };
        lost.unsigned_abs()
    }
}

/// Hands of one or two cards from a deck of named cards, and what wins a showdown.
///
/// Copies of a card cannot be told apart, so a hand that can be dealt in several ways is one hand.
/// Shape: `kinds` with the lowest first; `hands` with the lowest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cards {
    kinds: Vec<CardKind>,
    /// Number of cards of a hand.
    size: usize,
    rule: ShowdownRule,
    /// The cards that are open before the betting.
    open: Vec<usize>,
    hands: Vec<DealtHand>,
    /// Number of hands that can be dealt, those that nobody holds among them.
    possible: usize,
    all: Rational,
}

impl Cards {
    /// The deck of these cards, the lowest first, of which each player is dealt `size`; `open` are
    /// cards on the board before the betting, by their places in `kinds`.
    ///
    /// Errors: `Outside`, and `NoDeal` if the cards are not enough.
    ///
    /// ```
    /// use bluff_poker::game::{CardKind, Cards, ShowdownRule};
    /// let two = |name: &str| CardKind { name: name.to_owned(), copies: 2 };
    /// let kinds = ["J", "Q", "K"].map(two).to_vec();
    /// let deck = Cards::new(kinds, 1, ShowdownRule::PairThenRank, &[])?;
    /// assert_eq!(deck.hands().len(), 3);
    /// # Ok::<(), bluff_poker::game::GameError>(())
    /// ```
    pub fn new(
        kinds: Vec<CardKind>,
        size: usize,
        rule: ShowdownRule,
        open: &[usize],
    ) -> Result<Self, GameError> {
        if !(1..=MAX_HAND_CARDS).contains(&size) {
            let allowed = format!("1 to {MAX_HAND_CARDS}");
            return Err(GameError::expected(format!("hands of {size} cards"), allowed));
        }
        if !(2..=MAX_CARD_KINDS).contains(&kinds.len()) {
            let given = counted(kinds.len(), "different card", "different cards");
            return Err(GameError::expected(given, format!("2 to {MAX_CARD_KINDS}")));
        }
        let mut names = BTreeSet::new();
        for CardKind { name, copies } in &kinds {
            check_name("card", name)?;
            if !names.insert(name) {
                return Err(card_twice(name));
            }
            if !(1..=MAX_CARD_COPIES).contains(copies) {
                let given = format!("{copies} copies of card “{name}”");
                return Err(GameError::expected(given, format!("1 to {MAX_CARD_COPIES}")));
            }
        }
        let (open, hands, all) = (open.to_vec(), Vec::new(), Rational::ZERO);
        let mut cards = Self { kinds, size, rule, open, hands, possible: 0, all };
        let left = cards.left()?;
        let lows = |high: usize| if size == 1 { 0..1 } else { 0..high + 1 };
        let hand = |high, low| DealtHand { high, low: (size > 1).then_some(low) };
        let every =
            (0..cards.kinds.len()).flat_map(|high| lows(high).map(move |low| hand(high, low)));
        cards.hands = every.filter(|hand| hand.ways(&left).is_some()).collect();
        cards.possible = cards.hands.len();
        cards.counted()
    }

    /// The deck of hold'em: 52 cards in the order of [`Card::deck`], two each, and this board.
    pub fn holdem(board: &OpenCards) -> Result<Self, GameError> {
        let kinds = Card::deck().map(|card| CardKind { name: card.to_string(), copies: 1 });
        let open: Vec<usize> = board.dealt().iter().map(|card| card.index()).collect();
        Self::new(kinds.collect(), 2, ShowdownRule::BestFive, &open)
    }

    /// The two cards of a hand of hold'em; `None` of another deck.
    pub fn hole_cards(&self, hand: DealtHand) -> Option<HoleCards> {
        let low = hand.low.filter(|_| self.rule == ShowdownRule::BestFive)?;
        HoleCards::new(card(hand.high), card(low))
    }

    /// The same deck with those hands only that `keep`.
    ///
    /// Errors: `NoDeal` if the hands that are left cannot be dealt to two players.
    pub fn with_hands(mut self, keep: impl Fn(DealtHand) -> bool) -> Result<Self, GameError> {
        self.hands.retain(|hand| keep(*hand));
        self.counted()
    }

    /// Sorts the hands by their strength on the first board, and counts the deals.
    fn counted(mut self) -> Result<Self, GameError> {
        let (rule, open) = (self.rule, self.open.clone());
        self.hands.sort_by_cached_key(|hand| rule.strength(*hand, &open));
        let mut names = BTreeSet::new();
        if let Some(twice) = self.hands.iter().find(|hand| !names.insert(self.name(**hand))) {
            return Err(card_twice(&self.name(*twice)));
        }
        let board = self.first_board();
        let kernel = Kernel::Cards(&self, &board);
        let each = vec![Rational::ONE; self.hands.len()];
        let all: Rational = kernel.coming(&each).into_iter().sum();
        if all.is_zero() {
            return Err(GameError::NoDeal);
        }
        self.all = all;
        Ok(self)
    }

    /// Number of cards of each kind that are not open. Errors: `Outside`.
    fn left(&self) -> Result<Vec<i64>, GameError> {
        let mut left: Vec<i64> = self.kinds.iter().map(|kind| kind.copies as i64).collect();
        for kind in &self.open {
            match left.get_mut(*kind) {
                Some(copies) if *copies > 0 => *copies -= 1,
                _ => {
                    return Err(not_in_deck(self.kinds.get(*kind).map_or("", |kind| &kind.name)));
                }
            }
        }
        Ok(left)
    }

    /// The cards, the lowest first.
    pub fn kinds(&self) -> &[CardKind] {
        &self.kinds
    }

    /// Number of cards of a hand.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The rule of the showdown.
    pub fn rule(&self) -> ShowdownRule {
        self.rule
    }

    /// The cards that are open before the betting, by their places in [`Self::kinds`].
    pub fn open(&self) -> &[usize] {
        &self.open
    }

    /// The hands; hand `h` of strategies is the one at `h − 1`.
    pub fn hands(&self) -> &[DealtHand] {
        &self.hands
    }

    /// True if every hand that can be dealt is among the hands.
    pub(in crate::game) fn is_whole(&self) -> bool {
        self.hands.len() == self.possible
    }

    /// Name of a hand: those of its cards, the higher one first.
    pub fn name(&self, hand: DealtHand) -> String {
        let mut cards: Vec<&str> =
            hand.cards().map(|kind| self.kinds[kind].name.as_str()).collect();
        cards.reverse();
        cards.concat()
    }

    /// The hands by their names, with the cards in either order.
    pub(in crate::game) fn by_name(&self) -> BTreeMap<String, DealtHand> {
        let mut named = BTreeMap::new();
        for hand in &self.hands {
            named.insert(self.name(*hand), *hand);
            let cards = hand.cards().map(|kind| self.kinds[kind].name.as_str());
            named.entry(cards.collect()).or_insert(*hand);
        }
        named
    }

    /// Number of ways to deal both players a hand, where all hands count alike.
    pub(super) fn all_deals(&self) -> &Rational {
        &self.all
    }

    /// The board before the first card is dealt in the tree.
    pub(super) fn first_board(&self) -> Board {
        // The constructor has refused a board that is not in the deck.
        let left = self.left().unwrap_or_default();
        Board::of(self, Vec::new(), Rational::ONE, left)
    }
}

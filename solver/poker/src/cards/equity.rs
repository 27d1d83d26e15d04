//! Exact equities: wins, ties and losses over all boards to come.

use std::collections::HashMap;

use bluff_exact::control::{self, check_cancelled};
use bluff_exact::{Rational, excerpt};

use super::{
    Card, CardError, CardSet, HandClass, HandRange, HoleCards, OpenCards, Strength, preflop,
};

/// Deals in which the hands of one range win, tie and lose against those of another.
///
/// A deal is a hand of each range and the cards that the board still lacks, all different. It
/// counts as the product of its hands' weights. A range whose hands on this board all have one
/// weight counts each once, so that the results count deals. Where weights differ, each range is
/// taken in whole numbers without a common divisor, and the results are sums of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equity {
    /// Deals won, a whole number.
    pub win: Rational,
    /// Deals tied, a whole number.
    pub tie: Rational,
    /// Deals lost, a whole number.
    pub lose: Rational,
    /// Number of deals, each counted once; fewer than the three together where weights differ.
    pub deals: Rational,
}

impl Equity {
    /// Counts all deals on this board.
    ///
    /// Errors: `CardOnBoard`, `NoHandLeft` and `NoDeal` where no deal is left.
    /// Cost: a look into a table for each pair of hands before the flop; otherwise a comparison for
    /// each pair of hands and board.
    ///
    /// ```
    /// use bluff_exact::Rational;
    /// use bluff_poker::cards::{OpenCards, Equity, HoleCards};
    /// let [aces, kings]: [HoleCards; 2] = ["AhAd".parse()?, "KsKc".parse()?];
    /// let equity = Equity::new(&aces.into(), &kings.into(), &OpenCards::default())?;
    /// assert_eq!(equity.boards(), Rational::from(1_712_304));
    /// assert!(equity.share() > Rational::ratio(4, 5));
    /// # Ok::<(), bluff_poker::cards::CardError>(())
    /// ```
    pub fn new(
        hands: &HandRange,
        others: &HandRange,
        board: &OpenCards,
    ) -> Result<Self, CardError> {
        let classes = Self::by_class(hands, others, board)?;
        Ok(classes.into_iter().map(|(_, equity)| equity).fold(Self::NONE, Self::with))
    }

    /// The same for each class of the hands, without those that no deal has; their sum is that of
    /// [`Self::new`].
    ///
    /// Errors: those of [`Self::new`].
    ///
    /// ```
    /// use bluff_poker::cards::{Equity, HandRange, OpenCards};
    /// let [hands, others]: [HandRange; 2] = ["AA,QQ".parse()?, "KK".parse()?];
    /// let board: OpenCards = "Qs7h2d".parse()?;
    /// let classes = Equity::by_class(&hands, &others, &board)?;
    /// let [(aces, pair), (queens, set)] = &classes[..] else { unreachable!("two classes") };
    /// assert_eq!([aces, queens].map(ToString::to_string), ["AA", "QQ"]);
    /// // A king loses to two aces and to one queen.
    /// assert!(pair.share() > set.share());
    /// # Ok::<(), bluff_poker::cards::CardError>(())
    /// ```
    pub fn by_class(
        hands: &HandRange,
        others: &HandRange,
        board: &OpenCards,
    ) -> Result<Vec<(HandClass, Self)>, CardError> {
        let (own, against) = (dealt(hands, board)?, dealt(others, board)?);
        let runouts = Runouts::new(board, &against);
        let of_hand = |(hand, weight): (HoleCards, Rational)| {
            check_cancelled();
            let (results, deals) = runouts.against(hand, &against);
            let [win, tie, lose] = results.map(|result| result * &weight);
            (hand, Self { win, tie, lose, deals })
        };
        let mut found: HashMap<HoleCards, Self> = control::map(own, of_hand).into_iter().collect();
        let of_class = |class: HandClass| {
            let held = class.hands().filter_map(|hand| found.remove(&hand));
            (class, held.fold(Self::NONE, Self::with))
        };
        let classes = HandClass::all().map(of_class);
        let classes: Vec<_> = classes.filter(|(_, it)| !it.boards().is_zero()).collect();
        if classes.is_empty() { Err(no_deal(hands, others)) } else { Ok(classes) }
    }

    /// No deals.
    const NONE: Self = Self {
        win: Rational::ZERO,
        tie: Rational::ZERO,
        lose: Rational::ZERO,
        deals: Rational::ZERO,
    };

    /// These deals and others.
    fn with(self, other: Self) -> Self {
        Self {
            win: self.win + other.win,
            tie: self.tie + other.tie,
            lose: self.lose + other.lose,
            deals: self.deals + other.deals,
        }
    }

    /// The sum of the results: the number of deals, or of their weights where weights differ.
    pub fn boards(&self) -> Rational {
        &self.win + &self.tie + &self.lose
    }

    /// True if the results are sums of weights that differ, not counts of deals.
    pub fn is_weighted(&self) -> bool {
        self.deals != self.boards()
    }

    /// Share of the pot that the hands win: wins and half of the ties.
    pub fn share(&self) -> Rational {
        (&self.win + &self.tie / Rational::from(2)) / self.boards()
    }
}

/// The hands of a range that the board leaves, with their weights as whole numbers.
fn dealt(range: &HandRange, board: &OpenCards) -> Result<Vec<(HoleCards, Rational)>, CardError> {
    let taken = board.cards();
    let left = range.hands().filter(|(hand, _)| hand.cards().is_disjoint(taken));
    let mut left: Vec<_> = left.map(|(hand, weight)| (hand, weight.clone())).collect();
    let Some((_, first)) = left.first().cloned() else {
        return Err(none_left(range, board));
    };
    let ratios: Vec<Rational> = left.iter().map(|(_, weight)| weight / &first).collect();
    let scale = Rational::common_denominator(ratios.iter()) / first;
    left.iter_mut().for_each(|(_, weight)| *weight = &*weight * &scale);
    Ok(left)
}

/// The error of a range all of whose hands have a card of the board.
pub(crate) fn none_left(range: &HandRange, board: &OpenCards) -> CardError {
    let given = excerpt(&range.to_string());
    let mut hands = range.hands();
    let only = hands.next().filter(|_| hands.next().is_none());
    let card = only
        .and_then(|(hand, _)| hand.pair().into_iter().find(|card| board.cards().contains(*card)));
    let board = board.to_string();
    match card {
        Some(card) => CardError::CardOnBoard { card, hand: given, board },
        None => CardError::NoHandLeft { given, board },
    }
}

/// The error of two ranges of which no two hands can be dealt.
pub(crate) fn no_deal(hands: &HandRange, others: &HandRange) -> CardError {
    let [hands, others] = [hands, others].map(|range| excerpt(&range.to_string()));
    CardError::NoDeal { hands, others }
}

/// The boards to come, and the strengths of hands on them.
struct Runouts {
    /// Each board, and on it the strength of each of the other player's hands, or 0 for a hand that
    /// it excludes. None before the flop, where a table has the answers.
    boards: Vec<(CardSet, Vec<u32>)>,
    /// Number of boards beside two hands.
    count: u32,
}

impl Runouts {
    fn new(board: &OpenCards, against: &[(HoleCards, Rational)]) -> Self {
        let (dealt, known) = (board.cards(), board.dealt().len());
        let Some((count, missing)) = [(1, 0), (44, 1), (990, 2)].get(5 - known).copied() else {
            return Self { boards: Vec::new(), count: preflop::BOARDS };
        };
        let strengths = |board: CardSet| {
            let strength = |hand: &HoleCards| strength(*hand, board).unwrap_or_default();
            (board, against.iter().map(|(hand, _)| strength(hand)).collect())
        };
        let boards = control::map(completed(dealt, missing), strengths);
        Self { boards, count }
    }

    /// The weights of deals won, tied and lost by a hand against all others, and how many deals.
    fn against(
        &self,
        hand: HoleCards,
        others: &[(HoleCards, Rational)],
    ) -> ([Rational; 3], Rational) {
        let mut results = vec![[0_u32; 2]; others.len()];
        for (board, strengths) in &self.boards {
            let Some(own) = strength(hand, *board) else { continue };
            for ([tie, lose], other) in results.iter_mut().zip(strengths) {
                *tie += u32::from(*other == own);
                *lose += u32::from(*other > own);
            }
        }
        let mut totals = [Rational::ZERO, Rational::ZERO, Rational::ZERO];
        let mut met = 0;
        for ((other, weight), [tie, lose]) in others.iter().zip(results) {
            if !hand.cards().is_disjoint(other.cards()) {
                continue;
            }
            let counts = if self.boards.is_empty() {
                let [win, lose] = [preflop::wins(hand, *other), preflop::wins(*other, hand)];
                [win, self.count - win - lose, lose]
            } else {
                [self.count - tie - lose, tie, lose]
            };
            met += u64::from(self.count);
            for (total, count) in totals.iter_mut().zip(counts) {
                *total += &(weight * Rational::from(count));
            }
        }
        (totals, Rational::from(met))
    }
}

/// The strength of a hand on a board of five cards, unless they have a card in common.
fn strength(hand: HoleCards, board: CardSet) -> Option<u32> {
    hand.cards().is_disjoint(board).then(|| Strength::of(hand.cards() | board).0)
}

/// The boards with one or two cards more, or none.
fn completed(board: CardSet, missing: usize) -> Vec<CardSet> {
    let mut boards = vec![(board, 0)];
    for _ in 0..missing {
        let more = |(board, from): (CardSet, usize)| {
            let cards = Card::deck().skip(from).filter(move |card| !board.contains(*card));
            cards.map(move |card| (board.with(card), card.index() + 1))
        };
        boards = boards.into_iter().flat_map(more).collect();
    }
    boards.into_iter().map(|(board, _)| board).collect()
}

#[cfg(test)]
mod tests;

//! Exact equities: wins, ties and losses over all boards to come.

use std::collections::HashMap;
use std::ops::{AddAssign, SubAssign};

use bluff_exact::control::{self, check_cancelled};
use bluff_exact::{Rational, excerpt};

use super::{
    Card, CardError, CardSet, HANDS, HandClass, HandRange, HoleCards, OpenCards, Strength,
    SumsByCard, preflop,
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
    /// Cost: a look into a table for each pair of hands before the flop; otherwise the hands are
    /// sorted on each board.
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
        let results = match board.dealt().len() {
            0 => control::map(own.iter().map(|(hand, _)| *hand).collect(), |hand| {
                check_cancelled();
                before_flop(hand, &against)
            }),
            known => on_boards(&own, &against, &all_boards(board.cards(), 5 - known)),
        };
        let count = [preflop::BOARDS, 0, 0, 990, 44, 1][board.dealt().len()];
        let of_hand = |((hand, weight), results): (&(HoleCards, Rational), [Rational; 3])| {
            let met = against.iter().filter(|(other, _)| hand.cards().is_disjoint(other.cards()));
            let deals = Rational::from(met.count() as u64 * u64::from(count));
            let [win, tie, lose] = results.map(|result| result * weight);
            (*hand, Self { win, tie, lose, deals })
        };
        let mut found: HashMap<HoleCards, Self> = own.iter().zip(results).map(of_hand).collect();
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

/// The weights of deals won, tied and lost by a hand against all others before the flop.
fn before_flop(hand: HoleCards, others: &[(HoleCards, Rational)]) -> [Rational; 3] {
    let mut totals = [Rational::ZERO, Rational::ZERO, Rational::ZERO];
    let met = others.iter().filter(|(other, _)| hand.cards().is_disjoint(other.cards()));
    for (other, weight) in met {
        let [win, lose] = [preflop::wins(hand, *other), preflop::wins(*other, hand)];
        for (total, count) in totals.iter_mut().zip([win, preflop::BOARDS - win - lose, lose]) {
            *total += &(weight * Rational::from(count));
        }
    }
    totals
}

/// The weights of deals won, tied and lost by each hand on these boards, in numbers of the machine
/// where they fit.
fn on_boards(
    own: &[(HoleCards, Rational)],
    others: &[(HoleCards, Rational)],
    boards: &[CardSet],
) -> Vec<[Rational; 3]> {
    let own: Vec<HoleCards> = own.iter().map(|(hand, _)| *hand).collect();
    let narrow = others.iter().map(|(hand, weight)| {
        Some((*hand, weight.to_i128().filter(|weight| *weight < MOST_WEIGHT)?))
    });
    match narrow.collect::<Option<Vec<_>>>() {
        Some(others) => swept(&own, &others, boards)
            .into_iter()
            .map(|results| results.map(Rational::from))
            .collect(),
        None => swept(&own, others, boards),
    }
}

/// Weights below this sum to numbers of the machine over all hands and boards.
const MOST_WEIGHT: i128 = 1 << 100;

/// The sums of weights against which each hand wins, ties and loses, over all boards.
///
/// On each board hands are taken by strength. Those that share a card with a hand go out of a sum
/// by the sums of both cards; the hand itself goes out twice, so it comes back once.
fn swept<T>(own: &[HoleCards], others: &[(HoleCards, T)], boards: &[CardSet]) -> Vec<[T; 3]>
where
    T: Clone + Default + Send + Sync + for<'a> AddAssign<&'a T> + for<'a> SubAssign<&'a T>,
{
    let mut same = vec![T::default(); HANDS];
    others.iter().for_each(|(hand, weight)| same[hand.index()] = weight.clone());
    let of_part = |boards: &[CardSet]| {
        let mut results = vec![[(); 3].map(|()| T::default()); own.len()];
        for board in boards {
            check_cancelled();
            let mine = by_strength(own.iter().copied(), *board);
            let theirs = by_strength(others.iter().map(|(hand, _)| *hand), *board);
            let add = |sums: &mut SumsByCard<T>, at: usize| {
                let (hand, weight) = &others[at];
                sums.add(numbers(*hand), weight);
            };
            let [mut all, mut below] = [SumsByCard::new(), SumsByCard::new()];
            theirs.iter().for_each(|(_, at)| add(&mut all, *at));
            let mut levels = theirs.chunk_by(|one, other| one.0 == other.0).peekable();
            for alike in mine.chunk_by(|one, other| one.0 == other.0) {
                let strength = alike[0].0;
                while let Some(level) = levels.next_if(|level| level[0].0 < strength) {
                    level.iter().for_each(|(_, at)| add(&mut below, *at));
                }
                for (_, at) in alike {
                    let won = below.beside(numbers(own[*at]));
                    let [win, tie, _] = &mut results[*at];
                    *win += &won;
                    *tie -= &won;
                }
                if let Some(level) = levels.next_if(|level| level[0].0 == strength) {
                    level.iter().for_each(|(_, at)| add(&mut below, *at));
                }
                for (_, at) in alike {
                    let hand = own[*at];
                    let not_lost = below.beside(numbers(hand));
                    let [_, tie, lose] = &mut results[*at];
                    *tie += &not_lost;
                    *tie += &same[hand.index()];
                    *lose += &all.beside(numbers(hand));
                    *lose -= &not_lost;
                }
            }
        }
        results
    };
    let size = boards.len().div_ceil(control::threads()).max(1);
    let parts = control::map(boards.chunks(size).collect(), of_part);
    let added = |mut sums: Vec<[T; 3]>, part: Vec<[T; 3]>| {
        for (sum, more) in sums.iter_mut().flatten().zip(part.iter().flatten()) {
            *sum += more;
        }
        sums
    };
    parts.into_iter().reduce(added).unwrap_or_default()
}

/// The strengths of the hands that a board leaves, each with its place, the weakest first.
fn by_strength(hands: impl Iterator<Item = HoleCards>, board: CardSet) -> Vec<(u32, usize)> {
    let ranked = hands.enumerate().filter_map(|(at, hand)| Some((strength_on(hand, board)?, at)));
    let mut ranked: Vec<_> = ranked.collect();
    ranked.sort_unstable();
    ranked
}

/// The numbers of a hand's cards.
fn numbers(hand: HoleCards) -> [usize; 2] {
    hand.pair().map(Card::index)
}

/// The strength of a hand on a board of five cards, unless they have a card in common.
pub(crate) fn strength_on(hand: HoleCards, board: CardSet) -> Option<u32> {
    hand.cards().is_disjoint(board).then(|| Strength::of(hand.cards() | board).0)
}

/// The boards with one or two cards more, or none.
pub(crate) fn all_boards(board: CardSet, missing: usize) -> Vec<CardSet> {
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

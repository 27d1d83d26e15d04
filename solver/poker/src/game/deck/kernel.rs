//! Weights of coming to a place and of winning there, by the player's hand.

use bluff_exact::{Piecewise, Rational};

use super::{Board, Cards, DealtHand, MatchupTable};

/// Deals of two hands at a public place: all that payoffs need to know of a deck that is not one of
/// ranks.
///
/// Sums run over the other player's hands, each with its reach: weight in the range times the
/// probability of playing along. The ways to hold the player's hand are counted in, so that a sum
/// over own hands counts deals. Cost: linear in the number of hands, of a table in its square.
#[derive(Clone, Copy, Debug)]
pub enum Kernel<'a> {
    /// Hands of cards with a board.
    Cards(&'a Cards, &'a Board),
    /// Hands of a table.
    Table(&'a MatchupTable),
}

/// Reach of hands, summed in all and by the kinds of cards that they take from the deck.
struct RunningSums<'a> {
    left: &'a [i64],
    total: Rational,
    of_kind: Vec<Rational>,
}

impl<'a> RunningSums<'a> {
    fn new(left: &'a [i64]) -> Self {
        Self { left, total: Rational::ZERO, of_kind: vec![Rational::ZERO; left.len()] }
    }

    fn add(&mut self, hand: DealtHand, reach: &Rational) {
        if reach.is_zero() {
            return;
        }
        self.total += &(Rational::from(hand.ways(self.left)) * reach);
        self.of_kind[hand.high] += &(Rational::from(hand.lost(hand.high, self.left)) * reach);
        if let Some(low) = hand.low.filter(|low| *low != hand.high) {
            self.of_kind[low] += &(Rational::from(hand.lost(low, self.left)) * reach);
        }
    }

    fn merge(&mut self, other: &Self) {
        self.total += &other.total;
        for (sum, more) in self.of_kind.iter_mut().zip(&other.of_kind) {
            *sum += more;
        }
    }

    /// The sum over hands without the cards of this one: all, less those that hold one of them, and
    /// those that hold both are taken off twice. `same` is the reach of this hand if it is among
    /// those summed.
    fn beside(&self, hand: DealtHand, same: &Rational) -> Rational {
        match hand.low {
            None => &self.total - &self.of_kind[hand.high],
            Some(low) => &self.total - &self.of_kind[hand.high] - &self.of_kind[low] + same,
        }
    }
}

impl Kernel<'_> {
    /// Weight of the other player's coming here, by own hand.
    pub(crate) fn coming(self, reach: &[Rational]) -> Vec<Rational> {
        match self {
            Self::Table(table) => sums_over(table, reach, |(ways, _)| ways),
            Self::Cards(cards, board) => {
                let mut sums = RunningSums::new(&board.left);
                for (hand, reach) in cards.hands().iter().zip(reach) {
                    sums.add(*hand, reach);
                }
                let hands = cards.hands().iter().zip(reach);
                hands.map(|(hand, same)| weight(board, *hand, sums.beside(*hand, same))).collect()
            }
        }
    }

    /// Weights of the other player's coming here with a weaker hand, and with one that is level;
    /// of a table, the share that is won instead of both.
    pub(crate) fn shown(self, reach: &[Rational]) -> [Vec<Rational>; 2] {
        let mut level = vec![Rational::ZERO; reach.len()];
        let (cards, board) = match self {
            Self::Table(table) => return [sums_over(table, reach, |(_, won)| won), level],
            Self::Cards(cards, board) => (cards, board),
        };
        let mut below = level.clone();
        let mut weaker = RunningSums::new(&board.left);
        let alike = |one: &usize, other: &usize| board.strengths[*one] == board.strengths[*other];
        for group in board.order.chunk_by(alike) {
            let mut equals = RunningSums::new(&board.left);
            for hand in group {
                equals.add(cards.hands()[*hand], &reach[*hand]);
            }
            for at in group {
                let hand = cards.hands()[*at];
                below[*at] = weight(board, hand, weaker.beside(hand, &Rational::ZERO));
                level[*at] = weight(board, hand, equals.beside(hand, &reach[*at]));
            }
            weaker.merge(&equals);
        }
        [below, level]
    }

    /// Weights of a deal of two hands, from 1: in all, and as far as the first wins, ties counted
    /// half.
    ///
    /// ```
    /// use bluff_exact::Rational;
    /// use bluff_poker::game::leduc;
    /// // Two jacks are dealt in 2 ways, and share the pot.
    /// let game = leduc()?;
    /// let deal = game.kernel(0).map(|kernel| kernel.deal(1, 1));
    /// assert_eq!(deal, Some([2, 1].map(Rational::from)));
    /// # Ok::<(), bluff_poker::game::GameError>(())
    /// ```
    pub fn deal(self, own: u64, other: u64) -> [Rational; 2] {
        let (own, other) = (own as usize - 1, other as usize - 1);
        match self {
            Self::Table(table) => {
                let (ways, won) = table.ways(own, other);
                [ways, won].map(Rational::from)
            }
            Self::Cards(cards, board) => {
                let [one, two] = [own, other].map(|hand| cards.hands()[hand]);
                let mut left = board.left.clone();
                let first = one.ways(&left);
                one.cards().for_each(|kind| left[kind] -= 1);
                let second = if first > 0 { two.ways(&left).max(0) } else { 0 };
                let all = &board.chance * Rational::from(first * second);
                let half = match board.strengths[own].cmp(&board.strengths[other]) {
                    std::cmp::Ordering::Less => 0,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Greater => 2,
                };
                let won = &all * Rational::ratio(half, 2);
                [all, won]
            }
        }
    }

    /// Number of ways to hold a hand, from 1, before any card is dealt in the tree; 1 of a table.
    pub(crate) fn holding(self, hand: u64) -> Rational {
        match self {
            Self::Table(_) => Rational::ONE,
            Self::Cards(cards, board) => {
                Rational::from(cards.hands()[hand as usize - 1].ways(&board.left).max(1))
            }
        }
    }

    /// [`Self::coming`] of functions of the hand.
    pub(crate) fn coming_by(self, reach: &Piecewise) -> Piecewise {
        by_hand(self.coming(&values(reach)))
    }

    /// [`Self::shown`] of functions of the hand.
    pub(crate) fn shown_by(self, reach: &Piecewise) -> [Piecewise; 2] {
        self.shown(&values(reach)).map(by_hand)
    }
}

/// The weight of what comes beside a hand, by the ways to hold it.
fn weight(board: &Board, hand: DealtHand, beside: Rational) -> Rational {
    let ways = hand.ways(&board.left);
    if ways < 1 { Rational::ZERO } else { &board.chance * Rational::from(ways) * beside }
}

fn sums_over(
    table: &MatchupTable,
    reach: &[Rational],
    which: impl Fn((u64, u64)) -> u64,
) -> Vec<Rational> {
    let term = |own: usize, other: usize| Rational::from(which(table.ways(own, other)));
    let sum = |own| {
        let terms = reach.iter().enumerate().filter(|(_, reach)| !reach.is_zero());
        terms.map(|(other, reach)| term(own, other) * reach).sum()
    };
    (0..table.len()).map(sum).collect()
}

fn values(function: &Piecewise) -> Vec<Rational> {
    (1..=function.cards()).map(|hand| function.at(hand)).collect()
}

fn by_hand(values: Vec<Rational>) -> Piecewise {
    Piecewise::steps((1..).zip(values))
}

//! Weights of coming to a place and of winning there, by the player's hand.

use std::ops::{AddAssign, Mul, SubAssign};

use bluff_exact::{Piecewise, Rational};

use super::{Board, Cards, DealtHand};
use crate::cards::PreflopDeals;

/// Number in which sums over hands are taken.
pub(crate) trait ReachNumber:
    Clone
    + Default
    + Ord
    + Send
    + Sync
    + From<u64>
    + Into<Rational>
    + for<'a> AddAssign<&'a Self>
    + for<'a> SubAssign<&'a Self>
    + for<'a> Mul<&'a Self, Output = Self>
{
    /// A whole number; `None` if it is too long.
    fn whole(number: &Rational) -> Option<Self>;

    /// So many times this.
    fn times(&self, count: u64) -> Self {
        if count == 1 { self.clone() } else { Self::from(count) * self }
    }
}

/// Callers that take sums in machine integers know a bound on all of them.
impl ReachNumber for i128 {
    fn whole(number: &Rational) -> Option<Self> {
        number.to_i128()
    }
}

impl ReachNumber for Rational {
    fn whole(number: &Rational) -> Option<Self> {
        Some(number.clone())
    }
}

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
    Table(&'a PreflopDeals),
    /// This many cards, each of which both may hold.
    Independent(u64),
}

/// Reach of hands, summed in all and by the kinds of cards that they take from the deck.
struct RunningSums<'a, T> {
    left: &'a [i64],
    total: T,
    of_kind: Vec<T>,
}

impl<'a, T: ReachNumber> RunningSums<'a, T> {
    fn new(left: &'a [i64]) -> Self {
        Self { left, total: T::default(), of_kind: vec![T::default(); left.len()] }
    }

    fn add(&mut self, hand: DealtHand, reach: &T) {
        let Some(ways) = hand.ways(self.left) else { return };
        self.total += &reach.times(ways);
        self.of_kind[hand.high] += &reach.times(hand.lost(hand.high, self.left));
        if let Some(low) = hand.low.filter(|low| *low != hand.high) {
            self.of_kind[low] += &reach.times(hand.lost(low, self.left));
        }
    }

    /// The sum over hands without the cards of this one: all, less those that hold one of them, and
    /// those that hold both are taken off twice. `same` is the reach of this hand if it is among
    /// those summed. Times the ways to hold this hand.
    fn beside(&self, hand: DealtHand, same: Option<&T>) -> T {
        let Some(ways) = hand.ways(self.left) else { return T::default() };
        let mut sum = self.total.clone();
        sum -= &self.of_kind[hand.high];
        if let Some(low) = hand.low {
            sum -= &self.of_kind[low];
            if let Some(same) = same {
                sum += same;
            }
        }
        sum.times(ways)
    }
}

impl Kernel<'_> {
    /// Weight that each deal of two hands has here.
    pub(crate) fn chance(&self) -> Rational {
        if let Self::Cards(_, board) = self { board.chance.clone() } else { Rational::ONE }
    }

    /// A bound: no sum of [`Self::coming`] or [`Self::shown`], nor what it is made of, is more than
    /// this many times the greatest reach.
    pub(crate) fn greatest_sum(self) -> Rational {
        match self {
            Self::Table(_) => PreflopDeals::ALL.into(),
            Self::Independent(n) => n.into(),
            // A sum has at most four parts, and a difference two sums.
            Self::Cards(cards, board) => {
                let ways = || cards.hands().iter().filter_map(|hand| hand.ways(&board.left));
                let (all, most) = (ways().sum::<u64>(), ways().max().unwrap_or(0));
                Rational::from(8 * all) * Rational::from(most)
            }
        }
    }

    /// Number of deals in which the other player comes here, by own hand.
    pub(crate) fn coming<T: ReachNumber>(self, reach: &[T]) -> Vec<T> {
        match self {
            Self::Table(table) => sums_over(&table.deals, reach),
            Self::Independent(_) => vec![running(reach).1; reach.len()],
            Self::Cards(cards, board) => {
                let mut sums = RunningSums::new(&board.left);
                for (hand, reach) in cards.hands().iter().zip(reach) {
                    sums.add(*hand, reach);
                }
                let hands = cards.hands().iter().zip(reach);
                hands.map(|(hand, same)| sums.beside(*hand, Some(same))).collect()
            }
        }
    }

    /// Numbers of deals in which the other player comes here with a weaker hand, and with one that
    /// is level; of a table, the share that is won instead of both.
    pub(crate) fn shown<T: ReachNumber>(self, reach: &[T]) -> [Vec<T>; 2] {
        let mut level = vec![T::default(); reach.len()];
        let (cards, board) = match self {
            Self::Table(table) => return [sums_over(&table.won, reach), level],
            Self::Independent(_) => return [running(reach).0, reach.to_vec()],
            Self::Cards(cards, board) => (cards, board),
        };
        let mut below = level.clone();
        let mut sums = RunningSums::new(&board.left);
        let alike = |one: &usize, other: &usize| board.strengths[*one] == board.strengths[*other];
        for group in board.order.chunk_by(alike) {
            for at in group {
                below[*at] = sums.beside(cards.hands()[*at], None);
            }
            for at in group {
                sums.add(cards.hands()[*at], &reach[*at]);
            }
            for at in group {
                level[*at] = sums.beside(cards.hands()[*at], Some(&reach[*at]));
                level[*at] -= &below[*at];
            }
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
            Self::Table(PreflopDeals { deals, won }) => {
                [deals[own][other], won[own][other]].map(Rational::from)
            }
            Self::Independent(_) => [Rational::ONE, Rational::ratio(1 + own.cmp(&other) as i64, 2)],
            Self::Cards(cards, board) => {
                let [one, two] = [own, other].map(|hand| cards.hands()[hand]);
                let mut left = board.left.clone();
                let first = one.ways(&left).unwrap_or(0);
                one.cards().for_each(|kind| left[kind] -= 1);
                let second = two.ways(&left).filter(|_| first > 0).unwrap_or(0);
                let all = &board.chance * Rational::from(first * second);
                let half = 1 + board.strengths[own].cmp(&board.strengths[other]) as i64;
                let won = &all * Rational::ratio(half, 2);
                [all, won]
            }
        }
    }

    /// Number of ways to hold a hand, from 1, before any card is dealt in the tree; 1 without
    /// cards.
    pub(crate) fn holding(self, hand: u64) -> Rational {
        self.ways(hand).unwrap_or(1).into()
    }

    /// True if the cards that are not open make this hand, from 1.
    pub(in crate::game) fn can_hold(self, hand: u64) -> bool {
        self.ways(hand).is_some()
    }

    /// Number of ways to deal a hand beside the board, 1 without cards; `None` if there is none.
    fn ways(self, hand: u64) -> Option<u64> {
        match self {
            Self::Table(_) | Self::Independent(_) => Some(1),
            Self::Cards(cards, board) => cards.hands()[hand as usize - 1].ways(&board.left),
        }
    }

    /// Weight of [`Self::coming`], of functions of the hand.
    pub(crate) fn coming_by(self, reach: &Piecewise) -> Piecewise {
        by_hand(self.coming(&values(reach))).into_scaled(&self.chance())
    }

    /// Weights of [`Self::shown`], of functions of the hand.
    pub(crate) fn shown_by(self, reach: &Piecewise) -> [Piecewise; 2] {
        self.shown(&values(reach)).map(|sums| by_hand(sums).into_scaled(&self.chance()))
    }
}

fn sums_over<T: ReachNumber>(table: &[Vec<u64>], reach: &[T]) -> Vec<T> {
    let sum = |row: &Vec<u64>| {
        let mut sum = T::default();
        for (ways, reach) in row.iter().zip(reach) {
            sum += &reach.times(*ways);
        }
        sum
    };
    table.iter().map(sum).collect()
}

/// The sum of the reaches below each hand, and of all.
fn running<T: ReachNumber>(reach: &[T]) -> (Vec<T>, T) {
    let mut sum = T::default();
    let below = reach.iter().map(|reach| {
        let below = sum.clone();
        sum += reach;
        below
    });
    (below.collect(), sum)
}

fn values(function: &Piecewise) -> Vec<Rational> {
    (1..=function.cards()).map(|hand| function.at(hand)).collect()
}

fn by_hand(values: Vec<Rational>) -> Piecewise {
    Piecewise::steps((1..).zip(values))
}

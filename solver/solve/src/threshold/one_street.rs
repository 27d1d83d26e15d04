//! One-street games in threshold form; docs/DERIVATIONS.md#the-threshold-form derives it.
//!
//! II calls a bet `s` with her top cards, in all with mass `Q_s`. A bluffing card below her
//! threshold earns `(n − 1) − (s + 2) Q_s` whatever it is, so all sizes in use share one unknown
//! `M = (s + 2) Q_s`, and everything follows from `M`: which cards bluff, which size each value
//! card picks, and how many bluffs II must fear so that she is indifferent at her threshold. The
//! bluffs she must fear grow with `M`, the cards willing to bluff shrink: `M` is where the two
//! meet.

use crate::exact::{Piecewise, Rational, partition_near, partition_point};
use crate::game::{Game, MAX_SIZES};
use crate::strategy::{Profile, two_actions};

use super::ThresholdError;

/// From here on, doubles stand for the nearest cards only.
const DOUBLES_EXACT: u64 = 1 << 50;

/// The bets of a game as the fixed point sees them, ascending.
struct BetSizes {
    n: u64,
    sizes: Vec<Rational>,
    /// Between a size and the one before (0 before the first): with `d = 2(n − card) + 1`, the card
    /// prefers the larger one iff `d < edge · M`, where `edge = 2 / ((s + 2)(t + 2))`.
    edges: Vec<Rational>,
    /// Bluffs that II must fear per value bet of a size, `s / (s + 2)`.
    bluffs_per_value: Vec<Rational>,
    /// Increase over the size before.
    steps: Vec<Rational>,
}

/// Size that a card takes which is indifferent between two, as far as the balance allows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ties {
    /// The smaller one: no size is in use that may be left out.
    Smaller,
    /// The larger one: strategies that leave it are weakly dominated.
    Larger,
}

/// Balance of the bluffs feared and the bluffs made.
struct Balance {
    m: Rational,
    /// For each size, how many cards from the top bet it or more; at most one card is shared with
    /// the size before.
    cards_from_top: Vec<Rational>,
}

/// The threshold equilibrium of a one-street game: I bluffs the lowest cards, the largest sizes
/// lowest, and bets for value from the top; II calls from the top down.
///
/// Where `M` is free in an interval the greatest is taken (II calls most), and a card that is
/// indifferent between two sizes takes the larger one as far as the balance allows. The highest
/// card always bets and calls. So neither strategy is weakly dominated. Needs a one-street game
/// with one copy of each card. Source: docs/DERIVATIONS.md#the-threshold-form. Cost: `O(k log n)`
/// exact operations for `k` sizes; no card is visited.
pub(super) fn one_street(game: &Game) -> Result<Profile, ThresholdError> {
    let n = game.n();
    let bets = BetSizes::new(n, game.bets().into_iter().filter(Rational::is_positive).collect());
    let balance = bets.balance(Ties::Larger);
    let masses = bets.value_masses(&balance);

    let mut first_to_act = Vec::with_capacity(bets.sizes.len());
    let (mut bluffed, mut above) = (Rational::ZERO, Rational::ZERO);
    let deck = Rational::from(n);
    for (index, mass) in masses.iter().enumerate().rev() {
        if mass.is_zero() {
            first_to_act.push(Piecewise::constant(n, Rational::ZERO));
            continue;
        }
        let bluffs = mass * &bets.bluffs_per_value[index];
        let bluffing = interval(n, &bluffed, &(&bluffed + &bluffs));
        let below = &balance.cards_from_top[index];
        first_to_act.push(bluffing.plus(&interval(n, &(&deck - below), &(&deck - &above))));
        bluffed += &bluffs;
        above = below.clone();
    }
    first_to_act.reverse();
    // With the highest card a bet is never worse than a check, and better if a lower card calls.
    let checked = first_to_act.iter().fold(Rational::ONE, |rest, bet| rest - bet.at(n));
    if checked.is_positive() {
        first_to_act[0] = first_to_act[0].plus(&interval(n, &(&deck - checked), &deck));
    }
    let used: Vec<Piecewise> = first_to_act.iter().filter(|bet| !bet.is_zero()).cloned().collect();
    let check = Piecewise::sum(n, &used).subtracted_from(&Rational::ONE);
    first_to_act.insert(0, check);

    let replies = bets.sizes.iter().map(|size| {
        // The highest card always calls.
        let mass = (&balance.m / &(size + Rational::from(2))).max(Rational::ONE);
        two_actions(interval(n, &(&deck - mass), &deck))
    });
    Ok(Profile::new(game, std::iter::once(first_to_act).chain(replies).collect())?)
}

/// The least whole bet that the top card of Newman's game makes when every whole bet is allowed and
/// that no larger bet improves on: the saturation size.
///
/// It is a candidate; [`crate::certificate::Saturation`] proves it.
/// Errors: [`ThresholdError::TooManySizes`] beyond a deck of about 2·10^9 cards.
pub fn saturation(n: u64) -> Result<u64, ThresholdError> {
    // The top card bets s only if (s + 1)(s + 2) ≤ 2M, and M ≤ 2n, or M = 3 if no bluff pays at
    // all.
    let largest = (4 * u128::from(n)).isqrt().max(1);
    if largest > MAX_SIZES as u128 {
        return Err(ThresholdError::TooManySizes { n, limit: MAX_SIZES });
    }
    let bets = BetSizes::new(n, (1..=largest).map(Rational::from).collect());
    let masses = bets.value_masses(&bets.balance(Ties::Smaller));
    Ok(masses.iter().rposition(Rational::is_positive).map_or(1, |index| index as u64 + 1))
}

impl BetSizes {
    fn new(n: u64, sizes: Vec<Rational>) -> Self {
        let two = Rational::from(2);
        let plus_two: Vec<Rational> =
            std::iter::once(two.clone()).chain(sizes.iter().map(|size| size + &two)).collect();
        let edges = plus_two.windows(2).map(|pair| &two / &(&pair[0] * &pair[1])).collect();
        let bluffs_per_value: Vec<Rational> =
            sizes.iter().map(|size| size / &(size + &two)).collect();
        let before = [Rational::ZERO].into_iter().chain(bluffs_per_value.iter().cloned());
        let steps =
            bluffs_per_value.iter().zip(before).map(|(ratio, before)| ratio - before).collect();
        Self { n, sizes, edges, bluffs_per_value, steps }
    }

    /// The bluffs that II must fear at `m`: from what `cards` from the top bet each size or more.
    fn feared(&self, cards: impl Fn(&Rational) -> Rational) -> Rational {
        self.edges
            .iter()
            .zip(&self.steps)
            .map(|(edge, step)| (cards(edge), step))
            .filter(|(cards, _)| !cards.is_zero())
            .map(|(cards, step)| cards * step)
            .sum()
    }

    /// About the least card `a` at which `feared(2 (n − a)) ≤ a`, in doubles: where to look first.
    fn guess(&self) -> u64 {
        let doubles = |(edge, step): (&Rational, &Rational)| (edge.to_f64(), step.to_f64());
        let terms: Vec<(f64, f64)> = self.edges.iter().zip(&self.steps).map(doubles).collect();
        let feared = |m: f64| {
            terms.iter().map(|(edge, step)| ((edge * m + 1.0) / 2.0).floor() * step).sum::<f64>()
        };
        partition_point(1..self.n, |card| feared(2.0 * (self.n - card) as f64) > card as f64)
    }

    fn balance(&self, ties: Ties) -> Balance {
        let two = Rational::from(2);
        // Card a is indifferent between bluffing and checking at M = 2 (n − a); a = 0 stands for
        // nobody bluffing.
        let indifferent = |a: u64| Rational::from(2 * (i128::from(self.n) - i128::from(a)));
        let feared_below = |m: &Rational| self.feared(|edge| odd_below(&(edge * m)));
        let feared_at = |m: &Rational| self.feared(|edge| odd_up_to(&(edge * m)));
        // The greatest such M at which the bluffs feared can be made: the least card a that works,
        // which all above do too.
        let missing = |a: u64| feared_below(&indifferent(a)) - Rational::from(a);
        let mut guess = self.guess();
        if guess >= DOUBLES_EXACT {
            // Some cards off: a step of Newton's.
            let doubles = self
                .edges
                .iter()
                .zip(&self.steps)
                .map(|(edge, step)| edge.to_f64() * step.to_f64());
            let step = missing(guess).to_f64() / (1.0 + doubles.sum::<f64>());
            guess = guess.saturating_add_signed(step.ceil() as i64).min(self.n);
        }
        let a = partition_near(0..self.n, guess, |a| missing(a).is_positive());
        let fewer = Rational::from(a.saturating_sub(1));
        let mut m = indifferent(a);
        let mut bluffs = fewer.clone();
        if feared_at(&m) <= fewer {
            // Between the indifference of card a and of card a − 1, M rises until some card's
            // change of size asks for more bluffs than there are.
            let mut ties: Vec<Rational> = self
                .edges
                .iter()
                .map(|edge| (odd_up_to(&(edge * &m)) * &two + Rational::ONE) / edge)
                .collect();
            ties.sort();
            if let Some(tie) = ties.into_iter().find(|tie| feared_at(tie) > fewer) {
                m = tie;
            }
        } else if ties == Ties::Larger {
            // Card a may bluff too.
            bluffs = Rational::from(a);
        }
        let mut missing = bluffs - feared_below(&m);
        let mut cards_from_top = Vec::with_capacity(self.sizes.len());
        for (edge, step) in self.edges.iter().zip(&self.steps) {
            let bound = edge * &m;
            let surely = odd_below(&bound);
            let indifferent = odd_up_to(&bound) - &surely;
            let mut moved = Rational::ZERO;
            if missing.is_positive() && indifferent.is_positive() {
                moved = (&missing / step).min(Rational::ONE);
                missing -= &(&moved * step);
            }
            cards_from_top.push(surely + moved);
        }
        Balance { m, cards_from_top }
    }

    /// Number of cards that value bet each size.
    fn value_masses(&self, balance: &Balance) -> Vec<Rational> {
        let larger = balance.cards_from_top.iter().skip(1).cloned().chain([Rational::ZERO]);
        balance.cards_from_top.iter().zip(larger).map(|(cards, larger)| cards - larger).collect()
    }
}

/// Number of odd numbers from 1 on that are at most `bound`.
fn odd_up_to(bound: &Rational) -> Rational {
    Rational::from((bound + Rational::ONE).whole_quotient(&Rational::from(2)).0)
}

/// Number of odd numbers from 1 on that are below `bound`.
fn odd_below(bound: &Rational) -> Rational {
    let (up_to, exact) = (bound + Rational::ONE).whole_quotient(&Rational::from(2));
    Rational::from(up_to - i128::from(exact))
}

/// The share of each card that lies in the real interval, where card `c` is the interval from
/// `c − 1` to `c`.
///
/// Needs `0 ≤ from ≤ to ≤ n`.
fn interval(n: u64, from: &Rational, to: &Rational) -> Piecewise {
    let card_of = |point: &Rational| point.floor().to_u64().unwrap_or(n);
    let (first, last) = (card_of(from), card_of(to));
    let mut runs = Vec::with_capacity(5);
    let mut run = |last: u64, share: Rational| {
        if runs.last().map_or(0, |(before, _)| *before) < last.min(n) {
            runs.push((last.min(n), share));
        }
    };
    run(first, Rational::ZERO);
    if first == last {
        run(first + 1, to - from);
    } else {
        run(first + 1, Rational::from(first + 1) - from);
        run(last, Rational::ONE);
        run(last + 1, to - Rational::from(last));
    }
    run(n, Rational::ZERO);
    Piecewise::steps(runs)
}

use crate::control::{Control, Stopped, check_cancelled};
use crate::exact::Rational;

/// The largest deck that is solved with all whole bets in closed form.
pub const MAX_SATURATED_DECK: u64 = 1_000_000_000_000;

/// A deck of Newman's game with all whole bets, in closed form.
///
/// The minimiser of `φ(η) + Σ_{j ≥ 1} φ(e_j (N − η))`, `e_j = 2/((j + 1)(j + 2))`, is a
/// certificate: the half slopes there contain 0. Source: docs/ALL_DECKS.md#newmans-game-the-rate.
///
/// ```
/// use rational_bluff::{control::Control, formula::SaturatedDeck};
/// let deck = SaturatedDeck::new(14, &Control::new())?.unwrap();
/// assert_eq!((deck.saturation, deck.value.to_string().as_str()), (5, "13/98"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaturatedDeck {
    /// The number of cards.
    pub n: u64,
    /// The least bet beyond which larger ones change nothing, in antes.
    pub saturation: u64,
    /// The minimiser `η`.
    pub eta: Rational,
    /// The value to player I, in antes per hand.
    pub value: Rational,
}

/// Sums over all bets at one `μ = N − η`.
struct BetSums {
    /// `Σ e_j g_j` with `g_j = ⌊e_j μ + 1/2⌋`.
    upper: Rational,
    /// The same sum with `⌈e_j μ − 1/2⌉`.
    lower: Rational,
    /// `Σ g_j²`.
    squares: u128,
}

impl SaturatedDeck {
    /// The deck of `n` cards; `None` for fewer than 2, or more than [`MAX_SATURATED_DECK`].
    ///
    /// Errors: those of the control. Cost: `O(n^(1/3))` fractions, added up a few times.
    pub fn new(n: u64, control: &Control) -> Result<Option<Self>, Stopped> {
        let allowed = (2..=MAX_SATURATED_DECK).contains(&n);
        allowed.then(|| control.run(|| Self::solved(n))).transpose()
    }

    fn solved(n: u64) -> Self {
        let cards = u128::from(n);
        // Where η is half-whole, or e_j μ is, 4μ is whole. The slope is not below 0 from the
        // minimum on, as η rises and μ falls.
        let rises = |quarters: u128| {
            Rational::from((4 * cards - quarters) / 4) >= BetSums::new(quarters).lower
        };
        // About (1 − V) N, and then whole steps.
        let mut mu = ((cards as f64) * 0.862_461_136) as u128;
        while mu > 0 && !rises(4 * mu) {
            mu -= 1;
        }
        while rises(4 * (mu + 1)) {
            mu += 1;
        }
        let mut kinks = vec![4 * mu];
        kinks.extend(half_whole_quarters(4 * mu, 4 * (mu + 1)));
        // The greatest at which the slope rises.
        let quarters = kinks[kinks.partition_point(|quarters| rises(*quarters)).saturating_sub(1)];
        let at = BetSums::new(quarters);
        let eta = &(Rational::from(cards) - Rational::ratio(1, 2))
            - &(Rational::from(quarters) * Rational::ratio(1, 4));
        let value = worth(cards, quarters, &eta, &at);
        Self { n, saturation: saturation(cards, quarters, &at), eta, value }
    }
}

/// The value by the sums at the minimum: with `φ(t) = 2gt − g²` for the nearest whole `g`.
fn worth(cards: u128, quarters: u128, eta: &Rational, at: &BetSums) -> Rational {
    let (whole, half) = (Rational::from, Rational::ratio(1, 2));
    let nearest = whole((4 * cards - quarters) / 4);
    let bluffs = &(eta * &whole(2_u128) - &nearest) * &nearest;
    let bets = &(whole(quarters) * &half) * &at.upper - whole(at.squares);
    (bluffs + bets) / (whole(cards) * whole(cards - 1))
}

/// The saturation size, at least 1: the number of bets with `e_j μ > 1/2`, and one more if that of
/// the next is `1/2` and the slope at the minimum needs it.
fn saturation(cards: u128, quarters: u128, at: &BetSums) -> u64 {
    let matter = largest(quarters, true);
    let next = product(matter + 1);
    let tie = next == quarters;
    // The lower half slope of η, less those of the bets.
    let rest = 4 * cards - quarters;
    let left = Rational::from(rest / 4) - Rational::from(u32::from(rest.is_multiple_of(4)));
    let without = left - &at.upper + Rational::from(2) / Rational::from(next);
    (matter + u128::from(tie && without.is_positive())).max(1) as u64
}

impl BetSums {
    /// The sums at `4μ = quarters`. Bets up to the cube root are taken one by one, larger ones by
    /// the value of `g_j`: those with `g_j ≥ g` are the ones up to some `J_g`, and the sum of `e_j`
    /// up to there is `J_g/(J_g + 2)`.
    fn new(quarters: u128) -> Self {
        check_cancelled();
        let few = few(quarters);
        let (mut terms, mut ties, mut squares) = (Vec::new(), Vec::new(), 0);
        let fraction = |over: u128, under: u128| Rational::from(over) / Rational::from(under);
        for bet in 1..=few {
            let (nearest, tie) = nearest(quarters, bet);
            terms.push(fraction(2 * nearest, product(bet)));
            ties.extend(tie.then(|| fraction(2, product(bet))));
            squares += nearest * nearest;
        }
        let levels = nearest(quarters, few + 1).0;
        terms.push(fraction(2 * levels, few + 2));
        for level in 1..=levels {
            let last = largest(quarters / (2 * level - 1), false);
            terms.push(-fraction(2, last + 2));
            if product(last) * (2 * level - 1) == quarters {
                ties.push(fraction(2, product(last)));
            }
            squares += (2 * level - 1) * (last - few);
        }
        let upper: Rational = terms.into_iter().sum();
        let lower = &upper - &ties.into_iter().sum::<Rational>();
        Self { upper, lower, squares }
    }
}

/// About the cube root of μ.
fn few(quarters: u128) -> u128 {
    (quarters as f64).cbrt() as u128 + 1
}

/// `(j + 1)(j + 2)`.
fn product(bet: u128) -> u128 {
    (bet + 1) * (bet + 2)
}

/// The nearest whole number to `e_j μ`, the upper one of two, and whether there are two.
fn nearest(quarters: u128, bet: u128) -> (u128, bool) {
    let (over, under) = (quarters + product(bet), 2 * product(bet));
    (over / under, over.is_multiple_of(under))
}

/// The largest `j ≥ 0` with `(j + 1)(j + 2)` at most `limit`, or below it; 0 if there is none.
fn largest(limit: u128, below: bool) -> u128 {
    let limit = limit - u128::from(below && limit > 0);
    ((4 * limit + 1).isqrt().saturating_sub(3)) / 2
}

/// The `4μ` strictly between two bounds at which some `e_j μ` is half-whole: the odd multiples of
/// `(j + 1)(j + 2)`.
fn half_whole_quarters(low: u128, high: u128) -> Vec<u128> {
    let few = few(low);
    let mut found = Vec::new();
    for bet in 1..=few {
        let product = product(bet);
        // The first odd multiple above the lower bound.
        let odd = (low / product + 1) | 1;
        found.extend((odd * product < high).then_some(odd * product));
    }
    for level in 1..=nearest(high, few + 1).0 {
        let odd = 2 * level - 1;
        let from = largest(low / odd, false).max(few) + 1;
        found.extend((from..).map(|bet| odd * product(bet)).take_while(|at| *at < high));
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_by_levels_are_those_one_by_one() {
        for quarters in [0, 1, 4, 6, 12, 18, 36, 90, 1_000, 5_040, 99_999] {
            let sums = BetSums::new(quarters);
            let (mut upper, mut lower, mut squares) = (Rational::ZERO, Rational::ZERO, 0);
            for bet in 1..1_000 {
                let (near, tie) = nearest(quarters, bet);
                let edge = Rational::from(2) / Rational::from(product(bet));
                upper += &(&edge * &Rational::from(near));
                lower += &(&edge * &Rational::from(near - u128::from(tie)));
                squares += near * near;
            }
            assert_eq!(
                (sums.upper, sums.lower, sums.squares),
                (upper, lower, squares),
                "{quarters}"
            );
        }
    }
}

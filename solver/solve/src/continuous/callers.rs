use crate::exact::{Interval, Rational, root};
use crate::game::{BET, GameError};

use super::error::check_length;
use super::real::certified;
use super::system::{CallersEquations, LimitPoint};
use super::{ContinuousError, Digits, OneStreet, Real};

/// The most callers: ten players.
pub const MAX_CALLERS: usize = 9;

/// One bettor and `k` callers who do not see each other, hands uniform on [0, 1]; one bet size.
///
/// All callers use the same cut. One caller is von Neumann's game, in fractions; for more, the cuts
/// are algebraic numbers, enclosed by intervals in which every digit asked is certain. There is
/// exactly one such equilibrium, with `0 < A < C < B < 1`. Units: antes. Source: KTZ24 section 4
/// for two callers; docs/games/callers.md#large-decks for any number.
///
/// ```
/// use rational_bluff::{continuous::{Callers, Digits}, exact::Rational};
/// let three_players = Callers::new(2, Rational::from(2), Digits::default())?;
/// assert_eq!(three_players.value.decimal(20), "0.12255707471486868673…");
/// let best = Callers::best_bet(2, Digits::new(16)?)?;
/// assert_eq!(best.b.decimal(16), "2.0723785763952822…");
/// # Ok::<(), rational_bluff::continuous::ContinuousError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callers {
    /// Number of callers, 1 to [`MAX_CALLERS`].
    pub callers: usize,
    /// The bet, in antes.
    pub b: Real,
    /// A: hands below it bluff.
    pub bluff_below: Real,
    /// B: hands from it up bet for value.
    pub bet_from: Real,
    /// C: hands from it up call.
    pub call_from: Real,
    /// The value to the bettor, in antes per hand; the callers share the loss alike.
    pub value: Real,
}

impl Callers {
    /// The equilibrium at the bet `b`.
    ///
    /// Errors: `Players` for callers outside 1 to [`MAX_CALLERS`], `Outside` for b ≤ 0,
    /// `TooLong`, `Undecided`. Cost: some hundreds of products of numbers with as many digits as
    /// asked.
    pub fn new(callers: usize, b: Rational, digits: Digits) -> Result<Self, ContinuousError> {
        checked(callers)?;
        if !b.is_positive() {
            return Err(GameError::outside(&BET, &b, "b > 0").into());
        }
        check_length([&b])?;
        if callers == 1 {
            return Self::one(b);
        }
        let numbers = certified(digits, |bits| {
            // Products with a long bet lose as many bits as it has.
            let working = bits + 64 + 4 * b.bits();
            let system = CallersEquations::new(callers, Interval::of(&b, working));
            Some(shown(&system, &system.cuts(bits + 32 + b.bits())?))
        })?;
        Ok(Self::of(callers, Real::Exact(b), numbers.map(Real::Within)))
    }

    /// The equilibrium at the bet that is best for the bettor.
    ///
    /// One caller: exactly 2, with value 1/9, since `b/((b+1)(b+4)) = 1/(b + 5 + 4/b)` and
    /// `b + 4/b ≥ 4`. For more callers, what is proved is this: the derivative of the value by the
    /// bet, cuts following, is above 0 at the lower end of the interval given for the bet and below
    /// 0 at its upper end, both by interval arithmetic; so the value has a maximum inside (the
    /// function is smooth there, by the uniqueness of the cuts). A test covers all other bets of
    /// [1/64, 1000] by boxes, for every number of callers: the value rises up to within 10⁻⁴ of
    /// that interval and falls from 10⁻⁴ beyond it on. Bets outside are not covered. Errors:
    /// `Players`, `Undecided`.
    pub fn best_bet(callers: usize, digits: Digits) -> Result<Self, ContinuousError> {
        checked(callers)?;
        if callers == 1 {
            return Self::one(Rational::from(2));
        }
        let numbers = certified(digits, |bits| {
            let working = bits + 256;
            let slope = |b: &Rational| {
                let system = CallersEquations::new(callers, Interval::of(b, working));
                system.slope(&system.cuts(bits + 192)?)
            };
            let (low, high) = root(slope, Rational::ONE, Rational::from(16), bits + 96)?;
            let b = Interval::between(&low, &high, working);
            let system = CallersEquations::new(callers, b.clone());
            let [bluff, bet, call, value] = shown(&system, &system.cuts(bits + 32)?);
            Some([b, bluff, bet, call, value])
        })?;
        let [b, numbers @ ..] = numbers.map(Real::Within);
        Ok(Self::of(callers, b, numbers))
    }

    /// One caller is von Neumann's game.
    fn one(b: Rational) -> Result<Self, ContinuousError> {
        let game = OneStreet::new([b.clone()])?;
        let [bluff, bet, call] = game.cuts().unwrap_or_default();
        Ok(Self::of(1, Real::Exact(b), [bluff, bet, call, game.value].map(Real::Exact)))
    }

    fn of(callers: usize, b: Real, [bluff_below, bet_from, call_from, value]: [Real; 4]) -> Self {
        Self { callers, b, bluff_below, bet_from, call_from, value }
    }
}

/// A, B, C and the value.
fn shown(system: &CallersEquations, point: &LimitPoint) -> [Interval; 4] {
    [point.bluff.clone(), point.bet.clone(), point.call.clone(), system.value(point)]
}

fn checked(callers: usize) -> Result<(), ContinuousError> {
    match callers {
        1..=MAX_CALLERS => Ok(()),
        _ => Err(ContinuousError::Players { given: callers.saturating_add(1).to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The general equations with one caller meet von Neumann's fractions, values and slopes too.
    #[test]
    fn one_caller_is_von_neumann() {
        for (over, under) in [(1, 1000), (1, 3), (1, 1), (2, 1), (5, 2), (40, 1), (100_000, 1)] {
            let b = Rational::ratio(over, under);
            let system = CallersEquations::new(1, Interval::of(&b, 300));
            let point = system.cuts(200).unwrap();
            let exact = Callers::new(1, b.clone(), Digits::default()).unwrap();
            let exact = [exact.bluff_below, exact.bet_from, exact.call_from, exact.value];
            for (found, exact) in shown(&system, &point).iter().zip(&exact) {
                assert!(
                    found.contains(exact.exact().unwrap())
                        && found.width() < Rational::ratio(1, 1 << 62),
                    "b = {b}"
                );
            }
            // V = 1/(b + 5 + 4/b), so V′ = (4/b² − 1) V².
            let value = exact[3].exact().unwrap();
            let slope = (Rational::from(4) / b.pow(2) - Rational::ONE) * value.pow(2);
            assert!(system.slope(&point).unwrap().contains(&slope), "b = {b}");
        }
    }
}

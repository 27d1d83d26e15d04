use serde::Serialize;

use crate::exact::Rational;
use crate::game;

use super::ContinuousError;

/// The most bet sizes above 0: exact thresholds grow with them.
pub const MAX_BETS: usize = 1_000;

/// The one-street game with hands uniform on [0, 1] and a finite set of bets: everything in
/// fractions.
///
/// I checks or bets one of the sizes; II folds or calls. With `r(s) = s/(s + 2)` the points `r` cut
/// [0, 1] into gaps; `Z = 1 − Σ gap³`, and the value, which is also the mass of bluffing hands, is
/// `Z/(6 + Z)`. Units: antes. Source: docs/games/one-street.md#the-value-of-large-decks; von
/// Neumann's game is one bet, Newman's all whole ones up to `b`.
///
/// ```
/// use rational_bluff::{continuous::OneStreet, exact::Rational};
/// let game = OneStreet::new([Rational::from(2)])?;
/// assert_eq!(game.value, Rational::ratio(1, 9));
/// assert_eq!(
///     game.cuts(),
///     Some([(1, 9), (7, 9), (5, 9)].map(|(over, under)| Rational::ratio(over, under)))
/// );
/// # Ok::<(), rational_bluff::continuous::ContinuousError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneStreet {
    /// The value to player I, in antes per hand, and the mass of the hands that bluff: those of
    /// `[0, value]`.
    pub value: Rational,
    /// The bets above 0, ascending.
    pub sizes: Vec<Size>,
}

/// Strategies with one bet size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Size {
    /// The bet, in antes.
    pub bet: Rational,
    /// II calls it with the hands from here up.
    pub call_from: Rational,
    /// I bets it for value with the hands from here up, to where the next size begins.
    pub value_from: Rational,
    /// The mass of hands that bet it for value.
    pub value_mass: Rational,
    /// The mass of hands that bluff with it, anywhere in `[0, value]`.
    pub bluff_mass: Rational,
}

impl OneStreet {
    /// The game with these bets; 0, the check, may be listed.
    ///
    /// Errors: those of [`game::one_street`], and `TooManyBets`. Cost: linear in the sizes; the
    /// numbers grow with them.
    pub fn new(bets: impl IntoIterator<Item = Rational>) -> Result<Self, ContinuousError> {
        // The finite game with two cards knows which sets of bets there are.
        let bets = game::one_street(2, bets)?.bets();
        if bets.len() > MAX_BETS + 1 {
            return Err(ContinuousError::TooManyBets { given: bets.len() - 1 });
        }
        let two = Rational::from(2);
        let ratio = |bet: &Rational| bet / &(bet + &two);
        let ratios: Vec<Rational> = bets.iter().map(ratio).chain([Rational::ONE]).collect();
        let cubes = ratios.windows(2).map(|pair| (&pair[1] - &pair[0]).pow(3));
        let z = Rational::ONE - cubes.sum::<Rational>();
        let value = &z / &(&z + &Rational::from(6));
        let twice_u = &two * &(Rational::ONE - &value);
        // The hand from which a size is better than the one before it.
        let change =
            |pair: &[Rational]| Rational::ONE - &twice_u / &((&pair[0] + &two) * (&pair[1] + &two));
        let from: Vec<Rational> = bets.windows(2).map(change).chain([Rational::ONE]).collect();
        let size = |(index, bet): (usize, &Rational)| {
            let value_mass = &from[index + 1] - &from[index];
            Size {
                bet: bet.clone(),
                call_from: Rational::ONE - &twice_u / &(bet + &two),
                value_from: from[index].clone(),
                bluff_mass: &value_mass * &ratio(bet),
                value_mass,
            }
        };
        Ok(Self { sizes: bets[1..].iter().enumerate().map(size).collect(), value })
    }

    /// The cuts A, B and C of a game with one bet: I bluffs below A and bets for value from B, II
    /// calls from C.
    pub fn cuts(&self) -> Option<[Rational; 3]> {
        match self.sizes.as_slice() {
            [only] => Some([self.value.clone(), only.value_from.clone(), only.call_from.clone()]),
            _ => None,
        }
    }
}

use bluff_exact::Rational;

use super::one_street::one_street_named;
use super::{Game, GameError, MAX_SIZES, Stakes};

/// Newman's finite poker (n, b): player I bets any whole number of antes from 0 (a check) to `b`, player II folds or calls.
///
/// It is the one-street game with the bet sizes `{0, 1, …, b}`. Units: antes.
/// Source: New59 and KTZ24, programs (DJN-I) and (DJN-II), in `data/references.bib`.
///
/// Errors: `TooFewCards` for n < 2, `BetNotPositive` for b ≤ 0, `BetNotWhole`, `TooManySizes`.
pub fn newman(n: u64, b: Rational) -> Result<Game, GameError> {
    if !b.is_positive() {
        return Err(GameError::BetNotPositive { given: b });
    }
    if !b.is_integer() {
        return Err(GameError::BetNotWhole { given: b });
    }
    if b > Rational::from(MAX_SIZES) {
        return Err(GameError::TooManySizes { given: b.to_string() });
    }
    let largest = b.to_i128().unwrap_or_default();
    let sizes: Vec<Rational> = (1..=largest).map(Rational::from).collect();
    one_street_named("newman", n, Stakes::Bet(b), &sizes)
}

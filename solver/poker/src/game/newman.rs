use bluff_exact::Rational;

use super::one_street::{one_street_named, too_many_sizes};
use super::{BET, CARDS, Chips, Family, Game, GameError, MAX_SIZES, Stakes, TreeShape};

pub(super) static FAMILY: Family = Family {
    title: "Newman’s poker",
    about: "Player I bets any whole number of antes from 0, a check, to `b`. Player II folds or \
        calls, and the higher card wins the pot.",
    summary: "the same with all whole bets up to b",
    parameters: &[&BET],
    shape: TreeShape::OneStreet,
    whole_bets: true,
    example: "newman/n14-b5",
    map: &[(&CARDS, "2..40"), (&BET, "1..max")],
    ..Family::of("newman", |n, stakes| newman(n, stakes.number(&BET)))
};

/// Newman's finite poker (n, b): player I bets any whole number of antes from 0 (a check) to `b`,
/// player II folds or calls.
///
/// It is the one-street game with the bet sizes `{0, 1, …, b}`. Units: antes.
/// Source: New59 and KTZ24, programs (DJN-I) and (DJN-II), in `data/references.bib`.
///
/// Errors: `Outside` for n < 2, b ≤ 0, or too many sizes.
pub fn newman(n: u64, b: Rational) -> Result<Game, GameError> {
    Chips::bet(&b)?;
    if !b.is_integer() {
        return Err(GameError::outside(&BET, &b, "a whole number: Newman's bets are 1, 2, …, b"));
    }
    if b > Rational::from(MAX_SIZES) {
        return Err(too_many_sizes(b));
    }
    let largest = b.to_i128().unwrap_or_default();
    let sizes: Vec<Rational> = (1..=largest).map(Rational::from).collect();
    one_street_named("newman", n, Stakes::bet(b), &sizes)
}

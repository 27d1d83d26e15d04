use bluff_exact::Rational;

use super::one_street::one_street_named;
use super::{BET, CARDS, Chips, Family, Game, GameError, Stakes, TreeShape};

pub(super) static FAMILY: Family = Family {
    title: "Von Neumann’s poker",
    about: "Player I checks or bets `b`. Player II folds or calls, and the higher card wins \
        the pot.",
    summary: "I checks or bets, II folds or calls",
    parameters: &[&BET],
    shape: TreeShape::OneStreet,
    example: "von-neumann/n28-b4",
    map: &[(&CARDS, "2..40"), (&BET, "1..10")],
    ..Family::of("von-neumann", |n, stakes| von_neumann(n, stakes.number(&BET)))
};

/// Von Neumann's finite poker (n, b): player I checks or bets `b`, player II folds or calls.
///
/// Cards `1..=n`, one each, without replacement. Both ante 1. Units: antes. A check goes to
/// showdown for the antes. It is the one-street game with the bet sizes `{0, b}`. Source: vNM44 and
/// KTZ24 in `data/references.bib`.
///
/// Errors: `Outside` for n < 2, b ≤ 0.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_poker::game::von_neumann;
/// let game = von_neumann(28, Rational::from(4))?;
/// assert_eq!(game.label(), "von-neumann/n28-b4");
/// # Ok::<(), bluff_poker::game::GameError>(())
/// ```
pub fn von_neumann(n: u64, b: Rational) -> Result<Game, GameError> {
    Chips::bet(&b)?;
    one_street_named("von-neumann", n, Stakes::bet(b.clone()), &[b])
}

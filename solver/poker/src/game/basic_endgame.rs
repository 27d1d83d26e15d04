use bluff_exact::{Piecewise, Rational};

use super::one_street::one_street_named;
use super::{BET, CARDS, Chips, Family, FamilyDeck, Game, GameError, Stakes, WIN};

pub(super) static FAMILY: Family = Family {
    title: "The basic endgame",
    about: "Player I alone knows who holds the winning hand, and checks or bets `b`. Player II \
        folds or calls.",
    summary: "I knows who wins",
    parameters: &[&BET, &WIN],
    deck: FamilyDeck::Only(3),
    example: "basic-endgame/n3-b2-w1_3",
    map: &[(&CARDS, "3"), (&BET, "1..10"), (&WIN, "1/10,1/4,1/3,1/2")],
    ..Family::of("basic-endgame", |_, stakes| {
        basic_endgame(stakes.number(&BET), stakes.number(&WIN))
    })
};

/// The basic endgame (b, win): player I surely wins with probability `win` and else surely loses,
/// which only I knows; I checks or bets `b`, II folds or calls.
///
/// Three cards: II holds the middle one, I the highest with probability `win` and else the lowest.
/// Both ante 1. Units: antes. Source: FF07 in `data/references.bib`.
///
/// Errors: `Outside` for b ≤ 0 or unless `win` is from 0 to 1, or too long.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_poker::game::basic_endgame;
/// let game = basic_endgame(Rational::from(2), Rational::ratio(1, 3))?;
/// assert_eq!(game.label(), "basic-endgame/n3-b2-w1_3");
/// # Ok::<(), bluff_poker::game::GameError>(())
/// ```
pub fn basic_endgame(b: Rational, win: Rational) -> Result<Game, GameError> {
    Chips::bet(&b)?;
    if win.is_negative() || win > Rational::ONE {
        return Err(GameError::outside(&WIN, &win, "a probability from 0 to 1"));
    }
    let range = |weights: [Rational; 3]| Some(Piecewise::steps((1..).zip(weights)));
    let first = range([Rational::ONE - &win, Rational::ZERO, win.clone()]);
    let second = range([Rational::ZERO, Rational::ONE, Rational::ZERO]);
    let stakes = Stakes::bet(b.clone()).with(&WIN, win);
    one_street_named("basic-endgame", 3, stakes, &[b])?.with_ranges(vec![first, second])
}

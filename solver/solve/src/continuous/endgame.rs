use serde::Serialize;

use crate::exact::Rational;
use crate::game::{GameError, basic_endgame};

/// The basic endgame in closed form: player I surely wins with probability `win` and else surely
/// loses; I checks or bets `b`, II folds or calls.
///
/// II's call makes the bluff break even, `call = 2/(b + 2)`, and I's bluffs make the call break
/// even. Once `win ≥ (b + 2)/(2b + 2)` every losing hand may bluff, and II folds. Units: antes.
/// Source: FF07 in `data/references.bib`.
///
/// ```
/// use rational_bluff::{continuous::Endgame, exact::Rational};
/// let game = Endgame::new(Rational::from(2), Rational::ratio(1, 3))?;
/// assert_eq!(
///     [game.value, game.bluff, game.call],
///     [(0, 1), (1, 4), (1, 2)].map(|(over, under)| Rational::ratio(over, under))
/// );
/// # Ok::<(), rational_bluff::game::GameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Endgame {
    /// The probability with which player I surely wins.
    pub win: Rational,
    /// The value to player I, in antes per hand.
    #[serde(skip)]
    pub value: Rational,
    /// The probability with which I bets a hand that surely loses. Hands that win are always bet.
    pub bluff: Rational,
    /// The probability with which II calls.
    pub call: Rational,
}

impl Endgame {
    /// The game with bet `b`. Errors: those of [`basic_endgame`].
    pub fn new(b: Rational, win: Rational) -> Result<Self, GameError> {
        basic_endgame(b.clone(), win.clone())?;
        let (one, two, four) = (Rational::ONE, Rational::from(2), Rational::from(4));
        let called = &b + &two;
        if &win * &(&two * &b + &two) >= called {
            return Ok(Self { win, value: one.clone(), bluff: one, call: Rational::ZERO });
        }
        Ok(Self {
            value: four * &win * (&b + &one) / &called - &one,
            bluff: b * &win / (&called * &(&one - &win)),
            call: two / called,
            win,
        })
    }
}

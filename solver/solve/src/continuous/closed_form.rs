use crate::exact::Rational;
use crate::game::{Family, Game, Player, Stakes, View};

use super::{ContinuousError, MAX_BET_BITS};

/// A two-player game with hands uniform on [0, 1] that is known in closed form: its value, and what
/// each hand does.
///
/// Everything is a fraction, and every hand plays one action. It is an equilibrium; others may
/// differ where hands are indifferent, bluffs above all. Units: antes. A test computes both
/// players' best responses from the betting tree.
///
/// ```
/// use rational_bluff::{continuous::ClosedForm, exact::Rational};
/// let borel = ClosedForm::borel(Rational::from(2))?;
/// assert_eq!(borel.value, Rational::ratio(-1, 4));
/// let calls = &borel.strategies[1].hands[1];
/// assert_eq!((calls.from.to_string(), calls.action.as_str()), ("1/2".to_owned(), "call"));
/// # Ok::<(), rational_bluff::continuous::ContinuousError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedForm {
    /// The value to player I, in antes per hand.
    pub value: Rational,
    /// The strategies, one for each view of the betting tree, in its order.
    pub strategies: Vec<ByHand>,
}

/// A player's actions at one view, by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByHand {
    /// The player to act.
    pub player: Player,
    /// The player's view.
    pub view: String,
    /// Hands of like action, from 0 up; the last end at 1.
    pub hands: Vec<HandInterval>,
}

/// Hands next to each other that do the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandInterval {
    /// The lowest of them.
    pub from: Rational,
    /// Their action.
    pub action: String,
}

/// The betting tree of a continuous game, which its finite game with two cards tells.
///
/// Errors: those of the game; `TooLong` for amounts of more than [`MAX_BET_BITS`] bits.
pub(super) fn tree(name: &str, stakes: Stakes) -> Result<Game, ContinuousError> {
    match stakes
        .iter()
        .map(|(parameter, _)| stakes.number(parameter).bits())
        .find(|bits| *bits > MAX_BET_BITS)
    {
        Some(given) => Err(ContinuousError::TooLong { given }),
        None => Ok(Family::known(name)?.game(2, 1, &stakes)?),
    }
}

impl ClosedForm {
    /// The closed form over a betting tree: for each view the lowest hands and the index of their
    /// action. Runs without hands are left out.
    pub(super) fn over<const VIEWS: usize>(
        tree: &Game,
        value: Rational,
        views: [&[(&Rational, usize)]; VIEWS],
    ) -> Self {
        let strategy = |(view, runs): (&View, &[(&Rational, usize)])| {
            let end =
                |at: usize| runs.get(at + 1).map_or(Rational::ONE, |(from, _)| (*from).clone());
            let held = runs.iter().enumerate().filter(|(at, (from, _))| **from < end(*at));
            let hands = held.map(|(_, (from, action))| HandInterval {
                from: (*from).clone(),
                action: view.actions[*action].clone(),
            });
            ByHand { player: view.player, view: view.name.clone(), hands: hands.collect() }
        };
        Self { value, strategies: tree.views().iter().zip(views).map(strategy).collect() }
    }
}

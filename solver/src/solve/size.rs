use crate::game::{Game, Player};
use crate::program::{MixedForm, NormalForm, SequenceForm};
use crate::threshold::{self, ThresholdError};

use super::{Method, SolveError, Way, search, way};

/// How large the problem is that a method makes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// No program: runs of cards, whatever the deck.
    Runs,
    /// A linear program over so many sequences, of all cards and players.
    Sequences(u128),
    /// A linear program over so many sequences for each run of cards, and as many runs as the answer needs.
    PerRun(u128),
    /// A linear program over a table of so many payoffs.
    Cells(u64),
    /// A search that looks at so many deals × ends of the hand at every step.
    Terms(u64),
}

/// The size of the problem that [`super::solve`] would have before it, known at once.
///
/// Errors: those that `solve` gives without any work: the method does not fit the game, or the game is too large for it.
///
/// ```
/// use rational_bluff::{exact::Rational, game::von_neumann, solve::{Method, Size, size}};
/// // For each card: I's sequences are nothing yet, check and bet; II's nothing yet, fold and call.
/// let game = von_neumann(10, Rational::ONE)?;
/// assert_eq!(size(&game, Method::Lp)?, Size::Sequences(60));
/// assert_eq!(size(&game, Method::Auto)?, Size::Runs);
/// assert!(size(&game, Method::NormalForm).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn size(game: &Game, method: Method) -> Result<Size, SolveError> {
    match way(game, method, None)? {
        Way::Threshold if threshold::applies(game) => Ok(Size::Runs),
        Way::Threshold => Err(ThresholdError::OtherGame { given: game.label() }.into()),
        Way::Lp => {
            SequenceForm::fits(game)?;
            Ok(Size::Sequences(per_card(game) * u128::from(game.n())))
        }
        Way::Runs => {
            SequenceForm::is_for(game)?;
            Ok(Size::PerRun(per_card(game)))
        }
        Way::NormalForm => Ok(Size::Cells(NormalForm::cells(game)?)),
        Way::Search(method, starts) => {
            let terms = search::affordable(game, method, starts)?;
            if method == Method::NormalForm {
                MixedForm::fits(game)?;
            }
            Ok(Size::Terms(terms))
        }
    }
}

/// Sequences of all players with one card.
fn per_card(game: &Game) -> u128 {
    game.players().iter().map(|player: &Player| game.sequences(*player) as u128).sum()
}

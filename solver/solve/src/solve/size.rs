use crate::game::{Game, Player};
use crate::hands;
use crate::program::{NormalForm, SequenceForm};
use crate::threshold::{self, ThresholdError};

use super::{Method, RUNS_FROM, SolveError, search, way};

/// Size of the problem that a method makes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemSize {
    /// No program: runs of cards, whatever the deck.
    Runs,
    /// A linear program over so many sequences, of all cards and players.
    Sequences(u128),
    /// Linear programs over so many sequences for each run of cards. How many runs the answer needs
    /// is seen on the way: mostly fewer.
    PerRun {
        /// Of all players, with one run.
        sequences: u128,
        /// Runs that most answers have at most.
        runs: u64,
    },
    /// A linear program over a table of so many payoffs.
    Cells(u64),
    /// A search that looks at so many deals × ends of the hand at every step.
    Terms(u64),
}

/// The size of the problem that [`super::solve`] would have before it, known at once.
///
/// Errors: those that `solve` gives without any work: the method does not fit the game, or the game
/// is too large for it.
///
/// ```
/// use rational_bluff::{exact::Rational, game::von_neumann, solve::{Method, ProblemSize, size}};
/// // For each card: I's sequences are nothing yet, check and bet; II's nothing yet, fold and call.
/// let game = von_neumann(10, Rational::ONE)?;
/// assert_eq!(size(&game, Method::Lp)?, ProblemSize::Sequences(60));
/// assert_eq!(size(&game, Method::Auto)?, ProblemSize::Runs);
/// assert!(size(&game, Method::NormalForm).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn size(game: &Game, method: Method) -> Result<ProblemSize, SolveError> {
    let by_card = ProblemSize::Sequences(per_card(game) * u128::from(game.n()));
    match way(game, method, None)? {
        (method, Some(starts)) => Ok(ProblemSize::Terms(search::size(game, method, starts)?)),
        (Method::Threshold, _) if threshold::applies(game) => Ok(ProblemSize::Runs),
        (Method::Threshold, _) => Err(ThresholdError::OtherGame { given: game.label() }.into()),
        (Method::Readable | Method::Lp, _) if hands::applies(game) => Ok(by_card),
        (Method::Readable, _) if game.n() <= RUNS_FROM => {
            game.players().iter().try_for_each(|player| SequenceForm::fits_for(game, *player))?;
            Ok(by_card)
        }
        (Method::Readable | Method::Runs, _) => {
            SequenceForm::is_for(game)?;
            Ok(ProblemSize::PerRun { sequences: per_card(game), runs: game.n().min(RUNS_FROM) })
        }
        (Method::NormalForm, _) => Ok(ProblemSize::Cells(NormalForm::cells(game)?)),
        (Method::Auto | Method::Lp | Method::Search, _) => {
            Ok(SequenceForm::fits(game).map(|()| by_card)?)
        }
    }
}

impl ProblemSize {
    /// The sequences of the largest linear program, about; none where it is not made of sequences.
    pub fn sequences(self) -> u128 {
        match self {
            Self::Sequences(sequences) => sequences,
            Self::PerRun { sequences, runs } => sequences * u128::from(runs),
            Self::Runs | Self::Cells(_) | Self::Terms(_) => 0,
        }
    }
}

/// Sequences of all players with one card.
fn per_card(game: &Game) -> u128 {
    game.players().iter().map(|player: &Player| game.sequences(*player) as u128).sum()
}

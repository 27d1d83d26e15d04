use crate::certificate::{NotSaturated, Refusal};
use crate::exact::{RefusedValue, counted, one_of};
use crate::game::GameError;
use crate::hands::HandError;
use crate::program::ProgramError;
use crate::pure::PureError;
use crate::strategy::Profile;
use crate::threshold::ThresholdError;
use crate::tree::TreeError;

use super::{MatrixError, Method, Stopped};

/// Why there is no solution: bad input, or a limit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum SolveError {
    /// No such method.
    #[error(
        "method “{given}”, expected {}",
        one_of(given, Method::ALL.map(Method::name))
    )]
    UnknownMethod { given: String },
    /// A search in a build without it.
    #[error(
        "method {method} searches for equilibria of {game}, expected a build with the feature \
         search"
    )]
    SearchAbsent { game: String, method: Method },
    /// More players than a search takes.
    #[error("{game} has {players} players, expected {} for method {method}", self.allowed())]
    SearchPlayers { game: String, method: Method, players: usize, limit: usize },
    /// A search would have too many deals to look at.
    #[error(
        "{game} is too large for method {method}: its deals × ends of the hand are {terms}, \
         expected {}: ask for a smaller deck",
        self.allowed()
    )]
    SearchTooLarge { game: String, method: Method, terms: String, limit: u64 },
    /// A search with too many starts.
    #[error("{given} starts, expected {}", self.allowed())]
    SearchStarts { given: u64, limit: u64 },
    /// Starts for a method that searches from none.
    #[error(
        "method {given} takes no starts and no seed for {game}, expected a search: method {}",
        self.allowed()
    )]
    NoStarts { given: Method, game: String },
    /// No start of a search led to an exact equilibrium. The strategies, if there are some, are
    /// those of the least total gain in doubles, rounded to millionths.
    #[error(
        "no exact equilibrium of {game} was found from {}{ends}",
        counted(starts, "start", "starts")
    )]
    SearchedInVain { game: String, starts: u64, ends: String, best: Option<Box<Profile>> },
    /// None of the candidates in threshold form is an equilibrium.
    #[error(
        "no equilibrium of {game} was found in threshold form; there may be others: method search \
         looks for them on small decks"
    )]
    NoneFound { game: String },
    /// Several equilibria are listed for three or more players.
    #[error(
        "{game} has 2 players, expected three or more for a list of equilibria; the optimal face \
         has all of two: --face, or face() in Python"
    )]
    NotMany { game: String },
    /// The threshold form does not fit the game.
    #[error(transparent)]
    Threshold(#[from] ThresholdError),
    /// The program is too large, or the game not for two.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The pure equilibria of one game only are known.
    #[error("pure equilibria are listed for von-neumann with one copy of each card, not {game}")]
    NotPure { game: String },
    /// Too many pure equilibria to list.
    #[error(
        "{game} has {count} pure equilibria, expected at most {limit}: bluff pure counts them, and \
         lists some"
    )]
    TooManyPure { game: String, count: String, limit: usize },
    /// The sets are no pure strategies.
    #[error(transparent)]
    Pure(#[from] PureError),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// No such matrix game.
    #[error(transparent)]
    Matrix(#[from] MatrixError),
    /// The tree is no game that is solved.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// Cancelled from outside.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The engine proved that the program has no optimum; a game's program always has one.
    #[error("the program of {game} has no optimum, which a game's program always has")]
    NoOptimum { game: String },
    /// The candidate of the solver is not an equilibrium.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The saturation size could not be proved.
    #[error(transparent)]
    NotSaturated(#[from] NotSaturated),
    /// Too many linear programs to describe the optimal face.
    #[error(
        "the optimal face of {game} takes {work} row solves, expected at most {limit}: ask for a \
         smaller deck"
    )]
    FaceTooLarge { game: String, work: u128, limit: u64 },
    /// The method finds one equilibrium of two players.
    #[error("method {given} lists no equilibria, expected {}", self.allowed())]
    NoList { given: Method },
    /// Both players are locked whole.
    #[error(
        "the lock leaves neither player of {game} a choice: nothing is left to solve; payoff \
         judges two given strategies"
    )]
    NothingLeft { game: String },
    /// The method takes no lock.
    #[error("method {given} takes no lock, expected {}", self.allowed())]
    LockedMethod { given: Method },
    /// The method has no program to write.
    #[error("method {given} writes no linear program, expected {}", self.allowed())]
    NoProgram { given: Method },
}

impl SolveError {
    fn allowed(&self) -> String {
        match self {
            Self::UnknownMethod { .. } => {
                format!("one of: {}", Method::ALL.map(Method::name).join(", "))
            }
            Self::SearchPlayers { limit, .. } => format!("at most {limit}"),
            Self::SearchTooLarge { limit, .. } | Self::SearchStarts { limit, .. } => {
                format!("at most {limit}")
            }
            Self::NoStarts { .. } => "search, or normal-form for three or more players".to_owned(),
            Self::NoList { .. } => "auto, threshold, normal-form or search".to_owned(),
            Self::LockedMethod { .. } => "auto, readable, lp or runs".to_owned(),
            Self::NoProgram { .. } => "lp or normal-form".to_owned(),
            // Their own errors say it, or they are not about one value.
            _ => String::new(),
        }
    }

    /// The value that is refused; `None` of an error that is not about one value.
    pub fn refused(&self) -> Option<RefusedValue> {
        let of = |field: &str, given: &dyn ToString| {
            Some(RefusedValue::of(field, given.to_string(), self.allowed()))
        };
        let alone = |given| Some(RefusedValue::without_field(given, self.allowed()));
        match self {
            Self::Game(error) => error.refused(),
            Self::Pure(error) => error.refused(),
            Self::Tree(TreeError::File(error)) => Some(error.refused()),
            Self::Matrix(MatrixError::Entry { error, .. }) => Some(error.refused()),
            Self::UnknownMethod { given } => of("method", given),
            Self::SearchPlayers { players, .. } => alone(format!("{players} players")),
            Self::SearchTooLarge { terms, .. } => {
                alone(format!("{terms} deals × ends of the hand"))
            }
            Self::SearchStarts { given, .. } => of("starts", given),
            Self::NoStarts { given, .. }
            | Self::NoList { given }
            | Self::LockedMethod { given }
            | Self::NoProgram { given } => of("method", given),
            _ => None,
        }
    }
}

impl From<HandError> for SolveError {
    fn from(error: HandError) -> Self {
        match error {
            HandError::Stopped(stopped) => stopped.into(),
            HandError::NoOptimum { game } => Self::NoOptimum { game },
            HandError::NoProfile(error) => ProgramError::Profile(error).into(),
            HandError::Refused(refusal) => refusal.into(),
        }
    }
}

//! One function: a game in, a certified solution out. Beside it, what else can be asked of a game.

mod face;
mod pure;
mod saturation;
mod search;
mod table;

use std::fmt;
use std::str::FromStr;

pub use face::{Face, FaceView, face};
pub use pure::pure_solution;
pub use saturation::newman_saturation;
pub use search::{MAX_SEARCH_PLAYERS, MAX_STARTS, STARTS, Search, search};
pub use table::{PayTable, pay_table, program_text};

/// Counts pivots and cancels a solve, which then says so.
pub use crate::engine::lp::{Control, Stopped};

use crate::certificate::{Candidate, Certified, NotSaturated, Refusal, Solution, check};
use crate::engine::lp::{self, Optimum, Outcome, Problem, Work};
use crate::exact::excerpt;
use crate::game::{Game, GameError};
use crate::program::{NormalForm, ProgramError, SequenceForm};
use crate::pure::PureError;
use crate::strategy::Profile;
use crate::threshold::{self, ThresholdError};

/// How an equilibrium is looked for. The certificate does not depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Threshold where the game has that form, otherwise the linear program; for more than two players a search.
    #[default]
    Auto,
    /// The threshold form of one-street games, for any deck.
    Threshold,
    /// The sparse sequence-form linear program of two players (the fast LP of the paper).
    Lp,
    /// The linear program over all pure strategies (the slow LP of the paper).
    NormalForm,
    /// A nonlinear program from many starts, for two to four players (the fast NLP of the paper).
    Search,
}

impl Method {
    /// All methods, as commands spell them.
    pub const ALL: [Self; 5] = [Self::Auto, Self::Threshold, Self::Lp, Self::NormalForm, Self::Search];

    /// The word for this method in commands and documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Threshold => "threshold",
            Self::Lp => "lp",
            Self::NormalForm => "normal-form",
            Self::Search => "search",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = SolveError;
    fn from_str(text: &str) -> Result<Self, SolveError> {
        let found = Self::ALL.into_iter().find(|method| method.name() == text);
        found.ok_or_else(|| SolveError::UnknownMethod { given: excerpt(text) })
    }
}

/// Why there is no solution: bad input, or a limit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// No such method.
    #[error("method “{given}”, expected one of: auto, threshold, lp, normal-form, search")]
    UnknownMethod {
        /// The word given.
        given: String,
    },
    /// More players than a search takes.
    #[error("{game} has {players} players, expected at most {limit} for method search")]
    SearchPlayers {
        /// The game's label.
        game: String,
        /// Its players.
        players: usize,
        /// The most allowed.
        limit: usize,
    },
    /// A search would have too many deals to look at.
    #[error(
        "{game} is too large for method search: its deals × ends of the hand are {terms}, expected at most {limit}: ask for a smaller deck"
    )]
    SearchTooLarge {
        /// The game's label.
        game: String,
        /// Deals × ends of the hand, in words when they are too many to count.
        terms: String,
        /// The most allowed.
        limit: u64,
    },
    /// A search with too many starts.
    #[error("{given} starts, expected at most {limit}")]
    SearchStarts {
        /// The starts asked for.
        given: u64,
        /// The most allowed.
        limit: u64,
    },
    /// No start of a search led to an exact equilibrium.
    #[error(
        "no exact equilibrium of {game} was found from {starts} starts: {unresolved} came near one that was not recovered in rationals (its probabilities may be irrational), {stranded} ended elsewhere"
    )]
    SearchedInVain {
        /// The game's label.
        game: String,
        /// The starts taken.
        starts: u64,
        /// Starts near an equilibrium in doubles.
        unresolved: u64,
        /// Starts that ended where somebody gains by deviating.
        stranded: u64,
    },
    /// None of the candidates in threshold form is an equilibrium.
    #[error("no equilibrium of {game} was found in threshold form; there may be others")]
    NoneFound {
        /// The game's label.
        game: String,
    },
    /// Several equilibria are listed for three or more players.
    #[error("{game} has 2 players: --face describes all its optimal strategies, --all is for three or more players")]
    NotMany {
        /// The game's label.
        game: String,
    },
    /// The threshold form does not fit the game.
    #[error(transparent)]
    Threshold(#[from] ThresholdError),
    /// The program is too large, or the game not for two.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The sets are no pure strategies.
    #[error(transparent)]
    Pure(#[from] PureError),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// Cancelled from outside.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The engine proved that the program has no optimum; a game's program always has one.
    #[error("the program of {game} has no optimum, which a game's program always has")]
    NoOptimum {
        /// The game's label.
        game: String,
    },
    /// What the solver found is not an equilibrium.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The saturation size could not be proved.
    #[error(transparent)]
    NotSaturated(#[from] NotSaturated),
    /// Too many linear programs to describe the optimal face.
    #[error("the optimal face of {game} takes {work} row solves, expected at most {limit}: ask for a smaller deck")]
    FaceTooLarge {
        /// The game's label.
        game: String,
        /// Rows times linear programs.
        work: u128,
        /// The most allowed.
        limit: u64,
    },
    /// The method finds one equilibrium of two players.
    #[error("method {given} lists no equilibria, expected auto, threshold or search")]
    NoList {
        /// The method.
        given: Method,
    },
    /// The method has no program to write.
    #[error("method {given} writes no linear program, expected lp or normal-form")]
    NoProgram {
        /// The method.
        given: Method,
    },
}

/// A certified solution and what it cost.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The equilibrium.
    pub solution: Certified<Solution>,
    /// Pivots and bits; all 0 for the threshold form and a search.
    pub work: Work,
}

/// Solves a game and has the answer certified.
///
/// The answer is deterministic. `Auto` gives the threshold form where one exists (I bluffs the lowest cards, II calls
/// from the top down), which is what the paper prints; otherwise the basis that the simplex method ends with.
/// `control` counts pivots and cancels.
///
/// Errors: [`SolveError`].
///
/// ```
/// use rational_bluff::{exact::Rational, game::von_neumann, solve::{Control, Method, solve}};
/// let game = von_neumann(3, Rational::ONE)?;
/// let solved = solve(&game, Method::Lp, &Control::new())?;
/// assert_eq!(solved.solution.values, [Rational::ratio(1, 18), Rational::ratio(-1, 18)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(game: &Game, method: Method, control: &Control) -> Result<Solved, SolveError> {
    let method = match method {
        Method::Auto if threshold::applies(game) => Method::Threshold,
        Method::Auto if game.players().len() > 2 => Method::Search,
        Method::Auto => Method::Lp,
        chosen => chosen,
    };
    let (profile, work) = match method {
        Method::Auto | Method::Threshold => {
            let mut solutions = threshold_solutions(game)?;
            let solution = solutions.next().ok_or_else(|| SolveError::NoneFound { game: game.label() })??;
            return Ok(Solved { solution, work: Work::default() });
        }
        Method::Search => {
            return Ok(Solved { solution: search::first_found(game, control)?, work: Work::default() });
        }
        Method::Lp => {
            let form = SequenceForm::smaller(game)?;
            let (optimum, work) = optimum(game, form.problem(), control)?;
            (form.profile(&optimum)?, work)
        }
        Method::NormalForm => {
            let form = NormalForm::of(game)?;
            let (optimum, work) = optimum(game, &form.problem(), control)?;
            (form.profile(&optimum)?, work)
        }
    };
    let solution = certified(game, profile, method.name())?;
    Ok(Solved { solution, work })
}

/// Whether `Auto` solves a game by its threshold form: any deck size, by runs of cards.
pub fn has_threshold_form(game: &Game) -> bool {
    threshold::applies(game)
}

/// The equilibria of three or more players that a method finds, distinct and certified. There may be others.
///
/// `Threshold` (and `Auto` where the game has that form): all callers alike, in order of the callers' threshold; where a
/// probability may lie anywhere between two, both ends are listed. `Search` (and `Auto` for other games): what
/// [`search()`] finds from [`STARTS`] starts with seed 0.
///
/// Errors: [`SolveError`]; `NotMany` for two players, whose optimal strategies [`face()`] describes, and `NoList` for the
/// linear programs.
///
/// ```
/// use rational_bluff::{exact::Rational, game::three_player, solve::{Control, Method, solve_all}};
/// let game = three_player(7, Rational::from(2))?;
/// let all = solve_all(&game, Method::Auto, &Control::new())?.solutions;
/// assert!(all.iter().all(|solution| solution.values[0] == Rational::ratio(2, 21)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_all(game: &Game, method: Method, control: &Control) -> Result<Search, SolveError> {
    if game.players().len() == 2 {
        return Err(SolveError::NotMany { game: game.label() });
    }
    let by_threshold = || -> Result<Search, SolveError> {
        let solutions = threshold_solutions(game)?.collect::<Result<_, _>>()?;
        Ok(Search { solutions, starts: 0, unresolved: 0, stranded: 0 })
    };
    match method {
        Method::Threshold => by_threshold(),
        Method::Auto if threshold::applies(game) => by_threshold(),
        Method::Auto | Method::Search => match search(game, STARTS, 0, control)? {
            Search { solutions, starts, unresolved, stranded } if solutions.is_empty() => {
                Err(SolveError::SearchedInVain { game: game.label(), starts, unresolved, stranded })
            }
            found => Ok(found),
        },
        Method::Lp | Method::NormalForm => Err(SolveError::NoList { given: method }),
    }
}

/// The certified ones among the threshold candidates. Where there is only one, its refusal is an error.
fn threshold_solutions(
    game: &Game,
) -> Result<impl Iterator<Item = Result<Certified<Solution>, SolveError>> + '_, SolveError> {
    let candidates = threshold::candidates(game)?;
    let only = candidates.len() == 1;
    let judged = candidates.into_iter().map(|profile| certified(game, profile, Method::Threshold.name()));
    Ok(judged.filter(move |judged| only || !matches!(judged, Err(SolveError::Refused(_)))))
}

fn optimum(game: &Game, problem: &Problem, control: &Control) -> Result<(Optimum, Work), SolveError> {
    let solved = lp::solve(problem, None, control)?;
    match solved.outcome {
        Outcome::Optimal(optimum) => Ok((optimum, solved.work)),
        _ => Err(SolveError::NoOptimum { game: game.label() }),
    }
}

fn certified(game: &Game, profile: Profile, method: &str) -> Result<Certified<Solution>, SolveError> {
    Ok(check(game, Candidate { values: None, profile, method: method.to_owned() })?)
}

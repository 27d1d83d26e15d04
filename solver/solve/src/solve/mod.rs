//! One function: a game in, a certified solution out. Beside it, what else can be asked of a game.

mod bounds;
mod error;
mod face;
mod guide;
mod locked;
mod matrix;
mod parts;
mod readable;
mod reply;
mod runs;
mod saturation;
mod search;
mod size;
mod table;
mod tree;
mod undominated;

use std::fmt;
use std::str::FromStr;

pub use bounds::ValueBounds;
pub use error::SolveError;
pub use face::{Face, FaceView, face};
pub use matrix::{MatrixEquilibrium, MatrixError, MatrixGame};
pub(crate) use parts::{common_parts, known_parts};
pub use reply::{BestAction, BestReply, best_replies};
pub use saturation::{Saturated, newman_saturation, saturated};
pub use search::{MAX_SEARCH_PLAYERS, MAX_STARTS, STARTS, Search, Starts, search};
pub use size::{ProblemSize, size};
pub use table::{Mixture, PayTable, mixture, pay_table, program_text};
pub use tree::{solve_file, solve_tree};
pub use undominated::undominated;

pub use crate::engine::lp::TextFormat;
pub use crate::threshold::applies as has_threshold_form;

/// Counts pivots, cancels a solve and limits its memory; a solve that is stopped says so.
pub use crate::control::{Control, MemoryBudget, Stopped, count_memory};

use crate::certificate::{Candidate, Certified, Solution, check};
use crate::engine::lp::{self, Basis, LinearProgram, Optimum, SolveWork, SolvedProblem};
use crate::exact::{Rational, excerpt};
use crate::game::Game;
use crate::hands;
use crate::program::{NormalForm, ProgramError, SequenceForm};
use crate::pure::{PureEquilibrium, sets_profile};
use crate::strategy::Profile;
use crate::threshold;

use runs::Choice;

/// Method by which an equilibrium is looked for. The certificate does not depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Method {
    /// Threshold where the game has that form; for more than two players a search; for two
    /// `Readable`, or `Lp` where only one player's program is small enough.
    #[default]
    Auto,
    /// The threshold form of one-street games, for any deck.
    Threshold,
    /// Of all optimal strategies of two players those that people read best: in few runs of cards,
    /// and not weakly dominated. Large games of hands: hands that no payoff tells apart are played
    /// alike. A deck of more than [`RUNS_FROM`] cards is solved by runs; one
    /// that needs too many of them gets an answer of `Runs`.
    Readable,
    /// The sparse sequence-form linear program of two players (the fast LP of the paper).
    Lp,
    /// The linear program of two players by runs of cards that are played alike, cut until it
    /// solves the game: for any deck.
    Runs,
    /// All pure strategies: a linear program for two players, for more a nonlinear one from many
    /// starts (the slow LP and the slow NLP of the paper).
    NormalForm,
    /// A nonlinear program from many starts, for two to four players (the fast NLP of the paper).
    Search,
}

impl Method {
    /// All methods, as commands spell them.
    pub const ALL: [Self; 7] = [
        Self::Auto,
        Self::Threshold,
        Self::Readable,
        Self::Lp,
        Self::Runs,
        Self::NormalForm,
        Self::Search,
    ];

    /// The word for this method in commands and documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Threshold => "threshold",
            Self::Readable => "readable",
            Self::Lp => "lp",
            Self::Runs => "runs",
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

/// The largest deck whose linear programs `Auto` writes card by card.
pub const RUNS_FROM: u64 = 100;

/// A certified solution and what it cost.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The equilibrium.
    pub solution: Certified<Solution>,
    /// Pivots and bits; all 0 for the threshold form and a search.
    pub work: SolveWork,
}

impl Solved {
    /// The payoff of player I per hand, in the unit of the game.
    ///
    /// ```
    /// use rational_bluff::{exact::Rational, game::Game, solve::{Control, Method, solve}};
    /// let solved = solve(&"kuhn/n3-b1".parse::<Game>()?, Method::Auto, &Control::new())?;
    /// assert_eq!(solved.value(), &Rational::ratio(-1, 18));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value(&self) -> &Rational {
        &self.solution.values[0]
    }
}

/// Solves a game and has the answer certified.
///
/// The answer is deterministic. `Auto` gives the threshold form where one exists (I bluffs the
/// lowest cards, II calls from the top down), which is what the paper prints; otherwise, for two
/// players, an equilibrium in few runs of cards that is not weakly dominated. `control` counts
/// pivots and cancels.
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
    solve_from(game, method, None, control)
}

/// [`solve`] with a search that takes these starts, at most eight at a time, until one of them has
/// led to an equilibrium.
///
/// Errors: [`SolveError`]; `NoStarts` where the method does not search the game.
///
/// ```
/// use rational_bluff::{
///     exact::Rational,
///     game::three_player,
///     solve::{Control, Method, Starts, solve_from},
/// };
/// let game = three_player(4, Rational::ONE)?;
/// let starts = Some(Starts { count: 20, seed: 7 });
/// let solved = solve_from(&game, Method::NormalForm, starts, &Control::new())?;
/// assert_eq!(solved.solution.values[0], Rational::ratio(1, 24));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_from(
    game: &Game,
    method: Method,
    starts: Option<Starts>,
    control: &Control,
) -> Result<Solved, SolveError> {
    if game.is_locked() {
        return match starts {
            Some(_) => Err(SolveError::NoStarts { given: method, game: game.label() }),
            None => locked::solution(game, method, control),
        };
    }
    if game.views().is_empty() {
        // Nobody has a choice.
        let profile = Profile::new(game, Vec::new()).map_err(ProgramError::from)?;
        let solution = certified(game, profile, settled(game, method).name(), control)?;
        return Ok(Solved { solution, work: SolveWork::default() });
    }
    let (method, starts) = way(game, method, starts)?;
    if let Method::Readable | Method::Lp = method
        && let Some((solution, work)) = hands::solution(game, method == Method::Readable, control)?
    {
        return Ok(Solved { solution, work });
    }
    if let Some(starts) = starts {
        let solution = search::first_found(game, method, starts, control)?;
        return Ok(Solved { solution, work: SolveWork::default() });
    }
    let (profile, work, method) = match method {
        Method::Threshold => {
            let mut solutions = threshold_solutions(game, control)?;
            let solution =
                solutions.next().ok_or_else(|| SolveError::NoneFound { game: game.label() })??;
            return Ok(Solved { solution, work: SolveWork::default() });
        }
        Method::Auto | Method::Lp | Method::Search => {
            let form = SequenceForm::smaller(game)?;
            let (start, guided) = guide::start(game, &form, control)?;
            let (optimum, work) = optimum(game, form.problem(), start.as_ref(), control)?;
            (control.run(|| form.profile(&optimum))??, guided.and(work), Method::Lp)
        }
        Method::Readable => runs::by_runs(game, Choice::Readable, control)?,
        Method::Runs => runs::by_runs(game, Choice::Strictest, control)?,
        Method::NormalForm => {
            let form = NormalForm::of(game)?;
            let (optimum, work) = optimum(game, &form.problem(), None, control)?;
            (control.run(|| form.profile(&optimum))??, work, Method::NormalForm)
        }
    };
    Ok(Solved { solution: certified(game, profile, method.name(), control)?, work })
}

/// The method that [`solve`] takes: what `Auto` stands for with this game.
pub fn settled(game: &Game, method: Method) -> Method {
    match method {
        Method::Auto if threshold::applies(game) => Method::Threshold,
        Method::Auto if game.players().len() > 2 => Method::Search,
        Method::Auto if readable::fits(game) => Method::Readable,
        Method::Auto => Method::Lp,
        chosen => chosen,
    }
}

/// The equilibria of three or more players that a method finds, distinct and certified. There may
/// be others.
///
/// `Threshold` (and `Auto` where the game has that form): all callers alike, in order of the
/// callers' threshold; where a probability may lie anywhere between two, both ends are listed.
/// `Search` (and `Auto` for other games): what [`search()`] finds from these starts, or those of
/// [`Starts::default`]. `NormalForm`: the same over pure strategies.
///
/// Errors: [`SolveError`]; `NotMany` for two players, whose optimal strategies [`face()`]
/// describes; `NoList` for the linear program; `NoStarts` where the method does not search the
/// game.
///
/// ```
/// use rational_bluff::{
///     exact::Rational,
///     game::three_player,
///     solve::{Control, Method, Starts, solve_all_from},
/// };
/// let game = three_player(7, Rational::from(2))?;
/// let all = solve_all_from(&game, Method::Auto, None, &Control::new())?.solutions;
/// assert!(all.iter().all(|solution| solution.values[0] == Rational::ratio(2, 21)));
/// let (game, starts) = (three_player(3, Rational::ONE)?, Some(Starts { count: 4, seed: 7 }));
/// let all = solve_all_from(&game, Method::NormalForm, starts, &Control::new())?.solutions;
/// assert!(all.iter().all(|solution| solution.method == "normal-form"));
/// assert!(solve_all_from(&game, Method::Threshold, starts, &Control::new()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_all_from(
    game: &Game,
    method: Method,
    starts: Option<Starts>,
    control: &Control,
) -> Result<Search, SolveError> {
    if game.players().len() == 2 {
        return Err(SolveError::NotMany { game: game.label() });
    }
    match way(game, method, starts)? {
        (method, Some(starts)) => {
            let found = search::list(game, method, starts, control)?;
            if found.solutions.is_empty() { Err(found.in_vain(game)) } else { Ok(found) }
        }
        (Method::Threshold, None) => {
            let solutions = threshold_solutions(game, control)?.collect::<Result<_, _>>()?;
            Ok(Search::listed(solutions))
        }
        _ => Err(SolveError::NoList { given: method }),
    }
}

/// The method that solves a game in place of another, and the starts of its search if it searches.
///
/// Errors: `NoStarts` if starts are given and the method does not search the game; `OtherDeck` and
/// `TooManyHands` if the method is for decks of ranks, or for fewer hands.
fn way(
    game: &Game,
    given: Method,
    starts: Option<Starts>,
) -> Result<(Method, Option<Starts>), SolveError> {
    let method = settled(game, given);
    let is_search =
        method == Method::Search || method == Method::NormalForm && game.players().len() > 2;
    let other_deck = !game.deck().is_ranks();
    if other_deck && (is_search || method == Method::Runs) {
        let (game, method) = (game.label(), method.name());
        return Err(ProgramError::OtherDeck { game, method }.into());
    }
    let many_hands = game.n() > RUNS_FROM && !hands::applies(game);
    if other_deck && many_hands && method == Method::Readable {
        let (game, hands) = (game.label(), game.n());
        return Err(ProgramError::TooManyHands { game, hands, limit: RUNS_FROM }.into());
    }
    match starts {
        starts if is_search => Ok((method, Some(starts.unwrap_or_default()))),
        Some(_) => Err(SolveError::NoStarts { given, game: game.label() }),
        None => Ok((method, None)),
    }
}

/// The certified ones among the threshold candidates. The refusal of the only one of a one-street
/// game is an error.
fn threshold_solutions<'a>(
    game: &'a Game,
    control: &'a Control,
) -> Result<impl Iterator<Item = Result<Certified<Solution>, SolveError>> + 'a, SolveError> {
    let mut candidates = control.run(|| threshold::candidates(game))??;
    let only = game.is_one_street();
    let next = move || control.run(|| candidates.next()).transpose();
    let judged = std::iter::from_fn(next)
        .map(|profile| certified(game, profile??, Method::Threshold.name(), control));
    Ok(judged.filter(move |judged| only || !matches!(judged, Err(SolveError::Refused(_)))))
}

/// A pure equilibrium with its value, certified: nothing that [`crate::pure`] lists needs to be
/// believed.
///
/// Errors: [`SolveError::Refused`] if the sets are no equilibrium, `Pure` if they are no sets of
/// cards of the deck.
///
/// ```
/// use rational_bluff::{
///     exact::Rational, game::von_neumann, pure::PureEquilibrium, solve::pure_solution,
/// };
/// let sets = PureEquilibrium { bets: vec![1, 6, 7], calls: vec![3, 6, 7] };
/// let solution = pure_solution(&von_neumann(7, Rational::from(2))?, &sets)?;
/// assert_eq!(solution.values[0], Rational::ratio(2, 21));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pure_solution(
    game: &Game,
    sets: &PureEquilibrium,
) -> Result<Certified<Solution>, SolveError> {
    certified(game, sets_profile(game, sets)?, "pure", &Control::new())
}

/// The best point of a program of a game, looked for from `start` on.
fn optimum(
    game: &Game,
    problem: &LinearProgram,
    start: Option<&Basis>,
    control: &Control,
) -> Result<(Optimum, SolveWork), SolveError> {
    let SolvedProblem { outcome, work } = lp::solve(problem, start, control)?;
    let optimum = outcome.optimum();
    Ok((optimum.ok_or_else(|| SolveError::NoOptimum { game: game.label() })?, work))
}

fn certified(
    game: &Game,
    profile: Profile,
    method: &str,
    control: &Control,
) -> Result<Certified<Solution>, SolveError> {
    let candidate = Candidate { values: None, profile, method: method.to_owned() };
    Ok(control.run(|| check(game, candidate))??)
}

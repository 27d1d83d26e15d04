use std::ops::Range;

use crate::certificate::{Certified, Solution};
use crate::control::map;
use crate::engine::nlp::minimise;
use crate::exact::Rational;
use crate::game::Game;
use crate::program::{Complementarity, MAX_TERMS, MixedForm, terms};

use super::{Control, Method, SolveError, Stopped, certified};

/// The most players of a game that [`search`] takes.
pub const MAX_SEARCH_PLAYERS: usize = 4;
/// The most starts of one search.
pub const MAX_STARTS: u64 = 1 << 20;
/// The starts of a search that is not told how many to take.
pub const STARTS: u64 = 64;
/// The starts that [`super::solve`] takes at a time, until one of them has led to an equilibrium.
const BATCH: u64 = 8;
/// The starts that a list takes at a time: what is kept in between is the distinct equilibria.
const LIST_BATCH: u64 = 512;
/// The total gain, in antes per hand, below which a start that led to nothing exact is called unresolved rather than
/// stranded. It sorts failures; no answer depends on it.
const NEAR: f64 = 1e-6;

/// From where a search looks: so many points, drawn from a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Starts {
    /// How many, at most [`MAX_STARTS`].
    pub count: u64,
    /// What they are drawn from; those of one seed have nothing in common with those of another.
    pub seed: u64,
}

impl Default for Starts {
    /// [`STARTS`] of seed 0.
    fn default() -> Self {
        Self { count: STARTS, seed: 0 }
    }
}

/// What a search found.
///
/// Every solution is certified. Nothing is claimed about what is not listed: another seed or more starts may find more,
/// and where equilibria fill a curve or more, some of them are listed.
#[derive(Clone, Debug)]
pub struct Search {
    /// The equilibria found, each once, by values and then by probabilities.
    pub solutions: Vec<Certified<Solution>>,
    /// How many starts were taken; 0 where nothing was searched ([`super::solve_all`] in threshold form).
    pub starts: u64,
    /// What the starts were drawn from.
    pub seed: u64,
    /// How many of them came near an equilibrium in doubles, by total gain, from which no exact one was recovered. Its
    /// probabilities may be irrational, or fractions too long to be guessed.
    pub unresolved: u64,
    /// How many ended where somebody still gains by deviating: dead ends of the descent, which prove nothing.
    pub stranded: u64,
}

/// Looks for equilibria of a game with two to four players by nonlinear programming, from many starts.
///
/// From each start the violations of the equilibrium conditions are minimised in doubles ([`Complementarity`]). At the
/// point reached, the actions played with positive probability are read off, the conditions that these pay equally
/// are solved in rationals, and the certificate judges the strategies. Players in like positions need not play alike.
/// The answer depends on the game, `starts` and `seed` alone, not on the machine's number of threads.
///
/// Errors: `SearchPlayers`, `SearchTooLarge`, `SearchStarts`, `Stopped`. Finding nothing is no error.
/// Cost: per start some hundred to some thousand passes over all deals, and a few exact solves.
///
/// ```
/// use rational_bluff::{exact::Rational, game::three_player, solve::{Control, search}};
/// let game = three_player(4, Rational::ONE)?;
/// let found = search(&game, 4, 0, &Control::new())?;
/// assert!(!found.solutions.is_empty());
/// assert!(found.solutions.iter().all(|solution| solution.values[0] == Rational::ratio(1, 24)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(game: &Game, starts: u64, seed: u64, control: &Control) -> Result<Search, SolveError> {
    list(game, Method::Search, Starts { count: starts, seed }, control)
}

/// What a search over behavior strategies ([`Method::Search`]) or pure ones ([`Method::NormalForm`]) finds.
pub(super) fn list(game: &Game, method: Method, starts: Starts, control: &Control) -> Result<Search, SolveError> {
    searched(game, method, starts, LIST_BATCH, |_| false, control)
}

/// The first equilibrium that such a search finds, batch by batch.
pub(super) fn first_found(
    game: &Game,
    method: Method,
    starts: Starts,
    control: &Control,
) -> Result<Certified<Solution>, SolveError> {
    let found = searched(game, method, starts, BATCH, |search| !search.solutions.is_empty(), control)?;
    let vain = found.in_vain(game);
    found.solutions.into_iter().next().ok_or(vain)
}

/// Takes starts batch by batch, until it is enough.
fn searched(
    game: &Game,
    method: Method,
    starts: Starts,
    batch: u64,
    enough: impl Fn(&Search) -> bool,
    control: &Control,
) -> Result<Search, SolveError> {
    affordable(game, method, starts)?;
    let fast = Complementarity::of(game);
    let slow = if method == Method::NormalForm { Some(MixedForm::of(&fast)?) } else { None };
    let programs = Programs { game, method, fast: &fast, slow };
    let mut search = Search { solutions: Vec::new(), starts: 0, seed: starts.seed, unresolved: 0, stranded: 0 };
    while search.starts < starts.count && !enough(&search) {
        programs.take(starts.count.min(search.starts + batch), &mut search, control)?;
    }
    Ok(search)
}

impl Search {
    /// The error of a search that found nothing.
    pub(super) fn in_vain(&self, game: &Game) -> SolveError {
        let Self { starts, unresolved, stranded, .. } = *self;
        SolveError::SearchedInVain { game: game.label(), starts, unresolved, stranded }
    }
}

/// The deals × ends of the hand of a game that a search takes.
///
/// Errors: `SearchPlayers`, `SearchStarts`, `SearchTooLarge`.
pub(super) fn affordable(game: &Game, method: Method, starts: Starts) -> Result<u64, SolveError> {
    let players = game.players().len();
    if players > MAX_SEARCH_PLAYERS {
        return Err(SolveError::SearchPlayers { game: game.label(), method, players, limit: MAX_SEARCH_PLAYERS });
    }
    if starts.count > MAX_STARTS {
        return Err(SolveError::SearchStarts { given: starts.count, limit: MAX_STARTS });
    }
    match terms(game) {
        Some(terms) if terms <= MAX_TERMS => Ok(terms),
        terms => {
            let terms = terms.map_or_else(|| "over 10^19".to_owned(), |terms| terms.to_string());
            Err(SolveError::SearchTooLarge { game: game.label(), method, terms, limit: MAX_TERMS })
        }
    }
}

/// The program whose supports are solved in rationals, and the slow one if points are looked for there.
struct Programs<'a> {
    game: &'a Game,
    method: Method,
    fast: &'a Complementarity<'a>,
    slow: Option<MixedForm<'a>>,
}

/// What came of one start.
enum End {
    Solved(Box<Certified<Solution>>),
    Unresolved,
    Stranded,
}

impl Programs<'_> {
    /// Where the starts end, in behavior strategies.
    fn points(&self, starts: Range<u64>, seed: u64, control: &Control) -> Result<Vec<Vec<f64>>, Stopped> {
        let Some(slow) = &self.slow else {
            return Ok(minimise(self.fast, starts, seed, control)?.into_iter().map(|end| end.point).collect());
        };
        Ok(minimise(slow, starts, seed, control)?.iter().map(|end| slow.behavior(&end.point)).collect())
    }

    /// The first certified candidate near a point: the others are mostly the same with longer fractions.
    fn resolve(&self, point: &[f64], control: &Control) -> Result<End, Stopped> {
        for support in self.fast.supports(point) {
            for unknowns in support.indifference.rational_points(&support.near, control)? {
                let Ok(profile) = self.fast.profile(&support, &unknowns) else { continue };
                match certified(self.game, profile, self.method.name(), control) {
                    Ok(solution) => return Ok(End::Solved(Box::new(solution))),
                    Err(SolveError::Stopped(stopped)) => return Err(stopped),
                    Err(_) => {}
                }
            }
        }
        Ok(if self.fast.total_gain(point) < NEAR { End::Unresolved } else { End::Stranded })
    }

    /// Takes starts up to this one, and adds what comes of them.
    fn take(&self, until: u64, search: &mut Search, control: &Control) -> Result<(), Stopped> {
        let points = self.points(search.starts..until, search.seed, control)?;
        let ends = map(points, |point| self.resolve(&point, control));
        let ends: Vec<End> = ends.into_iter().collect::<Result<_, Stopped>>()?;
        search.starts = until;
        for end in ends {
            match end {
                End::Solved(solution) => search.solutions.push(*solution),
                End::Unresolved => search.unresolved += 1,
                End::Stranded => search.stranded += 1,
            }
        }
        search.solutions.sort_by_cached_key(|solution| (solution.values.clone(), probabilities(solution)));
        search.solutions.dedup_by(|one, other| one.profile == other.profile);
        Ok(())
    }
}

/// All probabilities by view, card and action.
fn probabilities(solution: &Solution) -> Vec<Rational> {
    let game = &solution.game;
    let at = |view: usize, card: u64| solution.profile.at(view).iter().map(move |action| action.at(card));
    (0..game.views().len()).flat_map(|view| (1..=game.n()).flat_map(move |card| at(view, card))).collect()
}

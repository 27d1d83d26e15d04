use rayon::prelude::*;

use crate::certificate::{Certified, Solution};
use crate::engine::nlp::{Minimum, minimise};
use crate::exact::Rational;
use crate::game::Game;
use crate::program::{Complementarity, MAX_TERMS, terms};

use super::{Control, Method, SolveError, Stopped, certified};

/// The most players of a game that [`search`] takes.
pub const MAX_SEARCH_PLAYERS: usize = 4;
/// The most starts of one search.
pub const MAX_STARTS: u64 = 1 << 20;
/// The starts that [`super::solve_all`] takes, and [`super::solve`] at most, with seed 0.
pub const STARTS: u64 = 64;
/// The starts that [`super::solve`] takes at a time, until one of them has led to an equilibrium.
const BATCH: u64 = 8;
/// The total gain, in antes per hand, below which a start that led to nothing exact is called unresolved rather than
/// stranded. It sorts failures; no answer depends on it.
const NEAR: f64 = 1e-6;

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
    affordable(game)?;
    if starts > MAX_STARTS {
        return Err(SolveError::SearchStarts { given: starts, limit: MAX_STARTS });
    }
    from_starts(game, 0..starts, seed, control)
}

/// The first equilibrium that a search with the standard starts finds, batch by batch.
pub(super) fn first_found(game: &Game, control: &Control) -> Result<Certified<Solution>, SolveError> {
    affordable(game)?;
    let (mut unresolved, mut stranded) = (0, 0);
    for first in (0..STARTS).step_by(BATCH as usize) {
        let found = from_starts(game, first..first + BATCH, 0, control)?;
        if let Some(solution) = found.solutions.into_iter().next() {
            return Ok(solution);
        }
        unresolved += found.unresolved;
        stranded += found.stranded;
    }
    Err(SolveError::SearchedInVain { game: game.label(), starts: STARTS, unresolved, stranded })
}

fn affordable(game: &Game) -> Result<(), SolveError> {
    let players = game.players().len();
    if players > MAX_SEARCH_PLAYERS {
        return Err(SolveError::SearchPlayers { game: game.label(), players, limit: MAX_SEARCH_PLAYERS });
    }
    match terms(game) {
        Some(terms) if terms <= MAX_TERMS => Ok(()),
        terms => {
            let terms = terms.map_or_else(|| "over 10^19".to_owned(), |terms| terms.to_string());
            Err(SolveError::SearchTooLarge { game: game.label(), terms, limit: MAX_TERMS })
        }
    }
}

fn from_starts(game: &Game, starts: std::ops::Range<u64>, seed: u64, control: &Control) -> Result<Search, SolveError> {
    /// What came of one start.
    enum End {
        Solved(Box<Certified<Solution>>),
        Unresolved,
        Stranded,
    }
    let count = starts.end - starts.start;
    let program = Complementarity::of(game);
    let minima = minimise(&program, starts, seed, control)?;
    let resolve = |minimum: &Minimum| {
        for support in program.supports(&minimum.point) {
            for unknowns in support.indifference.rational_points(&support.near, control)? {
                let Ok(profile) = program.profile(&support, &unknowns) else { continue };
                if let Ok(solution) = certified(game, profile, Method::Search.name()) {
                    return Ok(End::Solved(Box::new(solution)));
                }
            }
        }
        Ok(if program.total_gain(&minimum.point) < NEAR { End::Unresolved } else { End::Stranded })
    };
    let ends = minima.par_iter().map(resolve).collect::<Result<Vec<End>, Stopped>>()?;
    let mut search = Search { solutions: Vec::new(), starts: count, unresolved: 0, stranded: 0 };
    for end in ends {
        match end {
            End::Solved(solution) => search.solutions.push(*solution),
            End::Unresolved => search.unresolved += 1,
            End::Stranded => search.stranded += 1,
        }
    }
    search.solutions.sort_by_cached_key(|solution| (solution.values.clone(), probabilities(solution)));
    search.solutions.dedup_by(|one, other| one.profile == other.profile);
    Ok(search)
}

/// All probabilities by view, card and action.
fn probabilities(solution: &Solution) -> Vec<Rational> {
    let game = &solution.game;
    let at = |view: usize, card: u64| solution.profile.at(view).iter().map(move |action| action.at(card));
    (0..game.views().len()).flat_map(|view| (1..=game.n()).flat_map(move |card| at(view, card))).collect()
}

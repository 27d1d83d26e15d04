//! The search itself: descents in doubles, zeros in rationals, and the certificate.

use std::ops::Range;

use crate::certificate::{Certified, Solution};
use crate::control::map;
use crate::engine::nlp::minimise;
use crate::exact::Rational;
use crate::game::Game;
use crate::program::{Complementarity, MAX_TERMS, MixedForm, terms};

use super::super::{Control, Method, SolveError, Stopped, certified};
use super::{MAX_SEARCH_PLAYERS, MAX_STARTS, Search, Starts};

/// The total gain, in antes per hand, below which a start that led to nothing exact is called
/// unresolved rather than stranded. It sorts failures; no answer depends on it.
const NEAR: f64 = 1e-6;

/// Takes starts batch by batch, until it is enough.
pub(super) fn searched(
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
    let mut search =
        Search { solutions: Vec::new(), starts: 0, seed: starts.seed, unresolved: 0, stranded: 0 };
    while search.starts < starts.count && !enough(&search) {
        programs.take(starts.count.min(search.starts + batch), &mut search, control)?;
    }
    Ok(search)
}

/// The deals × ends of the hand at which a search looks at every step.
///
/// Errors: `SearchPlayers`, `SearchStarts`, `SearchTooLarge`, `Program`.
pub(in crate::solve) fn size(
    game: &Game,
    method: Method,
    starts: Starts,
) -> Result<u64, SolveError> {
    let terms = affordable(game, method, starts)?;
    if method == Method::NormalForm {
        MixedForm::fits(game)?;
    }
    Ok(terms)
}

/// The deals × ends of the hand of a game that a search takes.
///
/// Errors: `SearchPlayers`, `SearchStarts`, `SearchTooLarge`.
fn affordable(game: &Game, method: Method, starts: Starts) -> Result<u64, SolveError> {
    let players = game.players().len();
    if players > MAX_SEARCH_PLAYERS {
        let (game, limit) = (game.label(), MAX_SEARCH_PLAYERS);
        return Err(SolveError::SearchPlayers { game, method, players, limit });
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

/// The program whose supports are solved in rationals, and the slow one if points are looked for
/// there.
struct Programs<'a> {
    game: &'a Game,
    method: Method,
    fast: &'a Complementarity<'a>,
    slow: Option<MixedForm<'a>>,
}

/// Result of one start.
enum StartEnd {
    Solved(Box<Certified<Solution>>),
    Unresolved,
    Stranded,
}

impl Programs<'_> {
    /// Ends of the starts, in behavior strategies.
    fn points(
        &self,
        starts: Range<u64>,
        seed: u64,
        control: &Control,
    ) -> Result<Vec<Vec<f64>>, Stopped> {
        let Some(slow) = &self.slow else {
            return minimise(self.fast, starts, seed, control);
        };
        let ends = minimise(slow, starts, seed, control)?;
        Ok(ends.iter().map(|point| slow.behavior(point)).collect())
    }

    /// The first certified candidate near a point: the others are mostly the same with longer
    /// fractions.
    fn resolve(&self, point: &[f64], control: &Control) -> Result<StartEnd, Stopped> {
        for support in self.fast.supports(point) {
            for unknowns in support.indifference.rational_points(&support.near, control)? {
                let Ok(profile) = self.fast.profile(&support, &unknowns) else { continue };
                match certified(self.game, profile, self.method.name(), control) {
                    Ok(solution) => return Ok(StartEnd::Solved(Box::new(solution))),
                    Err(SolveError::Stopped(stopped)) => return Err(stopped),
                    Err(_) => {}
                }
            }
        }
        Ok(if self.fast.total_gain(point) < NEAR {
            StartEnd::Unresolved
        } else {
            StartEnd::Stranded
        })
    }

    /// Takes starts up to this one, and adds what comes of them.
    fn take(&self, until: u64, search: &mut Search, control: &Control) -> Result<(), Stopped> {
        let points = self.points(search.starts..until, search.seed, control)?;
        let ends = map(points, |point| self.resolve(&point, control));
        let ends: Vec<StartEnd> = ends.into_iter().collect::<Result<_, Stopped>>()?;
        search.starts = until;
        for end in ends {
            match end {
                StartEnd::Solved(solution) => search.solutions.push(*solution),
                StartEnd::Unresolved => search.unresolved += 1,
                StartEnd::Stranded => search.stranded += 1,
            }
        }
        search
            .solutions
            .sort_by_cached_key(|solution| (solution.values.clone(), probabilities(solution)));
        search.solutions.dedup_by(|one, other| one.profile == other.profile);
        Ok(())
    }
}

/// All probabilities by view, card and action.
fn probabilities(solution: &Solution) -> Vec<Rational> {
    let game = &solution.game;
    let at = |view: usize, card: u64| {
        solution.profile.at(view).iter().map(move |action| action.at(card))
    };
    (0..game.views().len())
        .flat_map(|view| (1..=game.n()).flat_map(move |card| at(view, card)))
        .collect()
}

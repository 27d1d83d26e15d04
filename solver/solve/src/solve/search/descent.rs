//! The search itself: regrets and successive programs in doubles, zeros in rationals, and the
//! certificate.

use crate::certificate::{Candidate, Certified, QuadraticEquilibrium, Solution, judge_near};
use crate::control::map;
use crate::engine::nlp::{Draws, Violations, ZeroNear, descend};
use crate::exact::{Quadratic, QuadraticField, Rational};
use crate::game::Game;
use crate::program::{Complementarity, MAX_TERMS, MixedForm, RegretMatching, terms};

use super::super::{Control, Method, SolveError, Stopped, certified};
use super::successive::{PointReached, descended};
use super::{MAX_SEARCH_PLAYERS, MAX_STARTS, Search, Starts};

/// The total gain, in antes per hand, below which a start that led to nothing exact is called
/// unresolved rather than stranded. It sorts failures; no answer depends on it.
const NEAR: f64 = 1e-6;

/// The parts that probabilities are rounded to where no exact equilibrium is found.
const PARTS: u32 = 1_000_000;

/// Rounds of regret matching+ before the first descent, and before the others in turn.
const ROUNDS: (u32, [u32; 4]) = (500, [100, 150, 200, 300]);

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
    let mut search = Search { seed: starts.seed, ..Search::default() };
    control.allow_early_end();
    // The first start is taken in any case: what ends early has an answer.
    let ended = |search: &Search| search.starts > 0 && control.should_end();
    while search.starts < starts.count && !enough(&search) && !ended(&search) {
        // The first start alone, since it finds most.
        let batch = batch.min(search.starts.max(1));
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
    Irrational,
    Unresolved,
    Stranded,
}

impl Programs<'_> {
    /// End of a start in doubles, in behavior strategies, and its total gain.
    fn reached(&self, seed: u64, start: u64, control: &Control) -> Result<PointReached, Stopped> {
        let fast = self.fast;
        let mut draws = Draws::new(seed, start);
        let first = if let Some(slow) = &self.slow {
            slow.behavior(&descend(slow, &draws.point(slow.simplices()), control)?)
        } else if (seed, start) == (0, 0) {
            let even = fast.simplices().iter().flat_map(|size| vec![1.0 / *size as f64; *size]);
            self.averaged(even.collect(), ROUNDS.0, control)?
        } else {
            let rounds = ROUNDS.1[(start % ROUNDS.1.len() as u64) as usize];
            self.averaged(draws.point(fast.simplices()), rounds, control)?
        };
        let reached = descended(fast, first, control)?;
        if reached.gain < NEAR || control.should_end() {
            return Ok(reached);
        }
        // A kink that linear programs do not leave: along the smooth violations, and again.
        let further = descended(fast, descend(fast, &reached.point, control)?, control)?;
        Ok(if further.gain < reached.gain { further } else { reached })
    }

    /// Average strategies after so many rounds.
    fn averaged(
        &self,
        point: Vec<f64>,
        rounds: u32,
        control: &Control,
    ) -> Result<Vec<f64>, Stopped> {
        let mut players = RegretMatching::from(self.fast, point);
        for _ in 0..rounds {
            control.check()?;
            if control.should_end() {
                break;
            }
            players.play();
        }
        Ok(players.average())
    }

    /// The first certified candidate near a point.
    fn resolve(&self, reached: &PointReached, control: &Control) -> Result<StartEnd, Stopped> {
        let mut end = if reached.gain < NEAR { StartEnd::Unresolved } else { StartEnd::Stranded };
        for support in self.fast.supports(&reached.point) {
            if control.should_end() {
                break;
            }
            let wanted = |forms: &[f64]| self.fast.is_equilibrium(&support, forms);
            let conditions = self.fast.conditions(&support);
            let (field, unknowns) = match conditions.zero_near(&support.near, wanted, control)? {
                ZeroNear::Rational(unknowns) => {
                    let unknowns = unknowns.into_iter().map(|number| [number, Rational::ZERO]);
                    (QuadraticField { d: Rational::ZERO }, unknowns.collect())
                }
                ZeroNear::Quadratic(field, unknowns) => (field, unknowns),
                ZeroNear::Irrational => {
                    end = StartEnd::Irrational;
                    continue;
                }
                ZeroNear::Unresolved | ZeroNear::Nothing => continue,
            };
            let probabilities = self.fast.probabilities(&support, &field, &unknowns);
            match self.judged(field, probabilities, control) {
                Ok(solution) => return Ok(StartEnd::Solved(Box::new(solution))),
                Err(SolveError::Stopped(stopped)) => return Err(stopped),
                Err(_) => {}
            }
        }
        Ok(end)
    }

    /// The strategies judged, rounded if they are irrational.
    fn judged(
        &self,
        field: QuadraticField,
        probabilities: Vec<Vec<Vec<Quadratic>>>,
        control: &Control,
    ) -> Result<Certified<Solution>, SolveError> {
        let method = self.method.name().to_owned();
        if field.d.is_zero() {
            let row = |row: &Vec<Quadratic>| row.iter().map(|[number, _]| number.clone()).collect();
            let rows: Vec<Vec<Vec<Rational>>> =
                probabilities.iter().map(|rows| rows.iter().map(row).collect()).collect();
            return certified(self.game, self.fast.profile(&rows)?, &method, control);
        }
        let numbers = probabilities.iter().flatten().flatten();
        let point: Vec<f64> = numbers.map(|number| field.double(number)).collect();
        let profile = self.fast.rounded(&point, PARTS)?;
        let exact = QuadraticEquilibrium { root: field.d, probabilities };
        let candidate = Candidate { values: None, profile, method };
        Ok(control.run(|| judge_near(self.game, candidate, exact))??)
    }

    /// Takes starts up to this one, and adds what comes of them.
    fn take(&self, until: u64, search: &mut Search, control: &Control) -> Result<(), Stopped> {
        let ends = map((search.starts..until).collect(), |start| {
            if start > 0 && control.should_end() {
                return Ok(None);
            }
            let reached = self.reached(search.seed, start, control)?;
            Ok(Some((self.resolve(&reached, control)?, reached)))
        });
        for end in ends {
            let Some((end, reached)) = end? else { continue };
            search.starts += 1;
            let nearer = search.nearest.as_ref().is_none_or(|(gain, _)| reached.gain < *gain);
            if nearer && !matches!(end, StartEnd::Solved(_)) {
                let profile = self.fast.rounded(&reached.point, PARTS);
                search.nearest = profile.ok().map(|profile| (reached.gain, profile));
            }
            match end {
                StartEnd::Solved(solution) => search.solutions.push(*solution),
                StartEnd::Irrational => search.irrational += 1,
                StartEnd::Unresolved => search.unresolved += 1,
                StartEnd::Stranded => search.stranded += 1,
            }
        }
        search.solutions.sort_by_cached_key(|solution| {
            let irrational = solution.certificate.quadratic().is_some();
            (irrational, solution.values.clone(), probabilities(solution))
        });
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

//! From a problem to a proved answer.

use super::basis::{Basis, VariableStatus};
use super::crash;
use super::double_double::DoubleDouble;
use super::lift;
use super::model::Model;
use super::number::SimplexNumber;
use super::outcome::{FarkasRay, Outcome, Ray, SolveWork, SolvedProblem};
use super::problem::LinearProgram;
use super::refine::{IterativeRefinement, RoundEnd};
use super::simplex::{Simplex, SimplexEnd};
use super::verify::verify;
use super::{Control, Stopped};
use bluff_exact::Rational;
use bluff_exact::control::Snapshot;

/// Solves a problem exactly, from a basis if one is given.
///
/// The outcome carries a proof that [`verify()`] has accepted. The same problem and start give the
/// same answer, always.
///
/// # Errors
/// [`Stopped`] if `control` was cancelled.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_lp::{Bounds, Control, LinearProgram, Outcome, solve};
///
/// // Rock, paper, scissors, scissors counting double: the least v that no answer beats.
/// let mut problem = LinearProgram::new();
/// let weights: Vec<_> = (0..3)
///     .map(|_| problem.add_column(Rational::ZERO, Bounds::at_least(Rational::ZERO)))
///     .collect();
/// let v = problem.add_column(Rational::ONE, Bounds::free());
/// problem.add_row(Bounds::exactly(Rational::ONE), weights.iter().map(|w| (*w, Rational::ONE)));
/// for pay in [[0, -1, 2], [1, 0, -2], [-2, 2, 0]] {
///     let row = weights.iter().zip(pay).map(|(w, pay)| (*w, Rational::from(-pay)));
///     problem.add_row(Bounds::at_least(Rational::ZERO), row.chain([(v, Rational::ONE)]));
/// }
/// let solved = solve(&problem, None, &Control::new())?;
/// let Outcome::Optimal(best) = solved.outcome else { unreachable!("a game has a value") };
/// assert_eq!(best.objective, Rational::ZERO);
/// assert_eq!(best.primal[0], Rational::ratio(2, 5));
/// # Ok::<(), bluff_lp::Stopped>(())
/// ```
pub fn solve(
    problem: &LinearProgram,
    start: Option<&Basis>,
    control: &Control,
) -> Result<SolvedProblem, Stopped> {
    control.check()?;
    if let Some(ray) = crossed(problem) {
        return Ok(SolvedProblem { outcome: Outcome::Infeasible(ray), work: SolveWork::default() });
    }
    ProgramSolver::new(problem, control).solve(start)
}

/// End of the simplex method in doubles: a basis thought optimal, which nothing proves.
#[derive(Clone, Debug)]
pub struct Guess {
    /// The basis.
    pub basis: Basis,
    /// Point of the basis, and its dual values.
    pub point: Snapshot,
    /// Number of pivots.
    pub float_pivots: u64,
}

/// Runs the simplex method in doubles alone, for one who solves many programs and needs the last
/// one exactly.
///
/// # Errors
/// [`Stopped`] if `control` was cancelled.
///
/// ```
/// use bluff_exact::Rational;
/// use bluff_lp::{Bounds, Control, LinearProgram, guess, solve};
///
/// let mut problem = LinearProgram::new();
/// let x = problem.add_column(Rational::from(-1), Bounds::at_least(Rational::ZERO));
/// problem.add_row(Bounds::at_most(Rational::from(4)), [(x, Rational::from(3))]);
/// let guess = guess(&problem, None, &Control::new())?;
/// assert_eq!(solve(&problem, Some(&guess.basis), &Control::new())?.work.float_pivots, 0);
/// # Ok::<(), bluff_lp::Stopped>(())
/// ```
pub fn guess(
    problem: &LinearProgram,
    start: Option<&Basis>,
    control: &Control,
) -> Result<Guess, Stopped> {
    let mut model = Model::new(problem);
    let status = crash::start(&model, start);
    model.scale();
    Ok(model.guess(status, control)?.1)
}

/// From this ratio of sizes on, doubles begin in even units and with refinement.
const FAR_APART: f64 = (1_u64 << 20) as f64;

/// From this ratio of entries in even units on, numbers of twice the length go first.
const FAR_IN_EVEN_UNITS: f64 = (1_u64 << 30) as f64;

/// A problem on its way to a proof.
pub(super) struct ProgramSolver<'a> {
    problem: &'a LinearProgram,
    exact: Model<Rational>,
    control: &'a Control,
    float_pivots: u64,
}

/// A proof, or the basis to go on from.
type Attempt = Result<Outcome, Vec<VariableStatus>>;

impl<'a> ProgramSolver<'a> {
    pub(super) fn new(problem: &'a LinearProgram, control: &'a Control) -> Self {
        Self { problem, exact: Model::new(problem), control, float_pivots: 0 }
    }

    fn solve(mut self, start: Option<&Basis>) -> Result<SolvedProblem, Stopped> {
        match self.by_doubles(start)? {
            Ok(outcome) => Ok(self.solved(outcome, 0)),
            Err(status) => self.by_rationals(status),
        }
    }

    /// Solves in doubles and refines what they leave wrong; where sizes are far apart even in even
    /// units, or doubles are spent, in numbers of twice their length.
    fn by_doubles(&mut self, start: Option<&Basis>) -> Result<Attempt, Stopped> {
        let mut model = Model::<f64>::new(self.problem);
        if !model.is_finite() {
            return Ok(Err(model.statuses(start)));
        }
        let (first, is_given) = (crash::start(&model, start), start.is_some());
        let attempt = if model.spread() < FAR_APART {
            model.scale();
            self.by_simplex(&model, first, is_given)?
        } else {
            model.even();
            if model.entry_spread() < FAR_IN_EVEN_UNITS {
                let proof = if is_given {
                    self.tried(&mut Simplex::new(&model, self.control, first.clone()))?
                } else {
                    None
                };
                proof.ok_or(first)
            } else {
                let longer = Model::<DoubleDouble>::new(self.problem);
                self.by_simplex(&longer, first, is_given)?
            }
        };
        let Err(status) = attempt else { return Ok(attempt) };
        let refined = self.by_refinement::<f64>(status)?;
        let Err(status) = refined else { return Ok(refined) };
        self.by_refinement::<DoubleDouble>(status)
    }

    /// Runs the simplex method in one kind of number. Where doubles give up from a given basis they
    /// begin again from a crash basis: a start is evidence for its own run alone.
    fn by_simplex<T: SimplexNumber>(
        &mut self,
        model: &Model<T>,
        first: Vec<VariableStatus>,
        is_given: bool,
    ) -> Result<Attempt, Stopped> {
        let mut simplex = Simplex::new(model, self.control, first);
        if !is_given {
            simplex.mend_rows();
        } else if let Some(outcome) = self.tried(&mut simplex)? {
            return Ok(Ok(outcome));
        }
        let gave_up = matches!(simplex.run()?, SimplexEnd::GaveUp);
        self.float_pivots += simplex.pivots;
        if is_given && gave_up && !T::IS_LONG {
            let crashed = crash::start(&Model::<f64>::new(self.problem), None);
            return self.by_simplex(model, crashed, false);
        }
        // To make it exact may take long too.
        self.control.publish_snapshot(|| simplex.sketch());
        let proof = self.proof_at(&simplex.status, simplex.is_dense())?;
        Ok(proof.ok_or(simplex.status))
    }

    /// The answer if a given basis is optimal as it stands.
    ///
    /// Rounding makes doubles leave an optimal basis, and the way back may be long. So the basis is
    /// tried exactly before anything pivots, unless doubles are far from thinking it optimal.
    fn tried<T: SimplexNumber>(
        &self,
        simplex: &mut Simplex<'_, T>,
    ) -> Result<Option<Outcome>, Stopped> {
        if simplex.is_near_optimum() {
            self.proof_at(&simplex.status, simplex.is_dense())
        } else {
            Ok(None)
        }
    }

    /// The proof that a basis is optimal, or that no point keeps all bounds, if it is one.
    fn proof_at(&self, status: &[VariableStatus], dense: bool) -> Result<Option<Outcome>, Stopped> {
        let lifted = dense.then(|| lift::candidate(&self.exact, status)).flatten();
        let outcome = if let Some(optimum) = lifted {
            Some(Outcome::Optimal(optimum))
        } else {
            let mut simplex = Simplex::new(&self.exact, self.control, status.to_vec());
            simplex.nothing_gains().then(|| {
                let broken = simplex.broken_count > 0;
                let end = if broken { SimplexEnd::Infeasible } else { SimplexEnd::Optimal };
                simplex.outcome(&end)
            })
        };
        self.control.check()?;
        Ok(outcome.filter(|outcome| verify(self.problem, outcome).is_ok()))
    }

    /// Refines in one kind of number until a basis that stands is a proof, or the numbers are
    /// spent.
    fn by_refinement<T: SimplexNumber>(
        &mut self,
        status: Vec<VariableStatus>,
    ) -> Result<Attempt, Stopped> {
        let mut tried = status.clone();
        let mut refinement =
            IterativeRefinement::<T>::new(self.problem, &self.exact, self.control, status);
        // A basis that was tried in vain is given as many rounds again.
        let mut patience = 1;
        let attempt = loop {
            match refinement.round()? {
                RoundEnd::Moved => continue,
                RoundEnd::Stands if refinement.status != tried => {}
                RoundEnd::Stands if refinement.rounds <= patience => continue,
                RoundEnd::Stands | RoundEnd::Spent => break Err(refinement.status),
            }
            tried.clone_from(&refinement.status);
            patience = 2 * refinement.rounds;
            if let Some(outcome) = self.proof_at(&tried, refinement.is_dense)? {
                break Ok(outcome);
            }
        };
        self.float_pivots += refinement.pivots;
        Ok(attempt)
    }

    /// Pivots in rationals until the state is a proof.
    pub(super) fn by_rationals(
        self,
        status: Vec<VariableStatus>,
    ) -> Result<SolvedProblem, Stopped> {
        let mut simplex = Simplex::new(&self.exact, self.control, status);
        loop {
            let end = simplex.run()?;
            let outcome = simplex.outcome(&end);
            // The state the run ends in is the proof, so this holds the first time.
            if verify(self.problem, &outcome).is_ok() {
                return Ok(self.solved(outcome, simplex.pivots));
            }
            simplex.refresh();
        }
    }

    fn solved(&self, outcome: Outcome, exact_pivots: u64) -> SolvedProblem {
        let bits = outcome.bits();
        let work = SolveWork { float_pivots: self.float_pivots, exact_pivots, bits };
        SolvedProblem { outcome, work }
    }
}

impl Simplex<'_, Rational> {
    fn outcome(&mut self, end: &SimplexEnd) -> Outcome {
        let columns = self.model.column_count;
        let primal = || self.value[..columns].to_vec();
        match *end {
            SimplexEnd::Optimal => {
                let (primal, dual) = (primal(), self.dual_values());
                Outcome::Optimal(self.model.optimum(primal, dual, &self.status))
            }
            SimplexEnd::Unbounded { entering, up } => {
                let point = primal();
                self.solve_column(entering);
                let mut direction = vec![Rational::ZERO; columns];
                let moves = self.response().chain([(entering, Rational::ONE)]);
                for (variable, change) in moves.filter(|(variable, _)| *variable < columns) {
                    direction[variable] = if up { change } else { -change };
                }
                Outcome::Unbounded(Ray { point, direction })
            }
            // Rationals never give up; were they to, the proof would be refused and the run taken
            // up again.
            SimplexEnd::Infeasible | SimplexEnd::GaveUp => {
                Outcome::Infeasible(FarkasRay::Rows(self.dual_values()))
            }
        }
    }
}

impl Model<f64> {
    /// Runs the simplex method from these statuses.
    pub(super) fn guess(
        &self,
        status: Vec<VariableStatus>,
        control: &Control,
    ) -> Result<(SimplexEnd, Guess), Stopped> {
        let mut simplex = Simplex::new(self, control, status);
        let end = simplex.run()?;
        let basis = self.basis(&simplex.status);
        Ok((end, Guess { basis, point: simplex.sketch(), float_pivots: simplex.pivots }))
    }

    fn is_finite(&self) -> bool {
        let bounds = self.lower.iter().chain(&self.upper).flatten();
        let numbers = bounds.chain(&self.cost).copied().chain(self.entries());
        numbers.map(f64::abs).all(|number| number < 1e99)
    }
}

fn crossed(problem: &LinearProgram) -> Option<FarkasRay> {
    let column = problem.columns().find(|column| problem.column_bounds(*column).are_crossed());
    let row = problem.rows().find(|row| problem.row_bounds(*row).are_crossed());
    column.map(FarkasRay::CrossedColumn).or(row.map(FarkasRay::CrossedRow))
}

//! From a problem to a proved answer.

use super::basis::{Basis, VariableStatus};
use super::crash;
use super::double_double::DoubleDouble;
use super::lift;
use super::model::Model;
use super::number::SimplexNumber;
use super::outcome::{FarkasRay, Outcome, Ray, SolveWork, SolvedProblem};
use super::problem::LinearProgram;
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
    let guess = guide(problem, start, control)?;
    finish(problem, guess, control)
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
    let mut model = Model::<f64>::new(problem);
    let mut status = statuses(problem, start);
    if start.is_none() {
        crash::triangle(&model, &mut status);
    }
    model.scale();
    let mut simplex = Simplex::new(&model, control, status);
    simplex.run()?;
    let basis = model.basis(&simplex.status);
    Ok(Guess { basis, point: simplex.sketch(), float_pivots: simplex.pivots })
}

/// State from which rationals take over.
#[derive(Default)]
pub(super) struct Handover {
    pub(super) status: Vec<VariableStatus>,
    pub(super) float_pivots: u64,
    /// True if the basis is thought optimal, and has so many entries that lifting beats rational
    /// elimination.
    pub(super) liftable: bool,
    /// The answer, if the basis was tried and is optimal.
    pub(super) proved: Option<Outcome>,
}

/// From this ratio of sizes in a problem on, doubles stall for longer than numbers of twice their
/// length take.
const FAR_APART: f64 = (1 << 20) as f64;

/// Takes a basis in doubles as far as they go; if rounding defeats them, in numbers of twice their
/// length once more from the start, since the basis that defeated doubles is no good start for
/// anything. Where it would, doubles are left out.
fn guide(
    problem: &LinearProgram,
    start: Option<&Basis>,
    control: &Control,
) -> Result<Handover, Stopped> {
    let mut model = Model::<f64>::new(problem);
    let mut first = statuses(problem, start);
    if !model.is_finite() {
        return Ok(Handover { status: first, ..Handover::default() });
    }
    if start.is_none() {
        crash::triangle(&model, &mut first);
    }
    let mut float_pivots = 0;
    if model.spread() < FAR_APART {
        model.scale();
        let (optimal, quick) = guided(problem, &model, first.clone(), start.is_none(), control)?;
        if optimal {
            return Ok(quick);
        }
        float_pivots = quick.float_pivots;
    }
    let model = Model::<DoubleDouble>::new(problem);
    let (_, longer) = guided(problem, &model, first, start.is_none(), control)?;
    Ok(Handover { float_pivots: float_pivots + longer.float_pivots, ..longer })
}

/// A run from these statuses, in which the rows that a crash basis breaks are mended first; and
/// whether its end is thought optimal.
fn guided<T: SimplexNumber>(
    problem: &LinearProgram,
    model: &Model<T>,
    status: Vec<VariableStatus>,
    crashed: bool,
    control: &Control,
) -> Result<(bool, Handover), Stopped> {
    let mut simplex = Simplex::new(model, control, status);
    if crashed {
        simplex.mend_rows();
    } else if let Some(outcome) = tried(problem, &mut simplex)? {
        let (status, proved) = (simplex.status, Some(outcome));
        return Ok((true, Handover { status, proved, ..Handover::default() }));
    }
    let optimal = matches!(simplex.run()?, SimplexEnd::Optimal);
    // To make it exact may take long too.
    control.publish_snapshot(|| simplex.sketch());
    let liftable = optimal && simplex.is_dense();
    let float_pivots = simplex.pivots;
    Ok((optimal, Handover { status: simplex.status, float_pivots, liftable, proved: None }))
}

/// The answer if a given basis is optimal as it stands.
///
/// Rounding makes the guide leave an optimal basis, and the way back may be long. So the basis is
/// tried exactly before anything pivots, unless the guide is far from thinking it optimal.
fn tried<T: SimplexNumber>(
    problem: &LinearProgram,
    simplex: &mut Simplex<'_, T>,
) -> Result<Option<Outcome>, Stopped> {
    if !simplex.is_near_optimum() {
        return Ok(None);
    }
    let (model, status) = (Model::<Rational>::new(problem), &simplex.status);
    let outcome = if simplex.is_dense() {
        lift::candidate(&model, status).map(Outcome::Optimal)
    } else {
        let mut exact = Simplex::new(&model, simplex.control, status.clone());
        exact.is_optimum().then(|| exact.outcome(&SimplexEnd::Optimal))
    };
    simplex.control.check()?;
    Ok(outcome.filter(|outcome| verify(problem, outcome).is_ok()))
}

/// Takes a basis in rationals to a proof.
pub(super) fn finish(
    problem: &LinearProgram,
    guess: Handover,
    control: &Control,
) -> Result<SolvedProblem, Stopped> {
    let Handover { status, float_pivots, liftable, proved } = guess;
    if let Some(outcome) = proved {
        return Ok(solved(outcome, float_pivots, 0));
    }
    let model = Model::<Rational>::new(problem);
    if let Some(optimum) = liftable.then(|| lift::candidate(&model, &status)).flatten() {
        let outcome = Outcome::Optimal(optimum);
        if verify(problem, &outcome).is_ok() {
            return Ok(solved(outcome, float_pivots, 0));
        }
    }
    let mut simplex = Simplex::new(&model, control, status);
    loop {
        let end = simplex.run()?;
        let outcome = simplex.outcome(&end);
        // The state the run ends in is the proof, so this holds the first time.
        if verify(problem, &outcome).is_ok() {
            return Ok(solved(outcome, float_pivots, simplex.pivots));
        }
        simplex.refresh();
    }
}

fn solved(outcome: Outcome, float_pivots: u64, exact_pivots: u64) -> SolvedProblem {
    let bits = outcome.numbers().map(Rational::bits).max().unwrap_or(0);
    SolvedProblem { outcome, work: SolveWork { float_pivots, exact_pivots, bits } }
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

/// One status per variable: those of `start` as far as they go, the logicals basic where they do
/// not.
pub(super) fn statuses(problem: &LinearProgram, start: Option<&Basis>) -> Vec<VariableStatus> {
    let (columns, rows) = (problem.column_count(), problem.row_count());
    let start = start.cloned().unwrap_or_default();
    let mut status = start.columns;
    status.resize(columns, VariableStatus::AtLower);
    status.extend(start.rows.into_iter().take(rows));
    status.resize(columns + rows, VariableStatus::Basic);
    status
}

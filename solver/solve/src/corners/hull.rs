use crate::engine::lp::{self, Basis, Column, LinearProgram, Outcome};
use crate::exact::Rational;
use crate::program::TreeForm;
use crate::solve::{Control, SolveError};
use crate::tree::TreeGame;

use super::PlanLine;

/// Sequences times rows of the linear programs allowed for one hull.
const MAX_WORK: u128 = 20_000_000;

/// The smallest space with all optimal plans of a player.
pub(super) struct Hull<'a> {
    /// The value of the game to the player.
    pub(super) value: Rational,
    /// The probability of each sequence; parameter `k` is the one of sequence `parameters[k]`.
    pub(super) plan: Vec<PlanLine>,
    pub(super) parameters: Vec<usize>,
    /// A plan inside: 0 only where all optimal plans are 0.
    pub(super) inside: Vec<Rational>,
    /// The optimal points of the player's program.
    face: LinearProgram,
    columns: Vec<Column>,
    basis: Basis,
    control: &'a Control,
    title: String,
}

impl<'a> Hull<'a> {
    /// The hull of a player, 0 or 1.
    ///
    /// A function of the plan that is the same along all directions known so far is made greatest
    /// and least. A new value gives a new direction. The directions stay reduced: each has a
    /// sequence of its own, at which it is 1 and the others are 0. Two linear programs for each
    /// sequence without one show that there are no others.
    ///
    /// Errors: `FaceTooLarge`, `Stopped`.
    pub(super) fn of(
        game: &TreeGame,
        own: usize,
        control: &'a Control,
    ) -> Result<Self, SolveError> {
        let form = control.run(|| TreeForm::of_player(game, own))?;
        let title = game.tree().title().to_owned();
        let work = game.sequences(own) as u128 * form.problem().row_count() as u128;
        if work > MAX_WORK {
            let limit = MAX_WORK as u64;
            return Err(SolveError::FaceTooLarge { game: title, work, limit });
        }
        let Outcome::Optimal(best) = lp::solve(form.problem(), None, control)?.outcome else {
            return Err(SolveError::NoOptimum { game: title });
        };
        let columns = form.plan().to_vec();
        let first: Vec<Rational> =
            columns.iter().map(|column| best.primal[column.index()].clone()).collect();
        let mut hull = Self {
            value: -&best.objective,
            plan: Vec::new(),
            parameters: Vec::new(),
            inside: first.clone(),
            face: form.problem().face(&best),
            columns,
            basis: best.basis,
            control,
            title,
        };
        control.run(|| hull.find(game, own, &first))??;
        Ok(hull)
    }

    fn find(&mut self, game: &TreeGame, own: usize, first: &[Rational]) -> Result<(), SolveError> {
        // Parameters are probabilities of last actions where that is possible: of a bet, a call.
        let sets = game.sets().iter().filter(|set| set.player == own);
        let mut order: Vec<usize> =
            sets.flat_map(|set| set.first..set.first + set.actions).collect();
        let starts = |sequence: &usize| {
            game.sets().iter().any(|set| set.player == own && set.first == *sequence)
        };
        order.sort_by_key(starts);
        let mut directions: Vec<Vec<Rational>> = Vec::new();
        let mut found = 1;
        for sequence in order {
            let bounds = self.face.column_bounds(self.columns[sequence]);
            if bounds.lower.is_some() && bounds.lower == bounds.upper {
                continue;
            }
            let known = self.parameters.iter().zip(&directions);
            let known = known.map(|(at, direction)| (*at, -&direction[sequence]));
            let function: Vec<_> = known
                .filter(|(_, factor)| !factor.is_zero())
                .chain([(sequence, Rational::ONE)])
                .collect();
            for sign in [Rational::ONE, -Rational::ONE] {
                let signed: Vec<_> =
                    function.iter().map(|(at, factor)| (*at, factor * &sign)).collect();
                let plan = self.greatest(&signed)?;
                let mut direction: Vec<Rational> =
                    plan.iter().zip(first).map(|(here, first)| here - first).collect();
                for (at, known) in self.parameters.iter().zip(&directions) {
                    subtract(&mut direction, known, *at);
                }
                let Some(scale) = direction[sequence].recip() else { continue };
                direction.iter_mut().for_each(|entry| *entry = &*entry * &scale);
                directions.iter_mut().for_each(|known| subtract(known, &direction, sequence));
                directions.push(direction);
                self.parameters.push(sequence);
                self.inside.iter_mut().zip(&plan).for_each(|(sum, part)| *sum += part);
                found += 1;
                break;
            }
        }
        let part = Rational::ratio(1, found);
        self.inside.iter_mut().for_each(|sum| *sum = &*sum * &part);
        let line = |(sequence, start): (usize, &Rational)| {
            let slopes: Vec<Rational> =
                directions.iter().map(|direction| direction[sequence].clone()).collect();
            let moved = slopes.iter().zip(&self.parameters);
            let base = moved.fold(start.clone(), |base, (slope, at)| base - slope * &first[*at]);
            PlanLine { base, slopes }
        };
        self.plan = first.iter().enumerate().map(line).collect();
        Ok(())
    }

    /// The optimal plan at which `Σ factor · x` over these sequences is greatest.
    ///
    /// Errors: `Stopped`.
    pub(super) fn greatest(
        &mut self,
        function: &[(usize, Rational)],
    ) -> Result<Vec<Rational>, SolveError> {
        let mut problem = self.face.clone();
        for (sequence, factor) in function {
            problem.set_cost(self.columns[*sequence], -factor);
        }
        match lp::solve(&problem, Some(&self.basis), self.control)?.outcome {
            Outcome::Optimal(found) => {
                self.basis = found.basis;
                let plan = self.columns.iter().map(|column| found.primal[column.index()].clone());
                Ok(plan.collect())
            }
            _ => Err(SolveError::NoOptimum { game: self.title.clone() }),
        }
    }

    /// The least and the greatest value of a parameter.
    ///
    /// Errors: `Stopped`.
    pub(super) fn range(&mut self, parameter: usize) -> Result<[Rational; 2], SolveError> {
        let sequence = self.parameters[parameter];
        let mut end = |sign| self.greatest(&[(sequence, sign)]);
        Ok([end(-Rational::ONE)?, end(Rational::ONE)?].map(|mut plan| plan.swap_remove(sequence)))
    }
}

/// Subtracts the multiple of a line that makes the entry at a place 0; the line has 1 there.
fn subtract(from: &mut [Rational], line: &[Rational], place: usize) {
    let factor = from[place].clone();
    if !factor.is_zero() {
        for (entry, part) in from.iter_mut().zip(line).filter(|(_, part)| !part.is_zero()) {
            *entry -= &(&factor * part);
        }
    }
}

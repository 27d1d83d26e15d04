//! Strategies of a class, from linear programs at a few of its decks.

use crate::certificate::family::{ClassRun, FamilyClass, WholeLine};
use crate::control::Control;
use crate::engine::lp::{Basis, Optimum, Outcome, solve};
use crate::exact::Rational;
use crate::exact::germ::Germ;
use crate::formula::FormulaError;
use crate::game::{Game, Player};
use crate::program::Runs;

use super::fit::fit;
use super::program::PlanProgram;
use super::street::joined;

/// Cards beside each cut that are runs of their own, tried in this order: the ends of runs are so
/// far from the cut, rounded down.
const BESIDE: [&[i64]; 3] = [&[0, 1], &[-1, 0, 1], &[-2, -1, 0, 1, 2]];
/// Cards of the first deck that is solved.
const FIRST_DECK: u64 = 4_000;
/// Decks of a class that are solved at most.
const MOST_DECKS: usize = 14;
/// Values that agree with a probability without being needed to find it.
const SPARE: usize = 1;

/// A player's plan: the probability of each own sequence by run.
type Plan = Vec<Vec<Rational>>;

/// Finder of strategies for one class after the other.
pub(super) struct ClassPlans<'a> {
    game: &'a Game,
    cuts: Vec<Rational>,
    modulus: u64,
    beside: usize,
    bases: [Option<Basis>; 2],
}

impl<'a> ClassPlans<'a> {
    /// Cuts are parts of the deck, and all of them are whole in a deck of `modulus` cards.
    pub(super) fn new(game: &'a Game, cuts: Vec<Rational>, modulus: u64) -> Self {
        Self { game, cuts, modulus, beside: 0, bases: [None, None] }
    }

    /// The proof of a class.
    ///
    /// Errors: `Unfound`, `Stopped`.
    pub(super) fn class(
        &mut self,
        residue: u64,
        control: &Control,
    ) -> Result<FamilyClass, FormulaError> {
        let modulus = self.modulus;
        let mut reason = "no cards beside the cuts are enough".to_owned();
        while self.beside < BESIDE.len() {
            match self.beside_cuts(residue, control)? {
                Ok(class) => return Ok(class),
                Err(failed) => reason = failed,
            }
            self.beside += 1;
            self.bases = [None, None];
        }
        Err(FormulaError::Unfound { residue, modulus, reason })
    }

    /// The last cards of all runs.
    fn ends(&self, residue: u64) -> Vec<WholeLine> {
        let (modulus, residue) = (Rational::from(self.modulus), Rational::from(residue));
        let deck = super::deck(self.modulus, residue.to_i128().unwrap_or_default() as u64);
        let whole = |number: Rational| number.floor().to_i128().unwrap_or_default() as i64;
        let mut ends = vec![deck];
        for cut in &self.cuts {
            let (slope, constant) = (whole(cut * &modulus), whole(cut * &residue));
            let beside = BESIDE[self.beside].iter();
            ends.extend(beside.map(|more| WholeLine { slope, constant: constant + more }));
        }
        ends.retain(|end| end.slope > 0 && *end <= deck);
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    /// The proof of a class with these cards beside the cuts, or the reason why there is none.
    fn beside_cuts(
        &mut self,
        residue: u64,
        control: &Control,
    ) -> Result<Result<FamilyClass, String>, FormulaError> {
        let (ends, first) = (self.ends(residue), FIRST_DECK.div_ceil(self.modulus));
        let deck = super::deck(self.modulus, residue);
        let mut reason = "its probabilities are no quotients of small degree".to_owned();
        let mut plans: Vec<(u64, [Plan; 2])> = Vec::new();
        while plans.len() < MOST_DECKS {
            let m = first + plans.len() as u64;
            let Some(pair) = self.plans_at(m, residue, &ends, control)? else {
                let cuts = self.cuts.iter().map(Rational::to_string).collect::<Vec<_>>().join(", ");
                return Ok(Err(format!("the cuts {cuts} are not those of an equilibrium")));
            };
            plans.push((m, pair));
            // Two decks tell a constant, four a quotient of lines.
            if !plans.len().is_multiple_of(2) {
                continue;
            }
            let Some(strategies) = self.fitted(&ends, &plans) else { continue };
            match FamilyClass::of_strategies(self.game, deck, strategies) {
                Ok(class) => return Ok(Ok(class)),
                Err(gap) => reason = gap.to_string(),
            }
        }
        Ok(Err(reason))
    }

    /// Optimal plans of both players at one deck; `None` if they leave a gap.
    fn plans_at(
        &mut self,
        m: u64,
        residue: u64,
        ends: &[WholeLine],
        control: &Control,
    ) -> Result<Option<[Plan; 2]>, FormulaError> {
        let n = self.modulus * m + residue;
        let lasts = ends.iter().map(|end| (end.slope * m as i64 + end.constant) as u64);
        let runs = Runs::cut(n, lasts);
        let mut plans = [Plan::new(), Plan::new()];
        let mut gap = Rational::ZERO;
        for player in [Player::I, Player::II] {
            let program = PlanProgram::new(self.game, player, &runs);
            let basis = &mut self.bases[player.index()];
            let Some(optimum) = optimum(&program, basis.as_ref(), control)? else {
                return Ok(None);
            };
            plans[player.index()] = program.plan_at(&optimum.primal);
            gap += &optimum.objective;
            *basis = Some(optimum.basis);
        }
        Ok(gap.is_zero().then_some(plans))
    }

    /// The strategies through the plans of some decks.
    fn fitted(&self, ends: &[WholeLine], plans: &[(u64, [Plan; 2])]) -> Option<Vec<Vec<ClassRun>>> {
        let mut views = Vec::with_capacity(self.game.views().len());
        for view in self.game.views() {
            let plan = |at: usize| &plans[at].1[view.player.index()];
            let share = |run: usize, action: usize, at: usize| {
                let plan = plan(at);
                let way = &plan[view.parent][run];
                match way.is_zero() {
                    // Nobody comes here.
                    true => Rational::from(u32::from(action == 0)),
                    false => &plan[view.first_sequence + action][run] / way,
                }
            };
            let probability = |run: usize, action: usize| {
                let values: Vec<Rational> =
                    (0..plans.len()).map(|at| share(run, action, at)).collect();
                let values: Vec<(u64, &Rational)> =
                    plans.iter().map(|(m, _)| *m).zip(&values).collect();
                fit(&values, SPARE)
            };
            let run = |(run, to): (usize, &WholeLine)| {
                let actions = (0..view.actions.len()).map(|action| probability(run, action));
                Some(ClassRun { to: *to, actions: actions.collect::<Option<Vec<Germ>>>()? })
            };
            let runs = ends.iter().enumerate().map(run).collect::<Option<Vec<_>>>()?;
            views.push(joined(runs.into_iter()));
        }
        Some(views)
    }
}

/// The best point of a program; `None` if it has none, which no game has.
fn optimum(
    program: &PlanProgram<'_>,
    start: Option<&Basis>,
    control: &Control,
) -> Result<Option<Optimum>, FormulaError> {
    match solve(program.problem(), start, control)?.outcome {
        Outcome::Optimal(optimum) => Ok(Some(optimum)),
        Outcome::Infeasible(_) | Outcome::Unbounded(_) => Ok(None),
    }
}

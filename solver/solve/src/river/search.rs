//! The search for exact plans: restricted games, each with the actions that gain in the last.

use crate::control::{Control, Stopped};
use crate::engine::lp::{self, Basis, Outcome, SolveWork};
use crate::exact::Rational;

use super::cfr::near_plans;
use super::kept::Kept;
use super::restricted::Restricted;
use super::spot::{Numbers, Spot};

/// Gap at which regret minimisation ends, in parts of the pot.
const NEAR_GAP: f64 = 1e-5;

/// Gain that may be rounding, in parts of the pot.
const ROUNDING: f64 = 1e-9;

/// Probabilities where the other player does not come are whole numbers of parts so small.
const PARTS: f64 = (1 << 20) as f64;

/// A search under way.
pub(super) struct Search<'a> {
    spot: &'a Spot,
    control: &'a Control,
    kept: Kept,
    /// Probabilities of the last actions of sequences where the other player does not come.
    elsewhere: [Numbers; 2],
    plans: [Numbers; 2],
    pub(super) work: SolveWork,
}

/// An exact optimum of a restricted game.
pub(super) struct ExactPlans {
    pub(super) plans: [Vec<Rational>; 2],
    restricted: Restricted,
}

impl<'a> Search<'a> {
    /// Errors: [`Stopped`].
    pub(super) fn new(spot: &'a Spot, control: &'a Control) -> Result<Self, Stopped> {
        let near = near_plans(spot, NEAR_GAP, control)?;
        let kept = Kept::near(spot, &near.plans);
        let elsewhere = [0, 1].map(|player| parts(spot, player, &near.plans[player]));
        let work = SolveWork::default();
        Ok(Self { spot, control, kept, elsewhere, plans: near.plans, work })
    }

    /// Exact plans that no reply in doubles beats.
    ///
    /// Errors: [`Stopped`].
    pub(super) fn exact_plans(&mut self) -> Result<ExactPlans, Stopped> {
        loop {
            let (restricted, basis) = self.guess()?;
            let solved = lp::solve(&restricted.problem, Some(&basis), self.control)?;
            self.work = self.work.and(solved.work);
            let Outcome::Optimal(optimum) = solved.outcome else {
                unreachable!("a game has a value")
            };
            let plans =
                restricted.plans(self.spot, &optimum.primal, &optimum.dual, &self.elsewhere);
            self.plans = plans.each_ref().map(|plan| plan.iter().map(Rational::to_f64).collect());
            if self.add_better(&restricted) == 0 {
                return Ok(ExactPlans { plans, restricted });
            }
        }
    }

    /// A basis of a restricted game in which, in doubles, no action left out would gain.
    fn guess(&mut self) -> Result<(Restricted, Basis), Stopped> {
        loop {
            let restricted = Restricted::new(self.spot, &self.kept.0, &self.plans);
            let point = restricted.point(self.spot, &self.plans);
            let start = Basis::near(&restricted.problem, &point, self.control)?;
            let guess = lp::guess(&restricted.problem, start.as_ref(), self.control)?;
            self.work.float_pivots += guess.float_pivots;
            let (primal, dual) = (&guess.point.primal, &guess.point.dual);
            self.plans = restricted.plans(self.spot, primal, dual, &self.elsewhere);
            self.plans.iter_mut().flatten().for_each(|reach| *reach = reach.max(0.0));
            if self.add_better(&restricted) == 0 {
                return Ok((restricted, guess.basis));
            }
        }
    }

    /// Keeps the actions that gain against the plans; their number.
    fn add_better(&mut self, restricted: &Restricted) -> usize {
        let values = self.values();
        let stake = self.spot.betting.pot * ROUNDING;
        let most = [0, 1].map(|player: usize| self.spot.held(player));
        let rounding = stake * most[0].max(most[1]);
        let beats = |value: &f64, best: &f64| *value > best + rounding;
        self.kept.add_better(self.spot, &restricted.sides, &values, beats)
    }

    /// Values of best replies to the plans, by player.
    pub(super) fn values(&self) -> [Numbers; 2] {
        let mut scratch = self.spot.scratch();
        [0, 1].map(|player| self.spot.reply(player, &self.plans[1 - player], &mut scratch).0)
    }

    /// Keeps the actions that gain exactly; their number.
    pub(super) fn add_exactly_better(
        &mut self,
        exact: &ExactPlans,
        values: &[Vec<Rational>; 2],
    ) -> usize {
        self.kept.add_better(self.spot, &exact.restricted.sides, values, |value, best| value > best)
    }
}

/// Probabilities of actions from a plan, in whole parts; the first action where it never comes.
fn parts(spot: &Spot, player: usize, plan: &[f64]) -> Numbers {
    let own = spot.len(player);
    let mut probabilities = vec![0.0; plan.len()];
    for decision in spot.betting.decisions.iter().filter(|decision| decision.player == player) {
        for class in 0..own {
            let reach = plan[decision.parent * own + class];
            let mut left = PARTS;
            for at in decision.after().skip(1).map(|sequence| sequence * own + class) {
                let share = if reach > 0.0 { plan[at] / reach } else { 0.0 };
                let taken = (share * PARTS).round().min(left);
                probabilities[at] = taken / PARTS;
                left -= taken;
            }
            probabilities[decision.first * own + class] = left / PARTS;
        }
    }
    probabilities
}

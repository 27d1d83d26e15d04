//! The search for exact plans: restricted games, each with the actions that gain in the last.

use crate::control::{Control, Stopped};
use crate::engine::lp::{self, Basis, Outcome, SolveWork};
use crate::exact::Rational;

use super::cfr::near_plans;
use super::kept::KeptActions;
use super::restricted::RestrictedGame;
use super::spot::{Numbers, RiverSpot};

/// Gap at which regret minimisation ends, in parts of the pot.
const NEAR_GAP: f64 = 1e-5;

/// The same of games with many actions of hands: their programs take so long that it pays to leave
/// more actions out.
const NEARER_GAP: f64 = 2e-6;

/// So many actions are many.
const MANY: usize = 30_000;

/// Gain that may be rounding, in parts of the pot.
const ROUNDING: f64 = 1e-9;

/// Probabilities where the other player does not come are whole numbers of parts so small.
const PARTS: f64 = (1 << 20) as f64;

/// Probability that may as well be none.
const HARDLY: f64 = 1e-3;

/// A search under way.
pub(super) struct PlanSearch<'a> {
    spot: &'a RiverSpot,
    control: &'a Control,
    kept: KeptActions,
    /// Probabilities of the last actions of sequences where the other player does not come.
    elsewhere: [Numbers; 2],
    plans: [Numbers; 2],
    pub(super) work: SolveWork,
}

/// An exact optimum of a restricted game.
pub(super) struct ExactPlans {
    pub(super) plans: [Vec<Rational>; 2],
    restricted: RestrictedGame,
}

impl<'a> PlanSearch<'a> {
    /// Errors: [`Stopped`].
    pub(super) fn new(spot: &'a RiverSpot, control: &'a Control) -> Result<Self, Stopped> {
        let actions = spot.zeros(0).len() + spot.zeros(1).len();
        let gap = if actions > MANY { NEARER_GAP } else { NEAR_GAP };
        let near = near_plans(spot, gap, control)?;
        let kept = KeptActions::near(spot, &near.plans, gap);
        let elsewhere = [0, 1].map(|player| parts(spot, player, &near.plans[player]));
        let plans = [0, 1].map(|player| cleared(spot, player, &near.plans[player]));
        Ok(Self { spot, control, kept, elsewhere, plans, work: SolveWork::default() })
    }

    /// Exact plans that no reply in doubles beats; `None` if a restricted game had no optimum,
    /// which each has.
    ///
    /// Errors: [`Stopped`].
    pub(super) fn exact_plans(&mut self) -> Result<Option<ExactPlans>, Stopped> {
        loop {
            let (restricted, basis) = self.guess()?;
            let solved = lp::solve(&restricted.problem, Some(&basis), self.control)?;
            self.work = self.work.and(solved.work);
            let Outcome::Optimal(optimum) = solved.outcome else { return Ok(None) };
            let plans =
                restricted.plans(self.spot, &optimum.primal, &optimum.dual, &self.elsewhere);
            self.plans = plans.each_ref().map(|plan| plan.iter().map(Rational::to_f64).collect());
            if self.add_better(&restricted) == 0 {
                return Ok(Some(ExactPlans { plans, restricted }));
            }
        }
    }

    /// A basis of a restricted game in which, in doubles, no action left out would gain.
    fn guess(&mut self) -> Result<(RestrictedGame, Basis), Stopped> {
        loop {
            let restricted = RestrictedGame::new(self.spot, &self.kept.0, &self.plans);
            let point = restricted.point(self.spot, &self.plans);
            let start = Basis::pushed(&restricted.problem, &point, self.control)?;
            let guess = lp::guess(&restricted.problem, Some(&start), self.control)?;
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
    fn add_better(&mut self, restricted: &RestrictedGame) -> usize {
        let values = self.values();
        let stake = self.spot.tree.pot * ROUNDING;
        let most = [0, 1].map(|player: usize| self.spot.held(player));
        let rounding = stake * most[0].max(most[1]);
        let beats = |value: &f64, best: &f64| *value > best + rounding;
        self.kept.add_better(self.spot, &restricted.sides, &values, beats)
    }

    /// Keeps nothing but the first action of each hand.
    #[cfg(test)]
    pub(super) fn keep_first_actions(&mut self) {
        for choices in &self.spot.tree.decisions {
            let own = self.spot.len(choices.player);
            let kept = &mut self.kept.0[choices.player];
            for sequence in choices.after() {
                kept[sequence * own..][..own].fill(sequence == choices.first);
            }
        }
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
fn parts(spot: &RiverSpot, player: usize, plan: &[f64]) -> Numbers {
    let own = spot.len(player);
    let mut probabilities = vec![0.0; plan.len()];
    for decision in spot.tree.decisions_of(player) {
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

/// A plan without the actions that are hardly ever taken, which an equilibrium nearby does not
/// take.
fn cleared(spot: &RiverSpot, player: usize, plan: &[f64]) -> Numbers {
    let (own, mut cleared) = (spot.len(player), plan.to_vec());
    for choices in spot.tree.decisions_of(player) {
        for class in 0..own {
            let parent = choices.parent * own + class;
            let at = |sequence: usize| sequence * own + class;
            let taken = |sequence: &usize| plan[at(*sequence)] > HARDLY * plan[parent];
            let sum: f64 = choices.after().filter(taken).map(|sequence| plan[at(sequence)]).sum();
            for sequence in choices.after() {
                let share = if taken(&sequence) { plan[at(sequence)] / sum } else { 0.0 };
                cleared[at(sequence)] = cleared[parent] * share;
            }
        }
    }
    cleared
}

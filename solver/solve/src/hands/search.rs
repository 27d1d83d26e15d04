//! The search for exact plans: restricted games, each with the actions that gain in the last.

use crate::control::{Control, Stopped};
use crate::engine::lp::{self, Basis, Outcome, SolveWork};
use crate::exact::Rational;

use super::bases::{BasicActions, guess};
use super::cfr::near_plans;
use super::kept::KeptActions;
use super::restricted::RestrictedGame;
use super::spot::{HandSpot, Numbers};

/// Gap at which regret minimisation ends, in parts of the pot.
const NEAR_GAP: f64 = 1e-5;

/// The same of games with many actions of hands: their programs take so long that it pays to leave
/// more actions out.
const NEARER_GAP: f64 = 5e-6;

/// The same of several boards: what follows a card takes each hand apart, so fewer actions are
/// close.
const GAP_OF_BOARDS: f64 = 1e-4;

/// So many actions are many.
const MANY: usize = 30_000;

/// Probabilities where the other player does not come are whole numbers of parts so small.
const PARTS: f64 = (1 << 20) as f64;

/// Probability that may as well be none.
const HARDLY: f64 = 1e-3;

/// A search under way.
pub(super) struct PlanSearch<'a> {
    pub(super) spot: &'a HandSpot,
    control: &'a Control,
    pub(super) kept: KeptActions,
    /// The player whose program is solved.
    own: usize,
    /// The last basis.
    basic: Option<BasicActions>,
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
    pub(super) fn new(spot: &'a HandSpot, control: &'a Control) -> Result<Self, Stopped> {
        let actions = spot.zeros(0).len() + spot.zeros(1).len();
        let gap = match spot.boards.as_slice() {
            [_] if actions > MANY => NEARER_GAP,
            [_] => NEAR_GAP,
            _ => GAP_OF_BOARDS,
        };
        let near = near_plans(spot, gap, control)?;
        let kept = KeptActions::near(spot, &near.plans, gap);
        let plans = [0, 1].map(|player| cleared(spot, player, &near.plans[player]));
        let elsewhere = [0, 1].map(|player| parts(spot, player, &near.plans[player]));
        // A row is an action of the other player's.
        let own = usize::from(kept.count(spot, 1) > kept.count(spot, 0));
        let work = SolveWork::default();
        Ok(Self { spot, control, kept, own, basic: None, elsewhere, plans, work })
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
            let new: usize = [0, 1].map(|player| self.add_better(&restricted, player)).iter().sum();
            if new == 0 {
                return Ok(Some(ExactPlans { plans, restricted }));
            }
        }
    }

    /// A basis of a restricted game in which, in doubles, no action left out would gain.
    ///
    /// A new action of the own player's is a new column, so the last basis stays feasible and is
    /// near the next optimum. One of the other's would be a new row, which breaks it; so it is
    /// added to the program of the other player, where it is a column.
    fn guess(&mut self) -> Result<(RestrictedGame, Basis), Stopped> {
        loop {
            let restricted = RestrictedGame::new(self.spot, &self.kept, self.own);
            let guess =
                guess(&restricted, &mut self.basic, (self.spot, &self.plans), self.control)?;
            self.work.float_pivots += guess.float_pivots;
            let (primal, dual) = (&guess.point.primal, &guess.point.dual);
            self.plans = restricted.plans(self.spot, primal, dual, &self.elsewhere);
            self.plans.iter_mut().flatten().for_each(|reach| *reach = reach.max(0.0));
            if self.add_better(&restricted, self.own) == 0 {
                self.own = 1 - self.own;
                if self.add_better(&restricted, self.own) == 0 {
                    return Ok((restricted, guess.basis));
                }
            }
        }
    }

    /// Keeps a player's actions that gain against the plans; their number.
    fn add_better(&mut self, restricted: &RestrictedGame, player: usize) -> usize {
        let rounding = self.spot.rounding;
        let beats = |value: &f64, best: &f64| *value > best + rounding;
        let values = self.spot.reply(player, &self.plans[1 - player]).0;
        self.kept.add_better(self.spot, &restricted.sides[player], player, &values, beats)
    }

    /// Keeps nothing but the first action of each hand.
    #[cfg(test)]
    pub(super) fn keep_first_actions(&mut self) {
        for (decision, kept) in self.spot.tree.decisions.iter().zip(&mut self.kept.0) {
            kept.fill(vec![decision.first]);
        }
    }

    /// Values of best replies, by player, to the plans of players who hardly ever err; they take
    /// every action then, all of them equally often.
    pub(super) fn values(&self) -> [Numbers; 2] {
        [0, 1].map(|player| {
            let other = self.plans[1 - player].iter().zip(self.spot.even_plan(1 - player));
            let erring: Numbers = other.map(|(plan, even)| plan + HARDLY * even).collect();
            self.spot.reply(player, &erring).0
        })
    }

    /// Keeps the actions that gain exactly; their number.
    pub(super) fn add_exactly_better(
        &mut self,
        exact: &ExactPlans,
        values: &[Vec<Rational>; 2],
    ) -> usize {
        let added = [0, 1].map(|player| {
            let (side, values) = (&exact.restricted.sides[player], &values[player]);
            self.kept.add_better(self.spot, side, player, values, |value, best| value > best)
        });
        added.iter().sum()
    }
}

/// Probabilities of actions from a plan, in whole parts. Actions that are hardly ever taken are
/// left out, and the most likely one takes what is left.
pub(super) fn parts(spot: &HandSpot, player: usize, plan: &[f64]) -> Numbers {
    let own = spot.len(player);
    let mut probabilities = vec![0.0; plan.len()];
    for decision in spot.tree.decisions_of(player) {
        for class in 0..own {
            let at = |sequence: usize| sequence * own + class;
            let reach = plan[at(decision.parent)];
            let likelier = |one: &usize, other: &usize| plan[at(*one)].total_cmp(&plan[at(*other)]);
            let most = decision.after().max_by(likelier).unwrap_or(decision.first);
            let mut left = PARTS;
            for sequence in decision.after().filter(|sequence| *sequence != most) {
                let taken = plan[at(sequence)];
                let share = if taken > HARDLY * reach { taken / reach } else { 0.0 };
                let share = (share * PARTS).round().min(left);
                probabilities[at(sequence)] = share / PARTS;
                left -= share;
            }
            probabilities[at(most)] = left / PARTS;
        }
    }
    probabilities
}

/// A plan without the actions that are hardly ever taken, which an equilibrium nearby does not
/// take.
fn cleared(spot: &HandSpot, player: usize, plan: &[f64]) -> Numbers {
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

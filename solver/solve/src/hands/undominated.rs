//! Plans that are not weakly dominated, each with its proof.
//!
//! Of all optimal plans of a player, the best against an opponent who takes all actions equally
//! often is not weakly dominated (docs/DERIVATIONS.md#not-weakly-dominated). Optimal are the plans
//! of actions that lose nothing against an optimal plan of the other player, if no action of the
//! other's gains, and those that the other takes pay alike. The program of the first few actions is
//! solved; actions of both players that gain are added until none does.

use crate::control::{Control, Stopped};
use crate::engine::lp::{self, Outcome, SolveWork};
use crate::exact::Rational;

use super::bases::{BasicActions, guess};
use super::kept::KeptActions;
use super::payoff_tree::greatest;
use super::restricted::{OptimalFace, RestrictedGame};
use super::search::parts;
use super::spot::{HandSpot, Numbers};

/// Rounds after which the search gives up.
const MOST_ROUNDS: usize = 100;

/// An optimal plan of a player, and a plan of the other to which it is the best reply among all
/// optimal plans. The latter may be negative where the other's optimal plan is positive.
pub(super) struct BestOfOptimal {
    pub(super) plan: Vec<Rational>,
    pub(super) against: Vec<Rational>,
    pub(super) work: SolveWork,
}

/// The search for the plan of one player.
pub(super) struct BestOfFace<'a> {
    pub(super) spot: &'a HandSpot,
    pub(super) control: &'a Control,
    pub(super) own: usize,
    /// Optimal plans of both players.
    pub(super) optimal: &'a [Vec<Rational>; 2],
    /// By own sequence and class: whether its last action loses nothing against the other's plan.
    pub(super) allowed: Vec<bool>,
}

impl BestOfFace<'_> {
    /// The best optimal plan; `None` if numbers are too long, or after too many rounds.
    ///
    /// Errors: [`Stopped`].
    pub(super) fn best(&self, near: &KeptActions) -> Result<Option<BestOfOptimal>, Stopped> {
        let (own, other) = (self.own, 1 - self.own);
        let Some(even) = self.spot.whole_even_plan(other) else { return Ok(None) };
        let face = OptimalFace { other: &self.optimal[other], even: &even };
        let doubles: Numbers = even.iter().map(|reach| *reach as f64).collect();
        let mut kept = self.first_actions(near, &doubles);
        let mut plans: [Numbers; 2] =
            self.optimal.each_ref().map(|plan| plan.iter().map(Rational::to_f64).collect());
        // Where the other's optimal plan takes no action, the plan of the proof is not negative.
        let elsewhere = [0, 1].map(|player| parts(self.spot, player, &plans[player]));
        let (mut basic, mut work): (Option<BasicActions>, _) = (None, SolveWork::default());
        for _ in 0..MOST_ROUNDS {
            let restricted = RestrictedGame::on_face(self.spot, &kept, own, &face);
            let problem = &restricted.problem;
            let guess = guess(&restricted, &mut basic, (self.spot, &plans), self.control)?;
            work.float_pivots += guess.float_pivots;
            let (primal, dual) = (&guess.point.primal, &guess.point.dual);
            plans = restricted.plans(self.spot, primal, dual, &elsewhere);
            if self.add_better(&restricted, &mut kept, &plans, &doubles) > 0 {
                continue;
            }
            let solved = lp::solve(problem, Some(&guess.basis), self.control)?;
            work = work.and(solved.work);
            let Outcome::Optimal(best) = solved.outcome else { return Ok(None) };
            basic = Some(BasicActions::of(&restricted, &best.basis));
            let exact = restricted.plans(self.spot, &best.primal, &best.dual, &elsewhere);
            plans = exact.each_ref().map(|plan| plan.iter().map(Rational::to_f64).collect());
            if self.add_better(&restricted, &mut kept, &plans, &doubles) > 0 {
                continue;
            }
            let mut exact = exact.into_iter();
            let (one, two) = (exact.next().unwrap_or_default(), exact.next().unwrap_or_default());
            let (plan, against) = if own == 0 { (one, two) } else { (two, one) };
            let even = even.into_iter().map(Rational::from);
            let against = against.into_iter().zip(even).map(|(reach, even)| reach + even).collect();
            return Ok(Some(BestOfOptimal { plan, against, work }));
        }
        Ok(None)
    }

    /// The actions of the optimal plan with the best replies to the even plan; of the other player,
    /// the actions kept before, those of the optimal plan first.
    fn first_actions(&self, near: &KeptActions, even: &[f64]) -> KeptActions {
        let values = self.values_against(even);
        let views = self.spot.tree.decisions.iter().zip(&near.0).map(|(decision, near)| {
            let (plan, classes) = (&self.optimal[decision.player], self.spot.len(decision.player));
            let of_class = |(class, near): (usize, &Vec<usize>)| {
                let at = |sequence: usize| sequence * classes + class;
                let mut kept: Vec<usize> =
                    decision.after().filter(|next| plan[at(*next)].is_positive()).collect();
                kept.sort_by(|one, other| plan[at(*other)].cmp(&plan[at(*one)]));
                if decision.player != self.own {
                    let known = kept.clone();
                    kept.extend(near.iter().filter(|next| !known.contains(next)));
                    return kept;
                }
                let best = greatest(decision.after(), |next| &values[at(next)]);
                kept.extend(best.filter(|best| !kept.contains(best)));
                kept
            };
            near.iter().enumerate().map(of_class).collect()
        });
        KeptActions(views.collect())
    }

    /// Keeps the actions of both players that gain; their number.
    fn add_better(
        &self,
        restricted: &RestrictedGame,
        kept: &mut KeptActions,
        plans: &[Numbers; 2],
        even: &[f64],
    ) -> usize {
        let (spot, own, other) = (self.spot, self.own, 1 - self.own);
        let rounding = spot.rounding;
        let values = spot.reply(other, &plans[own]).0;
        let beats = |value: &f64, best: &f64| *value > best + rounding;
        let new = kept.add_better(spot, &restricted.sides[other], other, &values, beats);
        let against: Numbers =
            plans[other].iter().zip(even).map(|(reach, even)| reach + even).collect();
        let values = self.values_against(&against);
        let scale = even.iter().copied().fold(1.0, f64::max);
        let beats = |value: &f64, best: &f64| *value > best + rounding * scale;
        new + kept.add_better(spot, &restricted.sides[own], own, &values, beats)
    }

    /// Values of the allowed sequences of a player who plays best with them; of others, the least.
    fn values_against(&self, other: &[f64]) -> Numbers {
        let mut values = self.spot.zeros(self.own);
        self.spot.ending_values(self.own, other, &mut values);
        let classes = self.spot.len(self.own);
        for (value, allowed) in values.iter_mut().zip(&self.allowed).skip(classes) {
            if !allowed {
                *value = f64::MIN;
            }
        }
        self.spot.roll_back(self.own, &mut values);
        values
    }
}

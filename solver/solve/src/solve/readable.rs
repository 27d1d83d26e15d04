//! The equilibrium that people should see: optimal, not weakly dominated, and in few runs of cards.
//!
//! Most games have many optimal strategies. Some of them are weakly dominated: another strategy is
//! never worse, and better against some mistake. [`SequenceForm::best_against`] leaves those that
//! pay most if the other player errs now and then, with every action and every card; these are
//! undominated. Players who err by a [`Tremble`] bet and call with high cards more often, so the
//! strategies that take most from them are cut where hands get better: they come in few runs.

use crate::engine::lp::{Optimum, SolveWork};
use crate::exact::Rational;
use crate::game::{Game, Player};
use crate::hands;
use crate::program::{
    ProgramError, RealizationPlan, Runs, SequenceForm, Tremble, plan_of_profile, profile_of_plans,
};
use crate::strategy::Profile;

use super::{Control, RUNS_FROM, SolveError, optimum};

/// The optimal plan of a player, of which `any` is one, in the fewest runs of those that take most
/// from a player who errs in one of the ways of [`Tremble::met_by`].
///
/// If every card is a run of its own, it is not weakly dominated. By longer runs, no other plan by
/// these runs dominates it; [`undominated`](super::undominated()) examines the whole game.
pub(super) fn plan(
    game: &Game,
    form: &SequenceForm<'_>,
    any: &Optimum,
    runs: &Runs,
    control: &Control,
) -> Result<(RealizationPlan, SolveWork), SolveError> {
    let [own, other] = form.players();
    let mut work = SolveWork::default();
    let mut fewest: Option<(usize, RealizationPlan)> = None;
    for tremble in Tremble::met_by(game, own) {
        let problem = control.run(|| {
            let erring = tremble.profile(game, runs)?;
            let against = plan_of_profile(game, &erring, other, runs);
            Ok::<_, ProgramError>(form.best_against(any, &against))
        })??;
        let (best, further) = optimum(game, &problem, Some(&any.basis), control)?;
        work = work.and(further);
        let plan = form.own_plan(&best.primal);
        let changes = changes(game, own, &plan);
        if fewest.as_ref().is_none_or(|(known, _)| changes < *known) {
            fewest = Some((changes, plan));
        }
    }
    let (_, plan) = fewest.ok_or_else(|| SolveError::NoOptimum { game: game.label() })?;
    Ok((plan, work))
}

/// Both players' strategies; where their plans prescribe nothing, best responses that gain most
/// from a player who errs.
pub(super) fn profile(
    game: &Game,
    runs: &Runs,
    plans: &[RealizationPlan],
) -> Result<Profile, ProgramError> {
    profile_of_plans(game, runs, plans, Some(&Tremble::Bold.profile(game, runs)?))
}

/// Check that a deck of at most [`RUNS_FROM`] cards has programs of both players. A game of hands
/// has restricted ones.
pub(super) fn fits(game: &Game) -> bool {
    let fits = |player: &Player| SequenceForm::fits_for(game, *player).is_ok();
    let by_runs = game.n() > RUNS_FROM && game.deck().is_ranks();
    hands::applies(game) || by_runs || game.n() <= RUNS_FROM && game.players().iter().all(fits)
}

/// Number of changes of play from one run that comes to a view to the next, over all views of a
/// player.
fn changes(game: &Game, player: Player, plan: &RealizationPlan) -> usize {
    let mut changes = 0;
    for (_, view) in game.views_of(player) {
        let before = &plan[view.parent];
        let coming: Vec<usize> = (0..before.len()).filter(|run| !before[*run].is_zero()).collect();
        let actions = || view.first_sequence..view.first_sequence + view.actions.len();
        let differs = |pair: &&[usize]| {
            let (one, next) = (pair[0], pair[1]);
            let share = |sequence: usize, run: usize, other: usize| -> Rational {
                &plan[sequence][run] * &before[other]
            };
            actions().any(|sequence| share(sequence, one, next) != share(sequence, next, one))
        };
        changes += coming.windows(2).filter(differs).count();
    }
    changes
}

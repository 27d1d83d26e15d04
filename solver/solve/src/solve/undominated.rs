//! Strategies that are not weakly dominated, each with its proof.

use std::collections::BTreeSet;

use crate::engine::lp::{self, Outcome, SolveWork};
use crate::exact::Piecewise;
use crate::game::{Game, Player};
use crate::program::{Runs, SequenceForm, plan_of_profile, profile_of_plans};
use crate::strategy::{Evaluation, Profile};

use super::{Control, SolveError};

/// Proof that a strategy of a two-player game is not weakly dominated: a profile in which the
/// player plays it against a fully mixed strategy, and no reply pays more. Nothing if none is
/// found by the runs of the profile; then the strategy may be dominated.
///
/// A strategy that never pays less, and more against some strategy, would pay more against a fully
/// mixed one; docs/DERIVATIONS.md#not-weakly-dominated says more. Best responses are
/// those of the whole game, which may tell all cards apart.
///
/// Errors: [`SolveError::Program`] for more players, and for a deck that is not one of ranks.
pub fn undominated(
    game: &Game,
    profile: &Profile,
    player: Player,
    control: &Control,
) -> Result<Option<Profile>, SolveError> {
    Ok(examined(game, profile, player, &Runs::cut(game.n(), []), control)?.0.ok())
}

/// The proof of [`undominated`] by these runs and those of the profile, or cards after which they
/// are cut in halves: a better strategy plays their first or last card in another way. The work of
/// its programs beside it.
pub(super) fn examined(
    game: &Game,
    profile: &Profile,
    player: Player,
    by: &Runs,
    control: &Control,
) -> Result<(Result<Profile, BTreeSet<u64>>, SolveWork), SolveError> {
    let other = if player == Player::I { Player::II } else { Player::I };
    let ranges = game.players().iter().filter_map(|player| game.range(*player));
    let breaks = (0..game.views().len()).flat_map(|view| profile.at(view)).chain(ranges);
    let lasts = by.iter().map(|(_, last)| last);
    let runs = Runs::cut(game.n(), breaks.flat_map(Piecewise::breaks).chain(lasts));
    let (mut halves, mut work) = (BTreeSet::new(), SolveWork::default());
    for runs in [runs.clone(), ends_apart(game.n(), &runs)] {
        let form = SequenceForm::by_runs(game, other, runs.clone())?;
        let [answer, near] =
            [player, other].map(|player| plan_of_profile(game, profile, player, &runs));
        let (problem, untaken, start) = control.run(|| form.fully_mixed(&answer, &near))?;
        let solved = lp::solve(&problem, Some(&start), control)?;
        work = work.and(solved.work);
        let Outcome::Optimal(best) = solved.outcome else { continue };
        if best.objective.is_zero() {
            let better = untaken.iter().filter(|(_, row)| !best.dual[row.index()].is_zero());
            let better = better.map(|(run, _)| runs.at(*run as usize - 1));
            halves
                .extend(better.filter(|run| run.0 < run.1).map(|run| run.0 + (run.1 - run.0) / 2));
            continue;
        }
        let mut plans = vec![form.own_plan(&best.primal), answer];
        if player == Player::I {
            plans.reverse();
        }
        let proof = control.run(|| {
            let profile = profile_of_plans(game, &runs, &plans, None)?;
            let evaluation = Evaluation::new(game, &profile);
            let best = evaluation.payoff(player) == evaluation.best_value(player);
            Ok::<_, SolveError>(best.then_some(profile))
        })??;
        if let Some(proof) = proof {
            return Ok((Ok(proof), work));
        }
    }
    Ok((Err(halves), work))
}

/// These runs, with the first and the last card of each a run of its own.
fn ends_apart(n: u64, runs: &Runs) -> Runs {
    let cuts = runs.iter().flat_map(|(first, last)| [first, last.saturating_sub(1)]);
    let lasts = runs.iter().map(|(_, last)| last);
    Runs::cut(n, cuts.chain(lasts).filter(|cut| *cut > 0))
}

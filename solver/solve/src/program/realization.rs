//! Realization plans, by card, to behavior strategies.

use crate::exact::{Piecewise, Rational};
use crate::game::{Game, Player};
use crate::strategy::{Evaluation, Profile};

use super::{ProgramError, Runs};

/// The probability of playing each own sequence, by sequence and card from 1, or that times the
/// weight of the card; by runs, that times the weight of the run.
pub type RealizationPlan = Vec<Vec<Rational>>;

/// The behavior strategies of realization plans by runs, one plan per player.
///
/// At an information set that the own plan never reaches, and with a card never held, nothing is
/// prescribed: there the profile takes a best response to the other players, which changes no
/// payoff. Among equals it is the one that pays most if the other players err by the profile
/// `erring`, and the first action where they do not or it does not matter.
///
/// Errors: [`ProgramError::Profile`] if they are no plans of the game.
pub fn profile_of_plans(
    game: &Game,
    runs: &Runs,
    plans: &[RealizationPlan],
    erring: Option<&Profile>,
) -> Result<Profile, ProgramError> {
    let rows = game.views().iter().enumerate().map(|(index, view)| {
        let plan = &plans[view.player.index()];
        let row = |run: usize| -> Vec<Rational> {
            if let Some(locked) = game.locked_row(index, runs.at(run).0) {
                return locked;
            }
            let reach = &plan[view.parent][run];
            let share = |action: usize| match reach.is_zero() {
                true => Rational::from(u32::from(action == 0)),
                false => &plan[view.first_sequence + action][run] / reach,
            };
            (0..view.actions.len()).map(share).collect()
        };
        (0..runs.count() as usize).map(row).collect()
    });
    let profile = profile_of_rows(game, runs, &rows.collect::<Vec<_>>())?;
    if plans.iter().flatten().flatten().all(|reach| !reach.is_zero()) {
        return Ok(profile);
    }
    let evaluation = Evaluation::new(game, &profile);
    let erring = erring.map(|erring| Evaluation::new(game, erring));
    let mut strategies: Vec<Vec<Piecewise>> =
        (0..game.views().len()).map(|view| profile.at(view).to_vec()).collect();
    for player in game.players() {
        let erring = erring.as_ref().map(|erring| erring.best_response(*player).action_values);
        let values = evaluation.best_response(*player).action_values;
        for (at, (index, values)) in values.into_iter().enumerate() {
            let reach = &plans[player.index()][game.views()[index].parent];
            let open =
                runs.steps(reach.iter().map(|reach| Rational::from(u32::from(reach.is_zero()))));
            let open = match game.lock(index) {
                Some(lock) => open.times(&lock.free()),
                None => open,
            };
            if open.is_zero() {
                continue;
            }
            let prescribed = open.subtracted_from(&Rational::ONE);
            let mut best = Piecewise::greatest(&values);
            if let Some(erring) = &erring {
                best = best_of_equals(game, &best, &erring[at].1);
            }
            for (probability, taken) in strategies[index].iter_mut().zip(first_of(&best, open)) {
                *probability = probability.times(&prescribed).plus(&taken);
            }
        }
    }
    Ok(Profile::new(game, strategies)?)
}

/// The realization plan of a player whose strategy changes at runs only.
pub fn plan_of_profile(
    game: &Game,
    profile: &Profile,
    player: Player,
    runs: &Runs,
) -> RealizationPlan {
    let mut plan = vec![runs.weights(game, player)];
    for (index, view) in game.views_of(player) {
        for action in profile.at(index) {
            let reach = plan[view.parent].iter().zip(runs.iter());
            let share = |(reach, (first, _)): (&Rational, (u64, u64))| reach * &action.at(first);
            let sequence = reach.map(share).collect();
            plan.push(sequence);
        }
    }
    plan
}

/// The first of the best actions, given by their indicators, with the cards of an indicator.
pub(crate) fn first_of(best: &[Piecewise], mut open: Piecewise) -> Vec<Piecewise> {
    let first = |best: &Piecewise| {
        let taken = open.times(best);
        open = open.minus(&taken);
        taken
    };
    best.iter().map(first).collect()
}

/// Indicators of the greatest values among the actions that are best, given by their indicators.
pub(crate) fn best_of_equals(
    game: &Game,
    best: &[Piecewise],
    values: &[Piecewise],
) -> Vec<Piecewise> {
    // More than any two values differ by.
    let pots: Rational = game.leaves().iter().map(|leaf| leaf.pot() * Rational::from(2)).sum();
    let far = pots * game.deals();
    let values: Vec<Piecewise> = best
        .iter()
        .zip(values)
        .map(|(best, value)| value.combination(&Rational::ONE, best, &far))
        .collect();
    Piecewise::greatest(&values)
}

/// A profile from probabilities by view, run and action.
pub(super) fn profile_of_rows(
    game: &Game,
    runs: &Runs,
    rows: &[Vec<Vec<Rational>>],
) -> Result<Profile, ProgramError> {
    let actions = game.views().iter().zip(rows).map(|(view, rows)| {
        let action = |action: usize| runs.steps(rows.iter().map(|row| row[action].clone()));
        (0..view.actions.len()).map(action).collect()
    });
    Ok(Profile::new(game, actions.collect())?)
}

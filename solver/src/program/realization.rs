//! Realization plans, by card, to behavior strategies.

use crate::exact::{Piecewise, Rational};
use crate::game::{Game, Player};
use crate::strategy::{Evaluation, Profile};

use super::ProgramError;

/// The probability of playing each own sequence, by sequence and card from 1; or that times the weight of the card.
pub(super) type Plan = Vec<Vec<Rational>>;

/// The behavior strategies of realization plans, one plan per player.
///
/// At an information set that the own plan never reaches, and with a card never held, nothing is prescribed: there the profile takes a best response
/// to the other players, the first action among equals, which changes no payoff.
pub(super) fn profile_of_plans(game: &Game, plans: &[Plan]) -> Result<Profile, ProgramError> {
    let first_action = |action: usize| if action == 0 { Rational::ONE } else { Rational::ZERO };
    let mut rows: Vec<Vec<Vec<Rational>>> = Vec::with_capacity(game.views().len());
    for view in game.views() {
        let plan = &plans[view.player.index()];
        let row = |card: usize| -> Vec<Rational> {
            let reach = &plan[view.parent][card];
            let actions = 0..view.actions.len();
            if reach.is_zero() {
                actions.map(first_action).collect()
            } else {
                actions.map(|action| &plan[view.first_sequence + action][card] / reach).collect()
            }
        };
        rows.push((0..game.n() as usize).map(row).collect());
    }
    let profile = profile_of_rows(game, &rows)?;
    if plans.iter().flatten().flatten().all(|reach| !reach.is_zero()) {
        return Ok(profile);
    }
    let evaluation = Evaluation::new(game, &profile);
    for player in game.players() {
        for (index, values) in evaluation.best_response(*player).action_values {
            let reach = &plans[player.index()][game.views()[index].parent];
            for (card, row) in rows[index].iter_mut().enumerate().filter(|(card, _)| reach[*card].is_zero()) {
                let values: Vec<Rational> = values.iter().map(|value| value.at(card as u64 + 1)).collect();
                let best = values.iter().max().and_then(|best| values.iter().position(|value| value == best));
                *row = (0..values.len()).map(|action| first_action(action.abs_diff(best.unwrap_or(0)))).collect();
            }
        }
    }
    profile_of_rows(game, &rows)
}

/// A profile from probabilities by view, card and action.
pub(super) fn profile_of_rows(game: &Game, rows: &[Vec<Vec<Rational>>]) -> Result<Profile, ProgramError> {
    let actions = game.views().iter().zip(rows).map(|(view, rows)| {
        let action =
            |action: usize| Piecewise::steps(rows.iter().zip(1..).map(|(row, card)| (card, row[action].clone())));
        (0..view.actions.len()).map(action).collect()
    });
    Ok(Profile::new(game, actions.collect())?)
}

/// The realization plans of two players who mix over pure strategies, by Kuhn's theorem.
pub(super) fn plan_of_mixture(
    game: &Game,
    player: Player,
    weights: &[Rational],
    plays: impl Fn(usize, usize, u64) -> bool,
) -> Plan {
    let n = game.n();
    let mut plan = vec![vec![Rational::ZERO; n as usize]; game.sequences(player)];
    for (strategy, weight) in weights.iter().enumerate().filter(|(_, weight)| !weight.is_zero()) {
        for (sequence, cards) in plan.iter_mut().enumerate() {
            for (total, card) in cards.iter_mut().zip(1..=n) {
                if plays(strategy, sequence, card) {
                    *total += weight;
                }
            }
        }
    }
    plan
}

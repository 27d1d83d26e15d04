//! Rivers of hold'em with wide ranges, solved exactly.
//!
//! Hands that no payoff tells apart are made one (`classes`). Regret minimisation comes near an
//! equilibrium (`cfr`), which shows the actions that each hand may take in it (`kept`). The game of
//! these actions alone is a small linear program (`restricted`), solved in doubles until no action
//! left out would gain, then exactly (`search`). The judge decides; where it refuses, the actions
//! that gain exactly are added. So the search ends: at worst with the whole game.

mod bases;
mod cfr;
mod classes;
mod kept;
mod payoff_rows;
mod payoff_tree;
mod restricted;
mod search;
mod showdown;
mod sides;
mod spot;
#[cfg(test)]
mod tests;

use crate::certificate::{Candidate, Certified, Refusal, Solution, check};
use crate::control::{Control, Stopped};
use crate::engine::lp::SolveWork;
use crate::exact::{Piecewise, Rational};
use crate::game::{Game, Player};
use crate::strategy::{Evaluation, Profile, ProfileError};

use search::PlanSearch;
use spot::RiverSpot;

/// Why a river has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RiverError {
    /// Cancelled from outside.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A restricted game without an optimum, which each has.
    #[error("a restricted game of {game} has no optimum, which a game's program always has")]
    NoOptimum { game: String },
    /// The plans are none, which a verified optimum excludes.
    #[error(transparent)]
    NoProfile(#[from] ProfileError),
    /// The judge refuses strategies that nothing gains against.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// True if a game is a river of hold'em: two players, five open cards.
pub(crate) fn applies(game: &Game) -> bool {
    let open = game.holdem_board().map_or(0, |board| board.dealt().len());
    open == 5 && game.boards().len() == 1 && game.players().len() == 2
}

/// A certified equilibrium of a river; `None` of another game, and if its weights or amounts are
/// too long.
///
/// Errors: [`RiverError`].
pub(crate) fn solution(
    game: &Game,
    method: &str,
    control: &Control,
) -> Result<Option<(Certified<Solution>, SolveWork)>, RiverError> {
    if !applies(game) {
        return Ok(None);
    }
    let Some(spot) = control.run(|| RiverSpot::of(game))? else { return Ok(None) };
    let mut search = control.run(|| PlanSearch::new(&spot, control))??;
    loop {
        let no_optimum = || RiverError::NoOptimum { game: game.label() };
        let exact = control.run(|| search.exact_plans())??.ok_or_else(no_optimum)?;
        let profile = control.run(|| profile(game, &spot, &exact.plans, &search.values()))??;
        let judged = || {
            let profile = profile.clone();
            check(game, Candidate { values: None, profile, method: method.to_owned() })
        };
        match control.run(judged)? {
            Ok(solution) => return Ok(Some((solution, search.work))),
            Err(refusal) => {
                let values = control.run(|| exact_values(game, &spot, &profile))?;
                if search.add_exactly_better(&exact, &values) == 0 {
                    return Err(refusal.into());
                }
            }
        }
    }
}

/// Behavior strategies of plans. Where a hand does not come by its own plan, it takes the action of
/// the greatest value; a hand that is never held takes the first. Against players who may err,
/// a hand that cannot lose gains by every action but a fold.
fn profile(
    game: &Game,
    spot: &RiverSpot,
    plans: &[Vec<Rational>; 2],
    values: &[Vec<f64>; 2],
) -> Result<Profile, ProfileError> {
    let views = spot.tree.decisions.iter().map(|choices| {
        let (player, own) = (choices.player, spot.len(choices.player));
        let (plan, values) = (&plans[player], &values[player]);
        let probability = |class: Option<usize>, action: usize| {
            let first = Rational::from(i64::from(action == 0));
            let Some(class) = class else { return first };
            let at = |action: usize| (choices.first + action) * own + class;
            let reach = &plan[choices.parent * own + class];
            if reach.is_zero() {
                let greater = |one: usize, other: usize| {
                    if values[at(other)] > values[at(one)] { other } else { one }
                };
                let best = (0..choices.actions).reduce(greater);
                return Rational::from(i64::from(best == Some(action)));
            }
            &plan[at(action)] / reach
        };
        let of_action = |action: usize| {
            let hands = spot.classes[player].of.iter();
            Piecewise::steps((1..).zip(hands.map(|class| probability(*class, action))))
        };
        (0..choices.actions).map(of_action).collect()
    });
    Profile::new(game, views.collect())
}

/// Exact values of all sequences of best replies to a profile, by player, sequence and class.
fn exact_values(game: &Game, spot: &RiverSpot, profile: &Profile) -> [Vec<Rational>; 2] {
    let evaluation = Evaluation::new(game, profile);
    [Player::I, Player::II].map(|player| {
        let own = spot.len(player.index());
        let mut values = vec![Rational::ZERO; spot.zeros(player.index()).len()];
        for (view, actions) in evaluation.best_response(player).action_values {
            let first = game.views()[view].first_sequence;
            for (sequence, value) in (first..).zip(actions) {
                for (class, hand) in spot.classes[player.index()].first.iter().enumerate() {
                    values[sequence * own + class] = value.at(*hand as u64 + 1);
                }
            }
        }
        values
    })
}

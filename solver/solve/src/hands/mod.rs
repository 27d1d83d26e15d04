//! Rivers of hold'em, and large games of named cards on several streets, solved exactly.
//!
//! Hands that no payoff tells apart are made one (`classes`). Regret minimisation comes near an
//! equilibrium (`cfr`), which shows the actions that each hand may take in it (`kept`). The game of
//! these actions alone is a small linear program (`restricted`), solved in doubles until no action
//! left out would gain, then exactly (`search`). The judge decides; where it refuses, the actions
//! that gain exactly are added. So the search ends: at worst with the whole game. Of all optimal
//! plans, those that win most from a player who errs are then chosen (`undominated`).

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
mod undominated;

use crate::certificate::{Candidate, Certified, Refusal, Solution, check};
use crate::control::{Control, Stopped};
use crate::engine::lp::SolveWork;
use crate::exact::{Piecewise, Rational};
use crate::game::{Game, Kernel, Player};
use crate::strategy::{Evaluation, Profile, ProfileError};

use payoff_tree::greatest;
use search::{ExactPlans, PlanSearch};
use spot::HandSpot;
use undominated::{BestOfFace, BestOfOptimal};

/// The method of an answer of which no strategy is weakly dominated.
pub(crate) const UNDOMINATED: &str = "undominated";

/// The method of an answer of restricted games alone.
pub(crate) const RESTRICTED: &str = "restricted";

/// Why a game of hands has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum HandError {
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

/// Actions of hands from which on a game that is no river is solved here.
const MANY_ACTIONS: u64 = 2_000;

/// Deals of two hands and a board that are listed.
const MOST_DEALS: u64 = 1_000_000;

/// True if a game is solved here: two players, and a river of hold'em, or many actions of named
/// cards on a few boards.
pub(crate) fn applies(game: &Game) -> bool {
    if game.players().len() != 2 {
        return false;
    }
    let sequences: usize = game.players().iter().map(|player| game.sequences(*player)).sum();
    is_river(game)
        || matches!(game.kernel(0), Some(Kernel::Cards(..)))
            && sequences as u64 * game.n() >= MANY_ACTIONS
            && game.n() * game.n() * game.boards().len() as u64 <= MOST_DEALS
}

/// True of a board of five open cards, after which none is dealt.
fn is_river(game: &Game) -> bool {
    let open = game.holdem_board().map_or(0, |board| board.dealt().len());
    game.boards().len() == 1 && open == 5
}

/// A certified equilibrium; `None` where this [does not apply](applies), and if weights or amounts
/// are too long. Its method is [`UNDOMINATED`] if such an answer is wanted and proved, else
/// [`RESTRICTED`].
///
/// Errors: [`HandError`].
pub(crate) fn solution(
    game: &Game,
    undominated: bool,
    control: &Control,
) -> Result<Option<(Certified<Solution>, SolveWork)>, HandError> {
    if !applies(game) {
        return Ok(None);
    }
    let Some(spot) = control.run(|| HandSpot::of(game))? else { return Ok(None) };
    let mut search = control.run(|| PlanSearch::new(&spot, control))??;
    loop {
        let no_optimum = || HandError::NoOptimum { game: game.label() };
        let exact = control.run(|| search.exact_plans())??.ok_or_else(no_optimum)?;
        let profile = control.run(|| profile(game, &spot, &exact.plans, &search.values()))??;
        let judged = || {
            let profile = profile.clone();
            check(game, Candidate { values: None, profile, method: RESTRICTED.to_owned() })
        };
        match control.run(judged)? {
            Ok(solution) => {
                let better = match undominated && !game.is_locked() {
                    true => best_of_optimal(game, &search, &exact, &profile, control)?,
                    false => None,
                };
                return Ok(Some(better.unwrap_or((solution, search.work))));
            }
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
fn profile<T: PartialOrd>(
    game: &Game,
    spot: &HandSpot,
    plans: &[Vec<Rational>; 2],
    values: &[Vec<T>; 2],
) -> Result<Profile, ProfileError> {
    let views = spot.tree.decisions.iter().enumerate().map(|(view, choices)| {
        let (player, own) = (choices.player, spot.len(choices.player));
        let (plan, values) = (&plans[player], &values[player]);
        let probability = |class: Option<usize>, action: usize| {
            let first = Rational::from(i64::from(action == 0));
            let Some(class) = class else { return first };
            let at = |action: usize| (choices.first + action) * own + class;
            let reach = &plan[choices.parent * own + class];
            if reach.is_zero() {
                let best = greatest(0..choices.actions, |action| &values[at(action)]);
                return Rational::from(i64::from(best == Some(action)));
            }
            &plan[at(action)] / reach
        };
        let of_action = |action: usize| {
            let hands = (1..).zip(&spot.classes[player].of);
            let of_hand = |(hand, class): (u64, &Option<usize>)| {
                let locked = game.locked_row(view, hand).map(|mix| mix[action].clone());
                (hand, locked.unwrap_or_else(|| probability(*class, action)))
            };
            Piecewise::steps(hands.map(of_hand))
        };
        (0..choices.actions).map(of_action).collect()
    });
    Profile::new(game, views.collect())
}

/// The equilibrium whose plans win most from a player who errs, among those of the same value as
/// `profile`; `None` where no proof is found that neither plan is weakly dominated.
fn best_of_optimal(
    game: &Game,
    search: &PlanSearch<'_>,
    exact: &ExactPlans,
    profile: &Profile,
    control: &Control,
) -> Result<Option<(Certified<Solution>, SolveWork)>, HandError> {
    let (spot, mut work) = (search.spot, search.work);
    let values = control.run(|| exact_values(game, spot, profile))?;
    let (mut plans, mut replies) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    for own in 0..2 {
        let search_face = BestOfFace {
            spot,
            control,
            own,
            optimal: &exact.plans,
            allowed: allowed(spot, own, &values[own]),
        };
        let best = control.run(|| search_face.best(&search.kept))??;
        let Some(best) = best else { return Ok(None) };
        work = work.and(best.work);
        let proof = control.run(|| values_of_proof(game, spot, own, &best, &exact.plans))??;
        let Some(values) = proof else { return Ok(None) };
        (plans[own], replies[own]) = (best.plan, values);
    }
    let judged = || {
        let profile = self::profile(game, spot, &plans, &replies)?;
        let method = UNDOMINATED.to_owned();
        Ok::<_, HandError>(check(game, Candidate { values: None, profile, method }).ok())
    };
    Ok(control.run(judged)??.map(|solution| (solution, work)))
}

/// By sequence and class of a player: whether no action of the view has a greater value.
fn allowed(spot: &HandSpot, player: usize, values: &[Rational]) -> Vec<bool> {
    let (own, mut allowed) = (spot.len(player), vec![true; values.len()]);
    for decision in spot.tree.decisions_of(player) {
        for class in 0..own {
            let at = |sequence: usize| sequence * own + class;
            let best = decision.after().map(|sequence| &values[at(sequence)]).max();
            for sequence in decision.after() {
                allowed[at(sequence)] = Some(&values[at(sequence)]) == best;
            }
        }
    }
    allowed
}

/// Values of best replies to a plan of the other player that takes every action with every hand,
/// and to which the plan is a best reply in the whole game; `None` if none is found.
fn values_of_proof(
    game: &Game,
    spot: &HandSpot,
    own: usize,
    best: &BestOfOptimal,
    optimal: &[Vec<Rational>; 2],
) -> Result<Option<Vec<Rational>>, ProfileError> {
    let player = [Player::I, Player::II][own];
    for power in [10, 24, 48, 96] {
        let share = Rational::from(1_i128 << power);
        let met = best.against.iter().zip(&optimal[1 - own]);
        let met: Vec<Rational> = met.map(|(reach, often)| reach + &share * often).collect();
        if !met.iter().all(Rational::is_positive) {
            continue;
        }
        let mut plans = [best.plan.clone(), met];
        if own == 1 {
            plans.reverse();
        }
        let zeros = [0, 1].map(|player| spot.zeros(player));
        let profile = profile(game, spot, &plans, &zeros)?;
        let evaluation = Evaluation::new(game, &profile);
        if evaluation.payoff(player) == evaluation.best_value(player) {
            return Ok(Some(values_of_replies(game, spot, player, &evaluation)));
        }
    }
    Ok(None)
}

/// Exact values of all sequences of best replies to a profile, by player, sequence and class.
fn exact_values(game: &Game, spot: &HandSpot, profile: &Profile) -> [Vec<Rational>; 2] {
    let evaluation = Evaluation::new(game, profile);
    [Player::I, Player::II].map(|player| values_of_replies(game, spot, player, &evaluation))
}

/// Exact values of a player's sequences, by sequence and class, if best replies follow.
fn values_of_replies(
    game: &Game,
    spot: &HandSpot,
    player: Player,
    evaluation: &Evaluation<'_>,
) -> Vec<Rational> {
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
}

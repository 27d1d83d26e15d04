//! Best replies as strategies.

use std::collections::BTreeSet;

use crate::exact::{Piecewise, Rational};
use crate::game::{Game, Player};
use crate::program::{ProgramError, Runs, Tremble, best_of_equals, first_of};
use crate::strategy::Evaluation;

use super::RUNS_FROM;

/// Parts into which a deck of more cards is cut for a player who errs.
const PARTS: u64 = 64;

/// The best reply of a player to the others' strategies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestReply {
    /// The player.
    pub player: Player,
    /// The expected payoff, in the unit of the game per hand.
    pub value: Rational,
    /// The views of the player, in order.
    pub views: Vec<BestAction>,
}

/// The best actions at a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestAction {
    /// Index into [`Game::views`].
    pub view: usize,
    /// The probability of each action, as a function of the card.
    pub taken: Vec<Piecewise>,
    /// By action, 1 with the cards with which it is among the best, and else 0.
    pub best: Vec<Piecewise>,
}

/// The best reply of each player. Of several best actions it takes the one that gains most if the
/// others err by [`Tremble::Bold`], and of those that are level then the first.
///
/// Errors: [`ProgramError::Profile`], which no deck has.
///
/// ```
/// use rational_bluff::{exact::Rational, game::von_neumann, solve::best_replies};
/// use rational_bluff::{pure::{PureEquilibrium, sets_profile}, strategy::Evaluation};
/// let game = von_neumann(9, Rational::from(2))?;
/// // II never calls: I bets all cards that lose a showdown more often than not, and more.
/// let sets = PureEquilibrium { bets: vec![], calls: vec![] };
/// let profile = sets_profile(&game, &sets)?;
/// let [first, _] = &best_replies(&game, &Evaluation::new(&game, &profile))?[..] else { panic!() };
/// assert_eq!(first.value, Rational::ONE);
/// let bets = |card| first.views[0].taken[1].at(card).is_one();
/// assert!((1..=8).all(bets));
/// // A check wins with card 9 too.
/// assert_eq!(first.views[0].best[0].at(9), Rational::ONE);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn best_replies(
    game: &Game,
    evaluation: &Evaluation<'_>,
) -> Result<Vec<BestReply>, ProgramError> {
    let erring = Tremble::Bold.profile(game, &erring_runs(game))?;
    let erring = Evaluation::new(game, &erring);
    let reply = |player: &Player| {
        let best = evaluation.best_response(*player);
        let erring = erring.best_response(*player).action_values;
        let view = |((view, values), (_, erring)): ((usize, Vec<Piecewise>), (_, Vec<_>))| {
            let best = Piecewise::greatest(&values);
            let open = Piecewise::constant(game.n(), Rational::ONE);
            let mut taken = first_of(&best_of_equals(game, &best, &erring), open);
            if let Some(lock) = game.lock(view) {
                for (taken, part) in taken.iter_mut().zip(&lock.actions) {
                    *taken = taken.times(&lock.free()).plus(part);
                }
            }
            BestAction { view, taken, best }
        };
        let views = best.action_values.into_iter().zip(erring).map(view).collect();
        BestReply { player: *player, value: best.value, views }
    };
    Ok(game.players().iter().map(reply).collect())
}

/// The cards with which players err alike: each by itself, or many of a large deck.
fn erring_runs(game: &Game) -> Runs {
    let n = game.n();
    if n <= RUNS_FROM || !game.deck().is_ranks() {
        return Runs::of_cards(n);
    }
    let part = |part: u64| (u128::from(n) * u128::from(part) / u128::from(PARTS)) as u64;
    Runs::cut(n, (1..PARTS).map(part).collect::<BTreeSet<u64>>())
}

//! Losses: of each action of a plan, against the plan of the other player.

use std::cmp::Reverse;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bluff_exact::Rational;

use super::SpotTree;
use crate::cards::HoleCards;
use crate::game::Player;

/// Actions that are named, those that lose most.
const WORST: usize = 10;

/// An action of a plan that loses chips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotLoss {
    /// The player who acts.
    pub player: Player,
    /// The place.
    pub view: String,
    /// The hand.
    pub hand: HoleCards,
    /// The action.
    pub action: String,
    /// Chips a deal: what a best reply wins more from here on, times the probability that the hand
    /// comes here and acts so.
    pub loss: Rational,
}

/// The losses of both players, who do not play best responses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanLosses {
    /// The gain of each player by a best response, in chips; together the distance of the bounds.
    pub gains: [Rational; 2],
    /// The actions that lose most, the worst first. All losses of a player sum to her gain.
    pub worst: Vec<SpotLoss>,
}

/// Losses of all places, in units of the judge, as they come from several threads.
#[derive(Default)]
pub(super) struct LossLedger(Mutex<LossSums>);

#[derive(Default)]
struct LossSums {
    gains: [i128; 2],
    /// The loss of player, place, row and action; the greatest first.
    worst: Vec<(i128, Reverse<[usize; 4]>)>,
}

impl LossLedger {
    /// Adds the losses of rows and actions at a place, which stands for so many.
    pub(super) fn add(
        &self,
        [player, place]: [usize; 2],
        times: i128,
        losses: impl Iterator<Item = ([usize; 2], i128)>,
    ) {
        let least = self.sums().worst.get(WORST - 1).map_or(1, |least| least.0);
        let (mut all, mut worst) = (0, Vec::new());
        for ([row, action], loss) in losses {
            all += loss;
            if loss >= least {
                worst.push((loss, Reverse([player, place, row, action])));
            }
        }
        let mut sums = self.sums();
        sums.gains[player] += all * times;
        if !worst.is_empty() {
            sums.worst.append(&mut worst);
            sums.worst.sort_unstable_by(|one, other| other.cmp(one));
            sums.worst.truncate(WORST);
        }
    }

    /// The losses in chips, of which so many units make one.
    pub(super) fn in_chips(self, tree: &SpotTree, units: &Rational) -> PlanLosses {
        let LossSums { gains, worst } = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let chips = |loss: i128| Rational::from(loss) / units;
        let named =
            |(loss, Reverse([player, place, row, action])): (i128, Reverse<[usize; 4]>)| SpotLoss {
                player: if player == 0 { Player::I } else { Player::II },
                view: tree.view(place),
                hand: tree.hand(place, player, row),
                action: tree.actions(place).nth(action).unwrap_or_default().to_owned(),
                loss: chips(loss),
            };
        PlanLosses { gains: gains.map(chips), worst: worst.into_iter().map(named).collect() }
    }

    fn sums(&self) -> MutexGuard<'_, LossSums> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

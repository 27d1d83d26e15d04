//! Discounted counterfactual regret minimisation (Brown & Sandholm 2019): plans of both players
//! that come near an equilibrium, in doubles.

use crate::control::{Control, Stopped};

use super::spot::{HandSpot, Numbers};

/// Rounds between two looks at the gap, as a part of the rounds so far.
const LOOK: f64 = 0.05;

/// The rounds after which the plans are taken as they are.
const MOST_ROUNDS: u32 = 20_000;

/// Average plans of both players, and how far they are from an equilibrium: what both gain by their
/// best replies, in parts of the pot.
pub(super) struct NearPlans {
    pub(super) plans: [Numbers; 2],
    pub(super) gap: f64,
}

struct RegretLearner {
    regret: Numbers,
    /// Probability of each sequence's last action.
    strategy: Numbers,
    plan: Numbers,
    /// Sum of the plans so far, the later ones counting more.
    sum: Numbers,
}

/// Plays until the gap is at most so much of the pot.
///
/// Errors: [`Stopped`].
pub(super) fn near_plans(
    spot: &HandSpot,
    gap: f64,
    control: &Control,
) -> Result<NearPlans, Stopped> {
    let mut learners = [0, 1].map(|player| RegretLearner::new(spot, player));
    let stake = spot.stake();
    let mut values = [spot.zeros(0), spot.zeros(1)];
    let (mut round, mut next_look, mut total) = (0, 10, 0.0);
    loop {
        control.check()?;
        round += 1;
        total += f64::from(round).powi(2);
        for (player, values) in values.iter_mut().enumerate() {
            let [one, two] = &mut learners;
            let (own, other) = if player == 0 { (one, two) } else { (two, one) };
            spot.ending_values(player, &other.plan, values);
            own.learn(spot, player, f64::from(round), values);
        }
        if round >= next_look {
            next_look = round + 1 + (f64::from(round) * LOOK) as u32;
            let near = average(spot, &learners, total, stake);
            if near.gap <= gap || round >= MOST_ROUNDS {
                return Ok(near);
            }
        }
    }
}

/// The average plans, and their gap.
fn average(spot: &HandSpot, learners: &[RegretLearner; 2], total: f64, stake: f64) -> NearPlans {
    let plan =
        |learner: &RegretLearner| learner.sum.iter().map(|sum| sum / total).collect::<Numbers>();
    let plans = [plan(&learners[0]), plan(&learners[1])];
    let gains = [0, 1].map(|player| spot.reply(player, &plans[1 - player]).1);
    NearPlans { plans, gap: (gains[0] + gains[1]) / stake }
}

impl RegretLearner {
    fn new(spot: &HandSpot, player: usize) -> Self {
        let own = spot.len(player);
        let mut strategy = spot.zeros(player);
        for decision in spot.tree.decisions_of(player) {
            let actions = &mut strategy[decision.first * own..][..decision.actions * own];
            actions.fill(1.0 / decision.actions as f64);
            for class in 0..own {
                let mix = decision.lock(class).unwrap_or_default().iter().enumerate();
                mix.for_each(|(action, part)| actions[action * own + class] = part.to_f64());
            }
        }
        let mut plan = spot.zeros(player);
        plan[..own].copy_from_slice(&spot.weight[player]);
        let mut learner =
            Self { regret: spot.zeros(player), strategy, plan, sum: spot.zeros(player) };
        learner.follow(spot, player);
        learner
    }

    /// One round against the other player's plan, from what the hands that end pay.
    fn learn(&mut self, spot: &HandSpot, player: usize, round: f64, values: &mut [f64]) {
        let own = spot.len(player);
        let kept = round.powf(1.5) / (round.powf(1.5) + 1.0);
        for decision in spot.tree.decisions_of(player).rev() {
            let actions = decision.first * own..(decision.first + decision.actions) * own;
            let (before, from) = values.split_at_mut(actions.start);
            let value = &mut before[decision.parent * own..][..own];
            let regrets = &mut self.regret[actions.clone()];
            let strategy = &mut self.strategy[actions];
            for (class, value) in value.iter_mut().enumerate() {
                let each = || (0..decision.actions).map(|action| action * own + class);
                let mean: f64 = each().map(|at| strategy[at] * from[at]).sum();
                *value += mean;
                if decision.lock(class).is_some() {
                    continue;
                }
                let mut positive = 0.0;
                for at in each() {
                    let regret = regrets[at] + from[at] - mean;
                    regrets[at] = regret * if regret > 0.0 { kept } else { 0.5 };
                    positive += regret.max(0.0);
                }
                let even = 1.0 / decision.actions as f64;
                for at in each() {
                    strategy[at] = if positive > 0.0 {
                        regrets[at].max(0.0) / (kept * positive)
                    } else {
                        even
                    };
                }
            }
        }
        self.follow(spot, player);
        let weight = round * round;
        self.sum.iter_mut().zip(&self.plan).for_each(|(sum, reach)| *sum += weight * reach);
    }

    /// The plan of the strategy.
    fn follow(&mut self, spot: &HandSpot, player: usize) {
        let own = spot.len(player);
        for decision in spot.tree.decisions_of(player) {
            for sequence in decision.after() {
                let (before, from) = self.plan.split_at_mut(sequence * own);
                let parent = &before[decision.parent * own..][..own];
                let probabilities = &self.strategy[sequence * own..][..own];
                for ((reach, parent), probability) in from.iter_mut().zip(parent).zip(probabilities)
                {
                    *reach = parent * probability;
                }
            }
        }
    }
}

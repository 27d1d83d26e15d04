use crate::engine::nlp::Violations;
use crate::exact::Rational;
use crate::game::Game;

use super::multilinear::{BySequence, ChoiceSimplex, Multilinear, mean};

/// The most deals × ends of the hand of a game that a search takes.
pub const MAX_TERMS: u64 = 50_000;

/// The fast NLP: one probability for each information set and action, and how far they are from an
/// equilibrium.
///
/// The paper minimises the sum of all `v` subject to `payoff of each action ≤ v` at every
/// information set. At the best `v` for given strategies that sum is the *total gain*, what all
/// players gain by best responses, which is at least 0 and 0 exactly at equilibria. (The last sum
/// of the printed objective is of `v³`.) It has kinks wherever a best response changes, so
/// [`Violations::evaluate`] measures the same conditions smoothly: half the sum, over all
/// information sets and actions, of the squared amount by which the action pays more than the
/// strategy. It is 0 only at equilibria, and at those that respond best also where nobody expects
/// to come. Nobody is assumed to play like anybody else.
///
/// Shape: coordinates by view, card and action. Units: antes per hand. Everything here is in
/// doubles and decides nothing; the way back to rationals is [`Complementarity::supports`]. Source:
/// KTZ24 section 4, *Fast NLP*. Cost: a loop over all deals and ends of the hand per evaluation.
pub struct Complementarity<'a> {
    pub(super) game: &'a Game,
    /// Information sets by view and card; the sequences of a player by card and then as the game
    /// numbers them.
    pub(super) form: Multilinear,
    simplices: Vec<usize>,
    /// The exact payoffs at the ends of `form`.
    pub(super) payoffs: Vec<Rational>,
}

impl<'a> Complementarity<'a> {
    /// The program of a game. It is small only if the game is: see [`terms`].
    pub fn of(game: &'a Game) -> Self {
        let n = game.n() as usize;
        let count: Vec<usize> =
            game.players().iter().map(|player| game.sequences(*player)).collect();
        let before = |player: usize| n * count[..player].iter().sum::<usize>();
        let first: Vec<usize> = (0..=count.len()).map(before).collect();
        let (mut sets, mut first_coordinate) = (Vec::new(), 0);
        let mut chosen_at = vec![None; first[count.len()]];
        for view in game.views() {
            let (player, actions) = (view.player.index(), view.actions.len());
            for card in 0..n {
                let [parent, first_sequence] = [view.parent, view.first_sequence]
                    .map(|sequence| first[player] + card * count[player] + sequence);
                chosen_at[first_sequence..first_sequence + actions].fill(Some(sets.len()));
                sets.push(ChoiceSimplex {
                    player,
                    actions,
                    parent,
                    first_sequence,
                    first_coordinate,
                });
                first_coordinate += actions;
            }
        }
        let (mut sequences, mut payoffs) = (Vec::new(), Vec::new());
        for (deal, ways) in game.all_deals() {
            let weight = ways / game.deals();
            for leaf in game.leaves() {
                let numbers = deal.iter().zip(&count).zip(&first).zip(&leaf.sequences);
                sequences.extend(numbers.map(|(((card, count), first), sequence)| {
                    first + (*card as usize - 1) * count + sequence
                }));
                payoffs.extend(game.payoffs(leaf, &deal).iter().map(|payoff| payoff * &weight));
            }
        }
        let simplices = sets.iter().map(|set| set.actions).collect();
        let rounded = payoffs.iter().map(Rational::to_f64).collect();
        let players = count.len();
        let form = Multilinear { players, sets, chosen_at, sequences, payoffs: rounded };
        Self { game, simplices, form, payoffs }
    }

    /// Total gain of all players by best responses at a point: the objective of the paper, in antes
    /// per hand.
    ///
    /// ```
    /// use rational_bluff::{exact::Rational, game::three_player, program::Complementarity};
    /// let game = three_player(4, Rational::ONE)?;
    /// // I bets [2/3, 0, 0, 1] by card 1 to 4, II and III call with [0, 0, 1/4, 1]: the paper's.
    /// let taken = [[2.0 / 3.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.25, 1.0], [0.0, 0.0, 0.25, 1.0]];
    /// let point: Vec<f64> =
    ///     taken.as_flattened().iter().flat_map(|taken| [1.0 - taken, *taken]).collect();
    /// assert!(Complementarity::of(&game).total_gain(&point) < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn total_gain(&self, point: &[f64]) -> f64 {
        self.form.total_gain(&self.plans(point))
    }

    /// The probability of each own sequence.
    pub(super) fn plans(&self, point: &[f64]) -> BySequence {
        let mut plans = self.form.filled(1.0);
        for set in &self.form.sets {
            for (sequence, coordinate) in set.sequences().zip(set.coordinates()) {
                plans[sequence] = plans[set.parent] * point[coordinate];
            }
        }
        plans
    }
}

impl Violations for Complementarity<'_> {
    fn simplices(&self) -> &[usize] {
        &self.simplices
    }

    fn evaluate(&self, point: &[f64], gradient: &mut [f64]) -> f64 {
        let form = &self.form;
        let plans = self.plans(point);
        let played = form.counterfactual(&plans);
        let values =
            form.rolled_back(played, |values, set| mean(values, &point[set.coordinates()]));
        let mut violation = 0.0;
        // Derivatives, from the first information sets to the last: by what the sequences pay.
        let mut by_value = form.filled(0.0);
        for set in &form.sets {
            let pays = &values[set.sequences()];
            let value = mean(pays, &point[set.coordinates()]);
            let regret = |pay: &f64| (pay - value).max(0.0);
            violation += pays.iter().map(|pay| 0.5 * regret(pay) * regret(pay)).sum::<f64>();
            let by_set = by_value[set.parent] - pays.iter().map(regret).sum::<f64>();
            for ((pay, sequence), coordinate) in
                pays.iter().zip(set.sequences()).zip(set.coordinates())
            {
                gradient[coordinate] += by_set * pay;
                by_value[sequence] = regret(pay) + by_set * point[coordinate];
            }
        }
        // And from the last to the first: by how likely they are.
        let mut by_plans = form.by_plans(&plans, &by_value);
        for set in form.sets.iter().rev() {
            for (sequence, coordinate) in set.sequences().zip(set.coordinates()) {
                gradient[coordinate] += by_plans[sequence] * plans[set.parent];
                by_plans[set.parent] += by_plans[sequence] * point[coordinate];
            }
        }
        violation
    }
}

/// Deals × ends of the hand, what one evaluation visits; `None` beyond all bounds.
pub fn terms(game: &Game) -> Option<u64> {
    game.count_deals(game.n())?.checked_mul(game.leaves().len() as u64)
}

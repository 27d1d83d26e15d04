use crate::engine::nlp::Violations;
use crate::exact::Rational;
use crate::game::Game;

use super::multilinear::{BySequence, ChoiceSimplex, HandEnd, Multilinear, greatest, mean};

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
    pub(super) payoffs: Vec<Vec<Rational>>,
}

impl<'a> Complementarity<'a> {
    /// The program of a game. It is small only if the game is: see [`terms`].
    pub fn of(game: &'a Game) -> Self {
        let n = game.n() as usize;
        let count: Vec<usize> =
            game.players().iter().map(|player| game.sequences(*player)).collect();
        let (mut sets, mut first_coordinate) = (Vec::new(), 0);
        for view in game.views() {
            let (player, actions) = (view.player.index(), view.actions.len());
            for card in 0..n {
                let [parent, first_sequence] = [view.parent, view.first_sequence]
                    .map(|sequence| card * count[player] + sequence);
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
        let (mut ends, mut payoffs) = (Vec::new(), Vec::new());
        for (deal, ways) in game.all_deals() {
            let weight = ways / game.deals();
            for leaf in game.leaves() {
                let numbers = deal.iter().zip(&count).zip(&leaf.sequences);
                let sequences = numbers
                    .map(|((card, count), sequence)| (*card as usize - 1) * count + sequence)
                    .collect();
                let exact: Vec<Rational> =
                    game.payoffs(leaf, &deal).iter().map(|payoff| payoff * &weight).collect();
                let rounded = exact.iter().map(Rational::to_f64).collect();
                ends.push(HandEnd { sequences, payoffs: rounded });
                payoffs.push(exact);
            }
        }
        let form = Multilinear::new(count.iter().map(|count| n * count), sets, ends);
        Self { game, simplices: form.sets.iter().map(|set| set.actions).collect(), form, payoffs }
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
        let values = self.form.counterfactual(&self.plans(point));
        let best = self.form.rolled_back(values.clone(), |values, _| greatest(values));
        let played =
            self.form.rolled_back(values, |values, set| mean(values, &point[set.coordinates()]));
        let mut total = 0.0;
        for ((chosen_at, best), played) in self.form.chosen_at.iter().zip(&best).zip(&played) {
            let gains = chosen_at
                .iter()
                .zip(best.iter().zip(played))
                .filter(|(chosen_at, _)| chosen_at.is_none());
            total += gains.map(|(_, (best, played))| best - played).sum::<f64>();
        }
        total
    }

    /// The probability of each own sequence.
    fn plans(&self, point: &[f64]) -> BySequence {
        let mut plans = self.form.filled(1.0);
        for set in &self.form.sets {
            let own = &mut plans[set.player];
            for (sequence, coordinate) in set.sequences().zip(set.coordinates()) {
                own[sequence] = own[set.parent] * point[coordinate];
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
            let pays = &values[set.player][set.sequences()];
            let (value, by_own) =
                (mean(pays, &point[set.coordinates()]), &mut by_value[set.player]);
            let regret = |pay: &f64| (pay - value).max(0.0);
            violation += pays.iter().map(|pay| 0.5 * regret(pay) * regret(pay)).sum::<f64>();
            let by_set = by_own[set.parent] - pays.iter().map(regret).sum::<f64>();
            for ((pay, sequence), coordinate) in
                pays.iter().zip(set.sequences()).zip(set.coordinates())
            {
                gradient[coordinate] += by_set * pay;
                by_own[sequence] = regret(pay) + by_set * point[coordinate];
            }
        }
        // And from the last to the first: by how likely they are.
        let mut by_plans = form.by_plans(&plans, &by_value);
        for set in form.sets.iter().rev() {
            let own = &mut by_plans[set.player];
            for (sequence, coordinate) in set.sequences().zip(set.coordinates()) {
                gradient[coordinate] += own[sequence] * plans[set.player][set.parent];
                own[set.parent] += own[sequence] * point[coordinate];
            }
        }
        violation
    }
}

/// Deals × ends of the hand, what one evaluation visits; `None` beyond all bounds.
pub fn terms(game: &Game) -> Option<u64> {
    game.count_deals(game.n())?.checked_mul(game.leaves().len() as u64)
}

use crate::engine::nlp::Violations;
use crate::game::Game;

use super::complementarity::Complementarity;
use super::multilinear::{BySequence, ChoiceSimplex, greatest, mean};
use crate::program::ProgramError;
use crate::program::normal_form::{PureStrategy, pure_count, pure_strategies};

/// The most pure strategies of a [`MixedForm`], all players together.
pub const MAX_PURE_STRATEGIES: u64 = 1 << 12;

/// Below this probability an information set is taken for one where a mixture never comes.
const REACHED: f64 = 1e-6;

/// The slow NLP: one probability for each pure strategy of each player, and how far they are from
/// an equilibrium.
///
/// The paper minimises `Σ v` subject to `payoff of each pure strategy ≤ v` for each player against
/// the mixtures of the others. At the best `v` that sum is the total gain again, and
/// [`Violations::evaluate`] is half the sum of the squared amounts by which pure strategies pay
/// more than the mixture. The table of payoffs, as many-dimensional as there are players, is never
/// written: a pure strategy pays the sum of what its sequences do against the realization plans of
/// the others.
///
/// Shape: coordinates by player and pure strategy. Units: antes per hand. Everything here is in
/// doubles and decides nothing. Source: KTZ24 section 4, *Slow NLP*. Cost: a loop over all deals
/// and ends of the hand, and over all pure strategies, per evaluation.
pub struct MixedForm<'a> {
    fast: &'a Complementarity<'a>,
    simplices: Vec<usize>,
    /// By player, the sequences that each pure strategy plays.
    strategies: Vec<Vec<Vec<usize>>>,
}

impl<'a> MixedForm<'a> {
    /// The program over the pure strategies of the game that the fast one is of. Errors:
    /// `TooManyPure`.
    ///
    /// ```
    /// use rational_bluff::{engine::nlp::Violations, exact::Rational, game::three_player};
    /// use rational_bluff::program::{Complementarity, MixedForm};
    /// let game = three_player(4, Rational::ONE)?;
    /// let fast = Complementarity::of(&game);
    /// // 2^4 sets of cards to bet or call with, for each of the three players.
    /// assert_eq!(MixedForm::of(&fast)?.simplices(), [16, 16, 16]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(fast: &'a Complementarity<'a>) -> Result<Self, ProgramError> {
        let game = fast.game;
        Self::fits(game)?;
        let mut first = 0;
        let own = |player| {
            let strategies = pure_strategies(game, player);
            let own = strategies.iter().map(|pure| played(pure, first)).collect();
            first += game.n() as usize * game.sequences(player);
            own
        };
        let strategies: Vec<Vec<Vec<usize>>> = game.players().iter().copied().map(own).collect();
        Ok(Self { fast, simplices: strategies.iter().map(Vec::len).collect(), strategies })
    }

    /// True if a game has few enough pure strategies. Errors: `TooManyPure`.
    pub fn fits(game: &Game) -> Result<(), ProgramError> {
        let mut players = game.players().iter();
        let count =
            players.try_fold(0_u64, |sum, player| sum.checked_add(pure_count(game, *player)?));
        if count.is_some_and(|count| count <= MAX_PURE_STRATEGIES) {
            return Ok(());
        }
        let given = count.map_or_else(|| "over 10^19".to_owned(), |count| count.to_string());
        let limit = MAX_PURE_STRATEGIES;
        Err(ProgramError::TooManyPure { game: game.label(), given, limit })
    }

    /// The behavior strategies that realize mixtures, as a point of the fast program (Kuhn's
    /// theorem).
    ///
    /// At an information set where the own mixture never comes nothing is prescribed: there the
    /// point has a best response to the other players, which changes no payoff.
    pub fn behavior(&self, point: &[f64]) -> Vec<f64> {
        let form = &self.fast.form;
        let plans = self.plans(point);
        let values = form.rolled_back(form.counterfactual(&plans), |values, _| greatest(values));
        let row = |set: &ChoiceSimplex| -> Vec<f64> {
            let (reach, pays) = (plans[set.parent], &values[set.sequences()]);
            if reach > REACHED {
                return plans[set.sequences()].iter().map(|plan| plan / reach).collect();
            }
            // The first among equals.
            let best =
                (0..set.actions).rev().max_by(|one, other| pays[*one].total_cmp(&pays[*other]));
            (0..set.actions).map(|action| if Some(action) == best { 1.0 } else { 0.0 }).collect()
        };
        form.sets.iter().flat_map(row).collect()
    }

    /// The realization plans of mixtures.
    fn plans(&self, point: &[f64]) -> BySequence {
        let mut plans = self.fast.form.filled(0.0);
        let weights = point.iter();
        for (strategy, weight) in self.strategies.iter().flatten().zip(weights) {
            strategy.iter().for_each(|sequence| plans[*sequence] += weight);
        }
        plans
    }
}

impl Violations for MixedForm<'_> {
    fn simplices(&self) -> &[usize] {
        &self.simplices
    }

    fn evaluate(&self, point: &[f64], gradient: &mut [f64]) -> f64 {
        let form = &self.fast.form;
        let plans = self.plans(point);
        let values = form.counterfactual(&plans);
        let mut violation = 0.0;
        let mut by_value = form.filled(0.0);
        let mut from = 0;
        for strategies in &self.strategies {
            let own = from..from + strategies.len();
            from = own.end;
            let pays: Vec<f64> = strategies.iter().map(|strategy| sum(&values, strategy)).collect();
            let value = mean(&pays, &point[own.clone()]);
            let regrets: Vec<f64> = pays.iter().map(|pay| (pay - value).max(0.0)).collect();
            violation += 0.5 * mean(&regrets, &regrets);
            let total: f64 = regrets.iter().sum();
            for (((strategy, regret), pay), at) in
                strategies.iter().zip(&regrets).zip(&pays).zip(own)
            {
                gradient[at] -= total * pay;
                let pull = regret - total * point[at];
                strategy.iter().for_each(|sequence| by_value[*sequence] += pull);
            }
        }
        let by_plans = form.by_plans(&plans, &by_value);
        for (strategy, slope) in self.strategies.iter().flatten().zip(gradient) {
            *slope += sum(&by_plans, strategy);
        }
        violation
    }
}

/// Sum over the sequences of a pure strategy.
fn sum(by_sequence: &[f64], strategy: &[usize]) -> f64 {
    strategy.iter().map(|sequence| by_sequence[*sequence]).sum()
}

/// The sequences that a pure strategy plays, as the fast program numbers them: from the first of
/// the player on, by card and then as the game does.
fn played(pure: &PureStrategy, first: usize) -> Vec<usize> {
    let count = pure.plays.len();
    let cards = |(sequence, cards): (usize, &Vec<bool>)| {
        let played: Vec<usize> = (0..cards.len()).filter(|card| cards[*card]).collect();
        played.into_iter().map(move |card| first + card * count + sequence)
    };
    pure.plays.iter().enumerate().flat_map(cards).collect()
}

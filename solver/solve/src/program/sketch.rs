//! A strategy near a point that is not optimal yet, and perhaps not feasible: it proves whatever
//! its best responses prove.

use crate::control::Snapshot;
use crate::exact::Rational;
use crate::game::View;
use crate::strategy::Profile;

use super::realization::{RealizationPlan, profile_of_rows};
use super::{ProgramError, Runs, SequenceForm};

/// The least part of a point and of a probability that counts.
const GRAIN: i64 = 1 << 20;

impl SequenceForm<'_> {
    /// Both players' strategies near a point of the program and dual values in doubles, whatever
    /// those are worth: all probabilities are multiples of 2⁻²⁰.
    ///
    /// Errors: [`ProgramError::Profile`], if the point is that of another program.
    pub fn near(&self, point: &Snapshot) -> Result<Profile, ProgramError> {
        let rounded = |doubles: &[f64], count: usize| -> Vec<Rational> {
            let mut rationals: Vec<Rational> =
                doubles.iter().map(|double| grains(*double)).collect();
            rationals.resize(count, Rational::ZERO);
            rationals
        };
        let own = self.own_plan(&rounded(&point.primal, self.problem.column_count()));
        let other = self.other_plan(&rounded(&point.dual, self.problem.row_count()));
        let rows: Vec<Vec<Vec<Rational>>> = self
            .game
            .views()
            .iter()
            .map(|view| {
                let plan = if view.player == self.map.own { &own } else { &other };
                (0..self.game.n() as usize).map(|card| behavior(plan, view, card)).collect()
            })
            .collect();
        profile_of_rows(self.game, &Runs::of_cards(self.game.n()), &rows)
    }
}

/// The probabilities that a plan in need of repair gives the actions of a view: what it takes back
/// counts as 0.
fn behavior(plan: &RealizationPlan, view: &View, card: usize) -> Vec<Rational> {
    let actions = view.first_sequence..view.first_sequence + view.actions.len();
    let weights: Vec<f64> =
        actions.map(|sequence| plan[sequence][card].to_f64().max(0.0)).collect();
    let all: f64 = weights.iter().sum();
    let mut probabilities: Vec<Rational> =
        weights.iter().map(|weight| grains(weight / all)).collect();
    // Rounding up, or a plan without any weight here, is made good by the likeliest action.
    let likeliest = weights
        .iter()
        .enumerate()
        .max_by(|a, b| a.1.total_cmp(b.1))
        .map_or(0, |(action, _)| action);
    let missing = probabilities.iter().fold(Rational::ONE, |rest, probability| rest - probability);
    probabilities[likeliest] += &missing;
    probabilities
}

/// A double to the nearest multiple of 2⁻²⁰; 0 if it is no number.
fn grains(double: f64) -> Rational {
    Rational::ratio((double * GRAIN as f64).round() as i64, GRAIN)
}

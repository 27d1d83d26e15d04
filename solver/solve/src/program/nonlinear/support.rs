//! From a point in doubles to its support, and from the support to exact strategies.

use std::collections::BTreeMap;

use crate::engine::nlp::{PolynomialSystem, Term};
use crate::exact::Rational;
use crate::strategy::Profile;

use super::complementarity::Complementarity;
use super::multilinear::ChoiceSimplex;
use crate::program::realization::profile_of_rows;
use crate::program::{ProgramError, Runs};

/// From what probability on an action is taken to be played; several tries, since doubles cannot
/// tell small from 0.
const PLAYED: [f64; 4] = [1e-4, 1e-3, 1e-2, 1e-6];

/// True if an action is played at an information set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ActionPlay {
    Surely,
    Never,
    /// An unknown, by index.
    Mixed(usize),
}

/// Actions played at a point, and the conditions on the probabilities of those that are mixed.
///
/// At an information set with two or more actions in the support, every action of the support must
/// pay the same; those probabilities are the unknowns. All others are 0 or 1.
#[derive(Clone, Debug)]
pub struct Support {
    play: Vec<ActionPlay>,
    /// The conditions: each mixed row sums to 1, and its actions pay alike.
    pub indifference: PolynomialSystem,
    /// The unknowns at the point.
    pub near: Vec<f64>,
}

impl Complementarity<'_> {
    /// Candidate supports at a point, in the order in which to try them: doubles cannot tell small
    /// from 0.
    ///
    /// Cost: each takes some passes over all deals.
    pub fn supports<'p>(&'p self, point: &'p [f64]) -> impl Iterator<Item = Support> + 'p {
        let mut seen: Vec<Vec<ActionPlay>> = Vec::new();
        PLAYED.into_iter().filter_map(move |played| {
            let (play, near) = self.support(point, played);
            if seen.contains(&play) {
                return None;
            }
            seen.push(play.clone());
            Some(Support { indifference: self.indifference(&play, near.len()), play, near })
        })
    }

    /// The support at a point, and the probabilities of the actions that are mixed. With a card
    /// never held, the first action.
    fn support(&self, point: &[f64], played: f64) -> (Vec<ActionPlay>, Vec<f64>) {
        let (mut support, mut near) = (Vec::with_capacity(point.len()), Vec::new());
        for (set, card) in self.form.sets.iter().zip((1..=self.game.n()).cycle()) {
            if !self.game.holds(self.game.players()[set.player], card) {
                support.extend((0..set.actions).map(|action| {
                    if action == 0 { ActionPlay::Surely } else { ActionPlay::Never }
                }));
                continue;
            }
            let row = &point[set.coordinates()];
            let mixed = row.iter().filter(|probability| **probability >= played).count() > 1;
            for probability in row {
                support.push(match *probability >= played {
                    true if mixed => {
                        near.push(*probability);
                        ActionPlay::Mixed(near.len() - 1)
                    }
                    true => ActionPlay::Surely,
                    false => ActionPlay::Never,
                });
            }
        }
        (support, near)
    }

    /// The conditions on the mixed probabilities: each row sums to 1, and each action of a mixed
    /// row pays what the first does.
    fn indifference(&self, support: &[ActionPlay], unknowns: usize) -> PolynomialSystem {
        let mut equations: Vec<Vec<Term>> = Vec::new();
        for set in &self.form.sets {
            let mixed: Vec<(usize, usize)> = (0..set.actions)
                .filter_map(|action| match support[set.first_coordinate + action] {
                    ActionPlay::Mixed(unknown) => Some((action, unknown)),
                    _ => None,
                })
                .collect();
            let Some(((first, _), rest)) = mixed.split_first() else { continue };
            let sum = mixed
                .iter()
                .map(|(_, unknown)| Term { coefficient: Rational::ONE, unknowns: vec![*unknown] });
            let less = Term { coefficient: Rational::from(-1), unknowns: Vec::new() };
            equations.push(sum.chain([less]).collect());
            let pay = |action| self.action_value(support, set.player, set.first_sequence + action);
            let base = pay(*first);
            for (action, _) in rest {
                let mut difference = pay(*action);
                for (monomial, coefficient) in &base {
                    *difference.entry(monomial.clone()).or_default() -= coefficient;
                }
                let terms =
                    difference.into_iter().filter(|(_, coefficient)| !coefficient.is_zero());
                equations.push(
                    terms.map(|(unknowns, coefficient)| Term { coefficient, unknowns }).collect(),
                );
            }
        }
        equations.retain(|equation| !equation.is_empty());
        PolynomialSystem::new(unknowns, equations)
    }

    /// Payoff of an own sequence to its player who then goes on as the support says, times the
    /// others' probability of coming here, as a polynomial in the mixed probabilities; units: antes
    /// per hand with that card.
    fn action_value(
        &self,
        support: &[ActionPlay],
        own: usize,
        from: usize,
    ) -> BTreeMap<Vec<usize>, Rational> {
        let mut sum: BTreeMap<Vec<usize>, Rational> = BTreeMap::new();
        for ((sequences, _), payoffs) in
            self.form.ends().zip(self.payoffs.chunks_exact(self.form.players))
        {
            let mut monomial = Vec::new();
            let mut ways = sequences.iter().enumerate();
            let played = ways.all(|(player, to)| {
                self.way(support, (player == own).then_some(from), *to, &mut monomial)
            });
            if played {
                monomial.sort_unstable();
                *sum.entry(monomial).or_default() += &payoffs[own];
            }
        }
        let cards = Rational::from(self.game.n());
        sum.into_iter().map(|(monomial, coefficient)| (monomial, coefficient * &cards)).collect()
    }

    /// Adds the unknowns whose product is the probability of going on from one own sequence, or
    /// from the start, to another; `false` if that is no way, or never taken.
    fn way(
        &self,
        support: &[ActionPlay],
        from: Option<usize>,
        mut to: usize,
        monomial: &mut Vec<usize>,
    ) -> bool {
        while from != Some(to) {
            let Some(index) = self.form.chosen_at[to] else { return from.is_none() };
            let set = &self.form.sets[index];
            match support[set.first_coordinate + to - set.first_sequence] {
                ActionPlay::Never => return false,
                ActionPlay::Mixed(unknown) => monomial.push(unknown),
                ActionPlay::Surely => {}
            }
            to = set.parent;
        }
        true
    }

    /// The profile with this support and these values of the unknowns. What is wrong with it, if
    /// anything, the certificate will say.
    ///
    /// Errors: [`ProgramError::Profile`] if they are no probabilities.
    pub fn profile(
        &self,
        support: &Support,
        unknowns: &[Rational],
    ) -> Result<Profile, ProgramError> {
        let probability = |coordinate: usize| match support.play[coordinate] {
            ActionPlay::Surely => Rational::ONE,
            ActionPlay::Never => Rational::ZERO,
            ActionPlay::Mixed(unknown) => unknowns[unknown].clone(),
        };
        let row = |set: &ChoiceSimplex| set.coordinates().map(probability).collect();
        let views = self.form.sets.chunks(self.game.n() as usize);
        let rows: Vec<Vec<Vec<Rational>>> =
            views.map(|sets| sets.iter().map(row).collect()).collect();
        profile_of_rows(self.game, &Runs::of_cards(self.game.n()), &rows)
    }
}

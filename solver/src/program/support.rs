//! From a point in doubles to its support, and from the support to exact strategies.

use std::collections::BTreeMap;

use crate::engine::nlp::{PolynomialSystem, Term};
use crate::exact::Rational;
use crate::game::{Game, Leaf, Player};
use crate::strategy::Profile;

use super::ProgramError;
use super::complementarity::Complementarity;
use super::realization::profile_of_rows;

/// From what probability on an action is taken to be played; several tries, since doubles cannot tell small from 0.
const PLAYED: [f64; 4] = [1e-4, 1e-3, 1e-2, 1e-6];

/// Whether an action is played at an information set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Play {
    Surely,
    Never,
    /// An unknown, by index.
    Mixed(usize),
}

/// Which actions are played at a point, and the conditions on the probabilities of those that are mixed.
///
/// At an information set with two or more actions in the support, every action of the support must pay the same; those
/// probabilities are the unknowns. All others are 0 or 1.
#[derive(Clone, Debug)]
pub struct Support {
    play: Vec<Play>,
    /// The conditions: each mixed row sums to 1, and its actions pay alike.
    pub indifference: PolynomialSystem,
    /// The unknowns at the point.
    pub near: Vec<f64>,
}

impl Complementarity<'_> {
    /// What may be the supports at a point, in the order in which to try them: doubles cannot tell small from 0.
    ///
    /// Cost: each takes some passes over all deals.
    pub fn supports<'p>(&'p self, point: &'p [f64]) -> impl Iterator<Item = Support> + 'p {
        let mut seen: Vec<Vec<Play>> = Vec::new();
        PLAYED.into_iter().filter_map(move |played| {
            let (play, near) = self.support(point, played);
            if seen.contains(&play) {
                return None;
            }
            seen.push(play.clone());
            Some(Support { indifference: self.indifference(&play, near.len()), play, near })
        })
    }

    /// The support at a point, and the probabilities of the actions that are mixed.
    fn support(&self, point: &[f64], played: f64) -> (Vec<Play>, Vec<f64>) {
        use crate::engine::nlp::Violations;
        let (mut support, mut near) = (Vec::with_capacity(point.len()), Vec::new());
        let mut from = 0;
        for size in self.simplices() {
            let row = &point[from..from + size];
            let mixed = row.iter().filter(|probability| **probability >= played).count() > 1;
            for probability in row {
                support.push(match *probability >= played {
                    true if mixed => {
                        near.push(*probability);
                        Play::Mixed(near.len() - 1)
                    }
                    true => Play::Surely,
                    false => Play::Never,
                });
            }
            from += size;
        }
        (support, near)
    }

    /// The conditions on the mixed probabilities: each row sums to 1, and each action of a mixed row pays what the
    /// first does.
    fn indifference(&self, support: &[Play], unknowns: usize) -> PolynomialSystem {
        let game = self.game;
        let mut equations: Vec<Vec<Term>> = Vec::new();
        for (index, view) in game.views().iter().enumerate() {
            for card in 0..game.n() as usize {
                let at = self.coordinate(index, card);
                let mixed: Vec<(usize, usize)> = (0..view.actions.len())
                    .filter_map(|action| match support[at + action] {
                        Play::Mixed(unknown) => Some((action, unknown)),
                        _ => None,
                    })
                    .collect();
                let Some(((first, _), rest)) = mixed.split_first() else { continue };
                let sum =
                    mixed.iter().map(|(_, unknown)| Term { coefficient: Rational::ONE, unknowns: vec![*unknown] });
                let less = Term { coefficient: Rational::from(-1), unknowns: Vec::new() };
                equations.push(sum.chain([less]).collect());
                let pay = |action| self.action_value(support, index, card, action);
                let base = pay(*first);
                for (action, _) in rest {
                    let mut difference = pay(*action);
                    for (monomial, coefficient) in &base {
                        *difference.entry(monomial.clone()).or_default() -= coefficient;
                    }
                    let terms = difference.into_iter().filter(|(_, coefficient)| !coefficient.is_zero());
                    equations.push(terms.map(|(unknowns, coefficient)| Term { coefficient, unknowns }).collect());
                }
            }
        }
        equations.retain(|equation| !equation.is_empty());
        PolynomialSystem::new(unknowns, equations)
    }

    /// What an action pays its player who then goes on as the support says, times the others' probability of coming
    /// here, as a polynomial in the mixed probabilities; units: antes per hand with that card.
    fn action_value(
        &self,
        support: &[Play],
        index: usize,
        card: usize,
        action: usize,
    ) -> BTreeMap<Vec<usize>, Rational> {
        let game = self.game;
        let view = &game.views()[index];
        let (own, from) = (view.player, view.first_sequence + action);
        // The leaves below, each with every player's way there: the own one from here on.
        let ways = |leaf: &Leaf| -> Option<Vec<Vec<(usize, usize)>>> {
            let start = |player: Player| if player == own { from } else { 0 };
            let way = |player: &Player| way(game, *player, start(*player), leaf.sequences[player.index()]);
            game.players().iter().map(way).collect()
        };
        let below: Vec<_> = game.leaves().iter().filter_map(|leaf| Some((leaf, ways(leaf)?))).collect();
        let weight = Rational::from(game.n()) / game.deals();
        let mut sum: BTreeMap<Vec<usize>, Rational> = BTreeMap::new();
        for deal in self.deals.iter().filter(|deal| deal[own.index()] == card) {
            for (leaf, ways) in &below {
                let Some(monomial) = self.monomial(support, ways, deal) else { continue };
                let winner = leaf.live.iter().copied().max_by_key(|player| deal[player.index()]);
                let payoff = leaf.payoff(own, winner.unwrap_or(own));
                *sum.entry(monomial).or_default() += &(payoff * &weight);
            }
        }
        sum
    }

    /// The unknowns whose product is the probability of going these ways; `None` if it is 0.
    fn monomial(&self, support: &[Play], ways: &[Vec<(usize, usize)>], deal: &[usize]) -> Option<Vec<usize>> {
        let mut monomial = Vec::new();
        for (way, card) in ways.iter().zip(deal) {
            for (view, action) in way {
                match support[self.coordinate(*view, *card) + action] {
                    Play::Never => return None,
                    Play::Mixed(unknown) => monomial.push(unknown),
                    Play::Surely => {}
                }
            }
        }
        monomial.sort_unstable();
        Some(monomial)
    }

    /// The profile with this support and these values of the unknowns. What is wrong with it, if anything, the certificate
    /// will say.
    ///
    /// Errors: [`ProgramError::Profile`] if they are no probabilities.
    pub fn profile(&self, support: &Support, unknowns: &[Rational]) -> Result<Profile, ProgramError> {
        let probability = |coordinate: usize| match support.play[coordinate] {
            Play::Surely => Rational::ONE,
            Play::Never => Rational::ZERO,
            Play::Mixed(unknown) => unknowns[unknown].clone(),
        };
        let game = self.game;
        let rows: Vec<Vec<Vec<Rational>>> = game
            .views()
            .iter()
            .enumerate()
            .map(|(index, view)| {
                let row = |card| {
                    (0..view.actions.len()).map(|action| probability(self.coordinate(index, card) + action)).collect()
                };
                (0..game.n() as usize).map(row).collect()
            })
            .collect();
        profile_of_rows(game, &rows)
    }
}

/// The views and actions that lead from one own sequence to another; `None` if none do.
fn way(game: &Game, player: Player, from: usize, mut to: usize) -> Option<Vec<(usize, usize)>> {
    let mut way = Vec::new();
    while to != from {
        let (index, action) = game.views_of(player).find_map(|(index, view)| {
            let action = to.checked_sub(view.first_sequence)?;
            (action < view.actions.len()).then_some((index, action))
        })?;
        way.push((index, action));
        to = game.views()[index].parent;
    }
    Some(way)
}

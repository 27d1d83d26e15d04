//! Equilibria with irrational probabilities, in a quadratic field, beside their rounded ones.

use serde::{Deserialize, Serialize};

use super::Refusal;
use crate::game::Game;
use crate::strategy::Profile;
use bluff_exact::{Quadratic, QuadraticField, Rational};

/// The most deals × ends of the hand that are visited.
const MAX_VISITS: u64 = 1_000_000;

/// The parts of 1 within which rounded probabilities are the exact ones.
const PARTS: i64 = 1_000_000;

/// An equilibrium with probabilities `a + b√d`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuadraticEquilibrium<N = Rational> {
    /// The number under the root.
    pub root: N,
    /// `[a, b]` by view, card and action.
    pub probabilities: Vec<Vec<Vec<[N; 2]>>>,
}

impl<N> QuadraticEquilibrium<N> {
    /// The same with each number changed.
    pub(super) fn map<'a, M>(&'a self, to: impl Fn(&'a N) -> M) -> QuadraticEquilibrium<M> {
        let row = |row: &'a Vec<[N; 2]>| row.iter().map(|[a, b]| [to(a), to(b)]).collect();
        let rows = |rows: &'a Vec<Vec<[N; 2]>>| rows.iter().map(row).collect();
        let probabilities = self.probabilities.iter().map(rows).collect();
        QuadraticEquilibrium { root: to(&self.root), probabilities }
    }
}

impl QuadraticEquilibrium {
    /// The field of the probabilities.
    pub fn field(&self) -> QuadraticField {
        QuadraticField { d: self.root.clone() }
    }

    /// Checks that these are probabilities, that those of `profile` are less than a millionth off,
    /// and that nobody gains by deviating: by a visit of all deals.
    ///
    /// Errors: [`Refusal::Quadratic`].
    pub(super) fn check(&self, game: &Game, profile: &Profile) -> Result<(), Refusal> {
        let visits = game.count_deals(game.n()).zip(u64::try_from(game.leaves().len()).ok());
        let visits = visits.and_then(|(deals, leaves)| deals.checked_mul(leaves));
        let sound = !self.root.is_negative() && game.players().len() > 2;
        let reason = if !sound || visits.is_none_or(|visits| visits > MAX_VISITS) {
            "more deals than are visited, no root, or two players"
        } else if !self.is_near(game, profile) {
            "no probabilities, or others than the strategies have in millionths"
        } else if !self.is_equilibrium(game) {
            "somebody gains by deviating"
        } else {
            return Ok(());
        };
        Err(Refusal::Quadratic { reason })
    }

    fn is_near(&self, game: &Game, profile: &Profile) -> bool {
        let (field, unit) = (self.field(), Rational::ratio(1, PARTS));
        let all = self.probabilities.iter().zip(game.views()).enumerate();
        let counted = self.probabilities.len() == game.views().len();
        let is_row = |row: &Vec<Quadratic>, view: usize, card: u64| {
            let sums = [0, 1].map(|part| row.iter().map(|number| number[part].clone()).sum());
            let [mut rest, root]: Quadratic = sums;
            rest -= &Rational::ONE;
            field.sign(&[rest, root]).is_eq()
                && row.iter().zip(profile.at(view)).all(|([a, b], rounded)| {
                    let off = a - rounded.at(card);
                    field.sign(&[a.clone(), b.clone()]).is_ge()
                        && field.sign(&[&off - &unit, b.clone()]).is_lt()
                        && field.sign(&[&off + &unit, b.clone()]).is_gt()
                })
        };
        counted
            && all.into_iter().all(|(at, (rows, view))| {
                let actions = view.actions.len();
                rows.len() as u64 == game.n()
                    && rows.iter().all(|row| row.len() == actions)
                    && rows.iter().zip(1..).all(|(row, card)| is_row(row, at, card))
            })
    }

    /// True if every best response pays what the strategies pay, exactly.
    fn is_equilibrium(&self, game: &Game) -> bool {
        let (field, n) = (self.field(), game.n() as usize);
        let filled = |number: Rational| -> Vec<Vec<Vec<Quadratic>>> {
            let own = |player| vec![vec![[number.clone(), Rational::ZERO]; n]; player];
            game.players().iter().map(|player| own(game.sequences(*player))).collect()
        };
        // By player, own sequence and card.
        let (mut plans, mut values) = (filled(Rational::ONE), filled(Rational::ZERO));
        for (view, rows) in game.views().iter().zip(&self.probabilities) {
            let own = &mut plans[view.player.index()];
            for (card, row) in rows.iter().enumerate() {
                for (action, number) in row.iter().enumerate() {
                    own[view.first_sequence + action][card] =
                        field.product(&own[view.parent][card], number);
                }
            }
        }
        for (deal, ways) in game.all_deals() {
            let at = |player: usize| deal[player] as usize - 1;
            for leaf in game.leaves() {
                for (player, payoff) in game.payoffs(leaf, &deal).iter().enumerate() {
                    let mut paid = [payoff * &ways, Rational::ZERO];
                    for other in (0..plans.len()).filter(|other| *other != player) {
                        let plan = &plans[other][leaf.sequences[other]][at(other)];
                        paid = field.product(&paid, plan);
                    }
                    add(&mut values[player][leaf.sequences[player]][at(player)], &paid);
                }
            }
        }
        let mut gains = vec![[Rational::ZERO, Rational::ZERO]; plans.len()];
        for ((gain, plans), values) in gains.iter_mut().zip(&plans).zip(&values) {
            for (plan, value) in plans.iter().flatten().zip(values.iter().flatten()) {
                let [a, b] = field.product(plan, value);
                add(gain, &[-a, -b]);
            }
        }
        for view in game.views().iter().rev() {
            let own = &mut values[view.player.index()];
            for card in 0..n {
                let pays = (0..view.actions.len()).map(|action| &own[view.first_sequence + action]);
                let above = |one: &Quadratic, other: &Quadratic| {
                    field.sign(&[&one[0] - &other[0], &one[1] - &other[1]])
                };
                let best = pays.map(|pays| &pays[card]).max_by(|one, other| above(one, other));
                let best = best.cloned();
                best.iter().for_each(|best| add(&mut own[view.parent][card], best));
            }
        }
        gains.iter_mut().zip(&values).all(|(gain, values)| {
            values[0].iter().for_each(|best| add(gain, best));
            field.sign(gain).is_eq()
        })
    }
}

fn add([a, b]: &mut Quadratic, [p, q]: &Quadratic) {
    *a += p;
    *b += q;
}

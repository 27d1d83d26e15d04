//! From a point in doubles to its support, and from the support to exact strategies.

use std::collections::BTreeMap;

use crate::engine::nlp::{AffineForm, ProductSystem, ProductTerm};
use crate::exact::{Quadratic, QuadraticField, Rational};
use crate::strategy::Profile;

use super::complementarity::Complementarity;
use super::multilinear::{BySequence, ChoiceSimplex, greatest};
use crate::program::realization::profile_of_rows;
use crate::program::{ProgramError, Runs};

/// From what probability on a sequence is taken to be played; several tries, since doubles cannot
/// tell small from 0.
const PLAYED: [f64; 4] = [1e-7, 1e-5, 1e-4, 1e-3];

/// Total gain of an equilibrium in doubles.
const EQUILIBRIUM: f64 = 1e-11;

/// Sequences played at a point, and the conditions on the plans of those that are mixed.
///
/// Where an information set has two or more actions in the support, the plans of all but the first
/// are unknowns, and what each pays more than the first must be 0: as many equations. The plans of
/// all sequences are affine in the unknowns.
#[derive(Clone, Debug, PartialEq)]
pub struct Support {
    /// By sequence, its plan: an index into the forms; none is 0.
    plan: Vec<Option<usize>>,
    forms: Vec<AffineForm>,
    /// The unknowns at the point.
    pub near: Vec<f64>,
}

impl Complementarity<'_> {
    /// Candidate supports at a point, in the order in which to try them: doubles cannot tell small
    /// from 0.
    pub fn supports(&self, point: &[f64]) -> Vec<Support> {
        let plans = self.plans(point);
        let mut supports: Vec<Support> = Vec::new();
        for played in PLAYED {
            let support = self.support(&plans, played);
            if supports.iter().all(|before| before.plan != support.plan) {
                supports.push(support);
            }
        }
        supports
    }

    /// The support of plans. With a card never held, the first action is played.
    fn support(&self, plans: &BySequence, played: f64) -> Support {
        let form = &self.form;
        let mut plan = vec![Some(0); plans.len()];
        let mut forms = vec![AffineForm { constant: 1, unknowns: Vec::new() }];
        let mut near = Vec::new();
        let cards = (1..=self.game.n()).cycle();
        let all: Vec<(&ChoiceSimplex, u64)> = form.sets.iter().zip(cards).collect();
        // Player by player: what the last unknowns say is left free first.
        for player in self.game.players() {
            for (set, card) in all.iter().filter(|(set, _)| set.player == player.index()) {
                plan[set.sequences()].fill(None);
                let Some(parent) = plan[set.parent] else { continue };
                let held = self.game.holds(*player, *card);
                let is_played = |sequence: &usize| held && plans[*sequence] > played;
                let mut mixed: Vec<usize> = set.sequences().filter(is_played).collect();
                if mixed.is_empty() {
                    let most = |one: &usize, other: &usize| plans[*one].total_cmp(&plans[*other]);
                    let likeliest = set.sequences().rev().max_by(most).filter(|_| held);
                    mixed.push(likeliest.unwrap_or(set.first_sequence));
                }
                let mut first = forms[parent].clone();
                for sequence in &mixed[1..] {
                    first.unknowns.push((near.len(), -1));
                    plan[*sequence] = Some(forms.len());
                    forms.push(AffineForm { constant: 0, unknowns: vec![(near.len(), 1)] });
                    near.push(plans[*sequence]);
                }
                plan[mixed[0]] = Some(if mixed.len() > 1 { forms.len() } else { parent });
                if mixed.len() > 1 {
                    forms.push(first);
                }
            }
        }
        Support { plan, forms, near }
    }

    /// The conditions on the unknowns of a support: how the payoff of their player changes with
    /// each is 0.
    pub fn conditions(&self, support: &Support) -> ProductSystem {
        let mut sums: Vec<BTreeMap<Vec<usize>, Rational>> =
            vec![BTreeMap::new(); support.near.len()];
        let payoffs = self.payoffs.chunks_exact(self.form.players);
        for ((sequences, _), payoffs) in self.form.ends().zip(payoffs) {
            for (player, sequence) in sequences.iter().enumerate() {
                let Some(own) = support.plan[*sequence] else { continue };
                let unknowns = &support.forms[own].unknowns;
                let others = sequences.iter().enumerate().filter(|(other, _)| *other != player);
                let others = others.map(|(_, sequence)| support.plan[*sequence]);
                if unknowns.is_empty() {
                    continue;
                }
                let Some(mut others) = others.collect::<Option<Vec<usize>>>() else { continue };
                others.retain(|form| *form != 0);
                others.sort_unstable();
                for (unknown, times) in unknowns {
                    let sum = sums[*unknown].entry(others.clone()).or_default();
                    *sum += &(&payoffs[player] * &Rational::from(*times));
                }
            }
        }
        let equation = |sum: BTreeMap<Vec<usize>, Rational>| {
            let unit = Rational::common_denominator(sum.values());
            let terms = sum.into_iter().filter(|(_, coefficient)| !coefficient.is_zero());
            terms
                .map(|(forms, coefficient)| ProductTerm { coefficient: coefficient * &unit, forms })
                .collect()
        };
        let equations = sums.into_iter().map(equation).collect();
        ProductSystem::new(support.near.len(), support.forms.clone(), equations)
    }

    /// True if nobody gains at these values of the forms, as far as doubles tell.
    pub fn is_equilibrium(&self, support: &Support, forms: &[f64]) -> bool {
        let plan = support.plan.iter().map(|form| form.map_or(0.0, |form| forms[form]));
        self.form.total_gain(&plan.collect()) < EQUILIBRIUM
    }

    /// The probabilities by view, card and action with this support and these values of the
    /// unknowns; a best response where a player never comes by the own plan. What is wrong with
    /// them, if anything, the certificate will say.
    pub fn probabilities(
        &self,
        support: &Support,
        field: &QuadraticField,
        unknowns: &[Quadratic],
    ) -> Vec<Vec<Vec<Quadratic>>> {
        let conditions = ProductSystem::new(unknowns.len(), support.forms.clone(), Vec::new());
        let [one, root] = [0, 1].map(|part| -> Vec<Rational> {
            let unknowns: Vec<Rational> = unknowns.iter().map(|each| each[part].clone()).collect();
            conditions.values(&unknowns, &Rational::from(1 - part as u64))
        });
        let forms: Vec<Quadratic> = one.into_iter().zip(root).map(|(a, b)| [a, b]).collect();
        let plan = |sequence: usize| support.plan[sequence].map(|form| &forms[form]);
        let plans: BySequence = (0..support.plan.len())
            .map(|sequence| plan(sequence).map_or(0.0, |plan| field.double(plan)))
            .collect();
        let values = self.form.counterfactual(&plans);
        let values = self.form.rolled_back(values, |values, _| greatest(values));
        let zero = [Rational::ZERO, Rational::ZERO];
        let row = |set: &ChoiceSimplex| -> Vec<Quadratic> {
            let pays = |one: &usize, other: &usize| values[*one].total_cmp(&values[*other]);
            let best = set.sequences().rev().max_by(pays);
            let share = |sequence: usize| {
                let parent = plan(set.parent)?;
                field.quotient(plan(sequence).unwrap_or(&zero), parent)
            };
            let taken = |sequence| {
                let taken = Rational::from(u64::from(Some(sequence) == best));
                share(sequence).unwrap_or([taken, Rational::ZERO])
            };
            set.sequences().map(taken).collect()
        };
        let views = self.form.sets.chunks(self.game.n() as usize);
        views.map(|sets| sets.iter().map(row).collect()).collect()
    }

    /// The strategies at a point, each probability a multiple of one part in so many: the largest
    /// remainders are rounded up.
    ///
    /// Errors: [`ProgramError::Profile`] if the point holds no probabilities.
    pub fn rounded(&self, point: &[f64], parts: u32) -> Result<Profile, ProgramError> {
        let row = |set: &ChoiceSimplex| -> Vec<Rational> {
            let scaled = point[set.coordinates()].iter().map(|taken| taken * f64::from(parts));
            let scaled: Vec<f64> = scaled.collect();
            let mut whole: Vec<i64> = scaled.iter().map(|parts| parts.floor() as i64).collect();
            let mut order: Vec<usize> = (0..whole.len()).collect();
            let rest = |action: &usize| scaled[*action].fract();
            order.sort_by(|one, other| rest(other).total_cmp(&rest(one)));
            let left = i64::from(parts) - whole.iter().sum::<i64>();
            order.into_iter().take(left.unsigned_abs() as usize).for_each(|at| whole[at] += 1);
            whole.into_iter().map(|taken| Rational::ratio(taken, i64::from(parts))).collect()
        };
        let views = self.form.sets.chunks(self.game.n() as usize);
        let rows: Vec<Vec<Vec<Rational>>> =
            views.map(|sets| sets.iter().map(row).collect()).collect();
        self.profile(&rows)
    }

    /// The profile of probabilities by view, card and action.
    ///
    /// Errors: [`ProgramError::Profile`] if they are no probabilities.
    pub fn profile(&self, rows: &[Vec<Vec<Rational>>]) -> Result<Profile, ProgramError> {
        profile_of_rows(self.game, &Runs::of_cards(self.game.n()), rows)
    }
}

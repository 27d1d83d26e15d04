//! The game in which each hand may take some actions only, as a linear program.
//!
//! The probabilities that the sides leave open are the unknowns (`sides`); payoffs are bilinear in
//! them. The program of the own player: minimise the other's best payoff, with a price `λ ≥ 0` for
//! each information set of the other's and a row for each unknown of the other's. Its payoff is at
//! most the prices that it takes up.

use std::ops::Range;

use crate::control::Snapshot;
use crate::engine::lp::{Bounds, Column, LinearProgram};
use crate::exact::Rational;

use super::kept::KeptActions;
use super::payoff_rows::{PayoffRows, SignedSequences};
use super::sides::{
    BaseSequence, FreeSequence, HandAction, PlanLimit, PlanNumber, RestrictedSide, restricted_sides,
};
use super::spot::{HandSpot, Numbers};

/// The program of one player in the restricted game.
pub(super) struct RestrictedGame {
    pub(super) sides: [RestrictedSide; 2],
    pub(super) problem: LinearProgram,
    pub(super) own: usize,
    /// By own information set.
    pub(super) limits: Vec<BaseLimit>,
}

/// The optimal plans of a player, with an even plan of the other's in whole numbers.
pub(super) struct OptimalFace<'a> {
    /// An optimal plan of the other player. Actions that it takes pay alike.
    pub(super) other: &'a [Rational],
    /// The plan of the best is that which pays most against it.
    pub(super) even: &'a [i64],
}

/// Keeps the probability of a base at least 0.
pub(super) enum BaseLimit {
    /// A row.
    Row(usize),
    /// The upper bound of the only unknown.
    Bound(usize),
    /// The rows of a locked set, one for each unknown.
    Locked(Range<usize>),
}

impl RestrictedGame {
    /// The game in which each class takes the kept actions, as a program of player `own`. The first
    /// kept action is the base.
    pub(super) fn new(spot: &HandSpot, kept: &KeptActions, own: usize) -> Self {
        Self::written(spot, restricted_sides(spot, kept, None), own, None)
    }

    /// The program over the own plans in a face, which play the kept actions. The other's first
    /// kept action is one of the face's plan where that comes.
    pub(super) fn on_face(
        spot: &HandSpot,
        kept: &KeptActions,
        own: usize,
        face: &OptimalFace<'_>,
    ) -> Self {
        Self::written(spot, restricted_sides(spot, kept, Some(own)), own, Some(face))
    }

    fn written(
        spot: &HandSpot,
        sides: [RestrictedSide; 2],
        own: usize,
        face: Option<&OptimalFace<'_>>,
    ) -> Self {
        let mut restricted = Self { sides, problem: LinearProgram::new(), own, limits: Vec::new() };
        restricted.write(spot, face);
        restricted
    }

    /// The side of the own player, and that of the other.
    pub(super) fn mine_and_other(&self) -> [&RestrictedSide; 2] {
        [&self.sides[self.own], &self.sides[1 - self.own]]
    }

    fn write(&mut self, spot: &HandSpot, face: Option<&OptimalFace<'_>>) {
        let own = self.own;
        let [mine, other] = [&self.sides[own], &self.sides[1 - own]];
        let pay = PayoffRows::new(spot, own, mine);
        let (classes, others) = (&spot.classes[own], &spot.classes[1 - own]);
        // All hands of a class of the other's count as one, of their weight together.
        let weight = |class: usize| i128::from(others.weight[class] * others.count[class]);
        let mut costs = vec![0; mine.unknowns.len()];
        for class in 0..others.len() {
            let (row, _) = pay.row(class, &other.certain(class, others.len()));
            for (unknown, entry) in row {
                costs[unknown] -= entry * weight(class);
            }
            let Some(face) = face else { continue };
            let even = face.even.iter().copied().skip(class).step_by(others.len());
            let (row, _) = pay.row(class, &even.enumerate().collect::<SignedSequences>());
            for (unknown, entry) in row {
                costs[unknown] -= entry * i128::from(others.count[class]);
            }
        }
        let is_taken = |action: HandAction| {
            let at = action.sequence * others.len() + action.class;
            face.is_some_and(|face| face.other[at].is_positive())
        };
        let at_least_0 = || Bounds::at_least(Rational::ZERO);
        let cost = |cost| self.problem.add_column(Rational::from(cost), at_least_0());
        let unknowns: Vec<Column> = costs.into_iter().map(cost).collect();
        let mut taken_up = vec![Vec::new(); other.unknowns.len()];
        for base in &other.bases {
            let bounds = match (base.is_locked(), is_taken(base.action)) {
                (true, _) => Bounds::free(),
                (false, true) => Bounds::exactly(Rational::ZERO),
                (false, false) => at_least_0(),
            };
            for limit in base.limits() {
                let cost = Rational::from(weight(base.action.class)) * limit.constant;
                let price = self.problem.add_column(cost, bounds.clone());
                for (unknown, sign) in limit.unknowns {
                    taken_up[unknown].push((price, -sign));
                }
            }
        }
        for (unknown, taken_up) in other.unknowns.iter().zip(taken_up) {
            let (row, constant) = pay.row(unknown.action.class, &unknown.enters);
            let row = row.into_iter().map(|(at, entry)| (unknowns[at], Rational::from(entry)));
            let bounds = if is_taken(unknown.action) { Bounds::exactly } else { Bounds::at_least };
            self.problem.add_row(bounds(Rational::from(-constant)), row.chain(taken_up));
        }
        for base in &mine.bases {
            if base.is_locked() {
                let (weight, first) = (classes.weight[base.action.class], self.problem.row_count());
                for PlanLimit { constant, unknowns: sum } in base.limits() {
                    let entries = sum.into_iter().map(|(at, sign)| (unknowns[at], sign));
                    let constant = Rational::from(-weight) * constant;
                    self.problem.add_row(Bounds::exactly(constant), entries);
                }
                self.limits.push(BaseLimit::Locked(first..self.problem.row_count()));
                continue;
            }
            let BaseSequence { action, sum, .. } = base;
            let weight = Rational::from(classes.weight[action.class] * sum.constant);
            if let ([(unknown, -1)], 1) = (sum.unknowns.as_slice(), sum.constant) {
                let bounds = Bounds::between(Rational::ZERO, weight);
                self.problem.set_bounds(unknowns[*unknown], bounds);
                self.limits.push(BaseLimit::Bound(*unknown));
                continue;
            }
            let entries = sum.unknowns.iter();
            let entries = entries.map(|(at, sign)| (unknowns[*at], Rational::from(*sign)));
            let row = self.problem.add_row(Bounds::at_least(-weight), entries);
            self.limits.push(BaseLimit::Row(row.index()));
        }
    }

    /// The point that two plans stand for, and its dual values.
    pub(super) fn point(&self, spot: &HandSpot, plans: &[Numbers; 2]) -> Snapshot {
        let [mine, other] = self.mine_and_other();
        let others = &spot.classes[1 - self.own];
        let values = |side: &RestrictedSide, player: usize| -> Vec<f64> {
            let plan = |u: &FreeSequence| {
                plans[player][u.action.sequence * spot.len(player) + u.action.class]
            };
            side.unknowns.iter().map(plan).collect()
        };
        let mut primal = values(mine, self.own);
        let mut dual = values(other, 1 - self.own);
        for (value, unknown) in dual.iter_mut().zip(&other.unknowns) {
            *value *= others.count[unknown.action.class] as f64;
        }
        // Gain of each of the other's unknowns, and what each own one costs.
        let mut gain = vec![0.0; other.unknowns.len()];
        let mut own_gain: Vec<f64> = self
            .problem
            .columns()
            .take(primal.len())
            .map(|column| -self.problem.cost(column).to_f64())
            .collect();
        for (row, gain) in self.problem.rows().zip(&mut gain) {
            let constant =
                self.problem.row_bounds(row).lower.as_ref().map_or(0.0, Rational::to_f64);
            *gain = constant;
            for (column, entry) in self.problem.entries(row) {
                if let Some(value) = primal.get(column.index()) {
                    let entry = entry.to_f64();
                    *gain -= entry * value;
                    own_gain[column.index()] += entry * dual[row.index()];
                }
            }
        }
        primal.extend(other.prices(gain).into_iter().flatten());
        let prices = mine.prices(own_gain);
        let rows = self.limits.iter().zip(prices);
        let rows = rows.filter(|(limit, _)| !matches!(limit, BaseLimit::Bound(_)));
        dual.extend(rows.flat_map(|(_, prices)| prices));
        Snapshot { primal, dual }
    }

    /// Both plans at a point of the program with these dual values.
    pub(super) fn plans<N: PlanNumber>(
        &self,
        spot: &HandSpot,
        primal: &[N],
        dual: &[N],
        elsewhere: &[Numbers; 2],
    ) -> [Vec<N>; 2] {
        [0, 1].map(|player| {
            let (side, classes) = (&self.sides[player], &spot.classes[player]);
            let values: Vec<N> = if player == self.own {
                primal[..side.unknowns.len()].to_vec()
            } else {
                let prices = side.unknowns.iter().zip(dual);
                prices
                    .map(|(unknown, price)| price.share(classes.count[unknown.action.class]))
                    .collect()
            };
            side.plan(spot, player, &values, &elsewhere[player])
        })
    }
}

//! The game in which each hand may take some actions only, as a linear program.
//!
//! Where a hand has one action, its sequence is that of the parent: no unknown, no row. Else all
//! actions but one, the *base*, are unknowns. So both plans are `z ≥ 0` with `base(z) ≥ 0` at each
//! information set of several actions, and payoffs are bilinear. The program of the own player:
//! minimise the other's best payoff, with a price `λ ≥ 0` for each information set of the other's
//! and a row for each unknown of the other's. Its payoff is at most the prices that it takes up.

use crate::control::Snapshot;
use crate::engine::lp::{Bounds, Column, LinearProgram};
use crate::exact::Rational;

use super::payoff_rows::{PayoffRows, SignedSequences};
use super::spot::{Numbers, RiverSpot};

/// Number of a plan.
pub(super) trait PlanNumber: Clone {
    fn whole(whole: i64) -> Self;
    fn plus(self, other: &Self, sign: i64) -> Self;
    fn times(&self, probability: f64) -> Self;
    fn share(&self, count: i64) -> Self;
}

impl PlanNumber for f64 {
    fn whole(whole: i64) -> Self {
        whole as Self
    }

    fn plus(self, other: &Self, sign: i64) -> Self {
        self + sign as Self * other
    }

    fn times(&self, probability: f64) -> Self {
        self * probability
    }

    fn share(&self, count: i64) -> Self {
        self / count as Self
    }
}

impl PlanNumber for Rational {
    fn whole(whole: i64) -> Self {
        Self::from(whole)
    }

    fn plus(self, other: &Self, sign: i64) -> Self {
        if sign > 0 { self + other } else { self - other }
    }

    fn times(&self, probability: f64) -> Self {
        self * Self::of_double(probability).unwrap_or_default()
    }

    fn share(&self, count: i64) -> Self {
        self / Self::from(count)
    }
}

/// A sequence of a class of hands: so many times its weight, and signed unknowns.
#[derive(Clone, Debug, Default)]
struct SequenceSum {
    constant: i64,
    unknowns: Vec<(usize, i64)>,
}

/// One player's part of the game.
pub(super) struct RestrictedSide {
    /// By sequence and class; `None` out of play.
    linear: Vec<Option<SequenceSum>>,
    pub(super) unknowns: Vec<FreeSequence>,
    /// The base of each information set of several actions, with its class.
    bases: Vec<(usize, SequenceSum)>,
    /// By view: whether the other player may come there.
    pub(super) on_path: Vec<bool>,
}

/// A sequence whose probability is an unknown.
pub(super) struct FreeSequence {
    pub(super) class: usize,
    sequence: usize,
    /// The information set that it belongs to.
    base: usize,
    /// Sequences of the class that it enters.
    pub(super) enters: SignedSequences,
}

/// The program of one player in the restricted game.
pub(super) struct RestrictedGame {
    pub(super) sides: [RestrictedSide; 2],
    pub(super) problem: LinearProgram,
    own: usize,
    /// The row of each own information set, if it is more than a bound.
    base_rows: Vec<Option<usize>>,
}

impl RestrictedSide {
    fn new(spot: &RiverSpot, player: usize) -> Self {
        let mut linear = vec![None; spot.tree.sequences[player] * spot.len(player)];
        linear[..spot.len(player)].fill(Some(SequenceSum { constant: 1, unknowns: Vec::new() }));
        Self { linear, unknowns: Vec::new(), bases: Vec::new(), on_path: Vec::new() }
    }

    /// True if some hand may play a sequence.
    fn plays(&self, sequence: usize, classes: usize) -> bool {
        self.linear[sequence * classes..][..classes].iter().any(Option::is_some)
    }

    /// Puts the kept actions of a class at a view into play: those of `sequences`, the base first.
    fn open(&mut self, parent: &SequenceSum, class: usize, sequences: &[usize], classes: usize) {
        let mut base = parent.clone();
        for &sequence in &sequences[1..] {
            let unknown = self.unknowns.len();
            let (set, enters) = (self.bases.len(), Vec::new());
            self.unknowns.push(FreeSequence { class, sequence, base: set, enters });
            base.unknowns.push((unknown, -1));
            let own = SequenceSum { constant: 0, unknowns: vec![(unknown, 1)] };
            self.linear[sequence * classes + class] = Some(own);
        }
        if sequences.len() > 1 {
            self.bases.push((class, base.clone()));
        }
        self.linear[sequences[0] * classes + class] = Some(base);
    }

    /// Lists the sequences that each unknown enters.
    fn link(&mut self, classes: usize) {
        for (at, linear) in self.linear.iter().enumerate() {
            for (unknown, sign) in linear.iter().flat_map(|linear| &linear.unknowns) {
                self.unknowns[*unknown].enters.push((at / classes, *sign));
            }
        }
    }

    /// By class: the sequences that it plays for certain.
    pub(super) fn certain(&self, class: usize, classes: usize) -> SignedSequences {
        let played = self.linear.iter().skip(class).step_by(classes).enumerate();
        let constant =
            |linear: &Option<SequenceSum>| linear.as_ref().map_or(0, |linear| linear.constant);
        played.map(|(at, linear)| (at, constant(linear))).filter(|(_, c)| *c != 0).collect()
    }

    /// Least prices of the information sets, from the gain of each unknown over its base: those of
    /// the sets that follow are taken up before.
    fn prices(&self, mut gain: Vec<f64>) -> Vec<f64> {
        let mut prices = vec![0.0; self.bases.len()];
        let mut first = self.unknowns.len();
        for (set, (_, base)) in self.bases.iter().enumerate().rev() {
            let last = first;
            while first > 0 && self.unknowns[first - 1].base == set {
                first -= 1;
            }
            let price = gain[first..last].iter().copied().fold(0.0, f64::max);
            prices[set] = price;
            for (unknown, sign) in &base.unknowns {
                gain[*unknown] += *sign as f64 * price;
            }
        }
        prices
    }

    /// The plan where the unknowns have these values: at views where the other player does not
    /// come, that of `elsewhere`, the probabilities of sequences' last actions.
    fn plan<N: PlanNumber>(
        &self,
        spot: &RiverSpot,
        player: usize,
        values: &[N],
        elsewhere: &[f64],
    ) -> Vec<N> {
        let classes = spot.len(player);
        let mut plan: Vec<N> =
            spot.classes[player].weight.iter().map(|weight| N::whole(*weight)).collect();
        plan.resize(self.linear.len(), N::whole(0));
        for (view, decision) in spot.tree.decisions.iter().enumerate() {
            if decision.player != player {
                continue;
            }
            for at in decision.first * classes..(decision.first + decision.actions) * classes {
                let class = at % classes;
                plan[at] = match &self.linear[at] {
                    _ if !self.on_path[view] => {
                        plan[decision.parent * classes + class].times(elsewhere[at])
                    }
                    Some(linear) => {
                        let constant = spot.classes[player].weight[class] * linear.constant;
                        let unknowns = linear.unknowns.iter();
                        unknowns.fold(N::whole(constant), |sum, (unknown, sign)| {
                            sum.plus(&values[*unknown], *sign)
                        })
                    }
                    None => N::whole(0),
                };
            }
        }
        plan
    }
}

impl RestrictedGame {
    /// The game in which each class takes the actions that are `kept`, by player, sequence and
    /// class. Of these the most likely by `plans` is the base.
    pub(super) fn new(spot: &RiverSpot, kept: &[Vec<bool>; 2], plans: &[Numbers; 2]) -> Self {
        let mut sides = [RestrictedSide::new(spot, 0), RestrictedSide::new(spot, 1)];
        for decision in &spot.tree.decisions {
            let (player, other) = (decision.player, 1 - decision.player);
            let (own, others) = (spot.len(player), spot.len(other));
            let on_path = decision.met.iter().any(|met| sides[other].plays(*met, others));
            sides[player].on_path.push(on_path);
            sides[other].on_path.push(false);
            if !on_path {
                continue;
            }
            for class in 0..own {
                let Some(parent) = sides[player].linear[decision.parent * own + class].clone()
                else {
                    continue;
                };
                let mut sequences: Vec<usize> = decision
                    .after()
                    .filter(|sequence| kept[player][sequence * own + class])
                    .collect();
                let likely = |sequence: &usize| plans[player][sequence * own + class];
                sequences.sort_by(|one, other| likely(other).total_cmp(&likely(one)));
                sides[player].open(&parent, class, &sequences, own);
            }
        }
        for (player, side) in sides.iter_mut().enumerate() {
            side.link(spot.len(player));
        }
        let rows = |own: usize| sides[1 - own].unknowns.len();
        let own = usize::from(rows(1) < rows(0));
        let mut restricted =
            Self { sides, problem: LinearProgram::new(), own, base_rows: Vec::new() };
        restricted.write(spot);
        restricted
    }

    fn write(&mut self, spot: &RiverSpot) {
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
                costs[unknown] -= i128::from(entry) * weight(class);
            }
        }
        let prices =
            other.bases.iter().map(|(class, base)| weight(*class) * i128::from(base.constant));
        let at_least_0 = || Bounds::at_least(Rational::ZERO);
        let columns: Vec<Column> = (costs.into_iter().chain(prices))
            .map(|cost| self.problem.add_column(Rational::from(cost), at_least_0()))
            .collect();
        let (unknowns, prices) = columns.split_at(mine.unknowns.len());
        let mut taken_up = vec![Vec::new(); other.unknowns.len()];
        for ((_, base), price) in other.bases.iter().zip(prices) {
            for (unknown, sign) in &base.unknowns {
                taken_up[*unknown].push((*price, Rational::from(-sign)));
            }
        }
        for (unknown, taken_up) in other.unknowns.iter().zip(taken_up) {
            let (row, constant) = pay.row(unknown.class, &unknown.enters);
            let row = row.into_iter().map(|(at, entry)| (unknowns[at], Rational::from(entry)));
            self.problem.add_row(Bounds::at_least(Rational::from(-constant)), row.chain(taken_up));
        }
        for (class, base) in &mine.bases {
            let weight = Rational::from(classes.weight[*class] * base.constant);
            if let ([(unknown, -1)], 1) = (base.unknowns.as_slice(), base.constant) {
                let bounds = Bounds::between(Rational::ZERO, weight);
                self.problem.set_bounds(unknowns[*unknown], bounds);
                self.base_rows.push(None);
                continue;
            }
            let entries = base.unknowns.iter();
            let entries = entries.map(|(at, sign)| (unknowns[*at], Rational::from(*sign)));
            let row = self.problem.add_row(Bounds::at_least(-weight), entries);
            self.base_rows.push(Some(row.index()));
        }
    }

    /// The point that two plans stand for, and its dual values.
    pub(super) fn point(&self, spot: &RiverSpot, plans: &[Numbers; 2]) -> Snapshot {
        let [mine, other] = [&self.sides[self.own], &self.sides[1 - self.own]];
        let others = &spot.classes[1 - self.own];
        let values = |side: &RestrictedSide, player: usize| -> Vec<f64> {
            let plan = |u: &FreeSequence| plans[player][u.sequence * spot.len(player) + u.class];
            side.unknowns.iter().map(plan).collect()
        };
        let mut primal = values(mine, self.own);
        let mut dual = values(other, 1 - self.own);
        for (value, unknown) in dual.iter_mut().zip(&other.unknowns) {
            *value *= others.count[unknown.class] as f64;
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
        primal.extend(other.prices(gain));
        let prices = mine.prices(own_gain);
        let rows = self.base_rows.iter().zip(prices);
        dual.extend(rows.filter_map(|(row, price)| row.map(|_| price)));
        Snapshot { primal, dual }
    }

    /// Both plans at a point of the program with these dual values.
    pub(super) fn plans<N: PlanNumber>(
        &self,
        spot: &RiverSpot,
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
                prices.map(|(unknown, price)| price.share(classes.count[unknown.class])).collect()
            };
            side.plan(spot, player, &values, &elsewhere[player])
        })
    }
}

//! Sequences of the players of a restricted game, as sums of unknowns.
//!
//! Where a hand has one action, its sequence is that of the parent: no unknown. Else all actions
//! but one, the *base*, are unknowns. So a plan is `z ≥ 0` with `base(z) ≥ 0` at each information
//! set of several actions.

use crate::exact::Rational;

use super::kept::KeptActions;
use super::payoff_rows::SignedSequences;
use super::spot::HandSpot;

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

/// An action of a class of hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct HandAction {
    pub(super) class: usize,
    /// The sequence that it ends.
    pub(super) sequence: usize,
}

/// A sequence of a class of hands: so many times its weight, and signed unknowns.
#[derive(Clone, Debug, Default)]
pub(super) struct SequenceSum {
    pub(super) constant: i64,
    pub(super) unknowns: Vec<(usize, i64)>,
}

/// One player's part of the game.
pub(super) struct RestrictedSide {
    /// By sequence and class; `None` out of play.
    pub(super) linear: Vec<Option<SequenceSum>>,
    pub(super) unknowns: Vec<FreeSequence>,
    pub(super) bases: Vec<BaseSequence>,
    /// By view: whether it is this player's, and the other may come there.
    pub(super) on_path: Vec<bool>,
}

/// A sequence whose probability is an unknown.
pub(super) struct FreeSequence {
    pub(super) action: HandAction,
    /// The information set that it belongs to.
    base: usize,
    /// Sequences of the class that it enters.
    pub(super) enters: SignedSequences,
}

/// The base of an information set of several actions.
pub(super) struct BaseSequence {
    pub(super) action: HandAction,
    pub(super) sum: SequenceSum,
    /// The sequence before a locked set, and each unknown with its share of that.
    locked: Option<(SequenceSum, Vec<(usize, Rational)>)>,
}

/// A sum of unknowns and of a weight so many times, which is at least 0; at a locked set, 0.
pub(super) struct PlanLimit {
    pub(super) constant: Rational,
    pub(super) unknowns: Vec<(usize, Rational)>,
}

impl BaseSequence {
    /// True if its probabilities are given.
    pub(super) fn is_locked(&self) -> bool {
        self.locked.is_some()
    }

    /// The limits of the set: that of the base, or one for each unknown of a locked set.
    pub(super) fn limits(&self) -> Vec<PlanLimit> {
        let sum = |sum: &SequenceSum, times: &Rational| PlanLimit {
            constant: Rational::from(sum.constant) * times,
            unknowns: sum.unknowns.iter().map(|(u, s)| (*u, Rational::from(*s) * times)).collect(),
        };
        let Some((parent, shares)) = &self.locked else {
            return vec![sum(&self.sum, &Rational::ONE)];
        };
        let limit = |(unknown, share): &(usize, Rational)| {
            let mut limit = sum(parent, &-share);
            limit.unknowns.push((*unknown, Rational::ONE));
            limit
        };
        shares.iter().map(limit).collect()
    }
}

impl RestrictedSide {
    fn new(spot: &HandSpot, player: usize) -> Self {
        let mut linear = vec![None; spot.tree.sequences[player] * spot.len(player)];
        linear[..spot.len(player)].fill(Some(SequenceSum { constant: 1, unknowns: Vec::new() }));
        Self { linear, unknowns: Vec::new(), bases: Vec::new(), on_path: Vec::new() }
    }

    /// True if the share of an unknown is given.
    pub(super) fn is_locked(&self, unknown: &FreeSequence) -> bool {
        self.bases[unknown.base].is_locked()
    }

    /// True if some hand may play a sequence.
    fn plays(&self, sequence: usize, classes: usize) -> bool {
        self.linear[sequence * classes..][..classes].iter().any(Option::is_some)
    }

    /// Puts the kept actions of a class at a view into play: those of `sequences`, the base first.
    fn open(
        &mut self,
        (parent, lock): (&SequenceSum, Option<&[Rational]>),
        (class, classes): (usize, usize),
        (first, sequences): (usize, &[usize]),
    ) {
        let (mut base, mut shares) = (parent.clone(), Vec::new());
        for &sequence in &sequences[1..] {
            let unknown = self.unknowns.len();
            shares.extend(lock.map(|mix| (unknown, mix[sequence - first].clone())));
            let (set, enters) = (self.bases.len(), Vec::new());
            let action = HandAction { class, sequence };
            self.unknowns.push(FreeSequence { action, base: set, enters });
            base.unknowns.push((unknown, -1));
            let own = SequenceSum { constant: 0, unknowns: vec![(unknown, 1)] };
            self.linear[sequence * classes + class] = Some(own);
        }
        if sequences.len() > 1 {
            let action = HandAction { class, sequence: sequences[0] };
            let locked = lock.map(|_| (parent.clone(), shares));
            self.bases.push(BaseSequence { action, sum: base.clone(), locked });
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
    pub(super) fn prices(&self, mut gain: Vec<f64>) -> Vec<Vec<f64>> {
        let mut prices = vec![Vec::new(); self.bases.len()];
        let mut first = self.unknowns.len();
        for (set, base) in self.bases.iter().enumerate().rev() {
            let last = first;
            while first > 0 && self.unknowns[first - 1].base == set {
                first -= 1;
            }
            prices[set] = match base.is_locked() {
                true => gain[first..last].iter().map(|gain| -gain).collect(),
                false => vec![gain[first..last].iter().copied().fold(0.0, f64::max)],
            };
            for (limit, price) in base.limits().iter().zip(&prices[set]) {
                for (unknown, sign) in &limit.unknowns {
                    gain[*unknown] += sign.to_f64() * price;
                }
            }
        }
        prices
    }

    /// The plan where the unknowns have these values: at views where the other player does not
    /// come, that of `elsewhere`, the probabilities of sequences' last actions.
    pub(super) fn plan<N: PlanNumber>(
        &self,
        spot: &HandSpot,
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

/// Both sides of the game in which each class takes the kept actions. The first one is the base.
/// The player `everywhere` plays where the other does not come, too.
pub(super) fn restricted_sides(
    spot: &HandSpot,
    kept: &KeptActions,
    everywhere: Option<usize>,
) -> [RestrictedSide; 2] {
    let mut sides = [RestrictedSide::new(spot, 0), RestrictedSide::new(spot, 1)];
    for (decision, kept) in spot.tree.decisions.iter().zip(&kept.0) {
        let (player, other) = (decision.player, 1 - decision.player);
        let (classes, others) = (spot.len(player), spot.len(other));
        let on_path = everywhere == Some(player)
            || decision.met.iter().any(|met| sides[other].plays(*met, others));
        sides[player].on_path.push(on_path);
        sides[other].on_path.push(false);
        if !on_path {
            continue;
        }
        for (class, sequences) in kept.iter().enumerate() {
            let parent = &sides[player].linear[decision.parent * classes + class];
            if let Some(parent) = parent.clone() {
                let parent = (&parent, decision.lock(class));
                sides[player].open(parent, (class, classes), (decision.first, sequences));
            }
        }
    }
    for (player, side) in sides.iter_mut().enumerate() {
        side.link(spot.len(player));
    }
    sides
}

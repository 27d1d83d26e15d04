//! Payoffs of realization plans in doubles: multilinear in the plans of all players.

use std::ops::Range;

/// Numbers by sequence, those of the first player first.
pub(super) type BySequence = Vec<f64>;

/// Players who choose at information sets, and ends of the hand that pay by everybody's last
/// sequence.
///
/// A sequence is one of a player with a card here; the empty one of each card has probability 1 and
/// was chosen nowhere.
pub(super) struct Multilinear {
    pub(super) players: usize,
    /// In an order in which a parent sequence comes before what follows it.
    pub(super) sets: Vec<ChoiceSimplex>,
    /// By sequence, the information set where it was chosen (an index into `sets`).
    pub(super) chosen_at: Vec<Option<usize>>,
    /// Each player's last sequence, end by end.
    pub(super) sequences: Vec<usize>,
    /// Each player's payoff times the probability of the deal, end by end.
    pub(super) payoffs: Vec<f64>,
}

/// A choice of one player: a simplex of probabilities.
pub(super) struct ChoiceSimplex {
    pub(super) player: usize,
    pub(super) actions: usize,
    /// The own sequence that leads here.
    pub(super) parent: usize,
    /// The own sequence of the first action; the others follow.
    pub(super) first_sequence: usize,
    /// The coordinate of the first action; the others follow.
    pub(super) first_coordinate: usize,
}

impl ChoiceSimplex {
    /// The own sequences that begin here.
    pub(super) fn sequences(&self) -> Range<usize> {
        self.first_sequence..self.first_sequence + self.actions
    }

    /// The coordinates of their probabilities.
    pub(super) fn coordinates(&self) -> Range<usize> {
        self.first_coordinate..self.first_coordinate + self.actions
    }
}

impl Multilinear {
    /// Each player's last sequence and payoff, end by end.
    pub(super) fn ends(&self) -> impl Iterator<Item = (&[usize], &[f64])> {
        self.sequences.chunks_exact(self.players).zip(self.payoffs.chunks_exact(self.players))
    }

    /// The same number for every sequence.
    pub(super) fn filled(&self, number: f64) -> BySequence {
        vec![number; self.chosen_at.len()]
    }

    /// The empty sequences, of every player and card.
    pub(super) fn roots(&self) -> impl Iterator<Item = usize> {
        (0..self.chosen_at.len()).filter(|sequence| self.chosen_at[*sequence].is_none())
    }

    /// Payoff of ending with each own sequence, times the others' probability of it.
    pub(super) fn counterfactual(&self, plans: &BySequence) -> BySequence {
        let mut values = self.filled(0.0);
        (0..self.players).for_each(|player| self.add_counterfactual(player, plans, &mut values));
        values
    }

    /// Adds those payoffs of one player.
    pub(super) fn add_counterfactual(
        &self,
        player: usize,
        plans: &BySequence,
        values: &mut BySequence,
    ) {
        for (sequences, payoffs) in self.ends() {
            let mut reached = payoffs[player];
            for (other, sequence) in sequences.iter().enumerate() {
                if other != player {
                    reached *= plans[*sequence];
                }
            }
            values[sequences[player]] += reached;
        }
    }

    /// Derivatives of those payoffs by the plans of others: a row for each sequence, one row after
    /// the other.
    pub(super) fn slopes(&self, plans: &BySequence) -> Vec<f64> {
        let count = plans.len();
        let mut slopes = vec![0.0; count * count];
        for (sequences, payoffs) in self.ends() {
            for (one, from) in sequences.iter().enumerate() {
                for (two, to) in sequences.iter().enumerate().skip(one + 1) {
                    let rest = sequences.iter().enumerate();
                    let rest = rest.filter(|(player, _)| *player != one && *player != two);
                    let rest: f64 = rest.map(|(_, sequence)| plans[*sequence]).product();
                    slopes[from * count + to] += payoffs[one] * rest;
                    slopes[to * count + from] += payoffs[two] * rest;
                }
            }
        }
        slopes
    }

    /// Adds to each sequence what the information sets below it pay: `choose` makes one value of
    /// those of the actions.
    pub(super) fn rolled_back(
        &self,
        mut values: BySequence,
        choose: impl Fn(&[f64], &ChoiceSimplex) -> f64,
    ) -> BySequence {
        for set in self.sets.iter().rev() {
            values[set.parent] += choose(&values[set.sequences()], set);
        }
        values
    }

    /// Total gain of all players by best responses to plans, in antes per hand.
    pub(super) fn total_gain(&self, plans: &BySequence) -> f64 {
        let values = self.counterfactual(plans);
        let played = mean(&values, plans);
        let best = self.rolled_back(values, |values, _| greatest(values));
        self.roots().map(|root| best[root]).sum::<f64>() - played
    }

    /// From the derivatives by what ending with sequences pays to those by the plans.
    pub(super) fn by_plans(&self, plans: &BySequence, by_value: &BySequence) -> BySequence {
        let mut by_plans = self.filled(0.0);
        for (sequences, payoffs) in self.ends() {
            for own in 0..self.players {
                let pull = by_value[sequences[own]] * payoffs[own];
                if pull == 0.0 {
                    continue;
                }
                for other in (0..self.players).filter(|other| *other != own) {
                    let rest =
                        (0..self.players).filter(|player| *player != own && *player != other);
                    let rest: f64 = rest.map(|player| plans[sequences[player]]).product();
                    by_plans[sequences[other]] += pull * rest;
                }
            }
        }
        by_plans
    }
}

/// The sum of values times probabilities.
pub(super) fn mean(values: &[f64], probabilities: &[f64]) -> f64 {
    values.iter().zip(probabilities).map(|(value, probability)| value * probability).sum()
}

pub(super) fn greatest(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::MIN, f64::max)
}

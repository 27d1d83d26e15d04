//! Payoffs of realization plans in doubles: multilinear in the plans of all players.

use std::ops::Range;

/// Numbers by player and own sequence.
pub(super) type BySequence = Vec<Vec<f64>>;

/// Players who choose at information sets, and ends of the hand that pay by everybody's last
/// sequence.
///
/// A sequence is one with a card here; the empty one of each card has probability 1 and was chosen
/// nowhere.
pub(super) struct Multilinear {
    /// In an order in which a parent sequence comes before what follows it.
    pub(super) sets: Vec<ChoiceSimplex>,
    pub(super) ends: Vec<HandEnd>,
    /// By player and own sequence, the information set where it was chosen (an index into `sets`).
    pub(super) chosen_at: Vec<Vec<Option<usize>>>,
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

/// An end of the hand: each player's last sequence, and each player's payoff times the probability
/// of the deal.
pub(super) struct HandEnd {
    pub(super) sequences: Vec<usize>,
    pub(super) payoffs: Vec<f64>,
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
    /// Information sets in the order of the coordinates; `sequences` counts those of each player.
    pub(super) fn new(
        sequences: impl Iterator<Item = usize>,
        sets: Vec<ChoiceSimplex>,
        ends: Vec<HandEnd>,
    ) -> Self {
        let mut chosen_at: Vec<Vec<Option<usize>>> =
            sequences.map(|count| vec![None; count]).collect();
        for (index, set) in sets.iter().enumerate() {
            chosen_at[set.player][set.sequences()].fill(Some(index));
        }
        Self { sets, ends, chosen_at }
    }

    /// The same number for every sequence.
    pub(super) fn filled(&self, number: f64) -> BySequence {
        self.chosen_at.iter().map(|own| vec![number; own.len()]).collect()
    }

    /// Payoff of ending with each own sequence, times the others' probability of it.
    pub(super) fn counterfactual(&self, plans: &BySequence) -> BySequence {
        let mut values = self.filled(0.0);
        for HandEnd { sequences, payoffs } in &self.ends {
            for (own, payoff) in payoffs.iter().enumerate() {
                let others = (0..sequences.len()).filter(|other| *other != own);
                let others: f64 = others.map(|other| plans[other][sequences[other]]).product();
                values[own][sequences[own]] += payoff * others;
            }
        }
        values
    }

    /// Adds to each sequence what the information sets below it pay: `choose` makes one value of
    /// those of the actions.
    pub(super) fn rolled_back(
        &self,
        mut values: BySequence,
        choose: impl Fn(&[f64], &ChoiceSimplex) -> f64,
    ) -> BySequence {
        for set in self.sets.iter().rev() {
            let own = &mut values[set.player];
            own[set.parent] += choose(&own[set.sequences()], set);
        }
        values
    }

    /// From the derivatives by what ending with sequences pays to those by the plans.
    pub(super) fn by_plans(&self, plans: &BySequence, by_value: &BySequence) -> BySequence {
        let mut by_plans = self.filled(0.0);
        for HandEnd { sequences, payoffs } in &self.ends {
            let players = sequences.len();
            for own in 0..players {
                let pull = by_value[own][sequences[own]] * payoffs[own];
                if pull == 0.0 {
                    continue;
                }
                for other in (0..players).filter(|other| *other != own) {
                    let rest = (0..players).filter(|player| *player != own && *player != other);
                    let rest: f64 = rest.map(|player| plans[player][sequences[player]]).product();
                    by_plans[other][sequences[other]] += pull * rest;
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

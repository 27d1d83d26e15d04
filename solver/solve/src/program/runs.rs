use std::collections::BTreeSet;

use crate::exact::{Piecewise, Rational};
use crate::game::{Game, Player};

use super::RealizationPlan;

/// A deck cut into runs of neighbouring cards, lowest first. The strategies of a program by runs
/// play the cards of a run alike.
///
/// ```
/// use rational_bluff::program::Runs;
/// let runs = Runs::cut(9, [2, 7]);
/// assert_eq!(runs.iter().collect::<Vec<_>>(), [(1, 2), (3, 7), (8, 9)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runs {
    /// The last card of each run.
    lasts: Vec<u64>,
}

impl Runs {
    /// Every card a run of its own.
    pub fn of_cards(n: u64) -> Self {
        Self { lasts: (1..=n).collect() }
    }

    /// The deck `1..=n` cut after each of these cards of it.
    pub fn cut(n: u64, after: impl IntoIterator<Item = u64>) -> Self {
        let lasts: BTreeSet<u64> = after.into_iter().chain([n]).collect();
        Self { lasts: lasts.into_iter().collect() }
    }

    /// Number of runs.
    pub fn count(&self) -> u64 {
        self.lasts.len() as u64
    }

    /// The first and the last card of each run.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (u64, u64)> + ExactSizeIterator {
        (0..self.lasts.len()).map(|index| self.at(index))
    }

    /// The first and the last card of a run, counted from 0.
    pub fn at(&self, index: usize) -> (u64, u64) {
        (index.checked_sub(1).map_or(1, |before| self.lasts[before] + 1), self.lasts[index])
    }

    /// The run that a card is in, counted from 0.
    pub fn holding(&self, card: u64) -> usize {
        self.lasts.partition_point(|last| *last < card)
    }

    /// A plan by other runs as one by these: cards of a run were played alike, so each has its part
    /// of what is reached.
    pub fn share(&self, plan: &RealizationPlan, by: &Self) -> RealizationPlan {
        let shared = |reach: &Vec<Rational>| {
            let sizes = by.iter().map(|(first, last)| Rational::from(last - first + 1));
            let by_card = by.steps(reach.iter().zip(sizes).map(|(reach, size)| reach / size));
            self.iter().map(|(first, last)| by_card.total_between(first, last)).collect()
        };
        plan.iter().map(shared).collect()
    }

    /// The function with one value on each run.
    pub(super) fn steps(&self, values: impl IntoIterator<Item = Rational>) -> Piecewise {
        Piecewise::steps(self.lasts.iter().copied().zip(values))
    }

    /// The weights of a player's cards, by run: their number, unless the player has a range.
    pub(crate) fn weights(&self, game: &Game, player: Player) -> Vec<Rational> {
        let weight = |(first, last): (u64, u64)| match game.range(player) {
            Some(range) => range.total_between(first, last),
            None => Rational::from(last - first + 1),
        };
        self.iter().map(weight).collect()
    }
}

//! Leaves of games whose decks are not of ranks.

use crate::exact::Rational;
use crate::game::Kernel;

use super::SequenceForm;
use super::index_map::FamilySum;
use super::sequence_form::Linear;

impl SequenceForm<'_> {
    /// The own payoff at a leaf against one hand of a deck that is not one of ranks: with each own
    /// hand by the deals that it wins. A prefix sum counts by what the next hand pays less.
    pub(super) fn leaf_of_hands(
        &self,
        kernel: Kernel<'_>,
        sum: &FamilySum,
        [lost, won]: [&Rational; 2],
        other: u64,
    ) -> Linear {
        let payoff = |own: u64| {
            let [all, shown] = kernel.deal(own, other);
            all * lost + shown * (won - lost)
        };
        let mut value = Linear::default();
        let mut pays = payoff(1);
        for own in 1..=self.runs.count() {
            let next = if own < self.runs.count() { payoff(own + 1) } else { Rational::ZERO };
            value.add(&self.prefix_sum(sum, own), &(&pays - &next));
            pays = next;
        }
        value
    }
}

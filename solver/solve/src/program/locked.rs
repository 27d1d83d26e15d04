//! Rows of a program where a player is locked: probabilities are rules there.

use crate::engine::lp::{Bounds, Column};
use crate::exact::Rational;
use crate::game::View;

use super::SequenceForm;
use super::index_map::ReplyConstraint;
use super::linear::Linear;

impl SequenceForm<'_> {
    /// An information set that is locked leaves what its mixture leaves: one row, which is written
    /// with the first action.
    pub(super) fn locked_reply(
        &mut self,
        first: usize,
        action: usize,
        card: u64,
        column: Column,
        mixture: Vec<Rational>,
    ) -> ReplyConstraint {
        let share = mixture[action].clone();
        if let ReplyConstraint::Share(row, _) = self.map.replies[first]
            .get(card as usize - 1)
            .cloned()
            .unwrap_or(ReplyConstraint::Slack)
        {
            return ReplyConstraint::Share(row, share);
        }
        let mut left = Linear::default();
        for (sequence, part) in (first..).zip(&mixture) {
            left.add(&self.left_by(sequence, card), part);
        }
        left.entries.push((column, Rational::from(-1)));
        let row = self.problem.add_row(Bounds::exactly(-left.constant), left.entries);
        ReplyConstraint::Share(row, share)
    }

    /// The rows of the own locks: each action but the first has its share of the plan before.
    pub(super) fn add_lock_rows(&mut self) {
        for (view, details) in self.game.views_of(self.map.own) {
            for card in 1..=self.runs.count() {
                let Some(row) = self.game.locked_row(view, self.first_card(card)) else { continue };
                for (action, part) in row.into_iter().enumerate().skip(1) {
                    let sums = &self.map.sums;
                    let mut step = self.step(&sums[details.first_sequence + action], card);
                    step.add(&self.step(&sums[details.parent], card), &-part);
                    self.problem.add_row(Bounds::exactly(-step.constant), step.entries);
                }
            }
        }
    }

    /// True if a lock of the other player's never plays a sequence with a card: what follows is
    /// no part of any payoff.
    pub(super) fn is_locked_out(&self, sequence: usize, card: u64) -> bool {
        let of_view = |(_, view): &(usize, &View)| {
            (view.first_sequence..view.first_sequence + view.actions.len()).contains(&sequence)
        };
        let Some((at, view)) = self.game.views_of(self.map.other).find(of_view) else {
            return false;
        };
        let row = self.game.locked_row(at, self.first_card(card));
        row.is_some_and(|row| row[sequence - view.first_sequence].is_zero())
            || self.is_locked_out(view.parent, card)
    }

    /// The first card of a run; all of them are locked alike.
    pub(super) fn first_card(&self, run: u64) -> u64 {
        self.runs.at(run as usize - 1).0
    }
}

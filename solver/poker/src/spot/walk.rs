//! Walks over a tree: what judges and solvers share.

use bluff_exact::control::{map, threads};

use super::boards::CardDealt;
use super::kernel::{SumKind, all_in, fold, show};
use super::lines::LineKind;
use super::tree::SpotTree;

/// Orders of the cards to come beside both hands, by street.
const RUNOUTS: [i64; 3] = [45 * 44, 44, 1];

impl SpotTree {
    /// Number of orders of the cards to come beside both hands.
    pub(super) fn runouts(&self) -> i64 {
        RUNOUTS[self.first_street()]
    }

    /// The most numbers that a walk from a place holds beside its input and output, for
    /// `of_actions` rows an action and `of_place` rows a place.
    pub fn scratch(&self, of_actions: usize, of_place: usize) -> usize {
        let widest = (0..2).map(|player| self.hands(player).len()).max().unwrap_or_default();
        let lines = self.lines();
        let mut need = vec![0; lines.len()];
        for at in (0..lines.len()).rev() {
            let most = |next: &mut dyn Iterator<Item = usize>| next.map(|it| need[it]).max();
            need[at] = match &lines[at].kind {
                LineKind::Act { actions, .. } => {
                    let next = most(&mut actions.iter().map(|(_, next)| *next));
                    of_actions * actions.len() + of_place + next.unwrap_or_default()
                }
                LineKind::Deal { next } => 3 + need[*next],
                _ => 0,
            };
        }
        need[0] * widest
    }

    /// The values of a player's hands where the hand is over.
    pub fn over<T: SumKind>(
        &self,
        place: usize,
        player: usize,
        reach: &[T::Value],
        out: &mut [T::Value],
    ) {
        let (line, board) = (self.line(place), self.board(place));
        match line.kind {
            LineKind::Fold { loser } => {
                let sign = if loser == player { -1 } else { 1 };
                let amount = T::whole(sign * line.amount * RUNOUTS[board.cards.len() - 3]);
                fold::<T>(&board.order, player, amount, reach, out);
            }
            _ if board.cards.len() == 5 => {
                show::<T>(&board.order, player, T::whole(line.amount), reach, out);
            }
            _ => {
                let width = board.order.packed[1].len();
                let amount = T::whole(line.amount);
                all_in::<T>(&board.leads, [player, width], amount, reach, out);
            }
        }
    }

    /// The values of a player's hands where a card is dealt, from walks below each card.
    ///
    /// `part` gives each walk what is its own, in the order of cards. Cards of the first street are
    /// dealt on several threads; sums run in the order of cards all the same.
    pub fn deal<T: SumKind, P: Send>(
        &self,
        place: usize,
        player: usize,
        (reach, out): (&[T::Value], &mut [T::Value]),
        scratch: &mut [T::Value],
        mut part: impl FnMut(usize) -> P,
        walk: impl Fn(usize, P, (&[T::Value], &mut [T::Value]), &mut [T::Value]) + Sync,
    ) {
        let zero = T::Value::default();
        let board = self.board(place);
        out.fill(zero);
        let gathered = |dealt: &CardDealt, reach_after: &mut [T::Value]| {
            for (value, row) in reach_after.iter_mut().zip(&dealt.rows[1 - player]) {
                *value = reach[usize::from(*row)];
            }
        };
        let lengths = |dealt: &CardDealt| [0, 1].map(|it: usize| dealt.rows[it].len());
        let (spread, rest) = scratch.split_at_mut(out.len());
        let mut scatter = |dealt: &CardDealt, values: &[T::Value]| {
            for (value, row) in values.iter().zip(&dealt.rows[player]) {
                out[usize::from(*row)] += *value;
            }
            if dealt.alike.is_empty() {
                return;
            }
            spread.fill(zero);
            for (value, row) in values.iter().zip(&dealt.rows[player]) {
                spread[usize::from(*row)] = *value;
            }
            for by in &dealt.alike {
                for (out, row) in out.iter_mut().zip(&board.moved[*by][player]) {
                    *out += spread[usize::from(*row)];
                }
            }
        };
        if board.cards.len() == self.first_street() + 3 && threads() > 1 {
            let need = rest.len();
            let next: Vec<_> = self.next(place).map(|next| (next, part(next))).collect();
            let next = next.into_iter().zip(&board.dealt).collect();
            let values = map(next, |((next, part), dealt): ((usize, P), &CardDealt)| {
                let lengths = lengths(dealt);
                let mut values = vec![zero; lengths[player]];
                let mut reach = vec![zero; lengths[1 - player]];
                gathered(dealt, &mut reach);
                walk(next, part, (&reach, &mut values), &mut vec![zero; need]);
                values
            });
            for (dealt, values) in board.dealt.iter().zip(values) {
                scatter(dealt, &values);
            }
            return;
        }
        for (next, dealt) in self.next(place).zip(&board.dealt) {
            let lengths = lengths(dealt);
            let (values, rest) = rest.split_at_mut(lengths[player]);
            let (reach, rest) = rest.split_at_mut(lengths[1 - player]);
            gathered(dealt, reach);
            walk(next, part(next), (reach, values), rest);
            scatter(dealt, values);
        }
    }

    /// True if hands that suits make alike come to a deal alike.
    pub(super) fn is_symmetric<V: PartialEq>(
        &self,
        place: usize,
        player: usize,
        reach: &[V],
    ) -> bool {
        let board = self.board(place);
        board.dealt.iter().flat_map(|dealt| &dealt.alike).all(|by| {
            let moved = board.moved[*by][player].iter();
            reach.iter().zip(moved).all(|(value, row)| *value == reach[usize::from(*row)])
        })
    }
}

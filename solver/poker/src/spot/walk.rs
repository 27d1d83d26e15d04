//! Walks over a tree: what judges and solvers share.

use bluff_exact::control::{check_cancelled, map, threads};

use super::boards::CardDealt;
use super::kernel::{all_in, fold, show};
use super::lines::LineKind;
use super::tree::{PlaceKind, SpotTree};
use crate::cards::SweepNumber;

/// Orders of the cards to come beside both hands, by street.
const RUNOUTS: [i64; 3] = [45 * 44, 44, 1];

/// A walk by a plan: one player's values, for what the plan passes on of the other's hands.
pub(super) trait PlanWalk<T: SweepNumber>: Sync {
    /// The part of a player's hands that each action of her place passes on.
    fn passed(&self, place_and_actor: [usize; 2], reach: &[T]) -> Vec<Vec<T>>;

    /// The values of the walk's player at a place of hers, from those of each action; `own` is what
    /// her plan passes on, where that is followed.
    fn joined(
        &self,
        place_and_player: [usize; 2],
        of_actions: &[Vec<T>],
        own: Option<(&[Vec<T>], i128)>,
        out: &mut [T],
    );

    /// Looks at a player's hands before a card is dealt.
    fn at_deal(&self, _place_and_player: [usize; 2], _reach: &[T]) {}
}

/// A player's own hands on the way of a walk.
#[derive(Clone)]
pub(super) struct OwnReach<T> {
    pub(super) reach: Vec<T>,
    /// Places that suits make alike, for which this one stands.
    pub(super) times: i128,
}

impl SpotTree {
    /// The values of a player's hands from a place on, by a walk.
    pub(super) fn values<T: SweepNumber, W: PlanWalk<T>>(
        &self,
        walk: &W,
        [place, player]: [usize; 2],
        own: Option<OwnReach<T>>,
        (reach, out): (&[T], &mut [T]),
        scratch: &mut [T],
    ) {
        out.fill(T::default());
        // The open cards block all hands of a player.
        if reach.is_empty() || out.is_empty() {
            return;
        }
        match self.kind(place) {
            PlaceKind::Over => self.over(place, player, reach, out),
            PlaceKind::Deal => {
                check_cancelled();
                walk.at_deal([place, 1 - player], reach);
                let mut dealt = self.board(place).dealt.iter();
                let part = |_| {
                    let (own, dealt) = (own.as_ref()?, dealt.next()?);
                    let rows = dealt.rows[player].iter();
                    let reach = rows.map(|row| own.reach[usize::from(*row)]).collect();
                    Some(OwnReach { reach, times: own.times * (1 + dealt.alike.len() as i128) })
                };
                let below = |next, own, values: (&[T], &mut [T]), rest: &mut [T]| {
                    self.values(walk, [next, player], own, values, rest);
                };
                self.deal(place, player, (reach, out), scratch, part, below);
            }
            PlaceKind::Act { player: actor, .. } if actor == player => {
                let own = own.map(|own| (walk.passed([place, actor], &own.reach), own.times));
                let of_action = |(action, next): (usize, usize)| {
                    let of_own = |(passed, times): &(Vec<Vec<T>>, i128)| OwnReach {
                        reach: passed[action].clone(),
                        times: *times,
                    };
                    let own = own.as_ref().map(of_own);
                    let mut values = vec![T::default(); out.len()];
                    self.values(walk, [next, player], own, (reach, &mut values), scratch);
                    values
                };
                let of_actions: Vec<Vec<T>> = self.next(place).enumerate().map(of_action).collect();
                let own = own.as_ref().map(|(passed, times)| (passed.as_slice(), *times));
                walk.joined([place, player], &of_actions, own, out);
            }
            PlaceKind::Act { player: actor, .. } => {
                let (values, rest) = scratch.split_at_mut(out.len());
                for (next, passed) in self.next(place).zip(walk.passed([place, actor], reach)) {
                    self.values(walk, [next, player], own.clone(), (&passed, values), rest);
                    for (sum, value) in out.iter_mut().zip(values.iter()) {
                        *sum += *value;
                    }
                }
            }
        }
    }

    /// Number of orders of the cards to come beside both hands.
    pub(super) fn runouts(&self) -> i64 {
        RUNOUTS[self.first_street]
    }

    /// The most numbers that a walk from a place holds beside its input and output, for
    /// `of_actions` rows an action and `of_place` rows a place.
    pub fn scratch(&self, of_actions: usize, of_place: usize) -> usize {
        let widest = (0..2).map(|player| self.hands(player).len()).max().unwrap_or_default();
        let lines = &self.lines.places;
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
    pub fn over<T: SweepNumber>(&self, place: usize, player: usize, reach: &[T], out: &mut [T]) {
        let (line, board) = (self.line(place), self.board(place));
        match line.kind {
            LineKind::Fold { loser } => {
                let sign = if loser == player { -1 } else { 1 };
                let amount = T::whole(sign * line.amount * RUNOUTS[board.cards.len() - 3]);
                fold(&board.order, player, amount, reach, out);
            }
            _ if board.cards.len() == 5 => {
                show(&board.order, player, T::whole(line.amount), reach, out);
            }
            _ => {
                let width = board.order.packed[1].len();
                let amount = T::whole(line.amount);
                all_in(&board.leads, [player, width], amount, reach, out);
            }
        }
    }

    /// The values of a player's hands where a card is dealt, from walks below each card.
    ///
    /// `part` gives each walk what is its own, in the order of cards. Cards of the first street are
    /// dealt on several threads; sums run in the order of cards all the same.
    pub fn deal<T: SweepNumber, P: Send>(
        &self,
        place: usize,
        player: usize,
        (reach, out): (&[T], &mut [T]),
        scratch: &mut [T],
        mut part: impl FnMut(usize) -> P,
        walk: impl Fn(usize, P, (&[T], &mut [T]), &mut [T]) + Sync,
    ) {
        let zero = T::default();
        let board = self.board(place);
        out.fill(zero);
        let gathered = |dealt: &CardDealt, reach_after: &mut [T]| {
            for (value, row) in reach_after.iter_mut().zip(&dealt.rows[1 - player]) {
                *value = reach[usize::from(*row)];
            }
        };
        let lengths = |dealt: &CardDealt| [0, 1].map(|it: usize| dealt.rows[it].len());
        let (spread, rest) = scratch.split_at_mut(out.len());
        let mut scatter = |dealt: &CardDealt, values: &[T]| {
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
        if board.cards.len() == self.first_street + 3 && threads() > 1 {
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

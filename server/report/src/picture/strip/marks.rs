//! A lock on the strips: which cards are locked, and which the other players now play otherwise.

use maud::{Markup, html};
use rational_bluff::exact::Piecewise;
use rational_bluff::game::Game;
use rational_bluff::strategy::Profile;

use super::block::{Block, cut};
use crate::lock::LockChange;
use crate::picture::place::{below, percent, share};
use crate::runs::hands;
use crate::text::briefly;

/// Most marks in words.
const LISTED: usize = 40;

/// An answer to a lock: what it changes in the equilibrium.
#[derive(Clone, Copy)]
pub struct LockMarks<'a> {
    /// The strategies of the equilibrium, drawn as thin bars.
    pub equilibrium: &'a Profile,
    /// By view: 1 with the locked cards, else 0.
    pub locked: &'a [Piecewise],
    /// The cards that the other players now play otherwise.
    pub changes: &'a [LockChange],
}

/// The mark of a block.
pub(super) enum Mark {
    /// Locked cards.
    Locked,
    /// Cards that now play otherwise: `was call`.
    Was(String),
}

impl LockMarks<'_> {
    /// True of hands of which one is locked at a view, false where one now plays otherwise there.
    pub(in crate::picture) fn of_hands(
        &self,
        view: usize,
        mut hands: impl Iterator<Item = u64> + Clone,
    ) -> Option<bool> {
        let is_locked = |hand: u64| !self.locked[view].at(hand).is_zero();
        if hands.clone().any(is_locked) {
            return Some(true);
        }
        let of_view = |change: &&LockChange| change.view == view;
        let changed = |hand: u64| {
            let mut changes = self.changes.iter().filter(of_view);
            changes.any(|change| (change.first..=change.last).contains(&hand))
        };
        hands.any(changed).then_some(false)
    }

    /// The marks of a view, with their first and last cards.
    pub(super) fn at(&self, game: &Game, view: usize) -> Vec<(u64, u64, Mark)> {
        let locked = self.locked[view].signs().into_iter().filter(|(.., sign)| sign.is_gt());
        let locked = locked.map(|(first, last, _)| (first, last, Mark::Locked));
        let changes = self.changes.iter().filter(|change| change.view == view);
        let changes = changes.map(|change| {
            let was = briefly(&game.views()[view].actions, &change.was);
            (change.first, change.last, Mark::Was(format!("was {was}")))
        });
        locked.chain(changes).collect()
    }
}

/// Blocks cut where marks begin and end.
pub(super) fn divided(blocks: Vec<Block>, marks: &[(u64, u64, Mark)]) -> Vec<Block> {
    let parts = blocks.into_iter().flat_map(|block| {
        let ends = marks.iter().flat_map(|(first, last, _)| [first - 1, *last]);
        let part = |(first, last)| Block { first, last, parts: block.parts.clone() };
        cut(block.first, block.last, ends).into_iter().map(part).collect::<Vec<_>>()
    });
    parts.collect()
}

/// The mark of a block's cards.
pub(super) fn of_block<'a>(marks: &'a [(u64, u64, Mark)], block: &Block) -> Option<&'a Mark> {
    let has = |(first, last, _): &&(u64, u64, Mark)| (*first..=*last).contains(&block.first);
    marks.iter().find(has).map(|(.., mark)| mark)
}

/// The ring around a marked block: outside of locked cards, inside of others.
pub(super) fn ring(mark: &Mark, block: &Block, n: u64) -> Markup {
    let class = if matches!(mark, Mark::Locked) { "ring locked" } else { "ring" };
    html! {
        svg x=(percent(below(block.first, n))) width=(percent(share(block.first, block.last, n))) {
            rect class=(class) rx="5" {}
        }
    }
}

/// A padlock 11 pixels wide, its foot at the height 0.
pub fn padlock(x: f64) -> Markup {
    html! {
        path.padlock transform=(format!("translate({x:.1} -12)"))
            d="M1 5.5H10V12.2H1ZM3 5.5V3.6a2.5 2.5 0 0 1 5 0V5.5" {}
    }
}

/// The marks in words, for those who do not see them.
pub(super) fn words(game: &Game, marks: &[(u64, u64, Mark)]) -> String {
    let words = |(first, last, mark): &(u64, u64, Mark)| {
        let mark = if let Mark::Was(was) = mark { was } else { "locked" };
        format!(" {}: {mark}.", hands(game, *first, *last))
    };
    marks.iter().take(LISTED).map(words).collect()
}

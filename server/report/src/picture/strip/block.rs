//! Blocks of a strip: runs of cards, and what of their height each action takes.

use rational_bluff::exact::{Piecewise, Rational};
use rational_bluff::game::{Game, View};
use rational_bluff::solve::FaceView;

use crate::picture::action::{Bluffs, Kind};
use crate::runs::joined_rows;
use crate::text::runs;

/// A run of cards that are drawn alike.
pub(super) struct Block {
    pub(super) first: u64,
    pub(super) last: u64,
    /// From the bottom; none where the cards are never held.
    pub(super) parts: Vec<Part>,
}

/// One action of a block.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) action: usize,
    pub(super) bluff: bool,
    /// Its probability; of all optimal strategies the least one.
    pub(super) probability: Rational,
    /// The bottom and the top as shares of the height.
    pub(super) from: f64,
    pub(super) to: f64,
    /// The greatest probability, of the part that only some optimal strategies have.
    pub(super) greatest: Option<Rational>,
}

impl Block {
    /// The action of a block that is played with certainty.
    pub(super) fn pure(&self) -> Option<&Part> {
        match self.parts.as_slice() {
            [only] if only.greatest.is_none() && only.probability.is_one() => Some(only),
            _ => None,
        }
    }
}

/// The blocks of a strategy: its runs, cut where a bet turns from a bluff to a bet for value.
pub(super) fn of_strategy(
    game: &Game,
    at: usize,
    shown: &[Piecewise],
    bluffs: &Bluffs,
) -> Vec<Block> {
    let view = &game.views()[at];
    let mut blocks = Vec::new();
    for (first, last, played) in runs(game, at, shown) {
        let ends = played.iter().map(|(action, _)| bluffs.highest(at, *action));
        for (first, last) in cut(first, last, ends) {
            let mut sorted: Vec<&(usize, Rational)> = played.iter().collect();
            sorted.sort_by_key(|(action, _)| (Kind::of(&view.actions[*action]), *action));
            let (mut parts, mut below) = (Vec::new(), Rational::ZERO);
            for (action, probability) in sorted {
                let from = below.to_f64();
                below += probability;
                parts.push(Part {
                    action: *action,
                    bluff: bluffs.has(at, *action, first),
                    probability: probability.clone(),
                    from,
                    to: below.to_f64(),
                    greatest: None,
                });
            }
            blocks.push(Block { first, last, parts });
        }
    }
    blocks
}

/// The blocks of all optimal strategies: each action to its least probability, and faint to its
/// greatest.
pub(super) fn of_face(game: &Game, at: usize, face: &FaceView, bluffs: &Bluffs) -> Vec<Block> {
    let view = &game.views()[at];
    let mut order: Vec<usize> = (0..view.actions.len()).collect();
    order.sort_by_key(|action| (Kind::of(&view.actions[*action]), *action));
    let mut blocks = Vec::new();
    for (first, last, row) in joined_rows(&face.rows) {
        let played = order.iter().filter(|action| !row[**action].1.is_zero());
        let ends = played.map(|action| bluffs.highest(at, *action));
        for (first, last) in cut(first, last, ends) {
            let held = game.holds(view.player, first);
            let parts = if held { extents(at, &row, &order, bluffs, first) } else { Vec::new() };
            blocks.push(Block { first, last, parts });
        }
    }
    blocks
}

fn extents(
    at: usize,
    row: &[(Rational, Rational)],
    order: &[usize],
    bluffs: &Bluffs,
    card: u64,
) -> Vec<Part> {
    let (mut parts, mut below) = (Vec::new(), 0.0_f64);
    for action in order {
        let (least, greatest) = &row[*action];
        let bluff = bluffs.has(at, *action, card);
        let mut part = |probability: &Rational, height: f64, faint: bool| {
            let to = (below + height).min(1.0);
            if to > below {
                let greatest = faint.then(|| greatest.clone());
                let probability = probability.clone();
                parts.push(Part { action: *action, bluff, probability, from: below, to, greatest });
                below = to;
            }
        };
        part(least, least.to_f64(), false);
        part(least, (greatest - least).to_f64(), true);
    }
    parts
}

/// A run in parts, cut above each of these cards that is in it.
pub(in crate::picture) fn cut(
    first: u64,
    last: u64,
    ends: impl Iterator<Item = u64>,
) -> Vec<(u64, u64)> {
    let mut ends: Vec<u64> = ends.filter(|end| (first..last).contains(end)).collect();
    ends.push(last);
    ends.sort_unstable();
    ends.dedup();
    let mut next = first;
    ends.into_iter().map(|end| (std::mem::replace(&mut next, end + 1), end)).collect()
}

/// True if a view has bets of several sizes.
pub(super) fn has_sizes(view: &View) -> bool {
    view.actions.iter().filter(|action| Kind::of(action) == Kind::Bet).count() > 1
}

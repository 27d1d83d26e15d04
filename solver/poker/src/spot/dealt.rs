//! Decisions that a plan comes to, with cards dealt by their exact weights.

use bluff_exact::{Piecewise, Rational};

use super::judge::PlanSource;
use super::tree::{PlaceKind, SpotTree};
use crate::cards::HoleCards;
use crate::game::Chance;

/// A decision: a place of a tree, and the hand that came there.
///
/// Where suits are alike, the cards that are dealt are those of the tree, and the hand is moved
/// with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealtDecision {
    /// The way to the place, as [`SpotNode::find`](super::SpotNode::find) takes it.
    pub path: String,
    /// The player who acts, 0 or 1.
    pub player: usize,
    /// Her hand.
    pub hand: HoleCards,
}

impl DealtDecision {
    /// Deals both hands by the weights of the ranges, lets both players play a plan, and draws one
    /// of the decisions of a player, or of both; each is equally likely. `None` if there is none.
    pub fn deal(
        tree: &SpotTree,
        plan: &dyn PlanSource,
        player: Option<usize>,
        chance: &mut impl Chance,
    ) -> Option<Self> {
        let mut rows = first_rows(tree, chance);
        let (mut place, mut path) = (0, String::new());
        let mut decisions = vec![];
        loop {
            let at = match tree.kind(place) {
                PlaceKind::Over => break,
                PlaceKind::Deal => {
                    let (at, after) = card_dealt(tree, place, rows, chance);
                    rows = after;
                    at
                }
                PlaceKind::Act { player: actor, actions } => {
                    let all = tree.rows(place, actor);
                    let mut parts = vec![0; actions * all];
                    plan.write(tree, place, &mut parts);
                    if player.is_none_or(|player| player == actor) {
                        let (path, hand) = (path.clone(), tree.hand(place, actor, rows[actor]));
                        decisions.push(Self { path, player: actor, hand });
                    }
                    drawn(parts.iter().skip(rows[actor]).step_by(all).copied(), chance)
                }
            };
            path += if path.is_empty() { "" } else { "," };
            path += &tree.steps(place)[at];
            place = tree.next(place).nth(at)?;
        }
        let even = vec![1; decisions.len()];
        (!decisions.is_empty()).then(|| decisions.swap_remove(drawn(even, chance)))
    }
}

/// Rows of both hands at the start: a pair of hands that share no card, by the product of their
/// weights.
fn first_rows(tree: &SpotTree, chance: &mut impl Chance) -> [usize; 2] {
    let weights_beside = |own: HoleCards| {
        let others = tree.hands(1).iter().zip(tree.weights(1));
        others.map(
            move |(other, weight)| {
                if other.cards().is_disjoint(own.cards()) { i128::from(*weight) } else { 0 }
            },
        )
    };
    let pairs = tree.hands(0).iter().zip(tree.weights(0));
    let pairs = pairs.map(|(own, weight)| i128::from(*weight) * weights_beside(*own).sum::<i128>());
    let first = drawn(pairs, chance);
    let second = drawn(weights_beside(tree.hands(0)[first]), chance);
    let row = |player, hand| tree.hand_numbers(0, player).position(|number| number == hand);
    [(0, first), (1, second)].map(|(player, hand)| row(player, hand).unwrap_or_default())
}

/// A card that neither player holds: its place among those after this one, and the rows there.
fn card_dealt(
    tree: &SpotTree,
    place: usize,
    rows: [usize; 2],
    chance: &mut impl Chance,
) -> (usize, [usize; 2]) {
    let board = tree.board(place);
    let mut cards = vec![];
    for (at, dealt) in board.dealt.iter().enumerate() {
        let after = |rows: [usize; 2]| {
            let row = |player: usize| {
                dealt.rows[player].iter().position(|row| usize::from(*row) == rows[player])
            };
            Some((at, [row(0)?, row(1)?]))
        };
        let alike = dealt.alike.iter().map(|by| {
            [0, 1].map(|player: usize| usize::from(board.moved[*by][player][rows[player]]))
        });
        cards.extend([rows].into_iter().chain(alike).filter_map(after));
    }
    cards[drawn(vec![1; cards.len()], chance)]
}

/// A place of weights, drawn with a probability proportional to its weight.
fn drawn<W: Into<Rational>>(
    weights: impl IntoIterator<Item = W>,
    chance: &mut impl Chance,
) -> usize {
    chance.drawn(&Piecewise::steps((1..).zip(weights.into_iter().map(Into::into)))) as usize - 1
}

//! Hands that no payoff tells apart, made one.
//!
//! Hands of a player are sorted into classes until all hands of a class have one weight in the
//! range, and meet, beat and lose to equally many hands of every class of the other player (an
//! equitable partition, found by colour refinement). The average of an equilibrium over the hands
//! of each class is an equilibrium, so nothing is lost.

use std::collections::HashMap;
use std::hash::Hash;

use super::showdown::BoardDeals;

/// Classes of the hands of one player.
#[derive(Clone, Debug)]
pub(super) struct HandClasses {
    /// By hand; `None` if the player never holds it.
    pub(super) of: Vec<Option<usize>>,
    /// By class: a hand of it, the number of hands, and the weight of each in the range.
    pub(super) first: Vec<usize>,
    pub(super) count: Vec<i64>,
    pub(super) weight: Vec<i64>,
}

impl HandClasses {
    /// Number of classes.
    pub(super) fn len(&self) -> usize {
        self.first.len()
    }

    fn of_keys<K: Eq + Hash>(weights: &[i64], key: impl Fn(usize) -> K) -> Self {
        let mut classes =
            Self { of: Vec::new(), first: Vec::new(), count: Vec::new(), weight: Vec::new() };
        let mut known = HashMap::new();
        for (hand, weight) in weights.iter().enumerate() {
            let class = (*weight > 0).then(|| {
                let next = known.len();
                *known.entry((weight, key(hand))).or_insert(next)
            });
            classes.of.push(class);
            match class {
                Some(class) if class < classes.first.len() => classes.count[class] += 1,
                Some(_) => {
                    classes.first.push(hand);
                    classes.count.push(1);
                    classes.weight.push(*weight);
                }
                None => {}
            }
        }
        classes
    }

    /// By hand and board, the deals with each class of the other player, and how many of these it
    /// wins less those that it loses.
    fn signatures(&self, boards: &[BoardDeals]) -> Vec<Vec<i64>> {
        let hands = self.of.len();
        let mut signatures = vec![Vec::with_capacity(2 * self.len() * boards.len()); hands];
        let (mut ways, mut lead) = (vec![0; hands], vec![0; hands]);
        for class in 0..self.len() {
            let reach: Vec<i64> = self.of.iter().map(|of| i64::from(*of == Some(class))).collect();
            for board in boards {
                board.sums(&reach, &mut ways, &mut lead);
                for ((signature, ways), lead) in signatures.iter_mut().zip(&ways).zip(&lead) {
                    signature.extend([ways, lead]);
                }
            }
        }
        signatures
    }
}

/// The coarsest classes of both players' hands, by the weights of hands in their ranges and by a
/// key of each hand.
pub(super) fn classes<K: Eq + Hash>(
    boards: &[BoardDeals],
    weights: [&[i64]; 2],
    keys: &[Vec<K>; 2],
) -> [HandClasses; 2] {
    let mut classes = [0, 1]
        .map(|player: usize| HandClasses::of_keys(weights[player], |hand| &keys[player][hand]));
    loop {
        let sizes = [classes[0].len(), classes[1].len()];
        for player in 0..2 {
            let of = &classes[player].of;
            let signatures = classes[1 - player].signatures(boards);
            let finer = HandClasses::of_keys(weights[player], |hand| {
                (of[hand], signatures[hand].as_slice())
            });
            classes[player] = finer;
        }
        let now = [classes[0].len(), classes[1].len()];
        if now == sizes {
            return classes;
        }
    }
}

//! Leaves at which what the players did is independent.

use crate::game::{Chips, Leaf, Player};

/// The way in which a player came to a leaf: by which own sequence, still in or not, and with how
/// many chips paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LeafChoice<'a> {
    pub(super) sequence: usize,
    pub(super) live: bool,
    pub(super) paid: &'a Chips,
}

/// Leaves that are all combinations of choices, one of each player.
pub(super) type LeafProduct<'a> = Vec<Vec<LeafChoice<'a>>>;

/// The leaves as products, as few as are found by cutting them by the first players' sequences.
pub(super) fn products(leaves: &[Leaf]) -> Vec<LeafProduct<'_>> {
    let mut products = Vec::new();
    cut(leaves.iter().collect(), 0, &mut products);
    products
}

/// The products of leaves that are alike in what these first players did.
fn cut<'a>(mut leaves: Vec<&'a Leaf>, first: usize, products: &mut Vec<LeafProduct<'a>>) {
    if let Some(product) = product(&leaves) {
        products.push(product);
        return;
    }
    let sequence = |leaf: &&Leaf| leaf.sequences[first];
    leaves.sort_by_key(sequence);
    for alike in leaves.chunk_by(|one, next| sequence(one) == sequence(next)) {
        cut(alike.to_vec(), first + 1, products);
    }
}

/// The choices of each player, if all combinations of them are leaves, and these are all.
fn product<'a>(leaves: &[&'a Leaf]) -> Option<LeafProduct<'a>> {
    let players = Player::first(leaves.first()?.paid.len());
    let mut combinations: usize = 1;
    let mut choices: LeafProduct<'_> = Vec::with_capacity(players.len());
    for player in players {
        let mut own: Vec<LeafChoice<'_>> = Vec::new();
        for leaf in leaves {
            let sequence = leaf.sequences[player.index()];
            if own.iter().all(|known| known.sequence != sequence) {
                own.push(choice(leaf, *player));
            }
        }
        combinations = combinations.saturating_mul(own.len());
        choices.push(own);
    }
    // No two leaves have all sequences in common.
    let all = combinations == leaves.len()
        && leaves.iter().all(|leaf| {
            players.iter().zip(&choices).all(|(player, own)| own.contains(&choice(leaf, *player)))
        });
    all.then_some(choices)
}

fn choice(leaf: &Leaf, player: Player) -> LeafChoice<'_> {
    LeafChoice {
        sequence: leaf.sequences[player.index()],
        live: leaf.live.contains(&player),
        paid: &leaf.paid[player.index()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::parse_label;

    #[test]
    fn products_are_the_leaves() {
        for (label, count) in [
            ("callers/n12-b2-p6", 2),
            ("three-player/n8-b2", 2),
            ("in-turn/n4-b1", 3),
            ("kuhn/n3-b1", 4),
        ] {
            let game = parse_label(label).unwrap();
            let products = products(game.leaves());
            assert_eq!(products.len(), count, "{label}");
            let mut combinations: Vec<Vec<LeafChoice<'_>>> = Vec::new();
            for product in &products {
                let mut all = vec![Vec::new()];
                for choices in product {
                    let longer =
                        |choice| all.iter().map(move |some| [some, &[choice][..]].concat());
                    all = choices.iter().copied().flat_map(longer).collect();
                }
                combinations.extend(all);
            }
            assert_eq!(combinations.len(), game.leaves().len(), "{label}");
            for leaf in game.leaves() {
                let choices = game.players().iter().map(|player| choice(leaf, *player));
                assert!(combinations.contains(&choices.collect()), "{label}");
            }
        }
    }
}

//! The betting tree as nested lists, with the probability that a hand comes to each place.

use maud::{Markup, html};
use rational_bluff::game::{Game, Leaf, Node, Player};
use rational_bluff::strategy::Passage;

use super::frame::number;

/// The most places of a tree that a page lists.
const PLACES: usize = 1_000;

/// The section with the tree.
pub(super) fn betting(game: &Game, passage: &Passage) -> Markup {
    html! {
        section aria-labelledby="tree" {
            h2 id="tree" { "Betting tree" }
            @if game.nodes().len() > PLACES {
                p { "The tree has " (game.nodes().len()) " places; pages list at most " (PLACES) "." }
            } @else {
                p.soft { "With the probability that a hand comes to each place, over all deals." }
                (below(game, passage, 0))
            }
        }
    }
}

fn below(game: &Game, passage: &Passage, node: usize) -> Markup {
    match &game.nodes()[node] {
        Node::Over(leaf) => html! { " — " (end(&game.leaves()[*leaf])) },
        Node::Act { view, children } => {
            let view = &game.views()[*view];
            html! {
                ul.tree {
                    @for (action, child) in view.actions.iter().zip(children) {
                        li { (view.player) " " strong { (action) } ": " (number(&passage.nodes[*child])) (below(game, passage, *child)) }
                    }
                }
            }
        }
    }
}

fn end(leaf: &Leaf) -> String {
    let pot = leaf.pot();
    match leaf.live.as_slice() {
        [winner] => format!("{winner} takes the pot of {pot}"),
        several => {
            let names: Vec<String> = several.iter().map(Player::to_string).collect();
            format!("{} show down for {pot}", names.join(" and "))
        }
    }
}

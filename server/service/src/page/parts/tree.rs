//! The betting tree as nested lists, with the probability that a hand comes to each place.

use std::ops::Range;

use bluff_report::picture::tree as picture;
use maud::{Markup, html};
use rational_bluff::game::{Game, Leaf, Node, Player};
use rational_bluff::strategy::Passage;

use crate::page::parts::number::number;

/// The most places of a tree that a page lists, unless its first action alone leads to more.
const PLACES: usize = 100;

/// Most ends of the hand of a tree that stands beside the strategies.
const BESIDE: usize = 13;

/// True of a game whose tree is drawn beside its numbers, as it has no room beside the strategies.
pub(crate) fn is_tall(game: &Game) -> bool {
    game.leaves().len() > BESIDE
}

/// The section with the tree, from the first player's action of this number (counted from 0) on.
pub(crate) fn betting(game: &Game, passage: &Passage, from: usize) -> Markup {
    let Node::Act { children, .. } = &game.nodes()[0] else { return html! {} };
    // Places stand in depth-first order: what follows an action ends where the next one begins.
    let within = |to: &usize| {
        children.get(*to).copied().unwrap_or(game.nodes().len()) - children[from] <= PLACES
    };
    let to = (from + 2..=children.len()).take_while(within).last().unwrap_or(from + 1);
    let address = |first: usize| format!("/{}?tree={}#tree", game.label(), first + 1);
    html! {
        section aria-labelledby="tree" {
            h2 id="tree" { "Betting tree in numbers" }
            p.soft { "Each place has the probability that a hand reaches it, over all deals." }
            div.betting {
                (below(game, passage, 0, Some(from..to)))
                @if picture::fits(game) && is_tall(game) {
                    (picture::tree(game, passage, "drawn-tree"))
                }
            }
            @if to - from < children.len() {
                nav aria-label="Other parts of the tree" { ul.links {
                    li { "first actions " (from + 1) " to " (to) " of " (children.len()) }
                    @if from > 0 {
                        li {
                            a href=(address(from.saturating_sub(to - from))) { "earlier actions" }
                        }
                    }
                    @if to < children.len() { li { a href=(address(to)) { "later actions" } } }
                } }
            }
        }
    }
}

/// Continuation of a place: some of its actions, or all.
fn below(game: &Game, passage: &Passage, node: usize, shown: Option<Range<usize>>) -> Markup {
    match &game.nodes()[node] {
        Node::Over(leaf) => html! { " — " (end(game, &game.leaves()[*leaf])) },
        Node::Deal { children } => html! {
            ul.tree {
                @for (_, child) in children {
                    li {
                        strong { (game.boards()[game.board_at(*child)].name) }
                        ": "
                        (number(&passage.nodes[*child]))
                        (below(game, passage, *child, None))
                    }
                }
            }
        },
        Node::Act { view, children } => {
            let view = &game.views()[*view];
            let shown = shown.unwrap_or(0..children.len());
            html! {
                ul.tree {
                    @let actions = &view.actions[shown.clone()];
                    @for (action, child) in actions.iter().zip(&children[shown]) {
                        li {
                            (view.player)
                            " "
                            strong { (action) }
                            ": "
                            (number(&passage.nodes[*child]))
                            @let (here, there) = (&passage.nodes[node], &passage.nodes[*child]);
                            @let drawn = picture::fits(game) && there.is_positive();
                            // The number of the drawing.
                            @if drawn && !here.is_one() {
                                span.soft { ", " (number(&(there / here))) " of the hands there" }
                            }
                            (below(game, passage, *child, None))
                        }
                    }
                }
            }
        }
    }
}

fn end(game: &Game, leaf: &Leaf) -> String {
    if let [winner] = leaf.live[..] {
        return format!("{winner} takes the pot of {}", leaf.pot());
    }
    let names: Vec<String> = leaf.live.iter().map(Player::to_string).collect();
    let worth =
        || format!("worth {} on average to the higher card", leaf.payoff(Player::I, Player::I));
    let stake = game.pot(leaf).map_or_else(worth, |pot| format!("for {pot}"));
    format!("{} show down {stake}", names.join(" and "))
}

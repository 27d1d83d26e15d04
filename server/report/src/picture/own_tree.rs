//! The tree of anybody's file as a picture: edges as thick as they are played, large subtrees
//! folded.

use std::collections::VecDeque;

use maud::{Markup, html};
use rational_bluff::certificate::format::CheckedTree;
use rational_bluff::exact::{Rational, counted};
use rational_bluff::exchange::Mover;
use rational_bluff::game::Player;

use super::action::Kind;
use super::alone::{ALONE_MARGIN, ALONE_WIDTH, Alone};
use super::place::pixels;
use crate::number::{brief, share};

/// Most nodes that are drawn.
const NODES: usize = 60;
/// Pixels from one end to the next, and of the thickest edge.
const PITCH: f64 = 34.0;
const THICK: f64 = 9.0;
const RADIUS: f64 = 12.0;
/// Width of the picture, and of the payoffs at its right.
const WIDTH: f64 = ALONE_WIDTH - 2.0 * ALONE_MARGIN;
const PAYOFFS: f64 = 96.0;
/// Longest words on an edge, in characters.
const LETTERS: usize = 16;

/// A node with its place; rows are counted from the top.
#[derive(Default)]
struct PlacedNode {
    depth: usize,
    row: f64,
    /// The node before it, with the words and the probability of the action between them.
    before: Option<(usize, String, Rational)>,
    /// Payoff of the first player up to here.
    paid: Rational,
    is_open: bool,
}

/// The drawn nodes of a tree, by their numbers; the others stand in folded subtrees.
struct OwnTree<'a> {
    tree: &'a CheckedTree,
    nodes: Vec<Option<PlacedNode>>,
    rows: f64,
    depth: usize,
}

impl<'a> OwnTree<'a> {
    /// Opens subtrees from the root down, level by level, while they have room.
    fn new(tree: &'a CheckedTree) -> Self {
        let (game, profile) = (tree.file().game(), &tree.solution().profile);
        let file = game.tree();
        let mut nodes: Vec<_> = file.nodes().iter().map(|_| None).collect();
        nodes[0] = Some(PlacedNode::default());
        let (mut ahead, mut drawn) = (VecDeque::from([0]), 1);
        let mut deepest = 0;
        while let Some(at) = ahead.pop_front() {
            let Some(node) = &mut nodes[at] else { continue };
            if let Some(outcome) = file.nodes()[at].outcome {
                node.paid += &file.outcomes()[outcome].payoffs[0];
            }
            let children = game.children(at);
            node.is_open = drawn + children.len() <= NODES;
            if !node.is_open {
                continue;
            }
            drawn += children.len();
            let (depth, paid) = (node.depth + 1, node.paid.clone());
            for (action, child) in children.iter().enumerate() {
                let (word, part) = match file.nodes()[at].turn {
                    Mover::Chance(chance) => file.chance()[chance].actions[action].clone(),
                    Mover::Act(set) => {
                        let word = file.sets()[set].actions[action].clone();
                        (word, profile.at(set)[action].clone())
                    }
                    Mover::End => continue,
                };
                let before = Some((at, word, part));
                let (paid, row) = (paid.clone(), 0.0);
                nodes[*child] = Some(PlacedNode { depth, row, before, paid, is_open: false });
                ahead.push_back(*child);
                deepest = deepest.max(depth);
            }
        }
        let mut placed = Self { tree, nodes, rows: 0.0, depth: deepest };
        placed.place();
        placed
    }

    /// Gives ends their rows from the top, and each other node the middle of those after it.
    fn place(&mut self) {
        let game = self.tree.file().game();
        let is_end = |node: &PlacedNode, at| !node.is_open || game.children(at).is_empty();
        for (at, node) in self.nodes.iter_mut().enumerate() {
            if let Some(node) = node.as_mut().filter(|node| is_end(node, at)) {
                (node.row, self.rows) = (self.rows, self.rows + 1.0);
            }
        }
        // Nodes stand before those after them.
        for at in (0..self.nodes.len()).rev() {
            let row = |child: Option<&usize>| Some(self.nodes[*child?].as_ref()?.row);
            let children = game.children(at);
            let middle = row(children.first()).zip(row(children.last()));
            if let (Some(node), Some((first, last))) = (&mut self.nodes[at], middle) {
                node.row = f64::midpoint(first, last);
            }
        }
    }

    fn place_of(&self, node: &PlacedNode) -> (f64, f64) {
        let step = (WIDTH - PAYOFFS - 2.0 * RADIUS) / self.depth.max(1) as f64;
        (RADIUS + 4.0 + step * node.depth as f64, PITCH * (node.row + 0.5))
    }

    fn height(&self) -> f64 {
        PITCH * self.rows + 4.0
    }

    fn drawn(&self) -> Markup {
        let all =
            || self.nodes.iter().enumerate().filter_map(|(at, node)| Some((at, node.as_ref()?)));
        html! {
            @for (_, node) in all() { (self.edge(node)) }
            @for (at, node) in all() { (self.node(at, node)) }
        }
    }

    fn edge(&self, node: &PlacedNode) -> Markup {
        let Some((before, word, part)) = &node.before else { return html! {} };
        let Some(above) = &self.nodes[*before] else { return html! {} };
        let ((x, y), (to, level)) = (self.place_of(above), self.place_of(node));
        let (bend, name) = (x + (to - x) * 0.4, to - RADIUS - 6.0);
        let path = format!(
            "M{x:.1} {y:.1}C{bend:.1} {y:.1} {x:.1} {level:.1} {bend:.1} {level:.1}H{to:.1}"
        );
        let thick = (THICK * part.to_f64()).max(1.2);
        let is_move = matches!(self.tree.file().game().tree().nodes()[*before].turn, Mover::Act(_));
        let class = if is_move { Kind::of(word).class(false) } else { "check" };
        let mut short: String = word.chars().take(LETTERS).collect();
        if short.len() < word.len() {
            short.push('…');
        }
        html! {
            path class=(format!("edge {class}")) d=(path) stroke-width=(pixels(thick))
                stroke-dasharray=[part.is_zero().then_some("2 3")] {
                title { (word) " " (share(part)) }
            }
            text.edge-name x=(pixels(name)) y=(pixels(level - thick / 2.0 - 4.0)) {
                (short) " " tspan.quiet { (share(part)) }
            }
        }
    }

    fn node(&self, at: usize, node: &PlacedNode) -> Markup {
        let (game, (x, y)) = (self.tree.file().game(), self.place_of(node));
        let (tree, line, right) = (game.tree(), pixels(y + 4.5), pixels(x + RADIUS + 6.0));
        let left = PITCH * 0.3;
        html! {
            @match tree.nodes()[at].turn {
                Mover::End => text.payoff x=(pixels(x + 6.0)) y=(line) { (brief(&node.paid)) },
                Mover::Chance(_) => rect.node x=(pixels(x - left)) y=(pixels(y - left))
                    width=(pixels(2.0 * left)) height=(pixels(2.0 * left)) rx="4" {},
                Mover::Act(set) => {
                    circle.node cx=(pixels(x)) cy=(pixels(y)) r=(RADIUS) {
                        title { (tree.sets()[set].name) }
                    }
                    text.player x=(pixels(x)) y=(line) {
                        (Player::first(2)[tree.sets()[set].player])
                    }
                }
            }
            @if !node.is_open && !game.children(at).is_empty() {
                text.quiet x=(right) y=(line) {
                    "+ " (counted(game.children(at).len(), "branch", "branches"))
                }
            }
        }
    }
}

/// The tree within a page that has the style: at most 60 nodes, the others folded.
pub fn own_tree(tree: &CheckedTree) -> Markup {
    let picture = OwnTree::new(tree);
    html! {
        svg.pic.tree width=(pixels(WIDTH)) height=(pixels(picture.height())) role="img"
            viewBox=(format!("0 0 {} {}", pixels(WIDTH), pixels(picture.height())))
            aria-label="The tree: edges as thick as they are played" { (picture.drawn()) }
    }
}

/// The tree as a file that stands alone, 944 pixels wide.
pub fn alone(tree: &CheckedTree) -> String {
    let drawn = OwnTree::new(tree);
    let mut picture = Alone::new(tree.file().game().tree().title());
    picture.add(html! {
        svg x=(ALONE_MARGIN) y=(pixels(picture.height)) width=(pixels(WIDTH))
            height=(pixels(drawn.height())) { (drawn.drawn()) }
    });
    picture.height += drawn.height();
    picture.finish(&html! {})
}

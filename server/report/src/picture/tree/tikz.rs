//! The betting tree as TikZ, for papers.

use std::fmt::Write;

use rational_bluff::game::Game;
use rational_bluff::strategy::Passage;

use super::layout::TreeLayout;
use super::{payoff, pot};
use crate::citation::escaped;
use crate::latex::math;
use crate::picture::action::Kind;

/// The betting tree as a `tikzpicture`, to be read with `\input`: probabilities where the player
/// acts, payoffs and pots at the ends.
pub fn tikz(game: &Game, passage: &Passage) -> String {
    let layout = TreeLayout::new(game, passage);
    let (step, pitch) = (3.2, 1.1);
    let place =
        |depth: usize, row: f64| format!("({:.2},{:.2})", step * depth as f64, -pitch * row);
    let mut text = format!("% The betting of {}, by Rational Bluff.\n", escaped(&game.label()));
    text += "\\begin{tikzpicture}[act/.style={circle,draw,inner sep=2pt},font=\\small]\n";
    // Writing to a string cannot fail.
    for edge in &layout.edges {
        let (from, to) = (place(edge.depth, edge.from), place(edge.depth + 1, edge.to));
        let side = if edge.to <= edge.from { "above" } else { "below" };
        let thick = (6.0 * edge.passing.to_f64()).max(0.4);
        let dashes = if Kind::of(&edge.action) == Kind::Fold { ",densely dotted" } else { "" };
        let part = edge.part.as_ref().map_or_else(String::new, |part| format!(" {}", math(part)));
        let action = escaped(&edge.action);
        let _ = writeln!(
            text,
            "\\draw[line width={thick:.2}pt{dashes}] {from} \
             -- node[{side},sloped] {{{action}{part}}} {to};"
        );
        if let Some(leaf) = edge.leaf.map(|leaf| &game.leaves()[leaf]) {
            let paid = payoff(leaf).replace('±', "\\pm ").replace('−', "-");
            let paid = if leaf.paid.len() == 2 { format!("${paid}$") } else { paid };
            let pot = pot(game, leaf, math);
            let _ = writeln!(text, "\\node[right] at {to} {{{paid}, {pot}}};");
        }
    }
    for node in &layout.nodes {
        let at = place(node.depth, node.row);
        let _ = writeln!(text, "\\node[act,fill=white] at {at} {{{}}};", node.player);
    }
    text + "\\end{tikzpicture}\n"
}

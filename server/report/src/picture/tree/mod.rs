//! The betting tree as a picture: edges as thick as the probability that a hand takes them.

mod layout;
mod tikz;

use maud::{Markup, html};
use rational_bluff::exact::Rational;
use rational_bluff::game::{Game, Leaf, Player};
use rational_bluff::strategy::Passage;

use super::action::Kind;
use super::alone::{ALONE_MARGIN, ALONE_WIDTH, Alone};
use super::place::{pixels, signed, width as text_width};
use crate::number::{brief, percent as per_cent, share};
use layout::{Edge, TreeLayout};

pub use tikz::tikz;

/// Most ends of the hand that are drawn.
const LEAVES: usize = 24;
/// Pixels from one end of the hand to the next: more in a tree of few.
const PITCH: (f64, f64) = (48.0, 66.0);
/// Height that a small tree takes.
const HEIGHT: f64 = 230.0;
/// Pixels from one action to the next, at least.
const STEP: f64 = 66.0;
/// Width of a small tree, with its payoffs.
const WIDTH: f64 = 296.0;
const RADIUS: f64 = 15.0;
const LETTERS: f64 = 12.5;
/// Pixels of an edge that every hand takes, and of one that hardly any takes.
const THICK: f64 = 12.0;
const THIN: f64 = 1.4;

/// True if a tree is small enough to be drawn.
pub fn fits(game: &Game) -> bool {
    game.leaves().len() <= LEAVES
}

/// The tree within a page that has the style; a game that [`fits`].
pub fn tree(game: &Game, passage: &Passage, id: &str) -> Markup {
    let picture = Picture::new(game, passage);
    html! {
        svg.pic.tree width=(pixels(picture.width)) height=(pixels(picture.height))
            viewBox=(picture.view_box()) role="img" aria-labelledby=(format!("{id}-title"))
            aria-describedby=(format!("{id}-desc")) {
            title id=(format!("{id}-title")) { "The betting tree" }
            desc id=(format!("{id}-desc")) { (picture.described()) }
            (picture.drawn())
        }
    }
}

/// The tree as a file that stands alone, 944 pixels wide.
pub fn alone(game: &Game, passage: &Passage) -> String {
    let tree = Picture::new(game, passage);
    let room = ALONE_WIDTH - 2.0 * ALONE_MARGIN;
    let wide = (2.0 * tree.width).min(room);
    let height = tree.height * wide / tree.width;
    let mut picture = Alone::new(&game.label());
    picture.add(html! {
        svg x=(ALONE_MARGIN) y=(pixels(picture.height)) width=(pixels(wide)) height=(pixels(height))
            viewBox=(tree.view_box()) {
            (tree.drawn())
        }
    });
    picture.height += height;
    picture.finish(&html! {})
}

/// A tree with its places.
struct Picture<'a> {
    game: &'a Game,
    layout: TreeLayout,
    step: f64,
    pitch: f64,
    /// Ends of the last edges, and places of the pots.
    end: f64,
    pots: f64,
    width: f64,
    height: f64,
}

impl<'a> Picture<'a> {
    fn new(game: &'a Game, passage: &Passage) -> Self {
        let layout = TreeLayout::new(game, passage);
        let depth = layout.depth as f64;
        let widest = |text: &dyn Fn(&Leaf) -> String| {
            let widths = game.leaves().iter().map(|leaf| text_width(&text(leaf), LETTERS));
            widths.fold(0.0, f64::max)
        };
        let (payoffs, pots) =
            (widest(&payoff) + 20.0, widest(&|leaf| pot(game, leaf, Rational::to_string)));
        let width = (STEP * depth + RADIUS + 4.0 + payoffs + pots).max(WIDTH);
        let end = width - payoffs - pots;
        let step = (end - RADIUS - 4.0) / depth.max(1.0);
        let pitch = (HEIGHT / layout.leaves as f64).clamp(PITCH.0, PITCH.1);
        let height = pitch * layout.leaves as f64 + 8.0;
        Self { game, layout, step, pitch, end, pots: end + payoffs, width, height }
    }

    fn view_box(&self) -> String {
        format!("0 0 {} {}", pixels(self.width), pixels(self.height))
    }

    fn x(&self, depth: usize) -> f64 {
        RADIUS + 4.0 + self.step * depth as f64
    }

    fn y(&self, row: f64) -> f64 {
        self.pitch * (row + 0.5) + 4.0
    }

    fn described(&self) -> String {
        let edge = |edge: &Edge| {
            let player = self.game.views()[edge.view].player;
            let end = edge.leaf.map_or_else(String::new, |leaf| {
                let leaf = &self.game.leaves()[leaf];
                format!(", {}, {}", payoff(leaf), pot(self.game, leaf, Rational::to_string))
            });
            format!("{player} {} {}{end}", edge.action, share(&edge.passing))
        };
        let all: Vec<String> = self.layout.edges.iter().map(edge).collect();
        format!("Each action with the probability that a hand takes it: {}.", all.join("; "))
    }

    fn drawn(&self) -> Markup {
        html! {
            @for edge in &self.layout.edges { (self.edge(edge)) }
            @for edge in &self.layout.edges { (self.name(edge)) }
            @for node in &self.layout.nodes {
                @let (x, y) = (self.x(node.depth), self.y(node.row));
                circle.node cx=(pixels(x)) cy=(pixels(y)) r=(RADIUS) {}
                text.player x=(pixels(x)) y=(pixels(y + 4.5)) { (node.player) }
            }
        }
    }

    fn edge(&self, edge: &Edge) -> Markup {
        let (x, y) = (self.x(edge.depth), self.y(edge.from));
        let (to, level) = (self.x(edge.depth + 1), self.y(edge.to));
        let bend = x + self.step / 2.0;
        let curve = to - self.step * 0.12;
        let end = if edge.leaf.is_some() { self.end } else { to };
        let path = format!(
            "M{} {}C{bend:.1} {} {bend:.1} {level:.1} {curve:.1} {level:.1}H{}",
            pixels(x),
            pixels(y),
            pixels(y),
            pixels(end)
        );
        let thick = (THICK * edge.passing.to_f64()).max(THIN);
        let class = Kind::of(&edge.action).class(false);
        let view = &self.game.views()[edge.view];
        html! {
            path class=(format!("edge {class}")) d=(path) stroke-width=(pixels(thick))
                data-view=(edge.view) data-action=(edge.action) {
                title {
                    "Player " (view.player) ", " (view.name) ": " (edge.action) " "
                    @if let Some(part) = &edge.part { (share(part)) ", " }
                    "taken in " (share(&edge.passing)) " of all hands"
                }
            }
            @if let Some(leaf) = edge.leaf {
                @let leaf = &self.game.leaves()[leaf];
                text.payoff x=(pixels(self.end + 9.0)) y=(pixels(level + 4.5)) { (payoff(leaf)) }
                text.quiet x=(pixels(self.pots)) y=(pixels(level + 4.5)) {
                    (pot(self.game, leaf, Rational::to_string))
                }
            }
        }
    }

    /// The word of an action and its probability where the player acts: above the edges that rise,
    /// below those that fall.
    fn name(&self, edge: &Edge) -> Markup {
        let (end, level) = match edge.leaf {
            Some(_) => (self.end - 2.0, self.y(edge.to)),
            None => (self.x(edge.depth + 1) - RADIUS - 5.0, self.y(edge.to)),
        };
        let half = (THICK * edge.passing.to_f64()).max(THIN) / 2.0;
        let word = text_width(&edge.action, LETTERS);
        let room = end - self.x(edge.depth) + if edge.leaf.is_some() { 10.0 } else { -24.0 };
        // The probability stands behind the word or below it, in per cent where a fraction is long;
        // ends of the hand have no second line.
        let fits = |width: f64| move |text: &String| text_width(text, LETTERS) < width;
        let part = edge.part.as_ref().filter(|part| !part.is_one());
        let spelled = part.map(|part| [share(part), per_cent(part)]).into_iter().flatten();
        let behind = spelled.clone().find(fits(room - word));
        let one_line = part.is_none() || behind.is_some();
        let below = spelled.filter(|_| edge.leaf.is_none()).find(fits(room + 24.0));
        let part = behind.or(below);
        let rises = edge.to <= edge.from;
        let two = !one_line && part.is_some();
        let y = match (rises, two) {
            (true, false) => level - half - 6.0,
            (true, true) => level - half - 20.0,
            (false, _) => level + half + 15.0,
        };
        html! {
            text.edge-name x=(pixels(end)) y=(pixels(y)) {
                (edge.action)
                @if let Some(part) = part {
                    @if two { tspan.quiet x=(pixels(end)) dy="14" { (part) } }
                    @else { " " tspan.quiet { (part) } }
                }
            }
        }
    }
}

/// The pot at an end of the hand; where a flip may turn the showdown, its payoff is a mean.
fn pot(game: &Game, leaf: &Leaf, write: impl Fn(&Rational) -> String) -> String {
    game.pot(leaf).map_or_else(|| "on average".to_owned(), |pot| format!("pot {}", write(&pot)))
}

/// Payoff of player I at an end of the hand: with two players a number, with more who is still in.
fn payoff(leaf: &Leaf) -> String {
    let first = Player::I;
    match (leaf.paid.len(), leaf.live.as_slice()) {
        (2, [winner]) => signed(&leaf.payoff(first, *winner)),
        (2, _) => {
            let (won, lost) = (leaf.payoff(first, first), leaf.payoff(first, Player::II));
            if won == -&lost {
                format!("±{}", brief(&won))
            } else {
                format!("{} / {}", signed(&won), brief(&lost))
            }
        }
        (_, live) => live.iter().map(Player::to_string).collect::<Vec<_>>().join(" "),
    }
}

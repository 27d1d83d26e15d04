//! Pictures as SVG. Floats are for drawing only.

pub(crate) mod action;
pub mod advice;
mod alike;
mod alone;
mod hand_name;
pub mod hands;
pub mod heat_map;
pub mod matrix;
pub mod messages;
mod place;
pub mod plot;
pub mod strip;
#[cfg(test)]
mod tests;
pub mod tree;

pub use action::Bluffs;
pub use alike::{alike, is_drawn, players_named};
pub use place::minus;

use maud::{Markup, html};
use rational_bluff::certificate::Solution;
use rational_bluff::strategy::{Evaluation, Passage};

use alone::{ALONE_MARGIN, ALONE_WIDTH, Alone};

/// The style of strips, matrices and trees: the colours of the whole site, light and dark, and
/// rules that hide labels where they have no room. A page has it as a file; pictures that stand
/// alone have it inside.
pub const STYLE: &str = include_str!("picture.css");

/// Light and dark, as the reader's screen is.
const PLOT_STYLE: &str = "\
svg{background:#fff;color:#222;font:13px sans-serif}\
.grid{stroke:#ddd}.dot{fill:#1f6fb2}.line{stroke:#b2451f}\
@media(prefers-color-scheme:dark){svg{background:#14181c;color:#e6e6e6}\
.grid{stroke:#333}.dot{fill:#6fb3ec}.line{stroke:#f0916a}}\
text{fill:currentColor}.axis{stroke:currentColor}";

/// The head of a picture that stands alone: its size, its title, a description in words, and its
/// style. All text is escaped.
pub(crate) fn head(
    (width, height): (f64, f64),
    title: &str,
    described: &str,
    (x, y): (f64, f64),
) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">{title}</title>\n<desc id=\"desc\">{described}</desc>\n\
         <style>{PLOT_STYLE}</style>\n<text x=\"{x}\" y=\"{y}\" \
         font-weight=\"bold\">{title}</text>\n"
    )
}

/// A line of text at a place; `anchor` says which part of it stands there.
pub(crate) fn text_at(x: &str, y: &str, anchor: &str, text: &str) -> String {
    format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>\n")
}

/// A coordinate to a tenth of a pixel.
pub(crate) fn tenth(coordinate: f64) -> String {
    format!("{coordinate:.1}")
}

/// The strategies of a solution as a file that stands alone.
pub fn solution(solution: &Solution) -> String {
    on_stage(solution, |stage, _| strategies(stage))
}

/// Strategies as a file that stands alone: bets by card, grids of hands, or strips.
pub fn strategies(stage: &strip::Stage<'_>) -> String {
    match hands::HandGrid::of(stage.game) {
        _ if matrix::fits(stage.game) => matrix::alone(stage),
        Some(grid) => grid.alone(stage, &(0..stage.game.views().len()).collect::<Vec<_>>()),
        None => strip::alone(stage),
    }
}

/// A drawing of a solution with its values.
pub fn on_stage<T>(solution: &Solution, draw: impl FnOnce(&strip::Stage<'_>, &Passage) -> T) -> T {
    let Solution { game, profile, .. } = solution;
    let evaluation = Evaluation::new(game, profile);
    let passage = Passage::of(game, &evaluation);
    let stage = strip::Stage {
        game,
        profile,
        bluffs: &Bluffs::of(game, profile),
        values: Some((&evaluation, &passage)),
        face: None,
        cuts: &strip::cuts(game, None),
        card: None,
        base: "",
        id: "stage",
    };
    draw(&stage, &passage)
}

/// The hatches of a picture; `id` tells them from those of other pictures in the page.
fn defs(id: &str, raise: bool) -> Markup {
    let hatch = |name: &str, ground: &str, lines: &str, width: &str| {
        html! {
            pattern id=(format!("{id}-{name}")) width="6" height="6"
                patternUnits="userSpaceOnUse" patternTransform="rotate(45)" {
                rect class=(ground) width="6" height="6" {}
                rect class=(lines) width=(width) height="6" {}
            }
        }
    };
    html! {
        svg.defs width="0" height="0" aria-hidden="true" {
            defs {
                (hatch("fold", "plate", "hatch", "1.2"))
                @if raise { (hatch("raise-bluff", "raise", "bluff", "2.4")) }
            }
        }
    }
}

/// The address of a page with a card, where the address of the page may have a query already.
pub fn card_link(base: &str, card: u64) -> String {
    let join = if base.contains('?') { '&' } else { '?' };
    format!("{base}{join}card={card}")
}

/// The address of a page with a view, counted from 0.
fn view_link(page: &str, view: usize) -> String {
    let join = if page.contains('?') { '&' } else { '?' };
    format!("{page}{join}view={}", view + 1)
}

/// The fill of an action that is hatched; the others have their colour from the style.
fn pattern(class: &str, id: &str) -> Option<String> {
    let class = class.split(' ').next()?;
    matches!(class, "fold" | "raise-bluff").then(|| format!("url(#{id}-{class})"))
}

/// A number at an axis, without the tail of binary fractions.
fn number(number: f64) -> String {
    let text = format!("{number:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

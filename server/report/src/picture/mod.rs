//! Pictures as SVG. Floats are for drawing only.

pub(crate) mod action;
pub mod advice;
mod alike;
pub(crate) mod alone;
mod hand_name;
pub mod hands;
pub mod heat_map;
pub mod matrix;
pub mod messages;
pub(crate) mod place;
pub mod plot;
pub mod strip;
#[cfg(test)]
mod tests;
pub mod tree;

pub use action::Bluffs;
pub use alike::{alike, is_drawn, players_named};
pub use place::{minus, with_minus};
pub use plot::short;

use maud::{Markup, html};
use rational_bluff::certificate::Solution;
use rational_bluff::strategy::{Evaluation, Passage};

use alone::{ALONE_MARGIN, ALONE_WIDTH, Alone};

/// The style of strips, matrices and trees: the colours of the whole site, light and dark, and
/// rules that hide labels where they have no room. A page has it as a file; pictures that stand
/// alone have it inside.
pub const STYLE: &str = include_str!("picture.css");

/// The style of plots and maps, after that of all pictures.
pub const PLOT_STYLE: &str = include_str!("plot.css");

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

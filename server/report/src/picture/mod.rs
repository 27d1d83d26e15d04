//! Pictures as SVG. Floats are for drawing only.

pub(crate) mod action;
pub mod advice;
mod alike;
pub(crate) mod alone;
pub mod bars;
pub(crate) mod class_grids;
mod hand_name;
pub mod hands;
pub mod heat_map;
pub mod interval;
pub mod matrix;
pub mod messages;
pub mod own_tree;
pub(crate) mod place;
mod played_part;
pub mod plot;
mod stage;
pub mod strip;
#[cfg(test)]
mod tests;
pub mod tree;

pub use action::{Bluffs, colour};
pub use alike::{alike, is_drawn, players_named};
pub use alone::{PLOT_STYLE, STYLE};
pub use place::{minus, with_minus};
pub use plot::short;
pub use stage::{card_link, evaluated};

use rational_bluff::certificate::Solution;
use rational_bluff::strategy::Passage;

use stage::Stage;

/// The strategies of a solution as a file that stands alone.
pub fn solution(solution: &Solution) -> String {
    on_stage(solution, |stage, _| strategies(stage))
}

/// Strategies as a file that stands alone: bets by card, grids of hands, or strips.
pub fn strategies(stage: &Stage<'_>) -> String {
    match hands::HandGrid::of(stage.game) {
        _ if matrix::fits(stage.game) => matrix::alone(stage),
        Some(grid) => grid.alone(stage, &(0..stage.game.views().len()).collect::<Vec<_>>()),
        None => strip::alone(stage),
    }
}

/// A drawing of a solution with its values.
pub fn on_stage<T>(solution: &Solution, draw: impl FnOnce(&Stage<'_>, &Passage) -> T) -> T {
    let Solution { game, profile, .. } = solution;
    let values = evaluated(game, profile);
    draw(&Stage::of(game, profile, Some(&values)), &values.1)
}

//! Pictures of a certified solution.

use bluff_report::picture::hands::HandGrid;
use bluff_report::picture::strip::Stage;
use bluff_report::picture::{matrix, strategies, strip, tree};
use rational_bluff::exact::one_of;
use rational_bluff::strategy::Passage;

use super::wait::PyRefusal;

/// A picture as SVG, by its kind.
pub(crate) fn drawn(stage: &Stage<'_>, passage: &Passage, kind: &str) -> Result<String, PyRefusal> {
    let game = stage.game;
    match kind {
        "auto" => Ok(strategies(stage)),
        "grid" if let Some(grid) = HandGrid::of(game) => {
            Ok(grid.alone(stage, &(0..game.views().len()).collect::<Vec<_>>()))
        }
        "grid" => Err(PyRefusal::new(format!(
            "a grid of {}, expected a game with the hands of hold'em",
            game.label()
        ))),
        "strip" => Ok(strip::alone(stage)),
        "matrix" if matrix::fits(game) => Ok(matrix::alone(stage)),
        "matrix" => Err(PyRefusal::new(format!(
            "a matrix of {}, expected a game with several sizes of one bet",
            game.label()
        ))),
        "tree" if tree::fits(game) => Ok(tree::alone(game, passage)),
        "tree" => Err(PyRefusal::new(format!("the tree of {} is too large to draw", game.label()))),
        other => Err(PyRefusal::new(format!(
            "picture “{other}”, expected {}",
            one_of(other, ["auto", "strip", "matrix", "grid", "tree"])
        ))),
    }
}

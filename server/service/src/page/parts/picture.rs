//! Pictures of strategies within the pages of a game.

use bluff_report::picture::hands::HandGrid;
use bluff_report::picture::matrix;
use bluff_report::picture::strip::{self, LockMarks, Stage};
use maud::{Markup, html};
use rational_bluff::exact::Piecewise;
use rational_bluff::game::Game;
use rational_bluff::strategy::Profile;

/// The strategies of a stage: bets by card, the grids of some views, or strips.
pub(crate) fn board(stage: &Stage<'_>, grids: &[usize], strips: impl FnOnce() -> Markup) -> Markup {
    match HandGrid::of(stage.game) {
        _ if matrix::fits(stage.game) => html! {
            div.wide tabindex="0" role="region" aria-label="Strategies" { (matrix::matrix(stage)) }
        },
        Some(grid) => grid.stage(stage, grids),
        None => strips(),
    }
}

/// Any strategy at one view of a game: the probability of each action as step functions of the
/// card, with the marks of a lock. The profile says who calls its bets; `id` is a name that no
/// other picture of the page has.
pub(crate) fn drawn(
    game: &Game,
    profile: &Profile,
    at: usize,
    (shown, lock): (&[Piecewise], Option<LockMarks<'_>>),
    id: &str,
) -> Markup {
    let base = format!("/{}", game.label());
    let stage = Stage { base: &base, id, lock, ..Stage::of(game, profile, None) };
    strip::one_view(&stage, at, shown)
}

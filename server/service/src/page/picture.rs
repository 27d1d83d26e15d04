//! Pictures of strategies within the pages of a game.

use std::ops::Range;

pub(super) use bluff_report::picture::strip::title;
use bluff_report::picture::strip::{self, Cut, Stage};
use maud::Markup;
use rational_bluff::certificate::Solution;
use rational_bluff::exact::Piecewise;
use rational_bluff::game::Game;
use rational_bluff::strategy::Profile;

/// The colours that a profile has, or that any strategy of the game may have.
pub(super) fn key(game: &Game, shown: Option<&Profile>) -> Markup {
    strip::key(game, shown, "key")
}

/// The strategy at one view.
pub(super) fn strategy(solution: &Solution, at: usize, cuts: &[Vec<Cut>]) -> Markup {
    let shown = solution.profile.at(at);
    drawn(&solution.game, &solution.profile, at, shown, cuts)
}

/// Any strategy at one view of a game: the probability of each action as step functions of the
/// card. The profile says who calls its bets.
pub(super) fn drawn(
    game: &Game,
    profile: &Profile,
    at: usize,
    shown: &[Piecewise],
    cuts: &[Vec<Cut>],
) -> Markup {
    let base = format!("/{}", game.label());
    strip::one_view(&stage(game, profile, cuts, &base, &format!("view-{at}")), at, shown)
}

/// Some views on one axis, as a picture that stands alone.
pub(super) fn alone(solution: &Solution, cuts: &[Vec<Cut>], shown: Range<usize>) -> String {
    let views: Vec<usize> = shown.collect();
    strip::alone_views(&stage(&solution.game, &solution.profile, cuts, "", "alone"), &views)
}

fn stage<'a>(
    game: &'a Game,
    profile: &'a Profile,
    cuts: &'a [Vec<Cut>],
    base: &'a str,
    id: &'a str,
) -> Stage<'a> {
    Stage { game, profile, values: None, face: None, cuts, card: None, base, id }
}

//! Pictures of strategies within the pages of a game.

use bluff_report::picture::strip::{self, Stage};
use maud::Markup;
use rational_bluff::exact::Piecewise;
use rational_bluff::game::Game;
use rational_bluff::strategy::Profile;

/// The colours that a profile has, or that any strategy of the game may have.
pub(in crate::page) fn key(game: &Game, shown: Option<&Profile>) -> Markup {
    strip::key(game, shown, "key")
}

/// Any strategy at one view of a game: the probability of each action as step functions of the
/// card. The profile says who calls its bets; `id` is a name that no other picture of the page has.
pub(in crate::page) fn drawn(
    game: &Game,
    profile: &Profile,
    at: usize,
    shown: &[Piecewise],
    id: &str,
) -> Markup {
    let base = format!("/{}", game.label());
    let stage = Stage { base: &base, id, ..Stage::of(game, profile, None) };
    strip::one_view(&stage, at, shown)
}

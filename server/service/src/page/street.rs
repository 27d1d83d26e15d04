//! A street of the betting: the views after the same play and the same open cards.

use maud::{Markup, html};
use rational_bluff::game::Game;

/// Some views of a game; all of them, where no card is dealt in the betting.
#[derive(Clone, Debug)]
pub(super) struct StreetViews {
    /// Name of what went before, empty on the first street.
    before: String,
    /// Indices into [`Game::views`].
    pub(super) views: Vec<usize>,
}

impl StreetViews {
    /// The street with a view.
    pub(super) fn of(game: &Game, view: usize) -> Self {
        let before = before(game, view).to_owned();
        let views = (0..game.views().len()).filter(|at| self::before(game, *at) == before);
        Self { views: views.collect(), before }
    }

    /// True if there is no other.
    pub(super) fn is_whole(&self, game: &Game) -> bool {
        self.views.len() == game.views().len()
    }

    /// Links to all streets, where there are several.
    pub(super) fn others(&self, game: &Game) -> Markup {
        let mut streets: Vec<(&str, usize)> = Vec::new();
        for at in 0..game.views().len() {
            let before = before(game, at);
            if !streets.iter().any(|(other, _)| *other == before) {
                streets.push((before, at));
            }
        }
        // The first street first, then by the play, each with its cards in order.
        streets.sort_by_key(|(before, at)| {
            let played = before.split_once(": ").map(|(_, played)| played);
            (played.map(str::len), played.map(str::to_owned), *at)
        });
        html! {
            @if streets.len() > 1 {
                nav.ways aria-label="Streets" data-part="streets" {
                    @for (before, at) in streets {
                        a href=(format!("/{}?view={}", game.label(), at + 1)) data-live
                            aria-current=[(before == self.before).then_some("true")] {
                            @if before.is_empty() { "first street" } @else { (before) }
                        }
                    }
                }
            }
        }
    }
}

/// The open cards and the play before the street of a view.
fn before(game: &Game, view: usize) -> &str {
    game.views()[view].name.rsplit_once("; ").map_or("", |(before, _)| before)
}

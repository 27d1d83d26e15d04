//! A street of the betting: the views with one board.

use maud::{Markup, html};
use rational_bluff::game::Game;

/// Some views of a game; all of them, where no card is dealt in the betting.
#[derive(Clone, Debug)]
pub(super) struct StreetViews {
    /// An index into [`Game::boards`].
    board: usize,
    /// Indices into [`Game::views`].
    pub(super) views: Vec<usize>,
}

impl StreetViews {
    /// The street with a view.
    pub(super) fn of(game: &Game, view: usize) -> Self {
        Self::at(game, game.board_of(view))
    }

    fn at(game: &Game, board: usize) -> Self {
        let views = (0..game.views().len()).filter(|view| game.board_of(*view) == board);
        Self { board, views: views.collect() }
    }

    /// True if there is no other.
    pub(super) fn is_whole(&self, game: &Game) -> bool {
        self.views.len() == game.views().len()
    }

    /// Links to all streets, where there are several.
    pub(super) fn others(&self, game: &Game) -> Markup {
        let mut streets: Vec<(&str, usize, usize)> = Vec::new();
        for board in 0..game.boards().len() {
            // Nobody acts after the last bet.
            if let [first, ..] = Self::at(game, board).views[..] {
                // The name of a view tells the open cards and the play before its street.
                let name = game.views()[first].name.as_str();
                let before = name.rsplit_once("; ").map_or("", |(before, _)| before);
                streets.push((before, first, board));
            }
        }
        // The first street first, then by the play, each with its cards in order.
        streets.sort_by_key(|(before, first, _)| {
            let played = before.split_once(": ").map(|(_, played)| played);
            (played.map(str::len), played.map(str::to_owned), *first)
        });
        html! {
            @if streets.len() > 1 {
                nav.ways aria-label="Streets" data-part="streets" {
                    @for (before, first, board) in streets {
                        a href=(format!("/{}?view={}", game.label(), first + 1)) data-live
                            aria-current=[(board == self.board).then_some("true")] {
                            @if before.is_empty() { "first street" } @else { (before) }
                        }
                    }
                }
            }
        }
    }
}

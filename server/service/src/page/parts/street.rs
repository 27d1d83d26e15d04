//! A street of the betting: the views with one board.

use maud::{Markup, html};
use rational_bluff::game::Game;

/// Some views of a game; all of them, where no card is dealt in the betting.
#[derive(Clone, Debug)]
pub(crate) struct StreetViews {
    /// An index into [`Game::boards`].
    board: usize,
    /// Indices into [`Game::views`].
    pub(crate) views: Vec<usize>,
}

impl StreetViews {
    /// The street with a view.
    pub(crate) fn of(game: &Game, view: usize) -> Self {
        Self::at(game, game.board_of(view))
    }

    fn at(game: &Game, board: usize) -> Self {
        let views = (0..game.views().len()).filter(|view| game.board_of(*view) == board);
        Self { board, views: views.collect() }
    }

    /// True if there is no other.
    pub(crate) fn is_whole(&self, game: &Game) -> bool {
        self.views.len() == game.views().len()
    }

    /// Links to all streets, where there are several.
    pub(crate) fn others(&self, game: &Game) -> Markup {
        let mut streets: Vec<LinkedStreet> = Vec::new();
        for board in 0..game.boards().len() {
            // Nobody acts after the last bet.
            if let [first, ..] = Self::at(game, board).views[..] {
                streets.push(LinkedStreet::before(&game.views()[first].name, first, board));
            }
        }
        // The first street first, then by the play, each with its cards in order.
        streets.sort_by_key(|street| (street.played.len(), street.played, street.first));
        html! {
            @if streets.len() > 1 {
                nav.ways aria-label="Streets" data-part="streets" {
                    @for alike in streets.chunk_by(|one, other| one.played == other.played) {
                        span.alike {
                            @if alike[0].card.is_some() { (alike[0].played) }
                            @for street in alike { (self.link(game, street)) }
                        }
                    }
                }
            }
        }
    }

    fn link(
        &self,
        game: &Game,
        LinkedStreet { words, card, first, board, .. }: &LinkedStreet<'_>,
    ) -> Markup {
        html! {
            a href=(format!("/{}?view={}", game.label(), first + 1)) data-live
                aria-label=[card.map(|_| words)]
                aria-current=[(*board == self.board).then_some("true")] {
                (card.unwrap_or(words))
            }
        }
    }
}

/// A street by what came before it: "J: bet 2, call".
struct LinkedStreet<'a> {
    words: &'a str,
    /// The open cards, where they stand before the play.
    card: Option<&'a str>,
    played: &'a str,
    /// The first view.
    first: usize,
    /// An index into [`Game::boards`].
    board: usize,
}

impl<'a> LinkedStreet<'a> {
    /// The name of a view tells the open cards and the play before its street.
    fn before(view: &'a str, first: usize, board: usize) -> Self {
        let words = view.rsplit_once("; ").map_or("first street", |(before, _)| before);
        let (card, played) = match words.split_once(": ") {
            Some((card, played)) => (Some(card), played),
            None => (None, if view.contains("; ") { words } else { "" }),
        };
        Self { words, card, played, first, board }
    }
}

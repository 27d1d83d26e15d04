//! The tabs of a game: one address, one head and one row of numbers, and below them what a tab has.

use axum::extract::RawQuery;
use bluff_questions::error::Error;
use maud::{Markup, html};
use rational_bluff::game::Game;
use rational_bluff::solve::Method;

use crate::api::affordable_by;
use crate::api::query::unexpected;

/// The identifier of the form that keeps a file.
pub(crate) const OWN_FORM: &str = "own";

/// A tab of the page of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameTab {
    Answer,
    Why,
    Play,
    Lock,
    Optimal,
    Decks,
    Files,
}

impl GameTab {
    const ALL: [Self; 7] =
        [Self::Answer, Self::Why, Self::Play, Self::Lock, Self::Optimal, Self::Decks, Self::Files];

    /// The tabs of a game from a file.
    pub(crate) const OF_FILE: [Self; 4] = [Self::Answer, Self::Lock, Self::Optimal, Self::Files];

    /// The value of `tab` in an address; empty for the answer.
    pub(crate) fn key(self) -> &'static str {
        ["", "why", "play", "lock", "optimal", "decks", "files"][self as usize]
    }

    fn title(self) -> &'static str {
        ["Answer", "Why", "Play", "Try and lock", "All optimal", "Decks and formula", "Files"]
            [self as usize]
    }

    /// The tab that a query asks for.
    ///
    /// Errors: `Malformed` for another word.
    pub(crate) fn read(RawQuery(query): &RawQuery) -> Result<Self, Error> {
        let query = query.as_deref().unwrap_or_default();
        let mut fields = form_urlencoded::parse(query.as_bytes());
        let Some((_, given)) = fields.find(|(key, _)| key == "tab") else {
            return Ok(Self::Answer);
        };
        Self::named(&given, &Self::ALL)
    }

    /// The tab among these with this key; the first has none.
    ///
    /// Errors: `Malformed` for another word.
    pub(crate) fn named(given: &str, tabs: &[Self]) -> Result<Self, Error> {
        let found = tabs.iter().copied().find(|tab| tab.key() == given);
        let names: Vec<_> = tabs.iter().skip(1).map(|tab| tab.key()).collect();
        found.ok_or_else(|| unexpected("tab", given, &format!("one of: {}", names.join(", "))))
    }

    /// The address of the tab of a game, with further fields and a place of the page behind them.
    pub(crate) fn address(self, label: &str, rest: &str) -> String {
        let field = match self.key() {
            "" => String::new(),
            key => format!("tab={key}"),
        };
        let join =
            if field.is_empty() || rest.is_empty() || rest.starts_with('#') { "" } else { "&" };
        match format!("{field}{join}{rest}") {
            query if query.is_empty() || query.starts_with('#') => format!("/{label}{query}"),
            query => format!("/{label}?{query}"),
        }
    }

    /// True if the game has something to show there.
    fn is_of(self, game: &Game) -> bool {
        match self {
            Self::Optimal => game.players().len() == 2 && affordable_by(game, Method::Lp).is_ok(),
            Self::Decks => {
                game.name() == "push-fold"
                    || game.family().is_some_and(|family| !family.has_own_deck())
            }
            _ => true,
        }
    }

    /// The field that keeps a form on the tab.
    pub(crate) fn hidden(self) -> Markup {
        html! { input type="hidden" name="tab" value=(self.key()); }
    }

    /// The row of all tabs; `tag` is said on the one for all optimal strategies.
    pub(crate) fn row(self, game: &Game, tag: Option<&str>) -> Markup {
        let label = game.label();
        html! {
            nav.tab-row aria-label="Tabs of this game" data-part="tab-row" {
                @for tab in Self::ALL.into_iter().filter(|tab| tab.is_of(game)) {
                    a href=(tab.address(&label, ""))
                        aria-current=[(tab == self).then_some("page")] {
                        (tab.title())
                        @if let Some(tag) = tag.filter(|_| tab == Self::Optimal) {
                            " " span.tag { (tag) }
                        }
                    }
                }
            }
        }
    }

    /// The row of the tabs of a file, which goes along as `kept` where an address is too short.
    pub(crate) fn row_of_file(self, kept: &Markup) -> Markup {
        html! {
            nav aria-label="Tabs of this game" {
                form.tab-row id=(OWN_FORM) action="/solve" method="post"
                    enctype="multipart/form-data" {
                    (kept)
                    a href="/solve" { "Bring another" }
                    @for tab in Self::OF_FILE {
                        button name="tab" value=(tab.key())
                            aria-current=[(tab == self).then_some("page")] { (tab.title()) }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_tabs_keep_fields_and_places() {
        for (tab, rest, expected) in [
            (GameTab::Answer, "", "/kuhn/n3-b1"),
            (GameTab::Answer, "card=2#card", "/kuhn/n3-b1?card=2#card"),
            (GameTab::Why, "", "/kuhn/n3-b1?tab=why"),
            (GameTab::Why, "#value", "/kuhn/n3-b1?tab=why#value"),
            (GameTab::Lock, "lock=I", "/kuhn/n3-b1?tab=lock&lock=I"),
        ] {
            assert_eq!(tab.address("kuhn/n3-b1", rest), expected);
        }
        let read = |query: &str| GameTab::read(&RawQuery(Some(query.to_owned())));
        assert_eq!(read("view=1&tab=play").unwrap(), GameTab::Play);
        assert!(read("tab=plays").unwrap_err().to_string().contains("one of: why, play"));
    }
}

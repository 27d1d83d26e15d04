//! The stage of all pictures: a game with its strategies, and the colours of its actions.

use maud::{Markup, html};
use rational_bluff::game::Game;
use rational_bluff::solve::Face;
use rational_bluff::strategy::{Evaluation, Passage, Profile};

use super::action::{Bluffs, Kind, tint};
use super::strip::{Cut, LockMarks};

/// A game and its strategies, as they are drawn.
pub struct Stage<'a> {
    /// The game.
    pub game: &'a Game,
    /// The strategies.
    pub profile: &'a Profile,
    /// The bluffs of this profile.
    pub bluffs: Bluffs,
    /// Payoffs of this profile, for the value of each card; see [`evaluated`].
    pub values: Option<&'a (Evaluation<'a>, Passage)>,
    /// The extent of all optimal strategies, drawn instead of the profile; the profile is a line.
    pub face: Option<&'a Face>,
    /// The changes by a lock in the equilibrium; `profile` is the answer to it.
    pub lock: Option<LockMarks<'a>>,
    /// Cuts of the continuous game by view; see [`cuts()`](super::strip::cuts).
    pub cuts: Vec<Vec<Cut>>,
    /// A filter of hands; the others fade.
    pub keeps: Option<&'a dyn Fn(u64) -> bool>,
    /// The card that is highlighted.
    pub card: Option<u64>,
    /// The address that the cards' links start with, `/von-neumann/n28-b4` for instance.
    pub base: &'a str,
    /// A name that no other picture of the page has.
    pub id: &'a str,
}

/// The payoffs of a profile, and the probabilities that play comes to each place.
pub fn evaluated<'a>(game: &'a Game, profile: &'a Profile) -> (Evaluation<'a>, Passage) {
    let evaluation = Evaluation::new(game, profile);
    let passage = Passage::of(game, &evaluation);
    (evaluation, passage)
}

impl<'a> Stage<'a> {
    /// A profile alone, without cuts and without a chosen card.
    pub fn of(
        game: &'a Game,
        profile: &'a Profile,
        values: Option<&'a (Evaluation<'a>, Passage)>,
    ) -> Self {
        Self {
            game,
            profile,
            bluffs: Bluffs::of(game, profile),
            values,
            face: None,
            lock: None,
            keeps: None,
            cuts: Vec::new(),
            card: None,
            base: "",
            id: "stage",
        }
    }
}

/// Colours and words of single actions.
impl Stage<'_> {
    /// The colour of an action with a card, as a small square.
    pub fn swatch(&self, view: usize, action: usize, card: u64) -> Markup {
        let kind = Kind::of(&self.game.views()[view].actions[action]);
        swatch(kind.class(self.bluffs.has(view, action, card)), self.id)
    }

    /// The colour of an action without a card.
    pub fn plain_swatch(&self, view: usize, action: usize) -> Markup {
        let actions = &self.game.views()[view].actions;
        let kind = Kind::of(&actions[action]).class(false);
        swatch(&format!("{kind}{}", tint(actions, action)), self.id)
    }

    /// The action in words: "bet 4, a bluff".
    pub fn words(&self, view: usize, action: usize, card: u64) -> String {
        let name = &self.game.views()[view].actions[action];
        let bluff = if self.bluffs.has(view, action, card) { ", a bluff" } else { "" };
        format!("{name}{bluff}")
    }
}

/// The colour of an action as a small square.
pub(super) fn swatch(class: &str, id: &str) -> Markup {
    html! {
        svg.swatch width="12" height="12" aria-hidden="true" {
            rect class=(class) fill=[pattern(class, id)] x="0.5" y="0.5" width="11"
                height="11" rx="3" {}
        }
    }
}

/// The hatches of a picture; `id` tells them from those of other pictures in the page.
pub(super) fn defs(id: &str, raise: bool) -> Markup {
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
pub(super) fn view_link(page: &str, view: usize) -> String {
    let join = if page.contains('?') { '&' } else { '?' };
    format!("{page}{join}view={}", view + 1)
}

/// The fill of an action that is hatched; the others have their colour from the style.
pub(super) fn pattern(class: &str, id: &str) -> Option<String> {
    let class = class.split(' ').next()?;
    matches!(class, "fold" | "raise-bluff").then(|| format!("url(#{id}-{class})"))
}
